//! Files of lists of moves, a game a line: names such as `h8h9`, pairs such as `7,7 7,6`, or
//! Gomocup's offsets.
//!
//! Lines that begin with `#` are remarks; those of the form `# size: 15x15`, `# rule: renju`,
//! `# rows: top` and `# form: pos` (or `pairs`, `offsets`) tell how to read the lines after them. A
//! line `-` is a game without moves. Where every line holds a single move, and no remark says what
//! the file is, the lines together are one game.

use super::format::{Format, FormatError, Reading, RowOrder};
use super::jsonl::parse_size;
use super::losses::Losses;
use super::plain::{self, KeptInfo, WriteError};
use super::text::shortened;
use super::tree::{Action, NodeId, Tree};
use super::{offsets, pos, turns};
use crate::board::{Point, Size, Turn, TurnOrder};
use crate::rules::RuleKind;
use std::io::Write;

/// A game without moves.
const NO_MOVES: &str = "-";

/// The form of the lists in a text that begins like this.
pub(super) fn form_of(start: &str) -> Format {
    for line in start.lines().map(str::trim) {
        if let Some(remark) = line.strip_prefix('#') {
            if let Some(form) = form_in(remark) {
                return form;
            }
        } else if !line.is_empty() && line != NO_MOVES {
            let has_letters = line.contains(|c: char| c.is_alphabetic());
            let has_numbers = line.contains(|c: char| c.is_ascii_digit());
            return match (has_letters || !has_numbers, line.contains('-')) {
                (true, _) => Format::Pos,
                (false, true) => Format::Offsets,
                (false, false) => Format::Pairs,
            };
        }
    }
    Format::Pos
}

/// Key and value of a remark `key: value`.
fn key_and_value(remark: &str) -> Option<(&str, &str)> {
    let (key, value) = remark.split_once(':')?;
    Some((key.trim(), value.trim()))
}

fn form_in(remark: &str) -> Option<Format> {
    match key_and_value(remark)? {
        ("form", "pos") => Some(Format::Pos),
        ("form", "pairs") => Some(Format::Pairs),
        ("form", "offset" | "offsets") => Some(Format::Offsets),
        _ => None,
    }
}

/// Where in a file of lists a reader is.
#[derive(Debug)]
pub(super) struct Lists {
    format: Format,
    size: Size,
    rule: Option<RuleKind>,
    rows: RowOrder,
    /// Bytes of the text that have been read.
    at: usize,
    /// Whether all lines together are one game.
    is_joined: bool,
    has_game: bool,
}

impl Lists {
    /// Begins at the beginning of a text in one of the three forms.
    pub fn new(text: &str, format: Format, reading: Reading) -> Lists {
        let usual = if format == Format::Pairs { RowOrder::Top } else { RowOrder::Bottom };
        Lists {
            format,
            size: reading.size(),
            rule: reading.rule,
            rows: reading.rows.unwrap_or(usual),
            at: 0,
            is_joined: reading.is_one_game || is_one_game(text, format),
            has_game: false,
        }
    }

    /// The next game of the text, which must be the same each time.
    pub fn next(&mut self, text: &str) -> Option<Result<Tree, FormatError>> {
        let mut joined: Option<(Tree, NodeId, Turn)> = None;
        while self.at < text.len() {
            let start = self.at;
            let length = text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
            self.at += length;
            let line = &text[start..start + length];
            let trimmed = line.trim();
            if let Some(remark) = trimmed.strip_prefix('#') {
                if let Err(reason) = self.take_remark(remark) {
                    return Some(Err(FormatError::in_text(self.format, text, start, reason)));
                }
                continue;
            }
            if trimmed.is_empty() {
                continue;
            }
            self.has_game = true;
            let (tree, end, turn) = joined.get_or_insert_with(|| {
                let mut tree = Tree::new(self.size);
                tree.info.rule = self.rule;
                let start = tree.turn_order().start();
                (tree, NodeId::ROOT, start)
            });
            if let Err((offset, reason)) = self.read_line(line, tree, end, turn) {
                return Some(Err(FormatError::in_text(self.format, text, start + offset, reason)));
            }
            if !self.is_joined {
                break;
            }
        }
        if !self.has_game {
            self.has_game = true;
            let reason = "there is no move in it".to_owned();
            return Some(Err(FormatError::in_text(self.format, text, text.len(), reason)));
        }
        joined.map(|(tree, ..)| Ok(tree))
    }

