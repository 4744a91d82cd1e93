//! `tengen opening`: the 26 openings of renju and the regulations under which they are played.

mod advice_text;
mod advise;
mod check;
mod identify;
mod list;
mod show;
mod table;

use super::error::CommandError;
use super::output::Output;
use clap::Subcommand;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Openings are named D3 or 3D, I11, by their Japanese names (Sosei) or in Russian (3В, 11Д).
Regulations are named as `tengen opening list` shows them; settings follow a colon, and file:PATH is
a table of your own.

Examples:
  tengen opening list
  tengen opening show D3
  tengen opening identify h8 g8 f10
  tengen opening check soosorv-8
  tengen opening check taraguchi-10:offer_after_swap=yes
  tengen opening check my.toml
  tengen opening advise soosorv-8 h8 h9 j10 --time 10s";

/// Arguments of `tengen opening`.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: OpeningCommand,

    /// No colours, whatever the output is
    #[arg(long, global = true)]
    pub ascii: bool,
}

/// The commands about openings.
#[derive(Clone, Debug, Subcommand)]
pub enum OpeningCommand {
    /// List the 26 openings and all regulations
    List,

    /// Draw an opening
    Show(show::ShowArgs),

    /// Say which opening three moves make, in any of its forms
    Identify(identify::IdentifyArgs),

    /// Check a regulation, and print it as a table of steps in words
    Check(check::CheckArgs),

    /// Advise what to do in an opening at the board, with the values behind it
    #[command(after_long_help = advise::EXAMPLES)]
    Advise(advise::AdviseArgs),

    /// Compute the values of the 26 openings by the number of fifth moves that are offered
    Table(table::TableArgs),
}

/// Runs the command.
///
/// # Errors
/// Wrong names or tables, or an output that cannot be written.
pub fn run(args: &OpeningArgs, output: &mut Output) -> Result<(), CommandError> {
    match &args.command {
        OpeningCommand::List => list::run(output),
        OpeningCommand::Show(args) => show::run(args, output),
        OpeningCommand::Identify(args) => identify::run(args, output),
        OpeningCommand::Check(args) => check::run(args, output),
        OpeningCommand::Advise(args) => advise::run(args, output),
        OpeningCommand::Table(args) => table::run(args, output),
    }
}
