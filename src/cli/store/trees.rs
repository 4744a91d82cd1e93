//! Game files and opening libraries into a store: every position, with what is written about it.

use super::{ImportArgs, failed};
use crate::board::{NullObserver, Position, Turn};
use crate::cli::error::CommandError;
use crate::cli::input::GameFile;
use crate::cli::options;
use crate::notation::tree::{Action, NodeId, Note, Tree};
use crate::rules::RuleKind;
use crate::store::{Batch, Record};
use std::path::Path;

/// What was left out of a file.
#[derive(Debug, Default)]
struct LeftOut {
    /// Nodes that cannot be placed, with all that follows them.
    impossible: u64,
    /// Texts and marks on other points than the last move: they would have to turn with the board.
    on_points: u64,
}

/// Reads all games of a file. Says what was left out.
pub(super) fn put(
    path: &Path,
    args: &ImportArgs,
    batch: &mut Batch<'_>,
) -> Result<String, CommandError> {
    let file = GameFile::open(path, args.reading.format)?;
    let reading = args.reading.reading(None, Some(args.rule));
    let mut left_out = LeftOut::default();
    let mut remarks = String::new();
    for tree in file.games(reading) {
        let tree = tree?;
        for remark in tree.remarks() {
            remarks += &format!("{remark}\n");
        }
        put_tree(&tree, args, batch, &mut left_out)?;
    }
    for (count, what) in [
        (left_out.impossible, "moves that cannot be placed, left out with all that follows them"),
        (left_out.on_points, "texts and marks on points, left out"),
    ] {
        if count > 0 {
            remarks += &format!("{count} {what}\n");
        }
    }
    Ok(remarks)
}

/// A node on the way from the root to the present one, and how to take it back.
struct Step {
    node: NodeId,
    turn: Turn,
    undo: Undo,
}

enum Undo {
    Nothing,
    Stone,
    Position(Box<Position>),
}

fn put_tree(
    tree: &Tree,
    args: &ImportArgs,
    batch: &mut Batch<'_>,
    left_out: &mut LeftOut,
) -> Result<(), CommandError> {
    let rule = tree.info.rule.unwrap_or(args.rule);
    options::one_stone(rule, "a position store")?;
    let mut position = Position::with_order(tree.info.size, rule.rule().turn_order());
    let mut steps: Vec<Step> = Vec::new();
    // The last node that could not be placed: what comes below it is passed over.
    let mut refused: Option<NodeId> = None;
    for node in tree.walk() {
        let parent = tree.parent(node);
        if let Some(lost) = refused {
            if parent.is_some_and(|parent| parent == lost || is_below(tree, parent, lost)) {
                continue;
            }
            refused = None;
        }
        while let Some(step) = steps.pop_if(|step| Some(step.node) != parent) {
            take_back(&mut position, step);
        }
        match apply(tree, node, rule, &mut position) {
            Some(step) => steps.push(step),
            None => {
                left_out.impossible += 1;
                refused = Some(node);
                continue;
            }
        }
        let note = note_of(tree, node, left_out);
        if position.ply() > 0 && (tree.action(node) != Action::None || !note.is_empty()) {
            let record = Record { analysis: None, note };
            batch.put(&position, rule, record).map_err(|error| failed(&args.store, &error))?;
        }
    }
    Ok(())
}

/// Whether `node` lies below `above`.
fn is_below(tree: &Tree, node: NodeId, above: NodeId) -> bool {
    std::iter::successors(Some(node), |&node| tree.parent(node)).any(|node| node == above)
}

/// Does what a node does. `None`, and nothing done, when that is impossible.
fn apply(tree: &Tree, node: NodeId, rule: RuleKind, position: &mut Position) -> Option<Step> {
    let turn = position.turn();
    if tree.has_setup(node) {
        let after = tree.position(node, rule).ok()?;
        let before = std::mem::replace(position, after);
        return Some(Step { node, turn, undo: Undo::Position(Box::new(before)) });
    }
    let undo = match tree.action(node) {
        Action::None => Undo::Nothing,
        Action::Pass(side) => {
            position.set_turn(position.order().whole(!side));
            Undo::Nothing
        }
        Action::Move { side, point } => {
            if !position.stones().is_empty_at(point) {
                return None;
            }
            if position.side() != side {
                position.set_turn(position.order().whole(side));
            }
            position.place(point, &mut NullObserver);
            Undo::Stone
        }
    };
    Some(Step { node, turn, undo })
}

fn take_back(position: &mut Position, step: Step) {
    match step.undo {
        Undo::Nothing => {}
        Undo::Stone => {
            position.undo(&mut NullObserver);
        }
        Undo::Position(before) => *position = *before,
    }
    position.set_turn(step.turn);
}

/// What is written about the position, its name and the text on its last move included.
fn note_of(tree: &Tree, node: NodeId, left_out: &mut LeftOut) -> String {
    let own = tree.action(node).point();
    let mut parts: Vec<&str> = Vec::new();
    for note in tree.notes(node) {
        match note {
            Note::Name(text) | Note::Comment(text) => parts.push(text),
            Note::Label(point, text) if Some(point) == own => parts.push(text),
            Note::Label(..) => left_out.on_points += 1,
            Note::Mark(_, point) if Some(point) != own => left_out.on_points += 1,
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts.join("\n")
}
