//! The stones of each line as one word, in all four directions.

use super::point::{Dir, MAX_SIZE, Point, Size};
use super::side::{BySide, Side};

/// Bit that holds the first point of a line. Below it there are always unset bits, so that a window
/// of up to six points before the first one can be taken by a plain shift.
pub const LINE_OFFSET: u32 = 6;

/// Lines in one direction: as many as diagonals of the largest board.
const LINES: usize = 2 * MAX_SIZE as usize - 1;

/// One line as seen from a point on it: words in which each bit is a point of the line, the points
/// of the board in ascending order along the direction.
#[derive(Clone, Copy, Debug)]
pub struct LineWord {
    /// The stones of each side.
    pub stones: BySide<u64>,
    /// The points that are on the board.
    pub board: u64,
    /// The bit of the point that was asked for.
    pub at: u32,
}

impl LineWord {
    /// The points of the line without a stone.
    #[inline]
    pub fn empty(&self) -> u64 {
        self.board & !(self.stones.black | self.stones.white)
    }
}

/// Words for all lines of a board. Changed only together with the stones (see
/// [`Stones`](super::Stones)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    stones: Box<BySide<[[u64; LINES]; 4]>>,
    board: Box<[[u64; LINES]; 4]>,
}

/// Number of the line through `point` in direction `dir`, and the point's place on it.
///
/// The place is the column (in columns: the row); it ascends along the direction, and neighbours
/// on a line differ by one.
#[inline]
pub fn place_on_line(dir: Dir, point: Point) -> (usize, u32) {
    let (x, y) = (usize::from(point.x()), usize::from(point.y()));
    match dir {
        Dir::Row => (y, x as u32),
        Dir::Column => (x, y as u32),
        Dir::Falling => (x + (MAX_SIZE as usize - 1) - y, x as u32),
        Dir::Rising => (x + y, x as u32),
    }
}

impl Lines {
    /// The lines of an empty board.
    pub(super) fn new(size: Size) -> Lines {
        let mut board = Box::new([[0; LINES]; 4]);
        for point in size.points() {
            for dir in Dir::ALL {
                let (line, place) = place_on_line(dir, point);
                board[dir.index()][line] |= 1 << (place + LINE_OFFSET);
            }
        }
        Lines { stones: Box::new(BySide::new([[0; LINES]; 4], [[0; LINES]; 4])), board }
    }

    /// Puts or removes a stone, whichever applies.
    #[inline]
    pub(super) fn toggle(&mut self, point: Point, side: Side) {
        let words = &mut self.stones[side];
        for dir in Dir::ALL {
            let (line, place) = place_on_line(dir, point);
            words[dir.index()][line] ^= 1 << (place + LINE_OFFSET);
        }
    }

    /// The line through `point` in direction `dir`.
    #[inline]
    pub fn line(&self, dir: Dir, point: Point) -> LineWord {
        let (line, place) = place_on_line(dir, point);
        LineWord {
            stones: BySide::new(
                self.stones.black[dir.index()][line],
                self.stones.white[dir.index()][line],
            ),
            board: self.board[dir.index()][line],
            at: place + LINE_OFFSET,
        }
    }
}
