//! Writing games in any format.

use super::format::{Format, RowOrder};
use super::lists::ListWriter;
use super::losses::Losses;
use super::plain::{self, KeptInfo, WriteError};
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
/// for game in games.unwrap() {
///     writer.write(game, &mut out).unwrap();
/// }
/// let losses = writer.finish(&mut out).unwrap();
/// assert_eq!(out, b"# form: pos\n# rows: bottom\n# size: 15x15\nh8h9i9\n");
/// assert_eq!(losses.to_string(), "1 moves of variations, 1 names of players");
/// ```
#[derive(Debug)]
pub struct Writer {
    format: Format,
    writing: Writing,
    lists: ListWriter,
    has_game: bool,
    /// The games of a library so far, which are one tree.
    library: Option<Tree>,
    losses: Losses,
}

impl Writer {
    /// Begins a file.
    pub fn new(format: Format, writing: Writing) -> Writer {
        let lists = ListWriter::new(format, writing.rows);
        let losses = Losses::none();
        Writer { format, writing, lists, has_game: false, library: None, losses }
    }

    /// Writes the next game. The games of a library go together as one tree, which is written when
    /// the file is finished.
    ///
    /// # Errors
    /// When it cannot be written, or the format has no place for it: then nothing of it is.
    pub fn write(&mut self, tree: Tree, out: &mut dyn Write) -> Result<(), WriteError> {
        let losses = match self.format {
            Format::Drawn | Format::Psq if self.has_game => {
                let reason = format!("{} has room for one game only", self.format.description());
                return Err(WriteError::Unfit(reason));
            }
            Format::Pos | Format::Pairs | Format::Offsets => self.lists.write(&tree, out)?,
            Format::Drawn => drawn::write(&tree, out)?,
            Format::Psq => psq::write_tree(&tree, out)?,
            Format::Sgf => sgf::write_tree(&tree, out)?,
            Format::Json => jsonl::write_tree(&tree, out)?,
            Format::Lib => {
                let mut losses = Losses::none();
                let tree = renlib::fitted(tree, &mut losses)?;
                match &mut self.library {
                    Some(library) => {
                        plain::lose_info(&tree.info, KeptInfo::default(), &mut losses);
                        library.merge(&tree);
                    }
                    None => self.library = Some(tree),
                }
                losses
            }
        };
        self.losses.append(&losses);
        self.has_game = true;
        Ok(())
    }

    /// Finishes the file, and says what was lost of all of its games.
    ///
    /// # Errors
    /// When it cannot be written, or there is no game that it could hold.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<Losses, WriteError> {
        if !self.has_game {
            return Err(WriteError::Unfit("there is no game to write".to_owned()));
        }
        if let Some(library) = &self.library {
            let Writing { version, encoding, .. } = self.writing;
            self.losses.append(&renlib::write_tree(library, version, encoding, out)?);
        }
        Ok(self.losses)
    }
}
