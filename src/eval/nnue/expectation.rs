//! From the outputs of a value head to a value.

use super::shape::{HEAD_SHIFT, ONE, OUTCOMES};
use crate::eval::scale;
use crate::rules::RuleKind;
use crate::value::Value;

/// An output of a head that stands for 1.
const UNIT: i32 = ONE << HEAD_SHIFT;

/// Steps of the table for each 1.
const STEPS: i32 = 16;

/// Outputs beyond this many times 1 differ from it in nothing that matters.
const FAR: i32 = 20;

/// Parts of 1 in the numbers of the table.
const PRECISION: i64 = 1 << 16;

/// Length of the table.
const LENGTH: usize = (2 * FAR * STEPS + 2) as usize;

/// Makes a value of the logits of win, draw and loss: the one at which the rule's win rate is the
/// expected result, a draw counting half.
///
/// With `w` and `l` for the logits of win and loss above that of the draw, the logistic function's
/// inverse of the expected result is ln(e^w + 1/2) - ln(e^l + 1/2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// ln(e^x + 1/2) from x = -[`FAR`] on, in parts of 1 / [`PRECISION`].
    table: Box<[i32; LENGTH]>,
    /// Centipawn-like units for each 1.
    scale: i64,
}

impl Expectation {
    pub(super) fn new(rule: RuleKind) -> Expectation {
        let mut table = Box::new([0; LENGTH]);
        for (n, number) in table.iter_mut().enumerate() {
            let x = f64::from(n as i32 - FAR * STEPS) / f64::from(STEPS);
            *number = ((x.exp() + 0.5).ln() * PRECISION as f64).round() as i32;
        }
        Expectation { table, scale: scale(rule) as i64 }
    }

    /// The logits with a value added to them, half of it for the win and half against the loss: so
    /// that of even logits becomes that value.
    #[inline]
    pub(super) fn with(&self, [win, draw, loss]: [i32; OUTCOMES], value: Value) -> [i32; OUTCOMES] {
        let half = (i64::from(value.raw()) * i64::from(UNIT) / (2 * self.scale)) as i32;
        [win + half, draw, loss - half]
    }

    /// The value for the side to move.
    #[inline]
    pub(super) fn value(&self, [win, draw, loss]: [i32; OUTCOMES]) -> Value {
        let sum = self.over_draw(win - draw) - self.over_draw(loss - draw);
        Value::score((i64::from(sum) * self.scale / PRECISION) as i32)
    }

    /// ln(e^x + 1/2), between two entries of the table along a straight line.
    #[inline]
    fn over_draw(&self, logit: i32) -> i32 {
        const STEP: i32 = UNIT / STEPS;
        let place = logit.clamp(-FAR * UNIT, FAR * UNIT) + FAR * UNIT;
        let (low, part) = ((place / STEP) as usize, place % STEP);
        let (this, next) = (self.table[low], self.table[low + 1]);
        this + (i64::from(next - this) * i64::from(part) / i64::from(STEP)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::win_rate;

    #[test]
    fn the_win_rate_of_the_value_is_the_expected_result() {
        let rule = RuleKind::Renju;
        let expectation = Expectation::new(rule);
        for win in (-60..60).step_by(7) {
            for loss in (-60..60).step_by(11) {
                let (w, l) = (f64::from(win) / 10.0, f64::from(loss) / 10.0);
                let logits = [win * UNIT / 10 + 5, 5, loss * UNIT / 10 + 5];
                let value = expectation.value(logits);
                let expected = (w.exp() + 0.5) / (w.exp() + 1.0 + l.exp());
                let difference = win_rate(value, rule) - expected;
                assert!(difference.abs() < 2e-3, "{w} {l}: {value}, {expected}");
            }
        }
    }

    #[test]
    fn a_value_is_added_to_logits_in_its_own_unit() {
        let expectation = Expectation::new(RuleKind::Renju);
        for value in [-700, -30, 0, 1, 200, 450] {
            let far = [0, -10 * UNIT, 0];
            let sum = expectation.value(expectation.with(far, Value::score(value))).raw();
            assert!((i32::from(sum) - value).abs() <= 2, "{value}: {sum}");
        }
    }

    #[test]
    fn far_logits_stay_estimates() {
        let expectation = Expectation::new(RuleKind::Freestyle);
        let value = expectation.value([i32::MAX / 4, 0, -(i32::MAX / 4)]);
        assert!(value.is_estimate() && value > Value::score(8000), "{value}");
        assert_eq!(expectation.value([77, 3, 77]), Value::DRAW);
    }
}
