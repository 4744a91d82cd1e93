//! The program over many games: memory, and answers in time on full boards.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// One at a time, so that one test does not take another's time.
static STAGE: Mutex<()> = Mutex::new(());

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, input, output }
    }

    fn send(&mut self, lines: &str) {
        self.input.write_all(lines.as_bytes()).expect("the engine reads");
        self.input.write_all(b"\n").expect("the engine reads");
    }

    /// The next answer.
    fn answer(&mut self) -> String {
        loop {
            let mut line = String::new();
            let count = self.output.read_line(&mut line).expect("the engine writes");
            assert!(count > 0, "the engine has left");
            if !line.starts_with("MESSAGE ") {
                return line.trim_end().to_owned();
            }
        }
    }

    fn ask(&mut self, lines: &str) -> String {
        self.send(lines);
        self.answer()
    }

    /// A value of the process's status, in KB.
    #[cfg(target_os = "linux")]
    fn memory(&self, key: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("a status");
        let line = status.lines().find_map(|line| line.strip_prefix(key)).expect("a key");
        let number = line.split_whitespace().next().expect("a number");
        number.parse().expect("a number")
    }

    fn end(mut self) {
        self.send("END");
        assert!(self.child.wait().expect("a child").success());
    }
}

/// A sequence that looks random and is the same each time.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % limit
    }
}

/// A board on which stones are strewn, as the lines of a list.
fn strewn(side: u64, count: usize, sequence: &mut Sequence) -> String {
    let mut points: Vec<(u64, u64)> = Vec::new();
    while points.len() < count {
        let point = (sequence.below(side), sequence.below(side));
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let owners = [1, 2].iter().cycle();
    points.iter().zip(owners).map(|((x, y), owner)| format!("{x},{y},{owner}\n")).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn many_games_do_not_take_more_memory() {
    let _alone = STAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut engine = Engine::start();
    engine.send("INFO timeout_turn 5000\nINFO max_node 2000\nINFO max_memory 64000000");
    let mut sequence = Sequence(7);
    let mut after_ten = 0;
    for game in 0..60 {
        let (side, rule) = if game % 2 == 0 { (15, 4) } else { (20, 0) };
        assert_eq!(engine.ask(&format!("INFO rule {rule}\nSTART {side}")), "OK");
        let mut answer = engine.ask("BEGIN");
        for _ in 0..5 {
            assert!(answer.contains(',') || answer.starts_with("ERROR"), "{answer}");
            let (x, y) = (sequence.below(side), sequence.below(side));
            answer = engine.ask(&format!("TURN {x},{y}"));
        }
        if game == 9 {
            after_ten = engine.memory("VmHWM:");
        }
    }
    let at_the_end = engine.memory("VmHWM:");
    assert!(at_the_end < after_ten + 4096, "{after_ten} KB, then {at_the_end} KB");
    engine.end();
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_the_limit() {
    let _alone = STAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for limit in [32 << 20, 350 << 20_u64] {
        let mut engine = Engine::start();
        let mut sequence = Sequence(9);
        engine.send(&format!("START 15\nINFO max_memory {limit}\nINFO timeout_turn 1500"));
        assert_eq!(engine.answer(), "OK");
        for _ in 0..2 {
            engine.ask(&format!("BOARD\n{}DONE", strewn(15, 20, &mut sequence)));
        }
        let most = engine.memory("VmHWM:") * 1024;
        assert!(most < limit, "{most} of {limit} bytes");
        engine.end();
    }
}

#[test]
fn answers_are_in_time_on_boards_with_many_stones() {
    let _alone = STAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut engine = Engine::start();
    assert_eq!(engine.ask("START 20"), "OK");
    let mut sequence = Sequence(3);
    for threads in [1, 2] {
        engine.send(&format!("INFO thread_num {threads}"));
        for limit in [50, 100, 500] {
            engine.send(&format!("INFO timeout_turn {limit}"));
            let board = strewn(20, 120, &mut sequence);
            let limit = Duration::from_millis(limit);
            // The machine may have been busy with other things; the engine is not always late.
            let mut times = Vec::new();
            let in_time = (0..4).any(|_| {
                let start = Instant::now();
                let answer = engine.ask(&format!("BOARD\n{board}DONE"));
                assert!(answer.contains(','), "{answer}");
                times.push(start.elapsed());
                start.elapsed() <= limit
            });
            assert!(in_time, "{times:?} of {limit:?}");
        }
    }
    engine.end();
}

#[test]
fn the_version_is_told() {
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen")).arg("--version").output();
    let output = output.expect("the engine starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.trim_end(), concat!("pbrain-tengen ", env!("CARGO_PKG_VERSION")));
    assert!(output.status.success());
}

#[test]
fn words_of_managers_on_the_command_line_do_no_harm() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .args(["C:\\engines\\pbrain-tengen.exe", "-x"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("a pipe").write_all(b"START 15\n").expect("the engine reads");
    let output = child.wait_with_output().expect("a child");
    assert_eq!(output.stdout, b"OK\n");
    assert!(output.status.success());
}
