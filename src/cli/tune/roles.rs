//! Numbers of combinations that are fitted: four roles, each with a part of its own and a part that
//! all combinations with the same lines share.

use crate::board::Side;
use crate::pattern::{Combination, LineClass};
use crate::rules::RuleKind;

/// Numbers of one combination: two of each side.
pub const ROLES: usize = 4;
const OWN_PART: usize = ROLES * Combination::COUNT;
const LINE_PART: usize = ROLES * LineClass::COUNT;

/// How far numbers are expected to be from those set by hand.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// A combination's own part.
    pub combination: f32,
    /// The part of a line class.
    pub line: f32,
    /// Everything else.
    pub other: f32,
}

/// The numbers under which something is fitted, with the means of Adam (Kingma and Ba, 2014).
pub struct Roles {
    /// Whether both sides play by the same rules, and so have the same numbers.
    symmetric: bool,
    by_hand: [Vec<f32>; ROLES],
    lines: Vec<[u8; 4]>,
    others: Vec<f32>,
    spread: Spread,
    /// What is added to the numbers set by hand: combinations, lines, others.
    numbers: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Roles {
    /// Numbers that are those set by hand: of each role and combination (Black's two roles first),
    /// and some others.
    pub fn new(
        rule: RuleKind,
        by_hand: [Vec<f32>; ROLES],
        others: Vec<f32>,
        spread: Spread,
    ) -> Roles {
        let mut lines = vec![[0; 4]; Combination::COUNT];
        for (combination, four) in Combination::all() {
            lines[combination.index()] = four.map(|class| class as u8);
        }
        let [black, white] = Side::ALL.map(|side| rule.rule().criterion(side));
        let count = OWN_PART + LINE_PART + others.len();
        Roles {
            symmetric: black == white,
            by_hand,
            lines,
            others,
            spread,
            numbers: vec![0.0; count],
            first: vec![0.0; count],
            second: vec![0.0; count],
            steps: 0,
        }
    }

    /// The side whose numbers are used for `side`.
    pub fn same(&self, side: Side) -> Side {
        if self.symmetric { Side::Black } else { side }
    }

    /// Where the table has the numbers of a side's first or second role.
    pub fn start(&self, side: Side, second: bool) -> usize {
        (2 * self.same(side).index() + usize::from(second)) * Combination::COUNT
    }

    /// Where the table has the other numbers.
    pub const OTHERS: usize = OWN_PART;

    /// All numbers of the moment, so that a pass over positions only adds them up.
    pub fn table(&self) -> Vec<f32> {
        let of_lines = &self.numbers[OWN_PART..OWN_PART + LINE_PART];
        let mut table = Vec::with_capacity(OWN_PART + self.others.len());
        for role in 0..ROLES {
            for n in 0..Combination::COUNT {
                let lines = self.lines[n].iter();
                let shared: f32 =
                    lines.map(|&line| of_lines[role * LineClass::COUNT + usize::from(line)]).sum();
                table.push(
                    self.by_hand[role][n] + self.numbers[role * Combination::COUNT + n] + shared,
                );
            }
        }
        let added = &self.numbers[OWN_PART + LINE_PART..];
        table.extend(self.others.iter().zip(added).map(|(by_hand, added)| by_hand + added));
        table
    }

    /// One step of length `rate` against the slopes by the numbers of [`Roles::table`]. What is seen
    /// rarely among `all` samples stays near what was thought before.
    pub fn step(&mut self, of_table: &[f32], rate: f32, all: usize) {
        const KEEP_FIRST: f32 = 0.9;
        const KEEP_SECOND: f32 = 0.999;
        let mut slopes = of_table[..OWN_PART].to_vec();
        slopes.resize(OWN_PART + LINE_PART, 0.0);
        slopes.extend_from_slice(&of_table[OWN_PART..]);
        for role in 0..ROLES {
            for n in 0..Combination::COUNT {
                let slope = slopes[role * Combination::COUNT + n];
                for line in self.lines[n] {
                    slopes[OWN_PART + role * LineClass::COUNT + usize::from(line)] += slope;
                }
            }
        }
        for (n, slope) in slopes.iter_mut().enumerate() {
            let spread = match n {
                n if n < OWN_PART => self.spread.combination,
                n if n < OWN_PART + LINE_PART => self.spread.line,
                _ => self.spread.other,
            };
            *slope += self.numbers[n] / (spread * spread * all as f32);
        }
        self.steps += 1;
        let first_part = 1.0 - KEEP_FIRST.powi(self.steps);
        let second_part = 1.0 - KEEP_SECOND.powi(self.steps);
        for (n, slope) in slopes.into_iter().enumerate() {
            self.first[n] = KEEP_FIRST * self.first[n] + (1.0 - KEEP_FIRST) * slope;
            self.second[n] = KEEP_SECOND * self.second[n] + (1.0 - KEEP_SECOND) * slope * slope;
            let mean = self.first[n] / first_part;
            let spread = (self.second[n] / second_part).sqrt();
            self.numbers[n] -= rate * mean / (spread + 1e-9);
        }
    }
}

/// A fitted number as it is stored.
pub fn round(number: f32) -> i16 {
    number.round().clamp(-6000.0, 6000.0) as i16
}
