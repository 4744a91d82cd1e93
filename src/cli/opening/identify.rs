//! `tengen opening identify`: which opening some moves begin with.

use super::list;
use crate::board::Size;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::notation::pos;
use crate::opening::CanonicalOpening;

/// Arguments of `tengen opening identify`.
#[derive(Clone, Debug, clap::Args)]
pub struct IdentifyArgs {
    /// The moves, three or more: h8h9i10
    #[arg(value_name = "MOVES", required = true)]
    pub moves: Vec<String>,
}

/// Names the opening.
///
/// # Errors
/// Moves that cannot be read or make no opening, or an output that cannot be written.
pub fn run(args: &IdentifyArgs, output: &mut Output) -> Result<(), CommandError> {
    let text = args.moves.join(" ");
    let moves = pos::parse_moves(&text, Size::RENJU).map_err(CommandError::input)?;
    let &[first, second, third, ..] = moves.as_slice() else {
        return Err(CommandError::input("an opening has three moves, such as h8h9i10"));
    };
    match CanonicalOpening::identify(first, second, third) {
        Some(opening) => list::write_line(output, opening),
        None => Err(CommandError::input(
            "these moves make no opening: the first stands on h8, the second beside or diagonal to \
             it, the third in the central square of 5x5",
        )),
    }
}
