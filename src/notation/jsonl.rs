//! Games as JSON, one game a line.
//!
//! A line is an object with `size` (`"15x15"`), `moves` (objects with `x` and `y`, counted from 0 at
//! the top left, and whatever is known of `ms`, `value`, `depth`, `nodes` and `comment`), and, where
//! known, `rule`, `black`, `white`, `event`, `round`, `date`, `opening` (number of moves that the
//! players did not choose), `result` (`"1-0"`, `"0-1"`, `"1/2-1/2"`) and `reason`. A move may name
//! its `side`; without it the sides take turns as the rule has them, Black first: under nendzyu a move
//! is one stone, and a turn two of them. A game whose opening was played by a regulation has
//! `regulation`, `first` (the colour that the first player has come to) and `turns` (objects with
//! `turn` and perhaps `ms`). Other fields are ignored.
//!
//! What else there is in a tree has fields of its own, which are left out where they are empty:
//!
//! * `variations`: objects with `moves` and `after`, the number of the move that they follow. Moves
//!   are numbered from 1: those of the main line, then those of the variations as they come; 0 is
//!   the empty board.
//! * `root`: notes at the empty board.
//! * In a move, `pass` or `remark` instead of `x` and `y`: a pass, or no move but a place for notes;
//!   and `notes`: an object with `name`, `marked`, `start`, `turn`, `stones` (points with `side`;
//!   without it, the point is emptied), `marks` (points with `shape`), `labels` (points with `text`)
//!   and `properties` (arrays of a name and a value).

use super::format::{Format, FormatError, Reading};
use super::game::{GameRecord, GameResult, RecordedTurn, RegulatedOpening, rule_of};
use super::losses::Losses;
use super::sgf::{milliseconds, milliseconds_text};
use super::text::shortened;
use super::tree::{Action, NodeId, Note, Shape, Tree};
use crate::board::{Point, Side, Size, Turn};
use crate::rules::RuleKind;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// A side in the shape of its name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JsonSide {
    Black,
    White,
}

impl From<Side> for JsonSide {
    fn from(side: Side) -> JsonSide {
        match side {
            Side::Black => JsonSide::Black,
            Side::White => JsonSide::White,
        }
    }
}

impl From<JsonSide> for Side {
    fn from(side: JsonSide) -> Side {
        match side {
            JsonSide::Black => Side::Black,
            JsonSide::White => Side::White,
        }
    }
}

/// A game in the shape of its line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JsonGame {
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default)]
    opening: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    regulation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<JsonSide>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<JsonTurn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<Box<JsonMove>>,
    moves: Vec<JsonMove>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<JsonVariation>,
}

/// A turn of an opening by a regulation.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct JsonTurn {
    turn: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
}

impl From<&RecordedTurn> for JsonTurn {
    fn from(turn: &RecordedTurn) -> JsonTurn {
        let ms = turn.time.and_then(|time| milliseconds_text(time).parse().ok());
        JsonTurn { turn: turn.text.clone(), ms }
    }
}

impl JsonTurn {
    fn into_turn(self) -> Result<RecordedTurn, JsonGameError> {
        Ok(RecordedTurn { text: self.turn, time: self.ms.map(known_time).transpose()? })
    }
}

/// A line of moves that branches off.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct JsonVariation {
    after: usize,
    moves: Vec<JsonMove>,
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct JsonMove {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<u8>,
    #[serde(default, skip_serializing_if = "is_false")]
    pass: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    remark: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<JsonSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Box<JsonNotes>>,
}

/// What few moves have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct JsonNotes {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    marked: bool,
    #[serde(skip_serializing_if = "is_false")]
    start: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<JsonSide>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stones: Vec<JsonPoint>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<JsonPoint>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<JsonPoint>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<(String, String)>,
}

/// A point with what is on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct JsonPoint {
    x: u8,
    y: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<JsonSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl JsonPoint {
    fn new(point: Point) -> JsonPoint {
        JsonPoint { x: point.x(), y: point.y(), side: None, shape: None, text: None }
    }

    fn point(&self) -> Result<Point, JsonGameError> {
        parse_point(self.x, self.y)
    }
}

