//! How long a solver may go on.

use std::fmt;

/// When a solver gives up. It knows no clock: whoever has one looks at it in `stop`.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Positions that may be visited.
    pub nodes: u64,
    /// Asked every few hundred positions (well within a millisecond of work): whether to end now.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Budget<'a> {
    /// At most so many positions.
    pub const fn nodes(nodes: u64) -> Budget<'a> {
        Budget { nodes, stop: None }
    }

    /// The same, but it also ends when `stop` says so.
    pub const fn or_when(self, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { stop: Some(stop), ..self }
    }

    /// The same with another number of positions.
    pub(super) const fn with_nodes(self, nodes: u64) -> Budget<'a> {
        Budget { nodes, ..self }
    }

    /// Whether the end has been asked for.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Budget({} nodes{})", self.nodes, if self.stop.is_some() { ", stop" } else { "" })
    }
}
