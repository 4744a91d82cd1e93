//! The weights under which the moves that were chosen are likeliest: for the order of moves.
//!
//! A multinomial logistic regression over the moves of each position, as Rémi Coulom ("Computing Elo
//! ratings of move patterns in the game of Go", 2007) fitted patterns of Go to games.

use super::roles::{Roles, Spread, round};
use super::{FitArgs, HELD_OUT};
use crate::board::{Point, Side};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::eval::Numbers;
use crate::eval::nearby::{WAYS, way};
use crate::eval::policy::LastStones;
use crate::opening::Chance;
use crate::pattern::{Combination, Scene};
use std::io::Write;

/// Choices of one step.
const BATCH: usize = 1024;
/// Length of a step, in 1/256 of a natural logarithm, at the beginning.
const RATE: f32 = 6.0;
/// How far numbers are expected to be from those set by hand, in those units.
const SPREAD: Spread = Spread { combination: 200.0, line: 400.0, other: 400.0 };
/// Among the other numbers: ways from the own last stone, then from the other side's.
const OWN_WAY: usize = Roles::OTHERS;
const OTHER_WAY: usize = OWN_WAY + WAYS;
/// Units of the numbers in a natural logarithm.
const UNITS: f32 = 256.0;

/// One move that could be chosen.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    own: u16,
    other: u16,
    own_way: u8,
    other_way: u8,
}

/// One position: its moves in the list of all, the chosen one first.
#[derive(Clone, Copy, Debug)]
struct Choice {
    start: u32,
    count: u16,
    side: Side,
    game: u32,
}

/// All choices of the games given.
#[derive(Debug, Default)]
pub struct Choices {
    candidates: Vec<Candidate>,
    choices: Vec<Choice>,
}

impl Choices {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Adds a position of the `game`th game in which `chosen` was played instead of another of
    /// `among`.
    pub fn add(
        &mut self,
        scene: &Scene,
        chosen: Point,
        among: impl Iterator<Item = Point>,
        game: u32,
    ) {
        let side = scene.side();
        let last = LastStones::of(scene.position());
        let start = self.candidates.len();
        let others = among.filter(|&point| point != chosen);
        for point in std::iter::once(chosen).chain(others) {
            let to = |from: Option<Point>| from.map_or(0, |from| way(from, point)) as u8;
            self.candidates.push(Candidate {
                own: scene.field().combination(point, side).index() as u16,
                other: scene.field().combination(point, !side).index() as u16,
                own_way: to(last.own),
                other_way: to(last.other),
            });
        }
        let count = (self.candidates.len() - start) as u16;
        self.choices.push(Choice { start: start as u32, count, side, game });
    }

    fn candidates(&self, choice: &Choice) -> &[Candidate] {
        &self.candidates[choice.start as usize..][..usize::from(choice.count)]
    }
}

struct Model {
    roles: Roles,
}

impl Model {
    fn new(args: &FitArgs, hand: &Numbers) -> Model {
        let points = &hand.points;
        let of = |pick: &dyn Fn(usize) -> i16| -> Vec<f32> {
            (0..Combination::COUNT).map(|n| f32::from(pick(n))).collect()
        };
        let by_hand = [
            of(&|n| points.black[n].attack),
            of(&|n| points.black[n].defence),
            of(&|n| points.white[n].attack),
            of(&|n| points.white[n].defence),
        ];
        let ways = hand.nearby.own.iter().chain(&hand.nearby.other);
        let others = ways.map(|&number| f32::from(number)).collect();
        Model { roles: Roles::new(args.rule, by_hand, others, SPREAD) }
    }

    /// Where the table has the numbers of a candidate.
    fn places(&self, side: Side, candidate: Candidate) -> [usize; 4] {
        [
            self.roles.start(side, false) + usize::from(candidate.own),
            self.roles.start(!side, true) + usize::from(candidate.other),
            OWN_WAY + usize::from(candidate.own_way),
            OTHER_WAY + usize::from(candidate.other_way),
        ]
    }

    /// The likelihood of each candidate of a choice.
    fn likelihoods(&self, table: &[f32], choices: &Choices, choice: &Choice, to: &mut Vec<f32>) {
        to.clear();
        to.extend(choices.candidates(choice).iter().map(|&candidate| {
            let sum: f32 =
                self.places(choice.side, candidate).into_iter().map(|at| table[at]).sum();
            sum / UNITS
        }));
        let most = to.iter().copied().fold(f32::MIN, f32::max);
        to.iter_mut().for_each(|number| *number = (*number - most).exp());
        let total: f32 = to.iter().sum();
        to.iter_mut().for_each(|number| *number /= total);
    }

