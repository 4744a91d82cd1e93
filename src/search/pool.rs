//! The threads of a search, and what they keep between searches.

use super::event::{EventSink, Line, NullSink, Progress, SearchReport};
use super::forced::{ForcedWins, Outcome};
use super::limits::{Limits, StopFlag};
use super::tt::Table;
use super::worker::{Memory, NodeCounter, Shared, Worker};
use crate::board::{Position, Reach};
use crate::eval::nnue::{Accumulator, Kernel, Network};
use crate::rules::RuleKind;
use crate::time::Clock;
use std::sync::Arc;
use std::thread;

/// Stack of a helper thread, in bytes: room for the deepest search.
pub const STACK_BYTES: usize = 16 << 20;

/// Positions that a thread may visit in a millisecond.
const A_MILLISECOND: u64 = 1000;
/// Room in the table for each position of a search, in bytes: four entries. A search stores one at most,
/// and what earlier searches of the game have stored is of use too.
const ROOM_BYTES: u64 = 64;

/// Everything that a search keeps between moves: the table, and each thread's statistics.
#[derive(Debug)]
pub struct Pool {
    rule: RuleKind,
    network: Option<Arc<Network>>,
    kernel: Kernel,
    table: Table,
    memories: Vec<Memory>,
    reach: Reach,
    forced_wins: ForcedWins,
}

impl Pool {
    /// A pool for games under `rule`, with a table of `table_bytes` bytes at most and at least one
    /// thread.
    pub fn new(rule: RuleKind, table_bytes: u64, threads: usize) -> Pool {
        let table = Table::new(table_bytes);
        let kernel = Kernel::best();
        let mut pool = Pool {
            rule,
            network: None,
            kernel,
            table,
            memories: Vec::new(),
            reach: Reach::default(),
            forced_wins: ForcedWins::default(),
        };
        pool.memories.resize_with(threads.max(1), Memory::new);
        pool
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Other sizes. The table's content is lost when its size changes.
    pub fn resize(&mut self, table_bytes: u64, threads: usize) {
        if !self.table.is_for(table_bytes) {
            // The old table goes first: at no time are there two.
            self.table = Table::new(0);
            self.table = Table::new(table_bytes);
        }
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Forgets everything that was learnt.
    pub fn clear(&mut self) {
        self.table.clear();
        self.forced_wins.clear();
        for memory in &mut self.memories {
            *memory = Memory::new();
        }
    }

    /// Changes the rule; forgets everything if it is another one.
    pub fn set_rule(&mut self, rule: RuleKind) {
        if self.rule != rule {
            self.rule = rule;
            self.clear();
        }
    }

    /// Values positions with this network, or without one (`None`, as a new pool does), and forgets
    /// everything if that is a change. `kernel`: how its arithmetic is done.
    pub fn set_network(&mut self, network: Option<Arc<Network>>, kernel: Kernel) {
        let hash = |network: &Option<Arc<Network>>| network.as_ref().map(|network| network.hash());
        if hash(&self.network) != hash(&network) {
            self.clear();
        }
        self.network = network;
        self.kernel = kernel;
    }

    /// Considers moves so far from the stones, and forgets everything if that is a change: what was
    /// lost may not be.
    pub fn set_reach(&mut self, reach: Reach) {
        if self.reach != reach {
            self.reach = reach;
            self.clear();
        }
    }

    /// Gives what looks for wins by force first `bytes` of memory; with nothing (0, as a new pool has)
    /// nobody looks for them, and [`Limits::forced_win`] has no effect.
    pub fn set_solver_size(&mut self, bytes: usize) {
        self.forced_wins.resize(bytes);
    }

    /// Part of the table in use, in parts of a thousand.
    pub fn usage(&self) -> u32 {
        self.table.usage()
    }

    /// Takes as much of the table into use as a search within `limits` may need.
    fn make_room(&mut self, limits: &Limits) {
        if self.table.is_crowded() {
            self.table.make_room(2 * self.table.bytes_in_use());
        }
        let threads = self.memories.len() as u64;
        let by_time = limits.time.map(|time| {
            let milliseconds = time.soft.saturating_sub(limits.started).as_millis();
            u64::try_from(milliseconds).unwrap_or(u64::MAX).saturating_mul(A_MILLISECOND * threads)
        });
        let positions = by_time.unwrap_or(u64::MAX).min(limits.nodes.unwrap_or(u64::MAX));
        self.table.make_room(positions.saturating_mul(ROOM_BYTES));
    }

    /// Searches `position` until a limit is reached or `stop` is set. Sets `stop` itself at the
    /// end, for its helper threads.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        sink: &dyn EventSink,
    ) -> SearchReport {
        let forced = self.forced_wins.look(position, self.rule, limits, stop, clock);
        if let Some(report) = forced.as_ref().and_then(|forced| won(forced, limits, clock)) {
            if let Some(line) = report.lines.first() {
                sink.progress(&progress_of(&report, line));
            }
            stop.stop();
            return report;
        }
        // What is left for the search.
        let spent = forced.as_ref().map_or(0, |forced| forced.nodes);
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1));
        let limits = &Limits { nodes, ..limits.clone() };
        self.make_room(limits);
        self.table.age();
        let counters: Vec<NodeCounter> =
            self.memories.iter().map(|_| NodeCounter::default()).collect();
        let reach = self.reach;
        let shared = Shared { table: &self.table, stop, clock, limits, reach, counters: &counters };
        let rule = self.rule;
        let accumulator = || {
            let network = self.network.clone()?;
            Some(Accumulator::with_kernel(position.size(), network, self.kernel))
        };
        let Some((first, helpers)) = self.memories.split_first_mut() else {
            return SearchReport::default();
        };
        let mut report = thread::scope(|scope| {
            for (n, memory) in helpers.iter_mut().enumerate() {
                let (shared, network) = (&shared, accumulator());
                let run = move || {
                    let mut worker = Worker::new(shared, n + 1, position, rule, network, memory);
                    worker.deepen(&NullSink);
                };
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                if let Err(error) = builder.spawn_scoped(scope, run) {
                    log::warn!("search goes on with fewer threads: {error}");
                    break;
                }
            }
            let mut worker = Worker::new(&shared, 0, position, rule, accumulator(), first);
            let found = worker.deepen(sink);
            stop.stop();
            SearchReport {
                lines: found.lines,
                depth: found.depth,
                selective_depth: worker.selective_depth as u32,
                ..SearchReport::default()
            }
        });
        for memory in &mut self.memories {
            memory.history.age();
        }
        report.nodes = spent + shared_nodes(&counters);
        report.elapsed = clock.now().saturating_sub(limits.started);
        let asked = limits.forced_win.is_some();
        report.forced_win = forced.filter(|_| asked).map(|forced| forced.found());
        report
    }
}

/// The report of a search that has ended with a win by force.
fn won(forced: &Outcome, limits: &Limits, clock: &dyn Clock) -> Option<SearchReport> {
    let line = forced.line()?;
    Some(SearchReport {
        depth: line.depth,
        selective_depth: line.depth,
        lines: vec![line],
        nodes: forced.nodes,
        elapsed: clock.now().saturating_sub(limits.started),
        forced_win: limits.forced_win.map(|_| forced.found()),
    })
}

fn progress_of(report: &SearchReport, line: &Line) -> Progress {
    Progress {
        rank: 1,
        line: line.clone(),
        selective_depth: report.selective_depth,
        nodes: report.nodes,
        elapsed: report.elapsed,
    }
}

fn shared_nodes(counters: &[NodeCounter]) -> u64 {
    counters.iter().map(NodeCounter::get).sum()
}
