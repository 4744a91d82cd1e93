//! Black's forbidden points in renju: exact, on line words, with the recursion that real threes
//! need.
//!
//! Source: the International Rules of Renju, RIF 1996, sections 9.2 and 9.3. A point where Black
//! makes exactly five is never forbidden. A three counts only when the stone that would turn it
//! into a straight four is itself allowed in the position with the first stone on the board, and
//! does not make a five at the same time.

use super::win::run_around;
use crate::board::{Bits, Dir, Point, Side, Stones};
use std::fmt;

/// Why a point is forbidden to Black. Where several reasons hold, the first of this order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Six or more in a run.
    Overline,
    /// Two or more fours with one stone.
    DoubleFour,
    /// Two or more real threes with one stone.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double four",
            Forbidden::DoubleThree => "double three",
        })
    }
}

/// What a black stone on a point would be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It makes exactly five: allowed, and it wins.
    Five,
    /// It is allowed.
    Allowed,
    /// It is forbidden.
    Forbidden(Forbidden),
}

/// A black stone that is thought to be on the board, and those thought of before it.
pub(super) struct Imagined<'a> {
    pub(super) point: Point,
    pub(super) before: Option<&'a Imagined<'a>>,
}

/// A line with the imagined stones on it.
pub(super) struct Line {
    pub(super) black: u64,
    pub(super) empty: u64,
    pub(super) at: u32,
}

/// Why a black stone on `point` is forbidden, if it is. The point is empty or holds that very
/// stone; all other stones are as they stand.
pub fn judge(stones: &Stones, point: Point) -> Option<Forbidden> {
    match verdict(stones, &Imagined { point, before: None }) {
        Verdict::Forbidden(kind) => Some(kind),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// All empty points that are forbidden to Black, whoever is to move.
pub fn all(stones: &Stones) -> Bits {
    stones.empty().iter().filter(|&point| judge(stones, point).is_some()).collect()
}

pub(super) fn verdict(stones: &Stones, stone: &Imagined<'_>) -> Verdict {
    let lines = Dir::ALL.map(|dir| line_with(stones, dir, stone));
    let mut overline = false;
    for line in &lines {
        let (below, above) = run_around(line.black, line.at);
        match below + above + 1 {
            5 => return Verdict::Five,
            6.. => overline = true,
            _ => {}
        }
    }
    if overline {
        return Verdict::Forbidden(Forbidden::Overline);
    }
    if lines.iter().map(count_fours).sum::<usize>() >= 2 {
        return Verdict::Forbidden(Forbidden::DoubleFour);
    }
    if has_two_real_threes(stones, stone, &lines) {
        return Verdict::Forbidden(Forbidden::DoubleThree);
    }
    Verdict::Allowed
}

/// The line through the last imagined stone, with all imagined stones that lie on it.
pub(super) fn line_with(stones: &Stones, dir: Dir, stone: &Imagined<'_>) -> Line {
    let word = stones.line(dir, stone.point);
    let mut black = word.stones[Side::Black] | 1 << word.at;
    let mut before = stone.before;
    while let Some(other) = before {
        let dx = i32::from(other.point.x()) - i32::from(stone.point.x());
        let dy = i32::from(other.point.y()) - i32::from(stone.point.y());
        let steps = match dir {
            Dir::Row if dy == 0 => Some(dx),
            Dir::Column if dx == 0 => Some(dy),
            Dir::Falling if dx == dy => Some(dx),
            Dir::Rising if dx == -dy => Some(dx),
            _ => None,
        };
        if let Some(steps) = steps {
            black |= 1 << (word.at as i32 + steps);
        }
        before = other.before;
    }
    let empty = word.board & !(black | word.stones[Side::White]);
    Line { black, empty, at: word.at }
}

/// How many fours the stone at `at` is part of on this line: different sets of four stones that one
/// more stone makes exactly five. A straight four is one set with two such stones.
fn count_fours(line: &Line) -> usize {
    let mut found = [0; 2];
    let mut count = 0;
    for start in line.at - 4..=line.at {
        let window = 0b11111 << start;
        let four = line.black & window;
        let makes_exactly_five = line.black & (1 << (start - 1) | 1 << (start + 5)) == 0;
        if four.count_ones() == 4
            && line.empty & window != 0
            && makes_exactly_five
            && !found[..count].contains(&four)
        {
            found[count] = four;
            count += 1;
            if count == 2 {
                break;
            }
        }
    }
    count
}

/// A set of three stones on a line and the point that turns it into a straight four.
pub(super) struct Three {
    pub(super) stones: u64,
    pub(super) completion: u32,
}

/// The ways in which the stone at `at` is part of a three on this line, by the shape alone.
pub(super) fn threes(line: &Line) -> arrayvec::ArrayVec<Three, 4> {
    let mut found = arrayvec::ArrayVec::new();
    for start in line.at - 3..=line.at {
        let window = 0b1111 << start;
        let three = line.black & window;
        let hole = line.empty & window;
        let ends = 1 << (start - 1) | 1 << (start + 4);
        let beyond = 1 << (start - 2) | 1 << (start + 5);
        if three.count_ones() == 3
            && hole != 0
            && line.empty & ends == ends
            && line.black & beyond == 0
        {
            found.push(Three { stones: three, completion: hole.trailing_zeros() });
        }
    }
    found
}

fn has_two_real_threes(stones: &Stones, stone: &Imagined<'_>, lines: &[Line; 4]) -> bool {
    let shapes = Dir::ALL.map(|dir| threes(&lines[dir.index()]));
    // Most points fail here, before any recursion. Two sets on one line are two threes.
    let sets = |shapes: &[Three]| match shapes {
        [] => 0,
        [first, rest @ ..] => {
            1 + usize::from(rest.iter().any(|three| three.stones != first.stones))
        }
    };
    if shapes.iter().map(|shapes| sets(shapes)).sum::<usize>() < 2 {
        return false;
    }
    let mut real = 0;
    for dir in Dir::ALL {
        let line = &lines[dir.index()];
        let mut counted: arrayvec::ArrayVec<u64, 4> = arrayvec::ArrayVec::new();
        for three in &shapes[dir.index()] {
            if counted.contains(&three.stones) {
                continue;
            }
            let steps = three.completion as i32 - line.at as i32;
            let Some(point) = stones.size().step(stone.point, dir, steps) else { continue };
            let completion = Imagined { point, before: Some(stone) };
            if verdict(stones, &completion) == Verdict::Allowed {
                counted.push(three.stones);
                real += 1;
                if real == 2 {
                    return true;
                }
            }
        }
    }
    false
}
