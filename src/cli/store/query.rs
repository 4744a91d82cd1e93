//! What a store knows of a position, and of every position one move later.

use super::documents::RecordDocument;
use super::{QueryArgs, failed};
use crate::board::{NullObserver, Point, Position};
use crate::cli::error::CommandError;
use crate::cli::options;
use crate::cli::output::Output;
use crate::cli::report::{self, percent};
use crate::eval::win_rate;
use crate::notation::pos;
use crate::rules::RuleKind;
use crate::store::{Record, Store};
use crate::value::Value;
use serde::Serialize;
use std::io::Write;

/// What `--json` prints.
#[derive(Clone, Debug, Serialize)]
struct Document {
    rule: &'static str,
    moves: Vec<String>,
    to_move: String,
    /// `null` when the position is not in the store.
    record: Option<RecordDocument>,
    /// The moves after which the position is in the store.
    next: Vec<NextDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct NextDocument {
    point: String,
    /// Its values are for the side to move after the move.
    record: RecordDocument,
}

/// Tells what there is.
pub(super) fn run(args: &QueryArgs, output: &mut Output) -> Result<(), CommandError> {
    options::one_stone(args.rule, "a position store")?;
    let position = args.position.position(args.rule)?;
    let wrong = |error| failed(&args.store, &error);
    let store = Store::open(&args.store).map_err(wrong)?;
    let record = store.get(&position, args.rule).map_err(wrong)?;
    let mut next = Vec::new();
    for point in position.stones().empty() {
        if args.rule.rule().check_move(&position, point).is_err() {
            continue;
        }
        let mut after = position.clone();
        after.place(point, &mut NullObserver);
        if let Some(record) = store.get(&after, args.rule).map_err(wrong)? {
            next.push((point, record));
        }
    }
    // The best for the side to move first: the worst for the other one.
    next.sort_by_key(|(_, record)| record.analysis.as_ref().map_or(Value::INFINITE, |a| a.value));
    if args.json {
        let size = position.size();
        return output.json(&Document {
            rule: args.rule.name(),
            moves: report::played(&position),
            to_move: position.side().to_string(),
            record: record.map(|record| RecordDocument::new(&record, size)),
            next: next
                .into_iter()
                .map(|(point, record)| NextDocument {
                    point: pos::name(point, size),
                    record: RecordDocument::new(&record, size),
                })
                .collect(),
        });
    }
    write(output, &position, args.rule, record.as_ref(), &next)
}

fn write(
    output: &mut Output,
    position: &Position,
    rule: RuleKind,
    record: Option<&Record>,
    next: &[(Point, Record)],
) -> Result<(), CommandError> {
    let size = position.size();
    match record {
        None => writeln!(output, "The position is not in the store.")?,
        Some(Record { analysis: None, .. }) => {
            writeln!(output, "The position is in the store, without an analysis.")?;
        }
        Some(Record { analysis: Some(found), .. }) => {
            writeln!(
                output,
                "Value for {}: {} ({}), depth {}, {} nodes, by {}",
                position.side(),
                found.value,
                percent(win_rate(found.value, rule)),
                found.depth,
                found.nodes,
                found.source.name()
            )?;
            for line in &found.lines {
                let moves = pos::joined(&line.moves, size, " ");
                writeln!(output, "  {:>7}  {moves}", line.value.to_string())?;
            }
        }
    }
    for line in record.map_or("", |record| &record.note).lines() {
        writeln!(output, "Note: {line}")?;
    }
    if next.is_empty() {
        return Ok(());
    }
    writeln!(output, "Moves that are in the store, values for {}:", position.side())?;
    for (point, record) in next {
        let name = pos::name(*point, size);
        let note = record.note.lines().next().unwrap_or_default();
        let text = match &record.analysis {
            Some(found) => {
                let value = found.value.one_ply_earlier().to_string();
                format!("  {name:<4} {value:>7}  depth {:>3}  {note}", found.depth)
            }
            None => format!("  {name:<4} {:>7}             {note}", "-"),
        };
        writeln!(output, "{}", text.trim_end())?;
    }
    Ok(())
}
