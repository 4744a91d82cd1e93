//! How the engine plays as `INFO` has it: weaker, further from the stones, wins by force first, and
//! thinking in the other side's turn.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::conversation::Conversation;
use tengen::board::{Point, Size};
use tengen::notation::pos;
use tengen::time::MonotonicClock;

fn game(lines: &[&str]) -> Conversation {
    let mut talk = Conversation::new(Arc::new(MonotonicClock::new()));
    for line in ["START 15", "INFO timeout_turn 20000"].iter().chain(lines) {
        talk.answers(line);
    }
    talk.said();
    talk
}

/// Sends a position, waits for the move without hurrying it, and gives all that was said.
fn board(talk: &mut Conversation, lines: &[&str]) -> Vec<String> {
    talk.send(b"BOARD", Duration::ZERO);
    for line in lines.iter().chain(&["DONE"]) {
        talk.send(line.as_bytes(), Duration::ZERO);
    }
    while talk.session.is_thinking() {
        let event = talk.events.recv_timeout(Duration::from_secs(60)).expect("a search ends");
        talk.session.handle(event);
    }
    talk.said()
}

fn answer(said: &[String]) -> &str {
    let answers: Vec<_> = said.iter().filter(|line| !line.starts_with("MESSAGE ")).collect();
    assert_eq!(answers.len(), 1, "{said:?}");
    answers[0]
}

/// The engine is to move in a quiet position.
const QUIET: [&str; 5] = ["7,7,2", "8,8,1", "7,6,2", "9,9,1", "3,3,2"];
/// The other side has a four with one open end.
const BLOCK: [&str; 8] =
    ["7,7,2", "0,0,1", "8,7,2", "0,14,1", "9,7,2", "6,7,1", "10,7,2", "12,12,1"];
/// The engine has a four with one open end.
const FIVE: [&str; 8] =
    ["7,7,1", "0,0,2", "8,7,1", "0,14,2", "9,7,1", "6,7,2", "10,7,1", "14,14,2"];
/// Black, the engine, wins by fours.
const FOURS: &str = "g9h8i7f4e5f11i11d11j11g4l8h11l12l9g7k8f8h6k11i12i10j12d9l10";

/// The lines of `BOARD` for moves of both sides in turn, the engine's first.
fn lines(moves: &str) -> Vec<String> {
    let points = pos::parse_moves(moves, Size::RENJU).expect("moves");
    let line = |(n, point): (usize, &Point)| format!("{},{},{}", point.x(), point.y(), 1 + n % 2);
    points.iter().enumerate().map(line).collect()
}

#[test]
fn a_weak_engine_misses_neither_five_nor_block() {
    for strength in [0, 1, 10, 30, 50, 80] {
        let strength_line = format!("INFO strength {strength}");
        let mut talk = game(&["INFO rule 4", &strength_line]);
        for seed in 1..=5 {
            talk.answers(&format!("INFO opening_seed {seed}"));
            assert_eq!(answer(&board(&mut talk, &BLOCK[..7])), "11,7", "{strength} {seed}");
            assert_eq!(answer(&board(&mut talk, &FIVE)), "11,7", "{strength} {seed}");
        }
        // Also where there is no time to look at all moves.
        for limit in ["INFO max_node 1", "INFO timeout_turn 0"] {
            let mut talk = game(&["INFO rule 4", &strength_line, limit]);
            for _ in 0..5 {
                assert_eq!(answer(&board(&mut talk, &BLOCK[..7])), "11,7", "{strength} {limit}");
                assert_eq!(answer(&board(&mut talk, &FIVE)), "11,7", "{strength} {limit}");
            }
        }
    }
}

