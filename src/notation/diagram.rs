//! Boards as pictures of plain characters, both ways: for tests, documentation and reports.
//!
//! A row of the picture is a row of the board, the top one first. `X` is a black stone, `O` a white
//! one, `.` an empty point. The point of the last move stands in parentheses. Empty points that are
//! forbidden to Black show why: `3` a double three, `4` a double four, `6` an overline.
//!
//! With coordinates, a last line names the columns, and each row begins with its number. Without
//! that line a row has nothing but its points; spaces do not matter then.

use super::pos;
use crate::board::{MAX_SIZE, Point, PointMap, Position, Side, Size};
use crate::rules::{Forbidden, Rule};
use std::fmt;
use std::str::FromStr;

/// What a picture shows on one point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A stone.
    Stone(Side),
    /// No stone, and a black one is forbidden.
    Forbidden(Forbidden),
}

impl Cell {
    /// The character that stands for it.
    pub const fn character(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Stone(Side::Black) => 'X',
            Cell::Stone(Side::White) => 'O',
            Cell::Forbidden(Forbidden::DoubleThree) => '3',
            Cell::Forbidden(Forbidden::DoubleFour) => '4',
            Cell::Forbidden(Forbidden::Overline) => '6',
        }
    }

    /// What the character stands for, if anything.
    pub const fn from_character(character: char) -> Option<Cell> {
        Some(match character {
            '.' => Cell::Empty,
            'X' | 'x' => Cell::Stone(Side::Black),
            'O' | 'o' => Cell::Stone(Side::White),
            '3' => Cell::Forbidden(Forbidden::DoubleThree),
            '4' => Cell::Forbidden(Forbidden::DoubleFour),
            '6' => Cell::Forbidden(Forbidden::Overline),
            _ => return None,
        })
    }
}

/// A picture of a board. `Display` draws it with coordinates, `{:#}` without; both can be parsed.
///
/// ```
/// use tengen::board::{Position, NullObserver, Point, Size};
/// use tengen::notation::diagram::Diagram;
/// use tengen::rules::RuleKind;
///
/// let mut position = Position::new(Size::square(5).unwrap());
/// position.try_place(Point::at(2, 2), &mut NullObserver).unwrap();
/// position.try_place(Point::at(3, 1), &mut NullObserver).unwrap();
/// let picture = Diagram::of(&position, RuleKind::Renju.rule());
/// let text = concat!(
///     " 5 . . . . .\n",
///     " 4 . . .(O).\n",
///     " 3 . . X . .\n",
///     " 2 . . . . .\n",
///     " 1 . . . . .\n",
///     "   a b c d e\n",
/// );
/// assert_eq!(picture.to_string(), text);
/// assert_eq!(text.parse(), Ok(picture));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    size: Size,
    cells: PointMap<Cell>,
    last: Option<Point>,
}

impl Diagram {
    /// The picture of an empty board.
    pub fn new(size: Size) -> Diagram {
        Diagram { size, cells: PointMap::new(Cell::Empty), last: None }
    }

    /// The picture of a position, with the last move and all points that `rule` forbids to Black.
    pub fn of(position: &Position, rule: &dyn Rule) -> Diagram {
        let mut picture = Diagram::stones(position);
        for point in rule.forbidden_points(position, Side::Black) {
            if let Some(kind) = rule.forbidden(position, Side::Black, point) {
                picture.cells[point] = Cell::Forbidden(kind);
            }
        }
        picture
    }

    /// The picture of a position with the last move, as if no point were forbidden.
    pub fn stones(position: &Position) -> Diagram {
        let mut picture = Diagram::new(position.size());
        for played in position.history() {
            picture.cells[played.point] = Cell::Stone(played.side);
        }
        picture.last = position.last().map(|played| played.point);
        picture
    }

    /// Width and height of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is shown on `point`.
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// Changes what is shown on `point`. Points outside the board are never drawn.
    pub fn set(&mut self, point: Point, cell: Cell) {
        self.cells[point] = cell;
    }

    /// The point that is marked as the last move.
    pub fn last(&self) -> Option<Point> {
        self.last
    }

