//! When a search ends, and what it looks for.

use crate::board::Bits;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Moments on the search's clock at which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search ends at this.
    pub hard: Duration,
    /// Whether time that is not used will be of use later. Then a best move that stays the same
    /// ends the search before `soft`, and one in doubt lets it go on for longer.
    pub saved: bool,
}

impl TimeLimit {
    /// All of the time up to `end`, and no more.
    pub const fn until(end: Duration) -> TimeLimit {
        TimeLimit { soft: end, hard: end, saved: false }
    }
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The best move, or the best few.
    #[default]
    Best,
    /// The one move after which the position's value for the side that made it is nearest to this
    /// (centipawn-like units).
    BalanceOne(i32),
    /// The two moves (one of each side) after which the value for the side now to move is nearest
    /// to this.
    BalanceTwo(i32),
}

/// A way to win by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedWin {
    /// By fours alone (VCF).
    Fours,
    /// By fours and threes (VCT).
    Threats,
}

/// When a search ends, and what it looks for. Whichever limit is reached first ends it; without
/// any it goes on until it is stopped or the largest depth is reached.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the search was asked for, on its clock. Reports count from here.
    pub started: Duration,
    /// Time limits.
    pub time: Option<TimeLimit>,
    /// Positions visited, by all threads together.
    pub nodes: Option<u64>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// How many best moves are wanted.
    pub lines: NonZeroUsize,
    /// Points that are not considered as the first move.
    pub excluded: Bits,
    /// What to look for.
    pub goal: Goal,
    /// Whether to go on when there is nothing to decide (one move, a known win): for analysis.
    pub exhaustive: bool,
    /// What is tried before anything else, where one best move is wanted: to prove a win of this
    /// kind, with half of the time and of the positions at most. Only where that fails is there a
    /// search for the best move. Without a wish, a search within limits of time or positions has a
    /// short look for wins by threats first.
    pub forced_win: Option<ForcedWin>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            started: Duration::ZERO,
            time: None,
            nodes: None,
            depth: None,
            lines: NonZeroUsize::MIN,
            excluded: Bits::EMPTY,
            goal: Goal::Best,
            exhaustive: false,
            forced_win: None,
        }
    }
}

/// A flag by which any thread ends a search. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Ends the search. It answers with the best move found so far.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