/// Why a line is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonGameError {
    reason: String,
    /// The character in the line, from 1, where it is known.
    column: usize,
}

impl fmt::Display for JsonGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for JsonGameError {}

/// A value that makes no sense.
fn senseless(what: &str, value: &str) -> JsonGameError {
    JsonGameError { reason: format!("{what} '{}' makes no sense", shortened(value)), column: 1 }
}

fn parse_point(x: u8, y: u8) -> Result<Point, JsonGameError> {
    Point::new(x, y).ok_or_else(|| senseless("point", &format!("{x},{y}")))
}

const fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Square => "square",
        Shape::Triangle => "triangle",
        Shape::Cross => "cross",
        Shape::Spot => "spot",
    }
}

impl JsonNotes {
    /// What of a node's notes has no field in its move.
    fn of(tree: &Tree, node: NodeId) -> Option<Box<JsonNotes>> {
        let mut notes = JsonNotes {
            name: tree.name(node).map(str::to_owned),
            marked: tree.is_marked(node),
            start: tree.is_start(node),
            ..JsonNotes::default()
        };
        for note in tree.notes(node) {
            match note {
                Note::Stone(side, point) => {
                    let side = Some(side.into());
                    notes.stones.push(JsonPoint { side, ..JsonPoint::new(point) });
                }
                Note::Clear(point) => notes.stones.push(JsonPoint::new(point)),
                Note::Turn(side) => notes.turn = Some(side.into()),
                Note::Mark(shape, point) => {
                    let shape = Some(shape_name(shape).to_owned());
                    notes.marks.push(JsonPoint { shape, ..JsonPoint::new(point) });
                }
                Note::Label(point, text) => {
                    let text = Some(text.to_owned());
                    notes.labels.push(JsonPoint { text, ..JsonPoint::new(point) });
                }
                Note::Property(name, value) => {
                    notes.properties.push((name.to_owned(), value.to_owned()));
                }
                Note::Name(_) | Note::Comment(_) => {}
                Note::Time(_) | Note::Value(_) | Note::Depth(_) | Note::Nodes(_) => {}
            }
        }
        (notes != JsonNotes::default()).then(|| Box::new(notes))
    }

    fn add_to(&self, tree: &mut Tree, node: NodeId) -> Result<(), JsonGameError> {
        self.name.iter().for_each(|name| tree.add_note(node, Note::Name(name)));
        tree.set_marked(node, self.marked);
        tree.set_start(node, self.start);
        for stone in &self.stones {
            let note = match stone.side {
                Some(side) => Note::Stone(side.into(), stone.point()?),
                None => Note::Clear(stone.point()?),
            };
            tree.add_note(node, note);
        }
        if let Some(turn) = self.turn {
            tree.add_note(node, Note::Turn(turn.into()));
        }
        for mark in &self.marks {
            let name = mark.shape.as_deref().unwrap_or_default();
            let shape = Shape::ALL.into_iter().find(|&shape| shape_name(shape) == name);
            let shape = shape.ok_or_else(|| senseless("shape", name))?;
            tree.add_note(node, Note::Mark(shape, mark.point()?));
        }
        for label in &self.labels {
            let text = label.text.as_deref().unwrap_or_default();
            tree.add_note(node, Note::Label(label.point()?, text));
        }
        for (name, value) in &self.properties {
            if name.is_empty()
                || !name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
                || name.len() > usize::from(u8::MAX)
            {
                return Err(senseless("property", name));
            }
            tree.add_note(node, Note::Property(name, value));
        }
        Ok(())
    }
}

impl JsonMove {
    /// A node of a tree, at which it is the turn of `due`.
    fn of(tree: &Tree, node: NodeId, due: Side) -> JsonMove {
        let action = tree.action(node);
        let mut played = JsonMove {
            x: action.point().map(Point::x),
            y: action.point().map(Point::y),
            pass: matches!(action, Action::Pass(_)),
            remark: action == Action::None && node != NodeId::ROOT,
            side: action.side().filter(|&side| side != due).map(JsonSide::from),
            comment: tree.comment(node),
            notes: JsonNotes::of(tree, node),
            ..JsonMove::default()
        };
        for note in tree.notes(node) {
            match note {
                Note::Time(time) => played.ms = milliseconds_text(time).parse().ok(),
                Note::Value(value) => played.value = Some(value.to_owned()),
                Note::Depth(depth) => played.depth = Some(depth),
                Note::Nodes(nodes) => played.nodes = Some(nodes),
                _ => {}
            }
        }
        played
    }

