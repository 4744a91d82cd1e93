//! What earlier parts of the search say about moves: statistics for move ordering.

use crate::board::{BySide, MAX_POINTS, Point, Side};

/// Largest absolute value of a statistic.
const LIMIT: i32 = 8192;

/// How well moves did, by side and point, and which move answered which.
#[derive(Clone, Debug)]
pub struct History {
    main: Box<BySide<[i16; MAX_POINTS]>>,
    counter: Box<BySide<[Option<Point>; MAX_POINTS]>>,
}

impl History {
    /// Nothing known.
    pub fn new() -> History {
        History {
            main: Box::new(BySide::new([0; MAX_POINTS], [0; MAX_POINTS])),
            counter: Box::new(BySide::new([None; MAX_POINTS], [None; MAX_POINTS])),
        }
    }

    /// How well `point` did for `side`, within `-LIMIT..=LIMIT`.
    #[inline]
    pub fn get(&self, side: Side, point: Point) -> i32 {
        i32::from(self.main[side][point.index()])
    }

    /// The move of `side` that last refuted the other side's stone on `previous`.
    #[inline]
    pub fn counter(&self, side: Side, previous: Point) -> Option<Point> {
        self.counter[side][previous.index()]
    }

    /// `best` refuted the position after `tried` (moves of `side` before it) did not.
    pub fn reward(
        &mut self,
        side: Side,
        best: Point,
        tried: &[Point],
        previous: Option<Point>,
        depth: i32,
    ) {
        let bonus = (depth * depth * 8 + 16).min(1200);
        self.add(side, best, bonus);
        for &point in tried {
            self.add(side, point, -bonus);
        }
        if let Some(previous) = previous {
            self.counter[side][previous.index()] = Some(best);
        }
    }

    /// Moves the statistic towards its limit, the slower the nearer it is.
    fn add(&mut self, side: Side, point: Point, bonus: i32) {
        let entry = &mut self.main[side][point.index()];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }

    /// Halves everything: another move of the same game.
    pub fn age(&mut self) {
        for side in Side::ALL {
            for entry in &mut self.main[side] {
                *entry /= 2;
            }
        }
    }
}
