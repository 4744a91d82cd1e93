//! Actions and turns as text, both ways.
//!
//! | text | action |
//! |---|---|
//! | `7,7` | put the next stone |
//! | `SWAP`, `STAY` | exchange the colours, keep them |
//! | `OFFER 4` | promise four moves |
//! | `OFFER 5,5 9,7` | offer these moves |
//! | `CHOOSE 5,5` | choose one of them |
//! | `REFUSE` | send the opening back |
//! | `REPLACE 6,6` | put the last stone here instead and exchange the colours |
//! | `REJECT rif` | reject a regulation |
//!
//! A turn is a list of actions with spaces between them. Keywords may be written in any case.
//! Points are `x,y` from the top left corner, from 0, as in the protocol, or `h8` as renju players
//! write them. A `Finish` is not written: a turn that ends says it.

use super::action::Action;
use crate::board::{Point, Size};
use crate::notation::pos;
use std::fmt;

/// How points are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// `x,y`, both from 0, from the top left corner.
    Numbers,
    /// A letter and a number from the bottom: `h8`.
    Letters,
}

impl Coordinates {
    /// The point as text.
    pub fn write(self, point: Point, size: Size) -> String {
        match self {
            Coordinates::Letters if size.contains(point) => pos::name(point, size),
            // A point beside the board has no other name.
            _ => format!("{},{}", point.x(), point.y()),
        }
    }

    /// The point that `text` names, if it names one of the board.
    pub fn read(self, text: &str, size: Size) -> Option<Point> {
        match self {
            Coordinates::Letters => pos::parse_point(text, size).ok(),
            Coordinates::Numbers => {
                let (x, y) = text.split_once(',')?;
                size.point(number(x)?, number(y)?)
            }
        }
    }
}

/// Digits alone: no sign, no spaces.
fn number(text: &str) -> Option<i32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// Why a text is no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnTextError {
    /// There is nothing in it.
    Empty,
    /// A word that is neither a keyword nor a point of the board.
    Word(String),
    /// After this keyword something is missing: the right form.
    Missing(&'static str, &'static str),
}

impl fmt::Display for TurnTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnTextError::Empty => f.write_str("there is no action"),
            TurnTextError::Word(word) => write!(
                f,
                "'{word}' is neither a point of the board nor SWAP, STAY, OFFER, CHOOSE, REFUSE, \
                 REPLACE or REJECT"
            ),
            TurnTextError::Missing(keyword, form) => {
                write!(f, "{keyword} is followed by {form}")
            }
        }
    }
}

impl std::error::Error for TurnTextError {}

/// The keywords with which a turn can begin.
pub const KEYWORDS: [&str; 7] = ["SWAP", "STAY", "OFFER", "CHOOSE", "REFUSE", "REPLACE", "REJECT"];

/// The actions of a turn. Whether they are legal is not asked.
///
/// ```
/// use tengen::board::{Point, Size};
/// use tengen::opening::{Action, Coordinates, parse_turn, turn_text};
///
/// let turn = parse_turn("7,7 7,6 8,5 offer 4", Coordinates::Numbers, Size::RENJU).unwrap();
/// assert_eq!(turn[0], Action::Place(Point::at(7, 7)));
/// assert_eq!(turn[3], Action::Promise(4));
/// assert_eq!(turn_text(&turn, Coordinates::Letters, Size::RENJU), "h8 h9 i10 OFFER 4");
/// ```
///
/// # Errors
/// The first word that does not fit.
pub fn parse_turn(
    text: &str,
    coordinates: Coordinates,
    size: Size,
) -> Result<Vec<Action>, TurnTextError> {
    let mut words = text.split_whitespace().peekable();
    let mut actions = Vec::new();
    while let Some(word) = words.next() {
        let point = |text: &str| coordinates.read(text, size);
        let action = match word.to_ascii_uppercase().as_str() {
            "SWAP" => Action::Swap,
            "STAY" => Action::Stay,
            "REFUSE" => Action::Refuse,
            "CHOOSE" => {
                let missing = TurnTextError::Missing("CHOOSE", "an offered point");
                Action::Choose(words.next().and_then(point).ok_or(missing)?)
            }
            "REPLACE" => {
                let missing = TurnTextError::Missing("REPLACE", "a point of the board");
                Action::Replace(words.next().and_then(point).ok_or(missing)?)
            }
            "REJECT" => {
                let missing = TurnTextError::Missing("REJECT", "the name of a regulation");
                Action::Reject(words.next().ok_or(missing)?.to_lowercase())
            }
            "OFFER" => {
                let promise = words.peek().and_then(|word| number(word));
                if let Some(promise) = promise {
                    words.next();
                    Action::Promise(promise.unsigned_abs())
                } else {
                    let mut points = Vec::new();
                    while let Some(point) = words.peek().and_then(|word| point(word)) {
                        points.push(point);
                        words.next();
                    }
                    if points.is_empty() {
                        let form = "a number, or by points of the board";
                        return Err(TurnTextError::Missing("OFFER", form));
                    }
                    Action::Offer(points)
                }
            }
            _ => match point(word) {
                Some(point) => Action::Place(point),
                None => {
                    let word = word.chars().take(30).flat_map(char::escape_debug).collect();
                    return Err(TurnTextError::Word(word));
                }
            },
        };
        actions.push(action);
    }
    if actions.is_empty() { Err(TurnTextError::Empty) } else { Ok(actions) }
}

