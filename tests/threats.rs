//! The solver of threes and fours: every win that it claims comes as a proof, and every proof is
//! checked against every reply by a judge of its own; what it is known to have to find it finds.
//!
//! The heavy form, `cargo test --release --test threats -- --ignored --nocapture`, tries as many
//! random positions as `TENGEN_PROOFS` says (20,000 without it) from the seed `TENGEN_SEED`, and
//! all problems of the files in the folder `TENGEN_PUZZLES` (moves, tab, `B` or `W`, tab, kind;
//! renju). `TENGEN_NODES` is how many positions the solver may visit for each (20,000).

mod support;

use support::boards::{glued, size};
use support::random::{Random, number_from_environment};
use support::verifier::Verifier;
use tengen::board::{NullObserver, Position, Setup, Side, Size};
use tengen::eval::Weights;
use tengen::pattern::{Scene, Threat};
use tengen::rules::RuleKind;
use tengen::threat::{Budget, Proof, Solution, Vcf, Vct};

/// Memory of a solver in these tests, in bytes.
const MEMORY: usize = 4 << 20;

fn scene(rule: RuleKind, position: &Position) -> Scene {
    Scene::new(position, Weights::of(rule).points.clone())
}

/// A middle game, neither side having won: stones near the middle of a board, close together.
fn middle_game(rule: RuleKind, random: &mut Random) -> Option<Position> {
    let board = size(random.pick(&[(9, 9), (12, 10), (15, 15), (15, 15)]));
    let mut position = Position::new(board);
    let (x, y) = (board.width() / 2, board.height() / 2);
    let reach = random.between(2, 4) as u8;
    for _ in 0..random.between(8, 40) {
        let near: Vec<_> = position
            .stones()
            .empty()
            .iter()
            .filter(|p| p.x().abs_diff(x) <= reach && p.y().abs_diff(y) <= reach)
            .collect();
        if near.is_empty() {
            return None;
        }
        let point = random.pick(&near);
        rule.rule().try_play(&mut position, point, &mut NullObserver).ok()?;
        if rule.rule().outcome(&position).is_some() {
            return None;
        }
    }
    Some(position)
}

/// What came of all the positions that were tried.
#[derive(Debug, Default)]
struct Tally {
    positions: u64,
    wins: u64,
    by_threats: u64,
    without: u64,
    unknown: u64,
    steps: u64,
    others_tried: u64,
    others_searched: u64,
}

/// Solves the position for the side to move and checks what is claimed.
fn try_position(
    rule: RuleKind,
    position: &Position,
    solver: &mut Vct,
    nodes: u64,
    tally: &mut Tally,
) {
    let mut scene = scene(rule, position);
    let attacker = position.side();
    tally.positions += 1;
    let (solution, proof) = solver.prove(&mut scene, false, &Budget::nodes(nodes));
    assert!(scene.is_consistent());
    assert_eq!(scene.position(), position);
    match solution {
        Solution::Win(line) => {
            tally.wins += 1;
            let fours = Vcf::new().solve(&mut scene, 100_000);
            tally.by_threats += u64::from(!matches!(fours, Solution::Win(_)));
            let Some(proof) = proof else { return };
            tally.steps += proof.steps.len() as u64;
            let mut verifier = Verifier::new(rule, position);
            let verdict = verifier.check(&proof);
            assert_eq!(verdict, Ok(()), "{rule}, {attacker}: {:?}", position.history());
            tally.others_tried += verifier.others_tried;
            tally.others_searched += verifier.others_searched;
            check_line(rule, position, &line, &proof);
            // Who is lost has no win.
            scene.place(line[0]);
            let refutation = solver.solve(&mut scene, nodes / 4);
            assert!(
                line.len() == 1 || !matches!(refutation, Solution::Win(_)),
                "{rule}: both win in {:?}",
                position.history()
            );
            scene.undo();
        }
        Solution::NoWin => tally.without += 1,
        Solution::Unknown => tally.unknown += 1,
    }
}

