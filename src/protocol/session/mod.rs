//! A conversation with a manager: what is allowed when, commands to engine calls, events to
//! replies.
//!
//! A session is told [`Event`]s one by one and writes [`Reply`]s. It does not know where events
//! come from: from the reader and the search of a real program ([`Session::run`]), or from a test.

mod deciding;
mod execute;
mod opening;
mod ponder;
mod position;
mod settings;
mod steps;
mod think;

use super::command::{Command, CommandLine, Verb};
use super::info::InfoKey;
use super::io::{Event, InputLine};
use super::list::List;
use super::reply::{Output, Reply};
use crate::board::{Bits, Point, Size};
use crate::engine::{Engine, Thinking};
use crate::eval::Evaluation;
use crate::opening::Opening;
use crate::rules::RuleKind;
use crate::time::Clock;
use crate::value::Value;
use crossbeam::channel::{Receiver, RecvTimeoutError, Sender};
use deciding::OpeningValues;
use settings::Settings;
use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use steps::Unoffered;
use think::Running;

/// Lines that arrive so soon after one another were written at once: by a script, not by somebody
/// who has waited for an answer.
const SAME_WRITE: Duration = Duration::from_millis(50);
/// When the end is in the same write as commands, they have so long to be answered.
const CLOSING_TIME: Duration = Duration::from_millis(80);
/// Most bytes of commands that wait for a search. More end it, so that the memory does not grow.
const MAX_WAITING: usize = 256 << 10;

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    Continue,
    /// It is over.
    Leave,
}

/// How the next line is read.
#[derive(Debug)]
enum Mode {
    /// As a command.
    Commands,
    /// As a line of a list.
    List(List),
    /// As the path that the command before lacked, unless it is a command.
    Path,
    /// As the offers that the list before lacked.
    Offers(Unoffered),
}

/// One conversation.
#[derive(Debug)]
pub struct Session<W> {
    engine: Engine,
    clock: Arc<dyn Clock>,
    /// Where a search sends its events.
    events: Sender<Event>,
    output: Output<W>,
    settings: Settings,
    /// Whether a game has been started.
    playing: bool,
    /// The opening of this game, if it has a regulation; also when it is over.
    opening: Option<Opening>,
    /// Values of openings from earlier games.
    opening_values: OpeningValues,
    /// Points of the board where no stone may be put.
    blocked: Bits,
    /// Points that the engine may not play.
    excluded: Bits,
    /// Where the engine's last answer put its stones; none when there is no such answer.
    answered: Vec<Point>,
    /// When that answer was given.
    answered_at: Duration,
    /// What the engine's side was worth then.
    last_value: Option<Value>,
    mode: Mode,
    running: Option<Running>,
    /// What goes on in the other side's turn.
    pondering: Option<Thinking>,
    /// Lines that wait for the end of the search.
    waiting: VecDeque<InputLine>,
    waiting_bytes: usize,
    /// The input has ended; when to leave at the latest.
    closing: Option<Duration>,
    leaving: bool,
    /// Whether the manager has made itself known as Yixin-Board.
    yixin_board: bool,
}

impl<W: Write> Session<W> {
    /// A session before its first line. It writes to `output`; its searches send their events to
    /// `events`, from where they must come back to [`Session::handle`].
    pub fn new(output: W, clock: Arc<dyn Clock>, events: Sender<Event>) -> Session<W> {
        Session {
            engine: Engine::new(RuleKind::Freestyle, Size::RENJU),
            clock,
            events,
            output: Output::new(output),
            settings: Settings::new(),
            playing: false,
            opening: None,
            opening_values: OpeningValues::default(),
            blocked: Bits::EMPTY,
            excluded: Bits::EMPTY,
            answered: Vec::new(),
            answered_at: Duration::ZERO,
            last_value: None,
            mode: Mode::Commands,
            running: None,
            pondering: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            closing: None,
            leaving: false,
            yixin_board: false,
        }
    }

