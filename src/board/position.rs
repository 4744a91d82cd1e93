//! A position: stones, whose turn it is, and how it came about.

use super::point::{Point, Size};
use super::side::{Side, Turn, TurnOrder};
use super::stones::{Stones, split_mix, stone_key};
use std::fmt;

/// Something that follows a position stone by stone, such as the pattern classes.
///
/// A position does not know what observes it; it only says what changed.
pub trait Observer {
    /// A stone of `side` was put on `point`.
    fn placed(&mut self, point: Point, side: Side);
    /// The last stone, of `side` on `point`, was taken back.
    fn removed(&mut self, point: Point, side: Side);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl Observer for NullObserver {
    #[inline]
    fn placed(&mut self, _: Point, _: Side) {}
    #[inline]
    fn removed(&mut self, _: Point, _: Side) {}
}

/// One stone of the game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the stone was put.
    pub point: Point,
    /// Whose stone it is.
    pub side: Side,
    /// The turn that was due before it.
    before: Turn,
}

impl Move {
    /// Whether this stone went on with the turn of the stone `earlier`, just before it.
    fn goes_on_with(self, earlier: Move) -> bool {
        self.side == earlier.side && earlier.before.stones_left == self.before.stones_left + 1
    }
}

/// Why a stone could not be placed. The board alone is asked, not the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The point is outside the board.
    OffBoard,
    /// The point already holds a stone of this side.
    Occupied(Side),
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::OffBoard => f.write_str("the point is outside the board"),
            PlaceError::Occupied(side) => write!(f, "the point already holds a {side} stone"),
        }
    }
}

impl std::error::Error for PlaceError {}

/// The part of a position that differs from a fresh computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inconsistent {
    /// Sets, line words, counts or hash of the stones.
    Stones,
    /// The key of the position.
    Key,
}

/// Stones, the turn, and the stones placed so far in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    stones: Stones,
    turn: Turn,
    order: TurnOrder,
    history: Vec<Move>,
}

impl Position {
    /// An empty board with Black to begin, one stone a turn.
    pub fn new(size: Size) -> Position {
        Position::with_order(size, TurnOrder::SINGLE)
    }

    /// An empty board with Black to begin, under another order of turns.
    pub fn with_order(size: Size, order: TurnOrder) -> Position {
        let history = Vec::with_capacity(size.area());
        Position { stones: Stones::new(size), turn: order.start(), order, history }
    }

    /// Width and height of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.stones.size()
    }

    /// The stones on the board.
    #[inline]
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Who places the next stone, and how many in this turn.
    #[inline]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The side that places the next stone.
    #[inline]
    pub fn side(&self) -> Side {
        self.turn.side
    }

    /// How many stones a turn has.
    pub fn order(&self) -> TurnOrder {
        self.order
    }

    /// The stones in the order in which they were placed.
    #[inline]
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The last stone placed.
    #[inline]
    pub fn last(&self) -> Option<Move> {
        self.history.last().copied()
    }

    /// The stones of the turn that the last stone belongs to, in order; of a turn that is not over
    /// those placed so far. Empty on an empty board.
    pub fn last_turn(&self) -> &[Move] {
        let mut start = self.history.len().saturating_sub(1);
        while start > 0 && self.history[start].goes_on_with(self.history[start - 1]) {
            start -= 1;
        }
        &self.history[start..]
    }

    /// The stones already placed in the turn that is to be gone on with: none between two turns.
    pub fn turn_under_way(&self) -> &[Move] {
        match self.history.last() {
            Some(last)
                if last.side == self.turn.side
                    && last.before.stones_left == self.turn.stones_left + 1 =>
            {
                self.last_turn()
            }
            _ => &[],
        }
    }

    /// Number of stones on the board.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Whether no empty point is left.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.history.len() == self.size().area()
    }

    /// Hash of the stones and the turn.
    #[inline]
    pub fn key(&self) -> u64 {
        self.stones.hash() ^ turn_key(self.turn)
    }

    /// The key that the position would have after the side to move places a stone on `point`.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.stones.hash() ^ stone_key(point, self.turn.side) ^ turn_key(self.order.next(self.turn))
    }

    /// Places a stone of the side to move on `point`.
    ///
    /// # Errors
    /// [`PlaceError`] when the point is off the board or taken; nothing has changed then.
    pub fn try_place(
        &mut self,
        point: Point,
        observer: &mut impl Observer,
    ) -> Result<(), PlaceError> {
        if !self.size().contains(point) {
            return Err(PlaceError::OffBoard);
        }
        if let Some(side) = self.stones.at(point) {
            return Err(PlaceError::Occupied(side));
        }
        self.place(point, observer);
        debug_assert_eq!(self.check(), Ok(()));
        Ok(())
    }

    /// Places a stone of the side to move on `point`, which must be an empty point of the board.
    /// That is checked in debug builds only; a wrong point leaves a senseless position, no worse.
    #[inline]
    pub fn place(&mut self, point: Point, observer: &mut impl Observer) {
        let side = self.turn.side;
        self.history.push(Move { point, side, before: self.turn });
        self.stones.put(point, side);
        self.turn = self.order.next(self.turn);
        observer.placed(point, side);
    }

    /// Takes the last stone back and returns it.
    #[inline]
    pub fn undo(&mut self, observer: &mut impl Observer) -> Option<Move> {
        let last = self.history.pop()?;
        self.stones.take(last.point, last.side);
        self.turn = last.before;
        observer.removed(last.point, last.side);
        Some(last)
    }

    /// Gives the turn to `turn` without a stone: for positions set up by hand, and for a search
    /// that asks what the other side threatens. Not recorded in the history.
    #[inline]
    pub fn set_turn(&mut self, turn: Turn) {
        self.turn = turn;
    }

    /// Changes how many stones a turn has, from the next turn on: where a rule is chosen after the
    /// board was set up. Stones and history stay; a turn under way is taken for over.
    pub fn set_order(&mut self, order: TurnOrder) {
        if self.order == order {
            return;
        }
        self.order = order;
        let start = order.start();
        let is_start = self.history.is_empty() && self.turn.side == start.side;
        self.turn = if is_start { start } else { order.whole(self.turn.side) };
    }

    /// Tells `observer` of every stone in order, as if they were placed now.
    pub fn replay(&self, observer: &mut impl Observer) {
        for played in &self.history {
            observer.placed(played.point, played.side);
        }
    }

    /// Compares everything that is kept stone by stone with a fresh computation.
    ///
    /// # Errors
    /// The first part that differs: a bug in this module.
    pub fn check(&self) -> Result<(), Inconsistent> {
        let mut fresh = Stones::new(self.size());
        for played in &self.history {
            fresh.put(played.point, played.side);
        }
        if fresh != self.stones {
            return Err(Inconsistent::Stones);
        }
        let hash = self.history.iter().fold(0, |hash, m| hash ^ stone_key(m.point, m.side));
        if hash ^ turn_key(self.turn) != self.key() {
            return Err(Inconsistent::Key);
        }
        Ok(())
    }
}

/// The part of the key that stands for the turn.
#[inline]
fn turn_key(turn: Turn) -> u64 {
    const WHITE: u64 = split_mix(0x7465_6e67_656e);
    const STONE: u64 = split_mix(0x7475_726e);
    let side = if turn.side == Side::White { WHITE } else { 0 };
    side ^ STONE.wrapping_mul(u64::from(turn.stones_left - 1))
}
