//! The solver of forcing fours.
//!
//! It knows positions, fields and rules; it knows no evaluation, no clock and no alpha-beta.

mod cache;
mod vcf;

pub use vcf::{Solution, Vcf};
