//! The weights of one network, laid out as the kernels read them.

use super::expectation::Expectation;
use super::shape::{
    CENTRES, CHANNELS, Codes, EMBEDDING_SHIFT, FEATURES, HEAD_SHIFT, HIDDEN, ONE, OUTCOMES,
    POINT_CHANNELS, POINT_SHIFT, POOL_SHIFT, threat_row,
};
use crate::board::{BySide, Side};
use crate::eval::nearby::{Nearby, WAYS};
use crate::pattern::Threat;
use crate::rules::RuleKind;
use std::fmt;

/// Numbers of a row of the embedding, or of a sum of such rows. One cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [i16; CHANNELS]);

/// Length of the table of rows: every number of sixteen bits has a row, so none needs a check.
const TABLE: usize = 1 << 16;

/// The layer that makes [`POINT_CHANNELS`] numbers of a point's sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct PointLayer {
    /// By group of four inputs, output, input of the group.
    pub(super) weights: [[[i8; 4]; POINT_CHANNELS]; CHANNELS / 4],
    /// The same by pair of inputs, output, input of the pair: for processors that multiply numbers
    /// of sixteen bits only.
    pub(super) pairs: [[[i16; 2]; POINT_CHANNELS]; CHANNELS / 2],
    /// Where the sums begin: the constants, and half a unit for rounding.
    pub(super) start: [i32; POINT_CHANNELS],
}

/// A layer of a head: `PAIRS` pairs of inputs, `OUT` outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Dense<const PAIRS: usize, const OUT: usize> {
    /// By pair of inputs, output, input of the pair.
    pub(super) weights: [[[i16; 2]; OUT]; PAIRS],
    /// Where the sums begin: the constants, and half a unit for rounding.
    pub(super) start: [i32; OUT],
}

/// What is said of a position for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Head {
    pub(super) first: Dense<{ FEATURES / 2 }, HIDDEN>,
    pub(super) second: Dense<{ HIDDEN / 2 }, HIDDEN>,
    /// By outcome, input.
    pub(super) last: [[i16; HIDDEN]; OUTCOMES],
    pub(super) last_start: [i32; OUTCOMES],
    /// What a move is worth by the sum at its point.
    pub(super) move_sum: [i16; CHANNELS],
    /// What a move is worth by the numbers that the layer of the points makes of it.
    pub(super) move_point: [i16; POINT_CHANNELS],
    /// What a move is worth by where the last stones are.
    pub(super) nearby: Nearby,
}

/// What a network is, beside its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) rule: RuleKind,
    /// The checksum of the classic weights whose values the value heads add to, or 0.
    pub(super) classic: u32,
    pub(super) recipe: String,
    pub(super) hash: u64,
}

/// The weights of one network.
#[derive(PartialEq)]
pub struct Network {
    pub(super) heading: Heading,
    pub(super) embedding: Box<[Row; TABLE]>,
    pub(super) point: PointLayer,
    pub(super) heads: Box<BySide<Head>>,
    pub(super) expectation: Expectation,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}, {:016x})", self.heading.rule, self.heading.hash)
    }
}

/// The numbers of a network in the order and the units of a weights file.
pub(super) trait Numbers {
    type Error;