    /// What it does when it is the turn of `due`.
    fn action(&self, due: Side) -> Result<Action, JsonGameError> {
        let side = self.side.map_or(due, Side::from);
        match (self.x, self.y, self.pass, self.remark) {
            (Some(x), Some(y), false, false) => Ok(Action::play(side, parse_point(x, y)?)),
            (None, None, true, false) => Ok(Action::Pass(side)),
            (None, None, false, true) => Ok(Action::None),
            _ => Err(JsonGameError { reason: "a move has no x and y".to_owned(), column: 1 }),
        }
    }

    fn add_notes(&self, tree: &mut Tree, node: NodeId) -> Result<(), JsonGameError> {
        if let Some(comment) = self.comment.as_deref().filter(|comment| !comment.is_empty()) {
            tree.add_note(node, Note::Comment(comment));
        }
        if let Some(ms) = self.ms {
            tree.add_note(node, Note::Time(known_time(ms)?));
        }
        self.value.iter().for_each(|value| tree.add_note(node, Note::Value(value)));
        self.depth.into_iter().for_each(|depth| tree.add_note(node, Note::Depth(depth)));
        self.nodes.into_iter().for_each(|nodes| tree.add_note(node, Note::Nodes(nodes)));
        match &self.notes {
            Some(notes) => notes.add_to(tree, node),
            None => Ok(()),
        }
    }
}

/// So many milliseconds, in whole microseconds.
fn known_time(ms: f64) -> Result<Duration, JsonGameError> {
    milliseconds(&format!("{ms:.3}")).ok_or_else(|| senseless("ms", &ms.to_string()))
}

impl From<&GameRecord> for JsonGame {
    fn from(game: &GameRecord) -> JsonGame {
        JsonGame::from(&Tree::from(game))
    }
}

impl From<&Tree> for JsonGame {
    fn from(tree: &Tree) -> JsonGame {
        let info = &tree.info;
        let order = info.turn_order();
        let root = JsonMove::of(tree, NodeId::ROOT, Side::Black);
        let has_root = tree.has_notes(NodeId::ROOT) || root.notes.is_some();
        // Number of each node and the turn after it.
        let mut numbers = vec![(0, order.start()); tree.len()];
        let mut lines: Vec<JsonVariation> = Vec::new();
        let mut begins: Vec<(usize, NodeId)> = Vec::new();
        begins.extend(tree.first_child(NodeId::ROOT).map(|first| (0, first)));
        begins.extend(tree.children(NodeId::ROOT).skip(1).map(|child| (0, child)));
        let (mut number, mut next) = (0, 0);
        while let Some(&(after, first)) = begins.get(next) {
            next += 1;
            let mut moves = Vec::new();
            for node in std::iter::successors(Some(first), |&node| tree.first_child(node)) {
                let parent = tree.parent(node);
                let due = parent.map_or(order.start(), |before| numbers[before.index()].1);
                number += 1;
                numbers[node.index()] = (number, tree.action(node).turn_after(due, order));
                moves.push(JsonMove::of(tree, node, due.side));
                begins.extend(tree.children(node).skip(1).map(|child| (number, child)));
            }
            lines.push(JsonVariation { after, moves });
        }
        let mut lines = lines.into_iter();
        JsonGame {
            size: info.size.to_string(),
            rule: info.rule.map(|rule| rule.to_string()),
            black: info.black.clone(),
            white: info.white.clone(),
            event: info.event.clone(),
            round: info.round.clone(),
            date: info.date.clone(),
            result: info.result.map(|result| result.to_string()),
            reason: info.reason.clone(),
            opening: info.opening,
            regulation: info.regulated.as_ref().map(|regulated| regulated.regulation.clone()),
            first: info.regulated.as_ref().map(|regulated| regulated.first.into()),
            turns: info.regulated.iter().flat_map(|r| &r.turns).map(JsonTurn::from).collect(),
            root: has_root.then(|| Box::new(root)),
            moves: lines.next().map_or_else(Vec::new, |line| line.moves),
            variations: lines.collect(),
        }
    }
}

