//! What is asked of a position, and the answer.

use crate::board::{Point, Position};
use crate::eval::Weights;
use crate::pattern::Scene;
use crate::rules::RuleKind;
use crate::threat::{Budget, Proof, Solution, Vct};
use std::time::{Duration, Instant};

/// Which wins are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Wins by continuous fours.
    Fours,
    /// Wins by continuous threats.
    Threats,
    /// The first, then the second.
    FoursThenThreats,
}

/// What is asked of a position: whether the side to move wins by force.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Which wins are looked for.
    pub method: Method,
    /// Whether the win is to be as short as possible.
    pub shortest: bool,
    /// Time for the answer.
    pub time: Option<Duration>,
    /// Positions that may be visited.
    pub nodes: Option<u64>,
}

/// Whether the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Win,
    /// Not in the ways that were looked for.
    NoWin,
    /// The limits came first.
    Unknown,
}

impl Verdict {
    /// `win`, `no_win` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::NoWin => "no_win",
            Verdict::Unknown => "unknown",
        }
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// Which wins were looked for.
    pub asked: Method,
    /// Whether the side to move wins.
    pub verdict: Verdict,
    /// How a win was found: never [`Method::FoursThenThreats`].
    pub method: Option<Method>,
    /// The moves up to the five where the defender holds out longest.
    pub line: Vec<Point>,
    /// The whole proof of a win; `None` when there was no time to write it down.
    pub proof: Option<Proof>,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken, writing the proof down included.
    pub elapsed: Duration,
}

impl Method {
    /// `vcf` or `vct`.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Fours => "vcf",
            Method::Threats => "vct",
            Method::FoursThenThreats => "vcf, vct",
        }
    }
}

/// Part of the positions that are for fours where threats come after.
const FOURS_SHARE: u64 = 4;
/// Most positions for fours where threats come after: a second's work or less.
const FOURS_FIRST: u64 = 300_000;

impl Question {
    /// The answer for a position whose game goes on. The same question with a node limit only has
    /// the same answer each time.
    pub fn answer(&self, position: &Position, rule: RuleKind, solver: &mut Vct) -> Answer {
        let mut scene = Scene::new(position, Weights::of(rule).points.clone());
        solver.clear();
        let started = Instant::now();
        let is_late = || self.time.is_some_and(|time| started.elapsed() >= time);
        let allowed = self.nodes.unwrap_or(u64::MAX);
        let budget = |nodes: u64| Budget::nodes(nodes).or_when(&is_late);

        let mut nodes = 0;
        let mut answer = (Solution::Unknown, None);
        let mut method = Method::Fours;
        if self.method != Method::Threats {
            let share = match self.method {
                Method::Fours => allowed,
                _ => FOURS_FIRST.min(allowed / FOURS_SHARE),
            };
            answer = solver.prove_fours(&mut scene, self.shortest, &budget(share));
            nodes += solver.nodes();
        }
        let is_won = matches!(answer.0, Solution::Win(_));
        // A shorter win may have threes in it.
        let goes_on = !is_won || self.shortest;
        if self.method != Method::Fours && goes_on {
            let rest = allowed.saturating_sub(nodes).max(1);
            let by_threats = solver.prove(&mut scene, self.shortest, &budget(rest));
            nodes += solver.nodes();
            let shorter = match (&answer.0, &by_threats.0) {
                (Solution::Win(fours), Solution::Win(threats)) => threats.len() <= fours.len(),
                (Solution::Win(_), _) => false,
                _ => true,
            };
            if shorter {
                answer = by_threats;
                method = Method::Threats;
            }
        }
        let (verdict, line) = match answer.0 {
            Solution::Win(line) => (Verdict::Win, line),
            Solution::NoWin => (Verdict::NoWin, Vec::new()),
            Solution::Unknown => (Verdict::Unknown, Vec::new()),
        };
        Answer {
            asked: self.method,
            verdict,
            method: (verdict == Verdict::Win).then_some(method),
            line,
            proof: answer.1,
            nodes,
            elapsed: started.elapsed(),
        }
    }
}
