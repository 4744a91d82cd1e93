//! `tengen analyse`: what is best in one position.

use super::board_view::BoardView;
use super::error::CommandError;
use super::forbidden::{self, ForbiddenPoint};
use super::options;
use super::output::Output;
use super::position::{self, PositionArgs};
use super::progress::ProgressLines;
use super::report::{self, OutcomeDocument, SearchDocument};
use crate::board::Position;
use crate::engine::{Engine, MAX_THREADS};
use crate::rules::{Outcome, RuleKind};
use crate::search::{Limits, SearchReport, StopFlag, TimeLimit};
use crate::time::{Clock, MonotonicClock};
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Time for a search without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Shown below the help.
pub const EXAMPLES: &str = "\
Values are for the side to move: +35 and -120 are estimates; +M7 is a win whose last stone is the
seventh from now, stones of both sides counted; -M8 is a loss. The search ends before its limit when
it has looked as deep as a win or loss that it found. A first line deeper than 1 is what is known
before the first iteration.

Under nendzyu a move is a turn, as f9+i7; values and depths still count stones.

JSON: rule, width, height, moves (an array of names), to_move, outcome (null, or winner and reason),
forbidden (an array of point and kind), search (null when the game is over; else depth,
selective_depth, nodes, milliseconds, nodes_per_second and lines: an array of value, depth and
moves, best first). A value is {\"score\": 35}, {\"win_in\": 7} or {\"loss_in\": 8}.

Examples:
  tengen analyse h8h9j10 --time 10s
  tengen analyse h8 i9 g9 --rule freestyle --size 20 --multipv 3
  tengen analyse --json --nodes 1000000 - < moves.txt
  tengen analyse --rule nendzyu H8 F9+I7";

/// Arguments of `tengen analyse`.
#[derive(Clone, Debug, clap::Args)]
pub struct AnalyseArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Think for this long: 500ms, 5s, 1m30s; a bare number is seconds [default: 5s, unless another
    /// limit is given]
    #[arg(long, short, value_parser = options::time)]
    pub time: Option<Duration>,

    /// Visit at most this many positions
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Stop after the iteration of this depth, in plies
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// Threads that search together
    #[arg(long, default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Memory that the whole program may use: 350M, 1G
    #[arg(long, short, default_value = "350M", value_parser = options::memory)]
    pub memory: u64,

    /// How many best moves to look for
    #[arg(long, default_value = "1")]
    pub multipv: NonZeroUsize,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,

    /// No colours, whatever the output is
    #[arg(long)]
    pub ascii: bool,
}

/// A number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_THREADS).contains(number));
    number.ok_or_else(|| format!("threads are 1 to {MAX_THREADS}"))
}

/// What `--json` prints; its fields are described in [`EXAMPLES`].
#[derive(Clone, Debug, Serialize)]
struct Document {
    rule: String,
    width: u8,
    height: u8,
    moves: Vec<String>,
    to_move: String,
    outcome: Option<OutcomeDocument>,
    forbidden: Vec<ForbiddenPoint>,
    search: Option<SearchDocument>,
}

/// Analyses the position.
///
/// # Errors
/// Wrong moves or settings, or an output that cannot be written.
pub fn run(args: &AnalyseArgs, output: &mut Output) -> Result<(), CommandError> {
    let position = args.position.position(args.rule)?;
    let outcome = args.rule.rule().outcome(&position);
    let mut engine = Engine::new(args.rule, position.size());
    engine.set_threads(args.threads);
    if !engine.set_memory(args.memory) {
        return Err(CommandError::input("that is too little --memory to search with; try 32M"));
    }
    engine.set_position(position.clone());
    if args.json {
        let search = match outcome {
            Some(_) => None,
            None => Some(SearchDocument::new(&search(args, &mut engine, None)?, &position)),
        };
        return output.json(&Document {
            rule: args.rule.to_string(),
            width: position.size().width(),
            height: position.size().height(),
            moves: report::played(&position),
            to_move: position.side().to_string(),
            outcome: outcome.map(OutcomeDocument::from),
            forbidden: forbidden::forbidden_points(&position, args.rule),
            search,
        });
    }
    write_position(output, &position, args.rule, outcome)?;
    if outcome.is_none() {
        ProgressLines::header(output, args.multipv.get())?;
        let report = search(args, &mut engine, Some(&mut *output))?;
        write_best(output, &position, &report)?;
        if args.rule == RuleKind::Renju {
            writeln!(output)?;
            forbidden::write_list(output, &forbidden::forbidden_points(&position, args.rule))?;
        }
    }
    Ok(())
}

/// Searches the engine's position within the limits that were typed; tells its progress to
/// `output`, if there is one.
fn search(
    args: &AnalyseArgs,
    engine: &mut Engine,
    output: Option<&mut Output>,
) -> Result<SearchReport, CommandError> {
    let clock = MonotonicClock::new();
    let unlimited = args.time.is_none() && args.nodes.is_none() && args.depth.is_none();
    let time = args.time.or(unlimited.then_some(DEFAULT_TIME));
    let started = clock.now();
    // All of the time is used: no iteration is left out because it would hardly end in time.
    let time_limit = |time| TimeLimit { soft: started + 2 * time, hard: started + time };
    // No line is longer than there are empty points.
    let empty = engine.position().size().area() - engine.position().ply();
    let deepest = u32::try_from(empty).unwrap_or(u32::MAX);
    let limits = Limits {
        started,
        time: time.map(time_limit),
        nodes: args.nodes,
        depth: Some(args.depth.unwrap_or(u32::MAX).min(deepest)),
        lines: args.multipv,
        exhaustive: true,
        ..Limits::default()
    };
    let stop = StopFlag::new();
    let position = engine.position().clone();
    let progress = ProgressLines::new(output, &position, args.multipv.get(), stop.clone());
    let report = engine.search(&limits, &stop, &clock, &progress);
    progress.finish()?;
    Ok(report)
}

/// Whose move it is, and which.
fn to_make(position: &Position) -> String {
    let (side, next) = (position.side(), position.ply() + 1);
    match position.turn().stones_left {
        1 => format!("{side} to make move {next}"),
        more => format!("{side} to make moves {next} to {}", position.ply() + usize::from(more)),
    }
}

/// The board, and whose move it is or how the game ended.
fn write_position(
    output: &mut Output,
    position: &Position,
    rule: RuleKind,
    outcome: Option<Outcome>,
) -> Result<(), CommandError> {
    write!(output, "{}", BoardView::new(position, rule))?;
    writeln!(output)?;
    write!(output, "{rule}, {}, ", position.size())?;
    match outcome {
        None => writeln!(output, "{}", to_make(position))?,
        Some(outcome) => {
            writeln!(output, "game over: {}", position::describe(outcome, position))?;
        }
    }
    writeln!(output)?;
    Ok(())
}

/// The best moves with their values and lines.
fn write_best(
    output: &mut Output,
    position: &Position,
    report: &SearchReport,
) -> Result<(), CommandError> {
    writeln!(output)?;
    if report.lines.is_empty() {
        writeln!(output, "There is no legal move for {}.", position.side())?;
        return Ok(());
    }
    writeln!(output, "Best for {}:", position.side())?;
    for line in &report.lines {
        let moves = report::names(&line.moves, position);
        let Some((best, rest)) = moves.split_first() else { continue };
        let text = format!("  {best:<4} {:>7}  {}", line.value.to_string(), rest.join(" "));
        writeln!(output, "{}", text.trim_end())?;
    }
    Ok(())
}
