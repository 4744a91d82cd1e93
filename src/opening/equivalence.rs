//! When two offered moves are the same.
//!
//! What counts is the pattern of the stones, wherever on the board it lies: two points are the same
//! move when a rotation or mirror followed by a shift maps the black stones to themselves, the
//! white stones to themselves, and one point to the other. The board's own eight symmetries are
//! another question (and [`Symmetry`](crate::board::Symmetry) another type): with the stones h8,
//! h9, h7, h6 the points g8 and g7 are the same, though no symmetry of the board exchanges them.

use crate::board::{Bits, Point, Size};

/// The eight rotations and mirrors as matrices.
const LINEAR: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
];

/// A rotation or mirror followed by a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Motion {
    linear: [i32; 4],
    shift: (i32, i32),
}

impl Motion {
    /// The motion with this linear part that takes `from` to `to`.
    fn taking(linear: [i32; 4], from: Point, to: Point) -> Motion {
        let unshifted = Motion { linear, shift: (0, 0) }.apply(from);
        let shift = (i32::from(to.x()) - unshifted.0, i32::from(to.y()) - unshifted.1);
        Motion { linear, shift }
    }

    fn apply(self, point: Point) -> (i32, i32) {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        let [a, b, c, d] = self.linear;
        (a * x + b * y + self.shift.0, c * x + d * y + self.shift.1)
    }

    /// Whether it maps these stones to themselves.
    fn keeps(self, stones: &[Point]) -> bool {
        stones.iter().all(|&stone| {
            let image = self.apply(stone);
            stones.iter().any(|other| (i32::from(other.x()), i32::from(other.y())) == image)
        })
    }
}

/// The motions that map the stones before an offer to themselves, colour by colour.
#[derive(Clone, Debug)]
pub struct Equivalence {
    size: Size,
    motions: Vec<Motion>,
}

impl Equivalence {
    /// The equivalence of moves in a position with these stones. Without any stone nothing is
    /// equivalent: there is no pattern yet.
    pub fn new(size: Size, black: &[Point], white: &[Point]) -> Equivalence {
        // A motion of finitely many stones is settled by the image of one of them.
        let anchors = if white.is_empty() { black } else { white };
        let mut motions = Vec::new();
        for linear in LINEAR {
            for &image in anchors {
                let motion = Motion::taking(linear, anchors[0], image);
                if motion.keeps(black) && motion.keeps(white) {
                    motions.push(motion);
                }
            }
        }
        if anchors.is_empty() {
            motions.push(Motion { linear: LINEAR[0], shift: (0, 0) });
        }
        Equivalence { size, motions }
    }

    /// The equivalence after these stones, black and white in turn, black first.
    pub fn after(size: Size, stones: &[Point]) -> Equivalence {
        let colour = |skip| stones.iter().skip(skip).step_by(2).copied().collect::<Vec<_>>();
        Equivalence::new(size, &colour(0), &colour(1))
    }

    /// How many motions keep the stones, the one that moves nothing included.
    pub fn order(&self) -> usize {
        self.motions.len()
    }

    /// Every point of the board that is the same move as `point`, itself included.
    pub fn equivalent(&self, point: Point) -> Bits {
        let mut same = Bits::EMPTY;
        for motion in &self.motions {
            let (x, y) = motion.apply(point);
            if let Some(image) = self.size.point(x, y) {
                same.insert(image);
            }
        }
        same
    }

    /// Whether the two points are the same move.
    pub fn are_equivalent(&self, one: Point, other: Point) -> bool {
        self.equivalent(one).contains(other)
    }

    /// One point of each class among `points`: the first in row order.
    pub fn representatives(&self, points: Bits) -> Vec<Point> {
        let mut left = points;
        let mut found = Vec::new();
        while let Some(point) = left.first() {
            found.push(point);
            left -= self.equivalent(point);
            left.remove(point);
        }
        found
    }

    /// The first two of `points` that are the same move, if there are any: such an offer is not
    /// valid.
    pub fn first_pair(&self, points: &[Point]) -> Option<(Point, Point)> {
        points.iter().enumerate().find_map(|(n, &later)| {
            let same = self.equivalent(later);
            points[..n].iter().find(|&&earlier| same.contains(earlier)).map(|&e| (e, later))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pos::{name, parse_moves};

    /// Points, as `g8 i7`.
    fn points(text: &str) -> Vec<Point> {
        parse_moves(text, Size::RENJU).unwrap()
    }

    fn names(set: Bits) -> String {
        let mut names: Vec<String> = set.iter().map(|p| name(p, Size::RENJU)).collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn worked_examples() {
        // Stones, classes among the empty points, sets of equivalent points.
        for (stones, classes, sets) in [
            ("h8h9h10h7", 116, &["g8 i8", "h11"][..]),
            ("h8h9h7h6", 62, &["g7 g8 i7 i8", "g6 g9 i6 i9", "h10 h5", "e15 k15"]),
            ("h8h9i7i6", 125, &["g8 j7", "h7 i8", "e9 l6"]),
            ("h8h9i9i8", 69, &["g8 h7 i10 j9", "g10 j7"]),
            ("h8h9i9g7", 221, &["g8", "a1"]),
            ("h8i9f6j10", 116, &["g8 h7", "i7 g9"]),
        ] {
            let stones = points(stones);
            let same = Equivalence::after(Size::RENJU, &stones);
            let mut empty = Bits::board(Size::RENJU);
            stones.iter().for_each(|&stone| empty.remove(stone));
            assert_eq!(same.representatives(empty).len(), classes, "{stones:?}");
            for set in sets {
                let set = points(set);
                let mut expected = Bits::EMPTY;
                set.iter().for_each(|&point| expected.insert(point));
                for &point in &set {
                    assert_eq!(names(same.equivalent(point)), names(expected));
                }
            }
        }
    }

    #[test]
    fn a_pair_of_equal_offers_is_found() {
        let same = Equivalence::after(Size::RENJU, &points("h8h9h7h6"));
        let pair = same.first_pair(&points("a1g8g9i7"));
        assert_eq!(pair, Some((points("g8")[0], points("i7")[0])));
        assert_eq!(same.first_pair(&points("g8g9")), None);
    }

    #[test]
    fn no_stones_make_nothing_equal() {
        let same = Equivalence::after(Size::RENJU, &[]);
        assert_eq!((same.order(), same.equivalent(Point::at(3, 4)).len()), (1, 1));
    }
}
