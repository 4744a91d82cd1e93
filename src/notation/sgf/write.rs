//! Writing SGF: trees to text.

use super::points::{escaped, letters, whole};
use super::read::{parse_result, parse_rule};
use super::{OPENING, is_opening, notes, regulated};
use crate::board::Side;
use crate::notation::game::GameResult;
use crate::notation::losses::Losses;
use crate::notation::tree::{Action, NodeId, Note, Shape, Tree};
use std::io::{self, Write};

/// Moves on one line of a written file.
const MOVES_A_LINE: usize = 8;

/// The result as SGF writes it.
pub(super) fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::Win(Side::Black) => "B+",
        GameResult::Win(Side::White) => "W+",
        GameResult::Draw => "0",
    }
}

/// Writes a game with all that is in it, as UTF-8.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write_tree(tree: &Tree, out: &mut dyn Write) -> io::Result<Losses> {
    let mut losses = Losses::none();
    let opening = openings_by_comment(tree);
    write_root(tree, opening, out, &mut losses)?;
    // Nodes at the beginning of the main line that are still to be marked as the opening.
    let mut opening = opening.unwrap_or(0);
    let mut in_line = 0;
    let mut at = tree.first_child(NodeId::ROOT);
    while let Some(node) = at {
        let begins_variation = tree.has_siblings(node);
        if begins_variation || in_line == MOVES_A_LINE {
            out.write_all(b"\n")?;
            in_line = 0;
        }
        out.write_all(if begins_variation { b"(;" } else { b";" })?;
        write_action(tree.action(node), out)?;
        if opening > 0 {
            write!(out, "C[{OPENING}]")?;
            opening -= 1;
        }
        write_notes(tree, node, out, &mut losses)?;
        in_line += 1;
        at = match tree.first_child(node) {
            Some(child) => Some(child),
            None => next_variation(tree, node, out)?,
        };
    }
    out.write_all(b")\n")?;
    Ok(losses)
}

/// Closes all variations that end with `node`; the node after them, if there is one.
fn next_variation(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<Option<NodeId>> {
    let mut node = node;
    loop {
        let Some(parent) = tree.parent(node) else { return Ok(None) };
        if tree.has_siblings(node) {
            out.write_all(b")")?;
        }
        if let Some(sibling) = tree.next_sibling(node) {
            return Ok(Some(sibling));
        }
        node = parent;
    }
}

/// How many moves of the opening can be marked by a comment: all of them, or `None` when one of
/// them has something of its own to say, or when another comment would look like a mark.
fn openings_by_comment(tree: &Tree) -> Option<usize> {
    let count = tree.info.opening;
    let has_words = |node| {
        let is_word = |note: &Note<'_>| {
            matches!(
                note,
                Note::Comment(_) | Note::Value(_) | Note::Depth(_) | Note::Nodes(_) | Note::Time(_)
            )
        };
        tree.notes(node).any(|note| is_word(&note))
    };
    let line = tree.main_line().take(count);
    let (mut moves, mut silent) = (0, 0);
    for node in line {
        moves += 1;
        silent += usize::from(!has_words(node));
    }
    let next = tree.main_line().nth(count).and_then(|node| tree.comment(node));
    let is_clear = moves == count && silent == count && !next.is_some_and(|text| is_opening(&text));
    is_clear.then_some(count)
}

fn write_root(
    tree: &Tree,
    opening: Option<usize>,
    out: &mut dyn Write,
    losses: &mut Losses,
) -> io::Result<()> {
    let info = &tree.info;
    out.write_all(b"(;FF[4]GM[4]CA[UTF-8]AP[Tengen]")?;
    if info.size.is_square() {
        write!(out, "SZ[{}]", info.size.width())?;
    } else {
        write!(out, "SZ[{}:{}]", info.size.width(), info.size.height())?;
    }
    if opening.is_none() {
        write!(out, "OPENING[{}]", info.opening)?;
    }
    // What a file said in words of its own is written in these words, with the notes of the root.
    let own = |wanted: &'static str| {
        tree.notes(NodeId::ROOT).filter_map(move |note| match note {
            Note::Property(name, value) if name == wanted => Some(value),
            _ => None,
        })
    };
    let own_rule = own("RU").find_map(parse_rule);
    let own_result = own("RE").find_map(parse_result);
    let rule = info.rule.filter(|_| own_rule != info.rule).map(|rule| rule.to_string());
    let result = info.result.filter(|_| own_result != info.result).map(result_text);
    // The format knows days only.
    let date = info.date.as_deref().map(|date| match date.split_once('T') {
        Some((day, _)) if is_day(day) => {
            losses.add("times of day", 1);
            day
        }
        _ => date,
    });
    for (name, value) in [
        ("RU", rule.as_deref()),
        ("EV", info.event.as_deref()),
        ("RO", info.round.as_deref()),
        ("DT", date),
        ("PB", info.black.as_deref()),
        ("PW", info.white.as_deref()),
        ("RE", result),
        ("GC", info.reason.as_deref()),
    ] {
        if let Some(value) = value {
            write!(out, "{name}[{}]", escaped(value))?;
        }
    }
    if let Some(opening) = &info.regulated {
        regulated::write(opening, out)?;
    }
    write_notes(tree, NodeId::ROOT, out, losses)
}

