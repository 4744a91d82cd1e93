//! The file of a network's weights.
//!
//! Little endian throughout:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TNGNNET` and a line feed |
//! | 2 | version of the format: 2 |
//! | 2 | rule: 0 freestyle, 1 standard, 2 renju |
//! | 2 | number of the shape: 3 |
//! | 5 x 2 | reach, channels, channels of a point, regions, width of the hidden layers |
//! | 4 | checksum of the classic weights whose values the value heads add to; 0: they stand alone |
//! | 8 | FNV-1a hash (64 bits) of the numbers |
//! | 4 | length of the recipe in bytes |
//! | | the recipe: how the network was made (UTF-8) |
//! | | the numbers |
//! | 4 | CRC-32 (IEEE) of everything before it |
//!
//! The numbers, each layer's weights by output, then input, and after them its constants:
//! * the embedding, 16 bits each: for the centre empty, black and white, for each half before the
//!   point, for each half after it that is not below the former, the channels; then, for what a stone
//!   of Black and of White would threaten at the point, from a three to a five, the channels;
//! * the layer of the points: weights of 8 bits, constants of 32;
//! * for Black and for White to move: the three layers of the value head and then the policy head
//!   (for the sum, for the numbers of the point; no constant): weights of 16 bits, constants of 32.
//!   Last what a way from the last stone of the side to move, and from that of the other side, adds
//!   to a move, in the order of [`way`](crate::eval::nearby::way): 16 bits, in 1/256 of a natural
//!   logarithm.

use super::network::{
    Dense, Head, Heading, Network, Numbers, row_index, stored_halves, stored_threats,
};
use super::shape::{
    CENTRES, CHANNELS, FEATURES, HEAD_SHIFT, HIDDEN, MAX_BIAS, OUTCOMES, POINT_CHANNELS,
    POINT_SHIFT, POOL_SHIFT, REACH, REGIONS, SHAPE, THREAT_ROWS,
};
use crate::board::Side;
use crate::eval::Weights;
use crate::eval::nearby::WAYS;
use crate::rules::RuleKind;
use std::fmt;

const MAGIC: &[u8; 8] = b"TNGNNET\n";
const VERSION: u16 = 2;
const DIMENSIONS: [u16; 5] =
    [REACH as u16, CHANNELS as u16, POINT_CHANNELS as u16, REGIONS as u16, HIDDEN as u16];

/// Length of what comes before the recipe.
const HEADER: usize = 8 + 2 + 2 + 2 + 2 * DIMENSIONS.len() + 4 + 8 + 4;
const CHECKSUM: usize = 4;

/// The rules by their numbers in files.
const RULES: [RuleKind; 3] = [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju];

/// Why a file of weights is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// It does not begin as such a file does.
    Foreign,
    /// Its version is not known here.
    Version(u16),
    /// It ends too early or goes on too long.
    Length {
        /// Bytes that it should have.
        wanted: usize,
        /// Bytes that it has.
        found: usize,
    },
    /// Its checksum does not fit.
    Damaged,
    /// The number of its rule is not known here.
    Rule(u16),
    /// The number of its shape is not known here.
    Shape(u16),
    /// Its dimensions are not those of its shape.
    Dimensions([u16; 5]),
    /// It adds to other classic weights than those of this program.
    Classic(u32),
    /// Its recipe is no UTF-8.
    Recipe,
    /// The hash of its numbers is another one than it says.
    Hash,
    /// A number is too large.
    Number {
        /// Where.
        what: &'static str,
        /// The number.
        number: i32,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Foreign => f.write_str("not a file of network weights"),
            NetworkError::Version(version) => {
                write!(f, "version {version} of the format is not known, only {VERSION}")
            }
            NetworkError::Length { wanted, found } if found < wanted => {
                write!(f, "cut off: {found} bytes of {wanted}")
            }
            NetworkError::Length { wanted, found } => {
                write!(f, "too long: {found} bytes where {wanted} are due")
            }
            NetworkError::Damaged => f.write_str("damaged: the checksum does not fit"),
            NetworkError::Rule(rule) => write!(f, "rule number {rule} is not known"),
            NetworkError::Shape(shape) => {
                write!(f, "shape number {shape} is not known, only {SHAPE}")
            }
            NetworkError::Dimensions(found) => {
                write!(f, "dimensions {found:?} where {DIMENSIONS:?} are due")
            }
            NetworkError::Classic(checksum) => {
                write!(f, "made for other classic weights ({checksum:08x}) than this program has")
            }
            NetworkError::Recipe => f.write_str("the recipe is not UTF-8"),
            NetworkError::Hash => f.write_str("the hash of the numbers does not fit"),
            NetworkError::Number { what, number } => {
                write!(f, "the number {number} in {what} is too large")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

/// Bytes of the numbers.
const NUMBERS: usize = {
    let halves = super::shape::Codes::HALF_STATES as usize;
    let rows = CENTRES * halves * (halves + 1) / 2;
    let point = POINT_CHANNELS * (CHANNELS + 4);
    let value = HIDDEN * (2 * FEATURES + 4) + HIDDEN * (2 * HIDDEN + 4);
    let head = value + OUTCOMES * (2 * HIDDEN + 4) + 2 * (CHANNELS + POINT_CHANNELS + 2 * WAYS);
    let rows = rows + THREAT_ROWS - Side::ALL.len();
    rows * CHANNELS * 2 + point + 2 * head
};

/// Numbers taken from the front of some bytes, whose length has been looked at before.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_first_chunk().map_or(([0; N], &[][..]), |(b, r)| (*b, r));
        self.0 = rest;
        bytes
    }
}

