//! A position as somebody describes it, and the reasons to refuse it.

use super::point::{Point, Size};
use super::position::{NullObserver, Position};
use super::side::{Side, Turn, TurnOrder};
use std::fmt;

/// Stones as given from outside, not yet validated. Any counts are allowed: handicaps and edited
/// boards are ordinary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Width and height of the board.
    pub size: Size,
    /// The stones, in the order in which they are to stand in the history.
    pub stones: Vec<(Point, Side)>,
    /// The side that places the next stone.
    pub to_move: Side,
    /// How many stones a turn has.
    pub order: TurnOrder,
}

/// Why a [`Setup`] is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The point is outside the board.
    OffBoard(Point),
    /// The point is named more than once.
    Duplicate(Point),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(p) => write!(f, "{},{} is outside the board", p.x(), p.y()),
            SetupError::Duplicate(p) => write!(f, "{},{} is named twice", p.x(), p.y()),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The position described.
    ///
    /// # Errors
    /// The first stone that cannot be placed.
    pub fn build(&self) -> Result<Position, SetupError> {
        let mut position = Position::with_order(self.size, self.order);
        for &(point, side) in &self.stones {
            if !self.size.contains(point) {
                return Err(SetupError::OffBoard(point));
            }
            if position.stones().at(point).is_some() {
                return Err(SetupError::Duplicate(point));
            }
            if position.side() != side {
                position.set_turn(self.order.whole(side));
            }
            position.place(point, &mut NullObserver);
        }
        if position.side() != self.to_move {
            let start = self.order.start();
            let turn = if self.stones.is_empty() && self.to_move == start.side {
                start
            } else {
                self.order.whole(self.to_move)
            };
            position.set_turn(turn);
        }
        Ok(position)
    }

    /// Stones placed in turn by Black and White from an empty board, one a turn.
    pub fn alternating(size: Size, points: &[Point]) -> Setup {
        let mut turn: Turn = TurnOrder::SINGLE.start();
        let stones = points
            .iter()
            .map(|&point| {
                let side = turn.side;
                turn = TurnOrder::SINGLE.next(turn);
                (point, side)
            })
            .collect();
        Setup { size, stones, to_move: turn.side, order: TurnOrder::SINGLE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_counts_are_kept_and_duplicates_refused() {
        let size = Size::RENJU;
        let mut setup = Setup {
            size,
            stones: vec![
                (Point::at(7, 7), Side::Black),
                (Point::at(7, 8), Side::Black),
                (Point::at(0, 0), Side::White),
            ],
            to_move: Side::White,
            order: TurnOrder::SINGLE,
        };
        let position = setup.build().unwrap();
        assert_eq!(position.side(), Side::White);
        assert_eq!(position.stones().count(Side::Black), 2);
        assert_eq!(position.check(), Ok(()));
        setup.stones.push((Point::at(0, 0), Side::Black));
        assert_eq!(setup.build(), Err(SetupError::Duplicate(Point::at(0, 0))));
        setup.stones[3].0 = Point::at(15, 0);
        assert_eq!(setup.build(), Err(SetupError::OffBoard(Point::at(15, 0))));
    }
}
