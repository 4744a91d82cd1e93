//! `tengen match`: engine against engine, refereed, with statistics.

use super::arena::exports::Exports;
use super::arena::record::MatchGame;
use super::arena::regulated::OpeningBy;
use super::arena::report::Reporter;
use super::arena::schedule::{self, Format, OpeningOrder, ScheduleOptions};
use super::arena::sprt::{Decision, Sprt};
use super::arena::standings::Standings;
use super::arena::summary::SprtState;
use super::arena::tournament::Tournament;
use super::arena::transcript::Transcript;
use super::arena::words::GameTerms;
use super::error::CommandError;
use super::match_setup;
use super::options;
use super::output::Output;
use super::selfplay::openings::{OpeningForm, RowOrder};
use crate::board::{Size, Symmetry};
use crate::rules::RuleKind;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shown below the help.
pub const EXAMPLES: &str = "\
Engines: --engine takes KEY=VALUE,KEY=VALUE. Keys:
  cmd        the program and its arguments; quote what holds spaces or commas. Required
  name       what it is called [default: what it answers to ABOUT]
  dir        the folder it runs in [default: the current one]
  tc         MATCH/TURN+INCREMENT in seconds: 180/30, 10+0.1, 0/1 (no match limit)
  nodes      positions a move (INFO max_node); 20k and 2M are understood
  depth      depth a move (INFO max_depth)
  memory     INFO max_memory: 350M, 1G; 0 is no limit [default: 350M]
  threads    INFO thread_num; not sent unless given
  info       any INFO line, without that word: info=strength 50; may come several times
  board      send every position by BOARD, never by TURN
  restart    start a fresh process for every game
  tolerance  seconds beyond a limit before a game is lost on time [default: 0.1]
  patience   seconds to wait where no limit is set: START, moves without tc [default: 60]
At least one of tc, nodes and depth is needed. --each gives the same to all engines.

Time is measured by the manager, from the moment a command is written to the moment the answer
is there; START is outside the limits. A failed engine (crash, hang, garbage, impossible move)
loses the game and is started again for the next one.

Exit codes: 0 all games played, or elo1 accepted; 1 failure; 2 wrong usage or input; 3 elo0
accepted; 4 the test is undecided; 5 ended by --stop-on-failure; 130 interrupted.

Examples:
  tengen match --engine cmd=./new,name=new --engine cmd=./old,name=old --each tc=10+0.1 \\
      --rule renju --games 2000 --concurrency 2 --sprt elo0=0,elo1=20
  tengen match --engine 'cmd=./a,nodes=50k' --engine 'cmd=./b -x,tc=0/1' --games 100 \\
      --record games.jsonl --sgf games.sgf
  tengen match --engine cmd=./new,tc=0/1 --engine cmd=./old,tc=0/1 --regulation soosorv-8
  tengen match ... --record games.jsonl --resume";

/// Arguments of `tengen match`.
#[derive(Clone, Debug, clap::Args)]
pub struct MatchArgs {
    /// An engine, as cmd=PROGRAM,name=NAME,tc=10+0.1 (keys below); at least two
    #[arg(long = "engine", short, value_name = "OPTIONS", required = true)]
    pub engines: Vec<String>,

    /// Options of all engines that do not say otherwise
    #[arg(long, value_name = "OPTIONS")]
    pub each: Vec<String>,

    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Board size: 5 to 32, or columns x rows, as 15x19
    #[arg(long, short, default_value = "15", value_parser = options::size)]
    pub size: Size,

    /// Games of each two engines that meet
    #[arg(long, short, default_value = "100")]
    pub games: NonZeroUsize,

    /// How often all that is played
    #[arg(long, default_value = "1")]
    pub rounds: NonZeroUsize,

    /// Which engines meet
    #[arg(long, value_enum, default_value = "round-robin")]
    pub format: Format,

    /// The first engine against all others: the same as --format gauntlet
    #[arg(long)]
    pub gauntlet: bool,

    /// Play openings by a regulation: soosorv-8, taraguchi-10, swap2 ... (tengen opening list), or
    /// file:PATH
    #[arg(long, value_name = "NAME", conflicts_with_all = ["openings", "form", "rows"])]
    pub regulation: Option<String>,

    /// Who decides in openings by a regulation: each engine for itself, or this program for both,
    /// which needs no engine that knows the regulation
    #[arg(long, value_enum, default_value = "engines", requires = "regulation")]
    pub opening_by: OpeningBy,

