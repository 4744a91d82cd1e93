//! The rule of a game: one trait, six rules, chosen once where a game is set up.

use super::forbidden::{self, Forbidden};
use super::nendzyu::{self, NendzyuReading};
use super::win::{self, FiveCriterion};
use crate::board::{Bits, Observer, PlaceError, Point, Position, Side, TurnOrder};
use std::fmt;
use std::str::FromStr;

/// Which rule a game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// Five or more win.
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// Exactly five wins for Black, who has forbidden points; five or more for White.
    Renju,
    /// Five wins unless both its ends are stones of the other side; six and more always win.
    Caro,
    /// Exactly five wins unless both its ends are stones of the other side.
    ExactCaro,
    /// Two stones a turn that do not share a line; exactly five wins, six or more lose.
    Nendzyu(NendzyuReading),
}

impl RuleKind {
    /// Nendzyu as it is usually read.
    pub const NENDZYU: RuleKind = RuleKind::Nendzyu(NendzyuReading::USUAL);

    /// Every rule.
    pub const ALL: [RuleKind; 6] = [
        RuleKind::Freestyle,
        RuleKind::Standard,
        RuleKind::Renju,
        RuleKind::Caro,
        RuleKind::ExactCaro,
        RuleKind::NENDZYU,
    ];

    /// The rules with one stone a turn.
    pub const ONE_STONE: [RuleKind; 5] = [
        RuleKind::Freestyle,
        RuleKind::Standard,
        RuleKind::Renju,
        RuleKind::Caro,
        RuleKind::ExactCaro,
    ];

    /// The place of the rule in [`RuleKind::ALL`], whatever its reading.
    pub const fn index(self) -> usize {
        match self {
            RuleKind::Freestyle => 0,
            RuleKind::Standard => 1,
            RuleKind::Renju => 2,
            RuleKind::Caro => 3,
            RuleKind::ExactCaro => 4,
            RuleKind::Nendzyu(_) => 5,
        }
    }

    /// The rule itself.
    pub fn rule(self) -> &'static dyn Rule {
        match self {
            RuleKind::Freestyle => &Freestyle,
            RuleKind::Standard => &Standard,
            RuleKind::Renju => &Renju,
            RuleKind::Caro => &Caro,
            RuleKind::ExactCaro => &ExactCaro,
            RuleKind::Nendzyu(reading) => nendzyu::rule(reading),
        }
    }

    /// Whether a turn of this rule has more than one stone.
    pub const fn has_long_turns(self) -> bool {
        matches!(self, RuleKind::Nendzyu(_))
    }

    /// The name by which users call it, in lower case, without a reading.
    pub const fn name(self) -> &'static str {
        match self {
            RuleKind::Freestyle => "freestyle",
            RuleKind::Standard => "standard",
            RuleKind::Renju => "renju",
            RuleKind::Caro => "caro",
            RuleKind::ExactCaro => "exact-caro",
            RuleKind::Nendzyu(_) => "nendzyu",
        }
    }
}

impl fmt::Display for RuleKind {
    /// The name; for nendzyu in another reading than the usual one also that, as
    /// `nendzyu:full_board=mover_loses`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            RuleKind::Nendzyu(reading) if *reading != NendzyuReading::USUAL => {
                write!(f, ":{reading}")
            }
            _ => Ok(()),
        }
    }
}

/// A rule name that is none, or a reading of nendzyu that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule '{}'; rules are", self.0)?;
        for (n, kind) in RuleKind::ALL.into_iter().enumerate() {
            write!(f, "{} {kind}", if n == 0 { "" } else { "," })?;
        }
        if self.0.contains(':') {
            write!(f, "; a reading of nendzyu is {}", NendzyuReading::FORM)?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for RuleKind {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<RuleKind, UnknownRule> {
        let (bare, reading) = match name.split_once(':') {
            Some((bare, reading)) => (bare, Some(reading)),
            None => (name, None),
        };
        let kind =
            RuleKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(bare.trim()));
        let kind = match (kind, reading) {
            (Some(RuleKind::Nendzyu(_)), Some(text)) => text.parse().ok().map(RuleKind::Nendzyu),
            (_, Some(_)) => None,
            (kind, None) => kind,
        };
        kind.ok_or_else(|| UnknownRule(name.to_owned()))
    }
}

