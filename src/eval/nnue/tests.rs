//! The incremental numbers against fresh ones, the kernels against each other, the integers against
//! floating point.

use super::accumulator::rows_at;
use super::network::{Heading, Numbers};
use super::reference::{self, Near};
use super::shape::{OUTCOMES, threat_row};
use super::{Accumulator, Kernel, Network};
use crate::board::{BySide, Point, Position, Side, Size};
use crate::pattern::{Combination, PatternTable, PointTable, PointValue, Scene, Threat};
use crate::rules::RuleKind;
use crate::value::Value;
use std::convert::Infallible;
use std::sync::{Arc, LazyLock};

/// Steele's `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

fn network() -> Arc<Network> {
    Arc::new(Network::untrained(RuleKind::Freestyle, 5))
}

fn kernels() -> Vec<Kernel> {
    [Some(Kernel::PORTABLE), Kernel::avx2()].into_iter().flatten().collect()
}

/// Every size that games are played on, and some oblong ones.
fn sizes() -> Vec<Size> {
    let oblong = [(5, 32), (32, 6), (9, 15), (20, 7)];
    let square = (5..=20).map(|side| (side, side));
    square.chain(oblong).map(|(width, height)| Size::new(width, height).unwrap()).collect()
}

/// A random empty point; mostly one beside stones, where lines come of them.
fn empty_point(position: &Position, random: &mut Random) -> Option<Point> {
    let stones = position.stones();
    let near: Vec<Point> = stones.neighbourhood().iter().collect();
    let empty: Vec<Point> = match near.is_empty() || random.below(4) == 0 {
        true => stones.empty().iter().collect(),
        false => near,
    };
    (!empty.is_empty()).then(|| empty[random.below(empty.len())])
}

/// Places or takes back a stone, more often the former.
fn step(scene: &mut Scene, random: &mut Random) {
    match empty_point(scene.position(), random).filter(|_| random.below(3) > 0) {
        Some(point) => scene.place(point),
        None if !scene.position().history().is_empty() => scene.undo(),
        None => {}
    }
}

/// The scene of a position under the rule of these tests. What its points are worth does not matter.
fn scene_of(position: &Position) -> Scene {
    static POINTS: LazyLock<Arc<PointTable>> = LazyLock::new(|| {
        let nothing = PointValue { moving: 0, waiting: 0, attack: 0, defence: 0 };
        let values = BySide::from_fn(|_| [nothing; Combination::COUNT]);
        Arc::new(PointTable::new(PatternTable::of(RuleKind::Freestyle), &values))
    });
    Scene::new(position, POINTS.clone())
}

fn empty_scene(size: Size) -> Scene {
    scene_of(&Position::new(size))
}

/// A position of so many random stones.
fn random_position(size: Size, stones: usize, random: &mut Random) -> Position {
    let mut position = Position::new(size);
    for _ in 0..stones {
        let Some(point) = empty_point(&position, random) else { break };
        position.place(point, &mut crate::board::NullObserver);
    }
    position
}

#[test]
fn what_is_kept_equals_a_fresh_computation() {
    let network = network();
    let mut random = Random(1);
    for kernel in kernels() {
        for size in sizes() {
            let mut accumulator = Accumulator::with_kernel(size, network.clone(), kernel);
            let mut scene = empty_scene(size);
            for n in 0..90 {
                step(&mut scene, &mut random);
                accumulator.follow(&scene);
                if n % 10 == 9 {
                    assert_eq!(accumulator.check(&scene), Ok(()), "{size} {}", kernel.name());
                }
            }
            while !scene.position().history().is_empty() {
                scene.undo();
            }
            accumulator.follow(&scene);
            assert_eq!(accumulator.check(&scene), Ok(()), "{size} {}", kernel.name());
        }
    }
}

#[test]
fn a_damaged_number_is_found() {
    let scene = scene_of(&random_position(Size::RENJU, 20, &mut Random(3)));
    let mut accumulator = Accumulator::of(&scene, network());
    assert_eq!(accumulator.check(&scene), Ok(()));
    let mut other = scene_of(&random_position(Size::RENJU, 20, &mut Random(4)));
    assert!(accumulator.check(&other).is_err());
    accumulator.follow(&other);
    other.undo();
    assert!(accumulator.check(&other).is_err());
}

#[test]
fn following_leads_from_any_position_to_any_other() {
    let network = network();
    let mut random = Random(2);
    let mut accumulator = Accumulator::new(Size::RENJU, network);
    let mut scene = empty_scene(Size::RENJU);
    for _ in 0..60 {
        for _ in 0..random.below(12) {
            step(&mut scene, &mut random);
        }
        accumulator.follow(&scene);
        assert_eq!(accumulator.check(&scene), Ok(()));
        if random.below(5) == 0 {
            let stones = random.below(40);
            scene = scene_of(&random_position(Size::RENJU, stones, &mut random));
        }
    }
}

#[test]
fn a_value_is_the_same_without_following_the_last_stone() {
    let network = network();
    let mut random = Random(12);
    for kernel in kernels() {
        for size in sizes() {
            let mut ahead = Accumulator::with_kernel(size, network.clone(), kernel);
            let mut scene = empty_scene(size);
            for _ in 0..90 {
                step(&mut scene, &mut random);
                let mut direct = Accumulator::with_kernel(size, network.clone(), kernel);
                direct.follow(&scene);
                let value = direct.value(scene.side(), Value::DRAW);
                assert_eq!(ahead.value_of(&scene, Value::DRAW), value, "{size}");
                if random.below(3) == 0 {
                    ahead.follow(&scene);
                    assert_eq!(ahead.check(&scene), Ok(()));
                }
            }
        }
    }
}

