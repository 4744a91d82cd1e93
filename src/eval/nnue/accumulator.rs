//! The network's numbers for a position, kept stone by stone.

use super::cells::{Cells, Delta, PointRow, Pooled, boxed};
use super::kernel::Kernel;
use super::network::{Network, Row};
use super::portable;
use super::regions::region;
use super::shape::{
    CHANNELS, Codes, HEAD_SHIFT, ONE, OUTCOMES, POINT_CHANNELS, REACH, SUMMANDS, threat_row,
};
use super::threats::{ThreatDeltas, threat_delta};
use crate::board::{Dir, MAX_POINTS, Move, Point, Position, Side, Size};
use crate::pattern::{Field, MOST_THREAT_CHANGES, Scene, Threat};
use crate::value::Value;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// What the rows of a point holding a stone are beyond those of the empty point.
const fn centre(side: Side) -> u16 {
    (side.index() as u16 + 1) * Codes::COUNT as u16
}

/// How far the four directions see from a point, before and after it.
type Room = [(u8, u8); 4];

/// The network's numbers for one position, brought up to date when they are asked for
/// ([`Accumulator::follow`]).
#[derive(Clone, Debug)]
pub struct Accumulator {
    network: Arc<Network>,
    kernel: Kernel,
    size: Size,
    cells: Cells,
    /// The row of the embedding that each point has in each direction; those of its threats are known to
    /// the field of the scene that is followed.
    rows: Box<[[u16; 4]; MAX_POINTS]>,
    room: Box<[Room; MAX_POINTS]>,
    /// The stones, in the order in which they were placed.
    stones: Vec<(Point, Side)>,
    /// What was at the points that the stones have changed, at the first `used` places; the others are
    /// room for more.
    journal: Vec<Saved>,
    used: usize,
    /// For each stone the length of the journal before it, and the sums of the regions.
    marks: Vec<(u32, Pooled)>,
    /// What one stone changes, while it is looked at.
    threats: ThreatDeltas,
}

/// All that a stone changes: its own point, the points around it, and what is threatened anywhere.
type Deltas = ArrayVec<Delta, { SUMMANDS + AROUND + MOST_THREAT_CHANGES }>;

/// Most points that a stone changes.
const MOST_CHANGED: usize = 1 + AROUND + MOST_THREAT_CHANGES;

/// What was at a point before a stone.
#[derive(Clone, Copy, Debug)]
struct Saved {
    sum: Row,
    point: PointRow,
    rows: [u16; 4],
    cell: u16,
}

impl Saved {
    /// Room for what will be saved.
    const NOTHING: Saved = Saved {
        sum: Row([0; CHANNELS]),
        point: PointRow([0; POINT_CHANNELS]),
        rows: [0; 4],
        cell: 0,
    };
}

/// Most points around a stone that see it.
const AROUND: usize = 8 * REACH;

/// Most changes of threats at points that do not: what is threatened depends on a line a point farther.
const BEYOND: usize = 2 * 8;

impl Accumulator {
    /// The numbers of an empty board, with the fastest instructions that the processor knows.
    pub fn new(size: Size, network: Arc<Network>) -> Accumulator {
        Accumulator::with_kernel(size, network, Kernel::best())
    }

    /// The numbers of an empty board.
    pub fn with_kernel(size: Size, network: Arc<Network>, kernel: Kernel) -> Accumulator {
        let mut accumulator = Accumulator {
            network,
            kernel,
            size,
            cells: Cells::new(),
            rows: boxed([0; 4]),
            room: boxed([(0, 0); 4]),
            stones: Vec::with_capacity(size.area()),
            journal: Vec::new(),
            used: 0,
            marks: Vec::with_capacity(size.area()),
            threats: ThreatDeltas::new(),
        };
        for point in size.points() {
            let room = Dir::ALL.map(|dir| {
                let (before, after) = size.room(point, dir);
                (before.min(REACH as u8), after.min(REACH as u8))
            });
            let rows = room.map(|(before, after)| Codes::empty(before.into(), after.into()) as u16);
            accumulator.room[point.index()] = room;
            accumulator.cells.regions[point.index()] = region(size, point);
            // Nothing is threatened on an empty board, and nothing has rows of zeros.
            accumulator.fill(point, rows, [threat_row(Side::Black, Threat::Nothing); 2]);
        }
        accumulator
    }

