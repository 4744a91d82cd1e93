//! Analyses that a position store remembers, and new ones for it.

use super::AnalyseArgs;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::cli::report;
use crate::cli::store::failed;
use crate::engine::Engine;
use crate::search::{Line, SearchReport};
use crate::store::{Analysis, Record, Source, Store, StoredLine};
use std::io::Write;
use std::path::Path;

/// What the store knows of the engine's position, if that is as much as was asked for. If it is
/// less, it is told as a remark. The file is not kept open: others may use it meanwhile.
pub(super) fn look_up(
    path: &Path,
    args: &AnalyseArgs,
    engine: &Engine,
    output: Option<&mut Output>,
) -> Result<Option<SearchReport>, CommandError> {
    let store = Store::create(path).map_err(|error| failed(path, &error))?;
    let known = store.get(engine.position(), engine.rule()).map_err(|e| failed(path, &e))?;
    drop(store);
    let Some(Record { analysis, note }) = known else { return Ok(None) };
    let enough = analysis.as_ref().is_some_and(|analysis| is_enough(args, analysis));
    if let Some(output) = output {
        if let Some(known) = &analysis {
            let best = known.lines.first().map_or(String::new(), |line| {
                format!(", {}", report::names(&line.moves, engine.position()).join(" "))
            });
            let source = known.source.name();
            let searched = if enough { " (not searched again)" } else { "" };
            writeln!(
                output,
                "From the store: {} at depth {}, {} nodes, by {source}{best}{searched}",
                known.value, known.depth, known.nodes
            )?;
        }
        for line in note.lines() {
            writeln!(output, "Note: {line}")?;
        }
        writeln!(output)?;
    }
    let report = |analysis: Analysis| SearchReport {
        depth: analysis.depth,
        selective_depth: analysis.lines.first().map_or(0, |line| line.moves.len() as u32),
        nodes: analysis.nodes,
        lines: analysis
            .lines
            .into_iter()
            .take(args.multipv.get())
            .map(|line| Line { value: line.value, depth: analysis.depth, moves: line.moves })
            .collect(),
        ..SearchReport::default()
    };
    Ok(analysis.filter(|_| enough).map(report))
}

/// Whether a search within the limits that were typed would hardly find more.
fn is_enough(args: &AnalyseArgs, known: &Analysis) -> bool {
    let decided = !known.value.is_estimate() && args.multipv.get() == 1;
    let deep = args.depth.is_some_and(|depth| known.depth >= depth);
    let long = args.nodes.is_some_and(|nodes| known.nodes >= nodes);
    let lines = known.lines.len() >= args.multipv.get();
    known.source == Source::Search && lines && (decided || deep || long)
}

/// Adds the result of a search to the store.
pub(super) fn keep(
    path: &Path,
    engine: &Engine,
    report: &SearchReport,
) -> Result<(), CommandError> {
    let Some(analysis) = analysis_of(report) else { return Ok(()) };
    let record = Record { analysis: Some(analysis), note: String::new() };
    let mut store = Store::create(path).map_err(|error| failed(path, &error))?;
    store.put(engine.position(), engine.rule(), record).map_err(|error| failed(path, &error))?;
    Ok(())
}

/// The result of a search as the store has it, if it is a result.
fn analysis_of(report: &SearchReport) -> Option<Analysis> {
    let best = report.lines.first()?;
    if report.depth == 0 && best.value.is_estimate() {
        return None;
    }
    Some(Analysis {
        source: Source::Search,
        value: best.value,
        depth: best.depth,
        nodes: report.nodes,
        lines: report
            .lines
            .iter()
            .map(|line| StoredLine { value: line.value, moves: line.moves.clone() })
            .collect(),
    })
}
