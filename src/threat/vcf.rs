//! Victory by continuous fours: a search in which every move of the attacker makes a four, so that
//! the defender's replies are all known.

use super::budget::Budget;
use super::cache::Cache;
use crate::board::{Point, Side};
use crate::pattern::{Scene, Threat};

/// Keys kept of positions without a win, as a power of two (eight bytes each).
const CACHE_BITS: u32 = 15;
/// Deepest line, in plies: beyond any that a board allows in practice.
const MAX_PLIES: u32 = 250;
/// Positions between two questions whether to end: a fraction of a millisecond.
const STOP_INTERVAL: u64 = 256;

/// The answer to whether the side to move wins by continuous fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// It does: the moves of both sides from here to the five, of odd number. Where the defender
    /// has several replies, the line is one that lasts longest among those looked at.
    Win(Vec<Point>),
    /// It does not, whatever fours it plays.
    NoWin,
    /// The node limit was reached before an answer.
    Unknown,
}

/// The solver, with what it remembers.
#[derive(Clone, Debug)]
pub struct Vcf {
    no_win: Cache,
    nodes: u64,
    limit: u64,
    /// Whether wins of every length count.
    unbounded: bool,
    /// Whether a four was left untried because its win would have been too long.
    cut_short: bool,
    /// The winning line found, last move first.
    line: Vec<Point>,
}

/// How one position of the search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Win,
    NoWin,
    OutOfNodes,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf::new()
    }
}

impl Vcf {
    /// A solver that remembers nothing yet.
    pub fn new() -> Vcf {
        Vcf {
            no_win: Cache::new(CACHE_BITS),
            nodes: 0,
            limit: 0,
            unbounded: true,
            cut_short: false,
            line: Vec::new(),
        }
    }

    /// Forgets everything: necessary when the rule changes.
    pub fn clear(&mut self) {
        self.no_win.clear();
    }

    /// Positions visited by the last call of [`Vcf::solve`].
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The winning line that the last call found, in order; empty if it found none.
    pub fn line(&self) -> impl Iterator<Item = Point> {
        self.line.iter().rev().copied()
    }

    /// Whether the side to move in `scene` wins by continuous fours, looking at no more than
    /// `limit` positions. The scene is as it was afterwards.
    pub fn solve(&mut self, scene: &mut Scene, limit: u64) -> Solution {
        self.solve_within(scene, &Budget::nodes(limit))
    }

    /// As [`Vcf::solve`], within a budget.
    pub fn solve_within(&mut self, scene: &mut Scene, budget: &Budget) -> Solution {
        let outcome = self.search(scene, None, budget);
        self.solution(outcome)
    }

    /// As [`Vcf::solve_within`], but the win is a shortest one: no win by fours has fewer plies.
    pub fn solve_shortest(&mut self, scene: &mut Scene, budget: &Budget) -> Solution {
        let mut nodes = 0;
        let mut outcome = Outcome::NoWin;
        for plies in (1..=MAX_PLIES).step_by(2) {
            let rest = budget.with_nodes(budget.nodes.saturating_sub(nodes));
            outcome = self.search(scene, Some(plies), &rest);
            nodes += self.nodes;
            if outcome != Outcome::NoWin || !self.cut_short {
                break;
            }
            outcome = Outcome::OutOfNodes;
        }
        self.nodes = nodes;
        self.solution(outcome)
    }

    fn solution(&self, outcome: Outcome) -> Solution {
        match outcome {
            Outcome::Win => Solution::Win(self.line().collect()),
            Outcome::NoWin => Solution::NoWin,
            Outcome::OutOfNodes => Solution::Unknown,
        }
    }

    /// As [`Vcf::solve`], but tells only in how many plies the five comes.
    #[inline]
    pub fn win_length(&mut self, scene: &mut Scene, limit: u64) -> Option<u32> {
        let won = self.search(scene, None, &Budget::nodes(limit)) == Outcome::Win;
        won.then_some(self.line.len() as u32)
    }

    /// Whether there is a win of at most `plies` plies, if that is given. The line of a win is in
    /// [`Vcf::line`].
    #[inline]
    pub(super) fn search(
        &mut self,
        scene: &mut Scene,
        plies: Option<u32>,
        budget: &Budget,
    ) -> Outcome {
        self.nodes = 0;
        self.limit = budget.nodes;
        self.unbounded = plies.is_none();
        self.cut_short = false;
        self.line.clear();
        self.attack(scene, plies.unwrap_or(MAX_PLIES).min(MAX_PLIES), budget)
    }