    fn take_remark(&mut self, remark: &str) -> Result<(), String> {
        match key_and_value(remark) {
            Some(("size", value)) => {
                self.size = parse_size(value).ok_or_else(|| {
                    format!("the board size '{}' is not supported", shortened(value))
                })?;
            }
            Some(("rule", value)) => self.rule = value.parse().ok(),
            Some(("rows", "bottom")) => self.rows = RowOrder::Bottom,
            Some(("rows", "top")) => self.rows = RowOrder::Top,
            _ => {}
        }
        Ok(())
    }

    /// Adds the moves of a line behind `end`, where it is that turn.
    ///
    /// # Errors
    /// Where in the line and why it cannot be read.
    fn read_line(
        &self,
        line: &str,
        tree: &mut Tree,
        end: &mut NodeId,
        turn: &mut Turn,
    ) -> Result<(), (usize, String)> {
        if line.trim() == NO_MOVES {
            return Ok(());
        }
        let order = tree.turn_order();
        let due = *turn;
        let mut add = |point: Point| {
            *end = tree.add(*end, Action::play(turn.side, point));
            *turn = order.next(*turn);
        };
        if self.format == Format::Pos && order != TurnOrder::SINGLE {
            let points = turns::parse_turns(line, self.size, due, order)
                .map_err(|error| (error.offset, error.reason))?;
            points.into_iter().for_each(|point| add(self.in_rows(point)));
            return Ok(());
        }
        if self.format == Format::Pos {
            let points = pos::parse_moves(line, self.size).map_err(|error| {
                let offset = line.char_indices().nth(error.character - 1).map_or(0, |(at, _)| at);
                (offset, error.without_place())
            })?;
            points.into_iter().for_each(|point| add(self.in_rows(point)));
            return Ok(());
        }
        let numbers = numbers(line)?;
        for pair in numbers.chunks(2) {
            let &[(offset, x), (_, y)] = pair else {
                let reason = "the last move has one number instead of two".to_owned();
                return Err((pair[0].0, reason));
            };
            let point = match self.format {
                Format::Offsets => offsets::point(x, y, self.size),
                _ => self.size.point(x, y),
            };
            match point {
                Some(point) => add(self.in_rows(point)),
                None if self.format == Format::Offsets => {
                    let reason =
                        format!("{x},{y} from the middle is outside the {} board", self.size);
                    return Err((offset, reason));
                }
                None => {
                    let (width, height) = (self.size.width() - 1, self.size.height() - 1);
                    let size = self.size;
                    let reason = format!("the {size} board has the points 0,0 to {width},{height}");
                    return Err((offset, format!("{x},{y}: {reason}")));
                }
            }
        }
        Ok(())
    }

    /// The point that is meant when `point` was read with rows as they usually are in this form.
    fn in_rows(&self, point: Point) -> Point {
        let usual = if self.format == Format::Pairs { RowOrder::Top } else { RowOrder::Bottom };
        // Offsets have no row numbers.
        if self.rows == usual || self.format == Format::Offsets {
            point
        } else {
            pos::flipped(point, self.size)
        }
    }
}

