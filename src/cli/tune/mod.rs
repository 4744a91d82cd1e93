//! `tengen tune`: the weights of the classic evaluation, fitted to games of the engine itself.
//!
//! Two steps, each repeatable: `play` makes games from random even openings, `fit` finds the
//! weights under which the evaluation tells best how such games end (a logistic regression, as
//! Peter Österlund did it for the chess engine Texel in 2014), and those under which the moves that
//! were played are likeliest.

mod choices;
mod features;
mod fit;
mod games;
mod roles;
mod scale;

use super::error::CommandError;
use super::options;
use super::output::Output;
use crate::eval::Numbers;
use crate::rules::RuleKind;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Examples:
  tengen tune play --rule renju --games 20000 --nodes 400 --threads 2 --out renju.games
  tengen tune fit --rule renju renju.games --out src/eval/weights/renju.txt
  tengen tune scale --rule renju renju.games

The weights of a rule are compiled into the engine from src/eval/weights. The scale from values
to expected results is in src/eval/win_rate.rs.";

/// One game of this many is kept to see whether a fit holds.
const HELD_OUT: u32 = 20;

/// Arguments of `tengen tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneArgs {
    /// What to do.
    #[command(subcommand)]
    pub step: Step,
}

/// The steps of tuning.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Step {
    /// Play games of the engine against itself, one line a game, appended to a file
    Play(PlayArgs),
    /// Fit weights to the games of some files
    Fit(FitArgs),
    /// Fit the scale from values to expected results to the games of some files
    Scale(ScaleArgs),
}

/// Arguments of `tengen tune play`.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArgs {
    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Number of games
    #[arg(long, short, default_value = "10000")]
    pub games: NonZeroUsize,

    /// Positions searched for each move
    #[arg(long, short, default_value = "400", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// How often, in percent, a likely move is played in place of the best: so that games see
    /// positions as a search does. Fit such games with --result 0
    #[arg(long, default_value = "0", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub stray: u8,

    /// Games at a time
    #[arg(long, default_value = "1")]
    pub threads: NonZeroUsize,

    /// Seed of the openings
    #[arg(long, default_value = "1")]
    pub seed: u64,

    /// The file to append to
    #[arg(long, short)]
    pub out: PathBuf,
}

/// Arguments of `tengen tune fit`.
#[derive(Clone, Debug, clap::Args)]
pub struct FitArgs {
    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// How often all positions are gone through
    #[arg(long, default_value = "30")]
    pub epochs: NonZeroUsize,

    /// Weight of a game's result against the search's value, in percent
    #[arg(long, default_value = "75", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub result: u8,

    /// A file of weights to begin with, in place of the numbers set by hand: another round of games
    #[arg(long)]
    pub base: Option<PathBuf>,

    /// The file of weights to write
    #[arg(long, short)]
    pub out: PathBuf,
}

impl FitArgs {
    /// The numbers to begin with.
    fn base(&self) -> Result<Numbers, CommandError> {
        let Some(file) = &self.base else { return Ok(Numbers::by_hand(self.rule)) };
        let failed = |error: &dyn std::fmt::Display| {
            CommandError::input(format!("{}: {error}", file.display()))
        };
        let text = std::fs::read_to_string(file).map_err(|error| failed(&error))?;
        Numbers::parse(self.rule, &text).map_err(|error| failed(&error))
    }
}

/// Arguments of `tengen tune scale`.
#[derive(Clone, Debug, clap::Args)]
pub struct ScaleArgs {
    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Runs one step.
///
/// # Errors
/// When a file cannot be read or written, or holds no games.
pub fn run(args: &TuneArgs, output: &mut Output) -> Result<(), CommandError> {
    match &args.step {
        Step::Play(args) => games::play(args, output),
        Step::Fit(args) => fit_files(args, output),
        Step::Scale(args) => scale::fit(args, output),
    }
}

/// Shows every game of the files to `take`; says how many there were.
fn for_each_game(
    rule: RuleKind,
    files: &[PathBuf],
    mut take: impl FnMut(&games::Game),
) -> Result<usize, CommandError> {
    let mut count = 0;
    for file in files {
        let read = |error| CommandError::failed(format!("{}: {error}", file.display()));
        let text = std::fs::read_to_string(file).map_err(read)?;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let game = games::parse(line, rule).map_err(|reason| {
                CommandError::input(format!("{}, line {}: {reason}", file.display(), n + 1))
            })?;
            take(&game);
            count += 1;
        }
    }
    Ok(count)
}

fn fit_files(args: &FitArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut positions = features::Positions::new(args.rule);
    let mut choices = choices::Choices::default();
    let games = for_each_game(args.rule, &args.files, |game| {
        positions.add_game(game, &mut choices);
    })?;
    let data =
        format!("{games} games, {} quiet positions, {} choices", positions.len(), choices.len());
    writeln!(output, "{data}")?;
    let mut numbers = args.base()?;
    let of_evaluation = fit::fit(&positions, args, &mut numbers, output)?;
    let of_order = if args.rule.has_long_turns() {
        "order of moves: as before; a turn of two stones is no choice of one move".to_owned()
    } else {
        choices::fit(&choices, args, &mut numbers, output)?
    };
    let remarks = format!(
        "rule {}\ntengen tune fit --epochs {} --result {}{}\n{data}\n\
         on a twentieth of the games, not fitted to:\n{of_evaluation}\n{of_order}\n\
         own, other: by the way from the last stone of each side\n\
         threats: by set, for black and for white\n\
         four classes of lines, then moving, waiting, attack, defence of black and of white",
        args.rule,
        args.epochs,
        args.result,
        if args.base.is_some() { " --base (the weights before these)" } else { "" },
    );
    let written = |error| CommandError::failed(format!("{}: {error}", args.out.display()));
    std::fs::write(&args.out, numbers.print(&remarks)).map_err(written)
}
