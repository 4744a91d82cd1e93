//! The transposition table: shared by all threads, without locks and without data races.
//!
//! An entry is two atomic words. The first is the key mixed with the second (Hyatt and Mann, "A
//! lock-less transposition table implementation", 2002), so that an entry of which two threads
//! wrote one word each is not recognised, instead of being wrong.
//!
//! The memory comes as zero pages and is not touched before it is used; clearing takes new pages.
//! And a table begins small and grows to what the searches need ([`Table::make_room`]): every page of
//! what is in use is touched by the first few thousand positions, and the kernel's zeros and the
//! processor's cache are a large part of a short search. With the whole of 350 MB in use at once, games
//! at 100 ms a move, six at a time on two cores, are lost to a table of 24 MB by 2 to 1.

use super::huge_pages;
use crate::board::Point;
use crate::value::Value;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: only the move and the evaluation are of use.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// It is the true value at that depth.
    Exact,
}

/// What is known of a position. Values count from the position itself, not from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one is known.
    pub best: Option<Point>,
    /// The value that the search found.
    pub value: Value,
    /// The static evaluation.
    pub evaluation: Value,
    /// Remaining depth of the search, in plies, 0 to 255.
    pub depth: u8,
    /// What `value` says.
    pub bound: Bound,
}

/// Entries that share a cache line.
const BUCKET: usize = 4;
/// Generations are counted modulo this.
const GENERATIONS: u64 = 64;
/// An entry of an older search counts as this many plies shallower, a generation.
const AGE_PLIES: i32 = 4;

/// The table.
pub struct Table {
    /// `BUCKET` slots of two words for each bucket, flat: a plain slice of atomics can be made of
    /// zero pages by safe code.
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    start: usize,
    /// Buckets in use.
    buckets: usize,
    /// Buckets that there is memory for.
    room: usize,
    /// Buckets that were asked for: more than there are if the system had no memory for them.
    wanted: usize,
    generation: AtomicU64,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} bytes)", self.bytes())
    }
}

/// Where more than this is in use, in bytes, large pages are not asked for: a search that has no limit may
/// be short all the same, and then has no time for gigabytes of zeros.
const LARGEST_OF_HUGE_PAGES: u64 = 512 << 20;
/// Size in use to begin with, in bytes.
const FIRST_SIZE: u64 = 1 << 20;
/// Parts of a thousand that one search fills where there is less than it wants.
const CROWDED: u32 = 250;

/// Words of a bucket: the mixed key and the packed entry of each slot.
const WORDS: usize = 2 * BUCKET;
/// Size of a bucket, in bytes: a cache line.
const BUCKET_BYTES: u64 = 8 * WORDS as u64;

impl Table {
    /// A table of at most `bytes` bytes, one bucket at least; a smaller one where the system
    /// refuses that much.
    pub fn new(bytes: u64) -> Table {
        let wanted = (Table::size_for(bytes) / BUCKET_BYTES) as usize;
        let mut table = Table {
            words: Box::default(),
            start: 0,
            buckets: 0,
            room: wanted,
            wanted,
            generation: AtomicU64::new(0),
        };
        table.clear();
        table
    }

    /// Whether this is the table that [`Table::new`] makes of so many bytes.
    pub fn is_for(&self, bytes: u64) -> bool {
        Table::size_for(bytes) == self.wanted as u64 * BUCKET_BYTES
    }

    /// Size of a table for which there are `bytes` bytes.
    pub fn size_for(bytes: u64) -> u64 {
        (bytes / BUCKET_BYTES).max(1) * BUCKET_BYTES
    }

    /// Size in bytes, whether in use or not.
    pub fn bytes(&self) -> u64 {
        self.room as u64 * BUCKET_BYTES
    }

    /// Size of what is in use, in bytes.
    pub fn bytes_in_use(&self) -> u64 {
        self.buckets as u64 * BUCKET_BYTES
    }

    /// Forgets everything, by taking fresh zero pages in place of the used ones.
    pub fn clear(&mut self) {
        // The old pages go first: at no time are there two tables.
        self.words = Box::default();
        (self.words, self.room) = zeroed(self.room);
        self.start = line_start(&self.words);
        self.buckets = 0;
        self.use_buckets((FIRST_SIZE / BUCKET_BYTES) as usize);
        *self.generation.get_mut() = 0;
    }

