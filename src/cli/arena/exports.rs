//! Games of a match in the formats of other programs, written as each game ends.

use super::record::MatchGame;
use crate::notation::{psq, sgf};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files that games are written to beside the record.
#[derive(Debug, Default)]
pub struct Exports {
    sgf: Option<File>,
    psq: Option<PathBuf>,
}

impl Exports {
    /// Begins with the games played so far. `sgf` is a file for all games, `psq` a folder with a
    /// file for each. A file that is there already is only replaced in a match that goes on: then
    /// it is written anew from the record.
    ///
    /// # Errors
    /// The path, and why it cannot be written.
    pub fn begin(
        sgf: Option<&Path>,
        psq: Option<&Path>,
        played: &[MatchGame],
        goes_on: bool,
    ) -> Result<Exports, (PathBuf, io::Error)> {
        let mut exports = Exports::default();
        if let Some(path) = sgf {
            let mut options = OpenOptions::new();
            options.write(true);
            if goes_on {
                options.create(true).truncate(true);
            } else {
                options.create_new(true);
            }
            let file = options.open(path).map_err(|error| (path.to_owned(), error))?;
            exports.sgf = Some(file);
        }
        if let Some(folder) = psq {
            fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
            exports.psq = Some(folder.to_owned());
        }
        for game in played {
            exports.add(game).map_err(|error| (PathBuf::from("games played before"), error))?;
        }
        Ok(exports)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &MatchGame) -> io::Result<()> {
        if let Some(file) = &mut self.sgf {
            file.write_all(sgf::write(&game.record).as_bytes())?;
        }
        if let Some(folder) = &self.psq {
            let name = format!("{:04}.psq", game.scheduled.number);
            fs::write(folder.join(name), psq::write(&game.record))?;
        }
        Ok(())
    }
}
