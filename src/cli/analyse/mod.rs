//! `tengen analyse`: what is best in one position.
//!
//! `ranking` tells a value for every legal move, `threats` what either side threatens and what stops
//! it, `stored` asks and feeds a position store, `picture` draws the result.

mod picture;
mod ranking;
mod stored;
mod threats;

use super::board_view::BoardView;
use super::error::CommandError;
use super::evaluation::EvaluationArgs;
use super::forbidden::{self, ForbiddenPoint};
use super::interrupt::Interrupt;
use super::options;
use super::output::Output;
use super::picture::PictureArgs;
use super::position::{self, PositionArgs};
use super::progress::ProgressLines;
use super::report::{self, OutcomeDocument, SearchDocument};
use crate::board::{Bits, Position, Size};
use crate::engine::{Engine, MAX_THREADS};
use crate::eval::win_rate;
use crate::notation::pos;
use crate::rules::{Outcome, RuleKind};
use crate::search::{Goal, Limits, SearchReport, TimeLimit};
use crate::time::{Clock, MonotonicClock};
use ranking::RankedDocument;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use threats::ThreatsDocument;

/// Time for a search without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Shown below the help.
pub const EXAMPLES: &str = "\
Values are for the side to move: +35 and -120 are estimates; +M7 is a win whose last stone is the
seventh from now, stones of both sides counted; -M8 is a loss. The percentage is the expected result,
a draw counted as half a win. The search ends before its limit when it has looked as deep as a win or
loss that it found. A first line deeper than 1 is what is known before the first iteration. An
interrupt (Ctrl-C) ends the search and tells what it has found; a second one ends the program.

Under nendzyu a move is a turn, as f9+i7; values and depths still count stones. --moves, --balance,
--threats and --store are for rules with one stone a turn.

JSON: rule, width, height, moves (an array of names), to_move, outcome (null, or winner and reason),
forbidden (an array of point, kind and lines: shape, stones, completions), threats (null without
--threats; else points, of each side an array of threat and points, and attacks, an array of side, by,
to_move, wins, moves, stopped_by, delayed_by and unclear), from_store (true when nothing was searched), search (null when the game is over and with
--moves; else depth, selective_depth, nodes, milliseconds, nodes_per_second and lines: an array of
value, win_rate, depth and moves, best first) and ranking (null without --moves; else an array of
point, value, win_rate, depth and moves, best first). A value is {\"score\": 35}, {\"win_in\": 7} or
{\"loss_in\": 8}.

Examples:
  tengen analyse h8h9j10 --time 10s
  tengen analyse h8 i9 g9 --rule freestyle --size 20 --multipv 3
  tengen analyse h8g7h10i11g11j8e13f12 --threats --png board.png
  tengen analyse h8h9j10 --moves --time 30s
  tengen analyse h8h9 --balance 1
  tengen analyse h8h9j10 --depth 14 --store my.db
  tengen analyse --json --nodes 1000000 - < moves.txt
  tengen analyse --input game.sgf --move 12
  tengen analyse --rule nendzyu H8 F9+I7";

/// Arguments of `tengen analyse`.
#[derive(Clone, Debug, clap::Args)]
pub struct AnalyseArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu [default: what the file says, or
    /// renju]
    #[arg(long, short, value_parser = options::rule)]
    pub rule: Option<RuleKind>,

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

    /// Think until interrupted (Ctrl-C), then tell the result
    #[arg(long, conflicts_with_all = ["time", "nodes", "depth"])]
    pub infinite: bool,

    /// Value every legal move, best first
    #[arg(long = "moves", conflicts_with_all = ["multipv", "balance", "store"])]
    pub every_move: bool,

    /// Find the one move, or the two moves (one of each side), that make the position most even
    #[arg(long, value_name = "1|2", conflicts_with_all = ["multipv", "store"],
        value_parser = clap::value_parser!(u8).range(1..=2))]
    pub balance: Option<u8>,

    /// Points that are not considered as the first move, as h8h9
    #[arg(long, value_name = "POINTS", conflicts_with = "store")]
    pub block: Option<String>,

    /// Tell what either side threatens: fives, fours and threes, wins by fours alone and by threats,
    /// and what stops them
    #[arg(long)]
    pub threats: bool,

    /// Look the position up in this position store first, and keep the result there; the file is
    /// made if it is not there
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// Files to draw the result to.
    #[command(flatten)]
    pub picture: PictureArgs,

    /// What values positions.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,

    /// Letters instead of drawn stones, and no colours, whatever the output is
    #[arg(long)]
    pub ascii: bool,
}

