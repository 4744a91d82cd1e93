//! What a user says about an engine: `cmd=…,name=…,tc=10+0.1`.

use super::time_control::{TimeControl, seconds};
use crate::cli::options;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Memory that an engine is told it may use, unless told otherwise: Gomocup's limit.
pub const DEFAULT_MEMORY: u64 = 350 << 20;
/// Time beyond its limit that an engine is granted, unless told otherwise.
pub const DEFAULT_TOLERANCE: Duration = Duration::from_millis(100);
/// How long to wait for an answer that has no time limit, unless told otherwise.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);

/// How an engine is started, and what it is told and allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// What it is called; empty until the user or the engine itself has said.
    pub name: String,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    /// The folder it runs in; ours unless given.
    pub folder: Option<PathBuf>,
    /// Its time, unless only nodes or depth limit it.
    pub time: Option<TimeControl>,
    /// Positions a move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth a move (`INFO max_depth`).
    pub depth: Option<u32>,
    /// `INFO max_memory`, in bytes.
    pub memory: u64,
    /// `INFO thread_num`; not sent unless given.
    pub threads: Option<u32>,
    /// Further `INFO` lines, without that word.
    pub info: Vec<String>,
    /// Whether every position is sent by `BOARD`, never by `TURN`.
    pub send_board: bool,
    /// Whether the process is started afresh for every game.
    pub restart: bool,
    /// Time beyond its limit that it is granted.
    pub tolerance: Duration,
    /// How long to wait for an answer that has no time limit: `START`, and moves without a time
    /// control.
    pub patience: Duration,
}

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadEngine {
    /// A key that is none.
    UnknownKey(String),
    /// A value that does not fit its key, and what would.
    BadValue(String, String, &'static str),
    /// A quotation mark that is never closed.
    OpenQuote,
    /// No `cmd=`.
    NoCommand,
    /// Nothing says when a move is to end.
    NoLimit(String),
    /// No time control.
    Time(String),
}

impl fmt::Display for BadEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadEngine::UnknownKey(key) => write!(
                f,
                "an engine has no option '{key}'; the options are cmd, name, dir, tc, nodes, \
                 depth, memory, threads, info, board, restart, tolerance and patience"
            ),
            BadEngine::BadValue(key, value, wanted) => {
                write!(f, "{key}={value}: {wanted}")
            }
            BadEngine::OpenQuote => f.write_str("a quotation mark is not closed"),
            BadEngine::NoCommand => f.write_str("an engine needs cmd=PROGRAM"),
            BadEngine::NoLimit(name) => {
                write!(f, "nothing limits a move of {name}: give tc=, nodes= or depth=")
            }
            BadEngine::Time(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for BadEngine {}

impl EngineOptions {
    /// The engine that `own` describes, with the options of `each` for what it does not say.
    /// `INFO` lines of both are sent.
    ///
    /// # Errors
    /// What is wrong with either.
    pub fn parse(own: &str, each: &[String]) -> Result<EngineOptions, BadEngine> {
        let mut engine = EngineOptions {
            name: String::new(),
            command: Vec::new(),
            folder: None,
            time: None,
            nodes: None,
            depth: None,
            memory: DEFAULT_MEMORY,
            threads: None,
            info: Vec::new(),
            send_board: false,
            restart: false,
            tolerance: DEFAULT_TOLERANCE,
            patience: DEFAULT_PATIENCE,
        };
        for text in each.iter().map(String::as_str).chain([own]) {
            for (key, value) in pairs(text)? {
                engine.set(&key, &value)?;
            }
        }
        if engine.command.is_empty() {
            return Err(BadEngine::NoCommand);
        }
        if engine.time.is_none() && engine.nodes.is_none() && engine.depth.is_none() {
            return Err(BadEngine::NoLimit(engine.label()));
        }
        Ok(engine)
    }

    /// Its name, or its program while it has none.
    pub fn label(&self) -> String {
        if !self.name.is_empty() {
            return self.name.clone();
        }
        let program = self.command.first().map_or("", String::as_str);
        let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
        let file = file.strip_suffix(".exe").unwrap_or(file);
        file.strip_prefix("pbrain-").unwrap_or(file).to_owned()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), BadEngine> {
        let bad = |wanted| BadEngine::BadValue(key.to_owned(), value.to_owned(), wanted);
        let switch = || match value {
            "" | "on" | "yes" | "true" | "1" => Some(true),
            "off" | "no" | "false" | "0" => Some(false),
            _ => None,
        };
        const SECONDS: &str = "a number of seconds is wanted";
        const SWITCH: &str = "on or off is wanted";
        match key {
            "cmd" => self.command = command_words(value)?,
            "name" => self.name = unquoted(value),
            "dir" => self.folder = Some(PathBuf::from(unquoted(value))),
            "tc" => {
                let time = value.parse();
                self.time = Some(time.map_err(|error: super::time_control::BadTimeControl| {
                    BadEngine::Time(error.to_string())
                })?);
            }
            "nodes" => {
                let count = count(value).filter(|&n| n > 0);
                self.nodes = Some(count.ok_or_else(|| bad("a number from 1 is wanted"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&n| n > 0);
                self.depth = Some(depth.ok_or_else(|| bad("a number from 1 is wanted"))?);
            }
            "memory" => {
                let wanted = "bytes are wanted, or 350M, 1G; 0 means no limit";
                self.memory = options::memory(value).map_err(|_| bad(wanted))?;
            }
            "threads" => {
                let threads = value.parse().ok().filter(|&n| n > 0);
                self.threads = Some(threads.ok_or_else(|| bad("a number from 1 is wanted"))?);
            }
            "info" => {
                let line = unquoted(value);
                let line = line.trim();
                if line.is_empty() || line.contains(['\n', '\r']) {
                    return Err(bad("a key and its value are wanted"));
                }
                self.info.push(line.to_owned());
            }
            "board" => self.send_board = switch().ok_or_else(|| bad(SWITCH))?,
            "restart" => self.restart = switch().ok_or_else(|| bad(SWITCH))?,
            "tolerance" => self.tolerance = seconds(value).ok_or_else(|| bad(SECONDS))?,
            "patience" => {
                let patience = seconds(value).filter(|time| !time.is_zero());
                self.patience = patience.ok_or_else(|| bad(SECONDS))?;
            }
            _ => return Err(BadEngine::UnknownKey(key.to_owned())),
        }
        Ok(())
    }
}

impl fmt::Display for EngineOptions {
    /// Everything that can change how it plays, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cmd={}", self.command.join(" "))?;
        if let Some(folder) = &self.folder {
            write!(f, ",dir={}", folder.display())?;
        }
        if let Some(time) = self.time {
            write!(f, ",tc={time}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ",nodes={nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, ",depth={depth}")?;
        }
        write!(f, ",memory={}", self.memory)?;
        if let Some(threads) = self.threads {
            write!(f, ",threads={threads}")?;
        }
        for info in &self.info {
            write!(f, ",info={info}")?;
        }
        if self.send_board {
            f.write_str(",board")?;
        }
        if self.restart {
            f.write_str(",restart")?;
        }
        Ok(())
    }
}

/// A number, with `k` or `m` for thousands and millions.
fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match text.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1_000_000),
            None => (text, 1),
        },
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// Splits `key=value,key=value` at commas outside quotation marks. A key without a value has an
/// empty one.
fn pairs(text: &str) -> Result<Vec<(String, String)>, BadEngine> {
    let parts = split_outside_quotes(text, |c| c == ',')?;
    let pairs = parts.into_iter().map(|part| match part.split_once('=') {
        Some((key, value)) => (key.trim().to_ascii_lowercase(), value.trim().to_owned()),
        None => (part.trim().to_ascii_lowercase(), String::new()),
    });
    Ok(pairs.filter(|(key, _)| !key.is_empty()).collect())
}

/// Splits at characters outside quotation marks, which stay in the parts. A backslash is a plain
/// character: on Windows it stands in every path.
fn split_outside_quotes(
    text: &str,
    is_separator: impl Fn(char) -> bool,
) -> Result<Vec<&str>, BadEngine> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut open: Option<char> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some(quote) if c == quote => open = None,
            Some(_) => {}
            // An apostrophe inside a word is no quotation mark.
            None if c == '"' || (c == '\'' && starts_word(&text[start..at])) => open = Some(c),
            None if is_separator(c) => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            None => {}
        }
    }
    if open.is_some() {
        return Err(BadEngine::OpenQuote);
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// Whether a quotation mark after `before` opens a word.
fn starts_word(before: &str) -> bool {
    before.is_empty() || before.ends_with(['=', ' ', '\t'])
}

/// The text without quotation marks.
fn unquoted(text: &str) -> String {
    let mut plain = String::new();
    let mut open: Option<char> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some(quote) if c == quote => open = None,
            Some(_) => plain.push(c),
            None if c == '"' || (c == '\'' && starts_word(&text[..at])) => open = Some(c),
            None => plain.push(c),
        }
    }
    plain
}

