//! From values to expected results.

use crate::rules::RuleKind;
use crate::value::{Value, ValueKind};

/// The value, in centipawn-like units, at which the side to move expects 73.1 % (one unit of the
/// logistic function's exponent). Fitted by `tengen tune scale` to games of the engine against
/// itself with the values that its searches gave the moves: 400 games of each rule, 1,000 positions
/// a move. Other weights of the evaluation need another fit.
pub const fn scale(rule: RuleKind) -> f64 {
    match rule {
        RuleKind::Renju => 304.0,
        RuleKind::Freestyle => 474.0,
        RuleKind::Standard => 470.0,
        // As their weights, those of the rules that are like them.
        RuleKind::Caro => scale(RuleKind::Freestyle),
        RuleKind::ExactCaro => scale(RuleKind::Standard),
        // Not fitted to games: its numbers are in the same units as those of the rule in which
        // five must be exact as well.
        RuleKind::Nendzyu(_) => scale(RuleKind::Standard),
    }
}

/// The expected result for the side whose value it is: 0 for a loss, 1 for a win, 0.5 for a draw.
///
/// ```
/// use tengen::eval::win_rate;
/// use tengen::rules::RuleKind;
/// use tengen::value::Value;
///
/// assert_eq!(win_rate(Value::DRAW, RuleKind::Renju), 0.5);
/// assert_eq!(win_rate(Value::win_in(9), RuleKind::Renju), 1.0);
/// let sum = win_rate(Value::score(80), RuleKind::Caro) + win_rate(Value::score(-80), RuleKind::Caro);
/// assert!((sum - 1.0).abs() < 1e-12);
/// ```
pub fn win_rate(value: Value, rule: RuleKind) -> f64 {
    match value.kind() {
        ValueKind::Win(_) => 1.0,
        ValueKind::Loss(_) => 0.0,
        ValueKind::Score(number) => 1.0 / (1.0 + (-f64::from(number) / scale(rule)).exp()),
    }
}
