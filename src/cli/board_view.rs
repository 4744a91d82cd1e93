//! The board as commands draw it: the picture of [`Diagram`], in colours where there are any; on
//! terminals with lines and round stones.

use super::output::Output;
use crate::board::{Point, Position, Side, Size};
use crate::notation::diagram::{Cell, Diagram};
use crate::rules::RuleKind;
use anstyle::{Ansi256Color, Color, Style};
use std::fmt;

/// A colour of the 256 that nearly every terminal has.
const fn colour(number: u8) -> Option<Color> {
    Some(Color::Ansi256(Ansi256Color(number)))
}

/// Wood, as boards are.
const BOARD: Style = Style::new().bg_color(colour(179)).fg_color(colour(94));
const BLACK_STONE: Style = BOARD.fg_color(colour(16)).bold();
const WHITE_STONE: Style = BOARD.fg_color(colour(231)).bold();
const FORBIDDEN: Style = BOARD.fg_color(colour(160)).bold();
const LAST_MOVE: Style = BOARD.fg_color(colour(18)).bold();
const COORDINATES: Style = Style::new().dimmed();

/// A board to draw. The styles it writes are dropped by the output where they do not belong.
#[derive(Clone, Debug)]
pub struct BoardView {
    picture: Diagram,
    unicode: bool,
}

impl BoardView {
    /// The position with its last move and, where the rule has such, Black's forbidden points.
    /// It is drawn as `output` can show it.
    pub fn new(position: &Position, rule: RuleKind, output: &Output) -> BoardView {
        let unicode = output.is_unicode();
        BoardView { picture: Diagram::of(position, rule.rule()), unicode }
    }
}

/// The style of a character of the picture's points.
fn style_of(character: char) -> Style {
    match Cell::from_character(character) {
        Some(Cell::Stone(Side::Black)) => BLACK_STONE,
        Some(Cell::Stone(Side::White)) => WHITE_STONE,
        Some(Cell::Forbidden(_)) => FORBIDDEN,
        Some(Cell::Empty) => BOARD,
        None if character == ' ' => BOARD,
        None => LAST_MOVE,
    }
}

/// What stands on a point of a board drawn with lines.
fn drawn(cell: Cell, point: Point, size: Size) -> char {
    let (right, bottom) = (size.width() - 1, size.height() - 1);
    match cell {
        Cell::Stone(Side::Black) => '\u{25cf}',
        Cell::Stone(Side::White) => '\u{25cb}',
        Cell::Forbidden(_) => cell.character(),
        Cell::Empty => match (point.x(), point.y()) {
            (0, 0) => '\u{250c}',
            (x, 0) if x == right => '\u{2510}',
            (0, y) if y == bottom => '\u{2514}',
            (x, y) if x == right && y == bottom => '\u{2518}',
            (_, 0) => '\u{252c}',
            (_, y) if y == bottom => '\u{2534}',
            (0, _) => '\u{251c}',
            (x, _) if x == right => '\u{2524}',
            _ => '\u{253c}',
        },
    }
}

/// The line between two points.
const BETWEEN: char = '\u{2500}';

impl BoardView {
    /// The characters of a row of points with their styles, from the text that [`Diagram`] has for
    /// it.
    fn row(&self, y: u8, points: &str) -> Vec<(char, Style)> {
        let mut row: Vec<(char, Style)> =
            points.chars().map(|character| (character, style_of(character))).collect();
        if !self.unicode {
            return row;
        }
        let size = self.picture.size();
        for x in 0..size.width() {
            let point = Point::at(x, y);
            let place = 2 * usize::from(x);
            row[place + 1].0 = drawn(self.picture.cell(point), point, size);
            if row[place].0 == ' ' && x > 0 {
                row[place].0 = BETWEEN;
            }
        }
        row
    }
}

impl fmt::Display for BoardView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Columns that the row numbers take.
        const NUMBER: usize = 2;
        let text = self.picture.to_string();
        let height = usize::from(self.picture.size().height());
        for (y, line) in text.lines().enumerate() {
            if y == height {
                writeln!(f, "{COORDINATES}{line}{COORDINATES:#}")?;
                continue;
            }
            let (number, points) = line.split_at(NUMBER);
            write!(f, "{COORDINATES}{number}{COORDINATES:#}")?;
            let mut current = None;
            for (character, style) in self.row(y as u8, points) {
                if current != Some(style) {
                    current.map_or(Ok(()), |old| write!(f, "{old:#}"))?;
                    write!(f, "{style}")?;
                    current = Some(style);
                }
                write!(f, "{character}")?;
            }
            current.map_or(Ok(()), |old| write!(f, "{old:#}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
