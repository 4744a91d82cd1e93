//! Numbers of legal move sequences from given positions, under every rule, against a data file.
//!
//! Sequences end where the game ends: a won or full board has no successors. The file was written by
//! the rule book of `support::oracle`; `print_the_file_anew` writes it again after a change of its
//! positions.

mod support;

use std::fmt;
use support::boards::drawn;
use support::oracle::Grid;
use tengen::board::{NullObserver, Position, Side};
use tengen::rules::{Outcome, RuleKind};

const FILE: &str = include_str!("data/rule_counts.txt");

/// Sequences of one length, and how many of them end the game with their last stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    sequences: u64,
    wins: u64,
    draws: u64,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.sequences, self.wins, self.draws)
    }
}

/// One position of the file, with the expected counts of each rule for the lengths from 1 on.
struct Entry {
    title: &'static str,
    rows: Vec<&'static str>,
    position: Position,
    counts: Vec<(RuleKind, Vec<Count>)>,
}

/// Entries are separated by blank lines: a title that ends with the side to move, rows from the
/// top, then for each rule its name and the counts.
fn entries() -> Vec<Entry> {
    let text = FILE.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
    let blocks = text.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty());
    blocks.map(entry).collect()
}

fn entry(block: &[&'static str]) -> Entry {
    let title = block[0];
    let side = if title.ends_with("black to move") {
        Side::Black
    } else {
        assert!(title.ends_with("white to move"), "no side to move in '{title}'");
        Side::White
    };
    let is_row = |line: &&&str| line.starts_with(['.', 'X', 'O']);
    let rows: Vec<&str> = block[1..].iter().take_while(is_row).copied().collect();
    let counts = block[1 + rows.len()..].iter().map(|line| {
        let (rule, numbers) = line.split_once(':').expect("a rule and its counts");
        let counts = numbers.split('|').map(|part| {
            let numbers: Vec<u64> = part.split_whitespace().map(|n| n.parse().unwrap()).collect();
            Count { sequences: numbers[0], wins: numbers[1], draws: numbers[2] }
        });
        (rule.parse().expect("a rule"), counts.collect())
    });
    Entry { title, position: drawn(&rows, side), counts: counts.collect(), rows }
}

/// Counts by the rules of the engine.
fn count(kind: RuleKind, position: &mut Position, depth: usize, counts: &mut [Count]) {
    let rule = kind.rule();
    for point in position.size().points() {
        if rule.try_play(position, point, &mut NullObserver).is_err() {
            continue;
        }
        counts[0].sequences += 1;
        match rule.outcome(position) {
            Some(Outcome::Win { .. }) => counts[0].wins += 1,
            Some(Outcome::Draw) => counts[0].draws += 1,
            None if depth > 1 => count(kind, position, depth - 1, &mut counts[1..]),
            None => {}
        }
        position.undo(&mut NullObserver);
    }
}

/// Counts by the rule book.
fn count_slowly(kind: RuleKind, grid: &mut Grid, side: Side, depth: usize, counts: &mut [Count]) {
    for cell in grid.empty_cells() {
        if grid.forbidden_to(kind, cell, side).is_some() {
            continue;
        }
        grid.set(cell, Some(side));
        counts[0].sequences += 1;
        match grid.outcome(kind, cell, side) {
            Some(Outcome::Win { .. }) => counts[0].wins += 1,
            Some(Outcome::Draw) => counts[0].draws += 1,
            None if depth > 1 => count_slowly(kind, grid, !side, depth - 1, &mut counts[1..]),
            None => {}
        }
        grid.set(cell, None);
    }
}

fn slow_counts(entry: &Entry, kind: RuleKind, depth: usize) -> Vec<Count> {
    let mut counts = vec![Count::default(); depth];
    let side = entry.position.side();
    count_slowly(kind, &mut Grid::of(&entry.position), side, depth, &mut counts);
    counts
}

#[test]
fn legal_sequences_are_as_many_as_the_file_says() {
    for mut entry in entries() {
        let kinds: Vec<RuleKind> = entry.counts.iter().map(|&(kind, _)| kind).collect();
        assert_eq!(kinds, RuleKind::ONE_STONE, "{}", entry.title);
        let before = entry.position.clone();
        for (kind, expected) in &entry.counts {
            let mut counts = vec![Count::default(); expected.len()];
            count(*kind, &mut entry.position, expected.len(), &mut counts);
            assert_eq!(&counts, expected, "{kind}, {}", entry.title);
        }
        assert_eq!(entry.position, before, "{}", entry.title);
    }
}

#[test]
fn the_file_agrees_with_the_rule_book() {
    for entry in entries() {
        for (kind, expected) in &entry.counts {
            let depth = expected.len().min(2);
            let counts = slow_counts(&entry, *kind, depth);
            assert_eq!(counts, expected[..depth], "{kind}, {}", entry.title);
        }
    }
}

#[test]
fn the_positions_tell_the_rules_apart() {
    let entries = entries();
    let differ = |a: RuleKind, b: RuleKind| {
        entries.iter().any(|entry| entry.counts[a.index()].1 != entry.counts[b.index()].1)
    };
    for a in RuleKind::ONE_STONE {
        for b in RuleKind::ONE_STONE {
            assert!(a == b || differ(a, b), "{a} and {b} have the same counts everywhere");
        }
    }
}

#[test]
#[ignore = "writes the data file anew, to standard output"]
fn print_the_file_anew() {
    for line in FILE.lines().take_while(|line| line.starts_with('#')) {
        println!("{line}");
    }
    for entry in entries() {
        println!("\n{}\n{}", entry.title, entry.rows.join("\n"));
        let depth = if entry.position.stones().empty().len() > 120 { 2 } else { 3 };
        for kind in RuleKind::ONE_STONE {
            let counts: Vec<String> =
                slow_counts(&entry, kind, depth).iter().map(Count::to_string).collect();
            println!("{kind}: {}", counts.join(" | "));
        }
    }
}
