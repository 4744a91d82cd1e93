//! The numbers of the classic evaluation and of move ordering, and where they come from.
//!
//! Every rule begins with numbers set by hand. A rule that has been tuned on games has a text file
//! beside this one (written by `tengen tune`, which says in it how) that replaces the sums' part.

use crate::board::{BySide, Side};
use crate::pattern::{
    Combination, LineClass, PatternTable, PointTable, PointValue, PointValues, Threat,
};
use crate::rules::RuleKind;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// All weights of one rule.
#[derive(Debug)]
pub struct Weights {
    /// Worth of an empty point for a side, from what a stone there would make: summed over all
    /// points for the evaluation (apart for the side to move and the other), and the base of move
    /// ordering. Centipawn-like units.
    pub points: Arc<PointTable>,
    /// Worth of having the move.
    pub tempo: BySide<i32>,
}

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

/// The first line of a file of weights.
const HEADER: &str = "# Tengen weights 1";

/// The tuned weights of a rule, where there are any.
const fn tuned(rule: RuleKind) -> Option<&'static str> {
    match rule {
        RuleKind::Renju => Some(include_str!("weights/renju.txt")),
        RuleKind::Freestyle => Some(include_str!("weights/freestyle.txt")),
        RuleKind::Standard => Some(include_str!("weights/standard.txt")),
        // Not tuned on games of their own: their classes are those of the rule that is like them.
        RuleKind::Caro => Some(include_str!("weights/freestyle.txt")),
        RuleKind::ExactCaro => Some(include_str!("weights/standard.txt")),
        RuleKind::Nendzyu(_) => None,
    }
}

/// A file of weights that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// The weights of a rule.
    pub fn of(rule: RuleKind) -> &'static Weights {
        static WEIGHTS: [OnceLock<Weights>; RuleKind::ALL.len()] =
            [const { OnceLock::new() }; RuleKind::ALL.len()];
        WEIGHTS[rule.index()].get_or_init(|| {
            let (values, tempo) = match tuned(rule) {
                Some(text) => Weights::parse(rule, text).unwrap_or_else(|error| {
                    log::error!("the weights of {rule} are damaged: {error}");
                    Weights::by_hand(rule)
                }),
                None => Weights::by_hand(rule),
            };
            let points = Arc::new(PointTable::new(PatternTable::of(rule), &values));
            Weights { points, tempo }
        })
    }

    /// The numbers set by hand: of every combination, and of the move.
    pub fn by_hand(rule: RuleKind) -> (Box<PointValues>, BySide<i32>) {
        let table = PatternTable::of(rule);
        let none = [PointValue::default(); Combination::COUNT];
        let mut values: Box<PointValues> = Box::new(BySide::new(none, none));
        for (combination, lines) in Combination::all() {
            for side in Side::ALL {
                let mut worth: i32 = lines.iter().map(|&class| LINE[class as usize]).sum();
                worth += threat_bonus(Combination::threat(lines)) + pair_bonus(lines[1]);
                if table.is_suspect(side, lines) {
                    worth = worth * SUSPECT_PERCENT / 100;
                }
                values[side][combination.index()] = PointValue {
                    moving: (worth + worth * INITIATIVE / 8) as i16,
                    waiting: worth as i16,
                    order: worth as i16,
                };
            }
        }
        let tempo = if rule.has_long_turns() { PAIR_TEMPO } else { TEMPO };
        (values, BySide::new(tempo, tempo))
    }

    /// Reads a file of weights. A combination that it does not name keeps the numbers set by hand.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(
        rule: RuleKind,
        text: &str,
    ) -> Result<(Box<PointValues>, BySide<i32>), WeightsError> {
        let (mut values, mut tempo) = Weights::by_hand(rule);
        if text.lines().next() != Some(HEADER) {
            return Err(WeightsError { line: 1, reason: "no header of a file of weights" });
        }
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let wrong = |reason| WeightsError { line: n + 1, reason };
            let mut words = line.split_whitespace();
            let Some(key) = words.next() else { continue };
            let numbers: Vec<i16> = words
                .map(|word| word.parse().map_err(|_| wrong("not a number")))
                .collect::<Result<_, _>>()?;
            if key == "tempo" {
                let [black, white] = numbers[..] else { return Err(wrong("two numbers are due")) };
                tempo = BySide::new(black.into(), white.into());
                continue;
            }
            let lines = parse_lines(key).ok_or(wrong("four classes of lines are due"))?;
            let [black, black_waiting, white, white_waiting] = numbers[..] else {
                return Err(wrong("four numbers are due"));
            };
            let index = Combination::of(lines).index();
            let black = PointValue { moving: black, waiting: black_waiting, ..values.black[index] };
            let white = PointValue { moving: white, waiting: white_waiting, ..values.white[index] };
            values.black[index] = black;
            values.white[index] = white;
        }
        Ok((values, tempo))
    }

    /// Writes a file of weights with `remarks` below its header. [`Weights::parse`] reads it.
    pub fn print(values: &PointValues, tempo: BySide<i32>, remarks: &str) -> String {
        let mut text = format!("{HEADER}\n");
        for remark in remarks.lines() {
            text += &format!("# {remark}\n");
        }
        text += &format!("tempo {} {}\n", tempo.black, tempo.white);
        for (combination, lines) in Combination::all() {
            let key: String = lines.iter().map(|&class| format!("{:x}", class as u8)).collect();
            let (black, white) =
                (values.black[combination.index()], values.white[combination.index()]);
            text += &format!(
                "{key} {} {} {} {}\n",
                black.moving, black.waiting, white.moving, white.waiting
            );
        }
        text
    }
}

/// Four classes, a hexadecimal digit each.
fn parse_lines(key: &str) -> Option<[LineClass; 4]> {
    let class = |c: char| LineClass::ALL.get(c.to_digit(16)? as usize).copied();
    let lines: Option<Vec<LineClass>> = key.chars().map(class).collect();
    lines?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_survive_writing_and_reading() {
        for rule in RuleKind::ALL {
            let (mut values, tempo) = Weights::by_hand(rule);
            values.white[77].waiting = -1234;
            let text = Weights::print(&values, tempo, "made by hand\nfor a test");
            let (read, read_tempo) = Weights::parse(rule, &text).unwrap();
            assert_eq!(*read, *values);
            assert_eq!(read_tempo, tempo);
        }
    }

    #[test]
    fn shipped_files_are_whole() {
        for rule in RuleKind::ALL {
            if let Some(text) = tuned(rule) {
                assert!(Weights::parse(rule, text).is_ok(), "{rule}");
            }
        }
    }

    #[test]
    fn damage_is_named() {
        let parse = |text: &str| Weights::parse(RuleKind::Renju, text).unwrap_err().line;
        assert_eq!(parse("tempo 1 2\n"), 1);
        assert_eq!(parse("# Tengen weights 1\ntempo 1\n"), 2);
        assert_eq!(parse("# Tengen weights 1\ntempo 1 2\n0000 1 2 3\n"), 3);
        assert_eq!(parse("# Tengen weights 1\n000g 1 2 3 4\n"), 2);
        assert_eq!(parse("# Tengen weights 1\n0000 1 2 3 x\n"), 2);
        assert_eq!(parse("# Tengen weights 1\n0000 1 2 3 99999\n"), 2);
    }
}
