//! `tengen match` with engines that play: schedule, statistics, records, usage.

mod match_tools;

use match_tools::{Folder, engine, events, run, tengen};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Games of a record: number, pair, opening, symmetry, black and white.
type Pairing = (u64, u64, u64, u64, String, String);

fn record(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["type"] == "game").collect()
}

fn pairings(path: &str) -> Vec<Pairing> {
    let number = |game: &Value, key: &str| game[key].as_u64().unwrap();
    let text = |game: &Value, key: &str| game[key].as_str().unwrap().to_owned();
    let mut pairings: Vec<Pairing> = record(path)
        .iter()
        .map(|game| {
            (
                number(game, "number"),
                number(game, "pair"),
                number(game, "opening_number"),
                number(game, "symmetry"),
                text(game, "black"),
                text(game, "white"),
            )
        })
        .collect();
    pairings.sort();
    pairings
}

/// Share of points, pentanomial counts and results by colour of `name`, counted from the record in
/// a way of its own.
fn recount(games: &[Value], name: &str) -> (BTreeMap<String, u64>, [u64; 5]) {
    let mut counts = BTreeMap::new();
    let mut pairs: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for game in games {
        let colour = if game["black"] == name { "as_black" } else { "as_white" };
        let (points, word) = match (game["result"].as_str().unwrap(), colour) {
            ("1-0", "as_black") | ("0-1", "as_white") => (2, "wins"),
            ("1/2-1/2", _) => (1, "draws"),
            _ => (0, "losses"),
        };
        *counts.entry(format!("{colour} {word}")).or_default() += 1;
        pairs.entry(game["pair"].as_u64().unwrap()).or_default().push(points);
    }
    let mut pentanomial = [0; 5];
    for points in pairs.values().filter(|points| points.len() == 2) {
        pentanomial[points.iter().sum::<u64>() as usize] += 1;
    }
    (counts, pentanomial)
}

/// The log-likelihood ratio by Newton's method on the Lagrange multiplier.
fn recomputed_ratio(pairs: [u64; 5], elo0: f64, elo1: f64) -> f64 {
    let counts = pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
    let total: f64 = counts.iter().sum();
    let likelihood = |elo: f64| {
        let wanted = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let mut t = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for (n, count) in counts.iter().enumerate() {
                let a = n as f64 / 4.0 - wanted;
                value += count * a / (1.0 + t * a);
                slope -= count * a * a / (1.0 + t * a).powi(2);
            }
            // Half steps keep inside of the interval where all shares are positive.
            let mut step = -value / slope;
            while (0..5).any(|n| 1.0 + (t + step) * (n as f64 / 4.0 - wanted) <= 0.0) {
                step /= 2.0;
            }
            t += step;
        }
        let share = |n: usize| counts[n] / total / (1.0 + t * (n as f64 / 4.0 - wanted));
        (0..5).map(|n| counts[n] * share(n).ln()).sum::<f64>()
    };
    likelihood(elo1) - likelihood(elo0)
}

fn close(value: &Value, expected: f64, tolerance: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < tolerance, "{value} {expected}");
}

