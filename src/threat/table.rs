//! What the solver of threes and fours remembers of positions: two tables of fixed size, the one
//! with proof numbers, the other with moves, so that a position need not be looked at anew each
//! time the search comes by.

use crate::board::Point;

/// A proof number that cannot be reached: what is shown has the other number 0.
pub(super) const INFINITE: u32 = 1 << 30;

/// Proof and disproof number: how many positions at least have yet to be shown won, or not won, to
/// decide this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Limits that only a decision reaches.
    pub(super) const UNLIMITED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

    #[inline]
    pub(super) fn is_proved(self) -> bool {
        self.proof == 0
    }

    #[inline]
    pub(super) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) numbers: Numbers,
    /// Positions visited below.
    pub(super) work: u32,
    /// The winning move, of a position that the attacker is to move in and wins by it.
    pub(super) best: Option<Point>,
    /// Plies within which a proved position is won, at most.
    pub(super) length: u8,
    /// Which of the searches since the table was last empty it is from.
    generation: u8,
}

const _: () = assert!(size_of::<Entry>() == 24);

const NO_ENTRY: Entry = Entry {
    key: 0,
    numbers: Numbers { proof: 1, disproof: 1 },
    work: 0,
    best: None,
    length: 0,
    generation: 0,
};

/// Entries that share a place.
const BUCKET: usize = 4;

/// The table of proof numbers. Of the entries that share a place the one with the least work gives
/// way.
#[derive(Clone, Debug)]
pub(super) struct ProofTable {
    buckets: Box<[[Entry; BUCKET]]>,
    /// Entries of another generation are as good as none.
    generation: u8,
}

impl ProofTable {
    /// A table that takes at most `bytes`, though it always has one place.
    pub(super) fn new(bytes: usize) -> ProofTable {
        let buckets = places(bytes, size_of::<[Entry; BUCKET]>());
        ProofTable { buckets: vec![[NO_ENTRY; BUCKET]; buckets].into_boxed_slice(), generation: 0 }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// What is kept of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<&Entry> {
        let generation = self.generation;
        let bucket = &self.buckets[self.place(key)];
        bucket.iter().find(|entry| entry.key == key && entry.generation == generation)
    }

    /// Keeps what is known of a position.
    pub(super) fn store(
        &mut self,
        key: u64,
        numbers: Numbers,
        work: u64,
        best: Option<Point>,
        length: u32,
    ) {
        let (place, generation) = (self.place(key), self.generation);
        let bucket = &mut self.buckets[place];
        let work_of = |entry: &Entry| if entry.generation == generation { entry.work } else { 0 };
        let slot = match bucket.iter().position(|entry| entry.key == key) {
            Some(slot) => slot,
            None => (0..BUCKET).min_by_key(|&slot| work_of(&bucket[slot])).unwrap_or(0),
        };
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        bucket[slot] =
            Entry { key, numbers, work, best, length: length.min(255) as u8, generation };
    }

    /// Forgets everything, in next to no time but once in a while.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.buckets.fill([NO_ENTRY; BUCKET]);
        }
    }
}

/// A move with the numbers that its position begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate(u16);

impl Candidate {
    const POINT_BITS: u32 = 10;
    const NUMBER_BITS: u32 = 3;
    /// The numbers that can be kept: the larger, the less it matters which one it is.
    const NUMBERS: [u32; 1 << Candidate::NUMBER_BITS] = [1, 2, 3, 4, 6, 10, 16, 30];

    /// Both numbers are cut to the next one that can be kept.
    #[inline]
    pub(super) fn new(point: Point, proof: u32, disproof: u32) -> Candidate {
        let kept = |number: u32| {
            Candidate::NUMBERS.iter().rposition(|&kept| kept <= number).unwrap_or(0) as u16
        };
        let numbers = kept(proof) << Candidate::NUMBER_BITS | kept(disproof);
        Candidate(point.index() as u16 | numbers << Candidate::POINT_BITS)
    }

    /// The point; `None` never happens.
    #[inline]
    pub(super) fn point(self) -> Option<Point> {
        Point::from_index(usize::from(self.0) & ((1 << Candidate::POINT_BITS) - 1))
    }

    /// The numbers to begin with.
    #[inline]
    pub(super) fn numbers(self) -> Numbers {
        let numbers = usize::from(self.0 >> Candidate::POINT_BITS);
        let count = Candidate::NUMBERS.len();
        Numbers {
            proof: Candidate::NUMBERS[numbers / count % count],
            disproof: Candidate::NUMBERS[numbers % count],
        }
    }
}

/// All moves of a position that are considered.
pub(super) type Candidates = Vec<Candidate>;

/// Moves that one place of the table of moves holds.
const KEPT_MOVES: usize = 58;

const _: () = assert!(size_of::<Kept>() == 128);

#[derive(Clone, Copy, Debug)]
struct Kept {
    key: u64,
    generation: u8,
    /// Length of the win by fours that every other reply loses to.
    other: u8,
    count: u8,
    moves: [Candidate; KEPT_MOVES],
}

const NOTHING_KEPT: Kept =
    Kept { key: 0, generation: 0, other: 0, count: 0, moves: [Candidate(0); KEPT_MOVES] };

/// The table of moves: newer ones replace older ones. Longer lists are not kept.
#[derive(Clone, Debug)]
pub(super) struct MoveTable {
    places: Box<[Kept]>,
    generation: u8,
}

impl MoveTable {
    /// A table that takes at most `bytes`, though it always has one place.
    pub(super) fn new(bytes: usize) -> MoveTable {
        MoveTable {
            places: vec![NOTHING_KEPT; places(bytes, size_of::<Kept>())].into_boxed_slice(),
            generation: 0,
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// Puts the moves kept under this key into `moves`; the length of the win that other replies
    /// lose to, if they are there.
    #[inline]
    pub(super) fn load(&self, key: u64, moves: &mut Candidates) -> Option<u32> {
        let kept = &self.places[self.place(key)];
        if kept.key != key || kept.generation != self.generation {
            return None;
        }
        moves.clear();
        moves.extend(kept.moves[..usize::from(kept.count)].iter().copied());
        Some(kept.other.into())
    }

    /// Keeps the moves of a position.
    pub(super) fn store(&mut self, key: u64, moves: &[Candidate], other: u32) {
        if moves.len() > KEPT_MOVES {
            return;
        }
        let place = self.place(key);
        let kept = &mut self.places[place];
        kept.key = key;
        kept.generation = self.generation;
        kept.other = other.min(255) as u8;
        kept.count = moves.len() as u8;
        kept.moves[..moves.len()].copy_from_slice(moves);
    }

    /// Forgets everything, in next to no time but once in a while.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.places.fill(NOTHING_KEPT);
        }
    }
}

/// How many places of `size` bytes fit, as a power of two.
fn places(bytes: usize, size: usize) -> usize {
    let fitting = (bytes / size).max(1);
    1 << fitting.ilog2()
}