/// Why a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The winner made a winning run of stones.
    Five,
    /// The loser (Black, in renju) played a forbidden point.
    Forbidden(Forbidden),
    /// The loser made a run of six or more (nendzyu).
    Overline,
    /// The loser, who is to move, has no legal turn (nendzyu), or is to move on a full board where
    /// that is read as a loss.
    NoTurn,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The winner.
        side: Side,
        /// How.
        reason: WinReason,
    },
    /// The board is full and nobody has won.
    Draw,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The board does not allow it.
    Board(PlaceError),
    /// The rule forbids it.
    Forbidden(Forbidden),
    /// The first stone of the game must be put on the centre.
    NotCentre,
    /// The second stone of a turn is on one line with the first.
    Collinear,
    /// After this first stone of a turn there would be no point for the second.
    NoPartner,
    /// A turn with another number of stones than it must have.
    Stones {
        /// Stones that the turn must have.
        wanted: u8,
        /// Stones that it has.
        given: usize,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::Board(error) => error.fmt(f),
            IllegalMove::Forbidden(kind) => write!(f, "the point is forbidden to black ({kind})"),
            IllegalMove::NotCentre => {
                f.write_str("the first stone of the game goes on the centre of the board")
            }
            IllegalMove::Collinear => f.write_str(
                "the two stones of a turn may not be in the same row, column or diagonal",
            ),
            IllegalMove::NoPartner => {
                f.write_str("no free point is left for the second stone of the turn")
            }
            IllegalMove::Stones { wanted: 1, given } => {
                write!(f, "this turn has one stone, and {given} are given")
            }
            IllegalMove::Stones { wanted, given } => {
                let are = if *given == 1 { "is" } else { "are" };
                write!(f, "this turn has {wanted} stones, and {given} {are} given")
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// A rule of play. Sealed: the six rules of this module are all there are.
///
/// A rule is chosen once, where a game is set up ([`RuleKind::rule`]); what the search needs at
/// every node (criteria, whether a side has forbidden points) it copies from here.
pub trait Rule: sealed::Sealed + fmt::Debug + Sync {
    /// Which of the rules this is.
    fn kind(&self) -> RuleKind;

    /// Which runs win for `side`.
    fn criterion(&self, side: Side) -> FiveCriterion;

    /// How many stones a turn has.
    fn turn_order(&self) -> TurnOrder {
        TurnOrder::SINGLE
    }

    /// Whether `side` has forbidden points at all.
    fn has_forbidden_points(&self, _side: Side) -> bool {
        false
    }

    /// Why a stone of `side` on the empty `point` is forbidden, if it is.
    fn forbidden(&self, _position: &Position, _side: Side, _point: Point) -> Option<Forbidden> {
        None
    }

    /// All empty points forbidden to `side`, whoever is to move.
    fn forbidden_points(&self, position: &Position, side: Side) -> Bits {
        if self.has_forbidden_points(side) {
            forbidden::all(position.stones())
        } else {
            Bits::EMPTY
        }
    }

    /// Whether the side to move may place a stone on `point`.
    ///
    /// # Errors
    /// What stands against it.
    fn check_move(&self, position: &Position, point: Point) -> Result<(), IllegalMove> {
        if !position.size().contains(point) {
            return Err(IllegalMove::Board(PlaceError::OffBoard));
        }
        if let Some(side) = position.stones().at(point) {
            return Err(IllegalMove::Board(PlaceError::Occupied(side)));
        }
        match self.forbidden(position, position.side(), point) {
            Some(kind) => Err(IllegalMove::Forbidden(kind)),
            None => Ok(()),
        }
    }

    /// Whether a stone of `side` on `point`, there already or not, wins.
    fn wins_at(&self, position: &Position, point: Point, side: Side) -> bool {
        win::wins_at(position.stones(), point, side, self.criterion(side))
    }

    /// How the game ended with the last stone, if it did.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = position.last()?;
        if self.wins_at(position, last.point, last.side) {
            return Some(Outcome::Win { side: last.side, reason: WinReason::Five });
        }
        if let Some(kind) = self.forbidden(position, last.side, last.point) {
            let reason = WinReason::Forbidden(kind);
            return Some(Outcome::Win { side: !last.side, reason });
        }
        position.is_full().then_some(Outcome::Draw)
    }

    /// The side that has a winning run anywhere on the board, for positions whose last stone says
    /// nothing. If both have one, the side of the later stone.
    fn winner_on_board(&self, position: &Position) -> Option<Side> {
        let mut stones = position.history().iter().rev();
        stones.find(|played| self.wins_at(position, played.point, played.side)).map(|p| p.side)
    }
}

impl dyn Rule + '_ {
    /// Places a stone of the side to move if the rule allows it.
    ///
    /// # Errors
    /// What stands against it; nothing has changed then.
    pub fn try_play(
        &self,
        position: &mut Position,
        point: Point,
        observer: &mut impl Observer,
    ) -> Result<(), IllegalMove> {
        self.check_move(position, point)?;
        position.try_place(point, observer).map_err(IllegalMove::Board)
    }

    /// Places all stones that are left of the turn, if the rule allows that.
    ///
    /// # Errors
    /// What stands against it; nothing has changed then.
    pub fn try_play_turn(
        &self,
        position: &mut Position,
        points: &[Point],
        observer: &mut impl Observer,
    ) -> Result<(), IllegalMove> {
        let wanted = position.turn().stones_left;
        if points.len() != usize::from(wanted) {
            return Err(IllegalMove::Stones { wanted, given: points.len() });
        }
        for (placed, &point) in points.iter().enumerate() {
            if let Err(error) = self.try_play(position, point, observer) {
                for _ in 0..placed {
                    position.undo(observer);
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Five or more win.
#[derive(Debug)]
struct Freestyle;

/// Exactly five wins.
#[derive(Debug)]
struct Standard;

/// Renju, without opening regulation and without claims: five first, then forbidden points.
#[derive(Debug)]
struct Renju;

/// Five not closed at both ends, or more than five.
#[derive(Debug)]
struct Caro;

/// Exactly five, not closed at both ends.
#[derive(Debug)]
struct ExactCaro;

impl sealed::Sealed for Freestyle {}
impl sealed::Sealed for Standard {}
impl sealed::Sealed for Renju {}
impl sealed::Sealed for Caro {}
impl sealed::Sealed for ExactCaro {}

impl Rule for Freestyle {
    fn kind(&self) -> RuleKind {
        RuleKind::Freestyle
    }
    fn criterion(&self, _: Side) -> FiveCriterion {
        FiveCriterion::FiveOrMore
    }
}

impl Rule for Standard {
    fn kind(&self) -> RuleKind {
        RuleKind::Standard
    }
    fn criterion(&self, _: Side) -> FiveCriterion {
        FiveCriterion::ExactlyFive
    }
}

impl Rule for Renju {
    fn kind(&self) -> RuleKind {
        RuleKind::Renju
    }
    fn criterion(&self, side: Side) -> FiveCriterion {
        match side {
            Side::Black => FiveCriterion::ExactlyFive,
            Side::White => FiveCriterion::FiveOrMore,
        }
    }
    fn has_forbidden_points(&self, side: Side) -> bool {
        side == Side::Black
    }
    fn forbidden(&self, position: &Position, side: Side, point: Point) -> Option<Forbidden> {
        match side {
            Side::Black => forbidden::judge(position.stones(), point),
            Side::White => None,
        }
    }
}

impl Rule for Caro {
    fn kind(&self) -> RuleKind {
        RuleKind::Caro
    }
    fn criterion(&self, _: Side) -> FiveCriterion {
        FiveCriterion::Caro
    }
}

impl Rule for ExactCaro {
    fn kind(&self) -> RuleKind {
        RuleKind::ExactCaro
    }
    fn criterion(&self, _: Side) -> FiveCriterion {
        FiveCriterion::ExactCaro
    }
}
