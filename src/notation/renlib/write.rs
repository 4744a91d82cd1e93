//! Writing libraries.

use super::{H8, HEADER, MAGIC, MORE_LINES, flag};
use crate::board::{Point, Side, Size, TurnOrder};
use crate::notation::losses::Losses;
use crate::notation::plain::{self, KeptInfo, WriteError};
use crate::notation::text::Encoding;
use crate::notation::tree::{Action, NodeId, Note, Tree};
use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Version 3.0: the first move is h8 and the only one, nobody passes, and nothing is noted at
    /// the empty board.
    V30,
    /// Version 3.4.
    V34,
}

/// Writes a game as a library: of the given version, or else of the oldest that will do, as RenLib
/// does; with texts in the given encoding, or else in UTF-8.
///
/// Nodes without a move are joined with the one before them, and passes are put in where moves are
/// out of turn or stones are set up.
///
/// # Errors
/// When it cannot be written; when the board is not 15 x 15, or a turn of the rule has two stones; when
/// the version has no place for it.
pub fn write_tree(
    tree: &Tree,
    version: Option<Version>,
    encoding: Option<&'static Encoding>,
    out: &mut dyn Write,
) -> Result<Losses, WriteError> {
    let mut losses = Losses::none();
    check(tree)?;
    let fitting = fitting(tree, &mut losses);
    let tree = fitting.as_ref();
    let version = match (version, fits_oldest(tree)) {
        (Some(Version::V30), false) => {
            return Err(WriteError::Unfit(
                "a library of version 3.0 needs h8 as its only first move, no passes, and no notes \
                 at the empty board"
                    .to_owned(),
            ));
        }
        (Some(version), _) => version,
        (None, true) => Version::V30,
        (None, false) => Version::V34,
    };
    let mut header = MAGIC.to_vec();
    header.extend([3, if version == Version::V30 { 0 } else { 4 }]);
    header.resize(HEADER, 0xff);
    out.write_all(&header)?;
    let mut writer = Writer { tree, encoding, out, losses };
    for node in tree.walk() {
        if node != NodeId::ROOT || version == Version::V34 {
            writer.node(node)?;
        }
        writer.losses_of(node);
    }
    let mut losses = writer.losses;
    plain::lose_info(&tree.info, KeptInfo::default(), &mut losses);
    Ok(losses)
}

/// Whether all stones are on the board of libraries.
fn check(tree: &Tree) -> Result<(), WriteError> {
    if tree.info.size != Size::RENJU {
        return Err(WriteError::Unfit("the board of a library is 15x15".to_owned()));
    }
    if let Some(rule) = tree.info.rule.filter(|rule| rule.has_long_turns()) {
        return Err(WriteError::Unfit(format!(
            "the sides of a library alternate stone by stone, not so under {rule}"
        )));
    }
    let off_board = |point: Point| !Size::RENJU.contains(point);
    let set_up = plain::opening_stones(tree);
    if tree.walk().any(|node| tree.action(node).point().is_some_and(off_board))
        || set_up.iter().any(|&(point, _)| off_board(point))
    {
        return Err(WriteError::Unfit("a stone is not on the board".to_owned()));
    }
    Ok(())
}

/// The tree as a library can hold it; see [`write_tree`].
///
/// # Errors
/// When the board is not 15 x 15, a stone not on it, or a turn of the rule two stones.
pub(in crate::notation) fn fitted(tree: Tree, losses: &mut Losses) -> Result<Tree, WriteError> {
    check(&tree)?;
    let changed = match fitting(&tree, losses) {
        Cow::Borrowed(_) => None,
        Cow::Owned(changed) => Some(changed),
    };
    Ok(changed.unwrap_or(tree))
}

/// Whether version 3.0 has a place for the tree.
fn fits_oldest(tree: &Tree) -> bool {
    let first = tree.first_child(NodeId::ROOT);
    let begins_with_h8 = first.is_some_and(|first| {
        point_byte(tree.action(first).point()) == H8 && tree.next_sibling(first).is_none()
    });
    begins_with_h8
        && !tree.has_notes(NodeId::ROOT)
        && !tree.is_marked(NodeId::ROOT)
        && !tree.is_start(NodeId::ROOT)
        && !tree.walk().any(|node| matches!(tree.action(node), Action::Pass(_)))
}

fn point_byte(point: Option<Point>) -> u8 {
    point.map_or(0, |point| point.y() << 4 | (point.x() + 1))
}

