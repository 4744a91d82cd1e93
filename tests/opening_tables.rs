//! Tables of regulations as users write them: read from files, checked, and refused with the line.

use std::fs;
use std::path::PathBuf;
use tengen::board::Size;
use tengen::opening::reader::Table;
use tengen::opening::{Chance, Coordinates, Opening, StepTable, catalogue, parse_turn, play_out};
use tengen::rules::RuleKind;

const HEAD: &str = "name = \"mine\"\ntitle = \"Mine\"\n";

/// A table with these steps.
fn table(steps: &str) -> String {
    format!("{HEAD}{steps}")
}

/// A step of one line.
fn step(name: &str, who: &str, may: &str) -> String {
    format!("[[step]]\nname = \"{name}\"\nwho = \"{who}\"\nmay = [{may}]\n")
}

#[test]
fn errors_name_the_line_and_what_is_wrong() {
    let stone = r#"{ do = "place", in = 1, then = "play" }"#;
    let ok = step("a", "first", stone);
    let may = |may: &str| table(&step("a", "black", may));
    let after = |may: &str| {
        let first = step("a", "black", r#"{ do = "place", in = 3, then = "b" }"#);
        table(&format!("{first}{}", step("b", "white", may)))
    };
    for (text, line, why) in [
        ("".to_owned(), 1, "missing field `name`"),
        ("name = 5".to_owned(), 1, "invalid type"),
        ("name = \"a\"\ntitle = \"b\n".to_owned(), 2, "invalid basic string"),
        (HEAD.to_owned(), 1, "there must be 1 to 500 steps"),
        (format!("{HEAD}sise = 15\n{ok}"), 3, "unknown field `sise`"),
        (format!("{HEAD}board = 4\n{ok}"), 3, "a board has 5 to 32 points"),
        (format!("{HEAD}board = \"large\"\n{ok}"), 3, "a board is a number"),
        (format!("{HEAD}rule = \"caro\"\n{ok}"), 3, "this is \"renju\" or \"any\""),
        (format!("{HEAD}openings = \"canonical\"\n{ok}"), 1, "canonical openings need board = 15"),
        (format!("{HEAD}parameter = \"n\"\n{ok}"), 3, "there is no setting 'n'"),
        (format!("{HEAD}[setting.n]\nabout = \"x\"\ndefault = 3\n{ok}"), 3, "low and high"),
        (
            format!("{HEAD}[setting.n]\nabout = \"x\"\ndefault = 3\nlow = 4\nhigh = 5\n{ok}"),
            5,
            "'3' is not a number from 4 to 5",
        ),
        (format!("{HEAD}[variant.x]\nset = {{ y = 1 }}\n{ok}"), 4, "there is no setting 'y'"),
        (table(&step("a", "third", stone)), 5, "who is one of first, second"),
        (may(r#"{ do = "jump", then = "play" }"#), 6, "do is one of place, swap"),
        (may(r#"{ do = "place", in = 4, then = "play" }"#), 6, "'in' is any, an odd number"),
        (may(r#"{ do = "place", then = "play" }"#), 6, "'in' is missing"),
        (may(r#"{ do = "place", in = 1 }"#), 6, "missing field `then`"),
        (may(r#"{ do = "place", in = 1, then = "z" }"#), 6, "there is no step 'z'"),
        (may(r#"{ do = "place", in = 1, limit = 3, then = "play" }"#), 6, "'limit' means nothing"),
        (may(&format!("{stone}, {stone}")), 6, "'place' stands twice"),
        (may(""), 4, "nothing may be done"),
        (may(r#"{ do = "swap", then = "a" }"#), 4, "no way leads from this step"),
        (
            may(r#"{ do = "swap", then = "a" }, { do = "place", in = 1, then = "play" }"#),
            4,
            "one comes back to it without any stone",
        ),
        (may(r#"{ do = "choose", then = "play" }"#), 4, "nothing has been offered"),
        (may(r#"{ do = "offer", count = 3, in = "any", then = "play" }"#), 4, ""),
        (may(r#"{ do = "promise", from = 0, to = 3, then = "play" }"#), 6, "from is at least 1"),
        (may(r#"{ do = "reject", then = "play" }"#), 4, "kind = \"regulations\" is missing"),
        (table(&step("a", "placer", stone)), 4, "'placer' needs a stone"),
        (
            may(r#"{ do = "place", in = 1, when = "x=1", then = "play" }"#),
            6,
            "there is no setting 'x'",
        ),
        (after(r#"{ do = "offer", count = 1, in = "any", then = "play" }"#), 10, "at least two"),
        (
            after(r#"{ do = "offer", count = "promised", in = "any", then = "play" }"#),
            10,
            "a promised count needs single",
        ),
        (
            after(
                r#"{ do = "offer", count = "promised", single = "play", in = "any", then = "play" }"#,
            ),
            8,
            "no number has been promised",
        ),
        (after(r#"{ do = "offer", count = 9, in = 3, then = "play" }"#), 8, "too many"),
        (
            after(r#"{ do = "place", in = 1, then = "c" }"#) + &step("c", "black", stone),
            8,
            "no free point left",
        ),
        (table(&format!("{ok}{ok}")), 8, "there are two steps 'a'"),
    ] {
        match Table::read("mine.toml", &text) {
            Ok(_) => assert!(why.is_empty(), "'{why}' was not found in:\n{text}"),
            Err(error) => {
                let shown = error.to_string();
                assert_eq!(error.line, line, "{shown}, in:\n{text}");
                assert!(shown.starts_with(&format!("mine.toml:{line}: ")), "{shown}");
                assert!(!why.is_empty() && error.message.contains(why), "'{why}': {shown}");
            }
        }
    }
}

/// A file of its own that goes away again.
struct TableFile(PathBuf);

impl TableFile {
    fn new(name: &str, text: &str) -> TableFile {
        let path = std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        TableFile(path)
    }
}

impl Drop for TableFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_table_of_ones_own_works_as_a_built_in_one() {
    let text = r#"
name = "three-fifths"
title = "Three fifth moves"
board = 15
openings = "canonical"

[setting.offers]
about = "how many"
default = 3
low = 2
high = 20

[[step]]
name = "one"
who = "first"
may = [{ do = "place", in = 1, then = "two" }]
[[step]]
name = "two"
who = "first"
may = [{ do = "place", in = 3, then = "three" }]
[[step]]
name = "three"
who = "first"
may = [{ do = "place", in = 5, then = "four" }]
[[step]]
name = "four"
who = "white"
may = [{ do = "place", in = 7, then = "offer" }]
[[step]]
name = "offer"
who = "black"
may = [{ do = "offer", count = "offers", in = 9, then = "choice" }]
[[step]]
name = "choice"
who = "white"
may = [{ do = "choose", then = "play" }]
"#;
    let file = TableFile::new("own.toml", text);
    let name = format!("file:{}", file.0.display());
    let regulation = catalogue::find(&name).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(regulation.title, "Three fifth moves");
    let mut opening = Opening::new(regulation, RuleKind::Renju, Size::RENJU).unwrap();
    for text in ["h8 h9 i9", "g8", "OFFER i7 g7 j9", "CHOOSE j9"] {
        let turn = parse_turn(text, Coordinates::Letters, Size::RENJU).unwrap();
        opening.apply_turn(&turn).unwrap();
    }
    assert!(opening.is_over());
    let four = catalogue::find(&format!("{name}:offers=4")).unwrap();
    assert_eq!(four.name, "three-fifths:offers=4");
    let why = catalogue::find(&format!("{name}:offers=400")).unwrap_err().to_string();
    assert_eq!(why, "offers: '400' is not a number from 2 to 20");
    let wrong = TableFile::new("wrong.toml", &text.replace("in = 7", "in = 8"));
    let why = catalogue::find(&format!("file:{}", wrong.0.display())).unwrap_err().to_string();
    assert!(why.contains("wrong.toml:28: 'in' is any, an odd number"), "{why}");
}

#[test]
fn every_regulation_is_told_in_words_and_comes_to_an_end() {
    for name in catalogue::NAMES {
        let regulation = catalogue::find(name).unwrap();
        let words = StepTable(&regulation).to_string();
        assert!(words.starts_with(&format!("{name}: ")), "{words}");
        for step in &regulation.steps {
            assert!(words.contains(&step.name), "{words}");
        }
        let opening = Opening::new(regulation, RuleKind::Renju, Size::RENJU).unwrap();
        for seed in 0..20 {
            let ended = play_out(opening.clone(), &mut Chance::new(seed));
            assert!(ended.is_ok_and(|opening| opening.is_over()), "{name}");
        }
    }
    let words = StepTable(&catalogue::find("soosorv-7").unwrap()).to_string();
    assert!(words.contains("who holds White: promises 1 to 7 offers, then 7"), "{words}");
}

#[test]
fn random_words_are_no_tables_and_never_panic() {
    let whole = catalogue::TABLES[5].1;
    let mut chance = Chance::new(11);
    let lines: Vec<&str> = whole.lines().collect();
    for _ in 0..200 {
        // A line less, a line twice, two lines exchanged, or the end cut off.
        let mut changed = lines.clone();
        let at = chance.below(lines.len());
        match chance.below(4) {
            0 => drop(changed.remove(at)),
            1 => changed.insert(at, lines[at]),
            2 => changed.swap(at, chance.below(lines.len())),
            _ => changed.truncate(at),
        }
        let text = changed.join("\n");
        if let Err(error) = Table::read("x.toml", &text) {
            assert!(error.line <= text.lines().count() + 1, "{error}");
        }
    }
}
