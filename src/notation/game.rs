//! A recorded game: what every file format of games can say, and none of their spellings.

use crate::board::{
    NullObserver, PlaceError, Point, Position, Setup, SetupError, Side, Size, TurnOrder,
};
use crate::rules::RuleKind;
use std::fmt;
use std::time::Duration;

/// What is noted beside a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNotes {
    /// Time that the player took.
    pub time: Option<Duration>,
    /// The player's value of the position, in the player's own units and words.
    pub value: Option<String>,
    /// Depth of the player's search, in plies.
    pub depth: Option<u32>,
    /// Positions that the player visited.
    pub nodes: Option<u64>,
    /// Anything else.
    pub comment: Option<String>,
}

/// One stone of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Whose stone it is.
    pub side: Side,
    /// Where it was put. May be outside the board: a record is not checked by being read.
    pub point: Point,
    /// What is noted beside it.
    pub notes: MoveNotes,
}

/// One turn of a regulated opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTurn {
    /// Its actions, as the notation of openings has them: `h8 h9 j10 OFFER 4`.
    pub text: String,
    /// Time that the player took.
    pub time: Option<Duration>,
}

/// How the opening of a game was played by a regulation: every decision, those included that leave
/// no stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegulatedOpening {
    /// The regulation's name.
    pub regulation: String,
    /// The colour that the first player has come to.
    pub first: Side,
    /// The turns of both players in turn, the first player's first.
    pub turns: Vec<RecordedTurn>,
}

/// How a game ended, according to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::Win(side) => Some(side),
            GameResult::Draw => None,
        }
    }
}

impl fmt::Display for GameResult {
    /// As results of games are written: `1-0` when Black, who begins, has won.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Side::Black) => "1-0",
            GameResult::Win(Side::White) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

/// What is known of a game beside its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Width and height of the board.
    pub size: Size,
    /// The rule, if the record says.
    pub rule: Option<RuleKind>,
    /// Name of the player of the black stones.
    pub black: Option<String>,
    /// Name of the player of the white stones.
    pub white: Option<String>,
    /// The event, such as a match.
    pub event: Option<String>,
    /// Number of the game within the event.
    pub round: Option<String>,
    /// When it was played, as `YYYY-MM-DD` and perhaps more.
    pub date: Option<String>,
    /// Number of moves at the beginning that the players did not choose.
    pub opening: usize,
    /// How its opening was played, if by a regulation. The stones are among the moves too.
    pub regulated: Option<RegulatedOpening>,
    /// The result, if the record says.
    pub result: Option<GameResult>,
    /// Why the game was over, in the record's words.
    pub reason: Option<String>,
}

impl GameInfo {
    /// How many stones a turn of the game has: one, unless its rule says otherwise.
    pub fn turn_order(&self) -> TurnOrder {
        turn_order(self.rule)
    }

    /// A game of which nothing is known but the board's size.
    pub fn new(size: Size) -> GameInfo {
        GameInfo {
            size,
            rule: None,
            black: None,
            white: None,
            event: None,
            round: None,
            date: None,
            opening: 0,
            regulated: None,
            result: None,
            reason: None,
        }
    }
}

/// A recorded game. Nothing in it is checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Width and height of the board.
    pub size: Size,
    /// The rule, if the record says.
    pub rule: Option<RuleKind>,
    /// Name of the player of the black stones.
    pub black: Option<String>,
    /// Name of the player of the white stones.
    pub white: Option<String>,
    /// The event, such as a match.
    pub event: Option<String>,
    /// Number of the game within the event.
    pub round: Option<String>,
    /// When it was played, as `YYYY-MM-DD` and perhaps more.
    pub date: Option<String>,
    /// Number of moves at the beginning that the players did not choose.
    pub opening: usize,
    /// How its opening was played, if by a regulation. The stones are among the moves too.
    pub regulated: Option<RegulatedOpening>,
    /// The moves, in order.
    pub moves: Vec<RecordedMove>,
    /// The result, if the record says.
    pub result: Option<GameResult>,
    /// Why the game was over, in the record's words.
    pub reason: Option<String>,
}

