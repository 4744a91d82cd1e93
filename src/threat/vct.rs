//! Victory by continuous threats: a search in which every move of the attacker makes a four, or
//! threatens a win by fours, so that the defender's replies of any use are known.
//!
//! It is a depth-first proof-number search: of all positions not yet decided it goes on with the
//! one that is likely to decide the first with the least work. Its tables are of fixed size; what
//! gives way in them is worked out again. Stones are never taken from a board, so no position comes
//! back, and what is known of one holds whichever way it was reached.

use super::attacks;
use super::budget::Budget;
use super::replies;
use super::table::{Candidate, Candidates, INFINITE, MoveTable, Numbers, ProofTable};
use super::vcf::{Outcome, Solution, Vcf};
use crate::board::{Point, Side, Size};
use crate::pattern::{Scene, Threat};
use crate::rules::RuleKind;

/// Positions that may be visited to see whether the attacker wins by fours.
pub(super) const ATTACK_FOURS: u64 = 200;
/// The same for the question whether a move threatens such a win.
pub(super) const THREAT_FOURS: u64 = 200;
/// The same for the defender's own win by fours.
const DEFENCE_FOURS: u64 = 100;
/// The same for the question whether a reply loses to fours at once.
const REFUTATION_FOURS: u64 = 100;
/// At most this part of the budget is for the question whether fours alone win,
const FOURS_SHARE: u64 = 4;
/// and at most so many positions.
const FOURS_FIRST: u64 = 50_000;
/// Once the likely threats have no win: at most so many positions for all threats,
const WIDELY_LEAST: u64 = 200_000;
/// and so many times those that it took to find that out.
const WIDELY_TIMES: u64 = 8;
/// Times that a question about fours has more positions then.
const WIDELY_FOURS: u64 = 16;
/// Positions of the first turn for wins of any length, and for those of few moves.
const FIRST_TURN: u64 = 4_000;
/// The turns for wins of few moves are so many times shorter than those for wins of any length.
const FEW_MOVES_SHARE: u64 = 3;
/// Few moves of the attacker are so many at first; once no win has so few, one more.
const FEWEST_MOVES: u32 = 3;
/// So many are not few any more.
const MOST_MOVES: u32 = 20;
/// Deepest line, in plies.
pub(super) const MAX_PLIES: u32 = 200;
/// More moves than any line has.
pub(super) const ANY_NUMBER: u32 = 1 << 16;

/// The solver, with what it remembers.
#[derive(Clone, Debug)]
pub struct Vct {
    pub(super) vcf: Vcf,
    pub(super) table: ProofTable,
    pub(super) moves: MoveTable,
    /// Moves of all positions on the way to the present one.
    pub(super) stack: Vec<Child>,
    /// Moves of the position that is looked at for the first time.
    pub(super) candidates: Candidates,
    /// The win by fours that the attacker threatens in it.
    pub(super) threat: Vec<Point>,
    attacker: Side,
    /// Whether the number of the attacker's moves is bounded.
    bounded: bool,
    /// What the tables are about.
    about: Option<(RuleKind, Size)>,
    pub(super) nodes: u64,
    limit: u64,
    stopped: bool,
    /// Whether since the tables were empty something was left out that might have been a threat.
    left_out: bool,
    /// Whether every move is tried that may threaten something, and questions about fours have
    /// more positions.
    pub(super) widely: bool,
    /// Stones on the board in the position that was asked about.
    root: usize,
}

/// A move with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) point: Point,
    pub(super) numbers: Numbers,
    /// Plies to the five from that position, if it is won.
    pub(super) length: u32,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    pub(super) best: Option<Point>,
    pub(super) length: u32,
}

impl Found {
    const LOST: Found = Found { numbers: Numbers::DISPROVED, best: None, length: 0 };

    fn won(best: Option<Point>, length: u32) -> Found {
        Found { numbers: Numbers::PROVED, best, length }
    }
}

/// What a first look at a position gives.
enum Look {
    Decided(Found),
    /// Its moves are listed; the number is of plies to the five after any other reply.
    Open(u32),
}

