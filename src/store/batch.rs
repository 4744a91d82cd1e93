//! Many positions on their way into a store.

use super::StoreError;
use super::database::{Merged, POSITIONS, Store};
use super::key::Canonical;
use super::record::Record;
use crate::board::{Position, Size};
use crate::rules::RuleKind;
use redb::ReadableTable;

/// Positions of one transaction.
const PART: usize = 20_000;

/// Many positions on their way into a store. They are written in transactions of some thousands;
/// what has not been written when the process ends is not in the store, all else is.
#[derive(Debug)]
pub struct Batch<'a> {
    store: &'a mut Store,
    waiting: Vec<(Vec<u8>, Size, Record)>,
    merged: Merged,
}

impl<'a> Batch<'a> {
    pub(super) fn new(store: &'a mut Store) -> Batch<'a> {
        Batch { store, waiting: Vec::new(), merged: Merged::default() }
    }

    /// Adds what is known of a position.
    ///
    /// # Errors
    /// A file that cannot be written, or a rule with more than one stone a turn.
    pub fn put(
        &mut self,
        position: &Position,
        rule: RuleKind,
        record: Record,
    ) -> Result<(), StoreError> {
        super::database::check_rule(rule)?;
        let canonical = Canonical::of(position, rule);
        let record = record.mapped(|point| canonical.to_kept(point));
        self.put_kept(canonical.bytes, position.size(), record)
    }

    /// As [`Batch::put`], of a position by its name.
    pub(super) fn put_kept(
        &mut self,
        name: Vec<u8>,
        size: Size,
        record: Record,
    ) -> Result<(), StoreError> {
        self.waiting.push((name, size, record));
        if self.waiting.len() >= PART { self.write() } else { Ok(()) }
    }

    /// Writes what is waiting, as one transaction.
    fn write(&mut self) -> Result<(), StoreError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        // Neighbours in the file one after the other; of one position in the order they came.
        self.waiting.sort_by(|a, b| a.0.cmp(&b.0));
        let transaction = self.store.begin()?;
        let mut done = Merged::default();
        {
            let mut table = transaction.open_table(POSITIONS)?;
            for (name, size, record) in self.waiting.drain(..) {
                let found = table.get(name.as_slice())?;
                let known = found.map(|bytes| Record::parse(bytes.value(), size));
                let record = match known {
                    None => {
                        done.added += 1;
                        record
                    }
                    // What makes no sense is replaced.
                    Some(None) => {
                        done.improved += 1;
                        record
                    }
                    Some(Some(mut known)) => {
                        if !known.absorb(record) {
                            done.kept += 1;
                            continue;
                        }
                        done.improved += 1;
                        known
                    }
                };
                table.insert(name.as_slice(), record.to_bytes(size).as_slice())?;
            }
        }
        if done.added + done.improved > 0 {
            transaction.commit()?;
        }
        self.merged.added += done.added;
        self.merged.improved += done.improved;
        self.merged.kept += done.kept;
        Ok(())
    }

    /// Writes the rest, and says what all of it did.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(mut self) -> Result<Merged, StoreError> {
        self.write()?;
        Ok(self.merged)
    }
}
