//! Time controls: `match/turn+increment`, in seconds.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much time an engine has for a game and for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for all moves of a game; `None`: unlimited.
    pub game: Option<Duration>,
    /// Time for one move; `None`: as much as the game's time allows.
    pub turn: Option<Duration>,
    /// Added to the game's time after each move.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTimeControl(String);

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no time control; it is MATCH/TURN+INCREMENT in seconds, as in 180/30, 10+0.1 \
             or 0/1 (no limit for the match, one second a move)",
            self.0
        )
    }
}

impl std::error::Error for BadTimeControl {}

/// Seconds as users write them, as a duration. Longest: ten days.
pub fn seconds(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 864_000.0;
    let number: f64 = text.trim().parse().ok()?;
    (0.0..=LONGEST).contains(&number).then(|| Duration::from_secs_f64(number))
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let parse = || {
            let (limits, increment) = match text.split_once('+') {
                Some((limits, increment)) => (limits, seconds(increment)?),
                None => (text, Duration::ZERO),
            };
            let (game, turn) = match limits.split_once('/') {
                Some((game, turn)) => (seconds(game)?, seconds(turn)?),
                None => (seconds(limits)?, Duration::ZERO),
            };
            let limit = |time: Duration| (!time.is_zero()).then_some(time);
            let (game, turn) = (limit(game), limit(turn));
            let senseless =
                (game.is_none() && turn.is_none()) || (game.is_none() && !increment.is_zero());
            (!senseless).then_some(TimeControl { game, turn, increment })
        };
        parse().ok_or_else(|| BadTimeControl(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game.unwrap_or_default().as_secs_f64())?;
        if let Some(turn) = self.turn {
            write!(f, "/{}", turn.as_secs_f64())?;
        }
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The time one engine has left in a game.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    control: TimeControl,
    left: Option<Duration>,
}

impl GameClock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { control, left: control.game }
    }

    /// Time left for the game; `None`: unlimited.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time that the next move may take; `None`: unlimited.
    pub fn limit(&self) -> Option<Duration> {
        match (self.left, self.control.turn) {
            (Some(left), Some(turn)) => Some(left.min(turn)),
            (left, turn) => left.or(turn),
        }
    }

    /// Takes the time of a move off the clock and adds the increment.
    pub fn spend(&mut self, used: Duration) {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(used) + self.control.increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn forms_of_time_controls() {
        let second = Duration::from_secs(1);
        assert_eq!(parse("180/30").game, Some(180 * second));
        assert_eq!(parse("180/30").turn, Some(30 * second));
        assert_eq!(parse("0/1"), TimeControl { turn: Some(second), ..TimeControl::default() });
        let fischer = parse("10+0.1");
        assert_eq!((fischer.game, fischer.turn), (Some(10 * second), None));
        assert_eq!(fischer.increment, second / 10);
        for text in ["", "0", "x", "1/x", "-1", "1+-1", "nan", "inf", "0/0", "1e9", "0/1+1", "/"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        for text in ["180/30", "10+0.1", "0/1", "60/5+2"] {
            assert_eq!(parse(text).to_string(), text);
        }
    }

    #[test]
    fn the_smaller_limit_binds_and_increments_come_after_the_move() {
        let second = Duration::from_secs(1);
        let mut clock = GameClock::new(parse("10/6+2"));
        assert_eq!(clock.limit(), Some(6 * second));
        clock.spend(5 * second);
        assert_eq!(clock.left(), Some(7 * second));
        clock.spend(6 * second);
        assert_eq!(clock.limit(), Some(3 * second));
        clock.spend(4 * second);
        assert_eq!(clock.left(), Some(2 * second));
        assert_eq!(GameClock::new(parse("0/1")).limit(), Some(second));
    }
}
