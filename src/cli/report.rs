//! What a search found, as commands tell it: texts for people, serialisable types for programs.

use crate::board::{Point, Position, Size};
use crate::eval::win_rate;
use crate::notation::pos;
use crate::rules::{Outcome, RuleKind, WinReason};
use crate::search::{Line, SearchReport};
use crate::value::{Value, ValueKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A value in JSON: an object with one field that says what kind of value it is. It is the value
/// for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueDocument {
    /// `{"score": 35}`: an estimate.
    Score(i32),
    /// `{"win_in": 7}`: the winning stone is the seventh from now, stones of both sides counted.
    WinIn(u32),
    /// `{"loss_in": 8}`: the other side's winning stone is the eighth from now.
    LossIn(u32),
}

impl From<Value> for ValueDocument {
    fn from(value: Value) -> ValueDocument {
        match value.kind() {
            ValueKind::Score(number) => ValueDocument::Score(number),
            ValueKind::Win(plies) => ValueDocument::WinIn(plies),
            ValueKind::Loss(plies) => ValueDocument::LossIn(plies),
        }
    }
}

/// One of the best moves in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct LineDocument {
    /// Its value for the side to move.
    pub value: ValueDocument,
    /// The expected result for the side to move, 0 to 1.
    pub win_rate: f64,
    /// How deep it was searched, in plies.
    pub depth: u32,
    /// The expected moves, the best move first.
    pub moves: Vec<String>,
}

impl LineDocument {
    /// The document for a line.
    pub fn new(line: &Line, rule: RuleKind, position: &Position) -> LineDocument {
        LineDocument {
            value: line.value.into(),
            win_rate: rounded(win_rate(line.value, rule)),
            depth: line.depth,
            moves: names(&line.moves, position),
        }
    }
}

/// The result of a search in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// Depth of the last whole iteration, in plies.
    pub depth: u32,
    /// The longest line that was looked at, in plies.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub milliseconds: u64,
    /// Positions a second.
    pub nodes_per_second: u64,
    /// The best moves, best first; empty when there is no legal move.
    pub lines: Vec<LineDocument>,
}

impl SearchDocument {
    /// The document for `report`, which is about `position`.
    pub fn new(report: &SearchReport, rule: RuleKind, position: &Position) -> SearchDocument {
        SearchDocument {
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            milliseconds: u64::try_from(report.elapsed.as_millis()).unwrap_or(u64::MAX),
            nodes_per_second: per_second(report.nodes, report.elapsed),
            lines: report
                .lines
                .iter()
                .map(|line| LineDocument::new(line, rule, position))
                .collect(),
        }
    }
}

/// How a game ended, in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeDocument {
    /// `black` or `white`; `null` for a draw.
    pub winner: Option<String>,
    /// `five`, the kind of the forbidden point that lost the game, `full board`; under nendzyu also
    /// `overline` and `no turn`, by which the other side lost.
    pub reason: String,
}

impl OutcomeDocument {
    /// The document for the `outcome` of `position`.
    pub fn new(outcome: Outcome, position: &Position) -> OutcomeDocument {
        match outcome {
            Outcome::Draw => {
                let reason = if position.is_full() { "full board" } else { "five and overline" };
                OutcomeDocument { winner: None, reason: reason.to_owned() }
            }
            Outcome::Win { side, reason } => OutcomeDocument {
                winner: Some(side.to_string()),
                reason: match reason {
                    WinReason::Five => "five".to_owned(),
                    WinReason::Forbidden(kind) => kind.to_string(),
                    WinReason::Overline => "overline".to_owned(),
                    WinReason::NoTurn => "no turn".to_owned(),
                },
            },
        }
    }
}

/// A part of one with as many digits as mean something.
pub fn rounded(part: f64) -> f64 {
    (part * 10_000.0).round() / 10_000.0
}

/// A part of one as text: `57.3 %`. What is not quite certain does not look so.
pub fn percent(part: f64) -> String {
    let shown =
        if part > 0.0 && part < 1.0 { (100.0 * part).clamp(0.1, 99.9) } else { 100.0 * part };
    format!("{shown:.1} %")
}

/// The names of moves that follow `position`: points, or turns as `f9+i7` where a turn has more
/// than one stone.
pub fn names(points: &[Point], position: &Position) -> Vec<String> {
    pos::turn_names(points, position.size(), position.turn(), position.order())
}

/// The names of points that are no moves one after another.
pub fn point_names(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|&point| pos::name(point, size)).collect()
}

/// The moves that led to a position, by name.
pub fn played(position: &Position) -> Vec<String> {
    let points: Vec<Point> = position.history().iter().map(|played| played.point).collect();
    let order = position.order();
    pos::turn_names(&points, position.size(), order.start(), order)
}

/// How many of something there were a second. Less than a microsecond counts as one.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let microseconds = elapsed.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / microseconds).unwrap_or(u64::MAX)
}

/// A number in few characters: `950`, `12k`, `3456k`, `12M`.
pub fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_kind() {
        let json = |value: Value| serde_json::to_string(&ValueDocument::from(value)).unwrap();
        assert_eq!(json(Value::score(-35)), r#"{"score":-35}"#);
        assert_eq!(json(Value::win_in(7)), r#"{"win_in":7}"#);
        assert_eq!(json(Value::loss_in(8)), r#"{"loss_in":8}"#);
    }

    #[test]
    fn speed_never_divides_by_zero() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2000);
        assert_eq!(per_second(7, Duration::ZERO), 7_000_000);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }

    #[test]
    fn short_numbers() {
        assert_eq!(short(9999), "9999");
        assert_eq!(short(10_000), "10k");
        assert_eq!(short(45_000_000), "45M");
    }
}
