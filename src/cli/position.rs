//! The position that a command is about: moves, rule and size as typed or as a file has them, and
//! why they do not fit.

use super::error::CommandError;
use super::input::{GameFile, ReadingArgs};
use super::options;
use crate::board::{Position, Size, TurnOrder};
use crate::notation::format::{Format, Games, Reading, RowOrder};
use crate::notation::tree::{Action, NodeId, Tree};
use crate::notation::{pos, turns};
use crate::rules::{Outcome, RuleKind, WinReason};
use std::path::{Path, PathBuf};

/// A position as typed.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// The moves so far, Black first, as h8h9i9, or as pairs of column and row from 0 at the top
    /// left, 7,7 7,6; spaces, commas and upper case are fine. Columns are letters from the left, i
    /// included; rows are numbers from the bottom. Under nendzyu + joins the stones of a turn, as
    /// h8 f9+i7. `-` reads them from standard input, or a drawn board or a game in any format. None:
    /// the empty board
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,

    /// Board size: 5 to 32, or columns x rows, as 15x19. Columns after z are aa, ab and so on
    /// [default: what the file says, or 15]
    #[arg(long, short, value_parser = options::size)]
    pub size: Option<Size>,

    /// A file with the game: SGF, PSQ, RenLib's lib, JSON lines, lists of moves or a drawn board;
    /// `-` is standard input. The position is the end of its main line
    #[arg(long, short, value_name = "FILE", conflicts_with = "moves")]
    pub input: Option<PathBuf>,

    /// Which game of the file, from 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,

    /// Only so many moves of the game
    #[arg(long = "move", value_name = "NUMBER")]
    pub moves_of_game: Option<usize>,

    /// How to read it.
    #[command(flatten)]
    pub reading: ReadingArgs,
}

impl PositionArgs {
    /// The position after the moves, under that rule.
    ///
    /// # Errors
    /// The first move that cannot be read or played.
    pub fn position(&self, rule: RuleKind) -> Result<Position, CommandError> {
        self.tree(Some(rule)).and_then(|tree| self.position_in(&tree, rule))
    }

    /// The position after the moves, and the rule: the one that was typed, or the one that the file
    /// names, or renju.
    ///
    /// # Errors
    /// The first move that cannot be read or played.
    pub fn position_and_rule(
        &self,
        typed: Option<RuleKind>,
    ) -> Result<(Position, RuleKind), CommandError> {
        let tree = self.tree(typed)?;
        let rule = typed.or(tree.info.rule).unwrap_or(RuleKind::Renju);
        Ok((self.position_in(&tree, rule)?, rule))
    }

    fn position_in(&self, tree: &Tree, rule: RuleKind) -> Result<Position, CommandError> {
        let line = std::iter::once(NodeId::ROOT).chain(tree.main_line());
        let end = match self.moves_of_game {
            None => line.last(),
            Some(count) => {
                let mut moves = 0;
                let is_wanted = |&node: &NodeId| {
                    moves += usize::from(tree.action(node).point().is_some());
                    moves <= count
                };
                line.take_while(is_wanted).last()
            }
        };
        tree.position(end.unwrap_or(NodeId::ROOT), rule).map_err(CommandError::input)
    }

    /// The game as typed or as the file has it, under `rule` if it does not say which.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn tree(&self, rule: Option<RuleKind>) -> Result<Tree, CommandError> {
        let mut reading = self.reading.reading(self.size, rule);
        let number = self.game.map(|number| number as usize);
        if let Some(path) = &self.input {
            return GameFile::open(path, self.reading.format)?.game(number, reading);
        }
        if matches!(self.moves.as_slice(), [only] if only == "-") {
            // Here lines are only where a long list of moves was broken, unless a game is chosen.
            reading.is_one_game = number.is_none();
            let file = GameFile::open(Path::new("-"), self.reading.format)?;
            if file.format() == Format::Pos && number.is_none() && !file.has_remarks() {
                return typed_moves(&file.text(), &reading).map_err(CommandError::Input);
            }
            return file.game(number, reading);
        }
        let text = self.moves.join(" ");
        let format = self.reading.format.unwrap_or_else(|| Format::detect(text.as_bytes(), None));
        reading.is_one_game = true;
        if format == Format::Pos || self.moves.is_empty() {
            return typed_moves(&text, &reading).map_err(CommandError::Input);
        }
        let game = Games::new(text.as_bytes(), format, reading).next();
        game.unwrap_or_else(|| Ok(Tree::new(reading.size()))).map_err(CommandError::input)
    }
}

/// The game of a list of moves by their names.
fn typed_moves(text: &str, reading: &Reading) -> Result<Tree, String> {
    let size = reading.size();
    let mut tree = Tree::new(size);
    tree.info.rule = reading.rule;
    let order = tree.turn_order();
    let mut turn = order.start();
    let points = if order == TurnOrder::SINGLE {
        pos::parse_moves(text, size).map_err(|error| error.to_string())?
    } else {
        turns::parse_turns(text, size, turn, order).map_err(|error| error.to_string())?
    };
    let mut end = NodeId::ROOT;
    for point in points {
        let point = match reading.rows {
            Some(RowOrder::Top) => pos::flipped(point, size),
            _ => point,
        };
        end = tree.add(end, Action::play(turn.side, point));
        turn = order.next(turn);
    }
    Ok(tree)
}

/// How the game has ended, in words.
pub fn describe(outcome: Outcome, position: &Position) -> String {
    match outcome {
        Outcome::Draw if !position.is_full() => {
            "draw, the last turn made a five and more than five in a row".to_owned()
        }
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
    use crate::board::Point;

    /// What was typed behind a command.
    fn typed(words: &[&str]) -> PositionArgs {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            position: PositionArgs,
        }
        let words = std::iter::once("command").chain(words.iter().copied());
        <Line as clap::Parser>::parse_from(words).position
    }

    fn refusal(text: &str, rule: RuleKind) -> String {
        typed(&[text]).position(rule).unwrap_err().to_string()
    }

    #[test]
    fn moves_are_typed_in_many_ways() {
        let expected = [Point::at(7, 7), Point::at(7, 6), Point::at(8, 4)];
        for words in [
            &["H8", "h9,i11"] as &[&str],
            &["h8", "h7", "i5", "--rows", "top"],
            &["7,7", "7,6", "8,4"],
            &["7,7,7,6,8,4"],
            &["7,7 7,8 8,10", "--rows", "bottom"],
            &["--format", "offsets", "--", "0,0", "0,-1", "1,-3"],
            &["--", "0,0, 0,-1, 1,-3"],
        ] {
            let position = typed(words).position(RuleKind::Renju).unwrap();
            let played = position.history().iter().map(|played| played.point);
            assert!(played.eq(expected), "{words:?}");
        }
        let two = typed(&["h8h9i11", "--move", "2"]).position(RuleKind::Renju).unwrap();
        assert_eq!(two.ply(), 2);
        assert_eq!(typed(&[]).position(RuleKind::Renju).unwrap().ply(), 0);
    }

    #[test]
    fn refusals_name_the_move_and_the_reason() {
        assert_eq!(
            refusal("h8h9h8", RuleKind::Freestyle),
            "move 3 (h8): the point already holds a black stone"
        );
        assert!(typed(&["h8a1h7c1i6e1j6g1h6"]).position(RuleKind::Standard).is_ok());
        assert!(refusal("h8p1", RuleKind::Renju).starts_with("move 2 ('p1', at character 3)"));
        assert!(refusal("7,7 7,15", RuleKind::Renju).starts_with("line 1, column 5"));
    }
}
