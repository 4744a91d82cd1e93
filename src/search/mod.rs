//! Alpha-beta search over positions, patterns and the threat solver.
//!
//! The search reports through [`EventSink`] and never prints; it takes [`Limits`] and never asks
//! where they came from.

mod event;
mod limits;
mod pool;

pub use event::{EventSink, Line, NullSink, Progress, SearchReport};
pub use limits::{Goal, Limits, StopFlag, TimeLimit};
pub use pool::Pool;
