//! `tengen opening check`: whether a table makes sense, and what it says.

use crate::board::Size;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::opening::{Chance, Opening, StepTable, catalogue, play_out};
use crate::rules::RuleKind;
use std::io::Write;
use std::path::Path;

/// Random openings that are played under the table.
const PLAYOUTS: u64 = 200;

/// Arguments of `tengen opening check`.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// A file with a table, or the name of a regulation with its settings
    #[arg(value_name = "FILE or REGULATION")]
    pub name: String,
}

/// Checks and prints the table.
///
/// # Errors
/// What is wrong with it, with its line; or an output that cannot be written.
pub fn run(args: &CheckArgs, output: &mut Output) -> Result<(), CommandError> {
    let path = Path::new(args.name.trim_start_matches(catalogue::FILE_PREFIX));
    let name = if path.is_file() {
        catalogue::read_file(path).map_err(CommandError::input)?;
        format!("{}{}", catalogue::FILE_PREFIX, path.display())
    } else {
        args.name.clone()
    };
    let regulation = catalogue::find(&name).map_err(CommandError::input)?;
    let size = regulation.board.unwrap_or(Size::RENJU);
    let opening =
        Opening::new(regulation.clone(), RuleKind::Renju, size).map_err(CommandError::input)?;
    for seed in 0..PLAYOUTS {
        if let Err(stuck) = play_out(opening.clone(), &mut Chance::new(seed)) {
            return Err(CommandError::input(format!("{}: {stuck}", args.name)));
        }
    }
    write!(output, "{}", StepTable(&regulation))?;
    writeln!(output, "\nThe table is in order: {PLAYOUTS} random openings came to their ends.")?;
    Ok(())
}
