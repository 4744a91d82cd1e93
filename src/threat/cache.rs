//! Positions that have been shown to have no win by fours.

/// A fixed number of keys, each in the one place that its low bits name: newer ones replace older
/// ones.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    keys: Box<[u64]>,
}

impl Cache {
    /// A cache of `1 << bits` keys of eight bytes.
    pub(super) fn new(bits: u32) -> Cache {
        Cache { keys: vec![0; 1 << bits].into_boxed_slice() }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.keys.len() - 1)
    }

    /// Whether `key` was put here and has not been replaced.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.keys[self.place(key)] == key
    }

    /// Puts `key` here.
    #[inline]
    pub(super) fn insert(&mut self, key: u64) {
        let place = self.place(key);
        self.keys[place] = key;
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.keys.fill(0);
    }
}
