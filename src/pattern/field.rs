//! The classes of all empty points of a position, for both sides, kept stone by stone.

use super::class::{Combination, LineClass, Threat, part_in_threats};
use super::table::{PointTable, PointValue, REACH};
use super::windows::Windows;
use crate::board::{
    Bits, BySide, Dir, MAX_POINTS, Observer, Point, PointMap, Position, Side, Size,
};
use std::sync::Arc;

/// What is known of one point. Of a point that holds a stone: what was known when it was put there,
/// which holds again when it is taken back, for by then all later stones are gone too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    /// Class in each direction, a byte each, the first lowest: Black's in the low four bits, White's
    /// in the high four.
    classes: u32,
    /// What the four classes make together.
    combinations: [Combination; 2],
}

/// The classes of a position's empty points: an [`Observer`] that a position is played with.
#[derive(Clone, Debug)]
pub struct Field {
    points: Arc<PointTable>,
    windows: Box<Windows>,
    cells: PointMap<Cell>,
    sets: BySide<[Bits; Threat::COUNT]>,
    totals: BySide<Totals>,
    /// What the stones on the board have changed, in order.
    journal: Journal,
}

/// What is kept of one side in total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    counts: [u16; Threat::COUNT],
    sums: Sums,
}

/// What a field was before each stone.
#[derive(Clone, Debug)]
struct Journal {
    /// What was changed at `used` places; the others are room for more.
    cells: Vec<CellChange>,
    used: usize,
    threats: Vec<ThreatChange>,
    marks: Vec<Mark>,
}

/// A point that has got another class in one direction. A stone changes a point in one direction only.
#[derive(Clone, Copy, Debug)]
struct CellChange {
    point: Point,
    dir: Dir,
    class: u8,
    was: Cell,
}

/// An empty point where a stone of `side` has come to threaten something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatChange {
    /// The point.
    pub point: Point,
    /// Whose threat it is.
    pub side: Side,
    /// What it was.
    pub was: Threat,
    /// What it is now.
    pub is: Threat,
}

/// What was before one stone.
#[derive(Clone, Copy, Debug)]
struct Mark {
    cells: u32,
    threats: u32,
    totals: BySide<Totals>,
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

/// What differs between a [`Field`] and a fresh computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldError(
    /// A point where it differs, if it is not a total.
    pub Option<Point>,
);

impl Field {
    /// The field of an empty board.
    pub fn new(size: Size, points: Arc<PointTable>) -> Field {
        let mut field = Field {
            points,
            windows: Box::new(Windows::new(size)),
            cells: PointMap::new(Cell { classes: 0, combinations: [Combination::DEAD; 2] }),
            sets: BySide::default(),
            totals: BySide::default(),
            journal: Journal {
                cells: Vec::new(),
                used: 0,
                threats: Vec::with_capacity(1024),
                marks: Vec::with_capacity(MAX_POINTS),
            },
        };
        for point in size.points() {
            let cell = field.cell_from_lines(point);
            field.cells[point] = cell;
            for side in Side::ALL {
                field.enter(point, side, cell.combinations[side.index()]);
            }
        }
        field
    }

    /// What the lines through the empty `point` say of it.
    fn cell_from_lines(&self, point: Point) -> Cell {
        let codes = Dir::ALL.map(|dir| self.windows.stretch(point, dir).code(0));
        let classes = u32::from_le_bytes(codes.map(|code| self.points.lines().classes(code)));
        Cell { classes, combinations: combinations(classes) }
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
        self.points.threat(self.combination(point, side))
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
        usize::from(self.totals[side].counts[threat as usize])
    }

    /// What the `n`th stone of the board (from 0) has changed: no point twice for one side. The stone's
    /// own point is not among them; of it [`Field::threat`] tells what was there before the stone.
    #[inline]
    pub fn threat_changes(&self, n: usize) -> &[ThreatChange] {
        let Some(mark) = self.journal.marks.get(n) else { return &[] };
        let end = self
            .journal
            .marks
            .get(n + 1)
            .map_or(self.journal.threats.len(), |next| next.threats as usize);
        &self.journal.threats[mark.threats as usize..end]
    }

