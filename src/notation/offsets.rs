//! Openings as Gomocup writes them: `-1,3, -1,5, 3,5`.
//!
//! Each move is the distance of its point from the middle of the board, columns to the right and
//! rows downwards. The middle is column `width / 2` and row `height / 2`, counted from 0, so one
//! text fits boards of many sizes.

use crate::board::{Point, Size};
use std::fmt;

/// Why a text is not a list of offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OffsetsError {
    /// A part is not a number.
    NotANumber(String),
    /// The last move has only one number.
    Odd,
    /// A move is outside a board of this size.
    OffBoard(i32, i32, Size),
}

impl fmt::Display for OffsetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OffsetsError::NotANumber(text) => write!(f, "'{}' is no number", text.escape_debug()),
            OffsetsError::Odd => f.write_str("the last move has one number instead of two"),
            OffsetsError::OffBoard(x, y, size) => {
                write!(f, "{x},{y} from the middle is outside the {size} board")
            }
        }
    }
}

impl std::error::Error for OffsetsError {}

/// Column and row from which offsets count.
fn middle(size: Size) -> (i32, i32) {
    (i32::from(size.width() / 2), i32::from(size.height() / 2))
}

/// The point that is that far from the middle of a board, if it is on the board.
pub(super) fn point(x: i32, y: i32, size: Size) -> Option<Point> {
    let (middle_x, middle_y) = middle(size);
    size.point(x + middle_x, y + middle_y)
}

/// The points of a list of offsets on a board of the given size.
///
/// ```
/// use tengen::board::{Point, Size};
/// use tengen::notation::offsets;
///
/// let points = offsets::parse("0,0, 1,-1", Size::RENJU).unwrap();
/// assert_eq!(points, [Point::at(7, 7), Point::at(8, 6)]);
/// assert_eq!(offsets::write(&points, Size::RENJU), "0,0, 1,-1");
/// ```
///
/// # Errors
/// The first part that cannot be read.
pub fn parse(text: &str, size: Size) -> Result<Vec<Point>, OffsetsError> {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let number = |part: &str| -> Result<i32, OffsetsError> {
        // Anything beyond a byte is off every board; a byte keeps the sums small.
        let short: String = part.chars().take(12).collect();
        part.parse::<i8>().map(i32::from).map_err(|_| OffsetsError::NotANumber(short))
    };
    let numbers: Vec<i32> = text
        .split(is_separator)
        .filter(|part| !part.is_empty())
        .map(number)
        .collect::<Result<_, _>>()?;
    let (middle_x, middle_y) = middle(size);
    numbers
        .chunks(2)
        .map(|pair| match *pair {
            [x, y] => {
                let point = size.point(x + middle_x, y + middle_y);
                point.ok_or(OffsetsError::OffBoard(x, y, size))
            }
            _ => Err(OffsetsError::Odd),
        })
        .collect()
}

/// Points as a list of offsets.
pub fn write(points: &[Point], size: Size) -> String {
    let (middle_x, middle_y) = middle(size);
    let offset = |point: &Point| {
        format!("{},{}", i32::from(point.x()) - middle_x, i32::from(point.y()) - middle_y)
    };
    points.iter().map(offset).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_on_every_board() {
        for side in [9, 15, 20] {
            let size = Size::square(side).unwrap();
            let points = parse(" 2,-4,\t0,0 , -3,1", size).unwrap();
            assert_eq!(points[1], Point::at(side / 2, side / 2));
            assert_eq!(write(&points, size), "2,-4, 0,0, -3,1");
        }
        assert_eq!(parse("", Size::RENJU), Ok(vec![]));
    }

    #[test]
    fn what_is_refused() {
        let error = |text| parse(text, Size::RENJU).unwrap_err();
        assert_eq!(error("0,0, 1"), OffsetsError::Odd);
        assert_eq!(error("0,8"), OffsetsError::OffBoard(0, 8, Size::RENJU));
        assert_eq!(error("h8"), OffsetsError::NotANumber("h8".to_owned()));
        assert_eq!(error("0,999"), OffsetsError::NotANumber("999".to_owned()));
    }
}
