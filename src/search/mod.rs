//! Alpha-beta search over positions, patterns and the threat solver.
//!
//! The search reports through [`EventSink`] and never prints; it takes [`Limits`] and never asks
//! where they came from. From the outside in: `pool` runs one `worker` a thread, each deepens at
//! the `root`, which calls the recursive `node`; `picker`, `prune`, `history` and `tt` serve that.

mod event;
mod forced;
mod history;
mod huge_pages;
mod judge;
mod limits;
mod node;
mod picker;
mod pool;
mod prune;
mod root;
mod strength;
mod tt;
mod worker;

pub use event::{EventSink, ForcedWinFound, Line, NullSink, Progress, SearchReport};
pub use limits::{ForcedWin, Goal, Limits, StopFlag, TimeLimit};
pub use pool::{Pool, STACK_BYTES};
pub use strength::Strength;