impl Vct {
    /// A solver that remembers nothing yet, whose tables take `bytes` of memory.
    pub fn new(bytes: usize) -> Vct {
        Vct {
            vcf: Vcf::new(),
            table: ProofTable::new(bytes / 2),
            moves: MoveTable::new(bytes / 2),
            stack: Vec::with_capacity(4096),
            candidates: Candidates::with_capacity(1024),
            threat: Vec::with_capacity(64),
            attacker: Side::Black,
            bounded: false,
            about: None,
            nodes: 0,
            limit: 0,
            stopped: false,
            left_out: false,
            widely: false,
            root: 0,
        }
    }

    /// Forgets everything. That is never necessary: a change of rule or size is noticed.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.table.clear();
        self.moves.clear();
        self.left_out = false;
        self.widely = false;
    }

    /// Positions visited by the last call, those of the solver of fours included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move in `scene` wins by continuous threats, looking at no more than
    /// about `limit` positions. The scene is as it was afterwards.
    pub fn solve(&mut self, scene: &mut Scene, limit: u64) -> Solution {
        self.solve_within(scene, &Budget::nodes(limit))
    }

    /// As [`Vct::solve`], within a budget.
    ///
    /// The line of a win is that in which the defender holds out longest against the proof found,
    /// or the first move alone when the budget did not suffice to write the proof down.
    /// [`Solution::NoWin`] speaks of the threats that are considered: fours, threes, and moves that
    /// prepare them.
    pub fn solve_within(&mut self, scene: &mut Scene, budget: &Budget) -> Solution {
        self.prove(scene, false, budget).0
    }

    /// As [`Vct::solve_within`], but with a win of as few moves of the attacker as possible among
    /// the threats that are considered, if the budget suffices to find one.
    pub fn solve_shortest(&mut self, scene: &mut Scene, budget: &Budget) -> Solution {
        self.prove(scene, true, budget).0
    }

    /// As [`Vct::solve`], but tells only the first move, and within how many plies the five comes:
    /// for searches, which ask often. It writes no proof down.
    pub fn win(&mut self, scene: &mut Scene, limit: u64) -> Option<(Point, u32)> {
        self.win_within(scene, &Budget::nodes(limit))
    }

    /// As [`Vct::win`], within a budget.
    pub fn win_within(&mut self, scene: &mut Scene, budget: &Budget) -> Option<(Point, u32)> {
        let (found, _) = self.find(scene, budget)?;
        found.best.filter(|_| found.numbers.is_proved()).map(|best| (best, found.length))
    }

    /// As [`Vct::win`], without the move.
    pub fn win_length(&mut self, scene: &mut Scene, limit: u64) -> Option<u32> {
        self.win(scene, limit).map(|(_, plies)| plies)
    }

    /// What is found of the position, unless the budget comes first, and with how many moves of the
    /// attacker at most: with [`ANY_NUMBER`] where they were not bounded.
    pub(super) fn find(&mut self, scene: &mut Scene, budget: &Budget) -> Option<(Found, u32)> {
        self.begin(scene, budget, false);
        let fours_first = budget.with_nodes(FOURS_FIRST.min(budget.nodes / FOURS_SHARE));
        let outcome = self.vcf.search(scene, None, &fours_first);
        self.nodes += self.vcf.nodes();
        if outcome == Outcome::Win {
            let length = self.vcf.line().count() as u32;
            return Some((Found::won(self.vcf.line().next(), length), ANY_NUMBER));
        }
        self.widely = false;
        let (found, left) = self.explore_by_turns(scene, budget);
        let settled = self.settled(found).map(|found| (found, left));
        if !found.numbers.is_decided() || found.numbers.is_proved() {
            return settled;
        }
        self.find_widely(scene, budget).or(settled)
    }

    /// As [`Vct::find`], once the likely threats are exhausted without a win: among all threats, and
    /// with more positions for each question about fours.
    fn find_widely(&mut self, scene: &mut Scene, budget: &Budget) -> Option<(Found, u32)> {
        let spent = self.nodes;
        let rest = budget.nodes.saturating_sub(spent).min(WIDELY_LEAST + WIDELY_TIMES * spent);
        // What had no win before may have one now.
        self.table.clear();
        self.moves.clear();
        self.left_out = false;
        self.widely = true;
        self.nodes = 0;
        let (found, left) = self.explore_by_turns(scene, &budget.with_nodes(rest));
        self.nodes += spent;
        self.settled(found).map(|found| (found, left))
    }

    /// Looks for a win of any length and for one of few moves by turns, each time with more positions:
    /// the first soon finds long lines of threats, but loses itself in them where a short win is at
    /// hand; the second is the other way round. What both remember makes coming back cheap. What was
    /// found, and with how many moves of the attacker at most.
    fn explore_by_turns(&mut self, scene: &mut Scene, budget: &Budget) -> (Found, u32) {
        let mut nodes = self.nodes;
        let (mut turn, mut moves) = (FIRST_TURN, FEWEST_MOVES);
        loop {
            let left = budget.nodes.saturating_sub(nodes);
            self.begin(scene, &budget.with_nodes(turn.min(left)), false);
            let found = self.explore(scene, ANY_NUMBER, 0, Numbers::UNLIMITED, budget);
            nodes += self.nodes;
            if found.numbers.is_decided() || turn >= left || budget.is_stopped() {
                self.nodes = nodes;
                return (found, ANY_NUMBER);
            }
            let (mut spent, turn_for_few) = (0, turn / FEW_MOVES_SHARE);
            while spent < turn_for_few && moves < MOST_MOVES {
                let left = budget.nodes.saturating_sub(nodes).min(turn_for_few - spent);
                self.begin(scene, &budget.with_nodes(left), true);
                let found = self.explore(scene, moves, 0, Numbers::UNLIMITED, budget);
                nodes += self.nodes;
                spent += self.nodes.max(1);
                if found.numbers.is_proved() {
                    self.nodes = nodes;
                    return (found, moves);
                }
                if !found.numbers.is_decided() {
                    break;
                }
                moves += 1;
            }
            turn *= 2;
        }
    }

    /// A win with as few moves of the attacker as possible, and how many they may be: any win, with
    /// [`ANY_NUMBER`], where the budget did not suffice to find a shortest one.
    pub(super) fn find_shortest(
        &mut self,
        scene: &mut Scene,
        budget: &Budget,
    ) -> Option<(Found, u32)> {
        let (any, _) = self.find(scene, budget)?;
        let mut nodes = self.nodes;
        if any.numbers.is_proved() {
            for moves in 1..=any.length.div_ceil(2) {
                let rest = budget.with_nodes(budget.nodes.saturating_sub(nodes));
                self.begin(scene, &rest, true);
                let found = self.explore(scene, moves, 0, Numbers::UNLIMITED, &rest);
                nodes += self.nodes;
                self.nodes = nodes;
                if found.numbers.is_proved() {
                    return Some((found, moves));
                }
                if !found.numbers.is_decided() {
                    break;
                }
            }
            self.bounded = false;
        }
        Some((any, ANY_NUMBER))
    }

    /// What was found, unless it says nothing.
    fn settled(&self, found: Found) -> Option<Found> {
        let settled = found.numbers.is_proved() || found.numbers.is_decided() && !self.left_out;
        settled.then_some(found)
    }

    /// Begins a new budget within the same search.
    pub(super) fn grant(&mut self, budget: &Budget) {
        self.nodes = 0;
        self.limit = budget.nodes;
        self.stopped = false;
    }

    pub(super) fn begin(&mut self, scene: &Scene, budget: &Budget, bounded: bool) {
        let about = (scene.rule().kind(), scene.position().size());
        if self.about != Some(about) {
            self.clear();
            self.about = Some(about);
        }
        self.grant(budget);
        self.bounded = bounded;
        self.attacker = scene.side();
        self.root = scene.position().ply();
        self.stack.clear();
    }

    /// The key of a position in the tables: who attacks belongs to it, and with how many moves.
    #[inline]
    pub(super) fn key(&self, key: u64, left: u32) -> u64 {
        const WHITE: u64 = 0x5851_f42d_4c95_7f2d;
        const LEFT: u64 = 0xd6e8_feb8_6659_fd93;
        let attacker = if self.attacker == Side::White { WHITE } else { 0 };
        let bound = if self.bounded { LEFT.wrapping_mul(u64::from(left) + 1) } else { 0 };
        key ^ attacker ^ bound ^ bound >> 32
    }

    /// The budget of a question about fours that usually has so many positions.
    pub(super) fn fours<'a>(&self, budget: &Budget<'a>, nodes: u64) -> Budget<'a> {
        budget.with_nodes(if self.widely { WIDELY_FOURS * nodes } else { nodes })
    }

    /// Moves from the position that was asked about to this one.
    pub(super) fn depth(&self, scene: &Scene) -> u32 {
        (scene.position().ply() - self.root) as u32
    }

    /// Most plies that a win by fours may take.
    pub(super) fn bound(&self, left: u32) -> Option<u32> {
        self.bounded.then(|| (2 * left).saturating_sub(1))
    }

    pub(super) fn is_over(&mut self, budget: &Budget) -> bool {
        self.stopped = self.stopped || self.nodes >= self.limit || budget.is_stopped();
        self.stopped
    }

    /// Goes on with a position until one of its numbers reaches its limit. `left` is how many moves
    /// the attacker still has.
    pub(super) fn explore(
        &mut self,
        scene: &mut Scene,
        left: u32,
        ply: u32,
        limits: Numbers,
        budget: &Budget,
    ) -> Found {
        let before = self.nodes;
        let attacks = scene.side() == self.attacker;
        let key = self.key(scene.position().key(), left);
        let start = self.stack.len();
        let mut found = match self.enter(scene, key, left, ply, budget) {
            // A search that was stopped has shown nothing.
            Look::Decided(found) if self.stopped && !found.numbers.is_proved() => {
                return Found { numbers: Numbers { proof: 1, disproof: 1 }, ..found };
            }
            Look::Decided(found) => found,
            Look::Open(other) => loop {
                let found = self.combine(start, attacks, other);
                let Numbers { proof, disproof } = found.numbers;
                if found.numbers.is_decided()
                    || proof >= limits.proof
                    || disproof >= limits.disproof
                    || self.is_over(budget)
                {
                    break found;
                }
                let (chosen, child_limits) = self.choose(start, attacks, found.numbers, limits);
                let point = self.stack[chosen].point;
                scene.try_stone(point);
                let child_left = left - u32::from(attacks);
                let child = self.explore(scene, child_left, ply + 1, child_limits, budget);
                scene.undo();
                self.stack[chosen].numbers = child.numbers;
                self.stack[chosen].length = child.length;
                if !attacks && child.numbers.is_proved() {
                    self.lend(scene, start, chosen, left, budget);
                }
            },
        };
        self.stack.truncate(start);
        if !attacks {
            found.best = None;
        }
        self.table.store(key, found.numbers, self.nodes - before, found.best, found.length);
        found
    }

    /// Puts the moves of a position on the stack, unless it is decided at once.
    fn enter(&mut self, scene: &mut Scene, key: u64, left: u32, ply: u32, budget: &Budget) -> Look {
        let attacks = scene.side() == self.attacker;
        let mut candidates = std::mem::take(&mut self.candidates);
        let look = match self.moves.load(key, &mut candidates) {
            Some(other) => Look::Open(other),
            None => {
                self.nodes += 1;
                let look = if ply >= MAX_PLIES {
                    self.left_out = true;
                    Look::Decided(Found::LOST)
                } else if attacks {
                    self.look_at_attack(scene, left, &mut candidates, budget)
                } else {
                    self.look_at_defence(scene, left, &mut candidates, budget)
                };
                if let Look::Open(other) = look
                    && !self.stopped
                {
                    self.moves.store(key, &candidates, other);
                }
                look
            }
        };
        if let Look::Open(_) = look {
            let child_left = left - u32::from(attacks);
            for candidate in &candidates {
                let Some(point) = candidate.point() else { continue };
                let key = self.key(scene.position().key_after(point), child_left);
                let child = match self.table.probe(key) {
                    Some(entry) => {
                        let length = entry.length.into();
                        Child { point, numbers: entry.numbers, length }
                    }
                    None => Child { point, numbers: candidate.numbers(), length: 0 },
                };
                self.stack.push(child);
            }
        }
        self.candidates = candidates;
        look
    }

    /// The first look at a position with the attacker to move.
    fn look_at_attack(
        &mut self,
        scene: &mut Scene,
        left: u32,
        candidates: &mut Candidates,
        budget: &Budget,
    ) -> Look {
        let (attacker, defender) = (scene.side(), !scene.side());
        match scene.five(attacker) {
            Some(five) if left > 0 => return Look::Decided(Found::won(Some(five), 1)),
            _ if left < 2 => return Look::Decided(Found::LOST),
            _ => {}
        }
        if scene.five(defender).is_some() {
            attacks::list_answers(scene, candidates);
        } else {
            let fours = self.fours(budget, ATTACK_FOURS);
            let bound = self.bound(left);
            let outcome = self.vcf.search(scene, bound, &fours);
            self.nodes += self.vcf.nodes();
            if outcome == Outcome::Win {
                let length = self.vcf.line().count() as u32;
                return Look::Decided(Found::won(self.vcf.line().next(), length));
            }
            self.stopped = self.stopped || outcome == Outcome::OutOfNodes && fours.is_stopped();
            let history = scene.position().history();
            let before = history[self.root..].iter().rev().nth(1).map(|before| before.point);
            attacks::list(scene, before, self.widely, candidates);
        }
        if candidates.is_empty() { Look::Decided(Found::LOST) } else { Look::Open(0) }
    }

    /// The first look at a position with the defender to move.
    fn look_at_defence(
        &mut self,
        scene: &mut Scene,
        left: u32,
        candidates: &mut Candidates,
        budget: &Budget,
    ) -> Look {
        let defender = scene.side();
        let fours = self.fours(budget, THREAT_FOURS);
        let Some(other) = self.list_defences(scene, left, candidates, &fours) else {
            return Look::Decided(Found::LOST);
        };
        if candidates.is_empty() {
            return Look::Decided(Found::won(None, other));
        }
        let has_fours = scene.field().has_any(defender, &Threat::FOURS);
        if has_fours && scene.five(self.attacker).is_none() {
            let fours = self.fours(budget, DEFENCE_FOURS);
            let outcome = self.vcf.search(scene, None, &fours);
            self.nodes += self.vcf.nodes();
            if outcome == Outcome::Win {
                return Look::Decided(Found::LOST);
            }
        }
        let other = match self.threat.len() {
            // A five is threatened: there are no more replies than there have to be.
            1 => other,
            _ => self.drop_refuted(scene, left, candidates, other, budget),
        };
        if candidates.is_empty() {
            return Look::Decided(Found::won(None, other));
        }
        Look::Open(other)
    }

    /// Drops the replies that lose to fours at once: what is left says how far the threat is from
    /// winning. The plies to the attacker's five after any reply that is not listed.
    fn drop_refuted(
        &mut self,
        scene: &mut Scene,
        left: u32,
        candidates: &mut Candidates,
        mut other: u32,
        budget: &Budget,
    ) -> u32 {
        let bound = self.bound(left);
        let fours = self.fours(budget, REFUTATION_FOURS);
        candidates.retain(|candidate| {
            let Some(point) = candidate.point() else { return false };
            scene.try_stone(point);
            let outcome = self.vcf.search(scene, bound, &fours);
            scene.undo();
            self.nodes += self.vcf.nodes();
            if outcome == Outcome::Win {
                other = other.max(1 + self.vcf.line().count() as u32);
            }
            outcome != Outcome::Win
        });
        other
    }

    /// Lists the replies of the side to move that may be of use. The plies to the attacker's five
    /// after any other reply; `None` if the attacker threatens nothing, or has lost. Leaves the
    /// threatened win by fours in `self.threat`.
    pub(super) fn list_defences(
        &mut self,
        scene: &mut Scene,
        left: u32,
        candidates: &mut Candidates,
        fours: &Budget,
    ) -> Option<u32> {
        let (defender, attacker) = (scene.side(), !scene.side());
        candidates.clear();
        self.threat.clear();
        if scene.five(defender).is_some() {
            return None;
        }
        if let Some(five) = scene.five(attacker) {
            if left == 0 {
                return None;
            }
            self.threat.push(five);
            let replies = scene.replies_to_five();
            candidates.extend(replies.iter().map(|&point| Candidate::new(point, 1, 1)));
            return Some(2);
        }
        if left < 2 {
            return None;
        }
        let bound = self.bound(left);
        scene.pass();
        let outcome = self.vcf.search(scene, bound, fours);
        scene.pass();
        self.nodes += self.vcf.nodes();
        if outcome != Outcome::Win {
            if outcome == Outcome::OutOfNodes {
                self.stopped = self.stopped || fours.is_stopped();
                self.left_out = true;
            }
            return None;
        }
        self.threat.extend(self.vcf.line());
        let replies = match replies::to_winning_four(scene) {
            Some(replies) => replies,
            None => {
                let replies = replies::to_fours(scene, &self.threat, &mut self.vcf, fours);
                replies.unwrap_or_else(|| scene.position().stones().empty())
            }
        };
        let field = scene.field();
        for point in replies {
            if !scene.is_forbidden(point, defender) {
                candidates.push(Candidate::new(point, 1, 1));
            }
        }
        let worth = |candidate: &Candidate| {
            let worth = |point| {
                i32::from(field.value_by_lines(point, defender).attack)
                    + i32::from(field.value_by_lines(point, attacker).defence)
            };
            -candidate.point().map_or(0, worth)
        };
        candidates.sort_unstable_by_key(worth);
        Some(1 + self.threat.len() as u32)
    }

    /// The numbers of a position from those of the moves on the stack.
    fn combine(&self, start: usize, attacks: bool, other: u32) -> Found {
        let children = &self.stack[start..];
        if attacks { combine_attacks(children) } else { combine_replies(children, other) }
    }

    /// The move on the stack to go on with, and until when.
    fn choose(
        &self,
        start: usize,
        attacks: bool,
        now: Numbers,
        limits: Numbers,
    ) -> (usize, Numbers) {
        let own =
            |child: &Child| if attacks { child.numbers.proof } else { child.numbers.disproof };
        let (mut chosen, mut best, mut second) = (start, INFINITE, INFINITE);
        for (n, child) in self.stack[start..].iter().enumerate() {
            let number = own(child);
            if number < best {
                (chosen, second, best) = (start + n, best, number);
            } else if number < second {
                second = number;
            }
        }
        // A little further than to where another move is as good: less coming and going.
        let enough = (second + second / 8 + 1).min(INFINITE);
        let Numbers { proof, disproof } = self.stack[chosen].numbers;
        let limits = if attacks {
            Numbers {
                proof: limits.proof.min(enough),
                disproof: limits.disproof - now.disproof + disproof,
            }
        } else {
            Numbers {
                proof: limits.proof - now.proof + proof,
                disproof: limits.disproof.min(enough),
            }
        };
        (chosen, limits)
    }
}

