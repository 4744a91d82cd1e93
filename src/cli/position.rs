//! The position that a command is about: moves, rule and size as typed, and why they do not fit.

use super::error::CommandError;
use super::options;
use crate::board::{NullObserver, Point, Position, Size};
use crate::notation::pos;
use crate::rules::{IllegalMove, Outcome, RuleKind, WinReason};
use std::io::Read;

/// A position as typed.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// The moves so far, Black first, as h8h9i9; spaces, commas and upper case are fine. Columns
    /// are letters from the left, i included; rows are numbers from the bottom. `-` reads them from
    /// standard input. Under nendzyu + joins the stones of a turn, as h8 f9+i7. None: the empty board
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,

    /// Board size: 5 to 32, or columns x rows, as 15x19. Columns after z are aa, ab and so on
    #[arg(long, short, default_value = "15", value_parser = options::size)]
    pub size: Size,
}

impl PositionArgs {
    /// The position after the moves.
    ///
    /// # Errors
    /// The first move that cannot be read or played.
    pub fn position(&self, rule: RuleKind) -> Result<Position, CommandError> {
        let text = match self.moves.as_slice() {
            [only] if only == "-" => read_stdin()?,
            words => words.join(" "),
        };
        play(&text, rule, self.size).map_err(CommandError::Input)
    }
}

/// Standard input as text; bytes that are none are shown as such in the error that follows.
fn read_stdin() -> Result<String, CommandError> {
    // A list of moves is short. Whoever pipes a device into us gets an error, not a full memory.
    const LONGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    std::io::stdin().take(LONGEST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The moves of a list of turns, as `h8 f9+i7`: a `+` joins the stones of one turn.
fn parse_turns(text: &str, rule: RuleKind, size: Size) -> Result<Vec<Point>, String> {
    let mut position = Position::with_order(size, rule.rule().turn_order());
    let mut points = Vec::new();
    // Spaces around a `+` do not matter either.
    let joined = text.split('+').map(str::trim).collect::<Vec<_>>().join("+");
    for word in joined.split(|c: char| c.is_whitespace() || c == ',') {
        let parts: Vec<&str> = word.split('+').collect();
        let wanted = position.turn().stones_left;
        for part in &parts {
            if parts.len() > 1 && part.is_empty() {
                return Err(format!("'{}': a point is missing at the +", word.escape_debug()));
            }
            let read = pos::parse_moves(part, size).map_err(|error| {
                let number = points.len() + error.number;
                format!("move {number} ('{}'): {}", error.text, error.reason)
            })?;
            if parts.len() > 1 && read.len() > 1 {
                return Err(format!("'{}': a + joins single points", word.escape_debug()));
            }
            for point in read {
                points.push(point);
                // Whose turn it is depends on the number of stones alone.
                position.set_turn(position.order().next(position.turn()));
            }
        }
        if parts.len() > 1 && parts.len() != usize::from(wanted) {
            let error = IllegalMove::Stones { wanted, given: parts.len() };
            return Err(format!("'{}': {error}", word.escape_debug()));
        }
    }
    Ok(points)
}

/// The position after the moves of a list, each of them legal.
fn play(text: &str, rule: RuleKind, size: Size) -> Result<Position, String> {
    let points = if rule.has_long_turns() {
        parse_turns(text, rule, size)?
    } else {
        pos::parse_moves(text, size).map_err(|error| error.to_string())?
    };
    let rule = rule.rule();
    let mut position = Position::with_order(size, rule.turn_order());
    for (n, point) in points.into_iter().enumerate() {
        let refuse =
            |why: String| Err(format!("move {} ({}): {why}", n + 1, pos::name(point, size)));
        if let Some(outcome) = rule.outcome(&position) {
            return refuse(format!(
                "the game has ended before it: {}",
                describe(outcome, &position)
            ));
        }
        if let Err(error) = rule.try_play(&mut position, point, &mut NullObserver) {
            return refuse(error.to_string());
        }
    }
    Ok(position)
}

/// How the game has ended, in words.
pub fn describe(outcome: Outcome, position: &Position) -> String {
    match outcome {
        Outcome::Draw => "draw, the board is full".to_owned(),
        Outcome::Win { side, reason } => {
            let last = position.last().map_or(String::new(), |last| {
                format!(" ({}, move {})", pos::name(last.point, position.size()), position.ply())
            });
            match reason {
                WinReason::Five => format!("{side} has won with five in a row{last}"),
                WinReason::Forbidden(kind) => {
                    format!("{side} has won, the last move is a forbidden {kind}{last}")
                }
                WinReason::Overline => {
                    format!("{side} has won, {} has made more than five in a row{last}", !side)
                }
                WinReason::NoTurn => format!("{side} has won, {} has no legal turn left", !side),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, rule: RuleKind) -> String {
        play(text, rule, Size::RENJU).unwrap_err()
    }

    #[test]
    fn legal_moves_make_a_position() {
        let position = play("H8 h9,i9", RuleKind::Renju, Size::RENJU).unwrap();
        assert_eq!(position.ply(), 3);
    }

    #[test]
    fn refusals_name_the_move_and_the_reason() {
        assert_eq!(
            refusal("h8h9h8", RuleKind::Freestyle),
            "move 3 (h8): the point already holds a black stone"
        );
        assert_eq!(
            refusal("h8a1h7c1i6e1j6g1h6", RuleKind::Renju),
            "move 9 (h6): the point is forbidden to black (double three)"
        );
        assert!(play("h8a1h7c1i6e1j6g1h6", RuleKind::Standard, Size::RENJU).is_ok());
        assert_eq!(
            refusal("a1a3b1b3c1c3d1d3e1e3", RuleKind::Freestyle),
            "move 10 (e3): the game has ended before it: black has won with five in a row \
             (e1, move 9)"
        );
        assert!(refusal("h8p1", RuleKind::Renju).starts_with("move 2 ('p1', at character 3)"));
    }
}
