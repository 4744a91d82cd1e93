//! The search against plain reference searches, and its promises: limits, forced moves, several
//! lines, excluded points.

mod support;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::boards::{drawn, list, played, position, size};
use support::proof::full_width;
use support::random::Random;
use tengen::board::{Bits, NullObserver, Position, Side, Size};
use tengen::engine::Engine;
use tengen::rules::RuleKind;
use tengen::search::{
    EventSink, Goal, Limits, NullSink, Progress, SearchReport, StopFlag, TimeLimit,
};
use tengen::time::{FakeClock, MonotonicClock};
use tengen::value::{Value, ValueKind};

fn engine(rule: RuleKind, position: &Position) -> Engine {
    let mut engine = Engine::new(rule, position.size());
    engine.set_memory(40 << 20);
    engine.set_position(position.clone());
    engine
}

fn search(rule: RuleKind, position: &Position, limits: &Limits) -> SearchReport {
    engine(rule, position).search(limits, &StopFlag::new(), &FakeClock::new(), &NullSink)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A small board with few empty points left, nobody having won.
fn endgame(rule: RuleKind, random: &mut Random) -> Option<Position> {
    let board = size(random.pick(&[(5, 6), (6, 6), (6, 5), (5, 7)]));
    let empty = random.between(9, 12);
    let mut position = Position::new(board);
    while position.stones().empty().len() > empty {
        let free: Vec<_> = position.stones().empty().iter().collect();
        let point = random.pick(&free);
        rule.rule().try_play(&mut position, point, &mut NullObserver).ok()?;
        if rule.rule().outcome(&position).is_some() {
            return None;
        }
    }
    Some(position)
}

#[test]
fn wins_and_losses_equal_those_of_a_full_width_search() {
    let mut random = Random::new(11);
    for rule in RuleKind::ONE_STONE {
        let (mut positions, mut decided) = (0, 0);
        while positions < 60 {
            let Some(mut position) = endgame(rule, &mut random) else { continue };
            positions += 1;
            let truth = full_width(rule.rule(), &mut position, 5);
            let report = search(rule, &position, &depth(14));
            let found = report.value().expect("a move").kind();
            let board = tengen::notation::diagram::Diagram::stones(&position);
            let told = format!("{rule}: {found:?}, in truth {truth:?}\n{board}");
            match (truth, found) {
                (ValueKind::Win(best), ValueKind::Win(plies)) => assert!(plies >= best, "{told}"),
                (ValueKind::Loss(longest), ValueKind::Loss(plies)) => {
                    assert!(plies <= longest || longest >= 4, "{told}");
                }
                (ValueKind::Win(_) | ValueKind::Loss(_), _) => panic!("{told}"),
                (ValueKind::Score(_), ValueKind::Win(plies) | ValueKind::Loss(plies)) => {
                    assert!(plies > 5, "{told}");
                }
                (ValueKind::Score(_), ValueKind::Score(_)) => {}
            }
            decided += usize::from(!matches!(truth, ValueKind::Score(_)));
        }
        assert!(decided >= 5, "{rule}: {decided} decided positions prove little");
    }
}

#[test]
fn decided_lines_are_as_long_as_their_values_say() {
    let mut random = Random::new(12);
    let mut decided = 0;
    for rule in RuleKind::ONE_STONE {
        let mut games = 0;
        while games < 12 {
            let board = size((13, 13));
            let mut position = Position::new(board);
            for _ in 0..random.between(10, 24) {
                let near: Vec<_> = position
                    .stones()
                    .empty()
                    .iter()
                    .filter(|p| p.x().abs_diff(6) <= 3 && p.y().abs_diff(6) <= 3)
                    .collect();
                let point = random.pick(&near);
                if rule.rule().try_play(&mut position, point, &mut NullObserver).is_err()
                    || rule.rule().outcome(&position).is_some()
                {
                    break;
                }
            }
            if rule.rule().outcome(&position).is_some() {
                continue;
            }
            games += 1;
            let report = search(rule, &position, &nodes(20_000));
            let line = &report.lines[0];
            if let ValueKind::Win(plies) = line.value.kind() {
                decided += 1;
                assert_eq!(line.moves.len(), plies as usize, "{rule} {line:?}");
                let winner = position.side();
                let mut game = position.clone();
                for (n, &point) in line.moves.iter().enumerate() {
                    let wins = rule.rule().wins_at(&game, point, game.side());
                    assert_eq!(wins, n + 1 == line.moves.len(), "{rule} {line:?}");
                    game.try_place(point, &mut NullObserver).expect("an empty point");
                }
                assert_eq!(game.last().map(|last| last.side), Some(winner));
            }
        }
    }
    assert!(decided >= 15, "{decided} wins prove little");
}

#[test]
fn a_five_is_made_and_a_four_is_stopped_with_one_node() {
    let board = Size::RENJU;
    for rule in RuleKind::ONE_STONE {
        let black = list(board, "f8 g8 h8 i8 a1");
        let white = list(board, "e8 f9 g9 h9 i9");
        let won = position(board, &black, &white, Side::Black);
        let report = search(rule, &won, &nodes(1));
        assert_eq!(report.best(), Some(list(board, "j8")[0]), "{rule}");
        assert_eq!(report.value(), Some(Value::win_in(1)), "{rule}");
        let black = list(board, "f8 g8 h8 i8");
        let white = list(board, "e8 a1 c1");
        let pressed = position(board, &black, &white, Side::White);
        let report = search(rule, &pressed, &nodes(1));
        let stops = if rule == RuleKind::Caro || rule == RuleKind::ExactCaro {
            list(board, "j8 k8")
        } else {
            list(board, "j8")
        };
        assert!(report.best().is_some_and(|best| stops.contains(&best)), "{rule} {report:?}");
    }
}

#[test]
fn black_never_plays_a_forbidden_point_unless_nothing_else_is_left() {
    let mut random = Random::new(13);
    let (mut positions, mut with_forbidden) = (0, 0);
    while positions < 150 {
        let stones = support::boards::clustered(&mut random, size((9, 9)));
        let black: Vec<_> = stones.of(Side::Black).iter().collect();
        let white: Vec<_> = stones.of(Side::White).iter().collect();
        let position = position(stones.size(), &black, &white, Side::Black);
        let rule = RuleKind::Renju.rule();
        if rule.winner_on_board(&position).is_some() {
            continue;
        }
        positions += 1;
        let forbidden = rule.forbidden_points(&position, Side::Black);
        with_forbidden += usize::from(!forbidden.is_empty());
        let lines = NonZeroUsize::new(1 + positions % 3).unwrap();
        let report = search(RuleKind::Renju, &position, &Limits { lines, ..nodes(300) });
        for line in &report.lines {
            assert!(!forbidden.contains(line.moves[0]), "{line:?}");
        }
    }
    assert!(with_forbidden >= 40, "{with_forbidden} positions with forbidden points");

    // One empty point, and it is forbidden.
    let last = drawn(&["XXX.XX", "OOXOOX", "XXOXXO", "OOXOOX", "XXOXXO", "OXOXOX"], Side::Black);
    let report = search(RuleKind::Renju, &last, &nodes(1000));
    assert_eq!(report.best(), last.stones().empty().first());
    assert_eq!(report.value(), Some(Value::loss_in(1)));
}

#[test]
fn full_and_almost_full_boards_end() {
    for rule in RuleKind::ONE_STONE {
        let rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOO."];
        let last = drawn(&rows, Side::Black);
        let report = search(rule, &last, &depth(50));
        assert_eq!(report.best(), last.stones().empty().first(), "{rule}");
        assert_eq!(report.value(), Some(Value::DRAW), "{rule}");
        let mut full = last.clone();
        full.try_place(report.best().unwrap(), &mut NullObserver).unwrap();
        assert_eq!(search(rule, &full, &depth(50)).best(), None, "{rule}");
    }
}

#[test]
fn limits_are_kept() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 i9 g7 h9 g8"));
    for rule in RuleKind::ONE_STONE {
        for limit in [1, 10, 1000, 20_000] {
            let report = search(rule, &start, &nodes(limit));
            assert!(report.best().is_some());
            // The solver of fours finishes what it has begun.
            assert!(report.nodes <= limit + 2000, "{rule} {limit}: {}", report.nodes);
        }
        assert_eq!(search(rule, &start, &depth(3)).depth, 3);
        assert_eq!(search(rule, &start, &depth(0)).depth, 1);
    }
    // A clock that goes on by a millisecond whenever it is read: 50 readings, no real time.
    let clock = FakeClock::stepping(Duration::from_millis(1));
    let hard = Duration::from_millis(50);
    let limits = Limits { time: Some(TimeLimit::until(hard)), ..Limits::default() };
    let report =
        engine(RuleKind::Renju, &start).search(&limits, &StopFlag::new(), &clock, &NullSink);
    let enough = hard..=hard * 2;
    assert!(enough.contains(&report.elapsed), "{:?}", report.elapsed);
    // Where it is of use later, less of it may do and more of it may be needed, but for the limit.
    let (soft, hard) = (Duration::from_millis(50), Duration::from_millis(200));
    let time = Some(TimeLimit { soft, hard, saved: true });
    let clock = FakeClock::stepping(Duration::from_millis(1));
    let limits = Limits { time, ..Limits::default() };
    let report =
        engine(RuleKind::Renju, &start).search(&limits, &StopFlag::new(), &clock, &NullSink);
    let enough = soft / 2..=hard + soft;
    assert!(enough.contains(&report.elapsed), "{:?}", report.elapsed);
}

