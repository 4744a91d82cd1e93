//! The search of nendzyu, where a turn is two stones that do not share a line.
//!
//! A search of its own, because nearly everything that a search of single stones knows is otherwise
//! here. A four with both ends open cannot be stopped, but neither can two fours whose fifth points
//! lie on one line, nor three fours of any kind; and two fours that *can* be stopped leave the other
//! side no choice at all. Since no line holds both stones of a turn, what one of them makes does not
//! depend on the other: the worth of a turn as far as ordering goes is the sum of its stones'.
//!
//! From the outside in: a [`Searcher`] keeps a `table` between moves and deepens at the `root`,
//! which calls the recursive `node`; `turns` lists the turns worth looking at, `threats` tells what
//! a turn can and cannot stop, and `fours` finds wins by turns that leave no choice.

mod fours;
mod node;
mod pair;
mod root;
mod table;
mod threats;
mod turns;

pub use fours::{Fours, Solution};
pub use pair::Pair;
pub use root::Searcher;
pub use threats::{Defence, Threats};
pub use turns::legal_pairs;
