//! The arithmetic of the network in plain integers: the definition of what it computes.

use super::cells::{Cells, Delta, PointRow, Pooled};
use super::network::{Dense, Head, Network, PointLayer, Row};
use super::shape::{
    CHANNELS, EMBEDDING_SHIFT, HEAD_SHIFT, HIDDEN, ONE, OUTCOMES, POINT_SHIFT, POOL_SHIFT,
};
use crate::board::MAX_POINTS;

/// Follows a stone that was placed.
pub(super) fn apply(network: &Network, cells: &mut Cells, deltas: &[Delta]) {
    for of_point in deltas.chunk_by(|one, next| one.cell == next.cell) {
        let cell = of_point[0].cell;
        let sum = &mut cells.sums[usize::from(cell) & (MAX_POINTS - 1)];
        for &delta in of_point {
            exchange(network, sum, delta);
        }
        settle(network, cells, cell);
    }
}

/// What the sums of the regions are after a stone that is not placed.
pub(super) fn pooled_after(network: &Network, cells: &Cells, deltas: &[Delta]) -> Pooled {
    let mut pooled = cells.pooled;
    for of_point in deltas.chunk_by(|one, next| one.cell == next.cell) {
        let cell = usize::from(of_point[0].cell) & (MAX_POINTS - 1);
        let mut sum = cells.sums[cell];
        for &delta in of_point {
            exchange(network, &mut sum, delta);
        }
        let new = point_row(&network.point, &sum);
        let region = &mut pooled.0[usize::from(cells.regions[cell])];
        for ((number, new), old) in region.iter_mut().zip(&new.0).zip(&cells.points[cell].0) {
            *number += new - old;
        }
    }
    pooled
}

fn exchange(network: &Network, sum: &mut Row, delta: Delta) {
    let (removed, added) = (network.row(delta.removed), network.row(delta.added));
    for ((number, removed), added) in sum.0.iter_mut().zip(&removed.0).zip(&added.0) {
        // Between two sums that fit it may not fit itself.
        *number = number.wrapping_sub(*removed).wrapping_add(*added);
    }
}

/// Follows a point's sum with all that depends on it.
pub(super) fn settle(network: &Network, cells: &mut Cells, cell: u16) {
    let cell = usize::from(cell) & (MAX_POINTS - 1);
    let new = point_row(&network.point, &cells.sums[cell]);
    let old = std::mem::replace(&mut cells.points[cell], new);
    let region = &mut cells.pooled.0[usize::from(cells.regions[cell])];
    for ((number, new), old) in region.iter_mut().zip(&new.0).zip(&old.0) {
        *number += new - old;
    }
}

/// The sum of a point, cut to 0..=1 in units of 1 / [`ONE`].
fn activation(sum: &Row) -> [i16; CHANNELS] {
    const HALF: i16 = 1 << (EMBEDDING_SHIFT - 1);
    let mut inputs = sum.0;
    // Not with `map` of arrays, which compilers take number by number.
    for number in &mut inputs {
        *number = ((*number + HALF) >> EMBEDDING_SHIFT).clamp(0, ONE as i16);
    }
    inputs
}

fn point_row(layer: &PointLayer, sum: &Row) -> PointRow {
    let sums = weighted(layer.start, &layer.pairs, &activation(sum));
    PointRow(cut(&sums, POINT_SHIFT))
}

/// The logits of win, draw and loss for the side whose head it is, in units of
/// 1 / ([`ONE`] << [`HEAD_SHIFT`]).
pub(super) fn value(head: &Head, pooled: &Pooled) -> [i32; OUTCOMES] {
    let first = hidden(&head.first, pooled.0.as_flattened(), HEAD_SHIFT + POOL_SHIFT);
    let second = hidden(&head.second, &first, HEAD_SHIFT);
    let mut outputs = head.last_start;
    for (output, weights) in outputs.iter_mut().zip(&head.last) {
        *output += dot(&second, weights);
    }
    outputs
}

fn hidden<const PAIRS: usize>(
    layer: &Dense<PAIRS, HIDDEN>,
    inputs: &[i16],
    shift: u32,
) -> [i16; HIDDEN] {
    let sums = weighted(layer.start, &layer.weights, inputs);
    cut(&sums, shift)
}

/// Sums shifted down and cut to 0..=[`ONE`].
#[inline]
fn cut<const N: usize>(sums: &[i32; N], shift: u32) -> [i16; N] {
    let mut numbers = [0; N];
    for (number, sum) in numbers.iter_mut().zip(sums) {
        *number = (sum >> shift).clamp(0, ONE) as i16;
    }
    numbers
}

/// What a layer makes of its inputs, before it is cut. Taken by pairs, since processors have an
/// instruction for the sum of two products.
#[inline]
fn weighted<const OUT: usize>(
    mut sums: [i32; OUT],
    weights: &[[[i16; 2]; OUT]],
    inputs: &[i16],
) -> [i32; OUT] {
    for (inputs, weights) in inputs.chunks_exact(2).zip(weights) {
        let (even, odd) = (i32::from(inputs[0]), i32::from(inputs[1]));
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum += even * i32::from(weights[0]) + odd * i32::from(weights[1]);
        }
    }
    sums
}

/// What a move is worth, in units of 1 / ([`ONE`] << [`HEAD_SHIFT`]).
pub(super) fn policy(head: &Head, sum: &Row, point: &PointRow) -> i32 {
    dot(&activation(sum), &head.move_sum) + dot(&point.0, &head.move_point)
}

fn dot<const N: usize>(inputs: &[i16; N], weights: &[i16; N]) -> i32 {
    inputs.iter().zip(weights).map(|(input, weight)| i32::from(*input) * i32::from(*weight)).sum()
}