    /// Whether the side to move wins; if so, its line is in `self.line`, last move first.
    fn attack(&mut self, scene: &mut Scene, plies: u32, budget: &Budget) -> Outcome {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL) && budget.is_stopped() {
            // What is not looked at any more proves nothing, all the way up.
            self.limit = 0;
        }
        let side = scene.side();
        if let Some(five) = scene.five(side) {
            self.line.clear();
            self.line.push(five);
            return Outcome::Win;
        }
        let mut moves = MoveList::new();
        if scene.five(!side).is_some() {
            let replies = scene.replies_to_five();
            let fours = replies.iter().filter(|&&p| scene.field().threat(p, side) >= Threat::Four);
            moves.extend(fours.map(|&point| (0, point)));
        } else if plies >= 3
            && let Some(four) = scene.winning_four(side)
        {
            return self.finish(scene, four);
        } else {
            list_fours(scene, side, &mut moves);
        }
        if moves.is_empty() {
            return Outcome::NoWin;
        }
        if plies < 3 {
            self.cut_short = true;
            return if self.unbounded { Outcome::OutOfNodes } else { Outcome::NoWin };
        }
        let key = scene.position().key();
        let length = if self.unbounded { Cache::EVERY_LENGTH } else { plies };
        if self.no_win.has_no_win(key, length) {
            self.cut_short |= !self.no_win.has_no_win(key, Cache::EVERY_LENGTH);
            return Outcome::NoWin;
        }
        if self.nodes >= self.limit {
            return Outcome::OutOfNodes;
        }
        // A list that was cut short proves nothing.
        let mut complete = !moves.is_full();
        for &(_, four) in &moves {
            match self.try_four(scene, four, plies, budget) {
                Outcome::Win => return Outcome::Win,
                Outcome::OutOfNodes => {
                    complete = false;
                    break;
                }
                Outcome::NoWin => {}
            }
        }
        if complete {
            self.no_win.insert(key, length);
            Outcome::NoWin
        } else {
            Outcome::OutOfNodes
        }
    }

    /// Whether the four on `four` wins against every reply.
    fn try_four(&mut self, scene: &mut Scene, four: Point, plies: u32, budget: &Budget) -> Outcome {
        scene.try_stone(four);
        let replies = scene.replies_to_five();
        let mut outcome = Outcome::Win;
        let mut longest: Vec<Point> = Vec::new();
        if replies.is_empty() {
            // Nothing stops the five; the defender may as well stand on one of its points.
            self.line.clear();
            self.end_with_five(scene);
        }
        for &reply in &replies {
            scene.try_stone(reply);
            outcome = self.attack(scene, plies - 2, budget);
            scene.undo();
            if outcome != Outcome::Win {
                break;
            }
            self.line.push(reply);
            if replies.len() > 1 {
                if self.line.len() > longest.len() {
                    longest.clone_from(&self.line);
                }
                self.line.clone_from(&longest);
            }
        }
        scene.undo();
        if outcome == Outcome::Win {
            self.line.push(four);
        }
        outcome
    }

    /// The line of a four that cannot be answered.
    fn finish(&mut self, scene: &mut Scene, four: Point) -> Outcome {
        scene.try_stone(four);
        self.line.clear();
        self.end_with_five(scene);
        scene.undo();
        self.line.push(four);
        Outcome::Win
    }

    /// Appends some reply of the side to move and the other side's five after it.
    fn end_with_five(&mut self, scene: &mut Scene) {
        let (defender, attacker) = (scene.side(), !scene.side());
        let fives = *scene.field().set(attacker, Threat::Five);
        let stand = fives.iter().find(|&point| !scene.is_forbidden(point, defender));
        let elsewhere = || {
            let empty = scene.position().stones().empty();
            empty.iter().find(|&p| !fives.contains(p) && !scene.is_forbidden(p, defender))
        };
        let Some(reply) = stand.or_else(elsewhere).or_else(|| fives.first()) else { return };
        scene.try_stone(reply);
        let five = scene.five(attacker).or_else(|| fives.iter().find(|&p| p != reply));
        scene.undo();
        self.line.extend(five);
        self.line.push(reply);
    }
}

/// Moves of one position with their order, most promising first.
type MoveList = arrayvec::ArrayVec<(i32, Point), 96>;

/// The legal points where `side` makes a four that can be answered.
fn list_fours(scene: &Scene, side: Side, moves: &mut MoveList) {
    for threat in [Threat::FourThree, Threat::Four] {
        if scene.field().count(side, threat) == 0 {
            continue;
        }
        for point in scene.field().set(side, threat).iter() {
            if moves.is_full() {
                break;
            }
            if !scene.is_forbidden(point, side) {
                moves.push((-i32::from(scene.field().value_by_lines(point, side).attack), point));
            }
        }
    }
    moves.sort_unstable();
}
