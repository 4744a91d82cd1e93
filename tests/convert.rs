//! Positions and games from files, as users meet them: the same position in every notation, and
//! `tengen convert` between all formats.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run left behind.
struct Run {
    code: Option<i32>,
    out: Vec<u8>,
    err: String,
}

impl Run {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }

    fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_slice(&self.out).unwrap()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let err = String::from_utf8(output.stderr).unwrap();
        Run { code: output.status.code(), out: output.stdout, err }
    }
}

fn run(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who refuses the arguments does not read on.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// A folder that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-convert-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, contents).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const GAME: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]RE[B+]\n;B[hh];W[hg]C[direct](;B[ig];W[gi])\
                    (;B[jh]N[slash];W[ij]LB[aa:A]))\n";

/// The moves of the game's main line as they are named.
const MOVES: [&str; 4] = ["h8", "h9", "i9", "g7"];

/// What an analysis says, but for its time.
fn analysis(arguments: &[&str], input: &[u8]) -> Value {
    let mut all = vec!["analyse", "--json", "--nodes", "400", "--multipv", "2"];
    all.extend(arguments);
    let mut document = run(&all, input).json();
    let search = document["search"].as_object_mut().unwrap();
    assert!(search.remove("milliseconds").is_some());
    assert!(search.remove("nodes_per_second").is_some());
    document
}

#[test]
fn the_same_position_in_every_notation_is_analysed_the_same() {
    let folder = Folder::new();
    let expected = analysis(&["h8h9i9g7"], b"");
    assert_eq!(expected["moves"], serde_json::json!(MOVES));
    let sgf = folder.write("game.sgf", GAME);
    let mut cases: Vec<(Vec<String>, Vec<u8>)> = Vec::new();
    let mut add = |words: &[&str], input: &str| {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        cases.push((words, input.as_bytes().to_vec()));
    };
    add(&["H8", "H9", "I9", "G7"], "");
    add(&["h8,h9,i9,g7"], "");
    add(&["h8", "h7", "i7", "g9", "--rows", "top"], "");
    add(&["7,7", "7,6", "8,6", "6,8"], "");
    add(&["7,7 7,8 8,8 6,6", "--rows", "bottom"], "");
    add(&["--", "0,0, 0,-1, 1,-1, -1,1"], "");
    add(&["-"], "h8 h9\ni9 g7\n");
    add(&["--input", "-"], "h8h9i9g7\n");
    add(&["--input", "-"], "h8\nh9\r\ni9\ng7\n");
    add(&["--input", "-"], "# rows: top\nh8h7i7g9\n");
    add(&["--input", "-"], GAME);
    add(&["-"], GAME);
    add(&["--input", "-"], "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,7,0\n7,9,0\n");
    let line = "{\"size\":\"15\",\"moves\":[{\"x\":7,\"y\":7},{\"x\":7,\"y\":6},{\"x\":8,\"y\":6},\
                {\"x\":6,\"y\":8}]}\n";
    add(&["--input", "-"], line);
    add(&["--input", &sgf, "--rule", "renju"], "");
    for name in ["game.lib", "game.jsonl", "game.psq", "game.pos", "game.pairs", "game.offsets"] {
        let path = folder.path(name);
        assert_eq!(run(&["convert", &sgf, &path], b"").code, Some(0), "{name}");
        add(&["--input", &path], "");
    }
    for (words, input) in cases {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(analysis(&words, &input), expected, "{words:?}");
    }
    // A drawn board does not know the order of the moves; all else is the same.
    let drawn = folder.path("game.board");
    assert_eq!(run(&["convert", &sgf, &drawn], b"").code, Some(0));
    let from_picture = analysis(&["--input", &drawn], b"");
    for field in ["rule", "to_move", "forbidden", "search"] {
        assert_eq!(from_picture[field], expected[field], "{field}");
    }
    // Without coordinates, and with the stones alone.
    let mut rows = vec![".".repeat(15); 15];
    rows[6].replace_range(7..9, "OX");
    rows[7].replace_range(7..8, "X");
    rows[8].replace_range(6..7, "O");
    let bare = analysis(&["-"], rows.join("\n").as_bytes());
    for field in ["to_move", "forbidden"] {
        assert_eq!(bare[field], expected[field], "{field}");
    }
    assert_eq!(bare["search"]["lines"], expected["search"]["lines"]);
}

