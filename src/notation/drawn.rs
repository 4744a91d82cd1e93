//! Drawn boards as people and programs paste them: `X`, `O` and `.`, with or without coordinates.
//!
//! Black stones are `X`, `x`, `*`, `#` or a filled circle, white ones `O`, `o` or an empty circle;
//! empty points are `.`, `+`, `-`, `_` or the crossings of box drawing; `3`, `4` and `6`, as this program shows
//! forbidden points, are empty too. Parentheses or brackets stand around the last move. Numbers of
//! rows may stand at either side, letters of columns above or below. The top row of the picture is
//! the top row of the board.

use super::diagram::{Cell, Diagram};
use super::format::{Format, FormatError, Reading};
use super::losses::Losses;
use super::plain::{self, KeptInfo};
use super::tree::{Action, NodeId, Note, Tree};
use crate::board::{MAX_SIZE, Point, Side, Size};
use std::io::{self, Write};

/// What a character of a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    Point(Option<Side>),
    Opening,
    Closing,
    Space,
}

fn symbol(c: char) -> Option<Symbol> {
    Some(match c {
        'X' | 'x' | '*' | '#' | '\u{25cf}' | '\u{26ab}' | '\u{2b24}' => {
            Symbol::Point(Some(Side::Black))
        }
        'O' | 'o' | '\u{25cb}' | '\u{26aa}' | '\u{25ef}' => Symbol::Point(Some(Side::White)),
        '.' | '+' | '-' | '_' | '\u{b7}' | '3' | '4' | '6' => Symbol::Point(None),
        // The lines between the crossings.
        '\u{2500}' | '\u{2502}' | '|' => Symbol::Space,
        '\u{2501}'..='\u{257f}' => Symbol::Point(None),
        '(' | '[' => Symbol::Opening,
        ')' | ']' => Symbol::Closing,
        c if c.is_whitespace() => Symbol::Space,
        _ => return None,
    })
}

/// How many columns a line names, if it is nothing but letters from `a` on.
fn column_names(line: &str) -> Option<usize> {
    let letters: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let letters = letters.to_ascii_lowercase();
    let mut rest = letters.as_str();
    let mut count = 0;
    while !rest.is_empty() && count < MAX_SIZE {
        rest = rest.strip_prefix(super::pos::column_name(count).as_str())?;
        count += 1;
    }
    (count > 0 && rest.is_empty()).then_some(usize::from(count))
}

/// A line of the picture, and how much of it may be numbers of the row at its sides.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    left: usize,
    right: usize,
}

impl<'a> Line<'a> {
    fn new(line: &'a str) -> Line<'a> {
        let text = line.trim();
        let is_digit = |c: char| c.is_ascii_digit();
        let left = text.len() - text.trim_start_matches(is_digit).len();
        let is_number = text[left..].starts_with([' ', '\t', '(', '[', '|']);
        let left = if is_number { left } else { 0 };
        let row = &text[left..];
        let end = row.trim_end_matches(is_digit);
        let has_gap = end.ends_with([' ', '\t', ')', ']', '|']);
        Line { text, left, right: if has_gap { row.len() - end.len() } else { 0 } }
    }

    /// Whether what stands at the right cannot be a forbidden point.
    fn ends_with_number(self) -> bool {
        let right = &self.text[self.text.len() - self.right..];
        !right.is_empty() && !["3", "4", "6"].contains(&right)
    }

    /// The points, without the numbers that are there.
    fn points(self, has_left: bool, has_right: bool) -> &'a str {
        let start = if has_left { self.left } else { 0 };
        let end = if has_right { self.text.len() - self.right } else { self.text.len() };
        &self.text[start..end]
    }
}

/// Whether a text begins like a drawn board.
pub(super) fn looks_drawn(start: &str) -> bool {
    const FEWEST_POINTS: usize = 5;
    let mut lines = start.lines().filter(|line| !line.trim().is_empty());
    let Some(mut line) = lines.next() else { return false };
    if column_names(line).is_some_and(|count| count >= FEWEST_POINTS) {
        match lines.next() {
            Some(next) => line = next,
            None => return false,
        }
    }
    let line = Line::new(line);
    let row = line.points(true, line.ends_with_number());
    let mut points = 0;
    for c in row.chars() {
        match symbol(c) {
            None => return false,
            Some(Symbol::Point(_)) => points += 1,
            Some(_) => {}
        }
    }
    // Offsets, such as `-4,3`, have commas; numbers of one digit may be anything.
    points >= FEWEST_POINTS && row.contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace())
}

/// A row of the picture: the stones on its points, and which point is marked.
struct Row {
    points: Vec<Option<Side>>,
    last: Option<usize>,
}

