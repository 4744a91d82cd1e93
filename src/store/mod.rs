//! Analyses of positions, kept in a file between runs of the program.
//!
//! A position is kept once, whichever of the eight symmetric ways it comes in ([`key`]). What is
//! kept of it is a [`Record`]; a deeper analysis replaces a shallower one. The file is one of the
//! embedded database redb: transactions that are whole or not there at all, and a lock that lets one
//! process at a time work with it.

mod bytes;
mod database;
mod key;
mod record;

pub use database::{Batch, Merged, Statistics, Store, StoreError};
pub use key::{Canonical, StoredPosition};
pub use record::{Analysis, Record, Source, StoredLine};

/// The version of the format that this program reads and writes.
pub const FORMAT: u64 = 1;
