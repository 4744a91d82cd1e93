//! Large files: read within seconds and within a few times their size in memory.
//!
//! Ignored because it takes gigabytes. `TENGEN_LARGE_FILE_MIB` is the size of each file, 100 if it
//! is not set. Run it alone, and in a release build, for figures that mean something:
//! `cargo test --release --test formats_large -- --ignored --nocapture --test-threads 1`

use std::fmt::Write as _;
use std::time::Instant;
use tengen::notation::format::{Format, Games, Reading};

fn size() -> usize {
    let typed = std::env::var("TENGEN_LARGE_FILE_MIB").ok();
    typed.map_or(100, |text| text.parse().expect("TENGEN_LARGE_FILE_MIB is a number")) << 20
}

/// A number of kilobytes in the system's report on this process, in bytes; 0 where there is none.
fn reported(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    number.unwrap_or(0) * 1024
}

/// Seconds of work of this process so far: a busy machine makes a file no slower to read. Falls
/// back on the clock where the system does not tell.
fn worked(start: Instant) -> f64 {
    /// Fields before the two times, behind the name in brackets; hundredths of seconds, as
    /// everywhere on Linux.
    const BEFORE: usize = 11;
    let line = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = line.rsplit(')').next().unwrap_or_default().split_whitespace();
    let times: Vec<f64> =
        fields.skip(BEFORE).take(2).filter_map(|field| field.parse().ok()).collect();
    match times[..] {
        [user, system] => (user + system) / 100.0,
        _ => start.elapsed().as_secs_f64(),
    }
}

/// Reads a file, whole or up to its error, and prints how that went.
fn measure(what: &str, format: Format, bytes: &[u8]) -> Result<usize, String> {
    // The highest mark begins anew, where the system can do that.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let before = reported("VmRSS:");
    let clock = Instant::now();
    let start = worked(clock);
    let (mut games, mut nodes) = (0, 0);
    let mut error = None;
    for game in Games::new(bytes, format, Reading::default()) {
        match game {
            Ok(tree) => {
                games += 1;
                nodes += tree.len();
            }
            Err(refused) => error = Some(refused.to_string()),
        }
    }
    let most = reported("VmHWM:").saturating_sub(before);
    let seconds = worked(clock) - start;
    let mib = |bytes: usize| bytes >> 20;
    println!(
        "{what}: {} MiB, {games} games, {nodes} nodes, {seconds:.1} s of work, {} MiB of memory{}",
        mib(bytes.len()),
        mib(most),
        error.as_deref().map_or(String::new(), |error| format!(", then: {error}"))
    );
    // A library of bare nodes needs ten bytes for each of the file; the worst that can be made up,
    // nodes without moves, thirty.
    assert!(most < 32 * bytes.len() + (64 << 20), "{what}: {} MiB", mib(most));
    assert!(seconds < 0.1 * mib(bytes.len()) as f64 + 1.0, "{what}: {seconds} s");
    error.map_or(Ok(nodes), Err)
}

fn repeated(start: &str, part: &str, end: &str) -> Vec<u8> {
    let count = size() / part.len();
    let mut text = String::with_capacity(size() + start.len() + end.len());
    text.push_str(start);
    (0..count).for_each(|_| text.push_str(part));
    text.push_str(end);
    text.into_bytes()
}

#[test]
#[ignore = "gigabytes of memory"]
fn lists_of_moves() {
    let games = repeated("", "h8h9i9g8j10\n", "");
    assert!(measure("pos, many games", Format::Pos, &games).is_ok());
    let one = repeated("", "h8h9", "");
    assert!(measure("pos, one game", Format::Pos, &one).is_ok());
    assert!(measure("pairs", Format::Pairs, &repeated("", "7,7 7,8 8,8\n", "")).is_ok());
}

#[test]
#[ignore = "gigabytes of memory"]
fn piskvork() {
    let game = repeated("Piskvorky 15x15, 11:11, 0\n", "8,8,123\n7,8,0\n", "a\nb\n-1\n1,Renju\n");
    assert!(measure("psq", Format::Psq, &game).is_ok());
}

#[test]
#[ignore = "gigabytes of memory"]
fn smart_game_format() {
    let line = repeated("(;GM[4]SZ[15]", ";B[hh];W[hg]", ")");
    assert!(measure("sgf, one line", Format::Sgf, &line).is_ok());
    let commented = repeated("(;GM[4]SZ[15]", ";B[hh]C[some words on this move]LB[hh:A]", ")");
    assert!(measure("sgf, comments", Format::Sgf, &commented).is_ok());
    let wide = repeated("(;GM[4]SZ[15]", "(;B[hh];W[hg])", ")");
    assert!(measure("sgf, wide", Format::Sgf, &wide).is_ok());
    let deep = repeated("(;GM[4]SZ[15]", "(;B[hh]", "");
    assert!(measure("sgf, deep and cut off", Format::Sgf, &deep).is_err());
    let games = repeated("", "(;GM[4]SZ[15]RE[B+];B[hh];W[hg];B[ii])\n", "");
    assert!(measure("sgf, many games", Format::Sgf, &games).is_ok());
    let brackets = repeated("(;", "(", "");
    assert!(measure("sgf, brackets", Format::Sgf, &brackets).is_err());
    let rectangles = repeated("(;AB", "[aa:ZZ]", ")");
    assert!(measure("sgf, rectangles", Format::Sgf, &rectangles).is_err());
}

#[test]
#[ignore = "gigabytes of memory"]
fn libraries() {
    let mut header = b"\xffRenLib\xff\x03\x00".to_vec();
    header.resize(20, 0xff);
    header.extend([0x78, 0]);
    let nodes = |node: &[u8], last: &[u8]| {
        let mut bytes = header.clone();
        (0..size() / node.len()).for_each(|_| bytes.extend_from_slice(node));
        bytes.extend_from_slice(last);
        bytes
    };
    let deep = nodes(&[0x68, 0x00], &[0x68, 0x40]);
    assert!(measure("lib, deep", Format::Lib, &deep).is_ok());
    let wide = nodes(&[0x68, 0xc0], &[0x68, 0x40]);
    assert!(measure("lib, wide", Format::Lib, &wide).is_ok());
    let commented = nodes(b"\x68\x08some words\0\0", &[0x68, 0x40]);
    assert!(measure("lib, comments", Format::Lib, &commented).is_ok());
    let cut = nodes(&[0x68, 0x80], &[]);
    assert!(measure("lib, deep and announcing", Format::Lib, &cut).is_ok());
    let no_moves = nodes(&[0x68, 0x02], &[0x68, 0x40]);
    assert!(measure("lib, no moves", Format::Lib, &no_moves).is_ok());
    let foreign = nodes(b"\x68\x08\xba\xda\xcf\xc8\xca\xa4\0\0", &[0x68, 0x40]);
    assert!(measure("lib, comments in GBK", Format::Lib, &foreign).is_ok());
}

#[test]
#[ignore = "gigabytes of memory"]
fn json_lines() {
    let line =
        "{\"size\":\"15x15\",\"moves\":[{\"x\":7,\"y\":7,\"comment\":\"x\"},{\"x\":7,\"y\":6}]}\n";
    assert!(measure("jsonl, many games", Format::Json, &repeated("", line, "")).is_ok());
    let mut one = String::from("{\"size\":\"15x15\",\"moves\":[{\"x\":7,\"y\":7}");
    while one.len() < size() {
        let _ = write!(one, ",{{\"x\":7,\"y\":7}}");
    }
    one.push_str("]}");
    assert!(measure("jsonl, one game", Format::Json, one.as_bytes()).is_ok());
}
