//! Reviews of games: mistakes are marked where they were made, and every file says the same.

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tengen::board::{NullObserver, Position, Size};
use tengen::notation::format::{Reading, read_all};
use tengen::notation::pos;
use tengen::notation::tree::Tree;
use tengen::rules::RuleKind;

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tengen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What a successful run printed.
fn printed(arguments: &[&str]) -> String {
    let output = tengen(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Positions of `tests/data/vcf.txt` in which the side to move wins by fours alone: rule, moves.
fn positions() -> impl Iterator<Item = (RuleKind, String)> {
    let lines = include_str!("data/vcf.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0].parse().unwrap(), words[1].to_owned())
    })
}

fn played(moves: &str, rule: RuleKind) -> Position {
    let mut position = Position::new(Size::RENJU);
    for point in pos::parse_moves(moves, Size::RENJU).unwrap() {
        rule.rule().try_play(&mut position, point, &mut NullObserver).unwrap();
    }
    position
}

fn review(file: &Path, rule: RuleKind, more: &[&str]) -> Json {
    let arguments = ["review", text(file), "--rule", rule.name(), "--nodes", "1500", "--json"];
    serde_json::from_str(&printed(&[&arguments, more].concat())).unwrap()
}

#[test]
fn a_missed_win_by_fours_is_marked_at_its_move() {
    let folder = Folder::new("review-missed");
    let (file, sgf) = (folder.file("game.pos"), folder.file("annotated.sgf"));
    let mut marked = 0;
    for (rule, moves) in positions().step_by(9) {
        let position = played(&moves, rule);
        let quiet = ["a1", "a15", "o1", "o15"].into_iter().find(|name| {
            let point = pos::parse_point(name, Size::RENJU).unwrap();
            rule.rule().check_move(&position, point).is_ok()
        });
        std::fs::write(&file, format!("{moves}{}\n", quiet.unwrap())).unwrap();
        let document = review(&file, rule, &["--sgf", text(&sgf)]);
        let all = document["moves"].as_array().unwrap();
        assert_eq!(all.len(), position.ply() + 1);
        let missed = all.last().unwrap();
        let plies = missed["before"]["win_in"].as_u64().unwrap();
        assert_eq!(missed["best"].as_array().unwrap().len() as u64, plies, "{missed}");
        if missed["after"]["win_in"].is_u64() {
            // The quiet move wins as well: nothing stops the fours.
            continue;
        }
        marked += 1;
        assert_eq!(missed["judgement"], "missed win");
        assert_eq!((&missed["number"], &missed["point"]), (&all.len().into(), &quiet.into()));
        let best = missed["best"][0].as_str().unwrap().to_owned();
        // The annotated game says so at the same move, and shows the win beside it.
        let bytes = std::fs::read(&sgf).unwrap();
        let tree: Tree = read_all(&bytes, Some("sgf"), Reading::default()).unwrap().remove(0);
        let last = tree.main_line_end();
        assert!(tree.comment(last).unwrap().contains("missed win"));
        let parent = tree.parent(last).unwrap();
        let variation = tree.children(parent).nth(1).unwrap();
        let point = tree.action(variation).point().unwrap();
        assert_eq!(pos::name(point, Size::RENJU), best);
        // The win itself, played, is no mistake.
        std::fs::write(&file, format!("{moves}{best}\n")).unwrap();
        let document = review(&file, rule, &[]);
        assert_eq!(document["moves"].as_array().unwrap().last().unwrap()["judgement"], "good");
    }
    assert!(marked >= 3, "only {marked} missed wins");
}

#[test]
fn a_move_that_allows_a_win_by_fours_is_marked() {
    let folder = Folder::new("review-losing");
    let file = folder.file("game.pos");
    // White closes neither end of the open three: g8, k8 and their like would have held.
    std::fs::write(&file, "h8g7i8i9j8a15k8\n").unwrap();
    let document = review(&file, RuleKind::Freestyle, &[]);
    let judgement = |number: usize| &document["moves"][number - 1]["judgement"];
    assert_eq!(judgement(6), "losing move");
    assert_eq!(judgement(7), "good");
    assert_eq!(document["mistakes"]["white"]["losing_moves"], 1);
    assert_eq!(document["mistakes"]["black"]["missed_wins"], 0);
}

#[test]
fn every_file_of_a_game_is_reviewed_alike() {
    let folder = Folder::new("review-formats");
    let moves = "h8i9j8h10g7f6";
    let pos_file = folder.file("game.pos");
    std::fs::write(&pos_file, format!("{moves}\n")).unwrap();
    let points = pos::parse_moves(moves, Size::RENJU).unwrap();
    let sgf_file = folder.file("game.sgf");
    let mut sgf = "(;GM[4]SZ[15]PB[Ann]PW[Bob]".to_owned();
    let psq_file = folder.file("game.psq");
    let mut psq = "Piskvorky 15x15, 11:11, 0\r\n".to_owned();
    let lib_file = folder.file("game.lib");
    let mut lib = b"\xffRenLib\xff\x03\x00".to_vec();
    lib.resize(20, 0xff);
    for (n, point) in points.iter().enumerate() {
        let letter = |x: u8| char::from(b'a' + x);
        let side = if n % 2 == 0 { 'B' } else { 'W' };
        sgf += &format!(";{side}[{}{}]", letter(point.x()), letter(point.y()));
        psq += &format!("{},{},0\r\n", point.x() + 1, point.y() + 1);
        let last = if n + 1 == points.len() { 0x40 } else { 0 };
        lib.extend([16 * point.y() + point.x() + 1, last]);
    }
    std::fs::write(&sgf_file, sgf + ")").unwrap();
    std::fs::write(&psq_file, psq + "-1\r\n").unwrap();
    std::fs::write(&lib_file, lib).unwrap();
    let first = review(&pos_file, RuleKind::Renju, &[]);
    assert_eq!(first["moves"].as_array().unwrap().len(), 6);
    for file in [sgf_file, psq_file, lib_file] {
        assert_eq!(review(&file, RuleKind::Renju, &[])["moves"], first["moves"], "{file:?}");
    }
}

#[test]
fn text_curve_and_pictures_are_made() {
    let folder = Folder::new("review-text");
    let file = folder.file("game.sgf");
    let game = "(;GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Bob]C[before];B[hh];W[gi]C[odd];B[ih];W[ig]\
                (;B[jh];W[aa];B[kh])(;B[aa]))";
    std::fs::write(&file, game).unwrap();
    let names = ["annotated.sgf", "curve.svg", "curve.png", "board.svg", "board.png"];
    let [sgf, svg, png, board_svg, board_png] = names.map(|name| folder.file(name));
    let printed = printed(&[
        "review",
        text(&file),
        "--nodes",
        "1500",
        "--sgf",
        text(&sgf),
        "--svg",
        text(&svg),
        "--png",
        text(&png),
        "--board-svg",
        text(&board_svg),
        "--board-png",
        text(&board_png),
    ]);
    assert!(printed.starts_with("Ann - Bob (freestyle)\n"), "{printed}");
    assert!(printed.contains("losing move"), "{printed}");
    assert!(printed.contains("Expected result for black:\n100 % |"), "{printed}");
    assert!(printed.contains("0 mistakes, 0 missed wins, 1 losing moves\n"), "{printed}");
    assert!(printed.is_ascii());
    for file in [&svg, &board_svg] {
        assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg "));
    }
    for file in [&png, &board_png] {
        assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
    }
    // What the file had before is still there.
    let bytes = std::fs::read(&sgf).unwrap();
    let tree = read_all(&bytes, Some("sgf"), Reading::default()).unwrap().remove(0);
    assert_eq!(tree.info.black.as_deref(), Some("Ann"));
    let comments: Vec<String> = tree.main_line().filter_map(|node| tree.comment(node)).collect();
    assert!(comments[1].starts_with("odd\n"), "{comments:?}");
    assert!(tree.len() > 9);
}

#[test]
fn a_forbidden_last_move_is_left_out_with_a_remark() {
    let folder = Folder::new("review-forbidden");
    let file = folder.file("game.pos");
    std::fs::write(&file, "h8a1h7c1i6e1j6g1h6\n").unwrap();
    let document = review(&file, RuleKind::Renju, &[]);
    assert_eq!(document["moves"].as_array().unwrap().len(), 8);
    assert!(document["remark"].as_str().unwrap().contains("h6"), "{document}");
    // The same move is fine under a rule without forbidden points.
    let document = review(&file, RuleKind::Standard, &[]);
    assert_eq!(document["moves"].as_array().unwrap().len(), 9);
    assert_eq!(document["remark"], Json::Null);
}

#[test]
fn games_that_cannot_be_reviewed_are_refused() {
    let folder = Folder::new("review-refused");
    let file = folder.file("game.sgf");
    for (content, message) in [
        ("(;GM[4];B[hh];W[hh])", "move 2"),
        ("(;GM[4]C[no moves])", "no moves"),
        ("(;GM[4];B[hh]", "line 1"),
        ("", "game.sgf"),
        (
            "(;GM[4]RU[freestyle];B[ha];W[aa];B[ia];W[ba];B[ja];W[ca];B[ka];W[da];B[la];W[oo])",
            "move 10",
        ),
    ] {
        std::fs::write(&file, content).unwrap();
        let output = tengen(&["review", text(&file), "--nodes", "10"]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{content}: {error}");
        assert!(error.contains(message), "{content}: {error}");
    }
    std::fs::write(&file, "(;GM[4];B[hh])").unwrap();
    let output = tengen(&["review", text(&file), "--game", "2"]);
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("has 1 games; choose one of them by --game")
    );
    let output = tengen(&["review", text(&folder.file("missing.psq"))]);
    assert_eq!(output.status.code(), Some(2));
}
