//! Opening regulations: who puts which stone where, who may swap, promise, offer and choose.
//!
//! A regulation is data: a table of steps in `regulations/*.toml` ([`reader`] says how they are
//! written), or in a file of the user's own. One machine, [`Opening`], follows any of them.
//! [`catalogue::find`] gives the table of a name.
//!
//! ```
//! use tengen::board::Size;
//! use tengen::opening::{Action, Coordinates, Opening, Person, catalogue, parse_turn};
//! use tengen::rules::RuleKind;
//!
//! let regulation = catalogue::find("soosorv-8")?;
//! let mut opening = Opening::new(regulation, RuleKind::Renju, Size::RENJU)?;
//! // A turn is everything that one person does before the other must act.
//! let turn = parse_turn("7,7 7,6 9,5", Coordinates::Numbers, Size::RENJU)?;
//! opening.apply_turn(&turn).unwrap();
//! assert_eq!(opening.due(), Some(Person::Second));
//! assert!(opening.legal().swap);
//! // What is not legal is refused with a reason, and changes nothing.
//! let wrong = parse_turn("STAY 6,6 OFFER 9", Coordinates::Numbers, Size::RENJU)?;
//! let refusal = opening.apply_turn(&wrong).unwrap_err();
//! let why = refusal.text(Coordinates::Numbers, Size::RENJU);
//! assert_eq!(why, "9 moves cannot be promised, but 1 to 8");
//! assert_eq!(opening.turns().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Opening::due`] says who acts, [`Opening::legal`] what may be done, [`Opening::colour`] and
//!   [`Opening::holder`] who holds which colour, [`Opening::promised`] and [`Opening::offers`] what
//!   is on offer, [`Opening::stones`] and [`Opening::position`] the board.
//! * [`Opening::apply`] does one action and [`Opening::undo`] takes it back; [`Opening::apply_turn`]
//!   and [`Opening::undo_turn`] do the same with a whole turn, which is what players exchange.
//! * After the last action [`Opening::is_over`]: the game goes on by its rule alone, and the next
//!   stone is [`Opening::to_move`]'s. Where the table ends with a stone (the sixth, in most), that
//!   stone is part of the opening and of the same turn as the decision before it.
//! * [`parse_turn`] and [`turn_text`] are the text of turns, with points as `x,y` or `h8`.
//! * [`Action::Finish`] occurs only where a turn may go on or end (LianHuan); text leaves it out,
//!   and `apply_turn` adds it.
//!
//! [`CanonicalOpening`] knows the 26 openings of renju by name and form; [`Equivalence`] says which
//! offered moves are the same. The two use different symmetries, on purpose.

mod action;
mod canonical;
pub mod catalogue;
mod chance;
mod checks;
mod describe;
mod equivalence;
mod legality;
mod machine;
mod person;
mod playout;
pub mod reader;
mod refusal;
mod region;
mod settings;
mod state;
mod steps;
mod table;
mod text;
mod written;

pub use action::{Action, ActionKind};
pub use canonical::{CanonicalOpening, Group, UnknownOpening};
pub use chance::Chance;
pub use describe::StepTable;
pub use equivalence::Equivalence;
pub use legality::Legal;
pub use machine::Opening;
pub use person::Person;
pub use playout::{Stuck, play_out, random_action};
pub use refusal::{Refusal, Unsuitable};
pub use region::Region;
pub use table::{
    Choice, Count, Deed, Next, Regulation, Setting, SettingValue, Step, UNLIMITED, Who,
};
pub use text::{Coordinates, KEYWORDS, TurnTextError, action_text, parse_turn, turn_text};
