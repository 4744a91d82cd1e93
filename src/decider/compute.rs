//! Computes the table of the 26 openings.

use super::engine_judge::{EngineJudge, Share};
use super::judge::{Judge, Valued};
use super::shape;
use super::table::{OFFERS, Row};
use crate::board::{Bits, NullObserver, Point, Position, Size};
use crate::engine::Engine;
use crate::opening::{CanonicalOpening, Equivalence};
use crate::rules::RuleKind;
use crate::search::StopFlag;
use crate::time::Clock;

/// Fourth stones that are looked at in haste.
const FOURTHS: usize = 24;
/// The part of the positions for each of these.
const HASTE: u64 = 20;
/// Numbers of offers for each of which the best fourth stones are looked at carefully.
const TOLD_APART: [usize; 4] = [1, 2, 5, 10];
/// How many of the best.
const CAREFULLY: usize = 2;

/// Offers that are looked at apart from more of them.
const FEW_OFFERS: usize = 3;

/// The value of an opening for White by the number of offers, and the fourth stone for each.
#[derive(Clone, Copy, Debug)]
pub struct Computed {
    /// The values.
    pub row: Row,
    /// White's best fourth stones.
    pub fourths: [Point; OFFERS],
}

/// Searches an opening: each good fourth stone with so many positions.
pub fn opening(
    engine: &mut Engine,
    clock: &dyn Clock,
    opening: CanonicalOpening,
    nodes: u64,
) -> Computed {
    let mut position = Position::new(Size::RENJU);
    opening.stones().iter().for_each(|&stone| position.place(stone, &mut NullObserver));
    let stones = opening.stones();
    let free = Bits::board(Size::RENJU) - position.stones().occupied();
    let among = shape::representatives(Size::RENJU, &stones, free);
    engine.new_game(Size::RENJU);
    let mut judge = EngineJudge::new(engine, clock, StopFlag::new());
    let haste = Share { nodes: Some((nodes / HASTE).max(1)), ..Share::default() };
    judge.set_share(haste);
    let fourths = judge.best(&position, &among, FOURTHS);
    let mut hasty: Vec<(Point, Row)> = Vec::new();
    for fourth in fourths {
        hasty.push((fourth.point, after_fourth(&mut judge, &stones, fourth.point)));
    }
    judge.set_share(Share { nodes: Some(nodes), ..Share::default() });
    let mut careful: Vec<(Point, Row)> = Vec::new();
    for count in TOLD_APART {
        hasty.sort_by_key(|(_, row)| std::cmp::Reverse(row[count - 1]));
        for &(fourth, _) in hasty.iter().take(CAREFULLY) {
            if !careful.iter().any(|&(known, _)| known == fourth) {
                careful.push((fourth, after_fourth(&mut judge, &stones, fourth)));
            }
        }
    }
    let mut computed = Computed { row: [i32::MIN; OFFERS], fourths: [stones[0]; OFFERS] };
    for (fourth, row) in careful {
        let best = computed.row.iter_mut().zip(&mut computed.fourths);
        for ((best, best_fourth), value) in best.zip(row) {
            if value > *best {
                (*best, *best_fourth) = (value, fourth);
            }
        }
    }
    computed
}

/// The value for White after a fourth stone, by the number of offers: Black offers what is best for
/// himself, White takes the worst of it.
fn after_fourth(judge: &mut EngineJudge, stones: &[Point; 3], fourth: Point) -> Row {
    let stones: Vec<Point> = stones.iter().copied().chain([fourth]).collect();
    let mut position = Position::new(Size::RENJU);
    stones.iter().for_each(|&stone| position.place(stone, &mut NullObserver));
    let same = Equivalence::after(Size::RENJU, &stones);
    let mut different = Bits::EMPTY;
    let free = Bits::board(Size::RENJU) - position.stones().occupied();
    same.representatives(free).iter().for_each(|&point| different.insert(point));
    // Few offers are looked at more deeply than many.
    let few: Vec<Valued> = judge.best(&position, &different, FEW_OFFERS);
    let many: Vec<Valued> = judge.best(&position, &different, OFFERS);
    let ranked = few.iter().chain(many.iter().skip(few.len()));
    let mut row = [0; OFFERS];
    let mut least = i32::MIN;
    for (value, valued) in row.iter_mut().zip(ranked) {
        // More offers are never worse for White, whatever two searches say.
        least = least.max(-valued.value);
        *value = least;
    }
    row
}

/// The rule for which the table is.
pub const RULE: RuleKind = RuleKind::Renju;