/// Whether every line holds a single move, and there are several, and no remark tells the form.
fn is_one_game(text: &str, format: Format) -> bool {
    let mut lines = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(remark) = line.strip_prefix('#') {
            if form_in(remark).is_some() {
                return false;
            }
            continue;
        }
        let is_single = if format == Format::Pos {
            // Of a turn of two stones a `+` joins them.
            line.split('+').all(|point| {
                let after_letters =
                    point.trim().trim_start_matches(|c: char| c.is_ascii_alphabetic());
                after_letters.bytes().all(|byte| byte.is_ascii_digit())
            })
        } else {
            numbers(line).is_ok_and(|numbers| numbers.len() == 2)
        };
        if !is_single {
            return false;
        }
        lines += 1;
    }
    lines > 1
}

/// The numbers of a line, each with where it stands. Spaces, commas, semicolons and brackets stand
/// between them.
fn numbers(line: &str) -> Result<Vec<(usize, i32)>, (usize, String)> {
    let is_separator = |c: char| c.is_whitespace() || ",;()[]".contains(c);
    let mut numbers = Vec::new();
    let mut at = 0;
    for part in line.split(is_separator) {
        let offset = at;
        // Every separator but a space of some scripts takes one byte.
        at += part.len();
        at += line[at..].chars().next().map_or(0, char::len_utf8);
        if part.is_empty() {
            continue;
        }
        // Anything beyond two bytes is off every board, and sums stay small.
        match part.parse::<i16>() {
            Ok(number) => numbers.push((offset, number.into())),
            Err(_) => return Err((offset, format!("'{}' is no number", shortened(part)))),
        }
    }
    Ok(numbers)
}

/// Writes lists of moves, with the remarks that tell how to read them.
#[derive(Debug)]
pub(super) struct ListWriter {
    format: Format,
    rows: RowOrder,
    /// What the remarks have said so far.
    said: Option<(Size, Option<RuleKind>)>,
}

