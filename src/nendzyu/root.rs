//! The root of the search: iterations, several best turns, and what is told of them.

use super::fours::Fours;
use super::node::{Place, Stopped, Worker};
use super::pair::Pair;
use super::table::{History, Table};
use super::threats::{Defence, Threats};
use super::turns::{self, Demand, Width};
use crate::board::{NullObserver, Point, Position, Side};
use crate::eval::Weights;
use crate::pattern::Scene;
use crate::rules::RuleKind;
use crate::search::{EventSink, Limits, Line, Progress, SearchReport, StopFlag};
use crate::time::Clock;
use crate::value::{Value, ValueKind, Window};

/// Turns looked at where the search begins.
const ROOT_WIDTH: Width = Width { points: 40, turns: 160 };
/// Deepest iteration, in turns.
const MOST_TURNS: u32 = 60;
/// Levels of the tree for which lines are kept.
const LEVELS: usize = 160;

/// Everything that a search of nendzyu keeps between turns. One thread searches.
#[derive(Debug)]
pub struct Searcher {
    rule: RuleKind,
    table: Table,
    history: History,
}

/// A turn at the root, with its value in the iteration that saw it last.
#[derive(Clone, Copy, Debug)]
struct RootTurn {
    turn: Pair,
    value: Value,
}

/// What an iteration has found: the best value and the line that leads to it.
type Found = Option<(Value, Vec<Pair>)>;

/// What the search of one position is about.
struct Root {
    /// The stone of the turn that is on the board already.
    placed: Option<Point>,
    turns: Vec<RootTurn>,
}

impl Searcher {
    /// A searcher for games under `rule`, with a table of `table_bytes` bytes at most.
    pub fn new(rule: RuleKind, table_bytes: u64) -> Searcher {
        Searcher { rule, table: Table::new(table_bytes), history: History::new() }
    }

    /// Another size of the table. Its content is lost when the size changes.
    pub fn resize(&mut self, table_bytes: u64) {
        if !self.table.is_for(table_bytes) {
            self.table = Table::new(table_bytes);
        }
    }

    /// Forgets everything that was learnt.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = History::new();
    }

    /// Changes the reading of the rule; forgets everything if it is another one.
    pub fn set_rule(&mut self, rule: RuleKind) {
        if self.rule != rule {
            self.rule = rule;
            self.clear();
        }
    }

    /// Part of the table in use, in parts of a thousand.
    pub fn usage(&self) -> u32 {
        self.table.usage()
    }

    /// Searches `position` until a limit is reached or `stop` is set. The lines of the report are
    /// stones, those of a turn together; depths count stones as well. Of a turn that has begun only
    /// the second stone is told.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        sink: &dyn EventSink,
    ) -> SearchReport {
        let weights = Weights::of(self.rule);
        let size = position.size();
        let mut report = SearchReport::default();
        if position.ply() == 0 && position.side() == Side::Black {
            // There is one first move.
            let centre = size.center();
            if !limits.excluded.contains(centre) {
                let line = Line { value: Value::DRAW, depth: 1, moves: vec![centre] };
                (report.depth, report.selective_depth) = (1, 1);
                report.lines.push(line);
            }
            report.elapsed = clock.now().saturating_sub(limits.started);
            return report;
        }
        let mut position = position.clone();
        let placed = position.turn_under_way().first().map(|stone| stone.point);
        if placed.is_some() {
            position.undo(&mut NullObserver);
        }
        let threats = Threats::new(self.rule, size);
        let mut worker = Worker {
            scene: Scene::new(&position, weights.points.clone()),
            threats,
            table: &mut self.table,
            history: &mut self.history,
            limits,
            stop,
            clock,
            weights,
            fours: Fours::new(threats),
            nodes: 0,
            until_check: 1,
            selective_depth: 0,
            lines: vec![Vec::new(); LEVELS],
        };
        let mut root = Root { placed, turns: worker.root_turns(placed) };
        worker.deepen(&mut root, sink, &mut report);
        report.nodes = worker.nodes;
        report.selective_depth = worker.selective_depth;
        report.elapsed = clock.now().saturating_sub(limits.started);
        report
    }
}

impl Root {
    /// A line of turns as the stones that are still to be placed.
    fn line(&self, value: Value, depth: u32, turns: &[Pair]) -> Line {
        let mut moves: Vec<Point> = Vec::with_capacity(2 * turns.len());
        for turn in turns {
            moves.extend(turn.points());
        }
        let mut value = value;
        if let Some(placed) = self.placed {
            moves.retain(|&point| point != placed);
            value = value.to_node(1);
        }
        let depth = depth.saturating_sub(u32::from(self.placed.is_some() && depth > 0));
        Line { value, depth, moves }
    }
}

