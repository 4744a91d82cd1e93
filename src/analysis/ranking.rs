//! A value for every legal move.

use crate::board::{Bits, NullObserver, Point, Position, Side};
use crate::engine::Engine;
use crate::rules::{Outcome, RuleKind};
use crate::search::{Limits, NullSink, StopFlag, TimeLimit};
use crate::time::Clock;
use crate::value::{Value, ValueKind};
use std::time::Duration;

/// When to stop valuing moves. Whichever is reached first.
#[derive(Clone, Debug, Default)]
pub struct RankLimits {
    /// Time.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Depth, in plies, the move itself counted.
    pub depth: Option<u32>,
    /// Points that are left out.
    pub excluded: Bits,
}

/// A legal move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The value for the side that makes it.
    pub value: Value,
    /// How deep it was searched, in plies, the move itself counted.
    pub depth: u32,
    /// The move, and what is expected after it.
    pub line: Vec<Point>,
}

/// The value of a finished game for the side that would be to move.
pub(super) fn value_of(outcome: Outcome, to_move: Side) -> Value {
    match outcome {
        Outcome::Draw => Value::DRAW,
        Outcome::Win { side, .. } if side == to_move => Value::win_in(0),
        Outcome::Win { .. } => Value::loss_in(0),
    }
}

/// Values every legal move of `position`, deeper and deeper until a limit is reached. Best first;
/// empty when there is no legal move. `next_stop` makes the flag for each search of the engine;
/// whoever sets one of them sets all later ones too.
pub fn rank_moves(
    engine: &mut Engine,
    position: &Position,
    limits: &RankLimits,
    clock: &dyn Clock,
    next_stop: &dyn Fn() -> StopFlag,
) -> Vec<RankedMove> {
    let rule = engine.rule();
    let end = limits.time.map(|time| clock.now() + time);
    let mut moves = first_guess(engine, position, rule, limits);
    let mut nodes = 0;
    let deepest = limits.depth.unwrap_or(u32::MAX);
    let empty = position.size().area() - position.ply();
    'deepening: for depth in 2..=deepest.min(empty as u32) {
        if moves.iter().all(|m| is_settled(m, depth)) {
            break;
        }
        for ranked in moves.iter_mut().filter(|m| !is_settled(m, depth)) {
            let stop = next_stop();
            let left = limits.nodes.map(|all| all.saturating_sub(nodes));
            let now = clock.now();
            if stop.is_stopped() || left == Some(0) || end.is_some_and(|end| now >= end) {
                break 'deepening;
            }
            let mut child = position.clone();
            child.place(ranked.line[0], &mut NullObserver);
            engine.set_position(child);
            let search = Limits {
                started: now,
                time: end.map(TimeLimit::until),
                nodes: left,
                depth: Some(depth - 1),
                ..Limits::default()
            };
            let report = engine.search(&search, &stop, clock, &NullSink);
            nodes += report.nodes;
            let Some(best) = report.lines.first().filter(|best| best.depth > 0) else { continue };
            if report.depth + 1 < depth && best.value.is_estimate() {
                // Cut short: a value of less depth than the others have.
                break 'deepening;
            }
            ranked.value = best.value.one_ply_earlier();
            ranked.depth = depth;
            ranked.line.truncate(1);
            ranked.line.extend(&best.moves);
        }
        moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.value));
    }
    moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.value));
    engine.set_position(position.clone());
    moves
}

/// Whether deeper search cannot change the value.
fn is_settled(ranked: &RankedMove, depth: u32) -> bool {
    match ranked.value.kind() {
        ValueKind::Win(plies) | ValueKind::Loss(plies) => plies < depth,
        ValueKind::Score(_) => false,
    }
}

/// Every legal move with what is known without a search: that it ends the game, or nothing.
fn first_guess(
    engine: &Engine,
    position: &Position,
    rule: RuleKind,
    limits: &RankLimits,
) -> Vec<RankedMove> {
    debug_assert_eq!(engine.rule(), rule);
    let rule = rule.rule();
    let mut moves = Vec::new();
    for point in position.stones().empty() - limits.excluded {
        if rule.check_move(position, point).is_err() {
            continue;
        }
        let mut after = position.clone();
        after.place(point, &mut NullObserver);
        let value = match rule.outcome(&after) {
            Some(outcome) => value_of(outcome, after.side()).one_ply_earlier(),
            None => Value::DRAW,
        };
        moves.push(RankedMove { value, depth: 1, line: vec![point] });
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::notation::pos;
    use crate::time::FakeClock;

    fn ranked(moves: &str, depth: u32) -> (Position, Vec<RankedMove>) {
        let mut engine = Engine::new(RuleKind::Renju, Size::RENJU);
        engine.set_memory(32 << 20);
        let mut position = Position::new(Size::RENJU);
        for point in pos::parse_moves(moves, Size::RENJU).unwrap() {
            position.try_place(point, &mut NullObserver).unwrap();
        }
        let limits = RankLimits { depth: Some(depth), ..RankLimits::default() };
        let clock = FakeClock::new();
        let moves = rank_moves(&mut engine, &position, &limits, &clock, &StopFlag::new);
        (position, moves)
    }

    #[test]
    fn every_legal_move_is_there_and_wins_come_first() {
        // Black has four in row 8, closed at one end by the edge; White the same in row 1: e8 wins,
        // e1 holds, all else loses.
        let (position, moves) = ranked("a8a1b8b1c8c1d8d1", 3);
        assert_eq!(moves.len(), 225 - position.ply());
        assert_eq!(pos::name(moves[0].line[0], Size::RENJU), "e8");
        assert_eq!(moves[0].value, Value::win_in(1));
        let block = moves.iter().find(|m| pos::name(m.line[0], Size::RENJU) == "e1").unwrap();
        assert!(!block.value.is_loss(), "{block:?}");
        let lost = moves.iter().filter(|m| m.value == Value::loss_in(2)).count();
        assert_eq!(lost, moves.len() - 2);
    }

    #[test]
    fn forbidden_moves_are_not_ranked() {
        let (position, moves) = ranked("h8a1h7c1i6e1j6g1", 2);
        assert_eq!(moves.len(), 225 - position.ply() - 1);
        assert!(moves.iter().all(|m| pos::name(m.line[0], Size::RENJU) != "h6"));
        assert!(moves.windows(2).all(|pair| pair[0].value >= pair[1].value));
    }
}
