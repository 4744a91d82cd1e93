//! A win as a proof: the attacker's move in every position that the defender can bring about.

use super::budget::Budget;
use super::table::{Candidates, Numbers};
use super::vcf::{Outcome, Solution};
use super::vct::{ANY_NUMBER, Found, Vct};
use crate::board::{Point, Side};
use crate::pattern::{Scene, Threat};
use std::collections::HashMap;

/// A won position with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The winning move.
    pub attack: Point,
    /// The defender's replies that might have been of use, each with the number of the step that
    /// wins after it in [`Proof::steps`]. Empty when nothing holds.
    pub replies: Vec<Reply>,
    /// A reply that is of no use, and how it loses: to a five, or to a line of fours with their
    /// forced replies. Every other reply that is not among [`Step::replies`] loses likewise. Empty
    /// when the attack is a five, or the defender has no other reply.
    pub otherwise: Vec<Point>,
    /// Plies within which the five comes, this move and the five counted, at most.
    pub plies: u32,
}

/// A reply of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Where it is.
    pub point: Point,
    /// The step of [`Proof::steps`] that follows it.
    pub then: usize,
}

/// A proof that one side wins. Positions that come about by several orders of moves are there once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether a shortest win was asked for and found: with less moves of the attacker there is
    /// none, among the threats that are considered.
    pub is_shortest: bool,
    /// All steps; each comes after those that follow it.
    pub steps: Vec<Step>,
}

impl Proof {
    /// The step of the position that the proof is of.
    pub fn root(&self) -> &Step {
        // A proof has at least one step: it is made from its leaves up.
        &self.steps[self.steps.len() - 1]
    }

    /// Plies within which the five comes, at most.
    pub fn plies(&self) -> u32 {
        self.root().plies
    }

    /// The moves of both sides up to the five where the defender holds out longest.
    pub fn line(&self) -> Vec<Point> {
        let mut line = Vec::with_capacity(self.plies() as usize);
        let mut step = self.root();
        loop {
            line.push(step.attack);
            let longest = step.replies.iter().max_by_key(|reply| self.steps[reply.then].plies);
            match longest.map(|reply| (reply, &self.steps[reply.then])) {
                Some((reply, then)) if then.plies as usize + 1 >= step.otherwise.len() => {
                    line.push(reply.point);
                    step = then;
                }
                _ => {
                    line.extend(&step.otherwise);
                    return line;
                }
            }
        }
    }
}

/// Positions that may be visited for every question about fours while a proof is written down:
/// more than in the search, which may have had help from what it remembered.
const FOURS: u64 = 100_000;
/// Most steps of a proof.
const MAX_STEPS: usize = 1 << 20;

impl Vct {
    /// As [`Vct::solve_within`], if `shortest` as [`Vct::solve_shortest`], with the proof of a win.
    /// Writing it down has a budget of the same size once more; where that does not suffice, the
    /// win has no proof.
    pub fn prove(
        &mut self,
        scene: &mut Scene,
        shortest: bool,
        budget: &Budget,
    ) -> (Solution, Option<Proof>) {
        let found = match shortest {
            true => self.find_shortest(scene, budget),
            false => self.find(scene, budget),
        };
        match found {
            Some((Found { numbers, best: Some(best), .. }, left)) if numbers.is_proved() => {
                let is_shortest = shortest && left != ANY_NUMBER;
                let proof = self.write_down(scene, best, left, is_shortest, budget);
                let line = proof.as_ref().map_or_else(|| vec![best], Proof::line);
                (Solution::Win(line), proof)
            }
            Some(_) => (Solution::NoWin, None),
            None => (Solution::Unknown, None),
        }
    }

    /// As [`Vct::prove`], for wins by continuous fours alone.
    pub fn prove_fours(
        &mut self,
        scene: &mut Scene,
        shortest: bool,
        budget: &Budget,
    ) -> (Solution, Option<Proof>) {
        self.widely = false;
        self.begin(scene, budget, shortest);
        let solution = match shortest {
            true => self.vcf.solve_shortest(scene, budget),
            false => self.vcf.solve_within(scene, budget),
        };
        self.nodes = self.vcf.nodes();
        let Solution::Win(line) = &solution else { return (solution, None) };
        let left = if shortest { line.len().div_ceil(2) as u32 } else { ANY_NUMBER };
        let proof =
            line.first().and_then(|&first| self.write_down(scene, first, left, shortest, budget));
        (solution, proof)
    }

