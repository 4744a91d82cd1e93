//! From a stream of bytes to events: lines cut and stamped with the time of their arrival, and the
//! end of the input.

use super::text::{trim, trim_start, without_mark};
use crate::search::Progress;
use crate::time::Clock;
use std::io::{ErrorKind, Read};
use std::time::Duration;

/// Most bytes of a line that are kept. No command is longer; a folder's path may be long.
const MAX_LINE: usize = 4096;
/// Bytes read at once.
const CHUNK: usize = 16 << 10;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    /// The line without its end, without a byte order mark and without spaces around it.
    pub text: Vec<u8>,
    /// When it arrived, on the session's clock.
    pub at: Duration,
    /// Whether its end has been seen; the last line of the input may lack it.
    pub whole: bool,
}

/// What a session is told.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line has arrived.
    Line(InputLine),
    /// The input has ended.
    End {
        /// When.
        at: Duration,
    },
    /// The search under way has got further.
    Progress(Progress),
    /// The search under way has ended.
    Finished,
}

/// Cuts a stream of bytes into lines. CR, LF and CR LF all end a line; empty lines are dropped.
#[derive(Debug, Default)]
pub struct LineSplitter {
    line: Vec<u8>,
}

impl LineSplitter {
    /// A splitter at the start of a stream.
    pub fn new() -> LineSplitter {
        LineSplitter::default()
    }

    /// Takes the next bytes of the stream and gives every line that ends in them to `take`.
    pub fn feed(&mut self, bytes: &[u8], at: Duration, mut take: impl FnMut(InputLine)) {
        for part in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let (part, ended) = match part.split_last() {
                Some((b'\n' | b'\r', part)) => (part, true),
                _ => (part, false),
            };
            // Spaces before a line do not use up its room.
            let part = if self.line.is_empty() { trim_start(part) } else { part };
            let room = MAX_LINE - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if ended && let Some(line) = self.take_line(at, true) {
                take(line);
            }
        }
    }

    /// The rest of the stream, if its last line has no end.
    pub fn finish(&mut self, at: Duration) -> Option<InputLine> {
        self.take_line(at, false)
    }

    fn take_line(&mut self, at: Duration, whole: bool) -> Option<InputLine> {
        let text = trim(without_mark(&self.line)).to_vec();
        self.line.clear();
        (!text.is_empty()).then_some(InputLine { text, at, whole })
    }
}

/// Reads `input` to its end and sends what arrives, until `send` says that nobody listens. An
/// input that cannot be read any more has ended.
pub fn read(mut input: impl Read, clock: &dyn Clock, mut send: impl FnMut(Event) -> bool) {
    let mut splitter = LineSplitter::new();
    let mut chunk = vec![0; CHUNK];
    let mut heard = true;
    while heard {
        let count = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("the input cannot be read: {error}");
                break;
            }
        };
        splitter.feed(&chunk[..count], clock.now(), |line| {
            heard = heard && send(Event::Line(line));
        });
    }
    let at = clock.now();
    if let Some(line) = splitter.finish(at) {
        heard = heard && send(Event::Line(line));
    }
    if heard {
        send(Event::End { at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::FakeClock;

    fn lines(parts: &[&[u8]]) -> Vec<String> {
        let mut splitter = LineSplitter::new();
        let mut lines = Vec::new();
        let mut take = |line: InputLine| {
            lines.push(format!(
                "{}{}",
                String::from_utf8_lossy(&line.text),
                if line.whole { "" } else { "|" }
            ));
        };
        for part in parts {
            splitter.feed(part, Duration::ZERO, &mut take);
        }
        splitter.finish(Duration::ZERO).map(take);
        lines
    }

    #[test]
    fn all_three_line_ends_are_taken_wherever_the_stream_is_cut() {
        let text = b"\xEF\xBB\xBFSTART 15\r\n\r\n  info \r\rTURN 7,7\n\n\xEF\xBB\xBFEND";
        let whole = lines(&[text]);
        assert_eq!(whole, ["START 15", "info", "TURN 7,7", "END|"]);
        for cut in 0..text.len() {
            assert_eq!(lines(&[&text[..cut], &text[cut..]]), whole, "{cut}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_the_memory_does_not_grow() {
        let mut splitter = LineSplitter::new();
        let mut kept = Vec::new();
        for _ in 0..1000 {
            splitter.feed(&[b'x'; 1000], Duration::ZERO, |line| kept.push(line));
        }
        assert!(splitter.line.capacity() <= 2 * MAX_LINE);
        splitter.feed(b"\nTURN 7,7", Duration::ZERO, |line| kept.push(line));
        splitter.feed(&[b' '; 100_000], Duration::ZERO, |line| kept.push(line));
        splitter.feed(b"\n", Duration::ZERO, |line| kept.push(line));
        splitter.feed(&[b' '; 100_000], Duration::ZERO, |line| kept.push(line));
        let mut end = vec![b' '; 100_000];
        end.extend_from_slice(b"END\n");
        splitter.feed(&end, Duration::ZERO, |line| kept.push(line));
        let texts: Vec<_> = kept.iter().map(|line| line.text.as_slice()).collect();
        assert_eq!(texts, [&[b'x'; MAX_LINE][..], b"TURN 7,7", b"END"]);
    }

    #[test]
    fn a_reader_sends_the_lines_and_then_the_end() {
        let mut events = Vec::new();
        read(&b"START 15\nTUR"[..], &FakeClock::new(), |event| {
            events.push(format!("{event:?}"));
            true
        });
        assert_eq!(events.len(), 3);
        assert!(events[1].contains("whole: false") && events[2].starts_with("End"));
    }
}
