//! Decisions in openings: how they are started in a thread of their own, and made into turns.

use super::Session;
use super::think::{Asked, Running, Task, Work};
use crate::decider::{Cache, DecidedTurn, Decision, Wishes, decide_turn};
use crate::engine::Engine;
use crate::opening::{Action, ActionKind, Chance, Coordinates, Opening, random_action, turn_text};
use crate::protocol::io::{Event, InputLine};
use crate::search::{STACK_BYTES, StopFlag};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Candidates of a decision that are told.
const TOLD: usize = 5;

/// A decision under way in a thread of its own.
#[derive(Debug)]
pub(super) struct Deciding {
    stop: StopFlag,
    handle: JoinHandle<(Engine, DecidedTurn)>,
}

impl Deciding {
    /// Has it made soon.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }
}

/// The decided turn, made whole: whatever is missing or not legal gives way to something that is.
/// A manager shall never lose a game for a fault of the decider.
pub(super) fn whole_turn(opening: &Opening, decided: &[Action]) -> Vec<Action> {
    let mut tried = opening.clone();
    let person = tried.due();
    let mut turn = Vec::new();
    for action in decided {
        if tried.due() != person || tried.apply(action).is_err() {
            break;
        }
        turn.push(action.clone());
    }
    let mut chance = Chance::new(0);
    while tried.due().is_some() && tried.due() == person {
        let Some(action) = random_action(&tried, &mut chance) else { break };
        log::error!("nothing was decided after {turn:?}");
        if tried.apply(&action).is_err() {
            break;
        }
        turn.push(action);
    }
    turn
}

/// Values of openings that are kept on the disk, once they have been read.
pub(super) type OpeningValues = Arc<Mutex<Option<Cache>>>;

/// Reads the values that are kept in `folder`, in the background: no turn shall wait for a disk.
pub(super) fn read_values(values: &OpeningValues, folder: PathBuf) {
    let values = Arc::clone(values);
    let read = move || {
        let Ok(mut values) = values.lock() else { return };
        if values.is_none() {
            match Cache::open(&folder) {
                Ok(cache) => *values = Some(cache),
                Err(error) => log::warn!("{}: {error}", folder.display()),
            }
        }
    };
    if let Err(error) = thread::Builder::new().name("values".to_owned()).spawn(read) {
        log::warn!("no values of openings are read: {error}");
    }
}

/// Whether the turn that is due can only be one: there is nothing to think about.
fn is_forced(opening: &Opening) -> bool {
    let mut tried = opening.clone();
    let person = tried.due();
    while tried.due().is_some() && tried.due() == person {
        let legal = tried.legal();
        let only = legal.place.first().filter(|_| legal.kinds() == [ActionKind::Place]);
        let Some(point) = only.filter(|_| legal.place.len() == 1) else { return false };
        if tried.apply(&Action::Place(point)).is_err() {
            return false;
        }
    }
    true
}

impl<W: Write> Session<W> {
    /// Starts the decision that `task` needs about the turn that is due in `opening`.
    pub(super) fn decide(&mut self, task: Task, opening: &Opening, line: &InputLine) {
        let started = line.at.max(self.answered_at);
        let budget = self.settings.budget(opening.stones().len(), opening.size());
        let stop = StopFlag::new();
        let soft = started + budget.soft;
        let left = soft.saturating_sub(self.clock.now());
        let forced = is_forced(opening);
        let nodes = self.settings.max_nodes.filter(|_| !forced);
        let wishes = Wishes {
            time: if forced { Duration::ZERO } else { left },
            nodes,
            depth: self.settings.max_depth,
            variety: self.settings.variety,
            seed: self.settings.opening_seed(),
            stop: stop.clone(),
        };
        let mut engine = self.engine.lend();
        let (opening, clock) = (opening.clone(), Arc::clone(&self.clock));
        let (events, cache) = (self.events.clone(), Arc::clone(&self.opening_values));
        let run = move || {
            // A cache that is still being read is none.
            let mut cache = cache.try_lock().ok();
            let cache = cache.as_mut().and_then(|cache| cache.as_mut());
            let decided = decide_turn(&mut engine, &opening, &wishes, &*clock, cache);
            // A session that is gone wants no events.
            let _ = events.send(Event::Finished);
            (engine, decided)
        };
        let builder = thread::Builder::new().name("decide".to_owned()).stack_size(STACK_BYTES);
        let handle = builder.spawn(run).expect("the system can start one thread");
        let asked = Asked::new(task, line.clone(), started, 1);
        let work = Work::Decision(Deciding { stop, handle });
        // Who counts positions does not look at the time: some is left for what is decided in haste.
        let latest = if nodes.is_some() { soft } else { started + budget.hard };
        self.running = Some(Running::new(work, asked, latest));
        self.hurry();
    }

    /// Waits for the end of a decision, tells what was thought of, and gives the turn.
    pub(super) fn decided(&mut self, deciding: Deciding, opening: &Opening) -> Vec<Action> {
        let (engine, decided) = match deciding.handle.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        self.engine.take_back(engine);
        for decision in &decided.decisions {
            self.tell_decision(decision, opening);
        }
        whole_turn(opening, &decided.turn)
    }

    /// Tells what could be done, with values, where there was a choice.
    fn tell_decision(&mut self, decision: &Decision, opening: &Opening) {
        if decision.candidates.len() < 2 {
            return;
        }
        let size = opening.size();
        let texts = decision.candidates.iter().take(TOLD).map(|candidate| {
            let turn = turn_text(&candidate.actions, Coordinates::Letters, size);
            format!("{} {:+}", if turn.is_empty() { "no more" } else { &turn }, candidate.value)
        });
        let texts: Vec<String> = texts.collect();
        self.message(format!("opening: {}", texts.join(", ")));
    }
}
