//! Files of games: read from the disk or from a pipe, in whatever format they are.

use super::error::CommandError;
use super::options;
use crate::board::Size;
use crate::notation::format::{Format, FormatError, Games, Reading, RowOrder};
use crate::notation::text::Encoding;
use crate::notation::tree::Tree;
use crate::rules::RuleKind;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file that is read. Games take up to ten times as much memory as their file.
const LARGEST_FILE: u64 = 512 << 20;

/// How to read files of games, as typed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ReadingArgs {
    /// Format of the input: pos, pairs, offsets, board, psq, sgf, lib or jsonl [default: known by
    /// the contents, or by what the file's name ends in]
    #[arg(long, value_name = "FORMAT", value_parser = options::format)]
    pub format: Option<Format>,

    /// Where row 1 of moves such as h8 is, or row 0 of pairs such as 7,7 [default: bottom for
    /// names, top for pairs]
    #[arg(long, value_name = "WHERE")]
    pub rows: Option<RowOrder>,

    /// Encoding of texts in the input that are not UTF-8 and do not say, as gbk or shift_jis
    /// [default: guessed]
    #[arg(long, value_name = "NAME", value_parser = options::encoding)]
    pub encoding: Option<&'static Encoding>,
}

impl ReadingArgs {
    /// The same for the reader of files.
    pub fn reading(&self, size: Option<Size>, rule: Option<RuleKind>) -> Reading {
        Reading { size, rule, rows: self.rows, encoding: self.encoding, is_one_game: false }
    }
}

/// The contents of a file and the format that they are in.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    bytes: Vec<u8>,
    format: Format,
}

impl GameFile {
    /// Reads a file; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be read, or is larger than 512 MiB.
    pub fn open(path: &Path, format: Option<Format>) -> Result<GameFile, CommandError> {
        let about =
            |error: std::io::Error| CommandError::Input(format!("{}: {error}", shown(path)));
        let mut bytes = Vec::new();
        if path == Path::new("-") {
            let limited = std::io::stdin().take(LARGEST_FILE + 1);
            { limited }.read_to_end(&mut bytes).map_err(about)?;
        } else {
            let file = File::open(path).map_err(about)?;
            file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(about)?;
        }
        if bytes.len() as u64 > LARGEST_FILE {
            let limit = LARGEST_FILE >> 20;
            let reason = format!("{}: the file is larger than {limit} MiB", shown(path));
            return Err(CommandError::Input(reason));
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        let format = format.unwrap_or_else(|| Format::detect(&bytes, extension));
        Ok(GameFile { path: path.to_owned(), bytes, format })
    }

    /// The format that the contents are in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The name under which the file is spoken of.
    pub fn name(&self) -> String {
        shown(&self.path)
    }

    /// The contents as text, whatever they are.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Whether there are lines of remarks in it, which begin with `#`.
    pub fn has_remarks(&self) -> bool {
        self.bytes.split(|&byte| byte == b'\n').any(|line| line.trim_ascii().starts_with(b"#"))
    }

    /// The games, one by one.
    pub fn games(&self, reading: Reading) -> impl Iterator<Item = Result<Tree, CommandError>> {
        Games::new(&self.bytes, self.format, reading)
            .map(|game| game.map_err(|error| self.error(&error)))
    }

    /// The game with that number, from 1; without a number, the only one.
    ///
    /// # Errors
    /// What is wrong with the file, or how many games there are.
    pub fn game(&self, number: Option<usize>, reading: Reading) -> Result<Tree, CommandError> {
        let mut games = self.games(reading);
        let missing = |count: usize| {
            let name = self.name();
            CommandError::Input(format!("{name} has {count} games; choose one of them by --game"))
        };
        match number {
            Some(number) => {
                let mut count = 0;
                for game in games {
                    let game = game?;
                    count += 1;
                    if count == number {
                        return Ok(game);
                    }
                }
                Err(missing(count))
            }
            None => {
                let first = games.next().unwrap_or_else(|| Err(missing(0)))?;
                match games.next() {
                    None => Ok(first),
                    Some(second) => {
                        second?;
                        let others = games.try_fold(0, |count, game| game.map(|_| count + 1))?;
                        Err(missing(others + 2))
                    }
                }
            }
        }
    }

    fn error(&self, error: &FormatError) -> CommandError {
        CommandError::Input(format!("{}: {error}", self.name()))
    }
}

/// A path for messages.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The only game of a file, or the one with that number; `-` is standard input.
///
/// # Errors
/// When the file cannot be read, is no file of games, or has no such game.
pub fn load(
    path: &Path,
    format: Option<Format>,
    number: Option<usize>,
    reading: Reading,
) -> Result<Tree, CommandError> {
    GameFile::open(path, format)?.game(number, reading)
}
