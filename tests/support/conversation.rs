//! A session without a process.

use crossbeam::channel::{Receiver, unbounded};
use std::sync::Arc;
use std::time::Duration;
use tengen::board::Position;
use tengen::protocol::io::{Event, InputLine};
use tengen::protocol::session::{Flow, Session};
use tengen::time::Clock;

/// A session and what it has said.
pub struct Conversation {
    pub session: Session<Vec<u8>>,
    pub events: Receiver<Event>,
    read: usize,
}

impl Conversation {
    pub fn new(clock: Arc<dyn Clock>) -> Conversation {
        let (sender, events) = unbounded();
        Conversation { session: Session::new(Vec::new(), clock, sender), events, read: 0 }
    }

    pub fn position(&self) -> &Position {
        self.session.engine().position()
    }

    /// Hands over one line, without waiting for anything.
    pub fn send(&mut self, text: &[u8], at: Duration) -> Flow {
        self.session.handle(Event::Line(InputLine { text: text.to_vec(), at, whole: true }))
    }

    /// Waits for the end of all searches, each stopped if it does not end by itself.
    pub fn settle(&mut self, at: Duration) {
        while self.session.is_thinking() {
            self.send(b"STOP", at);
            while self.session.is_thinking() {
                let event = self.events.recv_timeout(Duration::from_secs(20));
                let event = event.expect("a search that is stopped ends");
                let ended = matches!(event, Event::Finished);
                self.session.handle(event);
                if ended {
                    break;
                }
            }
        }
    }

    /// The lines said since the last call.
    pub fn said(&mut self) -> Vec<String> {
        let output = self.session.output();
        let text = String::from_utf8(output[self.read..].to_vec()).expect("output is ASCII");
        assert!(text.is_empty() || text.ends_with('\n'));
        self.read = output.len();
        text.lines().map(str::to_owned).collect()
    }

    /// What is answered to a line, messages left out.
    pub fn answers(&mut self, line: &str) -> Vec<String> {
        self.send(line.as_bytes(), Duration::ZERO);
        self.settle(Duration::ZERO);
        self.said().into_iter().filter(|line| !line.starts_with("MESSAGE ")).collect()
    }
}

pub fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}
