//! The opening decider: which opening to show, whether to swap, what to promise, offer and choose.
//!
//! [`Solver`] is backward induction over the table of a regulation, with a [`Judge`] of positions;
//! it knows no regulation by name and no engine. [`EngineJudge`] is the engine as a judge.
//! [`decide_turn`] decides a whole turn within a time. [`table`] has values of the 26 openings for
//! when there is none, `even` has positions for players who have to make them even.

mod cache;
pub mod compute;
mod decide;
mod engine_judge;
mod even;
mod judge;
mod shape;
mod solve;
pub mod table;

pub use cache::Cache;
pub use decide::{DecidedTurn, Decision, Wishes, decide_turn};
pub use engine_judge::{EngineJudge, Share};
pub use judge::{CountingJudge, Judge, Valued};
pub use shape::is_ordinary;
pub use solve::{Breadth, Candidate, Solver};
