//! All forbidden points of middle games with forty black stones, and single verdicts.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::time::{Duration, Instant};
use tengen::board::{Point, Side, Size, Stones};
use tengen::rules::forbidden;

/// Name, rows from the top, and the number of forbidden points.
const MIDDLE_GAMES: [(&str, [&str; 15], usize); 4] = [
    (
        "from a game",
        [
            ".....O.........",
            ".....XO.O.X....",
            ".....XOXXO.....",
            ".O.OXXXOOX.....",
            "..XXOXOOOXO....",
            "..OXOOOOX.X....",
            ".XOXXXXOX.X....",
            "..X.OXOXXO.X...",
            "..OOXOOOOX..X..",
            "..OXXOX.O.O..O.",
            ".OO.X....X.....",
            "X.X.OX.........",
            "...O..X........",
            ".......O.......",
            "...............",
        ],
        0,
    ),
    (
        "deep recursion",
        [
            "...............",
            "...............",
            "..XXX.O..OXO...",
            "....X..OXOO....",
            "..X.XOXXOOXX...",
            "......OXX......",
            "..X.OX.OX......",
            "..X.XXXX.X.....",
            "...OXOXXX..O...",
            "..XXXOX.X..X...",
            "...X.OOX..XX...",
            "...XO..X.XO....",
            "...............",
            "...............",
            "...............",
        ],
        6,
    ),
    (
        "many threes",
        [
            "...............",
            "...............",
            "..X.X.X.X..X...",
            "..O.X.X.XOOXX..",
            "..X......O.XO..",
            "....OXX........",
            "..X.XOXXXO..X..",
            "..X....X.X.....",
            "...XX...X..OO..",
            "..X.X...OOX....",
            "...X.OOXO.OOX..",
            "......OXXXX....",
            "..X.X.OX..O.X..",
            "...............",
            "...............",
        ],
        11,
    ),
    (
        "strewn",
        [
            "...............",
            "...............",
            "..X.....X.XXXX.",
            "...X..X.XO.X.O.",
            "..O.XXO.X..O...",
            "...X.X..O.X..X.",
            "..X.X.....X..O.",
            "...OO.O..O.X...",
            "..O.O..X...X.X.",
            "...OX....XOX.X.",
            "...X....X.X....",
            ".......O...XXO.",
            "..X..O..O..X...",
            "..X.XO...XX.X..",
            "...............",
        ],
        9,
    ),
];

/// A list of all points must not take longer: a display asks for it at every move.
const LONGEST: Duration = Duration::from_millis(5);

fn stones(rows: &[&str; 15]) -> Stones {
    let mut stones = Stones::new(Size::RENJU);
    for (y, row) in rows.iter().enumerate() {
        for (x, stone) in row.bytes().enumerate() {
            let point = Point::at(x as u8, y as u8);
            match stone {
                b'X' => stones.put(point, Side::Black),
                b'O' => stones.put(point, Side::White),
                _ => {}
            }
        }
    }
    assert_eq!(stones.count(Side::Black), 40);
    stones
}

fn all_points(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all forbidden points");
    for (name, rows, expected) in &MIDDLE_GAMES {
        let stones = stones(rows);
        let fastest = (0..10).map(|_| {
            let start = Instant::now();
            assert_eq!(forbidden::all(black_box(&stones)).len(), *expected, "{name}");
            start.elapsed()
        });
        assert!(fastest.min() < Some(LONGEST), "{name} takes too long");
        group.throughput(Throughput::Elements(stones.empty().len() as u64));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| assert_eq!(forbidden::all(black_box(&stones)).len(), *expected));
        });
    }
    group.finish();
}

fn single_points(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one point");
    // By the rows from the top: a point that depends on deep recursion, and an ordinary one.
    let stones = stones(&MIDDLE_GAMES[1].1);
    let judge = |point| forbidden::judge(black_box(&stones), black_box(point));
    let verdicts = |wanted: bool| {
        let empty = stones.empty();
        empty.iter().filter(move |&point| judge(point).is_some() == wanted).collect::<Vec<_>>()
    };
    for (name, points) in [("forbidden", verdicts(true)), ("allowed", verdicts(false))] {
        let wanted = name == "forbidden";
        group.throughput(Throughput::Elements(points.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert!(points.iter().all(|&p| judge(p).is_some() == wanted)));
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    all_points(&mut criterion);
    single_points(&mut criterion);
    criterion.final_summary();
}
