//! Which points hold which stones, with everything that is derived from that alone.

use super::bits::Bits;
use super::lines::{LineWord, Lines};
use super::point::{Dir, MAX_POINTS, Point, Size};
use super::side::{BySide, Side};

/// How far from the stones a point may be and still be near them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// In the square of two points to every side.
    Two,
    /// In that square, or three points away on one of the eight half-lines.
    #[default]
    TwoAndLines,
    /// In the square of three points to every side.
    Three,
    /// In that square, or four points away on one of the eight half-lines.
    ThreeAndLines,
    /// In the square of four points to every side.
    Four,
    /// Anywhere.
    Board,
}

impl Reach {
    /// All of them, the shortest first.
    pub const ALL: [Reach; 6] = [
        Reach::Two,
        Reach::TwoAndLines,
        Reach::Three,
        Reach::ThreeAndLines,
        Reach::Four,
        Reach::Board,
    ];
}

/// The stones on a board, with their hash and line words.
///
/// The fields are private: sets, lines and hash change only together, by [`Stones::put`] and
/// [`Stones::take`], so they cannot drift apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    size: Size,
    sets: BySide<Bits>,
    counts: BySide<usize>,
    lines: Lines,
    hash: u64,
}

impl Stones {
    /// An empty board.
    pub fn new(size: Size) -> Stones {
        Stones {
            size,
            sets: BySide::default(),
            counts: BySide::default(),
            lines: Lines::new(size),
            hash: 0,
        }
    }

    /// Width and height of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The points that hold stones of `side`.
    #[inline]
    pub fn of(&self, side: Side) -> &Bits {
        &self.sets[side]
    }

    /// Whose stone is on `point`, if any.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.sets[side].contains(point))
    }

    /// Whether `point` is on the board and holds no stone.
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.size.contains(point) && self.at(point).is_none()
    }

    /// All points that hold a stone.
    #[inline]
    pub fn occupied(&self) -> Bits {
        self.sets.black | self.sets.white
    }

    /// All points of the board without a stone.
    pub fn empty(&self) -> Bits {
        Bits::board(self.size) - self.occupied()
    }

    /// The points where a move is worth considering when nothing forces one: near the stones, or
    /// the middle of an empty board.
    pub fn neighbourhood(&self) -> Bits {
        self.within(Reach::default())
    }

    /// The empty points within `reach` of a stone; on an empty board the middle, or every point where
    /// the reach is the whole board.
    #[inline]
    pub fn within(&self, reach: Reach) -> Bits {
        let occupied = self.occupied();
        let board = Bits::board(self.size);
        if self.total() == 0 && reach != Reach::Board {
            return [self.size.center()].into_iter().collect();
        }
        let near = match reach {
            Reach::Two => occupied.grown(2),
            Reach::TwoAndLines => occupied.grown(2) | occupied.ringed(3),
            Reach::Three => occupied.grown(3),
            Reach::ThreeAndLines => occupied.grown(3) | occupied.ringed(4),
            Reach::Four => occupied.grown(4),
            Reach::Board => board,
        };
        near & (board - occupied)
    }

    /// Number of stones of `side`.
    #[inline]
    pub fn count(&self, side: Side) -> usize {
        self.counts[side]
    }

    /// Number of stones of both sides.
    #[inline]
    pub fn total(&self) -> usize {
        self.counts.black + self.counts.white
    }

    /// Zobrist hash of the stones: of where they are, not of the order in which they came.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The line through `point` in direction `dir`.
    #[inline]
    pub fn line(&self, dir: Dir, point: Point) -> LineWord {
        self.lines.line(dir, point)
    }

    /// Puts a stone of `side` on `point`, which must be an empty point of the board.
    #[inline]
    pub fn put(&mut self, point: Point, side: Side) {
        debug_assert!(self.is_empty_at(point), "{point:?} must be empty and on the board");
        self.sets[side].insert(point);
        self.counts[side] += 1;
        self.lines.toggle(point, side);
        self.hash ^= stone_key(point, side);
    }

    /// Takes the stone of `side` off `point`, where it must be.
    #[inline]
    pub fn take(&mut self, point: Point, side: Side) {
        debug_assert!(self.sets[side].contains(point), "{point:?} must hold a stone of {side}");
        self.sets[side].remove(point);
        self.counts[side] -= 1;
        self.lines.toggle(point, side);
        self.hash ^= stone_key(point, side);
    }
}

/// The hash key of one stone.
#[inline]
pub(super) fn stone_key(point: Point, side: Side) -> u64 {
    STONE_KEYS[side.index()][point.index()]
}

static STONE_KEYS: [[u64; MAX_POINTS]; 2] = make_keys();

/// The n-th number of the `SplitMix64` sequence (Steele, Lea, Flood 2014): a fixed, well mixed
/// sequence, so that hashes are the same in every build.
pub(super) const fn split_mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn make_keys() -> [[u64; MAX_POINTS]; 2] {
    let mut keys = [[0; MAX_POINTS]; 2];
    let mut n = 0;
    while n < 2 * MAX_POINTS {
        keys[n / MAX_POINTS][n % MAX_POINTS] = split_mix(n as u64);
        n += 1;
    }
    keys
}
