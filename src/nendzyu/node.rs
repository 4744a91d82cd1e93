//! The recursive step of the search: one position between two turns.

use super::fours::{Fours, Solution};
use super::pair::Pair;
use super::table::{Bound, History, Known, Table};
use super::threats::{Defence, FourPoint, Threats};
use super::turns::{self, Demand, TurnList, Width};
use crate::board::{Bits, Side};
use crate::eval::{Weights, classic};
use crate::pattern::Scene;
use crate::rules::Outcome;
use crate::search::{Limits, StopFlag};
use crate::time::Clock;
use crate::value::{Value, Window};

/// The search was ended; what the node was doing is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Positions between two looks at the clock.
const CHECK_INTERVAL: u64 = 64;
/// Deepest ply that is searched.
const MAX_PLY: u32 = 220;
/// How far beyond the depth what is forced is followed: so many turns that leave no choice.
const MOST_FORCED: u32 = 8;
/// A turn below the horizon that leaves some choice counts as so many.
const CHOICE: u32 = 3;
/// Turns at the front of a list that are searched to the full depth.
const FULL_DEPTH: usize = 6;
/// The worst that is said of a position where every turn that was looked at loses, but some were
/// not looked at.
const NEARLY_LOST: i32 = -15_000;

/// How far to look in a node `depth` turns above the horizon.
const fn width(depth: i32) -> Width {
    match depth {
        ..=0 => Width { points: 10, turns: 8 },
        1 => Width { points: 18, turns: 24 },
        2 => Width { points: 20, turns: 32 },
        _ => Width { points: 24, turns: 48 },
    }
}

/// Positions that the solver of fours may visit in a node `depth` turns above the horizon.
const fn solver_nodes(depth: i32) -> u64 {
    match depth {
        ..=0 => 24,
        1 => 80,
        2 => 300,
        _ => 1200,
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Turns to the horizon; 0 and below: beyond it, where only what is forced is followed.
    pub(super) depth: i32,
    /// Stones from the root.
    pub(super) ply: u32,
    /// What was forced on the way, as [`MOST_FORCED`] counts.
    pub(super) forced: u32,
}

impl Place {
    /// Turns from the root.
    fn level(self) -> usize {
        self.ply as usize / 2
    }
}

/// One search.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) scene: Scene,
    pub(super) threats: Threats,
    pub(super) table: &'a mut Table,
    pub(super) history: &'a mut History,
    pub(super) limits: &'a Limits,
    pub(super) stop: &'a StopFlag,
    pub(super) clock: &'a dyn Clock,
    pub(super) weights: &'static Weights,
    pub(super) fours: Fours,
    pub(super) nodes: u64,
    pub(super) until_check: u64,
    pub(super) selective_depth: u32,
    /// The expected turns from each turn below the root on.
    pub(super) lines: Vec<Vec<Pair>>,
}