/// The line is one game that ends with the attacker's five.
fn check_line(rule: RuleKind, position: &Position, line: &[tengen::board::Point], proof: &Proof) {
    assert!(line.len() as u32 <= proof.plies(), "{line:?}");
    assert_eq!(line.len() % 2, 1, "{line:?}");
    let mut position = position.clone();
    for (n, &point) in line.iter().enumerate() {
        let wins = rule.rule().wins_at(&position, point, position.side());
        assert_eq!(wins, n + 1 == line.len(), "{rule} {line:?}");
        position.try_place(point, &mut NullObserver).expect("an empty point");
    }
}

/// The position with the other side to move.
fn turned(position: &Position) -> Position {
    let mut turned = position.clone();
    turned.set_turn(turned.order().whole(!turned.side()));
    turned
}

/// Tries random positions, each with either side to move.
fn try_random_positions(rule: RuleKind, seed: u64, positions: u64, nodes: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut solver = Vct::new(MEMORY);
    let mut tally = Tally::default();
    while tally.positions < positions {
        let Some(position) = middle_game(rule, &mut random) else { continue };
        try_position(rule, &position, &mut solver, nodes, &mut tally);
        try_position(rule, &turned(&position), &mut solver, nodes, &mut tally);
    }
    tally
}

#[test]
fn every_claim_is_proved_against_every_reply() {
    for rule in RuleKind::ONE_STONE {
        let tally = try_random_positions(rule, 11 + rule.index() as u64, 120, 3_000);
        assert!(tally.by_threats >= 5 && tally.without >= 5, "{rule}: {tally:?}");
        assert!(tally.others_tried > 1000, "{rule}: {tally:?}");
    }
}

#[test]
#[ignore = "minutes to hours; see the top of this file"]
fn every_claim_on_many_positions_is_proved() {
    let proofs = number_from_environment("TENGEN_PROOFS", 20_000);
    let seed = number_from_environment("TENGEN_SEED", 1000);
    let nodes = number_from_environment("TENGEN_NODES", 20_000);
    for rule in RuleKind::ONE_STONE {
        let share = proofs / RuleKind::ONE_STONE.len() as u64;
        let tally = try_random_positions(rule, seed + rule.index() as u64, share, nodes);
        println!("{rule}: {tally:?}");
    }
}

#[test]
#[ignore = "needs a folder of problems; see the top of this file"]
fn every_claim_on_problems_is_proved() {
    let Ok(folder) = std::env::var("TENGEN_PUZZLES") else { panic!("TENGEN_PUZZLES is not set") };
    let nodes = number_from_environment("TENGEN_NODES", 20_000);
    let mut solver = Vct::new(64 << 20);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let mut tally = Tally::default();
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(moves), Some(side)) = (fields.next(), fields.next()) else { continue };
            let mut setup = Setup::alternating(Size::RENJU, &glued(Size::RENJU, moves));
            setup.to_move = if side == "B" { Side::Black } else { Side::White };
            let position = setup.build().unwrap();
            try_position(RuleKind::Renju, &position, &mut solver, nodes, &mut tally);
        }
        println!("{}: {tally:?}", file.display());
    }
}

/// Positions of games that a simple player played against itself, in which the side to move wins by
/// threats, not by fours: rule, moves, length of the win in plies when the file was made.
fn known_wins() -> Vec<(RuleKind, Position, u32)> {
    let text = include_str!("data/vct.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [rule, moves, plies] = words[..] else { panic!("{line}") };
            let rule: RuleKind = rule.parse().unwrap();
            let mut position = Position::new(Size::RENJU);
            for point in glued(Size::RENJU, moves) {
                rule.rule().try_play(&mut position, point, &mut NullObserver).unwrap();
            }
            (rule, position, plies.parse().unwrap())
        })
        .collect()
}

