//! From the surroundings of a point on a line to the class of the line, computed once per rule.

use super::class::{Combination, LineClass, Threat};
use super::codes::LineCodes;
use crate::board::{BySide, Side};
use crate::rules::{FiveCriterion, RuleKind};
use arrayvec::ArrayVec;
use std::sync::OnceLock;

/// Points looked at on each side of a point. Five: a four reaches that far, and the end of a five
/// decides where exactly five wins.
pub(super) const REACH: usize = 5;

/// The codes of what is looked at.
pub(super) type Codes = LineCodes<REACH>;

/// Length of the table of codes: a power of two, so that a mask takes the place of a bounds check.
const TABLE: usize = Codes::COUNT.next_power_of_two();

/// A place on a line, as the table sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Other,
    Edge,
}

/// The surroundings of a point and the point itself, in the middle, holding an own stone.
const WINDOW: usize = 2 * REACH + 1;
type Window = [Cell; WINDOW];

/// What a combination means to one side under one rule, what it threatens aside.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointClass {
    /// What the owner of the table says of it.
    pub(super) value: PointValue,
    pub(super) suspect: bool,
}

/// Numbers for a combination at an empty point. What they mean is not known here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointValue {
    /// Summed over all points for the side that is to move.
    pub moving: i16,
    /// Summed over all points for the side that is not.
    pub waiting: i16,
    /// Asked for point by point, of the side that may place a stone there.
    pub attack: i16,
    /// Asked for point by point, of the side from which a stone there takes the point.
    pub defence: i16,
}

/// Numbers for each combination and side.
pub type PointValues = BySide<[PointValue; Combination::COUNT]>;

/// What every combination means to both sides, with their numbers, in one place.
#[derive(Debug)]
pub struct PointTable {
    table: &'static PatternTable,
    classes: BySide<[PointClass; POINT_TABLE]>,
    /// Threats have a table of their own, which stays in the nearest cache.
    threats: [Threat; POINT_TABLE],
}

/// Length of the table of combinations: a power of two, as that of codes.
const POINT_TABLE: usize = Combination::COUNT.next_power_of_two();

impl PointTable {
    /// The classes of a rule with these numbers.
    pub fn new(table: &'static PatternTable, values: &PointValues) -> PointTable {
        let value = PointValue::default();
        let none = PointClass { value, suspect: false };
        let mut classes = BySide::new([none; POINT_TABLE], [none; POINT_TABLE]);
        let mut threats = [Threat::Nothing; POINT_TABLE];
        for (combination, lines) in Combination::all() {
            threats[combination.index()] = Combination::threat(lines);
            for side in Side::ALL {
                classes[side][combination.index()] = PointClass {
                    value: values[side][combination.index()],
                    suspect: table.is_suspect(side, lines),
                };
            }
        }
        PointTable { table, classes, threats }
    }

    /// The table of line classes.
    #[inline]
    pub fn lines(&self) -> &'static PatternTable {
        self.table
    }

    #[inline]
    pub(super) fn threat(&self, combination: Combination) -> Threat {
        self.threats[combination.index() & (POINT_TABLE - 1)]
    }

    #[inline]
    pub(super) fn class(&self, side: Side, combination: Combination) -> PointClass {
        self.classes[side][combination.index() & (POINT_TABLE - 1)]
    }
}

/// The line classes of one rule.
pub struct PatternTable {
    rule: RuleKind,
    /// By code: Black's class in the low four bits, White's in the high four.
    classes: Box<[u8; TABLE]>,
}

impl std::fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PatternTable({})", self.rule)
    }
}

impl PatternTable {
    /// The table of a rule, computed at the first call (some milliseconds).
    pub fn of(rule: RuleKind) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; RuleKind::ALL.len()] =
            [const { OnceLock::new() }; RuleKind::ALL.len()];
        TABLES[rule.index()].get_or_init(|| PatternTable::compute(rule))
    }

    /// The rule that the table is for.
    pub fn rule(&self) -> RuleKind {
        self.rule
    }

    /// Whether a point with these lines may be forbidden to `side`.
    pub fn is_suspect(&self, side: Side, lines: [LineClass; 4]) -> bool {
        self.rule.rule().has_forbidden_points(side) && Combination::is_suspect(lines)
    }

    /// Black's class for `code` in the low four bits, White's in the high four.
    #[inline]
    pub(super) fn classes(&self, code: u32) -> u8 {
        self.classes[code as usize & (TABLE - 1)]
    }

    fn compute(kind: RuleKind) -> PatternTable {
        let rule = kind.rule();
        let mut classes = vec![0_u8; TABLE].into_boxed_slice();
        for side in Side::ALL {
            let has_forbidden_points = rule.has_forbidden_points(side);
            let lines = LineTable::compute(side, rule.criterion(side), has_forbidden_points);
            for (both, class) in classes.iter_mut().zip(lines) {
                *both |= (class as u8) << (4 * side.index());
            }
        }
        match classes.try_into() {
            Ok(classes) => PatternTable { rule: kind, classes },
            Err(_) => unreachable!("the length is that of the table"),
        }
    }
}

