//! Proofs lent from one reply to another: what wins after one reply of the defender often wins
//! after its other replies too, and what won without a four of the defender often wins once that
//! four has been made and answered. The proof is played over again, each of its moves against every
//! reply there is now, so that nothing is taken on trust; only the search for the moves is saved.
//!
//! Kawano describes it for the mates of Japanese chess, as simulation ("Using similar positions to
//! search game trees", in Games of No Chance, 1996).

use super::budget::Budget;
use super::table::Numbers;
use super::vcf::Outcome;
use super::vct::{ATTACK_FOURS, Child, MAX_PLIES, THREAT_FOURS, Vct};
use crate::board::Point;
use crate::pattern::{Scene, Threat};

/// Positions that may be visited to play a proof over again after one reply.
const LOAN: u64 = 2_000;

/// Where the proof that is played over again stands in the table.
#[derive(Clone, Copy)]
struct Model {
    /// What makes the key of its position from the key of the present one.
    delta: u64,
    /// How many moves more the attacker has there.
    extra: u32,
    /// The number of visited positions at which to give up.
    until: u64,
}

impl Vct {
    /// Tries to win after the undecided replies on the stack from `start` on in the way that has
    /// just been shown to win after the reply in place `proved` of the stack.
    pub(super) fn lend(
        &mut self,
        scene: &mut Scene,
        start: usize,
        proved: usize,
        left: u32,
        budget: &Budget,
    ) {
        let (defender, parent) = (scene.side(), scene.position().key());
        let lender = scene.position().key_after(self.stack[proved].point);
        for other in start..self.stack.len() {
            if self.stack[other].numbers.is_decided() {
                continue;
            }
            if self.is_over(budget) {
                return;
            }
            let point = self.stack[other].point;
            let until = self.nodes + LOAN;
            let is_four = scene.field().threat(point, defender) >= Threat::Four;
            scene.try_stone(point);
            let length = if is_four {
                let model = Model { delta: 0, extra: 0, until };
                self.lend_after_four(scene, left, parent, model, budget)
            } else {
                let model = Model { delta: lender ^ scene.position().key(), extra: 0, until };
                self.lend_attack(scene, left, model, budget)
            };
            scene.undo();
            if let Some(length) = length {
                self.stack[other].numbers = Numbers::PROVED;
                self.stack[other].length = length;
            }
        }
    }

    /// Plies to the win of the attacker, who is to move and has to answer a four, if the proof of
    /// the position before that four, which has the key `parent`, still holds after the answer.
    fn lend_after_four(
        &mut self,
        scene: &mut Scene,
        left: u32,
        parent: u64,
        model: Model,
        budget: &Budget,
    ) -> Option<u32> {
        if scene.five(scene.side()).is_some() {
            return (left > 0).then_some(1);
        }
        if left < 2 {
            return None;
        }
        let &[answer] = scene.replies_to_five().as_slice() else { return None };
        let key = self.key(scene.position().key(), left);
        scene.try_stone(answer);
        let delta = parent ^ scene.position().key() ^ model.delta;
        let model = Model { delta, extra: model.extra + 1, ..model };
        let length = self.lend_defence(scene, left - 1, model, budget);
        scene.undo();
        let length = length? + 1;
        self.keep_win(key, Some(answer), length)
    }

