//! Engine against engine: child processes, refereed games, schedules, statistics and records.
//!
//! `process` < `player` < `game` < `tournament`: a process knows no move, a player knows no rule of
//! play, a game knows no statistics. `score`, `sprt` and `schedule` are arithmetic alone.

pub mod ending;
pub mod engine_options;
pub mod exports;
pub mod game;
pub mod memory;
pub mod player;
pub mod process;
pub mod record;
pub mod regulated;
pub mod replay;
pub mod report;
pub mod schedule;
pub mod score;
pub mod sprt;
pub mod standings;
pub mod summary;
pub mod thinking;
pub mod time_control;
pub mod tournament;
pub mod transcript;
pub mod words;
