//! The weights under which the evaluation tells best how games end.

use super::features::{Positions, Sample};
use super::games::Worth;
use super::roles::{Roles, Spread, round};
use super::{FitArgs, HELD_OUT};
use crate::board::{BySide, Side};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::eval::{Numbers, THREAT_SETS};
use crate::opening::Chance;
use crate::pattern::Combination;
use std::io::Write;

/// Positions of one step.
const BATCH: usize = 2048;
/// Length of a step, in centipawn-like units, at the beginning.
const RATE: f32 = 1.5;
/// How far numbers are expected to be from those set by hand, in those units.
const SPREAD: Spread = Spread { combination: 25.0, line: 60.0, other: 60.0 };
/// Among the other numbers: the worth of the move for either side, then that of sets of threats.
const TEMPO: usize = Roles::OTHERS;
const THREATS: usize = TEMPO + 2;

/// What is fitted, and the scale.
struct Model {
    roles: Roles,
    /// From centipawn-like units to the exponent of the logistic function.
    scale: f32,
}

impl Model {
    fn new(args: &FitArgs, hand: &Numbers) -> Model {
        let points = &hand.points;
        let of = |pick: &dyn Fn(usize) -> i16| -> Vec<f32> {
            (0..Combination::COUNT).map(|n| f32::from(pick(n))).collect()
        };
        let by_hand = [
            of(&|n| points.black[n].moving),
            of(&|n| points.black[n].waiting),
            of(&|n| points.white[n].moving),
            of(&|n| points.white[n].waiting),
        ];
        let mut others = vec![hand.tempo.black as f32, hand.tempo.white as f32];
        others.extend(hand.threats.black.iter().chain(&hand.threats.white).map(|&n| f32::from(n)));
        Model { roles: Roles::new(args.rule, by_hand, others, SPREAD), scale: 1.0 / 400.0 }
    }

    /// Where the table has the worth of a sample's move and set of threats.
    fn others_at(&self, sample: &Sample) -> [usize; 2] {
        let side = self.roles.same(sample.side).index();
        [TEMPO + side, THREATS + side * THREAT_SETS + usize::from(sample.threats)]
    }

    /// The evaluation of a position, in centipawn-like units.
    fn evaluate(&self, table: &[f32], positions: &Positions, sample: &Sample) -> f32 {
        let (moving, waiting) = positions.combinations(sample);
        let own = self.roles.start(sample.side, false);
        let other = self.roles.start(!sample.side, true);
        let sum = |part: &[u16], at: usize| -> f32 {
            part.iter().map(|&n| table[at + usize::from(n)]).sum()
        };
        let rest: f32 = self.others_at(sample).into_iter().map(|at| table[at]).sum();
        sum(moving, own) - sum(waiting, other) + rest
    }

    fn target(&self, sample: &Sample, of_result: f32) -> f32 {
        let expected = match sample.value {
            Worth::Score(number) => logistic(number as f32 * self.scale),
            Worth::Won => 1.0,
            Worth::Lost => 0.0,
        };
        of_result * sample.result + (1.0 - of_result) * expected
    }

