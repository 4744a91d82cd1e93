//! The stones of every line as words, from which the surroundings of its points are read.

use super::table::{Codes, REACH};
use crate::board::{BySide, Dir, Point, STRIDE, Side, Size, place_on_line};

/// Bit of the first place of a line. Twice the reach lies below it and above the last place, so that
/// the surroundings of all points in the reach of a point are one shift away.
const OFFSET: u32 = 2 * REACH as u32;

/// Number of lines in one direction, up to the next power of two: a mask takes the place of a bounds
/// check.
const LINES: usize = 2 * STRIDE;

/// Bits of the surroundings on one side of a point.
const HALF: u32 = (1 << REACH) - 1;

/// Line words of both sides. A bit is set for a stone, and in both words for what is off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    words: [[BySide<u64>; LINES]; 4],
}

/// A line around a point, far enough for the surroundings of all points in its reach: the point
/// itself is at bit [`OFFSET`].
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    black: u32,
    white: u32,
}

impl Windows {
    /// The lines of an empty board.
    pub(super) fn new(size: Size) -> Windows {
        let off_board = BySide::new(u64::MAX, u64::MAX);
        let mut windows = Windows { words: [[off_board; LINES]; 4] };
        for point in size.points() {
            windows.toggle(point, Side::Black);
            windows.toggle(point, Side::White);
        }
        windows
    }

    /// Puts a stone or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, point: Point, side: Side) {
        for dir in Dir::ALL {
            let (line, place) = place_on_line(dir, point);
            self.words[dir.index()][line % LINES][side] ^= 1 << (place + OFFSET);
        }
    }

    /// The line through `point` in direction `dir`.
    #[inline]
    pub(super) fn stretch(&self, point: Point, dir: Dir) -> Stretch {
        let (line, place) = place_on_line(dir, point);
        let words = &self.words[dir.index()][line % LINES];
        Stretch { black: (words.black >> place) as u32, white: (words.white >> place) as u32 }
    }
}

impl Stretch {
    /// The code of the surroundings of the point that is `steps` (at most the reach) from the middle.
    /// Whatever is on that point itself does not matter.
    #[inline]
    pub(super) fn code(self, steps: i32) -> u32 {
        let shift = (OFFSET - REACH as u32).wrapping_add_signed(steps);
        let (black, white) = (self.black >> shift, self.white >> shift);
        let before = black & HALF | (white & HALF) << REACH;
        let (black, white) = (black >> (REACH + 1), white >> (REACH + 1));
        let after = black & HALF | (white & HALF) << REACH;
        half_before(before as usize) + half_after(after as usize)
    }

    /// This line with a stone more, `steps` from the middle.
    #[inline]
    pub(super) fn with(self, side: Side, steps: i32) -> Stretch {
        let bit = 1 << OFFSET.wrapping_add_signed(steps);
        match side {
            Side::Black => Stretch { black: self.black | bit, ..self },
            Side::White => Stretch { white: self.white | bit, ..self },
        }
    }

    /// The empty points within the reach of the middle, but not the middle itself.
    #[inline]
    pub(super) fn empty(self) -> Steps {
        const MIDDLE: u32 = 1 << REACH;
        let empty = !(self.black | self.white) >> (OFFSET - REACH as u32);
        Steps(empty & (HALF | HALF << (REACH + 1)) & !MIDDLE)
    }

    /// The empty points within the reach of the middle up to where stones of both sides, or the edge,
    /// lie between: beyond, a stone in the middle changes no class.
    #[inline]
    pub(super) fn touched(self) -> Steps {
        const MIDDLE: u32 = OFFSET;
        let up_to_lowest = |word: u32| word ^ word.wrapping_sub(1);
        let down_to_highest = |word: u32| !(u32::MAX >> 1 >> (word | 1).leading_zeros());
        let after = |word: u32| up_to_lowest(word >> (MIDDLE + 1)) << (MIDDLE + 1);
        let before = |word: u32| down_to_highest(word & ((1 << MIDDLE) - 1)) & ((1 << MIDDLE) - 1);
        let after = after(self.black) | after(self.white);
        let before = before(self.black) | before(self.white);
        let Steps(empty) = self.empty();
        Steps(empty & (before | after) >> (OFFSET - REACH as u32))
    }
}

/// Steps from the middle of a stretch, ascending.
#[derive(Clone, Copy)]
pub(super) struct Steps(u32);

impl Iterator for Steps {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as i32 - REACH as i32)
    }
}

/// Number of half surroundings as bits: the black stones in the low ones, the white ones in the high
/// ones, and what is off the board in both.
const HALF_BITS: usize = 1 << (2 * REACH);

/// The part of a code for the points further along the direction: the nearest at the lowest bit.
#[inline]
fn half_after(bits: usize) -> u32 {
    static PARTS: [u16; HALF_BITS] = half_parts(false);
    PARTS[bits & (HALF_BITS - 1)].into()
}

/// The part of a code for the points on the other side: the nearest at the highest bit.
#[inline]
fn half_before(bits: usize) -> u32 {
    static PARTS: [u16; HALF_BITS] = half_parts(true);
    u32::from(PARTS[bits & (HALF_BITS - 1)]) * Codes::HALF_STATES
}

const fn half_parts(before: bool) -> [u16; HALF_BITS] {
    let mut parts = [0; HALF_BITS];
    let mut bits = 0;
    while bits < HALF_BITS {
        let (mut visible, mut digits) = (0, 0);
        while visible < REACH {
            let at = if before { REACH - 1 - visible } else { visible };
            let (black, white) = (bits >> at & 1, bits >> (at + REACH) & 1);
            if black + white == 2 {
                break;
            }
            digits += (black as u32 + 2 * white as u32) * Codes::WEIGHT[visible];
            visible += 1;
        }
        parts[bits] = (Codes::empty(0, visible) + digits) as u16;
        bits += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Position};

    /// The code of a point's surroundings, looked at point by point.
    fn plain_code(position: &Position, point: Point, dir: Dir) -> u32 {
        let size = position.size();
        let (before, after) = size.room(point, dir);
        let mut code = Codes::empty(usize::from(before).min(REACH), usize::from(after).min(REACH));
        for distance in 1..=REACH {
            for is_after in [false, true] {
                let steps = if is_after { distance as i32 } else { -(distance as i32) };
                let stone = size.step(point, dir, steps).and_then(|at| position.stones().at(at));
                code += stone.map_or(0, |side| Codes::stone(side, distance, is_after));
            }
        }
        code
    }

    #[test]
    fn codes_equal_a_look_at_every_point() {
        for (width, height) in [(5, 5), (15, 15), (9, 20), (32, 32)] {
            let size = Size::new(width, height).unwrap();
            let mut position = Position::new(size);
            let mut windows = Windows::new(size);
            let mut random = 7_usize;
            for _ in 0..size.area() / 2 {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e);
                let empty: Vec<Point> = position.stones().empty().iter().collect();
                let point = empty[(random >> 33) % empty.len()];
                windows.toggle(point, position.side());
                position.place(point, &mut NullObserver);
            }
            for point in size.points() {
                for dir in Dir::ALL {
                    let stretch = windows.stretch(point, dir);
                    assert_eq!(stretch.code(0), plain_code(&position, point, dir));
                    for steps in stretch.empty() {
                        let at = size.step(point, dir, steps).unwrap();
                        assert!(position.stones().is_empty_at(at));
                        assert_eq!(stretch.code(steps), plain_code(&position, at, dir));
                    }
                }
            }
        }
    }
}
