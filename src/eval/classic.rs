//! The classic evaluation: sums over the pattern classes of both sides, the threats that both have
//! on the board, and the move.

use super::weights::Weights;
use crate::board::Side;
use crate::pattern::{Field, Threat};
use crate::value::Value;

/// The value of the position for `side`, which is to move.
#[inline]
pub fn evaluate(field: &Field, side: Side, weights: &Weights) -> Value {
    let (own, other) = (field.sums(side), field.sums(!side));
    let threats = i32::from(weights.threats[side][threats_of(field, side)]);
    Value::score(own.moving - other.waiting + weights.tempo[side] + threats)
}

/// Which kinds of threats `side` and the other side could make with their next stone: a number below
/// [`THREAT_SETS`](super::THREAT_SETS). Greater threats of `side` decide a position, and so do fives.
#[inline]
pub fn threats_of(field: &Field, side: Side) -> usize {
    const KINDS: [Threat; 4] =
        [Threat::Three, Threat::DoubleThree, Threat::Four, Threat::FourThree];
    let mut set = 0;
    for (n, kind) in KINDS.into_iter().enumerate() {
        set |= usize::from(field.count(side, kind) > 0) << n;
        set |= usize::from(field.count(!side, kind) > 0) << (n + KINDS.len());
    }
    set |= usize::from(field.has_any(!side, &Threat::WINNING_FOURS)) << (2 * KINDS.len());
    set
}
