//! `tengen forbidden`: Black's forbidden points of a renju position.

use super::board_view::BoardView;
use super::error::CommandError;
use super::output::Output;
use super::position::PositionArgs;
use super::report;
use crate::board::{Position, Side};
use crate::notation::pos;
use crate::rules::RuleKind;
use serde::Serialize;
use std::io::Write;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Examples:
  tengen forbidden h8a1h7c1i6e1j6g1
  tengen forbidden --json - < moves.txt";

/// Arguments of `tengen forbidden`.
#[derive(Clone, Debug, clap::Args)]
pub struct ForbiddenArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,

    /// No colours, whatever the output is
    #[arg(long)]
    pub ascii: bool,
}

/// A forbidden point and why it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForbiddenPoint {
    /// The point, as `h8`.
    pub point: String,
    /// `overline`, `double four` or `double three`.
    pub kind: String,
}

/// What `--json` prints.
#[derive(Clone, Debug, Serialize)]
struct Document {
    /// The moves so far.
    moves: Vec<String>,
    width: u8,
    height: u8,
    forbidden: Vec<ForbiddenPoint>,
}

/// The empty points that are forbidden to Black, whoever is to move, row by row from the top.
pub fn forbidden_points(position: &Position, rule: RuleKind) -> Vec<ForbiddenPoint> {
    let rule = rule.rule();
    rule.forbidden_points(position, Side::Black)
        .iter()
        .filter_map(|point| {
            let kind = rule.forbidden(position, Side::Black, point)?;
            let point = pos::name(point, position.size());
            Some(ForbiddenPoint { point, kind: kind.to_string() })
        })
        .collect()
}

/// Lists the forbidden points.
///
/// # Errors
/// Wrong moves, or an output that cannot be written.
pub fn run(args: &ForbiddenArgs, output: &mut Output) -> Result<(), CommandError> {
    let position = args.position.position(RuleKind::Renju)?;
    let forbidden = forbidden_points(&position, RuleKind::Renju);
    if args.json {
        let size = position.size();
        return output.json(&Document {
            moves: report::played(&position),
            width: size.width(),
            height: size.height(),
            forbidden,
        });
    }
    write!(output, "{}", BoardView::new(&position, RuleKind::Renju))?;
    writeln!(output)?;
    write_list(output, &forbidden)
}

/// The list as text.
///
/// # Errors
/// When it cannot be written.
pub fn write_list(output: &mut Output, points: &[ForbiddenPoint]) -> Result<(), CommandError> {
    if points.is_empty() {
        writeln!(output, "No point is forbidden to black.")?;
        return Ok(());
    }
    writeln!(output, "Forbidden to black:")?;
    for ForbiddenPoint { point, kind } in points {
        writeln!(output, "  {point:<4} {kind}")?;
    }
    Ok(())
}