    fn loss(&self, positions: &Positions, samples: &[Sample], of_result: f32) -> f64 {
        let table = self.roles.table();
        let sum: f64 = samples
            .iter()
            .map(|sample| {
                let expected = logistic(self.evaluate(&table, positions, sample) * self.scale);
                let target = self.target(sample, of_result);
                let expected = expected.clamp(1e-6, 1.0 - 1e-6);
                -f64::from(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
            })
            .sum();
        sum / samples.len().max(1) as f64
    }

    /// The scale under which the numbers as they are tell the results best.
    fn find_scale(&mut self, positions: &Positions, samples: &[Sample]) {
        let few = &samples[..samples.len().min(100_000)];
        let losses = (4..40).map(|n| {
            self.scale = 1.0 / (25.0 * n as f32);
            (self.loss(positions, few, 1.0), self.scale)
        });
        if let Some((_, scale)) = losses.min_by(|a, b| a.0.total_cmp(&b.0)) {
            self.scale = scale;
        }
    }

    /// One step along the gradient of a batch.
    fn step(
        &mut self,
        positions: &Positions,
        batch: &[Sample],
        all: usize,
        of_result: f32,
        rate: f32,
    ) {
        let table = self.roles.table();
        let mut slopes = vec![0.0; table.len()];
        let per_sample = self.scale / batch.len() as f32;
        for sample in batch {
            let expected = logistic(self.evaluate(&table, positions, sample) * self.scale);
            let slope = (expected - self.target(sample, of_result)) * per_sample;
            let (moving, waiting) = positions.combinations(sample);
            let own = self.roles.start(sample.side, false);
            let other = self.roles.start(!sample.side, true);
            for &n in moving {
                slopes[own + usize::from(n)] += slope;
            }
            for &n in waiting {
                slopes[other + usize::from(n)] -= slope;
            }
            for at in self.others_at(sample) {
                slopes[at] += slope;
            }
        }
        self.roles.step(&slopes, rate, all);
    }

    /// Enters what was fitted among the other numbers of a rule.
    fn write(&self, positions: &Positions, numbers: &mut Numbers) {
        let table = self.roles.table();
        for side in Side::ALL {
            let (moving, waiting) = (self.roles.start(side, false), self.roles.start(side, true));
            for n in (0..Combination::COUNT).filter(|&n| !positions.is_bare(n)) {
                numbers.points[side][n].moving = round(table[moving + n]);
                numbers.points[side][n].waiting = round(table[waiting + n]);
            }
            let same = self.roles.same(side).index();
            for (set, value) in numbers.threats[side].iter_mut().enumerate() {
                *value = round(table[THREATS + same * THREAT_SETS + set]);
            }
        }
        numbers.tempo =
            BySide::from_fn(|side| round(table[TEMPO + self.roles.same(side).index()]).into());
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Fits the evaluation to the positions, and says what came of it.
pub fn fit(
    positions: &Positions,
    args: &FitArgs,
    numbers: &mut Numbers,
    output: &mut Output,
) -> Result<String, CommandError> {
    let of_result = f32::from(args.result) / 100.0;
    let is_held_out = |sample: &&Sample| sample.game.is_multiple_of(HELD_OUT);
    let held_out: Vec<Sample> = positions.samples().iter().filter(is_held_out).copied().collect();
    let mut samples: Vec<Sample> =
        positions.samples().iter().filter(|s| !is_held_out(s)).copied().collect();
    if samples.len() < BATCH || held_out.is_empty() {
        return Err(CommandError::input("there are too few games to fit anything to"));
    }
    let mut model = Model::new(args, numbers);
    model.find_scale(positions, &samples);
    let before = model.loss(positions, &held_out, of_result);
    writeln!(output, "before: loss {before:.5}, scale 1/{:.0}", 1.0 / model.scale)?;
    let mut random = Chance::new(1);
    let mut after = before;
    for epoch in 1..=args.epochs.get() {
        random.shuffle(&mut samples);
        let rate = RATE * (1.0 - (epoch - 1) as f32 / args.epochs.get() as f32);
        for batch in samples.chunks(BATCH) {
            model.step(positions, batch, samples.len(), of_result, rate);
        }
        after = model.loss(positions, &held_out, of_result);
        if epoch % 5 == 0 || epoch == args.epochs.get() {
            let fitted = model.loss(positions, &samples[..samples.len().min(50_000)], of_result);
            writeln!(output, "epoch {epoch}: loss {after:.5} held out, {fitted:.5} fitted")?;
            output.flush()?;
        }
    }
    model.write(positions, numbers);
    Ok(format!("evaluation: loss {before:.5} before, {after:.5} fitted"))
}
