//! The arithmetic of [`portable`](super::portable) with AVX2: the same integers.
//!
//! The only unsafe code of the evaluation. Why it is sound: an [`Avx2`] exists only where the
//! processor has been seen to know AVX2, and vectors are read from and written to arrays that are
//! borrowed and exactly as long.
//!
//! No closures over vectors here, and no iterators of them: the library's functions that would call
//! these do not know AVX2, so that nothing would be inlined.
#![allow(unsafe_code)]
#![expect(clippy::needless_range_loop, reason = "iterators of vectors are not inlined, see above")]

use super::cells::{Cells, Delta, PointRow, Pooled};
use super::network::{Dense, Head, Network, PointLayer, Row};
use super::shape::{
    CHANNELS, EMBEDDING_SHIFT, HEAD_SHIFT, HIDDEN, ONE, OUTCOMES, POINT_CHANNELS, POINT_SHIFT,
    POOL_SHIFT,
};
use crate::board::MAX_POINTS;
use std::arch::x86_64::*;

/// Proof that the processor knows AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Asks the processor.
    pub(super) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    /// As [`portable::apply`](super::portable::apply).
    #[inline]
    pub(super) fn apply(self, network: &Network, cells: &mut Cells, deltas: &[Delta]) {
        // SAFETY: the processor knows AVX2, as `self` proves.
        unsafe { apply(network, cells, deltas) }
    }

    /// As [`portable::pooled_after`](super::portable::pooled_after).
    #[inline]
    pub(super) fn pooled_after(self, network: &Network, cells: &Cells, deltas: &[Delta]) -> Pooled {
        // SAFETY: the processor knows AVX2, as `self` proves.
        unsafe { pooled_after(network, cells, deltas) }
    }

    /// As [`portable::value`](super::portable::value).
    #[inline]
    pub(super) fn value(self, head: &Head, pooled: &Pooled) -> [i32; OUTCOMES] {
        // SAFETY: the processor knows AVX2, as `self` proves.
        unsafe { value(head, pooled) }
    }

    /// As [`portable::policy`](super::portable::policy).
    #[inline]
    pub(super) fn policy(self, head: &Head, sum: &Row, point: &PointRow) -> i32 {
        // SAFETY: the processor knows AVX2, as `self` proves.
        unsafe { policy(head, sum, point) }
    }
}

#[target_feature(enable = "avx2")]
fn apply(network: &Network, cells: &mut Cells, deltas: &[Delta]) {
    let mut rest = deltas;
    while let [Delta { cell, .. }, ..] = *rest {
        let sum = sum_after(network, cells, &mut rest);
        let cell = usize::from(cell) & (MAX_POINTS - 1);
        let numbers = cells.sums[cell].0.as_chunks_mut::<16>().0;
        store(&mut numbers[0], sum[0]);
        store(&mut numbers[1], sum[1]);
        settle(network, cells, cell, sum);
    }
}

/// The sum of the first point in a list, after what the list says of it; cuts that off the list.
#[inline]
#[target_feature(enable = "avx2")]
fn sum_after(network: &Network, cells: &Cells, deltas: &mut &[Delta]) -> [__m256i; 2] {
    let first = deltas[0].cell;
    let mut sum = halves(&cells.sums[usize::from(first) & (MAX_POINTS - 1)]);
    while let [delta @ Delta { cell, .. }, rest @ ..] = *deltas {
        if *cell != first {
            break;
        }
        sum = exchanged(network, sum, *delta);
        *deltas = rest;
    }
    sum
}

/// A sum with one row in place of another.
#[inline]
#[target_feature(enable = "avx2")]
fn exchanged(network: &Network, [low, high]: [__m256i; 2], delta: Delta) -> [__m256i; 2] {
    let (removed, added) = (halves(network.row(delta.removed)), halves(network.row(delta.added)));
    [
        _mm256_add_epi16(_mm256_sub_epi16(low, removed[0]), added[0]),
        _mm256_add_epi16(_mm256_sub_epi16(high, removed[1]), added[1]),
    ]
}

