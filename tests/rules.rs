//! Legality and the end of games under every rule: cases written by hand, and random games in which
//! every move is compared with the rule book.

mod support;

use support::boards::{self, drawn, list, name, position};
use support::oracle::{Grid, cell};
use support::random::Random;
use tengen::board::{NullObserver, PlaceError, Point, Position, Side, Size};
use tengen::rules::win::winning_run;
use tengen::rules::{Forbidden, IllegalMove, Outcome, RuleKind, WinReason};

use RuleKind::{Caro, ExactCaro, Freestyle, Renju, Standard};

/// What is tried, stones of the side that moves, stones of the other side, the stone that is
/// placed, and the rules under which it wins for Black and for White.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [RuleKind],
    &'static [RuleKind],
);

const NONE: &[RuleKind] = &[];
const ALL: &[RuleKind] = &RuleKind::ONE_STONE;
/// Where a run of more than five wins for Black, and for White.
const LONG_BLACK: &[RuleKind] = &[Freestyle, Caro];
const LONG_WHITE: &[RuleKind] = &[Freestyle, Renju, Caro];
/// Where a five between two stones of the other side wins.
const CLOSED: &[RuleKind] = &[Freestyle, Standard, Renju];
const CLOSED_OR_LONG: &[RuleKind] = &[Freestyle, Standard, Renju, Caro];

const CASES: [Case; 26] = [
    ("four", "e8 f8 g8", "", "h8", NONE, NONE),
    ("five with a gap", "c8 e8 f8 g8", "", "i8", NONE, NONE),
    ("row", "e8 f8 g8 h8", "", "i8", ALL, ALL),
    ("column, filled in the middle", "h4 h5 h7 h8", "", "h6", ALL, ALL),
    ("falling diagonal", "e9 f8 g7 i5", "", "h6", ALL, ALL),
    ("rising diagonal", "e4 f5 g6 h7", "", "i8", ALL, ALL),
    ("five closed at one end", "e8 f8 g8 h8", "d8", "i8", ALL, ALL),
    ("closed row", "e8 f8 g8 h8", "d8 j8", "i8", CLOSED, CLOSED),
    ("closed column", "h4 h5 h7 h8", "h3 h9", "h6", CLOSED, CLOSED),
    ("closed diagonal", "e4 f5 g6 h7", "d3 j9", "i8", CLOSED, CLOSED),
    ("the edge closes nothing", "a8 b8 c8 d8", "f8", "e8", ALL, ALL),
    ("the other edge", "o15 o14 o13 o12", "o10", "o11", ALL, ALL),
    ("a corner", "a1 b2 c3 d4", "f6", "e5", ALL, ALL),
    ("stones beyond the ends", "e8 f8 g8 h8", "c8 k8", "i8", ALL, ALL),
    ("six", "d8 e8 f8 g8 i8", "", "h8", LONG_BLACK, LONG_WHITE),
    ("six closed at both ends", "d8 e8 f8 h8 i8", "c8 j8", "g8", LONG_BLACK, LONG_WHITE),
    ("six at the edge", "a8 b8 c8 e8 f8", "g8", "d8", LONG_BLACK, LONG_WHITE),
    ("seven on a diagonal", "c3 d4 e5 g7 h8 i9", "b2 j10", "f6", LONG_BLACK, LONG_WHITE),
    ("nine", "d8 e8 f8 g8 i8 j8 k8 l8", "", "h8", LONG_BLACK, LONG_WHITE),
    ("a whole row", "b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1", "", "a1", LONG_BLACK, LONG_WHITE),
    ("five and six", "d8 e8 f8 h8 i8 g4 g5 g6 g7", "", "g8", ALL, ALL),
    (
        "closed five and six",
        "d8 e8 f8 h8 i8 g4 g5 g6 g7",
        "g3 g9",
        "g8",
        CLOSED_OR_LONG,
        CLOSED_OR_LONG,
    ),
    ("two fives, one of them closed", "d8 e8 f8 g8 h4 h5 h6 h7", "c8 i8", "h8", ALL, ALL),
    ("two fives, both closed", "d8 e8 f8 g8 h4 h5 h6 h7", "c8 i8 h3 h9", "h8", CLOSED, CLOSED),
    ("five and a double three", "d8 e8 f8 g8 h6 h7 i9 j10", "", "h8", ALL, ALL),
    ("the other side's stones", "a1 a3 c1", "e8 f8 g8 h8", "i8", NONE, NONE),
];

