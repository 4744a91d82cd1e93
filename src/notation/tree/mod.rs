//! A game with its variations: what every format of game files maps to and from.
//!
//! A tree is a root, which is the board before the first move, and nodes below it. A node has an
//! [`Action`] (a move, a pass, or nothing), two flags, and [`Note`]s. The first child of each node
//! goes on with the main line; the others are variations. Nothing is checked against the rules by
//! being put into a tree.
//!
//! Opening libraries have tens of millions of nodes, so a node takes 20 bytes and a note 16 beside
//! its text, all of them in three vectors: nothing here recurses, however deep a tree is, and
//! dropping one is three deallocations.

mod merge;
mod note;
mod position;
mod record;

pub use note::{Note, Shape};
pub use position::{PositionError, PositionErrorKind};

use super::game::GameInfo;
use crate::board::{Point, Side, Size, Turn, TurnOrder};
use note::Record;
use std::fmt;

/// A node of a [`Tree`]. Belongs to the tree that handed it out; another tree may have no such node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The board before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// Its place in the tree's vector of nodes; 0 is the root.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node does to the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing: the node only carries notes, stones that are set up included.
    None,
    /// A stone.
    Move {
        /// Whose stone it is.
        side: Side,
        /// Where it is put. May be outside the board.
        point: Point,
    },
    /// No stone: the turn goes to the other side.
    Pass(Side),
}

impl Action {
    /// A move.
    pub const fn play(side: Side, point: Point) -> Action {
        Action::Move { side, point }
    }

    /// Where a stone is put, if one is.
    pub const fn point(self) -> Option<Point> {
        match self {
            Action::Move { point, .. } => Some(point),
            Action::None | Action::Pass(_) => None,
        }
    }

    /// Who acts, if anybody does.
    pub const fn side(self) -> Option<Side> {
        match self {
            Action::Move { side, .. } | Action::Pass(side) => Some(side),
            Action::None => None,
        }
    }

    /// The turn after it when it was `due`'s; after a pass it is the other side's.
    pub fn turn_after(self, due: Turn, order: TurnOrder) -> Turn {
        match self {
            Action::Move { side, .. } => order.after(due, side),
            Action::Pass(side) => order.whole(!side),
            Action::None => due,
        }
    }
}

/// No node and no note: the root is nobody's child and nobody's sibling, and notes count from 1.
const NOBODY: u32 = 0;

/// The links of a node are numbers of nodes, or [`NOBODY`]; `notes` is one more than the place of
/// the first note.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    notes: u32,
    point: u16,
    bits: u16,
}

const _: () = assert!(size_of::<Node>() == 20);

impl Node {
    const KIND: u16 = 0b11;
    const MOVE: u16 = 1;
    const PASS: u16 = 2;
    const WHITE: u16 = 1 << 2;
    const MARKED: u16 = 1 << 3;
    const START: u16 = 1 << 4;

    fn set_action(&mut self, action: Action) {
        let (kind, point) = match action {
            Action::None => (0, 0),
            Action::Move { point, .. } => (Node::MOVE, point.index() as u16),
            Action::Pass(_) => (Node::PASS, 0),
        };
        let white = if action.side() == Some(Side::White) { Node::WHITE } else { 0 };
        self.point = point;
        self.bits = (self.bits & !(Node::KIND | Node::WHITE)) | kind | white;
    }

    fn action(&self) -> Action {
        let side = if self.bits & Node::WHITE == 0 { Side::Black } else { Side::White };
        match (self.bits & Node::KIND, Point::from_index(usize::from(self.point))) {
            (Node::MOVE, Some(point)) => Action::Move { side, point },
            (Node::PASS, _) => Action::Pass(side),
            _ => Action::None,
        }
    }
}

