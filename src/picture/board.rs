//! The picture of a board.

use super::svg::{Anchor, Paint, Svg, fitting};
use crate::board::{Point, Position, Side, Size};
use crate::notation::pos;
use crate::rules::{Forbidden, RuleKind};

/// Distance of two lines of the board.
const CELL: f64 = 40.0;
/// Room for coordinates beside the outermost lines.
const MARGIN: f64 = 44.0;
/// Room for the title, if there is one.
const TITLE: f64 = 44.0;
const STONE: f64 = 18.6;
const LETTERS: f64 = 19.0;

const WOOD: &str = "#e6bf7d";
const INK: &str = "#43301a";
const BLACK: &str = "#17171b";
const WHITE: &str = "#fbfbf7";
const RED: &str = "#c01818";
const GREEN: &str = "#0b6b2d";
const BLUE: &str = "#1d4f9e";

/// A sign drawn on a point, over a stone or beside all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A diagonal cross.
    Cross,
}

/// How a label on a point is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The best of several: green.
    Best,
    /// One of several: blue.
    Plain,
    /// A bad one: red.
    Bad,
}

impl Tone {
    const fn colour(self) -> &'static str {
        match self {
            Tone::Best => GREEN,
            Tone::Plain => BLUE,
            Tone::Bad => RED,
        }
    }
}

/// A board to draw: stones, perhaps with numbers, and what is marked on it.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    size: Size,
    title: Option<String>,
    stones: Vec<(Point, Side, Option<usize>)>,
    last: Option<Point>,
    forbidden: Vec<(Point, Forbidden)>,
    marks: Vec<(Point, Mark)>,
    labels: Vec<(Point, String, Tone)>,
}

