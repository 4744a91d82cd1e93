//! Values of positions, and search windows.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Largest number of plies to a win that a value can tell. No board has more points.
pub const MAX_WIN_PLIES: i32 = 1100;

/// The value of a position for the side to move: a number in centipawn-like units (100 is roughly
/// a tempo's worth of a clear advantage), or a win or loss within a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i16);

/// What a [`Value`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// An estimate, in centipawn-like units.
    Score(i32),
    /// The side to move wins; the winning stone is this many plies away (1: the next stone).
    Win(u32),
    /// The side to move loses; the other side's winning stone is this many plies away.
    Loss(u32),
}

impl Value {
    /// Nobody is better.
    pub const DRAW: Value = Value(0);
    /// Above every value that a position can have.
    pub const INFINITE: Value = Value(32_000);
    const WIN: i16 = 30_000;
    const WIN_BOUND: i16 = Value::WIN - MAX_WIN_PLIES as i16;
    /// The largest estimate.
    pub const MAX_SCORE: i32 = 20_000;

    /// An estimate. Numbers beyond [`Value::MAX_SCORE`] are cut to it, so that no estimate can be
    /// taken for a win.
    #[inline]
    pub const fn score(number: i32) -> Value {
        if number > Value::MAX_SCORE {
            Value(Value::MAX_SCORE as i16)
        } else if number < -Value::MAX_SCORE {
            Value(-Value::MAX_SCORE as i16)
        } else {
            Value(number as i16)
        }
    }

    /// The side to move makes the winning stone in `plies` plies (1: with its next stone).
    #[inline]
    pub const fn win_in(plies: u32) -> Value {
        Value(Value::WIN - plies as i16)
    }

    /// The other side makes the winning stone in `plies` plies (0: it has already made it).
    #[inline]
    pub const fn loss_in(plies: u32) -> Value {
        Value(-Value::WIN + plies as i16)
    }

    /// Whether this is a win within a known distance.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Value::WIN_BOUND
    }

    /// Whether this is a loss within a known distance.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Value::WIN_BOUND
    }

    /// Whether this is an estimate, neither a win nor a loss.
    #[inline]
    pub const fn is_estimate(self) -> bool {
        !self.is_win() && !self.is_loss()
    }

    /// What the value says.
    pub const fn kind(self) -> ValueKind {
        if self.is_win() {
            ValueKind::Win((Value::WIN - self.0) as u32)
        } else if self.is_loss() {
            ValueKind::Loss((Value::WIN + self.0) as u32)
        } else {
            ValueKind::Score(self.0 as i32)
        }
    }

    /// What the position one ply before is worth to the other side, which makes a move to this one:
    /// the opposite, a win or loss one ply farther away.
    ///
    /// ```
    /// use tengen::value::Value;
    ///
    /// assert_eq!(Value::loss_in(4).one_ply_earlier(), Value::win_in(5));
    /// assert_eq!(Value::score(30).one_ply_earlier(), Value::score(-30));
    /// ```
    pub const fn one_ply_earlier(self) -> Value {
        match self.kind() {
            ValueKind::Win(plies) => Value::loss_in(plies + 1),
            ValueKind::Loss(plies) => Value::win_in(plies + 1),
            ValueKind::Score(_) => Value(-self.0),
        }
    }

    /// The bare number: for storage, and for arithmetic that knows what it does.
    #[inline]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The value with the given bare number, as [`Value::raw`] gave it.
    #[inline]
    pub const fn from_raw(raw: i16) -> Value {
        Value(raw)
    }

    /// One step more than this value.
    #[inline]
    pub const fn next(self) -> Value {
        Value(self.0 + 1)
    }

    /// One step less than this value.
    #[inline]
    pub const fn previous(self) -> Value {
        Value(self.0 - 1)
    }

    /// This value, seen at a node `ply` plies below the root, as counted from that node: what a
    /// table may keep.
    #[inline]
    pub const fn to_node(self, ply: u32) -> Value {
        if self.is_win() {
            Value(self.0 + ply as i16)
        } else if self.is_loss() {
            Value(self.0 - ply as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Value::to_node`].
    #[inline]
    pub const fn to_root(self, ply: u32) -> Value {
        if self.is_win() {
            Value(self.0 - ply as i16)
        } else if self.is_loss() {
            Value(self.0 + ply as i16)
        } else {
            self
        }
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Value;

    /// The value with a margin added: an estimate stays one, a win or a loss stays as it is.
    #[inline]
    fn add(self, margin: i32) -> Value {
        if self.is_estimate() { Value::score(i32::from(self.0) + margin) } else { self }
    }
}

impl Sub<i32> for Value {
    type Output = Value;

    #[inline]
    fn sub(self, margin: i32) -> Value {
        self + -margin
    }
}

impl fmt::Display for Value {
    /// `+35`, `-120`, `+M7` (win in seven plies), `-M8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ValueKind::Score(number) => write!(f, "{number:+}"),
            ValueKind::Win(plies) => write!(f, "+M{plies}"),
            ValueKind::Loss(plies) => write!(f, "-M{plies}"),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({self})")
    }
}

/// The open interval in which a search looks for a value. Turned around as one thing, so that the
/// two ends cannot be mixed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// At most this: no need to know how much less.
    pub alpha: Value,
    /// At least this: no need to know how much more.
    pub beta: Value,
}

impl Window {
    /// Every value.
    pub const FULL: Window = Window { alpha: Value(-Value::INFINITE.0), beta: Value::INFINITE };

    /// The window that only asks whether a value is above `alpha`.
    #[inline]
    pub const fn null(alpha: Value) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// Whether no value lies between the ends.
    #[inline]
    pub const fn is_null(self) -> bool {
        // The whole range does not fit into sixteen bits.
        self.beta.0 as i32 - self.alpha.0 as i32 <= 1
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window as the other side sees it.
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_print_as_documented() {
        assert_eq!(Value::score(35).to_string(), "+35");
        assert_eq!(Value::score(-120).to_string(), "-120");
        assert_eq!(Value::win_in(7).to_string(), "+M7");
        assert_eq!(Value::loss_in(8).to_string(), "-M8");
    }

    #[test]
    fn estimates_never_become_wins() {
        assert_eq!(Value::score(1_000_000).kind(), ValueKind::Score(Value::MAX_SCORE));
        assert_eq!((Value::score(19_990) + 500).kind(), ValueKind::Score(Value::MAX_SCORE));
        assert_eq!(Value::win_in(3) - 5000, Value::win_in(3));
    }

    #[test]
    fn distance_is_kept_through_the_table() {
        for value in [Value::win_in(9), Value::loss_in(10), Value::score(5)] {
            assert_eq!(value.to_node(4).to_root(4), value);
        }
        assert_eq!(Value::win_in(9).to_node(4), Value::win_in(5));
    }

    #[test]
    fn wins_are_better_when_nearer_and_losses_when_farther() {
        assert!(Value::win_in(1) > Value::win_in(3));
        assert!(Value::loss_in(8) > Value::loss_in(2));
        assert_eq!(-Value::win_in(5), Value::loss_in(5));
    }
}
