//! `tengen match --regulation`: openings played by the engines or for them, and the referee of both.

mod match_tools;

use match_tools::{Folder, engine, events, run};
use serde_json::Value;

/// The program itself, as an engine.
fn own(options: &str) -> String {
    format!("cmd=\"{}\",{options}", env!("CARGO_BIN_EXE_pbrain-tengen"))
}

fn games(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["type"] == "game").collect()
}

fn referee(path: &str) -> (Option<i32>, String) {
    let output = run(&["referee", path]);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// A match of two short games, and its record.
fn played(folder: &Folder, regulation: &str, engines: [&str; 2], more: &[&str]) -> Vec<Value> {
    let (file, sgf) = (folder.file("games.jsonl"), folder.file("games.sgf"));
    for old in [&file, &sgf] {
        let _ = std::fs::remove_file(old);
    }
    let mut arguments = vec![
        "match",
        "--json",
        "--games",
        "2",
        "--max-moves",
        "14",
        "--record",
        &file,
        "--sgf",
        &sgf,
        "--regulation",
        regulation,
        "--engine",
        engines[0],
        "--engine",
        engines[1],
    ];
    arguments.extend(more);
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let end = events(&output).pop().unwrap();
    assert_eq!(end["state"]["first_players"]["games"], 2, "{end}");
    for path in [&file, &sgf] {
        let (code, text) = referee(path);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("2 agree") || text.contains("off the board"), "{text}");
    }
    games(&file)
}

#[test]
fn engines_that_know_openings_play_them_and_the_record_holds_every_decision() {
    let folder = Folder::new("regulated");
    for regulation in ["soosorv-8", "taraguchi-10", "yamaguchi", "sakata"] {
        let engines = [own("name=a,nodes=150"), own("name=b,nodes=150")];
        let games = played(&folder, regulation, [&engines[0], &engines[1]], &[]);
        for (game, first) in games.iter().zip(["a", "b"]) {
            assert_eq!(game["ending"], "move limit", "{game}");
            assert_eq!(game["regulation"], regulation);
            let colour = game["first"].as_str().unwrap();
            assert_eq!(game[colour], first, "{game}");
            let turns = game["turns"].as_array().unwrap();
            assert!(turns.len() >= 2 && turns.iter().all(|turn| turn["ms"].is_f64()), "{game}");
            assert!(turns[0]["turn"].as_str().unwrap().starts_with("h8"), "{game}");
            assert_eq!(game["opening"], 6, "{game}");
        }
    }
}

#[test]
fn records_that_break_the_regulation_are_found() {
    let folder = Folder::new("breaches");
    let engines = [own("name=a,nodes=100"), own("name=b,nodes=100")];
    let games = played(&folder, "rif", [&engines[0], &engines[1]], &[]);
    let changed = folder.file("changed.jsonl");
    let expect = |game: &Value, why: &str| {
        std::fs::write(&changed, format!("{game}\n")).unwrap();
        let (code, text) = referee(&changed);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("breach of the rules") && text.contains(why), "{text}");
    };
    let game = games[0].clone();
    let mut other = game.clone();
    other["first"] = if game["first"] == "black" { "white".into() } else { "black".into() };
    expect(&other, "the first player has come to");
    let mut other = game.clone();
    other["turns"].as_array_mut().unwrap().pop();
    expect(&other, "not those of its turns");
    let mut other = game.clone();
    other["turns"][0]["turn"] = "h8 h9 o15".into();
    expect(&other, "turn 1 of the opening (h8 h9 o15)");
    let mut other = game.clone();
    other["turns"][1]["turn"] = "hello".into();
    expect(&other, "is neither a point");
    let mut other = game.clone();
    other["regulation"] = "taraguchi-10".into();
    expect(&other, "turn 1 of the opening");
    let mut other = game.clone();
    other["regulation"] = "nonsense".into();
    expect(&other, "there is no regulation");
}

#[test]
fn swap2_is_also_played_in_the_words_of_gomocup() {
    let folder = Folder::new("swap2");
    let (own, other) = (own("name=own,nodes=150"), engine("strong", "name=other,nodes=1"));
    let games = played(&folder, "swap2", [&own, &other], &["--rule", "freestyle"]);
    for game in &games {
        assert_eq!(game["ending"], "move limit", "{game}");
    }
    let turns = |game: &Value| -> Vec<String> {
        let turns = game["turns"].as_array().unwrap().iter();
        turns.map(|turn| turn["turn"].as_str().unwrap().to_owned()).collect()
    };
    // The other one puts two stones more when it is second, and shows the same when it is first.
    assert_eq!(turns(&games[0])[1], "l4 l3", "{}", games[0]);
    assert_eq!(turns(&games[1])[0], "d12 e11 d10", "{}", games[1]);
    assert!(turns(&games[1]).len() >= 2, "{}", games[1]);
}

#[test]
fn an_engine_that_knows_no_regulation_loses_unless_openings_are_played_for_it() {
    let folder = Folder::new("opening-by");
    let (own, other) = (own("name=own,nodes=150"), engine("strong", "name=other,nodes=1"));
    let games = played(&folder, "soosorv-8", [&own, &other], &[]);
    for game in &games {
        assert_eq!(game["ending"], "regulation refused", "{game}");
        let winner = if game["result"] == "1-0" { "black" } else { "white" };
        assert_eq!(game[winner], "own", "{game}");
    }
    let more = ["--opening-by", "tengen", "--opening-nodes", "200", "--seed", "5"];
    let games = played(&folder, "soosorv-8", [&own, &other], &more);
    assert_eq!(games[0]["turns"], games[1]["turns"], "both play the same opening");
    assert_eq!(games[0]["black"], games[1]["white"]);
    for game in &games {
        assert_eq!(game["ending"], "move limit", "{game}");
        assert!(game["turns"].as_array().unwrap().len() >= 3, "{game}");
    }
}

#[test]
fn wrong_usage() {
    let own = own("name=a,nodes=10");
    let refused = |arguments: &[&str], why: &str| {
        let mut all = vec!["match", "--engine", &own, "--engine", &own];
        all.extend(arguments);
        let output = run(&all);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(why), "{text}");
    };
    refused(&["--regulation", "nonsense"], "there is no regulation 'nonsense'");
    refused(&["--regulation", "rif", "--rule", "freestyle"], "is for the rule renju");
    refused(&["--regulation", "rif", "--size", "19"], "15x15 board");
    refused(&["--regulation", "rif", "--openings", "none"], "cannot be used with");
    refused(&["--opening-by", "tengen"], "--regulation");
}