#[test]
fn cases_written_by_hand() {
    let board = Size::RENJU;
    for (title, own, other, point, black, white) in CASES {
        let point = boards::named(board, point);
        let (own, other) = (list(board, own), list(board, other));
        for (side, winning) in [(Side::Black, black), (Side::White, white)] {
            let (black, white) = if side == Side::Black { (&own, &other) } else { (&other, &own) };
            let mut position = position(board, black, white, side);
            for kind in RuleKind::ONE_STONE {
                let what = format!("{title} ({kind}, {side})");
                let rule = kind.rule();
                let wins = winning.contains(&kind);
                assert_eq!(rule.wins_at(&position, point, side), wins, "{what}");
                position.place(point, &mut NullObserver);
                assert_eq!(rule.wins_at(&position, point, side), wins, "{what}, placed");
                let outcome = rule.outcome(&position);
                let five = Some(Outcome::Win { side, reason: WinReason::Five });
                assert_eq!(outcome == five, wins, "{what}: {outcome:?}");
                let found = rule.winner_on_board(&position);
                assert_eq!(found == Some(side), wins, "{what}: {found:?}");
                assert_eq!(winning_run_is_right(&position, kind, point, side), wins, "{what}");
                position.undo(&mut NullObserver);
            }
        }
    }
}

/// Whether there is a winning run through the stone; if so it must be one by the rule book.
fn winning_run_is_right(position: &Position, kind: RuleKind, point: Point, side: Side) -> bool {
    let criterion = kind.rule().criterion(side);
    let Some(run) = winning_run(position.stones(), point, side, criterion) else { return false };
    assert!(run.len() >= 5 && run.contains(&point));
    // Without the rest of the board the run must still win, but for what closes it.
    let mut alone = Grid::new(position.size());
    for &point in &run {
        alone.set(cell(point), Some(side));
    }
    assert!(alone.wins(kind, cell(run[0]), side), "{run:?}");
    true
}

#[test]
fn five_needs_no_room_on_the_smallest_board() {
    let mut position = drawn(
        &[
            ". X X X X", //
            "O . . . .",
            "O . . . .",
            "O . . . .",
            "O . . . .",
        ],
        Side::White,
    );
    for kind in RuleKind::ONE_STONE {
        let rule = kind.rule();
        let corner = Point::at(0, 0);
        for side in Side::ALL {
            position.set_turn(position.order().whole(side));
            assert!(rule.wins_at(&position, corner, side), "{kind}");
            assert_eq!(rule.check_move(&position, corner), Ok(()));
        }
    }
}

#[test]
fn a_full_board_without_a_five_is_a_draw_and_takes_no_stone() {
    let rows = [
        "X X O O X", //
        "O O X X O",
        "X X O O X",
        "O O X X O",
        "X X O O .",
    ];
    for kind in RuleKind::ONE_STONE {
        let mut position = drawn(&rows, Side::Black);
        let rule = kind.rule();
        let last = Point::at(4, 4);
        assert_eq!(rule.outcome(&position), None);
        assert_eq!(rule.try_play(&mut position, last, &mut NullObserver), Ok(()));
        assert_eq!(rule.outcome(&position), Some(Outcome::Draw), "{kind}");
        for point in position.size().points() {
            let error = rule.check_move(&position, point);
            assert!(
                matches!(error, Err(IllegalMove::Board(PlaceError::Occupied(_)))),
                "{kind} {point:?}: {error:?}"
            );
        }
    }
}

