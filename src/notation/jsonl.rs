//! Games as JSON, one game a line.
//!
//! A line is an object with `size` (`"15x15"`), `moves` (objects with `x` and `y`, counted from 0 at
//! the top left, and whatever is known of `ms`, `value`, `depth`, `nodes` and `comment`), and, where
//! known, `rule`, `black`, `white`, `event`, `round`, `date`, `opening` (number of moves that the
//! players did not choose), `result` (`"1-0"`, `"0-1"`, `"1/2-1/2"`) and `reason`. A move may name
//! its `side`; without it the sides take turns as the rule has them, Black first: under nendzyu a move
//! is one stone, and a turn two of them. Other fields are ignored.

use super::game::{GameRecord, GameResult, MoveNotes, RecordedMove, rule_of};
use crate::board::{Point, Side, Size};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A game in the shape of its line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JsonGame {
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default)]
    opening: usize,
    moves: Vec<JsonMove>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct JsonMove {
    x: u8,
    y: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// Why a line is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonGameError(String);

impl fmt::Display for JsonGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JsonGameError {}

impl From<&GameRecord> for JsonGame {
    fn from(game: &GameRecord) -> JsonGame {
        let moves = game.moves.iter().enumerate().map(|(n, played)| {
            let natural = game.next_side(n);
            JsonMove {
                x: played.point.x(),
                y: played.point.y(),
                side: (played.side != natural).then(|| played.side.to_string()),
                ms: played.notes.time.map(|time| time.as_micros() as f64 / 1000.0),
                value: played.notes.value.clone(),
                depth: played.notes.depth,
                nodes: played.notes.nodes,
                comment: played.notes.comment.clone(),
            }
        });
        JsonGame {
            size: game.size.to_string(),
            rule: game.rule.map(|rule| rule.to_string()),
            black: game.black.clone(),
            white: game.white.clone(),
            event: game.event.clone(),
            round: game.round.clone(),
            date: game.date.clone(),
            result: game.result.map(|result| result.to_string()),
            reason: game.reason.clone(),
            opening: game.opening,
            moves: moves.collect(),
        }
    }
}

impl JsonGame {
    /// The game.
    ///
    /// # Errors
    /// The first field whose value makes no sense.
    pub fn into_record(self) -> Result<GameRecord, JsonGameError> {
        let bad = |what: &str, value: &str| {
            let value: String = value.chars().take(40).flat_map(char::escape_debug).collect();
            JsonGameError(format!("{what} '{value}' makes no sense"))
        };
        let size = parse_size(&self.size).ok_or_else(|| bad("size", &self.size))?;
        let mut game = GameRecord::new(size);
        if let Some(rule) = self.rule {
            game.rule = Some(rule_of(&rule).ok_or_else(|| bad("rule", &rule))?);
        }
        if let Some(result) = self.result {
            game.result = Some(parse_result(&result).ok_or_else(|| bad("result", &result))?);
        }
        (game.black, game.white, game.event) = (self.black, self.white, self.event);
        (game.round, game.date, game.reason) = (self.round, self.date, self.reason);
        game.opening = self.opening;
        for played in self.moves {
            let side = match played.side.as_deref() {
                None => game.next_side(game.moves.len()),
                Some("black") => Side::Black,
                Some("white") => Side::White,
                Some(other) => return Err(bad("side", other)),
            };
            let point = Point::new(played.x, played.y)
                .ok_or_else(|| bad("move", &format!("{},{}", played.x, played.y)))?;
            let time = match played.ms {
                None => None,
                Some(ms) => Some(
                    Duration::try_from_secs_f64(ms / 1000.0)
                        .map_err(|_| bad("ms", &ms.to_string()))?,
                ),
            };
            let notes = MoveNotes {
                time,
                value: played.value,
                depth: played.depth,
                nodes: played.nodes,
                comment: played.comment,
            };
            game.moves.push(RecordedMove { side, point, notes });
        }
        Ok(game)
    }
}

/// The game of a line.
///
/// # Errors
/// Why it is none.
pub fn parse(line: &str) -> Result<GameRecord, JsonGameError> {
    let game: JsonGame =
        serde_json::from_str(line).map_err(|error| JsonGameError(error.to_string()))?;
    game.into_record()
}

/// A size as `15x15` or `15`.
pub(crate) fn parse_size(text: &str) -> Option<Size> {
    let (width, height) = text.trim().split_once(['x', 'X', ':']).unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()
}

fn parse_result(text: &str) -> Option<GameResult> {
    [GameResult::Win(Side::Black), GameResult::Win(Side::White), GameResult::Draw]
        .into_iter()
        .find(|result| result.to_string() == text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleKind;

    #[test]
    fn a_game_survives_the_round_trip() {
        let mut game = GameRecord::new(Size::new(15, 9).unwrap());
        game.rule = Some(RuleKind::Caro);
        game.black = Some("a \"b\"".to_owned());
        game.result = Some(GameResult::Draw);
        game.reason = Some("the board is full".to_owned());
        game.opening = 1;
        game.push(Point::at(7, 7), MoveNotes::default());
        let notes = MoveNotes {
            time: Some(Duration::from_micros(12_345)),
            value: Some("+M5".to_owned()),
            depth: Some(12),
            nodes: Some(1 << 40),
            comment: Some("x".to_owned()),
        };
        game.push(Point::at(8, 8), notes);
        let point = Point::at(1, 1);
        game.moves.push(RecordedMove { side: Side::White, point, notes: MoveNotes::default() });
        let line = serde_json::to_string(&JsonGame::from(&game)).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(parse(&line), Ok(game));
    }

    #[test]
    fn bad_lines_are_refused() {
        for line in [
            "",
            "{}",
            "[]",
            "{\"size\":\"15x15\"}",
            "{\"size\":\"99x99\",\"moves\":[]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":40,\"y\":1}]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":-1,\"y\":1}]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":1,\"y\":1,\"ms\":-5}]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":1,\"y\":1,\"side\":\"red\"}]}",
            "{\"size\":\"15x15\",\"rule\":\"go\",\"moves\":[]}",
            "{\"size\":\"15x15\",\"result\":\"2-0\",\"moves\":[]}",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert!(parse("{\"size\":\"15\",\"moves\":[{\"x\":1,\"y\":1}],\"other\":1}").is_ok());
    }
}
