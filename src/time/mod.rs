//! Clocks, and how much of the time that is left a move may take.
//!
//! Knows nothing of searches or protocols: plain durations in, plain durations out.

mod budget;
mod clock;

pub use budget::{Budget, TimeControl};
pub use clock::{Clock, FakeClock, MonotonicClock};