    /// Positions that this program looks at in each search of a decision, with --opening-by tengen
    #[arg(long, value_name = "COUNT", default_value = "3000", requires = "opening_by")]
    pub opening_nodes: NonZeroU64,

    /// File of openings, or `none` for an empty board [default: a balanced set for the rule]
    #[arg(long, short, value_name = "FILE")]
    pub openings: Option<String>,

    /// How the file writes its openings [default: by their look]
    #[arg(long, value_enum)]
    pub form: Option<OpeningForm>,

    /// Where row 1 is in openings such as h8h9
    #[arg(long, value_enum)]
    pub rows: Option<RowOrder>,

    /// The order of the openings
    #[arg(long, value_enum, default_value = "random")]
    pub order: OpeningOrder,

    /// Seed of the random order: the same seed gives the same games to play
    #[arg(long, default_value = "1")]
    pub seed: u64,

    /// Play each opening twice, with exchanged colours
    #[arg(
        long,
        value_name = "BOOL",
        default_value = "true",
        default_missing_value = "true",
        num_args = 0..=1,
        require_equals = true,
        action = clap::ArgAction::Set
    )]
    pub repeat: bool,

    /// Turn and mirror openings when they come again
    #[arg(
        long,
        value_name = "BOOL",
        default_value = "true",
        default_missing_value = "true",
        num_args = 0..=1,
        require_equals = true,
        action = clap::ArgAction::Set
    )]
    pub symmetries: bool,

    /// Games that are played at a time
    #[arg(long, short, default_value = "1")]
    pub concurrency: NonZeroUsize,

    /// A game with so many stones on the board is a draw, opening included [default: only a full
    /// board is]
    #[arg(long)]
    pub max_moves: Option<NonZeroUsize>,

    /// Stop when it is decided whether the first of two engines is stronger by elo1 rather than
    /// by elo0: elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<Sprt>,

    /// Stop at the first game that an engine loses by a crash, by time or by an impossible answer
    #[arg(long)]
    pub stop_on_failure: bool,

    /// Write all games here as JSON lines, as they end; --resume goes on from it
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Go on with the match whose record is in --record
    #[arg(long, requires = "record")]
    pub resume: bool,

    /// Write all games into this file as SGF, as they end
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Write each game into a file in this folder, as Piskvork does
    #[arg(long, value_name = "FOLDER")]
    pub psq: Option<PathBuf>,

    /// Log all that is said to and by the engines
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Show the score after every so many games, where there is no terminal
    #[arg(long, value_name = "GAMES", default_value = "10")]
    pub every: NonZeroUsize,

    /// Print one JSON object a line: the match, each game with the state after it, the end
    #[arg(long)]
    pub json: bool,
}

/// How a match that was played has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchEnd {
    Finished,
    Elo0,
    Undecided,
    Failure,
    Interrupted,
}

impl MatchEnd {
    fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            MatchEnd::Finished => 0,
            MatchEnd::Elo0 => 3,
            MatchEnd::Undecided => 4,
            MatchEnd::Failure => 5,
            MatchEnd::Interrupted => 130,
        })
    }
}