#[test]
fn a_stop_is_obeyed_at_once_and_leaves_the_best_move_so_far() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 i9 g7"));
    let mut engine = engine(RuleKind::Renju, &start);
    engine.set_threads(2);
    let clock = Arc::new(MonotonicClock::new());
    let limits = Limits { exhaustive: true, ..Limits::default() };
    let thinking = engine.think(limits, clock, Arc::new(NullSink));
    std::thread::sleep(Duration::from_millis(300));
    let stopped = Instant::now();
    thinking.stop();
    let report = engine.finish(thinking);
    assert!(stopped.elapsed() < Duration::from_millis(100), "{:?}", stopped.elapsed());
    assert!(report.best().is_some() && report.depth >= 2);
}

/// As thinking in the other side's turn does.
#[test]
fn what_is_found_about_a_position_to_come_is_of_use_when_it_comes() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 i9 g7 h9 g8"));
    let reply = list(Size::RENJU, "g9")[0];
    let mut coming = start.clone();
    coming.try_place(reply, &mut NullObserver).unwrap();
    let visited = |ahead: bool| {
        let mut engine = engine(RuleKind::Renju, &start);
        if ahead {
            let clock = Arc::new(FakeClock::new());
            let thinking =
                engine.think_about(coming.clone(), nodes(30_000), clock, Arc::new(NullSink));
            engine.finish(thinking);
        }
        assert_eq!(engine.position(), &start);
        engine.play(reply).unwrap();
        engine.search(&depth(10), &StopFlag::new(), &FakeClock::new(), &NullSink).nodes
    };
    let (with, without) = (visited(true), visited(false));
    assert!(with * 2 < without, "{with} {without}");
}

