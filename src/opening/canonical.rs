//! The 26 canonical openings of renju: three stones around the middle of the 15 x 15 board.
//!
//! Here the middle is part of an opening: as bare patterns D2 and I2 are the same, and so are D6
//! and I6, and yet they are four openings. Moves that are offered are compared in another way, see
//! [`Equivalence`](super::Equivalence).
//!
//! Codes and third stones: the drawings at renju.net/openings; names: "Renju opening pattern" in
//! Wikipedia.

use crate::board::{Point, Size, Symmetry};
use std::fmt;
use std::str::FromStr;

/// How the second stone stands to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Beside it.
    Direct,
    /// Diagonal to it.
    Indirect,
}

/// What is known of one opening. Stones are relative to the middle, to the right and up.
#[derive(Debug)]
struct Row {
    name: &'static str,
    kanji: &'static str,
    meaning: &'static str,
    third: (i8, i8),
}

const fn row(
    name: &'static str,
    kanji: &'static str,
    meaning: &'static str,
    third: (i8, i8),
) -> Row {
    Row { name, kanji, meaning, third }
}

/// Openings in each group.
const IN_GROUP: usize = 13;

/// D1 to D13, then I1 to I13, with the second stone above the first, or above and to its right.
const ROWS: [Row; 2 * IN_GROUP] = [
    row("Kansei", "寒星", "cold star", (0, 2)),
    row("Keigetsu", "渓月", "valley moon", (1, 2)),
    row("Sosei", "疎星", "sparse star", (2, 2)),
    row("Kagetsu", "花月", "flower moon", (1, 1)),
    row("Zangetsu", "残月", "lingering moon", (2, 1)),
    row("Ugetsu", "雨月", "rain moon", (1, 0)),
    row("Kinsei", "金星", "golden star", (2, 0)),
    row("Shogetsu", "松月", "pine moon", (0, -1)),
    row("Kyugetsu", "丘月", "hill moon", (1, -1)),
    row("Shingetsu", "新月", "new moon", (2, -1)),
    row("Zuisei", "瑞星", "lucky star", (0, -2)),
    row("Sangetsu", "山月", "mountain moon", (1, -2)),
    row("Yusei", "遊星", "wandering star", (2, -2)),
    row("Chosei", "長星", "long star", (2, 2)),
    row("Kyogetsu", "峡月", "gorge moon", (2, 1)),
    row("Kosei", "恒星", "fixed star", (2, 0)),
    row("Suigetsu", "水月", "water moon", (2, -1)),
    row("Ryusei", "流星", "shooting star", (2, -2)),
    row("Ungetsu", "雲月", "cloud moon", (1, 0)),
    row("Hogetsu", "浦月", "bay moon", (1, -1)),
    row("Rangetsu", "嵐月", "storm moon", (1, -2)),
    row("Gingetsu", "銀月", "silver moon", (0, -1)),
    row("Myojo", "明星", "bright star", (0, -2)),
    row("Shagetsu", "斜月", "slanting moon", (-1, -1)),
    row("Meigetsu", "名月", "harvest moon", (-1, -2)),
    row("Suisei", "彗星", "comet", (-2, -2)),
];

/// Other ways to write the kanji.
const KANJI_VARIANTS: &[(&str, &str)] = &[("溪月", "渓月"), ("疏星", "疎星"), ("游星", "遊星")];

/// One of the 26 openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalOpening(u8);

impl CanonicalOpening {
    /// How many there are.
    pub const COUNT: usize = ROWS.len();

    /// All of them: D1 to D13, then I1 to I13.
    pub fn all() -> impl Iterator<Item = CanonicalOpening> {
        (0..ROWS.len() as u8).map(CanonicalOpening)
    }