impl AnalyseArgs {
    /// The time to search for: what was asked, or the default where nothing limits the search.
    fn thinking_time(&self) -> Option<Duration> {
        let limited = self.nodes.is_some() || self.depth.is_some() || self.infinite;
        self.time.or((!limited).then_some(DEFAULT_TIME))
    }

    /// The points of `--block`.
    fn blocked(&self, size: Size) -> Result<Bits, CommandError> {
        let text = self.block.as_deref().unwrap_or_default();
        let wrong = |error| CommandError::Input(format!("--block: {error}"));
        Ok(pos::parse_moves(text, size).map_err(wrong)?.into_iter().collect())
    }

    /// Refuses what a rule with two stones a turn has no answer to.
    fn check_rule(&self, rule: RuleKind) -> Result<(), CommandError> {
        for (is_asked, what) in [
            (self.every_move, "--moves"),
            (self.balance.is_some(), "--balance"),
            (self.threats, "--threats"),
            (self.store.is_some(), "--store"),
        ] {
            if is_asked {
                options::one_stone(rule, what)?;
            }
        }
        Ok(())
    }

    fn goal(&self) -> Goal {
        match self.balance {
            Some(1) => Goal::BalanceOne(0),
            Some(_) => Goal::BalanceTwo(0),
            None => Goal::Best,
        }
    }
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
    threats: Option<ThreatsDocument>,
    from_store: bool,
    search: Option<SearchDocument>,
    ranking: Option<Vec<RankedDocument>>,
}

/// What was found about the position.
enum Found {
    /// The game is over.
    Nothing,
    /// The result of a search, or of one that the store remembers.
    Search { report: SearchReport, from_store: bool },
    /// A value for every move.
    Ranking(Vec<crate::analysis::RankedMove>),
}

/// Analyses the position.
///
/// # Errors
/// Wrong moves or settings, or an output that cannot be written.
pub fn run(args: &AnalyseArgs, output: &mut Output) -> Result<(), CommandError> {
    let (position, rule) = args.position.position_and_rule(args.rule)?;
    args.check_rule(rule)?;
    let outcome = rule.rule().outcome(&position);
    let blocked = args.blocked(position.size())?;
    let mut engine = Engine::new(rule, position.size());
    engine.set_evaluation(args.evaluation.evaluation()?);
    engine.set_threads(args.threads);
    if !engine.set_memory(args.memory) {
        return Err(CommandError::input("that is too little --memory to search with; try 32M"));
    }
    engine.set_position(position.clone());
    let threats = || args.threats.then(|| ThreatsDocument::of(&position, rule));
    if args.json {
        let found = match outcome {
            Some(_) => Found::Nothing,
            None => find(args, &mut engine, blocked, None)?,
        };
        picture::write(args, &position, rule, &found)?;
        return output.json(&document(&position, rule, threats(), &found));
    }
    write_position(output, &position, rule, outcome)?;
    if outcome.is_some() {
        return picture::write(args, &position, rule, &Found::Nothing);
    }
    if let Some(threats) = threats() {
        threats.write(output)?;
        writeln!(output)?;
    }
    let found = find(args, &mut engine, blocked, Some(&mut *output))?;
    match &found {
        Found::Nothing => {}
        Found::Search { report, .. } => write_best(args, output, &position, rule, report)?,
        Found::Ranking(moves) => ranking::write(output, moves, rule, &position)?,
    }
    if rule == RuleKind::Renju {
        writeln!(output)?;
        forbidden::write_list(output, &forbidden::forbidden_points(&position, rule))?;
    }
    picture::write(args, &position, rule, &found)
}

