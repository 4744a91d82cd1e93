//! From the time that is left to the time that a move may take: arithmetic only.

use std::time::Duration;

/// What a manager says about time, before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Limit of one turn. `None`: no limit. Zero: answer as fast as possible.
    pub turn: Option<Duration>,
    /// What is left of the match's time, of which a match has a limit; zero when the flag is down.
    pub left: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
    /// Stones on the board, for a guess at how many moves are still to come.
    pub ply: usize,
    /// Empty points, which say how many moves can still come.
    pub empty: usize,
}

/// How long a move may take, counted from the moment at which the move was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Do not begin another round of work after this.
    pub soft: Duration,
    /// Never work longer than this.
    pub hard: Duration,
    /// Whether time that is not used is there for later moves.
    pub saved: bool,
}

/// Kept back of a turn's limit, for pipes, schedulers and the manager's own clock.
const TURN_RESERVE: Duration = Duration::from_millis(35);
/// A turn's reserve is not more than this part of the turn.
const TURN_RESERVE_PART: u32 = 6;
/// Kept back of the match's time in every move.
const MATCH_RESERVE: Duration = Duration::from_millis(100);
/// Thinking time when the answer is wanted at once.
const AT_ONCE: Duration = Duration::from_millis(5);
/// Own moves of a game that are expected to need time: most games are decided by then, and what is
/// played after that is forced.
const EXPECTED_MOVES: usize = 14;
/// There are always at least this many own moves to come, and
const MIN_MOVES_TO_GO: usize = 7;
/// at least the own moves so far divided by this: the longer a game has lasted, the longer it will.
const LASTING: usize = 2;
/// What a move takes that is played at once, pipes included: kept back for as many as the board has
/// room for.
const MOVE_RESERVE: Duration = Duration::from_millis(8);
/// Largest part of the match's time for one move: 1 in this many.
const MATCH_PART: u32 = 5;
/// Part of a turn's limit (in percent) after which no new iteration begins.
const SOFT_PERCENT: u32 = 80;

impl TimeControl {
    /// No limit at all.
    pub const UNLIMITED: TimeControl =
        TimeControl { turn: None, left: None, increment: Duration::ZERO, ply: 0, empty: 0 };

    /// How long this move may take; `None` when there is no limit.
    pub fn budget(&self) -> Option<Budget> {
        let turn = self.turn.map(|limit| {
            let hard = limit.saturating_sub(TURN_RESERVE.min(limit / TURN_RESERVE_PART));
            let hard = hard.max(AT_ONCE);
            Budget { soft: hard * SOFT_PERCENT / 100, hard, saved: false }
        });
        let whole_match = self.left.map(|left| self.share_of_match(left));
        match (turn, whole_match) {
            (Some(turn), Some(share)) => Some(Budget {
                soft: turn.soft.min(share.soft),
                hard: turn.hard.min(share.hard),
                saved: share.soft < turn.soft,
            }),
            (turn, share) => turn.or(share),
        }
    }

    fn share_of_match(&self, left: Duration) -> Budget {
        let own_moves = (self.empty / 2) as u32;
        let moves = MOVE_RESERVE.saturating_sub(self.increment) * own_moves;
        let reserve = MATCH_RESERVE.max(left / 20).max(moves);
        let usable = left.saturating_sub(reserve);
        if usable.is_zero() {
            return Budget { soft: AT_ONCE, hard: AT_ONCE, saved: false };
        }
        let so_far = self.ply / 2;
        let to_go = EXPECTED_MOVES.saturating_sub(so_far).max(MIN_MOVES_TO_GO);
        let to_go = to_go.max(so_far / LASTING) as u32;
        let soft = (usable / to_go + self.increment * 3 / 4).min(usable / 2).max(AT_ONCE);
        let hard = (soft * 4).min(usable / MATCH_PART + self.increment / 2).min(usable);
        let hard = hard.max(AT_ONCE);
        Budget { soft: soft.min(hard), hard, saved: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    fn control(turn: Option<u64>, left: Option<u64>, increment: u64) -> TimeControl {
        TimeControl {
            turn: turn.map(Duration::from_millis),
            left: left.map(Duration::from_millis),
            increment: Duration::from_millis(increment),
            ply: 0,
            empty: 225,
        }
    }

    #[test]
    fn no_limit_gives_no_budget() {
        assert_eq!(TimeControl::UNLIMITED.budget(), None);
        assert_eq!(control(None, None, 500).budget(), None);
    }

    #[test]
    fn zero_and_tiny_limits_are_answered_at_once() {
        for (turn, left) in
            [(Some(0), None), (Some(0), Some(0)), (Some(5000), Some(0)), (None, Some(30))]
        {
            let budget = control(turn, left, 0).budget().unwrap();
            assert!(budget.hard <= Duration::from_millis(10), "{turn:?} {left:?}: {budget:?}");
        }
    }

    #[test]
    fn a_turn_is_used_but_never_exceeded() {
        for turn in [50, 100, 500, 1000, 30_000, 2_147_483_647] {
            let budget = control(Some(turn), None, 0).budget().unwrap();
            assert!(budget.soft <= budget.hard);
            assert!(budget.hard < Duration::from_millis(turn));
            assert!(budget.hard * 10 >= Duration::from_millis(turn * 8));
        }
    }

    #[test]
    fn the_smaller_limit_counts() {
        let budget = control(Some(2_147_483_647), Some(1000), 0).budget().unwrap();
        assert!(budget.hard <= Duration::from_millis(200));
        let budget = control(Some(30_000), Some(400), 0).budget().unwrap();
        assert!(budget.hard <= Duration::from_millis(300));
    }

    /// What is left of a match on a board of `area` points after the own
    /// moves at these numbers of stones, each of which takes what `taken` says of its budget.
    fn left_after(
        mut left: Duration,
        area: usize,
        plies: Range<usize>,
        taken: fn(Budget) -> Duration,
    ) -> Duration {
        for ply in plies.step_by(2) {
            let empty = area - ply;
            let control = TimeControl { left: Some(left), ply, empty, ..TimeControl::UNLIMITED };
            let used = taken(control.budget().unwrap());
            assert!(used < left, "{ply} of {area} stones: {used:?} of {left:?}");
            left -= used;
        }
        left
    }

    #[test]
    fn the_time_of_a_match_suffices_until_the_board_is_full() {
        /// What pipes and managers take of each move.
        const OVERHEAD: Duration = Duration::from_millis(3);
        for seconds in [3, 10, 180, 1000] {
            for area in [225, 400] {
                let left = Duration::from_secs(seconds);
                left_after(left, area, 0..area, |budget| budget.soft + OVERHEAD);
                // Even if every move takes as long as it may.
                left_after(left, area, 0..area, |budget| budget.hard + OVERHEAD);
            }
        }
    }

    #[test]
    fn half_of_the_time_is_used_for_the_moves_that_decide() {
        let left = left_after(Duration::from_secs(100), 225, 6..40, |budget| budget.soft);
        assert!((10..50).contains(&left.as_secs()), "{left:?}");
    }

    #[test]
    fn an_increment_is_spent() {
        let without = control(None, Some(10_000), 0).budget().unwrap();
        let with = control(None, Some(10_000), 1000).budget().unwrap();
        assert!(with.soft >= without.soft + Duration::from_millis(500));
    }
}