impl Numbers for Reader<'_> {
    type Error = NetworkError;

    fn byte(&mut self, _: &'static str) -> Result<i8, NetworkError> {
        Ok(i8::from_le_bytes(self.take()))
    }

    fn short(&mut self, what: &'static str, limit: i16) -> Result<i16, NetworkError> {
        let number = i16::from_le_bytes(self.take());
        if number.unsigned_abs() > limit.unsigned_abs() {
            return Err(NetworkError::Number { what, number: number.into() });
        }
        Ok(number)
    }

    fn long(&mut self, what: &'static str) -> Result<i32, NetworkError> {
        let number = i32::from_le_bytes(self.take());
        if number.unsigned_abs() > MAX_BIAS.unsigned_abs() {
            return Err(NetworkError::Number { what, number });
        }
        Ok(number)
    }
}

impl Network {
    /// Reads the bytes of a file of weights.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut header = Reader(bytes);
        if &header.take::<8>() != MAGIC {
            return Err(NetworkError::Foreign);
        }
        if bytes.len() < HEADER {
            return Err(NetworkError::Length { wanted: HEADER, found: bytes.len() });
        }
        let mut short = || u16::from_le_bytes(header.take());
        let version = short();
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let (rule, shape) = (short(), short());
        let dimensions = DIMENSIONS.map(|_| short());
        let classic = u32::from_le_bytes(header.take());
        let hash = u64::from_le_bytes(header.take());
        let recipe_length = u32::from_le_bytes(header.take()) as usize;
        let wanted = recipe_length.saturating_add(HEADER + NUMBERS + CHECKSUM);
        // Another shape has another length; say so rather than that.
        if shape != SHAPE {
            return Err(NetworkError::Shape(shape));
        }
        if bytes.len() != wanted {
            return Err(NetworkError::Length { wanted, found: bytes.len() });
        }
        let (covered, checksum) = bytes.split_at(wanted - CHECKSUM);
        if crc32fast::hash(covered).to_le_bytes() != checksum {
            return Err(NetworkError::Damaged);
        }
        let kind = *RULES.get(usize::from(rule)).ok_or(NetworkError::Rule(rule))?;
        if dimensions != DIMENSIONS {
            return Err(NetworkError::Dimensions(dimensions));
        }
        if classic != 0 && classic != Weights::fingerprint(kind) {
            return Err(NetworkError::Classic(classic));
        }
        let (recipe, numbers) = covered[HEADER..].split_at(recipe_length);
        let recipe = std::str::from_utf8(recipe).map_err(|_| NetworkError::Recipe)?;
        if fnv1a(numbers) != hash {
            return Err(NetworkError::Hash);
        }
        let head = Heading { rule: kind, classic, recipe: recipe.to_owned(), hash };
        Network::of(head, &mut Reader(numbers))
    }

    /// The bytes of a file of these weights. [`Network::read`] reads them.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.heading.recipe.len() + NUMBERS + CHECKSUM);
        bytes.extend(MAGIC);
        // Other rules have no networks of their own.
        let rule =
            RULES.iter().position(|&rule| rule == self.heading.rule).unwrap_or(usize::MAX) as u16;
        for number in [VERSION, rule, SHAPE].into_iter().chain(DIMENSIONS) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.heading.classic.to_le_bytes());
        bytes.extend(self.heading.hash.to_le_bytes());
        bytes.extend((self.heading.recipe.len() as u32).to_le_bytes());
        bytes.extend(self.heading.recipe.as_bytes());
        bytes.extend(numbers(self));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// The hash of a network's numbers.
pub(super) fn hash(network: &Network) -> u64 {
    fnv1a(&numbers(network))
}

/// Fowler, Noll and Vo's hash, variant 1a, of 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The numbers of a network, as in its file.
fn numbers(network: &Network) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(NUMBERS);
    for centre in 0..CENTRES {
        for (before, after) in stored_halves() {
            let row = network.embedding[row_index(centre, before, after)];
            bytes.extend(row.0.iter().flat_map(|number| number.to_le_bytes()));
        }
    }
    for place in stored_threats() {
        bytes.extend(network.embedding[place].0.iter().flat_map(|number| number.to_le_bytes()));
    }
    for output in 0..POINT_CHANNELS {
        for input in 0..CHANNELS {
            bytes.extend(network.point.weights[input / 4][output][input % 4].to_le_bytes());
        }
    }
    write_starts(&mut bytes, &network.point.start, POINT_SHIFT);
    for side in Side::ALL {
        write_head(&mut bytes, &network.heads[side]);
    }
    bytes
}