/// The text on the board that belongs to the node's own point, as its place among the node's
/// labels.
fn own_label(tree: &Tree, node: NodeId) -> Option<(usize, Point, &str)> {
    let action = tree.action(node);
    let mut labels = labels(tree, node).enumerate();
    let found = match action {
        Action::Move { point, .. } => {
            labels.find(|(_, label)| label.0 == point && !label.1.is_empty())
        }
        Action::None if node != NodeId::ROOT => labels.next(),
        Action::None | Action::Pass(_) => None,
    };
    found.map(|(place, (point, text))| (place, point, text))
}

/// The texts on the board; those off the board are left out.
fn labels(tree: &Tree, node: NodeId) -> impl Iterator<Item = (Point, &str)> {
    tree.notes(node).filter_map(|note| match note {
        Note::Label(point, text) if Size::RENJU.contains(point) => Some((point, text)),
        _ => None,
    })
}

/// What is written to, and what is lost.
struct Writer<'a> {
    tree: &'a Tree,
    encoding: Option<&'static Encoding>,
    out: &'a mut dyn Write,
    losses: Losses,
}

impl Writer<'_> {
    /// Writes a node, and after it the texts on other points than its own, which are nodes in this
    /// format.
    fn node(&mut self, node: NodeId) -> io::Result<()> {
        let tree = self.tree;
        let own = own_label(tree, node);
        let others = labels(tree, node).enumerate();
        let own_place = own.map(|(place, _, _)| place);
        let others: Vec<(Point, &str)> =
            others.filter(|&(place, _)| Some(place) != own_place).map(|(_, label)| label).collect();
        let has_children = tree.first_child(node).is_some();
        let action = tree.action(node);
        let is_root = node == NodeId::ROOT;
        let mut flags = 0;
        let mut set = |bit: u32, condition: bool| flags |= if condition { bit } else { 0 };
        set(flag::MORE_SIBLINGS, tree.next_sibling(node).is_some());
        // RenLib never says so of the empty board.
        set(flag::NO_CHILD, !has_children && others.is_empty() && !is_root);
        set(flag::MARK, tree.is_marked(node));
        set(flag::START, tree.is_start(node));
        set(flag::NO_MOVE, action == Action::None && !is_root);
        let comment = self.comment(node);
        set(flag::COMMENT, !comment.is_empty());
        let (point, text) = match (action, own) {
            (Action::None, Some((_, point, text))) => (Some(point), text),
            (action, Some((_, _, text))) => (action.point(), text),
            (action, None) => (action.point(), ""),
        };
        set(flag::BOARD_TEXT, !text.is_empty());
        self.head(point, flags)?;
        if !comment.is_empty() {
            self.text(&comment)?;
        }
        if !text.is_empty() {
            self.text(&text.replace('\n', " "))?;
        }
        for (place, (point, text)) in others.iter().enumerate() {
            let mut flags = flag::NO_MOVE | flag::NO_CHILD;
            if place + 1 < others.len() || has_children {
                flags |= flag::MORE_SIBLINGS;
            }
            if !text.is_empty() {
                flags |= flag::BOARD_TEXT;
            }
            self.head(Some(*point), flags)?;
            if !text.is_empty() {
                self.text(&text.replace('\n', " "))?;
            }
        }
        Ok(())
    }

    /// Writes point and flags.
    fn head(&mut self, point: Option<Point>, flags: u32) -> io::Result<()> {
        let point = point_byte(point);
        if flags > 0xff {
            let [low, extended, high, _] = (flags | flag::EXTENDED).to_le_bytes();
            self.out.write_all(&[point, low, high, extended])
        } else {
            self.out.write_all(&[point, flags as u8])
        }
    }

    /// The node's name and comment as one text.
    fn comment(&self, node: NodeId) -> String {
        let name = self.tree.name(node).unwrap_or_default();
        let name = name.replace(['\n', MORE_LINES], " ");
        match self.tree.comment(node) {
            None => name,
            Some(comment) => format!("{name}{MORE_LINES}{}", comment.replace('\n', "\r\n")),
        }
    }

    /// Writes a text with its end.
    fn text(&mut self, text: &str) -> io::Result<()> {
        let text = text.replace('\0', " ");
        let bytes = match self.encoding {
            None => Cow::Borrowed(text.as_bytes()),
            Some(encoding) => {
                let (bytes, _, has_unknown) = encoding.encode(&text);
                self.losses
                    .add("texts with characters that the encoding lacks", has_unknown.into());
                bytes
            }
        };
        self.out.write_all(&bytes)?;
        self.out.write_all(if bytes.len() % 2 == 0 { &[0, 0] } else { &[0] })
    }

    fn losses_of(&mut self, node: NodeId) {
        let tree = self.tree;
        if !tree.has_notes(node) {
            return;
        }
        let losses = &mut self.losses;
        for note in tree.notes(node) {
            match note {
                Note::Stone(..) | Note::Clear(_) => losses.add("stones that are set up later", 1),
                Note::Label(point, _) if !Size::RENJU.contains(point) => {
                    losses.add("texts on points", 1);
                }
                Note::Name(_) | Note::Comment(_) | Note::Label(..) | Note::Turn(_) => {}
                note => losses.add(plain::what(&note), 1),
            }
        }
        let names = tree.notes(node).filter(|note| matches!(note, Note::Name(_))).count();
        losses.add("second names of a node", names.saturating_sub(1));
    }
}

