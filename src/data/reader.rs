//! Reading a file of games, block by block.

use super::error::{DataError, DataErrorKind};
use super::game::Game;
use super::header::{FIXED, Header, MAGIC};
use std::io::{self, Read};

/// One game as it stands in a file, its checksum already compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where it begins, with its length.
    pub offset: u64,
    /// The bytes of the game.
    pub payload: Vec<u8>,
}

/// Reads a file of games from its beginning. As an iterator it gives the games, and nothing more
/// after an error.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    header: Header,
    offset: u64,
    failed: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(mut source: R) -> Result<Reader<R>, DataError> {
        let mut fixed = [0; FIXED];
        let read = fill(&mut source, &mut fixed, 0)?;
        if read < FIXED {
            let begins_right = fixed[..read.min(8)] == MAGIC[..read.min(8)] && read > 0;
            let cut = DataError { offset: read as u64, kind: DataErrorKind::HeaderCutOff };
            let other = DataError { offset: 0, kind: DataErrorKind::Magic };
            return Err(if begins_right { cut } else { other });
        }
        let (header, length) = Header::parse_fixed(&fixed)?;
        let mut recipe = vec![0; length as usize];
        let mut checksum = [0; 4];
        let mut offset = FIXED as u64;
        for part in [recipe.as_mut_slice(), &mut checksum] {
            let read = fill(&mut source, part, offset)?;
            offset += read as u64;
            if read < part.len() {
                return Err(DataError { offset, kind: DataErrorKind::HeaderCutOff });
            }
        }
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&fixed);
        hasher.update(&recipe);
        if hasher.finalize().to_le_bytes() != checksum {
            return Err(DataError { offset: offset - 4, kind: DataErrorKind::HeaderChecksum });
        }
        Ok(Reader { source, header: header.with_recipe(recipe)?, offset, failed: false })
    }

    /// What all games have in common.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next game begins; after an error in a game, where that one does.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next game as bytes, if there is one more. Its checksum is right; whether it is a game is
    /// not looked at.
    ///
    /// # Errors
    /// What is wrong with it, or with reading it.
    pub fn next_block(&mut self) -> Result<Option<Block>, DataError> {
        let offset = self.offset;
        let failed = |kind| Err(DataError { offset, kind });
        let mut length = [0; 4];
        match fill(&mut self.source, &mut length, offset)? {
            0 => return Ok(None),
            4 => {}
            _ => return failed(DataErrorKind::BlockCutOff),
        }
        let length = u32::from_le_bytes(length);
        if length as usize > Game::longest(self.header.size()) {
            return failed(DataErrorKind::BlockLength(length));
        }
        let mut bytes = vec![0; length as usize + 4];
        if fill(&mut self.source, &mut bytes, offset)? < bytes.len() {
            return failed(DataErrorKind::BlockCutOff);
        }
        let checksum = bytes.split_off(length as usize);
        if crc32fast::hash(&bytes).to_le_bytes() != checksum[..] {
            return failed(DataErrorKind::BlockChecksum);
        }
        self.offset += u64::from(length) + 8;
        Ok(Some(Block { offset, payload: bytes }))
    }

    /// The next game, if there is one more.
    ///
    /// # Errors
    /// What is wrong with it, or with reading it.
    pub fn next_game(&mut self) -> Result<Option<Game>, DataError> {
        let Some(block) = self.next_block()? else { return Ok(None) };
        match Game::parse(&block.payload, self.header.size()) {
            Ok(game) => Ok(Some(game)),
            Err((at, kind)) => {
                self.offset = block.offset;
                Err(DataError { offset: block.offset + 4 + at as u64, kind })
            }
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_game().transpose();
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}

/// Reads until `bytes` is full or the file ends; says how many bytes there were. `offset` is that
/// of the block, for the error.
fn fill(source: &mut impl Read, bytes: &mut [u8], offset: u64) -> Result<usize, DataError> {
    let mut filled = 0;
    while filled < bytes.len() {
        match source.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(DataError { offset, kind: DataErrorKind::Io(error) }),
        }
    }
    Ok(filled)
}
