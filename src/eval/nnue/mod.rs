//! The network: an evaluation learnt from games, kept stone by stone.
//!
//! Every point looks at its four lines, four points to each side. The surroundings on a line and
//! the point itself (empty, black, white) choose a row of an embedding that all directions share; what
//! a stone of either side would threaten there, by the pattern classes, chooses two more. The sum of a
//! point's rows goes through a small layer, the same for all points. What the layer says is summed over the nine regions of the board for the value heads, one for each side to
//! move; a policy head tells from the same numbers how likely a move is. What the value heads say may
//! be a value of its own or what is to be added to that of the classic evaluation: a network knows
//! which ([`Network::adds_to_classic`]).
//!
//! All arithmetic is in integers and is the same on every processor: [`Kernel`] chooses how it is
//! done, not what comes out.

mod accumulator;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod cells;
mod expectation;
mod format;
mod kernel;
mod network;
mod portable;
#[cfg(test)]
mod reference;
mod regions;
mod shape;
mod shipped;
#[cfg(test)]
mod tests;
mod threats;

pub use accumulator::Accumulator;
pub use format::NetworkError;
pub use kernel::Kernel;
pub use network::Network;
pub use shape::{CHANNELS, FEATURES, HIDDEN, POINT_CHANNELS, REACH, REGIONS, ROWS, SHAPE};
pub use shipped::{is_shipped, shipped};
