//! What the real program takes of the memory that it may use.
//!
//! Only where the system tells how much that is.
#![cfg(target_os = "linux")]

mod support;

use std::time::{Duration, Instant};
use support::manager::Program;

const PATIENCE: Duration = Duration::from_secs(20);
const MEGABYTE: u64 = 1 << 20;

/// A middle game on a board of 20, so that the search has something to do.
const STONES: &str = "BOARD\n9,9,1\n10,10,2\n11,9,1\n10,8,2\n10,9,1\n12,9,2\n9,7,1\n8,10,2\nDONE\n";

fn peak(program: &Program) -> u64 {
    program.peak_memory().expect("the system tells")
}

/// Sends lines that ask for one move, and returns how long it took.
fn ask(program: &mut Program, lines: &str) -> Duration {
    let sent = program.send(lines).expect("the program reads");
    program.answered_move(sent, PATIENCE).expect("a move").1
}

fn start(program: &mut Program, lines: &str) -> Duration {
    let sent = program.send(lines).expect("the program reads");
    let (answer, after) = program.answer(sent, PATIENCE).expect("an answer");
    assert_eq!(answer, "OK");
    after
}

#[test]
fn the_limit_holds_for_the_whole_process() {
    for (megabytes, threads) in [(20, 1), (32, 1), (64, 2), (350, 1), (350, 4)] {
        let mut program = Program::start();
        let limit = megabytes * MEGABYTE;
        start(
            &mut program,
            &format!(
                "START 20\nINFO max_memory {limit}\nINFO thread_num {threads}\n\
                 INFO rule 0\nINFO timeout_turn 1500\n"
            ),
        );
        ask(&mut program, STONES);
        let peak = peak(&program);
        println!("{megabytes} MB, {threads} threads: {} MB", peak / MEGABYTE);
        assert!(peak <= limit, "{peak} bytes of {limit} with {threads} threads");
        program.end().expect("a good end");
    }
}

#[test]
fn the_limit_holds_with_the_solver_of_threats_and_thinking_in_the_other_turn() {
    for megabytes in [20, 64, 350] {
        let mut program = Program::start();
        let limit = megabytes * MEGABYTE;
        start(
            &mut program,
            &format!(
                "START 20\nINFO max_memory {limit}\nINFO rule 0\nINFO timeout_turn 1000\n\
                 INFO checkmate 2\n"
            ),
        );
        ask(&mut program, STONES);
        ask(&mut program, "INFO checkmate 0\nINFO pondering 1\nTURN 3,3\n");
        std::thread::sleep(Duration::from_millis(500));
        ask(&mut program, "TURN 4,3\n");
        let peak = peak(&program);
        println!("{megabytes} MB: {} MB", peak / MEGABYTE);
        assert!(peak <= limit, "{peak} bytes of {limit}");
        program.end().expect("a good end");
    }
}

#[test]
fn a_table_is_not_touched_before_it_is_needed() {
    // A table of two gigabytes: writing it once would take a second and show in the peak.
    let mut program = Program::start();
    let began = Instant::now();
    start(&mut program, "START 20\nINFO max_memory 2147483647\nINFO timeout_turn 100\n");
    ask(&mut program, "BEGIN\n");
    ask(&mut program, "TURN 3,3\n");
    let took = began.elapsed();
    let peak = peak(&program);
    println!("{} MB after two moves, {took:?}", peak / MEGABYTE);
    assert!(peak < 120 * MEGABYTE, "{peak} bytes after two short moves");
    assert!(took < Duration::from_secs(2), "{took:?} for two short moves");
    program.end().expect("a good end");
}

#[test]
fn a_lower_limit_in_the_middle_of_a_game_is_kept_and_costs_no_time() {
    let mut program = Program::start();
    start(&mut program, "START 20\nINFO max_memory 367001600\nINFO timeout_turn 300\n");
    ask(&mut program, STONES);
    let lower = 24 * MEGABYTE;
    let took = ask(&mut program, &format!("INFO max_memory {lower}\n{STONES}"));
    assert!(took < Duration::from_millis(800), "{took:?} of 300 ms");
    // What is in use now, not what once was.
    let status = program.memory_now().expect("the system tells");
    assert!(status <= lower, "{status} bytes of {lower}");
    program.end().expect("a good end");
}

#[test]
fn absurd_limits_are_survived() {
    for limit in ["0", "1", "1000000", "-1", "2147483648", "68719476736", "99999999999999999999"] {
        let mut program = Program::start();
        start(&mut program, &format!("START 15\nINFO max_memory {limit}\nINFO timeout_turn 100\n"));
        let took = ask(&mut program, "TURN 7,7\n");
        assert!(took < Duration::from_secs(1), "{took:?} with {limit}");
        let peak = peak(&program);
        assert!(peak < 350 * MEGABYTE, "{peak} bytes with {limit}");
        program.end().expect("a good end");
    }
}

#[test]
fn many_games_in_one_process_do_not_add_up() {
    let mut program = Program::start();
    let mut after = Vec::new();
    for game in 0..40 {
        let size = [9, 15, 20, 32][game % 4];
        let rule = [0, 1, 4, 8, 9][game % 5];
        start(
            &mut program,
            &format!(
                "START {size}\nINFO rule {rule}\nINFO max_memory 33554432\nINFO timeout_turn 20\n"
            ),
        );
        ask(&mut program, "BEGIN\n");
        ask(&mut program, "TURN 0,0\n");
        after.push(program.memory_now().expect("the system tells"));
    }
    // The first games fill tables; from then on nothing grows.
    let (early, late) = (after[19], after[39]);
    println!("{} KB after 20 games, {} KB after 40", early >> 10, late >> 10);
    assert!(late < early + 2 * MEGABYTE, "{early} bytes after 20 games, {late} after 40");
    assert!(peak(&program) <= 32 * MEGABYTE);
    program.end().expect("a good end");
}