#[target_feature(enable = "avx2")]
fn pooled_after(network: &Network, cells: &Cells, deltas: &[Delta]) -> Pooled {
    let mut pooled = cells.pooled;
    let mut rest = deltas;
    while let [Delta { cell, .. }, ..] = *rest {
        let sum = sum_after(network, cells, &mut rest);
        recount(network, cells, &mut pooled, usize::from(cell) & (MAX_POINTS - 1), sum);
    }
    pooled
}

/// Counts a point with another sum in the sums of the regions.
#[inline]
#[target_feature(enable = "avx2")]
fn recount(network: &Network, cells: &Cells, pooled: &mut Pooled, cell: usize, sum: [__m256i; 2]) {
    let new = point_row(&network.point, sum);
    let change = _mm256_sub_epi16(new, load(&cells.points[cell].0));
    let region = &mut pooled.0[usize::from(cells.regions[cell])];
    store(region, _mm256_add_epi16(load(region), change));
}

/// Follows a point's sum with all that depends on it.
#[inline]
#[target_feature(enable = "avx2")]
fn settle(network: &Network, cells: &mut Cells, cell: usize, sum: [__m256i; 2]) {
    let new = point_row(&network.point, sum);
    let point = &mut cells.points[cell].0;
    let change = _mm256_sub_epi16(new, load(point));
    store(point, new);
    let region = &mut cells.pooled.0[usize::from(cells.regions[cell])];
    store(region, _mm256_add_epi16(load(region), change));
}

/// The sum of a point, cut to 0..=1 in units of 1 / [`ONE`].
#[inline]
#[target_feature(enable = "avx2")]
fn activation([low, high]: [__m256i; 2]) -> [__m256i; 2] {
    [rounded(low), rounded(high)]
}

/// Sums of rows, cut to 0..=1 in units of 1 / [`ONE`].
#[inline]
#[target_feature(enable = "avx2")]
fn rounded(sums: __m256i) -> __m256i {
    const HALF: i16 = 1 << (EMBEDDING_SHIFT - 1);
    let sums = _mm256_add_epi16(sums, _mm256_set1_epi16(HALF));
    cut(_mm256_srai_epi16::<{ EMBEDDING_SHIFT as i32 }>(sums))
}

/// As the layer's [`PointRow`].
#[inline]
#[target_feature(enable = "avx2")]
fn point_row(layer: &PointLayer, sum: [__m256i; 2]) -> __m256i {
    let [low, high] = activation(sum);
    let mut inputs = [0_i32; CHANNELS / 4];
    store(&mut inputs, in_order(_mm256_packus_epi16(low, high)));
    let start = layer.start.as_chunks::<8>().0;
    let (mut low, mut high) = (load(&start[0]), load(&start[1]));
    for group in 0..CHANNELS / 4 {
        let input = _mm256_set1_epi32(inputs[group]);
        let weights = layer.weights[group].as_flattened().as_chunks::<32>().0;
        low = _mm256_add_epi32(low, products(input, load(&weights[0])));
        high = _mm256_add_epi32(high, products(input, load(&weights[1])));
    }
    narrow::<{ POINT_SHIFT as i32 }>(low, high)
}

/// The sums of four products each of bytes. Two products of 127 and -128 fit into sixteen bits.
#[inline]
#[target_feature(enable = "avx2")]
fn products(inputs: __m256i, weights: __m256i) -> __m256i {
    _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, weights), _mm256_set1_epi16(1))
}

#[target_feature(enable = "avx2")]
fn value(head: &Head, pooled: &Pooled) -> [i32; OUTCOMES] {
    const FIRST: i32 = (HEAD_SHIFT + POOL_SHIFT) as i32;
    let first = hidden::<_, FIRST>(&head.first, pooled.0.as_flattened());
    let second = hidden::<_, { HEAD_SHIFT as i32 }>(&head.second, &first);
    let second = second.as_chunks::<16>().0;
    let (low, high) = (load(&second[0]), load(&second[1]));
    let mut outputs = head.last_start;
    for outcome in 0..OUTCOMES {
        let weights = head.last[outcome].as_chunks::<16>().0;
        let low = _mm256_madd_epi16(low, load(&weights[0]));
        let high = _mm256_madd_epi16(high, load(&weights[1]));
        outputs[outcome] += sum_of(_mm256_add_epi32(low, high));
    }
    outputs
}

