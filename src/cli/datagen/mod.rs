//! `tengen datagen`: games of the engine against itself, for training.
//!
//! Game number i depends on the recipe and on i alone, and the games stand in the file in the order
//! of their numbers. So a run that was killed goes on where it was, and ends with the same file.

mod file;
mod openings;
mod player;
mod produce;
mod recipe;

use super::error::CommandError;
use super::evaluation::EvaluationArgs;
use super::openings::{MOST_RANDOM, stone_counts};
use super::options;
use super::output::Output;
use super::selfplay::openings::{OpeningForm, RowOrder};
use crate::board::Size;
use crate::rules::RuleKind;
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Each game begins with random stones near the middle that a quick search calls even, in renju also
with one of the 26 openings and random stones after it. Every move is searched. Now and then another
likely move is played, most often at the beginning, so that games differ. A game ends with the first
proven win, or as the rules say.

The file has the games in order, each with a checksum; src/data/mod.rs describes it. When the command
is interrupted or killed, the same command goes on with the file: no more is lost than the games in
progress and the few that wait for an earlier one. The file has its recipe in it, and a command with
another recipe is refused; numbers of games, positions and threads are no part of it.

Examples:
  tengen datagen --rule renju --positions 1000000 --threads 2 --out renju.tdata
  tengen datagen --rule freestyle --size 20 --nodes 2000 --games 5000 --seed 7 --out f20.tdata
  tengen data stats renju.tdata";

/// Arguments of `tengen datagen`.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("amount").required(true).multiple(true))]
pub struct DatagenArgs {
    /// Rule: freestyle, standard or renju
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Board size: 5 to 32, or columns x rows, as 15x19
    #[arg(long, default_value = "15", value_parser = options::size)]
    pub size: Size,

    /// The file to write, or to go on with
    #[arg(long, short)]
    pub out: PathBuf,

    /// Positions searched for each move
    #[arg(long, short, default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Games that the file is to have
    #[arg(long, short, group = "amount")]
    pub games: Option<NonZeroU64>,

    /// Positions that the file is to have, at least
    #[arg(long, short, group = "amount")]
    pub positions: Option<NonZeroU64>,

    /// Games at a time
    #[arg(long, short, default_value = "1")]
    pub threads: NonZeroUsize,

    /// Seed of everything that is left to chance
    #[arg(long, short, default_value = "1")]
    pub seed: u64,

    /// How often, in percent, another likely move is played in place of the best: at the first
    /// moves; half as often after every ten
    #[arg(long, default_value = "6", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub random: u8,

    /// Play on after a win is proved, until the rules end the game
    #[arg(long)]
    pub play_on: bool,

    /// What values positions.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// How the games begin.
    #[command(flatten)]
    pub openings: OpeningArgs,
}

/// Arguments about how games begin.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningArgs {
    /// Begin with the openings of this file, in order and again from the first, each turned and
    /// mirrored by chance
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stones", "reach", "margin", "canonical"])]
    pub openings: Option<PathBuf>,

    /// Form of the openings of the file [default: the file tells]
    #[arg(long, requires = "openings")]
    pub form: Option<OpeningForm>,

    /// Where row 1 is in the openings of the file [default: the file tells]
    #[arg(long, requires = "openings")]
    pub rows: Option<RowOrder>,

    /// Numbers of stones of random openings, as 5 or 3-8
    #[arg(long, default_value = "3-8", value_parser = stone_counts::<MOST_RANDOM>)]
    pub stones: (usize, usize),

    /// Farthest column or row from the middle of random openings
    #[arg(long, default_value = "5", value_parser = clap::value_parser!(i32).range(1..=15))]
    pub reach: i32,

    /// The largest value, for either side, that counts as even
    #[arg(long, default_value = "150", value_parser = clap::value_parser!(i32).range(0..))]
    pub margin: i32,

    /// Renju on 15 x 15: how many of the games, in percent, begin with one of the 26 openings and
    /// one or two random stones
    #[arg(long, default_value = "50", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub canonical: u8,
}

/// Plays the games that are missing in the file.
///
/// # Errors
/// When the file has another recipe or is damaged, or cannot be read or written.
pub fn run(args: &DatagenArgs, output: &mut Output) -> Result<(), CommandError> {
    let openings = openings::Source::new(args)?;
    let header = recipe::header(args, &openings)?;
    let mut kept = file::Kept::open(&args.out, &header)?;
    if let Some(remark) = &kept.remark {
        eprintln!("tengen: {}: {remark}", args.out.display());
    }
    produce::check_last(args, &openings, &kept)?;
    let done = produce::run(args, &openings, &mut kept)?;
    let state = if done.interrupted { "interrupted; the same command goes on: " } else { "" };
    writeln!(
        output,
        "{state}{} games with {} positions in {:.1} s; {} has {} games with {} positions",
        done.games,
        done.positions,
        done.elapsed.as_secs_f64(),
        args.out.display(),
        kept.games,
        kept.positions
    )?;
    Ok(())
}
