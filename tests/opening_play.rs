//! The real program in openings of every regulation, both seats, against a player that does anything
//! legal: each of its turns is judged by the machine, and what it says to be due is compared.

mod support;

use std::time::Duration;
use support::manager::Program;
use tengen::board::{Side, Size};
use tengen::opening::{
    Action, Chance, Coordinates, Opening, Person, catalogue, parse_turn, random_action, turn_text,
};
use tengen::rules::RuleKind;

const PATIENCE: Duration = Duration::from_secs(20);
/// Turns in an opening beyond which a random player is thought never to end it: super Sakata's
/// couples go on as long as somebody likes.
const MOST_TURNS: usize = 14;

fn turn_of(opening: &Opening, text: &str) -> Vec<Action> {
    parse_turn(text, Coordinates::Numbers, opening.size())
        .unwrap_or_else(|error| panic!("'{text}': {error}"))
}

/// A random turn of the player who is due.
fn random_turn(opening: &Opening, chance: &mut Chance) -> Vec<Action> {
    let mut tried = opening.clone();
    let person = tried.due();
    let mut turn = Vec::new();
    while tried.due().is_some() && tried.due() == person {
        let action = random_action(&tried, chance).expect("something is legal");
        tried.apply(&action).expect("it is");
        turn.push(action);
    }
    turn
}

/// What `SHOWOPENING` has to say, from the machine alone.
fn expected_state(opening: &Opening) -> String {
    let legal = opening.legal();
    let kinds: Vec<&str> = legal.kinds().iter().map(|kind| kind.word()).collect();
    let due = opening.due().expect("somebody is due");
    let colour = match opening.colour(due) {
        Some(Side::Black) => "black",
        Some(Side::White) => "white",
        None => "none",
    };
    let due = if due == Person::First { "first" } else { "second" };
    let name = &opening.regulation().name;
    format!("OPENING {name} due={due} colour={colour} legal={}", kinds.join(","))
}

/// Plays one opening; `engine` says who the program is.
fn play(program: &mut Program, name: &str, rule: RuleKind, engine: Person, chance: &mut Chance) {
    let number = if rule == RuleKind::Renju { 4 } else { 0 };
    let start = format!("INFO rule {number}\nSTART 15\nOPENING {name}\n");
    let sent = program.send(&start).unwrap();
    for _ in 0..2 {
        assert_eq!(program.answer(sent, PATIENCE).unwrap().0, "OK", "{name}");
    }
    let regulation = catalogue::find(name).unwrap();
    let mut opening = Opening::new(regulation, rule, Size::RENJU).unwrap();
    let mut told: Option<String> = None;
    let mut turns = 0;
    while let Some(due) = opening.due() {
        turns += 1;
        if turns > MOST_TURNS {
            return;
        }
        if due != engine {
            let turn = random_turn(&opening, chance);
            opening.apply_turn(&turn).unwrap();
            told = Some(turn_text(&turn, Coordinates::Numbers, opening.size()));
            continue;
        }
        let question = match told.take() {
            Some(turn) => format!("TURN {turn}\n"),
            None => "BEGIN\n".to_owned(),
        };
        let sent = program.send(&question).unwrap();
        let (answer, _) = program.answer(sent, PATIENCE).unwrap();
        let turn = turn_of(&opening, &answer);
        let refused = opening.apply_turn(&turn).err();
        assert_eq!(refused, None, "{name}: {question} {answer}");
        if opening.due().is_some() {
            let sent = program.send("SHOWOPENING\n").unwrap();
            let (state, _) = program.answer(sent, PATIENCE).unwrap();
            let expected = expected_state(&opening);
            assert!(state.starts_with(&expected), "{state} {expected}");
        }
    }
    let over = rule.rule().outcome(&opening.position()).is_some();
    let Some(turn) = told.filter(|_| !over) else { return };
    // The other player has ended it: the answer is a move.
    let sent = program.send(&format!("TURN {turn}\n")).unwrap();
    let (cell, _) = program.answered_move(sent, PATIENCE).unwrap();
    let point = opening.size().point(cell.0, cell.1).expect("on the board");
    assert!(!opening.stones().contains(&point), "{name}: {cell:?} is taken");
}

