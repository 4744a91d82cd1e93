//! Games for training: a binary file of positions with what a search said of each.
//!
//! Everything is little endian. The usual extension is `.tdata`.
//!
//! The header, once:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TNGNDATA` |
//! | 2 | version: 1 |
//! | 1 | rule: 0 freestyle, 1 standard, 2 renju |
//! | 1 | columns of the board |
//! | 1 | rows of the board |
//! | 3 | zero |
//! | 4 | length of the recipe, in bytes |
//! | | the recipe, UTF-8: what made the games (command, program, seed, weights) |
//! | 4 | CRC-32 (IEEE) of everything before it |
//!
//! Then blocks, one a game, to the end of the file:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the payload, in bytes |
//! | | the payload |
//! | 4 | CRC-32 of the payload |
//!
//! The payload:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | result: 0 White won, 1 draw, 2 Black won |
//! | 1 | zero |
//! | 2 | number of opening stones |
//! | 2 | number of moves after them |
//! | 2 each | opening stones in the order placed, Black first, in turn |
//! | 8 each | moves after the opening |
//!
//! A move:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | the move played |
//! | 2 | the best move by the search |
//! | 2 | the search's value for the side to move, signed: centipawn-like units within ±20,000; a proven win in n plies is 32,000 - n, a loss -32,000 + n |
//! | 1 | flags: bit 0 the move played is another than the best, by chance; bit 1 it was the only one that stopped a five |
//! | 1 | zero |
//!
//! A point is a number: `y * columns + x`, with `x` from the left and `y` from the top, both from 0.
//!
//! A block of which the length or the checksum is wrong ends the reading: the error has the offset
//! in the file. A last block that is cut off, as when the program is killed while it writes, is told
//! apart from damage ([`DataErrorKind::BlockCutOff`]), and the file can be gone on with after the
//! block before.

mod error;
mod game;
mod header;
mod reader;
mod value;
mod writer;

pub use error::{DataError, DataErrorKind};
pub use game::{Game, GameResult, Record};
pub use header::{Header, RULES, rule_code};
pub use reader::{Block, Reader};
pub use value::{stored, unstored};
pub use writer::{Writer, block};
