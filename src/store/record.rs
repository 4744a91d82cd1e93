//! What is kept of a position.

use super::bytes::{Reader, push_number};
use super::key::{number_of, point_of};
use crate::board::{Point, Size};
use crate::value::{Value, ValueKind};

/// Most lines of one analysis, and most moves of one line.
const MOST: u64 = 1100;
/// Longest note in bytes: it is a remark, not a book.
pub const LONGEST_NOTE: usize = 1 << 16;

/// Where an analysis comes from. Only those with the same meaning of depth compare by depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A search of this program.
    Search,
    /// A text export of a database in Yixin's manner.
    Yixin,
    /// Anything else, such as a label in a file.
    Other,
}

impl Source {
    /// Every source.
    pub const ALL: [Source; 3] = [Source::Search, Source::Yixin, Source::Other];

    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Search => "search",
            Source::Yixin => "yixin",
            Source::Other => "other",
        }
    }
}

/// One of the best moves, with what is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLine {
    /// Value for the side to move.
    pub value: Value,
    /// The expected moves, the best move first.
    pub moves: Vec<Point>,
}

/// What a search has found about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Where it comes from.
    pub source: Source,
    /// Value for the side to move.
    pub value: Value,
    /// How deep it was searched, in plies; 0 when unknown.
    pub depth: u32,
    /// Positions visited; 0 when unknown.
    pub nodes: u64,
    /// The best moves, best first; empty when only the value is known.
    pub lines: Vec<StoredLine>,
}

impl Analysis {
    /// Whether this tells more than `other`: a win or loss more than an estimate, a nearer one more
    /// than a farther one, otherwise more depth, then more lines, then more nodes.
    pub fn is_better_than(&self, other: &Analysis) -> bool {
        let rank = |analysis: &Analysis| {
            let nearness = match analysis.value.kind() {
                ValueKind::Win(plies) | ValueKind::Loss(plies) => Some(std::cmp::Reverse(plies)),
                ValueKind::Score(_) => None,
            };
            // Searches of this program come before numbers of unknown making.
            let own = analysis.source == Source::Search;
            (nearness, own, analysis.depth, analysis.lines.len(), analysis.nodes)
        };
        let contradicts = (self.value.is_win() && other.value.is_loss())
            || (self.value.is_loss() && other.value.is_win());
        if contradicts {
            return self.depth > other.depth;
        }
        rank(self) > rank(other)
    }
}

/// What is kept of a position. One without analysis and note only says that the position is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The best analysis so far.
    pub analysis: Option<Analysis>,
    /// What people have written about it.
    pub note: String,
}

const HAS_ANALYSIS: u8 = 1;
const HAS_NOTE: u8 = 2;

impl Record {
    /// Takes over what `other` knows better. Says whether anything has changed.
    pub fn absorb(&mut self, other: Record) -> bool {
        let mut changed = false;
        if let Some(theirs) = other.analysis
            && self.analysis.as_ref().is_none_or(|own| theirs.is_better_than(own))
        {
            self.analysis = Some(theirs);
            changed = true;
        }
        let theirs = other.note.trim();
        if !theirs.is_empty() && !self.note.contains(theirs) {
            if !self.note.is_empty() {
                self.note.push('\n');
            }
            self.note.push_str(theirs);
            shorten(&mut self.note);
            changed = true;
        }
        changed
    }

    /// The same record with every point where `map` says.
    pub(super) fn mapped(mut self, map: impl Fn(Point) -> Point) -> Record {
        let lines = self.analysis.iter_mut().flat_map(|analysis| &mut analysis.lines);
        for point in lines.flat_map(|line| &mut line.moves) {
            *point = map(*point);
        }
        self
    }

    /// The record as bytes.
    pub(super) fn to_bytes(&self, size: Size) -> Vec<u8> {
        let mut flags = 0;
        if self.analysis.is_some() {
            flags |= HAS_ANALYSIS;
        }
        if !self.note.is_empty() {
            flags |= HAS_NOTE;
        }
        let mut bytes = vec![flags];
        if let Some(analysis) = &self.analysis {
            bytes.push(match analysis.source {
                Source::Search => 0,
                Source::Yixin => 1,
                Source::Other => 2,
            });
            bytes.extend(analysis.value.raw().to_le_bytes());
            push_number(&mut bytes, analysis.depth.into());
            push_number(&mut bytes, analysis.nodes);
            push_number(&mut bytes, analysis.lines.len() as u64);
            for line in &analysis.lines {
                bytes.extend(line.value.raw().to_le_bytes());
                push_number(&mut bytes, line.moves.len() as u64);
                for &point in &line.moves {
                    push_number(&mut bytes, number_of(size, point));
                }
            }
        }
        if !self.note.is_empty() {
            push_number(&mut bytes, self.note.len() as u64);
            bytes.extend(self.note.as_bytes());
        }
        bytes
    }