#[test]
fn every_regulation_is_played_to_its_end_from_both_seats() {
    let mut program = Program::start();
    program.send("INFO timeout_turn 25\nINFO opening_seed 7\n").unwrap();
    let mut chance = Chance::new(5);
    for name in catalogue::NAMES {
        let is_renju = catalogue::find(name).unwrap().renju_only;
        let rule = if is_renju { RuleKind::Renju } else { RuleKind::Freestyle };
        for engine in [Person::First, Person::Second] {
            play(&mut program, name, rule, engine, &mut chance);
        }
    }
    program.end().unwrap();
}

#[test]
fn a_table_of_ones_own_may_end_with_a_choice() {
    let file = std::env::temp_dir().join(format!("tengen-own-{}.toml", std::process::id()));
    let table = r#"
name = "own"
title = "My own"
title_ru = "Mine"

[[step]]
name = "first stone"
who = "first"
may = [{ do = "place", in = "any", then = "colour" }]

[[step]]
name = "colour"
who = "second"
may = [{ do = "swap", then = "play" }, { do = "stay", then = "play" }]
"#;
    std::fs::write(&file, table).unwrap();
    let mut program = Program::start();
    let opening = format!("OPENING file:{}", file.display());
    let ask = |program: &mut Program, line: &str| {
        let sent = program.send(&format!("{line}\n")).unwrap();
        program.answer(sent, PATIENCE).unwrap().0
    };
    program.send("INFO timeout_turn 50\n").unwrap();
    assert_eq!(ask(&mut program, "START 15"), "OK");
    assert_eq!(ask(&mut program, &opening), "OK");
    // Who stays is to move: the stone belongs to the turn.
    let answer = ask(&mut program, "TURN 7,7");
    let words: Vec<&str> = answer.split(' ').collect();
    assert!(words == ["SWAP"] || (words[0] == "STAY" && words.len() == 2), "{answer}");
    assert_eq!(ask(&mut program, "START 15"), "OK");
    assert_eq!(ask(&mut program, &opening), "OK");
    let first = ask(&mut program, "BEGIN");
    let refused = ask(&mut program, "STAY");
    assert!(refused.ends_with("the turn has to go on with a stone (own)"), "{refused}");
    let refused = ask(&mut program, &format!("STAY {first}"));
    assert!(refused.starts_with("ERROR STAY"), "{refused}");
    let free = if first == "14,14" { "0,0" } else { "14,14" };
    let answer = ask(&mut program, &format!("STAY {free}"));
    assert!(answer.contains(',') && answer != first && answer != free, "{answer}");
    // A table with a mistake is told with its line.
    std::fs::write(&file, table.replace("\"colour\" }]", "\"colur\" }]")).unwrap();
    assert_eq!(ask(&mut program, "START 15"), "OK");
    let refused = ask(&mut program, &opening);
    assert!(refused.starts_with("ERROR OPENING") && refused.contains(".toml"), "{refused}");
    std::fs::remove_file(&file).unwrap();
    program.end().unwrap();
}

#[test]
fn the_same_seed_makes_the_same_opening() {
    let play = || {
        let mut program = Program::start();
        program.send("INFO rule 4\nINFO max_node 400\nINFO opening_seed 3\nSTART 15\n").unwrap();
        let sent = program.send("OPENING soosorv-8\nBEGIN\n").unwrap();
        let mut answers: Vec<String> =
            (0..3).map(|_| program.answer(sent, PATIENCE).unwrap().0).collect();
        let sent = program.send("SWAP\n").unwrap();
        answers.push(program.answer(sent, PATIENCE).unwrap().0);
        program.end().unwrap();
        answers
    };
    assert_eq!(play(), play());
}
