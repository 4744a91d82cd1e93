//! Game files: what is written in a format can be read again and says the same; broken files are
//! refused in words that name the place, and never do worse.
//!
//! The ignored tests are the same with more cases: `TENGEN_FORMAT_CASES` says how many of each
//! format, 10,000 if it is not set.

mod support;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use support::random::Random;
use support::trees::{self, Content};
use tengen::board::{Point, Side};
use tengen::notation::WriteError;
use tengen::notation::format::{Format, FormatError, Games, Place, Reading};
use tengen::notation::game::{GameRecord, RecordedTurn, RegulatedOpening};
use tengen::notation::losses::Losses;
use tengen::notation::tree::{Action, NodeId, Note, Tree};
use tengen::notation::writer::{Writer, Writing};
use tengen::rules::RuleKind;

/// Every format, and the trees that it has a place for.
const FORMATS: [(Format, Content); 8] = [
    (Format::Sgf, Content::All),
    (Format::Json, Content::All),
    (Format::Lib, Content::Library),
    (Format::Psq, Content::Piskvork),
    (Format::Pos, Content::Moves),
    (Format::Pairs, Content::Moves),
    (Format::Offsets, Content::Moves),
    (Format::Drawn, Content::Stones),
];

/// Nodes of a tree at most.
const NODES: usize = 60;

fn written(tree: &Tree, format: Format) -> Result<(Vec<u8>, Losses), WriteError> {
    let mut writer = Writer::new(format, Writing::default());
    let mut bytes = Vec::new();
    writer.write(tree.clone(), &mut bytes)?;
    let losses = writer.finish(&mut bytes)?;
    Ok((bytes, losses))
}

fn read(bytes: &[u8], format: Format) -> Result<Vec<Tree>, FormatError> {
    Games::new(bytes, format, Reading::default()).collect()
}

fn read_one(bytes: &[u8], format: Format) -> Tree {
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    let games = read(bytes, format).unwrap_or_else(|error| panic!("{error}\n{}", shown()));
    assert_eq!(games.len(), 1, "{}", shown());
    games.into_iter().next().unwrap()
}

/// Writes trees and reads them again.
fn check_round_trips(format: Format, content: Content, cases: u64) {
    for seed in 0..cases {
        let mut random = Random::new(seed);
        let tree = trees::tree(&mut random, content, NODES);
        let (bytes, losses) = written(&tree, format).unwrap();
        assert!(losses.is_empty(), "{format}, seed {seed}: {losses}");
        let first = read_one(&bytes, format);
        assert_eq!(first, tree, "{format}, seed {seed}\n{}", String::from_utf8_lossy(&bytes));
        // Of a drawn board nobody knows which stone was the last, unless it says whose turn it is.
        if format != Format::Drawn {
            let (again, _) = written(&first, format).unwrap();
            assert_eq!(again, bytes, "{format}, seed {seed}");
        }
        if format != Format::Pairs && format != Format::Offsets {
            assert_eq!(Format::detect(&bytes, None), format, "seed {seed}");
        }
    }
}

/// Writes trees in a format that has no place for all of them: what comes back is the same from
/// then on.
fn check_lossy_round_trips(format: Format, cases: u64) {
    let mut lossless = 0;
    for seed in 0..cases {
        let mut random = Random::new(seed);
        let tree = trees::tree(&mut random, Content::All, NODES);
        let Ok((bytes, losses)) = written(&tree, format) else { continue };
        let first = read_one(&bytes, format);
        let (again, more) = written(&first, format).unwrap();
        let second = read_one(&again, format);
        assert_eq!(first, second, "{format}, seed {seed}");
        assert!(format == Format::Drawn || more.is_empty(), "{format}, seed {seed}: {more}");
        if losses.is_empty() && format != Format::Psq {
            lossless += 1;
            assert_eq!(first, tree, "{format}, seed {seed}");
        }
    }
    assert!(lossless < cases, "nothing was ever lost in {format}");
}

#[test]
fn what_is_written_can_be_read() {
    for (format, content) in FORMATS {
        check_round_trips(format, content, 150);
    }
}