#[test]
fn known_wins_are_found_and_proved() {
    let mut solver = Vct::new(MEMORY);
    let wins = known_wins();
    assert!(wins.len() >= 50);
    for (rule, position, _) in wins.iter().step_by(3) {
        let mut tally = Tally::default();
        solver.clear();
        try_position(*rule, position, &mut solver, 200_000, &mut tally);
        assert_eq!((tally.wins, tally.by_threats), (1, 1), "{rule} {:?}", position.history());
        try_position(*rule, &turned(position), &mut solver, 1_000, &mut tally);
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let wins = known_wins();
    let (rule, position, _) = &wins[wins.len() / 2];
    let mut scene = scene(*rule, position);
    let mut answers = Vec::new();
    let mut solver = Vct::new(MEMORY);
    for memory in [MEMORY, MEMORY] {
        let mut fresh = Vct::new(memory);
        answers.push((fresh.solve(&mut scene, 50_000), fresh.nodes()));
        solver.clear();
        answers.push((solver.solve(&mut scene, 50_000), solver.nodes()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[test]
fn what_is_remembered_of_other_positions_misleads_nobody() {
    // One solver for all rules and positions, its tables far too small.
    let mut solver = Vct::new(1 << 12);
    let mut proved = 0;
    for (rule, position, _) in known_wins().into_iter().skip(1).step_by(4) {
        let mut tally = Tally::default();
        try_position(rule, &position, &mut solver, 10_000, &mut tally);
        proved += tally.wins;
    }
    assert!(proved >= 5, "{proved}");
}

#[test]
fn a_stop_ends_the_search_at_once() {
    let wins = known_wins();
    let (rule, position, _) = &wins[0];
    let mut scene = scene(*rule, position);
    let asked = std::cell::Cell::new(0_u32);
    let stop = || {
        asked.set(asked.get() + 1);
        true
    };
    let mut solver = Vct::new(MEMORY);
    let solution = solver.solve_within(&mut scene, &Budget::nodes(u64::MAX).or_when(&stop));
    assert_eq!(solution, Solution::Unknown);
    assert!(asked.get() >= 1 && solver.nodes() < 2_000, "{} positions", solver.nodes());
    let mut fours = Vcf::new();
    let solution = fours.solve_within(&mut scene, &Budget::nodes(u64::MAX).or_when(&stop));
    assert!(solution != Solution::Unknown || fours.nodes() < 2_000);
    assert!(scene.is_consistent());
}

#[test]
fn the_shortest_win_by_fours_is_the_shortest_there_is() {
    for rule in RuleKind::ONE_STONE {
        let mut random = Random::new(70 + rule.index() as u64);
        let mut wins = 0;
        while wins < 12 {
            let Some(position) = middle_game(rule, &mut random) else { continue };
            let mut scene = scene(rule, &position);
            let mut solver = Vcf::new();
            let Solution::Win(line) = solver.solve_shortest(&mut scene, &Budget::nodes(50_000))
            else {
                continue;
            };
            if line.len() < 5 {
                continue;
            }
            wins += 1;
            let plies = line.len() as u32;
            assert!(Verifier::new(rule, &position).fours_win(plies), "{rule}: {line:?}");
            let shorter = Verifier::new(rule, &position).fours_win(plies - 2);
            assert!(!shorter, "{rule}: {plies} in {:?}", position.history());
            let Solution::Win(any) = Vcf::new().solve(&mut scene, 50_000) else { continue };
            assert!(any.len() >= line.len());
        }
    }
}

#[test]
fn no_win_by_fours_is_missed() {
    for rule in RuleKind::ONE_STONE {
        let mut random = Random::new(80 + rule.index() as u64);
        let mut without = 0;
        while without < 40 {
            let Some(position) = middle_game(rule, &mut random) else { continue };
            let mut scene = scene(rule, &position);
            let fours = Vcf::new().solve(&mut scene, 50_000);
            let side = scene.side();
            if fours != Solution::NoWin || !scene.field().has_any(side, &Threat::FOURS) {
                continue;
            }
            without += 1;
            let missed = Verifier::new(rule, &position).fours_win(21);
            assert!(!missed, "{rule}: {:?}", position.history());
        }
    }
}

#[test]
fn the_shortest_win_by_threats_is_no_longer_than_another() {
    let mut solver = Vct::new(MEMORY);
    let mut shorter = 0;
    for (rule, position, _) in known_wins().into_iter().skip(2).step_by(4) {
        let mut scene = scene(rule, &position);
        let budget = Budget::nodes(20_000);
        let (_, any) = solver.prove(&mut scene, false, &budget);
        let (_, shortest) = solver.prove(&mut scene, true, &budget);
        let (Some(any), Some(shortest)) = (any, shortest) else { continue };
        assert!(shortest.plies() <= any.plies(), "{rule}: {:?}", position.history());
        shorter += u32::from(shortest.plies() < any.plies());
        assert_eq!(Verifier::new(rule, &position).check(&shortest), Ok(()));
    }
    assert!(shorter > 0);
}
