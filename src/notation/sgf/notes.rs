//! What a player notes beside a move, as the last line of its comment:
//! `value 45, depth 12, nodes 3400, 99ms`.

use crate::notation::tree::Note;
use std::fmt::Write as _;
use std::time::Duration;

/// A comment without its last line, and the notes that this line consists of. A last line with
/// anything else in it is a part of the comment.
pub(super) fn split(comment: &str) -> (&str, Vec<Note<'_>>) {
    let (before, last) = comment.rsplit_once('\n').unwrap_or(("", comment));
    match parse(last) {
        Some(notes) => (before, notes),
        None => (comment, Vec::new()),
    }
}

/// The notes of a line, each kind at most once.
fn parse(line: &str) -> Option<Vec<Note<'_>>> {
    let mut notes: Vec<Note<'_>> = Vec::new();
    for part in line.split(',').map(str::trim) {
        let words: Vec<&str> = part.split_whitespace().take(3).collect();
        let note = match words[..] {
            ["value", value] => Note::Value(value),
            ["depth", depth] => Note::Depth(depth.parse().ok()?),
            ["nodes", nodes] => Note::Nodes(nodes.parse().ok()?),
            [time, "ms"] => Note::Time(milliseconds(time)?),
            [time] => Note::Time(milliseconds(time.strip_suffix("ms")?)?),
            _ => return None,
        };
        let kind = std::mem::discriminant(&note);
        if notes.iter().any(|other| std::mem::discriminant(other) == kind) {
            return None;
        }
        notes.push(note);
    }
    Some(notes)
}

/// The longest time that is kept, in microseconds: thirty years, and far less than where a floating
/// point number can no longer tell one from the next.
const LONGEST: u64 = 1_000_000_000_000_000;

/// Milliseconds, with a fraction or without; whole microseconds of them.
pub(in crate::notation) fn milliseconds(text: &str) -> Option<Duration> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 = text.parse().ok().filter(|_| text.chars().all(is_number))?;
    let micros = (number * 1000.0).round();
    (micros <= LONGEST as f64).then(|| Duration::from_micros(micros as u64))
}

/// A time in milliseconds, as [`milliseconds`] reads it; longer ones than it reads are cut short.
pub(in crate::notation) fn milliseconds_text(time: Duration) -> String {
    let micros = time.as_micros().min(u128::from(LONGEST));
    match micros % 1000 {
        0 => (micros / 1000).to_string(),
        rest => {
            let digits = format!("{}.{rest:03}", micros / 1000);
            digits.trim_end_matches('0').to_owned()
        }
    }
}

/// The line for those of the notes that have a place in it.
pub(super) fn line<'a>(notes: impl Iterator<Item = Note<'a>>) -> String {
    let mut line = String::new();
    for note in notes {
        let separator = if line.is_empty() { "" } else { ", " };
        let _ = match note {
            Note::Value(value) => {
                // A word, as it is read.
                let word = value.replace(|c: char| c.is_whitespace() || c == ',', "_");
                let word = if word.is_empty() { "?" } else { &word };
                write!(line, "{separator}value {word}")
            }
            Note::Depth(depth) => write!(line, "{separator}depth {depth}"),
            Note::Nodes(nodes) => write!(line, "{separator}nodes {nodes}"),
            Note::Time(time) => write!(line, "{separator}{}ms", milliseconds_text(time)),
            _ => continue,
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_last_line_or_nothing() {
        let all = "value +M5, depth 9, nodes 12, 0.5ms";
        let notes = vec![
            Note::Value("+M5"),
            Note::Depth(9),
            Note::Nodes(12),
            Note::Time(Duration::from_micros(500)),
        ];
        assert_eq!(split(all), ("", notes.clone()));
        assert_eq!(line(notes.iter().copied()), all);
        let text = format!("a\nb\n{all}");
        assert_eq!(split(&text), ("a\nb", notes));
        for text in
            ["", "a", "a\n", "99ms\nx", "99ms, x", "value 1, value 2", "-1ms", "1e3ms", "infms"]
        {
            assert_eq!(split(text), (text, Vec::new()));
        }
        assert_eq!(split("99 ms").1, [Note::Time(Duration::from_millis(99))]);
    }

    #[test]
    fn times_come_back_to_the_microsecond() {
        for micros in [0, 1, 999, 1000, 12_345, 1_500_000, 999_999_999_999_999] {
            let time = Duration::from_micros(micros);
            assert_eq!(milliseconds(&milliseconds_text(time)), Some(time), "{micros}");
        }
        assert_eq!(milliseconds("99999999999999999999"), None);
    }
}
