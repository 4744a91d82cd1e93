//! Games of the engine against itself, to see whether an opening is as even as its value says.

use crate::board::{NullObserver, Position, Side};
use crate::engine::Engine;
use crate::rules::Outcome;
use crate::search::{Limits, NullSink, StopFlag};
use crate::time::MonotonicClock;

/// Half points of Black in `games` games from `position`, each with other node limits around
/// `nodes`, so that they differ. The engine's rule is that of the games.
pub fn black_half_points(
    engine: &mut Engine,
    position: &Position,
    games: usize,
    nodes: u64,
) -> usize {
    let half_points = |winner: Option<Side>| match winner {
        Some(Side::Black) => 2,
        None => 1,
        Some(Side::White) => 0,
    };
    (0..games).map(|game| half_points(winner(engine, position, nodes, game as u64))).sum()
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
        assert_eq!(black_half_points(&mut engine, &position, 3, 100), 6);
        let empty = Position::new(Size::square(5).unwrap());
        let mut engine = Engine::new(RuleKind::Freestyle, Size::square(5).unwrap());
        engine.set_table_size(Some(1 << 20));
        assert!(black_half_points(&mut engine, &empty, 2, 20) <= 4);
    }
}
