//! A position with the field that follows it and the rule by which it is played.

use super::class::Threat;
use super::field::{Field, WithoutSums};
use super::table::PointTable;
use crate::board::{Bits, NullObserver, Point, Position, Side, Turn};
use crate::rules::Rule;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Points that answer a five: one in most rules, a few where a five's ends matter.
pub type Replies = ArrayVec<Point, 16>;

/// A position, its field and its rule: what solvers and searches play on.
///
/// The questions here are exact: a threat of Black in renju counts only on a point that the rule
/// allows, and an answer of Black likewise.
#[derive(Clone, Debug)]
pub struct Scene {
    position: Position,
    field: Field,
    rule: &'static dyn Rule,
    ends_matter: bool,
}

impl Scene {
    /// The scene of a position, under the rule that `points` is made for.
    pub fn new(position: &Position, points: Arc<PointTable>) -> Scene {
        let rule = points.lines().rule().rule();
        Scene {
            position: position.clone(),
            field: Field::of(position, points),
            rule,
            ends_matter: Side::ALL.into_iter().any(|side| rule.criterion(side).looks_at_ends()),
        }
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The classes of its empty points.
    #[inline]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The rule.
    #[inline]
    pub fn rule(&self) -> &'static dyn Rule {
        self.rule
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// Places a stone of the side to move on an empty point.
    #[inline]
    pub fn place(&mut self, point: Point) {
        self.position.place(point, &mut self.field);
    }

    /// As [`Scene::place`], where nobody asks for what counts in evaluations until the stone is taken
    /// back: the field's sums, combinations, `attack` and `defence`.
    #[inline]
    pub fn try_stone(&mut self, point: Point) {
        self.position.place(point, &mut WithoutSums(&mut self.field));
    }

    /// Takes the last stone back.
    #[inline]
    pub fn undo(&mut self) {
        self.position.undo(&mut self.field);
    }

    /// Gives the turn to the other side without a stone; twice is as if nothing had happened.
    #[inline]
    pub fn pass(&mut self) {
        let turn = self.position.turn();
        self.position.set_turn(Turn { side: !turn.side, stones_left: turn.stones_left });
    }

    /// Whether a stone of `side` on the empty `point` is forbidden.
    #[inline]
    pub fn is_forbidden(&self, point: Point, side: Side) -> bool {
        self.field.is_suspect(point, side)
            && self.rule.forbidden(&self.position, side, point).is_some()
    }

    /// Whether `point` would be forbidden to `side` if a stone of `owner` stood on `other` as well;
    /// both are empty points.
    pub fn would_be_forbidden(
        &mut self,
        point: Point,
        side: Side,
        other: Point,
        owner: Side,
    ) -> bool {
        let turn = self.position.turn();
        self.position.set_turn(Turn { side: owner, stones_left: 1 });
        self.position.place(other, &mut NullObserver);
        let forbidden = self.rule.forbidden(&self.position, side, point).is_some();
        self.position.undo(&mut NullObserver);
        self.position.set_turn(turn);
        forbidden
    }

    /// Whether a stone of the other side at the end of a five can matter.
    pub fn ends_matter(&self) -> bool {
        self.ends_matter
    }

    /// A point where `side` makes a winning five.
    #[inline]
    pub fn five(&self, side: Side) -> Option<Point> {
        if self.field.count(side, Threat::Five) == 0 {
            return None;
        }
        self.field.set(side, Threat::Five).first()
    }

    /// A point where `side` makes a four that cannot be answered: it wins with its stone after
    /// next, provided that the other side has no five now.
    #[inline]
    pub fn winning_four(&self, side: Side) -> Option<Point> {
        if !self.field.has_any(side, &Threat::WINNING_FOURS) {
            return None;
        }
        Threat::WINNING_FOURS.into_iter().find_map(|threat| {
            self.field.set(side, threat).iter().find(|&point| !self.is_forbidden(point, side))
        })
    }

    /// The legal points with which the side to move stops every five that the other side could make
    /// now. Empty: it is lost unless it makes a five itself.
    pub fn replies_to_five(&self) -> Replies {
        let (side, attacker) = (self.side(), !self.side());
        let fives = self.field.set(attacker, Threat::Five);
        let mut replies = Replies::new();
        if !self.ends_matter {
            if self.field.count(attacker, Threat::Five) == 1
                && let Some(point) = fives.first()
                && !self.is_forbidden(point, side)
            {
                replies.push(point);
            }
            return replies;
        }
        let mut common: Option<Bits> = None;
        for point in fives.iter() {
            let answers = self.field.answers(point, attacker, Threat::Five);
            common = Some(common.map_or(answers, |common| common & answers));
        }
        let legal = common.unwrap_or_default().iter().filter(|&p| !self.is_forbidden(p, side));
        replies.extend(legal.take(replies.capacity()));
        replies
    }

    /// If the other side threatens a four that could not be answered: the points among which every
    /// move that holds must be. They prevent each such four, or are fours themselves. Points
    /// forbidden to the side to move may be among them.
    pub fn replies_to_winning_four(&self) -> Option<Bits> {
        let (side, attacker) = (self.side(), !self.side());
        if !self.field.has_any(attacker, &Threat::WINNING_FOURS) {
            return None;
        }
        let mut common: Option<Bits> = None;
        for point in self.field.any_of(attacker, &Threat::WINNING_FOURS) {
            if self.is_forbidden(point, attacker) {
                continue;
            }
            let answers = self.field.answers(point, attacker, Threat::DoubleFour);
            common = Some(common.map_or(answers, |common| common & answers));
        }
        common.map(|answers| answers | self.field.any_of(side, &Threat::FOURS))
    }

    /// Whether everything kept stone by stone equals a fresh computation.
    pub fn is_consistent(&self) -> bool {
        self.position.check().is_ok() && self.field.check(&self.position).is_ok()
    }
}
