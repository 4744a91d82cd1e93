//! The clock, as something that is passed in: tests never sleep.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock that never goes back.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The machine's clock; zero is when it was made.
#[derive(Debug)]
pub struct MonotonicClock {
    zero: Instant,
}

impl MonotonicClock {
    /// A clock that shows zero now.
    pub fn new() -> MonotonicClock {
        MonotonicClock { zero: Instant::now() }
    }
}

impl Default for MonotonicClock {
    fn default() -> MonotonicClock {
        MonotonicClock::new()
    }
}

impl Clock for MonotonicClock {
    fn now(&self) -> Duration {
        self.zero.elapsed()
    }
}

/// A clock for tests: it stands still but for what it is told, and a fixed step at each reading.
#[derive(Debug, Default)]
pub struct FakeClock {
    nanoseconds: AtomicU64,
    step: u64,
}

impl FakeClock {
    /// A clock that shows zero and stands still.
    pub fn new() -> FakeClock {
        FakeClock::default()
    }

    /// A clock that goes on by `step` each time it is read.
    pub fn stepping(step: Duration) -> FakeClock {
        FakeClock { nanoseconds: AtomicU64::new(0), step: step.as_nanos() as u64 }
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.nanoseconds.fetch_add(by.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.fetch_add(self.step, Ordering::Relaxed))
    }
}
