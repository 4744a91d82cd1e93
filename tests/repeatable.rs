//! Same input, one thread, fixed nodes: same output, always.

mod support;

use support::boards::{list, played, size};
use tengen::board::{Point, Size};
use tengen::engine::Engine;
use tengen::rules::RuleKind;
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::FakeClock;
use tengen::value::Value;

const NODES: u64 = 20_000;

fn think(engine: &mut Engine) -> (Option<Point>, Option<Value>, u64, u32) {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
    (report.best(), report.value(), report.nodes, report.depth)
}

#[test]
fn two_engines_and_the_same_engine_in_a_new_game_do_the_same() {
    let openings = ["h8 h9 i10 g8", "h8 i9 g7 h9 g8 j9", "g7 h7 g8 h8"];
    for rule in RuleKind::ONE_STONE {
        let mut one = Engine::new(rule, Size::RENJU);
        let mut results = Vec::new();
        for opening in openings {
            one.new_game(Size::RENJU);
            one.set_position(played(Size::RENJU, &list(Size::RENJU, opening)));
            results.push(think(&mut one));
        }
        for (opening, result) in openings.into_iter().zip(results) {
            let mut other = Engine::new(rule, Size::RENJU);
            other.set_position(played(Size::RENJU, &list(Size::RENJU, opening)));
            assert_eq!(think(&mut other), result, "{rule} {opening}");
        }
    }
}

#[test]
fn another_rule_or_size_in_between_leaves_no_trace() {
    let opening = played(Size::RENJU, &list(Size::RENJU, "h8 h9 i10 g8"));
    let mut engine = Engine::new(RuleKind::Renju, Size::RENJU);
    engine.set_position(opening.clone());
    let first = think(&mut engine);
    engine.set_rule(RuleKind::Freestyle);
    think(&mut engine);
    engine.new_game(size((20, 20)));
    think(&mut engine);
    engine.set_rule(RuleKind::Renju);
    engine.new_game(Size::RENJU);
    engine.set_position(opening);
    assert_eq!(think(&mut engine), first);
}
