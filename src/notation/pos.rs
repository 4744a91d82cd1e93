//! Points and lists of moves as text: `h8h9i9`.
//!
//! Columns are letters from the left, `i` included; rows are numbers from the *bottom*, from 1. So
//! renju writes its points, and so do Yixin-Board and most programs; a few count rows from the top,
//! and their texts read here as mirror images. Columns beyond `z`, on boards wider than 26, go on
//! as in a spreadsheet: `aa` is the 27th, `af` the 32nd.
//!
//! Upper case is read as lower case. Moves may be glued together or set apart by spaces, line ends
//! and commas.

use crate::board::{Point, Size, Turn, TurnOrder};
use std::fmt;

/// Letters there are.
const LETTERS: u32 = 26;

/// Why a text is not a point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointError {
    /// It is not one or two letters followed by a number.
    Form,
    /// It is a point, but not one of a board of this size.
    OffBoard(Size),
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PointError::Form => f.write_str("a point is a column letter and a row number, as h8"),
            PointError::OffBoard(size) => {
                let last = Point::at(size.width() - 1, 0);
                write!(f, "the {size} board has the points a1 to {}", name(last, *size))
            }
        }
    }
}

impl std::error::Error for PointError {}

/// The first move of a list that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveListError {
    /// Which move it would be, from 1.
    pub number: usize,
    /// Which character of the whole text it begins with, from 1.
    pub character: usize,
    /// The text in question, shortened if it is long.
    pub text: String,
    /// What is wrong.
    pub reason: PointError,
}

impl MoveListError {
    /// The error in words, without the place in the text.
    pub fn without_place(&self) -> String {
        format!("move {} ('{}'): {}", self.number, self.text, self.reason)
    }
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveListError { number, character, text, reason } = self;
        write!(f, "move {number} ('{text}', at character {character}): {reason}")
    }
}

impl std::error::Error for MoveListError {}

/// The name of a column: `a` to `z`, then `aa` and so on.
///
/// ```
/// assert_eq!(tengen::notation::pos::column_name(7), "h");
/// assert_eq!(tengen::notation::pos::column_name(26), "aa");
/// ```
pub fn column_name(x: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    let (high, low) = (x / LETTERS as u8, x % LETTERS as u8);
    match high {
        0 => letter(low).to_string(),
        _ => [letter(high - 1), letter(low)].into_iter().collect(),
    }
}

/// The name of `point` on a board of the given size.
///
/// ```
/// use tengen::board::{Point, Size};
/// use tengen::notation::pos::name;
///
/// assert_eq!(name(Point::at(7, 7), Size::RENJU), "h8");
/// assert_eq!(name(Point::at(9, 5), Size::RENJU), "j10");
/// assert_eq!(name(Point::at(0, 14), Size::RENJU), "a1");
/// ```
///
/// # Panics
/// When `point` is below the board.
pub fn name(point: Point, size: Size) -> String {
    format!("{}{}", column_name(point.x()), size.height() - point.y())
}

/// The point that `text` names.
///
/// ```
/// use tengen::board::{Point, Size};
/// use tengen::notation::pos::parse_point;
///
/// assert_eq!(parse_point("H8", Size::RENJU), Ok(Point::at(7, 7)));
/// assert!(parse_point("p1", Size::RENJU).is_err());
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn parse_point(text: &str, size: Size) -> Result<Point, PointError> {
    let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (column, row) = text.split_at(letters);
    if column.is_empty() || row.is_empty() || !row.bytes().all(|b| b.is_ascii_digit()) {
        return Err(PointError::Form);
    }
    // Too many letters or digits for a number are off any board all the same.
    let column = column.bytes().try_fold(0_u32, |column, letter| {
        let digit = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
        column.checked_mul(LETTERS)?.checked_add(digit)
    });
    let row = row.parse::<u32>().ok();
    let place = |number: Option<u32>, end: u8| {
        number.filter(|n| (1..=u32::from(end)).contains(n)).ok_or(PointError::OffBoard(size))
    };
    let x = place(column, size.width())? - 1;
    let y = u32::from(size.height()) - place(row, size.height())?;
    Ok(Point::at(x as u8, y as u8))
}

/// The point that is meant when `point` was read with row 1 at the bottom, but row 1 is at the top;
/// and the other way round.
pub fn flipped(point: Point, size: Size) -> Point {
    match size.height().checked_sub(point.y() + 1) {
        Some(y) => Point::at(point.x(), y),
        None => point,
    }
}

