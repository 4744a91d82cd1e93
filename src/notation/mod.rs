//! Moves, positions and games as text. Knows the board and the rules, no engine and no disk.

pub mod diagram;
pub mod game;
pub mod jsonl;
pub mod offsets;
pub mod pos;
pub mod psq;
pub mod sgf;
pub mod yixin;