/// Whether a text is a date as `2026-01-31`.
fn is_day(text: &str) -> bool {
    text.len() == "2026-01-31".len() && text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

fn write_action(action: Action, out: &mut dyn Write) -> io::Result<()> {
    let letter = |side| if side == Side::Black { 'B' } else { 'W' };
    match action {
        Action::None => Ok(()),
        Action::Pass(side) => write!(out, "{}[]", letter(side)),
        Action::Move { side, point } => {
            let [x, y] = letters(point);
            write!(out, "{}[{x}{y}]", letter(side))
        }
    }
}

fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "CR",
        Shape::Square => "SQ",
        Shape::Triangle => "TR",
        Shape::Cross => "MA",
        Shape::Spot => "SL",
    }
}

/// Writes the flags and notes of a node. Notes of one kind become one property, wherever they
/// stand among the others.
fn write_notes(
    tree: &Tree,
    node: NodeId,
    out: &mut dyn Write,
    losses: &mut Losses,
) -> io::Result<()> {
    if tree.is_marked(node) {
        out.write_all(b"HO[1]")?;
    }
    if tree.is_start(node) {
        out.write_all(b"START[1]")?;
    }
    if !tree.has_notes(node) {
        return Ok(());
    }
    if let Some(name) = tree.name(node) {
        write!(out, "N[{}]", escaped(&name.replace('\n', " ")))?;
    }
    write_comment(tree, node, out, losses)?;
    // Beside an opening by a regulation its properties would be taken for parts of it.
    let has_opening = node == NodeId::ROOT && tree.info.regulated.is_some();
    let is_taken = |name: &str| has_opening && regulated::is_ours(name);
    let mut last = "";
    for note in tree.sorted_notes(node) {
        let (name, value) = match note {
            Note::Stone(Side::Black, point) => ("AB", String::from_iter(letters(point))),
            Note::Stone(Side::White, point) => ("AW", String::from_iter(letters(point))),
            Note::Clear(point) => ("AE", String::from_iter(letters(point))),
            Note::Turn(Side::Black) => ("PL", "B".to_owned()),
            Note::Turn(Side::White) => ("PL", "W".to_owned()),
            Note::Mark(shape, point) => (shape_name(shape), String::from_iter(letters(point))),
            Note::Label(point, text) => {
                let [x, y] = letters(point);
                ("LB", format!("{x}{y}:{}", escaped(&text.replace('\n', " "))))
            }
            Note::Property(name, value) if can_be_written(name) && !is_taken(name) => {
                (name, whole(value).into_owned())
            }
            Note::Property(..) => {
                losses.add("properties of other formats", 1);
                continue;
            }
            Note::Name(_) | Note::Comment(_) | Note::Time(_) => continue,
            Note::Value(_) | Note::Depth(_) | Note::Nodes(_) => continue,
        };
        if name != last {
            out.write_all(name.as_bytes())?;
            last = name;
        }
        write!(out, "[{value}]")?;
    }
    Ok(())
}

/// Whether a property of that name says something beside what the tree itself is written as.
fn can_be_written(name: &str) -> bool {
    const OURS: [&str; 10] = ["FF", "GM", "CA", "AP", "SZ", "B", "W", "AB", "AW", "AE"];
    let is_name = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_name && !name.is_empty() && !OURS.contains(&name)
}

/// Writes the comment, with what a player noted as its last line.
fn write_comment(
    tree: &Tree,
    node: NodeId,
    out: &mut dyn Write,
    losses: &mut Losses,
) -> io::Result<()> {
    let find = |wanted: fn(&Note<'_>) -> bool| tree.notes(node).find(|note| wanted(note));
    let played = [
        find(|note| matches!(note, Note::Value(_))),
        find(|note| matches!(note, Note::Depth(_))),
        find(|note| matches!(note, Note::Nodes(_))),
        find(|note| matches!(note, Note::Time(_))),
    ];
    let line = notes::line(played.into_iter().flatten());
    let names = tree.notes(node).filter(|note| matches!(note, Note::Name(_))).count();
    losses.add("second names of a node", names.saturating_sub(1));
    let comment = tree.comment(node);
    match (comment.as_deref(), line.as_str()) {
        (None, "") => Ok(()),
        (None, line) => write!(out, "C[{}]", escaped(line)),
        (Some(comment), "") => write!(out, "C[{}]", escaped(comment)),
        (Some(comment), line) => write!(out, "C[{}\n{}]", escaped(comment), escaped(line)),
    }
}