    /// Takes `bytes` bytes into use, as far as there are so many, and keeps what is known. What is in use
    /// stays so until the table is cleared.
    pub fn make_room(&mut self, bytes: u64) {
        let wanted = (bytes / BUCKET_BYTES).min(self.room as u64) as usize;
        if wanted > self.buckets {
            // Not again for a little more.
            self.use_buckets(wanted.max(2 * self.buckets));
        }
    }

    /// Whether the last search has filled so much of what is in use that more would be of use.
    pub fn is_crowded(&self) -> bool {
        self.filled() > CROWDED
    }

    /// Takes so many buckets into use, or all.
    fn use_buckets(&mut self, buckets: usize) {
        let before = self.buckets;
        self.buckets = buckets.min(self.room);
        let in_use = self.start..self.start + self.buckets * WORDS;
        if self.buckets as u64 * BUCKET_BYTES <= LARGEST_OF_HUGE_PAGES {
            huge_pages::ask_for(&self.words[in_use]);
        }
        // An entry's place with more buckets is never before its old one, so that from the last bucket
        // to the first no entry meets one that has not been moved.
        for bucket in (0..before).rev() {
            let first = self.start + bucket * WORDS;
            let words = &mut self.words[first..first + WORDS];
            let moved: [u64; WORDS] = std::array::from_fn(|n| std::mem::take(words[n].get_mut()));
            for slot in moved.chunks_exact(2).filter(|slot| slot[1] != 0) {
                let mut places = self.bucket(slot[0] ^ slot[1]).chunks_exact(2);
                if let Some(place) = places.find(|place| place[1].load(Ordering::Relaxed) == 0) {
                    place[0].store(slot[0], Ordering::Relaxed);
                    place[1].store(slot[1], Ordering::Relaxed);
                }
            }
        }
    }

    /// Begins another search: what is there becomes older.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The high word of the product spreads keys over any number of buckets (Lemire 2016).
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let first = self.start + index * WORDS;
        &self.words[first..first + WORDS]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            (slot[0].load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores what is known of the position with this key, in place of what is worth least.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        for (n, slot) in bucket.chunks_exact(2).enumerate() {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 {
                victim = n;
                break;
            }
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                entry.best = entry.best.or(old.best);
                let same_search = data >> 58 == generation;
                let shallow = i32::from(entry.depth) + 3 < i32::from(old.depth);
                if same_search && shallow && entry.bound != Bound::Exact {
                    return;
                }
                victim = n;
                break;
            }
            let age = (generation + GENERATIONS - (data >> 58)) % GENERATIONS;
            let worth = i32::from(depth_of(data)) - AGE_PLIES * age as i32;
            if worth < least {
                least = worth;
                victim = n;
            }
        }
        let data = pack(&entry, generation);
        bucket[2 * victim].store(key ^ data, Ordering::Relaxed);
        bucket[2 * victim + 1].store(data, Ordering::Relaxed);
    }

    /// Part of the table that the present search has filled, in parts of a thousand, by a sample.
    pub fn usage(&self) -> u32 {
        (u64::from(self.filled()) * self.buckets as u64 / self.room as u64) as u32
    }

    /// Part of what is in use that the present search has filled, in parts of a thousand.
    fn filled(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = (self.buckets * WORDS).min(2000);
        let datas = self.words[self.start..self.start + sample].iter().skip(1).step_by(2);
        let used = datas
            .map(|word| word.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && data >> 58 == generation)
            .count();
        (used * 1000 / (sample / 2).max(1)) as u32
    }
}

/// Untouched zero pages for so many buckets, or half as many as often as the system refuses, and the
/// number of buckets. There are words enough to begin with a cache line.
fn zeroed(mut buckets: usize) -> (Box<[AtomicU64]>, usize) {
    loop {
        match bytemuck::try_zeroed_slice_box(buckets * WORDS + WORDS - 1) {
            Ok(words) => return (words, buckets),
            Err(()) => {
                assert!(buckets > 1, "there is memory for a single bucket");
                buckets /= 2;
            }
        }
    }
}

/// The first of these words that begins a cache line: a bucket that lay across two of them would cost
/// two accesses to memory.
fn line_start(words: &[AtomicU64]) -> usize {
    words.as_ptr().align_offset(BUCKET_BYTES as usize).min(WORDS - 1)
}

