//! Weaker play on purpose: for beginners, with mistakes that a person would make.
//!
//! A weakened engine looks at few positions and does not always take the best of what it has seen,
//! as in Stockfish's skill levels. What lies a few moves ahead it does see: nobody learns from an
//! opponent who forgets to block a four.

use super::event::Line;
use crate::value::{Value, ValueKind};
use std::num::NonZeroUsize;

/// How well a weakened engine plays, from 0 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u8);

impl Strength {
    /// Strength `level`; `None` at 100 and above: an engine that is not weakened.
    pub fn new(level: u32) -> Option<Strength> {
        u8::try_from(level).ok().filter(|&level| level < 100).map(Strength)
    }

    /// From 0 (weakest) to 1 (not weakened).
    fn part(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Positions that it looks at for a move: from 1,000 at 0 to 1,000,000 at 100, each step by the
    /// same factor.
    pub fn nodes(self) -> u64 {
        (1000.0 * 1000_f64.powf(self.part())) as u64
    }

    /// Moves among which it chooses: from 8 down to 2.
    pub fn lines(self) -> NonZeroUsize {
        let fewer = usize::from(self.0) / 15;
        NonZeroUsize::MIN.saturating_add(7 - fewer)
    }

    /// Plies within which it overlooks neither a win nor a loss.
    fn seen(self) -> u32 {
        2 + u32::from(self.0) / 8
    }

    /// By how much less a move is worth, in centipawn-like units, that it plays 2.72 times more rarely.
    fn temperature(self) -> f64 {
        1.0 + 320.0 * (1.0 - self.part()).powf(1.5)
    }

    /// Which of `lines`, best first, it plays; `draw` is any number and decides where several are
    /// possible. `None` where there are none.
    pub fn choose(self, lines: &[Line], draw: u64) -> Option<usize> {
        let best = lines.first()?;
        if let ValueKind::Win(plies) = best.value.kind()
            && plies <= self.seen()
        {
            return Some(0);
        }
        let is_seen_loss = |line: &Line| match line.value.kind() {
            ValueKind::Loss(plies) => plies <= self.seen(),
            _ => false,
        };
        // A line without depth is of an iteration that did not come to it.
        let is_possible = |line: &Line| (line.depth > 0 || best.depth == 0) && !is_seen_loss(line);
        let weight = |line: &Line| {
            let worse = units(best.value) - units(line.value);
            if is_possible(line) { (-worse / self.temperature()).exp() } else { 0.0 }
        };
        let weights: Vec<f64> = lines.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return Some(0);
        }
        // 53 bits: as many as the number has.
        let mut at = (draw >> 11) as f64 / (1_u64 << 53) as f64 * sum;
        let found = weights.iter().position(|weight| {
            at -= weight;
            at < 0.0
        });
        found.or(Some(0))
    }
}

/// A value in centipawn-like units; one of a decided game is beyond all others.
fn units(value: Value) -> f64 {
    match value.kind() {
        ValueKind::Score(units) => f64::from(units),
        ValueKind::Win(_) => 2.0 * f64::from(Value::MAX_SCORE),
        ValueKind::Loss(_) => -2.0 * f64::from(Value::MAX_SCORE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Size};

    fn line(value: Value, depth: u32) -> Line {
        let point: Point = Size::RENJU.center();
        Line { value, depth, moves: vec![point] }
    }

    /// How often each of the lines is chosen, of a thousand times.
    fn shares(level: u32, lines: &[Line]) -> Vec<usize> {
        let strength = Strength::new(level).expect("a weakened engine");
        let mut shares = vec![0; lines.len()];
        for n in 0..1000_u64 {
            let draw = (u64::MAX / 1000) * n + 77;
            shares[strength.choose(lines, draw).expect("a line")] += 1;
        }
        shares
    }

    #[test]
    fn the_stronger_the_more_positions_and_the_fewer_moves() {
        assert_eq!(Strength::new(100), None);
        assert_eq!(Strength::new(1000), None);
        let all: Vec<Strength> = (0..100).filter_map(Strength::new).collect();
        assert_eq!(all.len(), 100);
        assert_eq!((all[0].nodes(), all[0].lines().get()), (1000, 8));
        assert!(all[99].nodes() > 900_000 && all[99].lines().get() == 2);
        for pair in all.windows(2) {
            assert!(pair[0].nodes() < pair[1].nodes());
            assert!(pair[0].lines() >= pair[1].lines());
            assert!(pair[0].temperature() > pair[1].temperature());
        }
    }

    #[test]
    fn worse_moves_are_played_less_often_and_by_the_strong_hardly_ever() {
        let lines =
            [line(Value::score(100), 4), line(Value::score(0), 4), line(Value::score(-400), 4)];
        let (weak, middling, strong) = (shares(0, &lines), shares(50, &lines), shares(99, &lines));
        assert!(weak[0] > weak[1] && weak[1] > weak[2] && weak[2] > 50, "{weak:?}");
        assert!(middling[0] > weak[0] && middling[2] < 40, "{middling:?}");
        assert_eq!(strong, [1000, 0, 0]);
    }

    #[test]
    fn what_lies_just_ahead_is_never_overlooked() {
        for level in 0..100 {
            let five = [line(Value::win_in(1), 3), line(Value::score(900), 3)];
            assert_eq!(shares(level, &five), [1000, 0], "{level}");
            let lost = Value::loss_in(2);
            let block = [line(Value::score(-900), 3), line(lost, 3), line(lost, 3)];
            assert_eq!(shares(level, &block), [1000, 0, 0], "{level}");
            // The iteration that was cut short knows nothing of its last line.
            let half = [line(Value::score(-900), 1), line(Value::score(5000), 0)];
            assert_eq!(shares(level, &half), [1000, 0], "{level}");
            // Everything loses: the line that lasts longest is in front.
            assert_eq!(shares(level, &[line(Value::loss_in(2), 3), line(lost, 3)]), [1000, 0]);
        }
        assert_eq!(Strength::new(7).and_then(|strength| strength.choose(&[], 5)), None);
    }

    #[test]
    fn wins_and_losses_far_ahead_are_seen_by_the_strong_only() {
        let far = [line(Value::win_in(11), 9), line(Value::win_in(11), 9)];
        let (weak, strong) = (shares(10, &far), shares(90, &far));
        assert!(weak[1] > 300, "{weak:?}");
        assert_eq!(strong, [1000, 0]);
    }
}
