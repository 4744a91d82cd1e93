//! The keys of `INFO`: one table of names, ranges, defaults and meanings, and from text to a
//! setting.

use super::text::{echo, number, numbers, split_word};
use crate::engine::{DEFAULT_MEMORY, MAX_THREADS};

/// A number of milliseconds that managers send for "no limit".
pub const NO_TIME_LIMIT: i64 = 2_147_483_647;
/// More memory than this, in bytes, is no limit that anybody means.
pub const NO_MEMORY_LIMIT: i64 = 1 << 40;
/// Largest table that can be asked for, in KB.
pub const MAX_HASH_KB: i64 = 64 << 20;

/// Which setting a key changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfoKey {
    /// Limit of a turn.
    TimeoutTurn,
    /// Limit of a match.
    TimeoutMatch,
    /// What is left of it.
    TimeLeft,
    /// Time added after each move.
    TimeIncrement,
    /// Memory of the process.
    MaxMemory,
    /// Size of the table.
    HashSize,
    /// Number of threads.
    ThreadNum,
    /// Positions a search may visit.
    MaxNode,
    /// Depth a search may reach.
    MaxDepth,
    /// Rule of the game.
    Rule,
    /// Nendzyu: what a turn means that makes both a five and an overline.
    FiveAndOverline,
    /// Nendzyu: what a full board means.
    FullBoard,
    /// Whether marks for a board on the screen are sent.
    ShowDetail,
    /// How much openings differ from game to game.
    OpeningVariety,
    /// What decides how they differ.
    OpeningSeed,
    /// Which evaluation values positions.
    Evaluation,
    /// A network of the user's own.
    Weights,
    /// Whether there is thinking in the other side's turn.
    Pondering,
    /// How far from the stones moves are considered.
    CautionFactor,
    /// Which wins by force are looked for first.
    Checkmate,
    /// How well the engine plays.
    Strength,
    /// A folder for files.
    Folder,
    /// Accepted without any effect.
    Ignored,
}

/// What the value of a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A whole number. One outside the range becomes the nearest one inside.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
        /// What holds until the key is sent.
        default: i64,
    },
    /// A point.
    Point,
    /// One of these words; the first holds until the key is sent.
    Word(&'static [&'static str]),
    /// Bytes up to the end of the line.
    Text,
}

/// A key as users see it.
#[derive(Debug)]
pub struct InfoRow {
    /// Its name, in small letters.
    pub name: &'static str,
    /// Which setting it is.
    pub key: InfoKey,
    /// What its value is.
    pub form: Form,
    /// What it means.
    pub meaning: &'static str,
}

const fn numeric(
    name: &'static str,
    key: InfoKey,
    (min, max, default): (i64, i64, i64),
    meaning: &'static str,
) -> InfoRow {
    InfoRow { name, key, form: Form::Number { min, max, default }, meaning }
}

const fn word(
    name: &'static str,
    key: InfoKey,
    words: &'static [&'static str],
    meaning: &'static str,
) -> InfoRow {
    InfoRow { name, key, form: Form::Word(words), meaning }
}

const fn ignored(name: &'static str, range: (i64, i64, i64), meaning: &'static str) -> InfoRow {
    numeric(name, InfoKey::Ignored, range, meaning)
}

