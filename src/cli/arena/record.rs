//! The record of a match: one JSON line for the match, then one a game, written as each game ends.
//! A match that was interrupted goes on from it.

use super::game::FinishedGame;
use super::schedule::ScheduledGame;
use crate::board::{BySide, Side};
use crate::notation::game::{GameRecord, GameResult};
use crate::notation::jsonl::JsonGame;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// What a match depends on. A record can only be continued with the same values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Name and options of each engine.
    pub engines: Vec<EngineHeader>,
    /// Name of the rule.
    pub rule: String,
    /// Board size, as `15x15`.
    pub size: String,
    /// Which engines meet.
    pub format: String,
    /// Games of each two engines that meet, a round.
    pub games: usize,
    /// Number of rounds.
    pub rounds: usize,
    /// Whether each opening is played with both colours.
    pub repeat: bool,
    /// The order of the openings.
    pub order: String,
    /// Whether openings that come again are turned or mirrored.
    pub symmetries: bool,
    /// The seed of the order.
    pub seed: u64,
    /// Number of openings.
    pub openings: usize,
    /// A checksum of the openings.
    pub openings_checksum: String,
    /// The number of moves after which a game is a draw.
    pub max_moves: Option<usize>,
    /// The regulation by which openings are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regulation: Option<String>,
    /// Who decides in them, with the options of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_by: Option<String>,
}

/// An engine in the record of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name.
    pub name: String,
    /// Its options, as text.
    pub options: String,
}

impl MatchHeader {
    /// The first value in which another match differs from this one, as `name: ours, theirs`. The
    /// numbers of games and rounds may differ: a match can be made longer.
    pub fn difference(&self, other: &MatchHeader) -> Option<String> {
        let fields = |header| match serde_json::to_value(header) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let theirs = fields(other);
        let mut fixed =
            fields(self).into_iter().filter(|(name, _)| name != "games" && name != "rounds");
        fixed.find_map(|(name, own)| {
            let other = theirs.get(&name).cloned().unwrap_or_default();
            (own != other).then(|| format!("{name}: {own} now, {other} in the record"))
        })
    }
}

/// A game of a match, with all that the record keeps of it.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its place in the schedule, with the colours that the engines have come to.
    pub scheduled: ScheduledGame,
    /// Moves and result.
    pub record: GameRecord,
    /// The winner, unless it is a draw.
    pub winner: Option<Side>,
    /// The short name of its ending.
    pub ending: String,
    /// What was odd, by side.
    pub remarks: BySide<Vec<String>>,
    /// Most memory that the engines had used, in bytes.
    pub peak_memory: BySide<Option<u64>>,
}

impl MatchGame {
    /// A game that has just ended, between engines of these names.
    pub fn new(scheduled: ScheduledGame, finished: FinishedGame, names: &[String]) -> MatchGame {
        let FinishedGame { mut record, winner, ending, reports } = finished;
        let scheduled = with_colours(scheduled, &record);
        record.black = Some(names[scheduled.black].clone());
        record.white = Some(names[scheduled.white].clone());
        record.round = Some(scheduled.number.to_string());
        record.event = Some("tengen match".to_owned());
        let now = humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string();
        record.date = Some(now);
        MatchGame {
            scheduled,
            record,
            winner,
            ending: ending.name().to_owned(),
            peak_memory: BySide::from_fn(|side| reports[side].peak_memory),
            remarks: BySide::from_fn(|side| reports[side].remarks.clone()),
        }
    }

    /// The colour of the first player, in a game whose opening was played by a regulation.
    pub fn first(&self) -> Option<Side> {
        self.record.regulated.as_ref().map(|regulated| regulated.first)
    }

    /// Whether the loser failed, other than by its play on the board.
    pub fn is_failure(&self) -> bool {
        const PLAYED: [&str; 6] =
            ["five", "overline", "double four", "double three", "full board", "move limit"];
        !PLAYED.contains(&self.ending.as_str())
    }

    /// The number of the engine with the stones of `side`.
    pub const fn engine(&self, side: Side) -> usize {
        match side {
            Side::Black => self.scheduled.black,
            Side::White => self.scheduled.white,
        }
    }
}

/// The lines of a record.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum RecordLine {
    Match(Box<MatchHeader>),
    Game(Box<GameLine>),
}

#[derive(Serialize, Deserialize)]
struct GameLine {
    number: usize,
    pair: usize,
    opening_number: usize,
    symmetry: usize,
    ending: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    black_remarks: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    white_remarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_memory: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_memory: Option<u64>,
    #[serde(flatten)]
    game: JsonGame,
}

