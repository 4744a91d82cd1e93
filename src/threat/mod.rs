//! The solvers of forcing moves: of fours alone, and of threes and fours.
//!
//! They know positions, fields and rules; they know no evaluation, no clock and no alpha-beta.

mod attacks;
mod budget;
mod cache;
mod lend;
mod proof;
mod replies;
mod table;
mod vcf;
mod vct;

pub use budget::Budget;
pub use proof::{Proof, Reply, Step};
pub use vcf::{Solution, Vcf};
pub use vct::Vct;
