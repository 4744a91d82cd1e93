//! The formats of game files: their names, how they are told apart, and reading any of them.

use super::text::{self, Encoding};
use super::tree::Tree;
use super::{drawn, jsonl, lists, psq, renlib, sgf};
use crate::board::Size;
use crate::rules::RuleKind;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Lists of moves by their names: `h8h9j10`.
    Pos,
    /// Lists of moves as columns and rows from 0 at the top left, as in the protocol: `7,7 7,6`.
    Pairs,
    /// Lists of moves as distances from the middle of the board, as Gomocup writes openings.
    Offsets,
    /// A drawn board.
    Drawn,
    /// Piskvork's game files.
    Psq,
    /// Smart Game Format.
    Sgf,
    /// RenLib's libraries.
    Lib,
    /// JSON, a game a line.
    Json,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 8] = [
        Format::Pos,
        Format::Pairs,
        Format::Offsets,
        Format::Drawn,
        Format::Psq,
        Format::Sgf,
        Format::Lib,
        Format::Json,
    ];

    /// The name by which users call it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pos => "pos",
            Format::Pairs => "pairs",
            Format::Offsets => "offsets",
            Format::Drawn => "board",
            Format::Psq => "psq",
            Format::Sgf => "sgf",
            Format::Lib => "lib",
            Format::Json => "jsonl",
        }
    }

    /// What it is, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Format::Pos => "a list of moves",
            Format::Pairs => "a list of column,row pairs",
            Format::Offsets => "a list of Gomocup's offsets",
            Format::Drawn => "a drawn board",
            Format::Psq => "a Piskvork game",
            Format::Sgf => "an SGF file",
            Format::Lib => "a RenLib library",
            Format::Json => "a file of JSON lines",
        }
    }

    /// The format that the ending of a file's name stands for, if it stands for one.
    pub fn of_extension(extension: &str) -> Option<Format> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "pos" => Format::Pos,
            "psq" => Format::Psq,
            "sgf" => Format::Sgf,
            "lib" => Format::Lib,
            "json" | "jsonl" | "ndjson" => Format::Json,
            "board" => Format::Drawn,
            "pairs" => Format::Pairs,
            "offsets" => Format::Offsets,
            _ => return None,
        })
    }

    /// The format of a file with these contents. What its name ends in counts where the contents
    /// leave a choice.
    pub fn detect(bytes: &[u8], extension: Option<&str>) -> Format {
        let named = extension.and_then(Format::of_extension);
        if renlib::is_library(bytes, named == Some(Format::Lib)) {
            return Format::Lib;
        }
        /// Enough for a first line in UTF-16 and a few remarks before it.
        const BEGINNING: usize = 1 << 13;
        let decoded = text::decode(&bytes[..bytes.len().min(BEGINNING)], None);
        let start = decoded.text.trim_start();
        let after_bracket = start.strip_prefix('(').map(str::trim_start);
        if after_bracket.is_some_and(|rest| rest.starts_with(';')) {
            return Format::Sgf;
        }
        if start.starts_with("Piskvorky") {
            return Format::Psq;
        }
        if start.starts_with('{') {
            return Format::Json;
        }
        if let Some(format) = named.filter(|format| *format != Format::Pos) {
            return format;
        }
        if drawn::looks_drawn(start) { Format::Drawn } else { lists::form_of(start) }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        let named = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
        named.or_else(|| Format::of_extension(name)).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
            format!("unknown format; formats are {}", names.join(", "))
        })
    }
}

/// Where row 1 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowOrder {
    /// At the bottom, as renju counts.
    Bottom,
    /// At the top, as some programs count.
    Top,
}

/// What is known of a file before it is read. What the file itself says goes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The board of games that do not say; without it, 15 x 15.
    pub size: Option<Size>,
    /// The rule of games that do not say.
    pub rule: Option<RuleKind>,
    /// Where rows are counted from in lists of moves; without it, names such as `h8` from the
    /// bottom, pairs from the top.
    pub rows: Option<RowOrder>,
    /// Whether the lines of a list of moves are one game, whatever they look like.
    pub is_one_game: bool,
    /// The encoding of texts that are not UTF-8 and do not say; without it, it is guessed.
    pub encoding: Option<&'static Encoding>,
}

impl Reading {
    /// The board of games that do not say.
    pub fn size(&self) -> Size {
        self.size.unwrap_or(Size::RENJU)
    }
}

/// Where in a file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// So many bytes from its beginning.
    Byte(u64),
    /// In a text.
    Text {
        /// The line, from 1.
        line: usize,
        /// The character in the line, from 1.
        column: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(offset) => write!(f, "byte {offset}"),
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// What it was read as.
    pub format: Format,
    /// Where it goes wrong.
    pub place: Place,
    /// What is wrong there.
    pub reason: String,
}

impl FormatError {
    /// The error at a byte of a binary file.
    pub(super) fn at_byte(format: Format, offset: usize, reason: String) -> FormatError {
        FormatError { format, place: Place::Byte(offset as u64), reason }
    }

    /// The error `offset` bytes into the decoded text of a file.
    pub(super) fn in_text(
        format: Format,
        text: &str,
        offset: usize,
        reason: String,
    ) -> FormatError {
        let (line, column) = text::line_and_column(text, offset);
        FormatError { format, place: Place::Text { line, column }, reason }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (read as {}): {}", self.place, self.format.description(), self.reason)
    }
}

