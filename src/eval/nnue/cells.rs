//! What is kept of a position, as the kernels work on it.

use super::network::Row;
use super::shape::{CHANNELS, POINT_CHANNELS, REGIONS};
use crate::board::MAX_POINTS;

/// What the layer of the points makes of a point: 0 to 127 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct PointRow(pub(super) [i16; POINT_CHANNELS]);

/// Sums of [`PointRow`]s over the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Pooled(pub(super) [[i16; POINT_CHANNELS]; REGIONS]);

/// The network's numbers at all points of a position.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// The sum of the rows of a point.
    pub(super) sums: Box<[Row; MAX_POINTS]>,
    pub(super) points: Box<[PointRow; MAX_POINTS]>,
    /// The region of a point.
    pub(super) regions: Box<[u8; MAX_POINTS]>,
    pub(super) pooled: Pooled,
}

/// At a point, one row takes the place of another. Lists of what a stone changes have all of one point in
/// a row, and no point at two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delta {
    /// Index of the point.
    pub(super) cell: u16,
    pub(super) removed: u16,
    pub(super) added: u16,
}

impl Cells {
    /// No board at all.
    pub(super) fn new() -> Cells {
        Cells {
            sums: boxed(Row([0; CHANNELS])),
            points: boxed(PointRow([0; POINT_CHANNELS])),
            regions: boxed(0),
            pooled: Pooled([[0; POINT_CHANNELS]; REGIONS]),
        }
    }
}

/// An array of equal items, without a copy on the stack.
pub(super) fn boxed<T: Copy, const N: usize>(item: T) -> Box<[T; N]> {
    match vec![item; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the length is N"),
    }
}
