//! A value for every legal move.

use super::AnalyseArgs;
use crate::analysis::{RankLimits, RankedMove, rank_moves};
use crate::board::{Bits, Position, Size};
use crate::cli::error::CommandError;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::Output;
use crate::cli::report::{self, ValueDocument};
use crate::engine::Engine;
use crate::eval::win_rate;
use crate::notation::pos;
use crate::rules::RuleKind;
use crate::time::MonotonicClock;
use serde::Serialize;
use std::io::Write;

/// Moves of a line that are shown as text.
const SHOWN: usize = 8;

/// A legal move in JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RankedDocument {
    point: String,
    value: ValueDocument,
    win_rate: f64,
    depth: u32,
    moves: Vec<String>,
}

/// Values every legal move of the engine's position.
pub(super) fn rank(
    args: &AnalyseArgs,
    engine: &mut Engine,
    blocked: Bits,
    interrupt: &Interrupt,
) -> Vec<RankedMove> {
    let limits = RankLimits {
        time: args.thinking_time(),
        nodes: args.nodes,
        depth: args.depth,
        excluded: blocked,
    };
    let position = engine.position().clone();
    let clock = MonotonicClock::new();
    rank_moves(engine, &position, &limits, &clock, &|| interrupt.next_flag())
}

/// The ranking in JSON.
pub(super) fn documents(moves: &[RankedMove], rule: RuleKind, size: Size) -> Vec<RankedDocument> {
    let document = |ranked: &RankedMove| RankedDocument {
        point: ranked.line.first().map(|&point| pos::name(point, size)).unwrap_or_default(),
        value: ranked.value.into(),
        win_rate: report::rounded(win_rate(ranked.value, rule)),
        depth: ranked.depth,
        moves: report::point_names(&ranked.line, size),
    };
    moves.iter().map(document).collect()
}

/// The ranking as text.
pub(super) fn write(
    output: &mut Output,
    moves: &[RankedMove],
    rule: RuleKind,
    position: &Position,
) -> Result<(), CommandError> {
    if moves.is_empty() {
        writeln!(output, "There is no legal move for {}.", position.side())?;
        return Ok(());
    }
    writeln!(output, "Every move of {}, best first:", position.side())?;
    writeln!(output, "    #  move   value   result  depth  line")?;
    for (n, ranked) in moves.iter().enumerate() {
        let names = report::names(&ranked.line, position);
        let Some((point, rest)) = names.split_first() else { continue };
        let rest = rest[..rest.len().min(SHOWN)].join(" ");
        let rate = report::percent(win_rate(ranked.value, rule));
        let text = format!(
            "  {:>3}  {point:<4} {:>7} {rate:>8}  {:>5}  {rest}",
            n + 1,
            ranked.value.to_string(),
            ranked.depth
        );
        writeln!(output, "{}", text.trim_end())?;
    }
    Ok(())
}
