//! The two stones of a turn.

use crate::board::Point;
use crate::rules::nendzyu::are_collinear;

/// Two different points that are not on one line, in no order: a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// The point with the smaller [`index`](Point::index).
    first: Point,
    /// The other one.
    second: Point,
}

impl Pair {
    /// The turn of these points, unless they are on one line.
    #[inline]
    pub fn new(a: Point, b: Point) -> Option<Pair> {
        (!are_collinear(a, b)).then(|| Pair { first: a.min(b), second: a.max(b) })
    }

    /// Both points, always in the same order.
    #[inline]
    pub fn points(self) -> [Point; 2] {
        [self.first, self.second]
    }

    /// Whether `point` is one of them.
    #[inline]
    pub fn has(self, point: Point) -> bool {
        self.first == point || self.second == point
    }

    /// The point beside `point`, if that is one of them.
    pub fn other(self, point: Point) -> Option<Point> {
        match point {
            _ if point == self.first => Some(self.second),
            _ if point == self.second => Some(self.first),
            _ => None,
        }
    }
}
