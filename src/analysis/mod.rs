//! Questions of a player about a position or a game, answered by the engine. No text here.
//!
//! `threats` lists what either side can make now and what stops it, `ranking` values every legal
//! move, `review` goes through a game and finds the mistakes.

mod ranking;
mod review;
mod threats;

pub use ranking::{RankLimits, RankedMove, rank_moves};
pub use review::{Judged, Judgement, ReviewLimits, review};
pub use threats::{Answer, By, ThreatMap, answers, attack, threat_map};