/// The tree as the format can hold it: every node with a move, a pass or a text on the board; Black
/// and White in turn; nothing set up at the beginning. That is the tree itself as a rule.
fn fitting<'a>(tree: &'a Tree, losses: &mut Losses) -> Cow<'a, Tree> {
    let set_up = plain::opening_stones(tree);
    let is_remark = |node: NodeId| {
        node != NodeId::ROOT
            && tree.action(node) == Action::None
            && labels(tree, node).next().is_none()
    };
    // Whose turn it is after each node, in the order in which nodes were added: parents first.
    let mut is_in_turn = true;
    let mut sides: Vec<Side> = vec![Side::Black; tree.len()];
    for node in tree.walk() {
        let Some(parent) = tree.parent(node) else { continue };
        let due = sides[parent.index()];
        let side = tree.action(node).side();
        is_in_turn &= side.is_none_or(|side| side == due);
        sides[node.index()] = side.map_or(due, |side| !side);
    }
    if set_up.is_empty() && is_in_turn && !tree.walk().any(is_remark) {
        return Cow::Borrowed(tree);
    }
    let mut copy = Copy::new(tree);
    losses.add("stones that are set up (written as moves)", set_up.len());
    for (point, side) in plain::in_turn(&set_up, TurnOrder::SINGLE) {
        copy.play(side, Some(point));
    }
    copy.places[0] = copy.end;
    let opening: HashSet<NodeId> = std::iter::once(NodeId::ROOT)
        .chain(tree.main_line().take_while(|&node| tree.action(node) == Action::None))
        .collect();
    for node in tree.walk() {
        copy.node(node, is_remark(node), opening.contains(&node));
    }
    losses.add("nodes without a move (joined with the one before)", copy.joined);
    Cow::Owned(copy.new)
}

/// A tree that is being copied with changes.
struct Copy<'a> {
    old: &'a Tree,
    new: Tree,
    /// The node of the new tree for each of the old one.
    places: Vec<NodeId>,
    /// The last child and the side to act for each node of the new tree.
    state: Vec<(Option<NodeId>, Side)>,
    end: NodeId,
    joined: usize,
}

impl<'a> Copy<'a> {
    fn new(old: &'a Tree) -> Copy<'a> {
        let mut new = Tree::new(old.info.size);
        new.info = old.info.clone();
        let places = vec![NodeId::ROOT; old.len()];
        let state = vec![(None, Side::Black)];
        Copy { old, new, places, state, end: NodeId::ROOT, joined: 0 }
    }

    /// Adds a node behind `end`.
    fn add(&mut self, action: Action) {
        let (last, side) = self.state[self.end.index()];
        let node = match last {
            Some(sibling) => self.new.add_after(sibling, action),
            None => self.new.add(self.end, action),
        };
        self.state[self.end.index()].0 = Some(node);
        self.state.push((None, action.side().map_or(side, |side| !side)));
        self.end = node;
    }

    /// Adds a move or a pass of `side` behind `end`, after a pass of the other side if need be.
    fn play(&mut self, side: Side, point: Option<Point>) {
        if self.state[self.end.index()].1 != side {
            self.add(Action::Pass(!side));
        }
        self.add(point.map_or(Action::Pass(side), |point| Action::play(side, point)));
    }

    fn node(&mut self, node: NodeId, is_remark: bool, is_opening: bool) {
        if let Some(parent) = self.old.parent(node) {
            self.end = self.places[parent.index()];
            match self.old.action(node) {
                Action::None if is_remark => self.joined += 1,
                Action::None => self.add(Action::None),
                Action::Pass(side) => self.play(side, None),
                Action::Move { side, point } => self.play(side, Some(point)),
            }
            self.places[node.index()] = self.end;
        }
        let place = if node == NodeId::ROOT { NodeId::ROOT } else { self.end };
        if self.old.is_marked(node) {
            self.new.set_marked(place, true);
        }
        if self.old.is_start(node) {
            self.new.set_start(place, true);
        }
        let is_setup =
            |note: &Note<'_>| matches!(note, Note::Stone(..) | Note::Clear(_) | Note::Turn(_));
        for note in self.old.notes(node).filter(|note| !(is_opening && is_setup(note))) {
            self.new.add_note(place, note);
        }
    }
}
