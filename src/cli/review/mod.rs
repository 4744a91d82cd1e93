//! `tengen review`: a whole game, move by move: what each was worth, and what would have been
//! better.

mod annotate;
mod curve;
mod documents;
mod pictures;
mod text;

use super::error::CommandError;
use super::evaluation::EvaluationArgs;
use super::input::{self, ReadingArgs};
use super::interrupt::Interrupt;
use super::options;
use super::output::Output;
use super::picture::{PictureArgs, write_file};
use crate::analysis::{Judged, Judgement, ReviewLimits, review};
use crate::board::Position;
use crate::engine::{Engine, MAX_THREADS};
use crate::notation::tree::{NodeId, PositionError, PositionErrorKind, Tree};
use crate::rules::{IllegalMove, RuleKind};
use crate::time::MonotonicClock;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

/// Time for each position without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Shown below the help.
pub const EXAMPLES: &str = "\
Each move has the value of the position before it (with the best move) and after it, both for the
side that made it, and how much of the expected result it gave away. An inaccuracy gives away 10 % or
more, a mistake 20 %; a missed win had a win at hand and left it, a losing move loses by force what
was not lost. Of a file with variations the main line is reviewed.

--sgf writes the game with a comment on each move, the better line as a variation at each mistake, and
what the file had before. --svg and --png draw the curve of the expected result, --board-svg and
--board-png the last position with the mistakes marked.

JSON: rule, width, height, black, white, moves (an array of number, side, point, before, after, loss,
judgement, best and reply), mistakes (of each side: inaccuracies, mistakes, missed_wins and
losing_moves), remark (null, or about a forbidden last move, which is left out).

Examples:
  tengen review game.psq --time 2s
  tengen review games.sgf --game 3 --sgf annotated.sgf --png curve.png
  tengen review match.jsonl --rule renju --nodes 100000 --json";

/// Arguments of `tengen review`.
#[derive(Clone, Debug, clap::Args)]
pub struct ReviewArgs {
    /// The file with the game: SGF, PSQ, RenLib's lib, JSON lines, lists of moves; `-` is standard
    /// input
    pub file: PathBuf,

    /// Which game of the file, from 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,

    /// How to read it.
    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Rule of games that do not say: freestyle, standard, renju, caro or exact-caro
    #[arg(long, short, value_parser = options::rule)]
    pub rule: Option<RuleKind>,

    /// Think about each position for this long [default: 1s, unless another limit is given]
    #[arg(long, short, value_parser = options::time)]
    pub time: Option<Duration>,

    /// Visit at most this many positions for each move
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Stop after the iteration of this depth, in plies
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// Threads that search together
    #[arg(long, default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub threads: u16,

    /// Memory that the whole program may use: 350M, 1G
    #[arg(long, short, default_value = "350M", value_parser = options::memory)]
    pub memory: u64,

    /// Write the game with comments and better lines into this SGF file
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Files to draw the curve to.
    #[command(flatten)]
    pub picture: PictureArgs,

    /// Draw the last position as SVG into this file, mistakes marked
    #[arg(long, value_name = "FILE")]
    pub board_svg: Option<PathBuf>,

    /// Draw the last position as PNG into this file, mistakes marked
    #[arg(long, value_name = "FILE")]
    pub board_png: Option<PathBuf>,

    /// What values positions.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,

    /// Plain characters and no colours, whatever the output is
    #[arg(long)]
    pub ascii: bool,
}

/// A game with all that was found about it.
struct Reviewed {
    tree: Tree,
    rule: RuleKind,
    /// The nodes of the moves, one for each of `moves`.
    nodes: Vec<NodeId>,
    /// The position before each move, and the last one.
    positions: Vec<Position>,
    moves: Vec<Judged>,
    remark: Option<String>,
}

