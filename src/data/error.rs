//! What can be wrong with a file of games, and where.

use std::fmt;
use std::io;

/// What is wrong, and at which byte of the file.
#[derive(Debug)]
pub struct DataError {
    /// Offset from the beginning of the file, in bytes. Of a block whose checksum is wrong: where
    /// the block begins.
    pub offset: u64,
    /// What is wrong there.
    pub kind: DataErrorKind,
}

/// What can be wrong with a file of games.
#[derive(Debug)]
pub enum DataErrorKind {
    /// It cannot be read.
    Io(io::Error),
    /// It does not begin as such files do.
    Magic,
    /// A version of the format that is not known here.
    Version(u16),
    /// No rule has this number.
    Rule(u8),
    /// No board has so many columns and rows.
    Size(u8, u8),
    /// A byte that must be zero is not.
    Reserved(u8),
    /// The recipe would be longer than any.
    RecipeLength(u32),
    /// The recipe is not UTF-8.
    RecipeText,
    /// The checksum of the header is wrong.
    HeaderChecksum,
    /// The file ends in its header.
    HeaderCutOff,
    /// No game has so many bytes.
    BlockLength(u32),
    /// The file ends in this block: what a kill while writing leaves.
    BlockCutOff,
    /// The checksum of this block is wrong.
    BlockChecksum,
    /// No game ends so.
    Result(u8),
    /// The numbers of stones and the length of the block do not belong together.
    Counts,
    /// A point beyond the board.
    OffBoard(u16),
    /// A stone, or a best move, on a stone.
    Occupied(u16),
    /// A value that is neither an estimate nor a win nor a loss.
    Value(i16),
    /// Flags that are not known here.
    Flags(u8),
}

impl fmt::Display for DataErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataErrorKind::Io(error) => error.fmt(f),
            DataErrorKind::Magic => f.write_str("this is no file of games (TNGNDATA is missing)"),
            DataErrorKind::Version(n) => {
                write!(f, "version {n} of the format; this program reads version 1")
            }
            DataErrorKind::Rule(n) => write!(f, "no rule has the number {n}"),
            DataErrorKind::Size(width, height) => {
                write!(f, "there is no board of {width}x{height}")
            }
            DataErrorKind::Reserved(n) => write!(f, "{n} where a zero must be"),
            DataErrorKind::RecipeLength(n) => write!(f, "a recipe of {n} bytes is too long"),
            DataErrorKind::RecipeText => f.write_str("the recipe is not UTF-8"),
            DataErrorKind::HeaderChecksum => f.write_str("the checksum of the header is wrong"),
            DataErrorKind::HeaderCutOff => f.write_str("the file ends in its header"),
            DataErrorKind::BlockLength(n) => write!(f, "no game has {n} bytes"),
            DataErrorKind::BlockCutOff => {
                f.write_str("the last game is cut off; tengen datagen goes on with such a file")
            }
            DataErrorKind::BlockChecksum => f.write_str("the checksum of this game is wrong"),
            DataErrorKind::Result(n) => write!(f, "{n} is no result"),
            DataErrorKind::Counts => {
                f.write_str("the numbers of stones do not fit the length of the game")
            }
            DataErrorKind::OffBoard(n) => write!(f, "point {n} is beyond the board"),
            DataErrorKind::Occupied(n) => write!(f, "there is a stone on point {n} already"),
            DataErrorKind::Value(n) => write!(f, "{n} is no value"),
            DataErrorKind::Flags(n) => write!(f, "the flags {n:#04x} are not known"),
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.kind)
    }
}

impl std::error::Error for DataError {}