impl JsonGame {
    /// The main line of the game.
    ///
    /// # Errors
    /// The first field whose value makes no sense.
    pub fn into_record(self) -> Result<GameRecord, JsonGameError> {
        self.into_tree().map(|tree| GameRecord::from(&tree))
    }

    /// The game.
    ///
    /// # Errors
    /// The first field whose value makes no sense.
    pub fn into_tree(self) -> Result<Tree, JsonGameError> {
        self.into_tree_under(None)
    }

    /// The game, under `rule` if it does not say which.
    fn into_tree_under(self, rule: Option<RuleKind>) -> Result<Tree, JsonGameError> {
        let size = parse_size(&self.size).ok_or_else(|| senseless("size", &self.size))?;
        let mut tree = Tree::new(size);
        let info = &mut tree.info;
        if let Some(rule) = self.rule {
            info.rule = Some(rule_of(&rule).ok_or_else(|| senseless("rule", &rule))?);
        }
        info.rule = info.rule.or(rule);
        let start = info.turn_order().start();
        if let Some(result) = self.result {
            info.result = Some(parse_result(&result).ok_or_else(|| senseless("result", &result))?);
        }
        (info.black, info.white, info.event) = (self.black, self.white, self.event);
        (info.round, info.date, info.reason) = (self.round, self.date, self.reason);
        info.opening = self.opening;
        if let Some(regulation) = self.regulation {
            let first = self.first.map_or(Side::Black, Side::from);
            let turns = self.turns.into_iter().map(JsonTurn::into_turn);
            let turns = turns.collect::<Result<_, _>>()?;
            info.regulated = Some(RegulatedOpening { regulation, first, turns });
        }
        if let Some(root) = self.root {
            root.add_notes(&mut tree, NodeId::ROOT)?;
        }
        // The nodes by their number, each with the turn after it.
        let mut nodes = vec![(NodeId::ROOT, start)];
        // The last child of nodes that have more than one.
        let mut last_children: HashMap<NodeId, NodeId> = HashMap::new();
        add_line(&mut tree, &mut nodes, (NodeId::ROOT, start), None, &self.moves)?;
        for variation in &self.variations {
            let start = nodes.get(variation.after).copied();
            let start = start.ok_or_else(|| senseless("after", &variation.after.to_string()))?;
            let sibling = last_children.get(&start.0).copied().or(tree.first_child(start.0));
            let first = nodes.len();
            add_line(&mut tree, &mut nodes, start, sibling, &variation.moves)?;
            if let Some(&(first, _)) = nodes.get(first) {
                last_children.insert(start.0, first);
            }
        }
        Ok(tree)
    }
}

/// Adds moves one after another, the first of them after `start` and next to `sibling`.
fn add_line(
    tree: &mut Tree,
    nodes: &mut Vec<(NodeId, Turn)>,
    start: (NodeId, Turn),
    sibling: Option<NodeId>,
    moves: &[JsonMove],
) -> Result<(), JsonGameError> {
    let order = tree.info.turn_order();
    let (mut end, mut due) = start;
    let mut sibling = sibling;
    for played in moves {
        let action = played.action(due.side)?;
        end = match sibling.take() {
            Some(sibling) => tree.add_after(sibling, action),
            None => tree.add(end, action),
        };
        due = action.turn_after(due, order);
        nodes.push((end, due));
        played.add_notes(tree, end)?;
    }
    Ok(())
}

/// The main line of the game of a line.
///
/// # Errors
/// Why it is none.
pub fn parse(line: &str) -> Result<GameRecord, JsonGameError> {
    parse_tree(line).map(|tree| GameRecord::from(&tree))
}

/// The game of a line.
///
/// # Errors
/// Why it is none.
pub fn parse_tree(line: &str) -> Result<Tree, JsonGameError> {
    parse_under(line, None)
}

