//! Files of other programs, and our own exports, into a store.

use super::documents::EntryDocument;
use super::{ImportArgs, failed, trees, write_merged};
use crate::board::{Point, Position};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::notation::yixin::{self, Bound, Entry};
use crate::store::{Analysis, Batch, Record, Source, Store, StoredPosition};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// Bytes of one line at most: a position with its note is far shorter.
const LONGEST_LINE: u64 = 4 << 20;

/// Reads every file into the store.
pub(super) fn run(args: &ImportArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut store = Store::create(&args.store).map_err(|error| failed(&args.store, &error))?;
    for path in &args.files {
        let unread = |error| CommandError::input(format!("{}: {error}", path.display()));
        let mut file = BufReader::new(File::open(path).map_err(unread)?);
        let beginning = file.fill_buf().map_err(unread)?;
        let mut batch = store.batch();
        let remark = if beginning.starts_with(yixin::HEADER.as_bytes()) {
            yixin_lines(path, file, args, &mut batch)?
        } else if is_export(beginning) {
            json_lines(path, file, args, &mut batch)?
        } else {
            drop(file);
            trees::put(path, args, &mut batch)?
        };
        let merged = batch.finish().map_err(|error| failed(&args.store, &error))?;
        write_merged(output, path, merged)?;
        for line in remark.lines() {
            writeln!(output, "  {line}")?;
        }
    }
    Ok(())
}

/// Whether this is the beginning of an export of a store, not of games as JSON.
fn is_export(beginning: &[u8]) -> bool {
    let line = beginning.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    line.starts_with('{') && line.contains("\"to_move\"") && line.contains("\"black\"")
}

/// Shows each line with its number to `take`. The first that makes no sense ends it; those before it
/// count.
fn for_each_line(
    path: &Path,
    mut file: impl BufRead,
    mut take: impl FnMut(usize, &str) -> Result<(), String>,
) -> Result<(), CommandError> {
    let mut bytes = Vec::new();
    let mut number = 0;
    loop {
        bytes.clear();
        number += 1;
        let wrong = |error: String| {
            CommandError::Input(format!("{}, line {number}: {error}", path.display()))
        };
        let mut part = Read::take(&mut file, LONGEST_LINE);
        let length = part.read_until(b'\n', &mut bytes).map_err(|e| wrong(e.to_string()))?;
        if length == 0 {
            return Ok(());
        }
        if length as u64 == LONGEST_LINE {
            return Err(wrong(format!("longer than {LONGEST_LINE} bytes")));
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| wrong("not UTF-8".to_owned()))?;
        if !text.trim().is_empty() {
            take(number, text).map_err(wrong)?;
        }
    }
}

fn put(
    batch: &mut Batch<'_>,
    position: &StoredPosition,
    record: Record,
    args: &ImportArgs,
) -> Result<(), String> {
    let Some(board) = position.position() else {
        return Err("two stones stand on one point".to_owned());
    };
    check_lines(&board, &record)?;
    batch
        .put(&board, position.rule, record)
        .map_err(|error| failed(&args.store, &error).to_string())
}

/// Whether the moves of every line can be placed one after the other.
fn check_lines(board: &Position, record: &Record) -> Result<(), String> {
    let lines = record.analysis.iter().flat_map(|analysis| &analysis.lines);
    for line in lines {
        let mut seen: Vec<Point> = Vec::new();
        for &point in &line.moves {
            if !board.stones().is_empty_at(point) || seen.contains(&point) {
                return Err("a line has a move on a stone".to_owned());
            }
            seen.push(point);
        }
    }
    Ok(())
}

fn json_lines(
    path: &Path,
    file: impl BufRead,
    args: &ImportArgs,
    batch: &mut Batch<'_>,
) -> Result<String, CommandError> {
    for_each_line(path, file, |_, text| {
        let document: EntryDocument = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let (position, record) = document.entry()?;
        put(batch, &position, record, args)
    })?;
    Ok(String::new())
}

/// What was left out of a text export of a database.
#[derive(Debug, Default)]
struct LeftOut {
    bounds: u64,
    labels: u64,
    point_texts: u64,
}

fn yixin_lines(
    path: &Path,
    file: impl BufRead,
    args: &ImportArgs,
    batch: &mut Batch<'_>,
) -> Result<String, CommandError> {
    let mut left_out = LeftOut::default();
    for_each_line(path, file, |number, text| {
        if number == 1 {
            return Ok(());
        }
        let entry = yixin::parse(text).map_err(|error| error.to_string())?;
        let record = record_of(&entry, &mut left_out);
        let Entry { rule, size, black, white, to_move, .. } = entry;
        put(batch, &StoredPosition { rule, size, to_move, black, white }, record, args)
    })?;
    let mut remark = String::new();
    for (count, what) in [
        (left_out.bounds, "values that are bounds only, left out"),
        (left_out.labels, "labels without a value, kept as notes"),
        (left_out.point_texts, "texts on points, left out"),
    ] {
        if count > 0 {
            remark += &format!("{count} {what}\n");
        }
    }
    Ok(remark)
}

/// What a line of a database says of its position.
fn record_of(entry: &Entry, left_out: &mut LeftOut) -> Record {
    left_out.point_texts += entry.point_texts as u64;
    let mut note = entry.comment.clone();
    let is_exact = match entry.bound {
        Bound::Exact => true,
        // A win is at least a win, a loss at most a loss.
        Bound::Lower if entry.value.is_win() => true,
        Bound::Upper if entry.value.is_loss() => true,
        Bound::Lower | Bound::Upper => {
            left_out.bounds += 1;
            false
        }
        Bound::None => false,
    };
    let analysis = is_exact.then(|| Analysis {
        source: Source::Yixin,
        value: entry.value,
        depth: entry.depth,
        nodes: 0,
        lines: Vec::new(),
    });
    let is_said = analysis.as_ref().is_some_and(|analysis| !analysis.value.is_estimate());
    if let Some(label) = entry.label.filter(|_| !is_said) {
        left_out.labels += 1;
        let meaning = match label.to_ascii_lowercase() {
            'w' => " (won for the side that moved)",
            'l' => " (lost for the side that moved)",
            'd' => " (draw)",
            _ => "",
        };
        if !note.is_empty() {
            note.push('\n');
        }
        note += &format!("label {label}{meaning}");
    }
    Record { analysis, note }
}
