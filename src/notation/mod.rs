//! Moves, positions and games as text and as the files of other programs. Knows the board and the
//! rules, no engine and no disk.
//!
//! Every file format maps to and from [`tree::Tree`]; [`format::Games`] reads any of them, and
//! [`writer::Writer`] writes any of them and says what was lost.

pub mod diagram;
mod drawn;
pub mod format;
pub mod game;
pub mod jsonl;
mod lists;
pub mod losses;
pub mod offsets;
mod plain;
pub mod pos;
pub mod psq;
pub mod renlib;
pub mod sgf;
pub mod text;
pub mod tree;
pub mod turns;
pub mod writer;
pub mod yixin;
pub use plain::WriteError;
