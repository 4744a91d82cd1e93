//! Nendzyu, the nonlinear game: two stones a turn that do not share a row, column or diagonal.
//!
//! Source: the game's proposal, as the rules' text gives it, with the readings that a program needs
//! where the text is silent. Black begins with one stone on the centre; every later turn is two
//! stones on points that are not on one line, whatever lies between. A run of exactly five wins, one
//! of six or more loses, for both sides alike. Who has no such turn loses.
//!
//! A turn is judged when both its stones are there. No line holds both of them, so one never
//! lengthens a run of the other, and their order means nothing.

use super::rule::sealed::Sealed;
use super::win::run_around;
use super::{FiveCriterion, IllegalMove, Outcome, Rule, RuleKind, WinReason};
use crate::board::{Bits, Dir, PlaceError, Point, Position, Side, Size, Stones, TurnOrder};
use std::fmt;
use std::str::FromStr;

/// The turns of nendzyu: one stone, then two each.
pub const TURNS: TurnOrder = TurnOrder { first: 1, later: 2 };

/// What a turn means that makes both a five and a run of six or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FiveAndOverline {
    /// It wins: five first, as in renju.
    Win,
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// What a full board means on which nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FullBoard {
    /// The game is drawn.
    Draw,
    /// The side to move cannot place its stones and loses.
    MoverLoses,
}

/// How the points are read on which the rules' text is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NendzyuReading {
    /// `five_and_overline`: a turn that makes both.
    pub five_and_overline: FiveAndOverline,
    /// `full_board`: no empty point, and no winner.
    pub full_board: FullBoard,
}

impl NendzyuReading {
    /// Five first; a full board is a draw.
    pub const USUAL: NendzyuReading =
        NendzyuReading { five_and_overline: FiveAndOverline::Win, full_board: FullBoard::Draw };

    /// How a reading is written.
    pub const FORM: &str =
        "five_and_overline=win, loss or draw, and full_board=draw or mover_loses, with a comma";
}

impl fmt::Display for NendzyuReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = match self.five_and_overline {
            FiveAndOverline::Win => "win",
            FiveAndOverline::Loss => "loss",
            FiveAndOverline::Draw => "draw",
        };
        let full = match self.full_board {
            FullBoard::Draw => "draw",
            FullBoard::MoverLoses => "mover_loses",
        };
        write!(f, "five_and_overline={both},full_board={full}")
    }
}

/// A text that is no reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownReading;

impl fmt::Display for UnknownReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a reading is {}", NendzyuReading::FORM)
    }
}

impl std::error::Error for UnknownReading {}

impl FromStr for NendzyuReading {
    type Err = UnknownReading;

    /// Reads settings as [`Display`](fmt::Display) writes them; one that is left out is the usual.
    fn from_str(text: &str) -> Result<NendzyuReading, UnknownReading> {
        let mut reading = NendzyuReading::USUAL;
        for setting in text.split(',') {
            let (name, value) = setting.split_once('=').ok_or(UnknownReading)?;
            let value = value.trim().to_ascii_lowercase();
            match (name.trim().to_ascii_lowercase().as_str(), value.as_str()) {
                ("five_and_overline", "win") => reading.five_and_overline = FiveAndOverline::Win,
                ("five_and_overline", "loss") => reading.five_and_overline = FiveAndOverline::Loss,
                ("five_and_overline", "draw") => reading.five_and_overline = FiveAndOverline::Draw,
                ("full_board", "draw") => reading.full_board = FullBoard::Draw,
                ("full_board", "mover_loses") => reading.full_board = FullBoard::MoverLoses,
                _ => return Err(UnknownReading),
            }
        }
        Ok(reading)
    }
}

/// Whether two points share a row, a column or a diagonal; a point does so with itself.
#[inline]
pub fn are_collinear(a: Point, b: Point) -> bool {
    let (across, down) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    across == 0 || down == 0 || across == down
}

/// Whether `point` is in the middle of the board. Where a side is even there are two middles of it,
/// and either will do.
pub fn is_central(size: Size, point: Point) -> bool {
    let is_middle = |at: u8, length: u8| at == length / 2 || at == (length - 1) / 2;
    is_middle(point.x(), size.width()) && is_middle(point.y(), size.height())
}

/// Whether one of `points` is on no line with `point`.
pub fn has_partner(points: &Bits, point: Point) -> bool {
    points.iter().any(|other| !are_collinear(point, other))
}

/// Whether two of `points` are on no line with one another.
pub fn has_pair(points: &Bits) -> bool {
    // Points of which each two are on one line are few, so this ends soon.
    let points: Vec<Point> = points.iter().collect();
    (1..points.len()).any(|n| points[..n].iter().any(|&other| !are_collinear(points[n], other)))
}

/// What runs there are through a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// One of exactly five.
    pub five: bool,
    /// One of six or more.
    pub overline: bool,
}

impl Runs {
    /// The runs through a stone of `side` on `point`, there already or not.
    pub fn through(stones: &Stones, point: Point, side: Side) -> Runs {
        let mut runs = Runs::default();
        for dir in Dir::ALL {
            let line = stones.line(dir, point);
            let (below, above) = run_around(line.stones[side] | 1 << line.at, line.at);
            runs.five |= below + above == 4;
            runs.overline |= below + above > 4;
        }
        runs
    }

    /// The runs of both.
    #[must_use]
    pub fn or(self, other: Runs) -> Runs {
        Runs { five: self.five || other.five, overline: self.overline || other.overline }
    }