// Bits of the packed word: 0-10 move (0: none), 12-27 value, 28-43 evaluation, 44-51 depth,
// 52-53 bound, 54 always set (so that no entry is zero), 58-63 generation.

fn pack(entry: &Entry, generation: u64) -> u64 {
    let best = entry.best.map_or(0, |point| point.index() as u64 + 1);
    best | u64::from(entry.value.raw() as u16) << 12
        | u64::from(entry.evaluation.raw() as u16) << 28
        | u64::from(entry.depth) << 44
        | (entry.bound as u64) << 52
        | 1 << 54
        | generation << 58
}

#[inline]
fn depth_of(data: u64) -> u8 {
    (data >> 44) as u8
}

#[inline]
fn unpack(data: u64) -> Entry {
    let best = (data & 0x7ff) as usize;
    Entry {
        best: best.checked_sub(1).and_then(Point::from_index),
        value: Value::from_raw((data >> 12) as u16 as i16),
        evaluation: Value::from_raw((data >> 28) as u16 as i16),
        depth: depth_of(data),
        bound: match data >> 52 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, value: i32) -> Entry {
        Entry {
            best: Point::new(7, 9),
            value: Value::score(value),
            evaluation: Value::score(-value),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn entries_survive_packing() {
        for depth in [0, 1, 255] {
            for value in [Value::score(-20_000), Value::win_in(3), Value::loss_in(900)] {
                for best in [None, Point::new(0, 0), Point::new(31, 31)] {
                    for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
                        let entry = Entry { best, value, evaluation: value, depth, bound };
                        assert_eq!(unpack(pack(&entry, 63)), entry);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_cleared() {
        let mut table = Table::new(1 << 16);
        for key in 1..200_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.store(key, entry(5, 10));
            assert_eq!(table.probe(key), Some(entry(5, 10)));
        }
        assert_eq!(table.probe(12345), None);
        table.clear();
        assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), None);
    }

    #[test]
    fn a_table_that_the_system_refuses_becomes_a_smaller_one() {
        // More than any address space.
        let bytes = 1 << 60;
        let mut table = Table::new(bytes);
        assert!(table.is_for(bytes) && table.bytes() < bytes);
        table.store(77, entry(9, 5));
        assert!(table.probe(77).is_some());
        table.clear();
        assert!(table.is_for(bytes) && table.probe(77).is_none());
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go_first() {
        let table = Table::new(64);
        for key in 1..=4 {
            table.store(key, entry(10 + key as u8, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.probe(1), None);
        assert!(table.probe(4).is_some());
        for _ in 0..5 {
            table.age();
        }
        table.store(6, entry(2, 0));
        table.store(7, entry(2, 0));
        table.store(8, entry(2, 0));
        assert!([6, 7, 8].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_knows() {
        let key = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for sizes in [[1 << 21, 1 << 22, 1 << 23], [1_500_000, 5_000_000, 9_999_999]] {
            let mut table = Table::new(10_000_000);
            // A little more than one entry for each bucket: hardly any is pushed out.
            let number = 20_000;
            for n in 0..number {
                table.store(key(n), entry((n % 200) as u8, n as i32 % 1000));
            }
            let known: Vec<u64> = (0..number).filter(|&n| table.probe(key(n)).is_some()).collect();
            assert!(known.len() as u64 > number * 98 / 100);
            assert!(table.is_crowded() && table.usage() < 100, "{}", table.usage());
            for bytes in sizes {
                table.make_room(bytes);
                assert!(table.buckets as u64 * BUCKET_BYTES + BUCKET_BYTES > bytes);
                for &n in &known {
                    let expected = entry((n % 200) as u8, n as i32 % 1000);
                    assert_eq!(table.probe(key(n)), Some(expected));
                }
            }
            assert!(!table.is_crowded());
            // There is no more than there is, and what is in use stays so.
            table.make_room(u64::MAX);
            assert_eq!(table.buckets, table.room);
            table.make_room(0);
            assert_eq!(table.buckets, table.room);
            table.clear();
            assert!(table.buckets < table.room && table.probe(key(3)).is_none());
        }
    }

    #[test]
    fn torn_entries_are_not_recognised() {
        let table = Table::new(64);
        table.store(77, entry(9, 5));
        let other = pack(&entry(3, -5), 0);
        table.words[table.start + 1].store(other, Ordering::Relaxed);
        assert_eq!(table.probe(77), None);
    }
}
