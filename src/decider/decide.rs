//! Decides a whole turn of an opening.

use super::cache::Cache;
use super::engine_judge::{EngineJudge, Share};
use super::judge::CountingJudge;
use super::shape;
use super::solve::{Breadth, Candidate, Solver};
use crate::engine::Engine;
use crate::opening::{Action, ActionKind, Chance, Opening};
use crate::search::StopFlag;
use crate::time::Clock;
use std::time::Duration;

/// How a turn is to be decided.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Time for the whole turn, from the call on. None at all: the decision is made at once, from
    /// the table of openings and searches of a few positions.
    pub time: Duration,
    /// Positions for each search instead of time: the same decision every time.
    pub nodes: Option<u64>,
    /// Depth that no search goes beyond, in plies.
    pub depth: Option<u32>,
    /// How readily something else is done than the best, 0 to 100: among choices that lose little.
    pub variety: u32,
    /// Decides which of them.
    pub seed: u64,
    /// Ends all thinking when set; the decision is then made in haste.
    pub stop: StopFlag,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            time: Duration::ZERO,
            nodes: None,
            depth: None,
            variety: 0,
            seed: 0,
            stop: StopFlag::new(),
        }
    }
}

/// One decision of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What could be done, best first, with values for the player who decides.
    pub candidates: Vec<Candidate>,
    /// Which of them it is to be.
    pub chosen: usize,
    /// Positions searched for it.
    pub nodes: u64,
}

/// A turn, and the decisions that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecidedTurn {
    /// The actions, in order.
    pub turn: Vec<Action>,
    /// The decisions, in order; one of them may stand for several actions.
    pub decisions: Vec<Decision>,
}

/// Numbers of points that are looked at, from few to many.
const BREADTHS: [(usize, usize); 12] = [
    (1, 1),
    (2, 1),
    (4, 1),
    (6, 1),
    (8, 1),
    (8, 2),
    (12, 2),
    (12, 3),
    (16, 4),
    (20, 6),
    (24, 10),
    (30, 16),
];
/// The least time that a search is given, if there is any.
const LEAST_SHARE: Duration = Duration::from_millis(80);
/// With less time than this for a decision, openings have their values from the table.
const TABLE_BELOW: Duration = Duration::from_secs(2);
/// With fewer positions than these for a search they have too.
const TABLE_BELOW_NODES: u64 = 20_000;
/// Stones of an opening.
const OPENING_STONES: usize = 3;
/// The loss that full variety allows, in the units of values.
const LARGEST_LOSS: i32 = 40;
/// Values that are this near are the same when a colour is chosen.
const SAME_COLOUR: i32 = 3;

/// Decides the turn that is due: every action until the other player must act. The engine's
/// position is the same afterwards. An opening that is over has an empty turn. With a cache, values
/// of earlier searches are used and new ones kept.
pub fn decide_turn(
    engine: &mut Engine,
    opening: &Opening,
    wishes: &Wishes,
    clock: &dyn Clock,
    mut cache: Option<&mut Cache>,
) -> DecidedTurn {
    let before = engine.position().clone();
    let mut decided = DecidedTurn::default();
    let mut opening = opening.clone();
    let person = opening.due();
    let end = clock.now() + wishes.time;
    let mut chance = Chance::new(wishes.seed);
    let mut loss = Loss::of(wishes.variety);
    while opening.due().is_some() && opening.due() == person {
        let left = end.saturating_sub(clock.now());
        let time = if shape::ends_turn(&mut opening) { left } else { left * 2 / 3 };
        let judge = EngineJudge::new(engine, clock, wishes.stop.clone());
        let mut judge = judge.with_cache(cache.as_deref_mut());
        let mut decision = decide(&mut judge, &mut opening, wishes, clock, time);
        let Some(chosen) = loss.choose(&decision.candidates, &mut chance) else { break };
        decision.chosen = chosen;
        let actions = decision.candidates[chosen].actions.clone();
        decided.decisions.push(decision);
        if actions.iter().any(|action| opening.apply(action).is_err()) {
            debug_assert!(false, "what was decided is not legal: {actions:?}");
            break;
        }
        decided.turn.extend(actions);
    }
    engine.set_position(before);
    decided
}

