//! `tengen referee`, and the file formats that it reads.

use proptest::prelude::*;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;
use tengen::board::{Point, Side, Size};
use tengen::notation::game::{GameRecord, GameResult, MoveNotes};
use tengen::notation::{jsonl, offsets, psq, sgf};
use tengen::rules::RuleKind;

/// A file that is gone after the test.
struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str, content: &[u8]) -> TestFile {
        let name = format!("tengen-referee-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).unwrap();
        TestFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn referee(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen")).arg("referee").args(arguments).output().unwrap()
}

/// The JSON line of the first game of a file.
fn first(name: &str, content: &str, arguments: &[&str]) -> Value {
    let file = TestFile::new(name, content.as_bytes());
    let output = referee(&[arguments, &["--json", file.path()]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(text.lines().next().unwrap_or_else(|| panic!("{name}: {error}"))).unwrap()
}

/// Black makes two open threes with the last stone.
const DOUBLE_THREE: &str = ";B[gh];W[ao];B[ih];W[oa];B[hi];W[aa];B[hg];W[oo];B[hh]";

#[test]
fn each_format_is_judged() {
    let sgf = format!("(;GM[4]SZ[15]RU[renju]RE[W+]TE[forbidden: double three]{DOUBLE_THREE})");
    let game = first("a.sgf", &sgf, &[]);
    assert_eq!((&game["result"], &game["reason"]), (&"0-1".into(), &"double three".into()));
    assert_eq!((&game["agreement"], &game["decided_by"]), (&"agree".into(), &9.into()));
    assert_eq!(game["breaches"], serde_json::json!(["move 9 (h8) is forbidden (double three)"]));

    let psq = "Piskvorky 15x15, 11:11, 0\r\n1,1,0\r\n1,2,5\r\n2,1,5\r\n2,2,5\r\n3,1,5\r\n3,2,5\r\n\
               4,1,5\r\n4,2,5\r\n5,1,5\r\na\r\nb\r\n-1\r\n1,Freestyle\r\n";
    let game = first("a.psq", psq, &[]);
    assert_eq!((&game["rule"], &game["reason"]), (&"freestyle".into(), &"five".into()));
    assert_eq!(game["agreement"], "agree");

    let game = first("a.txt", "g8a1i8o15h7a15h9o1h8\n", &[]);
    assert_eq!(
        (&game["reason"], &game["agreement"]),
        (&"double three".into(), &"nothing recorded".into())
    );
    let game = first("b.txt", "g8a1i8o15h7a15h9o1h8\n", &["--rule", "standard"]);
    assert_eq!(game["result"], Value::Null);

    let json = "{\"type\":\"match\"}\n{\"size\":\"15x15\",\"rule\":\"caro\",\"result\":\"1-0\",\
                \"moves\":[{\"x\":1,\"y\":1},{\"x\":1,\"y\":1}]}\n";
    let game = first("a.jsonl", json, &[]);
    assert_eq!((&game["reason"], &game["agreement"]), (&"occupied point".into(), &"agree".into()));
}

#[test]
fn contradictions_are_named_and_have_their_exit_code() {
    let right = format!("(;RU[4]RE[W+1]TE[double three]{DOUBLE_THREE})");
    let winner = format!("(;RU[4]RE[B+1]PB[Ann]{DOUBLE_THREE})");
    let reason =
        format!("(;RU[4]RE[W+1]TE[Black play forbidden move - double four]{DOUBLE_THREE})");
    let after = format!("(;RU[4]{DOUBLE_THREE};W[ab])");
    let left_out =
        format!("(;RU[4]RE[W+1]TE[double three]{})", DOUBLE_THREE.trim_end_matches(";B[hh]"));
    let time = "(;RE[B+T]TE[white lost on time];B[hh])".to_owned();
    for (number, (text, code, words)) in [
        (right, 0, "1 games: 1 agree"),
        (winner, 1, "CONTRADICTS this: 1-0"),
        (reason, 1, "CONTRADICTS this: 0-1, 'Black play forbidden move - double four'"),
        (after, 1, "move 10 (a14) comes after the end"),
        (left_out, 0, "leaves that move out; forbidden to black where it ends (double three): h8"),
        (time, 0, "the board does not show it"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = TestFile::new(&format!("contradiction{number}"), text.as_bytes());
        let output = referee(&[file.path()]);
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(code), "{text}: {out}");
        assert!(out.contains(words), "{text}: {out}");
    }
}

#[test]
fn unreadable_files_are_refused() {
    for (number, content) in
        [&b""[..], b"(;B[aa]", b"\xff\xfe\x00", b"Piskvorky", b"{\"size\":", b"h8h99"]
            .iter()
            .enumerate()
    {
        let file = TestFile::new(&format!("unreadable{number}"), content);
        let output = referee(&[file.path()]);
        assert_eq!(output.status.code(), Some(2), "{content:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(file.path()));
    }
    assert_eq!(referee(&["/no/such/file"]).status.code(), Some(2));
    assert_eq!(referee(&[]).status.code(), Some(2));
}

fn games() -> impl Strategy<Value = GameRecord> {
    let notes = (0..100_000_u64, proptest::option::of(-500..500_i32), 0..30_u32, any::<u32>());
    let moves = proptest::collection::vec((0..20_u8, 0..15_u8, notes), 1..60);
    (moves, 0..5_usize, 0..5_usize, 0..4_usize).prop_map(|(moves, opening, rule, result)| {
        let mut game = GameRecord::new(Size::new(20, 15).unwrap());
        game.rule = Some(RuleKind::ONE_STONE[rule]);
        (game.black, game.white) = (Some("a b".to_owned()), Some("c".to_owned()));
        game.result = [
            None,
            Some(GameResult::Draw),
            Some(GameResult::Win(Side::Black)),
            Some(GameResult::Win(Side::White)),
        ][result];
        game.opening = opening.min(moves.len());
        for (number, (x, y, (ms, value, depth, nodes))) in moves.into_iter().enumerate() {
            let notes = MoveNotes {
                time: Some(Duration::from_millis(ms)),
                value: value.map(|value| value.to_string()),
                depth: Some(depth),
                nodes: Some(u64::from(nodes)),
                comment: None,
            };
            // Nothing is known of moves that nobody chose.
            let notes = if number < game.opening { MoveNotes::default() } else { notes };
            game.push(Point::at(x, y), notes);
        }
        game
    })
}

proptest! {
    #[test]
    fn games_survive_sgf_and_json(game in games()) {
        prop_assert_eq!(sgf::read(&sgf::write(&game)), Ok(vec![game.clone()]));
        let line = serde_json::to_string(&jsonl::JsonGame::from(&game)).unwrap();
        prop_assert_eq!(jsonl::parse(&line), Ok(game));
    }

    #[test]
    fn moves_and_results_survive_psq(game in games()) {
        let back = psq::read(&psq::write(&game)).unwrap();
        let points = |game: &GameRecord| game.moves.iter().map(|m| m.point).collect::<Vec<_>>();
        prop_assert_eq!(points(&back), points(&game));
        prop_assert_eq!((back.result, back.rule, back.black), (game.result, game.rule, game.black));
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC*", cut in 0..400_usize) {
        let sgf_text = format!("(;GM[4]SZ[15]B[hh]{text};W[ii]C[x\\]])");
        let psq_text = format!("Piskvorky 15x15, 1:1, 0\n8,8,0\n{text}\n");
        for text in [&text, &sgf_text, &psq_text] {
            let cut: String = text.chars().take(cut).collect();
            for text in [text, &cut] {
                let _ = (sgf::read(text), psq::read(text), jsonl::parse(text));
                let _ = offsets::parse(text, Size::RENJU);
            }
        }
    }

    #[test]
    fn no_tree_is_too_strange(text in "[();BWACSZ\\[\\]\\\\a-z0-9: \n]{0,200}") {
        let _ = sgf::read(&text);
        let _ = sgf::read(&format!("({text}"));
    }
}