/// Reads a row. The error is a character's place in it and what is wrong there.
fn read_row(row: &str) -> Result<Row, (usize, String)> {
    let mut points = Vec::new();
    let (mut opened, mut last) = (None, None);
    for (at, c) in row.char_indices() {
        match symbol(c) {
            Some(Symbol::Space) => {}
            Some(Symbol::Point(stone)) => points.push(stone),
            Some(Symbol::Opening) if opened.is_none() && last.is_none() => {
                opened = Some(points.len());
            }
            Some(Symbol::Closing) if opened.is_some_and(|start| start + 1 == points.len()) => {
                last = opened.take();
            }
            Some(_) => return Err((at, format!("'{c}' is out of place"))),
            None => return Err((at, format!("'{}' is no point", c.escape_debug()))),
        }
        if points.len() > usize::from(MAX_SIZE) {
            return Err((at, format!("a row has more than {MAX_SIZE} points")));
        }
    }
    match opened {
        Some(_) => Err((row.len(), "a bracket is not closed".to_owned())),
        None => Ok(Row { points, last }),
    }
}

/// Reads a drawn board: its stones are set up at the root, the last move as the last of them.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(text: &str, reading: &Reading) -> Result<Tree, FormatError> {
    let error = |offset, reason: String| FormatError::in_text(Format::Drawn, text, offset, reason);
    let offset_of = |part: &str| (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let mut columns = None;
    let mut rows: Vec<Line<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match column_names(line) {
            Some(count) => columns = Some(count),
            None => rows.push(Line::new(line)),
        }
        if rows.len() > usize::from(MAX_SIZE) {
            let reason = format!("the picture has more than {MAX_SIZE} rows");
            return Err(error(offset_of(line), reason));
        }
    }
    // Numbers stand beside all rows or beside none; one that cannot be a point gives them away.
    let has_left = rows.iter().all(|row| row.left > 0);
    let has_right = rows.iter().any(|row| row.ends_with_number());
    let mut stones = Vec::new();
    let mut last = None;
    let mut width = columns;
    let height = rows.len();
    for (y, line) in rows.into_iter().enumerate() {
        let row = line.points(has_left, has_right);
        let start = offset_of(row);
        let read = read_row(row).map_err(|(at, reason)| error(start + at, reason))?;
        let expected = *width.get_or_insert(read.points.len());
        if read.points.len() != expected {
            let reason = format!("the row has {} points instead of {expected}", read.points.len());
            return Err(error(start, reason));
        }
        let point = |x: usize| Point::new(x as u8, y as u8);
        for (x, stone) in read.points.iter().enumerate() {
            stones.extend(stone.and_then(|side| Some((point(x)?, side))));
        }
        if let Some(marked) = read.last.and_then(point) {
            if last.is_some() {
                return Err(error(start, "a second last move".to_owned()));
            }
            last = stones.iter().copied().find(|stone| stone.0 == marked);
        }
    }
    let width = width.unwrap_or(0);
    let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let size = Size::new(byte(width), byte(height)).map_err(|invalid| {
        let reason = format!("the picture has {width} columns and {height} rows; {invalid}");
        error(text.len(), reason)
    })?;
    Ok(tree_of(size, &stones, last, reading))
}

fn tree_of(
    size: Size,
    stones: &[(Point, Side)],
    last: Option<(Point, Side)>,
    reading: &Reading,
) -> Tree {
    let mut tree = Tree::new(size);
    tree.info.rule = reading.rule;
    let mut ordered = plain::in_turn(stones, tree.turn_order());
    if let Some(last) = last {
        ordered.retain(|&stone| stone != last);
        ordered.push(last);
    }
    for &(point, side) in &ordered {
        tree.add_note(NodeId::ROOT, Note::Stone(side, point));
    }
    let usual = usual_turn(ordered.iter().map(|stone| stone.1));
    if let Some((_, side)) = last.filter(|&(_, side)| !side != usual) {
        tree.add_note(NodeId::ROOT, Note::Turn(!side));
    }
    tree
}

/// Whose turn it is where nothing is said.
fn usual_turn(stones: impl Iterator<Item = Side>) -> Side {
    let (black, white): (Vec<Side>, Vec<Side>) = stones.partition(|&side| side == Side::Black);
    if black.len() > white.len() { Side::White } else { Side::Black }
}

