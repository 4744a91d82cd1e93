//! The solver of fours: what it claims is proved against every reply, and what it is known to have
//! to find it finds.

mod support;

use support::boards::{glued, list, position, size};
use support::proof::holds_against_everything;
use support::random::Random;
use tengen::board::{NullObserver, Position, Side, Size};
use tengen::eval::Weights;
use tengen::pattern::Scene;
use tengen::rules::RuleKind;
use tengen::threat::{Solution, Vcf};

fn scene(rule: RuleKind, position: &Position) -> Scene {
    Scene::new(position, Weights::of(rule).points.clone())
}

fn solve(rule: RuleKind, position: &Position) -> Solution {
    Vcf::new().solve(&mut scene(rule, position), 1_000_000)
}

/// A middle game near the middle of the board, neither side having won or a five to make.
fn middle_game(rule: RuleKind, random: &mut Random) -> Option<Position> {
    let board = size(random.pick(&[(9, 9), (12, 10), (15, 15)]));
    let mut position = Position::new(board);
    let (x, y) = (board.width() / 2, board.height() / 2);
    for _ in 0..random.between(8, 40) {
        let near: Vec<_> = position
            .stones()
            .empty()
            .iter()
            .filter(|p| p.x().abs_diff(x) <= 4 && p.y().abs_diff(y) <= 4)
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

#[test]
fn every_claim_holds_against_every_reply() {
    let mut random = Random::new(7);
    for rule in RuleKind::ONE_STONE {
        let (mut long, mut positions, mut without) = (0, 0, 0);
        while positions < 400 {
            let Some(position) = middle_game(rule, &mut random) else { continue };
            positions += 1;
            let mut scene = scene(rule, &position);
            let mut solver = Vcf::new();
            match solver.solve(&mut scene, 200_000) {
                Solution::Win(line) => {
                    assert_eq!(line.len() % 2, 1, "{rule} {line:?}");
                    let proof = holds_against_everything(rule, &mut scene, &line, &mut solver);
                    assert_eq!(proof, Ok(()), "{rule} {line:?} {:?}", position.history());
                    long += usize::from(line.len() >= 5);
                }
                Solution::NoWin => without += 1,
                Solution::Unknown => {}
            }
            assert!(scene.is_consistent());
            assert_eq!(scene.position(), &position);
        }
        assert!(long >= 10 && without >= 50, "{rule}: {long} long wins, {without} without");
    }
}

#[test]
fn the_line_is_one_game() {
    let mut random = Random::new(8);
    for rule in RuleKind::ONE_STONE {
        let mut seen = 0;
        while seen < 30 {
            let Some(mut position) = middle_game(rule, &mut random) else { continue };
            let winner = position.side();
            let Solution::Win(line) = solve(rule, &position) else { continue };
            seen += 1;
            for (n, &point) in line.iter().enumerate() {
                let wins = rule.rule().wins_at(&position, point, position.side());
                assert_eq!(wins, n + 1 == line.len(), "{rule} {line:?}");
                position.try_place(point, &mut NullObserver).expect("an empty point");
            }
            assert_eq!(position.last().map(|last| last.side), Some(winner));
        }
    }
}

#[test]
fn a_five_is_seen_before_anything_longer() {
    let board = Size::RENJU;
    let black = list(board, "h9 j7 k6 l5 i5 l8");
    let white = list(board, "h8 j8 k8 i7 l7 i6");
    let position = position(board, &black, &white, Side::Black);
    assert_eq!(solve(RuleKind::Renju, &position), Solution::Win(list(board, "i8")));
}

#[test]
fn the_defender_may_make_a_four_by_blocking() {
    // Black's reply to one of White's fours is a four of his own: the win has to go around it.
    let board = Size::RENJU;
    let black = list(board, "k12 k11 k10 i9 g8 k7 k6 k5 a1");
    let white = list(board, "k13 m11 i10 l10 j9 h8 i8 i7 k4");
    let position = position(board, &black, &white, Side::Black);
    let mut scene = scene(RuleKind::Renju, &position);
    let mut solver = Vcf::new();
    if let Solution::Win(line) = solver.solve(&mut scene, 1_000_000) {
        let proof = holds_against_everything(RuleKind::Renju, &mut scene, &line, &mut solver);
        assert_eq!(proof, Ok(()));
    }
}

#[test]
fn white_uses_a_forbidden_point() {
    // White's four at h11 can be stopped on h12 only, where Black would make an overline.
    let board = Size::RENJU;
    let white = list(board, "h8 h9 h10 a15");
    let black = list(board, "h7 e12 f12 g12 i12 j12");
    let position = position(board, &black, &white, Side::White);
    assert_eq!(
        solve(RuleKind::Renju, &position),
        Solution::Win(
            list(board, "h11 h12 h12")[..1].iter().copied().chain(solve_tail(&position)).collect()
        )
    );
}

/// The rest of the line after White's four: some move of Black, then White's five on h12.
fn solve_tail(position: &Position) -> Vec<tengen::board::Point> {
    match solve(RuleKind::Renju, position) {
        Solution::Win(line) => {
            assert_eq!(line.len(), 3);
            assert_eq!(line[2], list(Size::RENJU, "h12")[0]);
            assert_ne!(line[1], line[2]);
            line[1..].to_vec()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn black_has_no_win_through_a_forbidden_point() {
    // The four on h11 would win in freestyle; in renju h11 is a double four.
    let board = Size::RENJU;
    let black = list(board, "h8 h9 h10 i11 j11 k11");
    let white = list(board, "h7 l11 a1 a15 o1 o15");
    let position = position(board, &black, &white, Side::Black);
    assert!(matches!(solve(RuleKind::Freestyle, &position), Solution::Win(_)));
    assert_eq!(solve(RuleKind::Renju, &position), Solution::NoWin);
}

#[test]
fn known_problems_are_solved() {
    // Positions of random play; a solver that misses one has become weaker.
    for line in include_str!("data/vcf.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (rule, moves, longest) = match (words.next(), words.next(), words.next()) {
            (Some(rule), Some(moves), Some(longest)) => (rule, moves, longest),
            _ => panic!("{line}"),
        };
        let rule: RuleKind = rule.parse().unwrap();
        let mut position = Position::new(Size::RENJU);
        for point in glued(Size::RENJU, moves) {
            rule.rule().try_play(&mut position, point, &mut NullObserver).unwrap();
        }
        match solve(rule, &position) {
            Solution::Win(found) => {
                // The order in which fours are tried follows the weights: any win will do that is
                // not much longer than the one that was found when this was written.
                let longest = longest.parse::<usize>().unwrap() + 8;
                assert!(found.len() <= longest, "{line}: {} plies", found.len());
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}
