//! Lists of moves turn by turn: `h8 f9+i7`, where a `+` joins the stones of one turn.

use super::pos::{self, MoveListError};
use crate::board::{Point, Size, Turn, TurnOrder};
use crate::rules::IllegalMove;
use std::fmt;

/// Why a list of turns cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnListError {
    /// How many bytes of the text are before it.
    pub offset: usize,
    /// What is wrong, in words.
    pub reason: String,
}

impl fmt::Display for TurnListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TurnListError {}

/// A word of a list: points that nothing stands between.
struct Word<'a> {
    text: &'a str,
    offset: usize,
    /// Whether a `+` stands before it.
    is_joined: bool,
}

/// The moves of a list, in order; `turn` is the turn of the first stone. A `+` joins all the stones
/// of a turn, with or without spaces around it; it may be left out, as the order tells the turns.
/// Whether the moves can be played is not asked.
///
/// ```
/// use tengen::board::{Size, TurnOrder};
/// use tengen::notation::turns::parse_turns;
///
/// let order = TurnOrder { first: 1, later: 2 };
/// let parse = |text| parse_turns(text, Size::RENJU, order.start(), order);
/// assert_eq!(parse("H8 F9 + I7"), parse("h8f9i7"));
/// assert_eq!(
///     parse("h8+f9").unwrap_err().to_string(),
///     "'h8+f9': this turn has one stone, and 2 are given"
/// );
/// ```
///
/// # Errors
/// The first place that cannot be read.
pub fn parse_turns(
    text: &str,
    size: Size,
    turn: Turn,
    order: TurnOrder,
) -> Result<Vec<Point>, TurnListError> {
    let words = words(text)?;
    let mut points = Vec::new();
    let mut turn = turn;
    for group in words.chunk_by(|_, next| next.is_joined) {
        let (wanted, start) = (turn.stones_left, group[0].offset);
        let end = group.last().map_or(start, |word| word.offset + word.text.len());
        let wrong = |reason: String| {
            let group = super::text::shortened(&text[start..end]);
            TurnListError { offset: start, reason: format!("'{group}': {reason}") }
        };
        if group.len() > 1 && group.len() != usize::from(wanted) {
            let given = group.len();
            return Err(wrong(IllegalMove::Stones { wanted, given }.to_string()));
        }
        for word in group {
            let read = pos::parse_moves(word.text, size)
                .map_err(|error| in_word(word, points.len(), error))?;
            if group.len() > 1 && read.len() > 1 {
                return Err(wrong("a + joins single points".to_owned()));
            }
            for point in read {
                points.push(point);
                turn = order.next(turn);
            }
        }
    }
    Ok(points)
}

/// The error of a word as one of the whole list, of which `before` points have been read.
fn in_word(word: &Word<'_>, before: usize, error: MoveListError) -> TurnListError {
    let within = word.text.char_indices().nth(error.character - 1).map_or(0, |(at, _)| at);
    let error = MoveListError { number: before + error.number, ..error };
    TurnListError { offset: word.offset + within, reason: error.without_place() }
}

/// The words of a list.
fn words(text: &str) -> Result<Vec<Word<'_>>, TurnListError> {
    let missing = |offset| TurnListError {
        offset,
        reason: "a point is missing at the +, which joins the stones of a turn as in f9+i7"
            .to_owned(),
    };
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut joint: Option<usize> = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c == '+' {
            if joint.is_some() || words.is_empty() {
                return Err(missing(at));
            }
            joint = Some(at);
            at += 1;
        } else if is_separator(c) {
            at += c.len_utf8();
        } else {
            let rest = &text[at..];
            let length = rest.find(|c| c == '+' || is_separator(c)).unwrap_or(rest.len());
            let is_joined = joint.take().is_some();
            words.push(Word { text: &rest[..length], offset: at, is_joined });
            at += length;
        }
    }
    match joint {
        Some(offset) => Err(missing(offset)),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: TurnOrder = TurnOrder { first: 1, later: 2 };

    fn parse(text: &str) -> Result<Vec<Point>, TurnListError> {
        parse_turns(text, Size::RENJU, ORDER.start(), ORDER)
    }

    #[test]
    fn turns_are_written_in_many_ways() {
        let expected = pos::parse_moves("h8f9i7g6j10", Size::RENJU).unwrap();
        for text in [
            "h8 f9+i7 g6+j10",
            "H8,F9+I7,G6 +J10",
            "h8f9i7g6j10",
            "h8f9i7 g6\n+ j10",
            "h8 f9 i7g6 j10",
        ] {
            assert_eq!(parse(text).as_deref(), Ok(&expected[..]), "{text}");
        }
        assert_eq!(parse(""), Ok(Vec::new()));
    }

    #[test]
    fn errors_name_the_place() {
        for (text, offset) in [
            ("+h8", 0),
            ("h8 f9+", 5),
            ("h8 f9++i7", 6),
            ("h8 f9+i7+k2", 3),
            ("h8 f9 i7+g2", 6),
            ("h8 f9+i7g2", 3),
            ("h8 f9+x99", 6),
            ("h8 f9\u{e9}+i7", 5),
        ] {
            assert_eq!(parse(text).unwrap_err().offset, offset, "{text}");
        }
    }
}
