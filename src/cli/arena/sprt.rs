//! The sequential probability ratio test: is the first engine stronger by `elo1`, or only by
//! `elo0`?
//!
//! Wald's test with the generalised likelihood ratio for several outcomes: the outcomes' shares are
//! fitted once under each hypothesis, and the two likelihoods are compared. Source: M. Van den
//! Bergh, "A Practical Introduction to the GSPRT"
//! (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>), and for the fit under an expected
//! score Proposition 1.1 of his note
//! <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>.

use super::score::share_of;
use std::fmt;
use std::str::FromStr;

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first engine is stronger by this much: "no".
    pub elo0: f64,
    /// The first engine is stronger by this much: "yes".
    pub elo1: f64,
    /// Probability of "yes" where `elo0` is true.
    pub alpha: f64,
    /// Probability of "no" where `elo1` is true.
    pub beta: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
}

/// A text that describes no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSprt(String);

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no test; it is elo0=0,elo1=20,alpha=0.05,beta=0.05 with elo0 below elo1 and \
             alpha and beta between 0 and 0.5",
            self.0
        )
    }
}

impl std::error::Error for BadSprt {}

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let parse = || {
            let mut sprt = Sprt { elo0: 0.0, elo1: f64::NAN, alpha: 0.05, beta: 0.05 };
            for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
                let (key, value) = part.split_once('=')?;
                let value: f64 = value.trim().parse().ok()?;
                match key.trim() {
                    "elo0" => sprt.elo0 = value,
                    "elo1" => sprt.elo1 = value,
                    "alpha" => sprt.alpha = value,
                    "beta" => sprt.beta = value,
                    _ => return None,
                }
            }
            const MOST: f64 = 1000.0;
            let is_error = |p: f64| p > 0.0 && p < 0.5;
            let sensible = sprt.elo0 < sprt.elo1
                && sprt.elo0.abs() <= MOST
                && sprt.elo1.abs() <= MOST
                && is_error(sprt.alpha)
                && is_error(sprt.beta);
            sensible.then_some(sprt)
        };
        parse().ok_or_else(|| BadSprt(text.to_owned()))
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

impl Sprt {
    /// The two bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of outcomes, given as their scores from 0 to 1 and their counts.
    pub fn ratio(&self, outcomes: &[(f64, f64)]) -> f64 {
        // An outcome that has not been seen is not impossible; this is what testing frameworks add.
        const UNSEEN: f64 = 1e-3;
        if outcomes.iter().all(|&(_, count)| count == 0.0) {
            return 0.0;
        }
        let counts: Vec<(f64, f64)> = outcomes
            .iter()
            .map(|&(score, count)| (score, if count == 0.0 { UNSEEN } else { count }))
            .collect();
        let total: f64 = counts.iter().map(|(_, count)| count).sum();
        let shares: Vec<(f64, f64)> =
            counts.iter().map(|&(score, count)| (score, count / total)).collect();
        let none = fit(&shares, share_of(self.elo0));
        let some = fit(&shares, share_of(self.elo1));
        counts
            .iter()
            .zip(none.iter().zip(&some))
            .map(|((_, count), (none, some))| count * (some / none).ln())
            .sum()
    }

    /// What is decided at this ratio, if anything is.
    pub fn decision(&self, ratio: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(Decision::Elo1)
        } else if ratio <= lower {
            Some(Decision::Elo0)
        } else {
            None
        }
    }
}

/// The shares that make the outcomes likeliest among all with the expected score `expected`.
///
/// They are `p / (1 + t (a - expected))` for the one `t` at which they have that expectation; the
/// sum that must vanish falls in `t` all the way, so halving finds it.
fn fit(shares: &[(f64, f64)], expected: f64) -> Vec<f64> {
    let least = shares.iter().map(|&(score, _)| score).fold(f64::INFINITY, f64::min);
    let most = shares.iter().map(|&(score, _)| score).fold(f64::NEG_INFINITY, f64::max);
    let mut low = -1.0 / (most - expected);
    let mut high = 1.0 / (expected - least);
    let excess = |t: f64| -> f64 {
        shares
            .iter()
            .map(|&(score, share)| share * (score - expected) / (1.0 + t * (score - expected)))
            .sum()
    };
    const HALVINGS: usize = 200;
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = low + (high - low) / 2.0;
    shares.iter().map(|&(score, share)| share / (1.0 + t * (score - expected))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Chance;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn forms() {
        let test = sprt("elo0=0,elo1=20,alpha=0.05,beta=0.1");
        assert_eq!(test, Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.1 });
        assert_eq!(sprt("elo1=5").alpha, 0.05);
        assert_eq!(sprt(&test.to_string()), test);
        for text in ["", "elo0=0", "elo1=-1", "elo1=x", "elo1=5,alpha=0", "elo1=5,beta=0.5", "a=1"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_fit_has_the_expectation_and_sums_to_one() {
        let shares = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.3), (1.0, 0.1)];
        for expected in [0.3, 0.5, 0.525, 0.9] {
            let fitted = fit(&shares, expected);
            assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let mean: f64 = fitted.iter().zip(&shares).map(|(p, (score, _))| p * score).sum();
            assert!((mean - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let test = sprt("elo1=10");
        let counts = [(0.0, 300.0), (0.25, 800.0), (0.5, 1900.0), (0.75, 900.0), (1.0, 350.0)];
        let total: f64 = counts.iter().map(|(_, n)| n).sum();
        let mean = counts.iter().map(|(a, n)| a * n).sum::<f64>() / total;
        let variance = counts.iter().map(|(a, n)| n * (a - mean) * (a - mean)).sum::<f64>() / total;
        let (s0, s1) = (share_of(0.0), share_of(10.0));
        let approximation = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((test.ratio(&counts) - approximation).abs() < 0.01 * approximation.abs() + 0.01);
    }

    #[test]
    fn the_test_errs_as_rarely_as_it_promises() {
        let test = sprt("elo0=0,elo1=60,alpha=0.05,beta=0.05");
        let mut random = Chance::new(7);
        let mut wrong = [0; 2];
        const RUNS: usize = 200;
        for (hypothesis, elo) in [(0, 0.0), (1, 60.0)] {
            for _ in 0..RUNS {
                let mut counts = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)];
                let decision = loop {
                    let won = (random.number() >> 11) as f64 / (1_u64 << 53) as f64;
                    counts[if won < share_of(elo) { 2 } else { 0 }].1 += 1.0;
                    if let Some(decision) = test.decision(test.ratio(&counts)) {
                        break decision;
                    }
                };
                let right = if hypothesis == 0 { Decision::Elo0 } else { Decision::Elo1 };
                wrong[hypothesis] += usize::from(decision != right);
            }
        }
        // 5 % of 200 is 10; 20 is more than three standard deviations above.
        assert!(wrong.iter().all(|&count| count <= 20), "{wrong:?}");
    }

    #[test]
    fn no_games_tell_nothing() {
        let test = sprt("elo1=20");
        assert_eq!(test.ratio(&[(0.0, 0.0), (1.0, 0.0)]), 0.0);
        assert_eq!(test.decision(0.0), None);
        let (lower, upper) = test.bounds();
        assert!((upper - 19.0_f64.ln()).abs() < 1e-9 && (lower + upper).abs() < 1e-9);
        // One decided game alone decides nothing.
        assert_eq!(test.decision(test.ratio(&[(0.0, 0.0), (0.5, 0.0), (1.0, 1.0)])), None);
    }
}
