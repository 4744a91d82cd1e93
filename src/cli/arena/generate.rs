//! New openings: random stones near the middle, with a last one that makes the position even.

use super::openings::check;
use super::playout::black_half_points;
use super::seeded::Seeded;
use crate::board::{NullObserver, Point, Position, Size, Symmetry};
use crate::engine::Engine;
use crate::rules::RuleKind;
use crate::rules::nendzyu::are_collinear;
use crate::search::{Goal, Limits, NullSink, SearchReport, StopFlag};
use crate::time::MonotonicClock;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// The rule of the games to come.
    pub rule: RuleKind,
    /// The board.
    pub size: Size,
    /// Numbers of stones.
    pub stones: RangeInclusive<usize>,
    /// Farthest column or row from the middle.
    pub reach: i32,
    /// Positions that the search visits for each opening; none: every opening is taken.
    pub nodes: Option<u64>,
    /// Largest value, for either side, of an opening that is taken.
    pub margin: i32,
    /// Seed of the random stones.
    pub seed: u64,
}

/// Makes openings, no two of which are mirror images of each other.
#[derive(Debug)]
pub struct Generator {
    options: GenerateOptions,
    random: Seeded,
    seen: HashSet<u64>,
    engine: Engine,
    /// Games from each opening that is even by its value, and positions searched for their moves.
    playouts: (usize, u64),
}

impl Iterator for Generator {
    type Item = (Vec<Point>, i32);

    /// The next opening that is even enough, with its value for the side to move. `None` when many
    /// attempts in a row have found nothing: there are no more.
    fn next(&mut self) -> Option<(Vec<Point>, i32)> {
        const ATTEMPTS: usize = 20_000;
        for _ in 0..ATTEMPTS {
            let Some(mut opening) = self.random_opening() else { continue };
            let (rule, size) = (self.options.rule, self.options.size);
            // A last stone that makes the position even is looked for where it is a turn.
            if let Some(nodes) = self.options.nodes.filter(|_| !rule.has_long_turns()) {
                opening.pop();
                let Some(last) = self.balancing_move(&opening, nodes / 2 + 1) else { continue };
                opening.push(last);
            }
            if check(&opening, size, rule).is_err()
                || !self.seen.insert(class_of(&opening, size, rule))
            {
                continue;
            }
            let Some(nodes) = self.options.nodes else { return Some((opening, 0)) };
            if let Some(value) = self.value(&opening, nodes)
                && value.abs() <= self.options.margin
                && self.is_even_in_play(&opening)
            {
                return Some((opening, value));
            }
        }
        None
    }
}

impl Generator {
    /// A generator; the same options give the same openings, as long as the search is the same.
    pub fn new(options: GenerateOptions) -> Generator {
        // A small table: it is cleared before every search.
        const TABLE: u64 = 16 << 20;
        let mut engine = Engine::new(options.rule, options.size);
        engine.set_table_size(Some(TABLE));
        Generator {
            random: Seeded::new(options.seed),
            seen: HashSet::new(),
            engine,
            playouts: (0, 0),
            options,
        }
    }

    /// Also lets the engine play `games` games against itself from each opening that is even by its
    /// value, with about `nodes` positions searched a move: neither side may win more than three
    /// quarters of them.
    pub fn with_playouts(mut self, games: usize, nodes: u64) -> Generator {
        self.playouts = (games, nodes);
        self
    }

    /// Stones in turn near the middle, each near another one. `None` when they do not fit.
    fn random_opening(&mut self) -> Option<Vec<Point>> {
        let GenerateOptions { rule, size, ref stones, reach, .. } = self.options;
        let (least, most) = (*stones.start(), *stones.end());
        let count = least + self.random.below(most + 1 - least);
        let (middle_x, middle_y) = (i32::from(size.width() / 2), i32::from(size.height() / 2));
        let mut points: Vec<Point> = Vec::new();
        // Renju and nendzyu begin in the middle.
        if rule == RuleKind::Renju || rule.has_long_turns() {
            points.push(size.center());
        }
        let count = if rule.has_long_turns() { count | 1 } else { count };
        const ATTEMPTS: usize = 200;
        for _ in 0..ATTEMPTS {
            if points.len() == count {
                return Some(points);
            }
            let span = 2 * reach as usize + 1;
            let x = middle_x - reach + self.random.below(span) as i32;
            let y = middle_y - reach + self.random.below(span) as i32;
            let Some(point) = size.point(x, y) else { continue };
            let is_near = |other: &Point| {
                let apart = |a: u8, b: u8| a.abs_diff(b);
                const NEAR: u8 = 3;
                apart(other.x(), point.x()).max(apart(other.y(), point.y())) <= NEAR
            };
            // After the first stone two make a turn.
            let is_second = rule.has_long_turns() && points.len().is_multiple_of(2);
            let is_collinear =
                is_second && points.last().is_some_and(|&first| are_collinear(first, point));
            let is_free = !points.contains(&point) && !is_collinear;
            if is_free && (points.is_empty() || points.iter().any(is_near)) {
                points.push(point);
            }
        }
        None
    }

