//! Why a store cannot do what it should.

use super::FORMAT;
use super::open::PATIENCE;
use crate::rules::RuleKind;
use std::fmt;
use std::io;

/// Why the store cannot do what it should.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file is something else.
    NotAStore,
    /// The file was written by a version of the program whose format this one does not know.
    OtherVersion(u64),
    /// The file is of a version of the database redb that this program does not read.
    OtherDatabase(u8),
    /// Another process has been working with the file for longer than we wait.
    InUse,
    /// A turn of the rule has more than one stone: which stones are of one turn is no part of a
    /// position's name.
    LongTurns(RuleKind),
    /// The file is damaged.
    Damaged(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(error) => error.fmt(f),
            StoreError::NotAStore => f.write_str("the file is not a position store"),
            StoreError::OtherVersion(version) => write!(
                f,
                "the position store has format {version}; this program reads format {FORMAT}"
            ),
            StoreError::OtherDatabase(version) => write!(
                f,
                "the file has version {version} of the database format; this program reads version 2 \
                 and 3"
            ),
            StoreError::InUse => write!(
                f,
                "another program has been using the position store for {} s",
                PATIENCE.as_secs()
            ),
            StoreError::LongTurns(rule) => write!(
                f,
                "a position store keeps positions of rules with one stone a turn, not of {rule}"
            ),
            StoreError::Damaged(reason) => {
                write!(f, "the position store is damaged: {reason}")
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl From<redb::StorageError> for StoreError {
    fn from(error: redb::StorageError) -> StoreError {
        match error {
            redb::StorageError::Io(error) => StoreError::Io(error),
            other => StoreError::Damaged(other.to_string()),
        }
    }
}

impl From<redb::TransactionError> for StoreError {
    fn from(error: redb::TransactionError) -> StoreError {
        match error {
            redb::TransactionError::Storage(error) => error.into(),
            other => StoreError::Damaged(other.to_string()),
        }
    }
}

impl From<redb::TableError> for StoreError {
    fn from(error: redb::TableError) -> StoreError {
        match error {
            redb::TableError::Storage(error) => error.into(),
            // A database of somebody else's.
            _ => StoreError::NotAStore,
        }
    }
}

impl From<redb::CommitError> for StoreError {
    fn from(error: redb::CommitError) -> StoreError {
        match error {
            redb::CommitError::Storage(error) => error.into(),
            other => StoreError::Damaged(other.to_string()),
        }
    }
}