/// The computation of one side's line classes.
struct LineTable {
    side: Side,
    criterion: FiveCriterion,
    has_forbidden_points: bool,
    classes: Vec<LineClass>,
}

impl LineTable {
    fn compute(side: Side, criterion: FiveCriterion, has_forbidden_points: bool) -> Vec<LineClass> {
        let classes = vec![LineClass::Dead; Codes::COUNT];
        let mut table = LineTable { side, criterion, has_forbidden_points, classes };
        // One more stone makes a larger code: from the largest down, what a stone can make of a
        // line is known before the line itself is looked at.
        for before in (0..=REACH).rev() {
            for first in (0..3_u32.pow(before as u32)).rev() {
                for after in (0..=REACH).rev() {
                    for second in (0..3_u32.pow(after as u32)).rev() {
                        let code =
                            Codes::empty(before, after) + first * Codes::HALF_STATES + second;
                        let window = table.window(before, first, after, second);
                        table.classes[code as usize] = table.classify(code, &window);
                    }
                }
            }
        }
        table.classes
    }

    fn window(&self, before: usize, first: u32, after: usize, second: u32) -> Window {
        let mut window = [Cell::Edge; WINDOW];
        window[REACH] = Cell::Own;
        let cell = |half: u32, distance: usize| match half / Codes::WEIGHT[distance - 1] % 3 {
            0 => Cell::Empty,
            digit if digit == self.side.index() as u32 + 1 => Cell::Own,
            _ => Cell::Other,
        };
        for distance in 1..=before {
            window[REACH - distance] = cell(first, distance);
        }
        for distance in 1..=after {
            window[REACH + distance] = cell(second, distance);
        }
        window
    }

    fn classify(&self, code: u32, window: &Window) -> LineClass {
        match self.run(window) {
            Run::Wins => return LineClass::Five,
            Run::TooLong => return LineClass::Overline,
            Run::Short => {}
        }
        let mut completions: ArrayVec<usize, WINDOW> = ArrayVec::new();
        let mut made = [0; LineClass::COUNT];
        for place in (0..WINDOW).filter(|&place| window[place] == Cell::Empty) {
            let stone = Codes::stone(self.side, place.abs_diff(REACH), place > REACH);
            let class = self.classes[(code + stone) as usize];
            made[class as usize] += 1;
            if class == LineClass::Five {
                completions.push(place);
            }
        }
        if !completions.is_empty() {
            return self.classify_four(window, &completions);
        }
        let made = |class: LineClass| made[class as usize];
        // A double four on one line is as good as a straight one unless it is forbidden.
        let double_fours = if self.has_forbidden_points { 0 } else { made(LineClass::DoubleFour) };
        match made(LineClass::StraightFour) + double_fours {
            0 => {}
            1 => return LineClass::Three,
            _ => return LineClass::BroadThree,
        }
        if made(LineClass::Four) + made(LineClass::DoubleFour) > 0 {
            return LineClass::ClosedThree;
        }
        match made(LineClass::Three) + made(LineClass::BroadThree) {
            0 => {}
            1 | 2 => return LineClass::OpenTwo,
            _ => return LineClass::BroadTwo,
        }
        if made(LineClass::ClosedThree) > 0 {
            LineClass::ClosedTwo
        } else if made(LineClass::OpenTwo) + made(LineClass::BroadTwo) > 0 {
            LineClass::OpenOne
        } else if made(LineClass::ClosedTwo) > 0 {
            LineClass::One
        } else {
            LineClass::Dead
        }
    }

    /// The kind of four: there are places where one more stone wins.
    fn classify_four(&self, window: &Window, completions: &[usize]) -> LineClass {
        let survives = |reply: usize| {
            let mut answered = *window;
            answered[reply] = Cell::Other;
            completions.iter().any(|&place| {
                let mut completed = answered;
                completed[place] = Cell::Own;
                place != reply && self.run(&completed) == Run::Wins
            })
        };
        let mut replies = (0..WINDOW).filter(|&place| window[place] == Cell::Empty);
        // Only on the point of a five can it be stopped, unless its ends matter.
        let cannot_be_stopped = match self.criterion.looks_at_ends() {
            false => completions.len() >= 2,
            true => replies.all(survives),
        };
        if !cannot_be_stopped {
            return LineClass::Four;
        }
        // Where exactly five wins, each completion is of one set of four stones.
        let sets: std::collections::HashSet<Vec<usize>> =
            completions.iter().map(|&place| four_stones(window, place)).collect();
        if self.criterion == FiveCriterion::ExactlyFive && sets.len() >= 2 {
            LineClass::DoubleFour
        } else {
            LineClass::StraightFour
        }
    }

