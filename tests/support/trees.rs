//! Games with variations and notes, made at random.

use super::random::Random;
use std::time::Duration;
use tengen::board::{Point, Side, Size};
use tengen::notation::game::{GameResult, RecordedTurn, RegulatedOpening};
use tengen::notation::tree::{Action, NodeId, Note, Shape, Tree};
use tengen::rules::RuleKind;

/// What a tree may have in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Everything.
    All,
    /// What a library can hold.
    Library,
    /// What a game of Piskvork can hold.
    Piskvork,
    /// Moves in turn, size and rule.
    Moves,
    /// Stones on a board.
    Stones,
}

/// A tree with up to `most` nodes.
pub fn tree(random: &mut Random, content: Content, most: usize) -> Tree {
    let size = match content {
        Content::Library => Size::RENJU,
        _ if random.chance(60) => Size::RENJU,
        _ => Size::new(random.between(5, 32) as u8, random.between(5, 32) as u8).unwrap(),
    };
    let mut tree = Tree::new(size);
    match content {
        Content::All => everything(random, &mut tree, most),
        Content::Library => library(random, &mut tree, most),
        Content::Piskvork => {
            tree.info.rule = random.chance(50).then(|| random.pick(&RuleKind::ALL));
            line(random, &mut tree, most, true);
            tree.info.result = random.chance(70).then(|| result(random));
            tree.info.black = random.chance(70).then(|| name(random));
            tree.info.white = tree.info.black.is_some().then(|| name(random));
        }
        Content::Moves => {
            tree.info.rule = random.chance(50).then(|| random.pick(&RuleKind::ALL));
            line(random, &mut tree, most, false);
        }
        Content::Stones => {
            let mut stones = Vec::new();
            for point in size.points() {
                if random.chance(20) {
                    stones.push((point, random.pick(&Side::ALL)));
                }
            }
            for side in Side::ALL {
                for &(point, _) in stones.iter().filter(|stone| stone.1 == side) {
                    tree.add_note(NodeId::ROOT, Note::Stone(side, point));
                }
            }
        }
    }
    tree
}

fn point(random: &mut Random, size: Size) -> Point {
    let x = random.below(size.width().into());
    Point::at(x as u8, random.below(size.height().into()) as u8)
}

fn result(random: &mut Random) -> GameResult {
    random.pick(&[GameResult::Draw, GameResult::Win(Side::Black), GameResult::Win(Side::White)])
}

/// A text of one line that begins and ends with a letter.
fn name(random: &mut Random) -> String {
    const MIDDLE: [&str; 8] = ["a", " ", "[x]", "\\", "\u{e9}", "\u{9ed1}", ":", "-1,2"];
    let middle: String = (0..random.below(6)).map(|_| random.pick(&MIDDLE)).collect();
    format!("n{middle}{}", random.pick(&["m", "\u{767d}"]))
}

/// A text of several lines, none of which looks like notes of an engine.
fn comment(random: &mut Random) -> String {
    let lines: Vec<String> = (0..random.between(1, 3)).map(|_| name(random)).collect();
    let start = random.pick(&["", "\n", " "]);
    format!("{start}{}", lines.join(random.pick(&["\n", "\n\n"])))
}

/// Moves in turn, one after another, with times or without.
fn line(random: &mut Random, tree: &mut Tree, most: usize, with_times: bool) {
    let mut end = NodeId::ROOT;
    for _ in 0..random.below(most) {
        let action = Action::play(tree.natural_side(end), point(random, tree.info.size));
        end = tree.add(end, action);
        if with_times {
            let milliseconds = random.below(100_000) as u64;
            tree.add_note(end, Note::Time(Duration::from_millis(milliseconds)));
        }
    }
}

/// An opening by a regulation, of turns that may be anything.
fn regulated(random: &mut Random) -> RegulatedOpening {
    let turn = |random: &mut Random| RecordedTurn {
        text: if random.chance(80) { name(random) } else { String::new() },
        time: random.chance(50).then(|| Duration::from_micros(random.number() % 1_000_000_000)),
    };
    RegulatedOpening {
        regulation: name(random),
        first: random.pick(&Side::ALL),
        turns: (0..random.below(6)).map(|_| turn(random)).collect(),
    }
}

/// A node to go on from: mostly the last one, so that there are long lines.
fn place(random: &mut Random, nodes: &[NodeId]) -> NodeId {
    if random.chance(75) { nodes[nodes.len() - 1] } else { random.pick(nodes) }
}

fn flags(random: &mut Random, tree: &mut Tree, node: NodeId) {
    tree.set_marked(node, random.chance(10));
    tree.set_start(node, random.chance(3));
}

