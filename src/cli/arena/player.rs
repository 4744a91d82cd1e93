//! The manager's side of the protocol: one engine in one game.

use super::ending::{Failure, quoted};
use super::engine_options::EngineOptions;
use super::process::{EngineProcess, ProcessEvent};
use super::thinking::Thinking;
use super::time_control::GameClock;
use super::transcript::Transcript;
use super::words::{
    self, GameTerms, coordinates, is_keyword, is_message, message_text, several_coordinates,
    suggestion,
};
use crate::board::{Position, TurnOrder};
use crate::opening::{ActionKind, Opening};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a late engine may still answer before it is ended by force, so that the report can say
/// how late it was.
const GRACE: Duration = Duration::from_secs(1);
/// How long an engine may take to leave after `END`, or to be gone after it closed its output.
const LEAVE: Duration = Duration::from_millis(500);
/// How often a waiting manager looks whether the match is over.
const STOP_POLL: Duration = Duration::from_millis(100);
/// The regulation for which there is a word of Gomocup's.
const SWAP2: &str = "swap2";
/// How long an engine that may not know the word `OPENING` is waited for.
const SILENCE: Duration = Duration::from_secs(2);
/// Most remarks that are kept of one game.
const MOST_REMARKS: usize = 20;

/// Why an engine gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// It failed.
    Failure(Failure),
    /// The match was stopped.
    Stopped,
}

impl From<Failure> for NoMove {
    fn from(failure: Failure) -> NoMove {
        NoMove::Failure(failure)
    }
}

/// An engine's answer to a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Column and row of each stone, as it said: they may be outside the board, and under a rule
    /// with two stones a turn there may be too few or too many.
    pub points: Vec<(i64, i64)>,
    /// Time from the writing of the last command to the answer.
    pub used: Duration,
    /// What it said about its thinking.
    pub thinking: Thinking,
}

/// An engine's answer to an opening.
#[derive(Clone, Debug)]
pub struct TurnAnswer {
    /// The turn, as our own protocol writes it.
    pub text: String,
    /// Time from the writing of the last command to the answer.
    pub used: Duration,
}

/// What was understood of an answer.
#[derive(Debug)]
struct Said<T> {
    said: T,
    used: Duration,
    thinking: Thinking,
}

/// How an engine speaks of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpeningWords {
    /// By `OPENING` and turns.
    Turns,
    /// By `SWAP2BOARD`, as Gomocup does.
    Swap2Board,
}

/// Whether nothing but one stone is due, after others.
fn is_plain_move(opening: &Opening) -> bool {
    !opening.stones().is_empty() && opening.legal().kinds() == [ActionKind::Place]
}

/// One engine of one worker: its process, and where the dialogue stands.
#[derive(Debug)]
pub struct Player {
    options: Arc<EngineOptions>,
    transcript: Option<Arc<Transcript>>,
    stop: Arc<AtomicBool>,
    process: Option<EngineProcess>,
    /// What was reported while a command was being written: perhaps already the answer to it.
    pending: VecDeque<ProcessEvent>,
    clock: GameClock,
    /// Whether it has been sent the position of this game.
    knows_position: bool,
    /// How it speaks of openings, once that is known.
    opening_words: OpeningWords,
    /// Whether it has been asked something that it has not answered.
    owes_answer: bool,
    remarks: Vec<String>,
    peak_memory: Option<u64>,
}

impl Player {
    /// A player whose process is started when it is needed.
    pub fn new(
        options: Arc<EngineOptions>,
        transcript: Option<Arc<Transcript>>,
        stop: Arc<AtomicBool>,
    ) -> Player {
        let clock = GameClock::new(options.time.unwrap_or_default());
        Player {
            options,
            transcript,
            stop,
            process: None,
            pending: VecDeque::new(),
            clock,
            knows_position: false,
            opening_words: OpeningWords::Turns,
            owes_answer: false,
            remarks: Vec::new(),
            peak_memory: None,
        }
    }