/// A turn as text. [`Action::Finish`] is left out.
pub fn turn_text(turn: &[Action], coordinates: Coordinates, size: Size) -> String {
    let words: Vec<String> =
        turn.iter().filter_map(|action| action_text(action, coordinates, size)).collect();
    words.join(" ")
}

/// One action as text; `None` for [`Action::Finish`], which has none.
pub fn action_text(action: &Action, coordinates: Coordinates, size: Size) -> Option<String> {
    let write = |point: &Point| coordinates.write(*point, size);
    Some(match action {
        Action::Place(point) => write(point),
        Action::Swap => "SWAP".to_owned(),
        Action::Stay => "STAY".to_owned(),
        Action::Promise(number) => format!("OFFER {number}"),
        Action::Offer(points) => {
            let points: Vec<String> = points.iter().map(write).collect();
            format!("OFFER {}", points.join(" "))
        }
        Action::Choose(point) => format!("CHOOSE {}", write(point)),
        Action::Refuse => "REFUSE".to_owned(),
        Action::Replace(point) => format!("REPLACE {}", write(point)),
        Action::Reject(name) => format!("REJECT {name}"),
        Action::Finish => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_survives_both_ways() {
        let point = |x, y| Point::at(x, y);
        let turn = [
            Action::Place(point(7, 7)),
            Action::Swap,
            Action::Stay,
            Action::Promise(8),
            Action::Offer(vec![point(0, 14), point(14, 0)]),
            Action::Choose(point(3, 4)),
            Action::Refuse,
            Action::Replace(point(5, 6)),
            Action::Reject("soosorv-8".to_owned()),
        ];
        for coordinates in [Coordinates::Numbers, Coordinates::Letters] {
            let text = turn_text(&turn, coordinates, Size::RENJU);
            assert_eq!(parse_turn(&text, coordinates, Size::RENJU).unwrap(), turn, "{text}");
        }
        assert_eq!(turn_text(&[Action::Finish], Coordinates::Letters, Size::RENJU), "");
    }

    #[test]
    fn an_offer_ends_where_something_else_begins() {
        let turn = parse_turn("OFFER 1,1 2,2 CHOOSE 1,1 9,9", Coordinates::Numbers, Size::RENJU);
        assert_eq!(turn.unwrap().len(), 3);
    }

    #[test]
    fn what_is_no_turn() {
        for text in [
            "",
            "  ",
            "15,0",
            "-1,3",
            "+1,3",
            "1,2,3",
            "7",
            "h8",
            "SWOP",
            "OFFER",
            "OFFER x",
            "CHOOSE",
            "CHOOSE 4",
            "REPLACE 99,1",
            "REJECT",
            "7 7",
            "OFFER -3",
            "1, 2",
        ] {
            assert!(parse_turn(text, Coordinates::Numbers, Size::RENJU).is_err(), "{text:?}");
        }
        assert!(parse_turn("7,7", Coordinates::Letters, Size::RENJU).is_err());
        assert!(parse_turn("OFFER 99999999999", Coordinates::Numbers, Size::RENJU).is_err());
    }
}
