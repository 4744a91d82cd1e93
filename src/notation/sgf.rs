//! Games as SGF (Smart Game Format, FF\[4\], game 4: gomoku and renju): the main line of each tree,
//! with names, result and what is noted beside the moves.
//!
//! Source: the format's specification, <https://www.red-bean.com/sgf/>. Points are two letters,
//! column and row from the top left, `A` following `z`; `h8` is understood as well.
//!
//! The format has no words for opening regulations, but lets programs add properties. An opening by
//! a regulation is written as `REGULATION[soosorv-8]FIRST[W]TURNS[h8 h9 j10][SWAP]...`: its name, the
//! colour that the first player has come to, and the turns of both players.

use super::game::{
    GameRecord, GameResult, MoveNotes, RecordedMove, RecordedTurn, RegulatedOpening, rule_of,
};
use super::{jsonl, pos};
use crate::board::{Point, Side, Size};
use std::fmt;
use std::fmt::Write as _;
use std::time::Duration;

/// Moves on one line of a written file.
const MOVES_A_LINE: usize = 8;
/// Beside moves that the players did not choose.
const OPENING: &str = "opening";

/// Why a text is not a collection of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError {
    /// There is no game in it.
    NoGame,
    /// It ends inside this game, counted from 1.
    Unfinished(usize),
    /// A property of this game makes no sense.
    Property {
        /// The game, counted from 1.
        game: usize,
        /// Its name and value.
        text: String,
    },
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::NoGame => f.write_str("there is no game in it"),
            SgfError::Unfinished(game) => write!(f, "game {game} is cut off"),
            SgfError::Property { game, text } => write!(f, "game {game}: {text} makes no sense"),
        }
    }
}

impl std::error::Error for SgfError {}

/// The games of a collection. Text between games is skipped; unknown properties are ignored; passes
/// are left out.
///
/// ```
/// use tengen::board::Point;
/// use tengen::notation::sgf;
///
/// let games = sgf::read("(;GM[4]SZ[15]RU[renju]PB[Ann];B[hh];W[ig](;B[jj])(;B[aa]))").unwrap();
/// assert_eq!(games[0].black.as_deref(), Some("Ann"));
/// assert_eq!(games[0].moves[2].point, Point::at(9, 9));
/// ```
///
/// # Errors
/// What is wrong with the first game that cannot be read.
pub fn read(text: &str) -> Result<Vec<GameRecord>, SgfError> {
    let mut reader = Reader { rest: text };
    let mut games = Vec::new();
    while reader.skip_to_game() {
        let number = games.len() + 1;
        games.push(read_game(&mut reader, number)?);
    }
    if games.is_empty() { Err(SgfError::NoGame) } else { Ok(games) }
}

/// What is left of the text.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Goes on after the next bracket that begins a tree, if there is one.
    fn skip_to_game(&mut self) -> bool {
        match self.rest.find('(') {
            Some(at) => {
                self.rest = &self.rest[at + 1..];
                true
            }
            None => false,
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// The letters of a name, of which `first` is the first. Small letters are of the form before
    /// FF\[4\] and do not count.
    fn name(&mut self, first: char) -> String {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let name = std::iter::once(first).chain(self.rest[..end].chars());
        let name = name.filter(|c| !c.is_ascii_lowercase()).collect();
        self.rest = &self.rest[end..];
        name
    }

    /// The next value of a property, if there is one more.
    fn value(&mut self) -> Option<String> {
        let after = self.rest.trim_start().strip_prefix('[')?;
        self.rest = after;
        self.value_after_bracket()
    }

    /// A value whose bracket has been read. `None`, and nothing left, when it is never closed.
    fn value_after_bracket(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.rest);
        let mut value = String::new();
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                ']' => {
                    self.rest = &rest[at + 1..];
                    return Some(value);
                }
                '\\' => match chars.next() {
                    // An escaped line end is none at all.
                    Some((_, '\n' | '\r')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                c => value.push(c),
            }
        }
        None
    }
}

