//! Games as Piskvork writes them (`.psq`).
//!
//! The first line is `Piskvorky 20x20, 11:11, 0`: the board, two settings of the players, and which
//! player began. Then comes a line `x,y,milliseconds` for each move, columns and rows counted from
//! 1 at the top left; then, in tournaments, the names of the engines; then a number that says how
//! the game ended, or -1 and a line `winner,rule` as Gomocup writes it, where the winner is 1 for
//! the side that began, 2 for the other and 0 for nobody.

use super::game::{GameRecord, GameResult, MoveNotes, rule_of};
use crate::board::{Point, Side};
use std::fmt;
use std::fmt::Write as _;
use std::time::Duration;

/// Why a text is not such a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PsqError {
    /// The first line is not the one that such files have.
    Header,
    /// The board size is not supported.
    Size(String),
    /// This line, counted from 1, is a move that makes no sense.
    Move(usize),
}

impl fmt::Display for PsqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PsqError::Header => f.write_str("it does not begin with 'Piskvorky 15x15, ...'"),
            PsqError::Size(text) => write!(f, "the board size '{text}' is not supported"),
            PsqError::Move(line) => write!(f, "line {line}: that move makes no sense"),
        }
    }
}

impl std::error::Error for PsqError {}

/// The game of a file.
///
/// ```
/// use tengen::board::Point;
/// use tengen::notation::psq;
///
/// let game = psq::read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,12\n-1\n").unwrap();
/// assert_eq!(game.moves[1].point, Point::at(8, 6));
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<GameRecord, PsqError> {
    let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let header = lines.next().map_or("", |(_, line)| line);
    let rest = header.strip_prefix("Piskvorky ").ok_or(PsqError::Header)?;
    let size = rest.split(',').next().unwrap_or_default().trim();
    let shown = || PsqError::Size(size.chars().take(20).flat_map(char::escape_debug).collect());
    let mut game = GameRecord::new(super::jsonl::parse_size(size).ok_or_else(shown)?);
    let mut names = Vec::new();
    let mut in_moves = true;
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let numbers: Vec<i64> = fields.iter().filter_map(|field| field.parse().ok()).collect();
        if in_moves && fields.len() >= 2 && numbers.len() == fields.len() {
            let (point, notes) = read_move(&numbers).ok_or(PsqError::Move(number))?;
            game.push(point, notes);
            continue;
        }
        in_moves = false;
        match (numbers.len(), fields.len()) {
            // `1,Freestyle`
            (1, 2..) => {
                let winner = match numbers[0] {
                    1 => Some(GameResult::Win(Side::Black)),
                    2 => Some(GameResult::Win(Side::White)),
                    0 => Some(GameResult::Draw),
                    _ => None,
                };
                game.result = winner;
                game.rule = rule_of(fields[1]);
            }
            // The number of the ending; Piskvork's own meanings, which name no winner.
            (1, 1) => {}
            _ => names.push(line.to_owned()),
        }
    }
    game.deal_sides();
    let mut names = names.into_iter();
    (game.black, game.white) = (names.next(), names.next());
    Ok(game)
}

fn read_move(numbers: &[i64]) -> Option<(Point, MoveNotes)> {
    let coordinate = |n: i64| n.checked_sub(1).and_then(|n| u8::try_from(n).ok());
    let point = Point::new(coordinate(numbers[0])?, coordinate(numbers[1])?)?;
    let time = numbers.get(2).and_then(|&ms| u64::try_from(ms).ok()).map(Duration::from_millis);
    Some((point, MoveNotes { time, ..MoveNotes::default() }))
}

/// A game as a file, in Gomocup's form.
pub fn write(game: &GameRecord) -> String {
    let mut out = format!("Piskvorky {}, 11:11, 0\n", game.size);
    for played in &game.moves {
        let (x, y) = (played.point.x() + 1, played.point.y() + 1);
        let time = played.notes.time.unwrap_or_default().as_millis();
        let _ = writeln!(out, "{x},{y},{time}");
    }
    for (name, unknown) in [(&game.black, "black"), (&game.white, "white")] {
        // A name that looks like a move would be read as one.
        let name = name.as_deref().unwrap_or(unknown).replace(['\n', '\r', ','], " ");
        let _ = writeln!(out, "{name}");
    }
    let winner = match game.result {
        Some(GameResult::Win(Side::Black)) => 1,
        Some(GameResult::Win(Side::White)) => 2,
        Some(GameResult::Draw) => 0,
        None => -1,
    };
    let rule = game.rule.map_or_else(|| "unknown".to_owned(), |rule| rule.to_string());
    let _ = writeln!(out, "-1\n{winner},{rule}");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::RuleKind;

    #[test]
    fn a_game_survives_the_round_trip() {
        let mut game = GameRecord::new(Size::new(20, 15).unwrap());
        game.rule = Some(RuleKind::Standard);
        (game.black, game.white) = (Some("a 1".to_owned()), Some("b".to_owned()));
        game.result = Some(GameResult::Draw);
        for (x, y, ms) in [(0, 0, 0), (19, 14, 1234), (7, 7, 5)] {
            let time = Some(Duration::from_millis(ms));
            game.push(Point::at(x, y), MoveNotes { time, ..MoveNotes::default() });
        }
        assert_eq!(read(&write(&game)), Ok(game));
    }

    #[test]
    fn files_of_other_programs() {
        let game = read("Piskvorky 20x20, 0:11, 1\r\n10,10,0\r\n11,9,532\r\n3\r\n").unwrap();
        assert_eq!((game.moves.len(), game.black, game.result), (2, None, None));
        let gomocup = "Piskvorky 15x15, 11:11, 0\n8,8,0\nX.zip\nY.zip\n-1\n2,Renju,\n";
        let game = read(gomocup).unwrap();
        assert_eq!(game.white.as_deref(), Some("Y.zip"));
        assert_eq!(game.result, Some(GameResult::Win(Side::White)));
        assert_eq!(game.rule, Some(RuleKind::Renju));
        assert_eq!(read("Piskvorky 15x15, 1:1, 0").unwrap().moves.len(), 0);
    }

    #[test]
    fn what_is_refused() {
        assert_eq!(read(""), Err(PsqError::Header));
        assert_eq!(read("1,2,3"), Err(PsqError::Header));
        assert!(matches!(read("Piskvorky 99x99, 1:1, 0"), Err(PsqError::Size(_))));
        assert!(matches!(read("Piskvorky \u{e9}"), Err(PsqError::Size(_))));
        assert_eq!(read("Piskvorky 15x15, 1:1, 0\n8,8,0\n0,8,0"), Err(PsqError::Move(3)));
        assert_eq!(read("Piskvorky 15x15, 1:1, 0\n99,8,0"), Err(PsqError::Move(2)));
        let huge = "Piskvorky 15x15, 1:1, 0\n-9223372036854775808,1,0";
        assert_eq!(read(huge), Err(PsqError::Move(2)));
    }
}
