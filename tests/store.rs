//! The position store as users meet it: several processes, killed processes, many positions, files
//! of other programs.
//!
//! Two tests are too long for every day and are asked for by name:
//!
//! ```sh
//! TENGEN_STORE_KILLS=50 cargo test --release --test store -- --ignored killed --nocapture
//! TENGEN_STORE_POSITIONS=1000000 cargo test --release --test store -- --ignored many --nocapture
//! ```

use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tengen::board::{NullObserver, Point, Position, Size};
use tengen::rules::RuleKind;
use tengen::store::{Analysis, Record, Source, Store, StoredLine};
use tengen::value::Value;

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

/// The n-th of 6,250,000 different positions, none of them symmetric to another.
fn numbered_position(number: u64) -> Position {
    let mut position = Position::new(Size::RENJU);
    // A row of stones at the lower edge from the left corner: no symmetry but the identity leaves it
    // there. Above it the digits of the number in base 50, each in fifty places of its own.
    for x in 0..6 {
        position.place(Point::at(x, 14), &mut NullObserver);
    }
    let mut rest = number;
    for digit in 0..4 {
        let place = 50 * digit + rest % 50;
        rest /= 50;
        let point = Point::at((place % 15) as u8, (place / 15) as u8);
        position.place(point, &mut NullObserver);
    }
    position
}

fn numbered_record(number: u64) -> Record {
    let value = Value::score((number % 1000) as i32);
    let moves = (7..14).map(|x| Point::at(x, 14)).collect();
    let best = StoredLine { value, moves };
    let analysis =
        Analysis { source: Source::Search, value, depth: 12, nodes: number, lines: vec![best] };
    Record { analysis: Some(analysis), note: String::new() }
}

/// Not a test of its own: the process that others start to write to a store, and kill.
#[test]
#[ignore = "started by other tests"]
fn writer() {
    let Ok(path) = std::env::var("TENGEN_TEST_STORE") else { return };
    let number = |name: &str| std::env::var(name).unwrap().parse::<u64>().unwrap();
    let (first, count) = (number("TENGEN_TEST_FIRST"), number("TENGEN_TEST_COUNT"));
    let keeps_open = number("TENGEN_TEST_KEEPS_OPEN") != 0;
    let mut open = None;
    for n in first..first + count {
        let mut store = open.take().unwrap_or_else(|| Store::create(Path::new(&path)).unwrap());
        store.put(&numbered_position(n), RuleKind::Renju, numbered_record(n)).unwrap();
        println!("written {n}");
        if keeps_open {
            open = Some(store);
        }
    }
}