/// One winning move is enough. The moves share much of what follows them, so that the sum of what
/// has to be shown to lose would count it many times over: the most for one move, and a little for
/// each other, comes nearer.
fn combine_attacks(children: &[Child]) -> Found {
    /// As many further moves count for one more position.
    const FURTHER: u32 = 4;
    let (mut proof, mut most, mut open) = (INFINITE, 0, 0);
    for child in children {
        if child.numbers.is_proved() {
            return Found::won(Some(child.point), child.length + 1);
        }
        proof = proof.min(child.numbers.proof);
        most = most.max(child.numbers.disproof);
        open += u32::from(child.numbers.disproof > 0);
    }
    if open == 0 {
        return Found::LOST;
    }
    let disproof = (most + (open - 1) / FURTHER).min(INFINITE - 1);
    Found { numbers: Numbers { proof, disproof }, best: None, length: 0 }
}

/// Every reply has to lose; any that is not listed loses within `other` plies.
fn combine_replies(children: &[Child], other: u32) -> Found {
    let mut numbers = Numbers::PROVED;
    let mut length = other;
    for child in children {
        if child.numbers.disproof == 0 {
            return Found::LOST;
        }
        numbers.disproof = numbers.disproof.min(child.numbers.disproof);
        numbers.proof = (numbers.proof + child.numbers.proof).min(INFINITE - 1);
        length = length.max(child.length + 1);
    }
    Found { numbers, best: None, length: if numbers.is_proved() { length } else { 0 } }
}