    /// Plies to the win of the attacker, who is to move, if the proof holds here.
    fn lend_attack(
        &mut self,
        scene: &mut Scene,
        left: u32,
        model: Model,
        budget: &Budget,
    ) -> Option<u32> {
        let key = self.key(scene.position().key(), left);
        if let Some(kept) = self.decided(key) {
            return kept;
        }
        let (attacker, defender) = (scene.side(), !scene.side());
        match scene.five(attacker) {
            Some(_) if left > 0 => return Some(1),
            _ if left < 2 || self.depth(scene) >= MAX_PLIES => return None,
            _ => {}
        }
        self.nodes += 1;
        if self.nodes >= model.until || self.is_over(budget) {
            return None;
        }
        let lent = self.key(scene.position().key() ^ model.delta, left + model.extra);
        let lent = self.table.probe(lent).filter(|entry| entry.numbers.is_proved());
        let Some(attack) = lent.and_then(|entry| entry.best) else {
            // The reply lost to fours at once there: nothing was kept of it.
            let fours = self.fours(budget, ATTACK_FOURS);
            let outcome = self.vcf.search(scene, self.bound(left), &fours);
            self.nodes += self.vcf.nodes();
            if outcome != Outcome::Win {
                return None;
            }
            let length = self.vcf.line().count() as u32;
            let first = self.vcf.line().next();
            return self.keep_win(key, first, length);
        };
        let is_possible = scene.position().stones().empty().contains(attack)
            && !scene.is_forbidden(attack, attacker)
            && (scene.five(defender).is_none() || scene.replies_to_five().contains(&attack));
        if !is_possible {
            return None;
        }
        scene.try_stone(attack);
        let length = self.lend_defence(scene, left - 1, model, budget);
        scene.undo();
        let length = length? + 1;
        self.keep_win(key, Some(attack), length)
    }

    /// Plies to the win of the attacker, the defender being to move, if the proof holds here.
    fn lend_defence(
        &mut self,
        scene: &mut Scene,
        left: u32,
        model: Model,
        budget: &Budget,
    ) -> Option<u32> {
        let key = self.key(scene.position().key(), left);
        if let Some(kept) = self.decided(key) {
            return kept;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        let other = self.moves.load(key, &mut candidates).or_else(|| {
            self.nodes += 1;
            let fours = self.fours(budget, THREAT_FOURS);
            self.list_defences(scene, left, &mut candidates, &fours)
        });
        let start = self.stack.len();
        self.stack.extend(candidates.iter().filter_map(|reply| {
            Some(Child { point: reply.point()?, numbers: reply.numbers(), length: 0 })
        }));
        self.candidates = candidates;
        let length =
            other.and_then(|other| self.lend_replies(scene, start, left, other, model, budget));
        self.stack.truncate(start);
        self.keep_win(key, None, length?)
    }

    /// The same for the replies on the stack from `start` on; after any other the win comes in
    /// `length` plies.
    fn lend_replies(
        &mut self,
        scene: &mut Scene,
        start: usize,
        left: u32,
        mut length: u32,
        model: Model,
        budget: &Budget,
    ) -> Option<u32> {
        let (defender, parent) = (scene.side(), scene.position().key());
        let is_five_threatened = scene.five(!defender).is_some();
        for reply in start..self.stack.len() {
            let point = self.stack[reply].point;
            let is_four = scene.field().threat(point, defender) >= Threat::Four;
            scene.try_stone(point);
            let lent = self.key(scene.position().key() ^ model.delta, left + model.extra);
            let is_lent = self.table.probe(lent).is_some_and(|entry| entry.numbers.is_proved());
            let after = if is_four && !is_lent && !is_five_threatened {
                self.lend_after_four(scene, left, parent, model, budget)
            } else {
                self.lend_attack(scene, left, model, budget)
            };
            scene.undo();
            length = length.max(after? + 1);
        }
        Some(length)
    }

    /// What the table has decided of the position with this key: plies to the attacker's win, or that
    /// there is none.
    fn decided(&self, key: u64) -> Option<Option<u32>> {
        let entry = self.table.probe(key).filter(|entry| entry.numbers.is_decided())?;
        Some(entry.numbers.is_proved().then_some(entry.length.into()))
    }

    /// Keeps in the table that the attacker wins within `length` plies, which it gives back.
    fn keep_win(&mut self, key: u64, best: Option<Point>, length: u32) -> Option<u32> {
        self.table.store(key, Numbers::PROVED, 1, best, length);
        Some(length)
    }
}