/// A process that writes so many records from the first on.
fn writing_process(store: &Path, first: u64, count: u64, keeps_open: bool) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "writer", "--nocapture", "--test-threads=1"])
        .env("TENGEN_TEST_STORE", store)
        .env("TENGEN_TEST_FIRST", first.to_string())
        .env("TENGEN_TEST_COUNT", count.to_string())
        .env("TENGEN_TEST_KEEPS_OPEN", u8::from(keeps_open).to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn is_there(store: &Store, number: u64) -> bool {
    let found = store.get(&numbered_position(number), RuleKind::Renju).unwrap();
    found == Some(numbered_record(number))
}

#[test]
fn numbered_positions_are_all_different() {
    let folder = Folder::new("numbered");
    let mut store = Store::create(&folder.file("a.db")).unwrap();
    let mut batch = store.batch();
    for n in (0..3000).chain(500_000..503_000) {
        batch.put(&numbered_position(n), RuleKind::Renju, numbered_record(n)).unwrap();
    }
    assert_eq!(batch.finish().unwrap().added, 6000);
}

/// Kills a writing process again and again; says how many records there are in the end.
fn kill_and_look(kills: u64) -> u64 {
    let folder = Folder::new("killed");
    let path = folder.file("killed.db");
    let mut seed = 0x1234_5678_9abc_def1_u64;
    let mut finished: Vec<u64> = Vec::new();
    for kill in 0..kills {
        let first = kill * 100_000;
        let mut child = writing_process(&path, first, 100_000, true);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        // At some moment after some records.
        let wanted = 1 + seed % 20;
        let mut seen = 0;
        while seen < wanted {
            let line = lines.next().expect("the writer writes until it is killed").unwrap();
            seen += u64::from(line.contains("written "));
        }
        std::thread::sleep(Duration::from_micros(seed >> 40 & 0x1fff));
        child.kill().unwrap();
        child.wait().unwrap();
        let rest = lines.map_while(Result::ok).filter(|line| line.contains("written ")).count();
        finished.extend(first..first + seen + rest as u64);
        let store = Store::open(&path).unwrap();
        for &number in &finished {
            assert!(is_there(&store, number), "record {number} is missing after kill {kill}");
        }
        // At most the one record that was being written is there beside those.
        let count = store.len().unwrap();
        assert!(count <= finished.len() as u64 + kill + 1);
        assert_eq!(store.statistics().unwrap().damaged, 0);
    }
    finished.len() as u64
}

#[test]
fn a_killed_writer_loses_nothing_that_was_finished() {
    assert!(kill_and_look(3) >= 3);
}

#[test]
#[ignore = "long; TENGEN_STORE_KILLS says how often"]
fn killed_many_times() {
    let kills = std::env::var("TENGEN_STORE_KILLS").map_or(50, |kills| kills.parse().unwrap());
    let started = Instant::now();
    let records = kill_and_look(kills);
    println!("{kills} kills, {records} finished records all there, {:?}", started.elapsed());
}

#[test]
fn two_processes_share_a_store() {
    let folder = Folder::new("shared");
    let path = folder.file("shared.db");
    let children = [0, 1000].map(|first| writing_process(&path, first, 30, false));
    for mut child in children {
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(child.wait().unwrap().success(), "{out}");
    }
    let store = Store::open(&path).unwrap();
    assert_eq!(store.len().unwrap(), 60);
    assert!((0..30).chain(1000..1030).all(|number| is_there(&store, number)));
}

#[test]
#[ignore = "long; TENGEN_STORE_POSITIONS says how many"]
fn many_positions() {
    let wanted = std::env::var("TENGEN_STORE_POSITIONS").map_or(1_000_000, |n| n.parse().unwrap());
    let folder = Folder::new("many");
    let path = folder.file("many.db");
    let started = Instant::now();
    let mut store = Store::create(&path).unwrap();
    let mut batch = store.batch();
    for n in 0..wanted {
        batch.put(&numbered_position(n), RuleKind::Renju, numbered_record(n)).unwrap();
    }
    let merged = batch.finish().unwrap();
    let written = started.elapsed();
    assert_eq!(merged.added, wanted);
    // As after a process that was killed: the file as it is while it is open.
    let copy = folder.file("copy.db");
    std::fs::copy(&path, &copy).unwrap();
    let repair = Instant::now();
    drop(Store::open(&copy).unwrap());
    println!("after a kill opened in {:.1?}", repair.elapsed());
    drop(store);
    let opened = Instant::now();
    let store = Store::open(&path).unwrap();
    let opened = opened.elapsed();
    let started = Instant::now();
    assert!((0..wanted).all(|number| is_there(&store, number)));
    let queried = started.elapsed();
    let length = std::fs::metadata(&path).unwrap().len();
    println!(
        "{wanted} positions: written in {written:.1?}, opened in {opened:.1?}, all queried in \
         {queried:.1?}, {length} bytes"
    );
    drop(store);
    let mut store = Store::open(&path).unwrap();
    store.compact().unwrap();
    drop(store);
    println!("compacted: {} bytes", std::fs::metadata(&path).unwrap().len());
}

#[test]
fn an_analysis_is_kept_and_found_again_from_every_side() {
    let folder = Folder::new("analyse");
    let path = folder.file("my.db");
    let search = |moves: &str, depth: &str| -> Json {
        let arguments = ["analyse", moves, "--depth", depth, "--json", "--store", text(&path)];
        serde_json::from_str(&printed(&arguments)).unwrap()
    };
    let first = search("h8h9j10", "5");
    assert_eq!(first["from_store"], false);
    // The same position mirrored left to right, and in another order of moves.
    let second = search("f10h9h8", "5");
    assert_eq!(second["from_store"], true);
    assert_eq!(second["search"]["lines"][0]["value"], first["search"]["lines"][0]["value"]);
    let best = first["search"]["lines"][0]["moves"][0].as_str().unwrap();
    let mirrored = second["search"]["lines"][0]["moves"][0].as_str().unwrap();
    let column = |name: &str| name.as_bytes()[0] - b'a';
    assert_eq!((column(best) + column(mirrored), &best[1..]), (14, &mirrored[1..]));
    // More depth than is known is searched, and replaces it.
    assert_eq!(search("h8h9j10", "6")["from_store"], false);
    assert_eq!(search("h8h9j10", "6")["from_store"], true);
    let known: Json =
        serde_json::from_str(&printed(&["store", "query", text(&path), "h8h9j10", "--json"]))
            .unwrap();
    assert_eq!(known["record"]["depth"], 6);
    let before: Json =
        serde_json::from_str(&printed(&["store", "query", text(&path), "h8h9", "--json"])).unwrap();
    assert_eq!(before["record"], Json::Null);
    // Two moves lead there: j10 and its mirror image.
    assert_eq!(before["next"].as_array().unwrap().len(), 2);
}

#[test]
fn exports_are_imported_again() {
    let folder = Folder::new("export");
    let (first, second) = (folder.file("first.db"), folder.file("second.db"));
    for (moves, rule) in [("h8h9j10", "renju"), ("h8i9", "freestyle"), ("", "renju")] {
        let store = text(&first);
        printed(&[
            "analyse",
            moves,
            "--rule",
            rule,
            "--nodes",
            "500",
            "--multipv",
            "2",
            "--store",
            store,
        ]);
    }
    let exported = printed(&["store", "export", text(&first)]);
    assert_eq!(exported.lines().count(), 3);
    let file = folder.file("export.jsonl");
    std::fs::write(&file, &exported).unwrap();
    let told = printed(&["store", "import", text(&second), text(&file)]);
    assert!(told.contains("3 new, 0 improved, 0 as before"), "{told}");
    assert_eq!(printed(&["store", "export", text(&second)]), exported);
    let merged = printed(&["store", "merge", text(&second), text(&first)]);
    assert!(merged.contains("0 new, 0 improved, 3 as before"), "{merged}");
    let renju = printed(&["store", "export", text(&second), "--rule", "renju"]);
    assert_eq!(renju.lines().count(), 2);
    // Each line alone may be damaged anywhere: an error with the line's number, never a crash.
    let line = exported.lines().last().unwrap();
    for end in (1..line.len()).step_by(23) {
        std::fs::write(&file, format!("{line}\n{}", &line[..end])).unwrap();
        let output = tengen(&["store", "import", text(&second), text(&file)]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("line 2"));
    }
}

#[test]
fn libraries_games_and_databases_are_imported() {
    let folder = Folder::new("import");
    let store = folder.file("my.db");
    let sgf = folder.file("game.sgf");
    let game = "(;GM[4]SZ[15]RU[renju];B[hh];W[hg]C[direct](;B[jf]C[a1])(;B[ij]C[d9]N[name]))";
    std::fs::write(&sgf, game).unwrap();
    let told = printed(&["store", "import", text(&store), text(&sgf)]);
    assert!(told.contains("4 new"), "{told}");
    let query = |moves: &str| printed(&["store", "query", text(&store), moves]);
    assert!(query("h8h9").contains("Note: direct"));
    assert!(query("h8g8").contains("Note: direct"), "turned by a quarter");
    assert!(query("h8h9i6").contains("Note: d9"));
    // A RenLib library: the header, then h8, h9 with a comment, i10.
    let lib = folder.file("book.lib");
    let mut bytes = b"\xffRenLib\xff\x03\x00".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend(b"\x78\x00\x68\x08known\0\x59\x40");
    std::fs::write(&lib, &bytes).unwrap();
    let told = printed(&["store", "import", text(&store), text(&lib), "--rule", "freestyle"]);
    assert!(told.contains("3 new"), "{told}");
    let found = printed(&["store", "query", text(&store), "h8h9", "--rule", "freestyle"]);
    assert!(found.contains("Note: known"), "{found}");
    // A text export of a database: after h8, White is 35 worse; i9 loses for White in 7.
    let csv = folder.file("yixin.csv");
    let lines = "index,key,label,value,depth,bound,text\n\
                 0,r-15-15-h8--w,(none),-35,20,exact,\"first\\nsecond\"\n\
                 1,r-15-15-h8-i9-b,w,-29993,30,exact,\"@BTXT@00A\"\n\
                 2,r-15-15-h8-h10-b,(none),10,30,upper,\"\"\n";
    std::fs::write(&csv, lines).unwrap();
    let told = printed(&["store", "import", text(&store), text(&csv)]);
    assert!(told.contains("1 values that are bounds only"), "{told}");
    assert!(told.contains("1 texts on points"), "{told}");
    let found = query("h8");
    assert!(found.contains("Value for white: -35 ("), "{found}");
    assert!(found.contains("Note: second"), "{found}");
    assert!(query("h8g9").contains("Value for black: -M7"));
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let folder = Folder::new("refused");
    let garbage = folder.file("garbage.db");
    std::fs::File::create(&garbage).unwrap().write_all(&[7; 100_000]).unwrap();
    let missing = folder.file("missing.db");
    for arguments in [
        &["analyse", "h8", "--depth", "1", "--store", text(&garbage)] as &[&str],
        &["store", "query", text(&garbage), "h8"],
        &["store", "stats", text(&garbage)],
        &["store", "export", text(&garbage)],
        &["store", "import", text(&garbage), text(&garbage)],
        &["store", "merge", text(&garbage), text(&garbage)],
        &["store", "stats", text(&missing)],
    ] {
        let output = tengen(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let names_file = error.contains("garbage.db") || error.contains("missing.db");
        assert!(names_file, "{error}");
    }
    let error = tengen(&["store", "stats", text(&garbage)]).stderr;
    assert!(String::from_utf8_lossy(&error).contains("not a position store"));
    assert!(!missing.exists());
    // A store that is cut off is damaged, and says so.
    let cut = folder.file("cut.db");
    let mut store = Store::create(&cut).unwrap();
    let mut batch = store.batch();
    for n in 0..5000 {
        batch.put(&numbered_position(n), RuleKind::Renju, numbered_record(n)).unwrap();
    }
    batch.finish().unwrap();
    drop(store);
    let bytes = std::fs::read(&cut).unwrap();
    for length in [10, 100, 4096, bytes.len() / 2] {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        let output = tengen(&["store", "stats", text(&cut)]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{length}: {error}");
        assert!(error.contains("cut.db"), "{length}: {error}");
        assert!(!error.contains("panicked"), "{length}: {error}");
    }
}