/// The moves of a list, in order. Whether they can be played is not asked.
///
/// ```
/// use tengen::board::Size;
/// use tengen::notation::pos::{moves, parse_moves};
///
/// let points = parse_moves("H8, h9 I9g8", Size::RENJU).unwrap();
/// assert_eq!(moves(&points, Size::RENJU), "h8h9i9g8");
///
/// let error = parse_moves("h8h9h99", Size::RENJU).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "move 3 ('h99', at character 5): the 15x15 board has the points a1 to o15"
/// );
/// ```
///
/// # Errors
/// The first move that cannot be read.
pub fn parse_moves(text: &str, size: Size) -> Result<Vec<Point>, MoveListError> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let mut points = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let word = &rest[..first_move_length(rest, is_separator)];
        match parse_point(word, size) {
            Ok(point) => points.push(point),
            Err(reason) => {
                let before = &text[..text.len() - rest.len()];
                return Err(MoveListError {
                    number: points.len() + 1,
                    character: before.chars().count() + 1,
                    text: shortened(word),
                    reason,
                });
            }
        }
        rest = rest[word.len()..].trim_start_matches(is_separator);
    }
    Ok(points)
}

/// How many bytes of `text` to take for its first move: letters and the digits after them, or else
/// everything up to the next separator, for the error message.
fn first_move_length(text: &str, is_separator: impl Fn(char) -> bool) -> usize {
    let bytes = text.as_bytes();
    let letters = bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let digits = bytes[letters..].iter().take_while(|b| b.is_ascii_digit()).count();
    if letters > 0 && digits > 0 {
        letters + digits
    } else {
        text.find(is_separator).unwrap_or(text.len())
    }
}

/// The text for an error message: printable and not long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 12;
    let mut short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}

/// A list of moves as text, glued together.
///
/// # Panics
/// When a point is below the board.
pub fn moves(points: &[Point], size: Size) -> String {
    joined(points, size, "")
}

/// A list of moves as text, set apart by `separator`.
///
/// # Panics
/// When a point is below the board.
pub fn joined(points: &[Point], size: Size, separator: &str) -> String {
    let names: Vec<String> = points.iter().map(|&point| name(point, size)).collect();
    names.join(separator)
}

/// A list of moves turn by turn: the stones of one turn are joined by `+`, in the order of their
/// columns and rows. `turn` is the turn of the first stone. Where a turn is one stone, these are the
/// names of the points.
///
/// ```
/// use tengen::board::{Size, TurnOrder};
/// use tengen::notation::pos::{parse_moves, turn_names};
///
/// let order = TurnOrder { first: 1, later: 2 };
/// let points = parse_moves("h8i7f9", Size::RENJU).unwrap();
/// assert_eq!(turn_names(&points, Size::RENJU, order.start(), order), ["h8", "f9+i7"]);
/// ```
///
/// # Panics
/// When a point is below the board.
pub fn turn_names(points: &[Point], size: Size, turn: Turn, order: TurnOrder) -> Vec<String> {
    let mut names = Vec::new();
    let mut turn = turn;
    let mut rest = points;
    while !rest.is_empty() {
        let count = usize::from(turn.stones_left).min(rest.len());
        let (stones, later) = rest.split_at(count);
        rest = later;
        let mut stones = stones.to_vec();
        stones.sort_by_key(|point| (point.x(), size.height().saturating_sub(point.y())));
        names.push(joined(&stones, size, "+"));
        turn = order.whole(!turn.side);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_the_renju_board() {
        for (text, x, y) in
            [("a1", 0, 14), ("o15", 14, 0), ("A15", 0, 0), ("O1", 14, 14), ("i9", 8, 6)]
        {
            assert_eq!(parse_point(text, Size::RENJU), Ok(Point::at(x, y)), "{text}");
        }
    }

    #[test]
    fn what_is_no_point() {
        for text in ["", "h", "8", "8h", "h-8", "h 8", "h8 ", "\u{e9}8", "h8x", "h\u{664}"] {
            assert_eq!(parse_point(text, Size::RENJU), Err(PointError::Form), "{text:?}");
        }
        let long = "z".repeat(99) + "1";
        for text in ["h0", "h16", "p1", "aa1", "h99999999999999999999", &long] {
            let error = PointError::OffBoard(Size::RENJU);
            assert_eq!(parse_point(text, Size::RENJU), Err(error), "{text:?}");
        }
    }

    #[test]
    fn wide_boards_go_on_after_z() {
        let size = Size::square(32).unwrap();
        assert_eq!(parse_point("z1", size), Ok(Point::at(25, 31)));
        assert_eq!(parse_point("aa1", size), Ok(Point::at(26, 31)));
        assert_eq!(parse_point("af32", size), Ok(Point::at(31, 0)));
        assert!(parse_point("ag1", size).is_err());
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text| parse_moves(text, Size::RENJU).unwrap_err();
        assert_eq!((error("h8 h9 9h").number, error("h8 h9 9h").character), (3, 7));
        assert_eq!(error("h8\u{e9}").character, 3);
        assert_eq!(error("h8h").text, "h");
        assert_eq!(error("???????????????????? h8").text, "????????????...");
        assert_eq!(error("h8\u{1b}[31m").text, "\\u{1b}[31m");
    }

    #[test]
    fn an_empty_list_is_a_list() {
        assert_eq!(parse_moves(" ,\n", Size::RENJU), Ok(vec![]));
    }
}
