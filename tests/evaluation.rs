//! The choice of what values positions, and that its ways agree.

use std::path::Path;
use std::sync::Arc;
use tengen::board::{Point, Size};
use tengen::engine::Engine;
use tengen::eval::Evaluation;
use tengen::eval::nnue::{Kernel, Network};
use tengen::notation::pos;
use tengen::rules::RuleKind;
use tengen::search::{Limits, NullSink, SearchReport, StopFlag};
use tengen::time::FakeClock;

const MOVES: &str = "h8g7h10i11g11j8e13f12";

fn engine(rule: RuleKind, size: Size) -> Engine {
    let mut engine = Engine::new(rule, size);
    let points: Vec<Point> = pos::parse_moves(MOVES, size).unwrap();
    for point in points {
        engine.play(point).unwrap();
    }
    engine
}

fn search(engine: &mut Engine) -> SearchReport {
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink)
}

/// What tells one search from another.
fn essence(report: &SearchReport) -> (Option<Point>, String, u64) {
    (report.best(), format!("{:?}", report.value()), report.nodes)
}

fn untrained(rule: RuleKind, seed: u64) -> Evaluation {
    Evaluation::Loaded(Arc::new(Network::untrained(rule, seed)))
}

#[test]
fn a_network_holds_for_games_of_its_rule_only() {
    for rule in RuleKind::ALL {
        let evaluation = untrained(RuleKind::Renju, 3);
        let hash = evaluation.network(rule, Size::RENJU).map(|network| network.hash());
        let shipped = Evaluation::Network.network(rule, Size::RENJU).map(|network| network.hash());
        if rule == RuleKind::Renju {
            assert_ne!(hash, shipped);
        } else {
            assert_eq!(hash, shipped);
        }
        assert!(Evaluation::Classic.network(rule, Size::RENJU).is_none());
        assert_eq!(evaluation.has_network(rule, Size::RENJU), hash.is_some());
    }
}

#[test]
fn another_evaluation_forgets_what_the_one_before_has_found() {
    let mut changed = engine(RuleKind::Renju, Size::RENJU);
    for evaluation in [Evaluation::Classic, untrained(RuleKind::Renju, 3), Evaluation::Classic] {
        changed.set_evaluation(evaluation.clone());
        let mut fresh = engine(RuleKind::Renju, Size::RENJU);
        fresh.set_evaluation(evaluation.clone());
        let found = search(&mut changed);
        assert_eq!(essence(&found), essence(&search(&mut fresh)), "{evaluation:?}");
    }
}

#[test]
fn searches_are_the_same_with_every_kind_of_arithmetic() {
    for rule in [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju] {
        for evaluation in [Evaluation::Network, untrained(rule, 5)] {
            for size in [Size::RENJU, Size::square(20).unwrap()] {
                let mut fast = engine(rule, size);
                fast.set_evaluation(evaluation.clone());
                let mut plain = engine(rule, size);
                plain.set_evaluation(evaluation.clone());
                plain.set_kernel(Kernel::PORTABLE);
                assert_eq!(essence(&search(&mut fast)), essence(&search(&mut plain)));
            }
        }
    }
}

#[test]
fn the_search_goes_on_without_a_network_where_the_memory_is_too_little_for_one() {
    let mut engine = engine(RuleKind::Renju, Size::RENJU);
    engine.set_evaluation(untrained(RuleKind::Renju, 3));
    assert!(engine.uses_network());
    assert!(engine.set_memory(16 << 20));
    assert!(!engine.uses_network());
    assert!(search(&mut engine).best().is_some());
}

#[test]
fn networks_of_files_are_those_that_were_written() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evaluation-network.bin");
    let network = Network::untrained(RuleKind::Standard, 9);
    std::fs::write(&path, network.write()).unwrap();
    let read = Network::read(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(read.hash(), network.hash());
    let mut from_file = engine(RuleKind::Standard, Size::RENJU);
    from_file.set_evaluation(Evaluation::Loaded(Arc::new(read)));
    let mut direct = engine(RuleKind::Standard, Size::RENJU);
    direct.set_evaluation(Evaluation::Loaded(Arc::new(network)));
    assert_eq!(essence(&search(&mut from_file)), essence(&search(&mut direct)));
}
