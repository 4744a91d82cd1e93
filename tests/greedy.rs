//! The engine against a player that looks one stone ahead: it wins.

mod support;

use support::boards::size;
use support::oracle::cell;
use support::random::{Random, number_from_environment};
use support::{greedy, referee::Referee};
use tengen::board::Side;
use tengen::engine::Engine;
use tengen::rules::{Outcome, RuleKind};
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::FakeClock;

/// Positions that the engine may visit for a move in the short form: some milliseconds.
const NODES: u64 = 20_000;
/// Plays one game on a board of `shape`, the engine as `engine_side`.
fn play(
    kind: RuleKind,
    shape: (u8, u8),
    engine_side: Side,
    nodes: u64,
    random: &mut Random,
) -> Referee {
    let board = size(shape);
    let mut engine = Engine::new(kind, board);
    engine.set_table_size(Some(4 << 20));
    let mut referee = Referee::new(kind, board);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    // The first stone near the middle, so that no two games are the same.
    let middle = cell(board.center());
    let first = (middle.0 + random.below(5) as i32 - 2, middle.1 + random.below(5) as i32 - 2);
    while referee.outcome().is_none() {
        let chosen = if referee.moves().is_empty() {
            first
        } else if referee.side() == engine_side {
            let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
            cell(report.best().expect("a legal move"))
        } else {
            greedy::choose(&mut referee, random).expect("a legal move")
        };
        referee.play(chosen).unwrap_or_else(|error| panic!("{kind}: {error} in {referee:?}"));
        engine.play(board.point(chosen.0, chosen.1).expect("a point")).expect("a legal move");
        assert_eq!(engine.outcome(), referee.outcome());
    }
    referee
}

/// Plays so many games and lists those that the engine did not win.
fn games_not_won(kind: RuleKind, games: u64, nodes: u64, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed + kind.index() as u64);
    let mut failures = Vec::new();
    for game in 0..games {
        let engine_side = if game % 2 == 0 { Side::Black } else { Side::White };
        let shape = if game % 4 < 2 { (15, 15) } else { (20, 20) };
        let referee = play(kind, shape, engine_side, nodes, &mut random);
        if !matches!(referee.outcome(), Some(Outcome::Win { side, .. }) if side == engine_side) {
            failures.push(format!("{kind}: game {game}, as {engine_side}: {referee:?}"));
        }
    }
    println!("{kind}: {} of {games} games won", games - failures.len() as u64);
    failures
}

fn all_games_not_won(games_per_rule: u64, nodes: u64, seed: u64) -> Vec<String> {
    RuleKind::ONE_STONE
        .into_iter()
        .flat_map(|kind| games_not_won(kind, games_per_rule, nodes, seed))
        .collect()
}

#[test]
fn it_wins_under_every_rule_with_both_colours() {
    let failures = all_games_not_won(4, NODES, 5);
    assert!(failures.is_empty(), "{} of 20 games not won: {failures:#?}", failures.len());
}

#[test]
#[ignore = "TENGEN_GAMES games a rule (default 20) with TENGEN_NODES nodes a move (default 100000)"]
fn it_wins_a_hundred_games() {
    let games = number_from_environment("TENGEN_GAMES", 20);
    let nodes = number_from_environment("TENGEN_NODES", 100_000);
    let failures = all_games_not_won(games, nodes, number_from_environment("TENGEN_SEED", 100));
    assert!(failures.is_empty(), "{} games not won: {failures:#?}", failures.len());
}
