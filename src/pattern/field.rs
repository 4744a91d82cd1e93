//! The classes of all empty points of a position, for both sides, kept stone by stone.

use super::class::{Combination, LineClass, Threat};
use super::table::{Codes, PointTable, PointValue, REACH};
use crate::board::{
    Bits, BySide, Dir, MAX_POINTS, Observer, Point, PointMap, Position, Side, Size,
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Set in the codes of a point that holds a black stone; one bit higher for a white one. The
/// class of such a point is nobody's business until the stone is taken back, and by then all later
/// stones are gone too.
const BLACK_STONE: u32 = 1 << 30;
/// A code of at least this is of a point that holds a stone, or is off the board.
const OCCUPIED: u32 = BLACK_STONE;

/// What is known of one point. Half a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct Cell {
    /// The surroundings in each direction.
    codes: [u32; 4],
    /// Class in each direction, a byte each, the first lowest: Black's in the low four bits, White's
    /// in the high four. One word: a byte written just before would hold up the reading of all four.
    classes: u32,
    /// What the four classes make together.
    combinations: [Combination; 2],
    /// How many points there are to look at before and after this one, by direction.
    room: [(u8, u8); 4],
}

const _: () = assert!(size_of::<Cell>() == 32);

/// The classes of a position's empty points: an [`Observer`] that a position is played with.
#[derive(Clone, Debug)]
pub struct Field {
    points: Arc<PointTable>,
    cells: PointMap<Cell>,
    sets: BySide<[Bits; Threat::COUNT]>,
    counts: BySide<[u16; Threat::COUNT]>,
    sums: BySide<Sums>,
    /// What the stones on the board have changed, in order.
    journal: Vec<Change>,
    /// For each stone on the board the length of the journal before it.
    marks: Vec<u32>,
}

/// Sums of [`PointValue`](super::PointValue)s over the empty points of a board, for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Of the numbers that count when the side is to move.
    pub moving: i32,
    /// Of the numbers that count when it is not.
    pub waiting: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, value: PointValue) {
        self.moving += i32::from(value.moving);
        self.waiting += i32::from(value.waiting);
    }

    #[inline]
    fn subtract(&mut self, value: PointValue) {
        self.moving -= i32::from(value.moving);
        self.waiting -= i32::from(value.waiting);
    }
}

/// What a point was before a stone in its reach.
#[derive(Clone, Copy, Debug)]
struct Change {
    point: Point,
    combinations: [Combination; 2],
    classes: u32,
}

/// What differs between a [`Field`] and a fresh computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldError(
    /// A point where it differs, if it is not a total.
    pub Option<Point>,
);

impl Field {
    /// The field of an empty board.
    pub fn new(size: Size, points: Arc<PointTable>) -> Field {
        let off_board = Cell {
            codes: [OCCUPIED; 4],
            classes: 0,
            combinations: [Combination::DEAD; 2],
            room: [(0, 0); 4],
        };
        let mut field = Field {
            points,
            cells: PointMap::new(off_board),
            sets: BySide::default(),
            counts: BySide::default(),
            sums: BySide::default(),
            journal: Vec::with_capacity(4096),
            marks: Vec::with_capacity(MAX_POINTS),
        };
        let lines = field.points.lines();
        for point in size.points() {
            let room = Dir::ALL.map(|dir| {
                let (before, after) = size.room(point, dir);
                (before.min(REACH as u8), after.min(REACH as u8))
            });
            let codes = room.map(|(before, after)| Codes::empty(before.into(), after.into()));
            let classes = u32::from_le_bytes(codes.map(|code| lines.classes(code)));
            let combinations = combinations(classes);
            field.cells[point] = Cell { codes, classes, combinations, room };
            for side in Side::ALL {
                field.enter(point, side, combinations[side.index()]);
            }
        }
        field
    }

    /// The field of a position.
    pub fn of(position: &Position, points: Arc<PointTable>) -> Field {
        let mut field = Field::new(position.size(), points);
        position.replay(&mut field);
        field
    }

