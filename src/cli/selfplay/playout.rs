//! Games of the engine against itself, to see whether an opening is as even as its value says.

use crate::board::{NullObserver, Position, Side};
use crate::engine::Engine;
use crate::rules::Outcome;
use crate::search::{Limits, NullSink, StopFlag};
use crate::time::MonotonicClock;

/// What games are played to see whether an opening is even, and how even they have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// How many games; none: every opening is even.
    pub games: usize,
    /// About how many positions are searched for each move.
    pub nodes: u64,
    /// The largest part of the points that one side may win, in percent.
    pub most: usize,
}

impl Playouts {
    /// No games at all.
    pub const NONE: Playouts = Playouts { games: 0, nodes: 0, most: 100 };

    /// Whether neither side wins more of the games from `position` than it may. Each has another
    /// limit of nodes, so that they differ. The engine's rule is that of the games.
    pub fn are_even(self, engine: &mut Engine, position: &Position) -> bool {
        // A game has two half points.
        let may_win = 2 * self.games * self.most / 100;
        let (mut black, mut white) = (0, 0);
        for game in 0..self.games {
            match winner(engine, position, self.nodes, game as u64) {
                Some(Side::Black) => black += 2,
                Some(Side::White) => white += 2,
                None => {
                    black += 1;
                    white += 1;
                }
            }
            // The games to come cannot take anything back.
            if black > may_win || white > may_win {
                return false;
            }
        }
        true
    }
}

/// The winner of one game.
fn winner(engine: &mut Engine, position: &Position, nodes: u64, game: u64) -> Option<Side> {
    /// A game with so many more moves is as good as drawn.
    const LONGEST: usize = 120;
    let rule = engine.rule().rule();
    // From `nodes` upwards in steps of an eighth: no side has more than the other.
    let nodes = nodes + nodes / 8 * game;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let clock = MonotonicClock::default();
    engine.forget();
    let mut position = position.clone();
    for _ in 0..LONGEST {
        if let Some(outcome) = rule.outcome(&position) {
            return match outcome {
                Outcome::Win { side, .. } => Some(side),
                Outcome::Draw => None,
            };
        }
        engine.set_position(position.clone());
        let report = engine.search(&limits, &StopFlag::new(), &clock, &NullSink);
        // A win that is certain need not be played out.
        if let Some(value) = report.value() {
            if value.is_win() {
                return Some(position.side());
            }
            if value.is_loss() {
                return Some(!position.side());
            }
        }
        let turn = report.turn(position.turn().stones_left)?;
        for &point in turn {
            position.try_place(point, &mut NullObserver).ok()?;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Size};
    use crate::rules::RuleKind;

    #[test]
    fn a_won_position_is_won_every_time() {
        let mut position = Position::new(Size::RENJU);
        // Black to move has four in a row.
        for n in 0..4 {
            position.try_place(Point::at(4 + n, 7), &mut NullObserver).unwrap();
            position.try_place(Point::at(2 * n, 0), &mut NullObserver).unwrap();
        }
        let mut engine = Engine::new(RuleKind::Freestyle, Size::RENJU);
        engine.set_table_size(Some(1 << 20));
        let playouts = Playouts { games: 3, nodes: 100, most: 99 };
        assert!(!playouts.are_even(&mut engine, &position));
        assert!(Playouts { most: 100, ..playouts }.are_even(&mut engine, &position));
        // There is no room for a five here that the other side cannot prevent: all games are drawn.
        let empty = Position::new(Size::square(5).unwrap());
        let mut engine = Engine::new(RuleKind::Freestyle, Size::square(5).unwrap());
        engine.set_table_size(Some(1 << 20));
        let playouts = Playouts { games: 2, nodes: 200, most: 50 };
        assert!(playouts.are_even(&mut engine, &empty));
        assert!(!Playouts { most: 49, ..playouts }.are_even(&mut engine, &empty));
        assert!(Playouts::NONE.are_even(&mut engine, &position));
    }
}