fn document(
    position: &Position,
    rule: RuleKind,
    threats: Option<ThreatsDocument>,
    found: &Found,
) -> Document {
    let size = position.size();
    let (search, from_store) = match found {
        Found::Search { report, from_store } => {
            (Some(SearchDocument::new(report, rule, position)), *from_store)
        }
        Found::Nothing | Found::Ranking(_) => (None, false),
    };
    let ranking = match found {
        Found::Ranking(moves) => Some(ranking::documents(moves, rule, size)),
        Found::Nothing | Found::Search { .. } => None,
    };
    Document {
        rule: rule.to_string(),
        width: size.width(),
        height: size.height(),
        moves: report::played(position),
        to_move: position.side().to_string(),
        outcome: rule
            .rule()
            .outcome(position)
            .map(|outcome| OutcomeDocument::new(outcome, position)),
        forbidden: forbidden::forbidden_points(position, rule),
        threats,
        from_store,
        search,
        ranking,
    }
}

/// Finds what was asked for; tells its progress to `output`, if there is one.
fn find(
    args: &AnalyseArgs,
    engine: &mut Engine,
    blocked: Bits,
    mut output: Option<&mut Output>,
) -> Result<Found, CommandError> {
    let interrupt = Interrupt::install();
    if args.every_move {
        return Ok(Found::Ranking(ranking::rank(args, engine, blocked, &interrupt)));
    }
    if let Some(path) = &args.store
        && let Some(report) = stored::look_up(path, args, engine, output.as_deref_mut())?
    {
        return Ok(Found::Search { report, from_store: true });
    }
    if let Some(output) = output.as_deref_mut() {
        ProgressLines::header(output, args.multipv.get())?;
    }
    let report = search(args, engine, blocked, &interrupt, output)?;
    if let Some(path) = &args.store {
        stored::keep(path, engine, &report)?;
    }
    Ok(Found::Search { report, from_store: false })
}

/// Searches the engine's position within the limits that were typed.
fn search(
    args: &AnalyseArgs,
    engine: &mut Engine,
    blocked: Bits,
    interrupt: &Interrupt,
    output: Option<&mut Output>,
) -> Result<SearchReport, CommandError> {
    let clock = MonotonicClock::new();
    let started = clock.now();
    // All of the time is used: no iteration is left out because it would hardly end in time.
    let time_limit = |time| TimeLimit::until(started + time);
    // No line is longer than there are empty points.
    let empty = engine.position().size().area() - engine.position().ply();
    let deepest = u32::try_from(empty).unwrap_or(u32::MAX);
    let limits = Limits {
        started,
        time: args.thinking_time().map(time_limit),
        nodes: args.nodes,
        depth: Some(args.depth.unwrap_or(u32::MAX).min(deepest)),
        lines: args.multipv,
        excluded: blocked,
        goal: args.goal(),
        exhaustive: true,
        forced_win: None,
    };
    let stop = interrupt.next_flag();
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
    write!(output, "{}", BoardView::new(position, rule, output))?;
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
    args: &AnalyseArgs,
    output: &mut Output,
    position: &Position,
    rule: RuleKind,
    report: &SearchReport,
) -> Result<(), CommandError> {
    writeln!(output)?;
    if report.lines.is_empty() {
        writeln!(output, "There is no legal move for {}.", position.side())?;
        return Ok(());
    }
    match args.balance {
        None => writeln!(output, "Best for {}:", position.side())?,
        Some(1) => writeln!(output, "Most even, the value for {}:", position.side())?,
        Some(_) => writeln!(output, "Most even pair, the value for {}:", position.side())?,
    }
    for line in &report.lines {
        let moves = report::names(&line.moves, position);
        let Some((best, rest)) = moves.split_first() else { continue };
        let rate = report::percent(win_rate(line.value, rule));
        let text =
            format!("  {best:<4} {:>7} {rate:>8}  {}", line.value.to_string(), rest.join(" "));
        writeln!(output, "{}", text.trim_end())?;
    }
    Ok(())
}
