//! The review as text.

use super::documents::counts;
use super::pictures::curve_points;
use super::{Reviewed, curve, title};
use crate::analysis::Judgement;
use crate::board::Side;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::cli::position;
use crate::cli::report::percent;
use crate::notation::pos;
use anstyle::{AnsiColor, Color, Style};
use std::io::Write;

const RED: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))).bold();
const YELLOW: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// Moves of the better line that are shown.
const SHOWN: usize = 8;

/// The moves, the curve and the counts.
pub(super) fn write(output: &mut Output, reviewed: &Reviewed) -> Result<(), CommandError> {
    let size = reviewed.tree.info.size;
    writeln!(output, "{}", title(reviewed))?;
    writeln!(output)?;
    writeln!(output, "  move  point   before    after    loss  judgement    better")?;
    let first = reviewed.positions[0].ply();
    for (n, judged) in reviewed.moves.iter().enumerate() {
        let sign = if judged.side == Side::Black { 'X' } else { 'O' };
        let is_marked = judged.judgement != Judgement::Good;
        let name = if is_marked { judged.judgement.name() } else { "" };
        let better = if is_marked && judged.best.first() != Some(&judged.point) {
            pos::joined(&judged.best[..judged.best.len().min(SHOWN)], size, " ")
        } else {
            String::new()
        };
        let text = format!(
            "  {:>3}{sign}  {:<5} {:>8} {:>8} {:>7}  {name:<12} {better}",
            first + n + 1,
            pos::name(judged.point, size),
            judged.before.to_string(),
            judged.after.to_string(),
            if judged.loss > 0.0 { percent(judged.loss) } else { "-".to_owned() },
        );
        let style = match judged.judgement {
            Judgement::Good => Style::new(),
            Judgement::Inaccuracy => YELLOW,
            Judgement::Mistake | Judgement::MissedWin | Judgement::Losing => RED,
        };
        writeln!(output, "{style}{}{style:#}", text.trim_end())?;
    }
    writeln!(output)?;
    let points: Vec<f64> = curve_points(reviewed).iter().map(|point| point.black).collect();
    let unicode = output.is_unicode();
    write!(output, "{}", curve::draw(&points, first, unicode))?;
    writeln!(output)?;
    for side in Side::ALL {
        let count = counts(&reviewed.moves, side);
        writeln!(
            output,
            "{side}: {} inaccuracies, {} mistakes, {} missed wins, {} losing moves",
            count.inaccuracies, count.mistakes, count.missed_wins, count.losing_moves
        )?;
    }
    let last = &reviewed.positions[reviewed.positions.len() - 1];
    if let Some(outcome) = reviewed.rule.rule().outcome(last) {
        writeln!(output, "{}", position::describe(outcome, last))?;
    }
    if let Some(remark) = &reviewed.remark {
        writeln!(output, "left out: {remark}")?;
    }
    Ok(())
}