/// The program and its arguments. A text that as a whole names a file is that program, so that
/// paths with spaces need no quotation marks.
fn command_words(text: &str) -> Result<Vec<String>, BadEngine> {
    let whole = unquoted(text);
    if !whole.is_empty() && Path::new(&whole).is_file() {
        return Ok(vec![whole]);
    }
    let parts = split_outside_quotes(text, char::is_whitespace)?;
    let words: Vec<String> =
        parts.into_iter().filter(|part| !part.is_empty()).map(unquoted).collect();
    if words.first().is_none_or(String::is_empty) {
        return Err(BadEngine::NoCommand);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> EngineOptions {
        EngineOptions::parse(text, &[]).unwrap()
    }

    #[test]
    fn every_option() {
        let options = parse(
            "cmd=./pbrain-x -a \"b c\",name=X 1,dir=/tmp,tc=180/30,nodes=20k,depth=9,memory=1G,\
             threads=2,info=show_detail 1,info=\"strength 50\",board,restart=on,tolerance=0.5,\
             patience=2",
        );
        assert_eq!(options.command, ["./pbrain-x", "-a", "b c"]);
        assert_eq!(options.name, "X 1");
        assert_eq!(options.folder, Some(PathBuf::from("/tmp")));
        assert_eq!(options.time.unwrap().to_string(), "180/30");
        assert_eq!((options.nodes, options.depth), (Some(20_000), Some(9)));
        assert_eq!((options.memory, options.threads), (1 << 30, Some(2)));
        assert_eq!(options.info, ["show_detail 1", "strength 50"]);
        assert!(options.send_board && options.restart);
        assert_eq!(options.tolerance, Duration::from_millis(500));
        assert_eq!(options.patience, Duration::from_secs(2));
    }

    #[test]
    fn windows_paths_keep_their_backslashes() {
        let options = parse(r#"cmd="C:\Program Files\new, fast\pbrain-x.exe" -t,nodes=1"#);
        assert_eq!(options.command, [r"C:\Program Files\new, fast\pbrain-x.exe", "-t"]);
        assert_eq!(options.label(), "x");
        assert_eq!(parse(r"cmd=..\x\pbrain-y.exe,nodes=1").label(), "y");
        assert_eq!(parse("cmd='a, b' c,nodes=1").command, ["a, b", "c"]);
        assert_eq!(parse("cmd=o'brien,nodes=1").command, ["o'brien"]);
    }

    #[test]
    fn a_file_with_spaces_needs_no_quotes() {
        let folder = std::env::temp_dir().join(format!("tengen options {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("pbrain x");
        std::fs::write(&file, "").unwrap();
        let text = format!("cmd={},nodes=1", file.display());
        assert_eq!(parse(&text).command, [file.display().to_string()]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn own_options_go_before_those_of_each() {
        let each = ["tc=0/1,memory=100M,info=a 1".to_owned()];
        let options = EngineOptions::parse("cmd=x,tc=0/2,info=b 2", &each).unwrap();
        assert_eq!(options.time.unwrap().to_string(), "0/2");
        assert_eq!(options.memory, 100 << 20);
        assert_eq!(options.info, ["a 1", "b 2"]);
    }

    #[test]
    fn errors_say_what_is_wanted() {
        let error = |text| EngineOptions::parse(text, &[]).unwrap_err().to_string();
        assert!(error("name=x,nodes=1").contains("cmd="));
        assert!(error("cmd=,nodes=1").contains("cmd="));
        assert!(error("cmd=x").contains("tc="));
        assert!(error("cmd=x,nodes=0").contains("from 1"));
        assert!(error("cmd=x,nodes=x").contains("from 1"));
        assert!(error("cmd=x,memory=1X").contains("350M"));
        assert!(error("cmd=x,memory=99999999999999G").contains("350M"));
        assert!(error("cmd=x,tc=abc").contains("180/30"));
        assert!(error("cmd=x,hash=1").contains("'hash'"));
        assert!(error("cmd=\"x,nodes=1").contains("quotation"));
        assert!(error("cmd=x,nodes=1,board=maybe").contains("on or off"));
        assert!(error("cmd=x,nodes=1,patience=0").contains("seconds"));
    }
}