#[test]
fn several_lines_are_different_and_in_order() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 h9 j8 i9"));
    for rule in RuleKind::ONE_STONE {
        for wanted in [2, 5, 300] {
            let lines = NonZeroUsize::new(wanted).unwrap();
            let report = search(rule, &start, &Limits { lines, ..depth(2) });
            let expected = wanted.min(15 * 15 - 4);
            let first: Bits = report.lines.iter().map(|line| line.moves[0]).collect();
            assert_eq!(first.len(), report.lines.len(), "{rule} {wanted}");
            assert!(report.lines.len() >= expected.min(40), "{rule} {}", report.lines.len());
            assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value), "{rule}");
        }
    }
}

#[test]
fn excluded_points_are_not_played() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 h9"));
    let mut excluded = Bits::EMPTY;
    for _ in 0..6 {
        let report = search(RuleKind::Renju, &start, &Limits { excluded, ..depth(4) });
        let best = report.best().unwrap();
        assert!(!excluded.contains(best));
        excluded.insert(best);
    }
    let everything = Bits::board(Size::RENJU);
    let report = search(RuleKind::Renju, &start, &Limits { excluded: everything, ..depth(4) });
    assert_eq!(report.best(), None);
}

#[test]
fn balanced_moves_are_nearer_to_the_wish_than_others() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 h9"));
    for wish in [0, 150] {
        let one =
            search(RuleKind::Renju, &start, &Limits { goal: Goal::BalanceOne(wish), ..depth(4) });
        let value = i32::from(one.value().unwrap().raw());
        let best = search(RuleKind::Renju, &start, &depth(4)).value().unwrap();
        let of_best = i32::from(best.raw());
        assert_eq!(one.lines[0].moves.len(), 1);
        assert!((value - wish).abs() <= (of_best - wish).abs(), "{value} {of_best} {wish}");
        let two =
            search(RuleKind::Renju, &start, &Limits { goal: Goal::BalanceTwo(wish), ..depth(2) });
        let line = &two.lines[0];
        assert_eq!(line.moves.len(), 2);
        assert_ne!(line.moves[0], line.moves[1]);
        assert!((i32::from(line.value.raw()) - wish).abs() <= 100, "{line:?}");
    }
}