    /// The proof of a win that has just been found, which begins with `best` and has at most `left`
    /// moves of the attacker.
    pub(super) fn write_down(
        &mut self,
        scene: &mut Scene,
        best: Point,
        left: u32,
        is_shortest: bool,
        budget: &Budget,
    ) -> Option<Proof> {
        let searched = self.nodes;
        self.grant(budget);
        let mut writer = Writer {
            vct: self,
            budget,
            steps: Vec::new(),
            known: HashMap::new(),
            candidates: Candidates::new(),
        };
        let complete = writer.step(scene, Some(best), left);
        let steps = writer.steps;
        self.nodes = searched;
        complete.map(|_| Proof { is_shortest, steps })
    }
}

/// Writes a proof down, from what the solver knows and what it works out again.
struct Writer<'a> {
    vct: &'a mut Vct,
    budget: &'a Budget<'a>,
    steps: Vec<Step>,
    /// Steps by the key of their position.
    known: HashMap<u64, usize>,
    candidates: Candidates,
}

impl Writer<'_> {
    /// Writes the step of a won position with the attacker to move; its winning move, where that is
    /// known. The number of the step; `None` when the budget or the space is used up.
    fn step(&mut self, scene: &mut Scene, attack: Option<Point>, left: u32) -> Option<usize> {
        let key = self.vct.key(scene.position().key(), left);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.steps.len() >= MAX_STEPS {
            return None;
        }
        let five = scene.five(scene.side());
        let attack = match five.or(attack) {
            Some(attack) => attack,
            None => self.winning_move(scene, left)?,
        };
        let step = if five.is_some() {
            Step { attack, replies: Vec::new(), otherwise: Vec::new(), plies: 1 }
        } else {
            scene.try_stone(attack);
            let step = self.after(scene, attack, left.checked_sub(1)?);
            scene.undo();
            step?
        };
        self.steps.push(step);
        self.known.insert(key, self.steps.len() - 1);
        Some(self.steps.len() - 1)
    }

    /// The step of an attack that has just been played.
    fn after(&mut self, scene: &mut Scene, attack: Point, left: u32) -> Option<Step> {
        let mut candidates = std::mem::take(&mut self.candidates);
        let fours = self.budget.with_nodes(FOURS);
        let threat = self.vct.list_defences(scene, left, &mut candidates, &fours);
        let points: Vec<Point> =
            candidates.iter().filter_map(|candidate| candidate.point()).collect();
        self.candidates = candidates;
        threat?;
        let threat = self.vct.threat.clone();
        let otherwise = otherwise(scene, &points, &threat);
        let mut plies = 1 + otherwise.len() as u32;
        let mut replies = Vec::with_capacity(points.len());
        for point in points {
            scene.try_stone(point);
            let then = self.step(scene, None, left);
            scene.undo();
            let then = then?;
            plies = plies.max(2 + self.steps[then].plies);
            replies.push(Reply { point, then });
        }
        Some(Step { attack, replies, otherwise, plies })
    }

    /// The winning move of a position that is won, with no five at once.
    fn winning_move(&mut self, scene: &mut Scene, left: u32) -> Option<Point> {
        let fours = self.budget.with_nodes(FOURS);
        if self.vct.vcf.search(scene, self.vct.bound(left), &fours) == Outcome::Win {
            return self.vct.vcf.line().next();
        }
        let key = self.vct.key(scene.position().key(), left);
        let kept = self.vct.table.probe(key).filter(|entry| entry.numbers.is_proved());
        if let Some(best) = kept.and_then(|entry| entry.best) {
            return Some(best);
        }
        let found = self.vct.explore(scene, left, 0, Numbers::UNLIMITED, self.budget);
        found.best.filter(|_| found.numbers.is_proved())
    }
}

/// A reply outside of `useful` and the win after it: a five, or the line `threat`.
fn otherwise(scene: &mut Scene, useful: &[Point], threat: &[Point]) -> Vec<Point> {
    let (defender, attacker) = (scene.side(), !scene.side());
    let Some(reply) = useless_reply(scene, useful, threat, defender) else { return Vec::new() };
    scene.try_stone(reply);
    let five = scene.five(attacker);
    scene.undo();
    let mut line = vec![reply];
    match five {
        Some(five) => line.push(five),
        None => line.extend(threat),
    }
    line
}

/// A legal reply that is none of the useful ones, on the point of a five rather than elsewhere.
fn useless_reply(
    scene: &Scene,
    useful: &[Point],
    threat: &[Point],
    defender: Side,
) -> Option<Point> {
    let empty = scene.position().stones().empty();
    let fits = |point: &Point| !useful.contains(point) && !scene.is_forbidden(*point, defender);
    // Where several fives are threatened, the defender may as well stand on one of them.
    let fives = *scene.field().set(!defender, Threat::Five);
    let in_the_way = fives.iter().find(|point| fives.len() > 1 && fits(point));
    in_the_way.or_else(|| empty.iter().find(|point| !threat.contains(point) && fits(point)))
}
