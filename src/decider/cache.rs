//! Values of opening positions on disk, so that what was searched once need not be searched again.
//!
//! Only where a folder is given; nothing is written anywhere else. The file is JSON lines, one
//! search a line, appended as searches end; lines that cannot be read are left alone.

use super::judge::{Valued, point_set_number};
use crate::board::{Bits, Position, Side, Size};
use crate::notation::pos;
use crate::rules::RuleKind;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file in the folder.
const FILE: &str = "opening-values.jsonl";
/// Most bytes of the file that are read, and to which it grows.
const LARGEST_FILE: u64 = 64 << 20;

/// What was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Question {
    /// The value of the position.
    Value,
    /// The best points.
    Best,
    /// The points nearest to even.
    Nearest,
}

/// A search that has been made.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    rule: String,
    size: String,
    question: Question,
    black: String,
    white: String,
    to_move: String,
    /// Number of the points among which was searched.
    among: u64,
    /// Time that it was given, in milliseconds, and positions visited.
    milliseconds: u64,
    nodes: u64,
    /// Points with values and replies; for a value one without a point.
    found: Vec<(String, i32, String)>,
}

/// What makes two searches the same.
type Key = (String, Question, u64);

/// Searches that have been made, in memory and in a file.
#[derive(Debug)]
pub struct Cache {
    path: PathBuf,
    entries: HashMap<Key, Entry>,
    bytes: u64,
}

/// How much a search may take or took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) milliseconds: u64,
    pub(super) nodes: u64,
}

impl Effort {
    /// Whether a search may take anything at all.
    pub(super) fn is_any(self) -> bool {
        self.milliseconds > 0 || self.nodes > 0
    }
}

impl Cache {
    /// The cache in a folder, which is made if there is none.
    ///
    /// # Errors
    /// When the folder cannot be made or the file cannot be read.
    pub fn open(folder: &Path) -> io::Result<Cache> {
        fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let mut cache = Cache { path, entries: HashMap::new(), bytes: 0 };
        match fs::metadata(&cache.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(cache),
            Err(error) => return Err(error),
            Ok(file) if file.len() > LARGEST_FILE => {
                return Err(io::Error::other("the cache of opening values is too large"));
            }
            Ok(file) => cache.bytes = file.len(),
        }
        let text = String::from_utf8_lossy(&fs::read(&cache.path)?).into_owned();
        for entry in text.lines().filter_map(|line| serde_json::from_str::<Entry>(line).ok()) {
            cache.entries.insert(key(&entry), entry);
        }
        Ok(cache)
    }

    /// How many searches are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no search is known.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What an earlier search found that took no less than this one may.
    pub(super) fn get(
        &self,
        rule: RuleKind,
        question: Question,
        position: &Position,
        among: &Bits,
        wanted: usize,
        effort: Effort,
    ) -> Option<Vec<Valued>> {
        let asked = blank(rule, question, position, among);
        let entry = self.entries.get(&key(&asked))?;
        let enough = match effort.nodes {
            0 => effort.milliseconds > 0 && entry.milliseconds >= effort.milliseconds,
            nodes => entry.nodes >= nodes,
        };
        if !enough || entry.found.len() < wanted.min(among.len()) {
            return None;
        }
        let size = position.size();
        let found = entry.found.iter().take(wanted).map(|(point, value, reply)| {
            let point = pos::parse_point(point, size).ok().or(among.first())?;
            Some(Valued { point, value: *value, reply: pos::parse_point(reply, size).ok() })
        });
        found.collect()
    }

    /// Keeps what a search found. That it cannot be written is no reason to fail.
    pub(super) fn put(
        &mut self,
        rule: RuleKind,
        question: Question,
        position: &Position,
        among: &Bits,
        effort: Effort,
        found: &[Valued],
    ) {
        let name = |point| pos::name(point, position.size());
        let found = found
            .iter()
            .map(|v| (name(v.point), v.value, v.reply.map(name).unwrap_or_default()))
            .collect();
        let Effort { milliseconds, nodes } = effort;
        let entry = Entry { milliseconds, nodes, found, ..blank(rule, question, position, among) };
        if let Ok(mut line) = serde_json::to_string(&entry) {
            line.push('\n');
            self.bytes += line.len() as u64;
            if self.bytes <= LARGEST_FILE {
                let file = OpenOptions::new().create(true).append(true).open(&self.path);
                let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
            }
        }
        self.entries.insert(key(&entry), entry);
    }
}

fn key(entry: &Entry) -> Key {
    let Entry { rule, size, black, white, to_move, .. } = entry;
    (format!("{rule} {size} {black} {white} {to_move}"), entry.question, entry.among)
}

/// The search without what it found.
fn blank(rule: RuleKind, question: Question, position: &Position, among: &Bits) -> Entry {
    Entry {
        rule: rule.name().to_owned(),
        size: position.size().to_string(),
        question,
        black: names(position.stones().of(Side::Black), position.size()),
        white: names(position.stones().of(Side::White), position.size()),
        to_move: position.side().to_string(),
        among: point_set_number(among),
        milliseconds: 0,
        nodes: 0,
        found: Vec::new(),
    }
}

fn names(points: &Bits, size: Size) -> String {
    let points: Vec<_> = points.iter().collect();
    pos::moves(&points, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Setup};

    #[test]
    fn what_was_searched_is_there_again_and_less_is_not_enough() {
        let folder = std::env::temp_dir().join(format!("tengen-cache-{}", std::process::id()));
        let points = pos::parse_moves("h8h9j10", Size::RENJU).unwrap();
        let position = Setup::alternating(Size::RENJU, &points).build().unwrap();
        let among = Bits::board(Size::RENJU) - position.stones().occupied();
        let found = [Valued { point: Point::at(3, 4), value: -17, reply: Some(Point::at(5, 6)) }];
        let (rule, question) = (RuleKind::Renju, Question::Best);
        let effort = Effort { milliseconds: 500, nodes: 1000 };
        {
            let mut cache = Cache::open(&folder).unwrap();
            assert!(cache.is_empty());
            cache.put(rule, question, &position, &among, effort, &found);
        }
        OpenOptions::new()
            .append(true)
            .open(folder.join(FILE))
            .and_then(|mut file| file.write_all(b"not a line\n"))
            .unwrap();
        let cache = Cache::open(&folder).unwrap();
        let get = |question, among: &Bits, wanted, milliseconds, nodes| {
            let effort = Effort { milliseconds, nodes };
            cache.get(rule, question, &position, among, wanted, effort)
        };
        assert_eq!(get(question, &among, 1, 500, 0), Some(found.to_vec()));
        assert_eq!(get(question, &among, 1, 0, 1000), Some(found.to_vec()));
        assert_eq!(get(question, &among, 1, 501, 0), None);
        assert_eq!(get(question, &among, 1, 0, 1001), None);
        assert_eq!(get(question, &among, 2, 500, 0), None);
        assert_eq!(get(Question::Nearest, &among, 1, 500, 0), None);
        assert_eq!(get(question, &Bits::EMPTY, 1, 500, 0), None);
        assert_eq!(cache.len(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