/// Every key that is known. Others are passed over in silence.
#[rustfmt::skip]
pub const KEYS: &[InfoRow] = &[
    numeric("timeout_turn", InfoKey::TimeoutTurn, (0, NO_TIME_LIMIT, 5000), "limit of a turn in ms; 0: answer as fast as possible, also in the middle of a search"),
    numeric("timeout_match", InfoKey::TimeoutMatch, (0, NO_TIME_LIMIT, 0), "limit of a match in ms; 0: none"),
    numeric("time_left", InfoKey::TimeLeft, (-2_147_483_648, NO_TIME_LIMIT, NO_TIME_LIMIT), "what is left of the match in ms; 0 and below: the flag is down; 2147483647: not known"),
    numeric("time_increment", InfoKey::TimeIncrement, (0, NO_TIME_LIMIT, 0), "time added to the match after each move in ms"),
    numeric("max_memory", InfoKey::MaxMemory, (0, i64::MAX, DEFAULT_MEMORY as i64), "memory of the whole process in bytes; 0, and numbers that no machine has: the default"),
    numeric("hash_size", InfoKey::HashSize, (0, MAX_HASH_KB, 0), "size of the hash table in KB, within max_memory; 0: as large as max_memory allows"),
    numeric("thread_num", InfoKey::ThreadNum, (1, MAX_THREADS as i64, 1), "threads of a search; at most two for each processor, or 4"),
    numeric("max_node", InfoKey::MaxNode, (-1, i64::MAX, -1), "positions that a search visits at most; 0 and below: no limit"),
    numeric("max_depth", InfoKey::MaxDepth, (-1, i64::MAX, -1), "depth that a search reaches at most, in plies; 0 and below: no limit"),
    numeric("rule", InfoKey::Rule, (i64::MIN, i64::MAX, 0), "0 freestyle, 1 standard, 2 and 4 to 7 renju, 8 caro, 9 exact caro, 16 nendzyu (ours: no other program knows it)"),
    word("five_and_overline", InfoKey::FiveAndOverline, &["win", "loss", "draw"], "nendzyu: a turn that makes both a five and a run of six or more"),
    word("full_board", InfoKey::FullBoard, &["draw", "mover_loses"], "nendzyu: a full board on which nobody has won"),
    numeric("show_detail", InfoKey::ShowDetail, (0, 3, 0), "1 and 3: MESSAGE REALTIME lines during a search"),
    numeric("opening_variety", InfoKey::OpeningVariety, (0, 100, 30), "how much openings differ from game to game; 0: always the best choice"),
    numeric("opening_seed", InfoKey::OpeningSeed, (0, i64::MAX, 0), "what decides how they differ; 0: chance, else the same choices every time"),
    numeric("pondering", InfoKey::Pondering, (0, 1, 0), "1: the engine goes on thinking after its move, until the next line comes"),
    numeric("strength", InfoKey::Strength, (0, 100, 100), "how well the engine plays; below 100 it makes mistakes, as people do, but misses neither a five nor a four to block"),
    numeric("caution_factor", InfoKey::CautionFactor, (0, 5, 1), "how far from the stones moves are considered: 0 two points, 1 also three on a line, 2 three, 3 also four on a line, 4 four, 5 everywhere; not in nendzyu"),
    numeric("checkmate", InfoKey::Checkmate, (0, 2, 0), "a win by force is looked for before anything else: 1 by fours (VCF), 2 by fours and threes (VCT); not in nendzyu"),
    word("evaluation", InfoKey::Evaluation, &["nnue", "classic"], "what values positions: the network of the rule, where there is one, or the classic evaluation; ours"),
    InfoRow { name: "weights", key: InfoKey::Weights, form: Form::Text, meaning: "file of a network that values positions in games of its rule, in place of our own; none: our own again; ours" },
    InfoRow { name: "folder", key: InfoKey::Folder, form: Form::Text, meaning: "folder for files: values of openings are kept in its subfolder tengen, and nothing else" },
    InfoRow { name: "evaluate", key: InfoKey::Ignored, form: Form::Point, meaning: "no effect" },
    ignored("game_type", (0, 3, 0), "no effect"),
    ignored("thread_split_depth", (0, 99, 0), "no effect"),
    ignored("usedatabase", (0, 1, 0), "no effect: there is no database"),
    ignored("database_readonly", (0, 1, 0), "no effect: there is no database"),
    ignored("start_depth", (0, 99, 0), "no effect"),
    ignored("nbestsym", (0, 99, 0), "no effect"),
    ignored("vcthread", (0, 2, 0), "no effect"),
];