/// A game with its variations and notes.
///
/// Two trees are equal when they say the same: node by node in the order of [`Tree::walk`], with
/// the same information about the game. The order of a node's notes counts only within a kind, and
/// [`Tree::remarks`] do not count.
///
/// ```
/// use tengen::board::{Point, Side, Size};
/// use tengen::notation::tree::{Action, NodeId, Note, Tree};
///
/// let mut tree = Tree::new(Size::RENJU);
/// let first = tree.add(NodeId::ROOT, Action::play(Side::Black, Point::at(7, 7)));
/// let main = tree.add(first, Action::play(Side::White, Point::at(7, 6)));
/// let variation = tree.add(first, Action::play(Side::White, Point::at(8, 6)));
/// tree.add_note(variation, Note::Comment("the indirect opening"));
///
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [first, main]);
/// assert_eq!(tree.path(variation), [first, variation]);
/// assert_eq!(tree.comment(variation).as_deref(), Some("the indirect opening"));
/// ```
#[derive(Clone)]
pub struct Tree {
    /// What is known of the game as a whole.
    pub info: GameInfo,
    nodes: Vec<Node>,
    records: Vec<Record>,
    texts: String,
    /// The node to which a note was added last, and that note: most notes come one after another.
    last_note: (u32, u32),
    remarks: Vec<String>,
}

impl Tree {
    /// A tree of a root without notes, of which nothing is known but the board's size.
    pub fn new(size: Size) -> Tree {
        let root = Node {
            parent: NOBODY,
            first_child: NOBODY,
            next_sibling: NOBODY,
            notes: NOBODY,
            point: 0,
            bits: 0,
        };
        Tree {
            info: GameInfo::new(size),
            nodes: vec![root],
            records: Vec::new(),
            texts: String::new(),
            last_note: (NOBODY, NOBODY),
            remarks: Vec::new(),
        }
    }