    /// The move after which a search of `nodes` positions calls the position most even. `None` when
    /// there is none near the middle.
    fn balancing_move(&mut self, opening: &[Point], nodes: u64) -> Option<Point> {
        let size = self.options.size;
        let reach = self.options.reach;
        let apart = |a: u8, b: u8| i32::from(a) - i32::from(b);
        let is_far = |point: &Point| {
            let (x, y) = (apart(point.x(), size.width() / 2), apart(point.y(), size.height() / 2));
            x.abs().max(y.abs()) > reach
        };
        let excluded = size.points().filter(is_far).collect();
        let goal = Goal::BalanceOne(0);
        let report = self.search(opening, Limits { excluded, goal, ..limits(nodes) })?;
        report.best()
    }

    /// The value of the position after the opening for the side to move; `None` if it is a win or
    /// a loss.
    fn value(&mut self, opening: &[Point], nodes: u64) -> Option<i32> {
        let value = self.search(opening, limits(nodes))?.value()?;
        value.is_estimate().then(|| i32::from(value.raw()))
    }

    /// Whether games from the opening are won by both sides.
    fn is_even_in_play(&mut self, opening: &[Point]) -> bool {
        let (games, nodes) = self.playouts;
        let Some(position) = self.position_after(opening) else { return false };
        let points = black_half_points(&mut self.engine, &position, games, nodes);
        // Half points: 2 a game, of which a quarter is half a point a game.
        games == 0 || (games.div_ceil(2)..=2 * games - games.div_ceil(2)).contains(&points)
    }

    /// The position after the opening; `None` if that cannot be played.
    fn position_after(&self, opening: &[Point]) -> Option<Position> {
        check(opening, self.options.size, self.options.rule).ok()?;
        let order = self.options.rule.rule().turn_order();
        let mut position = Position::with_order(self.options.size, order);
        for &point in opening {
            position.try_place(point, &mut NullObserver).ok()?;
        }
        Some(position)
    }

    /// Searches the position after the opening; `None` if that cannot be played.
    fn search(&mut self, opening: &[Point], limits: Limits) -> Option<SearchReport> {
        let position = self.position_after(opening)?;
        // Nothing learnt from one opening may change the value of the next.
        self.engine.forget();
        self.engine.set_position(position);
        let clock = MonotonicClock::default();
        Some(self.engine.search(&limits, &StopFlag::new(), &clock, &NullSink))
    }
}

/// The limits of a search of `nodes` positions.
fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A number that is the same for all mirror images of an opening, and for its stones in any order.
pub fn class_of(opening: &[Point], size: Size, rule: RuleKind) -> u64 {
    let image = |map: Symmetry| {
        let mut position = Position::with_order(size, rule.rule().turn_order());
        for &point in opening {
            let _ = position.try_place(map.apply(size, point), &mut NullObserver);
        }
        position.key()
    };
    Symmetry::of(size).map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(rule: RuleKind) -> GenerateOptions {
        GenerateOptions {
            rule,
            size: Size::RENJU,
            stones: 3..=6,
            reach: 3,
            nodes: None,
            margin: 50,
            seed: 1,
        }
    }

    #[test]
    fn openings_can_be_played_and_are_all_different() {
        let generator = Generator::new(options(RuleKind::Standard));
        let openings: Vec<Vec<Point>> = generator.take(200).map(|(opening, _)| opening).collect();
        let classes: HashSet<u64> = openings
            .iter()
            .map(|opening| class_of(opening, Size::RENJU, RuleKind::Standard))
            .collect();
        assert_eq!(classes.len(), 200);
        for opening in &openings {
            assert!((3..=6).contains(&opening.len()));
            assert_eq!(check(opening, Size::RENJU, RuleKind::Standard), Ok(()));
            assert!(
                opening.iter().all(|point| point.x().abs_diff(7).max(point.y().abs_diff(7)) <= 3)
            );
        }
        let again = Generator::new(options(RuleKind::Standard)).next().unwrap().0;
        assert_eq!(again, openings[0]);
    }

    #[test]
    fn there_is_an_end_to_small_boards() {
        let few = GenerateOptions { stones: 2..=2, reach: 1, ..options(RuleKind::Renju) };
        let generator = Generator::new(few);
        let openings: Vec<_> = generator.collect();
        // The second stone beside the middle: straight or diagonal.
        assert_eq!(openings.len(), 2);
    }

    #[test]
    fn mirror_images_are_the_same_opening() {
        let points = |list: &[(u8, u8)]| -> Vec<Point> {
            list.iter().map(|&(x, y)| Point::at(x, y)).collect()
        };
        let opening = points(&[(7, 7), (7, 6), (9, 8)]);
        let mirrored = points(&[(9, 6), (7, 8), (7, 7)]);
        let other = points(&[(7, 6), (7, 7), (9, 8)]);
        let class = |opening: &[Point]| class_of(opening, Size::RENJU, RuleKind::Standard);
        assert_eq!(class(&opening), class(&mirrored));
        assert_ne!(class(&opening), class(&other));
    }
}
