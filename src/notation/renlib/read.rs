//! Reading libraries.

use super::{H8, HEADER, MAGIC, MORE_LINES, NEWEST, flag};
use crate::board::{Point, Side, Size};
use crate::notation::format::{Format, FormatError, Reading};
use crate::notation::text::{self, Encoding, unix_lines};
use crate::notation::tree::{Action, NodeId, Note, Tree};
use encoding_rs::UTF_8;
use std::borrow::Cow;

/// Whether a file is a library; one without a header only if its name says so.
pub(in crate::notation) fn is_library(bytes: &[u8], is_named_so: bool) -> bool {
    bytes.starts_with(&MAGIC) || (is_named_so && bytes.first() == Some(&H8))
}

/// Where the next node of the file belongs.
#[derive(Clone, Copy)]
struct Slot {
    parent: NodeId,
    /// Whose move it is there.
    side: Side,
    /// The child of `parent` that comes before it, if there is one.
    after: Option<NodeId>,
}

/// What a piece of text is for.
#[derive(Clone, Copy)]
enum Use {
    Comment,
    OldComment,
    /// On a point; whether it is the node's own one.
    Label(Point, bool),
}

/// A text whose encoding is not known yet: bytes `start..end` of the file.
struct RawText {
    node: NodeId,
    what: Use,
    start: usize,
    end: usize,
}

/// A library that is being read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    tree: Tree,
    texts: Vec<RawText>,
    unknown_flags: usize,
}

/// Reads a library.
///
/// # Errors
/// What is wrong with it, and at which byte.
pub(in crate::notation) fn read(bytes: &[u8], reading: &Reading) -> Result<Tree, FormatError> {
    if let Some(rule) = reading.rule.filter(|rule| rule.has_long_turns()) {
        let reason =
            format!("the sides of a library alternate stone by stone, not so under {rule}");
        return Err(FormatError::at_byte(Format::Lib, 0, reason));
    }
    let mut tree = Tree::new(Size::RENJU);
    tree.info.rule = reading.rule;
    let mut reader = Reader { bytes, at: 0, tree, texts: Vec::new(), unknown_flags: 0 };
    reader.header()?;
    reader.nodes()?;
    reader.add_texts(reading.encoding);
    if reader.unknown_flags > 0 {
        let count = reader.unknown_flags;
        reader
            .tree
            .remark(format!("{count} nodes have flags that nobody knows; they are left out"));
    }
    Ok(reader.tree)
}