#[test]
fn files_choose_rule_size_game_and_move() {
    let two = "(;SZ[19]RU[freestyle];B[aa];W[ss])(;SZ[20]RU[caro];B[tt];W[at];B[ta])";
    let run = |more: &[&str]| {
        let mut all = vec!["analyse", "--json", "--depth", "1", "--input", "-"];
        all.extend(more);
        run(&all, two.as_bytes())
    };
    let refused = run(&[]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("2 games; choose one of them by --game"), "{}", refused.err);
    let second = run(&["--game", "2"]).json();
    assert_eq!((&second["rule"], &second["width"]), (&"caro".into(), &20.into()));
    assert_eq!(second["moves"], serde_json::json!(["t1", "a1", "t20"]));
    let early = run(&["--game", "2", "--move", "1", "--rule", "renju"]).json();
    assert_eq!((&early["rule"], &early["moves"]), (&"renju".into(), &serde_json::json!(["t1"])));
    assert_eq!(run(&["--game", "3"]).code, Some(2));
}

#[test]
fn all_formats_are_converted_into_each_other() {
    let folder = Folder::new();
    let sgf = folder.write("a.sgf", GAME);
    let names = ["b.sgf", "b.lib", "b.jsonl", "b.psq", "b.pos", "b.pairs", "b.offsets", "b.board"];
    let mut tried = 0;
    for from in names {
        let first = folder.path(from);
        assert_eq!(run(&["convert", &sgf, &first], b"").code, Some(0), "{from}");
        for to in names {
            let second = folder.path(&format!("c-{from}-{to}"));
            let done = run(&["convert", &first, &second, "--json"], b"").json();
            assert_eq!((&done["games"], &done["written"]), (&1.into(), &1.into()), "{from} {to}");
            // What has come through once comes through again.
            let third = folder.path(&format!("d-{from}-{to}"));
            assert_eq!(
                run(
                    &["convert", &second, &third, "--to", done["to_format"].as_str().unwrap()],
                    b""
                )
                .code,
                Some(0)
            );
            assert_eq!(fs::read(&second).unwrap(), fs::read(&third).unwrap(), "{from} {to}");
            tried += 1;
        }
    }
    assert_eq!(tried, 64);
}

#[test]
fn what_is_lost_is_listed() {
    let folder = Folder::new();
    let sgf = folder.write("a.sgf", GAME);
    let psq = folder.path("b.psq");
    let told = run(&["convert", &sgf, &psq], b"");
    assert_eq!((told.code, told.text()), (Some(0), ""));
    let lost =
        format!("{sgf} -> {psq}: 1 game (7 nodes), lost: 2 moves of variations, 1 comments\n");
    assert_eq!(told.err, lost);
    let lib = folder.path("b.lib");
    let document = run(&["convert", &sgf, &lib, "--json"], b"").json();
    assert_eq!(
        document["lost"],
        serde_json::json!([
            {"what": "rules", "count": 1},
            {"what": "names of players", "count": 1},
            {"what": "results", "count": 1}
        ])
    );
    let whole = run(&["convert", &sgf, "-", "--to", "sgf"], b"");
    assert!(whole.err.ends_with("standard output: 1 game (7 nodes), nothing is lost\n"));
    assert!(whole.text().contains("(;B[jh]N[slash];W[ij]LB[aa:A])"), "{}", whole.text());
    // Nothing is written when that is asked for.
    let strict = folder.path("strict.psq");
    let refused = run(&["convert", &sgf, &strict, "--strict"], b"");
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.ends_with("nothing is written, because of --strict\n"));
    assert!(!Path::new(&strict).exists());
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3);
}

