//! Values of SGF properties: points and texts, both ways.

use crate::board::{Point, Size};
use crate::notation::pos;
use crate::notation::text::unix_lines;
use std::borrow::Cow;

/// The largest board on which `tt` is a pass.
const LARGEST_WITH_TT: u8 = 19;

/// The largest board whose letters are all small.
const LETTERS: u8 = 26;

/// The point of a move, `None` in it for a pass; `None` when it is neither.
pub(super) fn parse_move(value: &str, size: Size) -> Option<Option<Point>> {
    let value = value.trim();
    let larger = size.width().max(size.height());
    if value.is_empty() || (larger <= LARGEST_WITH_TT && value.eq_ignore_ascii_case("tt")) {
        return Some(None);
    }
    parse_point(value, size).map(Some)
}

/// A point: two letters, or a name as `h8`. Capital letters follow `z`; on boards that have no
/// place for them they are another way to write small ones.
pub(super) fn parse_point(value: &str, size: Size) -> Option<Point> {
    let value = value.trim();
    let &[first, second] = value.as_bytes() else {
        return pos::parse_point(value, size).ok();
    };
    if !second.is_ascii_alphabetic() {
        return pos::parse_point(value, size).ok();
    }
    let is_large = size.width().max(size.height()) > LETTERS;
    let coordinate = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' if is_large => Some(letter - b'A' + LETTERS),
        b'A'..=b'Z' => Some(letter - b'A'),
        _ => None,
    };
    Point::new(coordinate(first)?, coordinate(second)?)
}

/// The corners of a point or a rectangle `aa:cc`, top left and bottom right.
pub(super) fn parse_rectangle(value: &str, size: Size) -> Option<(Point, Point)> {
    match value.split_once(':') {
        None => parse_point(value, size).map(|point| (point, point)),
        Some((one, other)) => {
            let (one, other) = (parse_point(one, size)?, parse_point(other, size)?);
            let from = Point::at(one.x().min(other.x()), one.y().min(other.y()));
            let to = Point::at(one.x().max(other.x()), one.y().max(other.y()));
            Some((from, to))
        }
    }
}

/// A point as two letters.
pub(super) fn letters(point: Point) -> [char; 2] {
    [point.x(), point.y()].map(|coordinate| match coordinate {
        0..LETTERS => char::from(b'a' + coordinate),
        _ => char::from(b'A' + coordinate - LETTERS),
    })
}

/// A text without its escapes; line ends are `\n`.
pub(super) fn text(value: &str) -> Cow<'_, str> {
    let value = unix_lines(value);
    if !value.contains('\\') {
        return value;
    }
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // An escaped line end is none at all.
                Some('\n') | None => {}
                Some(escaped) => text.push(escaped),
            },
            c => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// A text of one line, without its escapes: line ends are spaces.
pub(super) fn simple_text(value: &str) -> String {
    text(value).replace(['\n', '\t'], " ")
}

/// A text as a value: with escapes, without brackets around it.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(['\\', ']']) {
        Cow::Owned(text.replace('\\', "\\\\").replace(']', "\\]"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A value with its escapes, as it was written; with other ones if it cannot be written like that.
pub(super) fn whole(value: &str) -> Cow<'_, str> {
    let value = unix_lines(value);
    let mut is_escaped = false;
    let is_open = value.chars().any(|c| {
        let ends = c == ']' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    if is_open || is_escaped { Cow::Owned(escaped(&text(&value)).into_owned()) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_every_dialect() {
        let large = Size::square(32).unwrap();
        for (text, size, x, y) in [
            ("hh", Size::RENJU, 7, 7),
            ("HH", Size::RENJU, 7, 7),
            (" h8 ", Size::RENJU, 7, 7),
            ("o15", Size::RENJU, 14, 0),
            ("aF", large, 0, 31),
            ("tt", Size::square(20).unwrap(), 19, 19),
        ] {
            assert_eq!(parse_move(text, size), Some(Some(Point::at(x, y))), "{text}");
        }
        for text in ["", "  ", "tt", "TT"] {
            assert_eq!(parse_move(text, Size::RENJU), Some(None), "{text}");
        }
        for text in ["h", "hhh", "??", "p1", "h0", "\u{e9}", "a:b"] {
            assert_eq!(parse_move(text, Size::RENJU), None, "{text}");
        }
        assert_eq!(parse_move("GG", large), None);
        let corners = Some((Point::at(1, 0), Point::at(2, 3)));
        assert_eq!(parse_rectangle("cd:ba", Size::RENJU), corners);
        assert_eq!(letters(Point::at(25, 26)), ['z', 'A']);
    }

    #[test]
    fn texts_are_escaped_and_come_back() {
        for plain in ["", "a", "[x] \\ ]", "two\nlines", "\\"] {
            assert_eq!(text(&escaped(plain)), plain);
        }
        assert_eq!(text("a\\\r\nb\\"), "ab");
        assert_eq!(simple_text("a\r\nb"), "a b");
        for (value, written) in
            [("a\\]b\\\\", "a\\]b\\\\"), ("a]b", "a\\]b"), ("a\\]b]", "a\\]b\\]"), ("a\\", "a")]
        {
            assert_eq!(whole(value), written);
        }
    }
}
