//! Fives: which runs of stones win, under each rule's reading.

use crate::board::{Dir, LineWord, Point, Side, Stones};

/// Which run of stones wins. A run is as long as possible: its ends are not stones of its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FiveCriterion {
    /// Five or more in a run (freestyle; White in renju).
    FiveOrMore,
    /// Exactly five (standard; Black in renju).
    ExactlyFive,
    /// Exactly five of which not both ends are stones of the other side, or six and more. The edge
    /// of the board is no stone. So Piskvork and Gomocup's judge count rule 8.
    Caro,
    /// Exactly five of which not both ends are stones of the other side (rule 9 of both).
    ExactCaro,
}

impl FiveCriterion {
    /// Whether a run of `length` stones wins, `ends_taken` of whose two ends hold stones of the
    /// other side.
    #[inline]
    pub const fn wins(self, length: u32, ends_taken: u32) -> bool {
        match self {
            FiveCriterion::FiveOrMore => length >= 5,
            FiveCriterion::ExactlyFive => length == 5,
            FiveCriterion::Caro => length > 5 || (length == 5 && ends_taken < 2),
            FiveCriterion::ExactCaro => length == 5 && ends_taken < 2,
        }
    }

    /// Whether a stone of the other side at the end of a run can matter.
    #[inline]
    pub const fn looks_at_ends(self) -> bool {
        matches!(self, FiveCriterion::Caro | FiveCriterion::ExactCaro)
    }
}

/// The run of set bits of `stones` through bit `at`, which must be set: bits below `at`, and bits
/// above it.
#[inline]
pub(super) fn run_around(stones: u64, at: u32) -> (u32, u32) {
    debug_assert!(stones >> at & 1 == 1);
    let above = (stones >> at).trailing_ones() - 1;
    let below = (stones << (63 - at)).leading_ones() - 1;
    (below, above)
}

/// Whether a stone of `side` at the asked-for bit of `line` (already there or not) is part of a
/// winning run on that line.
#[inline]
fn wins_on(line: &LineWord, side: Side, criterion: FiveCriterion) -> bool {
    let own = line.stones[side] | 1 << line.at;
    let (below, above) = run_around(own, line.at);
    let length = below + above + 1;
    if length < 5 {
        return false;
    }
    let other = line.stones[!side];
    let ends = (other >> (line.at + above + 1) & 1) + (other >> (line.at - below - 1) & 1);
    criterion.wins(length, ends as u32)
}

/// Whether a stone of `side` on `point` (already there or not) is part of a winning run.
pub fn wins_at(stones: &Stones, point: Point, side: Side, criterion: FiveCriterion) -> bool {
    Dir::ALL.into_iter().any(|dir| wins_on(&stones.line(dir, point), side, criterion))
}

/// The winning run through the stone of `side` on `point`: its points in order, if there is one.
pub fn winning_run(
    stones: &Stones,
    point: Point,
    side: Side,
    criterion: FiveCriterion,
) -> Option<Vec<Point>> {
    let size = stones.size();
    Dir::ALL.into_iter().find_map(|dir| {
        let line = stones.line(dir, point);
        if !wins_on(&line, side, criterion) {
            return None;
        }
        let (below, above) = run_around(line.stones[side] | 1 << line.at, line.at);
        (-(below as i32)..=above as i32).map(|step| size.step(point, dir, step)).collect()
    })
}