#[test]
fn a_collection_becomes_one_library() {
    let folder = Folder::new();
    let games = folder.write("a.pos", "h8h9i9\nh8h9j10\nh8i9\n");
    let lib = folder.path("b.lib");
    let document = run(&["convert", &games, &lib, "--json"], b"").json();
    assert_eq!((&document["games"], &document["written"]), (&3.into(), &3.into()));
    let bytes = fs::read(&lib).unwrap();
    assert_eq!(&bytes[..10], b"\xffRenLib\xff\x03\x00");
    assert_eq!(bytes[20..], [0x78, 0, 0x68, 0x80, 0x69, 0xc0, 0x5a, 0x40, 0x69, 0x40]);
    let newer = run(&["convert", &games, "-", "--to", "lib", "--lib-version", "3.4"], b"");
    assert_eq!((newer.out[9], &newer.out[20..22]), (4, &[0, 0][..]));
    // One game only has room elsewhere; which one can be chosen.
    let psq = folder.path("b.psq");
    let left = run(&["convert", &games, &psq], b"");
    assert_eq!(left.code, Some(0));
    assert!(left.err.contains("game 2 is left out: a Piskvork game has room for one game only"));
    let third =
        run(&["convert", &games, "-", "--to", "pos", "--game", "3", "--to-rows", "top"], b"");
    assert_eq!(third.text(), "# form: pos\n# rows: top\n# size: 15x15\nh8i7\n");
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = Folder::new();
    let broken = folder.write("a.sgf", "(;GM[4]\n;B[hh];W[!!])");
    let out = folder.path("b.psq");
    for (arguments, message) in [
        (vec!["convert", &broken, &out], "a.sgf: line 2, column 9 (read as an SGF file): W[!!]"),
        (vec!["convert", &broken, "x.doc"], "x.doc: the name does not say in which format"),
        (vec!["convert", "missing.sgf", &out], "missing.sgf: "),
        (vec!["convert", "-", &out, "--format", "lib"], "standard input: byte 0"),
        (vec!["convert", "-", &out, "--game", "4"], "there is no game with that number"),
        (vec!["convert", "-", &out, "--encoding", "klingon"], "unknown encoding 'klingon'"),
        (vec!["convert", "-", "-", "--to", "lib", "--lib-version", "3.0"], "needs h8 as its only"),
        (
            vec!["convert", "-", "-", "--to", "lib", "--size", "19"],
            "the board of a library is 15x15",
        ),
        (vec!["analyse", "--input", &broken], "a.sgf: line 2, column 9"),
        (vec!["analyse", "h8", "--input", &broken], "cannot be used with"),
    ] {
        let refused = run(&arguments, b"a1a2\n");
        assert_eq!(refused.code, Some(2), "{arguments:?}: {}", refused.err);
        assert!(refused.err.contains(message), "'{message}' is not in: {}", refused.err);
        assert!(refused.out.is_empty());
    }
    // No file is begun that could not be finished.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    let nowhere = folder.path("no/such/folder.psq");
    assert_eq!(run(&["convert", "-", &nowhere], b"h8").code, Some(1));
}

#[test]
fn texts_in_old_encodings_are_kept() {
    // What RenLib writes on a Chinese system, converted there and back.
    let folder = Folder::new();
    let mut bytes = b"\xffRenLib\xff\x03\x00".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend(b"\x78\x48\xba\xda\xcf\xc8\xca\xa4\0\0");
    let lib = folder.write("a.lib", &bytes);
    let sgf = run(&["convert", &lib, "-", "--to", "sgf", "--encoding", "gbk"], b"");
    assert!(sgf.text().contains(";B[hh]N[\u{9ed1}\u{5148}\u{80dc}]"), "{}", sgf.text());
    let arguments = ["convert", "-", "-", "--to", "lib", "--to-encoding", "gbk"];
    assert_eq!(run(&arguments, &sgf.out).out, bytes);
}
