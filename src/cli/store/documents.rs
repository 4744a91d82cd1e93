//! Positions and records as JSON, both ways.

use crate::board::{Point, Side, Size};
use crate::cli::report::ValueDocument;
use crate::notation::pos;
use crate::rules::RuleKind;
use crate::store::{Analysis, Record, Source, StoredLine, StoredPosition};
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// A line of an export.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct EntryDocument {
    rule: String,
    width: u8,
    height: u8,
    to_move: String,
    black: String,
    white: String,
    #[serde(flatten)]
    record: RecordDocument,
}

/// What is known of a position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct RecordDocument {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<ValueDocument>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineDocument>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct LineDocument {
    value: ValueDocument,
    moves: String,
}

impl RecordDocument {
    /// The document for a record of a position on a board of the given size.
    pub(super) fn new(record: &Record, size: Size) -> RecordDocument {
        let mut document =
            RecordDocument { note: record.note.clone(), ..RecordDocument::default() };
        if let Some(analysis) = &record.analysis {
            document.source = Some(analysis.source.name().to_owned());
            document.value = Some(analysis.value.into());
            document.depth = Some(analysis.depth);
            document.nodes = Some(analysis.nodes);
            let line = |line: &StoredLine| LineDocument {
                value: line.value.into(),
                moves: pos::moves(&line.moves, size),
            };
            document.lines = analysis.lines.iter().map(line).collect();
        }
        document
    }

    fn record(self, size: Size) -> Result<Record, String> {
        let note = self.note;
        let Some(value) = self.value else { return Ok(Record { analysis: None, note }) };
        let source = self.source.unwrap_or_else(|| Source::Other.name().to_owned());
        let source = Source::ALL
            .into_iter()
            .find(|known| known.name() == source)
            .ok_or_else(|| format!("'{source}' is no source"))?;
        let mut lines = Vec::new();
        for line in self.lines {
            let moves = pos::parse_moves(&line.moves, size).map_err(|error| error.to_string())?;
            lines.push(StoredLine { value: value_of(line.value)?, moves });
        }
        let analysis = Analysis {
            source,
            value: value_of(value)?,
            depth: self.depth.unwrap_or(0),
            nodes: self.nodes.unwrap_or(0),
            lines,
        };
        Ok(Record { analysis: Some(analysis), note })
    }
}

fn value_of(document: ValueDocument) -> Result<Value, String> {
    let most = crate::value::MAX_WIN_PLIES as u32;
    match document {
        ValueDocument::Score(number) => Ok(Value::score(number)),
        ValueDocument::WinIn(plies) if plies <= most => Ok(Value::win_in(plies)),
        ValueDocument::LossIn(plies) if plies <= most => Ok(Value::loss_in(plies)),
        ValueDocument::WinIn(_) | ValueDocument::LossIn(_) => {
            Err(format!("a win or loss is at most {most} plies away"))
        }
    }
}

impl EntryDocument {
    /// The line for a position and its record, both turned as they are in the file.
    pub(super) fn new(position: &StoredPosition, record: &Record) -> EntryDocument {
        EntryDocument {
            rule: position.rule.to_string(),
            width: position.size.width(),
            height: position.size.height(),
            to_move: position.to_move.to_string(),
            black: pos::moves(&position.black, position.size),
            white: pos::moves(&position.white, position.size),
            record: RecordDocument::new(record, position.size),
        }
    }

    /// The position and record that a line tells.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn entry(self) -> Result<(StoredPosition, Record), String> {
        let size = Size::new(self.width, self.height).map_err(|error| error.to_string())?;
        let rule: RuleKind =
            self.rule.parse().map_err(|e: crate::rules::UnknownRule| e.to_string())?;
        let side = Side::ALL.into_iter().find(|side| side.to_string() == self.to_move);
        let to_move = side.ok_or_else(|| format!("'{}' is no side", self.to_move))?;
        let points = |text: &str| -> Result<Vec<Point>, String> {
            pos::parse_moves(text, size).map_err(|error| error.to_string())
        };
        let (black, white) = (points(&self.black)?, points(&self.white)?);
        let record = self.record.record(size)?;
        Ok((StoredPosition { rule, size, to_move, black, white }, record))
    }
}
