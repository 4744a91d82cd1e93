//! The one writer through which commands speak, so that a closed pipe and a terminal without
//! colours are dealt with in one place.

use super::error::CommandError;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// Where a command's results go. Styled text may be written to it at any time: styles are taken
/// out when the other end is no terminal, when `NO_COLOR` is set, or when plain output was asked
/// for.
pub struct Output {
    stream: Box<dyn Write + Send>,
}

impl Output {
    /// Standard output; `plain` leaves every style out.
    pub fn stdout(plain: bool) -> Output {
        let choice = if plain { ColorChoice::Never } else { AutoStream::choice(&io::stdout()) };
        Output { stream: Box::new(AutoStream::new(io::stdout(), choice)) }
    }

    /// Any other writer, as it is.
    pub fn to(stream: impl Write + Send + 'static) -> Output {
        Output { stream: Box::new(stream) }
    }

    /// Writes one JSON document, indented, with a line end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn json(&mut self, document: &impl Serialize) -> Result<(), CommandError> {
        let text = serde_json::to_string_pretty(document).map_err(CommandError::failed)?;
        writeln!(self, "{text}")?;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}
