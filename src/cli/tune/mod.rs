//! `tengen tune`: the weights of the classic evaluation, fitted to games of the engine itself.
//!
//! Two steps, each repeatable: `play` makes games from random even openings, `fit` finds the
//! weights under which the evaluation tells best how such games end (a logistic regression, as
//! Peter Österlund did it for the chess engine Texel in 2014).

mod features;
mod fit;
mod games;

use super::error::CommandError;
use super::options;
use super::output::Output;
use crate::eval::Weights;
use crate::rules::RuleKind;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Examples:
  tengen tune play --rule renju --games 20000 --nodes 400 --threads 2 --out renju.games
  tengen tune fit --rule renju renju.games --out src/eval/weights/renju.txt

The weights of a rule are compiled into the engine from src/eval/weights.";

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

    /// The file of weights to write
    #[arg(long, short)]
    pub out: PathBuf,
}

/// Runs one step.
///
/// # Errors
/// When a file cannot be read or written, or holds no games.
pub fn run(args: &TuneArgs, output: &mut Output) -> Result<(), CommandError> {
    match &args.step {
        Step::Play(args) => games::play(args, output),
        Step::Fit(args) => fit_files(args, output),
    }
}

fn fit_files(args: &FitArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut positions = features::Positions::new(args.rule);
    let mut games = 0;
    for file in &args.files {
        let read = |error| CommandError::failed(format!("{}: {error}", file.display()));
        let text = std::fs::read_to_string(file).map_err(read)?;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let game = games::parse(line, args.rule).map_err(|reason| {
                CommandError::input(format!("{}, line {}: {reason}", file.display(), n + 1))
            })?;
            positions.add_game(&game);
            games += 1;
        }
    }
    writeln!(output, "{games} games, {} quiet positions", positions.len())?;
    let fitted = fit::fit(&positions, args, output)?;
    let remarks = format!(
        "rule {}\ntengen tune fit --epochs {} --result {}\n{games} games, {} quiet positions\n\
         loss {:.5} by hand, {:.5} fitted (on a twentieth of the games, not fitted to)\n\
         four classes of lines, then: black moving, black waiting, white moving, white waiting",
        args.rule,
        args.epochs,
        args.result,
        positions.len(),
        fitted.loss_before,
        fitted.loss_after
    );
    let text = Weights::print(&fitted.values, fitted.tempo, &remarks);
    let written = |error| CommandError::failed(format!("{}: {error}", args.out.display()));
    std::fs::write(&args.out, text).map_err(written)
}
