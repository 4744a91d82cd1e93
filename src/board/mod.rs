//! The board: sizes, points, sides, stones, line words and positions.
//!
//! This layer knows where stones are and whose turn it is. It does not know who has won, what is
//! forbidden, or what a shape is worth.

mod bits;
mod lines;
mod point;
mod position;
mod setup;
mod side;
mod stones;
mod symmetry;

pub use bits::Bits;
pub use lines::{LINE_OFFSET, LineWord, Lines, place_on_line};
pub use point::{Dir, InvalidSize, MAX_POINTS, MAX_SIZE, MIN_SIZE, Point, PointMap, STRIDE, Size};
pub use position::{Inconsistent, Move, NullObserver, Observer, PlaceError, Position};
pub use setup::{Setup, SetupError};
pub use side::{BySide, Side, Turn, TurnOrder};
pub use stones::{Reach, Stones};
pub use symmetry::Symmetry;
