//! Sides, values per side, and turns.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. Black makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The side that begins.
    Black = 0,
    /// The side that follows.
    White = 1,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "black",
            Side::White => "white",
        })
    }
}

/// One `T` for each side, indexed by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> BySide<T> {
    /// A pair of values.
    pub const fn new(black: T, white: T) -> BySide<T> {
        BySide { black, white }
    }

    /// The value that `make` gives for each side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { black: make(Side::Black), white: make(Side::White) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        }
    }
}

/// Who places the next stone, and how many stones that side places before the other one acts.
///
/// The turn is data, not the parity of the stones: a rule with two stones a turn, or a position in
/// which one side has more stones, needs nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The side to place a stone.
    pub side: Side,
    /// Stones that `side` still places in this turn, the next one included; at least 1.
    pub stones_left: u8,
}

/// How many stones a turn has: the first turn of the game, and every later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOrder {
    /// Stones in the first turn of the game.
    pub first: u8,
    /// Stones in each later turn.
    pub later: u8,
}

impl TurnOrder {
    /// One stone a turn, as in every form of gomoku and renju.
    pub const SINGLE: TurnOrder = TurnOrder { first: 1, later: 1 };

    /// The turn with which a game begins.
    pub const fn start(self) -> Turn {
        Turn { side: Side::Black, stones_left: self.first }
    }

    /// A whole turn of `side` later in the game.
    pub const fn whole(self, side: Side) -> Turn {
        Turn { side, stones_left: self.later }
    }

    /// The turn after a stone of `side` when it was `due`'s: a side out of turn begins a whole turn.
    pub fn after(self, due: Turn, side: Side) -> Turn {
        self.next(if due.side == side { due } else { self.whole(side) })
    }

    /// The turn after one more stone of `turn`.
    #[inline]
    pub fn next(self, turn: Turn) -> Turn {
        if turn.stones_left > 1 {
            Turn { side: turn.side, stones_left: turn.stones_left - 1 }
        } else {
            Turn { side: !turn.side, stones_left: self.later }
        }
    }
}
