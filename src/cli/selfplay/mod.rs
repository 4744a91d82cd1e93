//! What games of the engine begin from and how they stray, for everything that plays games: matches,
//! tuning, data for training.

pub mod draft;
pub mod generate;
pub mod openings;
pub mod playout;
pub mod stray;
