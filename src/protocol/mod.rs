//! The Gomocup protocol: text in, text out, around an [`Engine`](crate::engine::Engine).
//!
//! Bytes become lines with a time of arrival ([`io`]), lines become commands ([`command`],
//! [`info`]), commands become calls of the engine and its events become replies ([`session`]), and
//! replies become lines again ([`reply`]). `protocol.md` describes the language; a test compares it
//! with the tables here.

mod account;
pub mod command;
pub mod info;
pub mod io;
mod list;
pub mod reply;
pub mod session;
mod text;

use crate::eval::Evaluation;
use crate::time::{Clock, MonotonicClock};
use crossbeam::channel::bounded;
use session::Session;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

/// Events that may wait for the session. A reader that is faster has to wait, so that the memory
/// does not grow.
const EVENTS: usize = 1024;

/// Speaks the protocol on stdin and stdout until the manager ends it.
pub fn play() -> ExitCode {
    play_with(Evaluation::default())
}

/// The same, with positions valued by `evaluation` until the manager chooses another one.
pub fn play_with(evaluation: Evaluation) -> ExitCode {
    let clock: Arc<dyn Clock> = Arc::new(MonotonicClock::new());
    let (sender, receiver) = bounded(EVENTS);
    let mut session = Session::new(std::io::stdout(), Arc::clone(&clock), sender.clone());
    session.set_evaluation(evaluation);
    // The reader is never waited for: it may be in the middle of reading when the program ends.
    thread::spawn(move || {
        io::read(std::io::stdin(), &*clock, |event| sender.send(event).is_ok());
    });
    session.run(&receiver);
    // The system frees the memory faster than we do, and nothing else is left to be done.
    std::mem::forget(session);
    ExitCode::SUCCESS
}