    /// What values positions from now on.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.engine.set_evaluation(evaluation);
    }

    /// What the session writes to.
    pub fn output(&self) -> &W {
        self.output.get_ref()
    }

    /// The engine, for tests to look at.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether there is thinking in the other side's turn.
    pub fn is_pondering(&self) -> bool {
        self.pondering.is_some()
    }

    /// Whether a search is under way.
    pub fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Handles events until the conversation is over.
    pub fn run(&mut self, events: &Receiver<Event>) {
        loop {
            let event = match self.wake_at() {
                None => events.recv().ok(),
                Some(moment) => {
                    let wait = moment.saturating_sub(self.clock.now());
                    match events.recv_timeout(wait) {
                        Ok(event) => Some(event),
                        Err(RecvTimeoutError::Disconnected) => None,
                        Err(RecvTimeoutError::Timeout) => {
                            if self.wake() == Flow::Leave {
                                return;
                            }
                            continue;
                        }
                    }
                }
            };
            let Some(event) = event else { return };
            if self.handle(event) == Flow::Leave || self.wake() == Flow::Leave {
                return;
            }
        }
    }

    /// The moment at which [`Session::wake`] wants to be called although nothing has happened.
    pub fn wake_at(&self) -> Option<Duration> {
        let stop_at = self.running.as_ref().and_then(Running::stop_at);
        [stop_at, self.closing].into_iter().flatten().min()
    }

    /// Does what is due by the clock: ends a search that has used up its time.
    pub fn wake(&mut self) -> Flow {
        let now = self.clock.now();
        if let Some(running) = &mut self.running
            && running.stop_at().is_some_and(|stop_at| stop_at <= now)
        {
            running.stop();
        }
        if self.closing.is_some_and(|closing| closing <= now) {
            return Flow::Leave;
        }
        Flow::Continue
    }

    /// Handles one event.
    pub fn handle(&mut self, event: Event) -> Flow {
        match event {
            Event::Line(line) => self.line(line),
            Event::End { at } => self.end(at),
            Event::Progress(progress) => self.progress(progress),
            Event::Finished => self.finished(),
        }
        while self.running.is_none()
            && !self.leaving
            && let Some(line) = self.waiting.pop_front()
        {
            self.waiting_bytes -= line.text.len();
            self.execute(&line);
        }
        let done = self.closing.is_some() && self.running.is_none();
        if self.leaving || done || self.output.is_closed() { Flow::Leave } else { Flow::Continue }
    }

    fn send(&mut self, reply: &Reply) {
        self.output.send(reply);
    }

    fn message(&mut self, text: impl Into<String>) {
        self.send(&Reply::Message(text.into()));
    }

    fn line(&mut self, line: InputLine) {
        if self.closing.is_some() {
            return;
        }
        self.stop_pondering();
        log::debug!("> {}", super::text::echo(&line.text));
        let command = CommandLine::find(&line.text);
        match command.map(|command| command.row.verb) {
            Some(Verb::End) => self.end(line.at),
            verb if self.running.is_some() => self.line_in_search(line, verb),
            _ => self.execute(&line),
        }
    }

    /// `END`, or the end of the input. What was written together with it is answered first, at
    /// once; whoever sends it later wants no answer any more.
    fn end(&mut self, at: Duration) {
        self.stop_pondering();
        match &self.running {
            Some(running) if at <= running.requested() + SAME_WRITE => {
                self.closing = Some(at + CLOSING_TIME);
                self.hurry();
            }
            _ => self.leaving = true,
        }
    }

    /// A line that arrives while a search is under way.
    fn line_in_search(&mut self, line: InputLine, verb: Option<Verb>) {
        if verb == Some(Verb::Stop) {
            self.stop();
            return;
        }
        // Once a line waits, those after it wait too: they may belong to its list.
        let at_once = self.waiting.is_empty()
            && match verb {
                None | Some(Verb::About | Verb::ShowForbidden | Verb::ShowInfo | Verb::Done) => {
                    true
                }
                Some(Verb::Info) => !is_rule(&line.text),
                _ => false,
            };
        if at_once {
            self.execute(&line);
            return;
        }
        let late = self.running.as_ref().is_some_and(|r| line.at > r.requested() + SAME_WRITE);
        let other_game = matches!(
            verb,
            Some(
                Verb::Start
                    | Verb::RectStart
                    | Verb::Restart
                    | Verb::Board
                    | Verb::OpenBoard
                    | Verb::YxBoard
            )
        );
        self.waiting_bytes += line.text.len();
        self.waiting.push_back(line);
        if (late && other_game) || self.waiting_bytes > MAX_WAITING {
            self.stop();
        }
    }

    /// Ends the search under way, if there is one, with the best move found so far.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
        }
    }
}

fn is_rule(line: &[u8]) -> bool {
    let command = CommandLine::find(line).map(|command| command.parse());
    let Some(Ok(Command::Info(setting))) = command else { return false };
    matches!(setting.key, InfoKey::Rule | InfoKey::FiveAndOverline | InfoKey::FullBoard)
}
