//! Files of problems: a position a line.

use crate::board::{Position, Setup, Side, Size};
use crate::notation::pos;
use crate::rules::RuleKind;

/// One problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The moves as they stand in the file.
    pub moves: String,
    /// The position, with the side to move that is to win.
    pub position: Position,
    /// The word that problems are grouped by; empty if there is none.
    pub kind: String,
}

/// Reads the problems of a text: moves, tab, `B` or `W`, tab, kind. The last two may be missing;
/// empty lines and lines that begin with `#` are left out.
///
/// # Errors
/// The first line that is no problem, and why.
pub fn read(text: &str, rule: RuleKind, size: Size) -> Result<Vec<Problem>, String> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let lines = lines.map(|(number, line)| (number, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            problem(line, rule, size).map_err(|error| format!("line {number}: {error}"))
        })
        .collect()
}

fn problem(line: &str, rule: RuleKind, size: Size) -> Result<Problem, String> {
    let mut fields = line.split('\t').map(str::trim);
    let moves = fields.next().unwrap_or_default();
    let side = match fields.next() {
        None | Some("") => None,
        Some("B" | "b") => Some(Side::Black),
        Some("W" | "w") => Some(Side::White),
        Some(other) => return Err(format!("the side to move is B or W, not '{other}'")),
    };
    let kind = fields.next().unwrap_or_default();
    let points = pos::parse_moves(moves, size).map_err(|error| error.to_string())?;
    let mut setup = Setup::alternating(size, &points);
    setup.to_move = side.unwrap_or(setup.to_move);
    let position = setup.build().map_err(|error| error.to_string())?;
    if let Some(winner) = rule.rule().winner_on_board(&position) {
        return Err(format!("{winner} has won already"));
    }
    Ok(Problem { moves: moves.to_owned(), position, kind: kind.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_and_remarks() {
        let text = "# remark\nh8h9i9\tB\tvcf\n\nh8h9\n";
        let problems = read(text, RuleKind::Renju, Size::RENJU).unwrap();
        assert_eq!(problems.len(), 2);
        assert_eq!(problems[0].position.side(), Side::Black);
        assert_eq!((problems[0].kind.as_str(), problems[1].kind.as_str()), ("vcf", ""));
        assert_eq!(problems[1].position.side(), Side::Black);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, error) in [
            ("h8h9\tX", "line 1: the side to move is B or W, not 'X'"),
            ("#\nh8h8\tB", "line 2: 7,7 is named twice"),
            ("a1a3b1b3c1c3d1d3e1\tW", "line 1: black has won already"),
        ] {
            assert_eq!(read(text, RuleKind::Renju, Size::RENJU).unwrap_err(), error);
        }
        assert!(read("hello", RuleKind::Renju, Size::RENJU).is_err());
    }
}