#[test]
fn the_last_point_may_win_or_be_forbidden() {
    // The last empty point of the board completes a five on the lowest row.
    let rows = [
        "X O O O X O", //
        "O O X X O X",
        "X X O O X O",
        "O O X X O X",
        "X X O O X O",
        "O X X X X .",
    ];
    for kind in RuleKind::ONE_STONE {
        let mut position = drawn(&rows, Side::Black);
        let rule = kind.rule();
        rule.try_play(&mut position, Point::at(5, 5), &mut NullObserver).unwrap();
        let win = Outcome::Win { side: Side::Black, reason: WinReason::Five };
        assert_eq!(rule.outcome(&position), Some(win), "{kind}");
    }
    // Here it would make six.
    let rows = [
        "O O O O X O", //
        "X O X X O O",
        "O X O O X X",
        "X O X X O X",
        "O X O O X O",
        "X X X . X X",
    ];
    let mut position = drawn(&rows, Side::Black);
    let last = Point::at(3, 5);
    let six = Forbidden::Overline;
    assert_eq!(Renju.rule().check_move(&position, last), Err(IllegalMove::Forbidden(six)));
    position.place(last, &mut NullObserver);
    let loss = Outcome::Win { side: Side::White, reason: WinReason::Forbidden(six) };
    assert_eq!(Renju.rule().outcome(&position), Some(loss));
    assert_eq!(Standard.rule().outcome(&position), Some(Outcome::Draw));
    let win = Outcome::Win { side: Side::Black, reason: WinReason::Five };
    assert_eq!(Freestyle.rule().outcome(&position), Some(win));
}

#[test]
fn an_empty_board_is_no_result_and_every_point_is_legal() {
    for shape in boards::SIZES {
        let position = Position::new(boards::size(shape));
        for kind in RuleKind::ONE_STONE {
            assert_eq!(kind.rule().outcome(&position), None);
            assert_eq!(kind.rule().winner_on_board(&position), None);
            let mut points = position.size().points();
            assert!(points.all(|point| kind.rule().check_move(&position, point).is_ok()));
        }
    }
}

#[test]
fn points_outside_the_board_are_refused() {
    for shape in boards::SIZES {
        let board = boards::size(shape);
        let mut position = Position::new(board);
        let outside = [Point::new(board.width(), 0), Point::new(0, board.height())];
        for point in outside.into_iter().flatten() {
            for kind in RuleKind::ONE_STONE {
                let refused = Err(IllegalMove::Board(PlaceError::OffBoard));
                assert_eq!(kind.rule().check_move(&position, point), refused);
                let rule = kind.rule();
                assert_eq!(rule.try_play(&mut position, point, &mut NullObserver), refused);
                assert_eq!(position.ply(), 0);
            }
        }
    }
}

/// What came of random games.
#[derive(Default, Debug)]
struct Ends {
    games: u32,
    fives: [u32; 2],
    forbidden: u32,
    draws: u32,
}

/// Whether `point` is one of the half of all points that `side` can fill without making a five.
fn in_pattern_of(side: Side, point: Point) -> bool {
    usize::from((point.x() / 2 + point.y()) % 2) == side.index()
}

