//! A whole game, move by move: what each was worth, and what would have been better.

use super::ranking::value_of;
use super::threats::{By, attack};
use crate::board::{Point, Position, Side};
use crate::engine::Engine;
use crate::eval::win_rate;
use crate::search::{Limits, NullSink, StopFlag, TimeLimit};
use crate::threat::Solution;
use crate::time::Clock;
use crate::value::Value;
use std::time::Duration;

/// Loss of expected result from which on a move is an inaccuracy.
pub const INACCURACY: f64 = 0.10;
/// Loss of expected result from which on a move is a mistake.
pub const MISTAKE: f64 = 0.20;

/// How much to search for each position of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReviewLimits {
    /// Time.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Depth, in plies.
    pub depth: Option<u32>,
}

/// What a move was, seen by the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// As good as any, as far as the search sees.
    Good,
    /// It gave away a tenth of the expected result or more.
    Inaccuracy,
    /// It gave away a fifth of the expected result or more.
    Mistake,
    /// A win was there, and is not any more.
    MissedWin,
    /// The game was not lost, and is lost now.
    Losing,
}

impl Judgement {
    /// Whether it is worth a mark.
    pub const fn is_mistake(self) -> bool {
        matches!(self, Judgement::Mistake | Judgement::MissedWin | Judgement::Losing)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::MissedWin => "missed win",
            Judgement::Losing => "losing move",
        }
    }
}

/// A move of a game with what the search says of it. Values are for the side that made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The side.
    pub side: Side,
    /// The move.
    pub point: Point,
    /// The value with the best move.
    pub before: Value,
    /// The value after the move.
    pub after: Value,
    /// The best move and what is expected after it; the move itself when nothing better is known.
    pub best: Vec<Point>,
    /// What is expected after the move.
    pub reply: Vec<Point>,
    /// How much of the expected result it gave away, 0 to 1.
    pub loss: f64,
    /// What it was.
    pub judgement: Judgement,
}

impl Judged {
    /// Black's expected result after the move, 0 to 1.
    pub fn black(&self, rule: crate::rules::RuleKind) -> f64 {
        let own = win_rate(self.after, rule);
        if self.side == Side::Black { own } else { 1.0 - own }
    }
}

/// The value of one position for the side to move, and the line it comes from.
#[derive(Clone, Debug)]
struct Valued {
    value: Value,
    line: Vec<Point>,
}

/// Goes through a game: `positions` are those before each move and the last one, each one stone
/// longer than the one before. From the last to the first, so that what is found about the later
/// ones serves the earlier ones. `told` hears how many are left. `None` when a flag of `next_stop`
/// was set before the end.
pub fn review(
    engine: &mut Engine,
    positions: &[Position],
    limits: &ReviewLimits,
    clock: &dyn Clock,
    next_stop: &dyn Fn() -> StopFlag,
    told: &dyn Fn(usize),
) -> Option<Vec<Judged>> {
    let mut valued: Vec<Valued> = Vec::with_capacity(positions.len());
    for (left, position) in positions.iter().enumerate().rev() {
        told(left + 1);
        let stop = next_stop();
        if stop.is_stopped() {
            return None;
        }
        let mut found = value_position(engine, position, limits, clock, &stop);
        if let (Some(next), Some(played)) = (valued.last(), positions.get(left + 1)) {
            // The move of the game is worth at least what comes after it.
            let of_move = next.value.one_ply_earlier();
            let point = played.last().map(|last| last.point);
            if of_move > found.value || (found.line.first() == point.as_ref() && is_nearer(of_move))
            {
                found.value = of_move;
                found.line = point.into_iter().chain(next.line.iter().copied()).collect();
            }
        }
        valued.push(found);
    }
    told(0);
    valued.reverse();
    let rule = engine.rule();
    let judged = positions.windows(2).zip(valued.windows(2)).filter_map(|(pair, values)| {
        let last = pair[1].last()?;
        let (before, after) = (values[0].value, values[1].value.one_ply_earlier());
        let loss = (win_rate(before, rule) - win_rate(after, rule)).max(0.0);
        let is_best = values[0].line.first() == Some(&last.point);
        Some(Judged {
            side: last.side,
            point: last.point,
            before,
            after,
            best: values[0].line.clone(),
            reply: values[1].line.clone(),
            loss,
            judgement: if is_best { Judgement::Good } else { judge(before, after, loss) },
        })
    });
    Some(judged.collect())
}

/// Whether the value after a move says more than the value before it could.
fn is_nearer(value: Value) -> bool {
    !value.is_estimate()
}

fn judge(before: Value, after: Value, loss: f64) -> Judgement {
    if before.is_win() && !after.is_win() {
        Judgement::MissedWin
    } else if after.is_loss() && !before.is_loss() {
        Judgement::Losing
    } else if loss >= MISTAKE {
        Judgement::Mistake
    } else if loss >= INACCURACY {
        Judgement::Inaccuracy
    } else {
        Judgement::Good
    }
}

fn value_position(
    engine: &mut Engine,
    position: &Position,
    limits: &ReviewLimits,
    clock: &dyn Clock,
    stop: &StopFlag,
) -> Valued {
    if let Some(outcome) = engine.rule().rule().outcome(position) {
        return Valued { value: value_of(outcome, position.side()), line: Vec::new() };
    }
    engine.set_position(position.clone());
    let started = clock.now();
    let search = Limits {
        started,
        time: limits.time.map(|time| TimeLimit::until(started + time)),
        nodes: limits.nodes,
        depth: limits.depth,
        ..Limits::default()
    };
    let report = engine.search(&search, stop, clock, &NullSink);
    let found = match report.lines.into_iter().next() {
        Some(best) => Valued { value: best.value, line: best.moves },
        None => Valued { value: Value::DRAW, line: Vec::new() },
    };
    if !found.value.is_estimate() {
        return found;
    }
    match win_by_force(engine, position, limits) {
        Some(line) => Valued { value: Value::win_in(line.len() as u32), line },
        None => found,
    }
}

/// A win of the side to move by fours, or by threes and fours, that a short search may not have
/// come upon.
fn win_by_force(engine: &Engine, position: &Position, limits: &ReviewLimits) -> Option<Vec<Point>> {
    /// Most positions to look at for a win by fours, and for one by threats.
    const FOURS: u64 = 50_000;
    const THREATS: u64 = 30_000;
    let threats = limits.nodes.map_or(THREATS, |nodes| (nodes / 2).min(THREATS));
    [(By::Fours, FOURS), (By::Threats, threats)].into_iter().find_map(|(by, nodes)| {
        match attack(position, engine.rule(), position.side(), by, nodes) {
            Solution::Win(line) => Some(line),
            Solution::NoWin | Solution::Unknown => None,
        }
    })
}
