//! The network in floating point, written down as it is trained: for tests.
//!
//! It knows the weights only as real numbers and rounds nothing, so it differs from the integers by
//! what rounding the numbers between the layers does, for which there is a bound.

use super::network::{Dense, Head, Network};
use super::regions::region;
use super::shape::{
    CHANNELS, EMBEDDING_SHIFT, FEATURES, HEAD_SHIFT, HIDDEN, ONE, OUTCOMES, POINT_CHANNELS,
    POINT_SHIFT, POOL_SHIFT, REGIONS, SUMMANDS,
};
use crate::board::{Point, Side, Size};

/// A number and how far the one that the integers stand for may be from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Near {
    pub(super) number: f64,
    pub(super) bound: f64,
}

impl Near {
    fn plus(self, other: Near, weight: f64) -> Near {
        Near {
            number: self.number + weight * other.number,
            bound: self.bound + weight.abs() * other.bound,
        }
    }

    /// Rounded to a unit of 1 / [`ONE`] and cut to 0..=1, which brings nothing farther apart.
    fn cut(self) -> Near {
        Near {
            number: self.number.clamp(0.0, 1.0),
            bound: self.bound + 0.5 / f64::from(ONE) + 1e-9,
        }
    }
}

fn exactly(number: f64) -> Near {
    Near { number, bound: 0.0 }
}

/// A weight or constant of so many units, of which 2^`shift` make one.
fn real(number: impl Into<f64>, shift: u32) -> f64 {
    number.into() / f64::from(1 << shift)
}

/// A layer's constant: its start is in units of its sums, with half a unit for rounding.
fn constant(start: i32, shift: u32, half: u32) -> f64 {
    f64::from(start - (1 << half >> 1)) / f64::from(ONE) / f64::from(1 << shift)
}

/// The sums and the layer's numbers at a point whose rows are these.
fn at_point(
    network: &Network,
    rows: [u16; SUMMANDS],
) -> ([Near; CHANNELS], [Near; POINT_CHANNELS]) {
    let inputs: [Near; CHANNELS] = std::array::from_fn(|channel| {
        let numbers = rows.map(|row| f64::from(network.row(row).0[channel]));
        exactly(numbers.iter().sum::<f64>() / f64::from(ONE << EMBEDDING_SHIFT)).cut()
    });
    let layer = &network.point;
    let outputs = std::array::from_fn(|output| {
        let start = exactly(constant(layer.start[output], POINT_SHIFT, POINT_SHIFT));
        let add = |sum: Near, input: usize| {
            let weight = layer.weights[input / 4][output][input % 4];
            sum.plus(inputs[input], real(weight, POINT_SHIFT))
        };
        (0..CHANNELS).fold(start, add).cut()
    });
    (inputs, outputs)
}

fn hidden<const PAIRS: usize>(
    layer: &Dense<PAIRS, HIDDEN>,
    inputs: &[Near],
    half: u32,
) -> [Near; HIDDEN] {
    std::array::from_fn(|output| {
        // Inputs and constants of the first layer come in the units of the pooled sums already.
        let start = exactly(constant(layer.start[output], half, half));
        let add = |sum: Near, (n, input): (usize, &Near)| {
            sum.plus(*input, real(layer.weights[n / 2][output][n % 2], HEAD_SHIFT))
        };
        inputs.iter().enumerate().fold(start, add).cut()
    })
}

/// The logits of win, draw and loss.
pub(super) fn value(
    network: &Network,
    size: Size,
    side: Side,
    rows: &dyn Fn(Point) -> [u16; SUMMANDS],
) -> [Near; OUTCOMES] {
    let mut features = [[Near::default(); POINT_CHANNELS]; REGIONS];
    for point in size.points() {
        let (_, outputs) = at_point(network, rows(point));
        for (feature, output) in features[usize::from(region(size, point))].iter_mut().zip(outputs)
        {
            *feature = feature.plus(output, 1.0 / f64::from(1 << POOL_SHIFT));
        }
    }
    let head: &Head = &network.heads[side];
    assert_eq!(features.as_flattened().len(), FEATURES);
    let first = hidden(&head.first, features.as_flattened(), HEAD_SHIFT + POOL_SHIFT);
    let second = hidden(&head.second, &first, HEAD_SHIFT);
    std::array::from_fn(|outcome| {
        let start = exactly(constant(head.last_start[outcome], HEAD_SHIFT, 0));
        let add = |sum: Near, input: usize| {
            sum.plus(second[input], real(head.last[outcome][input], HEAD_SHIFT))
        };
        (0..HIDDEN).fold(start, add)
    })
}

/// What a move is worth.
pub(super) fn policy(network: &Network, side: Side, rows: [u16; SUMMANDS]) -> Near {
    let head = &network.heads[side];
    let (inputs, outputs) = at_point(network, rows);
    let by_sum = inputs.iter().zip(head.move_sum);
    let by_point = outputs.iter().zip(head.move_point);
    by_sum
        .chain(by_point)
        .fold(Near::default(), |sum, (input, weight)| sum.plus(*input, real(weight, HEAD_SHIFT)))
}
