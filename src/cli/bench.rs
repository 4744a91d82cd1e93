//! `tengen bench`: fixed positions of all rules, searched the same way every time.
//!
//! The signature and the number of nodes tell whether a change alters what the search does; the
//! speed tells what it costs. Nothing here depends on a clock.

use super::bench_positions::{BENCH_POSITIONS, BenchPosition};
use super::error::CommandError;
use super::evaluation::EvaluationArgs;
use super::output::Output;
use super::report::{ValueDocument, per_second};
use crate::board::{NullObserver, Position, Size};
use crate::engine::Engine;
use crate::eval::Evaluation;
use crate::eval::nnue::Kernel;
use crate::notation::pos;
use crate::search::{Limits, NullSink, SearchReport, StopFlag};
use crate::time::{Clock, MonotonicClock};
use crate::value::Value;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Depth to which each position is searched unless told otherwise, in plies. A depth makes the
/// number of nodes tell something; five to ten seconds in all.
pub const DEFAULT_DEPTH: u32 = 12;
/// Nodes after which a search ends at any rate unless told otherwise: a few positions take long.
pub const DEFAULT_NODES: u64 = 400_000;
/// Size of each search's table. Fixed, because results depend on it.
const TABLE: u64 = 16 << 20;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Each position is searched by one thread from a fresh start, with a fixed table, so the nodes and the
signature (a hash of best moves, values and nodes) are the same on every run and every machine.
Without a limit each search ends at depth 12 or after 400000 nodes, whichever comes first.

JSON: positions (an array of rule, width, height, moves, best, value, depth, nodes, milliseconds),
nodes, milliseconds, nodes_per_second, signature.

Examples:
  tengen bench
  tengen bench --depth 8
  tengen bench --nodes 1000000 --json";

/// Arguments of `tengen bench`.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchArgs {
    /// End each search after this many nodes
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// End each search after this depth, in plies
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// What values positions
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Compute networks without the instructions that only some processors know: slower, with the
    /// same results
    #[arg(long)]
    pub portable: bool,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// What came out for one position.
#[derive(Clone, Debug, Serialize)]
struct Row {
    rule: &'static str,
    width: u8,
    height: u8,
    moves: &'static str,
    best: String,
    value: ValueDocument,
    depth: u32,
    nodes: u64,
    milliseconds: u64,
}

/// What came out in all; what `--json` prints, described in [`EXAMPLES`].
#[derive(Clone, Debug, Serialize)]
struct Document {
    positions: Vec<Row>,
    nodes: u64,
    milliseconds: u64,
    nodes_per_second: u64,
    signature: String,
}

/// A hash that is the same on every machine: FNV-1a, 64 bits (Fowler, Noll, Vo 1991).
#[derive(Clone, Copy, Debug)]
struct Signature(u64);

