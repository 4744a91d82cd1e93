//! What a stone changes of the threats at points, found by point while the points around it are walked.

use super::cells::{Delta, boxed};
use super::shape::threat_row;
use crate::board::{MAX_POINTS, Point, Side};
use crate::pattern::{MOST_THREAT_CHANGES, Threat, ThreatChange};
use arrayvec::ArrayVec;

/// The changes by one stone, in chains by point: those of a point must stand in a row among all that the
/// stone changes there.
#[derive(Clone, Debug)]
pub(super) struct ThreatDeltas {
    /// The last change at each point, counted from 1; 0 where there is none.
    last: Box<[u8; MAX_POINTS]>,
    /// The changes, each with the one before it at the same point.
    changes: ArrayVec<(Delta, u8), MOST_THREAT_CHANGES>,
}

const _: () = assert!(MOST_THREAT_CHANGES <= u8::MAX as usize);

/// One threat takes the place of another.
#[inline]
pub(super) fn threat_delta(point: Point, side: Side, was: Threat, is: Threat) -> Delta {
    Delta {
        cell: point.index() as u16,
        removed: threat_row(side, was),
        added: threat_row(side, is),
    }
}

impl ThreatDeltas {
    /// None.
    pub(super) fn new() -> ThreatDeltas {
        ThreatDeltas { last: boxed(0), changes: ArrayVec::new() }
    }

    /// Takes note of the changes of a stone.
    #[inline]
    pub(super) fn note(&mut self, changes: &[ThreatChange]) {
        for &ThreatChange { point, side, was, is } in changes {
            let last = &mut self.last[point.index() & (MAX_POINTS - 1)];
            self.changes.push((threat_delta(point, side, was, is), *last));
            *last = self.changes.len() as u8;
        }
    }

    /// Moves the changes at a point to the end of `deltas`.
    #[inline]
    pub(super) fn take<const N: usize>(&mut self, cell: usize, deltas: &mut ArrayVec<Delta, N>) {
        let mut last = std::mem::take(&mut self.last[cell & (MAX_POINTS - 1)]);
        while let Some(&(delta, before)) = self.changes.get(usize::from(last).wrapping_sub(1)) {
            deltas.push(delta);
            last = before;
        }
    }

    /// Moves those changes to the end of `deltas` that nobody has taken, and forgets all.
    #[inline]
    pub(super) fn take_rest<const N: usize>(&mut self, deltas: &mut ArrayVec<Delta, N>) {
        for n in 0..self.changes.len() {
            let cell = usize::from(self.changes[n].0.cell);
            self.take(cell, deltas);
        }
        self.changes.clear();
    }
}