impl std::error::Error for FormatError {}

/// The games of a file, read one by one, so that a collection of any number takes no more memory
/// than its largest game. After an error there are no more.
#[derive(Debug)]
pub struct Games<'a> {
    format: Format,
    source: Source<'a>,
    remark: Option<String>,
    is_done: bool,
}

#[derive(Debug)]
enum Source<'a> {
    Bytes(&'a [u8], Reading),
    Drawn(Cow<'a, str>, Reading),
    Psq(Cow<'a, str>, Reading),
    Sgf(Cow<'a, str>, sgf::Collection),
    Lists(Cow<'a, str>, lists::Lists),
    Json(Cow<'a, str>, jsonl::Lines),
}

impl<'a> Games<'a> {
    /// Begins to read a file of that format.
    ///
    /// ```
    /// use tengen::notation::format::{Format, Games, Reading};
    ///
    /// let bytes = b"(;GM[4]SZ[15];B[hh];W[hg](;B[ig])(;B[jh]))";
    /// let format = Format::detect(bytes, Some("sgf"));
    /// let games: Result<Vec<_>, _> = Games::new(bytes, format, Reading::default()).collect();
    /// assert_eq!(games.unwrap()[0].len(), 5);
    /// ```
    pub fn new(bytes: &'a [u8], format: Format, reading: Reading) -> Games<'a> {
        if format == Format::Lib {
            let source = Source::Bytes(bytes, reading);
            return Games { format, source, remark: None, is_done: false };
        }
        let named = match format {
            Format::Sgf => sgf::named_encoding(bytes).or(reading.encoding),
            _ => reading.encoding,
        };
        let decoded = text::decode(bytes, named);
        let remark = decoded
            .damaged
            .then(|| format!("some characters are not {} and are lost", decoded.encoding.name()));
        let text = decoded.text;
        let source = match format {
            Format::Drawn => Source::Drawn(text, reading),
            Format::Psq => Source::Psq(text, reading),
            Format::Sgf => Source::Sgf(text, sgf::Collection::new(reading)),
            Format::Json => Source::Json(text, jsonl::Lines::new(reading)),
            Format::Pos | Format::Pairs | Format::Offsets | Format::Lib => {
                let lists = lists::Lists::new(&text, format, reading);
                Source::Lists(text, lists)
            }
        };
        Games { format, source, remark, is_done: false }
    }

    /// The format in which they are read.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Tree, FormatError>;

    fn next(&mut self) -> Option<Result<Tree, FormatError>> {
        if self.is_done {
            return None;
        }
        let is_single =
            matches!(self.source, Source::Bytes(..) | Source::Drawn(..) | Source::Psq(..));
        let mut game = match &mut self.source {
            Source::Bytes(bytes, reading) => Some(renlib::read(bytes, reading)),
            Source::Drawn(text, reading) => Some(drawn::read(text, reading)),
            Source::Psq(text, reading) => Some(psq::read_tree(text, reading)),
            Source::Sgf(text, collection) => collection.next(text),
            Source::Lists(text, lists) => lists.next(text),
            Source::Json(text, lines) => lines.next(text),
        };
        self.is_done = is_single || !matches!(game, Some(Ok(_)));
        if let Some(Ok(tree)) = &mut game {
            self.remark.take().into_iter().for_each(|remark| tree.remark(remark));
        }
        game
    }
}

/// All games of a file whose format is known by its contents and by what its name ends in.
///
/// # Errors
/// The first place that cannot be read.
pub fn read_all(
    bytes: &[u8],
    extension: Option<&str>,
    reading: Reading,
) -> Result<Vec<Tree>, FormatError> {
    Games::new(bytes, Format::detect(bytes, extension), reading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_contents_first() {
        let detect = |bytes: &str, extension| Format::detect(bytes.as_bytes(), extension);
        for (text, format) in [
            ("\u{feff} ( ;B[hh])", Format::Sgf),
            ("\r\nPiskvorky 15x15, 1:1, 0", Format::Psq),
            ("{\"size\":15}", Format::Json),
            ("# rows: top\nh8h9", Format::Pos),
            ("H8 H9", Format::Pos),
            ("7,7 8,8", Format::Pairs),
            ("0,0, -1,2", Format::Offsets),
            ("# form: offset\n0,0, 1,2", Format::Offsets),
            (" 5 . . . . .\n 4 . X . . .", Format::Drawn),
            ("(X). . . . .\n", Format::Drawn),
            ("  A B C D E\n5 . . . . .\n", Format::Drawn),
            ("", Format::Pos),
        ] {
            assert_eq!(detect(text, None), format, "{text:?}");
            // A wrong name does not matter where the contents are clear.
            assert_eq!(detect(text, Some("txt")), format, "{text:?}");
        }
        assert_eq!(detect("x(;B[hh])", Some("sgf")), Format::Sgf);
        assert_eq!(detect("x\u{1}h8", Some("lib")), Format::Lib);
        assert_eq!(Format::detect(b"\xffRenLib\xff", Some("sgf")), Format::Lib);
        assert_eq!("JSON".parse(), Ok(Format::Json));
        assert!("doc".parse::<Format>().is_err());
    }
}
