//! Thinking in the other side's turn: from the engine's move until the next line.
//!
//! It is about the position after the reply that is expected, and has no answer: what it leaves in
//! the table makes the next search deeper, whether or not the reply comes.

use super::Session;
use crate::board::{NullObserver, Position};
use crate::search::{Limits, NullSink, SearchReport};
use std::io::Write;
use std::sync::Arc;

impl<W: Write> Session<W> {
    /// Goes on thinking after the engine's move, if that is wanted and of use.
    pub(super) fn ponder(&mut self, report: &SearchReport) {
        // With wins by force first the table is smaller: it would be lost twice in every turn.
        let is_wanted = self.settings.pondering
            && self.settings.strength.is_none()
            && self.settings.forced_win.is_none();
        let is_leaving = self.closing.is_some() || self.leaving || self.output.is_closed();
        if !is_wanted || is_leaving || !self.waiting.is_empty() || self.is_over() {
            return;
        }
        let limits = Limits {
            started: self.clock.now(),
            depth: self.settings.max_depth,
            nodes: self.settings.max_nodes,
            ..Limits::default()
        };
        let position = self.expected_position(report);
        let thinking =
            self.engine.think_about(position, limits, Arc::clone(&self.clock), Arc::new(NullSink));
        self.pondering = Some(thinking);
    }

    /// Ends the thinking in the other side's turn, if there is any.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(thinking) = self.pondering.take() {
            thinking.stop();
            self.engine.finish(thinking);
        }
    }

    /// The position after the reply that the search expects; the present one where it expects none,
    /// or where the reply would end the game.
    fn expected_position(&self, report: &SearchReport) -> Position {
        let now = self.engine.position();
        let reply = report.lines.first().and_then(|line| line.moves.get(1)).copied();
        let Some(reply) = reply.filter(|_| !self.engine.rule().has_long_turns()) else {
            return now.clone();
        };
        let rule = self.engine.rule().rule();
        let mut after = now.clone();
        let placed = rule.try_play(&mut after, reply, &mut NullObserver).is_ok();
        if placed && rule.outcome(&after).is_none() { after } else { now.clone() }
    }

    /// Whether the game on the board has ended.
    fn is_over(&self) -> bool {
        self.engine.outcome().is_some()
    }
}

impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        if let Some(thinking) = &self.pondering {
            thinking.stop();
        }
    }
}
