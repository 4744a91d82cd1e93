//! One thread's own part of a search: its scene, stack and statistics.

use super::history::History;
use super::judge::Judge;
use super::limits::{Limits, StopFlag};
use super::picker::Scored;
use super::prune::Reductions;
use super::tt::Table;
use crate::board::{Bits, Point, Position, Reach};
use crate::eval::Weights;
use crate::eval::nnue::Accumulator;
use crate::pattern::Scene;
use crate::rules::RuleKind;
use crate::threat::Vcf;
use crate::time::Clock;
use crate::value::{Value, Window};
use std::sync::atomic::{AtomicU64, Ordering};

/// Deepest ply that is searched.
pub(super) const MAX_PLY: usize = 250;

/// The search was ended from outside or by a limit; what the node was doing is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What a node leaves for those around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The expected moves from here on, of nodes with an open window.
    pub(super) line: Vec<Point>,
    /// Quiet moves that refuted siblings.
    pub(super) killers: [Option<Point>; 2],
    /// The static evaluation, unless the node had nothing to evaluate.
    pub(super) evaluation: Option<Value>,
    /// Whether the node was reached by a pass.
    pub(super) passed: bool,
}

/// A counter of its own cache line, so that threads do not disturb one another.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct NodeCounter(AtomicU64);

impl NodeCounter {
    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    #[inline]
    fn add(&self, nodes: u64) {
        // One thread writes, others read: no need for an atomic addition.
        self.0.store(self.0.load(Ordering::Relaxed) + nodes, Ordering::Relaxed);
    }
}

/// What all threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) stop: &'a StopFlag,
    pub(super) clock: &'a dyn Clock,
    pub(super) limits: &'a Limits,
    /// How far from the stones moves are considered.
    pub(super) reach: Reach,
    pub(super) counters: &'a [NodeCounter],
}

impl Shared<'_> {
    /// Positions visited by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(NodeCounter::get).sum()
    }
}

/// What one thread keeps from search to search.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) history: History,
    pub(super) vcf: Vcf,
    frames: Vec<Frame>,
    moves: Vec<Scored>,
    reductions: Reductions,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            history: History::new(),
            vcf: Vcf::new(),
            frames: vec![Frame::default(); MAX_PLY + 2],
            moves: Vec::with_capacity(4096),
            reductions: Reductions::new(),
        }
    }
}

/// One thread of one search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// 0: the thread that watches limits and reports.
    pub(super) index: usize,
    pub(super) scene: Scene,
    pub(super) judge: Judge,
    pub(super) history: &'a mut History,
    pub(super) vcf: &'a mut Vcf,
    pub(super) frames: &'a mut [Frame],
    pub(super) moves: &'a mut Vec<Scored>,
    pub(super) reductions: &'a Reductions,
    pub(super) selective_depth: usize,
    /// Depth of the present iteration, in plies.
    pub(super) root_depth: i32,
    /// Nodes until limits are looked at again.
    until_check: u32,
}

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u32 = 100;

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        index: usize,
        position: &Position,
        rule: RuleKind,
        network: Option<Accumulator>,
        memory: &'a mut Memory,
    ) -> Worker<'a> {
        for frame in &mut memory.frames {
            *frame = Frame::default();
        }
        memory.moves.clear();
        Worker {
            shared,
            index,
            scene: Scene::new(position, Weights::of(rule).points.clone()),
            judge: Judge::new(rule, network),
            history: &mut memory.history,
            vcf: &mut memory.vcf,
            frames: &mut memory.frames,
            moves: &mut memory.moves,
            reductions: &memory.reductions,
            selective_depth: 0,
            root_depth: 1,
            until_check: CHECK_INTERVAL,
        }
    }

    /// Counts positions, and looks at the limits now and then.
    #[inline]
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.shared.counters[self.index].add(nodes);
        if self.shared.stop.is_stopped() {
            return Err(Stopped);
        }
        self.until_check = self.until_check.saturating_sub(nodes as u32);
        if self.until_check == 0 { self.check_limits() } else { Ok(()) }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        let limits = self.shared.limits;
        self.until_check = CHECK_INTERVAL;
        if self.index != 0 {
            return Ok(());
        }
        let out_of_time = limits.time.is_some_and(|time| self.shared.clock.now() >= time.hard);
        let nodes = self.shared.nodes();
        if let Some(limit) = limits.nodes {
            let left = limit.saturating_sub(nodes);
            self.until_check = CHECK_INTERVAL.min(left.max(1) as u32);
            if left == 0 {
                self.shared.stop.stop();
                return Err(Stopped);
            }
        }
        if out_of_time {
            self.shared.stop.stop();
            return Err(Stopped);
        }
        Ok(())
    }

    /// The static evaluation for the side to move. `window`: where its exact value matters.
    #[inline]
    pub(super) fn evaluate(&mut self, window: Window) -> Value {
        self.judge.evaluate(&self.scene, window)
    }

    /// The points where a move is worth considering when nothing forces one.
    #[inline]
    pub(super) fn candidates(&self) -> Bits {
        self.scene.position().stones().within(self.shared.reach)
    }
}