/// Draws the end of the main line.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(tree: &Tree, out: &mut dyn Write) -> io::Result<Losses> {
    let mut losses = Losses::none();
    let mut stones: Vec<(Point, Side)> = Vec::new();
    let order = tree.turn_order();
    let (mut turn, mut due) = (None, order.start());
    let mut moves = 0;
    for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
        let put = |stones: &mut Vec<(Point, Side)>, stone: (Point, Side)| {
            stones.retain(|&(point, _)| point != stone.0);
            stones.push(stone);
        };
        match tree.action(node) {
            Action::Move { side, point } => {
                put(&mut stones, (point, side));
                moves += 1;
            }
            Action::Pass(_) | Action::None => {}
        }
        if tree.action(node) != Action::None {
            due = tree.action(node).turn_after(due, order);
            turn = Some(due.side);
        }
        for note in tree.notes(node) {
            match note {
                Note::Stone(side, point) => {
                    put(&mut stones, (point, side));
                    turn = None;
                }
                Note::Clear(point) => stones.retain(|&(other, _)| other != point),
                Note::Turn(side) => turn = Some(side),
                _ => {}
            }
        }
    }
    let size = tree.info.size;
    let before = stones.len();
    stones.retain(|&(point, _)| size.contains(point));
    losses.add("stones off the board", before - stones.len());
    losses.add("places of moves in their order", moves);
    let mut picture = Diagram::new(size);
    for &(point, side) in &stones {
        picture.set(point, Cell::Stone(side));
    }
    // The last move says whose turn it is. It is shown where that is true, be it known or not.
    let usual = usual_turn(stones.iter().map(|stone| stone.1));
    let due = turn.unwrap_or(usual);
    match stones.last() {
        Some(&(point, side)) if !side == due => picture.set_last(Some(point)),
        _ => losses.add("turns", usize::from(due != usual)),
    }
    write!(out, "{picture}")?;
    plain::lose_variations(tree, &mut losses);
    plain::lose_notes(tree, &mut losses, |_| false);
    plain::lose_info(&tree.info, KeptInfo::default(), &mut losses);
    Ok(losses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::format::Place;
    use crate::rules::RuleKind;

    fn tree(text: &str) -> Tree {
        read(text, &Reading::default()).unwrap()
    }

    #[test]
    fn boards_of_every_style_are_one_board() {
        let own =
            " 5 . . . . .\n 4 . . .(O).\n 3 . . X . .\n 2 . . . X .\n 1 . . . . O\n   a b c d e\n";
        let expected = tree(own);
        assert_eq!(expected.notes(NodeId::ROOT).count(), 4);
        for text in [
            ".....\n...(o).\n..x..\n...x.\n....o",
            "  A B C D E\n1 + + + + + 1\n2 - - -[O]- 2\n3 _ _ * _ _ 3\n4 . . . # . 4\n5 . . . . O 5\n  A B C D E\n",
            "\n|.|.|.|.|.|\n|.|.|.|(O)|.|\n\n|.|.|X|.|.|\n|.|.|.|X|.|\n|.|.|.|.|O|\n",
            "\u{250c}\u{2500}\u{252c}\u{2500}\u{252c}\u{2500}\u{252c}\u{2500}\u{2510}\n\
             \u{251c}\u{2500}\u{253c}\u{2500}\u{253c}\u{2500}(\u{25cb})\u{2500}\u{2524}\n\
             \u{251c}\u{2500}\u{253c}\u{2500}\u{25cf}\u{2500}\u{253c}\u{2500}\u{2524}\n\
             \u{251c}\u{2500}\u{253c}\u{2500}\u{253c}\u{2500}\u{25cf}\u{2500}\u{2524}\n\
             \u{2514}\u{2500}\u{2534}\u{2500}\u{2534}\u{2500}\u{2534}\u{2500}\u{25cb}\n",
            "3 . . . .\n. . .(O).\n. . X . .\n4 . . X .\n. . . . O",
            " 5 . . . . 4\n 4 . . .(O).\n 3 . . X . .\n 2 . . . X .\n 1 . . . . O\n",
        ] {
            assert!(looks_drawn(text) || text.starts_with('3'), "{text}");
            assert_eq!(read(text, &Reading::default()), Ok(expected.clone()), "{text}");
        }
        let mut out = Vec::new();
        assert!(write(&expected, &mut out).unwrap().is_empty());
        assert_eq!(String::from_utf8(out).unwrap(), own);
        let position = expected.position(NodeId::ROOT, RuleKind::Renju).unwrap();
        assert_eq!((position.side(), position.ply()), (Side::Black, 4));
        assert_eq!(position.last().unwrap().point, Point::at(3, 1));
    }

    #[test]
    fn whose_turn_it_is() {
        let turn = |rows: &str| {
            let text = format!("{rows}\n.....\n.....\n.....\n.....");
            tree(&text).position(NodeId::ROOT, RuleKind::Freestyle).unwrap().side()
        };
        assert_eq!(turn("....."), Side::Black);
        assert_eq!(turn("X...."), Side::White);
        assert_eq!(turn("XO..."), Side::Black);
        // The last move says it against the numbers.
        assert_eq!(turn("(X)O..."), Side::White);
        assert_eq!(turn("XX(O).."), Side::Black);
    }

    #[test]
    fn errors_name_the_place() {
        let place = |text: &str| match read(text, &Reading::default()).unwrap_err().place {
            Place::Text { line, column } => (line, column),
            place => panic!("{place}"),
        };
        for (text, expected) in [
            ("", (1, 1)),
            ("..?..\n", (1, 3)),
            (".....\n....\n", (2, 1)),
            ("....(.\n", (1, 7)),
            (".....\n.....\n.....\n.....\n", (5, 1)),
            ("(X)....\n(O)....\n.....\n.....\n.....\n", (2, 1)),
        ] {
            assert_eq!(place(text), expected, "{text}");
        }
        assert!(read(&"x".repeat(40), &Reading::default()).is_err());
        assert!(read(&".....\n".repeat(40), &Reading::default()).is_err());
    }
}
