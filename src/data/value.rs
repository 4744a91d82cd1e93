//! Values as a file of games has them.

use crate::value::{MAX_WIN_PLIES, Value, ValueKind};

/// A win now; every ply takes one off.
const WIN: i32 = 32_000;

/// The number that stands for a value: estimates as they are, wins in n plies as 32,000 - n.
///
/// ```
/// use tengen::{data, value::Value};
///
/// assert_eq!(data::stored(Value::score(-35)), -35);
/// assert_eq!(data::stored(Value::win_in(7)), 31_993);
/// assert_eq!(data::stored(Value::loss_in(8)), -31_992);
/// ```
pub fn stored(value: Value) -> i16 {
    let number = match value.kind() {
        ValueKind::Score(number) => number,
        ValueKind::Win(plies) => WIN - plies as i32,
        ValueKind::Loss(plies) => plies as i32 - WIN,
    };
    // Every one of the three lies within sixteen bits.
    number as i16
}

/// The value that a number stands for, if it does for one.
pub fn unstored(number: i16) -> Option<Value> {
    let wide = i32::from(number);
    let plies = WIN - wide.abs();
    match wide.abs() {
        0..=Value::MAX_SCORE => Some(Value::score(wide)),
        _ if !(0..=MAX_WIN_PLIES).contains(&plies) => None,
        _ if wide > 0 => Some(Value::win_in(plies as u32)),
        _ => Some(Value::loss_in(plies as u32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_one_value_or_none() {
        let mut values = 0;
        for number in i16::MIN..=i16::MAX {
            if let Some(value) = unstored(number) {
                assert_eq!(stored(value), number);
                values += 1;
            }
        }
        assert_eq!(values, 2 * (20_000 + 1101) + 1);
    }
}
