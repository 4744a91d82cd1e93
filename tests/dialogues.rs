//! Dialogues with the real program: every file of `tests/dialogues/`, and every example of
//! `protocol.md`, is played line by line.
//!
//! A file has scenes, each with a process of its own. What its lines mean:
//!
//! ```text
//! # a comment
//! == title             a new scene
//! > line               a line to the engine (LF); neighbouring lines go out in one write
//! >> bytes\r\n         bytes to the engine as they are, after \r \n \t \\ and \xFF
//! >* 1000 x            the same bytes so many times
//! < OK                 the next answer is this (MESSAGE and DEBUG lines are passed over)
//! < ~ERROR TURN *      ... or fits this pattern, in which * stands for anything
//! < ~OFFER <a> <b>     ... word by word, where a word is called a and another b
//! < <move>             ... or is a point of the board that is free
//! < <move m>           ... which is called m; <m> in later lines stands for it
//! < one of 6,7 11,7    ... or is a free point, and one of these
//! < not 6,8            ... or is a free point, and none of these
//! <m depth * pv *      a MESSAGE that fits this pattern is next (other messages are passed over)
//! within 100 ms        the next answer or the exit comes in this time (5 s unless said)
//! after 300 ms         the next answer does not come before this time is over
//! quiet 300 ms         no answer in this time
//! (300 ms)             a wait
//! eof                  the input is closed
//! deaf                 nobody reads the output from now on
//! exit 0               the process ends with this code, having said nothing more
//! ```
//!
//! Times are those of a machine that is doing nothing else: a scene that only came late is played
//! again, three times in all.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// One scene at a time, so that scenes do not take each other's time.
static STAGE: Mutex<()> = Mutex::new(());

const PATIENCE: Duration = Duration::from_secs(5);
/// Longer than any transcript means to wait: the engine hangs.
const HANGING: Duration = Duration::from_secs(20);

type Xy = (i64, i64);

/// Why a scene failed.
#[derive(Debug)]
struct Failure {
    text: String,
    /// Only the time was wrong.
    late: bool,
}

fn fail<T>(text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { text: text.into(), late: false })
}

fn too_late<T>(text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { text: text.into(), late: true })
}

struct Scene {
    title: String,
    /// Number and text of each line.
    lines: Vec<(usize, String)>,
}

fn scenes(text: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(title) = line.strip_prefix("== ") {
            scenes.push(Scene { title: title.to_owned(), lines: Vec::new() });
        } else {
            let scene = scenes.last_mut().expect("a file begins with a scene's title");
            scene.lines.push((number + 1, line.to_owned()));
        }
    }
    scenes
}

/// What is on the board, as far as the lines so far tell.
#[derive(Default)]
struct Board {
    width: i64,
    height: i64,
    taken: HashSet<Xy>,
    list: Option<HashSet<Xy>>,
}

impl Board {
    fn sent(&mut self, line: &str) {
        let line = line.trim().trim_start_matches('\u{feff}').to_ascii_uppercase();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let numbers: Vec<i64> = rest
            .split([',', ' '])
            .filter(|part| !part.is_empty())
            .map_while(|part| part.parse().ok())
            .collect();
        match (word, numbers.as_slice()) {
            ("START", &[side]) => self.start(side, side),
            ("START" | "RECTSTART", &[width, height]) => self.start(width, height),
            ("RESTART", _) => self.start(self.width, self.height),
            ("BOARD" | "YXBOARD", _) => self.list = Some(HashSet::new()),
            ("DONE", _) => {
                if let Some(list) = self.list.take() {
                    self.taken = list;
                }
            }
            ("TURN" | "PLAY", &[x, y]) => {
                self.taken.insert((x, y));
            }
            ("TAKEBACK", &[x, y]) => {
                self.taken.remove(&(x, y));
            }
            _ => {
                let fields: Vec<i64> =
                    line.split(',').map_while(|part| part.trim().parse().ok()).collect();
                if let (Some(list), &[x, y, _]) = (&mut self.list, fields.as_slice()) {
                    list.insert((x, y));
                }
            }
        }
    }

    fn start(&mut self, width: i64, height: i64) {
        if (5..=32).contains(&width) && (5..=32).contains(&height) {
            *self = Board { width, height, ..Board::default() };
        }
    }

