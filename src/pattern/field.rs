//! The classes of all empty points of a position, for both sides, kept stone by stone.

use super::class::{Combination, LineClass, Threat};
use super::table::{PatternTable, REACH, empty_code, stone_code};
use crate::board::{Bits, BySide, Dir, Observer, Point, PointMap, Position, Side, Size};
use std::sync::Arc;

/// A number for each combination and side, of which a [`Field`] keeps the sum over all empty
/// points. What the numbers mean is not known here.
pub type PointValues = BySide<[i16; Combination::COUNT]>;

/// Set in a code when the point holds a stone: its class is nobody's business until the stone is
/// taken back, and by then all later stones are gone too.
const OCCUPIED: u32 = 1 << 31;

/// What is known of one point. Half a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct Cell {
    /// The surroundings in each direction.
    codes: [u32; 4],
    /// Class in each direction: Black's in the low four bits, White's in the high four.
    classes: [u8; 4],
    /// What the four classes make together.
    combinations: [Combination; 2],
    /// How many points there are to look at before and after this one, by direction.
    room: [(u8, u8); 4],
}

const _: () = assert!(size_of::<Cell>() == 32);

/// The classes of a position's empty points: an [`Observer`] that a position is played with.
#[derive(Clone, Debug)]
pub struct Field {
    size: Size,
    table: &'static PatternTable,
    values: Arc<PointValues>,
    cells: PointMap<Cell>,
    sets: BySide<[Bits; Threat::COUNT]>,
    counts: BySide<[u16; Threat::COUNT]>,
    sums: BySide<i32>,
}

/// What differs between a [`Field`] and a fresh computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldError(
    /// A point where it differs, if it is not a total.
    pub Option<Point>,
);

impl Field {
    /// The field of an empty board.
    pub fn new(size: Size, table: &'static PatternTable, values: Arc<PointValues>) -> Field {
        let off_board = Cell {
            codes: [OCCUPIED; 4],
            classes: [0; 4],
            combinations: [Combination::DEAD; 2],
            room: [(0, 0); 4],
        };
        let mut field = Field {
            size,
            table,
            values,
            cells: PointMap::new(off_board),
            sets: BySide::default(),
            counts: BySide::default(),
            sums: BySide::default(),
        };
        for point in size.points() {
            let room = Dir::ALL.map(|dir| {
                let (before, after) = size.room(point, dir);
                (before.min(REACH as u8), after.min(REACH as u8))
            });
            let codes = room.map(|(before, after)| empty_code(before.into(), after.into()));
            let classes = codes.map(|code| table.lines(code));
            let combinations = combinations(classes);
            field.cells[point] = Cell { codes, classes, combinations, room };
            for side in Side::ALL {
                let made = combinations[side.index()];
                field.change(point, side, Combination::DEAD, made);
            }
        }
        field
    }

    /// The field of a position.
    pub fn of(
        position: &Position,
        table: &'static PatternTable,
        values: Arc<PointValues>,
    ) -> Field {
        let mut field = Field::new(position.size(), table, values);
        position.replay(&mut field);
        field
    }

