//! The shape of the network and the units of its integers.
//!
//! Everything here is part of the format of weights files: a change needs another [`SHAPE`].

use crate::board::Side;
use crate::pattern::{LineCodes, Threat};

/// Number of this shape in files.
pub const SHAPE: u16 = 3;

/// Points looked at on each side of a point.
pub const REACH: usize = 4;

/// The codes of surroundings.
pub(super) type Codes = LineCodes<REACH>;

/// What a point itself can be: empty, black, white.
pub const CENTRES: usize = 3;

/// Rows of the embedding for surroundings: one for every code and centre. Those of an empty point come
/// first.
pub const ROWS: usize = Codes::COUNT * CENTRES;

/// Rows of the embedding for what a stone of either side would threaten at a point. They come after
/// the others.
pub(super) const THREAT_ROWS: usize = Side::ALL.len() * Threat::COUNT;

/// Rows that are added up at a point: one in each direction, and one for each side's threat.
pub const SUMMANDS: usize = 4 + Side::ALL.len();

/// The row of what a stone of `side` would threaten at a point. That of [`Threat::Nothing`] is full of
/// zeros; it is also that of a point that is not empty.
pub(super) const fn threat_row(side: Side, threat: Threat) -> u16 {
    (ROWS + side.index() * Threat::COUNT + threat as usize) as u16
}

/// Numbers of a row, and of the sum at a point.
pub const CHANNELS: usize = 32;

/// Numbers that the layer of the points makes of such a sum.
pub const POINT_CHANNELS: usize = 16;

/// Regions of the board: three rows of three.
pub const REGIONS: usize = 9;

/// Inputs of a value head.
pub const FEATURES: usize = REGIONS * POINT_CHANNELS;

/// Width of both hidden layers of a value head.
pub const HIDDEN: usize = 32;

/// Outputs of a value head: win, draw and loss of the side to move.
pub const OUTCOMES: usize = 3;

/// The integer that stands for 1 where numbers are cut to 0..=1.
pub(super) const ONE: i32 = 127;

/// A number of the embedding is in units of 1 / (`ONE` << this).
pub(super) const EMBEDDING_SHIFT: u32 = 4;

/// A weight of the layer of the points is in units of 1 / (1 << this).
pub(super) const POINT_SHIFT: u32 = 6;

/// A weight of a head is in units of 1 / (1 << this).
pub(super) const HEAD_SHIFT: u32 = 8;

/// The sums over a region are divided by 1 << this.
pub(super) const POOL_SHIFT: u32 = 3;

/// Largest number of the embedding: six of them and half a unit of rounding fit into 16 bits.
pub(super) const MAX_EMBEDDING: i16 = 5456;

/// Largest weight of the first layer of a value head. With it no sum can leave 32 bits, whatever
/// the board.
pub(super) const MAX_FIRST: i16 = 512;

/// Largest weight of the other layers of a head.
pub(super) const MAX_WEIGHT: i16 = 8192;

/// Largest number of a policy head for a way from a last stone, in 1/256 of a natural logarithm.
pub(super) const MAX_WAY: i16 = 2560;

/// Largest constant of a layer.
pub(super) const MAX_BIAS: i32 = 1 << 28;

// The largest region of the largest board (12 x 12 points), full of ones.
const _: () = {
    const REGION: i64 = 12 * 12 * ONE as i64;
    assert!(REGION <= i16::MAX as i64);
    let sum = FEATURES as i64 * REGION * MAX_FIRST as i64 + MAX_BIAS as i64;
    assert!(sum + (1 << (HEAD_SHIFT + POOL_SHIFT)) <= i32::MAX as i64);
    assert!(SUMMANDS as i32 * MAX_EMBEDDING as i32 + (1 << EMBEDDING_SHIFT) <= i16::MAX as i32);
    assert!(ROWS + THREAT_ROWS <= u16::MAX as usize);
};