    /// The point that an answer names, which must be free.
    fn free(&self, answer: &str) -> Result<Xy, Failure> {
        let Some(point) = point(answer) else {
            return fail(format!("'{answer}' is not a point"));
        };
        let (x, y) = point;
        if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
            return fail(format!("{answer} is not on the board"));
        }
        if self.taken.contains(&point) {
            return fail(format!("{answer} is taken"));
        }
        Ok(point)
    }
}

fn point(text: &str) -> Option<Xy> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The words of an answer that a pattern names; nothing when the answer does not fit, word by word.
fn named_words(pattern: &str, text: &str) -> Option<Vec<(String, String)>> {
    let pattern: Vec<&str> = pattern.split(' ').collect();
    let words: Vec<&str> = text.split(' ').collect();
    if pattern.len() != words.len() {
        return None;
    }
    let mut names = Vec::new();
    for (part, word) in pattern.into_iter().zip(words) {
        match part.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
            Some(name) => names.push((name.to_owned(), word.to_owned())),
            None if fits(part, word) => {}
            None => return None,
        }
    }
    Some(names)
}

/// A running engine and what it has said.
struct Stage {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(Instant, String)>,
    /// Told to stop reading.
    deaf: std::sync::Arc<std::sync::atomic::AtomicBool>,
    unsent: Vec<u8>,
    sent: Instant,
    limit: Option<Duration>,
    not_before: Option<Duration>,
    names: HashMap<String, String>,
    board: Board,
    log: Vec<String>,
}

impl Stage {
    fn new() -> Stage {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the engine starts");
        let mut stdout = child.stdout.take().expect("a pipe");
        let (sender, output) = channel();
        let deaf = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let flag = std::sync::Arc::clone(&deaf);
        thread::spawn(move || {
            let mut line = Vec::new();
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut chunk) {
                for &byte in &chunk[..count] {
                    if byte != b'\n' {
                        line.push(byte);
                        continue;
                    }
                    let text = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
                    if sender.send((Instant::now(), text)).is_err() {
                        return;
                    }
                }
                if flag.load(std::sync::atomic::Ordering::Relaxed) {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Stage {
            child,
            input,
            output,
            deaf,
            unsent: Vec::new(),
            sent: Instant::now(),
            limit: None,
            not_before: None,
            names: HashMap::new(),
            board: Board::default(),
            log: Vec::new(),
        }
    }

    fn named(&self, text: &str) -> String {
        self.names
            .iter()
            .fold(text.to_owned(), |text, (name, point)| text.replace(&format!("<{name}>"), point))
    }

    fn send(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).split(['\r', '\n']) {
            self.board.sent(line);
        }
        self.unsent.extend_from_slice(bytes);
    }

    fn flush(&mut self) {
        if self.unsent.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.unsent);
        self.sent = Instant::now();
        if let Some(input) = &mut self.input {
            // An engine that has left cannot be written to; the transcript notices by itself.
            let _ = input.write_all(&bytes).and_then(|()| input.flush());
        }
    }

    /// The next line of output that is `wanted`; the others are passed over.
    fn next(&mut self, wanted: impl Fn(&str) -> bool) -> Result<(Instant, String), Failure> {
        let limit = self.limit.take().unwrap_or(PATIENCE);
        let not_before = self.not_before.take();
        let start = Instant::now();
        loop {
            let rest = HANGING.saturating_sub(start.elapsed());
            match self.output.recv_timeout(rest) {
                Ok((at, line)) => {
                    let since = at.saturating_duration_since(self.sent);
                    self.log.push(format!("  {since:?} {line}"));
                    if !wanted(&line) {
                        continue;
                    }
                    if since > limit {
                        return too_late(format!("'{line}' came after {since:?}"));
                    }
                    if not_before.is_some_and(|early| since < early) {
                        return fail(format!("'{line}' came already after {since:?}"));
                    }
                    return Ok((at, line));
                }
                Err(RecvTimeoutError::Timeout) => return fail("no answer: it hangs"),
                Err(RecvTimeoutError::Disconnected) => return fail("no answer: it has left"),
            }
        }
    }

    fn answer(&mut self, expected: &str) -> Result<(), Failure> {
        let (_, line) = self.next(|line| !is_message(line))?;
        if let Some(pattern) = expected.strip_prefix('~').filter(|pattern| pattern.contains('<')) {
            let Some(names) = named_words(pattern, &line) else {
                return fail(format!("'{line}' does not fit"));
            };
            self.names.extend(names);
            return Ok(());
        }
        if let Some(pattern) = expected.strip_prefix('~') {
            if !fits(pattern, &line) {
                return fail(format!("'{line}' does not fit"));
            }
            return Ok(());
        }
        let name = expected.strip_prefix("<move").and_then(|rest| rest.strip_suffix('>'));
        let one_of = expected.strip_prefix("one of ");
        let not = expected.strip_prefix("not ");
        if name.is_none() && one_of.is_none() && not.is_none() {
            if line != expected {
                return fail(format!("the answer is '{line}'"));
            }
            for part in line.split(' ') {
                self.board.taken.extend(point(part));
            }
            return Ok(());
        }
        let found = self.board.free(&line)?;
        self.board.taken.insert(found);
        let among = |list: &str| list.split(' ').any(|other| other == line);
        if one_of.is_some_and(|list| !among(list)) || not.is_some_and(among) {
            return fail(format!("the answer is '{line}'"));
        }
        if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
            self.names.insert(name.to_owned(), line);
        }
        Ok(())
    }