    /// Whether there is a point where a stone of `side` makes one of these threats.
    #[inline]
    pub fn has_any(&self, side: Side, threats: &[Threat]) -> bool {
        threats.iter().any(|&threat| self.count(side, threat) > 0)
    }

    /// All empty points where a stone of `side` makes one of these threats.
    #[inline]
    pub fn any_of(&self, side: Side, threats: &[Threat]) -> Bits {
        let mut all = Bits::EMPTY;
        for &threat in threats {
            if self.count(side, threat) > 0 {
                all |= self.sets[side][threat as usize];
            }
        }
        all
    }

    /// Sums of the point values of `side` over all empty points.
    #[inline]
    pub fn sums(&self, side: Side) -> Sums {
        self.totals[side].sums
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

    /// The numbers of the empty `point`, also after stones of
    /// [`Scene::try_stone`](super::Scene::try_stone).
    #[inline]
    pub fn value_by_lines(&self, point: Point, side: Side) -> PointValue {
        let combination = Combination::of_raw(self.cells[point].classes >> (4 * side.index()));
        self.points.class(side, combination).value
    }

    /// The empty points where a stone of the other side leaves the empty `point` with less than
    /// `threat` for `attacker`; `point` itself is one of them. Nothing but a stone on one of these,
    /// or a greater threat, answers the threat.
    pub fn answers(&self, point: Point, attacker: Side, threat: Threat) -> Bits {
        let mut answers = Bits::EMPTY;
        answers.insert(point);
        self.with_a_stone_near(point, attacker, !attacker, |reply, left| {
            if left < threat {
                answers.insert(reply);
            }
        });
        answers
    }

    /// The empty points where one more stone of `side` gives the empty `point` at least `threat`,
    /// which it does not have now.
    pub fn supports(&self, point: Point, side: Side, threat: Threat) -> Bits {
        let mut supports = Bits::EMPTY;
        self.with_a_stone_near(point, side, side, |support, made| {
            if made >= threat {
                supports.insert(support);
            }
        });
        supports
    }

    /// For every empty point in the reach of the empty `point`: what `side` could make on `point` if
    /// a stone of `owner` stood there.
    #[inline]
    fn with_a_stone_near(
        &self,
        point: Point,
        side: Side,
        owner: Side,
        mut tell: impl FnMut(Point, Threat),
    ) {
        let lines = self.points.lines();
        let shift = 4 * side.index();
        let classes = self.cells[point].classes >> shift;
        for dir in Dir::ALL {
            let stretch = self.windows.stretch(point, dir);
            for steps in stretch.empty() {
                let Some(at) = along(point, dir, steps) else { continue };
                let code = stretch.with(owner, steps).code(0);
                let class = u32::from(lines.classes(code) >> shift);
                let combination = Combination::of_raw(with_class(classes, dir.index(), class));
                tell(at, self.points.threat(combination));
            }
        }
    }

    /// The empty points within the reach of the empty `point` in direction `dir`, both ways.
    pub fn line(&self, point: Point, dir: Dir) -> impl Iterator<Item = Point> {
        let steps = self.windows.stretch(point, dir).empty();
        steps.filter_map(move |steps| along(point, dir, steps))
    }

    /// Compares everything with a fresh computation for `position`.
    ///
    /// # Errors
    /// Where it differs: a bug in this module.
    pub fn check(&self, position: &Position) -> Result<(), FieldError> {
        let mut fresh = Field::new(position.size(), self.points.clone());
        // Not in the order of play: what is kept must not depend on it.
        for side in Side::ALL {
            for point in position.stones().of(side).iter() {
                fresh.placed(point, side);
            }
        }
        for point in position.stones().empty() {
            let (cell, other) = (self.cells[point], fresh.cells[point]);
            if cell != other || cell != fresh.cell_from_lines(point) {
                return Err(FieldError(Some(point)));
            }
        }
        let same =
            self.sets == fresh.sets && self.totals == fresh.totals && self.windows == fresh.windows;
        if same { Ok(()) } else { Err(FieldError(None)) }
    }

    /// Changes what is kept in total when a point's combination becomes another one; not `ALL`: sums
    /// aside.
    #[inline]
    fn change<const ALL: bool>(
        &mut self,
        point: Point,
        side: Side,
        old: Combination,
        new: Combination,
    ) {
        let totals = &mut self.totals[side];
        if ALL {
            totals.sums.subtract(self.points.class(side, old).value);
            totals.sums.add(self.points.class(side, new).value);
        }
        let (was, is) = (self.points.threat(old), self.points.threat(new));
        if was != is {
            totals.counts[was as usize] -= 1;
            totals.counts[is as usize] += 1;
            self.sets[side][was as usize].remove(point);
            self.sets[side][is as usize].insert(point);
            self.journal.threats.push(ThreatChange { point, side, was, is });
        }
    }

    /// An empty point joins what is kept in total.
    #[inline]
    fn enter(&mut self, point: Point, side: Side, combination: Combination) {
        let threat = self.points.threat(combination) as usize;
        let totals = &mut self.totals[side];
        totals.sums.add(self.points.class(side, combination).value);
        totals.counts[threat] += 1;
        self.sets[side][threat].insert(point);
    }

    /// A point that is no longer empty leaves it.
    #[inline]
    fn leave(&mut self, point: Point, side: Side, combination: Combination) {
        let threat = self.points.threat(combination) as usize;
        let totals = &mut self.totals[side];
        totals.sums.subtract(self.points.class(side, combination).value);
        totals.counts[threat] -= 1;
        self.sets[side][threat].remove(point);
    }

    /// Lists the points whose class in some direction a stone that was just put on `point` changes, in
    /// the journal. All of them are listed before anything is done about it: whether a class changes
    /// cannot be foretold, and a list needs no branch for it.
    #[inline]
    fn list_changes(&mut self, point: Point) {
        let Journal { cells, used, .. } = &mut self.journal;
        if cells.len() < *used + MOST_CHANGED {
            let was = Cell { classes: 0, combinations: [Combination::DEAD; 2] };
            cells.resize(
                2 * cells.len() + MOST_CHANGED,
                CellChange { point, dir: Dir::Row, class: 0, was },
            );
        }
        let Some(list) = cells[*used..].first_chunk_mut::<MOST_CHANGED>() else { return };
        let lines = self.points.lines();
        let mut length = 0;
        for dir in Dir::ALL {
            let stretch = self.windows.stretch(point, dir);
            for steps in stretch.touched() {
                let Some(at) = along(point, dir, steps) else { continue };
                let class = lines.classes(stretch.code(steps));
                let was = self.cells[at];
                list[length % MOST_CHANGED] = CellChange { point: at, dir, class, was };
                let old = was.classes >> (8 * dir.index()) & 0xff;
                length += usize::from(u32::from(class) != old);
            }
        }
        *used += length;
    }

    /// Gives a point another class in one direction, for [`Field::put`].
    #[inline]
    fn reclass<const ALL: bool>(&mut self, CellChange { point, dir, class, was }: CellChange) {
        let classes = with_class(was.classes, dir.index(), class.into());
        if !ALL {
            let before = (was.classes >> (8 * dir.index())) as u8;
            if part_in_threats(before) == part_in_threats(class) {
                self.cells[point].classes = classes;
                return;
            }
        }
        let combinations = combinations(classes);
        self.cells[point] = Cell { classes, combinations };
        for side in Side::ALL {
            let (old, new) = (was.combinations[side.index()], combinations[side.index()]);
            if old != new {
                self.change::<ALL>(point, side, old, new);
            }
        }
    }
}

/// Most points in the reach of a point, up to the next power of two.
const MOST_CHANGED: usize = (8 * REACH).next_power_of_two();

/// Most changes of threats by one stone: every point in its reach, for both sides.
pub const MOST_THREAT_CHANGES: usize = 2 * MOST_CHANGED;

/// The point that is `steps` from `point`, if it is on the largest board.
#[inline]
fn along(point: Point, dir: Dir, steps: i32) -> Option<Point> {
    Point::from_index((point.index() as isize + dir.stride() * steps as isize) as usize)
}

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

impl Field {
    /// Takes note of a stone. Not `ALL`: of what it does to threats, forbidden points and the classes
    /// of lines alone; the combinations of points stay as they were where that makes no difference.
    #[inline(always)]
    fn put<const ALL: bool>(&mut self, point: Point, side: Side) {
        self.journal.marks.push(Mark {
            cells: self.journal.used as u32,
            threats: self.journal.threats.len() as u32,
            totals: self.totals,
        });
        let [black, white] = self.cells[point].combinations;
        self.leave(point, Side::Black, black);
        self.leave(point, Side::White, white);
        self.windows.toggle(point, side);
        let start = self.journal.used;
        self.list_changes(point);
        for n in start..self.journal.used {
            self.reclass::<ALL>(self.journal.cells[n]);
        }
    }
}

/// A field that is told of stones after which, until they are taken back, nobody asks for what counts
/// in evaluations: for [`Field::sums`], [`Field::combination`], [`Field::attack`] or
/// [`Field::defence`]. Solvers place most of all stones, and ask for nothing of the kind.
#[derive(Debug)]
pub struct WithoutSums<'a>(pub &'a mut Field);