    /// What was odd in this game without deciding it, in the order in which it happened.
    pub fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    /// Most memory that its processes have used so far, in bytes, where the system tells.
    pub fn peak_memory(&self) -> Option<u64> {
        self.peak_memory
    }

    /// What it answers to `ABOUT`, for its name; nothing if it is silent for `patience`, as engines
    /// that know no such command are.
    ///
    /// # Errors
    /// When it cannot be started, or ends.
    pub fn about(&mut self, patience: Duration) -> Result<String, NoMove> {
        self.launch()?;
        let deadline = Instant::now() + patience;
        self.write("ABOUT\n", deadline)?;
        let about = loop {
            match self.line(deadline)? {
                Some((line, _)) if line.to_ascii_lowercase().contains("name") => break line,
                Some((line, _)) if is_keyword(&line, "UNKNOWN") => break String::new(),
                Some(_) => {}
                None => break String::new(),
            }
        };
        self.owes_answer = false;
        Ok(about)
    }

    /// Gets the engine ready for a game: a process, `START`, and the `INFO` lines.
    ///
    /// # Errors
    /// Why it is not ready. A process from an earlier game that does not answer is replaced first.
    pub fn start_game(&mut self, terms: GameTerms) -> Result<(), NoMove> {
        self.clock = GameClock::new(self.options.time.unwrap_or_default());
        self.knows_position = false;
        self.remarks.clear();
        if self.options.restart {
            self.leave();
        }
        if self.process.is_some() {
            match self.try_start(terms) {
                Err(NoMove::Failure(failure)) => {
                    self.remark(format!("restarted before the game: it {failure}"));
                    self.process = None;
                }
                done => return done,
            }
        }
        self.launch()?;
        self.try_start(terms)
    }