    /// Number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but a root without notes.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0].notes == NOBODY
    }

    /// Whether `node` is one of this tree.
    pub fn contains(&self, node: NodeId) -> bool {
        node.index() < self.nodes.len()
    }

    /// Adds a node as the last child of `parent`. Takes as long as `parent` has children; see
    /// [`Tree::add_after`].
    ///
    /// # Panics
    /// When the tree has no such node, or four thousand million nodes.
    pub fn add(&mut self, parent: NodeId, action: Action) -> NodeId {
        match self.children(parent).last() {
            Some(sibling) => self.add_after(sibling, action),
            None => {
                let node = self.push(parent.0, action);
                self.nodes[parent.index()].first_child = node.0;
                node
            }
        }
    }

    /// Adds a node as the sibling that comes next after `sibling`.
    ///
    /// # Panics
    /// When the tree has no such node, when it is the root, or as [`Tree::add`].
    pub fn add_after(&mut self, sibling: NodeId, action: Action) -> NodeId {
        assert!(sibling != NodeId::ROOT, "the root has no siblings");
        let Node { parent, next_sibling, .. } = self.nodes[sibling.index()];
        let node = self.push(parent, action);
        self.nodes[node.index()].next_sibling = next_sibling;
        self.nodes[sibling.index()].next_sibling = node.0;
        node
    }

    fn push(&mut self, parent: u32, action: Action) -> NodeId {
        let number = u32::try_from(self.nodes.len()).expect("fewer nodes than 2^32");
        let (first_child, next_sibling, notes) = (NOBODY, NOBODY, NOBODY);
        let mut node = Node { parent, first_child, next_sibling, notes, point: 0, bits: 0 };
        node.set_action(action);
        self.nodes.push(node);
        NodeId(number)
    }

    fn linked(number: u32) -> Option<NodeId> {
        (number != NOBODY).then_some(NodeId(number))
    }

    /// The node before it; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| NodeId(self.nodes[node.index()].parent))
    }

    /// The node with which the main line goes on, if there is one.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        Tree::linked(self.nodes[node.index()].first_child)
    }

    /// The next alternative to it, if there is one more.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        Tree::linked(self.nodes[node.index()].next_sibling)
    }

    /// All nodes that directly follow, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// Whether `node` has siblings.
    pub fn has_siblings(&self, node: NodeId) -> bool {
        let first = self.parent(node).and_then(|parent| self.first_child(parent));
        first.is_some_and(|first| first != node) || self.next_sibling(node).is_some()
    }

    /// The nodes of the main line, the root left out.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(NodeId::ROOT), |&node| self.first_child(node))
    }

    /// The last node of the main line.
    pub fn main_line_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The nodes from the root, which is left out, to `node`.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut path: Vec<NodeId> = up.take_while(|&node| node != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// All nodes: each one before its children, each child with all that follows it before the next
    /// child. The root comes first.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.after(node))
    }

    /// The next node in the order of [`Tree::walk`].
    fn after(&self, node: NodeId) -> Option<NodeId> {
        if let Some(child) = self.first_child(node) {
            return Some(child);
        }
        std::iter::successors(Some(node), |&node| self.parent(node))
            .find_map(|node| self.next_sibling(node))
    }

    /// What the node does.
    pub fn action(&self, node: NodeId) -> Action {
        self.nodes[node.index()].action()
    }

    /// Changes what the node does.
    pub fn set_action(&mut self, node: NodeId, action: Action) {
        self.nodes[node.index()].set_action(action);
    }

    /// Whether somebody has marked the node, to find it again.
    pub fn is_marked(&self, node: NodeId) -> bool {
        self.nodes[node.index()].bits & Node::MARKED != 0
    }

    /// Marks the node, or takes the mark away.
    pub fn set_marked(&mut self, node: NodeId, marked: bool) {
        self.set_bit(node, Node::MARKED, marked);
    }

    /// Whether the node is where a reader is to begin.
    pub fn is_start(&self, node: NodeId) -> bool {
        self.nodes[node.index()].bits & Node::START != 0
    }

    /// Says whether the node is where a reader is to begin.
    pub fn set_start(&mut self, node: NodeId, start: bool) {
        self.set_bit(node, Node::START, start);
    }

    fn set_bit(&mut self, node: NodeId, bit: u16, value: bool) {
        let bits = &mut self.nodes[node.index()].bits;
        *bits = if value { *bits | bit } else { *bits & !bit };
    }

    /// How many stones a turn of the game has: one, unless its rule says otherwise.
    pub fn turn_order(&self) -> TurnOrder {
        self.info.turn_order()
    }

    /// The side that acts next after `node`, where nothing is said: of rules with one stone a turn
    /// the other than the last that acted, and Black at the beginning.
    pub fn natural_side(&self, node: NodeId) -> Side {
        let order = self.turn_order();
        if order == TurnOrder::SINGLE {
            return std::iter::successors(Some(node), |&node| self.parent(node))
                .find_map(|node| self.action(node).side())
                .map_or(Side::Black, |side| !side);
        }
        let after = |due, node: NodeId| self.action(node).turn_after(due, order);
        self.path(node).into_iter().fold(order.start(), after).side
    }

    /// What was remarkable about the file that the tree was read from, in words: what its reader
    /// had to guess or could not keep.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Adds a remark about the file.
    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        const SHOWN: u16 = Node::MARKED | Node::START;
        let depth_after = |tree: &Tree, node: NodeId| {
            // Where a walk goes on tells the shape: to a child, or how far up.
            match tree.first_child(node) {
                Some(_) => usize::MAX,
                None => std::iter::successors(Some(node), |&node| tree.parent(node))
                    .take_while(|&node| tree.next_sibling(node).is_none())
                    .count(),
            }
        };
        self.info == other.info
            && self.nodes.len() == other.nodes.len()
            && self.walk().zip(other.walk()).all(|(left, right)| {
                let (ours, theirs) = (&self.nodes[left.index()], &other.nodes[right.index()]);
                ours.action() == theirs.action()
                    && ours.bits & SHOWN == theirs.bits & SHOWN
                    && depth_after(self, left) == depth_after(other, right)
                    && (ours.notes == NOBODY) == (theirs.notes == NOBODY)
                    && self.sorted_notes(left).eq(other.sorted_notes(right))
            })
    }
}

