//! Tengen, a game engine for renju and gomoku.
//!
//! Knowledge runs one way, lowest first; a module may use those named before it in its chain and
//! nothing above (`tests/layers.rs` enforces this):
//!
//! * [`board`] — sizes, points, sides, stones, lines, positions. Knows no rule.
//! * [`rules`] — who has won, what is forbidden, whose turn comes next. Knows no score.
//! * [`pattern`] — the class of every empty point in every direction, kept stone by stone.
//! * [`eval`] — what the classes are worth, and what a network says of a position.
//! * [`threat`] — the solver of forcing fours.
//! * [`search`] — alpha-beta over all of it. Never prints and never parses.
//! * [`nendzyu`] — the search of the rule with two stones a turn.
//! * [`engine`] — one game: a position, a table, workers; go, stop, wait. Knows no protocol word.
//! * [`decider`] — what to do in an opening, from the tables of [`opening`] and searches.
//! * [`protocol`] and [`cli`] — text in and text out.
//!
//! Beside the chain: [`value`] and [`time`] know only the standard library; [`notation`] knows
//! [`board`] and [`rules`]. [`picture`] draws boards and curves, [`store`] keeps analyses in a file,
//! [`data`] are files of games for training. [`analysis`] asks the engine the questions of a player.
//! [`opening`] knows [`notation`] too.

pub mod analysis;
pub mod board;
pub mod cli;
pub mod data;
pub mod decider;
pub mod engine;
pub mod eval;
pub mod nendzyu;
pub mod notation;
pub mod opening;
pub mod pattern;
pub mod picture;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod store;
pub mod threat;
pub mod time;
pub mod value;
