//! Which of the evaluations a search uses.

use super::nnue::{self, Network};
use crate::board::Size;
use crate::rules::RuleKind;
use std::sync::Arc;

/// What values positions and orders moves.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The classic evaluation, for every rule.
    Classic,
    /// The networks that the program is built with; the classic evaluation where it has none.
    #[default]
    Network,
    /// A network of one's own, on every board of its rule; else as [`Evaluation::Network`].
    Loaded(Arc<Network>),
}

impl Evaluation {
    /// Whether there is a network for games under `rule` on boards of `size`.
    pub fn has_network(&self, rule: RuleKind, size: Size) -> bool {
        match self {
            Evaluation::Classic => false,
            Evaluation::Loaded(network) if network.rule() == rule => true,
            Evaluation::Network | Evaluation::Loaded(_) => nnue::is_shipped(rule, size),
        }
    }

    /// The network for games under `rule` on boards of `size`; `None`: the classic evaluation.
    pub fn network(&self, rule: RuleKind, size: Size) -> Option<Arc<Network>> {
        match self {
            Evaluation::Classic => None,
            Evaluation::Loaded(network) if network.rule() == rule => Some(network.clone()),
            Evaluation::Network | Evaluation::Loaded(_) => nnue::shipped(rule, size),
        }
    }
}
