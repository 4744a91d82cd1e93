//! What positions are worth.
//!
//! [`Weights`] are numbers per rule, side and combination of line classes; [`classic`] makes a value
//! of the sums that a [`Field`](crate::pattern::Field) keeps of them; [`win_rate`] says what result a
//! value lets expect.

pub mod classic;
mod weights;
mod win_rate;

pub use weights::Weights;
pub use win_rate::{scale, win_rate};