impl Observer for WithoutSums<'_> {
    fn placed(&mut self, point: Point, side: Side) {
        self.0.put::<false>(point, side);
    }

    fn removed(&mut self, point: Point, side: Side) {
        self.0.removed(point, side);
    }
}

impl Observer for Field {
    fn placed(&mut self, point: Point, side: Side) {
        self.put::<true>(point, side);
    }

    fn removed(&mut self, point: Point, side: Side) {
        self.windows.toggle(point, side);
        let Some(mark) = self.journal.marks.pop() else { return };
        let start = mark.cells as usize;
        for &CellChange { point, was, .. } in &self.journal.cells[start..self.journal.used] {
            self.cells[point] = was;
        }
        self.journal.used = start;
        for change in self.journal.threats.drain(mark.threats as usize..).rev() {
            let ThreatChange { point, side, was, is } = change;
            self.sets[side][is as usize].remove(point);
            self.sets[side][was as usize].insert(point);
        }
        for side in Side::ALL {
            let threat = self.threat(point, side);
            self.sets[side][threat as usize].insert(point);
        }
        self.totals = mark.totals;
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
            attack: 2 * n as i16,
            defence: -3 * n as i16,
        };
        let values =
            BySide::from_fn(|side| std::array::from_fn(|n| number((2 * side.index() + 1) * n)));
        Arc::new(PointTable::new(PatternTable::of(rule), &values))
    }

    /// What solvers ask for, with stones of [`WithoutSums`] on the board, against a fresh field.
    fn check_threats(field: &Field, position: &Position, points: &Arc<PointTable>) {
        let fresh = Field::of(position, points.clone());
        assert_eq!((&field.sets, &field.windows), (&fresh.sets, &fresh.windows));
        for side in Side::ALL {
            assert_eq!(field.totals[side].counts, fresh.totals[side].counts);
            for point in position.stones().empty() {
                assert_eq!(field.cells[point].classes, fresh.cells[point].classes);
                assert_eq!(field.threat(point, side), fresh.threat(point, side));
                assert_eq!(field.is_suspect(point, side), fresh.is_suspect(point, side));
                let value = field.value_by_lines(point, side);
                assert_eq!(i32::from(value.attack), fresh.attack(point, side));
                assert_eq!(i32::from(value.defence), fresh.defence(point, side));
            }
        }
    }

    #[test]
    fn stones_without_sums_leave_all_that_solvers_ask_for() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % below as u64) as usize
        };
        for rule in RuleKind::ALL {
            let points = points(rule);
            for size in [Size::RENJU, Size::new(20, 9).unwrap()] {
                let mut position = Position::new(size);
                let mut field = Field::of(&position, points.clone());
                for _ in 0..25 {
                    let empty = position.stones().empty().iter().collect::<Vec<Point>>();
                    position.place(empty[next(empty.len())], &mut field);
                    let stones = next(12);
                    for _ in 0..stones {
                        let empty = position.stones().empty().iter().collect::<Vec<Point>>();
                        let point = empty[next(empty.len())];
                        position.place(point, &mut WithoutSums(&mut field));
                        check_threats(&field, &position, &points);
                    }
                    for _ in 0..stones {
                        position.undo(&mut WithoutSums(&mut field));
                    }
                    assert_eq!(field.check(&position), Ok(()), "{rule}");
                }
            }
        }
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
