//! The board as commands draw it: the picture of [`Diagram`], in colours where there are any.

use crate::board::{Position, Side};
use crate::notation::diagram::{Cell, Diagram};
use crate::rules::RuleKind;
use anstyle::{AnsiColor, Color, RgbColor, Style};
use std::fmt;

/// Wood, as boards are.
const WOOD: Color = Color::Rgb(RgbColor(214, 173, 105));
const BLACK_STONE: Style = Style::new().fg_color(Some(Color::Rgb(RgbColor(0, 0, 0)))).bold();
const WHITE_STONE: Style = Style::new().fg_color(Some(Color::Rgb(RgbColor(255, 255, 255)))).bold();
const EMPTY: Style = Style::new().fg_color(Some(Color::Rgb(RgbColor(130, 98, 48))));
const FORBIDDEN: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))).bold();
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

impl fmt::Display for BoardView {
    /// Draws the picture line by line, with a style round every character.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.picture.to_string();
        let height = usize::from(self.picture.size().height());
        for (y, line) in text.lines().enumerate() {
            let (number, points) = line.split_at(2);
            if y == height {
                writeln!(f, "{COORDINATES}{line}{COORDINATES:#}")?;
                continue;
            }
            write!(f, "{COORDINATES}{number}{COORDINATES:#}")?;
            for character in points.chars() {
                let style = match Cell::from_character(character) {
                    Some(Cell::Stone(Side::Black)) => BLACK_STONE,
                    Some(Cell::Stone(Side::White)) => WHITE_STONE,
                    Some(Cell::Forbidden(_)) => FORBIDDEN,
                    Some(Cell::Empty) | None => EMPTY,
                };
                let style = style.bg_color(Some(WOOD));
                write!(f, "{style}{character}{style:#}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
