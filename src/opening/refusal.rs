//! Why an action is not legal, in words.

use super::action::ActionKind;
use super::canonical::CanonicalOpening;
use super::region::Region;
use super::text::Coordinates;
use crate::board::{Point, Side, Size};
use crate::rules::{Forbidden, RuleKind};
use std::fmt;

/// Why an action (or a turn) is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The opening is over.
    Over,
    /// Another kind of action is due.
    NotDue {
        /// What was tried.
        tried: ActionKind,
        /// What is due.
        due: Vec<ActionKind>,
    },
    /// It is the other player who has to act.
    OtherPlayer,
    /// The turn has to go on with one of these.
    Incomplete(Vec<ActionKind>),
    /// The turn has no action.
    Empty,
    /// The point is outside the board.
    OffBoard(Point),
    /// There is a stone on the point.
    Occupied(Point, Side),
    /// The point is outside the part of the board that is open to this stone.
    OutsideRegion(Point, Region),
    /// The first stone of a canonical opening is not in the middle, the second not beside it, or
    /// the third not in the square of 5 x 5.
    NoOpening(Point),
    /// The opening may not be shown.
    Banned(CanonicalOpening),
    /// The opening has been refused before.
    RefusedBefore(CanonicalOpening),
    /// Only openings as the table shows them may be shown, not turned or mirrored.
    NotUsualForm(Point),
    /// Every opening that begins so may not be shown.
    LeadsNowhere(Point),
    /// The stone would end the game.
    WouldWin(Point),
    /// The point is forbidden to Black.
    Forbidden(Point, Forbidden),
    /// The promised number is out of range.
    PromiseRange {
        /// What was promised.
        number: u32,
        /// The least.
        low: u32,
        /// The most.
        high: u32,
    },
    /// So many points are not offered.
    OfferCount {
        /// How many were.
        offered: usize,
        /// How many must be.
        wanted: u32,
    },
    /// A point is offered twice.
    OfferTwice(Point),
    /// Two offers are the same move.
    Equivalent(Point, Point),
    /// One move was promised: it is simply placed.
    SingleOffer,
    /// The point was not offered.
    NotOffered(Point),
    /// There have been so many refusals already.
    NoRefusalLeft(u32),
    /// This player has replaced so many stones already.
    NoReplacementLeft(u32),
    /// The point, or one that is the same by symmetry, was tried for this stone before.
    TriedBefore(Point, Point),
    /// No such regulation can be rejected.
    NoAlternative(String, Vec<String>),
}

impl Refusal {
    /// Whether it is an offer that is invalid.
    pub fn is_invalid_offer(&self) -> bool {
        matches!(
            self,
            Refusal::OfferCount { .. } | Refusal::OfferTwice(_) | Refusal::Equivalent(..)
        )
    }

    /// The reason in words, with points written one way or the other.
    pub fn text(&self, coordinates: Coordinates, size: Size) -> String {
        let at = |point: &Point| coordinates.write(*point, size);
        match self {
            Refusal::Over => "the opening is over".to_owned(),
            Refusal::NotDue { tried, due } => {
                format!("{} is not due, but {}", tried.word(), words(due))
            }
            Refusal::OtherPlayer => "the turn is over here: the other player acts next".to_owned(),
            Refusal::Incomplete(due) => format!("the turn has to go on with {}", words(due)),
            Refusal::Empty => "a turn has at least one action".to_owned(),
            Refusal::OffBoard(point) => format!("{} is outside the {size} board", at(point)),
            Refusal::Occupied(point, side) => {
                format!("there is a {side} stone on {}", at(point))
            }
            Refusal::OutsideRegion(point, Region::Square(1)) => {
                format!("{} is not the middle of the board", at(point))
            }
            Refusal::OutsideRegion(point, Region::Outside(side)) => {
                format!("{} lies inside the central square of side {side}", at(point))
            }
            Refusal::OutsideRegion(point, region) => {
                format!("{} lies outside the central square of side {region}", at(point))
            }
            Refusal::NoOpening(point) => {
                format!("with {} the stones make none of the 26 openings", at(point))
            }
            Refusal::Banned(opening) => format!("the opening {opening} may not be shown"),
            Refusal::RefusedBefore(opening) => {
                format!("the opening {opening} has been refused before")
            }
            Refusal::NotUsualForm(point) => format!(
                "with {} the opening is turned or mirrored: the second stone stands above the first \
                 one, or above and to its right",
                at(point)
            ),
            Refusal::LeadsNowhere(point) => {
                format!("after {} there is no opening that may be shown", at(point))
            }
            Refusal::WouldWin(point) => format!("a stone on {} would end the game", at(point)),
            Refusal::Forbidden(point, kind) => {
                format!("{} is forbidden to black ({kind})", at(point))
            }
            Refusal::PromiseRange { number, low, high } => {
                format!("{number} moves cannot be promised, but {low} to {high}")
            }
            Refusal::OfferCount { offered, wanted } => {
                format!("{wanted} points have to be offered, not {offered}")
            }
            Refusal::OfferTwice(point) => format!("{} is offered twice", at(point)),
            Refusal::Equivalent(one, other) => format!(
                "{} and {} are the same move: a mirror or a half turn of the four stones takes one \
                 to the other",
                at(one),
                at(other)
            ),
            Refusal::SingleOffer => {
                "one move was promised: it is placed, without an offer".to_owned()
            }
            Refusal::NotOffered(point) => format!("{} was not offered", at(point)),
            Refusal::NoRefusalLeft(limit) => format!("{limit} openings have been refused already"),
            Refusal::NoReplacementLeft(0) => "stones cannot be replaced here".to_owned(),
            Refusal::NoReplacementLeft(limit) => {
                format!("this player has replaced a stone {limit} times already")
            }
            Refusal::TriedBefore(point, earlier) if point == earlier => {
                format!("{} has been tried for this stone before", at(point))
            }
            Refusal::TriedBefore(point, earlier) => format!(
                "{} is the same as {}, which has been tried for this stone before",
                at(point),
                at(earlier)
            ),
            Refusal::NoAlternative(name, names) => {
                format!("'{name}' cannot be rejected, but {}", names.join(", "))
            }
        }
    }
}

/// Kinds of action as a list.
fn words(kinds: &[ActionKind]) -> String {
    let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    words.join(" or ")
}

/// Why a regulation cannot be played here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsuitable {
    /// It is for renju.
    Rule(RuleKind),
    /// It places stone by stone, and a turn of the rule has two.
    LongTurns(RuleKind),
    /// It is for a board of another size.
    Size {
        /// The board there is.
        size: Size,
        /// The board it is for.
        wanted: Size,
    },
}

impl fmt::Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsuitable::Rule(rule) => {
                write!(f, "the regulation is for the rule renju, and the rule is {rule}")
            }
            Unsuitable::LongTurns(rule) => {
                write!(
                    f,
                    "the regulation is for rules with one stone a turn, and the rule is {rule}"
                )
            }
            Unsuitable::Size { size, wanted } => {
                write!(f, "the regulation is for a {wanted} board, and the board is {size}")
            }
        }
    }
}

impl std::error::Error for Unsuitable {}
