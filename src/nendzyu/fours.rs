//! Wins by turns that leave the other side no choice: every one makes two fives possible that are
//! not on one line, so both stones of the answer are forced; the last one makes fives that no turn
//! can stop.

use super::pair::Pair;
use super::threats::{Defence, FourPoint, Threats, together};
use crate::board::Point;
use crate::pattern::{Scene, Threat};
use arrayvec::ArrayVec;

/// Most turns that are tried in one position.
const MOST_TURNS: usize = 40;
/// Longest win looked for, in turns of the attacker.
const LONGEST: usize = 16;
/// Second stones tried beside one that makes two fours by itself.
const QUIET_PARTNERS: usize = 6;

/// What the solver has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The side to move wins: the turns of both sides, up to the one after which its five cannot be
    /// stopped, or the one that makes it.
    Win(Vec<Pair>),
    /// There is no such win.
    No,
    /// The limit of positions was reached before it was known.
    Unknown,
}

/// The solver. Counts the positions that it visits.
#[derive(Clone, Debug)]
pub struct Fours {
    threats: Threats,
    nodes: u64,
    limit: u64,
    line: Vec<Pair>,
}

impl Fours {
    /// A solver that asks `threats`.
    pub fn new(threats: Threats) -> Fours {
        Fours { threats, nodes: 0, limit: 0, line: Vec::new() }
    }

    /// Positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win of the side to move, visiting at most `limit` positions. The scene is as
    /// before when it is done. Where the board is nearly full nothing is proved, and so nothing
    /// found.
    pub fn solve(&mut self, scene: &mut Scene, limit: u64) -> Solution {
        self.nodes = 0;
        self.limit = limit;
        self.line.clear();
        if !self.threats.has_room(scene) {
            return Solution::No;
        }
        // Short wins first: a long one through the first turn that comes would hide them.
        for longest in [2, 4, LONGEST] {
            match self.attack(scene, longest) {
                Some(true) => return Solution::Win(self.line.clone()),
                Some(false) if longest == LONGEST => return Solution::No,
                Some(false) => {}
                None => return Solution::Unknown,
            }
        }
        Solution::No
    }

    /// Whether the side to move wins; `None` when the limit is reached. A winning line is left in
    /// `self.line`.
    fn attack(&mut self, scene: &mut Scene, turns: usize) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        if !self.threats.has_room(scene) {
            return Some(false);
        }
        if let Some(turn) = self.threats.winning_turn(scene) {
            self.line.push(turn);
            return Some(true);
        }
        let must = self.threats.defence(scene);
        if must == Defence::Lost {
            return Some(false);
        }
        let fours = self.threats.fours(scene, scene.side());
        if let Some(turn) = self.threats.unstoppable_turn(scene, &fours, must) {
            self.line.push(turn);
            return Some(true);
        }
        if turns <= 1 {
            return Some(false);
        }
        for (turn, answer) in self.forcing_turns(scene, &fours, must) {
            if self.force(scene, turn, answer, turns)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Plays a forcing turn and its answer, and goes on.
    fn force(&mut self, scene: &mut Scene, turn: Pair, answer: Pair, turns: usize) -> Option<bool> {
        let length = self.line.len();
        self.line.extend([turn, answer]);
        turn.points().into_iter().for_each(|point| scene.place(point));
        let defender = scene.side();
        // An answer that makes six in a row loses, too.
        let is_blunder = answer
            .points()
            .into_iter()
            .any(|point| self.threats.is_blunder(scene, point, defender));
        let won = if is_blunder {
            Some(true)
        } else {
            answer.points().into_iter().for_each(|point| scene.place(point));
            let won = self.attack(scene, turns - 1);
            (0..2).for_each(|_| scene.undo());
            won
        };
        (0..2).for_each(|_| scene.undo());
        if won != Some(true) {
            self.line.truncate(length);
        }
        won
    }

    /// The turns that force both stones of the answer, with that answer, most promising first.
    fn forcing_turns(
        &self,
        scene: &Scene,
        fours: &[FourPoint],
        must: Defence,
    ) -> ArrayVec<(Pair, Pair), MOST_TURNS> {
        let side = scene.side();
        let field = scene.field();
        let worth = |point: Point| field.attack(point, side) + field.defence(point, !side) / 4;
        let mut turns: Vec<(i32, Pair, Pair)> = Vec::new();
        for (n, four) in fours.iter().enumerate() {
            for other in &fours[..n] {
                let Some(turn) = Pair::new(four.point, other.point) else { continue };
                if let Defence::Both(answer) = together(four, other)
                    && must.is_met_by(turn)
                {
                    turns.push((worth(four.point) + worth(other.point), turn, answer));
                }
            }
            let alone = Defence::against(four.fifths.iter().copied());
            if let Defence::Both(answer) = alone {
                for partner in self.quiet_partners(scene, four, must) {
                    let Some(turn) = Pair::new(four.point, partner) else { continue };
                    turns.push((worth(four.point) + worth(partner), turn, answer));
                }
            }
        }
        turns.sort_by_key(|&(worth, turn, _)| (-worth, turn));
        turns.dedup_by_key(|&mut (_, turn, _)| turn);
        turns.into_iter().map(|(_, turn, answer)| (turn, answer)).take(MOST_TURNS).collect()
    }

    /// Points for the second stone beside one that forces both stones of the answer by itself.
    fn quiet_partners(&self, scene: &Scene, four: &FourPoint, must: Defence) -> Vec<Point> {
        let side = scene.side();
        match must {
            Defence::One(point) if point != four.point => return vec![point],
            Defence::Both(pair) => return pair.other(four.point).into_iter().collect(),
            Defence::Lost => return Vec::new(),
            Defence::One(_) | Defence::Free => {}
        }
        let empty = scene.position().stones().empty();
        let mut partners: Vec<Point> = empty
            .iter()
            .filter(|&point| {
                Pair::new(point, four.point).is_some()
                    && scene.field().attack(point, side) > 0
                    // Two stones that both make fours are looked at as such.
                    && scene.field().threat(point, side) < Threat::Four
                    && !self.threats.is_blunder(scene, point, side)
            })
            .collect();
        partners.sort_by_key(|&point| (-scene.field().attack(point, side), point));
        partners.truncate(QUIET_PARTNERS);
        partners
    }
}
