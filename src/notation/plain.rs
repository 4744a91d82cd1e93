//! The part of a tree that formats without variations can hold, and what is lost beside it.

use super::game::GameInfo;
use super::losses::Losses;
use super::tree::{Action, NodeId, Note, Tree};
use crate::board::{BySide, Point, Side, TurnOrder};
use std::fmt;
use std::io;

/// Why a game cannot be written in a format.
#[derive(Debug)]
pub enum WriteError {
    /// The file cannot be written.
    Io(io::Error),
    /// The format has no place for the game: why.
    Unfit(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => write!(f, "{error}"),
            WriteError::Unfit(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

/// Stones that are set up, in an order in which both sides take turns as far as that goes: each
/// side's stones in their own order, Black first.
pub(super) fn in_turn(stones: &[(Point, Side)], order: TurnOrder) -> Vec<(Point, Side)> {
    let of = |side| stones.iter().copied().filter(move |stone| stone.1 == side);
    let mut left = BySide::new(of(Side::Black), of(Side::White));
    let mut ordered = Vec::with_capacity(stones.len());
    let mut turn = order.start();
    let mut next = left[turn.side].next();
    while let Some(stone) = next {
        ordered.push(stone);
        turn = order.next(turn);
        next = left[turn.side].next();
    }
    ordered.extend(left[!turn.side].by_ref());
    ordered
}

/// Stones that are set up before the first move, at the root and at nodes without a move after it.
pub(super) fn opening_stones(tree: &Tree) -> Vec<(Point, Side)> {
    let before = tree.main_line().take_while(|&node| tree.action(node) == Action::None);
    let mut stones: Vec<(Point, Side)> = Vec::new();
    for node in std::iter::once(NodeId::ROOT).chain(before) {
        for note in tree.notes(node) {
            match note {
                Note::Stone(side, point) => {
                    stones.retain(|&(other, _)| other != point);
                    stones.push((point, side));
                }
                Note::Clear(point) => stones.retain(|&(other, _)| other != point),
                _ => {}
            }
        }
    }
    stones
}

/// The stones of the main line as moves of Black and White in turn, each with its node; stones
/// that are set up at the beginning come first, without one.
///
/// # Errors
/// When such stones cannot come about by moves in turn.
pub(super) fn line(
    tree: &Tree,
    losses: &mut Losses,
) -> Result<Vec<(Point, Option<NodeId>)>, WriteError> {
    let set_up = opening_stones(tree);
    let mut stones: Vec<(Point, Option<NodeId>)> = Vec::new();
    let order = tree.turn_order();
    let mut turn = order.start();
    for (point, owner) in in_turn(&set_up, order) {
        if owner != turn.side {
            let black = set_up.iter().filter(|stone| stone.1 == Side::Black).count();
            let white = set_up.len() - black;
            return Err(WriteError::Unfit(format!(
                "{black} black and {white} white stones that are set up cannot be written as moves \
                 in turn"
            )));
        }
        stones.push((point, None));
        turn = order.next(turn);
    }
    losses.add("stones that are set up (written as moves)", set_up.len());
    let mut nodes = tree.main_line();
    let mut left_out = 0;
    for node in nodes.by_ref() {
        match tree.action(node) {
            Action::None if tree.has_setup(node) && !stones.is_empty() && set_up.is_empty() => {
                left_out = 1;
                break;
            }
            Action::None => {}
            Action::Move { side: owner, point } if owner == turn.side => {
                stones.push((point, Some(node)));
                turn = order.next(turn);
            }
            Action::Move { .. } | Action::Pass(_) => {
                left_out = 1;
                break;
            }
        }
    }
    if left_out > 0 {
        losses.add("moves after a pass, a move out of turn or a set-up", left_out + nodes.count());
    }
    Ok(stones)
}

/// Counts the nodes that are not on the main line.
pub(super) fn lose_variations(tree: &Tree, losses: &mut Losses) {
    let main = tree.main_line().count() + 1;
    losses.add("moves of variations", tree.len() - main);
}

/// Counts what is noted at the nodes of the main line, but for what `keeps` says is kept. Stones
/// that are set up are not counted here.
pub(super) fn lose_notes(tree: &Tree, losses: &mut Losses, keeps: impl Fn(&Note<'_>) -> bool) {
    for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
        lose_notes_of(tree, node, losses, &keeps);
    }
}

/// Counts what is noted at one node, but for what `keeps` says is kept.
pub(super) fn lose_notes_of(
    tree: &Tree,
    node: NodeId,
    losses: &mut Losses,
    keeps: impl Fn(&Note<'_>) -> bool,
) {
    losses.add("marked nodes", usize::from(tree.is_marked(node)));
    losses.add("places to begin at", usize::from(tree.is_start(node)));
    for note in tree.notes(node).filter(|note| !keeps(note)) {
        if !matches!(note, Note::Stone(..) | Note::Clear(_) | Note::Turn(_)) {
            losses.add(what(&note), 1);
        }
    }
}

/// What a note is, in the plural.
pub(super) fn what(note: &Note<'_>) -> &'static str {
    match note {
        Note::Name(_) => "names of nodes",
        Note::Comment(_) => "comments",
        Note::Stone(..) | Note::Clear(_) => "stones that are set up",
        Note::Turn(_) => "turns",
        Note::Mark(..) => "marks on points",
        Note::Label(..) => "texts on points",
        Note::Time(_) => "times of moves",
        Note::Value(_) => "values",
        Note::Depth(_) => "depths",
        Note::Nodes(_) => "node counts",
        Note::Property(..) => "properties of other formats",
    }
}

/// What a format keeps of a [`GameInfo`], the size apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeptInfo {
    pub rule: bool,
    pub players: bool,
    pub result: bool,
    pub opening: bool,
}

/// Counts what is known of the game as a whole, but for what is kept.
pub(super) fn lose_info(info: &GameInfo, kept: KeptInfo, losses: &mut Losses) {
    for (what, is_there, is_kept) in [
        ("rules", info.rule.is_some(), kept.rule),
        ("names of players", info.black.is_some() || info.white.is_some(), kept.players),
        ("events and rounds", info.event.is_some() || info.round.is_some(), false),
        ("dates", info.date.is_some(), false),
        ("numbers of opening moves", info.opening > 0, kept.opening),
        ("openings by regulation", info.regulated.is_some(), false),
        ("results", info.result.is_some(), kept.result),
        ("reasons of results", info.reason.is_some(), false),
    ] {
        losses.add(what, usize::from(is_there && !is_kept));
    }
}
