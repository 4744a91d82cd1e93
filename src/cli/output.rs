//! The one writer through which commands speak, so that a closed pipe and a terminal without
//! colours are dealt with in one place.

use super::error::CommandError;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::fmt;
use std::io::{self, IsTerminal, Write};

/// Where a command's results go. Styled text may be written to it at any time: styles are taken
/// out when the other end is no terminal, when `NO_COLOR` is set, or when plain output was asked
/// for.
pub struct Output {
    stream: Box<dyn Write + Send>,
    unicode: bool,
}

impl Output {
    /// Standard output; `plain` leaves every style out.
    pub fn stdout(plain: bool) -> Output {
        let choice = if plain { ColorChoice::Never } else { AutoStream::choice(&io::stdout()) };
        // What goes to a file or another program stays as it is documented: plain characters.
        let is_terminal =
            io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|t| t != "dumb");
        let unicode = !plain && (is_terminal || choice == ColorChoice::Always);
        Output { stream: Box::new(AutoStream::new(io::stdout(), choice)), unicode }
    }

    /// Any other writer, as it is.
    pub fn to(stream: impl Write + Send + 'static) -> Output {
        Output { stream: Box::new(stream), unicode: false }
    }

    /// Whether a person looks at it on a terminal that draws more than plain characters.
    pub fn is_unicode(&self) -> bool {
        self.unicode
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