/// The game of a line, under `rule` if it does not say which.
fn parse_under(line: &str, rule: Option<RuleKind>) -> Result<Tree, JsonGameError> {
    let game: JsonGame = serde_json::from_str(line).map_err(|error| {
        // The place is given by the caller, who knows the line's number.
        let text = error.to_string();
        let reason = text.split(" at line ").next().unwrap_or_default().to_owned();
        // Columns are counted in bytes there.
        let before = line.get(..error.column().saturating_sub(1)).unwrap_or(line);
        JsonGameError { reason, column: before.chars().count() + 1 }
    })?;
    game.into_tree_under(rule)
}

/// Where in a file of lines a reader is.
#[derive(Debug)]
pub(super) struct Lines {
    reading: Reading,
    /// Bytes of the text that have been read.
    at: usize,
    has_game: bool,
}

impl Lines {
    /// Begins at the beginning.
    pub fn new(reading: Reading) -> Lines {
        Lines { reading, at: 0, has_game: false }
    }

    /// The next game of the text, which must be the same each time.
    pub fn next(&mut self, text: &str) -> Option<Result<Tree, FormatError>> {
        while self.at < text.len() {
            let start = self.at;
            let length = text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
            self.at += length;
            let line = text[start..start + length].trim_end();
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            match parse_under(line, self.reading.rule) {
                Ok(tree) => {
                    self.has_game = true;
                    return Some(Ok(tree));
                }
                // The first line of a match's record describes the match.
                Err(_) if is_match_line(line) => {}
                Err(error) => {
                    self.has_game = true;
                    let offset = line.char_indices().nth(error.column - 1);
                    let offset = offset.map_or(line.len(), |(at, _)| at);
                    let offset = start + offset;
                    return Some(Err(FormatError::in_text(
                        Format::Json,
                        text,
                        offset,
                        error.reason,
                    )));
                }
            }
        }
        if self.has_game {
            return None;
        }
        self.has_game = true;
        let reason = "there is no game in it".to_owned();
        Some(Err(FormatError::in_text(Format::Json, text, text.len(), reason)))
    }
}

/// Whether a line describes a match, not a game.
pub(crate) fn is_match_line(line: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(line)
        .is_ok_and(|value| value.get("type").is_some_and(|kind| kind == "match"))
}

/// Writes a game as a line.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write_tree(tree: &Tree, out: &mut dyn Write) -> io::Result<Losses> {
    let mut losses = Losses::none();
    for node in tree.walk().filter(|&node| tree.has_notes(node)) {
        let names = tree.notes(node).filter(|note| matches!(note, Note::Name(_))).count();
        losses.add("second names of a node", names.saturating_sub(1));
    }
    serde_json::to_writer(&mut *out, &JsonGame::from(tree))?;
    out.write_all(b"\n")?;
    Ok(losses)
}

/// A size as `15x15` or `15`.
pub(crate) fn parse_size(text: &str) -> Option<Size> {
    let (width, height) = text.trim().split_once(['x', 'X', ':']).unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()
}

