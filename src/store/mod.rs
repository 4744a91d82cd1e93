//! Analyses of positions, kept in a file between runs of the program.
//!
//! A position is kept once, whichever of the eight symmetric ways it comes in (`key`). What is
//! kept of it is a [`Record`]; a deeper analysis replaces a shallower one. The file is one of the
//! embedded database redb: transactions that are whole or not there at all, and a lock that lets one
//! process at a time work with it.

mod batch;
mod bytes;
mod database;
mod error;
mod key;
mod open;
mod record;
#[cfg(test)]
mod tests;

pub use batch::Batch;
pub use database::{Merged, Statistics, Store};
pub use error::StoreError;
pub use key::{Canonical, StoredPosition};
pub use record::{Analysis, Record, Source, StoredLine};

/// The version of the format that this program reads and writes.
pub const FORMAT: u64 = 1;
