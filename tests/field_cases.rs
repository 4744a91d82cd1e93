//! Cases in which engines have gone wrong in the field, as far as no other test has them: deadlines
//! in crowded positions, wins that are none, and fives that only look like them.

mod support;

use std::time::{Duration, Instant};
use support::boards::{glued, list, named};
use support::manager::Program;
use support::random::Random;
use tengen::board::{NullObserver, Position, Side, Size};
use tengen::engine::Engine;
use tengen::eval::Weights;
use tengen::pattern::Scene;
use tengen::rules::{Forbidden, RuleKind};
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::threat::{Solution, Vcf};
use tengen::time::FakeClock;
use tengen::value::ValueKind;

fn position(size: Size, moves: &str) -> Position {
    let mut position = Position::new(size);
    for point in glued(size, moves) {
        position.try_place(point, &mut NullObserver).expect("an empty point");
    }
    position
}

/// A game of so many stones near the middle, not over.
fn crowded(rule: RuleKind, size: Size, stones: usize, random: &mut Random) -> Position {
    let center = size.center();
    loop {
        let mut position = Position::new(size);
        while position.ply() < stones {
            let near: Vec<_> = position
                .stones()
                .empty()
                .iter()
                .filter(|p| p.x().abs_diff(center.x()).max(p.y().abs_diff(center.y())) <= 6)
                .collect();
            let legal = |&&point: &&_| {
                let mut after = position.clone();
                rule.rule().try_play(&mut after, point, &mut NullObserver).is_ok()
                    && rule.rule().outcome(&after).is_none()
            };
            let quiet: Vec<_> = near.iter().filter(legal).copied().collect();
            if quiet.is_empty() {
                break;
            }
            let point = random.pick(&quiet);
            position.try_place(point, &mut NullObserver).expect("an empty point");
        }
        if position.ply() == stones {
            return position;
        }
    }
}

/// The answer to a turn comes in time also where a node takes long: with 120 stones on a board of 20.
#[test]
fn deadlines_hold_in_crowded_positions() {
    // Of other programs on the same machine, and of the pipes.
    const SLACK: Duration = Duration::from_millis(60);
    let mut random = Random::new(39);
    let size = Size::square(20).expect("a size");
    for rule in [RuleKind::Freestyle, RuleKind::Renju] {
        let number = if rule == RuleKind::Renju { 4 } else { 0 };
        let position = crowded(rule, size, 120, &mut random);
        let mut board = String::from("BOARD\n");
        for stone in position.history() {
            let own = if stone.side == position.side() { 1 } else { 2 };
            board += &format!("{},{},{own}\n", stone.point.x(), stone.point.y());
        }
        board += "DONE\n";
        for threads in [1, 2] {
            let mut program = Program::start();
            let start = format!("START 20\nINFO rule {number}\nINFO thread_num {threads}\n");
            let sent = program.send(&start).expect("it reads");
            program.answer(sent, Duration::from_secs(5)).expect("OK");
            for limit in [50, 100, 500] {
                let text = format!("INFO timeout_turn {limit}\n{board}");
                let sent = program.send(&text).expect("it reads");
                let (cell, after) =
                    program.answered_move(sent, Duration::from_secs(5)).expect("a move");
                let limit = Duration::from_millis(limit);
                assert!(
                    after <= limit + SLACK,
                    "{rule}, {threads} threads: {after:?} of {limit:?}"
                );
                let point = size.points().find(|p| (p.x().into(), p.y().into()) == cell);
                assert!(point.is_some_and(|p| position.stones().is_empty_at(p)), "{cell:?}");
            }
            program.end().expect("a good end");
        }
    }
}

/// All points forbidden to Black in a position with forty black stones: for users who have them shown
/// all the time.
#[test]
fn forbidden_points_of_a_crowded_position_are_listed_at_once() {
    let mut random = Random::new(60);
    let rule = RuleKind::Renju.rule();
    let mut some = 0;
    for _ in 0..5 {
        let position = crowded(RuleKind::Renju, Size::RENJU, 80, &mut random);
        let fastest = (0..5).map(|_| {
            let began = Instant::now();
            some += rule.forbidden_points(&position, Side::Black).iter().count();
            began.elapsed()
        });
        let fastest = fastest.min().expect("five times");
        assert!(fastest < Duration::from_millis(5), "{fastest:?}");
    }
    assert!(some > 0);
}

