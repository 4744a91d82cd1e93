//! The moves of one node, best first, in stages.
//!
//! The move of the table comes before anything is generated. Then all other candidates are listed
//! with a number each, and picked one by one: many nodes need only the first few.

use super::history::History;
use crate::board::{Bits, Point, Side};
use crate::pattern::{Scene, Threat};

/// A candidate and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    score: i32,
    point: Point,
}

/// Moves that did well elsewhere, for one node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    pub(super) table: Option<Point>,
    pub(super) killers: [Option<Point>; 2],
    pub(super) counter: Option<Point>,
}

/// Bonus of a move that makes a threat, or takes the point of one, in the order of strength.
const OWN_THREAT: [i32; Threat::COUNT] = [0, 900, 2600, 1500, 6000, 9000, 10_000, 20_000];
const OTHER_THREAT: [i32; Threat::COUNT] = [0, 500, 1600, 900, 4000, 6000, 7000, 15_000];
const KILLER: i32 = 700;
const COUNTER: i32 = 600;
/// A point's worth counts this many times.
const WORTH: i32 = 16;

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
}

impl Picker {
    /// A picker of the moves in `among`. Forget it with [`Picker::drop_list`].
    pub(super) fn new(among: Bits, hints: Hints, stack: &[Scored]) -> Picker {
        Picker { stage: Stage::Table, hints, among, start: stack.len(), next: stack.len() }
    }

    /// The next move. Points forbidden to the side to move are among them.
    #[inline]
    pub(super) fn next(
        &mut self,
        scene: &Scene,
        history: &History,
        stack: &mut Vec<Scored>,
    ) -> Option<Point> {
        if self.stage == Stage::Table {
            self.stage = Stage::List;
            if let Some(point) = self.hints.table
                && self.among.contains(point)
            {
                self.among.remove(point);
                return Some(point);
            }
        }
        if self.stage == Stage::List {
            self.stage = Stage::Pick;
            self.list(scene, history, stack);
        }
        let rest = &mut stack[self.next..];
        let best = (0..rest.len()).max_by_key(|&n| (rest[n].score, std::cmp::Reverse(n)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].point)
    }

    /// Takes this node's list off the stack.
    #[inline]
    pub(super) fn drop_list(&self, stack: &mut Vec<Scored>) {
        stack.truncate(self.start);
    }

    fn list(&self, scene: &Scene, history: &History, stack: &mut Vec<Scored>) {
        let side = scene.side();
        for point in self.among.iter() {
            let mut score = order(scene, side, point) + history.get(side, point) / 8;
            if self.hints.killers.contains(&Some(point)) {
                score += KILLER;
            }
            if self.hints.counter == Some(point) {
                score += COUNTER;
            }
            stack.push(Scored { score, point });
        }
    }
}

/// How promising a point is by its classes alone.
#[inline]
pub(super) fn order(scene: &Scene, side: Side, point: Point) -> i32 {
    let field = scene.field();
    let own = field.worth(point, side);
    let other = field.worth(point, !side);
    (own * 5 / 4 + other) * WORTH
        + OWN_THREAT[field.threat(point, side) as usize]
        + OTHER_THREAT[field.threat(point, !side) as usize]
}