#[test]
fn what_is_left_of_a_tree_stays() {
    for (format, _) in FORMATS {
        if !matches!(format, Format::Sgf | Format::Json) {
            check_lossy_round_trips(format, 100);
        }
    }
}

#[test]
#[ignore = "10,000 trees for each format"]
fn what_is_written_can_be_read_at_length() {
    for (format, content) in FORMATS {
        check_round_trips(format, content, cases());
        if !matches!(format, Format::Sgf | Format::Json) {
            check_lossy_round_trips(format, cases());
        }
    }
}

fn cases() -> u64 {
    let typed = std::env::var("TENGEN_FORMAT_CASES").ok();
    typed.map_or(10_000, |text| text.parse().expect("TENGEN_FORMAT_CASES is a number"))
}

/// Something that happens to a file. Places are parts of its length, out of 65536.
#[derive(Clone, Debug)]
enum Damage {
    Cut(u16),
    Change(u16, u8),
    Remove(u16, u8),
    Repeat(u16, u8),
    Insert(u16, Vec<u8>),
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let place = |part: u16| bytes.len() * usize::from(part) / 65536;
        let range = |part: u16, length: u8| {
            let start = place(part);
            start..(start + usize::from(length)).min(bytes.len())
        };
        match self {
            Damage::Cut(part) => bytes.truncate(place(*part)),
            Damage::Change(part, byte) => {
                let place = place(*part);
                bytes.iter_mut().skip(place).take(1).for_each(|changed| *changed = *byte);
            }
            Damage::Remove(part, length) => {
                let range = range(*part, *length);
                bytes.drain(range);
            }
            Damage::Repeat(part, length) => {
                let range = range(*part, *length);
                let (end, copy) = (range.end, bytes[range].to_vec());
                bytes.splice(end..end, copy);
            }
            Damage::Insert(part, inserted) => {
                let place = place(*part);
                bytes.splice(place..place, inserted.iter().copied());
            }
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    let token = prop_oneof![
        "[()\\[\\];:\\\\,#.XO \n\"{}0-9a-z-]{1,4}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 1..6),
        prop_oneof![
            Just("(;"),
            Just("B[tt]"),
            Just("AB[aa:zz]"),
            Just("SZ[99]"),
            Just("C["),
            Just("99999999999"),
            Just("\"after\":99"),
            Just("\"moves\":"),
            Just("null"),
            Just("-1,"),
            Just("\u{feff}"),
            Just("# size: 32")
        ]
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop_oneof![
        any::<u16>().prop_map(Damage::Cut),
        (any::<u16>(), any::<u8>()).prop_map(|(part, byte)| Damage::Change(part, byte)),
        (any::<u16>(), any::<u8>()).prop_map(|(part, length)| Damage::Remove(part, length)),
        (any::<u16>(), any::<u8>()).prop_map(|(part, length)| Damage::Repeat(part, length)),
        (any::<u16>(), token).prop_map(|(part, bytes)| Damage::Insert(part, bytes)),
    ]
}

/// Reads a broken file: an error names a place in the file, and what can be read can be used.
fn check_broken(bytes: &[u8], format: Format) -> Result<bool, TestCaseError> {
    let games = match read(bytes, format) {
        Ok(games) => games,
        Err(error) => {
            prop_assert!(!error.reason.is_empty());
            match error.place {
                Place::Byte(offset) => prop_assert!(offset <= bytes.len() as u64),
                Place::Text { line, column } => {
                    // Even UTF-16 has a byte for each line end and each character.
                    prop_assert!(line >= 1 && line <= bytes.len() + 1, "{error}");
                    prop_assert!(column >= 1 && column <= bytes.len() + 1, "{error}");
                }
            }
            return Ok(false);
        }
    };
    for tree in &games {
        for rule in [RuleKind::Renju, RuleKind::Freestyle] {
            if let Err(error) = tree.position(tree.main_line_end(), rule) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
        let record = GameRecord::from(tree);
        prop_assert!(record.moves.len() < tree.len() + 2048);
        for (other, _) in FORMATS {
            let Ok((text, losses)) = written(tree, other) else { continue };
            let again = read(&text, other);
            prop_assert!(again.is_ok(), "{other}: {:?}", again);
            let is_whole = losses.is_empty();
            if other == format && is_whole {
                prop_assert_eq!(&again.unwrap()[0], tree, "{}", String::from_utf8_lossy(&text));
            }
        }
    }
    Ok(true)
}

/// Breaks files of a format in many ways; says how many of them could be read all the same.
fn check_broken_files(format: Format, content: Content, cases: u32) -> u32 {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new(config);
    let readable = std::cell::Cell::new(0);
    let strategy = (any::<u64>(), prop::collection::vec(damage(), 1..5));
    let result = runner.run(&strategy, |(seed, damages)| {
        let tree = trees::tree(&mut Random::new(seed), content, 20);
        let (mut bytes, _) = written(&tree, format).unwrap();
        damages.iter().for_each(|damage| damage.apply(&mut bytes));
        readable.set(readable.get() + u32::from(check_broken(&bytes, format)?));
        // What it is taken for now may be anything.
        check_broken(&bytes, Format::detect(&bytes, Some("lib")))?;
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{format}: {error}"));
    readable.get()
}

#[test]
fn broken_files_are_refused_or_read() {
    const CASES: u32 = 150;
    let mut readable = 0;
    for (format, content) in FORMATS {
        let some = check_broken_files(format, content, CASES);
        assert!(some < CASES, "{format}: everything could be read");
        readable += some;
    }
    // Nor does the smallest change spoil a file.
    assert!(readable > CASES, "{readable}");
}

#[test]
#[ignore = "10,000 broken files of each format"]
fn broken_files_are_refused_or_read_at_length() {
    for (format, content) in FORMATS {
        let cases = u32::try_from(cases()).unwrap();
        let readable = check_broken_files(format, content, cases);
        println!("{format}: {readable} of {cases} could be read");
    }
}

#[test]
fn openings_by_regulation_are_kept_or_listed_as_lost() {
    let mut tree = Tree::new(tengen::board::Size::RENJU);
    let turn = |text: &str| RecordedTurn { text: text.to_owned(), time: None };
    tree.info.regulated = Some(RegulatedOpening {
        regulation: "rif".to_owned(),
        first: Side::White,
        turns: vec![turn("h8 h9 j10"), turn("SWAP")],
    });
    tree.add(NodeId::ROOT, Action::play(Side::Black, Point::at(7, 7)));
    for (format, _) in FORMATS {
        let (bytes, losses) = written(&tree, format).unwrap();
        let read = read_one(&bytes, format);
        if matches!(format, Format::Sgf | Format::Json) {
            assert!(losses.is_empty(), "{format}: {losses}");
            assert_eq!(GameRecord::from(&read).regulated, tree.info.regulated, "{format}");
        } else {
            assert!(losses.to_string().contains("1 openings by regulation"), "{format}: {losses}");
            assert_eq!(read.info.regulated, None, "{format}");
        }
    }
}

#[test]
fn deep_and_wide_trees_do_not_matter() {
    const NODES: usize = 200_000;
    let mut deep = Tree::new(tengen::board::Size::RENJU);
    let mut wide = deep.clone();
    let mut end = NodeId::ROOT;
    let mut last = None;
    for n in 0..NODES {
        let point = Point::at((n % 15) as u8, (n / 15 % 15) as u8);
        end =
            deep.add(end, Action::play(if n % 2 == 0 { Side::Black } else { Side::White }, point));
        let action = Action::play(Side::Black, point);
        last = Some(match last {
            Some(sibling) => wide.add_after(sibling, action),
            None => wide.add(NodeId::ROOT, action),
        });
    }
    deep.add_note(end, Note::Comment("deep"));
    for tree in [deep, wide] {
        for format in [Format::Sgf, Format::Lib, Format::Json] {
            let (bytes, losses) = written(&tree, format).unwrap();
            assert!(losses.is_empty());
            assert_eq!(read_one(&bytes, format), tree, "{format}");
        }
    }
    // Brackets that hold nothing but brackets.
    let nested = format!("(;B[hh]{}{})", "(".repeat(NODES), ")".repeat(NODES));
    assert_eq!(read_one(nested.as_bytes(), Format::Sgf).len(), 2);
    let unclosed = "(;".repeat(NODES);
    assert!(read(unclosed.as_bytes(), Format::Sgf).is_err());
}