/// Plays the match.
///
/// # Errors
/// When the arguments make no match, or when files cannot be read or written.
pub fn run(args: &MatchArgs, output: &mut Output) -> Result<ExitCode, CommandError> {
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    watch_for_interrupts(&stop, &interrupted);

    let regulated = match_setup::regulated(args)?;
    let transcript = match &args.log {
        Some(path) => {
            Some(Arc::new(Transcript::create(path).map_err(|e| match_setup::about_file(path, e))?))
        }
        None => None,
    };
    let engines = match_setup::engines(args, transcript.as_ref(), &stop)?;
    let (openings_name, openings) = match_setup::read_openings(args, regulated.as_ref())?;
    let schedule_options = ScheduleOptions {
        engines: engines.len(),
        format: if args.gauntlet { Format::Gauntlet } else { args.format },
        games: args.games.get(),
        rounds: args.rounds.get(),
        repeat: args.repeat,
        openings: openings.len(),
        order: args.order,
        symmetries: args.symmetries && regulated.is_none(),
        board_symmetries: Symmetry::of(args.size).count(),
        seed: args.seed,
    };
    if args.sprt.is_some() && engines.len() != 2 {
        return Err(CommandError::input("--sprt needs exactly two engines"));
    }
    if let Some(path) = args.sgf.as_ref().filter(|path| !args.resume && path.exists()) {
        return Err(CommandError::input(format!("{} is there already", path.display())));
    }
    let games = schedule::schedule(&schedule_options);
    let header =
        match_setup::header(args, &schedule_options, &engines, &openings, regulated.as_ref());
    match_setup::warn_of_crowding(args, &engines);

    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let (mut record, played) = match_setup::open_record(args, &header, &games)?;
    let mut exports =
        Exports::begin(args.sgf.as_deref(), args.psq.as_deref(), &played, args.resume)
            .map_err(|(path, error)| match_setup::about_file(&path, error))?;
    let mut standings = Standings::new(names.clone(), args.repeat);
    played.iter().for_each(|game| standings.add(game));
    let state =
        |standings: &Standings| args.sprt.map(|test| SprtState::new(test, &standings.duel()));

    let total = games.len();
    let format = schedule_options.format;
    let mut reporter =
        Reporter::new(output, args.json, format, args.every.get(), total, played.len());
    let title = title(args, &names, total, played.len(), &openings_name, openings.len());
    reporter.begin(&title, &header)?;

    let mut sprt = state(&standings);
    let mut end = MatchEnd::Finished;
    let mut farewells = Vec::new();
    if sprt.is_none_or(|sprt| sprt.decision.is_none()) {
        let remaining = match_setup::remaining(&games, &played);
        let tournament = Tournament {
            engines: engines.into_iter().map(Arc::new).collect(),
            terms: GameTerms { rule: args.rule, size: args.size },
            openings,
            regulated,
            max_moves: args.max_moves.map(NonZeroUsize::get),
            concurrency: args.concurrency.get().min(remaining.len().max(1)),
            transcript,
            stop: stop.clone(),
        };
        let mut failed: Option<CommandError> = None;
        farewells = tournament.run(remaining, |scheduled, finished| {
            let game = MatchGame::new(scheduled, finished, &names);
            standings.add(&game);
            sprt = state(&standings);
            let mut write = || -> Result<(), CommandError> {
                if let Some(record) = &mut record {
                    record.add(&game)?;
                }
                exports.add(&game)?;
                reporter.game(&game, &standings, sprt.as_ref())
            };
            if let Err(error) = write() {
                failed = Some(error);
                return false;
            }
            if args.stop_on_failure && game.is_failure() {
                end = MatchEnd::Failure;
                return false;
            }
            sprt.is_none_or(|sprt| sprt.decision.is_none())
        });
        if let Some(error) = failed {
            return Err(error);
        }
    }
    if interrupted.load(Ordering::Relaxed) {
        end = MatchEnd::Interrupted;
    } else if end == MatchEnd::Finished
        && let Some(sprt) = sprt
    {
        end = match sprt.decision {
            Some(Decision::Elo1) => MatchEnd::Finished,
            Some(Decision::Elo0) => MatchEnd::Elo0,
            None => MatchEnd::Undecided,
        };
    }
    farewells.iter().for_each(|&(engine, _)| standings.remark(engine));
    let mut notes: Vec<String> = farewells
        .into_iter()
        .map(|(engine, remark)| format!("{} {remark}", names[engine]))
        .collect();
    match end {
        MatchEnd::Interrupted => notes.push("interrupted; games in progress are lost".to_owned()),
        MatchEnd::Failure => notes.push("stopped because an engine failed".to_owned()),
        _ => {}
    }
    reporter.end(&standings, sprt.as_ref(), &notes)?;
    Ok(end.exit_code())
}

/// The first interrupt ends the match in order, the second one at once.
fn watch_for_interrupts(stop: &Arc<AtomicBool>, interrupted: &Arc<AtomicBool>) {
    let (stop, interrupted) = (stop.clone(), interrupted.clone());
    let handler = move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop.store(true, Ordering::Relaxed);
    };
    // Without a handler an interrupt ends us at once, which loses no more than games in progress.
    let _ = ctrlc::set_handler(handler);
}

fn title(
    args: &MatchArgs,
    names: &[String],
    total: usize,
    played: usize,
    openings: &str,
    count: usize,
) -> String {
    let before = if played > 0 { format!(" ({played} played before)") } else { String::new() };
    format!(
        "{}: {} on {}, {total} games{before}, openings from {openings} ({count}), seed {}",
        names.join(", "),
        args.rule,
        args.size,
        args.seed
    )
}
