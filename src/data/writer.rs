//! Writing a file of games.

use super::game::Game;
use super::header::Header;
use std::io::{self, Write};

/// A payload as a block: with its length and its checksum.
pub fn block(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 8);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(payload);
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes
}

/// Writes a file of games: the header, then game after game, each in one piece.
#[derive(Debug)]
pub struct Writer<W> {
    target: W,
    header: Header,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(mut target: W, header: Header) -> io::Result<Writer<W>> {
        target.write_all(&header.bytes())?;
        Ok(Writer { target, header })
    }

    /// Goes on with a file that has this header already; what is written next must be the beginning
    /// of a block.
    pub fn go_on(target: W, header: Header) -> Writer<W> {
        Writer { target, header }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn game(&mut self, game: &Game) -> io::Result<()> {
        self.payload(&game.bytes(self.header.size()))
    }

    /// Adds a game that is bytes already.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn payload(&mut self, payload: &[u8]) -> io::Result<()> {
        self.target.write_all(&block(payload))
    }

    /// Where it is written to.
    pub fn target(&mut self) -> &mut W {
        &mut self.target
    }
}
