//! The numbers of the classic evaluation and of move ordering, and where they come from.

use crate::board::{BySide, Side};
use crate::pattern::{Combination, LineClass, PatternTable, PointTable, PointValues, Threat};
use crate::rules::RuleKind;
use std::sync::{Arc, OnceLock};

/// All weights of one rule.
#[derive(Debug)]
pub struct Weights {
    /// Worth of an empty point for a side, from what a stone there would make: summed over all
    /// points for the evaluation, and the base of move ordering. Centipawn-like units.
    pub points: Arc<PointTable>,
    /// Worth of having the move.
    pub tempo: i32,
    /// Part of the own sum that the side to move has more of, in 1/16.
    pub initiative: i32,
}

/// Worth of one line class at an empty point: set by hand from how many points a shape touches and
/// how many stones it is away from a five. Lines without another stone of the side count nothing: they
/// are the same for both.
const LINE: [i32; LineClass::COUNT] = [
    0,   // Dead
    0,   // One
    0,   // OpenOne
    2,   // ClosedTwo
    6,   // OpenTwo
    8,   // BroadTwo
    9,   // ClosedThree
    20,  // Three
    26,  // BroadThree
    38,  // Four
    110, // StraightFour
    110, // DoubleFour
    300, // Five
    0,   // Overline
];

/// What a point gains beyond its lines by what they threaten together.
const fn threat_bonus(threat: Threat) -> i32 {
    match threat {
        Threat::Nothing | Threat::Three | Threat::Four => 0,
        Threat::DoubleThree => 40,
        Threat::FourThree => 90,
        Threat::DoubleFour => 80,
        Threat::StraightFour => 20,
        Threat::Five => 0,
    }
}

/// What a point gains when two of its lines are at least this good: lines work together.
const fn pair_bonus(second: LineClass) -> i32 {
    match second {
        LineClass::Dead | LineClass::One | LineClass::OpenOne => 0,
        LineClass::ClosedTwo => 1,
        LineClass::OpenTwo | LineClass::BroadTwo => 4,
        _ => 8,
    }
}

/// Part (in percent) that a point which may be forbidden keeps of its worth for that side.
const SUSPECT_PERCENT: i32 = 20;

impl Weights {
    /// The weights of a rule.
    pub fn of(rule: RuleKind) -> &'static Weights {
        static WEIGHTS: [OnceLock<Weights>; RuleKind::ALL.len()] =
            [const { OnceLock::new() }; RuleKind::ALL.len()];
        WEIGHTS[rule as usize].get_or_init(|| Weights::compute(rule))
    }

    fn compute(rule: RuleKind) -> Weights {
        let table = PatternTable::of(rule);
        let mut points: PointValues = BySide::new([0; Combination::COUNT], [0; Combination::COUNT]);
        for (combination, classes) in Combination::all() {
            for side in Side::ALL {
                let mut worth: i32 = classes.iter().map(|&class| LINE[class as usize]).sum();
                worth += threat_bonus(Combination::threat(classes)) + pair_bonus(classes[1]);
                if table.is_suspect(side, classes) {
                    worth = worth * SUSPECT_PERCENT / 100;
                }
                points[side][combination.index()] = worth as i16;
            }
        }
        let points = Arc::new(PointTable::new(table, &points));
        Weights { points, tempo: 50, initiative: 2 }
    }
}