impl Worker<'_> {
    /// The turns to look at from the root on: those that are worth it, or any at all.
    fn root_turns(&self, placed: Option<Point>) -> Vec<RootTurn> {
        let scene = &self.scene;
        let side = scene.side();
        let own = self.threats.fours(scene, side);
        let must = self.must();
        let wins = if self.threats.has_room(scene) {
            Threats::winning_sets(&self.threats.fours(scene, !side))
        } else {
            Default::default()
        };
        let mut demand = Demand {
            must,
            wins: &wins,
            fours: own.iter().map(|four| four.point).collect(),
            excluded: self.limits.excluded,
        };
        let usable = |turn: &Pair| placed.is_none_or(|placed| turn.has(placed));
        let everything = Width { points: usize::MAX, turns: usize::MAX };
        let width = if placed.is_some() { everything } else { ROOT_WIDTH };
        let allowed = |point: Point| Some(point) == placed || !self.limits.excluded.contains(point);
        if let Some(placed) = placed {
            demand.excluded.remove(placed);
        }
        let mut turns: Vec<Pair> = Vec::new();
        if let Some(winning) = self.threats.winning_turn(scene)
            && usable(&winning)
            && winning.points().into_iter().all(allowed)
        {
            turns.push(winning);
        }
        // A demand that cannot be met leaves all turns equal.
        let unasked = Demand { must: Defence::Free, wins: &[], ..demand };
        for demand in [demand, unasked] {
            let list = turns::list(scene, &self.threats, self.history, &demand, width).turns;
            let more: Vec<Pair> =
                list.into_iter().filter(|turn| usable(turn) && !turns.contains(turn)).collect();
            turns.extend(more.into_iter().take(ROOT_WIDTH.turns));
            if !turns.is_empty() {
                break;
            }
        }
        if turns.is_empty() {
            let any = turns::any(scene, &self.threats, &demand.excluded, usize::MAX);
            turns = any.into_iter().filter(usable).take(ROOT_WIDTH.turns).collect();
        }
        turns.into_iter().map(|turn| RootTurn { turn, value: Value::DRAW }).collect()
    }

    /// Searches deeper and deeper, and leaves the best lines in the report.
    fn deepen(&mut self, root: &mut Root, sink: &dyn EventSink, report: &mut SearchReport) {
        let wanted = self.limits.lines.get().min(root.turns.len());
        if wanted == 0 {
            return;
        }
        for n in 0..wanted {
            report.lines.push(root.line(Value::DRAW, 0, &[root.turns[n].turn]));
        }
        let last = self.limits.depth.map_or(MOST_TURNS, |plies| plies.div_ceil(2));
        for depth in 1..=last.clamp(1, MOST_TURNS) {
            if depth > 1 && self.is_enough(root, report, wanted, depth) {
                break;
            }
            for rank in 0..wanted {
                let found = self.iterate(root, rank, depth);
                let stopped = found.is_err();
                if let Some((value, turns)) = found.unwrap_or_else(|partial| partial) {
                    let line = root.line(value, 2 * depth, &turns);
                    report.lines[rank] = line.clone();
                    self.tell(sink, rank, line);
                }
                if stopped {
                    return;
                }
            }
            report.depth = report.lines[0].depth;
        }
    }

    /// Whether another iteration would be a waste.
    fn is_enough(&self, root: &Root, report: &SearchReport, wanted: usize, depth: u32) -> bool {
        let now = self.clock.now();
        if self.limits.time.is_some_and(|time| now >= time.soft) {
            return true;
        }
        if self.limits.exhaustive {
            // Nothing is nearer than what is this near.
            let near = |line: &Line| match line.value.kind() {
                ValueKind::Score(_) => false,
                ValueKind::Win(plies) | ValueKind::Loss(plies) => plies <= 2 * depth,
            };
            return report.lines.iter().all(near);
        }
        wanted == 1 && (root.turns.len() == 1 || !report.lines[0].value.is_estimate())
    }

    fn tell(&self, sink: &dyn EventSink, rank: usize, line: Line) {
        sink.progress(&Progress {
            rank: rank + 1,
            line,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            elapsed: self.clock.now().saturating_sub(self.limits.started),
        });
    }

    /// One iteration over the root's turns from place `rank` on. Its best turn is moved to that
    /// place.
    ///
    /// # Errors
    /// What was found so far when the search was stopped: a first turn that was searched to the end
    /// or one that has proved better.
    fn iterate(&mut self, root: &mut Root, rank: usize, depth: u32) -> Result<Found, Found> {
        let mut best: Found = None;
        let mut alpha = -Value::INFINITE;
        let next = depth as i32 - 1;
        for n in rank..root.turns.len() {
            let turn = root.turns[n].turn;
            let value = self.root_value(turn, next, alpha, n > rank);
            let Ok(value) = value else { return Err(best) };
            root.turns[n].value = value;
            if value > alpha {
                alpha = value;
                let mut line = vec![turn];
                line.extend_from_slice(&self.lines[1]);
                best = Some((value, line));
                root.turns[rank..=n].rotate_right(1);
            }
        }
        Ok(best)
    }

    /// The value of one turn at the root, or a bound of it where it is no better than `alpha`.
    fn root_value(
        &mut self,
        turn: Pair,
        depth: i32,
        alpha: Value,
        is_later: bool,
    ) -> Result<Value, Stopped> {
        self.play(turn);
        let open = Window { alpha, beta: Value::INFINITE };
        let place = Place { depth, ply: 2, forced: 0 };
        let mut search = |window: Window| self.search(-window, place).map(|value| -value);
        let value = if is_later {
            match search(Window::null(alpha)) {
                Ok(value) if value > alpha => search(open),
                value => value,
            }
        } else {
            search(open)
        };
        self.undo();
        value
    }
}
