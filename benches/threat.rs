//! The solvers of fours, and of threes and fours: positions visited a second, and how long known
//! wins take.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use tengen::board::{Position, Setup, Side, Size, TurnOrder};
use tengen::eval::Weights;
use tengen::notation::pos;
use tengen::pattern::Scene;
use tengen::rules::RuleKind;
use tengen::threat::{Solution, Vcf, Vct};

/// Black wins in 15 plies.
const WIN: &str = "g4 j10 d5 h4 f5 l9 d9 h8 f11 i5 l7 j12 h6 g6 h7 d12 e11 e12 i8 f9 j4 k10 f8 i6 g10 k12 f6 \
                   e6 h12 g12";
/// Many fours for Black, and no win within the limit below.
const NO_WIN: (&str, &str) = (
    "d4 d5 d6 g4 g5 g6 k4 k5 k6 d10 d11 d12 g10 g11 g12 k10 k11 k12",
    "d3 g3 k3 d9 g9 k9 e1 f15 a7 o9 m2 c2 n13 b14 h1 h15 a1 o1",
);

/// Black wins by threes and fours, not by fours alone.
const THREATS: &str = "h8 h9 j10 j9 i9 g7 i10 i11 k10 h10";
/// Memory of the solver of threes and fours, in bytes.
const MEMORY: usize = 8 << 20;

fn position(black: &str, white: &str) -> Position {
    let stones = [(black, Side::Black), (white, Side::White)];
    let stones = stones.into_iter().flat_map(|(names, side)| {
        let points = pos::parse_moves(names, Size::RENJU).expect("a list of points");
        points.into_iter().map(move |point| (point, side))
    });
    let setup = Setup {
        size: Size::RENJU,
        stones: stones.collect(),
        to_move: Side::Black,
        order: TurnOrder::SINGLE,
    };
    setup.build().expect("a position")
}

fn scene(position: &Position) -> Scene {
    Scene::new(position, Weights::of(RuleKind::Renju).points.clone())
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("fours");

    let points = pos::parse_moves(WIN, Size::RENJU).expect("a list of points");
    let won = Setup::alternating(Size::RENJU, &points).build().expect("a position");
    let mut won = scene(&won);
    group.bench_function("a long win", |bencher| {
        bencher.iter(|| {
            let solution = Vcf::new().solve(black_box(&mut won), 100_000);
            assert!(matches!(solution, Solution::Win(_)));
        });
    });

    let (black, white) = NO_WIN;
    let mut open = scene(&position(black, white));
    let mut solver = Vcf::new();
    assert!(!matches!(solver.solve(&mut open, 2_000), Solution::Win(_)));
    group.throughput(Throughput::Elements(solver.nodes()));
    group.bench_function("positions visited", |bencher| {
        bencher.iter(|| {
            solver.clear();
            assert!(!matches!(solver.solve(black_box(&mut open), 2_000), Solution::Win(_)));
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("threats");
    let points = pos::parse_moves(THREATS, Size::RENJU).expect("a list of points");
    let threats = Setup::alternating(Size::RENJU, &points).build().expect("a position");
    let mut threats = scene(&threats);
    let mut solver = Vct::new(MEMORY);
    let mut solve = || {
        solver.clear();
        assert!(solver.win_length(black_box(&mut threats), 1_000_000).is_some());
        solver.nodes()
    };
    group.throughput(Throughput::Elements(solve()));
    group.bench_function("a long win", |bencher| bencher.iter(&mut solve));
    group.finish();
    criterion.final_summary();
}
