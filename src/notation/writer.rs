//! Writing games in any format.

use super::format::{Format, RowOrder};
use super::lists::ListWriter;
use super::losses::Losses;
use super::plain::WriteError;
use super::renlib::{self, Version};
use super::text::Encoding;
use super::tree::Tree;
use super::{drawn, jsonl, psq, sgf};
use std::io::Write;

/// How games are written, where a format leaves a choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writing {
    /// Where rows are counted from in lists of moves; without it, names such as `h8` from the
    /// bottom, pairs from the top.
    pub rows: Option<RowOrder>,
    /// The encoding of texts in libraries; without it, UTF-8. All other formats are UTF-8.
    pub encoding: Option<&'static Encoding>,
    /// The version of libraries; without it, the oldest that will do.
    pub version: Option<Version>,
}

/// Writes games of one format, one after the other.
///
/// ```
/// use tengen::notation::format::{Format, Reading, read_all};
/// use tengen::notation::writer::{Writer, Writing};
///
/// let games = read_all(b"(;SZ[15]PB[Ann];B[hh];W[hg](;B[ig])(;B[jh]))", None, Reading::default());
/// let mut writer = Writer::new(Format::Pos, Writing::default());
/// let mut out = Vec::new();
/// let losses = writer.write(&games.unwrap()[0], &mut out).unwrap();
/// assert_eq!(out, b"# form: pos\n# rows: bottom\n# size: 15x15\nh8h9i9\n");
/// assert_eq!(losses.to_string(), "1 moves of variations, 1 names of players");
/// ```
#[derive(Debug)]
pub struct Writer {
    format: Format,
    writing: Writing,
    lists: ListWriter,
    has_game: bool,
}

impl Writer {
    /// Begins a file.
    pub fn new(format: Format, writing: Writing) -> Writer {
        let lists = ListWriter::new(format, writing.rows);
        Writer { format, writing, lists, has_game: false }
    }

    /// Whether a file of that format has room for one game only.
    pub const fn is_single(format: Format) -> bool {
        matches!(format, Format::Drawn | Format::Psq | Format::Lib)
    }

    /// Writes the next game, and says what is lost of it.
    ///
    /// # Errors
    /// When it cannot be written, or the format has no place for it: then nothing of it is.
    pub fn write(&mut self, tree: &Tree, out: &mut dyn Write) -> Result<Losses, WriteError> {
        if self.has_game && Writer::is_single(self.format) {
            let reason = format!("{} has room for one game only", self.format.description());
            return Err(WriteError::Unfit(reason));
        }
        let losses = match self.format {
            Format::Pos | Format::Pairs | Format::Offsets => self.lists.write(tree, out)?,
            Format::Drawn => drawn::write(tree, out)?,
            Format::Psq => psq::write_tree(tree, out)?,
            Format::Sgf => sgf::write_tree(tree, out)?,
            Format::Json => jsonl::write_tree(tree, out)?,
            Format::Lib => {
                renlib::write_tree(tree, self.writing.version, self.writing.encoding, out)?
            }
        };
        self.has_game = true;
        Ok(losses)
    }
}
