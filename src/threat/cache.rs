//! Positions that have been shown to have no win by fours.

/// Bits of a key that its place in the cache tells: they hold the length instead.
const LENGTH: u64 = 0xff;

/// A fixed number of keys, each in the one place that its low bits name: newer ones replace older
/// ones. With each key stands how long a win would have been found, in plies.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    keys: Box<[u64]>,
}

impl Cache {
    /// A length that stands for wins of every length.
    pub(super) const EVERY_LENGTH: u32 = LENGTH as u32;

    /// A cache of `1 << bits` keys of eight bytes; `bits` is at least 8.
    pub(super) fn new(bits: u32) -> Cache {
        debug_assert!(bits >= 8);
        Cache { keys: vec![0; 1 << bits].into_boxed_slice() }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.keys.len() - 1)
    }

    /// Whether the position with this key is known to have no win within `plies` plies.
    #[inline]
    pub(super) fn has_no_win(&self, key: u64, plies: u32) -> bool {
        let kept = self.keys[self.place(key)];
        kept & !LENGTH == key & !LENGTH && (kept & LENGTH) as u32 >= plies
    }

    /// Notes that the position with this key has no win within `plies` plies.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, plies: u32) {
        let place = self.place(key);
        self.keys[place] = key & !LENGTH | u64::from(plies.min(Cache::EVERY_LENGTH));
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.keys.fill(0);
    }
}
