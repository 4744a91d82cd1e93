//! Stores in files.

use super::database::{ABOUT, FORMAT_KEY};
use super::open::announced_length;
use super::*;
use crate::board::{NullObserver, Point, Position, Size, Symmetry};
use crate::rules::RuleKind;
use crate::value::Value;
use redb::{Database, TableDefinition};
use std::collections::BTreeMap;
use std::path::PathBuf;

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
    for map in Symmetry::of(Size::RENJU) {
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
            let position = position(&[(7, 7), (x, y)].as_slice()[usize::from(x == 7 && y == 7)..]);
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
