//! Games of nendzyu of the engine with itself from the empty board, for figures on the game.
//!
//! `cargo run --release --example nendzyu_games -- GAMES NODES SEED [MILLISECONDS]`: each side has
//! an engine of its own. For each turn a limit of positions is drawn between NODES and twice as many,
//! so that no two games are the same; with MILLISECONDS a time limit holds besides, drawn for each turn
//! between three and five quarters of it. Prints a line a game and the sums.

use std::collections::BTreeMap;
use std::time::Duration;
use tengen::board::{Point, Side, Size};
use tengen::engine::Engine;
use tengen::notation::pos::turn_names;
use tengen::rules::nendzyu::TURNS;
use tengen::rules::{Outcome, RuleKind, WinReason};
use tengen::search::{Limits, NullSink, StopFlag, TimeLimit};
use tengen::time::{Clock, MonotonicClock};

/// The next number of the `SplitMix64` sequence.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One game: its outcome and its stones.
fn play(nodes: u64, time: Option<Duration>, state: &mut u64) -> (Outcome, Vec<Point>) {
    let clock = MonotonicClock::new();
    let mut engines = Side::ALL.map(|_| {
        let mut engine = Engine::new(RuleKind::NENDZYU, Size::RENJU);
        engine.set_table_size(Some(16 << 20));
        engine
    });
    let mut stones = Vec::new();
    loop {
        if let Some(outcome) = engines[0].outcome() {
            return (outcome, stones);
        }
        let turn = engines[0].position().turn();
        let nodes = nodes + random(state) % nodes;
        let time = time.map(|time| time * (768 + (random(state) % 513) as u32) / 1024);
        let started = clock.now();
        let limits = Limits {
            started,
            nodes: Some(nodes),
            time: time.map(|time| TimeLimit::until(started + time)),
            ..Limits::default()
        };
        let report =
            engines[turn.side.index()].search(&limits, &StopFlag::new(), &clock, &NullSink);
        let points = report.turn(turn.stones_left).expect("a legal turn").to_vec();
        for engine in &mut engines {
            engine.play_turn(&points).expect("a legal turn");
        }
        stones.extend(points);
    }
}

/// How a game ended, in a word or two.
fn ending(outcome: Outcome) -> (&'static str, Option<Side>) {
    match outcome {
        Outcome::Draw => ("full board", None),
        Outcome::Win { side, reason } => {
            let how = match reason {
                WinReason::Five => "five",
                WinReason::Overline => "overline of the loser",
                WinReason::NoTurn => "no turn left",
                WinReason::Forbidden(_) => "forbidden",
            };
            (how, Some(side))
        }
    }
}

fn main() {
    let number =
        |n: usize| std::env::args().nth(n).map(|text| text.parse::<u64>().expect("a number"));
    let (games, nodes) = (number(1).unwrap_or(200), number(2).unwrap_or(2000).max(1));
    let mut state = number(3).unwrap_or(1);
    let time = number(4).map(Duration::from_millis);
    let (mut points, mut turns, mut endings) = (0.0, 0, BTreeMap::<_, u64>::new());
    for game in 1..=games {
        let (outcome, stones) = play(nodes, time, &mut state);
        let (how, winner) = ending(outcome);
        points += match winner {
            Some(Side::Black) => 1.0,
            Some(Side::White) => 0.0,
            None => 0.5,
        };
        let names = turn_names(&stones, Size::RENJU, TURNS.start(), TURNS);
        turns += names.len();
        *endings.entry((how, winner)).or_default() += 1;
        let who = winner.map_or("nobody".to_owned(), |side| side.to_string());
        println!("{game} {who}, {how}: {}", names.join(" "));
    }
    println!("Black: {points} of {games} points, {:.1} %", 100.0 * points / games as f64);
    println!("turns a game: {:.1}", turns as f64 / games as f64);
    for ((how, winner), count) in endings {
        let who = winner.map_or("nobody".to_owned(), |side| side.to_string());
        println!("{who} wins, {how}: {count}");
    }
}
