//! `tengen solve` as users meet it: answers, exit codes, proofs, and files of problems.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Black wins by fours and threes, not by fours alone.
const THREATS: &str = "h8h9j10j9i9g7i10i11k10h10";
/// Black wins by fours, under renju too.
const FOURS: &str = "g9h8i7f4e5f11i11d11j11g4l8h11l12l9g7k8f8h6k11i12i10j12d9l10";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let output = command.arg("solve").args(arguments).stdin(Stdio::null()).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn json(arguments: &[&str]) -> (Value, Option<i32>) {
    let run = run(arguments);
    assert_eq!(run.err, "");
    (serde_json::from_str(&run.out).unwrap(), run.code)
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("solve-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_exit_code_is_the_answer() {
    let nodes = ["--nodes", "300000"];
    assert_eq!(run(&[FOURS, "--vcf", nodes[0], nodes[1]]).code, Some(0));
    assert_eq!(run(&[THREATS, "--vcf", nodes[0], nodes[1]]).code, Some(3));
    assert_eq!(run(&[THREATS, nodes[0], nodes[1]]).code, Some(0));
    assert_eq!(run(&[THREATS, "--nodes", "50"]).code, Some(4));
    assert_eq!(run(&["h8h9", nodes[0], nodes[1]]).code, Some(3));
}

#[test]
fn input_that_makes_no_sense_is_refused() {
    for (arguments, message) in [
        (vec!["h8h8"], "already holds"),
        (vec!["a1a3b1b3c1c3d1d3e1"], "nothing to solve"),
        (vec!["h8", "--vcf", "--vct"], "cannot be used with"),
        (vec!["h8", "--side", "green"], "a side is black or white"),
        (vec!["--batch", "no such file"], "no such file"),
        (vec!["h8", "--threads", "2"], "--batch"),
    ] {
        let run = run(&arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(message), "'{message}' is not in: {}", run.err);
    }
}

#[test]
fn json_has_the_documented_fields_and_the_proof_leads_to_the_five() {
    let (document, code) = json(&[THREATS, "--json", "--tree", "--nodes", "300000"]);
    assert_eq!(code, Some(0));
    assert_eq!(document["result"], "win");
    assert_eq!(document["method"], "vct");
    assert_eq!(document["side"], "black");
    let plies = document["plies"].as_u64().unwrap();
    assert!(document["line"].as_array().unwrap().len() as u64 <= plies);
    let steps = document["proof"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["plies"].as_u64(), Some(plies));
    for (number, step) in steps.iter().enumerate() {
        let replies = step["replies"].as_array().unwrap();
        for reply in replies {
            let then = reply["then"].as_u64().unwrap() as usize;
            assert!(then < number);
            assert!(steps[then]["plies"].as_u64().unwrap() + 2 <= step["plies"].as_u64().unwrap());
        }
    }
    let (document, code) = json(&["h8h9", "--json", "--nodes", "1000"]);
    assert_eq!(
        (code, &document["result"], &document["plies"]),
        (Some(3), &"no_win".into(), &Value::Null)
    );
    assert!(document.get("proof").is_none());
}

#[test]
fn either_side_can_be_asked_about() {
    let (white, _) = json(&[FOURS, "--side", "white", "--json", "--nodes", "1000"]);
    assert_eq!(white["side"], "white");
    let (black, _) = json(&[FOURS, "--json", "--nodes", "100000"]);
    assert_eq!(black["side"], "black");
}

#[test]
fn the_shortest_win_is_no_longer_than_another() {
    let (any, _) = json(&[FOURS, "--vcf", "--json", "--nodes", "300000"]);
    let (shortest, _) = json(&[FOURS, "--vcf", "--shortest", "--json", "--nodes", "300000"]);
    assert!(shortest["plies"].as_u64().unwrap() <= any["plies"].as_u64().unwrap());
}

#[test]
fn a_text_shows_board_line_and_tree() {
    let run = run(&[FOURS, "--vcf", "--tree", "--nodes", "300000"]);
    assert!(run.out.contains("renju, 15x15, black to move and to win"));
    assert!(run.out.contains("black wins (vcf, in "));
    assert!(run.out.contains("(else, as "));
}

/// Problems: won by fours, won by threats, not won, and too hard for the limit.
fn problems(folder: &Path) -> PathBuf {
    let file = folder.join("problems.txt");
    let text = format!(
        "# a remark\n{FOURS}\tB\tvcf\n{THREATS}\tB\tvct\nh8h9i9\tW\tnone\n{THREATS}\tW\tnone\n"
    );
    std::fs::write(&file, text.repeat(3)).unwrap();
    file
}

#[test]
fn results_are_the_same_for_any_number_of_threads_and_after_a_break() {
    let folder = folder("threads");
    let problems = problems(&folder);
    let problems = problems.to_str().unwrap();
    let mut files = Vec::new();
    for threads in ["1", "2", "3"] {
        let output = folder.join(format!("results-{threads}"));
        let mut arguments = vec!["--batch", problems, "--nodes", "100000", "--no-timings"];
        arguments.extend(["--threads", threads, "--output", output.to_str().unwrap()]);
        let first = run(&arguments);
        assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
        assert!(first.out.contains("vcf: 3 of 3 solved"), "{}", first.out);
        assert!(first.out.contains("none: 0 of 6 solved"), "{}", first.out);
        let whole = std::fs::read_to_string(&output).unwrap();
        assert_eq!(whole.lines().count(), 12);
        // Killed in the middle of a line.
        let kept: usize = whole.split_inclusive('\n').take(5).map(str::len).sum();
        std::fs::write(&output, &whole[..kept + 10]).unwrap();
        assert_eq!(run(&arguments).out, first.out);
        assert_eq!(std::fs::read_to_string(&output).unwrap(), whole);
        files.push(whole);
    }
    assert!(files.iter().all(|file| *file == files[0]));
}

#[test]
fn results_of_other_problems_are_not_added_to() {
    let folder = folder("other");
    let problems = problems(&folder);
    let output = folder.join("results");
    std::fs::write(&output, "{\"problem\":1}\n").unwrap();
    let arguments = ["--batch", problems.to_str().unwrap(), "--output", output.to_str().unwrap()];
    let run = run(&arguments);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("line 1 is no result"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "{\"problem\":1}\n");
}

#[test]
fn a_batch_in_json_ends_with_a_summary_of_each_kind() {
    let folder = folder("json");
    let problems = problems(&folder);
    let run = run(&["--batch", problems.to_str().unwrap(), "--nodes", "20000", "--json"]);
    assert_eq!(run.code, Some(0));
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 12 + 3);
    assert!(lines[..12].iter().all(|line| line["milliseconds"].is_number()));
    assert_eq!(lines[14]["kind"], "vct");
    assert!(lines[14]["median_milliseconds"].is_number());
}