impl Worker<'_> {
    /// Counts positions, and looks at the limits now and then.
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped);
        }
        if self.until_check > nodes {
            self.until_check -= nodes;
            return Ok(());
        }
        self.until_check = CHECK_INTERVAL;
        let is_late = self.limits.time.is_some_and(|time| self.clock.now() >= time.hard);
        if is_late || self.stop.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    pub(super) fn play(&mut self, turn: Pair) {
        turn.points().into_iter().for_each(|point| self.scene.place(point));
    }

    pub(super) fn undo(&mut self) {
        self.scene.undo();
        self.scene.undo();
    }

    /// What the side to move has to stop. Nothing, on a nearly full board: the other side may have a
    /// five and no partner for it, so every turn is looked at there.
    pub(super) fn must(&self) -> Defence {
        if self.threats.has_room(&self.scene) {
            self.threats.defence(&self.scene)
        } else {
            Defence::Free
        }
    }

    /// The value of a game that is over, for `side`.
    fn value_of(outcome: Outcome, side: Side, ply: u32) -> Value {
        match outcome {
            Outcome::Draw => Value::DRAW,
            Outcome::Win { side: winner, .. } if winner == side => Value::win_in(ply),
            Outcome::Win { .. } => Value::loss_in(ply),
        }
    }

    /// The value of the position for the side to move.
    pub(super) fn search(&mut self, window: Window, place: Place) -> Result<Value, Stopped> {
        let Place { depth, ply, forced } = place;
        self.count(1)?;
        self.selective_depth = self.selective_depth.max(ply);
        let level = place.level();
        self.lines[level].clear();
        let side = self.scene.side();
        if let Some(outcome) = self.scene.rule().outcome(self.scene.position()) {
            return Ok(Self::value_of(outcome, side, ply));
        }
        if let Some(turn) = self.threats.winning_turn(&self.scene) {
            self.lines[level].push(turn);
            return Ok(Value::win_in(ply + 2));
        }
        let has_room = self.threats.has_room(&self.scene);
        let must = self.must();
        if must == Defence::Lost {
            return Ok(Value::loss_in(ply + 4));
        }
        if ply + 4 >= MAX_PLY {
            return Ok(self.evaluate());
        }
        let key = self.scene.position().key();
        let known = self.table.get(key);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
            && window.is_null()
        {
            let value = known.value.to_root(ply);
            let settles = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.beta,
                Bound::Upper => value <= window.alpha,
            };
            if settles {
                self.lines[level].extend(known.turn);
                return Ok(value);
            }
        }
        let own_fours = self.threats.fours(&self.scene, side);
        if has_room && let Some(value) = self.win_by_fours(&own_fours, must, place)? {
            let known = Known {
                value: value.to_node(ply),
                bound: Bound::Lower,
                depth: depth_byte(depth),
                turn: self.lines[level].first().copied(),
            };
            self.table.put(key, known);
            return Ok(value);
        }
        let wins = match must {
            Defence::Both(_) => Default::default(),
            _ if has_room => Threats::winning_sets(&self.threats.fours(&self.scene, !side)),
            _ => Default::default(),
        };
        let is_horizon = depth <= 0;
        let quiet = must == Defence::Free && (wins.is_empty() || forced >= MOST_FORCED);
        if is_horizon && (quiet || forced >= MOST_FORCED) {
            return Ok(self.evaluate());
        }
        let demand = Demand {
            must,
            wins: &wins,
            fours: own_fours.iter().map(|four| four.point).collect(),
            excluded: Bits::EMPTY,
        };
        let width = if has_room { width(depth) } else { self.late_width(depth) };
        let list = turns::list(&self.scene, &self.threats, self.history, &demand, width);
        self.search_turns(list, known.and_then(|known| known.turn), window, place)
    }

    /// A win by fours alone, if there is one that can be found quickly. Its turns are left as the
    /// node's line.
    fn win_by_fours(
        &mut self,
        fours: &[FourPoint],
        must: Defence,
        place: Place,
    ) -> Result<Option<Value>, Stopped> {
        let Place { depth, ply, .. } = place;
        let level = place.level();
        if must == Defence::Lost || fours.is_empty() {
            return Ok(None);
        }
        if let Some(turn) = self.threats.unstoppable_turn(&self.scene, fours, must) {
            self.lines[level].push(turn);
            return Ok(Some(Value::win_in(ply + 6)));
        }
        let solution = self.fours.solve(&mut self.scene, solver_nodes(depth));
        self.count(self.fours.nodes())?;
        let Solution::Win(turns) = solution else { return Ok(None) };
        // The last turn of the line makes fives that cannot be stopped; an answer and the five
        // itself follow. (It may be the five itself, after an answer that made a six.)
        let stones = 2 * (turns.len() as u32 + 2);
        self.lines[level].extend(turns);
        Ok(Some(Value::win_in(ply + stones)))
    }

    /// How far to look on a nearly full board: at everything, when that is little.
    fn late_width(&self, depth: i32) -> Width {
        /// Empty points of which all turns are looked at.
        const FEW: usize = 12;
        let position = self.scene.position();
        let empty = position.size().area() - position.ply();
        if empty <= FEW { Width { points: FEW, turns: FEW * FEW } } else { width(depth) }
    }

    fn evaluate(&self) -> Value {
        classic::evaluate(self.scene.field(), self.scene.side(), self.weights)
    }

    /// Searches the turns of a list, the best known first.
    fn search_turns(
        &mut self,
        list: TurnList,
        first: Option<Pair>,
        window: Window,
        place: Place,
    ) -> Result<Value, Stopped> {
        let Place { depth, ply, forced } = place;
        let TurnList { mut turns, mut is_complete } = list;
        if turns.is_empty() {
            if is_complete {
                // Whatever is done, the other side has a turn that cannot be stopped.
                return Ok(Value::loss_in(ply + 8));
            }
            turns = turns::any(&self.scene, &self.threats, &Bits::EMPTY, width(depth).turns);
            is_complete = false;
        }
        if let Some(at) = first.and_then(|first| turns.iter().position(|&turn| turn == first)) {
            turns[..=at].rotate_right(1);
        }
        let level = place.level();
        let side = self.scene.side();
        let key = self.scene.position().key();
        let only = turns.len() == 1;
        // Below the horizon only what is forced goes on.
        let next = if depth <= 0 { 0 } else { depth - i32::from(!only) };
        let next_forced = forced
            + match only {
                true => 1,
                false if depth <= 0 => CHOICE,
                false => 0,
            };
        let mut best = -Value::INFINITE;
        let mut best_turn = None;
        let mut alpha = window.alpha;
        for (n, &turn) in turns.iter().enumerate() {
            self.play(turn);
            let mut search = |window: Window, depth: i32| {
                let place = Place { depth, ply: ply + 2, forced: next_forced };
                self.search(-window, place).map(|value| -value)
            };
            let reduction = i32::from(n >= FULL_DEPTH && depth >= 2)
                + i32::from(n >= 3 * FULL_DEPTH && depth >= 4);
            let value = if n == 0 {
                search(Window { alpha, beta: window.beta }, next)
            } else {
                let mut value = search(Window::null(alpha), next - reduction);
                if reduction > 0 && value.as_ref().is_ok_and(|&value| value > alpha) {
                    value = search(Window::null(alpha), next);
                }
                if value.as_ref().is_ok_and(|&value| value > alpha && value < window.beta) {
                    value = search(Window { alpha, beta: window.beta }, next);
                }
                value
            };
            self.undo();
            let value = value?;
            if value > best {
                best = value;
                best_turn = Some(turn);
                if value > alpha {
                    alpha = value;
                    let below = std::mem::take(&mut self.lines[level + 1]);
                    let line = &mut self.lines[level];
                    line.clear();
                    line.push(turn);
                    line.extend_from_slice(&below);
                    self.lines[level + 1] = below;
                }
            }
            if value >= window.beta {
                self.learn(side, &turns[..n], turn, depth);
                break;
            }
        }
        if best.is_loss() && !is_complete {
            best = Value::score(NEARLY_LOST + ply as i32);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let known =
            Known { value: best.to_node(ply), bound, depth: depth_byte(depth), turn: best_turn };
        self.table.put(key, known);
        Ok(best)
    }

    fn learn(&mut self, side: Side, failed: &[Pair], good: Pair, depth: i32) {
        let weight = depth.max(0) + 1;
        for turn in failed {
            turn.points().into_iter().for_each(|p| self.history.learn(side, p, false, weight));
        }
        good.points().into_iter().for_each(|p| self.history.learn(side, p, true, 2 * weight));
    }
}

fn depth_byte(depth: i32) -> u8 {
    depth.clamp(0, 255) as u8
}
