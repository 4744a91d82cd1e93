//! What several tests share: slow rule-book versions of the rules, and positions to try them on.

// Every test compiles this module for itself and uses a part of it.
#![allow(dead_code)]

pub mod boards;
pub mod conversation;
pub mod greedy;
pub mod line_book;
pub mod manager;
pub mod nendzyu;
pub mod opening_referee;
pub mod oracle;
pub mod proof;
pub mod random;
pub mod referee;
pub mod trees;
pub mod verifier;
