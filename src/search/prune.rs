//! Margins, reductions and limits: every number that decides what is not searched.
//!
//! Depths are in plies, margins in the units of [`Value`](crate::value::Value).

/// Below this remaining depth a position whose evaluation is far above beta is not searched.
pub(super) const STATIC_DEPTH: i32 = 8;

/// How far above beta an evaluation must be at this depth.
#[inline]
pub(super) const fn static_margin(depth: i32, improving: bool) -> i32 {
    70 * depth - if improving { 50 } else { 0 }
}

/// Below this remaining depth a position whose evaluation is far below alpha is not searched.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// How far below alpha an evaluation must be at this depth.
#[inline]
pub(super) const fn razor_margin(depth: i32) -> i32 {
    150 + 110 * depth
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
    120 - 6 * depth
}

/// Least remaining depth at which a node without a table move is searched a ply less.
pub(super) const REDUCE_WITHOUT_MOVE_DEPTH: i32 = 5;

/// Number of quiet moves after which the rest is not looked at.
#[inline]
pub(super) const fn quiet_limit(depth: i32, improving: bool) -> usize {
    let moves = 6 + 2 * depth * depth;
    (if improving { moves } else { moves * 2 / 3 }) as usize
}

/// Remaining depth up to which [`quiet_limit`] holds.
pub(super) const QUIET_LIMIT_DEPTH: i32 = 8;

/// Remaining depth up to which quiet moves are skipped when the evaluation is far below alpha.
pub(super) const FUTILITY_DEPTH: i32 = 6;

/// Remaining depth up to which moves are skipped that do nothing against a threatened win by fours.
pub(super) const STOPS_DEPTH: i32 = 6;

/// How far below alpha an evaluation must be for futility.
#[inline]
pub(super) const fn futility_margin(depth: i32) -> i32 {
    120 + 80 * depth
}

/// Positions that the solver of fours may visit where the main search ends.
pub(super) const LEAF_FOURS: u64 = 8;

/// Positions that the solver of fours may visit at a node inside the tree.
#[inline]
pub(super) const fn inner_fours(depth: i32) -> u64 {
    let depth = if depth > 8 { 8 } else { depth };
    24 + 12 * (depth * depth) as u64
}

/// Positions that the solver of fours may visit at the root, in one try after the other; between
/// them the limits are looked at.
pub(super) const ROOT_FOURS: [u64; 4] = [500, 2000, 8000, 20_000];

/// Positions that the solver of fours may visit to show how a decided line ends.
pub(super) const LINE_FOURS: u64 = 1000;

/// How many plies late moves are searched shallower, by depth and number of the move.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    /// In 1/1024 of a ply.
    logarithms: [i32; 256],
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut logarithms = [0; 256];
        for (n, entry) in logarithms.iter_mut().enumerate().skip(1) {
            *entry = ((n as f64).ln() * 28.0) as i32;
        }
        Reductions { logarithms }
    }

    /// Plies less for the `number`th move (from 1) at this depth.
    #[inline]
    pub(super) fn plies(&self, depth: i32, number: usize) -> i32 {
        let of_depth = self.logarithms[depth.clamp(0, 255) as usize];
        let of_number = self.logarithms[number.min(255)];
        (of_depth * of_number + 400) / 1024
    }
}
