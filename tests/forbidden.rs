//! Black's forbidden points in renju: known positions, and the fast judge against the rule book on
//! random boards.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use support::boards::{self, glued, list, name, named, position};
use support::oracle::{Grid, cell};
use support::random::{Random, number_from_environment};
use tengen::board::{Bits, Point, Side, Size, Stones};
use tengen::rules::Forbidden::{DoubleFour, DoubleThree, Overline};
use tengen::rules::{Forbidden, IllegalMove, Outcome, RuleKind, WinReason, forbidden};

const BOARD: Size = Size::RENJU;

/// What a black stone is expected to be.
enum Expected {
    Allowed,
    Wins,
    Forbidden(Forbidden),
}

use Expected::{Allowed, Wins};

const THREES: Expected = Expected::Forbidden(DoubleThree);
const FOURS: Expected = Expected::Forbidden(DoubleFour);
const SIX: Expected = Expected::Forbidden(Overline);

/// Black stones, white stones, the points that are asked for, and what they are.
const VERDICTS: [(&str, &str, &str, Expected); 36] = [
    // Two open threes; then the row's three blocked, without room, with room on one side only.
    ("f8 g8 h6 h7", "", "h8", THREES),
    ("f8 g8 h6 h7", "e8", "h8", Allowed),
    ("f8 g8 h6 h7", "d8 j8", "h8", Allowed),
    ("f8 g8 h6 h7", "d8 k8", "h8", THREES),
    // One four, blocked or straight, and one three: Black's way to win.
    ("e8 f8 g8 h6 h7", "d8", "h8", Allowed),
    ("e8 f8 g8 h6 h7", "", "h8", Allowed),
    // Two fours; a four and two threes.
    ("e8 f8 g8 h5 h6 h7", "d8 h4", "h8", FOURS),
    ("e8 f8 g8 h6 h7 i9 j10", "d8", "h8", THREES),
    // Two fours on one line.
    ("d8 f8 g8 j8", "", "h8", FOURS),
    ("e8 f8 i8 k8 l8", "o8", "h8", FOURS),
    ("d8 e8 f8 j8 k8 l8", "a8 o8", "h8", FOURS),
    // Six in a run; five comes first, whatever else the stone makes.
    ("d8 e8 f8 h8 i8", "o8", "g8", SIX),
    ("d8 e8 f8 h8 i8 g4 g5 g6 g7", "a8 o8", "g8", Wins),
    ("d8 e8 f8 g8 h6 h7 i9 j10", "", "h8", Wins),
    // The row is no three: both ways to complete it are one stone short of a straight four.
    ("d8 g8 i8 l8 h6 h7", "o8", "h8", Allowed),
    ("d8 g8 i8 h6 h7", "o8", "h8", THREES),
    // The only stone that completes the row also makes a five: then it is no three.
    ("f8 g8 h6 h7 i4 i5 i6 i7", "d8 i3", "h8", Allowed),
    // The only stone that completes the column makes six, or two fours, or two threes.
    ("g7 g8 h8 i6 i7 j8 k8 l8", "", "i9", Allowed),
    ("g4 g6 g8 h4 i3 i6", "", "f6", Allowed),
    ("g6 h4 i3 i6 j8 j9 k7", "", "i5", Allowed),
    // The edge is like a white stone.
    ("a8 b8 c6 c7", "", "c8", Allowed),
    ("b8 c8 d6 d7", "", "d8", THREES),
    // Deep recursion.
    (
        "g9 h9 f8 g8 h8 i8 f7 g7 h7 i7 g6 h6",
        "g10 h10 e8 j8 e7 j7 g5 h5 a1 o1 a15 o15",
        "f9 i9 f6 i6",
        THREES,
    ),
    // Straight and broken fours in three directions at once.
    ("e5 f6 g7 h5 h6 h7 e8 f8 g8", "", "h8", FOURS),
    // One straight four is one four although two points complete it.
    ("f8 g8 e8", "", "h8 d8", Allowed),
    ("a8 b8 c8", "", "d8", Allowed),
    // A four whose completion would make six is no four.
    ("c8 e8 f8 g8 h5 h6 h7", "i8 h4", "h8", Allowed),
    ("d8 e8 f8 g8 i8 h5 h6 h7", "", "h8", SIX),
    ("b8 d8 e8 f8 h5 h6 h7", "h4", "h8", FOURS),
    // Overlines of six, seven, eight and nine, in all directions, at the edge too.
    ("a1 b1 c1 e1 f1 g1", "", "d1", SIX),
    ("a1 b2 c3 d4 f6 g7 h8 i9", "", "e5", SIX),
    ("o1 n2 m3 l4 j6", "", "k5", SIX),
    ("o15 o14 o13 o11 o10", "", "o12", SIX),
    // A five with one stone and six with the same stone elsewhere.
    ("a1 b1 c1 d1 e2 e3 e4 e5 e6", "", "e1", Wins),
    // Three threes; a straight three and a broken one.
    ("h6 h7 f8 g8 f6 g7", "", "h8", THREES),
    ("e8 g8 h6 h7", "", "h8", THREES),
];

