//! What a search tells while it runs and when it has ended.

use crate::board::Point;
use crate::value::Value;
use std::time::Duration;

/// One of the best moves, with what is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Value for the side to move at the root.
    pub value: Value,
    /// Depth of the iteration that found it, in plies.
    pub depth: u32,
    /// The expected moves, the best move first; never empty.
    pub moves: Vec<Point>,
}

/// One line of one iteration.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Which of the best moves this is, from 1.
    pub rank: usize,
    /// The line, its value and depth.
    pub line: Line,
    /// Longest line looked at, in plies.
    pub selective_depth: u32,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
}

/// What came of looking for a win by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedWinFound {
    /// There is one: it is the best line.
    Yes,
    /// There is none, among the threats that are considered.
    No,
    /// Time or positions ran out before an answer.
    Unknown,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchReport {
    /// The best lines, best first. Empty only when there is no legal move. A
    /// [`BalanceTwo`](super::Goal::BalanceTwo) line begins with the two moves.
    pub lines: Vec<Line>,
    /// Depth of the last whole iteration, in plies.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub selective_depth: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// What came of looking for a win by force first; `None` when that was not asked for.
    pub forced_win: Option<ForcedWinFound>,
}

impl SearchReport {
    /// The move to play, unless there is no legal one.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The first `stones` stones of the best line: the turn to play, where a turn has so many.
    pub fn turn(&self, stones: u8) -> Option<&[Point]> {
        self.lines.first()?.moves.get(..usize::from(stones))
    }

    /// The value of the best move.
    pub fn value(&self) -> Option<Value> {
        self.lines.first().map(|line| line.value)
    }
}

/// Takes what a search tells. Called from the search's thread.
pub trait EventSink: Send + Sync {
    /// An iteration (one line of it) is done.
    fn progress(&self, _progress: &Progress) {}

    /// The search has ended; its result can be fetched without waiting.
    fn finished(&self) {}
}

/// Takes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl EventSink for NullSink {}
