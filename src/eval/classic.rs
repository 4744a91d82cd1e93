//! The classic evaluation: sums over the pattern classes of both sides, and the move.

use super::weights::Weights;
use crate::board::Side;
use crate::pattern::Field;
use crate::value::Value;

/// The value of the position for `side`, which is to move.
#[inline]
pub fn evaluate(field: &Field, side: Side, weights: &Weights) -> Value {
    let (own, other) = (field.sums(side), field.sums(!side));
    Value::score(own.moving - other.waiting + weights.tempo[side])
}
