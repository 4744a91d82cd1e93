//! The turns that are worth looking at, best first, each pair once.

use super::pair::Pair;
use super::table::History;
use super::threats::{Defence, Threats, WinningSet};
use crate::board::{Bits, Point, Position};
use crate::pattern::Scene;

/// How many points and turns are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    /// Points of which turns are made.
    pub(super) points: usize,
    /// Turns of them.
    pub(super) turns: usize,
}

/// Turns in the order in which they are to be tried.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnList {
    pub(super) turns: Vec<Pair>,
    /// Whether every turn that is not in the list is known to lose.
    pub(super) is_complete: bool,
}

/// Every legal turn of two stones in a position, each once: for each point those with a later one.
pub fn legal_pairs(position: &Position) -> impl Iterator<Item = Pair> {
    let empty: Vec<Point> = position.stones().empty().iter().collect();
    (1..empty.len()).flat_map(move |later| {
        let pairs: Vec<Pair> =
            empty[..later].iter().filter_map(|&point| Pair::new(point, empty[later])).collect();
        pairs
    })
}

/// A point with what a stone there is worth, and what it does.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    point: Point,
    worth: i32,
    /// One bit for each of the other side's winning turns that it prevents.
    prevents: u32,
    /// Whether it makes a four, which has to be answered.
    is_four: bool,
}

/// What a position asks of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand<'a> {
    /// Fives of the other side.
    pub(super) must: Defence,
    /// The other side's turns that would win if nothing is done about them.
    pub(super) wins: &'a [WinningSet],
    /// Points where the side to move makes a four.
    pub(super) fours: Bits,
    /// Points that may not be used.
    pub(super) excluded: Bits,
}

/// The points near stones: where a turn can matter.
fn region(position: &Position) -> Bits {
    let occupied = position.stones().occupied();
    (occupied.grown(2) | occupied.ringed(3) | occupied.ringed(4)) & position.stones().empty()
}

/// Lists the turns of the side to move that meet the demand and are worth looking at.
pub(super) fn list(
    scene: &Scene,
    threats: &Threats,
    history: &History,
    demand: &Demand<'_>,
    width: Width,
) -> TurnList {
    if let Defence::Both(pair) = demand.must {
        let is_excluded = pair.points().into_iter().any(|point| demand.excluded.contains(point));
        let turns = if is_excluded { Vec::new() } else { vec![pair] };
        return TurnList { turns, is_complete: true };
    }
    let (candidates, all_points) = candidates(scene, threats, history, demand);
    let all = if demand.wins.is_empty() { 0 } else { u32::MAX >> (32 - demand.wins.len()) };
    // Points that do something about the demand are kept, of the others the best.
    let useful = |one: &Candidate| all != 0 && (one.prevents != 0 || one.is_four);
    let forced = match demand.must {
        Defence::One(point) => Some(point),
        _ => None,
    };
    let mut kept: Vec<Candidate> = Vec::new();
    let mut left_out = false;
    for one in candidates {
        if kept.len() < width.points || useful(&one) || forced == Some(one.point) {
            kept.push(one);
        } else {
            left_out = true;
        }
    }
    let mut scored: Vec<(i32, Pair)> = Vec::new();
    // A turn of which any stone does is as good as one that was left out.
    let mut any_stone_does = false;
    for (n, one) in kept.iter().enumerate() {
        if all != 0 && (one.prevents == all || one.is_four) {
            any_stone_does = true;
        }
        for other in &kept[..n] {
            let Some(turn) = Pair::new(one.point, other.point) else { continue };
            let meets =
                all == 0 || one.prevents | other.prevents == all || one.is_four || other.is_four;
            if meets && demand.must.is_met_by(turn) {
                scored.push((one.worth + other.worth, turn));
            }
        }
    }
    let most = width.turns.min(scored.len());
    let order = |&(worth, turn): &(i32, Pair)| (-worth, turn);
    let mut is_complete = if all != 0 {
        // Of turns that a stone left out would be part of, one is as good as all others.
        let by_any_stone = any_stone_does && (left_out || !all_points);
        !by_any_stone && threats.is_blunder_a_loss()
    } else {
        all_points && !left_out && demand.must == Defence::Free
    };
    if most < scored.len() {
        scored.select_nth_unstable_by_key(most, order);
        scored.truncate(most);
        is_complete = false;
    }
    scored.sort_unstable_by_key(order);
    TurnList { turns: scored.into_iter().map(|(_, turn)| turn).collect(), is_complete }
}

