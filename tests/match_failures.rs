//! `tengen match` with engines that fail in every way.

mod match_tools;

use match_tools::{Folder, engine, events, run};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Behaviour of an engine, its further options, how its games end, and part of the reason. Without
/// an ending it plays on; the third is then part of a remark.
const FAILURES: &[(&str, &str, &str, &str)] = &[
    ("sleep", "", "no answer", "gave no answer within"),
    ("late", "", "time", "of 0.500 s (tolerance 0.200 s)"),
    ("exit", "", "crash", "out of ideas"),
    ("exit 1", "", "crash", "exit status: 3"),
    ("answer-and-exit", "", "crash", "exit status: 5"),
    ("garbage", "", "unparsable answer", "answered 'x'"),
    ("occupied", "", "occupied point", "which holds a stone"),
    ("off-board", "", "off board", "answered 15,15"),
    ("flood", "", "flood", "without end"),
    ("flood-line", "", "flood", "without end"),
    ("error", "", "no answer", "ERROR no idea"),
    ("silent-start", "patience=0.5", "start failed", "did not answer START"),
    ("refuse-start", "", "start failed", "ERROR not this size"),
    ("exit-at-start", "", "crash", "exit status: 4"),
    ("deaf", "patience=0.5", "no answer", "gave no answer"),
    ("messages", "", "", ""),
    ("two-moves", "", "", "unasked"),
    ("suggest", "", "", ""),
    ("talk-after-end", "restart", "", "after END"),
    ("stay-after-end", "restart", "", "did not leave"),
];

