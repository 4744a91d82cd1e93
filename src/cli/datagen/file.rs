//! The file that is written: made anew, or gone on with.

use crate::cli::error::CommandError;
use crate::data::{DataError, DataErrorKind, Game, Header, Reader, Writer};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is written is handed to the disk this often.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// A file of games that grows.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    writer: Writer<File>,
    synced: Instant,
    /// Games in it.
    pub games: u64,
    /// Positions in it.
    pub positions: u64,
    /// The last game that was in it when it was opened.
    pub last: Option<Game>,
    /// What the user should know of the file.
    pub remark: Option<String>,
}

impl Kept {
    /// Opens the file, or makes it. A last game that is cut off is removed.
    ///
    /// # Errors
    /// When it has another header, is damaged, or cannot be read or written.
    pub fn open(path: &Path, header: &Header) -> Result<Kept, CommandError> {
        let failed =
            |error: io::Error| CommandError::failed(format!("{}: {error}", path.display()));
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if has_begun(&mut file, header).map_err(failed)? {
            return Kept::go_on(path, file, header);
        }
        file.set_len(0).map_err(failed)?;
        file.rewind().map_err(failed)?;
        let writer = Writer::new(file, header.clone()).map_err(failed)?;
        let mut kept = Kept::new(path, writer);
        kept.sync()?;
        Ok(kept)
    }

    fn new(path: &Path, writer: Writer<File>) -> Kept {
        let path = path.to_owned();
        let synced = Instant::now();
        Kept { path, writer, synced, games: 0, positions: 0, last: None, remark: None }
    }

    /// Counts what is in the file, whose header is whole.
    fn go_on(path: &Path, mut file: File, header: &Header) -> Result<Kept, CommandError> {
        let wrong = |error: DataError| CommandError::input(format!("{}: {error}", path.display()));
        let failed =
            |error: io::Error| CommandError::failed(format!("{}: {error}", path.display()));
        let (mut games, mut positions, mut last, mut remark) = (0, 0, None, None);
        let mut reader = Reader::new(BufReader::new(&file)).map_err(wrong)?;
        if reader.header() != header {
            return Err(CommandError::input(format!(
                "{} was made by another recipe:\n{}\nasked for:\n{}",
                path.display(),
                reader.header().recipe().trim_end(),
                header.recipe().trim_end()
            )));
        }
        loop {
            match reader.next_game() {
                Ok(Some(game)) => {
                    games += 1;
                    positions += game.moves.len() as u64;
                    last = Some(game);
                }
                Ok(None) => break,
                Err(DataError { offset, kind: DataErrorKind::BlockCutOff }) => {
                    remark =
                        Some(format!("the game at byte {offset} is cut off; it is played again"));
                    break;
                }
                Err(error) => return Err(wrong(error)),
            }
        }
        let end = reader.offset();
        drop(reader);
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        let writer = Writer::go_on(file, header.clone());
        Ok(Kept { games, positions, last, remark, ..Kept::new(path, writer) })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<(), CommandError> {
        self.writer.game(game).map_err(|error| self.failed(&error))?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Hands everything to the disk.
    ///
    /// # Errors
    /// When that fails.
    pub fn sync(&mut self) -> Result<(), CommandError> {
        self.synced = Instant::now();
        self.writer.target().sync_data().map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> CommandError {
        CommandError::failed(format!("{}: {error}", self.path.display()))
    }
}

/// Whether there is more in the file than a part of this header: nothing of worth is lost when it
/// is written anew otherwise.
fn has_begun(file: &mut File, header: &Header) -> io::Result<bool> {
    let header = header.bytes();
    let mut start = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start.len() == header.len() || !header.starts_with(&start))
}
