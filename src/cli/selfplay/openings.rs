//! Openings: files of them, and the sets that come with the program.

use crate::board::{NullObserver, Point, Position, Size};
pub use crate::notation::format::RowOrder;
use crate::notation::{offsets, pos};
use crate::rules::{IllegalMove, Outcome, RuleKind};
use std::fmt;

/// How a file writes its openings. In every form a line is an opening, and lines that begin with
/// `#` are remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OpeningForm {
    /// Distances from the middle of the board, as Gomocup writes them: `-1,3, -1,5, 3,5`.
    Offset,
    /// Letters and numbers, as `h8h9i9`; which row is 1 must be said as well.
    Pos,
}

/// How to read a file, as far as the user has said; the file may say it too, in remarks
/// `# form: pos` and `# rows: bottom`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingOptions {
    /// The form of the openings.
    pub form: Option<OpeningForm>,
    /// The row order of the form `pos`.
    pub rows: Option<RowOrder>,
}

/// Why a file of openings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsError {
    /// There is no opening in it.
    Empty,
    /// It is in the form `pos`, and nobody says where row 1 is.
    UnnamedRows,
    /// This line cannot be read or played.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsError::Empty => f.write_str("there is no opening in it"),
            OpeningsError::UnnamedRows => f.write_str(
                "openings such as h8h9 need the place of row 1: say --rows bottom or --rows top, \
                 or put the line '# rows: bottom' or '# rows: top' into the file",
            ),
            OpeningsError::Line { number, reason } => write!(f, "line {number}: {reason}"),
        }
    }
}

impl std::error::Error for OpeningsError {}

