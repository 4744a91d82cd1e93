//! The numbers that every rule begins with: set by hand, from what shapes are worth.

use super::nearby::Nearby;
use super::numbers::Numbers;
use crate::board::{BySide, Side};
use crate::pattern::{Combination, LineClass, PatternTable, PointValue, Threat};
use crate::rules::RuleKind;

/// Worth of one line class at an empty point: set by hand from how many points a shape touches and
/// how many stones it is away from a five. Lines without another stone of the side count nothing:
/// they are the same for both.
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

/// Worth of the move, by hand.
const TEMPO: i32 = 50;

/// Worth of the move in nendzyu: the side to move has one stone fewer than the other.
const PAIR_TEMPO: i32 = 200;

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

/// Part (in 1/8) that the side to move has more of.
const INITIATIVE: i32 = 1;

/// Parts of a natural logarithm that a move is likelier for each unit of its point's worth.
const LIKELIHOOD: i32 = 12;

/// The numbers of a rule, set by hand.
pub(super) fn numbers(rule: RuleKind) -> Numbers {
    let table = PatternTable::of(rule);
    let mut numbers = Numbers::zero();
    let tempo = if rule.has_long_turns() { PAIR_TEMPO } else { TEMPO };
    numbers.tempo = BySide::new(tempo, tempo);
    // With two stones a turn what is taken from the other side counts as much as what is made.
    let defence = if rule.has_long_turns() { LIKELIHOOD } else { LIKELIHOOD * 3 / 4 };
    numbers.nearby = Nearby::by_hand();
    for (combination, lines) in Combination::all() {
        for side in Side::ALL {
            let mut worth: i32 = lines.iter().map(|&class| LINE[class as usize]).sum();
            worth += threat_bonus(Combination::threat(lines)) + pair_bonus(lines[1]);
            if table.is_suspect(side, lines) {
                worth = worth * SUSPECT_PERCENT / 100;
            }
            numbers.points[side][combination.index()] = PointValue {
                moving: (worth + worth * INITIATIVE / 8) as i16,
                waiting: worth as i16,
                attack: (worth * LIKELIHOOD) as i16,
                defence: (worth * defence) as i16,
            };
        }
    }
    numbers
}