fn read_game(reader: &mut Reader<'_>, number: usize) -> Result<GameRecord, SgfError> {
    let mut game = GameRecord::new(Size::RENJU);
    let mut depth = 1;
    // The first bracket that closes ends the main line: what follows are variations.
    let mut in_main_line = true;
    while let Some(c) = reader.next() {
        match c {
            '(' => depth += 1,
            ')' => {
                in_main_line = false;
                depth -= 1;
                if depth == 0 {
                    mark_opening(&mut game);
                    return Ok(game);
                }
            }
            c if c.is_ascii_alphabetic() => {
                let name = reader.name(c);
                let mut values = Vec::new();
                while let Some(value) = reader.value() {
                    values.push(value);
                }
                if in_main_line {
                    for value in &values {
                        take_property(&mut game, &name, value).ok_or_else(|| {
                            let shown: String = value.chars().take(20).collect();
                            let text = format!("{name}[{}]", shown.escape_debug());
                            SgfError::Property { game: number, text }
                        })?;
                    }
                }
            }
            // A value without a name is skipped as a whole, brackets in it included.
            '[' if reader.value_after_bracket().is_none() => break,
            _ => {}
        }
    }
    Err(SgfError::Unfinished(number))
}

/// Takes over a property. `None` when its value makes no sense.
fn take_property(game: &mut GameRecord, name: &str, value: &str) -> Option<()> {
    let text = || (!value.trim().is_empty()).then(|| value.trim().to_owned());
    match name {
        "SZ" => game.size = jsonl::parse_size(value)?,
        // A rule that we do not know is none of the record's faults.
        "RU" => game.rule = rule_of(value),
        "PB" => game.black = text(),
        "PW" => game.white = text(),
        "EV" => game.event = text(),
        "RO" => game.round = text(),
        "DT" => game.date = text(),
        "RE" => game.result = parse_result(value),
        "TE" | "GC" => game.reason = text().or(game.reason.take()),
        "B" => take_move(game, Side::Black, value)?,
        "W" => take_move(game, Side::White, value)?,
        "AB" => take_setup(game, Side::Black, value)?,
        "AW" => take_setup(game, Side::White, value)?,
        "REGULATION" => regulated(game).regulation = text()?,
        "FIRST" => {
            regulated(game).first = match value.trim() {
                "B" => Side::Black,
                "W" => Side::White,
                _ => return None,
            };
        }
        "TURNS" => regulated(game).turns.push(RecordedTurn { text: text()?, time: None }),
        "C" => {
            if let Some(last) = game.moves.last_mut() {
                last.notes = parse_notes(value);
            }
        }
        _ => {}
    }
    Some(())
}

/// What is known of the game's opening by a regulation.
fn regulated(game: &mut GameRecord) -> &mut RegulatedOpening {
    game.regulated.get_or_insert_with(|| RegulatedOpening {
        regulation: String::new(),
        first: Side::Black,
        turns: Vec::new(),
    })
}

fn take_move(game: &mut GameRecord, side: Side, value: &str) -> Option<()> {
    const LARGEST_WITH_TT: u8 = 19;
    let value = value.trim();
    let is_pass = value.is_empty()
        || (value == "tt" && game.size.width().max(game.size.height()) <= LARGEST_WITH_TT);
    if !is_pass {
        let point = parse_point(value, game.size)?;
        game.moves.push(RecordedMove { side, point, notes: MoveNotes::default() });
    }
    Some(())
}

fn take_setup(game: &mut GameRecord, side: Side, value: &str) -> Option<()> {
    // Stones that were there before the first move are no moves of the players.
    if game.moves.len() > game.opening {
        return Some(());
    }
    take_move(game, side, value)?;
    game.opening = game.moves.len();
    Some(())
}

fn parse_point(text: &str, size: Size) -> Option<Point> {
    let mut letters = text.chars();
    let coordinate = |c: char| match c {
        'a'..='z' => Some(c as u8 - b'a'),
        'A'..='Z' => Some(c as u8 - b'A' + 26),
        _ => None,
    };
    match (letters.next().and_then(coordinate), letters.next(), letters.next()) {
        (Some(x), Some(second), None) if second.is_ascii_alphabetic() => {
            Point::new(x, coordinate(second)?)
        }
        _ => pos::parse_point(text, size).ok(),
    }
}

fn parse_result(text: &str) -> Option<GameResult> {
    let lower = text.trim().to_ascii_lowercase();
    match lower.as_str() {
        "0" | "draw" | "jigo" | "1/2-1/2" | "0.5-0.5" => Some(GameResult::Draw),
        "1-0" | "black" => Some(GameResult::Win(Side::Black)),
        "0-1" | "white" => Some(GameResult::Win(Side::White)),
        _ if lower.starts_with("b+") => Some(GameResult::Win(Side::Black)),
        _ if lower.starts_with("w+") => Some(GameResult::Win(Side::White)),
        _ => None,
    }
}