    /// The mean loss (negative natural logarithm of the chosen move's likelihood), and how often the
    /// chosen move was the likeliest and among the likeliest five, in percent.
    fn quality(&self, choices: &Choices, some: &[Choice]) -> (f64, f64, f64) {
        let table = self.roles.table();
        let mut likelihoods = Vec::new();
        let (mut loss, mut first, mut fifth) = (0.0, 0, 0);
        for choice in some {
            self.likelihoods(&table, choices, choice, &mut likelihoods);
            loss -= f64::from(likelihoods[0].max(1e-9).ln());
            let better = likelihoods[1..].iter().filter(|&&other| other >= likelihoods[0]).count();
            first += u32::from(better == 0);
            fifth += u32::from(better < 5);
        }
        let count = some.len().max(1) as f64;
        (loss / count, f64::from(first) * 100.0 / count, f64::from(fifth) * 100.0 / count)
    }

    fn step(&mut self, choices: &Choices, batch: &[Choice], all: usize, rate: f32) {
        let table = self.roles.table();
        let mut slopes = vec![0.0; table.len()];
        let mut likelihoods = Vec::new();
        let per_choice = 1.0 / (UNITS * batch.len() as f32);
        for choice in batch {
            self.likelihoods(&table, choices, choice, &mut likelihoods);
            likelihoods[0] -= 1.0;
            for (&candidate, slope) in choices.candidates(choice).iter().zip(&likelihoods) {
                for at in self.places(choice.side, candidate) {
                    slopes[at] += slope * per_choice;
                }
            }
        }
        self.roles.step(&slopes, rate, all);
    }

    fn write(&self, numbers: &mut Numbers) {
        let table = self.roles.table();
        for side in Side::ALL {
            let (attack, defence) = (self.roles.start(side, false), self.roles.start(side, true));
            for n in 0..Combination::COUNT {
                numbers.points[side][n].attack = round(table[attack + n]);
                numbers.points[side][n].defence = round(table[defence + n]);
            }
        }
        numbers.nearby.own = std::array::from_fn(|way| round(table[OWN_WAY + way]));
        numbers.nearby.other = std::array::from_fn(|way| round(table[OTHER_WAY + way]));
    }
}

/// Fits the order of moves to the choices, and says what came of it.
pub fn fit(
    choices: &Choices,
    args: &FitArgs,
    numbers: &mut Numbers,
    output: &mut Output,
) -> Result<String, CommandError> {
    let is_held_out = |choice: &&Choice| choice.game.is_multiple_of(HELD_OUT);
    let held_out: Vec<Choice> = choices.choices.iter().filter(is_held_out).copied().collect();
    let mut rest: Vec<Choice> =
        choices.choices.iter().filter(|choice| !is_held_out(choice)).copied().collect();
    if rest.len() < BATCH || held_out.is_empty() {
        return Err(CommandError::input("there are too few games to fit anything to"));
    }
    let mut model = Model::new(args, numbers);
    let (before, first, fifth) = model.quality(choices, &held_out);
    writeln!(output, "order before: loss {before:.4}, {first:.1} % first, {fifth:.1} % in five")?;
    let mut random = Chance::new(1);
    let mut result = String::new();
    for epoch in 1..=args.epochs.get() {
        random.shuffle(&mut rest);
        let rate = RATE * (1.0 - (epoch - 1) as f32 / args.epochs.get() as f32);
        for batch in rest.chunks(BATCH) {
            model.step(choices, batch, rest.len(), rate);
        }
        if epoch % 5 == 0 || epoch == args.epochs.get() {
            let (loss, first, fifth) = model.quality(choices, &held_out);
            writeln!(
                output,
                "epoch {epoch}: order: loss {loss:.4}, {first:.1} % first, {fifth:.1} % in five"
            )?;
            output.flush()?;
            result = format!(
                "order of moves: loss {before:.4} before, {loss:.4} fitted; the chosen move is \
                 first in {first:.1} %, among five in {fifth:.1} %"
            );
        }
    }
    model.write(numbers);
    Ok(result)
}