/// The number that holds for `key` until it is sent.
pub fn default_of(key: InfoKey) -> i64 {
    KEYS.iter()
        .find_map(|row| match row.form {
            Form::Number { default, .. } if row.key == key => Some(default),
            _ => None,
        })
        .unwrap_or(0)
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number {
        /// As it came, cut to an `i64`.
        asked: i64,
        /// The nearest one in range.
        used: i64,
    },
    /// One of the words that the key takes.
    Word(&'static str),
    /// Anything else, as it came.
    Bytes(Vec<u8>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub key: InfoKey,
    /// The key's name.
    pub name: &'static str,
    /// The value.
    pub value: Value,
}

/// The setting that the rest of an `INFO` line asks for; nothing for an unknown key.
///
/// # Errors
/// A known key without a value that can be used; says so for a user.
pub fn parse(arguments: &[u8]) -> Result<Option<Setting>, String> {
    let (name, text) = split_word(arguments);
    let Some(row) = KEYS.iter().find(|row| row.name.as_bytes().eq_ignore_ascii_case(name)) else {
        return Ok(None);
    };
    let value = match row.form {
        Form::Number { min, max, .. } => match number(text) {
            Some(asked) => Value::Number { asked, used: asked.clamp(min, max) },
            None if text.is_empty() => return Err("the number is missing; ignored".into()),
            None => return Err(format!("{} is not a whole number; ignored", echo(text))),
        },
        Form::Point => match numbers(text).as_deref() {
            Some([_, _]) => Value::Bytes(text.to_vec()),
            _ => return Err("a point x,y is wanted; ignored".into()),
        },
        Form::Word(words) => {
            let word = words.iter().find(|word| word.as_bytes().eq_ignore_ascii_case(text));
            let unknown = || format!("one of {} is wanted; ignored", words.join(", "));
            Value::Word(word.copied().ok_or_else(unknown)?)
        }
        Form::Text => Value::Bytes(text.to_vec()),
    };
    Ok(Some(Setting { key: row.key, name: row.name, value }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number_of(line: &[u8]) -> Option<(InfoKey, i64)> {
        match parse(line).ok()?? {
            Setting { key, value: Value::Number { used, .. }, .. } => Some((key, used)),
            _ => None,
        }
    }

    #[test]
    fn numbers_are_cut_to_the_range_and_never_wrap() {
        let turn = |value| Some((InfoKey::TimeoutTurn, value));
        assert_eq!(number_of(b"timeout_turn 1000"), turn(1000));
        assert_eq!(number_of(b"TIMEOUT_TURN   -5"), turn(0));
        assert_eq!(number_of(b"timeout_turn 99999999999999999999"), turn(NO_TIME_LIMIT));
        assert_eq!(
            number_of(b"time_left -99999999999999999999"),
            Some((InfoKey::TimeLeft, -2_147_483_648))
        );
        assert_eq!(number_of(b"thread_num 100000"), Some((InfoKey::ThreadNum, 256)));
        assert_eq!(number_of(b"max_memory -1"), Some((InfoKey::MaxMemory, 0)));
    }

    #[test]
    fn known_keys_with_bad_values_are_told_and_unknown_keys_are_not() {
        for bad in [&b"timeout_turn"[..], b"timeout_turn abc", b"timeout_turn 1e3", b"rule"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
        for silent in [&b""[..], b"nonsense 7", b"\xFF\xFE"] {
            assert_eq!(parse(silent), Ok(None), "{silent:?}");
        }
    }

    #[test]
    fn a_folder_is_kept_byte_by_byte() {
        let setting = parse(b"folder C:\\\xCE\xE5\xD7\xD3 x").unwrap().unwrap();
        assert_eq!(setting.value, Value::Bytes(b"C:\\\xCE\xE5\xD7\xD3 x".to_vec()));
    }

    #[test]
    fn every_default_is_in_its_range_and_every_name_is_there_once() {
        let mut names = Vec::new();
        for row in KEYS {
            names.push(row.name);
            if let Form::Number { min, max, default } = row.form {
                assert!((min..=max).contains(&default), "{}", row.name);
            }
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), KEYS.len());
    }
}
