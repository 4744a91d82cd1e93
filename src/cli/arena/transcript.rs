//! The written record of all that managers and engines say to each other.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

/// Longest part of a line that is logged.
const LONGEST: usize = 1000;

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the engine.
    Sent,
    /// From its standard output.
    Received,
    /// From its standard error.
    Complaint,
}

/// A log of all dialogues, one line a line, with the time since the match began. Shared by the
/// threads of all engines.
#[derive(Debug)]
pub struct Transcript {
    started: Instant,
    file: Mutex<BufWriter<File>>,
}

impl Transcript {
    /// A new log in `path`; an existing file is replaced.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path) -> io::Result<Transcript> {
        let file = Mutex::new(BufWriter::new(File::create(path)?));
        Ok(Transcript { started: Instant::now(), file })
    }

    /// Notes a line. Write errors are not told: a full disk must not end the match.
    pub fn note(&self, engine: &str, direction: Direction, line: &str) {
        let arrow = match direction {
            Direction::Sent => '>',
            Direction::Received => '<',
            Direction::Complaint => '!',
        };
        let line = match line.char_indices().nth(LONGEST) {
            Some((at, _)) => &line[..at],
            None => line,
        };
        let time = self.started.elapsed().as_secs_f64();
        if let Ok(mut file) = self.file.lock() {
            let _ = writeln!(file, "{time:.3} {engine} {arrow} {line}");
            let _ = file.flush();
        }
    }
}
