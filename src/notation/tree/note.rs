//! What is noted beside the nodes of a tree.

use super::{NOBODY, NodeId, Tree};
use crate::board::{Point, Side};
use std::time::Duration;

/// The shape of a mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// A spot of another colour.
    Spot,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 5] =
        [Shape::Circle, Shape::Square, Shape::Triangle, Shape::Cross, Shape::Spot];
}

/// Something that is noted beside a node. The text belongs to whoever made the note: the tree or
/// the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note<'a> {
    /// A name or a comment of one line.
    Name(&'a str),
    /// A comment; line ends are `\n`.
    Comment(&'a str),
    /// A stone that is put there by hand, not by a move.
    Stone(Side, Point),
    /// A point that is emptied by hand.
    Clear(Point),
    /// The side that acts next, against the order of moves.
    Turn(Side),
    /// A mark on a point.
    Mark(Shape, Point),
    /// A text on a point; on the point of the move itself as a rule.
    Label(Point, &'a str),
    /// Time that the player took for the move, in whole microseconds.
    Time(Duration),
    /// The player's value of the position, in the player's own units and words.
    Value(&'a str),
    /// Depth of the player's search, in plies.
    Depth(u32),
    /// Positions that the player visited.
    Nodes(u64),
    /// One value of a property that only its format knows: its name and the value as written there.
    Property(&'a str, &'a str),
}

/// A note as it is stored. Texts are `length` bytes of the tree's texts from `start`; numbers
/// without a text take the two fields together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The next note of the same node: its place plus 1, or [`NOBODY`].
    next: u32,
    kind: u16,
    /// A point's index, or the length of a property's name.
    extra: u16,
    start: u32,
    length: u32,
}

const _: () = assert!(size_of::<Record>() == 16);

/// The numbers of [`Record::kind`].
mod kind {
    pub const NAME: u16 = 0;
    pub const COMMENT: u16 = 1;
    pub const BLACK_STONE: u16 = 2;
    pub const WHITE_STONE: u16 = 3;
    pub const CLEAR: u16 = 4;
    pub const BLACK_TURN: u16 = 5;
    pub const WHITE_TURN: u16 = 6;
    pub const LABEL: u16 = 7;
    pub const TIME: u16 = 8;
    pub const VALUE: u16 = 9;
    pub const DEPTH: u16 = 10;
    pub const NODES: u16 = 11;
    pub const PROPERTY: u16 = 12;
    /// Marks have this plus the number of their shape.
    pub const MARK: u16 = 16;
}

impl Tree {
    /// Adds a note behind those that the node has already.
    ///
    /// # Panics
    /// When the tree has no such node, when its texts would exceed 4 GiB, or when the name of a
    /// property has 64 KiB.
    pub fn add_note(&mut self, node: NodeId, note: Note<'_>) {
        let record = self.record_of(note);
        self.records.push(record);
        let number = u32::try_from(self.records.len()).expect("fewer notes than 2^32");
        match self.last_record(node) {
            None => self.nodes[node.index()].notes = number,
            Some(last) => self.records[last as usize - 1].next = number,
        }
        self.last_note = (node.0, number);
    }

    /// The number of the node's last note, if it has any.
    fn last_record(&self, node: NodeId) -> Option<u32> {
        if self.last_note.0 == node.0 && self.last_note.1 != NOBODY {
            return Some(self.last_note.1);
        }
        self.record_numbers(node).last()
    }

    fn record_numbers(&self, node: NodeId) -> impl Iterator<Item = u32> {
        let linked = |number: u32| (number != NOBODY).then_some(number);
        std::iter::successors(linked(self.nodes[node.index()].notes), move |&number| {
            linked(self.records[number as usize - 1].next)
        })
    }

    fn record_of(&mut self, note: Note<'_>) -> Record {
        let plain =
            |kind: u16, extra: u16| Record { next: NOBODY, kind, extra, start: 0, length: 0 };
        let on = |kind: u16, point: Point| plain(kind, point.index() as u16);
        let number = |kind: u16, number: u64| Record {
            start: number as u32,
            length: (number >> 32) as u32,
            ..plain(kind, 0)
        };
        let mut with_text = |record: Record, text: &str| {
            let position = |length: usize| u32::try_from(length).expect("less than 4 GiB of text");
            let start = position(self.texts.len());
            self.texts.push_str(text);
            position(self.texts.len());
            Record { start, length: text.len() as u32, ..record }
        };
        match note {
            Note::Name(text) => with_text(plain(kind::NAME, 0), text),
            Note::Comment(text) => with_text(plain(kind::COMMENT, 0), text),
            Note::Value(text) => with_text(plain(kind::VALUE, 0), text),
            Note::Label(point, text) => with_text(on(kind::LABEL, point), text),
            Note::Property(name, value) => {
                let length = u16::try_from(name.len()).expect("a name shorter than 64 KiB");
                let record = with_text(plain(kind::PROPERTY, length), name);
                let value = with_text(record, value);
                Record { start: record.start, length: record.length + value.length, ..record }
            }
            Note::Stone(Side::Black, point) => on(kind::BLACK_STONE, point),
            Note::Stone(Side::White, point) => on(kind::WHITE_STONE, point),
            Note::Clear(point) => on(kind::CLEAR, point),
            Note::Turn(Side::Black) => plain(kind::BLACK_TURN, 0),
            Note::Turn(Side::White) => plain(kind::WHITE_TURN, 0),
            Note::Mark(shape, point) => on(kind::MARK + shape as u16, point),
            Note::Time(time) => {
                number(kind::TIME, u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
            }
            Note::Depth(depth) => number(kind::DEPTH, depth.into()),
            Note::Nodes(nodes) => number(kind::NODES, nodes),
        }
    }

    fn note_of(&self, record: &Record) -> Note<'_> {
        let end = record.start as usize + record.length as usize;
        let text = || &self.texts[record.start as usize..end];
        let number = || u64::from(record.length) << 32 | u64::from(record.start);
        let point = || match Point::from_index(usize::from(record.extra)) {
            Some(point) => point,
            None => unreachable!("records of points hold the index of one"),
        };
        match record.kind {
            kind::NAME => Note::Name(text()),
            kind::COMMENT => Note::Comment(text()),
            kind::BLACK_STONE => Note::Stone(Side::Black, point()),
            kind::WHITE_STONE => Note::Stone(Side::White, point()),
            kind::CLEAR => Note::Clear(point()),
            kind::BLACK_TURN => Note::Turn(Side::Black),
            kind::WHITE_TURN => Note::Turn(Side::White),
            kind::LABEL => Note::Label(point(), text()),
            kind::TIME => Note::Time(Duration::from_micros(number())),
            kind::VALUE => Note::Value(text()),
            kind::DEPTH => Note::Depth(record.start),
            kind::NODES => Note::Nodes(number()),
            kind::PROPERTY => {
                let (name, value) = text().split_at(usize::from(record.extra));
                Note::Property(name, value)
            }
            mark => Note::Mark(Shape::ALL[usize::from(mark - kind::MARK)], point()),
        }
    }

    /// The notes of a node, in the order in which they were added.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.record_numbers(node).map(|number| self.note_of(&self.records[number as usize - 1]))
    }

    /// The notes of a node, put together by kind; within a kind in the order in which they were
    /// added. Only this order says something.
    pub fn sorted_notes(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        let mut numbers: Vec<u32> = self.record_numbers(node).collect();
        numbers.sort_by_key(|&number| self.records[number as usize - 1].kind);
        numbers.into_iter().map(|number| self.note_of(&self.records[number as usize - 1]))
    }

    /// Whether the node has any notes.
    pub fn has_notes(&self, node: NodeId) -> bool {
        self.nodes[node.index()].notes != NOBODY
    }

    /// Takes those notes of a node away for which `keep` says no. What they took in memory stays
    /// taken.
    pub fn retain_notes(&mut self, node: NodeId, mut keep: impl FnMut(&Note<'_>) -> bool) {
        let numbers: Vec<u32> = self.record_numbers(node).collect();
        let mut last = NOBODY;
        self.nodes[node.index()].notes = NOBODY;
        for number in numbers {
            let place = number as usize - 1;
            if !keep(&self.note_of(&self.records[place])) {
                continue;
            }
            self.records[place].next = NOBODY;
            match last {
                NOBODY => self.nodes[node.index()].notes = number,
                before => self.records[before as usize - 1].next = number,
            }
            last = number;
        }
        self.last_note = (node.0, last);
    }

    /// The node's comment; several of them are joined by line ends.
    pub fn comment(&self, node: NodeId) -> Option<String> {
        let comments = self.notes(node).filter_map(|note| match note {
            Note::Comment(text) => Some(text),
            _ => None,
        });
        let comments: Vec<&str> = comments.collect();
        (!comments.is_empty()).then(|| comments.join("\n"))
    }

    /// Puts a comment in the place of those that the node has; an empty one is none.
    ///
    /// # Panics
    /// As [`Tree::add_note`].
    pub fn set_comment(&mut self, node: NodeId, comment: &str) {
        self.retain_notes(node, |note| !matches!(note, Note::Comment(_)));
        if !comment.is_empty() {
            self.add_note(node, Note::Comment(comment));
        }
    }

    /// The node's name, the first if it has several.
    pub fn name(&self, node: NodeId) -> Option<&str> {
        self.notes(node).find_map(|note| match note {
            Note::Name(text) => Some(text),
            _ => None,
        })
    }

    /// Whether anything is set up by hand at the node: stones, emptied points or the turn.
    pub fn has_setup(&self, node: NodeId) -> bool {
        self.notes(node)
            .any(|note| matches!(note, Note::Stone(..) | Note::Clear(_) | Note::Turn(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;
    use crate::board::Size;

    #[test]
    fn every_note_comes_back_as_it_was() {
        let mut tree = Tree::new(Size::RENJU);
        let node = tree.add(NodeId::ROOT, Action::None);
        let point = Point::at(31, 30);
        let mut notes = vec![
            Note::Name("n"),
            Note::Comment("\u{e9} c\nd"),
            Note::Stone(Side::Black, point),
            Note::Stone(Side::White, Point::at(0, 0)),
            Note::Clear(point),
            Note::Turn(Side::Black),
            Note::Turn(Side::White),
            Note::Label(point, ""),
            Note::Time(Duration::from_micros(u64::MAX - 1)),
            Note::Value("+M5"),
            Note::Depth(u32::MAX),
            Note::Nodes(u64::MAX - 5),
            Note::Property("KM", ""),
            Note::Property("", "x"),
        ];
        notes.extend(Shape::ALL.map(|shape| Note::Mark(shape, point)));
        for &note in &notes {
            tree.add_note(node, note);
            tree.add_note(NodeId::ROOT, note);
        }
        assert!(tree.notes(node).eq(notes.iter().copied()));
        assert!(tree.notes(NodeId::ROOT).eq(notes.iter().copied()));
    }

    #[test]
    fn notes_are_taken_away_and_put_back() {
        let mut tree = Tree::new(Size::RENJU);
        for text in ["a", "b", "c"] {
            tree.add_note(NodeId::ROOT, Note::Comment(text));
            tree.add_note(NodeId::ROOT, Note::Name(text));
        }
        assert_eq!(tree.comment(NodeId::ROOT).as_deref(), Some("a\nb\nc"));
        tree.set_comment(NodeId::ROOT, "d");
        tree.retain_notes(NodeId::ROOT, |note| *note != Note::Name("b"));
        tree.add_note(NodeId::ROOT, Note::Depth(1));
        let left = [Note::Name("a"), Note::Name("c"), Note::Comment("d"), Note::Depth(1)];
        assert!(tree.notes(NodeId::ROOT).eq(left));
        tree.retain_notes(NodeId::ROOT, |_| false);
        assert!(!tree.has_notes(NodeId::ROOT));
        tree.add_note(NodeId::ROOT, Note::Depth(2));
        assert!(tree.notes(NodeId::ROOT).eq([Note::Depth(2)]));
    }
}
