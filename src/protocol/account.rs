//! The match's clock: what the manager says is left, or our own account of it.

use super::info::NO_TIME_LIMIT;
use std::time::Duration;

/// What is left of the match's time. Everything is in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchClock {
    /// Limit of a match: not told yet, none (0), or so much.
    limit: Option<i64>,
    /// What is left by the last word of the manager, less what was used since.
    left: Option<i64>,
    /// Whether the manager said what is left since our last move.
    fresh: bool,
    increment: i64,
}

impl MatchClock {
    /// A clock of a match without a limit.
    pub fn new() -> MatchClock {
        MatchClock::default()
    }

    /// `INFO timeout_match`.
    pub fn set_limit(&mut self, limit: i64) {
        self.limit = Some(limit);
        if !self.fresh {
            self.left = None;
        }
    }

    /// `INFO time_left`. The number that stands for "no limit" tells nothing.
    pub fn set_left(&mut self, left: i64) {
        if left < NO_TIME_LIMIT {
            self.left = Some(left);
            self.fresh = true;
        } else if self.limit.is_none() {
            self.left = None;
            self.fresh = false;
        }
    }

    /// `INFO time_increment`.
    pub fn set_increment(&mut self, increment: i64) {
        self.increment = increment;
    }

    /// Time added after each move.
    pub fn increment(&self) -> Duration {
        milliseconds(self.increment)
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        if !self.fresh {
            self.left = None;
        }
    }

    /// What is left, of which a match has a limit; zero when the flag is down.
    pub fn left(&self) -> Option<Duration> {
        let left = match self.limit {
            Some(0) => return None,
            Some(NO_TIME_LIMIT..) if self.left.is_none() => return None,
            Some(limit) => self.left.unwrap_or(limit),
            None => self.left?,
        };
        Some(milliseconds(left))
    }

    /// A move was made that took this long.
    pub fn spend(&mut self, used: Duration) {
        let before = self.left.or(self.limit.filter(|&limit| limit > 0));
        let used = i64::try_from(used.as_millis()).unwrap_or(i64::MAX);
        self.left = before.map(|left| left.saturating_sub(used).saturating_add(self.increment));
        self.fresh = false;
    }
}

/// A duration of so many milliseconds; zero for less than none.
pub fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Option<Duration> {
        Some(Duration::from_millis(count))
    }

    #[test]
    fn a_match_has_no_limit_until_one_is_told() {
        let mut clock = MatchClock::new();
        assert_eq!(clock.left(), None);
        clock.set_left(NO_TIME_LIMIT);
        assert_eq!(clock.left(), None);
        clock.set_left(5000);
        assert_eq!(clock.left(), ms(5000));
    }

    #[test]
    fn a_match_without_limit_has_none_whatever_is_left() {
        for order in [false, true] {
            let mut clock = MatchClock::new();
            if order {
                clock.set_left(0);
            }
            clock.set_limit(0);
            clock.set_left(0);
            assert_eq!(clock.left(), None);
        }
    }

    #[test]
    fn the_flag_is_down_at_zero_and_below() {
        for left in [-2_147_483_648, -500, 0] {
            let mut clock = MatchClock::new();
            clock.set_limit(100_000);
            clock.set_left(left);
            assert_eq!(clock.left(), ms(0));
        }
    }

    #[test]
    fn our_own_account_is_kept_between_the_managers_words() {
        let mut clock = MatchClock::new();
        clock.set_limit(10_000);
        clock.set_increment(100);
        assert_eq!(clock.left(), ms(10_000));
        clock.spend(Duration::from_millis(3000));
        clock.spend(Duration::from_millis(3000));
        assert_eq!(clock.left(), ms(4200));
        clock.set_left(3500);
        assert_eq!(clock.left(), ms(3500));
        clock.spend(Duration::from_millis(600));
        assert_eq!(clock.left(), ms(3000));
        clock.new_game();
        assert_eq!(clock.left(), ms(10_000));
    }

    #[test]
    fn what_is_told_for_the_coming_game_is_not_forgotten_by_its_start() {
        let mut clock = MatchClock::new();
        clock.set_left(400);
        clock.set_limit(180_000);
        clock.new_game();
        assert_eq!(clock.left(), ms(400));
    }

    #[test]
    fn unknown_time_left_does_not_hide_the_limit() {
        let mut clock = MatchClock::new();
        clock.set_limit(1000);
        clock.set_left(NO_TIME_LIMIT);
        assert_eq!(clock.left(), ms(1000));
        clock.set_limit(NO_TIME_LIMIT);
        assert_eq!(clock.left(), None);
        clock.spend(Duration::from_secs(5));
        clock.spend(Duration::MAX);
    }
}
