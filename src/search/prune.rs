//! Margins, reductions and limits: every number that decides what is not searched.
//!
//! Depths are in plies, margins in the units of [`Value`](crate::value::Value). Those numbers that are not
//! round were found by games at 4,000 positions a move between two sets of them, some of which were better
//! by chance: simultaneous perturbation (Spall, 1992), 15,360 games of the three rules with networks.

/// How far outside the window a classic evaluation must be for a network not to be asked.
pub(super) const LAZY_MARGIN: i32 = 300;

/// Below this remaining depth a position whose evaluation is far above beta is not searched.
pub(super) const STATIC_DEPTH: i32 = 8;

/// How far above beta an evaluation must be at this depth.
#[inline]
pub(super) const fn static_margin(depth: i32, improving: bool) -> i32 {
    66 * depth - if improving { 43 } else { 0 }
}

/// How far above beta an evaluation must be at this depth for all moves of a node to be searched a ply
/// less where a value above beta is expected.
#[inline]
pub(super) const fn plenty_margin(depth: i32) -> i32 {
    16 + 15 * depth
}

/// Below this remaining depth a position whose evaluation is far below alpha is not searched.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// How far below alpha an evaluation must be at this depth.
#[inline]
pub(super) const fn razor_margin(depth: i32) -> i32 {
    132 + 100 * depth
}

/// Least remaining depth for a try whether the side to move could even pass.
pub(super) const NULL_DEPTH: i32 = 6;

/// How much shallower the search after a pass is.
#[inline]
pub(super) const fn null_reduction(depth: i32) -> i32 {
    4 + depth / 4
}

/// How far above beta an evaluation must be for that try.
#[inline]
pub(super) const fn null_margin(depth: i32) -> i32 {
    109 - 4 * depth
}

/// Least remaining depth at which a node without a table move is searched a ply less.
pub(super) const REDUCE_WITHOUT_MOVE_DEPTH: i32 = 5;

/// Number of quiet moves after which the rest is not looked at.
#[inline]
pub(super) const fn quiet_limit(depth: i32, improving: bool) -> usize {
    let moves = 6 + 9 * depth * depth / 4;
    (if improving { moves } else { moves * 2 / 3 }) as usize
}

/// How far a quiet move's likelihood may be below that of the likeliest move to be looked at, in 1/256
/// of a natural logarithm.
#[inline]
pub(super) const fn unlikely_limit(depth: i32) -> i32 {
    649 + 103 * depth
}

/// Remaining depth up to which [`quiet_limit`] and [`unlikely_limit`] hold.
pub(super) const QUIET_LIMIT_DEPTH: i32 = 8;

/// Remaining depth up to which quiet moves are skipped when the evaluation is far below alpha.
pub(super) const FUTILITY_DEPTH: i32 = 6;

/// Remaining depth up to which moves are skipped that do nothing against a threatened win by fours.
pub(super) const STOPS_DEPTH: i32 = 6;

/// How far below alpha an evaluation must be for futility.
#[inline]
pub(super) const fn futility_margin(depth: i32) -> i32 {
    121 + 87 * depth
}

/// Positions that the solver of fours may visit for the side to move at a node. Few: what takes
/// more is found by the search itself, in which a four and its answer cost one ply.
pub(super) const FOURS: u64 = 8;

/// Positions that the solver of fours may visit to see what the other side threatens.
pub(super) const THREATENED_FOURS: u64 = 4;

/// Positions that the solver of fours may visit at the root, in one try after the other; between
/// them the limits are looked at.
pub(super) const ROOT_FOURS: [u64; 4] = [500, 2000, 8000, 20_000];

/// Positions that the solver of fours may visit to show how a decided line ends.
pub(super) const LINE_FOURS: u64 = 1000;

/// One ply, where parts of plies are added up.
pub(super) const PLY: i32 = 1024;

/// How much less the later moves of a node are worth a look where the evaluation has not risen since the
/// side's last move.
pub(super) const NOT_IMPROVING: i32 = 1230;

/// How much more moves are worth a look where the exact value matters.
pub(super) const OPEN_WINDOW: i32 = 880;

/// Statistic of a move that is worth a ply, more or less.
pub(super) const HISTORY_PER_PLY: i32 = 4500;

/// How much less a move is worth a look for its likelihood: `gap` is how far it is below that of the
/// likeliest move, in 1/256 of a natural logarithm. In 1/1024 of a ply; negative for moves that are
/// nearly as likely.
#[inline]
pub(super) fn unlikely(gap: i32) -> i32 {
    (gap * 710 / 256 - 880).min(3000)
}

/// Reductions added up, as whole plies.
#[inline]
pub(super) const fn plies(sum: i32) -> i32 {
    const ROUNDING: i32 = 476;
    (sum + ROUNDING) / PLY
}

/// How much shallower late moves are searched, by depth and number of the move.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    logarithms: [i32; 256],
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut logarithms = [0; 256];
        for (n, entry) in logarithms.iter_mut().enumerate().skip(1) {
            *entry = ((n as f64).ln() * 27.2) as i32;
        }
        Reductions { logarithms }
    }

    /// How much less for the `number`th move (from 1) at this depth, in 1/1024 of a ply.
    #[inline]
    pub(super) fn of(&self, depth: i32, number: usize) -> i32 {
        self.logarithms[depth.clamp(0, 255) as usize] * self.logarithms[number.min(255)]
    }
}