/// Looks at what can be done, within a time.
fn decide(
    judge: &mut EngineJudge,
    opening: &mut Opening,
    wishes: &Wishes,
    clock: &dyn Clock,
    time: Duration,
) -> Decision {
    let few_nodes = wishes.nodes.map(|nodes| nodes < TABLE_BELOW_NODES);
    // No turn has the time that the table took for all openings.
    let before_opening = opening.stones().len() < OPENING_STONES;
    judge.set_use_table(before_opening || few_nodes.unwrap_or(time < TABLE_BELOW));
    let deadline = clock.now() + time;
    let affordable = match wishes.nodes {
        Some(_) => MOST_SEARCHES,
        None => (time.as_micros() / LEAST_SHARE.as_micros()) as usize,
    };
    let mut breadth = with_lines(BREADTHS[0]);
    let mut searches = count(judge, opening, breadth, usize::MAX);
    for wider in BREADTHS.into_iter().skip(1).map(with_lines) {
        let counted = count(judge, opening, wider, affordable);
        if counted > affordable {
            break;
        }
        (breadth, searches) = (wider, counted);
    }
    if searches > affordable {
        breadth.lines = 1;
    }
    let each = time / u32::try_from(searches.max(1)).unwrap_or(u32::MAX);
    judge.set_share(match wishes.nodes {
        Some(nodes) => Share { nodes: Some(nodes), depth: wishes.depth, ..Share::default() },
        None => Share {
            time: Some(each),
            deadline: Some(deadline),
            depth: wishes.depth,
            ..Share::default()
        },
    });
    let nodes = judge.nodes();
    let candidates = Solver::new(judge, breadth).candidates(opening);
    Decision { candidates, chosen: 0, nodes: judge.nodes() - nodes }
}

/// Searches for a decision when positions are counted and not time.
const MOST_SEARCHES: usize = 24;

/// Points near even that are looked at when there is time: of few, even the nearest is far from it.
const MOST_NEAREST: usize = 8;

fn with_lines((root, inner): (usize, usize)) -> Breadth {
    Breadth { root, inner, lines: if root > 1 { 3 } else { 1 }, nearest: root.min(MOST_NEAREST) }
}

/// How many searches a decision takes.
fn count(judge: &mut EngineJudge, opening: &mut Opening, breadth: Breadth, limit: usize) -> usize {
    let mut counting = CountingJudge { judge, searches: 0, limit };
    Solver::new(&mut counting, breadth).candidates(opening);
    counting.searches
}

/// What the choices of a turn may still lose for the sake of variety.
struct Loss {
    left: i32,
}

impl Loss {
    fn of(variety: u32) -> Loss {
        Loss { left: LARGEST_LOSS * variety.min(100) as i32 / 100 }
    }

    /// One of the candidates, which stand best first: the best, or one that loses little.
    fn choose(&mut self, candidates: &[Candidate], chance: &mut Chance) -> Option<usize> {
        let best = candidates.first()?;
        if self.left == 0 {
            return Some(0);
        }
        let allowed = |candidate: &Candidate| match candidate.actions.first().map(Action::kind) {
            Some(ActionKind::Swap | ActionKind::Stay | ActionKind::Finish) => {
                SAME_COLOUR.min(self.left)
            }
            Some(ActionKind::Offer | ActionKind::Choose) => 0,
            _ => self.left,
        };
        let loss_of = |candidate: &Candidate| best.value.saturating_sub(candidate.value);
        let near = candidates.iter().take_while(|c| loss_of(c) <= allowed(c)).count();
        let chosen = if near > 1 { chance.below(near) } else { 0 };
        self.left -= loss_of(&candidates[chosen]);
        Some(chosen)
    }
}
