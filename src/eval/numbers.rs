//! All numbers of one rule, as they are fitted, stored and read.

use super::nearby::{Nearby, WAYS, WayValues};
use crate::board::BySide;
use crate::pattern::{Combination, LineClass, PointValue, PointValues};
use crate::rules::RuleKind;
use std::fmt;

/// Sets of threats that both sides may have on the board at a time, as
/// [`threats_of`](super::classic::threats_of) numbers them.
pub const THREAT_SETS: usize = 512;

/// The numbers of the evaluation and of move ordering.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// Of every combination. `moving` and `waiting`: worth of an empty point for the side to move
    /// and for the other, centipawn-like units. `attack` and `defence`: how likely a move is by what
    /// it makes, and by what it takes from the other side, in 1/256 of a natural logarithm.
    pub points: Box<PointValues>,
    /// Worth of having the move, centipawn-like units.
    pub tempo: BySide<i32>,
    /// Worth of a set of threats for the side to move, centipawn-like units.
    pub threats: Box<BySide<[i16; THREAT_SETS]>>,
    /// How likely a move is by where the last stones are.
    pub nearby: Nearby,
}

/// The first line of a file of weights.
const HEADER: &str = "# Tengen weights 2";

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

impl Numbers {
    /// Nothing is worth anything.
    pub fn zero() -> Numbers {
        let none = [PointValue::default(); Combination::COUNT];
        Numbers {
            points: Box::new(BySide::new(none, none)),
            tempo: BySide::new(0, 0),
            threats: Box::new(BySide::new([0; THREAT_SETS], [0; THREAT_SETS])),
            nearby: Nearby { own: [0; WAYS], other: [0; WAYS] },
        }
    }

    /// The numbers set by hand that a rule begins with.
    pub fn by_hand(rule: RuleKind) -> Numbers {
        super::by_hand::numbers(rule)
    }

    /// Reads a file of weights. What it does not name keeps the numbers set by hand.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(rule: RuleKind, text: &str) -> Result<Numbers, WeightsError> {
        let mut numbers = Numbers::by_hand(rule);
        if text.lines().next() != Some(HEADER) {
            return Err(WeightsError { line: 1, reason: "no header of a file of weights" });
        }
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let wrong = |reason| WeightsError { line: n + 1, reason };
            let mut words = line.split_whitespace();
            let Some(key) = words.next() else { continue };
            let read: Vec<i16> = words
                .map(|word| word.parse().map_err(|_| wrong("not a number")))
                .collect::<Result<_, _>>()?;
            numbers.enter(key, &read).map_err(wrong)?;
        }
        Ok(numbers)
    }

    /// Takes over the numbers of one line.
    fn enter(&mut self, key: &str, read: &[i16]) -> Result<(), &'static str> {
        match key {
            "tempo" => {
                let &[black, white] = read else { return Err("two numbers are due") };
                self.tempo = BySide::new(black.into(), white.into());
            }
            "own" => self.nearby.own = ways(read)?,
            "other" => self.nearby.other = ways(read)?,
            "threats" => {
                let &[set, black, white] = read else { return Err("three numbers are due") };
                let set = usize::try_from(set).ok().filter(|&set| set < THREAT_SETS);
                let set = set.ok_or("no such set of threats")?;
                self.threats.black[set] = black;
                self.threats.white[set] = white;
            }
            _ => {
                let lines = parse_lines(key).ok_or("four classes of lines are due")?;
                let &[bm, bw, ba, bd, wm, ww, wa, wd] = read else {
                    return Err("eight numbers are due");
                };
                let index = Combination::of(lines).index();
                let value = |moving, waiting, attack, defence| PointValue {
                    moving,
                    waiting,
                    attack,
                    defence,
                };
                self.points.black[index] = value(bm, bw, ba, bd);
                self.points.white[index] = value(wm, ww, wa, wd);
            }
        }
        Ok(())
    }

    /// Writes a file of weights with `remarks` below its header. [`Numbers::parse`] reads it.
    pub fn print(&self, remarks: &str) -> String {
        let mut text = format!("{HEADER}\n");
        for remark in remarks.lines() {
            text += &format!("# {remark}\n");
        }
        text += &format!("tempo {} {}\n", self.tempo.black, self.tempo.white);
        for (key, ways) in [("own", &self.nearby.own), ("other", &self.nearby.other)] {
            let numbers: Vec<String> = ways.iter().map(ToString::to_string).collect();
            text += &format!("{key} {}\n", numbers.join(" "));
        }
        for set in 0..THREAT_SETS {
            let (black, white) = (self.threats.black[set], self.threats.white[set]);
            text += &format!("threats {set} {black} {white}\n");
        }
        for (combination, lines) in Combination::all() {
            text.extend(lines.iter().map(|&class| format!("{:x}", class as u8)));
            for value in [self.points.black, self.points.white].map(|of| of[combination.index()]) {
                let PointValue { moving, waiting, attack, defence } = value;
                text += &format!(" {moving} {waiting} {attack} {defence}");
            }
            text.push('\n');
        }
        text
    }
}

fn ways(read: &[i16]) -> Result<WayValues, &'static str> {
    read.try_into().map_err(|_| "one number for each class of way is due")
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
            let mut numbers = Numbers::by_hand(rule);
            numbers.points.white[77].waiting = -1234;
            numbers.points.black[78].defence = 123;
            numbers.threats.black[511] = -7;
            numbers.nearby.other[27] = 5;
            let text = numbers.print("made by hand\nfor a test");
            assert_eq!(Numbers::parse(rule, &text).unwrap(), numbers);
        }
    }

    #[test]
    fn damage_is_named() {
        let parse = |text: &str| Numbers::parse(RuleKind::Renju, text).unwrap_err().line;
        assert_eq!(parse("tempo 1 2\n"), 1);
        for wrong in [
            "tempo 1",
            "own 1 2 3",
            "threats 512 1 1",
            "threats -1 1 1",
            "threats 1 1",
            "0000 1 2 3 4 5 6 7",
            "000g 1 2 3 4 5 6 7 8",
            "0000 1 2 3 4 5 6 7 x",
            "0000 1 2 3 4 5 6 7 99999",
        ] {
            assert_eq!(parse(&format!("# Tengen weights 2\ntempo 1 2\n{wrong}\n")), 3, "{wrong}");
        }
    }
}