/// The openings of a file.
///
/// # Errors
/// The first line that cannot be read, or played under `rule` without the game being over.
pub fn read(
    text: &str,
    options: ReadingOptions,
    size: Size,
    rule: RuleKind,
) -> Result<Vec<Vec<Point>>, OpeningsError> {
    let mut options = options;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if let Some(remark) = line.strip_prefix('#') {
            read_remark(remark, &mut options);
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let failed = |reason: String| OpeningsError::Line { number, reason };
        let is_pos = line.starts_with(|c: char| c.is_ascii_alphabetic());
        let points = match (options.form, is_pos) {
            (Some(OpeningForm::Offset), _) | (None, false) => {
                offsets::parse(line, size).map_err(|error| failed(error.to_string()))?
            }
            (Some(OpeningForm::Pos), _) | (None, true) => {
                let rows = options.rows.ok_or(OpeningsError::UnnamedRows)?;
                let points = pos::parse_moves(line, size);
                let points = points.map_err(|error| failed(error.to_string()))?;
                points.into_iter().map(|point| in_rows(point, rows, size)).collect()
            }
        };
        check(&points, size, rule).map_err(failed)?;
        openings.push(points);
    }
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

/// Takes over what a remark of the file says about its form. The user's word goes first.
fn read_remark(remark: &str, options: &mut ReadingOptions) {
    let Some((key, value)) = remark.split_once(':') else { return };
    let value = value.trim().to_ascii_lowercase();
    match (key.trim().to_ascii_lowercase().as_str(), value.as_str()) {
        ("form", "offset") => options.form = options.form.or(Some(OpeningForm::Offset)),
        ("form", "pos") => options.form = options.form.or(Some(OpeningForm::Pos)),
        ("rows", "bottom") => options.rows = options.rows.or(Some(RowOrder::Bottom)),
        ("rows", "top") => options.rows = options.rows.or(Some(RowOrder::Top)),
        _ => {}
    }
}

/// The point that is meant when `point` was read with row 1 at the bottom.
fn in_rows(point: Point, rows: RowOrder, size: Size) -> Point {
    match rows {
        RowOrder::Bottom => point,
        RowOrder::Top => pos::flipped(point, size),
    }
}

/// Whether a game can begin from `opening`: all moves legal, and the game not over.
///
/// # Errors
/// What is wrong with it.
pub fn check(opening: &[Point], size: Size, rule: RuleKind) -> Result<(), String> {
    let rule = rule.rule();
    let mut position = Position::with_order(size, rule.turn_order());
    for (number, &point) in (1..).zip(opening) {
        let side = position.side();
        let played = rule.try_play(&mut position, point, &mut NullObserver);
        played.map_err(|error: IllegalMove| format!("move {number}: {error}"))?;
        match rule.outcome(&position) {
            None => {}
            Some(Outcome::Draw) => return Err("the board is full".to_owned()),
            Some(Outcome::Win { .. }) => return Err(format!("move {number} wins for {side}")),
        }
    }
    if !position.turn_under_way().is_empty() {
        return Err("it ends in the middle of a turn".to_owned());
    }
    Ok(())
}

/// The name and text of the set that comes with the program for `rule` on a board of `size`.
fn built_in_text(size: Size, rule: RuleKind) -> (&'static str, &'static str) {
    /// Shorter side from which the sets for wide boards are taken.
    const WIDE: u8 = 18;
    let is_wide = size.width().min(size.height()) >= WIDE;
    match rule {
        RuleKind::Freestyle if is_wide => {
            ("books/freestyle-20.txt", include_str!("../../../books/freestyle-20.txt"))
        }
        RuleKind::Freestyle => {
            ("books/freestyle-15.txt", include_str!("../../../books/freestyle-15.txt"))
        }
        RuleKind::Standard => {
            ("books/standard-15.txt", include_str!("../../../books/standard-15.txt"))
        }
        RuleKind::Renju => ("books/renju-15.txt", include_str!("../../../books/renju-15.txt")),
        RuleKind::Caro | RuleKind::ExactCaro => {
            ("books/caro-15.txt", include_str!("../../../books/caro-15.txt"))
        }
        RuleKind::Nendzyu(_) => {
            ("books/nendzyu-15.txt", include_str!("../../../books/nendzyu-15.txt"))
        }
    }
}

/// The openings that come with the program for `rule`, with the name of their set: those that fit
/// on a board of this size, perhaps none.
pub fn built_in(size: Size, rule: RuleKind) -> (&'static str, Vec<Vec<Point>>) {
    let (name, text) = built_in_text(size, rule);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let fitting = lines
        .filter_map(|line| offsets::parse(line, size).ok())
        .filter(|opening| check(opening, size, rule).is_ok());
    (name, fitting.collect())
}

#[cfg(test)]
mod tests {
    use super::super::generate::class_of;
    use super::*;

    const NOTHING_SAID: ReadingOptions = ReadingOptions { form: None, rows: None };

    fn renju(text: &str, options: ReadingOptions) -> Result<Vec<Vec<Point>>, OpeningsError> {
        read(text, options, Size::RENJU, RuleKind::Renju)
    }

    #[test]
    fn offsets_and_moves_in_both_row_orders() {
        let expected = vec![Point::at(7, 7), Point::at(8, 5)];
        let bottom = ReadingOptions { rows: Some(RowOrder::Bottom), ..NOTHING_SAID };
        let top = ReadingOptions { rows: Some(RowOrder::Top), ..NOTHING_SAID };
        assert_eq!(
            renju("# x\n\n0,0, 1,-2\r\n", NOTHING_SAID).unwrap(),
            std::slice::from_ref(&expected)
        );
        assert_eq!(renju("h8i10", bottom).unwrap(), std::slice::from_ref(&expected));
        assert_eq!(renju("h8i6", top).unwrap(), std::slice::from_ref(&expected));
        assert_eq!(renju("# rows: top\nh8i6", NOTHING_SAID).unwrap(), [expected]);
        assert_eq!(renju("h8i6", NOTHING_SAID), Err(OpeningsError::UnnamedRows));
    }

    #[test]
    fn openings_that_cannot_be_played_are_refused_with_their_line() {
        let reason = |text: &str| renju(text, NOTHING_SAID).unwrap_err().to_string();
        assert!(reason("0,0\n\n0,0, 0,0").starts_with("line 3: move 2:"));
        assert!(reason("0,0, 9,9").starts_with("line 1: 9,9 from the middle"));
        assert!(reason("# nothing\n").contains("no opening"));
        assert!(reason("hello").contains("--rows"));
        let won = "0,0, 0,1, 1,0, 1,1, 2,0, 2,1, 3,0, 3,1, 4,0";
        assert!(reason(won).contains("move 9 wins for black"));
        let double_three = "0,0, 7,7, 1,0, 7,5, -1,1, 7,3, -1,2, 7,1, -1,0";
        assert!(reason(double_three).contains("double three"));
    }

    #[test]
    fn every_rule_has_a_balanced_set_that_can_be_played() {
        for rule in RuleKind::ALL {
            for side in [15, 20] {
                let size = Size::square(side).unwrap();
                let (name, openings) = built_in(size, rule);
                let lines = built_in_text(size, rule).1.lines();
                let written = lines.filter(|line| !line.starts_with('#')).count();
                assert_eq!(openings.len(), written, "{name}: every line fits on {size}");
                assert!(openings.len() >= 32, "{name}");
                // The middle lies elsewhere on even boards, so mirror images are others there.
                if !name.contains(&side.to_string()) {
                    continue;
                }
                let mut classes = std::collections::HashSet::new();
                for opening in &openings {
                    assert!(
                        classes.insert(class_of(opening, size, rule)),
                        "{name}: twice the same"
                    );
                }
            }
        }
    }
}
