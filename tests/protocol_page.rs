//! `protocol.md` against the tables in the code: what is known is described, and nothing else.

use std::collections::BTreeSet;
use std::path::Path;
use tengen::opening::catalogue;
use tengen::protocol::command::{COMMANDS, FOREIGN_STEPS};
use tengen::protocol::info::{Form, InfoKey, KEYS};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    std::fs::read_to_string(path).expect("the page")
}

/// The part of the page under a heading of the second level.
fn section(name: &str) -> String {
    let page = page();
    let heading = format!("\n## {name}\n");
    let start = page.find(&heading).unwrap_or_else(|| panic!("no section {name}"));
    let text = &page[start + heading.len()..];
    text[..text.find("\n## ").unwrap_or(text.len())].to_owned()
}

/// The rows of the first table of a section, without its head.
fn rows(section: &str) -> Vec<&str> {
    let table = section.lines().skip_while(|line| !line.starts_with('|'));
    table.take_while(|line| line.starts_with('|')).skip(2).collect()
}

#[test]
fn every_command_is_described_as_the_table_has_it() {
    let section = section("Commands");
    let rows = rows(&section);
    let expected: Vec<_> =
        COMMANDS.iter().map(|row| format!("| `{}` | {} | ", row.form, row.answer)).collect();
    for start in &expected {
        let row = rows.iter().find(|row| row.starts_with(start.as_str()));
        let row = row.unwrap_or_else(|| panic!("no row begins with {start}"));
        assert!(row.len() > start.len() + 4, "{row} says nothing");
    }
    assert_eq!(rows.len(), expected.len(), "rows without a command");
}

#[test]
fn every_command_has_an_example() {
    let page = page();
    let sent: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_ascii_uppercase)
        .collect();
    for row in COMMANDS {
        assert!(sent.contains(row.word), "no example sends {}", row.word);
    }
}

#[test]
fn steps_of_other_programs_are_described() {
    let section = section("AlphaGomoku");
    for row in FOREIGN_STEPS {
        let described = [format!("`{}`", row.word), format!("`{} ", row.word)];
        assert!(described.iter().any(|word| section.contains(word)), "{}", row.word);
    }
}

#[test]
fn every_regulation_has_a_dialogue() {
    let section = section("Regulations");
    for name in catalogue::NAMES {
        // Regulations that differ in a number have one for all of them.
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        let base = if ["classical", "swap"].contains(&base) { name } else { base };
        let played = section.lines().any(|line| {
            line.strip_prefix("> OPENING ").is_some_and(|played| played.starts_with(base))
        });
        assert!(played, "no dialogue plays {name}");
    }
}

#[test]
fn every_key_is_described_as_the_table_has_it() {
    let section = section("Settings");
    let expected: Vec<String> = KEYS
        .iter()
        .map(|row| {
            let (range, default) = match row.form {
                Form::Number { min: i64::MIN, max: i64::MAX, default } => {
                    (" any".to_owned(), format!(" {default}"))
                }
                Form::Number { min, max, default } => {
                    (format!(" {min} to {max}"), format!(" {default}"))
                }
                Form::Point => (" x,y".to_owned(), String::new()),
                Form::Word(words) => (format!(" {}", words.join(", ")), format!(" {}", words[0])),
                Form::Text => (" any bytes".to_owned(), String::new()),
            };
            format!("| `{}` |{range} |{default} | {} |", row.name, row.meaning)
        })
        .collect();
    assert_eq!(rows(&section), expected);
}

#[test]
fn keys_without_effect_say_so() {
    for row in KEYS {
        let says_so = row.meaning.starts_with("no effect");
        assert_eq!(says_so, row.key == InfoKey::Ignored, "{}", row.name);
    }
}

#[test]
fn every_link_leads_to_a_heading() {
    let page = page();
    let headings: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.to_ascii_lowercase().replace(' ', "-"))
        .collect();
    let mut links = 0;
    for part in page.split("](#").skip(1) {
        let target = part.split(')').next().unwrap_or_default();
        assert!(headings.contains(target), "{target}");
        links += 1;
    }
    assert!(links >= headings.len());
}