/// Goes through the game.
///
/// # Errors
/// A file that cannot be read, a game with impossible moves, or an output that cannot be written.
pub fn run(args: &ReviewArgs, output: &mut Output) -> Result<(), CommandError> {
    let tree = read_game(args)?;
    let rule = args.rule.or(tree.info.rule).unwrap_or(RuleKind::Renju);
    options::one_stone(rule, "review")?;
    let (nodes, positions, remark) = positions_of(args, &tree, rule)?;
    let mut engine = Engine::new(rule, tree.info.size);
    engine.set_evaluation(args.evaluation.evaluation()?);
    engine.set_threads(args.threads.into());
    if !engine.set_memory(args.memory) {
        return Err(CommandError::input("that is too little --memory to search with; try 32M"));
    }
    let unlimited = args.time.is_none() && args.nodes.is_none() && args.depth.is_none();
    let limits = ReviewLimits {
        time: args.time.or(unlimited.then_some(DEFAULT_TIME)),
        nodes: args.nodes,
        depth: args.depth,
    };
    let bar = progress_bar(positions.len());
    let interrupt = Interrupt::install();
    let told = |left: usize| bar.set_position((positions.len() - left) as u64);
    let clock = MonotonicClock::new();
    let flags = || interrupt.next_flag();
    let moves = review(&mut engine, &positions, &limits, &clock, &flags, &told);
    bar.finish_and_clear();
    let mut moves = moves.ok_or_else(|| CommandError::failed("interrupted before the end"))?;
    // Moves that nobody chose are nobody's mistakes.
    for judged in moves.iter_mut().take(tree.info.opening) {
        judged.judgement = Judgement::Good;
    }
    let reviewed = Reviewed { tree, rule, nodes, positions, moves, remark };
    write_files(args, &reviewed)?;
    if args.json {
        output.json(&documents::document(&reviewed))
    } else {
        text::write(output, &reviewed)
    }
}

/// Where the program is, on standard error if that is a terminal.
fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

fn read_game(args: &ReviewArgs) -> Result<Tree, CommandError> {
    let reading = args.reading.reading(None, args.rule);
    let number = args.game.map(|number| number as usize);
    input::load(&args.file, args.reading.format, number, reading)
}

/// The nodes of a line that are moves, the positions before and after them, and a remark about a
/// last move that is left out.
type Line = (Vec<NodeId>, Vec<Position>, Option<String>);

/// The main line.
fn positions_of(args: &ReviewArgs, tree: &Tree, rule: RuleKind) -> Result<Line, CommandError> {
    let wrong = |error: &dyn std::fmt::Display| {
        CommandError::Input(format!("{}: {error}", args.file.display()))
    };
    let mut nodes = Vec::new();
    let mut positions = vec![tree.position(NodeId::ROOT, rule).map_err(|error| wrong(&error))?];
    let mut remark = None;
    for node in tree.main_line() {
        let position = match tree.position(node, rule) {
            Ok(position) => position,
            // A forbidden point loses the game: such a record ends with it.
            Err(error) if is_forbidden(&error) && tree.first_child(node).is_none() => {
                remark = Some(error.to_string());
                break;
            }
            Err(error) => return Err(wrong(&error)),
        };
        let before = positions.last().map_or(0, Position::ply);
        let is_move = tree.action(node).point().is_some() && !tree.has_setup(node);
        if is_move && position.ply() == before + 1 {
            nodes.push(node);
            positions.push(position);
        } else if let Some(last) = positions.last_mut()
            && nodes.is_empty()
        {
            // Stones that are set up before the first move.
            *last = position;
        } else if position.ply() != before {
            return Err(wrong(&"stones are set up in the middle of the game"));
        } else if let Some(last) = positions.last_mut() {
            // A pass: the same stones with the turn of the other side.
            *last = position;
        }
    }
    if nodes.is_empty() {
        return Err(wrong(&"the game has no moves"));
    }
    Ok((nodes, positions, remark))
}

fn is_forbidden(error: &PositionError) -> bool {
    matches!(error.kind, PositionErrorKind::Illegal(IllegalMove::Forbidden(_)))
}

fn write_files(args: &ReviewArgs, reviewed: &Reviewed) -> Result<(), CommandError> {
    args.picture.write(|| pictures::curve_picture(reviewed).svg())?;
    let board = PictureArgs {
        svg: args.board_svg.clone(),
        png: args.board_png.clone(),
        png_width: args.picture.png_width,
    };
    board.write(|| pictures::board_picture(reviewed).svg())?;
    if let Some(path) = &args.sgf {
        write_file(path, &annotate::sgf(reviewed)?)?;
    }
    Ok(())
}

fn title(reviewed: &Reviewed) -> String {
    let info = &reviewed.tree.info;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let result = info.result.map(|result| format!(" {result}")).unwrap_or_default();
    if info.black.is_none() && info.white.is_none() {
        return format!("{}, {} moves{result}", reviewed.rule, reviewed.moves.len());
    }
    format!("{} - {}{result} ({})", name(&info.black), name(&info.white), reviewed.rule)
}
