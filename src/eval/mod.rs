//! What positions are worth.
//!
//! [`Weights`] are numbers per rule, side and combination of line classes; [`classic`] makes a value
//! of the sums that a [`Field`](crate::pattern::Field) keeps of them.

pub mod classic;
mod weights;

pub use weights::Weights;
