//! An engine as a child process, which can neither stall nor fill us.
//!
//! Three threads stand between us and it: one writes its standard input, one reads its standard
//! output line by line with the time at which each line came, one drains its standard error. The
//! manager only ever waits on a channel, with a deadline. Between two questions an engine may print
//! [`OUTPUT_BUDGET`] bytes; the rest is thrown away and reported once.

use super::engine_options::EngineOptions;
use super::memory;
use super::transcript::{Direction, Transcript};
use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Longest part of a line that is kept.
const LONGEST_LINE: usize = 4096;
/// Bytes that an engine may print from one question to the next.
pub const OUTPUT_BUDGET: u64 = 8 << 20;
/// Each line costs at least this many bytes of the budget, so that a flood of empty lines ends too.
const LINE_COST: u64 = 32;
/// How much of standard error is kept for the report of a crash.
const COMPLAINT_LENGTH: usize = 400;
/// How long to wait for the end of standard error.
const COMPLAINT_PATIENCE: Duration = Duration::from_millis(200);
/// How long to pause after each buffer of a flood: the pipe fills, and the engine waits.
const FLOOD_PAUSE: Duration = Duration::from_millis(5);
/// How often to look whether a child has ended.
const EXIT_POLL: Duration = Duration::from_millis(5);

/// Something that the threads of a process report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessEvent {
    /// A line of output and when it came.
    Line(String, Instant),
    /// The commands with this ticket have been written.
    Written {
        /// The ticket.
        ticket: u64,
        /// When their writing began: what the engine said before is no answer to them.
        begun: Instant,
        /// When the last of them was written.
        done: Instant,
    },
    /// The commands with this ticket could not be written.
    WriteFailed(u64),
    /// The engine has printed more than [`OUTPUT_BUDGET`] since the last question.
    Flood,
    /// Standard output has ended.
    Closed,
}

/// A running engine. It is killed, with all its children, when this is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    child: Box<dyn ChildWrapper>,
    commands: Sender<(u64, String)>,
    events: Receiver<ProcessEvent>,
    budget: Arc<AtomicU64>,
    complaint: Arc<Mutex<Vec<u8>>>,
    /// Closed when standard error has ended.
    complained: Receiver<()>,
    tickets: u64,
    peak_memory: Option<u64>,
}

impl EngineProcess {
    /// Starts the engine. `label` is its name in the log.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn spawn(
        options: &EngineOptions,
        label: &str,
        transcript: Option<&Arc<Transcript>>,
    ) -> io::Result<EngineProcess> {
        let Some((program, arguments)) = options.command.split_first() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(program_path(program)?);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &options.folder {
            command.current_dir(folder);
        }
        let mut wrapped = CommandWrap::from(command);
        // An engine may be a script that starts the real program: whatever it starts ends with it.
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        let mut child = wrapped.spawn()?;

        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin().take(), child.stdout().take(), child.stderr().take())
        else {
            unreachable!("all three were asked for");
        };
        let (to_writer, commands) = unbounded();
        let (to_manager, events) = unbounded();
        let budget = Arc::new(AtomicU64::new(OUTPUT_BUDGET));
        let complaint = Arc::new(Mutex::new(Vec::new()));
        let logged = |direction| {
            let log = transcript.cloned();
            let label = label.to_owned();
            move |line: &str| {
                if let Some(log) = &log {
                    log.note(&label, direction, line);
                }
            }
        };
        let (writer, log) = (to_manager.clone(), logged(Direction::Sent));
        thread::spawn(move || write_commands(stdin, &commands, &writer, log));
        let (shared, log) = (budget.clone(), logged(Direction::Received));
        thread::spawn(move || read_lines(stdout, &shared, &to_manager, log));
        let (shared, log) = (complaint.clone(), logged(Direction::Complaint));
        let (still_open, complained) = bounded(0);
        thread::spawn(move || {
            drain_complaints(stderr, &shared, log);
            drop(still_open);
        });
        Ok(EngineProcess {
            child,
            commands: to_writer,
            events,
            budget,
            complaint,
            complained,
            tickets: 0,
            peak_memory: None,
        })
    }

    /// Hands `text` (whole lines) to the writer and returns the ticket with which the writer will
    /// report. Never waits.
    pub fn send(&mut self, text: String) -> u64 {
        self.tickets += 1;
        // The writer lives until this is dropped.
        let _ = self.commands.send((self.tickets, text));
        self.tickets
    }

    /// The next event, unless none comes until `deadline`.
    pub fn next(&self, deadline: Instant) -> Option<ProcessEvent> {
        match self.events.recv_deadline(deadline) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            // Both threads have reported their end before.
            Err(RecvTimeoutError::Disconnected) => Some(ProcessEvent::Closed),
        }
    }

    /// Everything that was reported until now, and a new budget of output.
    pub fn drain(&self) -> Vec<ProcessEvent> {
        let events = self.events.try_iter().collect();
        self.budget.store(OUTPUT_BUDGET, Ordering::Relaxed);
        events
    }

    /// The exit status, if the process ends within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            self.look_at_memory();
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(EXIT_POLL),
                _ => return None,
            }
        }
    }

    /// Ends the process and its children by force.
    pub fn kill(&mut self) {
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }

    /// The last words on standard error, in printable ASCII; empty if there were none. Waits a
    /// moment for its end, which comes soon after the end of the process.
    pub fn complaint(&self) -> String {
        let _ = self.complained.recv_timeout(COMPLAINT_PATIENCE);
        let bytes = self.complaint.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        printable(&String::from_utf8_lossy(&bytes), COMPLAINT_LENGTH)
    }

    /// Measures the memory in use, to be remembered if it is more than ever before.
    pub fn look_at_memory(&mut self) {
        self.peak_memory = self.peak_memory.max(memory::peak_of_tree(self.child.id()));
    }

    /// Most memory that was seen in use, children included, in bytes; `None` where the system does
    /// not tell.
    pub fn peak_memory(&self) -> Option<u64> {
        self.peak_memory
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program to start. A path is made absolute, because systems differ in whether a relative one
/// counts from our folder or from the engine's; a bare name is looked up by the system.
fn program_path(program: &str) -> io::Result<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.is_file() {
        std::path::absolute(path)
    } else {
        Ok(path.to_owned())
    }
}