    /// Marks another point, or none.
    pub fn set_last(&mut self, last: Option<Point>) {
        self.last = last;
    }

    /// The points with the stones of `side`, row by row.
    pub fn points_of(&self, side: Side) -> impl Iterator<Item = Point> {
        self.size.points().filter(move |&point| self.cells[point] == Cell::Stone(side))
    }

    /// The forbidden points that are shown, row by row.
    pub fn forbidden(&self) -> impl Iterator<Item = (Point, Forbidden)> {
        self.size.points().filter_map(|point| match self.cells[point] {
            Cell::Forbidden(kind) => Some((point, kind)),
            Cell::Empty | Cell::Stone(_) => None,
        })
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_coordinates = !f.alternate();
        for y in 0..self.size.height() {
            if with_coordinates {
                write!(f, "{:2}", self.size.height() - y)?;
            }
            // Between two points stands a parenthesis if one of them is the last move.
            let mut after_last = false;
            for x in 0..self.size.width() {
                let point = Point::at(x, y);
                let is_last = self.last == Some(point);
                let between = match (is_last, after_last) {
                    (true, _) => "(",
                    (false, true) => ")",
                    (false, false) if x == 0 && !with_coordinates => "",
                    (false, false) => " ",
                };
                write!(f, "{between}{}", self.cells[point].character())?;
                after_last = is_last;
            }
            f.write_str(if after_last { ")\n" } else { "\n" })?;
        }
        if with_coordinates {
            f.write_str("  ")?;
            for x in 0..self.size.width() {
                // Names of two letters fill the gap.
                write!(f, "{:>2}", pos::column_name(x))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Why a text is not a picture of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramError {
    /// The line, from 1, blank lines included. One more than there are when something is missing.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the picture: {}", self.line, self.reason)
    }
}

impl std::error::Error for DiagramError {}

impl FromStr for Diagram {
    type Err = DiagramError;

    /// Reads what `Display` writes, with or without coordinates. Blank lines and spaces at either
    /// end of a line do not count.
    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        let mut lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let columns = lines.pop_if(|(_, line)| line.starts_with('a'));
        let end = text.lines().count() + 1;
        let mut rows = Vec::with_capacity(lines.len());
        for (n, &(number, line)) in lines.iter().enumerate() {
            let error = |reason: String| DiagramError { line: number, reason };
            let points = match columns {
                Some(_) => after_row_number(line, lines.len() - n).map_err(error)?,
                None => line,
            };
            let row = parse_row(points).map_err(error)?;
            if row.0.len() > usize::from(MAX_SIZE) {
                return Err(error(format!("more than {MAX_SIZE} points")));
            }
            rows.push((number, row));
        }
        let height = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        let width = rows.first().map_or(0, |(_, (cells, _))| cells.len() as u8);
        let size = Size::new(width, height).map_err(|error| {
            let reason = format!("{width} columns and {height} rows; {error}");
            DiagramError { line: end, reason }
        })?;
        if let Some((line, columns)) = columns {
            // Names of two letters are drawn without a space between them.
            let expected: String = (0..width).map(pos::column_name).collect();
            if !columns.chars().filter(|c| !c.is_whitespace()).eq(expected.chars()) {
                let reason = format!("the columns should be {expected}");
                return Err(DiagramError { line, reason });
            }
        }
        let mut picture = Diagram::new(size);
        for (y, (line, (cells, last))) in rows.into_iter().enumerate() {
            let error = |reason: String| DiagramError { line, reason };
            if cells.len() != usize::from(width) {
                return Err(error(format!("{} points instead of {width}", cells.len())));
            }
            for (x, cell) in cells.into_iter().enumerate() {
                picture.cells[Point::at(x as u8, y as u8)] = cell;
            }
            if let Some(x) = last {
                if picture.last.is_some() {
                    return Err(error("a second last move".to_owned()));
                }
                picture.last = Some(Point::at(x as u8, y as u8));
            }
        }
        Ok(picture)
    }
}

/// The points of a row that begins with its number.
fn after_row_number(line: &str, expected: usize) -> Result<&str, String> {
    let points = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &line[..line.len() - points.len()];
    if number.parse() == Ok(expected) && points.starts_with([' ', '(']) {
        Ok(points)
    } else {
        Err(format!("the row must begin with its number, {expected}"))
    }
}

/// The cells of a row, and which of them is marked as the last move.
fn parse_row(text: &str) -> Result<(Vec<Cell>, Option<usize>), String> {
    let mut cells = Vec::new();
    let mut opened = None;
    let mut last = None;
    for character in text.chars() {
        match character {
            ' ' | '\t' => {}
            '(' if opened.is_none() && last.is_none() => opened = Some(cells.len()),
            ')' if opened.is_some_and(|start| start + 1 == cells.len()) => last = opened.take(),
            _ => match Cell::from_character(character) {
                Some(cell) => cells.push(cell),
                None => return Err(format!("'{}' is no point", character.escape_debug())),
            },
        }
    }
    match opened {
        Some(_) => Err("'(' without its ')'".to_owned()),
        None => Ok((cells, last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> String {
        text.parse::<Diagram>().unwrap_err().to_string()
    }

    #[test]
    fn spaces_and_coordinates_do_not_matter() {
        let compact = ".....\n.....\n..X..\n.....\n....(O)";
        let spaced = ". . . . .\n\n. . . . .\n  . . x . .\n. . . . .\n. . . .(o)\n";
        let full =
            " 5 . . . . .\n 4 . . . . .\n 3 . . X . .\n 2 . . . . .\n 1 . . . .(O)\n   a b c d e\n";
        let picture: Diagram = compact.parse().unwrap();
        assert_eq!(spaced.parse(), Ok(picture.clone()));
        assert_eq!(full.parse(), Ok(picture.clone()));
        assert_eq!(picture.to_string(), full);
        assert_eq!(picture.last(), Some(Point::at(4, 4)));
        assert!(picture.points_of(Side::Black).eq([Point::at(2, 2)]));
    }

    #[test]
    fn forbidden_points_are_marked_with_their_kind() {
        let mut position = Position::new(Size::RENJU);
        let moves = pos::parse_moves("h8a1h7c1i6e1j6g1", Size::RENJU).unwrap();
        for point in moves {
            position.try_place(point, &mut crate::board::NullObserver).unwrap();
        }
        let picture = Diagram::of(&position, crate::rules::RuleKind::Renju.rule());
        let shown: Vec<String> = picture
            .forbidden()
            .map(|(point, kind)| format!("{} {kind}", pos::name(point, Size::RENJU)))
            .collect();
        assert_eq!(shown, ["h6 double three"]);
        assert_eq!(picture.to_string().parse(), Ok(picture.clone()));
        assert_eq!(format!("{picture:#}").parse(), Ok(picture));
    }

    #[test]
    fn wide_boards_keep_their_columns() {
        let size = Size::new(32, 5).unwrap();
        let mut picture = Diagram::new(size);
        picture.set(Point::at(31, 0), Cell::Stone(Side::White));
        picture.set_last(Some(Point::at(31, 0)));
        let text = picture.to_string();
        assert!(text.contains(" y zaaab"));
        assert!(text.lines().all(|line| line.len() <= 67));
        assert_eq!(text.parse(), Ok(picture.clone()));
        assert_eq!(format!("{picture:#}").parse(), Ok(picture));
    }

    #[test]
    fn errors_name_the_line() {
        assert!(reason("").starts_with("line 1 of the picture: 0 columns and 0 rows"));
        assert!(reason(".....\n....").starts_with("line 3"));
        assert_eq!(reason("..?..\n"), "line 1 of the picture: '?' is no point");
        let square = ".....\n.....\n.....\n.....\n";
        assert!(reason(&format!("{square}....\n")).starts_with("line 5"));
        assert!(reason(&format!("{square}.(X.).\n")).starts_with("line 5"));
        assert!(reason(&format!("{square}.(X...\n")).starts_with("line 5"));
        assert!(reason(&format!("{square}.....\na b c d e\n")).starts_with("line 1"));
    }
}
