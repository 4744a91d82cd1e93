//! The file.

use super::FORMAT;
use super::key::{Canonical, StoredPosition};
use super::record::Record;
use crate::board::{Position, Size};
use crate::rules::RuleKind;
use redb::{
    Builder, Database, DatabaseError, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The positions: name to record.
const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// Facts about the file itself.
const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("tengen store");
const FORMAT_KEY: &str = "format";

/// What a database of redb begins with, whatever its version.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";
/// Memory for pages of the file, in bytes.
const CACHE: usize = 64 << 20;
/// How long to wait for another process to be done with the file.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often to look whether it is.
const PAUSE: Duration = Duration::from_millis(10);

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

impl Store {
    /// Opens the store, or makes an empty one where there is no file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => make(path)?,
            Ok(about) if about.len() == 0 => initialise(path)?,
            _ => {}
        }
        Store::open(path)
    }

    /// Opens the store, which must be there.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        check_beginning(path)?;
        let store = Store { database: open(path, false)?, path: path.to_owned() };
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

    fn begin(&self) -> Result<WriteTransaction, StoreError> {
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
        Batch { store: self, waiting: Vec::new(), merged: Merged::default() }
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

impl Batch<'_> {
    /// Adds what is known of a position.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn put(
        &mut self,
        position: &Position,
        rule: RuleKind,
        record: Record,
    ) -> Result<(), StoreError> {
        let canonical = Canonical::of(position, rule);
        let record = record.mapped(|point| canonical.to_kept(point));
        self.put_kept(canonical.bytes, position.size(), record)
    }

    /// As [`Batch::put`], of a position by its name.
    fn put_kept(&mut self, name: Vec<u8>, size: Size, record: Record) -> Result<(), StoreError> {
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

/// Makes an empty store where there is no file. It appears whole or not at all; if another process
/// is quicker, its store is the one.
fn make(path: &Path) -> Result<(), StoreError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let temporary = path.with_file_name(name);
    let _ = std::fs::remove_file(&temporary);
    let result = initialise(&temporary).and_then(|()| {
        match std::fs::hard_link(&temporary, path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            // Some file systems have no links.
            Err(_) => std::fs::rename(&temporary, path).map_err(StoreError::Io),
        }
    });
    let _ = std::fs::remove_file(&temporary);
    result
}

/// Makes an empty store of an empty or missing file.
fn initialise(path: &Path) -> Result<(), StoreError> {
    let database = open(path, true)?;
    let transaction = database.begin_write()?;
    transaction.open_table(POSITIONS)?;
    transaction.open_table(ABOUT)?.insert(FORMAT_KEY, FORMAT)?;
    transaction.commit()?;
    Ok(())
}

/// Opens the database as soon as no other process has it.
fn open(path: &Path, may_create: bool) -> Result<Database, StoreError> {
    let started = Instant::now();
    loop {
        let mut builder = Builder::new();
        builder.create_with_file_format_v3(true).set_cache_size(CACHE);
        let result = if may_create { builder.create(path) } else { builder.open(path) };
        match result {
            Ok(database) => return Ok(database),
            Err(DatabaseError::DatabaseAlreadyOpen) if started.elapsed() < PATIENCE => {
                std::thread::sleep(PAUSE);
            }
            Err(DatabaseError::DatabaseAlreadyOpen) => return Err(StoreError::InUse),
            Err(DatabaseError::UpgradeRequired(version)) => {
                return Err(StoreError::OtherDatabase(version));
            }
            Err(DatabaseError::Storage(redb::StorageError::Io(error)))
                if error.kind() != io::ErrorKind::InvalidData =>
            {
                return Err(StoreError::Io(error));
            }
            Err(error) => return Err(StoreError::Damaged(error.to_string())),
        }
    }
}

/// Looks whether the file can be a database at all, before anything is done to it.
fn check_beginning(path: &Path) -> Result<(), StoreError> {
    /// While another process changes the file its beginning and its length may not belong together.
    const ATTEMPTS: u32 = 50;
    let mut result = look_at_beginning(path);
    for _ in 0..ATTEMPTS {
        if !matches!(result, Err(StoreError::Damaged(_))) {
            break;
        }
        std::thread::sleep(PAUSE);
        result = look_at_beginning(path);
    }
    result
}

