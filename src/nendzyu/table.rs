//! What earlier visits to a position have found, by the key of the position between two turns.

use super::pair::Pair;
use crate::board::Point;
use crate::value::Value;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// It is the value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// A value, counted from the position.
    pub(super) value: Value,
    /// What it says.
    pub(super) bound: Bound,
    /// How many turns deep the position was searched.
    pub(super) depth: u8,
    /// The turn that was best, or good enough.
    pub(super) turn: Option<Pair>,
}

/// A table of positions. The newer position takes the slot.
#[derive(Debug)]
pub(super) struct Table {
    /// Key, and what is known, packed. Words, so that an empty table costs nothing to make.
    slots: Vec<[u64; 2]>,
    bytes: u64,
}

/// Slots that are looked at to tell how full the table is.
const SAMPLE: usize = 1000;
/// Bytes beyond which a table is of no use: positions are visited slowly here.
const MOST_BYTES: u64 = 64 << 20;

impl Known {
    /// In one word, which is not 0: value, depth, bound, and the turn's two points.
    fn pack(self) -> u64 {
        let points = self.turn.map(|turn| turn.points().map(|point| point.index() as u64 + 1));
        let [first, second] = points.unwrap_or([0; 2]);
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value.raw() as u16)
            | u64::from(self.depth) << 16
            | bound << 24
            | first << 32
            | second << 48
    }

    /// What [`Known::pack`] has made a word of.
    fn unpack(word: u64) -> Option<Known> {
        let bound = match word >> 24 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let point = |bits: u64| Point::from_index((bits as u16 as usize).checked_sub(1)?);
        let turn = match (point(word >> 32), point(word >> 48)) {
            (Some(first), Some(second)) => Pair::new(first, second),
            _ => None,
        };
        let value = Value::from_raw(word as u16 as i16);
        Some(Known { value, bound, depth: (word >> 16) as u8, turn })
    }
}

impl Table {
    /// A table of at most `bytes` bytes. It takes them when it is first written to.
    pub(super) fn new(bytes: u64) -> Table {
        Table { slots: Vec::new(), bytes: bytes.min(MOST_BYTES) }
    }

    /// Whether the table was made for so many bytes.
    pub(super) fn is_for(&self, bytes: u64) -> bool {
        self.bytes == bytes.min(MOST_BYTES)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots = Vec::new();
    }

    /// Part of the table in use, in parts of a thousand.
    pub(super) fn usage(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(SAMPLE)];
        let used = sample.iter().filter(|slot| slot[1] != 0).count();
        (used * 1000 / sample.len().max(1)) as u32
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let slot = self.slots.get(key as usize & self.slots.len().wrapping_sub(1))?;
        Known::unpack(slot[1]).filter(|_| slot[0] == key)
    }

    /// Keeps what is known of a position.
    pub(super) fn put(&mut self, key: u64, known: Known) {
        if self.slots.is_empty() {
            let most = self.bytes as usize / size_of::<[u64; 2]>();
            // The largest power of two that fits.
            self.slots = vec![[0; 2]; (most / 2 + 1).next_power_of_two()];
        }
        let at = key as usize & (self.slots.len() - 1);
        self.slots[at] = [key, known.pack()];
    }
}

/// How good a stone has proved on each point, for both sides.
#[derive(Clone, Debug)]
pub(super) struct History {
    scores: Box<[[i32; crate::board::MAX_POINTS]; 2]>,
}

/// Largest score that history gives, in steps.
const MOST_HISTORY: i32 = 60;

/// A step of history, in the units of the order of moves: 1/256 of a natural logarithm.
const STEP: i32 = 12;

impl History {
    pub(super) fn new() -> History {
        History { scores: Box::new([[0; crate::board::MAX_POINTS]; 2]) }
    }

    /// What a stone of `side` on `point` gains in the order of turns.
    pub(super) fn score(&self, side: crate::board::Side, point: Point) -> i32 {
        STEP * self.scores[side.index()][point.index()]
    }

    /// A stone of `side` on `point` was part of a turn that was good enough, or of one that was not.
    pub(super) fn learn(
        &mut self,
        side: crate::board::Side,
        point: Point,
        good: bool,
        weight: i32,
    ) {
        let score = &mut self.scores[side.index()][point.index()];
        let towards = if good { MOST_HISTORY } else { 0 };
        *score += (towards - *score) * weight.min(8) / 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_survives_packing() {
        let turn = Pair::new(Point::at(31, 31), Point::at(0, 1));
        for (value, turn) in [(Value::score(-15_000), turn), (Value::win_in(6), None)] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let known = Known { value, bound, depth: 7, turn };
                let again = Known::unpack(known.pack()).unwrap();
                assert_eq!((again.value, again.depth, again.turn), (value, 7, turn));
                assert_eq!(again.bound, bound);
            }
        }
        assert!(Known::unpack(0).is_none());
    }

    #[test]
    fn a_table_keeps_to_its_size() {
        let mut table = Table::new(1000);
        let known = Known { value: Value::DRAW, bound: Bound::Exact, depth: 1, turn: None };
        assert!(table.get(5).is_none());
        (0..100).for_each(|key| table.put(key, known));
        assert_eq!(table.slots.len(), 32);
        assert!(table.get(99).is_some() && table.get(3).is_none());
    }
}