/// All points that are worth a stone, best first, and whether on every other point of the board a
/// stone loses at once.
fn candidates(
    scene: &Scene,
    threats: &Threats,
    history: &History,
    demand: &Demand<'_>,
) -> (Vec<Candidate>, bool) {
    let side = scene.side();
    let field = scene.field();
    let mut points = region(scene.position());
    if let Defence::One(point) = demand.must {
        points.insert(point);
    }
    points -= demand.excluded;
    let considered = points.len();
    let mut candidates: Vec<Candidate> = points
        .iter()
        .filter(|&point| !threats.is_blunder(scene, point, side))
        .map(|point| {
            let prevents = demand
                .wins
                .iter()
                .enumerate()
                .filter(|(_, set)| set.contains(&point))
                .fold(0, |bits, (n, _)| bits | 1 << n);
            let worth = field.attack(point, side) + field.defence(point, !side);
            Candidate {
                point,
                worth: worth + history.score(side, point),
                prevents,
                is_four: demand.fours.contains(point),
            }
        })
        .collect();
    candidates.sort_unstable_by_key(|one| (-one.worth, one.point));
    let position = scene.position();
    let all_points = considered == position.size().area() - position.ply()
        && (candidates.len() == considered || threats.is_blunder_a_loss());
    (candidates, all_points)
}

/// Any legal turns without the excluded points, as long as those last: for positions in which
/// nothing is worth looking at. Turns that lose at once come last.
pub(super) fn any(scene: &Scene, threats: &Threats, excluded: &Bits, most: usize) -> Vec<Pair> {
    /// Turns looked at: on a board with so many there are good ones among them.
    const LOOKED_AT: usize = 20_000;
    let is_blunder = |turn: &Pair| {
        turn.points().into_iter().any(|point| threats.is_blunder(scene, point, scene.side()))
    };
    let allowed = |turn: &Pair| !turn.points().into_iter().any(|point| excluded.contains(point));
    let mut turns: Vec<Pair> =
        legal_pairs(scene.position()).filter(allowed).take(LOOKED_AT).collect();
    turns.sort_by_cached_key(is_blunder);
    turns.truncate(most);
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Size};
    use crate::eval::Weights;
    use crate::rules::RuleKind;
    use crate::rules::nendzyu::TURNS;
    use std::collections::HashSet;

    #[test]
    fn every_turn_of_the_region_is_listed_once() {
        let rule = RuleKind::NENDZYU;
        let mut position = Position::with_order(Size::RENJU, TURNS);
        for (x, y) in [(7, 7), (8, 9), (6, 3), (5, 5), (9, 8)] {
            position.try_place(Point::at(x, y), &mut NullObserver).unwrap();
        }
        let scene = Scene::new(&position, Weights::of(rule).points.clone());
        let threats = Threats::new(rule, Size::RENJU);
        let demand =
            Demand { must: Defence::Free, wins: &[], fours: Bits::EMPTY, excluded: Bits::EMPTY };
        let listed = |points: usize, turns: usize| {
            let width = Width { points, turns };
            list(&scene, &threats, &History::new(), &demand, width)
        };
        let all = listed(usize::MAX, usize::MAX);
        let set: HashSet<Pair> = all.turns.iter().copied().collect();
        assert_eq!(set.len(), all.turns.len());
        let near = region(&position);
        let of_region = |pair: &Pair| pair.points().into_iter().all(|point| near.contains(point));
        assert_eq!(legal_pairs(&position).filter(of_region).count(), set.len());
        assert!(!all.is_complete, "points far away are left out");
        // Fewer are the first of these.
        let few = listed(usize::MAX, 30);
        assert_eq!(few.turns, all.turns[..30]);
        let demand = Demand { must: Defence::One(Point::at(7, 8)), ..demand };
        let width = Width { points: 12, turns: 100 };
        let forced = list(&scene, &threats, &History::new(), &demand, width);
        assert!(!forced.turns.is_empty());
        assert!(forced.turns.iter().all(|turn| turn.has(Point::at(7, 8))));
    }
}