    /// What the run of own stones through the middle is.
    fn run(&self, window: &Window) -> Run {
        let own = |place: &usize| window[*place] == Cell::Own;
        let above = (REACH + 1..WINDOW).take_while(own).count();
        let below = (0..REACH).rev().take_while(own).count();
        let length = above + below + 1;
        let taken =
            |place: Option<usize>| place.and_then(|place| window.get(place)) == Some(&Cell::Other);
        let ends = u32::from(taken(Some(REACH + above + 1)))
            + u32::from(taken((REACH - below).checked_sub(1)));
        if self.criterion.wins(length as u32, ends) {
            Run::Wins
        } else if length > 5 {
            Run::TooLong
        } else {
            Run::Short
        }
    }
}

/// The run through the middle of a window.
#[derive(PartialEq, Eq)]
enum Run {
    Wins,
    TooLong,
    Short,
}

/// The own stones of the run that a stone on `place` makes through the middle, without that stone.
fn four_stones(window: &Window, place: usize) -> Vec<usize> {
    let own = |at: &usize| window[*at] == Cell::Own || *at == place;
    let above = (REACH + 1..WINDOW).take_while(own);
    let below = (0..REACH).rev().take_while(own);
    let mut stones: Vec<usize> = above.chain(below).filter(|&at| at != place).collect();
    stones.sort_unstable();
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of the line drawn as in the docs, but in small letters, for the stone that stands as `#`.
    fn class(kind: RuleKind, side: Side, picture: &str) -> LineClass {
        let cells: Vec<char> = picture.chars().collect();
        let at = cells.iter().position(|&c| c == '#').unwrap();
        let before = at.min(REACH);
        let after = (cells.len() - 1 - at).min(REACH);
        let mut code = Codes::empty(before, after);
        for distance in 1..=REACH {
            let places = [(at.checked_sub(distance), false), (Some(at + distance), true)];
            for (place, is_after) in places {
                match place.and_then(|place| cells.get(place)) {
                    Some('x') => code += Codes::stone(side, distance, is_after),
                    Some('o') => code += Codes::stone(!side, distance, is_after),
                    _ => {}
                }
            }
        }
        let both = PatternTable::of(kind).classes(code);
        LineClass::ALL[usize::from(both >> (4 * side.index()) & 15)]
    }

    #[test]
    fn the_pictures_of_the_documentation() {
        use LineClass::*;
        for (picture, expected) in [
            ("o.#.o", Dead),
            ("o#.....", One),
            ("....#....", OpenOne),
            ("o#x.....", ClosedTwo),
            ("...#..x...", OpenTwo),
            ("....#x....", BroadTwo),
            ("o#xx..", ClosedThree),
            ("o.x.#x.o", Three),
            ("..x#x..", BroadThree),
            ("o#xxx.", Four),
            (".x#xx.", StraightFour),
            ("ox#xxxo", Five),
            ("ox#xxxxo", Five),
            ("#xx.", Dead),
            ("o#x.xx.", Four),
            ("x.x#x.x", StraightFour),
        ] {
            for side in Side::ALL {
                assert_eq!(class(RuleKind::Freestyle, side, picture), expected, "{picture}");
            }
        }
    }

    #[test]
    fn exactly_five() {
        use LineClass::*;
        for (picture, expected) in [
            ("ox#xxxxo", Overline),
            ("x.x#x.x", DoubleFour),
            (".x#xx.x", Four),
            ("o.x#xx.x", Four),
            ("ox#xx.x", Dead),
            ("..x#x..x", Three),
            ("x..x#x..x", ClosedThree),
        ] {
            assert_eq!(class(RuleKind::Standard, Side::White, picture), expected, "{picture}");
            assert_eq!(class(RuleKind::Renju, Side::Black, picture), expected, "{picture}");
        }
        assert_eq!(class(RuleKind::Renju, Side::White, "ox#xxxxo"), Five);
    }

    #[test]
    fn caro_fives_need_an_open_end() {
        use LineClass::*;
        for (picture, expected) in [
            ("ox#xxxo", Dead),
            ("ox#xxx.", Five),
            ("ox#xxx", Five),
            (".x#xx.o", Four),
            ("o.x#xx.o", Four),
            ("..x#xx..", StraightFour),
            ("ox#xx.o", Dead),
        ] {
            assert_eq!(class(RuleKind::Caro, Side::Black, picture), expected, "{picture}");
            assert_eq!(class(RuleKind::ExactCaro, Side::Black, picture), expected, "{picture}");
        }
        assert_eq!(class(RuleKind::Caro, Side::White, "ox#xxxxo"), Five);
        assert_eq!(class(RuleKind::ExactCaro, Side::White, "ox#xxxxo"), Overline);
    }
}