    /// The table that classes and values come from.
    #[inline]
    pub fn points(&self) -> &Arc<PointTable> {
        &self.points
    }

    /// The class of the line in direction `dir` through the empty `point`, with a stone of `side`
    /// there.
    #[inline]
    pub fn class(&self, point: Point, side: Side, dir: Dir) -> LineClass {
        let class = self.cells[point].classes >> (8 * dir.index() + 4 * side.index());
        LineClass::ALL[class as usize & 15]
    }

    /// The four classes of the empty `point` together.
    #[inline]
    pub fn combination(&self, point: Point, side: Side) -> Combination {
        self.cells[point].combinations[side.index()]
    }

    /// What a stone of `side` on the empty `point` would threaten.
    #[inline]
    pub fn threat(&self, point: Point, side: Side) -> Threat {
        self.points.class(side, self.combination(point, side)).threat
    }

    /// Whether the empty `point` may be forbidden to `side`: the rule is to be asked.
    #[inline]
    pub fn is_suspect(&self, point: Point, side: Side) -> bool {
        self.points.class(side, self.combination(point, side)).suspect
    }

    /// All empty points where a stone of `side` makes exactly this threat.
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

    /// Sums of the point values of `side` over all empty points.
    #[inline]
    pub fn sums(&self, side: Side) -> Sums {
        self.sums[side]
    }

    /// The number by which the empty `point` counts among the moves of `side`.
    #[inline]
    pub fn attack(&self, point: Point, side: Side) -> i32 {
        i32::from(self.points.class(side, self.combination(point, side)).value.attack)
    }

    /// The number by which the empty `point` counts among the moves of the other side, for what a
    /// stone there takes from `side`.
    #[inline]
    pub fn defence(&self, point: Point, side: Side) -> i32 {
        i32::from(self.points.class(side, self.combination(point, side)).value.defence)
    }

