//! The class of every empty point in every direction, for both sides, kept stone by stone.
//!
//! A class says what a stone *would* make: the class of an empty point is that of the line with
//! a stone of the side on it. `class` names the classes, `codes` numbers surroundings, `windows`
//! reads them off the lines, `table` computes once per rule which surroundings give which class,
//! `field` follows a position with all that. Forbidden points of renju appear here only as suspects;
//! the rules layer decides.

mod class;
mod codes;
mod field;
mod scene;
mod table;
mod windows;

pub use class::{Combination, LineClass, Threat};
pub use codes::LineCodes;
pub use field::{Field, FieldError, MOST_THREAT_CHANGES, Sums, ThreatChange};
pub use scene::{Replies, Scene};
pub use table::{PatternTable, PointTable, PointValue, PointValues};
