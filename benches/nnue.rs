//! The network along a game: placing a stone, evaluating the position, taking the stone back.
//!
//! Every figure is for one stone of the game (the field of the scene included): it is placed, looked at as a search would, taken back
//! and placed again, so that each stone has its place in a search tree's cost.

use criterion::{BenchmarkId, Criterion, Throughput};
use std::hint::black_box;
use std::sync::Arc;
use tengen::board::{Bits, NullObserver, Point, Position, Size};
use tengen::eval::Weights;
use tengen::eval::nnue::{Accumulator, Kernel, Network};
use tengen::pattern::Scene;
use tengen::rules::RuleKind;
use tengen::value::Value;

/// A game of sixty stones, column and row from the top left.
fn game() -> Vec<Point> {
    // Around the middle, as games go; the steps lead through 8 x 8 points without a repetition.
    (0..60_u8).map(|n| n * 27 % 64).map(|n| Point::at(3 + n % 8, 4 + n / 8)).collect()
}

/// What is done with each stone.
#[derive(Clone, Copy)]
enum Work {
    PlaceAndUndo,
    Value,
    ValueAndMoves,
}

/// Goes through the game; returns a number that depends on all that was asked.
fn walk(
    accumulator: &mut Accumulator,
    scene: &mut Scene,
    game: &[Point],
    near: &[Bits],
    work: Work,
) -> i64 {
    let mut sum = 0;
    for (&point, near) in game.iter().zip(near) {
        scene.place(black_box(point));
        accumulator.follow(scene);
        let side = scene.side();
        if !matches!(work, Work::PlaceAndUndo) {
            sum += i64::from(accumulator.value(side, Value::DRAW).raw());
        }
        if matches!(work, Work::ValueAndMoves) {
            sum += near.iter().map(|at| i64::from(accumulator.likelihood(at, side))).sum::<i64>();
        }
        scene.undo();
        accumulator.follow(scene);
        scene.place(point);
        accumulator.follow(scene);
    }
    for _ in game {
        scene.undo();
    }
    accumulator.follow(scene);
    sum
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let game = game();
    let mut position = Position::new(Size::RENJU);
    let near: Vec<Bits> = game
        .iter()
        .map(|&point| {
            position.place(point, &mut NullObserver);
            position.stones().neighbourhood()
        })
        .collect();
    let empty =
        Scene::new(&Position::new(Size::RENJU), Weights::of(RuleKind::Renju).points.clone());
    let network = Arc::new(Network::untrained(RuleKind::Renju, 1));
    let mut group = criterion.benchmark_group("network");
    group.throughput(Throughput::Elements(game.len() as u64));
    for (name, work) in [
        ("two times place and undo", Work::PlaceAndUndo),
        ("the same and a value", Work::Value),
        ("the same and a value and all moves", Work::ValueAndMoves),
    ] {
        let mut sums = Vec::new();
        for kernel in [Some(Kernel::PORTABLE), Kernel::avx2()].into_iter().flatten() {
            let mut accumulator = Accumulator::with_kernel(Size::RENJU, network.clone(), kernel);
            let mut scene = empty.clone();
            sums.push(walk(&mut accumulator, &mut scene, &game, &near, work));
            group.bench_function(BenchmarkId::new(name, kernel.name()), |bencher| {
                bencher.iter(|| walk(&mut accumulator, &mut scene, &game, &near, work));
            });
        }
        assert!(sums.windows(2).all(|two| two[0] == two[1]), "{sums:?}");
    }
    group.finish();
    criterion.final_summary();
}
