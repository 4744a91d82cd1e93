//! The weights under which the evaluation tells best how games end.

use super::FitArgs;
use super::features::{Positions, Sample};
use crate::board::{BySide, Side};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::eval::Weights;
use crate::pattern::{Combination, LineClass, PointValues};
use crate::rules::RuleKind;
use std::io::Write;

/// One game of this many is kept to see whether the fit holds.
const HELD_OUT: u32 = 20;
/// Positions of one step.
const BATCH: usize = 2048;
/// Length of a step, in centipawn-like units, at the beginning.
const RATE: f32 = 1.5;
/// How far single combinations are expected to be from the sum of their lines, in those units.
const COMBINATION_SPREAD: f32 = 25.0;
/// How far lines are expected to be from the numbers set by hand.
const LINE_SPREAD: f32 = 60.0;

/// Numbers of one combination or class: two sides, moving and waiting.
const ROLES: usize = 4;

/// The result.
pub struct Fitted {
    pub values: Box<PointValues>,
    pub tempo: BySide<i32>,
    pub loss_before: f64,
    pub loss_after: f64,
}

/// The parameters, with the means of Adam (Kingma and Ba, 2014) for each.
struct Parameters {
    numbers: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Parameters {
    fn new(count: usize) -> Parameters {
        Parameters {
            numbers: vec![0.0; count],
            first: vec![0.0; count],
            second: vec![0.0; count],
            steps: 0,
        }
    }

    fn step(&mut self, gradient: &[f32], rate: f32) {
        const KEEP_FIRST: f32 = 0.9;
        const KEEP_SECOND: f32 = 0.999;
        self.steps += 1;
        let first_part = 1.0 - KEEP_FIRST.powi(self.steps);
        let second_part = 1.0 - KEEP_SECOND.powi(self.steps);
        for (n, &slope) in gradient.iter().enumerate() {
            self.first[n] = KEEP_FIRST * self.first[n] + (1.0 - KEEP_FIRST) * slope;
            self.second[n] = KEEP_SECOND * self.second[n] + (1.0 - KEEP_SECOND) * slope * slope;
            let mean = self.first[n] / first_part;
            let spread = (self.second[n] / second_part).sqrt();
            self.numbers[n] -= rate * mean / (spread + 1e-9);
        }
    }
}

/// What is fitted: for each role the worth of lines, of combinations beyond their lines, and the
/// move of either side.
struct Model {
    /// Whether both sides play by the same rules, and so have the same numbers.
    symmetric: bool,
    by_hand: [Vec<f32>; ROLES],
    lines: Vec<[u8; 4]>,
    parameters: Parameters,
    /// From centipawn-like units to the exponent of the logistic function.
    scale: f32,
}

const COMBINATION_PARAMETERS: usize = ROLES * Combination::COUNT;
const LINE_PARAMETERS: usize = ROLES * LineClass::COUNT;

impl Model {
    fn new(rule: RuleKind) -> Model {
        let (values, tempo) = Weights::by_hand(rule);
        let of = |pick: &dyn Fn(usize) -> i16| -> Vec<f32> {
            (0..Combination::COUNT).map(|n| f32::from(pick(n))).collect()
        };
        let by_hand = [
            of(&|n| values.black[n].moving),
            of(&|n| values.black[n].waiting),
            of(&|n| values.white[n].moving),
            of(&|n| values.white[n].waiting),
        ];
        let mut lines = vec![[0; 4]; Combination::COUNT];
        for (combination, four) in Combination::all() {
            lines[combination.index()] = four.map(|class| class as u8);
        }
        let mut parameters = Parameters::new(COMBINATION_PARAMETERS + LINE_PARAMETERS + 2);
        let at = COMBINATION_PARAMETERS + LINE_PARAMETERS;
        parameters.numbers[at] = tempo.black as f32;
        parameters.numbers[at + 1] = tempo.white as f32;
        let [black, white] = Side::ALL.map(|side| rule.rule().criterion(side));
        let symmetric = black == white;
        Model { symmetric, by_hand, lines, parameters, scale: 1.0 / 400.0 }
    }

    fn role(&self, side: Side, waiting: bool) -> usize {
        let side = if self.symmetric { Side::Black } else { side };
        2 * side.index() + usize::from(waiting)
    }

    fn tempo_at(&self, side: Side) -> usize {
        let side = if self.symmetric { Side::Black } else { side };
        COMBINATION_PARAMETERS + LINE_PARAMETERS + side.index()
    }

    /// What a combination is worth in a role now.
    fn worth(&self, role: usize, combination: usize) -> f32 {
        let numbers = &self.parameters.numbers;
        let of_lines: f32 = self.lines[combination]
            .iter()
            .map(|&line| {
                numbers[COMBINATION_PARAMETERS + role * LineClass::COUNT + usize::from(line)]
            })
            .sum();
        self.by_hand[role][combination]
            + numbers[role * Combination::COUNT + combination]
            + of_lines
    }

    /// All worths of the moment, so that a pass over positions only adds them up.
    fn table(&self) -> Vec<f32> {
        (0..ROLES)
            .flat_map(|role| (0..Combination::COUNT).map(move |n| (role, n)))
            .map(|(role, n)| self.worth(role, n))
            .collect()
    }

