//! Random stones near the middle and near one another: what openings are chosen from.

use crate::board::{Point, Size};
use crate::opening::Chance;
use crate::rules::RuleKind;
use crate::rules::nendzyu::are_collinear;

/// Farthest column or row from another stone.
const NEAR: u8 = 3;

/// Where random stones may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The rule of the game to come.
    pub rule: RuleKind,
    /// The board.
    pub size: Size,
    /// Farthest column or row from the middle.
    pub reach: i32,
    /// Whether the stones keep to squares that grow by a column and a row to each side with every
    /// stone, from the middle alone: in renju they then begin with one of the 26 openings.
    pub concentric: bool,
}

impl Draft {
    /// Stones in turn near the middle, each near another one, `count` of them; one more where the
    /// rule's turns ask for it. `None` when they do not fit.
    pub fn stones(&self, count: usize, random: &mut Chance) -> Option<Vec<Point>> {
        let mut points: Vec<Point> = Vec::new();
        // Renju and nendzyu begin in the middle.
        if self.rule == RuleKind::Renju || self.rule.has_long_turns() {
            points.push(self.size.center());
        }
        let count = if self.rule.has_long_turns() { count | 1 } else { count };
        self.go_on(points, count, random)
    }

    /// The stones of `points` and random ones after them, `count` in all. `None` when they do not
    /// fit.
    pub fn go_on(
        &self,
        mut points: Vec<Point>,
        count: usize,
        random: &mut Chance,
    ) -> Option<Vec<Point>> {
        const ATTEMPTS: usize = 200;
        for _ in 0..ATTEMPTS {
            if points.len() == count {
                return Some(points);
            }
            if let Some(point) = self.random_point(points.len(), random)
                && self.fits(&points, point)
            {
                points.push(point);
            }
        }
        None
    }

    /// A point in the square around the middle for a stone after so many others, if it is on the board.
    fn random_point(&self, others: usize, random: &mut Chance) -> Option<Point> {
        let (middle_x, middle_y) = (self.size.width() / 2, self.size.height() / 2);
        let reach = if self.concentric { self.reach.min(others as i32) } else { self.reach };
        let span = 2 * reach as usize + 1;
        let x = i32::from(middle_x) - reach + random.below(span) as i32;
        let y = i32::from(middle_y) - reach + random.below(span) as i32;
        self.size.point(x, y)
    }

    /// Whether `point` may be the next stone after `points`.
    fn fits(&self, points: &[Point], point: Point) -> bool {
        let is_near = |other: &Point| {
            other.x().abs_diff(point.x()).max(other.y().abs_diff(point.y())) <= NEAR
        };
        // After the first stone two make a turn.
        let is_second = self.rule.has_long_turns() && points.len().is_multiple_of(2);
        let is_collinear =
            is_second && points.last().is_some_and(|&first| are_collinear(first, point));
        let is_free = !points.contains(&point) && !is_collinear;
        is_free && (points.is_empty() || points.iter().any(is_near))
    }
}
