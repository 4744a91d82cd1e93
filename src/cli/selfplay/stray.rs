//! Moves that are played in place of the best, so that games differ and see positions as a search
//! does.

use crate::board::{Point, Position};
use crate::eval::Weights;
use crate::eval::policy::{self, LastStones};
use crate::opening::Chance;
use crate::pattern::Scene;
use crate::rules::RuleKind;

/// A game strays to one of this many likeliest moves.
const STRAYS: usize = 12;

/// A legal move of the likelier ones, by chance, whatever a search would say of it. `None` where
/// there is none near the stones.
pub fn stray(position: &Position, rule: RuleKind, random: &mut Chance) -> Option<Point> {
    let weights = Weights::of(rule);
    let scene = Scene::new(position, weights.points.clone());
    let last = LastStones::of(scene.position());
    let near = scene.position().stones().neighbourhood().iter();
    let legal = near.filter(|&point| !scene.is_forbidden(point, scene.side()));
    let mut moves: Vec<(i32, Point)> = legal
        .map(|point| (-policy::likelihood(&scene, last, &weights.nearby, point), point))
        .collect();
    moves.sort_unstable();
    moves.truncate(STRAYS);
    let place = random.below(moves.len().max(1));
    moves.get(place).map(|&(_, point)| point)
}

/// Whether the side to move has one legal move that does not lose at once: the other side threatens
/// a five, this side makes none, and a single point stops it.
pub fn is_forced(position: &Position, rule: RuleKind) -> bool {
    let scene = Scene::new(position, Weights::of(rule).points.clone());
    let side = scene.side();
    scene.five(side).is_none() && scene.five(!side).is_some() && scene.replies_to_five().len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Size};

    fn position(points: &[(u8, u8)]) -> Position {
        let mut position = Position::new(Size::RENJU);
        for &(x, y) in points {
            position.try_place(Point::at(x, y), &mut NullObserver).unwrap();
        }
        position
    }

    #[test]
    fn only_the_one_answer_to_a_five_is_forced() {
        let forced = |points| is_forced(&position(points), RuleKind::Freestyle);
        let edge = &[(0, 7), (0, 0), (1, 7), (2, 0), (2, 7), (4, 0), (3, 7)];
        assert!(forced(edge));
        // Two points make five: no move helps, and none is forced.
        let open = &[(4, 7), (0, 0), (5, 7), (2, 0), (6, 7), (4, 0), (7, 7)];
        assert!(!forced(open));
        // Who makes five need not answer.
        let own = &[(0, 7), (0, 0), (1, 7), (1, 0), (2, 7), (2, 0), (10, 12), (3, 0), (3, 7)];
        assert!(!forced(own));
        assert!(!forced(&[(7, 7)]));
    }

    #[test]
    fn strays_are_legal_and_differ() {
        let position = position(&[(7, 7), (7, 6), (8, 7)]);
        let mut random = Chance::new(1);
        let strays: std::collections::HashSet<Point> = (0..40)
            .map(|_| stray(&position, RuleKind::Renju, &mut random).unwrap())
            .inspect(|&point| assert_eq!(position.stones().at(point), None))
            .collect();
        assert!((4..=STRAYS).contains(&strays.len()), "{}", strays.len());
    }
}
