//! How likely a move is to be the one that a search chooses: the order of moves before any search.

use super::nearby::{Nearby, WayValues, way};
use crate::board::{Point, Position};
use crate::pattern::Scene;

/// The stones that a move may follow up or answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastStones {
    /// The last one of the side to move.
    pub own: Option<Point>,
    /// The last one of the other side.
    pub other: Option<Point>,
}

impl LastStones {
    /// Those of a position.
    #[inline]
    pub fn of(position: &Position) -> LastStones {
        let last = |n: usize| {
            let history = position.history();
            history.len().checked_sub(n + 1).map(|at| history[at])
        };
        let side = position.side();
        let mut stones = LastStones::default();
        for stone in [last(0), last(1)].into_iter().flatten() {
            let place = if stone.side == side { &mut stones.own } else { &mut stones.other };
            place.get_or_insert(stone.point);
        }
        stones
    }

    /// How much likelier a move is for its way from these stones.
    #[inline]
    pub fn worth(self, nearby: &Nearby, point: Point) -> i32 {
        let of = |stone: Option<Point>, worth: &WayValues| {
            stone.map_or(0, |stone| i32::from(worth[way(stone, point)]))
        };
        of(self.own, &nearby.own) + of(self.other, &nearby.other)
    }
}

/// The logarithm of how likely the side to move chooses the empty `point`, in 1/256, up to a
/// constant that is the same for all points: by what it makes there, what it takes from the other
/// side, and how far it is from the last stones.
#[inline]
pub fn likelihood(scene: &Scene, last: LastStones, nearby: &Nearby, point: Point) -> i32 {
    let side = scene.side();
    let field = scene.field();
    field.attack(point, side) + field.defence(point, !side) + last.worth(nearby, point)
}