impl Signature {
    const NEW: Signature = Signature(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl BenchPosition {
    /// The position itself.
    ///
    /// # Errors
    /// What is wrong with it: a bug, and a test looks at every one.
    fn build(&self) -> Result<Position, CommandError> {
        let size = Size::square(self.size).map_err(CommandError::failed)?;
        let rule = self.rule.rule();
        let mut position = Position::with_order(size, rule.turn_order());
        for point in pos::parse_moves(self.moves, size).map_err(CommandError::failed)? {
            rule.try_play(&mut position, point, &mut NullObserver).map_err(CommandError::failed)?;
        }
        Ok(position)
    }
}

/// Runs the bench.
///
/// # Errors
/// An output that cannot be written.
pub fn run(args: &BenchArgs, output: &mut Output) -> Result<(), CommandError> {
    let (depth, nodes) = match (args.depth, args.nodes) {
        (None, None) => (Some(DEFAULT_DEPTH), Some(DEFAULT_NODES)),
        typed => typed,
    };
    let limits = Limits { nodes, depth, exhaustive: true, ..Limits::default() };
    let evaluation = args.evaluation.evaluation()?;
    let kernel = if args.portable { Kernel::PORTABLE } else { Kernel::best() };
    if !args.json {
        let (number, rule, size, depth, value) = ("#", "rule", "size", "depth", "value");
        let (nodes, time) = ("nodes", "time");
        writeln!(
            output,
            "{number:>3} {rule:<10} {size:<6}{depth:>6}{nodes:>12}{time:>9}{value:>8}  best"
        )?;
    }
    let mut rows = Vec::with_capacity(BENCH_POSITIONS.len());
    let mut signature = Signature::NEW;
    let mut elapsed = Duration::ZERO;
    for (n, entry) in BENCH_POSITIONS.iter().enumerate() {
        let position = entry.build()?;
        let report = search(entry, &position, &limits, &evaluation, kernel);
        let best = report.best().map_or("-".to_owned(), |best| pos::name(best, position.size()));
        let value = report.value().unwrap_or(Value::DRAW);
        signature.add(best.as_bytes());
        signature.add(&value.raw().to_le_bytes());
        signature.add(&report.nodes.to_le_bytes());
        elapsed += report.elapsed;
        if !args.json {
            let SearchReport { depth, nodes, .. } = report;
            let (rule, size) = (entry.rule.name(), position.size().to_string());
            let time = format!("{:.2}s", report.elapsed.as_secs_f64());
            let value = value.to_string();
            writeln!(
                output,
                "{:>3} {rule:<10} {size:<6}{depth:>6}{nodes:>12}{time:>9}{value:>8}  {best}",
                n + 1
            )?;
            output.flush()?;
        }
        rows.push(Row {
            rule: entry.rule.name(),
            width: position.size().width(),
            height: position.size().height(),
            moves: entry.moves,
            best,
            value: value.into(),
            depth: report.depth,
            nodes: report.nodes,
            milliseconds: milliseconds(report.elapsed),
        });
    }
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let document = Document {
        positions: rows,
        nodes,
        milliseconds: milliseconds(elapsed),
        nodes_per_second: per_second(nodes, elapsed),
        signature: format!("{:016x}", signature.0),
    };
    if args.json {
        return output.json(&document);
    }
    writeln!(output)?;
    writeln!(output, "time       {:.2}s", elapsed.as_secs_f64())?;
    writeln!(output, "nodes      {nodes}")?;
    writeln!(output, "nodes/s    {}", document.nodes_per_second)?;
    writeln!(output, "signature  {}", document.signature)?;
    writeln!(output, "Bench: {nodes}")?;
    Ok(())
}

/// Searches one position from a fresh start.
fn search(
    entry: &BenchPosition,
    position: &Position,
    limits: &Limits,
    evaluation: &Evaluation,
    kernel: Kernel,
) -> SearchReport {
    let mut engine = Engine::new(entry.rule, position.size());
    engine.set_evaluation(evaluation.clone());
    engine.set_kernel(kernel);
    engine.set_table_size(Some(TABLE));
    engine.set_position(position.clone());
    let clock = MonotonicClock::new();
    let limits = Limits { started: clock.now(), ..limits.clone() };
    engine.search(&limits, &StopFlag::new(), &clock, &NullSink)
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::rules::RuleKind;

    #[test]
    fn positions_are_undecided_and_have_no_five_in_one() {
        for entry in BENCH_POSITIONS {
            let position = entry.build().unwrap();
            let rule = entry.rule.rule();
            assert_eq!(rule.winner_on_board(&position), None, "{}", entry.moves);
            assert!((4..=30).contains(&position.ply()), "{}", entry.moves);
            for side in Side::ALL {
                let mut points = position.stones().empty().iter();
                let five = points.find(|&point| rule.wins_at(&position, point, side));
                assert_eq!(five, None, "{} for {side}", entry.moves);
            }
        }
    }

    #[test]
    fn every_rule_is_there_in_both_sizes() {
        for rule in RuleKind::ALL {
            for size in [15, 20] {
                let found = BENCH_POSITIONS.iter().filter(|p| p.rule == rule && p.size == size);
                assert_ne!(found.count(), 0, "{rule} {size}");
            }
        }
    }

    #[test]
    fn the_help_tells_the_limits() {
        let limits = format!("depth {DEFAULT_DEPTH} or after {DEFAULT_NODES} nodes");
        assert!(EXAMPLES.contains(&limits));
    }

    #[test]
    fn signatures_are_those_of_fnv() {
        let mut signature = Signature::NEW;
        signature.add(b"foobar");
        assert_eq!(signature.0, 0x8594_4171_f739_67e8);
    }
}