/// The notes in a comment such as `value 45, depth 12, nodes 3400, 99ms`. A comment with anything
/// else in it is kept as it is, beside what was understood.
fn parse_notes(text: &str) -> MoveNotes {
    let mut notes = MoveNotes::default();
    let mut is_plain = true;
    for part in text.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let understood = match words[..] {
            ["value", value] => {
                notes.value = Some(value.to_owned());
                true
            }
            ["depth", depth] => {
                notes.depth = depth.parse().ok();
                notes.depth.is_some()
            }
            ["nodes", nodes] => {
                notes.nodes = nodes.parse().ok();
                notes.nodes.is_some()
            }
            [time, "ms"] => {
                notes.time = milliseconds(time);
                notes.time.is_some()
            }
            [time] => {
                let time = time.strip_suffix("ms").and_then(milliseconds);
                notes.time = time.or(notes.time);
                time.is_some()
            }
            _ => false,
        };
        is_plain &= understood;
    }
    if !is_plain {
        notes.comment = Some(text.trim().to_owned());
    }
    notes
}

fn milliseconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(number / 1000.0).ok()
}

/// Counts the moves at the beginning whose comments say that nobody chose them.
fn mark_opening(game: &mut GameRecord) {
    let is_opening = |played: &RecordedMove| {
        let comment = played.notes.comment.as_deref();
        comment.is_some_and(|text| text == OPENING || text == "opening move")
    };
    let before = game.opening;
    let marked = game.moves[before..].iter().take_while(|played| is_opening(played)).count();
    game.opening = before + marked;
    for played in &mut game.moves[before..before + marked] {
        played.notes.comment = None;
    }
}

/// A game as a tree of one line.
pub fn write(game: &GameRecord) -> String {
    let mut out = String::from("(;FF[4]GM[4]CA[UTF-8]AP[Tengen]");
    let size = game.size;
    if size.is_square() {
        let _ = write!(out, "SZ[{}]", size.width());
    } else {
        let _ = write!(out, "SZ[{}:{}]", size.width(), size.height());
    }
    let rule = game.rule.map(|rule| rule.to_string());
    let result = game.result.map(|result| match result {
        GameResult::Win(Side::Black) => "B+".to_owned(),
        GameResult::Win(Side::White) => "W+".to_owned(),
        GameResult::Draw => "0".to_owned(),
    });
    // The format knows days only.
    let date = game.date.as_deref().map(|date| date.split('T').next().unwrap_or(date).to_owned());
    for (name, value) in [
        ("RU", &rule),
        ("EV", &game.event),
        ("RO", &game.round),
        ("DT", &date),
        ("PB", &game.black),
        ("PW", &game.white),
        ("RE", &result),
        ("GC", &game.reason),
    ] {
        if let Some(value) = value {
            let _ = write!(out, "{name}[{}]", escaped(value));
        }
    }
    if let Some(regulated) = &game.regulated {
        let first = if regulated.first == Side::Black { 'B' } else { 'W' };
        let _ = write!(out, "\nREGULATION[{}]FIRST[{first}]", escaped(&regulated.regulation));
        if !regulated.turns.is_empty() {
            out.push_str("TURNS");
        }
        for turn in &regulated.turns {
            let _ = write!(out, "[{}]", escaped(&turn.text));
        }
    }
    for (number, played) in game.moves.iter().enumerate() {
        if number % MOVES_A_LINE == 0 {
            out.push('\n');
        }
        let side = if played.side == Side::Black { 'B' } else { 'W' };
        let (x, y) = (letter(played.point.x()), letter(played.point.y()));
        let _ = write!(out, ";{side}[{x}{y}]");
        let notes = written_notes(played, number < game.opening);
        if !notes.is_empty() {
            let _ = write!(out, "C[{}]", escaped(&notes));
        }
    }
    out.push_str(")\n");
    out
}

fn letter(coordinate: u8) -> char {
    match coordinate {
        0..=25 => char::from(b'a' + coordinate),
        _ => char::from(b'A' + coordinate - 26),
    }
}

