//! The rules of play: who has won, which points are forbidden, how many stones a turn has.
//!
//! Everything here is judged exactly, from the line words of the board alone. This layer knows no
//! pattern and no score.

pub mod forbidden;
pub mod nendzyu;
pub mod reason;
mod rule;
pub mod win;

pub use forbidden::Forbidden;
pub use nendzyu::{FiveAndOverline, FullBoard, NendzyuReading};
pub use reason::{Reason, ReasonLine};
pub use rule::{IllegalMove, Outcome, Rule, RuleKind, UnknownRule, WinReason};
pub use win::FiveCriterion;