/// A win was once claimed that rested on a three which is really an overline. k12 is a double four,
/// and nothing else is forbidden.
#[test]
fn the_forbidden_point_of_a_false_win_is_known() {
    let moves = "h8h9h6i10i6i9g9g8j11i7i8k8j9h7j7j8h10f8f7l10g6f6k10l8l11m12j12i11j13j10k9l9m8m13h5\
                 i4k6j6i5j5k11i13i12k14l6n11j15j14g4f3m10o10l13h12g11";
    let position = position(Size::RENJU, moves);
    assert_eq!(position.side(), Side::White);
    let rule = RuleKind::Renju.rule();
    let forbidden = rule.forbidden_points(&position, Side::Black);
    let double_four = named(Size::RENJU, "k12");
    assert_eq!(forbidden.iter().collect::<Vec<_>>(), [double_four]);
    assert_eq!(rule.forbidden(&position, Side::Black, double_four), Some(Forbidden::DoubleFour));
}

fn searched(rule: RuleKind, position: &Position, nodes: u64) -> tengen::search::SearchReport {
    let mut engine = Engine::new(rule, position.size());
    engine.set_position(position.clone());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink)
}

/// The side to move has a five at once; a solver once preferred a win in five plies. Black h9 j7 k6
/// l5 i5 l8, white h8 j8 k8 i7 l7 i6.
#[test]
fn a_five_comes_before_longer_wins() {
    let position = position(Size::RENJU, "h9h8j7j8k6k8l5i7i5l7l8i6");
    for rule in [RuleKind::Renju, RuleKind::Freestyle, RuleKind::Standard] {
        let report = searched(rule, &position, 1);
        assert_eq!(report.best(), Some(named(Size::RENJU, "i8")), "{rule}");
        assert_eq!(report.lines[0].value.kind(), ValueKind::Win(1), "{rule}");
        let mut scene = Scene::new(&position, Weights::of(rule).points.clone());
        let five = list(Size::RENJU, "i8");
        assert_eq!(Vcf::new().solve(&mut scene, 10_000), Solution::Win(five), "{rule}");
    }
}

/// Fours whose forced replies make a four of the defender's: a solver that overlooks these claims a
/// win that is none.
#[test]
fn a_block_that_makes_a_four_is_seen() {
    let moves = "k12k13k11m11k10i10i9l10g8j9k7h8k6i8k5i7a1k4";
    let position = position(Size::RENJU, moves);
    let mut scene = Scene::new(&position, Weights::of(RuleKind::Renju).points.clone());
    assert_eq!(Vcf::new().solve(&mut scene, 1_000_000), Solution::NoWin);
    let report = searched(RuleKind::Renju, &position, 20_000);
    assert_eq!(report.best(), Some(named(Size::RENJU, "j8")));
    assert!(report.lines[0].value.is_estimate());
}

/// A diagonal three whose one completion would make six on that line is no three, and so no part of
/// a double three.
#[test]
fn a_three_that_can_only_become_an_overline_is_none() {
    let rule = RuleKind::Renju.rule();
    // Row 8: g8 and i8 beside the point h8. Diagonal: f6 and g7 beside it, and d4, so that the four
    // e5 f6 g7 h8 has no five of exactly that length but for i9, where j10 makes it six.
    let black = list(Size::RENJU, "g8 i8 f6 g7 d4 j10 k11");
    let place = |without: &str| {
        let mut position = Position::new(Size::RENJU);
        let left_out = list(Size::RENJU, without);
        let far = list(Size::RENJU, "a1 c1 e1 g1 i1 k1 m1 o1");
        let kept = black.iter().filter(|point| !left_out.contains(point));
        for (own, other) in kept.zip(&far) {
            position.try_place(*own, &mut NullObserver).expect("an empty point");
            position.try_place(*other, &mut NullObserver).expect("an empty point");
        }
        position
    };
    let point = named(Size::RENJU, "h8");
    let with = place("");
    assert_eq!(rule.forbidden(&with, Side::Black, point), None);
    let without = place("d4 j10 k11");
    assert_eq!(rule.forbidden(&without, Side::Black, point), Some(Forbidden::DoubleThree));
}