#[test]
fn two_hundred_games_and_their_statistics() {
    let folder = Folder::new("statistics");
    let file = folder.file("games.jsonl");
    let output = run(&[
        "match",
        "--json",
        "--games",
        "200",
        "--concurrency",
        "2",
        "--record",
        &file,
        "--rule",
        "freestyle",
        "--sprt",
        "elo0=-5,elo1=5,alpha=0.0000001,beta=0.0000001",
        "--engine",
        &engine("strong", "name=a,nodes=1"),
        "--engine",
        &engine("medium", "name=b,nodes=1"),
    ]);
    let events = events(&output);
    let state = &events.last().unwrap()["state"];
    let games = record(&file);
    assert_eq!(output.status.code(), Some(4), "the test cannot be decided so soon");
    assert_eq!(games.len(), 200);
    assert_eq!(state["games"], 200);
    let (counts, pairs) = recount(&games, "a");
    assert!(pairs.iter().filter(|&&n| n > 0).count() >= 3, "too uniform to tell: {pairs:?}");
    let score = &state["pairings"][0];
    for (key, count) in &counts {
        let (colour, word) = key.split_once(' ').unwrap();
        assert_eq!(score[colour][word], *count, "{key}");
    }
    assert_eq!(score["pairs"], serde_json::json!(pairs));
    let share: f64 = (0..5).map(|n| n as f64 * pairs[n] as f64).sum::<f64>() / 400.0;
    close(&score["share"]["value"], share, 1e-12);
    close(&score["elo"]["value"], 400.0 * (share / (1.0 - share)).log10(), 1e-6);
    // The interval is near the normal one.
    let variance: f64 =
        (0..5).map(|n| pairs[n] as f64 * (n as f64 / 4.0 - share).powi(2)).sum::<f64>() / 100.0;
    close(&score["share"]["low"], share - 1.96 * (variance / 100.0).sqrt(), 0.02);
    close(&score["share"]["high"], share + 1.96 * (variance / 100.0).sqrt(), 0.02);
    close(&state["sprt"]["llr"], recomputed_ratio(pairs, -5.0, 5.0), 1e-6);

    // Colours and openings are balanced.
    let all = pairings(&file);
    assert_eq!(all.iter().filter(|game| game.4 == "a").count(), 100);
    let mut uses: BTreeMap<(u64, u64), BTreeSet<&str>> = BTreeMap::new();
    for (_, _, opening, symmetry, black, _) in &all {
        assert!(uses.entry((*opening, *symmetry)).or_default().insert(black));
    }
    assert!(uses.values().all(|blacks| blacks.len() == 2));

    // What it wrote, the referee agrees with.
    let referee = run(&["referee", "--quiet", &file]);
    assert_eq!(referee.status.code(), Some(0));
    let text = String::from_utf8(referee.stdout).unwrap();
    assert!(text.starts_with("200 games: 200 agree"), "{text}");
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    let folder = Folder::new("resume");
    let (killed, whole) = (folder.file("killed.jsonl"), folder.file("whole.jsonl"));
    let sgf = folder.file("games.sgf");
    let (a, b) = (engine("strong 3 2", "name=a,nodes=1"), engine("medium 3 2", "name=b,nodes=1"));
    let arguments = |file: &'static str| -> Vec<String> {
        let list = [
            "match",
            "--games",
            "40",
            "--concurrency",
            "2",
            "--seed",
            "5",
            "--engine",
            &a,
            "--engine",
            &b,
            "--record",
            if file == "killed" { &killed } else { &whole },
        ];
        list.map(str::to_owned).into()
    };
    let run_list = |list: &[String]| {
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        run(&list)
    };

    let list = arguments("killed");
    let list: Vec<&str> = list.iter().map(String::as_str).collect();
    let mut child = tengen(&list).stdout(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !Path::new(&killed).exists() || record(&killed).len() < 5 {
        assert!(Instant::now() < deadline, "no game has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = record(&killed);
    assert!(before.len() < 40, "killed too late to tell");
    // A kill in the middle of a write leaves part of a line.
    let mut text = std::fs::read_to_string(&killed).unwrap();
    text.push_str("{\"type\":\"game\",\"numb");
    std::fs::write(&killed, text).unwrap();

    let mut resumed = arguments("killed");
    let refused = run_list(&resumed);
    assert_eq!(refused.status.code(), Some(2), "a record is never overwritten");
    resumed.extend(["--resume", "--sgf", &sgf].map(str::to_owned));
    assert_eq!(run_list(&resumed).status.code(), Some(0));
    assert_eq!(run_list(&arguments("whole")).status.code(), Some(0));
    assert_eq!(record(&killed)[..before.len()], before[..]);
    assert_eq!(pairings(&killed), pairings(&whole));
    assert_eq!(pairings(&killed).len(), 40);
    // The SGF file has the games from before the kill as well.
    let referee = run(&["referee", "--quiet", &sgf]);
    assert!(String::from_utf8(referee.stdout).unwrap().starts_with("40 games: 40 agree"));

    // Another match does not go on with this record.
    let mut other = resumed.clone();
    other[6] = "6".to_owned();
    let refused = run_list(&other);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("seed"));
}

#[test]
fn the_test_accepts_a_better_engine_and_no_equal_one() {
    let sprt = "elo0=0,elo1=100";
    let play = |first: &str, second: &str| {
        let output = run(&[
            "match",
            "--json",
            "--games",
            "400",
            "--concurrency",
            "2",
            "--sprt",
            sprt,
            "--engine",
            &engine(first, "name=a,nodes=1"),
            "--engine",
            &engine(second, "name=b,nodes=1"),
        ]);
        let events = events(&output);
        (output.status.code(), events.last().unwrap()["state"].clone())
    };
    let (code, state) = play("strong", "weak");
    assert_eq!(code, Some(0));
    assert_eq!(state["sprt"]["decision"], "elo1");
    assert!(state["games"].as_u64().unwrap() < 400, "it stops by itself");
    let (code, state) = play("medium", "medium");
    assert_eq!(code, Some(3), "{state}");
    assert_eq!(state["sprt"]["decision"], "elo0");
}

#[test]
fn several_engines_meet_in_a_table() {
    let output = run(&[
        "match",
        "--games",
        "4",
        "--every",
        "3",
        "--engine",
        &engine("strong", "nodes=1"),
        "--engine",
        &engine("weak", "nodes=1"),
        "--engine",
        &engine("weak", "nodes=1"),
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("12 games"), "{text}");
    assert!(text.contains("after 3 games:"));
    assert!(text.contains("weak-2"), "equal names are told apart");
    let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("engine")).collect();
    assert!(table[1].trim_start().starts_with("1 strong"), "{text}");
    assert!(table[1].contains("4/4"), "{text}");
}

#[test]
fn our_own_engine_plays_every_rule_without_a_dispute() {
    let own = format!("cmd=\"{}\",nodes=50", env!("CARGO_BIN_EXE_pbrain-tengen"));
    for (rule, size) in [
        ("freestyle", "15"),
        ("freestyle", "20x16"),
        ("standard", "15"),
        ("renju", "15"),
        ("caro", "15"),
        ("exact-caro", "15"),
    ] {
        let output = run(&[
            "match",
            "--json",
            "--games",
            "2",
            "--rule",
            rule,
            "--size",
            size,
            "--max-moves",
            "60",
            "--engine",
            &own,
            "--engine",
            &own,
        ]);
        assert_eq!(output.status.code(), Some(0));
        let events = events(&output);
        let end = events.last().unwrap();
        for number in 0..2 {
            let engine = &end["state"]["engines"][number];
            assert_eq!(engine["failures"], serde_json::json!({}), "{rule}: {end}");
            assert_eq!(engine["remarks"], 0, "{rule}: {end}");
        }
        assert_eq!(
            end["state"]["endings"]
                .as_object()
                .unwrap()
                .values()
                .map(|n| n.as_u64().unwrap())
                .sum::<u64>(),
            2
        );
    }
}

#[test]
fn wrong_usage_ends_at_once_and_says_why() {
    let good = engine("strong", "nodes=1");
    let folder = Folder::new("usage");
    let unnamed = folder.file("openings.txt");
    std::fs::write(&unnamed, "h8h9\n").unwrap();
    for (arguments, code, word) in [
        (vec!["--engine", &good], 2, "twice"),
        (vec!["--engine", &good, "--engine", "nodes=1"], 2, "cmd="),
        (vec!["--engine", &good, "--engine", "cmd=x"], 2, "tc="),
        (vec!["--engine", &good, "--engine", "cmd=x,nodes=1,hash=1"], 2, "'hash'"),
        (vec!["--engine", &good, "--engine", "cmd=/no/such/engine,nodes=1"], 1, "/no/such/engine"),
        (vec!["--engine", &good, "--engine", &good, "--openings", "/no/such/file"], 2, "/no/such"),
        (vec!["--engine", &good, "--engine", &good, "--openings", &unnamed], 2, "--rows"),
        (vec!["--engine", &good, "--engine", &good, "--sprt", "elo1=x"], 2, "elo0=0,elo1=20"),
        (vec!["--engine", &good, "--engine", &good, "--resume"], 2, "--record"),
    ] {
        let output = run(&[&["match"], arguments.as_slice()].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(word), "{arguments:?}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_in_order() {
    use std::process::Command;
    let child = tengen(&[
        "match",
        "--games",
        "1000",
        "--engine",
        &engine("strong 3 20", "nodes=1"),
        "--engine",
        &engine("weak 3 20", "nodes=1"),
    ])
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("interrupted") && text.contains("strong against weak"), "{text}");
}
