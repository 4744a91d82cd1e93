//! The threads of a search.

use super::event::{EventSink, Line, Progress, SearchReport};
use super::limits::{Limits, StopFlag};
use crate::board::Position;
use crate::rules::RuleKind;
use crate::time::Clock;
use crate::value::Value;

/// Everything that a search keeps between moves: the table and one worker a thread.
#[derive(Debug)]
pub struct Pool {
    rule: RuleKind,
    threads: usize,
}

impl Pool {
    /// A pool for games under `rule`. `table_bytes` and `threads` as [`Pool::resize`].
    pub fn new(rule: RuleKind, table_bytes: u64, threads: usize) -> Pool {
        let _ = table_bytes;
        Pool { rule, threads }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Other sizes. The table's content is lost when its size changes.
    pub fn resize(&mut self, table_bytes: u64, threads: usize) {
        let _ = table_bytes;
        self.threads = threads;
    }

    /// Forgets everything that was learnt.
    pub fn clear(&mut self) {}

    /// Changes the rule; forgets everything if it is another one.
    pub fn set_rule(&mut self, rule: RuleKind) {
        self.rule = rule;
    }

    /// Part of the table in use, in parts of a thousand.
    pub fn usage(&self) -> u32 {
        0
    }

    /// Searches `position` until a limit is reached or `stop` is set.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        sink: &dyn EventSink,
    ) -> SearchReport {
        // Placeholder until the search lands: the first legal point, thinking until the limits end.
        let rule = self.rule.rule();
        let best = position
            .stones()
            .empty()
            .iter()
            .filter(|&p| !limits.excluded.contains(p))
            .find(|&p| rule.check_move(position, p).is_ok());
        let line = best.map(|p| Line { value: Value::DRAW, depth: 1, moves: vec![p] });
        if let Some(line) = &line {
            sink.progress(&Progress {
                rank: 1,
                line: line.clone(),
                selective_depth: 1,
                nodes: 1,
                elapsed: clock.now().saturating_sub(limits.started),
            });
        }
        if limits.nodes.is_none() && limits.depth.is_none() {
            while !stop.is_stopped() && limits.time.is_none_or(|t| clock.now() < t.soft) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        SearchReport {
            lines: line.into_iter().collect(),
            depth: 1,
            selective_depth: 1,
            nodes: 1,
            elapsed: clock.now().saturating_sub(limits.started),
        }
    }
}
