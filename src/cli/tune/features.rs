//! Positions of games as lists of what the evaluation sums up.

use super::choices::Choices;
use super::games::{self, Found, Game, Worth};
use crate::board::{Point, Position, Side, Size};
use crate::eval::{Weights, classic};
use crate::nendzyu::{self, Defence, Fours, Threats};
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
        let empty = Position::with_order(Size::RENJU, self.rule.rule().turn_order());
        let mut scene = Scene::new(&empty, Weights::of(self.rule).points.clone());
        let mut quiet = Quiet::new(self.rule);
        let asked = games::asked(self.rule, game.opening, game.moves.len());
        let mut found = asked.into_iter().zip(&game.found).peekable();
        for ply in 0..=game.moves.len() {
            let found = found.next_if(|((asked, _), _)| *asked == ply);
            if let Some((_, &Found { value, best })) = found
                && scene.position().turn_under_way().is_empty()
                && quiet.is_quiet(&mut scene)
            {
                self.add_position(&scene, game.result, value);
                // A turn of two stones is no choice of one move.
                if !self.rule.has_long_turns() {
                    choices.add(&scene, best, candidates(&scene), self.games);
                }
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

/// Tells positions where the evaluation has the last word from those where the search has it.
enum Quiet {
    /// Under rules with one stone a turn.
    Stones(Vcf),
    /// Under nendzyu.
    Pairs(Threats, Fours),
}

impl Quiet {
    fn new(rule: RuleKind) -> Quiet {
        if rule.has_long_turns() {
            let threats = Threats::new(rule, Size::RENJU);
            Quiet::Pairs(threats, Fours::new(threats))
        } else {
            Quiet::Stones(Vcf::new())
        }
    }

    fn is_quiet(&mut self, scene: &mut Scene) -> bool {
        match self {
            Quiet::Stones(solver) => is_quiet(scene, solver),
            Quiet::Pairs(threats, solver) => {
                threats.winning_turn(scene).is_none()
                    && threats.defence(scene) == Defence::Free
                    && !matches!(solver.solve(scene, FOURS), nendzyu::Solution::Win(_))
            }
        }
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