impl From<&MatchGame> for GameLine {
    fn from(game: &MatchGame) -> GameLine {
        GameLine {
            number: game.scheduled.number,
            pair: game.scheduled.pair,
            // As people count.
            opening_number: game.scheduled.opening + 1,
            symmetry: game.scheduled.symmetry,
            ending: game.ending.clone(),
            black_remarks: game.remarks.black.clone(),
            white_remarks: game.remarks.white.clone(),
            black_memory: game.peak_memory.black,
            white_memory: game.peak_memory.white,
            game: JsonGame::from(&game.record),
        }
    }
}

/// The JSON line of a game.
pub fn game_line(game: &MatchGame) -> String {
    // Numbers and strings alone: there is nothing that could fail.
    serde_json::to_string(&RecordLine::Game(Box::new(game.into()))).unwrap_or_default()
}

/// Why a record cannot be used.
#[derive(Debug)]
pub enum RecordError {
    /// It cannot be read or written.
    Io(io::Error),
    /// A line makes no sense.
    Line(usize, String),
    /// It is the record of another match.
    OtherMatch(String),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Io(error) => error.fmt(f),
            RecordError::Line(number, reason) => write!(f, "line {number}: {reason}"),
            RecordError::OtherMatch(difference) => {
                write!(f, "it is the record of another match ({difference})")
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::Io(error)
    }
}

/// A record that is being written.
#[derive(Debug)]
pub struct RecordFile(File);

impl RecordFile {
    /// Begins a record.
    ///
    /// # Errors
    /// When the file is there already or cannot be written.
    pub fn create(path: &Path, header: &MatchHeader) -> io::Result<RecordFile> {
        let mut file = File::create_new(path)?;
        let line = serde_json::to_string(&RecordLine::Match(Box::new(header.clone())))?;
        file.write_all(format!("{line}\n").as_bytes())?;
        Ok(RecordFile(file))
    }

    /// Goes on with the record of an interrupted match: its games, and the file to add to. A last
    /// line that was cut off when the match was killed is taken away.
    ///
    /// # Errors
    /// When it cannot be read, or is the record of another match than `header` and `schedule` say.
    pub fn resume(
        path: &Path,
        header: &MatchHeader,
        schedule: &[ScheduledGame],
    ) -> Result<(RecordFile, Vec<MatchGame>), RecordError> {
        let bytes = std::fs::read(path)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut games: Vec<MatchGame> = Vec::new();
        let mut has_header = false;
        for (number, line) in (1..).zip(text.lines()) {
            let failed = |reason: String| RecordError::Line(number, reason);
            match serde_json::from_str(line).map_err(|error| failed(error.to_string()))? {
                RecordLine::Match(recorded) => {
                    if let Some(difference) = header.difference(&recorded) {
                        return Err(RecordError::OtherMatch(difference));
                    }
                    has_header = true;
                }
                RecordLine::Game(game) => {
                    games.push(read_game(*game, header, schedule).map_err(failed)?);
                }
            }
        }
        if !has_header {
            return Err(RecordError::Line(1, "there is no match in it".to_owned()));
        }
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(whole as u64)?;
        drop(file);
        Ok((RecordFile(OpenOptions::new().append(true).open(path)?), games))
    }

    /// Adds a game. The line is handed to the system as a whole, so a kill leaves no half line
    /// unless the system itself goes down.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &MatchGame) -> io::Result<()> {
        self.0.write_all(format!("{}\n", game_line(game)).as_bytes())
    }
}

/// The scheduled game with the colours to which the players have come: who was to be Black is the
/// first player under a regulation.
fn with_colours(mut scheduled: ScheduledGame, record: &GameRecord) -> ScheduledGame {
    if record.regulated.as_ref().is_some_and(|regulated| regulated.first == Side::White) {
        std::mem::swap(&mut scheduled.black, &mut scheduled.white);
    }
    scheduled
}

fn read_game(
    line: GameLine,
    header: &MatchHeader,
    schedule: &[ScheduledGame],
) -> Result<MatchGame, String> {
    let record = line.game.into_record().map_err(|error| error.to_string())?;
    let name = |engine: usize| header.engines.get(engine).map(|engine| engine.name.as_str());
    let scheduled = schedule
        .iter()
        .find(|game| game.number == line.number)
        .copied()
        .filter(|game| (game.pair, game.opening + 1) == (line.pair, line.opening_number))
        .map(|game| with_colours(game, &record))
        .filter(|game| name(game.black) == record.black.as_deref())
        .filter(|game| name(game.white) == record.white.as_deref())
        .ok_or_else(|| format!("the match has no such game {}", line.number))?;
    let result = record.result.ok_or("the game has no result")?;
    Ok(MatchGame {
        scheduled,
        winner: match result {
            GameResult::Win(side) => Some(side),
            GameResult::Draw => None,
        },
        record,
        ending: line.ending,
        remarks: BySide::new(line.black_remarks, line.white_remarks),
        peak_memory: BySide::new(line.black_memory, line.white_memory),
    })
}

/// A checksum of texts (FNV-1a, 64 bits), the same in every build.
pub fn checksum<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