#[test]
fn every_failure_gets_its_verdict_and_the_match_goes_on() {
    let mut arguments: Vec<String> =
        ["match", "--json", "--gauntlet", "--games", "4", "--concurrency", "4"]
            .map(str::to_owned)
            .into();
    // From the empty board no game ends before the failure that is waited for.
    arguments.extend(["--openings".to_owned(), "none".to_owned()]);
    arguments.extend(["--engine".to_owned(), engine("strong", "name=honest,tc=0/5")]);
    for (number, (behaviour, options, ..)) in FAILURES.iter().enumerate() {
        let options = format!("name=engine {number},tc=0/0.5,tolerance=0.2,{options}");
        arguments.extend(["--engine".to_owned(), engine(behaviour, &options)]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let started = Instant::now();
    let output = run(&arguments);
    assert!(started.elapsed() < Duration::from_secs(60));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let events = events(&output);
    let games: Vec<&Value> = events.iter().filter(|event| event["event"] == "game").collect();
    assert_eq!(games.len(), 4 * FAILURES.len());
    for (number, (behaviour, _, ending, reason)) in FAILURES.iter().enumerate() {
        let name = format!("engine {number}");
        let own = games.iter().filter(|game| game["black"] == *name || game["white"] == *name);
        for game in own {
            let is_black = game["black"] == *name;
            if ending.is_empty() {
                let played = ["five", "full board", "double three", "double four", "overline"];
                assert!(played.contains(&game["ending"].as_str().unwrap()), "{behaviour}: {game}");
                continue;
            }
            assert_eq!(game["ending"], *ending, "{behaviour}: {game}");
            assert_eq!(game["result"], if is_black { "0-1" } else { "1-0" }, "{behaviour}: {game}");
            let text = game["reason"].as_str().unwrap();
            let loser = if is_black { "black " } else { "white " };
            assert!(text.starts_with(loser) && text.contains(reason), "{behaviour}: {text}");
        }
    }
    // What decides nothing is remarked on.
    let end = events.last().unwrap();
    let remarks = |number: usize| end["state"]["engines"][number + 1]["remarks"].as_u64().unwrap();
    for (number, (behaviour, _, ending, reason)) in FAILURES.iter().enumerate() {
        if ending.is_empty() {
            assert_eq!(remarks(number) > 0, !reason.is_empty(), "{behaviour}");
        }
    }
    let honest = &end["state"]["engines"][0];
    assert_eq!((&honest["failures"], &honest["remarks"]), (&serde_json::json!({}), &0.into()));
}

#[test]
fn forbidden_points_lose_at_once() {
    let folder = Folder::new("forbidden");
    // Black to move; h8 makes two open threes.
    let openings = folder.file("openings.txt");
    std::fs::write(&openings, "# rows: bottom\ng8a1i8o15h7a15h9o1\n").unwrap();
    let output = run(&[
        "match",
        "--json",
        "--games",
        "2",
        "--openings",
        &openings,
        "--rule",
        "renju",
        "--engine",
        &engine("forbidden 1", "name=bad,nodes=1"),
        "--engine",
        &engine("strong", "nodes=1"),
    ]);
    let events = events(&output);
    assert_eq!(events[1]["black"], "bad");
    assert_eq!(events[1]["ending"], "double three");
    assert_eq!(events[1]["result"], "0-1");
    assert_eq!(events[1]["reason"], "black played the forbidden point 7,7 (double three)");
    // It fails by its play, not by its manners; and as White it has no forbidden points.
    assert_eq!(events[3]["state"]["engines"][0]["failures"], serde_json::json!({}));
    assert_ne!(events[2]["ending"], "double three");
}

#[test]
fn it_can_stop_at_the_first_failure() {
    let output = run(&[
        "match",
        "--games",
        "20",
        "--stop-on-failure",
        "--engine",
        &engine("strong", "nodes=1"),
        "--engine",
        &engine("garbage", "nodes=1"),
    ]);
    assert_eq!(output.status.code(), Some(5));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("stopped because an engine failed") && text.contains("in 1 games"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn an_engine_that_closes_its_output_or_reads_nothing_loses() {
    use std::collections::BTreeSet;
    // It answers START and then closes its output, or never reads what is too long for a pipe.
    let closes = "cmd=sh -c 'read a; echo OK; read b; exec >&-; sleep 60',name=closes,tc=0/1";
    let long = "x".repeat(100_000);
    let deaf = engine("deaf", &format!("name=deaf,tc=0/1,patience=0.5,info=x {long}"));
    let started = Instant::now();
    let output = run(&[
        "match",
        "--json",
        "--gauntlet",
        "--games",
        "2",
        "--engine",
        &engine("strong", "tc=0/5"),
        "--engine",
        closes,
        "--engine",
        &deaf,
    ]);
    assert!(started.elapsed() < Duration::from_secs(30));
    let events = events(&output);
    let ending = |name: &str| -> BTreeSet<String> {
        let games = events.iter().filter(|game| game["black"] == name || game["white"] == name);
        games.map(|game| game["ending"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ending("closes"), BTreeSet::from(["closed output".to_owned()]));
    assert_eq!(ending("deaf"), BTreeSet::from(["no answer".to_owned()]));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_watched() {
    let output = run(&[
        "match",
        "--games",
        "2",
        "--engine",
        &engine("strong", "name=small,nodes=1,memory=1M"),
        "--engine",
        &engine("strong", "name=large,nodes=1"),
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("of memory where 1 MB were allowed").count(), 1, "{text}");
    assert!(text.lines().any(|line| line.starts_with("large:") && line.contains(" MB at most")));
}

#[cfg(unix)]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    use match_tools::test_engine;
    use std::process::{Command, Stdio};
    let folder = Folder::new("children");
    let (pids, script) = (folder.file("pids"), folder.file("engine.sh"));
    // A script that starts the real program, as wrappers do, and a child that ignores everything.
    let text = format!("sleep 1000 & echo $! >> '{pids}'\n'{}' sleep 1\n", test_engine());
    std::fs::write(&script, text).unwrap();
    let output = run(&[
        "match",
        "--json",
        "--games",
        "2",
        "--engine",
        &engine("strong", "nodes=1"),
        "--engine",
        &format!("cmd=sh \"{script}\",name=wrapped,tc=0/0.3"),
    ]);
    let events = events(&output);
    assert!(events[1..3].iter().all(|game| game["ending"] == "no answer"), "{events:?}");
    let pids = std::fs::read_to_string(&pids).unwrap();
    assert!(pids.lines().count() >= 2);
    for pid in pids.lines() {
        // The system may need a moment to clear it away.
        let is_alive = || {
            let mut ask = Command::new("kill");
            ask.args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success()
        };
        let deadline = Instant::now() + Duration::from_secs(5);
        while is_alive() {
            assert!(Instant::now() < deadline, "process {pid} has outlived the match");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
