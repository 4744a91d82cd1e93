//! `tengen forbidden`: Black's forbidden points of a renju position.

use super::board_view::BoardView;
use super::error::CommandError;
use super::output::Output;
use super::picture::PictureArgs;
use super::position::PositionArgs;
use super::report;
use crate::board::{Position, Side};
use crate::notation::pos;
use crate::picture::BoardPicture;
use crate::rules::{Forbidden, RuleKind, reason};
use serde::Serialize;
use std::io::Write;

/// Shown below the help.
pub const EXAMPLES: &str = "\
The reason is given as the lines that make it so: the black stones of each four, real three or
overline, the one on the point among them.

JSON: moves, width, height, forbidden (an array of point, kind and lines; each line has shape, stones
and completions: where the next stone makes a four into a five, or a three into a straight four).

Examples:
  tengen forbidden h8a1h7c1i6e1j6g1
  tengen forbidden h8a1h7c1i6e1j6g1 --png board.png
  tengen forbidden --json - < moves.txt";

/// Arguments of `tengen forbidden`.
#[derive(Clone, Debug, clap::Args)]
pub struct ForbiddenArgs {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Files to draw the board to.
    #[command(flatten)]
    pub picture: PictureArgs,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,

    /// Letters instead of drawn stones, and no colours, whatever the output is
    #[arg(long)]
    pub ascii: bool,
}

/// A line that makes a point forbidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonDocument {
    /// `overline`, `four` or `three`.
    pub shape: &'static str,
    /// Its black stones, the one on the forbidden point among them.
    pub stones: Vec<String>,
    /// Where the next stone makes a four into a five, or a three into a straight four.
    pub completions: Vec<String>,
}

/// A forbidden point and why it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForbiddenPoint {
    /// The point, as `h8`.
    pub point: String,
    /// `overline`, `double four` or `double three`.
    pub kind: String,
    /// The lines that make it so.
    pub lines: Vec<ReasonDocument>,
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
    let size = position.size();
    rule.rule()
        .forbidden_points(position, Side::Black)
        .iter()
        .filter_map(|point| {
            let reason = reason::explain(position.stones(), point)?;
            let shape = match reason.kind {
                Forbidden::Overline => "overline",
                Forbidden::DoubleFour => "four",
                Forbidden::DoubleThree => "three",
            };
            let lines = reason.lines.iter().map(|line| ReasonDocument {
                shape,
                stones: report::point_names(&line.stones, size),
                completions: report::point_names(&line.completions, size),
            });
            Some(ForbiddenPoint {
                point: pos::name(point, size),
                kind: reason.kind.to_string(),
                lines: lines.collect(),
            })
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
    args.picture.write(|| BoardPicture::of(&position, RuleKind::Renju).svg())?;
    if args.json {
        let size = position.size();
        return output.json(&Document {
            moves: report::played(&position),
            width: size.width(),
            height: size.height(),
            forbidden,
        });
    }
    write!(output, "{}", BoardView::new(&position, RuleKind::Renju, output))?;
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
    for ForbiddenPoint { point, kind, lines } in points {
        let lines: Vec<String> =
            lines.iter().map(|line| format!("{} {}", line.shape, line.stones.join("-"))).collect();
        writeln!(output, "  {point:<4} {kind}: {}", lines.join(", "))?;
    }
    Ok(())
}
