//! A win by force, looked for before the search for the best move.

use super::event::{ForcedWinFound, Line};
use super::limits::{ForcedWin, Goal, Limits, StopFlag};
use crate::board::Position;
use crate::eval::Weights;
use crate::pattern::Scene;
use crate::rules::RuleKind;
use crate::threat::{Budget, Solution, Vct};
use crate::time::Clock;
use crate::value::Value;
use std::num::NonZeroUsize;

/// The solver, which is there only while it is wanted.
#[derive(Debug, Default)]
pub(super) struct ForcedWins {
    solver: Option<(Box<Vct>, usize)>,
}

/// What was found.
#[derive(Debug)]
pub(super) struct Outcome {
    solution: Solution,
    /// Plies within which the five comes; 0 without a win.
    plies: u32,
    pub(super) nodes: u64,
}

impl Outcome {
    /// What was found, in short.
    pub(super) fn found(&self) -> ForcedWinFound {
        match self.solution {
            Solution::Win(_) => ForcedWinFound::Yes,
            Solution::NoWin => ForcedWinFound::No,
            Solution::Unknown => ForcedWinFound::Unknown,
        }
    }

    /// The win as the line of a search.
    pub(super) fn line(&self) -> Option<Line> {
        let Solution::Win(moves) = &self.solution else { return None };
        let value = Value::win_in(self.plies);
        Some(Line { value, depth: self.plies, moves: moves.clone() })
    }
}

/// The solver has one part in so many of the time and of the positions. Of 412 problems of wins by
/// threats, 377 are solved in five seconds with a half, 369 with three quarters.
const SHARE: u32 = 2;
/// The same where nobody has asked for it: long wins by threats are soon found, or not at all.
const SHORT_LOOK: u32 = 8;
/// Positions for asking again how long a win lasts that has just been found.
const LENGTH_NODES: u64 = 10_000;

impl ForcedWins {
    /// Keeps a solver whose tables take `bytes` of memory; none where `bytes` is 0.
    pub(super) fn resize(&mut self, bytes: usize) {
        if self.solver.as_ref().map_or(0, |(_, has)| *has) != bytes {
            // The old one goes first.
            self.solver = None;
            self.solver = (bytes > 0).then(|| (Box::new(Vct::new(bytes)), bytes));
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if let Some((solver, _)) = &mut self.solver {
            solver.clear();
        }
    }

    /// What comes before the search for the best move: what `limits` want to be tried, or a short look
    /// for a win by threats. `None` where there is nothing to look for, or a win that may not begin
    /// where it does is of no use.
    pub(super) fn look(
        &mut self,
        position: &Position,
        rule: RuleKind,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
    ) -> Option<Outcome> {
        if limits.lines != NonZeroUsize::MIN || limits.goal != Goal::Best {
            return None;
        }
        let (wanted, parts) = match limits.forced_win {
            Some(wanted) => (wanted, SHARE),
            None if is_short_look_of_use(limits) => (ForcedWin::Threats, SHORT_LOOK),
            None => return None,
        };
        let (solver, _) = self.solver.as_mut()?;
        let mut scene = Scene::new(position, Weights::of(rule).points.clone());
        let until = limits.time.map(|time| {
            let end = if limits.forced_win.is_some() { time.hard } else { time.soft };
            limits.started + end.saturating_sub(limits.started) / parts
        });
        let is_late = || stop.is_stopped() || until.is_some_and(|until| clock.now() >= until);
        let nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(parts.into()));
        let budget = Budget::nodes(nodes).or_when(&is_late);
        let solution = match wanted {
            ForcedWin::Fours => solver.prove_fours(&mut scene, false, &budget).0,
            ForcedWin::Threats => solver.solve_within(&mut scene, &budget),
        };
        let nodes = solver.nodes();
        let Solution::Win(line) = &solution else {
            return Some(Outcome { solution, plies: 0, nodes });
        };
        let first = *line.first()?;
        if limits.excluded.contains(first) {
            return None;
        }
        let mut plies = line.len() as u32;
        if plies == 1 && !rule.rule().wins_at(position, first, position.side()) {
            // There was no time to write the line down.
            let again = solver.win_within(&mut scene, &Budget::nodes(LENGTH_NODES));
            let Some((_, length)) = again.filter(|&(point, _)| point == first) else {
                return Some(Outcome { solution: Solution::Unknown, plies: 0, nodes });
            };
            plies = length;
        }
        Some(Outcome { solution, plies, nodes })
    }
}

/// Whether a short look is worth it: analyses want the search's own values, and of a search without
/// limits, or with one of depth alone, nobody knows what is short.
fn is_short_look_of_use(limits: &Limits) -> bool {
    !limits.exhaustive
        && limits.depth.is_none()
        && (limits.time.is_some() || limits.nodes.is_some())
}
