//! What positions are worth, and which moves are likely.
//!
//! [`Weights`] are numbers per rule, side and combination of line classes; [`classic`] makes a value
//! of the sums that a [`Field`](crate::pattern::Field) keeps of them, [`policy`] an order of moves;
//! [`win_rate`] says what result a value lets expect. [`nnue`] is a network that says both from the
//! stones alone, or what is to be added to the classic value. An [`Evaluation`] is the choice between
//! them.

mod by_hand;
pub mod classic;
mod evaluation;
pub mod nearby;
pub mod nnue;
mod numbers;
pub mod policy;
mod weights;
mod win_rate;

pub use evaluation::Evaluation;
pub use numbers::{Numbers, THREAT_SETS, WeightsError};
pub use weights::Weights;
pub use win_rate::{scale, win_rate};
