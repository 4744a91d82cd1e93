//! What the decider asks about positions.

use crate::board::{Bits, Point, Position};
use crate::opening::{CanonicalOpening, Opening};

/// A point with what is thought of a stone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The point.
    pub point: Point,
    /// The value for the side that puts the stone, in the units of [`Value`](crate::value::Value)'s
    /// bare numbers.
    pub value: i32,
    /// The best reply to it, if one is known.
    pub reply: Option<Point>,
}

/// Judges positions. The engine is behind it in play, and fixed values in tests.
///
/// Values are for the side to move, in units of which about 100 are a clear advantage; sets of
/// points are empty points of the board, none of them forbidden.
pub trait Judge {
    /// The value of a position from which ordinary play goes on.
    fn value(&mut self, position: &Position) -> i32;

    /// The best points of `among` for the side to move, best first: `wanted` of them, or all if
    /// there are fewer.
    fn best(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued>;

    /// The points of `among` after which the position is nearest to even, nearest first: at least
    /// one and at most `wanted`.
    fn nearest(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued>;

    /// The values of `points` after another look at each, in the same order; `None` if there is no
    /// time for all of them, or nothing more to be seen.
    fn looked_at_again(&mut self, _position: &Position, _points: &[Valued]) -> Option<Vec<Valued>> {
        None
    }

    /// Points of `among` that are worth a thought, most promising first: at least one and at most
    /// `wanted`.
    fn candidates(&mut self, opening: &Opening, among: &Bits, wanted: usize) -> Vec<Point>;

    /// Points of `among` from which a position that is known to be even can be reached, if after each
    /// stone until then the other player chooses his colour. `opening` is the same afterwards.
    fn even(&mut self, _opening: &mut Opening, _among: &Bits) -> Bits {
        Bits::EMPTY
    }

    /// Whether a stone is worth a thought where something else may be done too.
    fn considers_stones(&mut self, _opening: &Opening) -> bool {
        true
    }

    /// What is known, without any thought, of an opening of three stones: the value for the first
    /// player.
    fn known(&mut self, _opening: &Opening) -> Option<i32> {
        None
    }

    /// Those of the openings that are worth a thought.
    fn openings(&mut self, all: Vec<CanonicalOpening>) -> Vec<CanonicalOpening> {
        all
    }
}

/// Counts what would be asked, and knows nothing: to see how much time there is for each question.
#[derive(Debug)]
pub struct CountingJudge<'a, J> {
    /// The judge that will be asked.
    pub judge: &'a mut J,
    /// The searches that it would make.
    pub searches: usize,
    /// With more searches than these it is no longer counted carefully.
    pub limit: usize,
}

impl<J: Judge> Judge for CountingJudge<'_, J> {
    fn value(&mut self, _: &Position) -> i32 {
        self.searches += 1;
        0
    }

    fn best(&mut self, _: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        self.searches += 1;
        among.iter().take(wanted).map(|point| Valued { point, value: 0, reply: None }).collect()
    }

    fn nearest(&mut self, _: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        let found: Vec<Point> = among.iter().take(wanted).collect();
        self.searches += found.len();
        found.into_iter().map(|point| Valued { point, value: 0, reply: None }).collect()
    }

    fn looked_at_again(&mut self, _: &Position, points: &[Valued]) -> Option<Vec<Valued>> {
        self.searches += points.len();
        Some(points.to_vec())
    }

    fn candidates(&mut self, _: &Opening, among: &Bits, wanted: usize) -> Vec<Point> {
        // Which points these are makes no difference for the number of questions.
        self.searches += 1;
        let wanted = if self.searches > self.limit { 1 } else { wanted };
        among.iter().take(wanted).collect()
    }

    fn even(&mut self, opening: &mut Opening, among: &Bits) -> Bits {
        self.judge.even(opening, among)
    }

    fn considers_stones(&mut self, opening: &Opening) -> bool {
        self.judge.considers_stones(opening)
    }

    fn known(&mut self, opening: &Opening) -> Option<i32> {
        self.judge.known(opening)
    }

    fn openings(&mut self, all: Vec<CanonicalOpening>) -> Vec<CanonicalOpening> {
        self.judge.openings(all)
    }
}

/// A number for a set of points (Fowler, Noll, Vo: FNV-1a, with a point's index for a byte).
pub(super) fn point_set_number(points: &Bits) -> u64 {
    points.iter().fold(0xcbf2_9ce4_8422_2325, |hash, point| {
        (hash ^ point.index() as u64).wrapping_mul(0x100_0000_01b3)
    })
}
