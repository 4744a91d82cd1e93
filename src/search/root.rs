//! The root of a search: deepening, aspiration windows, several lines, reports.

use super::event::{EventSink, Line, Progress};
use super::limits::Goal;
use super::node::{Duty, Look};
use super::prune::{self, plies};
use super::worker::{MAX_PLY, Stopped, Worker};
use crate::board::{Bits, Point};
use crate::pattern::{Scene, Threat};
use crate::threat::Solution;
use crate::value::{Value, ValueKind, Window};

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    value: Value,
    depth: u32,
    line: Vec<Point>,
}

impl RootMove {
    fn point(&self) -> Option<Point> {
        self.line.first().copied()
    }
}

/// What the iterations found.
#[derive(Debug, Default)]
pub(super) struct Deepened {
    pub(super) lines: Vec<Line>,
    pub(super) depth: u32,
}

/// First half-width of the window around the value of the iteration before.
const ASPIRATION: i32 = 32;
/// First iteration with such a window.
const ASPIRATION_DEPTH: i32 = 4;
/// Iterations after which a best move that stays the same needs less time.
const SETTLED_ITERATIONS: u32 = 4;
/// First iteration after which a change of the best move or of its value says that more time is needed.
const TELLING_DEPTH: u32 = 4;
/// A value that is lower by more than this than an iteration ago says so too.
const FALL: i32 = 40;

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached. Reports each iteration to `sink`.
    pub(super) fn deepen(&mut self, sink: &dyn EventSink) -> Deepened {
        let limits = self.shared.limits;
        let wanted = limits.lines.get();
        let mut moves = self.root_moves(wanted);
        if moves.is_empty() {
            return Deepened::default();
        }
        match limits.goal {
            Goal::Best => {}
            Goal::BalanceOne(target) => return self.balance_one(moves, target, sink),
            Goal::BalanceTwo(target) => return self.balance_two(moves, target, sink),
        }
        if let Some(line) = self.known_at_root(&moves) {
            self.report(sink, 1, &line);
            if wanted == 1 && !limits.exhaustive {
                return Deepened { depth: line.depth, lines: vec![line] };
            }
        }
        let lines = wanted.min(moves.len());
        let mut done = 0;
        let mut settled = (None, 0);
        let mut before = moves[0].value;
        let last = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        // Helpers look a little ahead of one another, so that they do not all do the same work.
        let first = 1 + (self.index as u32 % 2);
        for depth in first.min(last)..=last {
            self.root_depth = depth as i32;
            self.selective_depth = 0;
            let result = self.iterate(&mut moves, lines, depth, sink);
            if result.is_err() {
                break;
            }
            done = depth;
            let best = moves[0].point();
            settled = if settled.0 == best { (best, settled.1 + 1) } else { (best, 0) };
            let fall = i32::from(before.raw()) - i32::from(moves[0].value.raw());
            before = moves[0].value;
            let need = if depth < TELLING_DEPTH { 100 } else { need(settled.1, fall) };
            if self.index == 0 && self.is_enough(&moves, lines, depth, need) {
                break;
            }
        }
        let found = moves.into_iter().take(lines).filter(|m| m.depth > 0 || done == 0);
        let lines = found.map(|m| Line { value: m.value, depth: m.depth, moves: m.line }).collect();
        Deepened { lines, depth: done }
    }

    /// The moves to consider at the root, most promising first.
    fn root_moves(&mut self, wanted: usize) -> Vec<RootMove> {
        let side = self.scene.side();
        let excluded = self.shared.limits.excluded;
        let empty = self.scene.position().stones().empty() - excluded;
        let legal = |scene: &Scene, among: Bits| -> Vec<Point> {
            (among & empty).iter().filter(|&point| !scene.is_forbidden(point, side)).collect()
        };
        let forced = match self.look::<false>(0) {
            Look::Open(Duty::Five | Duty::WinningFour, replies) if wanted == 1 => {
                legal(&self.scene, replies)
            }
            _ => Vec::new(),
        };
        let mut points = forced;
        if points.is_empty() {
            let wins = *self.scene.field().set(side, Threat::Five);
            points = legal(&self.scene, self.candidates() | wins);
        }
        if points.len() < wanted.min(2) || points.is_empty() {
            points = legal(&self.scene, empty);
        }
        if points.is_empty() {
            // Black has nothing but forbidden points: the game goes on until it is over.
            points = empty.iter().collect();
        }
        let likelihoods = self.judge.likelihoods(&self.scene);
        points.sort_by_cached_key(|&point| (-likelihoods.of(&self.scene, point), point));
        // Until a move has been searched, the position's own value is the best guess.
        let value = self.evaluate(Window::FULL);
        points.into_iter().map(|point| RootMove { value, depth: 0, line: vec![point] }).collect()
    }

    /// What is decided at the root without a search.
    fn known_at_root(&mut self, moves: &[RootMove]) -> Option<Line> {
        let side = self.scene.side();
        let allowed = |line: &[Point]| moves.iter().any(|m| m.point() == line.first().copied());
        if let [only] = moves
            && self.scene.is_forbidden(only.line[0], side)
        {
            return Some(Line { value: Value::loss_in(1), depth: 1, moves: only.line.clone() });
        }
        if let Solution::Win(line) = self.fours_at_root()
            && allowed(&line)
        {
            let plies = line.len() as u32;
            return Some(Line { value: Value::win_in(plies), depth: plies, moves: line });
        }
        if let [only] = moves {
            let point = only.line[0];
            self.scene.place(point);
            let value = match self.look::<false>(1) {
                Look::Decided(value) => -value,
                Look::Open(..) => -self.evaluate(Window::FULL),
            };
            self.scene.undo();
            let mut line = vec![point];
            self.complete(&mut line, value);
            return Some(Line { value, depth: 1, moves: line });
        }
        None
    }

    /// Whether the side to move wins by continuous fours, with more and more nodes as the limits
    /// allow.
    fn fours_at_root(&mut self) -> Solution {
        let mut solution = Solution::Unknown;
        for limit in prune::ROOT_FOURS {
            // Most of a small number of nodes is for the search.
            let allowed = self.shared.limits.nodes.map_or(u64::MAX, |nodes| nodes / 8 + 1);
            solution = self.vcf.solve(&mut self.scene, limit.min(allowed));
            let stopped = self.count(self.vcf.nodes()).is_err();
            if solution != Solution::Unknown || stopped || limit >= allowed {
                break;
            }
        }
        solution
    }

    /// One iteration: all wanted lines at one depth.
    fn iterate(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        depth: u32,
        sink: &dyn EventSink,
    ) -> Result<(), Stopped> {
        for rank in 0..lines {
            let guess = moves[rank].value;
            let result = self.aspire(&mut moves[rank..], guess, depth);
            if self.index == 0 && moves[rank].depth == depth {
                self.complete_move(&mut moves[rank]);
                let line = &moves[rank];
                let line = Line { value: line.value, depth: line.depth, moves: line.line.clone() };
                if result.is_ok() {
                    self.report(sink, rank + 1, &line);
                }
            }
            result?;
        }
        // A later line may have turned out better than an earlier one.
        moves[..lines].sort_by_key(|m| std::cmp::Reverse(m.value));
        Ok(())
    }

    /// The best of `moves` at one depth, in a window around `guess` that opens as needed.
    fn aspire(&mut self, moves: &mut [RootMove], guess: Value, depth: u32) -> Result<(), Stopped> {
        let mut width = ASPIRATION;
        let mut window = Window::FULL;
        if depth as i32 >= ASPIRATION_DEPTH && guess.is_estimate() {
            window = Window { alpha: guess - width, beta: guess + width };
        }
        loop {
            let value = self.search_root(moves, window, depth)?;
            if value <= window.alpha {
                window.alpha = open(value, -width, -Value::INFINITE);
            } else if value >= window.beta {
                window.beta = open(value, width, Value::INFINITE);
            } else {
                return Ok(());
            }
            width *= 3;
        }
    }

    /// Searches all `moves` in one window. The best is in front afterwards; the others keep the
    /// order that they had.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        window: Window,
        depth: u32,
    ) -> Result<Value, Stopped> {
        let mut alpha = window.alpha;
        let mut best = -Value::INFINITE;
        self.frames[0].evaluation = Some(self.evaluate(Window::FULL));
        for number in 0..moves.len() {
            let point = moves[number].line[0];
            let value =
                self.search_root_move(point, Window { alpha, beta: window.beta }, depth, number)?;
            best = best.max(value);
            if value > alpha || number == 0 {
                let found = &mut moves[number];
                found.value = value;
                found.depth = depth;
                found.line.truncate(1);
                found.line.extend_from_slice(&self.frames[1].line);
                if value > alpha {
                    moves[..=number].rotate_right(1);
                    alpha = value;
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn search_root_move(
        &mut self,
        point: Point,
        window: Window,
        depth: u32,
        number: usize,
    ) -> Result<Value, Stopped> {
        let side = self.scene.side();
        if self.scene.is_forbidden(point, side) {
            return Ok(Value::loss_in(1));
        }
        let position = self.scene.position();
        if self.scene.rule().wins_at(position, point, side) {
            self.frames[1].line.clear();
            return Ok(Value::win_in(1));
        }
        let depth = depth as i32 - 1;
        let reduction = if number < 3 || depth < 2 {
            0
        } else {
            (plies(self.reductions.of(depth, number)) - 1).clamp(0, depth - 1)
        };
        self.scene.place(point);
        let mut search = || {
            if number == 0 {
                return Ok(-self.search::<true>(-window, depth, 1, false)?);
            }
            let scout = -Window::null(window.alpha);
            let mut value = -self.search::<false>(scout, depth - reduction, 1, true)?;
            if value > window.alpha && reduction > 0 {
                value = -self.search::<false>(scout, depth, 1, true)?;
            }
            if value > window.alpha {
                value = -self.search::<true>(-window, depth, 1, false)?;
            }
            Ok(value)
        };
        let value = search();
        self.scene.undo();
        value
    }

    /// Whether another iteration is pointless or would hardly end in time. Of the time meant for
    /// this move it needs `need` percent.
    fn is_enough(&self, moves: &[RootMove], lines: usize, depth: u32, need: u32) -> bool {
        let limits = self.shared.limits;
        let decided = moves[..lines].iter().all(|m| !m.value.is_estimate());
        if decided && !limits.exhaustive {
            // A win is a win; a loss may yet be put off, as far as the depth can tell.
            let value = moves[0].value;
            let plies = match value.kind() {
                ValueKind::Loss(plies) => plies,
                _ => 0,
            };
            if plies <= depth + 4 {
                return true;
            }
        }
        let Some(time) = limits.time else { return false };
        let mut soft = time.soft;
        if time.saved {
            let meant = soft.saturating_sub(limits.started);
            soft = (limits.started + meant * need / 100).min(time.hard);
        }
        self.shared.clock.now() >= soft
    }

    /// Makes the line of a decided move as long as its value says.
    fn complete_move(&mut self, found: &mut RootMove) {
        let mut line = std::mem::take(&mut found.line);
        self.complete(&mut line, found.value);
        found.line = line;
    }

    /// Extends `line` from the root by forced moves, as long as `value` says that it is.
    fn complete(&mut self, line: &mut Vec<Point>, value: Value) {
        let plies = match value.kind() {
            ValueKind::Win(plies) | ValueKind::Loss(plies) => plies,
            ValueKind::Score(_) => return,
        };
        line.truncate(plies as usize);
        let mut placed = 0;
        let mut playable = true;
        for &point in line.iter() {
            let side = self.scene.side();
            playable = !self.scene.rule().wins_at(self.scene.position(), point, side);
            if !playable {
                break;
            }
            self.scene.place(point);
            placed += 1;
        }
        while playable && (line.len() as u32) < plies {
            let next = self.next_of_decided(plies - line.len() as u32);
            line.extend_from_slice(&next);
            // A win by fours is known to its end; so is the case that nothing is known.
            let [single] = next[..] else { break };
            if self.scene.rule().wins_at(self.scene.position(), single, self.scene.side()) {
                break;
            }
            self.scene.place(single);
            placed += 1;
        }
        line.truncate(plies as usize);
        for _ in 0..placed {
            self.scene.undo();
        }
    }

    /// How a position goes on that is won or lost by force within `plies`: a win by fours whole,
    /// otherwise one move, or nothing when none is known.
    fn next_of_decided(&mut self, plies: u32) -> Vec<Point> {
        let solution = self.vcf.solve(&mut self.scene, prune::LINE_FOURS);
        if let Solution::Win(rest) = solution {
            return rest;
        }
        if self.count(self.vcf.nodes()).is_err() {
            return Vec::new();
        }
        let side = self.scene.side();
        let empty = self.scene.position().stones().empty();
        let among = match self.look::<false>(0) {
            Look::Open(_, among) => among,
            Look::Decided(_) => *self.scene.field().set(!side, Threat::Five),
        };
        let from_table =
            self.shared.table.probe(self.scene.position().key()).and_then(|entry| entry.best);
        // Where every answer to a threat loses sooner than no answer does, the line goes on with
        // any other move.
        let in_order =
            from_table.into_iter().chain(among.iter()).chain((empty - among).iter().take(8));
        let mut longest: Option<(u32, Point)> = None;
        for point in in_order {
            if !empty.contains(point) || self.scene.is_forbidden(point, side) {
                continue;
            }
            self.scene.place(point);
            let rest = self.vcf.win_length(&mut self.scene, prune::LINE_FOURS).unwrap_or(0);
            self.scene.undo();
            if rest + 1 == plies {
                return vec![point];
            }
            // The end of a line is not worth being late for.
            if self.count(self.vcf.nodes()).is_err() {
                break;
            }
            if longest.is_none_or(|(most, _)| rest > most && rest < plies) {
                longest = Some((rest, point));
            }
        }
        from_table.or(longest.map(|(_, point)| point)).into_iter().collect()
    }

    /// The one move that leaves the side which makes it nearest to `target`.
    fn balance_one(&mut self, moves: Vec<RootMove>, target: i32, sink: &dyn EventSink) -> Deepened {
        let target = Value::score(target);
        self.balance(moves.into_iter().map(|m| m.line).collect(), target, sink)
    }

    /// The pair of moves that leaves the side which makes the first one nearest to `target`.
    fn balance_two(&mut self, moves: Vec<RootMove>, target: i32, sink: &dyn EventSink) -> Deepened {
        let excluded = self.shared.limits.excluded;
        let mut pairs = Vec::new();
        for first in moves {
            let point = first.line[0];
            if self.scene.is_forbidden(point, self.scene.side()) {
                continue;
            }
            self.scene.place(point);
            let side = self.scene.side();
            for second in self.candidates() - excluded {
                if !self.scene.is_forbidden(second, side) {
                    pairs.push(vec![point, second]);
                }
            }
            self.scene.undo();
        }
        self.balance(pairs, Value::score(target), sink)
    }

    /// Of several beginnings the one after which the value for the side to move at the root is
    /// nearest to `target`, deeper and deeper.
    fn balance(
        &mut self,
        starts: Vec<Vec<Point>>,
        target: Value,
        sink: &dyn EventSink,
    ) -> Deepened {
        let limits = self.shared.limits;
        let mut starts: Vec<(Vec<Point>, Value)> =
            starts.into_iter().map(|s| (s, target)).collect();
        let mut best: Option<Line> = None;
        let mut done = 0;
        let last = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=last {
            self.root_depth = depth as i32;
            let mut nearest: Option<Line> = None;
            let mut stopped = false;
            for (start, value) in &mut starts {
                let distance =
                    |value: Value| (i32::from(value.raw()) - i32::from(target.raw())).abs();
                // Only a value nearer than the best so far needs to be known exactly.
                let window = nearest.as_ref().map_or(Window::FULL, |line| {
                    let width = distance(line.value).min(Value::MAX_SCORE);
                    Window { alpha: target - width, beta: target + width }
                });
                let Ok(found) = self.value_after(start, window, depth) else {
                    stopped = true;
                    break;
                };
                *value = found;
                if nearest.as_ref().is_none_or(|line| distance(found) < distance(line.value)) {
                    nearest = Some(Line { value: found, depth, moves: start.clone() });
                }
            }
            if let Some(line) = nearest
                && (!stopped || best.is_none())
            {
                self.report(sink, 1, &line);
                best = Some(line);
            }
            if stopped {
                break;
            }
            done = depth;
            starts
                .sort_by_key(|(_, value)| (i32::from(value.raw()) - i32::from(target.raw())).abs());
            let late = limits.time.is_some_and(|time| self.shared.clock.now() >= time.soft);
            if late || self.index != 0 {
                break;
            }
        }
        Deepened { lines: best.into_iter().collect(), depth: done }
    }

    /// The value for the side to move at the root after the moves of `start`.
    fn value_after(
        &mut self,
        start: &[Point],
        window: Window,
        depth: u32,
    ) -> Result<Value, Stopped> {
        for (ply, &point) in start.iter().enumerate() {
            let side = self.scene.side();
            if self.scene.rule().wins_at(self.scene.position(), point, side) {
                for _ in 0..ply {
                    self.scene.undo();
                }
                let value = Value::win_in(ply as u32 + 1);
                return Ok(if ply % 2 == 0 { value } else { -value });
            }
            self.scene.place(point);
        }
        let own = start.len().is_multiple_of(2);
        let seen = if own { window } else { -window };
        let value = self.search::<true>(seen, depth as i32 - 1, start.len(), false);
        for _ in start {
            self.scene.undo();
        }
        value.map(|value| if own { value } else { -value })
    }

    fn report(&self, sink: &dyn EventSink, rank: usize, line: &Line) {
        if self.index != 0 {
            return;
        }
        let limits = self.shared.limits;
        sink.progress(&Progress {
            rank,
            line: line.clone(),
            selective_depth: (self.selective_depth as u32).max(line.moves.len() as u32),
            nodes: self.shared.nodes(),
            elapsed: self.shared.clock.now().saturating_sub(limits.started),
        });
    }
}

/// A bound moved outwards by `step`; all the way once it tells a win or a loss.
fn open(value: Value, step: i32, end: Value) -> Value {
    let moved = value + step;
    if moved.is_estimate() && step.abs() < 2000 { moved } else { end }
}

/// How much time a move needs, in percent of what is meant for it, whose best move has been the same
/// for so many iterations, and whose value is so much lower than an iteration ago.
fn need(settled: u32, fall: i32) -> u32 {
    let by_move = match settled {
        0 => 160,
        1 => 120,
        SETTLED_ITERATIONS.. => 50,
        _ => 100,
    };
    if fall > FALL { by_move * 180 / 100 } else { by_move }
}
