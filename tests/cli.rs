//! The `tengen` program as users meet it: exit codes and output of each command.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// What a run left behind.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn run(arguments: &[&str]) -> Run {
    tengen(arguments).stdin(Stdio::null()).output().unwrap().into()
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = tengen(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().into()
}

/// The one document on standard output, after a success.
fn json(arguments: &[&str]) -> Value {
    let run = run(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    serde_json::from_str(&run.out).unwrap()
}

/// Asserts that a run was refused with exit code 2, nothing on stdout and `message` on stderr.
fn assert_refused(run: &Run, message: &str) {
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert_eq!(run.out, "");
    assert!(run.err.contains(message), "'{message}' is not in: {}", run.err);
}

#[test]
fn help_and_version_are_successes() {
    for arguments in [
        &["--help"] as &[&str],
        &["-h"],
        &["help", "analyse"],
        &["analyse", "--help"],
        &["bench", "--help"],
        &["forbidden", "--help"],
        &["review", "--help"],
        &["store", "--help"],
        &["store", "query", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["play", "--help"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(run.out.contains("Usage: tengen"), "{}", run.out);
    }
    let version = run(&["--version"]);
    assert_eq!(version.code, Some(0));
    assert!(version.out.starts_with(concat!("tengen ", env!("CARGO_PKG_VERSION"), " (")));
}

#[test]
fn wrong_arguments_show_the_right_form() {
    for (arguments, message) in [
        (&["nonsense"] as &[&str], "Usage: tengen"),
        (&["analyse", "--nonsense"], "--nonsense"),
        (&["analyse", "--rule", "chess"], "freestyle, standard, renju, caro, exact-caro"),
        (&["analyse", "--size", "4"], "5 to 32"),
        (&["analyse", "--size", "15x"], "15x19"),
        (&["analyse", "--time", "soon"], "500ms, 5s"),
        (&["analyse", "--time", "-1s"], "'-1'"),
        (&["analyse", "--nodes", "0"], "not in 1.."),
        (&["analyse", "--depth", "99999999999"], "not in 1.."),
        (&["analyse", "--threads", "0"], "1 to 256"),
        (&["analyse", "--multipv", "0"], "zero"),
        (&["analyse", "--memory", "much"], "350M, 1G"),
        (&["analyse", "--memory", "1M"], "too little"),
        (&["forbidden", "--rule", "renju"], "--rule"),
        (&["bench", "--depth", "x"], "a whole number is wanted"),
        (&["datagen", "--nodes", "1k"], "a whole number is wanted"),
    ] {
        assert_refused(&run(arguments), message);
    }
}

#[test]
fn wrong_moves_are_named_with_their_reason() {
    for (moves, rule, message) in [
        ("h8h9x", "renju", "move 3 ('x', at character 5)"),
        ("h8,p1", "renju", "move 2 ('p1', at character 4): the 15x15 board has the points a1 to"),
        ("h8h9h8", "renju", "move 3 (h8): the point already holds a black stone"),
        ("h8a1h7c1i6e1j6g1h6", "renju", "move 9 (h6): the point is forbidden to black (double thr"),
        ("a1a3b1b3c1c3d1d3e1h8", "standard", "move 10 (h8): the game has ended before it: black"),
        ("8h", "renju", "move 1 ('8h', at character 1): a point is a column letter and a row"),
    ] {
        let arguments = ["analyse", "--depth", "1", "--rule", rule, moves];
        assert_refused(&run(&arguments), message);
    }
    assert_refused(&run_with_input(&["analyse", "-"], b"h8 \xff\xfe"), "move 2");
    assert_refused(&run_with_input(&["forbidden", "-"], b"\0\0\0"), "move 1 ('\\0\\0\\0'");
}

#[test]
fn analysis_draws_the_board_and_tells_the_best_move() {
    let run = run(&["analyse", "H8", "h9,", "j10", "--depth", "3"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[5], "10 . . . . . . . . .(X). . . . .");
    assert_eq!(lines[6], " 9 . . . . . . . O . . . . . . .");
    assert_eq!(lines[15], "   a b c d e f g h i j k l m n o");
    assert_eq!(lines[17], "renju, 15x15, white to make move 4");
    assert!(lines[19].starts_with("  depth   value       nodes     n/s     time  line"));
    assert!(lines[20].trim_start().starts_with("1-"), "{}", lines[20]);
    assert!(lines.contains(&"Best for white:"));
    assert_eq!(lines.last(), Some(&"No point is forbidden to black."));
}

#[test]
fn analysis_in_json_has_the_documented_fields() {
    let document = json(&["analyse", "h8h9j10", "--depth", "2", "--json"]);
    assert_eq!(document["rule"], "renju");
    assert_eq!((&document["width"], &document["height"]), (&15.into(), &15.into()));
    assert_eq!(document["moves"], serde_json::json!(["h8", "h9", "j10"]));
    assert_eq!(document["to_move"], "white");
    assert_eq!(document["outcome"], Value::Null);
    assert_eq!(document["forbidden"], serde_json::json!([]));
    let search = &document["search"];
    for field in ["depth", "selective_depth", "nodes", "milliseconds", "nodes_per_second"] {
        assert!(search[field].is_u64(), "{field}: {search}");
    }
    let line = &search["lines"][0];
    assert!(line["depth"].is_u64() && line["moves"][0].is_string());
    assert!((0.0..=1.0).contains(&line["win_rate"].as_f64().unwrap()));
    for nothing in ["threats", "ranking"] {
        assert_eq!(document[nothing], Value::Null);
    }
    assert_eq!(document["from_store"], false);
    let value = line["value"].as_object().unwrap();
    assert_eq!(value.len(), 1);
    assert!(["score", "win_in", "loss_in"].contains(&value.keys().next().unwrap().as_str()));
}

#[test]
fn forced_wins_are_found_under_every_rule() {
    // Black has an open three and is to move: a win with the fifth stone, three plies away.
    for rule in ["freestyle", "standard", "renju", "caro", "exact-caro"] {
        let moves = "h8a1i8a15j8o1";
        let document = json(&["analyse", moves, "--rule", rule, "--depth", "8", "--json"]);
        let line = &document["search"]["lines"][0];
        assert_eq!(line["value"], serde_json::json!({"win_in": 3}), "{rule}");
        assert!(["g8", "k8"].contains(&line["moves"][0].as_str().unwrap()), "{rule}: {line}");
    }
}

#[test]
fn several_best_moves_are_different_and_in_order() {
    let document = json(&["analyse", "h8h9j10", "--depth", "4", "--multipv", "3", "--json"]);
    let lines = document["search"]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    let best: Vec<&str> = lines.iter().map(|line| line["moves"][0].as_str().unwrap()).collect();
    assert!(best[0] != best[1] && best[0] != best[2] && best[1] != best[2], "{best:?}");
    let values: Vec<i64> =
        lines.iter().map(|line| line["value"]["score"].as_i64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

#[test]
fn analysis_of_a_finished_game_says_so() {
    let won = run(&["analyse", "a1a3b1b3c1c3d1d3e1", "--rule", "freestyle"]);
    assert_eq!(won.code, Some(0));
    let end = "freestyle, 15x15, game over: black has won with five in a row (e1, move 9)\n";
    assert!(won.out.trim_end().ends_with(end.trim_end()), "{}", won.out);
    let document = json(&["analyse", "--json", "a1a3b1b3c1c3d1d3e1"]);
    assert_eq!(document["outcome"], serde_json::json!({"winner": "black", "reason": "five"}));
    assert_eq!(document["search"], Value::Null);
}

/// Moves that fill a board of 5 x 5 without a five: 25 of them, Black first.
fn moves_of_a_full_board() -> Vec<String> {
    let rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOOX"];
    let points = |wanted: char| {
        let mut found = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.chars().enumerate().filter(|(_, stone)| *stone == wanted) {
                found.push(format!("{}{}", char::from(b'a' + x as u8), 5 - y));
            }
        }
        found
    };
    let mut white = points('O').into_iter();
    points('X').into_iter().flat_map(|black| [Some(black), white.next()]).flatten().collect()
}

#[test]
fn a_full_board_is_a_draw() {
    let moves = moves_of_a_full_board().concat();
    let document = json(&["analyse", "--rule", "freestyle", "--size", "5", "--json", &moves]);
    assert_eq!(document["outcome"], serde_json::json!({"winner": null, "reason": "full board"}));
}

#[test]
fn the_last_point_needs_no_time() {
    let mut moves = moves_of_a_full_board();
    let last = moves.pop().unwrap();
    let moves = moves.concat();
    let analysed = run(&["analyse", "--rule", "freestyle", "--size", "5", "--time", "1h", &moves]);
    assert_eq!((analysed.code, analysed.err.as_str()), (Some(0), ""));
    let best = analysed.out.lines().skip_while(|line| !line.starts_with("Best for black")).nth(1);
    assert_eq!(best.map(str::trim_start).map(|line| line.starts_with(&last)), Some(true));
}

#[test]
fn moves_come_from_standard_input_too() {
    let run = run_with_input(&["analyse", "--json", "--depth", "1", "-"], b"h8 h9\r\nj10\n");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn boards_may_be_wide_and_oblong() {
    let document =
        json(&["analyse", "af1aa5", "--size", "32x5", "--rule", "caro", "--json", "--depth", "1"]);
    assert_eq!(document["moves"], serde_json::json!(["af1", "aa5"]));
    let drawn = run(&["forbidden", "af1", "--size", "32x5"]);
    assert_eq!(drawn.code, Some(0));
    assert!(drawn.out.lines().nth(4).unwrap().ends_with(".(X)"), "{}", drawn.out);
}

#[test]
fn forbidden_points_are_listed_with_their_kinds() {
    let moves = "h8a1h7c1i6e1j6g1";
    let drawn = run(&["forbidden", moves]);
    assert_eq!((drawn.code, drawn.err.as_str()), (Some(0), ""));
    assert!(drawn.out.contains(" 6 . . . . . . . 3 X X . . . . ."), "{}", drawn.out);
    let reason = "  h6   double three: three h6-i6-j6, three h8-h7-h6\n";
    assert!(drawn.out.ends_with(&format!("Forbidden to black:\n{reason}")), "{}", drawn.out);
    let document = json(&["forbidden", "--json", moves]);
    let three = |stones: [&str; 3], completions: [&str; 2]| serde_json::json!({"shape": "three", "stones": stones, "completions": completions});
    let lines = [three(["h6", "i6", "j6"], ["g6", "k6"]), three(["h8", "h7", "h6"], ["h9", "h5"])];
    let forbidden = serde_json::json!([{"point": "h6", "kind": "double three", "lines": lines}]);
    assert_eq!(document["forbidden"], forbidden);
    let analysed = json(&["analyse", "--json", "--depth", "1", moves]);
    assert_eq!(analysed["forbidden"], document["forbidden"]);
}

#[test]
fn the_protocol_is_spoken_with_and_without_the_command() {
    for arguments in [&[] as &[&str], &["play"]] {
        for end in ["END\r\n", ""] {
            let run = run_with_input(arguments, format!("START 15\r\n{end}").as_bytes());
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "OK\n", ""));
        }
    }
}

#[test]
fn colours_are_for_terminals_and_for_those_who_insist() {
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = tengen(arguments).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\u{1b}')
    };
    assert!(!coloured(&["forbidden", "h8"], &[]));
    assert!(coloured(&["forbidden", "h8"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["forbidden", "h8", "--ascii"], &[("CLICOLOR_FORCE", "1")]));
    let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    assert!(!coloured(&["forbidden", "h8"], &both));
}

#[test]
fn terminals_get_a_drawn_board_and_others_letters() {
    let drawn = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = tengen(arguments).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let forced = [("CLICOLOR_FORCE", "1"), ("TERM", "xterm")];
    let board = drawn(&["forbidden", "h8i9"], &forced);
    assert!(board.contains('\u{25cf}') && board.contains('\u{25cb}'), "{board}");
    assert!(board.contains('\u{253c}') && !board.contains('X'), "{board}");
    for text in [
        drawn(&["forbidden", "h8i9"], &[]),
        drawn(&["forbidden", "h8i9", "--ascii"], &forced),
        drawn(&["forbidden", "h8i9"], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]),
    ] {
        assert!(text.is_ascii() && text.contains('X'), "{text}");
    }
}

#[test]
fn every_legal_move_is_ranked() {
    let document = json(&["analyse", "h8h9j10", "--moves", "--depth", "2", "--json"]);
    assert_eq!(document["search"], Value::Null);
    let ranking = document["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 222);
    let rates: Vec<f64> = ranking.iter().map(|m| m["win_rate"].as_f64().unwrap()).collect();
    assert!(rates.is_sorted_by(|a, b| a >= b));
    let blocked = ["analyse", "h8h9j10", "--moves", "--depth", "2", "--json", "--block", "a1b2"];
    assert_eq!(json(&blocked)["ranking"].as_array().unwrap().len(), 220);
    let text = run(&["analyse", "h8h9j10", "--moves", "--depth", "2"]);
    let lines = text.out.lines().skip_while(|line| !line.starts_with("Every move of white"));
    assert_eq!(lines.take_while(|line| !line.is_empty()).count(), 224, "{}", text.out);
}

#[test]
fn blocked_points_are_not_played() {
    let free = json(&["analyse", "h8h9j10", "--depth", "3", "--json"]);
    let best = free["search"]["lines"][0]["moves"][0].as_str().unwrap().to_owned();
    let blocked = json(&["analyse", "h8h9j10", "--depth", "3", "--json", "--block", &best]);
    assert_ne!(blocked["search"]["lines"][0]["moves"][0], best.as_str());
    assert_refused(&run(&["analyse", "h8", "--block", "z9"]), "--block: move 1 ('z9'");
}

#[test]
fn balanced_moves_make_the_position_even() {
    let one = json(&["analyse", "h8h9", "--balance", "1", "--nodes", "20000", "--json"]);
    let score = one["search"]["lines"][0]["value"]["score"].as_i64().unwrap();
    assert!(score.abs() < 60, "{one}");
    let two = json(&["analyse", "h8", "--balance", "2", "--nodes", "20000", "--json"]);
    let line = &two["search"]["lines"][0];
    assert!(line["value"]["score"].as_i64().unwrap().abs() < 60, "{two}");
    assert_eq!(line["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn threats_of_both_sides_are_told_with_what_stops_them() {
    // Black has an open three in row 8; White, to move, has nothing.
    let moves = "h8a1g8a15f8o1o15";
    let arguments =
        ["analyse", moves, "--rule", "freestyle", "--threats", "--depth", "1", "--json"];
    let threats = &json(&arguments)["threats"];
    let black = threats["points"]["black"].as_array().unwrap();
    let straight = black.iter().find(|points| points["threat"] == "straight four").unwrap();
    assert_eq!(straight["points"], serde_json::json!(["e8", "i8"]));
    let attacks = threats["attacks"].as_array().unwrap();
    let of = |side: &str| {
        attacks.iter().find(|attack| attack["side"] == side && attack["by"] == "fours").unwrap()
    };
    assert_eq!((&of("white")["wins"], &of("white")["to_move"]), (&false.into(), &true.into()));
    assert_eq!(of("black")["wins"], true);
    assert_eq!(of("black")["moves"].as_array().unwrap().len(), 3);
    assert_eq!(of("black")["stopped_by"], serde_json::json!(["e8", "i8"]));
    let text = run(&["analyse", moves, "--rule", "freestyle", "--threats", "--depth", "1"]).out;
    assert!(text.contains("Black, if it were its move, wins by fours in 3: "), "{text}");
    assert!(text.contains("  stopped by e8 i8\n"), "{text}");
}

#[test]
fn pictures_are_written() {
    let folder = std::env::temp_dir().join(format!("tengen-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (svg, png) = (folder.join("board.svg"), folder.join("board.png"));
    let (svg, png) = (svg.to_str().unwrap(), png.to_str().unwrap());
    for arguments in [
        &["analyse", "h8h9j10", "--depth", "2", "--multipv", "3"] as &[&str],
        &["analyse", "h8h9j10", "--depth", "2", "--json"],
        &["forbidden", "h8a1h7c1i6e1j6g1"],
    ] {
        let pictures = ["--svg", svg, "--png", png, "--png-width", "400"];
        let done = run(&[arguments, &pictures].concat());
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
        assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
        let bytes = std::fs::read(png).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
        // The width stands in the header.
        assert_eq!(bytes[16..20], 400_u32.to_be_bytes());
        std::fs::remove_file(svg).unwrap();
        std::fs::remove_file(png).unwrap();
    }
    let nowhere = folder.join("no/such/folder.png");
    let failed = run(&["forbidden", "h8", "--png", nowhere.to_str().unwrap()]);
    assert_eq!(failed.code, Some(1));
    assert!(failed.err.contains("folder.png"), "{}", failed.err);
    assert_refused(&run(&["forbidden", "h8", "--png", png, "--png-width", "9"]), "64..=8000");
    let _ = std::fs::remove_dir_all(&folder);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_and_tells_the_result() {
    let mut child = tengen(&["analyse", "h8h9j10", "--infinite"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first line of the search says that it is under way.
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    while !seen.contains("  line\n") || seen.lines().last().is_some_and(|l| l.ends_with("line")) {
        assert_ne!(std::io::BufRead::read_line(&mut out, &mut seen).unwrap(), 0, "{seen}");
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    std::io::Read::read_to_string(&mut out, &mut seen).unwrap();
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(seen.contains("Best for white:"), "{seen}");
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.err.as_str()), (Some(0), ""), "{shell}");
        for word in ["analyse", "review", "store", "multipv"] {
            assert!(script.out.contains(word), "{shell}: {word}");
        }
    }
    let page = run(&["man"]);
    assert!(page.out.contains(".TH tengen 1") && page.out.contains("analyse"), "{}", page.out);
    let page = run(&["man", "analyse"]);
    assert!(page.out.contains("\\-\\-multipv"), "{}", page.out);
    assert_refused(&run(&["man", "nonsense"]), "there is no command 'nonsense'");
    assert_refused(&run(&["completions", "nonsense"]), "bash");
}

#[test]
fn the_bench_is_the_same_every_time() {
    let first = json(&["bench", "--nodes", "2000", "--json"]);
    let second = json(&["bench", "--nodes", "2000", "--json"]);
    assert_eq!(first["signature"], second["signature"]);
    assert_eq!(first["nodes"], second["nodes"]);
    let rows = first["positions"].as_array().unwrap();
    assert!(rows.len() >= 10);
    let sum: u64 = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(first["nodes"], sum);
    let other = json(&["bench", "--nodes", "3000", "--json"]);
    assert_ne!(other["signature"], first["signature"]);

    let text = run(&["bench", "--nodes", "2000"]);
    assert_eq!(text.code, Some(0));
    let signature = first["signature"].as_str().unwrap();
    assert!(text.out.contains(&format!("signature  {signature}\n")), "{}", text.out);
    assert!(text.out.ends_with(&format!("Bench: {sum}\n")), "{}", text.out);
}

#[test]
fn the_bench_goes_to_a_depth() {
    let document = json(&["bench", "--depth", "2", "--json"]);
    let rows = document["positions"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["depth"].as_u64().unwrap() <= 2), "{document}");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for arguments in [&["forbidden", "h8"] as &[&str], &["analyse", "h8", "--time", "60s"]] {
        let mut child =
            tengen(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// The commands of this program that the README shows, split into words.
fn commands_of_the_readme() -> Vec<Vec<String>> {
    let readme = include_str!("../README.md");
    let mut in_code = false;
    let mut commands = Vec::new();
    for line in readme.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let line = line.strip_prefix("$ ").unwrap_or(line);
        let ours = line.strip_prefix("cargo run --release -- ").or(line.strip_prefix("tengen "));
        if let Some(arguments) = ours.filter(|_| in_code) {
            commands.push(arguments.split_whitespace().map(str::to_owned).collect());
        }
    }
    commands
}

#[test]
fn the_commands_of_the_readme_run() {
    let mut tried = 0;
    for mut arguments in commands_of_the_readme() {
        match arguments[0].as_str() {
            // The same with less to do.
            "analyse" | "bench" if arguments.iter().any(|word| word == "--infinite") => continue,
            "analyse" | "bench" => match arguments.iter().position(|word| word == "--nodes") {
                Some(place) => arguments[place + 1] = "500".to_owned(),
                None => arguments.extend(["--nodes".to_owned(), "500".to_owned()]),
            },
            "forbidden" => {}
            _ => continue,
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        // Some write files: not beside the sources.
        let folder = std::env::temp_dir().join(format!("tengen-readme-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = tengen(&arguments);
        let run: Run = command.current_dir(&folder).stdin(Stdio::null()).output().unwrap().into();
        let _ = std::fs::remove_dir_all(&folder);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
        tried += 1;
    }
    assert!(tried >= 6, "only {tried} commands found");
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = include_str!("../README.md");
    let moves = "h8g7h10i11g11j8e13f12h12f10f11h9e11d11e10e9d13e14g12";
    let printed = run(&["forbidden", moves]).out;
    assert!(readme.contains(&format!("$ tengen forbidden {moves}\n{printed}```")));
    // Of an analysis only the first lines are the same in every version.
    let moves = "h8g7h10i11g11j8e13f12";
    let printed = run(&["analyse", moves, "--nodes", "1"]).out;
    let board: Vec<&str> = printed.lines().take(20).collect();
    let shown = format!("$ tengen analyse {moves} --rule renju --time 5s\n{}\n", board.join("\n"));
    assert!(readme.contains(&shown), "{shown}");
}
