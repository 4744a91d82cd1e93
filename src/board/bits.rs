//! Sets of points.

use super::point::{MAX_SIZE, Point, Size};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of points: one word a row, one bit a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bits {
    rows: [u32; MAX_SIZE as usize],
}

impl Bits {
    /// The empty set.
    pub const EMPTY: Bits = Bits { rows: [0; MAX_SIZE as usize] };

    /// All points of a board.
    pub fn board(size: Size) -> Bits {
        let mut all = Bits::EMPTY;
        let row = (u64::MAX >> (64 - u32::from(size.width()))) as u32;
        all.rows[..usize::from(size.height())].fill(row);
        all
    }

    /// Whether `point` is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[usize::from(point.y()) & 31] >> point.x() & 1 != 0
    }

    /// Adds `point`.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.rows[usize::from(point.y()) & 31] |= 1 << point.x();
    }

    /// Takes `point` out.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.rows[usize::from(point.y()) & 31] &= !(1 << point.x());
    }

    /// Whether the set has no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Any one point: the first in row order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row.
    #[inline]
    pub fn iter(&self) -> BitsIter {
        BitsIter { rows: self.rows, row: 0 }
    }

    /// Every point from which a point of this set is at most `steps` king's moves away, itself
    /// included. Points outside the board may appear; intersect with the board.
    pub fn grown(&self, steps: u32) -> Bits {
        let mut grown = *self;
        for _ in 0..steps {
            let mut wide = grown;
            for row in &mut wide.rows {
                *row |= *row << 1 | *row >> 1;
            }
            grown = wide;
            for y in 0..MAX_SIZE as usize {
                if y > 0 {
                    grown.rows[y] |= wide.rows[y - 1];
                }
                if y + 1 < MAX_SIZE as usize {
                    grown.rows[y] |= wide.rows[y + 1];
                }
            }
        }
        grown
    }

    /// The points that are exactly `steps` steps from a point of this set along one of the eight
    /// half-lines. Points outside the board may appear; intersect with the board.
    pub fn ringed(&self, steps: usize) -> Bits {
        let mut ring = Bits::EMPTY;
        for y in 0..MAX_SIZE as usize {
            let row = self.rows[y];
            if row == 0 {
                continue;
            }
            let sides = row << steps | row >> steps;
            ring.rows[y] |= sides;
            if y >= steps {
                ring.rows[y - steps] |= sides | row;
            }
            if y + steps < MAX_SIZE as usize {
                ring.rows[y + steps] |= sides | row;
            }
        }
        ring
    }
}

impl Default for Bits {
    fn default() -> Bits {
        Bits::EMPTY
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            *row |= more;
        }
    }
}

impl BitOr for Bits {
    type Output = Bits;

    #[inline]
    fn bitor(mut self, other: Bits) -> Bits {
        self |= other;
        self
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Bits) {
        for (row, mask) in self.rows.iter_mut().zip(other.rows) {
            *row &= mask;
        }
    }
}

impl BitAnd for Bits {
    type Output = Bits;

    #[inline]
    fn bitand(mut self, other: Bits) -> Bits {
        self &= other;
        self
    }
}

impl SubAssign for Bits {
    #[inline]
    fn sub_assign(&mut self, other: Bits) {
        for (row, taken) in self.rows.iter_mut().zip(other.rows) {
            *row &= !taken;
        }
    }
}

impl Sub for Bits {
    type Output = Bits;

    /// The points of the first set that are not in the second.
    #[inline]
    fn sub(mut self, other: Bits) -> Bits {
        self -= other;
        self
    }
}

impl FromIterator<Point> for Bits {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Bits {
        let mut bits = Bits::EMPTY;
        for point in points {
            bits.insert(point);
        }
        bits
    }
}

impl IntoIterator for Bits {
    type Item = Point;
    type IntoIter = BitsIter;

    fn into_iter(self) -> BitsIter {
        self.iter()
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The points of a [`Bits`], row by row.
#[derive(Clone)]
pub struct BitsIter {
    rows: [u32; MAX_SIZE as usize],
    row: usize,
}

impl Iterator for BitsIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.row < MAX_SIZE as usize {
            let word = self.rows[self.row];
            if word != 0 {
                self.rows[self.row] = word & (word - 1);
                return Point::new(word.trailing_zeros() as u8, self.row as u8);
            }
            self.row += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_points_and_no_others() {
        for (width, height) in [(5, 5), (32, 32), (15, 9)] {
            let size = Size::new(width, height).unwrap();
            let all = Bits::board(size);
            assert_eq!(all.len(), size.area());
            assert!(all.iter().eq(size.points()));
        }
    }

    #[test]
    fn growing_and_rings_agree_with_distances() {
        let size = Size::new(12, 10).unwrap();
        let from = Point::at(4, 5);
        let set: Bits = [from].into_iter().collect();
        for steps in 1..4_u8 {
            let grown = set.grown(u32::from(steps)) & Bits::board(size);
            let ring = set.ringed(usize::from(steps)) & Bits::board(size);
            for point in size.points() {
                let (dx, dy) = (point.x().abs_diff(4), point.y().abs_diff(5));
                assert_eq!(grown.contains(point), dx.max(dy) <= steps);
                let on_line = dx == 0 || dy == 0 || dx == dy;
                assert_eq!(ring.contains(point), on_line && dx.max(dy) == steps);
            }
        }
    }
}