    /// Asks for a move in `position`, in which it is to move.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask(&mut self, position: &Position) -> Result<Answer, NoMove> {
        self.read_interruptions()?;
        let left = self.clock.left();
        let by_turn = self.knows_position || position.ply() <= 1;
        let text = words::question(position, left, by_turn && !self.options.send_board);
        self.knows_position = true;
        let is_long = position.order() != TurnOrder::SINGLE;
        let result = self.ask_with(&text, is_long);
        self.look_at_memory();
        if let Ok(answer) = &result {
            self.clock.spend(answer.used);
        }
        result
    }

    /// Tells it the regulation of this game. One that does not know our word for it is spoken to by
    /// `SWAP2BOARD` where that serves.
    ///
    /// # Errors
    /// Why it cannot play it.
    pub fn begin_opening(&mut self, name: &str) -> Result<(), NoMove> {
        let has_other_words = name == SWAP2;
        if has_other_words && self.opening_words == OpeningWords::Swap2Board {
            return Ok(());
        }
        self.opening_words = OpeningWords::Turns;
        let patience = if has_other_words {
            SILENCE.min(self.options.patience)
        } else {
            self.options.patience
        };
        let deadline = Instant::now() + patience;
        self.write(&format!("OPENING {name}\n"), deadline)?;
        let why = loop {
            match self.line(deadline)? {
                Some((line, _)) if is_keyword(&line, "OK") => {
                    self.owes_answer = false;
                    self.knows_position = true;
                    return Ok(());
                }
                Some((line, _)) if is_keyword(&line, "ERROR") || is_keyword(&line, "UNKNOWN") => {
                    break quoted(&line);
                }
                Some((line, _)) if !is_message(&line) => self.unexpected(&line),
                Some(_) => {}
                None => break format!("no answer within {} s", patience.as_secs_f64()),
            }
        };
        self.owes_answer = false;
        if !has_other_words {
            return Err(Failure::NoRegulation(why).into());
        }
        self.opening_words = OpeningWords::Swap2Board;
        Ok(())
    }

    /// Asks for the turn that is due in an opening. `last` is the other player's turn, if there was
    /// one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask_turn(
        &mut self,
        opening: &Opening,
        last: Option<&str>,
    ) -> Result<TurnAnswer, NoMove> {
        self.read_interruptions()?;
        let left = self.clock.left();
        let answer = match self.opening_words {
            OpeningWords::Turns => {
                let text = words::turn_question(last, left);
                self.ask_for(&text, |line| Some(line.trim().to_owned()))?
            }
            // The stone after a choice is an ordinary move in these words.
            OpeningWords::Swap2Board if is_plain_move(opening) => {
                let text = words::question(&opening.position(), left, false);
                self.knows_position = true;
                let point = |(x, y): (i64, i64)| format!("{x},{y}");
                self.ask_for(&text, |line| coordinates(line).map(point))?
            }
            OpeningWords::Swap2Board => {
                let text = words::swap2_question(opening, left);
                let stones = opening.stones().len();
                self.ask_for(&text, |line| words::swap2_turn(line, stones))?
            }
        };
        self.look_at_memory();
        self.clock.spend(answer.used);
        Ok(TurnAnswer { text: answer.said, used: answer.used })
    }

    /// Asks for the first move after an opening, where the other player has ended it with `last`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask_after_turn(&mut self, position: &Position, last: &str) -> Result<Answer, NoMove> {
        if self.opening_words != OpeningWords::Turns || self.options.send_board {
            return self.ask(position);
        }
        self.read_interruptions()?;
        let text = words::turn_question(Some(last), self.clock.left());
        let result = self.ask_with(&text, position.order() != TurnOrder::SINGLE);
        self.look_at_memory();
        if let Ok(answer) = &result {
            self.clock.spend(answer.used);
        }
        result
    }

    /// Measures its memory, and remarks on the first excess over what it was allowed.
    fn look_at_memory(&mut self) {
        let Some(process) = &mut self.process else { return };
        process.look_at_memory();
        let allowed = match self.options.memory {
            0 => u64::MAX,
            bytes => bytes,
        };
        let peak = process.peak_memory();
        let was_within = self.peak_memory.is_none_or(|before| before <= allowed);
        if let Some(bytes) = peak.filter(|&bytes| bytes > allowed && was_within) {
            let (used, allowed) = (bytes >> 20, allowed >> 20);
            self.remark(format!("used {used} MB of memory where {allowed} MB were allowed"));
        }
        self.peak_memory = self.peak_memory.max(peak);
    }

    /// Ends the process because of `failure` if it cannot be used any more.
    pub fn give_up(&mut self, failure: &Failure) {
        if failure.is_fatal() {
            self.process = None;
        }
    }

    /// Notes what the engine has said since it was asked last, and that it has gone, if it has.
    pub fn settle(&mut self) {
        if self.read_interruptions().is_err() {
            self.remark("its process ended after its last move".to_owned());
            self.process = None;
        }
    }

    /// Says `END` and waits a little, then ends the process by force. Output after `END` is
    /// remarked on.
    pub fn leave(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        process.drain();
        process.send("END\n".to_owned());
        if process.wait(LEAVE).is_none() {
            self.remark(format!("did not leave within {} s after END", LEAVE.as_secs_f64()));
        }
        self.peak_memory = self.peak_memory.max(process.peak_memory());
        // The reader may need a moment for the last output of a process that has ended.
        let deadline = Instant::now() + Duration::from_millis(20);
        while let Some(event) = process.next(deadline) {
            match event {
                // The answer to what it was asked when the match was stopped is none of its faults.
                ProcessEvent::Line(text, _) if !is_message(&text) && !self.owes_answer => {
                    self.remark(format!("said '{}' after END", quoted(&text)));
                }
                ProcessEvent::Closed => break,
                _ => {}
            }
        }
    }

    fn launch(&mut self) -> Result<(), Failure> {
        if self.process.is_some() {
            return Ok(());
        }
        // Nothing that an earlier process said counts for this one.
        self.pending.clear();
        self.owes_answer = false;
        let label = self.options.label();
        let process = EngineProcess::spawn(&self.options, &label, self.transcript.as_ref())
            .map_err(|error| Failure::NotStarted(error.to_string()))?;
        self.process = Some(process);
        Ok(())
    }

    fn try_start(&mut self, terms: GameTerms) -> Result<(), NoMove> {
        // Whatever an earlier game has left in the pipe is not the answer to START.
        self.read_interruptions()?;
        let start = words::start(terms);
        let patience = self.options.patience;
        let deadline = Instant::now() + patience;
        self.write(&start, deadline).map_err(|error| match error {
            NoMove::Failure(Failure::Hung { .. }) => Failure::SilentAtStart(patience).into(),
            error => error,
        })?;
        loop {
            match self.line(deadline)? {
                Some((line, _)) if is_keyword(&line, "OK") => break,
                Some((line, _)) if is_keyword(&line, "ERROR") || is_keyword(&line, "UNKNOWN") => {
                    return Err(Failure::Refused(quoted(&line)).into());
                }
                Some((line, _)) if !is_message(&line) => self.unexpected(&line),
                Some(_) => {}
                None => return Err(Failure::SilentAtStart(patience).into()),
            }
        }
        let info = words::info_lines(&self.options, terms);
        self.write(&info, Instant::now() + patience)?;
        self.owes_answer = false;
        Ok(())
    }

    /// Asks, and waits for an answer: a point, or where turns are long, several.
    fn ask_with(&mut self, text: &str, is_long: bool) -> Result<Answer, NoMove> {
        let read = |line: &str| answered_points(line, is_long);
        let Said { said: points, used, thinking } = self.ask_for(text, read)?;
        Ok(Answer { points, used, thinking })
    }

    /// Asks something to which the answer is a line that `read` understands.
    fn ask_for<T>(
        &mut self,
        text: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Said<T>, NoMove> {
        let limit = self.clock.limit();
        let tolerance = self.options.tolerance;
        let allowed = limit.map_or(self.options.patience, |limit| limit + tolerance);
        // The writer reports when the last command was written; the clock starts then.
        let started = self.written(text, Instant::now() + allowed)?;
        let mut deadline = started + allowed;
        let mut thinking = Thinking::default();
        let mut last_words = String::new();
        loop {
            // The game is lost at the deadline; an engine that answers soon after is at least alive.
            let Some((line, came)) = self.line(deadline)? else {
                if limit.is_none() || deadline > started + allowed {
                    let waited = started.elapsed();
                    return Err(Failure::Hung { waited, limit, last_words }.into());
                }
                deadline += GRACE;
                continue;
            };
            let used = came.saturating_duration_since(started);
            if let Some(message) = message_text(&line) {
                thinking.read(message);
            } else if let Some(suggestion) = suggestion(&line) {
                // The protocol lets an engine suggest a move, which we accept.
                let now = Instant::now();
                self.write(&format!("PLAY {suggestion}\n"), now + self.options.patience)?;
            } else if is_keyword(&line, "ERROR") || is_keyword(&line, "UNKNOWN") {
                last_words = quoted(&line);
                self.unexpected(&line);
            } else if is_keyword(&line, "OK") || is_keyword(&line, "FORBID") {
                self.unexpected(&line);
            } else if let Some(said) = read(&line) {
                self.owes_answer = false;
                return match limit {
                    Some(limit) if used > limit + tolerance => {
                        Err(Failure::Late { used, limit, tolerance }.into())
                    }
                    _ => Ok(Said { said, used, thinking }),
                };
            } else {
                return Err(Failure::Unparsable(quoted(&line)).into());
            }
        }
    }

    /// Hands `text` to the engine and waits until it is written.
    fn write(&mut self, text: &str, deadline: Instant) -> Result<(), NoMove> {
        self.written(text, deadline).map(|_| ())
    }

    /// Hands `text` to the engine, waits until it is written, and says when that was.
    fn written(&mut self, text: &str, deadline: Instant) -> Result<Instant, NoMove> {
        let asked = Instant::now();
        let Some(process) = &mut self.process else {
            return Err(Failure::NotStarted("it has no process".to_owned()).into());
        };
        let wanted = process.send(text.to_owned());
        self.owes_answer = true;
        loop {
            match self.next_event(deadline)? {
                Some(ProcessEvent::Written { ticket, begun, done }) if ticket == wanted => {
                    self.drop_lines_before(begun);
                    return Ok(done);
                }
                Some(ProcessEvent::WriteFailed(_)) => return Err(self.gone().into()),
                Some(event) => self.pending.push_back(event),
                // It does not read what it is told.
                None => {
                    let waited = asked.elapsed();
                    let last_words = String::new();
                    return Err(Failure::Hung { waited, limit: None, last_words }.into());
                }
            }
        }
    }

    /// Takes lines out of `pending` that came before `moment`.
    fn drop_lines_before(&mut self, moment: Instant) {
        let pending = std::mem::take(&mut self.pending);
        for event in pending {
            match event {
                ProcessEvent::Line(line, at) if at < moment => {
                    if !is_message(&line) {
                        self.unexpected(&line);
                    }
                }
                event => self.pending.push_back(event),
            }
        }
    }

    /// The next line, unless none comes until `deadline`.
    fn line(&mut self, deadline: Instant) -> Result<Option<(String, Instant)>, NoMove> {
        loop {
            match self.event(deadline)? {
                None => return Ok(None),
                Some(ProcessEvent::Line(line, at)) => return Ok(Some((line, at))),
                Some(ProcessEvent::Flood) => return Err(Failure::Flooded.into()),
                Some(ProcessEvent::Closed | ProcessEvent::WriteFailed(_)) => {
                    return Err(self.gone().into());
                }
                Some(ProcessEvent::Written { .. }) => {}
            }
        }
    }

    /// The next event, pending ones first.
    fn event(&mut self, deadline: Instant) -> Result<Option<ProcessEvent>, NoMove> {
        match self.pending.pop_front() {
            Some(event) => Ok(Some(event)),
            None => self.next_event(deadline),
        }
    }

    /// The next event of the process, unless none comes until `deadline` or the match is stopped.
    fn next_event(&self, deadline: Instant) -> Result<Option<ProcessEvent>, NoMove> {
        let Some(process) = &self.process else { return Ok(Some(ProcessEvent::Closed)) };
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoMove::Stopped);
            }
            let next = deadline.min(Instant::now() + STOP_POLL);
            if let Some(event) = process.next(next) {
                return Ok(Some(event));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Reads what the engine has said without being asked.
    fn read_interruptions(&mut self) -> Result<(), Failure> {
        let Some(process) = &self.process else { return Ok(()) };
        let new = process.drain();
        let pending = std::mem::take(&mut self.pending);
        for event in pending.into_iter().chain(new) {
            match event {
                ProcessEvent::Line(line, _) if !is_message(&line) => self.unexpected(&line),
                // It is asked nothing now; what counts is whether it can be asked again.
                ProcessEvent::Flood => self.remark("printed without end while idle".to_owned()),
                ProcessEvent::Closed | ProcessEvent::WriteFailed(_) => return Err(self.gone()),
                _ => {}
            }
        }
        Ok(())
    }

    /// How a process whose pipes are closed has failed.
    fn gone(&mut self) -> Failure {
        let Some(process) = &mut self.process else { return Failure::ClosedOutput };
        match process.wait(LEAVE) {
            Some(status) => {
                Failure::Crashed { status: status.to_string(), complaint: process.complaint() }
            }
            None => Failure::ClosedOutput,
        }
    }

    fn unexpected(&mut self, line: &str) {
        self.remark(format!("said '{}' unasked", quoted(line)));
    }

    fn remark(&mut self, text: String) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(text);
        }
    }
}

/// The points of an answer, if it is one.
fn answered_points(line: &str, is_long: bool) -> Option<Vec<(i64, i64)>> {
    if is_long { several_coordinates(line) } else { coordinates(line).map(|point| vec![point]) }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.leave();
    }
}