fn everything(random: &mut Random, tree: &mut Tree, most: usize) {
    let info = &mut tree.info;
    info.rule = random.chance(50).then(|| random.pick(&RuleKind::ALL));
    info.result = random.chance(50).then(|| result(random));
    for text in [&mut info.black, &mut info.white, &mut info.event, &mut info.round] {
        *text = random.chance(40).then(|| name(random));
    }
    info.reason = random.chance(30).then(|| name(random));
    info.date = random.chance(30).then(|| "2026-11-30".to_owned());
    let mut nodes = vec![NodeId::ROOT];
    if random.chance(30) {
        notes(random, tree, NodeId::ROOT);
    }
    for _ in 0..random.below(most) {
        let parent = place(random, &nodes);
        let side =
            if random.chance(90) { tree.natural_side(parent) } else { random.pick(&Side::ALL) };
        let action = match random.below(30) {
            0 => Action::None,
            1 => Action::Pass(side),
            _ => Action::play(side, point(random, tree.info.size)),
        };
        let node = tree.add(parent, action);
        flags(random, tree, node);
        if random.chance(20) {
            notes(random, tree, node);
        }
        if action == Action::None && !tree.has_notes(node) {
            tree.add_note(node, Note::Clear(Point::at(0, 0)));
        }
        nodes.push(node);
    }
    let main_line = tree.main_line().count();
    tree.info.opening = if random.chance(30) { random.below(main_line + 1) } else { 0 };
    tree.info.regulated = random.chance(30).then(|| regulated(random));
}

/// Notes of all kinds.
fn notes(random: &mut Random, tree: &mut Tree, node: NodeId) {
    let size = tree.info.size;
    if random.chance(30) {
        tree.add_note(node, Note::Name(&name(random)));
    }
    if random.chance(60) {
        tree.add_note(node, Note::Comment(&comment(random)));
    }
    for _ in 0..random.below(3) {
        let (one, other) = (point(random, size), point(random, size));
        let label = name(random);
        let shape = random.pick(&Shape::ALL);
        tree.add_note(node, Note::Mark(shape, one));
        tree.add_note(node, Note::Label(other, &label));
    }
    if random.chance(15) {
        tree.add_note(node, Note::Stone(random.pick(&Side::ALL), point(random, size)));
        tree.add_note(node, Note::Clear(point(random, size)));
        tree.add_note(node, Note::Turn(random.pick(&Side::ALL)));
    }
    if random.chance(30) {
        tree.add_note(node, Note::Value(random.pick(&["+35", "-M8", "0.5", "\u{e9}"])));
        tree.add_note(node, Note::Depth(random.below(100) as u32));
        tree.add_note(node, Note::Nodes(random.number()));
        let micros = random.number() % 1_000_000_000_000;
        tree.add_note(node, Note::Time(Duration::from_micros(micros)));
    }
    if random.chance(20) {
        tree.add_note(node, Note::Property("KM", "6.5"));
        tree.add_note(node, Note::Property("5A", "i\\]j\\\\"));
        tree.add_note(node, Note::Property("5A", ""));
    }
}

fn library(random: &mut Random, tree: &mut Tree, most: usize) {
    let mut nodes = vec![NodeId::ROOT];
    if random.chance(20) {
        library_notes(random, tree, NodeId::ROOT);
    }
    let begins_with_h8 = random.chance(50);
    for n in 0..random.below(most) {
        let parent = place(random, &nodes);
        let side = tree.natural_side(parent);
        let action = match random.below(40) {
            _ if n == 0 && begins_with_h8 => Action::play(side, Point::at(7, 7)),
            0 if !begins_with_h8 => Action::Pass(side),
            _ => Action::play(side, point(random, Size::RENJU)),
        };
        let node = tree.add(parent, action);
        flags(random, tree, node);
        if random.chance(30) {
            library_notes(random, tree, node);
        }
        nodes.push(node);
    }
}

fn library_notes(random: &mut Random, tree: &mut Tree, node: NodeId) {
    // A text on the node's own point comes first, as it does in the file.
    if let Some(point) = tree.action(node).point().filter(|_| random.chance(40)) {
        tree.add_note(node, Note::Label(point, &name(random)));
    }
    if random.chance(50) {
        tree.add_note(node, Note::Name(&name(random)));
    }
    if random.chance(50) {
        tree.add_note(node, Note::Comment(&comment(random)));
    }
    for _ in 0..random.below(3) {
        let other = point(random, Size::RENJU);
        if tree.action(node).point() != Some(other) {
            tree.add_note(node, Note::Label(other, &name(random)));
        }
    }
}
