//! Reading SGF: text to trees.

use super::{notes, points, regulated};
use crate::board::{Point, Side, Size};
use crate::notation::format::{Format, FormatError, Reading};
use crate::notation::game::{GameResult, rule_of};
use crate::notation::jsonl::parse_size;
use crate::notation::text::{Encoding, shortened};
use crate::notation::tree::{Action, NodeId, Note, Shape, Tree};
use crate::rules::RuleKind;

/// Boards that are tried, in this order, for games that do not say and have points beyond 15 x 15.
const LARGER_BOARDS: [u8; 4] = [19, 20, 22, 32];

/// Points that the rectangles (`aa:cc`) of one game may stand for.
const MOST_RECTANGLE_POINTS: usize = 1 << 20;

/// The encoding that the first game of a file names, if it names one.
pub(in crate::notation) fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    /// Where it stands, if anywhere.
    const BEGINNING: usize = 1 << 12;
    let start = &bytes[..bytes.len().min(BEGINNING)];
    let at = start.windows(3).position(|window| window == b"CA[")? + 3;
    let length = start[at..].iter().position(|&byte| byte == b']')?;
    Encoding::for_label(start[at..at + length].trim_ascii())
}

/// Where in a collection of games a reader is.
#[derive(Debug)]
pub(in crate::notation) struct Collection {
    reading: Reading,
    /// Bytes of the text that have been read.
    at: usize,
    has_game: bool,
}

impl Collection {
    /// Begins at the beginning.
    pub fn new(reading: Reading) -> Collection {
        Collection { reading, at: 0, has_game: false }
    }

    /// The next game of the text, which must be the same each time. Whatever is between games is
    /// skipped.
    pub fn next(&mut self, text: &str) -> Option<Result<Tree, FormatError>> {
        let Some(start) = find_game(text, self.at) else {
            let reason = "there is no game in it: a game begins with '(;'";
            let none =
                || Err(FormatError::in_text(Format::Sgf, text, text.len(), reason.to_owned()));
            return (!self.has_game).then(none);
        };
        self.has_game = true;
        let mut game = Game::new(text, start, &self.reading);
        let read = game.read();
        self.at = game.at;
        Some(read.map(|()| game.finish()))
    }
}

/// Where the next game after `at` begins: a bracket and, perhaps after spaces, a semicolon.
fn find_game(text: &str, at: usize) -> Option<usize> {
    let brackets = text[at..].match_indices('(').map(|(found, _)| at + found);
    brackets.into_iter().find(|&found| text[found + 1..].trim_start().starts_with(';'))
}

/// A node of the tree, and its child that was added last.
#[derive(Clone, Copy)]
struct Level {
    node: NodeId,
    last: Option<NodeId>,
}

/// A game that is being read.
struct Game<'a> {
    text: &'a str,
    at: usize,
    tree: Tree,
    here: Level,
    /// The nodes at which the variations begin that are not closed yet.
    open: Vec<Level>,
    /// Whether a node of the file has begun for which there is none in the tree yet: it gets one
    /// when it turns out to say something.
    is_pending: bool,
    /// Whether we are in the first node of the file, which tells of the game as a whole.
    in_root: bool,
    size_is_known: bool,
    opening_is_known: bool,
    rule_is_said: bool,
    rectangle_points: usize,
    stray: Option<usize>,
    other_game: Option<String>,
}

impl<'a> Game<'a> {
    fn new(text: &'a str, start: usize, reading: &Reading) -> Game<'a> {
        let mut tree = Tree::new(reading.size());
        tree.info.rule = reading.rule;
        Game {
            text,
            at: start,
            tree,
            here: Level { node: NodeId::ROOT, last: None },
            open: Vec::new(),
            is_pending: false,
            in_root: true,
            size_is_known: reading.size.is_some(),
            opening_is_known: false,
            rule_is_said: false,
            rectangle_points: 0,
            stray: None,
            other_game: None,
        }
    }

    fn error(&self, offset: usize, reason: String) -> FormatError {
        FormatError::in_text(Format::Sgf, self.text, offset, reason)
    }

    /// Reads from the game's first bracket to its last one.
    fn read(&mut self) -> Result<(), FormatError> {
        let mut has_node = false;
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'(' => {
                    self.at += 1;
                    self.open.push(self.here);
                    self.is_pending = false;
                }
                b')' => {
                    self.at += 1;
                    self.is_pending = false;
                    if self.close() {
                        return Ok(());
                    }
                }
                b';' => {
                    self.at += 1;
                    self.in_root = !has_node;
                    self.is_pending = has_node;
                    has_node = true;
                }
                b'[' => {
                    // A value without a name is skipped as a whole, brackets in it included.
                    self.stray.get_or_insert(self.at);
                    self.value()?;
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                byte if byte.is_ascii_alphanumeric() => self.property()?,
                _ => {
                    self.stray.get_or_insert(self.at);
                    self.at += 1;
                }
            }
        }
        let missing = self.open.len();
        let reason = format!("the game is cut off: {missing} closing ')' are missing");
        Err(self.error(self.text.len(), reason))
    }