    /// The next number, of one byte.
    fn byte(&mut self, what: &'static str) -> Result<i8, Self::Error>;
    /// The next number, of two bytes, at most `limit` away from 0.
    fn short(&mut self, what: &'static str, limit: i16) -> Result<i16, Self::Error>;
    /// The next number, of four bytes: a constant of a layer.
    fn long(&mut self, what: &'static str) -> Result<i32, Self::Error>;
}

impl Network {
    /// The rule that it is trained for.
    pub fn rule(&self) -> RuleKind {
        self.heading.rule
    }

    /// Whether its values are to be added to those of the classic evaluation.
    #[inline]
    pub fn adds_to_classic(&self) -> bool {
        self.heading.classic != 0
    }

    /// The hash of its numbers: tells networks apart.
    pub fn hash(&self) -> u64 {
        self.heading.hash
    }

    /// How it was made.
    pub fn recipe(&self) -> &str {
        &self.heading.recipe
    }

    /// How much likelier a move of `side` is by its way from the last stones.
    #[inline]
    pub fn nearby(&self, side: Side) -> &Nearby {
        &self.heads[side].nearby
    }

    /// The row of the embedding that belongs to a code and a centre, or to a threat.
    #[inline]
    pub(super) fn row(&self, row: u16) -> &Row {
        &self.embedding[usize::from(row)]
    }

    /// A network of `numbers`.
    pub(super) fn of<N: Numbers>(heading: Heading, numbers: &mut N) -> Result<Network, N::Error> {
        let embedding = embedding(numbers)?;
        let point = PointLayer::of(numbers)?;
        let heads = Box::new(BySide::new(Head::of(numbers)?, Head::of(numbers)?));
        let expectation = Expectation::new(heading.rule);
        Ok(Network { heading, embedding, point, heads, expectation })
    }
}

/// The pairs of halves whose rows are in a file: a line read the other way round has the same row.
pub(super) fn stored_halves() -> impl Iterator<Item = (usize, usize)> {
    const HALVES: usize = Codes::HALF_STATES as usize;
    (0..HALVES).flat_map(|before| (before..HALVES).map(move |after| (before, after)))
}

/// The place of a row in the embedding.
pub(super) fn row_index(centre: usize, before: usize, after: usize) -> usize {
    centre * Codes::COUNT + before * Codes::HALF_STATES as usize + after
}

/// The places in the embedding of the rows of threats that are in a file: all but those of nothing.
pub(super) fn stored_threats() -> impl Iterator<Item = usize> {
    let threats = || Threat::ALL.into_iter().filter(|&threat| threat != Threat::Nothing);
    Side::ALL
        .into_iter()
        .flat_map(move |side| threats().map(move |threat| usize::from(threat_row(side, threat))))
}

fn next_row<N: Numbers>(numbers: &mut N) -> Result<Row, N::Error> {
    let mut row = Row([0; CHANNELS]);
    for number in &mut row.0 {
        *number = numbers.short("the embedding", super::shape::MAX_EMBEDDING)?;
    }
    Ok(row)
}

fn embedding<N: Numbers>(numbers: &mut N) -> Result<Box<[Row; TABLE]>, N::Error> {
    let mut rows = vec![Row([0; CHANNELS]); TABLE];
    for centre in 0..CENTRES {
        for (before, after) in stored_halves() {
            let row = next_row(numbers)?;
            rows[row_index(centre, before, after)] = row;
            rows[row_index(centre, after, before)] = row;
        }
    }
    for place in stored_threats() {
        rows[place] = next_row(numbers)?;
    }
    match rows.into_boxed_slice().try_into() {
        Ok(rows) => Ok(rows),
        Err(_) => unreachable!("the length is that of the table"),
    }
}

impl PointLayer {
    fn of<N: Numbers>(numbers: &mut N) -> Result<PointLayer, N::Error> {
        const WHAT: &str = "the layer of the points";
        let mut layer = PointLayer {
            weights: [[[0; 4]; POINT_CHANNELS]; CHANNELS / 4],
            pairs: [[[0; 2]; POINT_CHANNELS]; CHANNELS / 2],
            start: [0; POINT_CHANNELS],
        };
        for output in 0..POINT_CHANNELS {
            for input in 0..CHANNELS {
                let weight = numbers.byte(WHAT)?;
                layer.weights[input / 4][output][input % 4] = weight;
                layer.pairs[input / 2][output][input % 2] = weight.into();
            }
        }
        for start in &mut layer.start {
            *start = numbers.long(WHAT)? + (1 << (POINT_SHIFT - 1));
        }
        Ok(layer)
    }
}

impl<const PAIRS: usize, const OUT: usize> Dense<PAIRS, OUT> {
    /// `shift`: how far the sums will be shifted down.
    fn of<N: Numbers>(
        numbers: &mut N,
        what: &'static str,
        limit: i16,
        shift: u32,
    ) -> Result<Dense<PAIRS, OUT>, N::Error> {
        let mut layer = Dense { weights: [[[0; 2]; OUT]; PAIRS], start: [0; OUT] };
        for output in 0..OUT {
            for input in 0..2 * PAIRS {
                layer.weights[input / 2][output][input % 2] = numbers.short(what, limit)?;
            }
        }
        for start in &mut layer.start {
            *start = numbers.long(what)? + (1 << (shift - 1));
        }
        Ok(layer)
    }
}

impl Head {
    fn of<N: Numbers>(numbers: &mut N) -> Result<Head, N::Error> {
        use super::shape::{MAX_FIRST, MAX_WAY, MAX_WEIGHT};
        const LAST: &str = "the last layer of a value head";
        const MOVES: &str = "a policy head";
        let shift = HEAD_SHIFT + POOL_SHIFT;
        let first = Dense::of(numbers, "the first layer of a value head", MAX_FIRST, shift)?;
        let what = "the second layer of a value head";
        let second = Dense::of(numbers, what, MAX_WEIGHT, HEAD_SHIFT)?;
        let mut head = Head {
            first,
            second,
            last: [[0; HIDDEN]; OUTCOMES],
            last_start: [0; OUTCOMES],
            move_sum: [0; CHANNELS],
            move_point: [0; POINT_CHANNELS],
            nearby: Nearby { own: [0; WAYS], other: [0; WAYS] },
        };
        for weight in head.last.iter_mut().flatten() {
            *weight = numbers.short(LAST, MAX_WEIGHT)?;
        }
        for start in &mut head.last_start {
            *start = numbers.long(LAST)?;
        }
        for weight in head.move_sum.iter_mut().chain(&mut head.move_point) {
            *weight = numbers.short(MOVES, MAX_WEIGHT)?;
        }
        for number in head.nearby.own.iter_mut().chain(&mut head.nearby.other) {
            *number = numbers.short(MOVES, MAX_WAY)?;
        }
        Ok(head)
    }
}

/// Random numbers of about the sizes that training gives.
struct Untrained(u64);

impl Untrained {
    /// One of `-limit..=limit`; the generator is Steele's `SplitMix64`.
    fn within(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % (2 * limit as u64 + 1)) as i32 - limit
    }
}

impl Numbers for Untrained {
    type Error = std::convert::Infallible;

    fn byte(&mut self, _: &'static str) -> Result<i8, Self::Error> {
        Ok(self.within(40) as i8)
    }

    fn short(&mut self, _: &'static str, limit: i16) -> Result<i16, Self::Error> {
        let usual = ONE << (EMBEDDING_SHIFT - 1);
        Ok(self.within(if limit == super::shape::MAX_EMBEDDING { usual } else { 80 }) as i16)
    }

    fn long(&mut self, _: &'static str) -> Result<i32, Self::Error> {
        Ok(self.within(ONE << (POINT_SHIFT - 2)))
    }
}

impl Network {
    /// A network of random numbers, the same for the same seed: worth nothing in play, but as good as
    /// a trained one to measure and to test with.
    pub fn untrained(rule: RuleKind, seed: u64) -> Network {
        let recipe = format!("random numbers, seed {seed}");
        let heading = Heading { rule, classic: 0, recipe, hash: 0 };
        match Network::of(heading, &mut Untrained(seed)) {
            Ok(mut network) => {
                network.heading.hash = super::format::hash(&network);
                network
            }
        }
    }
}