fn write_head(bytes: &mut Vec<u8>, head: &Head) {
    write_dense(bytes, &head.first, HEAD_SHIFT + POOL_SHIFT);
    write_dense(bytes, &head.second, HEAD_SHIFT);
    bytes.extend(head.last.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(head.last_start.iter().flat_map(|start| start.to_le_bytes()));
    let moves = head.move_sum.iter().chain(&head.move_point);
    bytes.extend(moves.flat_map(|weight| weight.to_le_bytes()));
    let ways = head.nearby.own.iter().chain(&head.nearby.other);
    bytes.extend(ways.flat_map(|number| number.to_le_bytes()));
}

fn write_dense<const PAIRS: usize, const OUT: usize>(
    bytes: &mut Vec<u8>,
    layer: &Dense<PAIRS, OUT>,
    shift: u32,
) {
    for output in 0..OUT {
        for input in 0..2 * PAIRS {
            bytes.extend(layer.weights[input / 2][output][input % 2].to_le_bytes());
        }
    }
    write_starts(bytes, &layer.start, shift);
}

/// The constants without the half unit of rounding.
fn write_starts(bytes: &mut Vec<u8>, starts: &[i32], shift: u32) {
    bytes.extend(starts.iter().flat_map(|start| (start - (1 << (shift - 1))).to_le_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts the right checksum to changed bytes.
    fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len() - CHECKSUM;
        let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&checksum);
        bytes
    }

    fn with(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
        let mut changed = bytes.to_vec();
        changed[at..at + new.len()].copy_from_slice(new);
        changed
    }

    #[test]
    fn networks_survive_writing_and_reading() {
        for rule in RULES {
            let network = Network::untrained(rule, 7);
            let bytes = network.write();
            let read = Network::read(&bytes).unwrap();
            assert!(read == network);
            assert_eq!(read.write(), bytes);
            assert_ne!(network.hash(), Network::untrained(rule, 8).hash());
        }
    }

    #[test]
    fn files_are_small_enough_to_ship() {
        let bytes = Network::untrained(RuleKind::Renju, 1).write();
        assert!(bytes.len() * RULES.len() < 12 << 20, "{} bytes", bytes.len());
    }

    #[test]
    fn damaged_and_foreign_files_are_refused_with_the_reason() {
        let bytes = Network::untrained(RuleKind::Renju, 7).write();
        let refusal = |bytes: &[u8]| Network::read(bytes).unwrap_err();
        assert_eq!(refusal(b""), NetworkError::Foreign);
        assert_eq!(refusal(b"# Tengen weights 2\n"), NetworkError::Foreign);
        assert_eq!(refusal(&with(&bytes, 8, &[1, 0])), NetworkError::Version(1));
        assert_eq!(refusal(&with(&bytes, 12, &[9, 0])), NetworkError::Shape(9));
        assert_eq!(refusal(&signed(with(&bytes, 10, &[3, 0]))), NetworkError::Rule(3));
        let dimensions = refusal(&signed(with(&bytes, 16, &[64, 0])));
        assert_eq!(dimensions, NetworkError::Dimensions([4, 64, 16, 9, 32]));
        assert_eq!(refusal(&signed(with(&bytes, HEADER, &[0xff]))), NetworkError::Recipe);
        assert_eq!(refusal(&signed(with(&bytes, 24, &[1, 0, 0, 0]))), NetworkError::Classic(1));
        assert_eq!(refusal(&signed(with(&bytes, 28, &[0; 8]))), NetworkError::Hash);
        let long = [&bytes[..], &[0]].concat();
        let (wanted, found) = (bytes.len(), bytes.len() + 1);
        assert_eq!(refusal(&long), NetworkError::Length { wanted, found });
        for at in [HEADER + 3, 100_000, bytes.len() - 1] {
            let flipped = with(&bytes, at, &[bytes[at] ^ 4]);
            assert_eq!(refusal(&flipped), NetworkError::Damaged, "{at}");
        }
    }

    #[test]
    fn cut_files_are_refused_wherever_they_end() {
        let bytes = Network::untrained(RuleKind::Renju, 7).write();
        for length in (0..400).chain([bytes.len() / 2, bytes.len() - 4, bytes.len() - 1]) {
            assert!(Network::read(&bytes[..length]).is_err(), "{length}");
        }
        let half = bytes.len() / 2;
        let error = Network::read(&bytes[..half]).unwrap_err();
        assert_eq!(error.to_string(), format!("cut off: {half} bytes of {}", bytes.len()));
    }

    #[test]
    fn numbers_that_could_overflow_are_refused() {
        let network = Network::untrained(RuleKind::Renju, 7);
        let start = HEADER + network.heading.recipe.len();
        let mut bytes = with(&network.write(), start, &9000_i16.to_le_bytes());
        let end = bytes.len() - CHECKSUM;
        let hash = fnv1a(&bytes[start..end]).to_le_bytes();
        bytes[28..36].copy_from_slice(&hash);
        let error = Network::read(&signed(bytes)).unwrap_err();
        assert_eq!(error, NetworkError::Number { what: "the embedding", number: 9000 });
    }
}