fn parse_result(text: &str) -> Option<GameResult> {
    [GameResult::Win(Side::Black), GameResult::Win(Side::White), GameResult::Draw]
        .into_iter()
        .find(|result| result.to_string() == text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::game::{MoveNotes, RecordedMove};
    use crate::rules::RuleKind;

    #[test]
    fn a_game_survives_the_round_trip() {
        let mut game = GameRecord::new(Size::new(15, 9).unwrap());
        game.rule = Some(RuleKind::Caro);
        game.black = Some("a \"b\"".to_owned());
        game.result = Some(GameResult::Draw);
        game.reason = Some("the board is full".to_owned());
        game.opening = 1;
        game.regulated = Some(RegulatedOpening {
            regulation: "soosorv-8".to_owned(),
            first: Side::White,
            turns: vec![
                RecordedTurn {
                    text: "h8 h9 j10".to_owned(),
                    time: Some(Duration::from_micros(5_500)),
                },
                RecordedTurn { text: "SWAP".to_owned(), time: None },
            ],
        });
        game.push(Point::at(7, 7), MoveNotes::default());
        let notes = MoveNotes {
            time: Some(Duration::from_micros(12_345)),
            value: Some("+M5".to_owned()),
            depth: Some(12),
            nodes: Some(1 << 40),
            comment: Some("x".to_owned()),
        };
        game.push(Point::at(8, 8), notes);
        let point = Point::at(1, 1);
        game.moves.push(RecordedMove { side: Side::White, point, notes: MoveNotes::default() });
        let line = serde_json::to_string(&JsonGame::from(&game)).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(parse(&line), Ok(game));
    }

    #[test]
    fn bad_lines_are_refused() {
        for line in [
            "",
            "{}",
            "[]",
            "{\"size\":\"15x15\"}",
            "{\"size\":\"99x99\",\"moves\":[]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":40,\"y\":1}]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":-1,\"y\":1}]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":1,\"y\":1,\"ms\":-5}]}",
            "{\"size\":\"15x15\",\"moves\":[{\"x\":1,\"y\":1,\"side\":\"red\"}]}",
            "{\"size\":\"15x15\",\"rule\":\"go\",\"moves\":[]}",
            "{\"size\":\"15x15\",\"result\":\"2-0\",\"moves\":[]}",
            "{\"size\":\"15x15\",\"regulation\":\"rif\",\"first\":\"red\",\"moves\":[]}",
            "{\"size\":\"15\",\"regulation\":\"rif\",\"turns\":[{\"ms\":1}],\"moves\":[]}",
            "{\"size\":\"15\",\"regulation\":\"\",\"turns\":[{\"turn\":\"\",\"ms\":-1}],\"moves\":[]}",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert!(parse("{\"size\":\"15\",\"moves\":[{\"x\":1,\"y\":1}],\"other\":1}").is_ok());
    }

    #[test]
    fn trees_survive_the_round_trip() {
        let mut tree = Tree::new(Size::RENJU);
        let root = NodeId::ROOT;
        tree.add_note(root, Note::Stone(Side::White, Point::at(1, 1)));
        tree.add_note(root, Note::Clear(Point::at(1, 2)));
        tree.add_note(root, Note::Property("KM", "6.5"));
        let first = tree.add(root, Action::play(Side::White, Point::at(7, 7)));
        let second = tree.add(first, Action::Pass(Side::Black));
        let remark = tree.add(second, Action::None);
        tree.add_note(remark, Note::Label(Point::at(3, 3), "A"));
        tree.add_note(remark, Note::Mark(Shape::Cross, Point::at(3, 4)));
        for x in 0..3 {
            let branch = tree.add(first, Action::play(Side::Black, Point::at(x, 0)));
            let deeper = tree.add(branch, Action::play(Side::Black, Point::at(x, 1)));
            tree.add_note(deeper, Note::Time(Duration::from_micros(123_456_789)));
            let other = tree.add(branch, Action::play(Side::White, Point::at(x, 2)));
            tree.set_marked(other, true);
            tree.add_note(other, Note::Turn(Side::White));
        }
        tree.add(root, Action::play(Side::Black, Point::at(9, 9)));
        let mut out = Vec::new();
        assert!(write_tree(&tree, &mut out).unwrap().is_empty());
        let line = String::from_utf8(out).unwrap();
        assert_eq!(parse_tree(&line), Ok(tree), "{line}");
    }

    #[test]
    fn errors_name_the_place() {
        let place = |text: &str| {
            let mut lines = Lines::new(Reading::default());
            std::iter::from_fn(|| lines.next(text)).find_map(Result::err).unwrap().place.to_string()
        };
        let good = "{\"size\":\"15\",\"moves\":[]}";
        assert_eq!(place(&format!("{good}\n\n{{\"size\":}}\n")), "line 3, column 9");
        assert_eq!(place(""), "line 1, column 1");
        assert_eq!(place(&format!("{{\"type\":\"match\"}}\n{good}\n  {{}}")), "line 3, column 4");
        let bad = "{\"size\":\"15\",\"moves\":[],\"variations\":[{\"after\":1,\"moves\":[]}]}";
        assert!(parse(bad).is_err());
    }
}