    /// The evaluation of a position, in centipawn-like units.
    fn evaluate(&self, table: &[f32], positions: &Positions, sample: &Sample) -> f32 {
        let (moving, waiting) = positions.combinations(sample);
        let own = self.role(sample.side, false) * Combination::COUNT;
        let other = self.role(!sample.side, true) * Combination::COUNT;
        let sum = |part: &[u16], at: usize| -> f32 {
            part.iter().map(|&n| table[at + usize::from(n)]).sum()
        };
        sum(moving, own) - sum(waiting, other) + self.parameters.numbers[self.tempo_at(sample.side)]
    }

    fn target(&self, sample: &Sample, of_result: f32) -> f32 {
        of_result * sample.result + (1.0 - of_result) * logistic(sample.value * self.scale)
    }

    fn loss(&self, positions: &Positions, samples: &[Sample], of_result: f32) -> f64 {
        let table = self.table();
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
        let table = self.table();
        let mut slopes = vec![0.0; self.parameters.numbers.len()];
        let per_sample = self.scale / batch.len() as f32;
        for sample in batch {
            let expected = logistic(self.evaluate(&table, positions, sample) * self.scale);
            let slope = (expected - self.target(sample, of_result)) * per_sample;
            let (moving, waiting) = positions.combinations(sample);
            let own = self.role(sample.side, false) * Combination::COUNT;
            let other = self.role(!sample.side, true) * Combination::COUNT;
            for &n in moving {
                slopes[own + usize::from(n)] += slope;
            }
            for &n in waiting {
                slopes[other + usize::from(n)] -= slope;
            }
            slopes[self.tempo_at(sample.side)] += slope;
        }
        for role in 0..ROLES {
            for n in 0..Combination::COUNT {
                let slope = slopes[role * Combination::COUNT + n];
                if slope != 0.0 {
                    for line in self.lines[n] {
                        let at = COMBINATION_PARAMETERS + role * LineClass::COUNT;
                        slopes[at + usize::from(line)] += slope;
                    }
                }
            }
        }
        // What is seen rarely stays near what was thought before.
        for (n, slope) in
            slopes.iter_mut().enumerate().take(COMBINATION_PARAMETERS + LINE_PARAMETERS)
        {
            let spread = if n < COMBINATION_PARAMETERS { COMBINATION_SPREAD } else { LINE_SPREAD };
            *slope += self.parameters.numbers[n] / (spread * spread * all as f32);
        }
        self.parameters.step(&slopes, rate);
    }

    fn values(&self, positions: &Positions, rule: RuleKind) -> (Box<PointValues>, BySide<i32>) {
        let (mut values, _) = Weights::by_hand(rule);
        for side in Side::ALL {
            for n in 0..Combination::COUNT {
                if positions.is_bare(n) {
                    continue;
                }
                let round = |worth: f32| worth.round().clamp(-3000.0, 3000.0) as i16;
                let value = &mut values[side][n];
                value.moving = round(self.worth(self.role(side, false), n));
                value.waiting = round(self.worth(self.role(side, true), n));
            }
        }
        let tempo = |side| self.parameters.numbers[self.tempo_at(side)].round() as i32;
        (values, BySide::from_fn(tempo))
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Fits the weights to the positions.
pub fn fit(
    positions: &Positions,
    args: &FitArgs,
    output: &mut Output,
) -> Result<Fitted, CommandError> {
    let of_result = f32::from(args.result) / 100.0;
    let is_held_out = |sample: &&Sample| sample.game.is_multiple_of(HELD_OUT);
    let held_out: Vec<Sample> = positions.samples().iter().filter(is_held_out).copied().collect();
    let mut samples: Vec<Sample> =
        positions.samples().iter().filter(|s| !is_held_out(s)).copied().collect();
    if samples.len() < BATCH || held_out.is_empty() {
        return Err(CommandError::input("there are too few games to fit anything to"));
    }
    let mut model = Model::new(args.rule);
    model.find_scale(positions, &samples);
    let loss_before = model.loss(positions, &held_out, of_result);
    writeln!(output, "by hand: loss {loss_before:.5}, scale 1/{:.0}", 1.0 / model.scale)?;
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut loss_after = loss_before;
    for epoch in 1..=args.epochs.get() {
        for n in (1..samples.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            samples.swap(n, (random % (n as u64 + 1)) as usize);
        }
        let rate = RATE * (1.0 - (epoch - 1) as f32 / args.epochs.get() as f32);
        for batch in samples.chunks(BATCH) {
            model.step(positions, batch, samples.len(), of_result, rate);
        }
        loss_after = model.loss(positions, &held_out, of_result);
        if epoch % 5 == 0 || epoch == args.epochs.get() {
            let fitted = model.loss(positions, &samples[..samples.len().min(50_000)], of_result);
            writeln!(output, "epoch {epoch}: loss {loss_after:.5} held out, {fitted:.5} fitted")?;
            output.flush()?;
        }
    }
    let (values, tempo) = model.values(positions, args.rule);
    Ok(Fitted { values, tempo, loss_before, loss_after })
}