/// Numbers as large as a file may have.
struct Extreme(Random);

impl Numbers for Extreme {
    type Error = Infallible;

    fn byte(&mut self, _: &'static str) -> Result<i8, Infallible> {
        Ok([-128, 127, 127, 126][self.0.below(4)])
    }

    fn short(&mut self, _: &'static str, limit: i16) -> Result<i16, Infallible> {
        Ok([-limit, limit, limit, limit / 3][self.0.below(4)])
    }

    fn long(&mut self, _: &'static str) -> Result<i32, Infallible> {
        let limit = super::shape::MAX_BIAS;
        Ok([-limit, 1000, 0, limit][self.0.below(4)])
    }
}

#[test]
fn the_kernels_agree_bit_for_bit() {
    let Some(avx2) = Kernel::avx2() else { return };
    let rule = RuleKind::Renju;
    let mut random = Random(6);
    let heading = Heading { rule, classic: 0, recipe: String::new(), hash: 0 };
    let Ok(extreme) = Network::of(heading, &mut Extreme(Random(7)));
    let networks = [1, 2, 3].map(|seed| Network::untrained(rule, seed));
    for network in networks.into_iter().chain([extreme]).map(Arc::new) {
        for size in sizes() {
            let mut fast = Accumulator::with_kernel(size, network.clone(), avx2);
            let mut plain = Accumulator::with_kernel(size, network.clone(), Kernel::PORTABLE);
            let mut scene = empty_scene(size);
            for _ in 0..40 {
                step(&mut scene, &mut random);
                fast.follow(&scene);
                plain.follow(&scene);
                for side in Side::ALL {
                    assert_eq!(fast.logits(side), plain.logits(side));
                    assert_eq!(fast.value(side, Value::DRAW), plain.value(side, Value::DRAW));
                    let point = size.points().nth(random.below(size.area())).unwrap();
                    assert_eq!(fast.policy(point, side), plain.policy(point, side));
                    assert_eq!(fast.likelihood(point, side), plain.likelihood(point, side));
                }
            }
        }
    }
}

/// How far an output is from the reference, which must be within its bound.
fn distance(output: i32, near: Near, what: &str) -> f64 {
    let distance = (f64::from(output) * Accumulator::UNIT - near.number).abs();
    assert!(distance <= near.bound + 1e-6, "{what}: {distance} of {}", near.bound);
    distance
}

#[test]
fn integers_are_near_floating_point() {
    let network = network();
    let mut random = Random(8);
    let (mut sum, mut spread, mut count) = (0.0, 0.0, 0.0);
    for size in sizes() {
        let stones = random.below(size.area());
        let scene = scene_of(&random_position(size, stones, &mut random));
        let accumulator = Accumulator::of(&scene, network.clone());
        let rows = |point| rows_at(&scene, point);
        for side in Side::ALL {
            let logits = accumulator.logits(side);
            let reference = reference::value(&network, size, side, &rows);
            for outcome in 0..OUTCOMES {
                sum += distance(logits[outcome], reference[outcome], "value");
                spread += (reference[outcome].number - reference[0].number).abs();
                count += 1.0;
            }
            for point in size.points().step_by(7) {
                let near = reference::policy(&network, side, rows(point));
                distance(accumulator.policy(point, side), near, "policy");
            }
        }
    }
    // The bound is of the worst case; what rounding usually does is much less.
    assert!(sum / count < 0.01, "{}", sum / count);
    assert!(spread / count > 0.05, "the outputs of this network say nothing: {}", spread / count);
}

#[test]
fn symmetric_points_are_worth_the_same() {
    let network = network();
    let mut random = Random(9);
    for size in [Size::RENJU, Size::square(20).unwrap()] {
        let position = random_position(size, 60, &mut random);
        let accumulator = Accumulator::of(&scene_of(&position), network.clone());
        for symmetry in crate::board::Symmetry::all() {
            let mut turned = Position::new(size);
            for stone in position.history() {
                let point = symmetry.apply(size, stone.point);
                turned.place(point, &mut crate::board::NullObserver);
            }
            let mirrored = Accumulator::of(&scene_of(&turned), network.clone());
            for point in size.points() {
                let other = symmetry.apply(size, point);
                let likelihood = accumulator.likelihood(point, Side::White);
                assert_eq!(likelihood, mirrored.likelihood(other, Side::White));
            }
        }
    }
}

#[test]
fn a_row_of_an_empty_board_is_that_of_no_stone() {
    let accumulator = Accumulator::new(Size::RENJU, network());
    let scene = empty_scene(Size::RENJU);
    assert_eq!(accumulator.check(&scene), Ok(()));
    let [rows @ .., black, white] = rows_at(&scene, Point::at(7, 7));
    assert_eq!(rows, [(40 * 121 + 40) as u16; 4]);
    let nothing = Side::ALL.map(|side| threat_row(side, Threat::Nothing));
    assert_eq!([black, white], nothing);
}
