//! The weights that the program is built with.
//!
//! Every rule begins with numbers set by hand. A rule that has been tuned on games has a text file
//! beside this one (written by `tengen tune`, which says in it how) in place of them.

use super::nearby::Nearby;
use super::numbers::{Numbers, THREAT_SETS};
use crate::board::BySide;
use crate::pattern::{PatternTable, PointTable};
use crate::rules::RuleKind;
use std::sync::{Arc, OnceLock};

/// All weights of one rule, ready for use.
#[derive(Debug)]
pub struct Weights {
    /// The numbers of combinations.
    pub points: Arc<PointTable>,
    /// Worth of having the move, centipawn-like units.
    pub tempo: BySide<i32>,
    /// Worth of a set of threats for the side to move, centipawn-like units.
    pub threats: Box<BySide<[i16; THREAT_SETS]>>,
    /// How likely a move is by where the last stones are.
    pub nearby: Nearby,
}

/// The tuned weights of a rule, where there are any.
const fn tuned(rule: RuleKind) -> Option<&'static str> {
    match rule {
        RuleKind::Renju => Some(include_str!("weights/renju.txt")),
        // Caro has no weights of its own: its classes are those of the rule that is like it.
        RuleKind::Freestyle | RuleKind::Caro => Some(include_str!("weights/freestyle.txt")),
        RuleKind::Standard | RuleKind::ExactCaro => Some(include_str!("weights/standard.txt")),
        // Not tuned: no rule of single stones is like it.
        RuleKind::Nendzyu(_) => None,
    }
}

impl Weights {
    /// A number that tells the weights of a rule from others: the CRC-32 of their file, or 0 for
    /// those set by hand.
    pub fn fingerprint(rule: RuleKind) -> u32 {
        tuned(rule).map_or(0, |text| crc32fast::hash(text.as_bytes()))
    }

    /// The weights of a rule.
    pub fn of(rule: RuleKind) -> &'static Weights {
        static WEIGHTS: [OnceLock<Weights>; RuleKind::ALL.len()] =
            [const { OnceLock::new() }; RuleKind::ALL.len()];
        WEIGHTS[rule.index()].get_or_init(|| {
            let numbers = match tuned(rule) {
                Some(text) => Numbers::parse(rule, text).unwrap_or_else(|error| {
                    log::error!("the weights of {rule} are damaged: {error}");
                    Numbers::by_hand(rule)
                }),
                None => Numbers::by_hand(rule),
            };
            let Numbers { points, tempo, threats, nearby } = numbers;
            let points = Arc::new(PointTable::new(PatternTable::of(rule), &points));
            Weights { points, tempo, threats, nearby }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_files_are_whole() {
        for rule in RuleKind::ALL {
            if let Some(text) = tuned(rule) {
                assert!(Numbers::parse(rule, text).is_ok(), "{rule}");
            }
        }
    }
}
