//! `tengen opening list`: what there is.

use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::opening::{CanonicalOpening, catalogue};
use std::io::Write;

/// Lists openings and regulations.
///
/// # Errors
/// When the output cannot be written.
pub fn run(output: &mut Output) -> Result<(), CommandError> {
    writeln!(output, "Openings:")?;
    for opening in CanonicalOpening::all() {
        write_line(output, opening)?;
    }
    writeln!(output, "\nRegulations:")?;
    for name in catalogue::NAMES {
        let regulation = catalogue::find(name).map_err(CommandError::failed)?;
        writeln!(output, "  {name:<20} {} / {}", regulation.title, regulation.title_ru)?;
    }
    Ok(())
}

/// One opening with all its names.
pub fn write_line(output: &mut Output, opening: CanonicalOpening) -> Result<(), CommandError> {
    let [_, _, third] = opening.stones();
    writeln!(
        output,
        "  {:<4} {:<4} {:<9} {}  {:<15} {:<4} {} forms",
        opening.code(),
        opening.russian(),
        opening.name(),
        opening.kanji(),
        opening.meaning(),
        crate::notation::pos::name(third, crate::board::Size::RENJU),
        opening.forms().count(),
    )?;
    Ok(())
}