    /// The numbers of a position.
    pub fn of(scene: &Scene, network: Arc<Network>) -> Accumulator {
        let mut accumulator = Accumulator::new(scene.position().size(), network);
        accumulator.follow(scene);
        accumulator
    }

    /// Memory that the numbers of a full board of `size` take, in bytes.
    pub fn memory(size: Size) -> u64 {
        let each = size_of::<[u16; 4]>() + size_of::<Room>() + size_of::<u8>();
        let fixed = size_of::<Cells>() + MAX_POINTS * each;
        let stone = size_of::<(Point, Side)>() + size_of::<(u32, Pooled)>();
        let journal = (AROUND + 1 + BEYOND) * size_of::<Saved>();
        // A list that grows has room for twice what it needs.
        (fixed + 2 * size.area() * (stone + journal) + MOST_CHANGED * size_of::<Saved>()) as u64
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// How the arithmetic is done.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Brings everything from the position it has followed so far to that of `scene`: stones that are
    /// gone are taken back, those that are new are placed. For a search that looks at the network at
    /// some of its positions only. The scene must be of the same size of board, and of the network's
    /// rule: the threats of its field count.
    pub fn follow(&mut self, scene: &Scene) {
        let position = scene.position();
        debug_assert_eq!(position.size(), self.size);
        let common = self.common(position);
        self.take_back_to(common);
        for played in &position.history()[common..] {
            self.place(played.point, played.side, scene.field());
        }
    }

    /// How many of its first stones a position has in common with what has been followed.
    fn common(&self, position: &Position) -> usize {
        let same =
            |(stone, played): &(&(Point, Side), &Move)| **stone == (played.point, played.side);
        self.stones.iter().zip(position.history()).take_while(same).count()
    }

    fn take_back_to(&mut self, stones: usize) {
        while self.stones.len() > stones {
            self.take_back();
        }
    }

    /// The value of the position for `side`, which is to move. `classic`: that of the classic
    /// evaluation, for a network that [adds to it](Network::adds_to_classic).
    #[inline]
    pub fn value(&self, side: Side, classic: Value) -> Value {
        self.value_of_logits(self.logits(side), classic)
    }

    /// The value of the scene's position for the side to move, as [`Accumulator::follow`] and
    /// [`Accumulator::value`] give it. Where the position is one stone ahead of what has been followed
    /// so far, the stone is not followed: that is about half the work, and most positions of a search
    /// are looked at once.
    #[inline]
    pub fn value_of(&mut self, scene: &Scene, classic: Value) -> Value {
        let position = scene.position();
        let common = self.common(position);
        let logits = match position.history()[common..] {
            [Move { point, side, .. }] => {
                self.take_back_to(common);
                let pooled = self.pooled_after(point, side, scene.field());
                self.kernel.value(&self.network.heads[position.side()], &pooled)
            }
            _ => {
                self.follow(scene);
                self.logits(position.side())
            }
        };
        self.value_of_logits(logits, classic)
    }

    #[inline]
    fn value_of_logits(&self, logits: [i32; OUTCOMES], classic: Value) -> Value {
        self.network.expectation.value(if self.network.adds_to_classic() {
            self.network.expectation.with(logits, classic)
        } else {
            logits
        })
    }

    /// The logits of win, draw and loss for `side`, which is to move, in units of
    /// [`Accumulator::UNIT`].
    #[inline]
    pub fn logits(&self, side: Side) -> [i32; OUTCOMES] {
        self.kernel.value(&self.network.heads[side], &self.cells.pooled)
    }

    /// One in the outputs of the heads.
    pub const UNIT: f64 = 1.0 / (ONE << HEAD_SHIFT) as f64;

    /// The logarithm of how likely `side`, which is to move, chooses the empty `point`, in 1/256, up
    /// to a constant that is the same for all points, and without what [`Network::nearby`] adds.
    #[inline]
    pub fn likelihood(&self, point: Point, side: Side) -> i32 {
        self.policy(point, side) * (256 >> HEAD_SHIFT) / ONE
    }

    /// The same in units of [`Accumulator::UNIT`].
    #[inline]
    pub fn policy(&self, point: Point, side: Side) -> i32 {
        let (sum, row) = (&self.cells.sums[point.index()], &self.cells.points[point.index()]);
        self.kernel.policy(&self.network.heads[side], sum, row)
    }

    /// Compares everything with a fresh computation for the position of `scene`.
    ///
    /// # Errors
    /// A point where it differs, if it is not a sum over points: a bug in this module.
    pub fn check(&self, scene: &Scene) -> Result<(), Option<Point>> {
        let mut fresh = Accumulator::with_kernel(self.size, self.network.clone(), Kernel::PORTABLE);
        let fresh_scene = Scene::new(scene.position(), scene.field().points().clone());
        for point in self.size.points() {
            let [rows @ .., black, white] = rows_at(&fresh_scene, point);
            fresh.fill(point, rows, [black, white]);
        }
        for point in self.size.points() {
            let at = point.index();
            let same = self.rows[at] == fresh.rows[at]
                && self.cells.sums[at] == fresh.cells.sums[at]
                && self.cells.points[at] == fresh.cells.points[at];
            if !same {
                return Err(Some(point));
            }
        }
        if self.cells.pooled == fresh.cells.pooled { Ok(()) } else { Err(None) }
    }

    /// Gives a point its rows, whatever it had before.
    fn fill(&mut self, point: Point, rows: [u16; 4], threats: [u16; 2]) {
        let mut sum = [0; CHANNELS];
        for row in rows.into_iter().chain(threats) {
            for (sum, number) in sum.iter_mut().zip(self.network.row(row).0) {
                *sum += number;
            }
        }
        self.rows[point.index()] = rows;
        self.cells.sums[point.index()] = Row(sum);
        portable::settle(&self.network, &mut self.cells, point.index() as u16);
    }

    /// Places the stone which is the next one on the board of `field`.
    fn place(&mut self, point: Point, side: Side, field: &Field) {
        self.threats.note(field.threat_changes(self.stones.len()));
        self.stones.push((point, side));
        self.marks.push((self.used as u32, self.cells.pooled));
        self.make_room();
        let mut deltas = Deltas::new();
        self.save(point.index());
        self.own_deltas(point, side, field, &mut deltas);
        for row in &mut self.rows[point.index()] {
            *row += centre(side);
        }
        let room = self.room[point.index()];
        for dir in Dir::ALL {
            let (before, after) = room[dir.index()];
            // A point before this one sees the stone after itself, and the other way round.
            self.spread(point, side, dir, (before, true), &mut deltas);
            self.spread(point, side, dir, (after, false), &mut deltas);
        }
        let nearer = deltas.len();
        self.threats.take_rest(&mut deltas);
        for delta in &deltas[nearer..] {
            self.save(usize::from(delta.cell));
        }
        self.kernel.apply(&self.network, &mut self.cells, &deltas);
    }

    /// The sums of the regions after a stone, the next one on the board of `field`, which is not placed
    /// here. It walks as [`Accumulator::place`] does, on its own: with one walk for both a search is 8 %
    /// slower.
    fn pooled_after(&mut self, point: Point, side: Side, field: &Field) -> Pooled {
        self.threats.note(field.threat_changes(self.stones.len()));
        let mut deltas = Deltas::new();
        self.own_deltas(point, side, field, &mut deltas);
        let room = self.room[point.index()];
        for dir in Dir::ALL {
            let (before, after) = room[dir.index()];
            for (steps, is_after) in [(before, true), (after, false)] {
                let step = if is_after { -dir.stride() } else { dir.stride() };
                let mut at = point.index();
                for distance in 1..=usize::from(steps).min(REACH) {
                    at = at.wrapping_add_signed(step) & (MAX_POINTS - 1);
                    let removed = self.rows[at][dir.index()];
                    let added = removed + Codes::stone(side, distance, is_after) as u16;
                    deltas.push(Delta { cell: at as u16, removed, added });
                    self.threats.take(at, &mut deltas);
                }
            }
        }
        self.threats.take_rest(&mut deltas);
        self.kernel.pooled_after(&self.network, &self.cells, &deltas)
    }

    /// What a stone changes at its own point: it becomes another centre, and nothing is threatened there
    /// any more.
    #[inline]
    fn own_deltas(&self, point: Point, side: Side, field: &Field, deltas: &mut Deltas) {
        let cell = point.index() as u16;
        for removed in self.rows[point.index()] {
            deltas.push(Delta { cell, removed, added: removed + centre(side) });
        }
        for side in Side::ALL {
            let was = field.threat(point, side);
            if was != Threat::Nothing {
                deltas.push(threat_delta(point, side, was, Threat::Nothing));
            }
        }
    }

    /// Enters the stone in the rows of the points to one side of it, of which there are `steps`; they
    /// see it after or before themselves.
    #[inline]
    fn spread(
        &mut self,
        point: Point,
        side: Side,
        dir: Dir,
        (steps, is_after): (u8, bool),
        deltas: &mut Deltas,
    ) {
        let step = if is_after { -dir.stride() } else { dir.stride() };
        let mut at = point.index();
        for distance in 1..=usize::from(steps).min(REACH) {
            at = at.wrapping_add_signed(step) & (MAX_POINTS - 1);
            self.save(at);
            let row = &mut self.rows[at][dir.index()];
            let removed = *row;
            *row += Codes::stone(side, distance, is_after) as u16;
            deltas.push(Delta { cell: at as u16, removed, added: *row });
            self.threats.take(at, deltas);
        }
    }

    /// Gives the journal room for what one stone changes.
    #[inline]
    fn make_room(&mut self) {
        if self.journal.len() < self.used + MOST_CHANGED {
            self.journal.resize(2 * self.journal.len() + MOST_CHANGED, Saved::NOTHING);
        }
    }

    /// Writes down what is at a point, where the journal has room. Number by number: a push would make
    /// the whole on the stack first.
    #[inline]
    fn save(&mut self, at: usize) {
        let Some(saved) = self.journal.get_mut(self.used) else { return };
        saved.sum = self.cells.sums[at];
        saved.point = self.cells.points[at];
        saved.rows = self.rows[at];
        saved.cell = at as u16;
        self.used += 1;
    }

    /// Takes the last stone back, if there is one.
    fn take_back(&mut self) {
        let (Some((mark, pooled)), Some(_)) = (self.marks.pop(), self.stones.pop()) else { return };
        for saved in &self.journal[mark as usize..self.used] {
            let at = usize::from(saved.cell) & (MAX_POINTS - 1);
            self.cells.sums[at] = saved.sum;
            self.cells.points[at] = saved.point;
            self.rows[at] = saved.rows;
        }
        self.used = mark as usize;
        self.cells.pooled = pooled;
    }
}

/// The rows of a point: those of the four directions from the stones alone, those of the threats of both
/// sides from the field.
pub(super) fn rows_at(scene: &Scene, point: Point) -> [u16; SUMMANDS] {
    let position = scene.position();
    let size = position.size();
    let [row, column, diagonal, antidiagonal] = Dir::ALL.map(|dir| {
        let mut code = 0;
        for is_after in [false, true] {
            let mut visible = 0;
            for distance in 1..=REACH {
                let steps = if is_after { distance as i32 } else { -(distance as i32) };
                let Some(neighbour) = size.step(point, dir, steps) else { break };
                visible = distance;
                if let Some(side) = position.stones().at(neighbour) {
                    code += Codes::stone(side, distance, is_after);
                }
            }
            code += if is_after { Codes::empty(0, visible) } else { Codes::empty(visible, 0) };
        }
        let stone = position.stones().at(point).map_or(0, centre);
        code as u16 + stone
    });
    let is_empty = position.stones().at(point).is_none();
    let [black, white] = Side::ALL.map(|side| {
        let threat = if is_empty { scene.field().threat(point, side) } else { Threat::Nothing };
        threat_row(side, threat)
    });
    [row, column, diagonal, antidiagonal, black, white]
}