#[test]
fn known_points_are_judged_as_known() {
    for (black, white, points, expected) in &VERDICTS {
        let (black, white) = (list(BOARD, black), list(BOARD, white));
        let mut position = position(BOARD, &black, &white, Side::Black);
        let rule = RuleKind::Renju.rule();
        for point in list(BOARD, points) {
            let what = format!("{} in\n{}", name(BOARD, point), Grid::of(&position));
            let verdict = rule.check_move(&position, point);
            let outcome = {
                position.try_place(point, &mut tengen::board::NullObserver).unwrap();
                let outcome = rule.outcome(&position);
                position.undo(&mut tengen::board::NullObserver);
                position.set_turn(position.order().whole(Side::Black));
                outcome
            };
            let won = |side, reason| Some(Outcome::Win { side, reason });
            match *expected {
                Allowed => {
                    assert_eq!(verdict, Ok(()), "{what}");
                    assert_eq!(outcome, None, "{what}");
                }
                Wins => {
                    assert_eq!(verdict, Ok(()), "{what}");
                    assert_eq!(outcome, won(Side::Black, WinReason::Five), "{what}");
                }
                Expected::Forbidden(kind) => {
                    assert_eq!(verdict, Err(IllegalMove::Forbidden(kind)), "{what}");
                    assert_eq!(outcome, won(Side::White, WinReason::Forbidden(kind)), "{what}");
                }
            }
        }
    }
}

#[test]
fn white_has_no_forbidden_points() {
    let rule = RuleKind::Renju.rule();
    for (black, white, points, _) in &VERDICTS {
        // The colours exchanged.
        let (black, white) = (list(BOARD, white), list(BOARD, black));
        let position = position(BOARD, &black, &white, Side::White);
        assert!(rule.forbidden_points(&position, Side::White).is_empty());
        for point in list(BOARD, points) {
            assert_eq!(rule.check_move(&position, point), Ok(()), "{point:?} {position:?}");
        }
    }
}

#[test]
fn other_rules_have_no_forbidden_points() {
    for kind in RuleKind::ONE_STONE.into_iter().filter(|&kind| kind != RuleKind::Renju) {
        for (black, white, points, _) in &VERDICTS {
            let (black, white) = (list(BOARD, black), list(BOARD, white));
            let position = position(BOARD, &black, &white, Side::Black);
            assert!(kind.rule().forbidden_points(&position, Side::Black).is_empty());
            for point in list(BOARD, points) {
                assert_eq!(kind.rule().check_move(&position, point), Ok(()));
            }
        }
    }
}

