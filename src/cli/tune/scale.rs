//! The scale from values to expected results: the one under which the values that searches gave the
//! moves of games tell best how the games ended.

use super::games::{self, Game, Worth};
use super::{ScaleArgs, for_each_game};
use crate::board::Side;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::rules::RuleKind;
use std::io::Write;

/// Fewer values than this say nothing.
const LEAST: usize = 1000;
/// Width of a row of the table, in centipawn-like units.
const ROW: f64 = 100.0;

/// A value and the result of its game, for the side that moved.
#[derive(Clone, Copy, Debug)]
struct Sample {
    value: f64,
    result: f64,
}

/// Fits the scale and prints it, with a table of what the values said and what came.
///
/// # Errors
/// Files that cannot be read, or too few games.
pub fn fit(args: &ScaleArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut samples = Vec::new();
    let games = for_each_game(args.rule, &args.files, |game| add(args.rule, game, &mut samples))?;
    if samples.len() < LEAST {
        return Err(CommandError::input("there are too few games to fit anything to"));
    }
    let scale = best_scale(&samples);
    writeln!(output, "{}: {games} games, {} values", args.rule, samples.len())?;
    writeln!(output, "scale {scale:.0}, loss {:.5}", loss(&samples, scale))?;
    writeln!(output, "{:>14} {:>8} {:>9} {:>7}", "value", "count", "expected", "result")?;
    for row in -6..=5 {
        let (low, high) = (f64::from(row) * ROW, f64::from(row + 1) * ROW);
        let inside: Vec<&Sample> =
            samples.iter().filter(|s| (low..high).contains(&s.value)).collect();
        let mean = |of: &dyn Fn(&Sample) -> f64| {
            100.0 * inside.iter().map(|s| of(s)).sum::<f64>() / inside.len().max(1) as f64
        };
        let expected = mean(&|s| logistic(s.value / scale));
        let result = mean(&|s| s.result);
        let range = format!("{low:+}..{high:+}");
        let count = inside.len();
        writeln!(output, "{range:>14} {count:>8} {expected:>8.1}% {result:>6.1}%")?;
    }
    Ok(())
}

fn add(rule: RuleKind, game: &Game, samples: &mut Vec<Sample>) {
    let asked = games::asked(rule, game.opening, game.moves.len());
    for ((_, side), found) in asked.into_iter().zip(&game.found) {
        let Worth::Score(value) = found.value else { continue };
        let result = if side == Side::Black { game.result } else { 1.0 - game.result };
        let result = f64::from(result);
        samples.push(Sample { value: f64::from(value), result });
    }
}

/// The scale of least loss. As a function of its inverse the loss is convex.
fn best_scale(samples: &[Sample]) -> f64 {
    let (mut low, mut high) = (1.0 / 5000.0, 1.0 / 20.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if loss(samples, 1.0 / (low + third)) < loss(samples, 1.0 / (high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    2.0 / (low + high)
}

/// Mean of what a result costs that was expected with some probability (the logarithm of it).
fn loss(samples: &[Sample], scale: f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let expected = logistic(sample.value / scale).clamp(1e-9, 1.0 - 1e-9);
            -(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln())
        })
        .sum();
    sum / samples.len() as f64
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_made_up_results_is_found() {
        let mut seed = 3_u64;
        let samples: Vec<Sample> = (0..40_000)
            .map(|n| {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let value = f64::from(n % 1200) - 600.0;
                let chance = (seed >> 11) as f64 / (1_u64 << 53) as f64;
                let result = if chance < logistic(value / 240.0) { 1.0 } else { 0.0 };
                Sample { value, result }
            })
            .collect();
        let scale = best_scale(&samples);
        assert!((scale - 240.0).abs() < 12.0, "{scale}");
    }
}
