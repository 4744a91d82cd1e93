//! `tengen opening show`: one opening on the board.

use super::list;
use crate::board::{NullObserver, Position, Size};
use crate::cli::board_view::BoardView;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::notation::pos;
use crate::opening::CanonicalOpening;
use crate::rules::RuleKind;
use std::io::Write;

/// Arguments of `tengen opening show`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowArgs {
    /// The opening: D3, I11, 3В, Sosei
    #[arg(value_name = "OPENING")]
    pub name: String,
}

/// Draws the opening.
///
/// # Errors
/// An unknown name, or an output that cannot be written.
pub fn run(args: &ShowArgs, output: &mut Output) -> Result<(), CommandError> {
    let opening: CanonicalOpening = args.name.parse().map_err(CommandError::input)?;
    let mut position = Position::new(Size::RENJU);
    for stone in opening.stones() {
        position.try_place(stone, &mut NullObserver).map_err(CommandError::failed)?;
    }
    list::write_line(output, opening)?;
    writeln!(output)?;
    let view = BoardView::new(&position, RuleKind::Renju, output);
    write!(output, "{view}")?;
    writeln!(output)?;
    for form in opening.forms() {
        writeln!(output, "  {}", pos::joined(&form, Size::RENJU, " "))?;
    }
    Ok(())
}
