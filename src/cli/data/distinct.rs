//! How many of very many things are different, in bounded memory.

use crate::board::{NullObserver, Point, Position, Size, Symmetry};
use std::collections::HashMap;

/// Counts different numbers that are spread evenly, as hashes are. Once there are too many to keep,
/// only those of an ever smaller part of all numbers are: the shares stay right but for chance.
#[derive(Debug)]
pub struct Distinct {
    /// How often each number was seen.
    seen: HashMap<u64, u32>,
    /// Most numbers that are kept.
    room: usize,
    /// Numbers are kept whose so many highest bits are zero.
    zeros: u32,
}

impl Distinct {
    /// Nothing seen, with room for so many numbers.
    pub fn new(room: usize) -> Distinct {
        Distinct { seen: HashMap::new(), room, zeros: 0 }
    }

    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        if number.leading_zeros() < self.zeros {
            return;
        }
        let count = self.seen.entry(number).or_insert(0);
        *count = count.saturating_add(1);
        while self.seen.len() > self.room {
            self.zeros += 1;
            let zeros = self.zeros;
            self.seen.retain(|number, _| number.leading_zeros() >= zeros);
        }
    }

    /// The share of what was seen that was seen for the first time; 1 when nothing was seen.
    pub fn share(&self) -> f64 {
        let all: u64 = self.seen.values().map(|&count| u64::from(count)).sum();
        if all == 0 { 1.0 } else { self.seen.len() as f64 / all as f64 }
    }
}

/// A position in all forms that the board's symmetries give it.
#[derive(Debug)]
pub struct Forms {
    forms: Vec<(Symmetry, Position)>,
}

impl Forms {
    /// The empty board.
    pub fn new(size: Size) -> Forms {
        Forms { forms: Symmetry::of(size).map(|map| (map, Position::new(size))).collect() }
    }

    /// Places the next stone. Points are those of a game that has been read: on the board and empty.
    pub fn place(&mut self, point: Point) {
        for (map, position) in &mut self.forms {
            position.place(map.apply(position.size(), point), &mut NullObserver);
        }
    }

    /// A number that is the same for all symmetric positions, and spread evenly.
    pub fn class(&self) -> u64 {
        // The smallest key has more leading zeros than others: a step of SplitMix64 spreads it.
        let key = self.forms.iter().map(|(_, position)| position.key()).min();
        crate::opening::Chance::new(key.unwrap_or_default()).number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Chance;

    #[test]
    fn shares_are_right_with_and_without_room() {
        // Every number three times: a third is new.
        for room in [100_000, 2000] {
            let mut distinct = Distinct::new(room);
            for seed in [1, 1, 1] {
                let mut random = Chance::new(seed);
                (0..20_000).for_each(|_| distinct.add(random.number()));
            }
            assert!((distinct.share() - 1.0 / 3.0).abs() < 1e-9);
            assert!(distinct.seen.len() <= room);
        }
        assert!((Distinct::new(1).share() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn symmetric_positions_are_one() {
        let class = |points: &[(u8, u8)]| {
            let mut forms = Forms::new(Size::RENJU);
            points.iter().for_each(|&(x, y)| forms.place(Point::at(x, y)));
            forms.class()
        };
        assert_eq!(class(&[(7, 7), (7, 6), (9, 8)]), class(&[(7, 7), (8, 7), (6, 9)]));
        assert_ne!(class(&[(7, 7), (7, 6), (9, 8)]), class(&[(7, 7), (7, 6), (9, 7)]));
    }
}
