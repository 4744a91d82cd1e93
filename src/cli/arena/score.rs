//! What results say about two engines: score, Elo, likelihood of superiority.
//!
//! Games that share an opening are not independent, so where openings are played with both colours
//! the unit of all statistics is the pair of games: its score is 0, 1/2, 1, 3/2 or 2 (the
//! pentanomial counts). Otherwise the unit is the game (the trinomial counts).

use crate::board::Side;
use std::collections::HashMap;

/// Standard deviations on either side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw 1/2.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn add(&mut self, half_points: u8) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn sum(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// The results of one engine against another, seen from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// With the black stones.
    pub black: Tally,
    /// With the white stones.
    pub white: Tally,
    /// Pairs of games by their score: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
    /// Half points of the first game of pairs whose second game is still to come.
    open: HashMap<usize, u8>,
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Lower end.
    pub low: f64,
    /// The value itself.
    pub value: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Score {
    /// Adds a game in which the first engine had the stones of `side`. `pair` is the number of the
    /// pair that the game belongs to, if openings are played with both colours.
    pub fn add(&mut self, side: Side, winner: Option<Side>, pair: Option<usize>) {
        let half_points = match winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        };
        match side {
            Side::Black => self.black.add(half_points),
            Side::White => self.white.add(half_points),
        }
        let Some(pair) = pair else { return };
        match self.open.remove(&pair) {
            Some(first) => self.pairs[usize::from(first + half_points)] += 1,
            None => {
                self.open.insert(pair, half_points);
            }
        }
    }

    /// All games.
    pub fn total(&self) -> Tally {
        self.black.sum(self.white)
    }

    /// Number of complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The outcomes that statistics count, each with its score from 0 to 1: pairs if there are any,
    /// games otherwise.
    pub fn outcomes(&self) -> Vec<(f64, f64)> {
        if self.pair_count() > 0 {
            (0..5).map(|n| (n as f64 / 4.0, self.pairs[n] as f64)).collect()
        } else {
            let total = self.total();
            vec![(0.0, total.losses as f64), (0.5, total.draws as f64), (1.0, total.wins as f64)]
        }
    }

    /// The share of points, from 0 to 1, with its 95 % interval. `None` without a game.
    ///
    /// The interval is Wilson's (1927) for the number of games that would have the variance seen:
    /// close to the normal one in the middle, and sensible for scores near 0 and 1.
    pub fn share(&self) -> Option<Estimate> {
        let (mean, variance, count) = moments(&self.outcomes())?;
        // A game without draws has the variance p(1-p), a pair of independent games half of that.
        // A sample without any variance is taken for such games.
        let single = mean * (1.0 - mean);
        let independent = if self.pair_count() > 0 { 0.5 } else { 1.0 };
        let seen = variance > 0.0 && single > 0.0;
        let ratio = if seen { variance / single } else { independent };
        let n = count / ratio;
        let z2 = Z95 * Z95;
        let center = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (single / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the interval ends with the value itself, whatever rounding says.
        let low = if mean <= 0.0 { 0.0 } else { center - half };
        let high = if mean >= 1.0 { 1.0 } else { center + half };
        Some(Estimate { low, value: mean, high })
    }

    /// The difference in Elo that the share of points stands for. Infinite for all or no points.
    pub fn elo(&self) -> Option<Estimate> {
        let share = self.share()?;
        Some(Estimate {
            low: elo_of(share.low),
            value: elo_of(share.value),
            high: elo_of(share.high),
        })
    }

    /// Likelihood that the first engine is the stronger one, from 0 to 1, by the normal
    /// approximation. `None` while nothing tells.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, variance, count) = moments(&self.outcomes())?;
        // One outcome of each kind more, for samples without any variance.
        let variance = if variance > 0.0 { variance } else { 0.25 / (count + 1.0) };
        Some(normal_distribution((mean - 0.5) / (variance / count).sqrt()))
    }
}

/// Mean, variance and number of outcomes; `None` if there are none.
fn moments(outcomes: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let count: f64 = outcomes.iter().map(|(_, n)| n).sum();
    if count == 0.0 {
        return None;
    }
    let mean = outcomes.iter().map(|(score, n)| score * n).sum::<f64>() / count;
    let variance = outcomes.iter().map(|(score, n)| (score - mean).powi(2) * n).sum::<f64>();
    Some((mean, variance / count, count))
}

/// The difference in Elo at which a share of points is expected.
pub fn elo_of(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of points that is expected at a difference in Elo.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The standard normal distribution function, by Abramowitz and Stegun 7.1.26 (error below 2e-7).
fn normal_distribution(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-z * z).exp();
    if x < 0.0 { (1.0 - erf) / 2.0 } else { (1.0 + erf) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A score of single games.
    fn games(wins: u64, draws: u64, losses: u64) -> Score {
        Score { black: Tally { wins, draws, losses }, ..Score::default() }
    }

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() < tolerance
    }

    #[test]
    fn known_values() {
        // 60 wins, 20 draws, 20 losses: share 0.7, +147.2 Elo.
        let score = games(60, 20, 20);
        let share = score.share().unwrap();
        assert!(close(share.value, 0.7, 1e-12));
        // The normal interval is 0.7 +/- 0.0784.
        assert!(close(share.error(), 0.0784, 0.002), "{share:?}");
        assert!(close(score.elo().unwrap().value, 147.19, 0.01));
        assert!(close(score.superiority().unwrap(), 1.0, 1e-5));
        assert!(close(games(50, 0, 50).superiority().unwrap(), 0.5, 1e-6));
        // One standard deviation: 55 of 100.
        assert!(close(games(55, 0, 45).superiority().unwrap(), 0.8426, 1e-3));
        for (x, probability) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9)] {
            assert!(close(normal_distribution(x), probability, 2e-7));
        }
    }

    #[test]
    fn all_won_is_not_certain() {
        let share = games(10, 0, 0).share().unwrap();
        // Wilson's interval for 10 of 10.
        assert!(close(share.low, 0.7225, 1e-3) && share.high == 1.0);
        assert_eq!(games(10, 0, 0).elo().unwrap().value, f64::INFINITY);
        assert_eq!(games(0, 0, 10).elo().unwrap().value, f64::NEG_INFINITY);
        assert_eq!(Score::default().share(), None);
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there() {
        let mut score = Score::default();
        score.add(Side::Black, Some(Side::Black), Some(0));
        score.add(Side::Black, Some(Side::White), Some(1));
        assert_eq!(score.pair_count(), 0);
        score.add(Side::White, None, Some(0));
        score.add(Side::White, Some(Side::White), Some(1));
        assert_eq!(score.pairs, [0, 0, 1, 1, 0]);
        assert_eq!(score.black, Tally { wins: 1, draws: 0, losses: 1 });
        assert_eq!(score.white, Tally { wins: 1, draws: 1, losses: 0 });
        assert!(close(score.share().unwrap().value, 0.625, 1e-12));
    }

    #[test]
    fn elo_and_share_are_inverse() {
        for elo in [-300.0, -5.0, 0.0, 20.0, 400.0] {
            assert!(close(elo_of(share_of(elo)), elo, 1e-9));
        }
    }
}