    /// Closes a variation; says whether that was the whole game.
    fn close(&mut self) -> bool {
        let Some(mut before) = self.open.pop() else { return true };
        if before.node == self.here.node {
            before.last = self.here.last;
        }
        self.here = before;
        self.open.is_empty()
    }

    /// Goes on to a new node below the current one.
    fn add(&mut self, action: Action) {
        let Level { node, last } = self.here;
        let new = match last {
            Some(sibling) => self.tree.add_after(sibling, action),
            None => self.tree.add(node, action),
        };
        if let Some(open) = self.open.last_mut().filter(|open| open.node == node) {
            open.last = Some(new);
        }
        self.here = Level { node: new, last: None };
        self.is_pending = false;
    }

    /// Adds a note to the current node.
    fn note(&mut self, note: Note<'_>) {
        if self.is_pending {
            self.add(Action::None);
        }
        self.tree.add_note(self.here.node, note);
    }

    /// Reads a value whose bracket comes next, without its brackets and with all escapes in it.
    fn value(&mut self) -> Result<&'a str, FormatError> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        loop {
            match bytes.get(end) {
                // Some programs do not escape brackets in names and comments. Nothing of the format
                // itself is beyond ASCII, so what goes on like that is still the text.
                Some(b']') if bytes.get(end + 1).is_none_or(u8::is_ascii) => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
                None => {
                    let reason = "the game is cut off: this '[' is never closed by ']'";
                    return Err(self.error(self.at, reason.to_owned()));
                }
            }
        }
        self.at = end + 1;
        Ok(&self.text[start..end])
    }

    /// Reads a property: its name and all of its values.
    fn property(&mut self) -> Result<(), FormatError> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let written = &self.text[start..start + length];
        self.at += length;
        // Small letters are of the form before FF[4] and do not count.
        let mut shortened_name = String::new();
        let name = if written.bytes().any(|byte| byte.is_ascii_lowercase()) {
            shortened_name.extend(written.chars().filter(|c| !c.is_ascii_lowercase()));
            shortened_name.as_str()
        } else {
            written
        };
        if name.len() > usize::from(u8::MAX) {
            return Err(self.error(start, "the name of a property is too long".to_owned()));
        }
        let mut number = 0;
        loop {
            let rest = &self.text[self.at..];
            let spaces = rest.len() - rest.trim_start().len();
            if !rest[spaces..].starts_with('[') {
                break;
            }
            self.at += spaces;
            let value_start = self.at;
            let value = self.value()?;
            self.take(name, number, value).map_err(|reason| self.error(value_start, reason))?;
            number += 1;
        }
        if number == 0 || name.is_empty() {
            self.stray.get_or_insert(start);
        }
        Ok(())
    }

    /// Takes a value of a property over, the one with that number from 0.
    ///
    /// # Errors
    /// Why it makes no sense.
    fn take(&mut self, name: &str, number: usize, value: &str) -> Result<(), String> {
        // What stands behind the variations is said of the node before them.
        let in_root = self.in_root || (self.here.node == NodeId::ROOT && !self.is_pending);
        if in_root && self.take_info(name, number, value)? {
            return Ok(());
        }
        match name {
            "" => {}
            "B" => self.take_move(name, Side::Black, value)?,
            "W" => self.take_move(name, Side::White, value)?,
            "C" => self.take_comment(value),
            "N" => {
                let text = points::simple_text(value);
                if !text.is_empty() && self.current_name().is_none() {
                    self.note(Note::Name(&text));
                }
            }
            "AB" => self.take_points(name, value, |point| Note::Stone(Side::Black, point))?,
            "AW" => self.take_points(name, value, |point| Note::Stone(Side::White, point))?,
            "AE" => self.take_points(name, value, Note::Clear)?,
            "PL" => self.take_turn(value),
            "CR" => self.take_marks(name, value, Shape::Circle)?,
            "SQ" => self.take_marks(name, value, Shape::Square)?,
            "TR" => self.take_marks(name, value, Shape::Triangle)?,
            "MA" => self.take_marks(name, value, Shape::Cross)?,
            "SL" => self.take_marks(name, value, Shape::Spot)?,
            "LB" => self.take_label(value),
            "HO" if value.trim() == "1" => self.flag(Tree::set_marked),
            "START" if value.trim() == "1" => self.flag(Tree::set_start),
            _ => self.take_other(name, value),
        }
        Ok(())
    }

    fn take_other(&mut self, name: &str, value: &str) {
        self.note(Note::Property(name, &points::whole(value)));
    }

    /// Takes over what tells of the game as a whole. Says whether the property is of that kind and
    /// nothing more of it is to be kept.
    fn take_info(&mut self, name: &str, number: usize, value: &str) -> Result<bool, String> {
        let info = &mut self.tree.info;
        let text = || Some(points::text(value).trim().to_owned()).filter(|text| !text.is_empty());
        let put = |field: &mut Option<String>| {
            let is_free = field.is_none();
            if is_free {
                *field = text();
            }
            is_free || value.trim().is_empty()
        };
        let is_done = match name {
            "FF" | "CA" | "AP" => true,
            "GM" => {
                let game = value.trim();
                if game != "4" {
                    self.other_game = Some(shortened(game));
                }
                true
            }
            "SZ" => {
                info.size = parse_size(value).ok_or_else(|| {
                    format!("the board size '{}' is not supported", shortened(value))
                })?;
                self.size_is_known = true;
                true
            }
            // The first one that says something counts.
            "RU" => {
                let said = parse_rule(value).filter(|_| !self.rule_is_said);
                info.rule = said.or(info.rule);
                self.rule_is_said |= said.is_some();
                self.rule_is_said && info.rule.is_some_and(|rule| rule.to_string() == value.trim())
            }
            "RE" => {
                let said = parse_result(value).filter(|_| info.result.is_none());
                info.result = said.or(info.result);
                info.result.is_some_and(|result| super::result_text(result) == value.trim())
            }
            "PB" => put(&mut info.black),
            "PW" => put(&mut info.white),
            "EV" => put(&mut info.event),
            "RO" => put(&mut info.round),
            "DT" => put(&mut info.date),
            "TE" | "GC" => put(&mut info.reason),
            "OPENING" => match value.trim().parse() {
                Ok(count) => {
                    info.opening = count;
                    self.opening_is_known = true;
                    true
                }
                Err(_) => false,
            },
            _ if regulated::is_ours(name) => {
                regulated::take(&mut info.regulated, name, number, value)
            }
            _ => return Ok(false),
        };
        if !is_done {
            // More was said than is understood: it is kept as it was written.
            self.tree.add_note(NodeId::ROOT, Note::Property(name, &points::whole(value)));
        }
        Ok(true)
    }

    fn take_move(&mut self, name: &str, side: Side, value: &str) -> Result<(), String> {
        let action = match points::parse_move(value, self.tree.info.size) {
            None => return Err(format!("{name}[{}] is no point of a board", shortened(value))),
            Some(None) => Action::Pass(side),
            Some(Some(point)) => Action::play(side, point),
        };
        let is_free = !self.is_pending
            && self.here.node != NodeId::ROOT
            && self.tree.action(self.here.node) == Action::None;
        if is_free {
            self.tree.set_action(self.here.node, action);
        } else {
            self.add(action);
        }
        Ok(())
    }

    fn current_name(&self) -> Option<&str> {
        if self.is_pending { None } else { self.tree.name(self.here.node) }
    }

    fn take_comment(&mut self, value: &str) {
        let text = points::text(value);
        let before = if self.is_pending { None } else { self.tree.comment(self.here.node) };
        let (comment, notes) = notes::split(&text);
        if comment.is_empty() && notes.is_empty() {
            return;
        }
        match before {
            // A node has one comment. What some programs write as a second one goes on with it.
            Some(before) if !comment.is_empty() => {
                self.tree.set_comment(self.here.node, &format!("{before}\n{comment}"));
            }
            None if !comment.is_empty() => self.note(Note::Comment(comment)),
            _ => {}
        }
        for note in notes {
            let is_new = self.is_pending || {
                let same = std::mem::discriminant(&note);
                self.tree.notes(self.here.node).all(|old| std::mem::discriminant(&old) != same)
            };
            if is_new {
                self.note(note);
            }
        }
    }

    fn take_points(
        &mut self,
        name: &str,
        value: &str,
        note: impl Fn(Point) -> Note<'static>,
    ) -> Result<(), String> {
        let Some((from, to)) = points::parse_rectangle(value, self.tree.info.size) else {
            return Err(format!("{name}[{}] is no point of a board", shortened(value)));
        };
        let points = usize::from(to.x() - from.x() + 1) * usize::from(to.y() - from.y() + 1);
        if points > 1 {
            self.rectangle_points += points;
            if self.rectangle_points > MOST_RECTANGLE_POINTS {
                return Err("the rectangles of points are too many".to_owned());
            }
        }
        for y in from.y()..=to.y() {
            for x in from.x()..=to.x() {
                self.note(note(Point::at(x, y)));
            }
        }
        Ok(())
    }

    /// Marks are no part of the game: what cannot be read of them is kept as it is.
    fn take_marks(&mut self, name: &str, value: &str, shape: Shape) -> Result<(), String> {
        if points::parse_rectangle(value, self.tree.info.size).is_none() {
            self.take_other(name, value);
            return Ok(());
        }
        self.take_points(name, value, |point| Note::Mark(shape, point))
    }

    fn take_label(&mut self, value: &str) {
        let parts = value.split_once(':');
        let point = parts.and_then(|(point, _)| points::parse_point(point, self.tree.info.size));
        match (point, parts) {
            (Some(point), Some((_, label))) => {
                let label = points::simple_text(label);
                self.note(Note::Label(point, &label));
            }
            _ => self.take_other("LB", value),
        }
    }

    fn take_turn(&mut self, value: &str) {
        match value.trim().bytes().next() {
            Some(b'B' | b'b') => self.note(Note::Turn(Side::Black)),
            Some(b'W' | b'w') => self.note(Note::Turn(Side::White)),
            _ => self.take_other("PL", value),
        }
    }

    fn flag(&mut self, set: impl Fn(&mut Tree, NodeId, bool)) {
        if self.is_pending {
            self.add(Action::None);
        }
        set(&mut self.tree, self.here.node, true);
    }

    /// The tree, with all that can only be said at the end.
    fn finish(mut self) -> Tree {
        if !self.size_is_known {
            self.find_size();
        }
        if !self.opening_is_known {
            super::take_opening(&mut self.tree);
        }
        if let Some(game) = self.other_game {
            self.tree.remark(format!("GM[{game}] is not gomoku's 4; read as gomoku all the same"));
        }
        if let Some(stray) = self.stray {
            let (line, column) = crate::notation::text::line_and_column(self.text, stray);
            let place = format!("line {line}, column {column}");
            self.tree.remark(format!("something at {place} is no property and was skipped"));
        }
        self.tree
    }

    /// The smallest usual board on which all moves and stones are.
    fn find_size(&mut self) {
        let tree = &self.tree;
        let stones = tree.walk().flat_map(|node| {
            let set_up = tree.notes(node).filter_map(|note| match note {
                Note::Stone(_, point) => Some(point),
                _ => None,
            });
            set_up.chain(tree.action(node).point())
        });
        let needed = stones.map(|point| point.x().max(point.y()) + 1).max().unwrap_or(0);
        if needed > tree.info.size.width() {
            let size = LARGER_BOARDS.into_iter().find(|&side| side >= needed);
            if let Some(size) = size.and_then(|side| Size::square(side).ok()) {
                self.tree.info.size = size;
                self.tree.remark(format!("the file has no board size; {size} holds its stones"));
            }
        }
    }
}