    /// The record that bytes tell. `None` when they are damaged.
    pub(super) fn parse(bytes: &[u8], size: Size) -> Option<Record> {
        let mut reader = Reader(bytes);
        let flags = reader.byte()?;
        let analysis =
            if flags & HAS_ANALYSIS == 0 { None } else { Some(parse_analysis(&mut reader, size)?) };
        let mut note = String::new();
        if flags & HAS_NOTE != 0 {
            let length = usize::try_from(reader.number()?).ok()?;
            note = String::from_utf8(reader.take(length)?.to_vec()).ok()?;
        }
        reader.0.is_empty().then_some(Record { analysis, note })
    }
}

fn parse_analysis(reader: &mut Reader<'_>, size: Size) -> Option<Analysis> {
    let source = *Source::ALL.get(usize::from(reader.byte()?))?;
    let value = Value::from_raw(reader.short()?);
    let depth = u32::try_from(reader.number()?).ok()?;
    let nodes = reader.number()?;
    let count = reader.number().filter(|&count| count <= MOST)?;
    let mut lines = Vec::new();
    for _ in 0..count {
        let value = Value::from_raw(reader.short()?);
        let length = reader.number().filter(|&length| length <= MOST)?;
        let moves: Option<Vec<Point>> =
            (0..length).map(|_| point_of(size, reader.number()?)).collect();
        lines.push(StoredLine { value, moves: moves? });
    }
    Some(Analysis { source, value, depth, nodes, lines })
}

/// Cuts a note that is too long, at the border of a character.
fn shorten(note: &mut String) {
    if note.len() > LONGEST_NOTE {
        let end = (0..=LONGEST_NOTE).rev().find(|&end| note.is_char_boundary(end)).unwrap_or(0);
        note.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(value: Value, depth: u32) -> Analysis {
        Analysis { source: Source::Search, value, depth, nodes: 1, lines: Vec::new() }
    }

    #[test]
    fn deeper_replaces_shallower_and_proofs_replace_estimates() {
        let shallow = analysis(Value::score(10), 5);
        let deep = analysis(Value::score(-10), 9);
        let won = analysis(Value::win_in(9), 3);
        let won_sooner = analysis(Value::win_in(7), 1);
        assert!(deep.is_better_than(&shallow) && !shallow.is_better_than(&deep));
        assert!(won.is_better_than(&deep) && !deep.is_better_than(&won));
        assert!(won_sooner.is_better_than(&won) && !won.is_better_than(&won_sooner));
        assert!(!deep.is_better_than(&deep.clone()));
        let foreign = Analysis { source: Source::Yixin, ..analysis(Value::score(0), 50) };
        assert!(shallow.is_better_than(&foreign));
    }

    #[test]
    fn records_survive_and_damage_does_not_panic() {
        let size = Size::RENJU;
        let record = Record {
            analysis: Some(Analysis {
                source: Source::Search,
                value: Value::loss_in(8),
                depth: 14,
                nodes: 1_000_000,
                lines: vec![
                    StoredLine {
                        value: Value::loss_in(8),
                        moves: vec![Point::at(7, 7), Point::at(14, 14), Point::at(0, 3)],
                    },
                    StoredLine { value: Value::score(-300), moves: vec![] },
                ],
            }),
            note: "a \u{e9} note".to_owned(),
        };
        for record in [record, Record::default()] {
            let bytes = record.to_bytes(size);
            assert_eq!(Record::parse(&bytes, size), Some(record));
            for at in 0..bytes.len() {
                assert_eq!(Record::parse(&bytes[..at], size), None);
                for bit in 0..8 {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= 1 << bit;
                    let _ = Record::parse(&damaged, size);
                }
            }
        }
    }

    #[test]
    fn notes_are_joined_once() {
        let mut record = Record::default();
        let other = |note: &str| Record { analysis: None, note: note.to_owned() };
        assert!(record.absorb(other("one")));
        assert!(!record.absorb(other("one")));
        assert!(record.absorb(other("two")));
        assert_eq!(record.note, "one\ntwo");
        assert!(record.absorb(other(&"\u{e9}".repeat(LONGEST_NOTE))));
        assert!(record.note.len() <= LONGEST_NOTE);
    }
}
