//! `tengen solve`: whether one side wins by force, in one position or in a file of problems.

pub mod batch;
pub mod problems;
pub mod question;
pub mod report;

use super::board_view::BoardView;
use super::error::CommandError;
use super::options;
use super::output::Output;
use super::position::{self, PositionArgs};
use crate::board::{Position, Side};
use crate::rules::RuleKind;
use crate::threat::Vct;
use question::{Method, Question, Verdict};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Shown below the help.
pub const EXAMPLES: &str = "\
A win by fours (--vcf) has nothing but fours, and forced replies to them. A win by threats (--vct)
has fours, threes, and other moves that threaten a win by fours; every reply of the defender that
can be of use is considered, counter-fours included. Without either option fours are tried first.
'No win' speaks of such wins only, and where the position has no limit to blame.

JSON: rule, width, height, moves, side, result (win, no_win or unknown), method (vcf or vct; null
without a win), plies (to the five, that stone included, whatever the defender does), shortest
(whether --shortest was reached), line (where the defender holds out longest), nodes, milliseconds, and with --tree: proof, an array of steps, the
last one for the position itself. A step has attack, plies, replies (point, and the number of the
step that follows, from 0) and otherwise: any other reply, and how it loses.

Problems for --batch, one a line: moves, tab, B or W (the side to move and to win), tab, a word that
the summary groups by; colours alternate from Black on and the order of moves does not matter. A
line with # at its beginning is a remark. With node limits and without --time the results are the
same for any number of threads.

Exit codes: 0 a win (--batch: all problems were tried), 1 failure, 2 wrong usage or input, 3 no win,
4 unknown.

Examples:
  tengen solve h8h9j10j9i9g7i10i11k10h10 --tree
  tengen solve h8i9j8 --vct --side white --rule freestyle --time 30s --json
  tengen solve --batch problems.txt --nodes 1000000 --threads 2 --output results.jsonl";

/// Arguments of `tengen solve`.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Rule: freestyle, standard, renju, caro or exact-caro
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Look for wins by continuous fours only
    #[arg(long)]
    pub vcf: bool,

    /// Look for wins by continuous threats at once, without trying fours alone before
    #[arg(long, conflicts_with = "vcf")]
    pub vct: bool,

    /// Who is to move and to win: black or white [default: the side to move]
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,

    /// Find a win with as few moves as possible, as far as the limits allow
    #[arg(long)]
    pub shortest: bool,

    /// Give up after this long, for each problem: 500ms, 5s, 1m30s; a bare number is seconds
    /// [default: 10s, unless --nodes is given]
    #[arg(long, short, value_parser = options::time)]
    pub time: Option<Duration>,

    /// Visit at most this many positions, for each problem
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Memory of the solver, of each thread: 64M, 1G
    #[arg(long, short, default_value = "64M", value_parser = options::memory)]
    pub memory: u64,

    /// Print the proof: the winning move after every reply of the defender
    #[arg(long)]
    pub tree: bool,

    /// Print one JSON document instead of text; with --batch one a line
    #[arg(long)]
    pub json: bool,

    /// No colours, whatever the output is
    #[arg(long)]
    pub ascii: bool,

    /// Solve the problems of a file, one a line, and print a summary
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "side", "tree"])]
    pub batch: Option<PathBuf>,

    /// Problems that are worked on at a time
    #[arg(long, default_value = "1")]
    pub threads: NonZeroUsize,

    /// Append the results here as JSON lines, in the order of the problems; problems whose results
    /// are there already are left out
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Leave times out of results, so that equal results are equal files
    #[arg(long)]
    pub no_timings: bool,
}

impl SolveArgs {
    /// What is asked of each position.
    pub fn question(&self) -> Question {
        const DEFAULT_TIME: Duration = Duration::from_secs(10);
        Question {
            method: match (self.vcf, self.vct) {
                (true, _) => Method::Fours,
                (_, true) => Method::Threats,
                _ => Method::FoursThenThreats,
            },
            shortest: self.shortest,
            time: self.time.or(self.nodes.is_none().then_some(DEFAULT_TIME)),
            nodes: self.nodes,
        }
    }

    /// The solver that the arguments ask for.
    pub fn solver(&self) -> Vct {
        Vct::new(usize::try_from(self.memory).unwrap_or(usize::MAX))
    }
}

fn side(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" | "x" => Ok(Side::Black),
        "white" | "w" | "o" => Ok(Side::White),
        _ => Err("a side is black or white".to_owned()),
    }
}

/// Solves one position, or a file of problems.
///
/// # Errors
/// When the position or the file makes no sense, or results cannot be written.
pub fn run(args: &SolveArgs, output: &mut Output) -> Result<ExitCode, CommandError> {
    // Fours and threes force otherwise where a turn is two stones.
    options::one_stone(args.rule, "solve")?;
    if let Some(file) = &args.batch {
        batch::run(args, file, output)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.threads.get() > 1 || args.output.is_some() || args.no_timings {
        return Err(CommandError::input("--threads, --output and --no-timings go with --batch"));
    }
    let mut position = args.position.position(args.rule)?;
    if let Some(outcome) = args.rule.rule().outcome(&position) {
        let how = position::describe(outcome, &position);
        return Err(CommandError::input(format!("there is nothing to solve: {how}")));
    }
    if let Some(side) = args.side {
        let turn = position.order().whole(side);
        position.set_turn(turn);
    }
    let answer = args.question().answer(&position, args.rule, &mut args.solver());
    if args.json {
        output.json(&report::Document::new(&position, args.rule, &answer, args.tree))?;
    } else {
        write_position(output, &position, args.rule)?;
        report::write(output, &position, &answer, args.tree)?;
    }
    Ok(match answer.verdict {
        Verdict::Win => ExitCode::SUCCESS,
        Verdict::NoWin => ExitCode::from(3),
        Verdict::Unknown => ExitCode::from(4),
    })
}

fn write_position(
    output: &mut Output,
    position: &Position,
    rule: RuleKind,
) -> Result<(), CommandError> {
    write!(output, "{}", BoardView::new(position, rule, output))?;
    writeln!(output)?;
    writeln!(output, "{rule}, {}, {} to move and to win", position.size(), position.side())?;
    writeln!(output)?;
    Ok(())
}