    /// How a game ends by a turn of `side` that made these runs, if it does.
    pub fn outcome(self, side: Side, reading: NendzyuReading) -> Option<Outcome> {
        let win = Outcome::Win { side, reason: WinReason::Five };
        let loss = Outcome::Win { side: !side, reason: WinReason::Overline };
        match (self.five, self.overline) {
            (false, false) => None,
            (true, false) => Some(win),
            (false, true) => Some(loss),
            (true, true) => Some(match reading.five_and_overline {
                FiveAndOverline::Win => win,
                FiveAndOverline::Loss => loss,
                FiveAndOverline::Draw => Outcome::Draw,
            }),
        }
    }
}

/// The rule in one reading.
#[derive(Debug)]
struct Nendzyu {
    reading: NendzyuReading,
}

/// The rule in every reading, in the order of [`number`].
static READINGS: [Nendzyu; 6] = {
    const fn rule(five_and_overline: FiveAndOverline, full_board: FullBoard) -> Nendzyu {
        Nendzyu { reading: NendzyuReading { five_and_overline, full_board } }
    }
    [
        rule(FiveAndOverline::Win, FullBoard::Draw),
        rule(FiveAndOverline::Win, FullBoard::MoverLoses),
        rule(FiveAndOverline::Loss, FullBoard::Draw),
        rule(FiveAndOverline::Loss, FullBoard::MoverLoses),
        rule(FiveAndOverline::Draw, FullBoard::Draw),
        rule(FiveAndOverline::Draw, FullBoard::MoverLoses),
    ]
};

/// The place of a reading among all.
fn number(reading: NendzyuReading) -> usize {
    let both = match reading.five_and_overline {
        FiveAndOverline::Win => 0,
        FiveAndOverline::Loss => 2,
        FiveAndOverline::Draw => 4,
    };
    both + usize::from(reading.full_board == FullBoard::MoverLoses)
}

/// The rule in a reading.
pub(super) fn rule(reading: NendzyuReading) -> &'static dyn Rule {
    &READINGS[number(reading)]
}

impl Sealed for Nendzyu {}

impl Rule for Nendzyu {
    fn kind(&self) -> RuleKind {
        RuleKind::Nendzyu(self.reading)
    }

    fn criterion(&self, _: Side) -> FiveCriterion {
        FiveCriterion::ExactlyFive
    }

    fn turn_order(&self) -> TurnOrder {
        TURNS
    }

    fn check_move(&self, position: &Position, point: Point) -> Result<(), IllegalMove> {
        let size = position.size();
        if !size.contains(point) {
            return Err(IllegalMove::Board(PlaceError::OffBoard));
        }
        if let Some(side) = position.stones().at(point) {
            return Err(IllegalMove::Board(PlaceError::Occupied(side)));
        }
        if position.ply() == 0 && position.side() == Side::Black && !is_central(size, point) {
            return Err(IllegalMove::NotCentre);
        }
        if position.turn_under_way().iter().any(|first| are_collinear(first.point, point)) {
            return Err(IllegalMove::Collinear);
        }
        if position.turn().stones_left > 1 && !has_partner(&position.stones().empty(), point) {
            return Err(IllegalMove::NoPartner);
        }
        Ok(())
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !position.turn_under_way().is_empty() {
            return None;
        }
        let last = position.last()?;
        let runs = position.last_turn().iter().fold(Runs::default(), |runs, stone| {
            runs.or(Runs::through(position.stones(), stone.point, stone.side))
        });
        let stuck = Outcome::Win { side: !position.side(), reason: WinReason::NoTurn };
        if let Some(outcome) = runs.outcome(last.side, self.reading) {
            Some(outcome)
        } else if position.is_full() {
            Some(match self.reading.full_board {
                FullBoard::Draw => Outcome::Draw,
                FullBoard::MoverLoses => stuck,
            })
        } else {
            let alone = position.turn().stones_left == 1;
            (!alone && !has_pair(&position.stones().empty())).then_some(stuck)
        }
    }

    fn winner_on_board(&self, position: &Position) -> Option<Side> {
        let decided = |five: bool| {
            position.history().iter().rev().find_map(|stone| {
                let runs = Runs::through(position.stones(), stone.point, stone.side);
                (if five { runs.five } else { runs.overline }).then_some(stone.side)
            })
        };
        decided(true).or_else(|| decided(false).map(|side| !side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_survive_the_way_through_text() {
        for rule in &READINGS {
            let kind = rule.kind();
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.rule().kind(), kind);
        }
        assert_eq!("nendzyu".parse(), Ok(RuleKind::NENDZYU));
        assert_eq!(RuleKind::NENDZYU.to_string(), "nendzyu");
        let other: RuleKind = "Nendzyu: full_board = mover_loses".parse().unwrap();
        assert_eq!(other.to_string(), "nendzyu:five_and_overline=win,full_board=mover_loses");
        for bad in ["nendzyu:", "nendzyu:full_board", "nendzyu:full_board=win", "renju:a=b"] {
            assert!(bad.parse::<RuleKind>().is_err(), "{bad}");
        }
    }

    #[test]
    fn lines_are_rows_columns_and_diagonals() {
        let at = Point::at;
        for (a, b) in [((7, 7), (7, 0)), ((7, 7), (0, 7)), ((0, 0), (14, 14)), ((3, 10), (10, 3))] {
            assert!(are_collinear(at(a.0, a.1), at(b.0, b.1)), "{a:?} {b:?}");
        }
        for (a, b) in [((7, 7), (8, 9)), ((7, 7), (9, 8)), ((0, 0), (14, 13))] {
            assert!(!are_collinear(at(a.0, a.1), at(b.0, b.1)), "{a:?} {b:?}");
        }
    }
}
