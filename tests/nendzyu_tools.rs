//! Nendzyu on the command line: analysis, matches, records and their referee.

mod match_tools;

use match_tools::{Folder, run};
use serde_json::Value;
use std::process::Output;

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn analyse(arguments: &[&str]) -> Output {
    run(&[&["analyse", "--rule", "nendzyu"], arguments].concat())
}

#[test]
fn analysis_reads_and_writes_turns() {
    let output = analyse(&["H8 F9+I7 g6 + j10", "--nodes", "500"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("nendzyu, 15x15, white to make moves 6 to 7"), "{text}");
    assert!(text.contains("Best for white:") && text.contains('+'), "{text}");
    let glued = analyse(&["h8f9i7g6j10", "--nodes", "500", "--json"]);
    let json: Value = serde_json::from_str(&stdout(&glued)).unwrap();
    assert_eq!(json["rule"], "nendzyu");
    assert_eq!(json["moves"], serde_json::json!(["h8", "f9+i7", "g6+j10"]));
    let line = json["search"]["lines"][0]["moves"].as_array().unwrap();
    for turn in line {
        assert_eq!(turn.as_str().unwrap().split('+').count(), 2, "{line:?}");
    }
    // Black makes five, in two readings of the rule.
    let moves = "h8 a1+c2 d8+e6 a3+c4 e8+b2 a5+c6 f8+b5 a7+c8 g8+b4";
    let after = |rule: &str| {
        let output = run(&["analyse", "--rule", rule, "--json", "--nodes", "10", moves]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        serde_json::from_str::<Value>(&stdout(&output)).unwrap()
    };
    assert_eq!(after("nendzyu")["outcome"]["reason"], "five");
    let other = after("nendzyu:full_board=mover_loses");
    assert_eq!(other["rule"], "nendzyu:five_and_overline=win,full_board=mover_loses");
}

#[test]
fn analysis_refuses_bad_turns_with_the_reason() {
    for (moves, reason) in [
        ("h8 f9+i6", "may not be in the same row, column or diagonal"),
        ("h8 f9+f9", "the point already holds"),
        ("h8 f9+h8", "the point already holds"),
        ("h8+i10", "this turn has one stone, and 2 are given"),
        ("h8 f9+i7+k2", "this turn has 2 stones, and 3 are given"),
        ("h8 f9 i7+g2", "this turn has one stone, and 2 are given"),
        ("h8 f9+", "a point is missing"),
        ("h9", "goes on the centre"),
        ("h8 f9+x99", "has the points a1 to o15"),
    ] {
        let output = analyse(&[moves, "--nodes", "10"]);
        assert_eq!(output.status.code(), Some(2), "{moves}: {output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(reason), "{moves}: {error}");
    }
    let unknown = run(&["analyse", "--rule", "nendzyu:five_and_overline=maybe", "h8"]);
    assert_eq!(unknown.status.code(), Some(2));
}

/// Plays four games of the engine with itself and returns the folder of their records.
fn played() -> Folder {
    let folder = Folder::new("nendzyu");
    let engine = format!(
        "cmd=\"{}\",nodes=60,name=",
        std::path::Path::new(env!("CARGO_BIN_EXE_pbrain-tengen")).display()
    );
    let (one, other) = (format!("{engine}one"), format!("{engine}other"));
    let (record, sgf, psq) = (folder.file("a.jsonl"), folder.file("a.sgf"), folder.file("psq"));
    let output = run(&[
        "match", "--engine", &one, "--engine", &other, "--rule", "nendzyu", "--games", "4",
        "--record", &record, "--sgf", &sgf, "--psq", &psq,
    ]);
    let text = stdout(&output);
    assert!(text.contains("in 4 games"), "{text} {}", String::from_utf8_lossy(&output.stderr));
    for failure in ["illegal turn", "occupied", "crash", "time", "unparsable"] {
        let endings = text.lines().find(|line| line.starts_with("Endings")).unwrap();
        assert!(!endings.contains(failure), "{endings}");
    }
    folder
}

#[test]
fn a_match_is_played_recorded_and_judged_again() {
    let folder = played();
    for file in ["a.jsonl", "a.sgf", "psq/0001.psq"] {
        let output = run(&["referee", &folder.file(file)]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.contains("agree with their record"), "{text}");
    }
    let line = std::fs::read_to_string(folder.file("a.jsonl")).unwrap();
    let line = line.lines().find(|line| line.contains("\"type\":\"game\"")).unwrap();
    let game: Value = serde_json::from_str(line).unwrap();
    assert_eq!(game["rule"], "nendzyu");
    // The second turn of the game's own put on one line: found, whoever won.
    let mut broken = game.clone();
    let moves = broken["moves"].as_array_mut().unwrap();
    let (x, y) = (moves[5]["x"].as_u64().unwrap(), moves[5]["y"].as_u64().unwrap());
    let taken: Vec<(u64, u64)> = moves
        .iter()
        .take(6)
        .map(|stone| (stone["x"].as_u64().unwrap(), stone["y"].as_u64().unwrap()))
        .collect();
    let column = (0..15).find(|&other| !taken.contains(&(x, other)) && other != y).unwrap();
    moves[6]["x"] = x.into();
    moves[6]["y"] = column.into();
    let verdict = judged(&folder, &broken);
    assert_eq!((&verdict["reason"], &verdict["result"]), (&"illegal turn".into(), &"1-0".into()));
    assert_eq!(verdict["decided_by"], 7);
    // A turn of one stone.
    let mut short = game.clone();
    short["moves"][6]["side"] = "black".into();
    assert_eq!(judged(&folder, &short)["reason"], "illegal turn");
    // A first stone beside the centre.
    let mut aside = game;
    aside["moves"][0]["y"] = 0.into();
    assert_eq!(judged(&folder, &aside)["reason"], "illegal turn");
}

fn judged(folder: &Folder, game: &Value) -> Value {
    let path = folder.file("broken.jsonl");
    std::fs::write(&path, format!("{game}\n")).unwrap();
    let output = run(&["referee", "--json", &path]);
    serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap()
}

#[test]
fn lists_of_turns_are_judged() {
    let folder = Folder::new("nendzyu-lists");
    let path = folder.file("games.txt");
    std::fs::write(&path, "h8 f9+i7 g6+j10\nh8 f9+i6\nh8f9i7\n").unwrap();
    let output = run(&["referee", "--rule", "nendzyu", &path]);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("undecided after 5 moves"), "{text}");
    assert!(
        lines[1].contains("black wins: white breaks the rule of turns by move 3 (i6)"),
        "{text}"
    );
    assert!(lines[2].ends_with("undecided after 3 moves"), "{text}");
}
