//! The part of the board on which a stone of the opening may be put.

use crate::board::{Bits, Point, Size};
use std::fmt;

/// A part of the board, measured from its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// All of it.
    Anywhere,
    /// The square of this odd side around the middle.
    Square(u8),
    /// All but the square of this odd side around the middle.
    Outside(u8),
}

impl Region {
    /// Whether `point` lies in it.
    pub fn contains(self, size: Size, point: Point) -> bool {
        let middle = size.center();
        let distance = point.x().abs_diff(middle.x()).max(point.y().abs_diff(middle.y()));
        size.contains(point)
            && match self {
                Region::Anywhere => true,
                Region::Square(side) => distance <= side / 2,
                Region::Outside(side) => distance > side / 2,
            }
    }

    /// Its points.
    pub fn points(self, size: Size) -> Bits {
        let mut points = Bits::EMPTY;
        for point in size.points().filter(|&point| self.contains(size, point)) {
            points.insert(point);
        }
        points
    }
}

impl fmt::Display for Region {
    /// As a table writes it: `any`, `5`, `outside 5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Region::Anywhere => f.write_str("any"),
            Region::Square(side) => side.fmt(f),
            Region::Outside(side) => write!(f, "outside {side}"),
        }
    }
}