impl GameRecord {
    /// A game without moves, of which nothing is known.
    pub fn new(size: Size) -> GameRecord {
        GameRecord {
            size,
            rule: None,
            black: None,
            white: None,
            event: None,
            round: None,
            date: None,
            opening: 0,
            regulated: None,
            moves: Vec::new(),
            result: None,
            reason: None,
        }
    }

    /// The same without the moves.
    pub fn info(&self) -> GameInfo {
        GameInfo {
            size: self.size,
            rule: self.rule,
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            round: self.round.clone(),
            date: self.date.clone(),
            opening: self.opening,
            regulated: self.regulated.clone(),
            result: self.result,
            reason: self.reason.clone(),
        }
    }

    /// Adds a move of the side whose turn it is.
    pub fn push(&mut self, point: Point, notes: MoveNotes) {
        let side = self.next_side(self.moves.len());
        self.moves.push(RecordedMove { side, point, notes });
    }

    /// How many stones a turn of the game has: one, unless its rule says otherwise.
    pub fn turn_order(&self) -> TurnOrder {
        turn_order(self.rule)
    }

    /// The side whose turn it is after the first `count` moves.
    pub fn next_side(&self, count: usize) -> Side {
        let order = self.turn_order();
        let mut turn = order.start();
        for played in self.moves.iter().take(count) {
            turn = order.after(turn, played.side);
        }
        turn.side
    }

    /// The position after the first `count` moves.
    ///
    /// # Errors
    /// The first stone that cannot be placed.
    pub fn position(&self, count: usize) -> Result<Position, SetupError> {
        let stones: Vec<(Point, Side)> =
            self.moves.iter().take(count).map(|played| (played.point, played.side)).collect();
        let to_move = match self.moves.get(count) {
            Some(next) => next.side,
            None => self.next_side(count),
        };
        let order = self.turn_order();
        Setup { size: self.size, stones, to_move, order }.build()
    }
}

/// How many stones a turn has under a rule that may not be known.
fn turn_order(rule: Option<RuleKind>) -> TurnOrder {
    rule.map_or(TurnOrder::SINGLE, |rule| rule.rule().turn_order())
}

/// Places a recorded move on a position, whoever's turn it is.
///
/// # Errors
/// When the point is off the board or taken.
pub fn place(position: &mut Position, played: &RecordedMove) -> Result<(), PlaceError> {
    if position.side() != played.side {
        position.set_turn(position.order().whole(played.side));
    }
    position.try_place(played.point, &mut NullObserver)
}

/// The rule that a record names, by its name or by the number of the protocol.
pub fn rule_of(text: &str) -> Option<RuleKind> {
    let text = text.trim();
    if let Ok(rule) = text.parse() {
        return Some(rule);
    }
    let lower = text.to_ascii_lowercase();
    Some(match lower.as_str() {
        "0" | "gomoku" | "free" | "free-style" => RuleKind::Freestyle,
        "1" | "exact" | "exact five" | "exactly five" => RuleKind::Standard,
        "2" | "4" | "rif" => RuleKind::Renju,
        "8" => RuleKind::Caro,
        "9" => RuleKind::ExactCaro,
        "16" => RuleKind::NENDZYU,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_by_name_and_number() {
        for rule in RuleKind::ALL {
            assert_eq!(rule_of(rule.name()), Some(rule));
        }
        assert_eq!(rule_of(" Renju "), Some(RuleKind::Renju));
        assert_eq!(rule_of("4"), Some(RuleKind::Renju));
        assert_eq!(rule_of("Japanese"), None);
    }

    #[test]
    fn positions_along_a_game() {
        let mut game = GameRecord::new(Size::RENJU);
        for (x, y) in [(7, 7), (7, 6), (8, 8)] {
            game.push(Point::at(x, y), MoveNotes::default());
        }
        assert_eq!(game.position(0).unwrap().side(), Side::Black);
        assert_eq!(game.position(3).unwrap().ply(), 3);
        assert_eq!(game.position(99).unwrap().side(), Side::White);
        game.push(Point::at(7, 7), MoveNotes::default());
        assert!(game.position(4).is_err());
    }
}