impl Reader<'_> {
    fn error(&self, offset: usize, reason: impl Into<String>) -> FormatError {
        FormatError::at_byte(Format::Lib, offset, reason.into())
    }

    fn header(&mut self) -> Result<(), FormatError> {
        if !self.bytes.starts_with(&MAGIC) {
            if self.bytes.first() == Some(&H8) {
                return Ok(());
            }
            let reason =
                "it does not begin like a library, with FF 'RenLib' FF or the point h8 (78)";
            return Err(self.error(0, reason));
        }
        if self.bytes.len() < HEADER {
            return Err(self.error(self.bytes.len(), "the header is cut off"));
        }
        let version = (self.bytes[MAGIC.len()], self.bytes[MAGIC.len() + 1]);
        if version > NEWEST {
            let (major, minor) = version;
            let reason = format!("version {major}.{minor} is newer than 3.4, the last one known");
            return Err(self.error(MAGIC.len(), reason));
        }
        self.at = HEADER;
        Ok(())
    }

    /// Reads all nodes.
    fn nodes(&mut self) -> Result<(), FormatError> {
        let mut next = Some(Slot { parent: NodeId::ROOT, side: Side::Black, after: None });
        // Where further siblings belong that nodes have announced.
        let mut announced: Vec<Slot> = Vec::new();
        // Nodes at the beginning, each of which is the only one that the file has of its siblings
        // so far: their number in the tree, as long as that goes on.
        let mut chain = NodeId::ROOT;
        let mut in_chain = true;
        let start = self.at;
        while self.at < self.bytes.len() {
            let Some(slot) = next else {
                let reason = "the tree ends here, but the file goes on";
                return Err(self.error(self.at, reason));
            };
            let is_first = self.at == start;
            let (flags, after, node) = self.node(slot, is_first)?;
            let is_root = is_first && node == NodeId::ROOT;
            if flags & flag::MORE_SIBLINGS != 0 && !is_root {
                announced.push(Slot { after, ..slot });
            }
            in_chain &= flags & flag::NO_CHILD == 0;
            if in_chain {
                chain = node;
            }
            next = if flags & flag::NO_CHILD == 0 {
                let side = self.tree.action(node).side().filter(|_| node != slot.parent);
                Some(Slot { parent: node, side: side.map_or(slot.side, |side| !side), after: None })
            } else {
                announced.pop()
            };
        }
        // A branch that RenLib saved by itself keeps the flags it had among its siblings, and its
        // last node that of having children.
        let mut missing: Vec<Slot> = announced;
        match next {
            Some(slot) if slot.after.is_some() => missing.push(slot),
            Some(_) if !in_chain => return Err(self.cut_off()),
            _ => {}
        }
        if missing.iter().any(|slot| slot.after.is_none_or(|node| node > chain)) {
            return Err(self.cut_off());
        }
        if !missing.is_empty() {
            let count = missing.len();
            self.tree
                .remark(format!("{count} further branches are announced, but not in the file"));
        }
        Ok(())
    }

    fn cut_off(&self) -> FormatError {
        self.error(self.bytes.len(), "the library is cut off: more nodes are announced")
    }

    /// Reads a node: its flags, the node of the tree after which a sibling of it would come, and the
    /// one that its children belong to.
    fn node(
        &mut self,
        slot: Slot,
        is_first: bool,
    ) -> Result<(u32, Option<NodeId>, NodeId), FormatError> {
        let start = self.at;
        let mut flags = u32::from(self.byte(start + 1)?);
        self.at += 2;
        if flags & flag::EXTENDED != 0 {
            let high = self.byte(self.at)?;
            let low = self.byte(self.at + 1)?;
            flags |= u32::from(high) << 16 | u32::from(low) << 8;
            self.at += 2;
        }
        self.unknown_flags += usize::from(flags & !flag::KNOWN != 0);
        let point = self.point(start)?;
        let is_move = flags & flag::NO_MOVE == 0;
        let is_bare = flags & (flag::MARK | flag::START | flag::COMMENT | flag::OLD_COMMENT) == 0;
        let node = match point {
            None if is_first => NodeId::ROOT,
            // Nothing but a text on the board: a note of the node before it.
            Some(_) if !is_move && is_bare && flags & flag::NO_CHILD != 0 => slot.parent,
            _ => {
                let action = match point {
                    _ if !is_move => Action::None,
                    None => Action::Pass(slot.side),
                    Some(point) => Action::play(slot.side, point),
                };
                match slot.after {
                    Some(sibling) => self.tree.add_after(sibling, action),
                    None => self.tree.add(slot.parent, action),
                }
            }
        };
        let after = if node == slot.parent { slot.after } else { Some(node) };
        if flags & flag::MARK != 0 {
            self.tree.set_marked(node, true);
        }
        if flags & flag::START != 0 {
            self.tree.set_start(node, true);
        }
        if flags & flag::OLD_COMMENT != 0 {
            self.old_comment(node)?;
        } else if flags & flag::COMMENT != 0 {
            self.text(node, Use::Comment)?;
        }
        if flags & flag::BOARD_TEXT != 0 {
            // The text of a node without a point has no place on the board.
            let place = point.unwrap_or(Point::at(0, 0));
            self.text(node, Use::Label(place, is_move))?;
        } else if let Some(point) = point.filter(|_| !is_move) {
            let here = self.at;
            self.texts.push(RawText {
                node,
                what: Use::Label(point, false),
                start: here,
                end: here,
            });
        }
        Ok((flags, after, node))
    }

    fn byte(&self, at: usize) -> Result<u8, FormatError> {
        let byte = self.bytes.get(at).copied();
        byte.ok_or_else(|| self.error(self.at, "the node is cut off"))
    }

    /// The point of the node at a byte; `None` for a pass or the empty board.
    fn point(&self, at: usize) -> Result<Option<Point>, FormatError> {
        let byte = self.bytes[at];
        let (column, row) = (byte & 15, byte >> 4);
        match (column, row) {
            (0, 0) => Ok(None),
            (1..=15, 0..=14) => Ok(Some(Point::at(column - 1, row))),
            _ => Err(self.error(at, format!("0x{byte:02X} is no point of the board"))),
        }
    }

    /// Reads a text that a 0 ends.
    fn text(&mut self, node: NodeId, what: Use) -> Result<(), FormatError> {
        let start = self.at;
        let length = self.bytes[start..].iter().position(|&byte| byte == 0);
        let Some(length) = length else {
            return Err(self.error(start, "the text is cut off: it has no end"));
        };
        self.texts.push(RawText { node, what, start, end: start + length });
        // The filling of the last text may be missing.
        self.at = (start + (length + 2) / 2 * 2).min(self.bytes.len());
        Ok(())
    }

    /// Reads a comment whose last character has its high bit set.
    fn old_comment(&mut self, node: NodeId) -> Result<(), FormatError> {
        let start = self.at;
        let length = self.bytes[start..].iter().position(|&byte| byte >= 0x80);
        let Some(length) = length.map(|last| last + 1) else {
            return Err(self.error(start, "the comment is cut off: it has no end"));
        };
        self.texts.push(RawText { node, what: Use::OldComment, start, end: start + length });
        self.at = (start + length.div_ceil(2) * 2).min(self.bytes.len());
        Ok(())
    }

    /// Makes notes of the texts, in one encoding for the whole library.
    fn add_texts(&mut self, named: Option<&'static Encoding>) {
        let texts = std::mem::take(&mut self.texts);
        let bytes = self.bytes;
        let new_texts = || {
            let new = texts.iter().filter(|text| !matches!(text.what, Use::OldComment));
            new.map(|text| &bytes[text.start..text.end])
        };
        let encoding = named.unwrap_or_else(|| {
            let is_unicode = new_texts().all(|text| std::str::from_utf8(text).is_ok());
            if is_unicode { UTF_8 } else { text::guess(new_texts()) }
        });
        let mut damaged = 0;
        for raw in &texts {
            let part = &bytes[raw.start..raw.end];
            let text = match raw.what {
                Use::OldComment => Cow::Owned(old_text(part)),
                _ => {
                    let (text, is_damaged) = encoding.decode_without_bom_handling(part);
                    damaged += usize::from(is_damaged);
                    text
                }
            };
            match raw.what {
                Use::Label(_, true) if text.is_empty() => {}
                Use::Label(point, _) => {
                    let line = unix_lines(&text).replace('\n', " ");
                    self.tree.add_note(raw.node, Note::Label(point, &line));
                }
                Use::Comment | Use::OldComment => self.add_comment(raw.node, &text),
            }
        }
        if damaged > 0 {
            let name = encoding.name();
            self.tree.remark(format!("{damaged} texts have characters that are not {name}"));
        }
    }

    /// Adds a comment of one line and more lines. What else than a line the first part has belongs
    /// to the second.
    fn add_comment(&mut self, node: NodeId, text: &str) {
        let text = unix_lines(text);
        let (line, more) = text.split_once(MORE_LINES).unwrap_or((&text, ""));
        let (name, rest) = line.split_once('\n').unwrap_or((line, ""));
        let comment = match (rest, more) {
            ("", more) => Cow::Borrowed(more),
            (rest, "") => Cow::Borrowed(rest),
            (rest, more) => Cow::Owned(format!("{rest}\n{more}")),
        };
        if !name.is_empty() {
            self.tree.add_note(node, Note::Name(name));
        }
        if !comment.is_empty() {
            self.tree.add_note(node, Note::Comment(&comment));
        }
    }
}

/// A text in the old alphabet: seven bits, with the Swedish letters in the place of brackets.
fn old_text(bytes: &[u8]) -> String {
    let letters = bytes.iter().map(|byte| match byte & 0x7f {
        b'}' => '\u{e5}',
        b'{' => '\u{e4}',
        b'|' => '\u{f6}',
        b']' => '\u{c5}',
        b'[' => '\u{c4}',
        b'\\' => '\u{d6}',
        other => char::from(other),
    });
    letters.filter(|&letter| letter != '\0').collect()
}
