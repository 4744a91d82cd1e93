//! Databases of analysed positions as text, one position a line: what `YXDBTOTXT`, the command with
//! which Yixin-Board has a database exported, writes.
//!
//! The form is that of the engine Rapfi, whose source is public: a line of column names, then
//! `index,key,label,value,depth,bound,text`. A key is rule (`f`, `s`, `r`), width, height, black
//! stones, white stones and the side to move, as `r-15-15-h8i9-h9-w`; values are for the side to
//! move, wins and losses near 30000. A label says what the position is for the side that moved last:
//! `w` won, `l` lost. Texts are in double quotes, with `\n` for the end of a line.

use crate::board::{Point, Side, Size};
use crate::rules::RuleKind;
use crate::value::Value;
use std::fmt;

/// The first line of such a file.
pub const HEADER: &str = "index,key,label,value,depth,bound,text";

/// Numbers from here on tell a win or loss in so many plies less than [`MATE`].
const LEAST_MATE: i32 = 29_000;
const MATE: i32 = 30_000;
/// What texts on points, rather than about the position, begin with.
const POINT_TEXTS: &str = "@BTXT@";

/// How exact a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// There is no value.
    None,
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The rule.
    pub rule: RuleKind,
    /// Width and height of the board.
    pub size: Size,
    /// The black stones.
    pub black: Vec<Point>,
    /// The white stones.
    pub white: Vec<Point>,
    /// The side to move.
    pub to_move: Side,
    /// A mark of one character, if there is one.
    pub label: Option<char>,
    /// The value for the side to move.
    pub value: Value,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// How exact the value is.
    pub bound: Bound,
    /// What is written about the position.
    pub comment: String,
    /// How many points have a text of their own. They are not kept.
    pub point_texts: usize,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// It does not have seven columns.
    Columns,
    /// The key is none.
    Key,
    /// The value or depth is no number.
    Number,
    /// The bound is none of `exact`, `lower`, `upper` and `none`.
    Bound,
    /// The text is not in double quotes.
    Text,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EntryError::Columns => "seven columns are due: index,key,label,value,depth,bound,text",
            EntryError::Key => "a key is rule-width-height-black-white-side, as r-15-15-h8i9-h9-w",
            EntryError::Number => "value and depth are whole numbers",
            EntryError::Bound => "a bound is exact, lower, upper or none",
            EntryError::Text => "the text must stand in double quotes",
        })
    }
}

impl std::error::Error for EntryError {}

/// Reads a line after the first.
///
/// ```
/// use tengen::notation::yixin::parse;
/// use tengen::value::Value;
///
/// let entry = parse(r#"0,r-15-15-h8i9-h9-w,(none),-35,12,exact,"good for black""#).unwrap();
/// assert_eq!((entry.value, entry.depth), (Value::score(-35), 12));
/// assert_eq!(entry.comment, "good for black");
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn parse(line: &str) -> Result<Entry, EntryError> {
    let mut columns = line.trim_end_matches(['\r', '\n']).splitn(7, ',');
    let mut next = || columns.next().ok_or(EntryError::Columns);
    let _index = next()?;
    let key = next()?;
    let label = next()?;
    let value: i32 = next()?.trim().parse().map_err(|_| EntryError::Number)?;
    let depth: i32 = next()?.trim().parse().map_err(|_| EntryError::Number)?;
    let bound = match next()? {
        "exact" => Bound::Exact,
        "lower" => Bound::Lower,
        "upper" => Bound::Upper,
        "none" => Bound::None,
        _ => return Err(EntryError::Bound),
    };
    let text = unquoted(next()?).ok_or(EntryError::Text)?;
    let (comment, point_texts) = split_text(&text);
    let (rule, size, black, white, to_move) = parse_key(key).ok_or(EntryError::Key)?;
    let mut letters = label.chars();
    let label = letters.next().filter(|_| letters.next().is_none());
    Ok(Entry {
        rule,
        size,
        black,
        white,
        to_move,
        label,
        value: value_of(value),
        depth: u32::try_from(depth).unwrap_or(0),
        bound,
        comment,
        point_texts,
    })
}