impl ListWriter {
    /// A writer of one of the three forms, with rows as they usually are in it unless `rows` says
    /// otherwise.
    pub fn new(format: Format, rows: Option<RowOrder>) -> ListWriter {
        let usual = if format == Format::Pairs { RowOrder::Top } else { RowOrder::Bottom };
        ListWriter { format, rows: rows.unwrap_or(usual), said: None }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When it cannot be written, has stones off the board, or stones that are set up out of turn.
    pub fn write(&mut self, tree: &Tree, out: &mut dyn Write) -> Result<Losses, WriteError> {
        let mut losses = Losses::none();
        let size = tree.info.size;
        let stones = plain::line(tree, &mut losses)?;
        if let Some((point, _)) = stones.iter().find(|(point, _)| !size.contains(*point)) {
            let reason = format!("the point {},{} is not on the board", point.x(), point.y());
            return Err(WriteError::Unfit(reason));
        }
        self.write_remarks(tree, out)?;
        let lists = Lists {
            format: self.format,
            size,
            rule: None,
            rows: self.rows,
            at: 0,
            is_joined: false,
            has_game: false,
        };
        let points: Vec<Point> = stones.iter().map(|&(point, _)| lists.in_rows(point)).collect();
        let line = match self.format {
            Format::Pairs => {
                let pair = |point: &Point| format!("{},{}", point.x(), point.y());
                points.iter().map(pair).collect::<Vec<_>>().join(" ")
            }
            Format::Offsets => offsets::write(&points, size),
            _ => pos::moves(&points, size),
        };
        writeln!(out, "{}", if line.is_empty() { NO_MOVES } else { &line })?;
        plain::lose_variations(tree, &mut losses);
        plain::lose_notes(tree, &mut losses, |_| false);
        plain::lose_info(&tree.info, KeptInfo { rule: true, ..KeptInfo::default() }, &mut losses);
        Ok(losses)
    }

    fn write_remarks(&mut self, tree: &Tree, out: &mut dyn Write) -> Result<(), WriteError> {
        let now = (tree.info.size, tree.info.rule);
        if self.said.is_none() {
            writeln!(out, "# form: {}", self.format)?;
            if self.format != Format::Offsets {
                let rows = if self.rows == RowOrder::Bottom { "bottom" } else { "top" };
                writeln!(out, "# rows: {rows}")?;
            }
        }
        if self.said.is_none_or(|said| said.0 != now.0) {
            writeln!(out, "# size: {}", now.0)?;
        }
        if self.said.map_or(now.1.is_some(), |said| said.1 != now.1) {
            writeln!(
                out,
                "# rule: {}",
                now.1.map_or("unknown".to_owned(), |rule| rule.to_string())
            )?;
        }
        self.said = Some(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::format::Place;

    fn all(text: &str, reading: Reading) -> Result<Vec<Tree>, FormatError> {
        let mut lists = Lists::new(text, form_of(text), reading);
        std::iter::from_fn(|| lists.next(text)).collect()
    }

    fn points(tree: &Tree) -> Vec<Point> {
        tree.main_line().filter_map(|node| tree.action(node).point()).collect()
    }

    #[test]
    fn one_game_in_every_form() {
        let expected = [Point::at(7, 7), Point::at(8, 6), Point::at(7, 4)];
        let top = Reading { rows: Some(RowOrder::Top), ..Reading::default() };
        let bottom = Reading { rows: Some(RowOrder::Bottom), ..Reading::default() };
        for (text, reading) in [
            ("h8i9h11", Reading::default()),
            ("H8, I9 H11\n", bottom),
            ("h8 i7 h5", top),
            ("h8\ni9\nh11\n", Reading::default()),
            ("7,7 8,6 7,4", Reading::default()),
            ("(7,7);(8,6);(7,4)", top),
            ("7,7\n8,8\n7,10\n", bottom),
            ("0,0, 1,-1, 0,-3", Reading::default()),
            ("0,0, 1,-1, 0,-3", top),
            ("# rows: top\n# size: 15\nh8i7h5", Reading::default()),
            ("# form: offset\n0,0, 1,-1, 0,-3", Reading::default()),
        ] {
            let games = all(text, reading).unwrap();
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(points(&games[0]), expected, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = "# form: pos\n# rows: bottom\n# size: 15x15\nh8h9\n-\n# rule: caro\na1\n\
                    # size: 20x20\n# rule: unknown\nt20\n";
        let games = all(text, Reading::default()).unwrap();
        assert_eq!(games.len(), 4);
        assert_eq!(games[3].info.size, Size::square(20).unwrap());
        for format in [Format::Pos, Format::Pairs, Format::Offsets] {
            for rows in [None, Some(RowOrder::Top), Some(RowOrder::Bottom)] {
                let mut writer = ListWriter::new(format, rows);
                let mut out = Vec::new();
                for game in &games {
                    assert!(writer.write(game, &mut out).unwrap().is_empty());
                }
                let written = String::from_utf8(out).unwrap();
                if format == Format::Pos && rows.is_none() {
                    assert_eq!(written, text);
                }
                assert_eq!(form_of(&written), format);
                assert_eq!(all(&written, Reading::default()).unwrap(), games, "{written}");
            }
        }
    }

    #[test]
    fn errors_name_the_place() {
        let place = |text| match all(text, Reading::default()).unwrap_err().place {
            Place::Text { line, column } => (line, column),
            place => panic!("{place}"),
        };
        for (text, expected) in [
            ("h8\nh9 h99", (2, 4)),
            ("", (1, 1)),
            ("# nothing\n", (2, 1)),
            ("7,7 8,99", (1, 5)),
            ("7,7 8", (1, 5)),
            ("\u{e9}", (1, 1)),
            ("7,7\n 7,x", (2, 4)),
            ("0,0, -9,0", (1, 6)),
            ("# size: 99\nh8", (1, 1)),
            ("7,7\u{3000}99999,1", (1, 5)),
        ] {
            assert_eq!(place(text), expected, "{text}");
        }
    }
}
