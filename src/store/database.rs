//! The file.

use super::batch::Batch;
use super::key::{Canonical, StoredPosition};
use super::record::Record;
use super::{FORMAT, StoreError, open};
use crate::board::Position;
use crate::rules::RuleKind;
use redb::{Database, ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The positions: name to record.
pub(super) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// Facts about the file itself.
pub(super) const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("tengen store");
pub(super) const FORMAT_KEY: &str = "format";

/// A store, open. No other process can use the file until this is dropped.
pub struct Store {
    database: Database,
    path: PathBuf,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("path", &self.path).finish_non_exhaustive()
    }
}

/// What is in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions.
    pub positions: u64,
    /// Of them, with an analysis.
    pub analysed: u64,
    /// Of these, won or lost by force.
    pub decided: u64,
    /// Positions with a note.
    pub notes: u64,
    /// Positions of each rule and size.
    pub kinds: BTreeMap<(String, String), u64>,
    /// Analysed positions by depth.
    pub depths: BTreeMap<u32, u64>,
    /// Records that make no sense: they are passed over.
    pub damaged: u64,
    /// Length of the file in bytes.
    pub bytes: u64,
}

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Positions that were not there before.
    pub added: u64,
    /// Positions of which more is known now.
    pub improved: u64,
    /// Positions that were as good before.
    pub kept: u64,
}

/// Refuses rules of which the store knows no positions.
///
/// # Errors
/// When a turn of the rule has more than one stone.
pub(super) fn check_rule(rule: RuleKind) -> Result<(), StoreError> {
    if rule.has_long_turns() { Err(StoreError::LongTurns(rule)) } else { Ok(()) }
}

impl Store {
    /// Opens the store, or makes an empty one where there is no file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => open::make(path)?,
            Ok(about) if about.len() == 0 => open::initialise(path)?,
            _ => {}
        }
        Store::open(path)
    }

    /// Opens the store, which must be there.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        open::check_beginning(path)?;
        let store = Store { database: open::open(path, false)?, path: path.to_owned() };
        store.check_format()?;
        Ok(store)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn check_format(&self) -> Result<(), StoreError> {
        let about = self.database.begin_read()?.open_table(ABOUT)?;
        match about.get(FORMAT_KEY)?.map(|version| version.value()) {
            Some(FORMAT) => Ok(()),
            Some(version) => Err(StoreError::OtherVersion(version)),
            None => Err(StoreError::NotAStore),
        }
    }

    pub(super) fn begin(&self) -> Result<WriteTransaction, StoreError> {
        // Whole on the disk when it is committed. After a process that was killed the next one to
        // open the file goes through all of it once; writing what would spare that in every
        // transaction costs half a megabyte each time.
        Ok(self.database.begin_write()?)
    }

    /// What is known of a position, turned as the position is.
    ///
    /// # Errors
    /// A file that cannot be read, or a record in it that makes no sense.
    pub fn get(&self, position: &Position, rule: RuleKind) -> Result<Option<Record>, StoreError> {
        check_rule(rule)?;
        let table = self.database.begin_read()?.open_table(POSITIONS)?;
        let canonical = Canonical::of(position, rule);
        let Some(found) = table.get(canonical.bytes.as_slice())? else { return Ok(None) };
        let record = Record::parse(found.value(), position.size()).ok_or_else(damaged)?;
        Ok(Some(record.mapped(|point| canonical.from_kept(point))))
    }

    /// Adds what is known of one position to what the store knows, in a transaction of its own:
    /// afterwards it is on the disk. Says whether anything was new.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn put(
        &mut self,
        position: &Position,
        rule: RuleKind,
        record: Record,
    ) -> Result<bool, StoreError> {
        let mut batch = self.batch();
        batch.put(position, rule, record)?;
        Ok(batch.finish()?.kept == 0)
    }

    /// For adding many positions, some thousands in each transaction.
    pub fn batch(&mut self) -> Batch<'_> {
        Batch::new(self)
    }

    /// Shows every position with its record, turned as both are in the file, to `look` until that
    /// fails.
    ///
    /// # Errors
    /// A file that cannot be read, or what `look` says.
    pub fn for_each<E: From<StoreError>>(
        &self,
        mut look: impl FnMut(StoredPosition, Record) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(|position, record, _| match (position, record) {
            (Some(position), Some(record)) => look(position, record),
            _ => Ok(()),
        })
    }

    fn walk<E: From<StoreError>>(
        &self,
        mut look: impl FnMut(Option<StoredPosition>, Option<Record>, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let read = self.database.begin_read().map_err(StoreError::from)?;
        let table = read.open_table(POSITIONS).map_err(StoreError::from)?;
        for entry in table.iter().map_err(StoreError::from)? {
            let (name, bytes) = entry.map_err(StoreError::from)?;
            let position = StoredPosition::parse(name.value());
            let record = position.as_ref().and_then(|p| Record::parse(bytes.value(), p.size));
            look(position, record, name.value())?;
        }
        Ok(())
    }

    /// Number of positions.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn len(&self) -> Result<u64, StoreError> {
        Ok(self.database.begin_read()?.open_table(POSITIONS)?.len()?)
    }

    /// Whether there is no position.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// Counts what there is.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn statistics(&self) -> Result<Statistics, StoreError> {
        let mut all = Statistics::default();
        self.walk(|position, record, _| {
            let (Some(position), Some(record)) = (position, record) else {
                all.damaged += 1;
                return Ok::<(), StoreError>(());
            };
            all.positions += 1;
            all.notes += u64::from(!record.note.is_empty());
            let kind = (position.rule.to_string(), position.size.to_string());
            *all.kinds.entry(kind).or_default() += 1;
            if let Some(analysis) = record.analysis {
                all.analysed += 1;
                all.decided += u64::from(!analysis.value.is_estimate());
                *all.depths.entry(analysis.depth).or_default() += 1;
            }
            Ok(())
        })?;
        all.bytes = self.path.metadata().map_err(StoreError::Io)?.len();
        Ok(all)
    }

    /// Adds everything that `other` knows.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        let mut batch = self.batch();
        other.walk(|position, record, name| match (position, record) {
            (Some(position), Some(record)) => batch.put_kept(name.to_vec(), position.size, record),
            _ => Ok(()),
        })?;
        batch.finish()
    }

    /// Makes the file as small as it can be.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.database.compact().map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(())
    }
}

fn damaged() -> StoreError {
    StoreError::Damaged("a record makes no sense".to_owned())
}