#[derive(Default)]
struct Depths(Mutex<Vec<(usize, u32)>>);

impl EventSink for Depths {
    fn progress(&self, progress: &Progress) {
        self.0.lock().unwrap().push((progress.rank, progress.line.depth));
    }
}

#[test]
fn every_iteration_is_reported_once() {
    let start = played(Size::RENJU, &list(Size::RENJU, "h8 h9 j8 i9"));
    let sink = Depths::default();
    let lines = NonZeroUsize::new(2).unwrap();
    let limits = Limits { lines, ..depth(5) };
    engine(RuleKind::Standard, &start).search(&limits, &StopFlag::new(), &FakeClock::new(), &sink);
    let expected: Vec<_> = (1..=5).flat_map(|depth| [(1, depth), (2, depth)]).collect();
    assert_eq!(*sink.0.lock().unwrap(), expected);
}

/// Positions that are won by threats further ahead than a search of as many positions shows.
const LONG_WINS: [(RuleKind, &str); 6] = [
    (RuleKind::Renju, "h6 h9 f7 f10 i9 g10 g7 h10 i10 i8 j7 h8 h11 e10 d10 f8 i7"),
    (RuleKind::Renju, "j8 h7 h9 g7 i8 g8 i9 g9 g10 j7 i7 i6 f11"),
    (RuleKind::Standard, "h8 j7 f6 h6 g10 g7 f8 i7 f7 f9 g8 i8 d8 e8 e6 k7"),
    (RuleKind::Standard, "f6 g10 j8 i10 h7 h11 j9 f9 i12 h10 j10 f10"),
    (RuleKind::Freestyle, "h7 h9 j7 i7 f6 g9 i6 f9 i9 h8 j6 f10 e11 f8 f11 h10 h6"),
    (RuleKind::Freestyle, "j10 f8 g8 j9 h7 i10 g7 g9 f9 e10"),
];

#[test]
fn long_wins_by_threats_are_seen_before_the_search_sees_them() {
    const NODES: u64 = 60_000;
    for (rule, moves) in LONG_WINS {
        let position = played(Size::RENJU, &list(Size::RENJU, moves));
        let found = |limits: &Limits| {
            let mut engine = Engine::new(rule, position.size());
            engine.set_memory(100 << 20);
            engine.set_position(position.clone());
            engine.search(limits, &StopFlag::new(), &FakeClock::new(), &NullSink)
        };
        let report = found(&nodes(NODES));
        assert!(report.lines[0].value.is_win(), "{rule}: {moves}");
        assert!(report.nodes <= NODES / 4, "{rule}: {moves}: {} positions", report.nodes);
        assert_eq!(report.forced_win, None, "nobody has asked for it");
        // A limit of depth means a search and nothing else.
        let alone = found(&Limits { depth: Some(200), ..nodes(report.nodes) });
        assert!(alone.lines[0].value.is_estimate(), "{rule}: {moves}");
    }
}