#[inline]
#[target_feature(enable = "avx2")]
fn hidden<const PAIRS: usize, const SHIFT: i32>(
    layer: &Dense<PAIRS, HIDDEN>,
    inputs: &[i16],
) -> [i16; HIDDEN] {
    let start = layer.start.as_chunks::<8>().0;
    let mut sums = [load(&start[0]), load(&start[1]), load(&start[2]), load(&start[3])];
    let inputs = &inputs.as_chunks::<2>().0[..PAIRS];
    for pair in 0..PAIRS {
        let [even, odd] = inputs[pair];
        let input = _mm256_set1_epi32(i32::from(odd) << 16 | i32::from(even as u16));
        let weights = layer.weights[pair].as_flattened().as_chunks::<16>().0;
        sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(input, load(&weights[0])));
        sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(input, load(&weights[1])));
        sums[2] = _mm256_add_epi32(sums[2], _mm256_madd_epi16(input, load(&weights[2])));
        sums[3] = _mm256_add_epi32(sums[3], _mm256_madd_epi16(input, load(&weights[3])));
    }
    let mut outputs = [0; HIDDEN];
    let halves = outputs.as_chunks_mut::<16>().0;
    store(&mut halves[0], narrow::<SHIFT>(sums[0], sums[1]));
    store(&mut halves[1], narrow::<SHIFT>(sums[2], sums[3]));
    outputs
}

#[target_feature(enable = "avx2")]
fn policy(head: &Head, sum: &Row, point: &PointRow) -> i32 {
    let weights = head.move_sum.as_chunks::<16>().0;
    let [low, high] = activation(halves(sum));
    let low = _mm256_madd_epi16(low, load(&weights[0]));
    let high = _mm256_madd_epi16(high, load(&weights[1]));
    let own = _mm256_madd_epi16(load(&point.0), load(&head.move_point));
    sum_of(_mm256_add_epi32(_mm256_add_epi32(low, high), own))
}

/// The two halves of a row.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(row: &Row) -> [__m256i; 2] {
    let halves = row.0.as_chunks::<16>().0;
    [load(&halves[0]), load(&halves[1])]
}

/// Numbers of sixteen bits cut to 0..=[`ONE`].
#[inline]
#[target_feature(enable = "avx2")]
fn cut(numbers: __m256i) -> __m256i {
    let positive = _mm256_max_epi16(numbers, _mm256_setzero_si256());
    _mm256_min_epi16(positive, _mm256_set1_epi16(ONE as i16))
}

/// Sums of 32 bits shifted down and cut to 0..=[`ONE`], of sixteen bits each.
#[inline]
#[target_feature(enable = "avx2")]
fn narrow<const SHIFT: i32>(low: __m256i, high: __m256i) -> __m256i {
    let (low, high) = (_mm256_srai_epi32::<SHIFT>(low), _mm256_srai_epi32::<SHIFT>(high));
    // What does not fit into sixteen bits is cut twice, to the same end.
    cut(in_order(_mm256_packs_epi32(low, high)))
}

/// What a pack of two vectors makes, in the order of its inputs: a pack goes lane by lane.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order(packed: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

/// The sum of eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn sum_of(numbers: __m256i) -> i32 {
    let four =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}

/// An array of integers as long as a vector.
trait Vector {}

impl Vector for [i8; 32] {}
impl Vector for [i16; 16] {}
impl Vector for [i32; 8] {}

#[inline]
#[target_feature(enable = "avx2")]
fn load<V: Vector>(array: &V) -> __m256i {
    // SAFETY: the array is as long as the vector, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(array).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store<V: Vector>(array: &mut V, vector: __m256i) {
    // SAFETY: the array is as long as the vector and holds integers, which may be anything; the
    // store asks for no alignment.
    unsafe { _mm256_storeu_si256(std::ptr::from_mut(array).cast(), vector) }
}

const _: () = assert!(POINT_CHANNELS == 16 && CHANNELS == 32 && HIDDEN == 32);