    /// The empty points where a stone of the other side leaves the empty `point` with less than
    /// `threat` for `attacker`; `point` itself is one of them. Nothing but a stone on one of these,
    /// or a greater threat, answers the threat.
    pub fn answers(&self, point: Point, attacker: Side, threat: Threat) -> Bits {
        let cell = &self.cells[point];
        let lines = self.points.lines();
        let shift = 4 * attacker.index();
        let mut answers = Bits::EMPTY;
        answers.insert(point);
        for dir in Dir::ALL {
            let classes = cell.classes >> shift;
            let (before, after) = cell.room[dir.index()];
            let step = dir.stride();
            let mut consider = |distance: usize, is_after: bool| {
                let steps = if is_after { distance as isize } else { -(distance as isize) };
                let at = point.index() as isize + step * steps;
                let Some(reply) = Point::from_index(at as usize) else { return };
                if self.cells[reply].codes[0] >= OCCUPIED {
                    return;
                }
                let code = cell.codes[dir.index()] + Codes::stone(!attacker, distance, is_after);
                let class = u32::from(lines.classes(code) >> shift);
                let combination = Combination::of_raw(with_class(classes, dir.index(), class));
                if self.points.class(attacker, combination).threat < threat {
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

    /// The empty points where one more stone of `side` gives the empty `point` at least `threat`,
    /// which it does not have now.
    pub fn supports(&self, point: Point, side: Side, threat: Threat) -> Bits {
        let cell = &self.cells[point];
        let lines = self.points.lines();
        let shift = 4 * side.index();
        let classes = cell.classes >> shift;
        let mut supports = Bits::EMPTY;
        for dir in Dir::ALL {
            for neighbour in self.line(point, dir) {
                let steps = (neighbour.index() as isize - point.index() as isize) / dir.stride();
                let part = Codes::stone(side, steps.unsigned_abs(), steps > 0);
                let class = u32::from(lines.classes(cell.codes[dir.index()] + part) >> shift);
                let combination = Combination::of_raw(with_class(classes, dir.index(), class));
                if self.points.class(side, combination).threat >= threat {
                    supports.insert(neighbour);
                }
            }
        }
        supports
    }

    /// The empty points within the reach of the empty `point` in direction `dir`, both ways.
    pub fn line(&self, point: Point, dir: Dir) -> impl Iterator<Item = Point> {
        let (before, after) = self.cells[point].room[dir.index()];
        let steps = (-isize::from(before)..=isize::from(after)).filter(|&steps| steps != 0);
        let points = steps.filter_map(move |steps| {
            Point::from_index((point.index() as isize + dir.stride() * steps) as usize)
        });
        points.filter(|&at| self.cells[at].codes[0] < OCCUPIED)
    }

    /// Compares everything with a fresh computation for `position`.
    ///
    /// # Errors
    /// Where it differs: a bug in this module.
    pub fn check(&self, position: &Position) -> Result<(), FieldError> {
        let mut fresh = Field::new(position.size(), self.points.clone());
        // Not in the order of play: codes may depend on it where classes do not.
        for side in Side::ALL {
            for point in position.stones().of(side).iter() {
                fresh.placed(point, side);
            }
        }
        for point in position.stones().empty() {
            let (cell, other) = (&self.cells[point], &fresh.cells[point]);
            if cell.classes != other.classes || cell.combinations != other.combinations {
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
        let was = self.points.class(side, old);
        let is = self.points.class(side, new);
        self.sums[side].subtract(was.value);
        self.sums[side].add(is.value);
        if was.threat != is.threat {
            self.sets[side][was.threat as usize].remove(point);
            self.counts[side][was.threat as usize] -= 1;
            self.sets[side][is.threat as usize].insert(point);
            self.counts[side][is.threat as usize] += 1;
        }
    }

    /// An empty point joins what is kept in total.
    #[inline]
    fn enter(&mut self, point: Point, side: Side, combination: Combination) {
        let class = self.points.class(side, combination);
        self.sums[side].add(class.value);
        self.sets[side][class.threat as usize].insert(point);
        self.counts[side][class.threat as usize] += 1;
    }

    /// A point that is no longer empty leaves it.
    #[inline]
    fn leave(&mut self, point: Point, side: Side, combination: Combination) {
        let class = self.points.class(side, combination);
        self.sums[side].subtract(class.value);
        self.sets[side][class.threat as usize].remove(point);
        self.counts[side][class.threat as usize] -= 1;
    }

    /// Adds the part of a stone to the codes of all points in its reach, and lists those whose class
    /// becomes another one.
    #[inline]
    fn spread(&mut self, point: Point, side: Side) -> Changed {
        let mut changed = Changed::new();
        let lines = self.points.lines();
        self.for_reach(point, side, |cell, at, dir, part| {
            let code = cell.codes[dir] + part;
            cell.codes[dir] = code;
            let class = lines.classes(code);
            if u32::from(class) != cell.classes >> (8 * dir) & 0xff {
                changed.push((at, dir as u8, class));
            }
        });
        changed
    }

    /// Walks over the empty points whose classes a stone on `point` can touch: in each direction up
    /// to the board's edge, the reach, or until stones of both sides lie between. `part` is what the
    /// stone adds to the point's code.
    #[inline]
    fn for_reach(
        &mut self,
        point: Point,
        side: Side,
        mut visit: impl FnMut(&mut Cell, Point, usize, u32),
    ) {
        let room = self.cells[point].room;
        for dir in Dir::ALL {
            let (before, after) = room[dir.index()];
            let step = dir.stride();
            let mut walk = |steps: u8, step: isize, is_after: bool| {
                let mut between = 0;
                let mut at = point.index() as isize;
                for distance in 1..=usize::from(steps) {
                    at += step;
                    let Some(neighbour) = Point::from_index(at as usize) else { break };
                    let cell = &mut self.cells[neighbour];
                    let code = cell.codes[dir.index()];
                    if code >= OCCUPIED {
                        between |= code / OCCUPIED;
                        if between == 3 {
                            break;
                        }
                        continue;
                    }
                    visit(cell, neighbour, dir.index(), Codes::stone(side, distance, is_after));
                }
            };
            // A point before this one sees the stone after itself, and the other way round.
            walk(before, -step, true);
            walk(after, step, false);
        }
    }
}

/// Points whose class in one direction has changed, with the new classes.
type Changed = ArrayVec<(Point, u8, u8), { 8 * REACH }>;

/// `classes` with another class (of both sides) in one direction.
#[inline]
fn with_class(classes: u32, dir: usize, class: u32) -> u32 {
    classes & !(0xff << (8 * dir)) | class << (8 * dir)
}

/// The combinations of both sides.
#[inline]
fn combinations(classes: u32) -> [Combination; 2] {
    [Combination::of_raw(classes), Combination::of_raw(classes >> 4)]
}

impl Observer for Field {
    fn placed(&mut self, point: Point, side: Side) {
        let cell = &mut self.cells[point];
        for code in &mut cell.codes {
            *code += BLACK_STONE << side.index();
        }
        let [black, white] = cell.combinations;
        self.leave(point, Side::Black, black);
        self.leave(point, Side::White, white);
        self.marks.push(self.journal.len() as u32);
        for (point, dir, class) in self.spread(point, side) {
            let cell = &mut self.cells[point];
            let old = cell.combinations;
            self.journal.push(Change { point, combinations: old, classes: cell.classes });
            cell.classes = with_class(cell.classes, usize::from(dir), class.into());
            let new = combinations(cell.classes);
            cell.combinations = new;
            for side in Side::ALL {
                if old[side.index()] != new[side.index()] {
                    self.change(point, side, old[side.index()], new[side.index()]);
                }
            }
        }
    }

    fn removed(&mut self, point: Point, side: Side) {
        let mark = self.marks.pop().unwrap_or_default() as usize;
        while self.journal.len() > mark
            && let Some(change) = self.journal.pop()
        {
            let cell = &mut self.cells[change.point];
            cell.classes = change.classes;
            let now = std::mem::replace(&mut cell.combinations, change.combinations);
            for side in Side::ALL {
                let index = side.index();
                if now[index] != change.combinations[index] {
                    self.change(change.point, side, now[index], change.combinations[index]);
                }
            }
        }
        self.for_reach(point, side, |cell, _, dir, part| cell.codes[dir] -= part);
        let cell = &mut self.cells[point];
        for code in &mut cell.codes {
            *code -= BLACK_STONE << side.index();
        }
        let [black, white] = cell.combinations;
        self.enter(point, Side::Black, black);
        self.enter(point, Side::White, white);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::PatternTable;
    use crate::rules::RuleKind;

    /// Every combination has another value, so that a wrong sum shows.
    fn points(rule: RuleKind) -> Arc<PointTable> {
        let number = |n: usize| PointValue {
            moving: n as i16,
            waiting: -(n as i16),
            ..PointValue::default()
        };
        let values =
            BySide::from_fn(|side| std::array::from_fn(|n| number((2 * side.index() + 1) * n)));
        Arc::new(PointTable::new(PatternTable::of(rule), &values))
    }

    #[test]
    fn random_play_and_undo_equal_a_fresh_computation() {
        let mut random = 0x1234_5678_9abc_def1_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % below as u64) as usize
        };
        for rule in RuleKind::ALL {
            let points = points(rule);
            for size in [Size::new(5, 5), Size::new(15, 15), Size::new(20, 9), Size::new(32, 32)] {
                let mut position = Position::new(size.unwrap());
                let mut field = Field::of(&position, points.clone());
                for _ in 0..300 {
                    let empty: Vec<Point> = position.stones().empty().iter().collect();
                    if next(5) < 2 || empty.is_empty() {
                        position.undo(&mut field);
                    } else {
                        position.place(empty[next(empty.len())], &mut field);
                    }
                    assert_eq!(field.check(&position), Ok(()), "{rule}");
                }
                while position.undo(&mut field).is_some() {}
                assert_eq!(field.check(&position), Ok(()), "{rule}");
            }
        }
    }
}
