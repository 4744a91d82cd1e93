//! Random choices that are the same for the same seed.

/// The `SplitMix64` sequence (Steele, Lea, Flood 2014). Openings, schedules of matches and data are
/// repeated by their seed, so the sequence must never change; that is why it stands here.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A sequence of its own for item `number` of many that share `seed`: what one item draws
    /// has no influence on the others.
    pub fn of_item(seed: u64, number: u64) -> Chance {
        // Neighbouring starts would give overlapping sequences; what they give first does not.
        Chance::new(Chance::new(Chance::new(seed).number() ^ number).number())
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the remainder is far below what a choice among a board's points could show.
        (self.number() % bound as u64) as usize
    }

    /// One of `items`, unless there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_draw_numbers_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..4 {
            for number in 0..50 {
                let mut random = Chance::of_item(seed, number);
                seen.extend((0..50).map(|_| random.number()));
            }
        }
        assert_eq!(seen.len(), 4 * 50 * 50);
        assert_eq!(Chance::of_item(3, 4).number(), Chance::of_item(3, 4).number());
    }

    #[test]
    fn a_shuffle_is_a_permutation_and_depends_on_the_seed_alone() {
        let shuffled = |seed| {
            let mut items: Vec<usize> = (0..50).collect();
            Chance::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }
}
