//! `tengen data`: files of games for training told about, put into another order, cut and joined.

mod classic;
mod distinct;
mod openings;
mod select;
mod stats;

use super::error::CommandError;
use super::openings::stone_counts;
use super::output::Output;
use crate::board::MAX_POINTS;
use crate::data::{DataError, Header, Reader};
use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

/// Shown below the help.
pub const EXAMPLES: &str = "\
The files are those of tengen datagen; src/data/mod.rs describes them. All files of one command must
have the same rule and board. Every checksum is compared. A file that is damaged is refused with the
place of the damage. What is written has the recipes of all files that it came from.

Examples:
  tengen data stats renju.tdata
  tengen data merge first.tdata second.tdata --out both.tdata
  tengen data classic both.tdata
  tengen data shuffle both.tdata --seed 3 --out shuffled.tdata
  tengen data openings both.tdata --stones 18-60 > later.txt
  tengen data sample both.tdata --games 1000 --out small.tdata";

/// Arguments of `tengen data`.
#[derive(Clone, Debug, clap::Args)]
pub struct DataArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What can be done with files of games.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Action {
    /// Tell about games, positions, results, lengths, values, openings and repetitions
    Stats(StatsArgs),
    /// Write the games in a random order
    Shuffle(ShuffleArgs),
    /// Write some of the games, chosen by chance, in the order in which they are
    Sample(SampleArgs),
    /// Write the games of several files one after the other
    Merge(MergeArgs),
    /// Write what the trainer needs of each position besides, the value of the classic evaluation and what
    /// is threatened where, into a second file, beside the first
    Classic(ClassicArgs),
    /// Write even positions of the games, chosen by chance, as openings for tengen datagen or tengen match
    Openings(OpeningsArgs),
}

/// Arguments of `tengen data stats`.
#[derive(Clone, Debug, clap::Args)]
pub struct StatsArgs {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tengen data shuffle`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShuffleArgs {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Seed of the order
    #[arg(long, default_value = "1")]
    pub seed: u64,

    /// The file to write; it must not be there yet
    #[arg(long, short)]
    pub out: PathBuf,
}

/// Arguments of `tengen data sample`.
#[derive(Clone, Debug, clap::Args)]
pub struct SampleArgs {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// How many games
    #[arg(long, short)]
    pub games: NonZeroU64,

    /// Seed of the choice
    #[arg(long, default_value = "1")]
    pub seed: u64,

    /// The file to write; it must not be there yet
    #[arg(long, short)]
    pub out: PathBuf,
}

/// Arguments of `tengen data merge`.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArgs {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// The file to write; it must not be there yet
    #[arg(long, short)]
    pub out: PathBuf,
}

/// Arguments of `tengen data classic`.
#[derive(Clone, Debug, clap::Args)]
pub struct ClassicArgs {
    /// A file of games; what is written has its name with the ending .classic
    pub file: PathBuf,
}

/// Arguments of `tengen data openings`.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningsArgs {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Numbers of stones that the positions have, as 24 or 18-60
    #[arg(long, default_value = "18-60", value_parser = stone_counts::<MAX_POINTS>)]
    pub stones: (usize, usize),

    /// The largest value, for either side, that counts as even, by the search that the file tells of
    #[arg(long, default_value = "250", value_parser = clap::value_parser!(i32).range(0..))]
    pub margin: i32,

    /// How many of such positions are chosen, in percent
    #[arg(long, value_name = "PERCENT", default_value = "12",
        value_parser = clap::value_parser!(u8).range(1..=100))]
    pub share: u8,

    /// Seed of the choice and of the order
    #[arg(long, default_value = "1")]
    pub seed: u64,
}

/// Runs one of the actions.
///
/// # Errors
/// When a file is damaged or of another rule or board, or cannot be read or written.
pub fn run(args: &DataArgs, output: &mut Output) -> Result<(), CommandError> {
    match &args.action {
        Action::Stats(args) => stats::run(args, output),
        Action::Shuffle(args) => select::shuffle(args, output),
        Action::Sample(args) => select::sample(args, output),
        Action::Merge(args) => select::merge(args, output),
        Action::Classic(args) => classic::run(args, output),
        Action::Openings(args) => openings::run(args, output),
    }
}

/// Opens a file of games.
fn open(path: &Path) -> Result<Reader<BufReader<File>>, CommandError> {
    let file = File::open(path)
        .map_err(|error| CommandError::input(format!("{}: {error}", path.display())))?;
    Reader::new(BufReader::new(file)).map_err(|error| wrong(path, &error))
}

/// The error of a file that makes no sense.
fn wrong(path: &Path, error: &DataError) -> CommandError {
    CommandError::input(format!("{}: {error}", path.display()))
}

/// Refuses a file of another rule or board than the first one.
fn check_same(first: (&Path, &Header), other: (&Path, &Header)) -> Result<(), CommandError> {
    let what = |header: &Header| (header.rule(), header.size());
    if what(first.1) == what(other.1) {
        return Ok(());
    }
    let name = |(path, header): (&Path, &Header)| {
        format!("{} is of {} on {}", path.display(), header.rule(), header.size())
    };
    Err(CommandError::input(format!("{}, but {}", name(first), name(other))))
}