    /// The table that classes come from.
    #[inline]
    pub fn table(&self) -> &'static PatternTable {
        self.table
    }

    /// The class of the line in direction `dir` through the empty `point`, with a stone of `side`
    /// there.
    #[inline]
    pub fn class(&self, point: Point, side: Side, dir: Dir) -> LineClass {
        let both = self.cells[point].classes[dir.index()];
        LineClass::ALL[usize::from(both >> (4 * side.index()) & 15)]
    }

    /// The four classes of the empty `point` together.
    #[inline]
    pub fn combination(&self, point: Point, side: Side) -> Combination {
        self.cells[point].combinations[side.index()]
    }

    /// What a stone of `side` on the empty `point` would threaten.
    #[inline]
    pub fn threat(&self, point: Point, side: Side) -> Threat {
        self.table.threat(side, self.combination(point, side))
    }

    /// Whether the empty `point` may be forbidden to `side`: the rule is to be asked.
    #[inline]
    pub fn is_suspect(&self, point: Point, side: Side) -> bool {
        self.table.is_suspect(side, self.combination(point, side))
    }

    /// All empty points where a stone of `side` makes exactly this threat, which is not
    /// [`Threat::Nothing`].
    #[inline]
    pub fn set(&self, side: Side, threat: Threat) -> &Bits {
        &self.sets[side][threat as usize]
    }

    /// Number of points of [`Field::set`].
    #[inline]
    pub fn count(&self, side: Side, threat: Threat) -> usize {
        usize::from(self.counts[side][threat as usize])
    }

    /// Whether there is a point where a stone of `side` makes one of these threats.
    #[inline]
    pub fn has_any(&self, side: Side, threats: &[Threat]) -> bool {
        threats.iter().any(|&threat| self.counts[side][threat as usize] > 0)
    }

    /// All empty points where a stone of `side` makes one of these threats.
    #[inline]
    pub fn any_of(&self, side: Side, threats: &[Threat]) -> Bits {
        let mut all = Bits::EMPTY;
        for &threat in threats {
            if self.counts[side][threat as usize] > 0 {
                all |= self.sets[side][threat as usize];
            }
        }
        all
    }

    /// Sum of the point values of `side` over all empty points.
    #[inline]
    pub fn sum(&self, side: Side) -> i32 {
        self.sums[side]
    }

    /// The point value of the empty `point` for `side`.
    #[inline]
    pub fn worth(&self, point: Point, side: Side) -> i32 {
        i32::from(self.values[side][self.combination(point, side).index()])
    }

    /// The empty points where a stone of the other side leaves the empty `point` with less than
    /// `threat` for `attacker`; `point` itself is one of them. Nothing but a stone on one of these,
    /// or a greater threat, answers the threat.
    pub fn answers(&self, point: Point, attacker: Side, threat: Threat) -> Bits {
        let cell = &self.cells[point];
        let shift = 4 * attacker.index();
        let mut answers = Bits::EMPTY;
        answers.insert(point);
        for dir in Dir::ALL {
            let mut classes = cell.classes.map(|both| both >> shift & 15);
            let (before, after) = cell.room[dir.index()];
            let step = dir.stride();
            let mut consider = |distance: usize, is_after: bool| {
                let steps = if is_after { distance as isize } else { -(distance as isize) };
                let at = point.index() as isize + step * steps;
                let Some(reply) = Point::from_index(at as usize) else { return };
                if self.cells[reply].codes[0] & OCCUPIED != 0 {
                    return;
                }
                let code = cell.codes[dir.index()] + stone_code(!attacker, distance, is_after);
                classes[dir.index()] = self.table.lines(code) >> shift & 15;
                if self.table.threat(attacker, Combination::of_raw(classes)) < threat {
                    answers.insert(reply);
                }
            };
            for distance in 1..=usize::from(before) {
                consider(distance, false);
            }
            for distance in 1..=usize::from(after) {
                consider(distance, true);
            }
        }
        answers
    }

    /// Compares everything with a fresh computation for `position`.
    ///
    /// # Errors
    /// Where it differs: a bug in this module.
    pub fn check(&self, position: &Position) -> Result<(), FieldError> {
        let fresh = Field::of(position, self.table, self.values.clone());
        for point in self.size.points() {
            if self.cells[point] != fresh.cells[point] {
                return Err(FieldError(Some(point)));
            }
        }
        let same =
            self.sets == fresh.sets && self.counts == fresh.counts && self.sums == fresh.sums;
        if same { Ok(()) } else { Err(FieldError(None)) }
    }

    /// Changes what is kept in total when a point's combination becomes another one.
    #[inline]
    fn change(&mut self, point: Point, side: Side, old: Combination, new: Combination) {
        let values = &self.values[side];
        self.sums[side] += i32::from(values[new.index()]) - i32::from(values[old.index()]);
        let (was, is) = (self.table.threat(side, old), self.table.threat(side, new));
        if was != is {
            if was != Threat::Nothing {
                self.sets[side][was as usize].remove(point);
                self.counts[side][was as usize] -= 1;
            }
            if is != Threat::Nothing {
                self.sets[side][is as usize].insert(point);
                self.counts[side][is as usize] += 1;
            }
        }
    }

    /// A point's code in one direction has changed: brings classes and totals up to date.
    #[inline]
    fn refresh(&mut self, point: Point, dir: usize) {
        let cell = &mut self.cells[point];
        let both = self.table.lines(cell.codes[dir]);
        if both == cell.classes[dir] {
            return;
        }
        cell.classes[dir] = both;
        let old = cell.combinations;
        let new = combinations(cell.classes);
        cell.combinations = new;
        for side in Side::ALL {
            let index = side.index();
            if old[index] != new[index] {
                self.change(point, side, old[index], new[index]);
            }
        }
    }

    /// Adds a stone's part to (or takes it from) the codes of all points in reach.
    #[inline]
    fn spread(&mut self, point: Point, side: Side, placed: bool) {
        let room = self.cells[point].room;
        for dir in Dir::ALL {
            let (before, after) = room[dir.index()];
            let step = dir.stride();
            let mut reach = |distance: usize, offset: isize, is_after: bool| {
                let at = (point.index() as isize + offset) as usize;
                let Some(neighbour) = Point::from_index(at) else { return };
                let code = &mut self.cells[neighbour].codes[dir.index()];
                if *code & OCCUPIED != 0 {
                    return;
                }
                let part = stone_code(side, distance, is_after);
                *code = if placed { *code + part } else { *code - part };
                self.refresh(neighbour, dir.index());
            };
            // A point before this one sees the stone after itself, and the other way round.
            for distance in 1..=usize::from(before) {
                reach(distance, -(distance as isize) * step, true);
            }
            for distance in 1..=usize::from(after) {
                reach(distance, distance as isize * step, false);
            }
        }
    }
}

/// The combinations of both sides.
#[inline]
fn combinations(classes: [u8; 4]) -> [Combination; 2] {
    [
        Combination::of_raw(classes.map(|both| both & 15)),
        Combination::of_raw(classes.map(|both| both >> 4)),
    ]
}

impl Observer for Field {
    #[inline]
    fn placed(&mut self, point: Point, side: Side) {
        let [black, white] = self.cells[point].combinations;
        self.change(point, Side::Black, black, Combination::DEAD);
        self.change(point, Side::White, white, Combination::DEAD);
        for code in &mut self.cells[point].codes {
            *code |= OCCUPIED;
        }
        self.spread(point, side, true);
    }

    #[inline]
    fn removed(&mut self, point: Point, side: Side) {
        self.spread(point, side, false);
        for code in &mut self.cells[point].codes {
            *code &= !OCCUPIED;
        }
        let [black, white] = self.cells[point].combinations;
        self.change(point, Side::Black, Combination::DEAD, black);
        self.change(point, Side::White, Combination::DEAD, white);
    }
}