/// Whether a rule's text tells of renju or one of its ways to begin.
fn is_renju(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = ["renju", "rif", "yamaguchi", "soos", "taraguchi", "sakata", "tarannikov"];
    words.iter().any(|word| lower.contains(word))
}

/// The rule that a text tells of, in our words or others'.
pub(super) fn parse_rule(text: &str) -> Option<RuleKind> {
    rule_of(text).or(is_renju(text).then_some(RuleKind::Renju))
}

/// The result that a text tells of.
pub(super) fn parse_result(text: &str) -> Option<GameResult> {
    let lower = text.trim().to_ascii_lowercase();
    match lower.as_str() {
        "0" | "draw" | "jigo" | "1/2-1/2" | "0.5-0.5" | "b+draw" | "w+draw" => {
            Some(GameResult::Draw)
        }
        "1-0" | "black" => Some(GameResult::Win(Side::Black)),
        "0-1" | "white" => Some(GameResult::Win(Side::White)),
        "\u{548c}\u{68cb}" => Some(GameResult::Draw),
        _ if lower.starts_with("\u{9ed1}\u{80dc}") => Some(GameResult::Win(Side::Black)),
        _ if lower.starts_with("\u{767d}\u{80dc}") => Some(GameResult::Win(Side::White)),
        _ if lower.starts_with("b+") => Some(GameResult::Win(Side::Black)),
        _ if lower.starts_with("w+") => Some(GameResult::Win(Side::White)),
        _ => None,
    }
}