fn written_notes(played: &RecordedMove, is_opening: bool) -> String {
    if is_opening {
        return OPENING.to_owned();
    }
    let notes = &played.notes;
    if let Some(comment) = &notes.comment {
        return comment.clone();
    }
    let mut parts = Vec::new();
    parts.extend(notes.value.as_ref().map(|value| format!("value {value}")));
    parts.extend(notes.depth.map(|depth| format!("depth {depth}")));
    parts.extend(notes.nodes.map(|nodes| format!("nodes {nodes}")));
    parts.extend(notes.time.map(|time| format!("{}ms", time.as_micros() as f64 / 1000.0)));
    parts.join(", ")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleKind;

    #[test]
    fn a_game_survives_the_round_trip() {
        let mut game = GameRecord::new(Size::new(32, 20).unwrap());
        game.rule = Some(RuleKind::ExactCaro);
        game.black = Some("a [b] \\ c".to_owned());
        game.round = Some("12".to_owned());
        game.date = Some("2026-01-02".to_owned());
        game.result = Some(GameResult::Win(Side::White));
        game.reason = Some("white made five".to_owned());
        game.opening = 1;
        game.regulated = Some(RegulatedOpening {
            regulation: "soosorv-8".to_owned(),
            first: Side::White,
            turns: ["h8 h9 j10", "STAY g9 OFFER 2"]
                .map(|text| RecordedTurn { text: text.to_owned(), time: None })
                .to_vec(),
        });
        game.push(Point::at(31, 19), MoveNotes::default());
        let notes = MoveNotes {
            time: Some(Duration::from_micros(12_345)),
            value: Some("-M4".to_owned()),
            depth: Some(9),
            nodes: Some(1_234_567),
            comment: None,
        };
        game.push(Point::at(25, 0), notes);
        game.push(
            Point::at(26, 1),
            MoveNotes { comment: Some("text, with ] more".to_owned()), ..MoveNotes::default() },
        );
        let text = write(&game);
        assert_eq!(read(&format!("{text}{text}")), Ok(vec![game.clone(), game]));
    }

    #[test]
    fn files_of_other_programs() {
        let text = "(;FF[4]GM[4]GN[1]EV[a x b]DT[2026.11.30]RO[1.1]RU[4]SZ[15]PB[a]PW[b]RE[B+1]\
                    TE[Black win by five connection]\n;B[je]C[opening move];W[ka]C[opening move]\
                    ;B[ic]C[99ms];W[])\n\njunk\n(; SZ [20:15] ; B [h8] ; W [tt] ; AB[aa][bb])";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].rule, Some(RuleKind::Renju));
        assert_eq!((games[0].opening, games[0].moves.len()), (2, 3));
        assert_eq!(games[0].moves[0].point, Point::at(9, 4));
        assert_eq!(games[0].moves[2].notes.time, Some(Duration::from_millis(99)));
        assert_eq!(games[0].result, Some(GameResult::Win(Side::Black)));
        assert_eq!(games[0].reason.as_deref(), Some("Black win by five connection"));
        assert_eq!(games[1].moves[0].point, Point::at(7, 7));
        // On a board of 20 columns tt is a point.
        assert_eq!(games[1].moves[1].point, Point::at(19, 19));
    }

    #[test]
    fn variations_and_setups() {
        let game = &read("(;AB[aa][bb]AW[cc];B[dd](;W[ee];B[ff])(;W[gg](;B[hh])))").unwrap()[0];
        assert_eq!(game.opening, 3);
        let points: Vec<u8> = game.moves.iter().map(|played| played.point.x()).collect();
        assert_eq!(points, [0, 1, 2, 3, 4, 5]);
        assert_eq!(game.moves[1].side, Side::Black);
    }

    #[test]
    fn what_is_refused() {
        assert_eq!(read(""), Err(SgfError::NoGame));
        assert_eq!(read("hello"), Err(SgfError::NoGame));
        for text in ["(;B[aa]", "(", "(;C[unclosed", "(;B[aa](;W[bb])", "(;[x", "(;C[\\"] {
            assert_eq!(read(text), Err(SgfError::Unfinished(1)), "{text}");
        }
        for text in
            ["(;SZ[99])", "(;B[a])", "(;B[!!])", "(;B[ZZ])", "(;B[abc])", "(;W[\u{e9}\u{e9}])"]
        {
            assert!(matches!(read(text), Err(SgfError::Property { .. })), "{text}");
        }
        // A stray value is skipped, brackets in it included.
        assert_eq!(read("(;[a(b];B[aa])").unwrap()[0].moves.len(), 1);
    }
}