    /// The opening with this number (from 1) of the group, if there is one.
    pub fn new(group: Group, number: u8) -> Option<CanonicalOpening> {
        let number = number.checked_sub(1).filter(|&number| usize::from(number) < IN_GROUP)?;
        Some(match group {
            Group::Direct => CanonicalOpening(number),
            Group::Indirect => CanonicalOpening(number + IN_GROUP as u8),
        })
    }

    /// The opening that three stones on the 15 x 15 board make, in any of its forms: the first in
    /// the middle, the second a neighbour of it, the third in the square of 5 x 5. `None` when they
    /// make none.
    pub fn identify(first: Point, second: Point, third: Point) -> Option<CanonicalOpening> {
        if first != Size::RENJU.center() || second == first || third == first || third == second {
            return None;
        }
        let relative = |point: Point| {
            let steps = |to: u8, from: u8| i32::from(to) - i32::from(from);
            (steps(point.x(), first.x()), steps(first.y(), point.y()))
        };
        Symmetry::all().find_map(|map| {
            let turned = |point| relative(map.apply(Size::RENJU, point));
            let rows = match turned(second) {
                (0, 1) => 0..IN_GROUP,
                (1, 1) => IN_GROUP..2 * IN_GROUP,
                _ => return None,
            };
            let third = turned(third);
            let is_it =
                |&n: &usize| (i32::from(ROWS[n].third.0), i32::from(ROWS[n].third.1)) == third;
            rows.into_iter().find(is_it).map(|n| CanonicalOpening(n as u8))
        })
    }

    /// Its place in the order of [`CanonicalOpening::all`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether its second stone is beside the first or diagonal to it.
    pub fn group(self) -> Group {
        if self.index() < IN_GROUP { Group::Direct } else { Group::Indirect }
    }

    /// Its number in the group, from 1.
    pub fn number(self) -> usize {
        self.index() % IN_GROUP + 1
    }

    /// Its code: `D3`, `I11`.
    pub fn code(self) -> String {
        let letter = if self.group() == Group::Direct { 'D' } else { 'I' };
        format!("{letter}{}", self.number())
    }

    /// Its Russian code: `3В` (vertical, for direct), `11Д` (diagonal, for indirect).
    pub fn russian(self) -> String {
        let letter = if self.group() == Group::Direct { 'В' } else { 'Д' };
        format!("{}{letter}", self.number())
    }

    /// Its Japanese name in Latin letters.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its Japanese name.
    pub fn kanji(self) -> &'static str {
        self.row().kanji
    }

    /// What the name means.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// Its three stones in the usual form: the second above the first, or above and to its right.
    pub fn stones(self) -> [Point; 3] {
        let second = if self.group() == Group::Direct { (0, 1) } else { (1, 1) };
        [(0, 0), second, self.row().third].map(|(right, up): (i8, i8)| {
            let middle = Size::RENJU.center();
            let x = i32::from(middle.x()) + i32::from(right);
            let point = Size::RENJU.point(x, i32::from(middle.y()) - i32::from(up));
            point.expect("the square of 5 x 5 is on the board")
        })
    }

    /// Its different forms, turned and mirrored, the usual one first: four or eight.
    pub fn forms(self) -> impl Iterator<Item = [Point; 3]> {
        let stones = self.stones();
        let mut forms: Vec<[Point; 3]> = Vec::with_capacity(8);
        for map in Symmetry::all() {
            let form = stones.map(|stone| map.apply(Size::RENJU, stone));
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        forms.into_iter()
    }

    fn row(self) -> &'static Row {
        &ROWS[self.index()]
    }
}

impl fmt::Display for CanonicalOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code())
    }
}

/// A name that no opening has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOpening(pub String);

impl fmt::Display for UnknownOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no opening '{}'; they are D1 to D13 (Russian 1В to 13В) and I1 to I13 (1Д to \
             13Д), or have names such as Sosei",
            self.0
        )
    }
}

impl std::error::Error for UnknownOpening {}

impl FromStr for CanonicalOpening {
    type Err = UnknownOpening;