    fn quiet(&mut self, time: Duration) -> Result<(), Failure> {
        let end = Instant::now() + time;
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(rest) {
                Ok((_, line)) if is_message(&line) => {}
                Ok((_, line)) => return fail(format!("'{line}' although nothing was asked")),
                Err(_) => return Ok(()),
            }
        }
    }

    fn exit(&mut self, code: i32) -> Result<(), Failure> {
        let limit = self.limit.take().unwrap_or(PATIENCE);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            if self.sent.elapsed() > HANGING {
                return fail("it does not leave");
            }
            thread::sleep(Duration::from_millis(1));
        };
        let since = self.sent.elapsed();
        // Messages of a search may have come before the end was noticed.
        while let Ok((at, line)) = self.output.recv_timeout(Duration::from_secs(2)) {
            if at > self.sent + limit || !is_message(&line) {
                return fail(format!("'{line}' before it left"));
            }
        }
        if status.code() != Some(code) {
            return fail(format!("it left with {status}"));
        }
        if since > limit {
            return too_late(format!("it left after {since:?}"));
        }
        Ok(())
    }

    fn perform(&mut self, line: &str) -> Result<(), Failure> {
        let line = self.named(line);
        if let Some(text) = line.strip_prefix("> ") {
            self.send(format!("{text}\n").as_bytes());
            return Ok(());
        }
        if let Some(text) = line.strip_prefix(">> ") {
            self.send(&unescaped(text));
            return Ok(());
        }
        if let Some((count, text)) = line.strip_prefix(">* ").and_then(|l| l.split_once(' ')) {
            let bytes = unescaped(text).repeat(count.parse().expect("a count"));
            self.send(&bytes);
            return Ok(());
        }
        self.flush();
        if let Some(pattern) = line.strip_prefix("<m ") {
            let pattern = format!("MESSAGE {pattern}");
            let (_, line) = self.next(|line| !is_message(line) || fits(&pattern, line))?;
            if !is_message(&line) {
                return fail(format!("'{line}' before such a message"));
            }
        } else if let Some(expected) = line.strip_prefix("< ") {
            self.answer(expected)?;
        } else if let Some(time) = milliseconds(&line, "within ") {
            self.limit = Some(time);
        } else if let Some(time) = milliseconds(&line, "after ") {
            self.not_before = Some(time);
        } else if let Some(time) = milliseconds(&line, "quiet ") {
            self.quiet(time)?;
        } else if let Some(time) = milliseconds(line.trim_end_matches(')'), "(") {
            thread::sleep(time);
        } else if line == "eof" {
            self.sent = Instant::now();
            self.input = None;
        } else if line == "deaf" {
            self.deaf.store(true, std::sync::atomic::Ordering::Relaxed);
        } else if let Some(code) = line.strip_prefix("exit ") {
            self.exit(code.parse().expect("an exit code"))?;
        } else {
            panic!("a line that no transcript has: {line}");
        }
        Ok(())
    }
}

fn is_message(line: &str) -> bool {
    line.starts_with("MESSAGE ") || line.starts_with("DEBUG ")
}

