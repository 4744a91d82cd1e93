//! New openings: random stones near the middle, with a last one that makes the position even.

use super::draft::Draft;
use super::openings::check;
use super::playout::Playouts;
use crate::board::{NullObserver, Point, Position, Size, Symmetry};
use crate::engine::Engine;
use crate::eval::Evaluation;
use crate::opening::Chance;
use crate::rules::RuleKind;
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
    /// Whether stones keep to growing squares, as [`Draft`] says.
    pub concentric: bool,
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
    random: Chance,
    seen: HashSet<u64>,
    engine: Engine,
    /// Games from each opening that is even by its value.
    playouts: Playouts,
}

impl Iterator for Generator {
    type Item = (Vec<Point>, i32);

    /// The next opening that is even enough, with its value for the side to move. `None` when many
    /// attempts in a row have found nothing: there are no more.
    fn next(&mut self) -> Option<(Vec<Point>, i32)> {
        const ATTEMPTS: usize = 20_000;
        for _ in 0..ATTEMPTS {
            let Some(draft) = self.random_opening() else { continue };
            let Some(opening) = self.balanced(draft) else { continue };
            let class = class_of(&opening, self.options.size, self.options.rule);
            if !self.seen.insert(class) {
                continue;
            }
            if let Some(value) = self.even_value(&opening) {
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
            random: Chance::new(options.seed),
            seen: HashSet::new(),
            engine,
            playouts: Playouts::NONE,
            options,
        }
    }

    /// Searches with a table of so many bytes: a small one is cleared sooner. Other sizes may give
    /// other openings.
    pub fn with_table_size(mut self, bytes: u64) -> Generator {
        self.engine.set_table_size(Some(bytes));
        self
    }

    /// Values positions by another evaluation. That may give other openings.
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> Generator {
        self.engine.set_evaluation(evaluation);
        self
    }

    /// Also lets the engine play games against itself from each opening that is even by its value:
    /// they have to be even too.
    pub fn with_playouts(mut self, playouts: Playouts) -> Generator {
        self.playouts = playouts;
        self
    }

    /// A draft of as many stones as the options say. `None` when they do not fit.
    fn random_opening(&mut self) -> Option<Vec<Point>> {
        let GenerateOptions { rule, size, ref stones, reach, concentric, .. } = self.options;
        let (least, most) = (*stones.start(), *stones.end());
        let count = least + self.random.below(most + 1 - least);
        Draft { rule, size, reach, concentric }.stones(count, &mut self.random)
    }

    /// The draft with another last stone that makes the position as even as it can be, where the
    /// openings are to be even. `None` when that cannot be played.
    pub fn balanced(&mut self, mut draft: Vec<Point>) -> Option<Vec<Point>> {
        let (rule, size) = (self.options.rule, self.options.size);
        // A last stone that makes the position even is looked for where it is a turn.
        if let Some(nodes) = self.options.nodes.filter(|_| !rule.has_long_turns()) {
            draft.pop();
            let last = self.balancing_move(&draft, nodes / 2 + 1)?;
            draft.push(last);
        }
        check(&draft, size, rule).is_ok().then_some(draft)
    }

    /// The value of an opening for the side to move, if that is even enough; 0 where every opening
    /// is taken.
    pub fn even_value(&mut self, opening: &[Point]) -> Option<i32> {
        let Some(nodes) = self.options.nodes else { return Some(0) };
        let value = self.value(opening, nodes)?;
        let is_even = value.abs() <= self.options.margin && self.is_even_in_play(opening);
        is_even.then_some(value)
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
        let Some(position) = self.position_after(opening) else { return false };
        self.playouts.are_even(&mut self.engine, &position)
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
            concentric: false,
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
    fn stones_keep_to_growing_squares() {
        let options = GenerateOptions {
            stones: 5..=5,
            reach: 4,
            concentric: true,
            ..options(RuleKind::Renju)
        };
        for (opening, _) in Generator::new(options).take(300) {
            let reach = |point: &Point| point.x().abs_diff(7).max(point.y().abs_diff(7));
            for (n, point) in opening.iter().enumerate() {
                assert!(usize::from(reach(point)) <= n, "{opening:?}");
            }
        }
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
