//! Placing and taking back the stones of a whole game: bare, and with the classes of all points.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use tengen::board::{NullObserver, Observer, Point, Position, Size};
use tengen::eval::Weights;
use tengen::pattern::Field;
use tengen::rules::RuleKind;

/// A long game: letter and row from the bottom.
const GAME: &str = "f8 h10 i9 i6 i8 k11 h8 g8 i10 i7 j5 g7 g6 h7 j7 f7 e7 e10 f9 g10 g9 h9 d6 c5 e6 \
    f6 l8 j8 k9 i11 e5 e4 f4 c7 e9 e8 d9 c9 g3 h2 m7 n6 d10 h11 j11 h12 h13 g13 c11 b12 f14 c6 c8 d7 \
    d11 d12 f11 e11 f12 f10 k10 i12 f13 f15 e12 g14 b9 c10 j12 j13 k14 b5 a4 d3 c4 g11 g12 i14 i13 \
    k6";

/// The key after the game; it changes only with the hash itself.
const KEY: u64 = 9_397_814_478_515_567_018;

fn game() -> Vec<Point> {
    let point = |name: &str| {
        let row: u8 = name[1..].parse().expect("a row");
        Point::at(name.as_bytes()[0] - b'a', Size::RENJU.height() - row)
    };
    GAME.split_whitespace().map(point).collect()
}

/// Plays the game and takes it all back; returns the key in between.
fn there_and_back(position: &mut Position, game: &[Point], observer: &mut impl Observer) -> u64 {
    for &point in game {
        position.place(black_box(point), observer);
    }
    let key = position.key();
    while position.undo(observer).is_some() {}
    key
}

fn bare(criterion: &mut Criterion) {
    let game = game();
    let mut position = Position::new(Size::RENJU);
    assert_eq!(there_and_back(&mut position, &game, &mut NullObserver), KEY);
    let mut group = criterion.benchmark_group("place and undo");
    group.throughput(Throughput::Elements(game.len() as u64));
    group.bench_function("bare", |bencher| {
        bencher.iter(|| {
            let key = there_and_back(&mut position, &game, &mut NullObserver);
            assert_eq!(key, KEY);
        });
    });
    group.finish();
}

fn with_patterns(criterion: &mut Criterion) {
    let game = game();
    let mut group = criterion.benchmark_group("place and undo with patterns");
    group.throughput(Throughput::Elements(game.len() as u64));
    for kind in RuleKind::ALL {
        let mut position = Position::new(Size::RENJU);
        let mut field = Field::of(&position, Weights::of(kind).points.clone());
        group.bench_function(kind.name(), |bencher| {
            bencher.iter(|| {
                let key = there_and_back(&mut position, &game, &mut field);
                assert_eq!(key, KEY);
            });
        });
        assert_eq!(field.check(&position), Ok(()));
        for &point in &game {
            position.place(point, &mut field);
        }
        assert_eq!(field.check(&position), Ok(()));
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    bare(&mut criterion);
    with_patterns(&mut criterion);
    criterion.final_summary();
}