fn look_at_beginning(path: &Path) -> Result<(), StoreError> {
    /// The part of the file that tells its layout.
    const HEADER: usize = 32;
    let mut file = std::fs::File::open(path).map_err(StoreError::Io)?;
    let mut beginning = Vec::new();
    (&mut file).take(HEADER as u64).read_to_end(&mut beginning).map_err(StoreError::Io)?;
    if !beginning.starts_with(MAGIC) {
        return Err(StoreError::NotAStore);
    }
    let length = file.metadata().map_err(StoreError::Io)?.len();
    match announced_length(&beginning) {
        Some(announced) if announced <= length => Ok(()),
        Some(announced) => Err(StoreError::Damaged(format!(
            "it is cut off, {length} bytes instead of {announced}"
        ))),
        None => Err(StoreError::Damaged("its header makes no sense".to_owned())),
    }
}

/// How long a database says that it is, in the first 32 bytes of the file; `None` when they make no
/// sense. redb does not survive a shorter file.
///
/// After the magic number and three more bytes come five numbers of 32 bits, as redb documents its
/// format: bytes of a page, pages of a region's header, data pages of a whole region, whole regions,
/// data pages of the last one. The file has one page before the regions.
fn announced_length(beginning: &[u8]) -> Option<u64> {
    const PAGE: u64 = 4096;
    let number = |place: usize| -> Option<u64> {
        let bytes = beginning.get(place..place + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?).into())
    };
    let (page, header, whole) = (number(12)?, number(16)?, number(20)?);
    let (regions, last) = (number(24)?, number(28)?);
    if page != PAGE || header == 0 || whole == 0 || last > whole {
        return None;
    }
    let last = if last == 0 { 0 } else { header + last };
    let pages = regions.checked_mul(header + whole)?.checked_add(last)?.checked_add(1)?;
    pages.checked_mul(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Point};
    use crate::store::{Analysis, Source, StoredLine};
    use crate::value::Value;

    struct TemporaryFile(PathBuf);

    impl TemporaryFile {
        fn new(name: &str) -> TemporaryFile {
            let name = format!("tengen-store-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            TemporaryFile(path)
        }
    }

    impl Drop for TemporaryFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn position(points: &[(u8, u8)]) -> Position {
        let mut position = Position::new(Size::RENJU);
        for &(x, y) in points {
            position.place(Point::at(x, y), &mut NullObserver);
        }
        position
    }

    fn record(score: i32, depth: u32, best: Point) -> Record {
        let value = Value::score(score);
        let lines = vec![StoredLine { value, moves: vec![best] }];
        let source = Source::Search;
        let analysis = Some(Analysis { source, value, depth, nodes: 10, lines });
        Record { analysis, note: String::new() }
    }

    #[test]
    fn what_is_put_is_found_in_every_symmetric_form() {
        let file = TemporaryFile::new("symmetric");
        let mut store = Store::create(&file.0).unwrap();
        let stones = [(7, 7), (8, 6), (5, 8)];
        let original = position(&stones);
        assert_eq!(store.get(&original, RuleKind::Renju).unwrap(), None);
        let best = Point::at(6, 4);
        assert!(store.put(&original, RuleKind::Renju, record(30, 9, best)).unwrap());
        assert!(!store.put(&original, RuleKind::Renju, record(99, 8, best)).unwrap());
        for map in crate::board::Symmetry::of(Size::RENJU) {
            let mut image = Position::new(Size::RENJU);
            for (x, y) in stones {
                image.place(map.apply(Size::RENJU, Point::at(x, y)), &mut NullObserver);
            }
            let found = store.get(&image, RuleKind::Renju).unwrap().unwrap().analysis.unwrap();
            assert_eq!(found.value, Value::score(30));
            assert_eq!(found.lines[0].moves, [map.apply(Size::RENJU, best)]);
        }
        assert_eq!(store.get(&original, RuleKind::Standard).unwrap(), None);
        drop(store);
        let mut store = Store::open(&file.0).unwrap();
        assert!(store.put(&original, RuleKind::Renju, record(31, 10, best)).unwrap());
        assert_eq!(store.len().unwrap(), 1);
    }

    #[test]
    fn stores_merge_and_count() {
        let (a, b) = (TemporaryFile::new("a"), TemporaryFile::new("b"));
        let best = Point::at(3, 3);
        let mut first = Store::create(&a.0).unwrap();
        let mut second = Store::create(&b.0).unwrap();
        let both = position(&[(7, 7)]);
        let one = position(&[(7, 7), (7, 6)]);
        first.put(&both, RuleKind::Renju, record(1, 5, best)).unwrap();
        second.put(&both, RuleKind::Renju, record(2, 7, best)).unwrap();
        second.put(&one, RuleKind::Renju, record(3, 7, best)).unwrap();
        let merged = first.merge(&second).unwrap();
        assert_eq!(merged, Merged { added: 1, improved: 1, kept: 0 });
        assert_eq!(first.merge(&second).unwrap(), Merged { added: 0, improved: 0, kept: 2 });
        let all = first.statistics().unwrap();
        assert_eq!((all.positions, all.analysed, all.decided, all.damaged), (2, 2, 0, 0));
        assert_eq!(all.depths, BTreeMap::from([(7, 2)]));
    }

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let file = TemporaryFile::new("garbage");
        for content in [&b"garbage"[..], b"redb", &[0; 5000], b"redb\x1a\x0a\xa9\x0d\x0a"] {
            std::fs::write(&file.0, content).unwrap();
            let error = Store::create(&file.0).unwrap_err();
            assert!(
                matches!(error, StoreError::NotAStore | StoreError::Damaged(_)),
                "{error} for {content:?}"
            );
            assert!(Store::open(&file.0).is_err());
            assert_eq!(std::fs::read(&file.0).unwrap(), content);
        }
        std::fs::remove_file(&file.0).unwrap();
        assert!(matches!(Store::open(&file.0), Err(StoreError::Io(_))));
    }

    #[test]
    fn the_length_of_a_store_is_known_from_its_beginning() {
        let file = TemporaryFile::new("length");
        let mut store = Store::create(&file.0).unwrap();
        let mut batch = store.batch();
        for x in 0..15 {
            for y in 0..15 {
                let position =
                    position(&[(7, 7), (x, y)].as_slice()[usize::from(x == 7 && y == 7)..]);
                batch.put(&position, RuleKind::Caro, record(1, 2, Point::at(0, 0))).unwrap();
            }
        }
        batch.finish().unwrap();
        drop(store);
        let bytes = std::fs::read(&file.0).unwrap();
        assert_eq!(announced_length(&bytes[..32]), Some(bytes.len() as u64));
        for length in [9, 31, 32, 4096, bytes.len() - 1] {
            std::fs::write(&file.0, &bytes[..length]).unwrap();
            assert!(matches!(Store::open(&file.0), Err(StoreError::Damaged(_))), "{length}");
        }
    }

    #[test]
    fn other_formats_and_other_databases_are_named() {
        let file = TemporaryFile::new("formats");
        drop(Store::create(&file.0).unwrap());
        let database = Database::open(&file.0).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.open_table(ABOUT).unwrap().insert(FORMAT_KEY, 77).unwrap();
        transaction.commit().unwrap();
        drop(database);
        let error = Store::open(&file.0).unwrap_err();
        assert!(error.to_string().contains("format 77"), "{error}");
        assert!(matches!(Store::create(&file.0), Err(StoreError::OtherVersion(77))));

        std::fs::remove_file(&file.0).unwrap();
        let database = Database::create(&file.0).unwrap();
        let transaction = database.begin_write().unwrap();
        let other: TableDefinition<u64, u64> = TableDefinition::new("other");
        transaction.open_table(other).unwrap().insert(1, 2).unwrap();
        transaction.commit().unwrap();
        drop(database);
        assert!(matches!(Store::create(&file.0), Err(StoreError::NotAStore)));
    }
}