impl BoardPicture {
    /// The picture of an empty board.
    pub fn new(size: Size) -> BoardPicture {
        BoardPicture {
            size,
            title: None,
            stones: Vec::new(),
            last: None,
            forbidden: Vec::new(),
            marks: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// The picture of a position: its stones numbered in their order, the last one marked, and the
    /// points that the rule forbids to Black.
    pub fn of(position: &Position, rule: RuleKind) -> BoardPicture {
        let mut picture = BoardPicture::new(position.size());
        for (n, played) in position.history().iter().enumerate() {
            picture.stone(played.point, played.side, Some(n + 1));
        }
        picture.last = position.last().map(|played| played.point);
        let rule = rule.rule();
        for point in rule.forbidden_points(position, Side::Black) {
            if let Some(kind) = rule.forbidden(position, Side::Black, point) {
                picture.forbidden.push((point, kind));
            }
        }
        picture
    }

    /// Adds a stone.
    pub fn stone(&mut self, point: Point, side: Side, number: Option<usize>) {
        self.stones.push((point, side, number));
    }

    /// Leaves the numbers out.
    pub fn without_numbers(&mut self) {
        for stone in &mut self.stones {
            stone.2 = None;
        }
    }

    /// Writes a line above the board.
    pub fn title(&mut self, title: impl Into<String>) {
        self.title = Some(title.into());
    }

    /// Marks a point.
    pub fn mark(&mut self, point: Point, mark: Mark) {
        self.marks.push((point, mark));
    }

    /// Writes a short text, such as a value, on an empty point.
    pub fn label(&mut self, point: Point, text: impl Into<String>, tone: Tone) {
        self.labels.push((point, text.into(), tone));
    }

    /// The drawing as SVG text.
    pub fn svg(&self) -> String {
        let (columns, rows) = (f64::from(self.size.width()), f64::from(self.size.height()));
        let top = if self.title.is_some() { TITLE } else { 0.0 };
        let width = (columns - 1.0) * CELL + 2.0 * MARGIN;
        let height = (rows - 1.0) * CELL + 2.0 * MARGIN + top;
        let name = self.title.clone().unwrap_or_else(|| format!("board {}", self.size));
        let mut svg = Svg::new(width, height, &name);
        svg.rectangle(0.0, 0.0, width, height, Paint::fill(WOOD));
        if let Some(title) = &self.title {
            let letters = fitting(title, 21.0, width - 20.0);
            svg.text((width / 2.0, 24.0), letters, Anchor::Middle, INK, title);
        }
        self.draw_lines(&mut svg);
        self.draw_coordinates(&mut svg, width);
        for &(point, side, number) in &self.stones {
            self.draw_stone(&mut svg, point, side, number);
        }
        for &(point, kind) in &self.forbidden {
            if !self.labels.iter().any(|label| label.0 == point) {
                self.draw_forbidden(&mut svg, point, kind);
            }
        }
        for (point, text, tone) in &self.labels {
            let (x, y) = self.place(*point);
            // All of the line through the point goes: between two labels it would look like a minus.
            svg.rectangle(x - CELL / 2.0, y - 11.0, CELL, 22.0, Paint::fill(WOOD));
            let letters = fitting(text, 19.0, CELL - 5.0);
            svg.text((x, y), letters, Anchor::Middle, tone.colour(), text);
        }
        for &(point, mark) in &self.marks {
            self.draw_mark(&mut svg, point, mark);
        }
        svg.finish()
    }

    fn place(&self, point: Point) -> (f64, f64) {
        let top = if self.title.is_some() { TITLE } else { 0.0 };
        (MARGIN + f64::from(point.x()) * CELL, top + MARGIN + f64::from(point.y()) * CELL)
    }

    fn draw_lines(&self, svg: &mut Svg) {
        let (left, top) = self.place(Point::at(0, 0));
        let (right, bottom) = self.place(Point::at(self.size.width() - 1, self.size.height() - 1));
        for x in 0..self.size.width() {
            let (x, _) = self.place(Point::at(x, 0));
            svg.polygon(&[(x, top), (x, bottom)], false, Paint::edge(INK, 1.2));
        }
        for y in 0..self.size.height() {
            let (_, y) = self.place(Point::at(0, y));
            svg.polygon(&[(left, y), (right, y)], false, Paint::edge(INK, 1.2));
        }
        svg.rectangle(left, top, right - left, bottom - top, Paint::edge(INK, 2.4));
        for point in star_points(self.size) {
            let (x, y) = self.place(point);
            svg.circle(x, y, 4.0, Paint::fill(INK));
        }
    }

    fn draw_coordinates(&self, svg: &mut Svg, width: f64) {
        let (_, bottom) = self.place(Point::at(0, self.size.height() - 1));
        for x in 0..self.size.width() {
            let name = pos::column_name(x);
            let at = (self.place(Point::at(x, 0)).0, bottom + 31.0);
            svg.text(at, LETTERS, Anchor::Middle, INK, &name);
        }
        for y in 0..self.size.height() {
            let name = (self.size.height() - y).to_string();
            let at = self.place(Point::at(0, y)).1;
            svg.text((13.0, at), fitting(&name, LETTERS, 21.0), Anchor::Middle, INK, &name);
            if self.size.width() > 20 {
                svg.text((width - 13.0, at), LETTERS - 2.0, Anchor::Middle, INK, &name);
            }
        }
    }

    fn draw_stone(&self, svg: &mut Svg, point: Point, side: Side, number: Option<usize>) {
        let (x, y) = self.place(point);
        let (fill, ink) = match side {
            Side::Black => (BLACK, WHITE),
            Side::White => (WHITE, BLACK),
        };
        svg.circle(x, y, STONE, Paint { fill, edge: INK, width: 1.2 });
        let is_last = self.last == Some(point);
        match number {
            Some(number) => {
                let text = number.to_string();
                let letters = fitting(&text, 22.0, 1.6 * STONE);
                svg.text((x, y), letters, Anchor::Middle, ink, &text);
                if is_last {
                    svg.circle(x, y, STONE, Paint::edge(RED, 3.6));
                }
            }
            None if is_last => svg.circle(x, y, 7.0, Paint::fill(RED)),
            None => {}
        }
    }

    fn draw_forbidden(&self, svg: &mut Svg, point: Point, kind: Forbidden) {
        let (x, y) = self.place(point);
        let text = match kind {
            Forbidden::Overline => "6",
            Forbidden::DoubleFour => "44",
            Forbidden::DoubleThree => "33",
        };
        svg.circle(x, y, 15.0, Paint { fill: WOOD, edge: RED, width: 2.4 });
        svg.text((x, y), 17.0, Anchor::Middle, RED, text);
    }

    fn draw_mark(&self, svg: &mut Svg, point: Point, mark: Mark) {
        let (x, y) = self.place(point);
        let stone = self.stones.iter().find(|stone| stone.0 == point);
        match stone {
            // The number stays legible: the mark is a badge at the stone's edge.
            Some((_, _, Some(_))) => {
                let (x, y) = (x + 13.5, y - 13.5);
                svg.circle(x, y, 9.5, Paint { fill: "#ffd23e", edge: INK, width: 1.2 });
                draw_shape(svg, (x, y), 0.5, Paint::edge(RED, 2.4), mark);
            }
            Some((_, Side::Black, None)) => {
                draw_shape(svg, (x, y), 1.0, Paint::edge("#ffd23e", 3.0), mark);
            }
            _ => draw_shape(svg, (x, y), 1.0, Paint::edge(BLUE, 3.0), mark),
        }
    }
}

fn draw_shape(svg: &mut Svg, (x, y): (f64, f64), scale: f64, paint: Paint, mark: Mark) {
    let at = |dx: f64, dy: f64| (x + dx * scale, y + dy * scale);
    match mark {
        Mark::Triangle => {
            svg.polygon(&[at(0.0, -11.0), at(9.5, 6.5), at(-9.5, 6.5)], true, paint);
        }
        Mark::Square => {
            let (left, top) = at(-8.5, -8.5);
            svg.rectangle(left, top, 17.0 * scale, 17.0 * scale, paint);
        }
        Mark::Circle => svg.circle(x, y, 9.5 * scale, paint),
        Mark::Cross => {
            svg.polygon(&[at(-8.0, -8.0), at(8.0, 8.0)], false, paint);
            svg.polygon(&[at(-8.0, 8.0), at(8.0, -8.0)], false, paint);
        }
    }
}

/// The dots that boards have for orientation: the middle, and four around it where there is room.
fn star_points(size: Size) -> Vec<Point> {
    let mut points = Vec::new();
    let (width, height) = (size.width(), size.height());
    if width % 2 == 1 && height % 2 == 1 {
        points.push(size.center());
    }
    if width >= 13 && height >= 13 {
        for x in [3, width - 4] {
            points.extend([3, height - 4].map(|y| Point::at(x, y)));
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullObserver;
    use crate::picture::png;

    fn position(moves: &str, size: Size) -> Position {
        let mut position = Position::new(size);
        for point in pos::parse_moves(moves, size).unwrap() {
            position.try_place(point, &mut NullObserver).unwrap();
        }
        position
    }

    #[test]
    fn a_picture_has_what_the_position_has() {
        let position = position("h8a1h7c1i6e1j6g1", Size::RENJU);
        let mut picture = BoardPicture::of(&position, RuleKind::Renju);
        let circles = |picture: &BoardPicture| picture.svg().matches("<circle").count();
        // Five dots, eight stones, the ring of the last, one forbidden point.
        assert_eq!(circles(&picture), 5 + 8 + 1 + 1);
        let texts = |picture: &BoardPicture| picture.svg().matches("<path").count();
        assert_eq!(texts(&picture), 30 + 8 + 1);
        picture.without_numbers();
        assert_eq!(texts(&picture), 30 + 1);
        picture.title("a & b < c");
        assert!(picture.svg().contains("<title>a &amp; b &lt; c</title>"));
        picture.mark(Point::at(7, 7), Mark::Triangle);
        picture.label(Point::at(0, 0), "+35", Tone::Best);
        assert!(picture.svg().contains("<polygon") && picture.svg().contains(GREEN));
    }

    #[test]
    fn pictures_become_pixels_on_every_size() {
        for (width, height) in [(5, 5), (15, 15), (32, 32), (32, 5), (5, 32)] {
            let size = Size::new(width, height).unwrap();
            let picture = BoardPicture::of(&position("a1b2c3", size), RuleKind::Renju);
            let file = png(&picture.svg(), 200).unwrap();
            assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"), "{size}");
        }
    }
}