fn milliseconds(line: &str, before: &str) -> Option<Duration> {
    let number = line.strip_prefix(before)?.strip_suffix(" ms")?;
    number.parse().ok().map(Duration::from_millis)
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'r') => bytes.push(b'\r'),
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b's') => bytes.push(b' '),
            Some(b'\\') => bytes.push(b'\\'),
            Some(b'x') => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                bytes.push(u8::from_str_radix(&digits, 16).expect("two digits after \\x"));
            }
            other => panic!("an escape that no transcript has: {other:?}"),
        }
    }
    bytes
}

/// Plays one scene once.
fn play(scene: &Scene) -> Result<(), Failure> {
    let mut stage = Stage::new();
    let mut result = Ok(());
    for (number, line) in &scene.lines {
        stage.log.push(line.clone());
        if let Err(failure) = stage.perform(line) {
            let text = format!("line {number} ({line}): {}", failure.text);
            result = Err(Failure { text, ..failure });
            break;
        }
    }
    stage.flush();
    if result.is_ok() && !scene.lines.last().is_some_and(|(_, line)| line.starts_with("exit")) {
        // Every scene ends well, also one that does not say so.
        stage.perform("> END").expect("sending does not fail");
        result = stage.perform("exit 0");
    }
    if let Err(failure) = &mut result {
        let _ = stage.child.kill();
        let start = stage.log.len().saturating_sub(60);
        failure.text = format!("{}\n{}", failure.text, stage.log[start..].join("\n"));
    }
    let _ = stage.child.wait();
    result
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues")
}

/// The examples of a page: its code blocks named `dialogue`.
fn examples(page: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let mut inside = false;
    for (number, line) in page.lines().enumerate() {
        match line {
            "```dialogue" => {
                inside = true;
                let title = format!("the example in line {}", number + 1);
                scenes.push(Scene { title, lines: Vec::new() });
            }
            "```" => inside = false,
            _ if inside => {
                let scene = scenes.last_mut().expect("a block was opened");
                scene.lines.push((number + 1, line.to_owned()));
            }
            _ => {}
        }
    }
    scenes
}

fn play_file(name: &str) {
    let text = std::fs::read_to_string(folder().join(format!("{name}.txt"))).expect("a file");
    play_all(name, &scenes(&text));
}

fn play_all(name: &str, scenes: &[Scene]) {
    assert!(!scenes.is_empty(), "{name}");
    let mut failures = Vec::new();
    for scene in scenes {
        let _alone = STAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut result = play(scene);
        for _ in 0..2 {
            if matches!(&result, Err(failure) if failure.late) {
                result = play(scene);
            }
        }
        if let Err(failure) = result {
            failures.push(format!("== {}\n{}", scene.title, failure.text));
        }
    }
    assert!(failures.is_empty(), "{name}: {}", failures.join("\n"));
}

/// A test for each file, and one that none was forgotten.
macro_rules! dialogues {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { play_file(stringify!($name)); })*

        #[test]
        fn every_file_is_played() {
            let mut files: Vec<String> = std::fs::read_dir(folder())
                .expect("the folder")
                .map(|file| file.expect("a file").path())
                .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
                .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
                .collect();
            files.sort();
            let mut played = vec![$(stringify!($name).to_owned()),*];
            played.sort();
            assert_eq!(files, played);
        }
    };
}

dialogues!(
    admission, analysis, board, endings, evaluation, forbidden, framing, games, limits, nendzyu,
    openings, rules, steps, stopping, swap2, time, turns, yixin,
);

#[test]
fn the_examples_of_the_page_are_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let page = std::fs::read_to_string(page).expect("the page");
    play_all("protocol.md", &examples(&page));
}

#[test]
fn patterns_fit_whole_lines() {
    assert!(fits("ERROR *", "ERROR x"));
    assert!(fits("a*b*c", "a1b2c"));
    assert!(fits("OK", "OK"));
    assert!(!fits("OK", "OK "));
    assert!(!fits("a*b", "a"));
    assert!(!fits("ab*ba", "aba"));
    let named = |pattern, text| named_words(pattern, text).map(|names| names.len());
    assert_eq!(named("STAY OFFER <a> <b>", "STAY OFFER 1,1 2,2"), Some(2));
    assert_eq!(named("*,* OFFER <n>", "1,1 OFFER 3"), Some(1));
    assert_eq!(named("STAY OFFER <a>", "STAY OFFER 1,1 2,2"), None);
    assert_eq!(named("STAY <a> <b>", "STAY 1,1"), None);
    assert_eq!(named("STAY <a>", "SWAP 1,1"), None);
}
