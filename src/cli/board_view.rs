//! The board as commands draw it: the picture of [`Diagram`], in colours where there are any.

use crate::board::{Position, Side};
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
}

impl BoardView {
    /// The position with its last move and, where the rule has such, Black's forbidden points.
    pub fn new(position: &Position, rule: RuleKind) -> BoardView {
        BoardView { picture: Diagram::of(position, rule.rule()) }
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
            for character in points.chars() {
                let style = style_of(character);
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
