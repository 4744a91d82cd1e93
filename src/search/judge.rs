//! What positions and moves are worth to a search, by the evaluation that it is given.

use super::prune;
use crate::board::{Point, Side};
use crate::eval::nearby::Nearby;
use crate::eval::nnue::Accumulator;
use crate::eval::policy::{self, LastStones};
use crate::eval::{Weights, classic};
use crate::pattern::Scene;
use crate::rules::RuleKind;
use crate::value::{Value, Window};

/// The evaluation of one thread.
#[derive(Debug)]
pub(super) struct Judge {
    weights: &'static Weights,
    /// Brought up to date when it is asked: many nodes need no evaluation.
    network: Option<Accumulator>,
}

/// What tells the likelihoods of one position's moves.
pub(super) struct Likelihoods<'a> {
    side: Side,
    last: LastStones,
    nearby: &'a Nearby,
    network: Option<&'a Accumulator>,
}

impl Judge {
    /// `network`: the numbers of any position on the board; the classic evaluation without them.
    pub(super) fn new(rule: RuleKind, network: Option<Accumulator>) -> Judge {
        Judge { weights: Weights::of(rule), network }
    }

    /// The static evaluation for the side to move. `window`: where its exact value matters.
    #[inline]
    pub(super) fn evaluate(&mut self, scene: &Scene, window: Window) -> Value {
        let side = scene.side();
        let classic = classic::evaluate(scene.field(), side, self.weights);
        let Some(network) = &mut self.network else { return classic };
        // What the network adds is rarely so much that it would lead back into the window.
        if classic - prune::LAZY_MARGIN >= window.beta
            || classic + prune::LAZY_MARGIN <= window.alpha
        {
            return classic;
        }
        network.value_of(scene, classic)
    }

    /// How likely moves are for the side to move.
    #[inline]
    pub(super) fn likelihoods(&mut self, scene: &Scene) -> Likelihoods<'_> {
        let side = scene.side();
        let last = LastStones::of(scene.position());
        if let Some(network) = &mut self.network {
            network.follow(scene);
        }
        let network = self.network.as_ref();
        let nearby = network.map_or(&self.weights.nearby, |network| network.network().nearby(side));
        Likelihoods { side, last, nearby, network }
    }
}

impl Likelihoods<'_> {
    /// The logarithm of how likely the move is, in 1/256, up to a constant that is the same for all
    /// moves.
    #[inline]
    pub(super) fn of(&self, scene: &Scene, point: Point) -> i32 {
        match self.network {
            Some(network) => {
                network.likelihood(point, self.side) + self.last.worth(self.nearby, point)
            }
            None => policy::likelihood(scene, self.last, self.nearby, point),
        }
    }
}