#[test]
fn a_weak_engine_varies_and_a_seed_repeats_it() {
    let moves = |seed: u64, strength: u32| {
        let mut talk = game(&["INFO rule 4", &format!("INFO strength {strength}")]);
        talk.answers(&format!("INFO opening_seed {seed}"));
        let said = board(&mut talk, &QUIET);
        // It says nothing of what it has seen and does not play.
        assert!(said.iter().filter(|line| line.contains(" pv ")).count() == 1, "{said:?}");
        assert!(!said.iter().any(|line| line.contains("multipv")), "{said:?}");
        answer(&said).to_owned()
    };
    let weak: BTreeSet<String> = (1..=12).map(|seed| moves(seed, 0)).collect();
    assert!(weak.len() >= 3, "{weak:?}");
    for seed in 1..=3 {
        assert_eq!(moves(seed, 0), moves(seed, 0));
    }
    let strong: BTreeSet<String> = (1..=4).map(|seed| moves(seed, 95)).collect();
    assert!(strong.len() < weak.len(), "{strong:?} {weak:?}");
}

#[test]
fn wins_by_force_come_first_where_they_are_wanted() {
    let mut talk = game(&["INFO rule 4", "INFO checkmate 1"]);
    let fours = lines(FOURS);
    let fours: Vec<&str> = fours.iter().map(String::as_str).collect();
    for kind in ["INFO checkmate 1", "INFO checkmate 2"] {
        talk.answers(kind);
        let said = board(&mut talk, &fours);
        assert!(said.len() == 2 && said[0].contains("ev +M"), "{said:?}");
    }
    // None: it says so, and answers with a move all the same.
    for line in ["INFO checkmate 1", "INFO max_node 5000"] {
        talk.answers(line);
    }
    let said = board(&mut talk, &QUIET);
    assert!(said.contains(&"MESSAGE no win by fours".to_owned()), "{said:?}");
    answer(&said);
    // Too few positions to tell.
    for line in ["INFO checkmate 2", "INFO max_node 40"] {
        talk.answers(line);
    }
    let said = board(&mut talk, &QUIET);
    let wanted = "MESSAGE no win by fours and threes was found in time: there may be one";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
    answer(&said);
    // Not wanted any more.
    talk.answers("INFO checkmate 0");
    let said = board(&mut talk, &QUIET);
    assert!(!said.iter().any(|line| line.contains("no win by")), "{said:?}");
}

#[test]
fn moves_further_away_are_considered_where_that_is_wanted() {
    // The best twenty moves of one stone in the middle.
    let furthest = |caution: u32| {
        let mut talk = game(&[&format!("INFO caution_factor {caution}"), "INFO max_depth 1"]);
        for line in ["YXBOARD", "7,7,2", "DONE"] {
            talk.send(line.as_bytes(), Duration::ZERO);
        }
        talk.send(b"YXNBEST 224", Duration::ZERO);
        while talk.session.is_thinking() {
            let event = talk.events.recv_timeout(Duration::from_secs(60)).expect("an end");
            talk.session.handle(event);
        }
        let said = talk.said();
        let name = |line: &String| line.split(" pv ").nth(1)?.split(' ').next().map(str::to_owned);
        let points: BTreeSet<String> = said.iter().filter_map(name).collect();
        points.len()
    };
    // Points in the squares of 2, 3 and 4, and with the ends of half-lines beyond.
    assert_eq!([0, 1, 2, 3, 4, 5].map(furthest), [24, 32, 48, 56, 80, 224]);
}

#[test]
fn it_thinks_in_the_other_sides_turn_until_the_next_line() {
    let mut talk = game(&["INFO rule 4", "INFO max_node 20000"]);
    board(&mut talk, &QUIET);
    assert!(!talk.session.is_pondering(), "nobody has asked for it");
    talk.answers("INFO pondering 1");
    board(&mut talk, &QUIET);
    assert!(talk.session.is_pondering());
    let started = Instant::now();
    assert_eq!(talk.answers("TURN 12,12").len(), 1);
    assert!(talk.session.is_pondering());
    assert!(!talk.answers("ABOUT").is_empty());
    assert!(!talk.session.is_pondering(), "until the next line");
    assert!(started.elapsed() < Duration::from_secs(20));
    // Not when the game is over, and not by a weakened engine.
    board(&mut talk, &FIVE);
    assert!(!talk.session.is_pondering());
    talk.answers("INFO strength 50");
    board(&mut talk, &QUIET);
    assert!(!talk.session.is_pondering());
}
