//! The whole search: nodes a second in a quiet and in a sharp middle game of each rule.

use criterion::{Criterion, Throughput};
use std::time::Duration;
use tengen::board::{Setup, Size};
use tengen::engine::Engine;
use tengen::notation::pos;
use tengen::rules::RuleKind;
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::FakeClock;

const NODES: u64 = 20_000;
const POSITIONS: [(&str, &str); 2] =
    [("quiet", "h8 i9 g7 h9 g8 j9"), ("sharp", "h8 h9 j10 j9 i9 g7 g8 i8 k9 f7")];

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    for (name, moves) in POSITIONS {
        let points = pos::parse_moves(moves, Size::RENJU).expect("a list of points");
        let position = Setup::alternating(Size::RENJU, &points).build().expect("a position");
        let mut group = criterion.benchmark_group(name);
        for rule in RuleKind::ALL {
            let limits = Limits { nodes: Some(NODES), exhaustive: true, ..Limits::default() };
            let run = || {
                let mut engine = Engine::new(rule, Size::RENJU);
                engine.set_memory(32 << 20);
                engine.set_position(position.clone());
                engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink)
            };
            let expected = run();
            group.throughput(Throughput::Elements(expected.nodes));
            group.bench_function(rule.name(), |bencher| {
                bencher.iter(|| {
                    let report = run();
                    assert_eq!(report.best(), expected.best());
                    assert_eq!(report.nodes, expected.nodes);
                });
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
