//! Random openings, to try a table out.

use super::action::{Action, ActionKind};
use super::chance::Chance;
use super::machine::Opening;
use super::refusal::Refusal;
use std::fmt;

/// Actions after which an opening is thought to have no end.
const TOO_MANY: usize = 2000;

/// What went wrong in a random opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Nothing is legal in a step, and the opening is not over: the step's name and the log.
    NothingLegal(String, Vec<Action>),
    /// There is no end.
    Endless,
    /// What is said to be legal is refused: a bug of the machine.
    Refused(Action, Refusal),
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::NothingLegal(step, log) => {
                write!(f, "after {} actions nothing is legal in the step '{step}'", log.len())
            }
            Stuck::Endless => write!(f, "after {TOO_MANY} actions there is no end yet"),
            Stuck::Refused(action, refusal) => {
                write!(f, "{action:?} is legal and yet refused: {refusal:?}")
            }
        }
    }
}

/// A random action among the legal ones: first its kind, then the rest. `None` when nothing is
/// legal.
pub fn random_action(opening: &Opening, chance: &mut Chance) -> Option<Action> {
    let legal = opening.legal();
    Some(match *chance.pick(&legal.kinds())? {
        ActionKind::Place => Action::Place(*chance.pick(&legal.place.iter().collect::<Vec<_>>())?),
        ActionKind::Swap => Action::Swap,
        ActionKind::Stay => Action::Stay,
        ActionKind::Promise => {
            Action::Promise(*chance.pick(&legal.promise?.collect::<Vec<u32>>())?)
        }
        ActionKind::Offer => {
            let (count, points) = legal.offer?;
            let mut different = opening.equivalence().representatives(points);
            chance.shuffle(&mut different);
            different.truncate(count as usize);
            Action::Offer(different)
        }
        ActionKind::Choose => Action::Choose(*chance.pick(&legal.choose)?),
        ActionKind::Refuse => Action::Refuse,
        ActionKind::Replace => {
            Action::Replace(*chance.pick(&legal.replace.iter().collect::<Vec<_>>())?)
        }
        ActionKind::Reject => Action::Reject(chance.pick(&legal.reject)?.clone()),
        ActionKind::Finish => Action::Finish,
    })
}

/// Plays one opening to its end with random actions.
///
/// # Errors
/// Why it does not come to an end.
pub fn play_out(mut opening: Opening, chance: &mut Chance) -> Result<Opening, Stuck> {
    for _ in 0..TOO_MANY {
        if opening.is_over() {
            return Ok(opening);
        }
        let Some(action) = random_action(&opening, chance) else {
            let step = opening.step().map_or(String::new(), |step| step.name.clone());
            let log = opening.log().map(|(_, action)| action.clone()).collect();
            return Err(Stuck::NothingLegal(step, log));
        };
        if let Err(refusal) = opening.apply(&action) {
            return Err(Stuck::Refused(action, refusal));
        }
    }
    Err(Stuck::Endless)
}