    /// By any of its names: `D3`, `3D`, `3В`, `Sosei`, `疎星`. What a letter is counts, not what it
    /// looks like: Cyrillic `Д` (diagonal) is the group of Latin `I`.
    fn from_str(text: &str) -> Result<CanonicalOpening, UnknownOpening> {
        let unknown = || UnknownOpening(text.chars().take(40).collect());
        let wanted = text.trim().to_lowercase();
        let kanji = KANJI_VARIANTS.iter().find(|(variant, _)| *variant == wanted);
        let wanted_kanji = kanji.map_or(wanted.as_str(), |(_, usual)| usual);
        let named = |opening: &CanonicalOpening| {
            opening.name().to_lowercase() == wanted || opening.kanji() == wanted_kanji
        };
        if let Some(opening) = CanonicalOpening::all().find(named) {
            return Ok(opening);
        }
        let digits: String = wanted.chars().filter(char::is_ascii_digit).collect();
        let letter = wanted.trim_matches(|c: char| c.is_ascii_digit());
        let group = match letter {
            "d" | "в" => Group::Direct,
            "i" | "д" => Group::Indirect,
            _ => return Err(unknown()),
        };
        // Either the number or the letter comes first, in both scripts.
        let whole = [format!("{letter}{digits}"), format!("{digits}{letter}")].contains(&wanted);
        let number = digits.parse().ok().filter(|_| whole && !digits.starts_with('0'));
        number.and_then(|number| CanonicalOpening::new(group, number)).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_is_one_opening_and_every_form_is_recognised() {
        let middle = Size::RENJU.center();
        let near = |point: Point, steps: u8| {
            point != middle
                && point.x().abs_diff(middle.x()) <= steps
                && point.y().abs_diff(middle.y()) <= steps
        };
        let mut counts = [0; CanonicalOpening::COUNT];
        let mut placements = 0;
        for second in Size::RENJU.points() {
            for third in Size::RENJU.points() {
                let found = CanonicalOpening::identify(middle, second, third);
                let expected = near(second, 1) && near(third, 2) && second != third;
                assert_eq!(found.is_some(), expected, "{second:?} {third:?}");
                if let Some(opening) = found {
                    counts[opening.index()] += 1;
                    placements += 1;
                }
            }
        }
        assert_eq!(placements, 184);
        for opening in CanonicalOpening::all() {
            let few = ["D1", "D8", "D11", "I1", "I11", "I13"].contains(&opening.code().as_str());
            assert_eq!(counts[opening.index()], if few { 4 } else { 8 }, "{opening}");
            assert_eq!(opening.forms().count(), counts[opening.index()]);
        }
        let [_, second, third] = CanonicalOpening(0).stones();
        assert_eq!(CanonicalOpening::identify(second, middle, third), None);
    }

    #[test]
    fn names_in_three_scripts() {
        for (text, code) in [
            ("D3", "D3"),
            ("3d", "D3"),
            ("3В", "D3"),
            ("в3", "D3"),
            ("sosei", "D3"),
            ("疎星", "D3"),
            ("疏星", "D3"),
            ("13Д", "I13"),
            ("13В", "D13"),
            ("I11", "I11"),
            (" Shagetsu ", "I11"),
        ] {
            assert_eq!(text.parse::<CanonicalOpening>().unwrap().code(), code, "{text}");
        }
        // Latin B only looks like the Cyrillic letter.
        for text in ["", "D0", "D14", "3B", "D", "3", "D03", "1D3", "D3D", "Dosei", "-3D"] {
            assert!(text.parse::<CanonicalOpening>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_name_is_its_own() {
        for opening in CanonicalOpening::all() {
            let names = [
                opening.code(),
                opening.russian(),
                opening.name().to_owned(),
                opening.kanji().to_owned(),
            ];
            for name in names {
                assert_eq!(name.parse(), Ok(opening), "{name}");
            }
        }
    }
}
