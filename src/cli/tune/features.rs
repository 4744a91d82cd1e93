//! Positions of games as lists of what the evaluation sums up.

use super::choices::Choices;
use super::games::{Found, Game, Worth};
use crate::board::{Point, Position, Side, Size};
use crate::eval::{Weights, classic};
use crate::pattern::{Combination, LineClass, Scene};
use crate::rules::RuleKind;
use crate::threat::{Solution, Vcf};

/// Positions of the solver of fours that make a position loud.
const FOURS: u64 = 200;

/// What the evaluation sees of one quiet position, and how it ended.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Where its combinations begin in the list of all.
    start: u32,
    /// Combinations of the side to move; those of the other side follow.
    moving: u16,
    waiting: u16,
    /// The side to move.
    pub side: Side,
    /// The set of threats that both sides have.
    pub threats: u16,
    /// The game's result for the side to move: 1, 0.5 or 0.
    pub result: f32,
    /// The search's value for the side to move.
    pub value: Worth,
    /// Number of the game.
    pub game: u32,
}

/// All quiet positions of the games given.
#[derive(Debug)]
pub struct Positions {
    rule: RuleKind,
    combinations: Vec<u16>,
    samples: Vec<Sample>,
    games: u32,
    /// By combination: whether no line has another stone of the side, which is so for both sides alike.
    bare: Vec<bool>,
}

impl Positions {
    /// No positions yet.
    pub fn new(rule: RuleKind) -> Positions {
        let mut bare = vec![false; Combination::COUNT];
        for (combination, lines) in Combination::all() {
            bare[combination.index()] = lines.iter().all(|&line| line <= LineClass::OpenOne);
        }
        Positions { rule, combinations: Vec::new(), samples: Vec::new(), games: 0, bare }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether a combination is left out: no line has another stone of the side.
    pub fn is_bare(&self, combination: usize) -> bool {
        self.bare[combination]
    }

    /// The positions.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The combinations of the side to move and of the other side.
    pub fn combinations(&self, sample: &Sample) -> (&[u16], &[u16]) {
        let start = sample.start as usize;
        let middle = start + usize::from(sample.moving);
        let end = middle + usize::from(sample.waiting);
        (&self.combinations[start..middle], &self.combinations[middle..end])
    }

    /// Adds the quiet positions of a game: those where the evaluation has the last word. And to
    /// `choices` the moves that were not forced.
    pub fn add_game(&mut self, game: &Game, choices: &mut Choices) {
        self.games += 1;
        let mut scene =
            Scene::new(&Position::new(Size::RENJU), Weights::of(self.rule).points.clone());
        let mut solver = Vcf::new();
        for ply in 0..=game.moves.len() {
            let found = ply.checked_sub(game.opening).and_then(|n| game.found.get(n));
            if let Some(&Found { value, best }) = found
                && is_quiet(&mut scene, &mut solver)
            {
                self.add_position(&scene, game.result, value);
                choices.add(&scene, best, candidates(&scene), self.games);
            }
            if let Some(&point) = game.moves.get(ply) {
                scene.place(point);
            }
        }
    }

    fn add_position(&mut self, scene: &Scene, result: f32, value: Worth) {
        let side = scene.side();
        let empty = scene.position().stones().empty();
        let start = self.combinations.len();
        let mut counts = [0; 2];
        for (n, of) in [side, !side].into_iter().enumerate() {
            for point in empty.iter() {
                let combination = scene.field().combination(point, of).index();
                if !self.bare[combination] {
                    self.combinations.push(combination as u16);
                    counts[n] += 1;
                }
            }
        }
        self.samples.push(Sample {
            start: start as u32,
            moving: counts[0],
            waiting: counts[1],
            side,
            threats: classic::threats_of(scene.field(), side) as u16,
            result: if side == Side::Black { result } else { 1.0 - result },
            value,
            game: self.games,
        });
    }
}

fn is_quiet(scene: &mut Scene, solver: &mut Vcf) -> bool {
    let (side, other) = (scene.side(), !scene.side());
    let threatened = scene.five(side).is_some()
        || scene.five(other).is_some()
        || scene.winning_four(side).is_some();
    !threatened && !matches!(solver.solve(scene, FOURS), Solution::Win(_))
}

/// The moves that a search would consider.
fn candidates(scene: &Scene) -> impl Iterator<Item = Point> {
    let side = scene.side();
    let near = || scene.position().stones().neighbourhood();
    let among = scene.replies_to_winning_four().unwrap_or_else(near);
    among.iter().filter(move |&point| !scene.is_forbidden(point, side))
}
