//! How likely a move is by where the last stones are: an answer is mostly near what it answers.

use crate::board::Point;

/// Classes of the way from one point to another: whatever its direction, by the longer and the
/// shorter of its two parts. The first is of all that are too far to matter.
pub const WAYS: usize = 28;

/// Longest part of a way that has a class.
const FAR: usize = 6;

/// Numbers for each class of way, in 1/256 of a natural logarithm.
pub type WayValues = [i16; WAYS];

/// How likely a move is by its way from the last stone of either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// From the last stone of the side to move.
    pub own: WayValues,
    /// From the stone to be answered.
    pub other: WayValues,
}

impl Nearby {
    /// Numbers set by hand: the nearer, the likelier.
    pub(super) fn by_hand() -> Nearby {
        let value = |way: usize| if way == 0 { 0 } else { 200 - 5 * way as i16 };
        Nearby { own: std::array::from_fn(value), other: std::array::from_fn(value) }
    }
}

/// The class of the way between two points.
#[inline]
pub fn way(from: Point, to: Point) -> usize {
    let columns = from.x().abs_diff(to.x());
    let rows = from.y().abs_diff(to.y());
    let short = usize::from(columns.min(rows));
    let long = usize::from(columns.max(rows));
    if long > FAR { 0 } else { long * (long + 1) / 2 + short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_do_not_depend_on_the_direction() {
        let middle = Point::at(15, 15);
        let mut seen = [false; WAYS];
        for column in 0..31_u8 {
            for row in 0..31_u8 {
                let class = way(middle, Point::at(column, row));
                seen[class] = true;
                assert_eq!(class, way(Point::at(column, row), middle));
                assert_eq!(class, way(middle, Point::at(30 - column, row)));
                assert_eq!(class, way(middle, Point::at(row, column)));
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }
}
