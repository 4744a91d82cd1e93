//! Opening the file: its beginning looked at, its lock waited for, and an empty one made.

use super::database::{ABOUT, FORMAT_KEY, POSITIONS};
use super::{FORMAT, StoreError};
use redb::{Builder, Database, DatabaseError};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a database of redb begins with, whatever its version.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";
/// Memory for pages of the file, in bytes.
const CACHE: usize = 64 << 20;
/// How long to wait for another process to be done with the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// How often to look whether it is.
const PAUSE: Duration = Duration::from_millis(10);

/// Makes an empty store where there is no file. It appears whole or not at all; if another process
/// is quicker, its store is the one.
pub(super) fn make(path: &Path) -> Result<(), StoreError> {
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
pub(super) fn initialise(path: &Path) -> Result<(), StoreError> {
    let database = open(path, true)?;
    let transaction = database.begin_write()?;
    transaction.open_table(POSITIONS)?;
    transaction.open_table(ABOUT)?.insert(FORMAT_KEY, FORMAT)?;
    transaction.commit()?;
    Ok(())
}

/// Opens the database as soon as no other process has it.
pub(super) fn open(path: &Path, may_create: bool) -> Result<Database, StoreError> {
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
pub(super) fn check_beginning(path: &Path) -> Result<(), StoreError> {
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
pub(super) fn announced_length(beginning: &[u8]) -> Option<u64> {
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
