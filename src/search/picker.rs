//! The moves of one node, best first, in stages.
//!
//! The move of the table comes before anything is generated. Then all other candidates are listed
//! with a number each, and picked one by one: many nodes need only the first few.

use super::history::History;
use super::judge::Judge;
use crate::board::{Bits, Point};
use crate::pattern::Scene;

/// A candidate and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    score: i32,
    /// In 1/256 of a natural logarithm.
    likelihood: i32,
    point: Point,
}

/// A move to try next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    pub(super) point: Point,
    /// How far its likelihood is below that of the likeliest move, in 1/256 of a natural logarithm;
    /// nothing for the move of the table.
    pub(super) gap: i32,
}

/// Moves that did well elsewhere, for one node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    pub(super) table: Option<Point>,
    pub(super) killers: [Option<Point>; 2],
    pub(super) counter: Option<Point>,
}

/// Bonus of a quiet move that refuted a sibling, in 1/256 of a natural logarithm.
const KILLER: i32 = 310;
/// Bonus of the move that last refuted the stone to be answered, in the same unit.
const COUNTER: i32 = 287;
/// So many units of a statistic are one of these.
const HISTORY_PART: i32 = 24;

/// Which stage a picker is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    List,
    Pick,
}

/// Gives the moves of a node one by one. The list lives in a stack that all nodes share, from
/// `start` on, so that a node allocates nothing.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    hints: Hints,
    among: Bits,
    start: usize,
    next: usize,
    /// The likelihood of the likeliest move, once they are listed.
    most: i32,
}

impl Picker {
    /// A picker of the moves in `among`. Forget it with [`Picker::drop_list`].
    pub(super) fn new(among: Bits, hints: Hints, stack: &[Scored]) -> Picker {
        let (start, next) = (stack.len(), stack.len());
        Picker { stage: Stage::Table, hints, among, start, next, most: i32::MIN }
    }

    /// The next move. Points forbidden to the side to move are among them.
    #[inline]
    pub(super) fn next(
        &mut self,
        scene: &Scene,
        history: &History,
        judge: &mut Judge,
        stack: &mut Vec<Scored>,
    ) -> Option<Picked> {
        if self.stage == Stage::Table {
            self.stage = Stage::List;
            if let Some(point) = self.hints.table
                && self.among.contains(point)
            {
                self.among.remove(point);
                return Some(Picked { point, gap: 0 });
            }
        }
        if self.stage == Stage::List {
            self.stage = Stage::Pick;
            self.list(scene, history, judge, stack);
        }
        let rest = &mut stack[self.next..];
        let (mut best, mut most) = (0, rest.first()?.score);
        for (n, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > most {
                (best, most) = (n, candidate.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        let Scored { likelihood, point, .. } = rest[0];
        Some(Picked { point, gap: self.most - likelihood })
    }

    /// Takes this node's list off the stack.
    #[inline]
    pub(super) fn drop_list(&self, stack: &mut Vec<Scored>) {
        stack.truncate(self.start);
    }

    fn list(
        &mut self,
        scene: &Scene,
        history: &History,
        judge: &mut Judge,
        stack: &mut Vec<Scored>,
    ) {
        let side = scene.side();
        let likelihoods = judge.likelihoods(scene);
        for point in self.among.iter() {
            let likelihood = likelihoods.of(scene, point);
            self.most = self.most.max(likelihood);
            let mut score = likelihood + history.get(side, point) / HISTORY_PART;
            if self.hints.killers.contains(&Some(point)) {
                score += KILLER;
            }
            if self.hints.counter == Some(point) {
                score += COUNTER;
            }
            stack.push(Scored { score, likelihood, point });
        }
    }
}
