//! One game and its bytes.

use super::error::DataErrorKind;
use super::value::{stored, unstored};
use crate::board::{Bits, Point, Side, Size};
use crate::value::Value;

/// Bytes before the opening.
const FIXED: usize = 6;
/// Bytes of a stone of the opening.
const STONE: usize = 2;
/// Bytes of a move.
const RECORD: usize = 8;

const RANDOM: u8 = 1;
const FORCED: u8 = 2;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Won(Side),
    /// Nobody did.
    Draw,
}

/// One move with what a search said of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The move that was played.
    pub played: Point,
    /// The best move by the search.
    pub best: Point,
    /// The value for the side to move.
    pub value: Value,
    /// Whether the move played is another than the best, by chance.
    pub is_random: bool,
    /// Whether it was the only one that stopped a five.
    pub is_forced: bool,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// How it ended.
    pub result: GameResult,
    /// The stones that it began with, Black first, in turn.
    pub opening: Vec<Point>,
    /// The moves after them.
    pub moves: Vec<Record>,
}

impl Game {
    /// The most bytes that a game on such a board has.
    pub fn longest(size: Size) -> usize {
        FIXED + RECORD * size.area()
    }

    /// All stones in order: the opening and the moves played.
    pub fn stones(&self) -> impl Iterator<Item = Point> {
        self.opening.iter().copied().chain(self.moves.iter().map(|record| record.played))
    }

    /// The game as a block of a file has it. Its points must be on the board.
    pub fn bytes(&self, size: Size) -> Vec<u8> {
        let number = |point: Point| {
            let (x, y) = (u16::from(point.x()), u16::from(point.y()));
            (y * u16::from(size.width()) + x).to_le_bytes()
        };
        let count = |count: usize| (count as u16).to_le_bytes();
        let result = match self.result {
            GameResult::Won(Side::White) => 0,
            GameResult::Draw => 1,
            GameResult::Won(Side::Black) => 2,
        };
        let mut bytes = vec![result, 0];
        bytes.extend(count(self.opening.len()));
        bytes.extend(count(self.moves.len()));
        bytes.extend(self.opening.iter().flat_map(|&point| number(point)));
        for record in &self.moves {
            let random = if record.is_random { RANDOM } else { 0 };
            let forced = if record.is_forced { FORCED } else { 0 };
            bytes.extend(number(record.played));
            bytes.extend(number(record.best));
            bytes.extend(stored(record.value).to_le_bytes());
            bytes.extend([random | forced, 0]);
        }
        bytes
    }

    /// Reads [`Game::bytes`].
    ///
    /// # Errors
    /// What is wrong, and at which of the bytes.
    pub fn parse(bytes: &[u8], size: Size) -> Result<Game, (usize, DataErrorKind)> {
        let [result, zero, o0, o1, m0, m1, ..] = *bytes else {
            return Err((0, DataErrorKind::Counts));
        };
        let result = match result {
            0 => GameResult::Won(Side::White),
            1 => GameResult::Draw,
            2 => GameResult::Won(Side::Black),
            other => return Err((0, DataErrorKind::Result(other))),
        };
        expect_zero(zero, 1)?;
        let stones = usize::from(u16::from_le_bytes([o0, o1]));
        let moves = usize::from(u16::from_le_bytes([m0, m1]));
        let records_at = FIXED + STONE * stones;
        if bytes.len() != records_at + RECORD * moves || stones + moves > size.area() {
            return Err((2, DataErrorKind::Counts));
        }
        let mut board = Board { size, taken: Bits::EMPTY };
        let opening = bytes[FIXED..records_at].chunks_exact(STONE).zip((FIXED..).step_by(STONE));
        let opening = opening.map(|(bytes, at)| board.take(bytes, at)).collect::<Result<_, _>>()?;
        let records = bytes[records_at..].chunks_exact(RECORD);
        let records = records.zip((records_at..).step_by(RECORD));
        let moves = records.map(|(bytes, at)| board.record(bytes, at));
        Ok(Game { result, opening, moves: moves.collect::<Result<_, _>>()? })
    }
}

/// The points that have stones so far.
struct Board {
    size: Size,
    taken: Bits,
}

impl Board {
    /// The empty point whose number the two bytes are; they stand at `at`.
    fn empty(&self, bytes: &[u8], at: usize) -> Result<Point, (usize, DataErrorKind)> {
        let number = u16::from_le_bytes([bytes[0], bytes[1]]);
        let width = u16::from(self.size.width());
        let point = self.size.point(i32::from(number % width), i32::from(number / width));
        let point = point.ok_or((at, DataErrorKind::OffBoard(number)))?;
        if self.taken.contains(point) {
            return Err((at, DataErrorKind::Occupied(number)));
        }
        Ok(point)
    }

    /// The same, and a stone is there from now on.
    fn take(&mut self, bytes: &[u8], at: usize) -> Result<Point, (usize, DataErrorKind)> {
        let point = self.empty(bytes, at)?;
        self.taken.insert(point);
        Ok(point)
    }

    /// The move whose bytes stand at `at`.
    fn record(&mut self, bytes: &[u8], at: usize) -> Result<Record, (usize, DataErrorKind)> {
        let best = self.empty(&bytes[2..4], at + 2)?;
        let played = self.take(&bytes[..2], at)?;
        let number = i16::from_le_bytes([bytes[4], bytes[5]]);
        let value = unstored(number).ok_or((at + 4, DataErrorKind::Value(number)))?;
        let flags = bytes[6];
        if flags & !(RANDOM | FORCED) != 0 {
            return Err((at + 6, DataErrorKind::Flags(flags)));
        }
        expect_zero(bytes[7], at + 7)?;
        let (is_random, is_forced) = (flags & RANDOM != 0, flags & FORCED != 0);
        Ok(Record { played, best, value, is_random, is_forced })
    }
}

fn expect_zero(byte: u8, at: usize) -> Result<(), (usize, DataErrorKind)> {
    if byte == 0 { Ok(()) } else { Err((at, DataErrorKind::Reserved(byte))) }
}