impl Eq for Tree {}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More than anybody would read.
        const MOST: usize = 100;
        writeln!(f, "Tree of {} nodes, {:?}", self.len(), self.info)?;
        for node in self.walk().take(MOST) {
            let (parent, action) = (self.parent(node).map(NodeId::index), self.action(node));
            write!(f, "  {} after {parent:?}: {action:?}", node.index())?;
            if self.is_marked(node) {
                f.write_str(", marked")?;
            }
            if self.is_start(node) {
                f.write_str(", start")?;
            }
            for note in self.notes(node) {
                write!(f, ", {note:?}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn black(x: u8) -> Action {
        Action::play(Side::Black, Point::at(x, 0))
    }

    /// ```text
    /// root - a - b
    ///          \ c - d
    ///      \ e
    /// ```
    fn example() -> (Tree, [NodeId; 5]) {
        let mut tree = Tree::new(Size::RENJU);
        let a = tree.add(NodeId::ROOT, black(0));
        let e = tree.add(NodeId::ROOT, black(4));
        let b = tree.add(a, black(1));
        let c = tree.add(a, black(2));
        let d = tree.add(c, black(3));
        (tree, [a, b, c, d, e])
    }

    #[test]
    fn walks_paths_and_lines() {
        let (tree, [a, b, c, d, e]) = example();
        assert_eq!(tree.walk().collect::<Vec<_>>(), [NodeId::ROOT, a, b, c, d, e]);
        assert_eq!(tree.path(d), [a, c, d]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [a, b]);
        assert_eq!(tree.main_line_end(), b);
        assert!(tree.has_siblings(a) && tree.has_siblings(e) && !tree.has_siblings(d));
        assert_eq!(tree.children(a).collect::<Vec<_>>(), [b, c]);
    }

    #[test]
    fn trees_are_compared_by_what_they_say() {
        let (tree, _) = example();
        // The same, put together in another order.
        let mut other = Tree::new(Size::RENJU);
        let e = other.add(NodeId::ROOT, black(0));
        other.add_after(e, black(4));
        let b = other.add(e, black(1));
        let c = other.add_after(b, black(2));
        let d = other.add(c, black(3));
        assert_eq!(tree, other);
        other.set_marked(d, true);
        assert_ne!(tree, other);
        other.set_marked(d, false);
        other.add_note(d, Note::Comment("x"));
        assert_ne!(tree, other);
        // The same nodes in another shape.
        let mut line = Tree::new(Size::RENJU);
        let mut end = NodeId::ROOT;
        for x in 0..5 {
            end = line.add(end, black(x));
        }
        assert_ne!(tree, line);
    }

    #[test]
    fn actions_and_flags_share_their_bits_in_peace() {
        let mut tree = Tree::new(Size::RENJU);
        let node = tree.add(NodeId::ROOT, Action::Pass(Side::White));
        tree.set_start(node, true);
        for action in [black(3), Action::play(Side::White, Point::at(31, 31)), Action::None] {
            tree.set_action(node, action);
            assert_eq!((tree.action(node), tree.is_start(node)), (action, true));
            assert!(!tree.is_marked(node));
        }
        assert_eq!(tree.natural_side(node), Side::Black);
        tree.set_action(node, Action::Pass(Side::Black));
        assert_eq!(tree.natural_side(node), Side::White);
    }

    #[test]
    fn deep_trees_are_walked_compared_and_dropped() {
        let mut tree = Tree::new(Size::RENJU);
        let mut end = NodeId::ROOT;
        for _ in 0..1_000_000 {
            end = tree.add(end, black(0));
        }
        assert_eq!(tree.walk().count(), 1_000_001);
        assert_eq!(tree.clone(), tree);
    }
}