fn value_of(number: i32) -> Value {
    let plies = (MATE - number.saturating_abs()).max(0) as u32;
    if number >= LEAST_MATE {
        Value::win_in(plies)
    } else if number <= -LEAST_MATE {
        Value::loss_in(plies)
    } else {
        Value::score(number)
    }
}

type Key = (RuleKind, Size, Vec<Point>, Vec<Point>, Side);

fn parse_key(key: &str) -> Option<Key> {
    let parts: Vec<&str> = key.split('-').collect();
    let [rule, width, height, black, white, side] = parts[..] else { return None };
    let rule = match rule {
        "f" => RuleKind::Freestyle,
        "s" => RuleKind::Standard,
        "r" => RuleKind::Renju,
        _ => return None,
    };
    let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let side = match side {
        "b" => Side::Black,
        "w" => Side::White,
        _ => return None,
    };
    Some((rule, size, parse_points(black, size)?, parse_points(white, size)?, side))
}

/// Points as `h8i9`. Columns after `z` go on with the characters that follow it.
fn parse_points(text: &str, size: Size) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    let mut rest = text;
    while let Some(column) = rest.chars().next() {
        let x = u32::from(column).checked_sub(u32::from('a'))?;
        rest = &rest[column.len_utf8()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let row: i32 = rest[..digits].parse().ok()?;
        points.push(size.point(i32::try_from(x).ok()?, row.checked_sub(1)?)?);
        rest = &rest[digits..];
    }
    Some(points)
}

/// The text inside double quotes, with its escapes undone.
fn unquoted(text: &str) -> Option<String> {
    let inside = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                'n' => out.push('\n'),
                'b' => out.push('\u{8}'),
                other => out.push(other),
            },
            c => out.push(c),
        }
    }
    Some(out)
}

/// The comment, and how many texts on points there are before it.
fn split_text(text: &str) -> (String, usize) {
    let (points, comment) = match text.strip_prefix(POINT_TEXTS) {
        Some(rest) => rest.split_once('\u{8}').unwrap_or((rest, "")),
        None => ("", text),
    };
    let count = points.lines().filter(|line| !line.is_empty()).count();
    (comment.replace('\u{8}', "\n").trim().to_owned(), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read() {
        let line = r#"7,f-20-19-a1t19-c3-b,w,-29993,30,exact,"@BTXT@00A\n12B\ba \"b\" \\ c\nd""#;
        let entry = parse(line).unwrap();
        assert_eq!((entry.rule, entry.size), (RuleKind::Freestyle, Size::new(20, 19).unwrap()));
        assert_eq!(entry.black, [Point::at(0, 0), Point::at(19, 18)]);
        assert_eq!((entry.white.as_slice(), entry.to_move), (&[Point::at(2, 2)][..], Side::Black));
        assert_eq!((entry.label, entry.value), (Some('w'), Value::loss_in(7)));
        assert_eq!((entry.depth, entry.bound), (30, Bound::Exact));
        assert_eq!((entry.comment.as_str(), entry.point_texts), ("a \"b\" \\ c\nd", 2));
        let bare = parse("0,s-15-15----b,(null),0,0,none,\"\"");
        assert_eq!(bare, Err(EntryError::Key));
        let bare = parse("0,s-15-15---b,(null),0,0,none,\"\"").unwrap();
        assert_eq!((bare.label, bare.black.len(), bare.comment.as_str()), (None, 0, ""));
    }

    #[test]
    fn what_is_refused() {
        let line = r#"7,r-15-15-h8-h9-b,x,5,3,exact,"text""#;
        assert!(parse(line).is_ok());
        for (part, wrong, error) in [
            ("r-15", "q-15", EntryError::Key),
            ("h8", "h16", EntryError::Key),
            ("h8", "h", EntryError::Key),
            ("h8", "h0", EntryError::Key),
            ("-b", "-x", EntryError::Key),
            (",5", ",five", EntryError::Number),
            ("exact", "about", EntryError::Bound),
            ("\"text\"", "text", EntryError::Text),
            (",\"text\"", "", EntryError::Columns),
        ] {
            assert_eq!(parse(&line.replace(part, wrong)), Err(error), "{wrong}");
        }
        for end in 0..line.len() {
            assert!(parse(&line[..end]).is_err());
        }
    }
}