/// Black stones, white stones, and all forbidden points.
const WHOLE_LISTS: [(&str, &str, &str); 6] = [
    // h8 looks like a double three and is none.
    ("c5 d5 f5 f6 g7 i6 i7 k5 k11", "a15 c15 a13 c13 e13 e15 a11 a1 a9", "f7"),
    ("h9 i9 i11 j9 j11 k10 l9", "i7 a1 c1 e1 g1 i1 k1", "l11"),
    ("c8 c9 c11 d8 e8 e9 e11 f9 f10", "g13 o1 o3 o5 o7 o9 o11 o13 o15", "c7 f8 f11"),
    // f10 looks forbidden; nothing is.
    ("b12 c11 e9 f9 f11 g11 g13 h14", "f13 o1 a1 c1 e1 g1 i1 k1", ""),
    ("d10 d12 e9 e13 f6 f9 g15 h8", "h6 m1 o1 o3 o5 o7 o9 o11", "d9"),
    // Five on the column and six on the row at g8, which is therefore allowed.
    ("d8 e8 f8 h8 i8 g4 g5 g6 g7", "a8 o8 g3 a15 c15 e15 g15 i15 k15", "f6"),
];

#[test]
fn known_positions_have_exactly_the_known_points() {
    for (black, white, forbidden) in WHOLE_LISTS {
        let position = position(BOARD, &list(BOARD, black), &list(BOARD, white), Side::Black);
        let expected: Bits = list(BOARD, forbidden).into_iter().collect();
        let rule = RuleKind::Renju.rule();
        assert_eq!(forbidden::all(position.stones()), expected, "{}", Grid::of(&position));
        assert_eq!(rule.forbidden_points(&position, Side::Black), expected);
    }
}

#[test]
fn empty_and_full_boards_have_no_forbidden_points() {
    for shape in boards::SIZES {
        let board = boards::size(shape);
        let mut stones = Stones::new(board);
        assert!(forbidden::all(&stones).is_empty());
        for point in board.points() {
            stones.put(
                point,
                if (point.x() / 2 + point.y()) % 2 == 0 { Side::Black } else { Side::White },
            );
        }
        assert!(forbidden::all(&stones).is_empty());
    }
}

/// How often a judge that looks ahead less far than the rule demands is wrong.
#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    points: u64,
    forbidden: [u64; 3],
    /// By the number of levels that such a judge looks ahead.
    wrong_at_level: [u64; 3],
}

impl Tally {
    /// Compares the fast judge with the slow one on every empty point of a board.
    fn compare(&mut self, stones: &Stones) {
        let mut grid = Grid::of_stones(stones);
        let mut expected = Bits::EMPTY;
        self.positions += 1;
        for point in stones.empty() {
            let slow = grid.forbidden(cell(point));
            let fast = forbidden::judge(stones, point);
            assert_eq!(fast, slow, "{point:?} (from the top left) in {}\n{grid}", stones.size());
            self.points += 1;
            if let Some(kind) = slow {
                expected.insert(point);
                self.forbidden[kind as usize] += 1;
            }
            let shallow = grid.forbidden_to_level(cell(point), 0);
            if shallow == Some(DoubleThree) {
                self.wrong_at_level[0] += u64::from(slow.is_none());
                for levels in 1..self.wrong_at_level.len() {
                    let shallow = grid.forbidden_to_level(cell(point), levels);
                    self.wrong_at_level[levels] += u64::from(shallow != slow);
                }
            } else {
                assert_eq!(shallow, slow, "only double threes depend on the recursion");
            }
        }
        assert_eq!(forbidden::all(stones), expected, "{grid}");
    }

    /// Compares on so many random boards. Parts with seeds of their own run side by side; the
    /// boards do not depend on the machine.
    fn random(seed: u64, positions: u64) -> Tally {
        const PARTS: u64 = 4;
        thread::scope(|scope| {
            let parts: Vec<_> = (0..PARTS)
                .map(|part| scope.spawn(move || Tally::part(seed + part, positions / PARTS)))
                .collect();
            let mut total = Tally::default();
            for part in parts {
                total.add(&part.join().expect("fast and slow agree"));
            }
            total
        })
    }

    fn part(seed: u64, positions: u64) -> Tally {
        let mut random = Random::new(seed);
        let mut tally = Tally::default();
        for _ in 0..positions {
            // Small boards and 15 x 15 most often; the largest cost as much as all the others.
            let board = match random.below(20) {
                0 => boards::random_size(&mut random),
                1..=6 => BOARD,
                _ => boards::size((random.between(5, 15) as u8, random.between(5, 15) as u8)),
            };
            let stones = if random.chance(25) {
                boards::scattered(&mut random, board)
            } else {
                boards::clustered(&mut random, board)
            };
            tally.compare(&stones);
        }
        tally
    }

    fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.points += other.points;
        for n in 0..3 {
            self.forbidden[n] += other.forbidden[n];
            self.wrong_at_level[n] += other.wrong_at_level[n];
        }
    }
}

#[test]
fn fast_equals_slow_on_random_positions() {
    let tally = Tally::random(1500, 100_000);
    println!("{tally:?}");
    assert_eq!(tally.positions, 100_000);
    assert!(tally.forbidden.iter().all(|&count| count > 50_000), "{tally:?}");
    assert!(tally.wrong_at_level[0] > 5_000, "{tally:?}");
    assert!(tally.wrong_at_level[1] > 500, "{tally:?}");
    assert!(tally.wrong_at_level[2] > 50, "{tally:?}");
}

#[test]
#[ignore = "as long as TENGEN_FORBIDDEN_POSITIONS (a number of positions, default a million) says"]
fn fast_equals_slow_on_many_more_random_positions() {
    let positions = number_from_environment("TENGEN_FORBIDDEN_POSITIONS", 1_000_000);
    let seed = number_from_environment("TENGEN_SEED", 1);
    println!("{:?}", Tally::random(seed, positions));
}

#[test]
fn a_stone_that_is_on_the_board_already_is_judged_as_when_it_was_placed() {
    let mut random = Random::new(77);
    for _ in 0..2_000 {
        let board = boards::random_size(&mut random);
        let mut stones = boards::clustered(&mut random, board);
        for point in stones.empty() {
            let before = forbidden::judge(&stones, point);
            stones.put(point, Side::Black);
            assert_eq!(forbidden::judge(&stones, point), before);
            stones.take(point, Side::Black);
        }
    }
}

/// Checks one line of a file: a list of moves, a tab, and the forbidden points, which must be all
/// there are, each with one of its kinds (33, 44 or 6).
fn check_line(text: &str) -> usize {
    let (moves, expected) = text.split_once('\t').expect("a tab after the moves");
    let points = glued(BOARD, moves.trim());
    let position = boards::played(BOARD, &points);
    assert_eq!(position.side(), Side::Black, "{text}");
    let mut grid = Grid::of(&position);
    let expected: BTreeSet<(Point, &str)> = expected
        .split_whitespace()
        .map(|item| {
            let (point, kind) = item.split_once(':').expect("point:kind");
            (named(BOARD, point), kind)
        })
        .collect();
    let points: Bits = expected.iter().map(|&(point, _)| point).collect();
    assert_eq!(forbidden::all(position.stones()), points, "{text}\n{grid}");
    for &(point, kind) in &expected {
        let reasons = grid.all_reasons(cell(point));
        let names = reasons.iter().map(|reason| match reason {
            Overline => "6",
            DoubleFour => "44",
            DoubleThree => "33",
        });
        assert!(names.into_iter().any(|name| name == kind), "{point:?} of {text}\n{grid}");
        assert_eq!(forbidden::judge(position.stones(), point), reasons.first().copied());
    }
    expected.len()
}

fn text_files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).expect("a readable folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    files
}

#[test]
#[ignore = "needs TENGEN_FORBIDDEN_DATA: files, or folders of .txt files, separated as in PATH"]
fn the_positions_of_files_have_exactly_their_points() {
    let paths = std::env::var_os("TENGEN_FORBIDDEN_DATA").expect("TENGEN_FORBIDDEN_DATA is set");
    let files: Vec<PathBuf> =
        std::env::split_paths(&paths).flat_map(|path| text_files(&path)).collect();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let counts: Vec<usize> = lines.map(check_line).collect();
        let (positions, points) = (counts.len(), counts.iter().sum::<usize>());
        println!("{}: {positions} positions, {points} forbidden points", file.display());
        assert!(positions > 0, "{} has no positions", file.display());
    }
}