/// Plays a random game and compares each position with the rule book.
///
/// A `peaceful` game avoids fives where it can, so that most often it fills the board. Every now and then
/// Black plays a forbidden point, which ends the game.
fn play(random: &mut Random, kind: RuleKind, board: Size, peaceful: bool, ends: &mut Ends) {
    let rule = kind.rule();
    let mut position = Position::new(board);
    let mut grid = Grid::new(board);
    let mut candidates: Vec<Point> = board.points().collect();
    random.shuffle(&mut candidates);
    let breaks_rules = random.chance(30);
    loop {
        let side = position.side();
        let mut legal = Vec::new();
        let mut forbidden = Vec::new();
        for &point in &candidates {
            let slow = grid.forbidden_to(kind, cell(point), side);
            let fast = rule.check_move(&position, point);
            assert_eq!(fast, slow.map_or(Ok(()), |k| Err(IllegalMove::Forbidden(k))), "{grid}");
            assert_eq!(
                rule.wins_at(&position, point, side),
                grid.would_win(kind, cell(point), side),
                "{kind}: {side} on {} of\n{grid}",
                name(board, point)
            );
            if slow.is_none() { legal.push(point) } else { forbidden.push(point) }
        }
        if let Some(last) = position.last() {
            let error = rule.try_play(&mut position, last.point, &mut NullObserver);
            assert_eq!(error, Err(IllegalMove::Board(PlaceError::Occupied(last.side))));
        }
        let point =
            if !forbidden.is_empty() && (legal.is_empty() || breaks_rules && random.chance(5)) {
                let point = random.pick(&forbidden);
                // The rule does not let it happen; the board does.
                let refused = rule.try_play(&mut position, point, &mut NullObserver);
                assert!(matches!(refused, Err(IllegalMove::Forbidden(_))));
                position.try_place(point, &mut NullObserver).unwrap();
                point
            } else {
                let quiet = |point: &&Point| !grid.clone().would_win(kind, cell(**point), side);
                let own = |point: &&Point| in_pattern_of(side, **point) && quiet(point);
                let calm = || legal.iter().find(own).or_else(|| legal.iter().find(quiet)).copied();
                let point = if peaceful && !random.chance(3) { calm() } else { None };
                let point = point.unwrap_or_else(|| random.pick(&legal));
                rule.try_play(&mut position, point, &mut NullObserver).unwrap();
                point
            };
        grid.set(cell(point), Some(side));
        candidates.retain(|&other| other != point);
        let outcome = rule.outcome(&position);
        assert_eq!(outcome, grid.outcome(kind, cell(point), side), "{kind}: {point:?}\n{grid}");
        match outcome {
            None => {
                assert_eq!(rule.winner_on_board(&position), None, "{kind}\n{grid}");
                continue;
            }
            Some(Outcome::Win { reason: WinReason::Five, side: winner }) => {
                assert_eq!(winner, side);
                assert_eq!(rule.winner_on_board(&position), Some(side));
                assert!(winning_run_is_right(&position, kind, point, side));
                ends.fives[side.index()] += 1;
            }
            Some(Outcome::Win { reason: WinReason::Forbidden(_), side: winner }) => {
                assert_eq!((side, winner), (Side::Black, Side::White));
                ends.forbidden += 1;
            }
            Some(Outcome::Win { reason: WinReason::Overline | WinReason::NoTurn, .. }) => {
                panic!("{kind} is not nendzyu\n{grid}")
            }
            Some(Outcome::Draw) => {
                assert!(position.is_full());
                assert_eq!(rule.winner_on_board(&position), None);
                ends.draws += 1;
            }
        }
        ends.games += 1;
        return;
    }
}

fn random_games(kind: RuleKind) {
    let mut random = Random::new(9000 + kind.index() as u64);
    let mut total = Ends::default();
    for shape in boards::SIZES {
        let board = boards::size(shape);
        // Large boards take longest: fewer games there.
        let games = (8_000 / board.area()).clamp(8, 100);
        let mut ends = Ends::default();
        for game in 0..games {
            play(&mut random, kind, board, game % 2 == 0, &mut ends);
        }
        println!("{kind} {board}: {ends:?}");
        assert_eq!(ends.games as usize, games);
        assert!(ends.draws > 0, "{kind} {board}: no game filled the board");
        total.fives[0] += ends.fives[0];
        total.fives[1] += ends.fives[1];
        total.forbidden += ends.forbidden;
    }
    assert!(total.fives.iter().all(|&count| count > 20), "{total:?}");
    assert!(if kind == Renju { total.forbidden > 20 } else { total.forbidden == 0 }, "{total:?}");
}

#[test]
fn random_games_of_freestyle() {
    random_games(Freestyle);
}

#[test]
fn random_games_of_standard() {
    random_games(Standard);
}

#[test]
fn random_games_of_renju() {
    random_games(Renju);
}

#[test]
fn random_games_of_caro() {
    random_games(Caro);
}

#[test]
fn random_games_of_exact_caro() {
    random_games(ExactCaro);
}
