//! How a command can end badly, and with which exit code.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::fmt;
use std::io;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum CommandError {
    /// What was typed or read makes no sense: exit code 2.
    Input(String),
    /// Something failed that the user's input is not to blame for: exit code 1.
    Failed(String),
    /// Whoever read our output has had enough. Not an error to the user: exit code 0, in silence.
    ClosedPipe,
}

impl CommandError {
    /// Wrong input, in the words of `error`.
    pub fn input(error: impl fmt::Display) -> CommandError {
        CommandError::Input(error.to_string())
    }

    /// A failure, in the words of `error`.
    pub fn failed(error: impl fmt::Display) -> CommandError {
        CommandError::Failed(error.to_string())
    }

    /// The exit code that belongs to it.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CommandError::Input(_) => ExitCode::from(2),
            CommandError::Failed(_) => ExitCode::from(1),
            CommandError::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Input(text) | CommandError::Failed(text) => f.write_str(text),
            CommandError::ClosedPipe => f.write_str("the reader of the output has gone"),
        }
    }
}

impl Error for CommandError {}

/// Adds the right form to what is said of a word where a number is due: the standard library speaks of
/// digits in strings.
pub fn with_form_of_numbers(mut error: clap::Error) -> clap::Error {
    let wrong = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let is_no_number = wrong.is_some_and(|wrong| *wrong.kind() == IntErrorKind::InvalidDigit);
    if error.kind() == ErrorKind::ValueValidation && is_no_number {
        let form = vec!["a whole number is wanted, as 12".into()];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(form));
    }
    error
}

impl From<io::Error> for CommandError {
    /// Errors of reading and writing.
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::ClosedPipe,
            _ => CommandError::Failed(error.to_string()),
        }
    }
}