/// `text` in printable ASCII, cut to `longest` characters: for reports of what an engine said.
pub fn printable(text: &str, longest: usize) -> String {
    let clean = |c: char| if c.is_ascii_graphic() { c } else { '?' };
    let clean = |c: char| if c.is_whitespace() { ' ' } else { clean(c) };
    let mut short: String = text.trim().chars().take(longest).map(clean).collect();
    if text.trim().chars().nth(longest).is_some() {
        short.push_str("...");
    }
    short
}

fn write_commands(
    mut stdin: impl Write,
    commands: &Receiver<(u64, String)>,
    events: &Sender<ProcessEvent>,
    log: impl Fn(&str),
) {
    for (ticket, text) in commands {
        text.lines().for_each(&log);
        let begun = Instant::now();
        let event = match stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()) {
            Ok(()) => ProcessEvent::Written { ticket, begun, done: Instant::now() },
            Err(_) => ProcessEvent::WriteFailed(ticket),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

fn read_lines(
    mut stdout: impl Read,
    budget: &AtomicU64,
    events: &Sender<ProcessEvent>,
    log: impl Fn(&str),
) {
    let mut buffer = [0; 16 << 10];
    let mut line: Vec<u8> = Vec::new();
    let mut flooding = false;
    loop {
        let length = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let now = Instant::now();
        let read = &buffer[..length];
        let lines = read.iter().filter(|&&byte| byte == b'\n').count();
        let cost = length as u64 + LINE_COST * lines as u64;
        let paid = budget
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(cost));
        if paid.is_err() {
            line.clear();
            // Nothing more until the next question, not even what would fit into the rest.
            budget.store(0, Ordering::Relaxed);
            if !flooding && events.send(ProcessEvent::Flood).is_err() {
                return;
            }
            flooding = true;
            thread::sleep(FLOOD_PAUSE);
            continue;
        }
        flooding = false;
        for &byte in read {
            // A carriage return ends a line as well; the empty line that CR LF makes is dropped.
            if byte != b'\n' && byte != b'\r' {
                if line.len() < LONGEST_LINE {
                    line.push(byte);
                }
                continue;
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if text.trim().is_empty() {
                continue;
            }
            log(&text);
            if events.send(ProcessEvent::Line(text, now)).is_err() {
                return;
            }
        }
    }
    // A last line without its end is still a line: the engine may have died while it printed.
    if !line.is_empty() {
        let text = String::from_utf8_lossy(&line).into_owned();
        log(&text);
        let _ = events.send(ProcessEvent::Line(text, Instant::now()));
    }
    let _ = events.send(ProcessEvent::Closed);
}

fn drain_complaints(mut stderr: impl Read, complaint: &Mutex<Vec<u8>>, log: impl Fn(&str)) {
    let mut buffer = [0; 4096];
    while let Ok(length) = stderr.read(&mut buffer) {
        if length == 0 {
            return;
        }
        let read = &buffer[..length];
        String::from_utf8_lossy(read).lines().for_each(&log);
        if let Ok(mut kept) = complaint.lock() {
            kept.extend_from_slice(read);
            let surplus = kept.len().saturating_sub(COMPLAINT_LENGTH);
            kept.drain(..surplus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(bytes: &[u8], budget: u64) -> Vec<ProcessEvent> {
        let (sender, events) = unbounded();
        read_lines(bytes, &AtomicU64::new(budget), &sender, |_| {});
        drop(sender);
        events.into_iter().collect()
    }

    fn texts(events: &[ProcessEvent]) -> Vec<&str> {
        let mut texts = Vec::new();
        for event in events {
            if let ProcessEvent::Line(text, _) = event {
                texts.push(text.as_str());
            }
        }
        texts
    }

    #[test]
    fn every_line_end_and_a_last_line_without_one() {
        let events = lines_of(b"7,7\r\nOK\n\n\r8,8\r\xff\xfe\n9,", OUTPUT_BUDGET);
        assert_eq!(texts(&events), ["7,7", "OK", "8,8", "\u{fffd}\u{fffd}", "9,"]);
        assert_eq!(events.last(), Some(&ProcessEvent::Closed));
    }

    #[test]
    fn endless_lines_are_cut() {
        let events = lines_of(&vec![b'x'; 1 << 20], OUTPUT_BUDGET);
        assert_eq!(texts(&events)[0].len(), LONGEST_LINE);
    }

    #[test]
    fn a_flood_is_reported_once_and_thrown_away() {
        let lines = b"MESSAGE x\n".repeat(100_000);
        let events = lines_of(&lines, 1_000_000);
        let kept = texts(&events).len();
        assert!((10_000..25_000).contains(&kept), "{kept}");
        assert_eq!(events[kept..], [ProcessEvent::Flood, ProcessEvent::Closed]);
        // A line that never ends is a flood too.
        let events = lines_of(&vec![b'x'; 1 << 20], 100_000);
        assert_eq!(events, [ProcessEvent::Flood, ProcessEvent::Closed]);
    }

    #[test]
    fn text_of_engines_is_made_printable() {
        assert_eq!(printable(" a\tb\u{1b}[31m\u{e9} ", 99), "a b?[31m?");
        assert_eq!(printable("abcdef", 3), "abc...");
    }
}
