//! What either side threatens: points that make fives, fours and threes, a win by fours alone or by
//! threes and fours, and the moves that stop it.

use crate::board::{Bits, BySide, Point, Position, Side};
use crate::eval::Weights;
use crate::pattern::{Scene, Threat};
use crate::rules::RuleKind;
use crate::threat::{Solution, Vcf, Vct};

/// The threats of a map, strongest first.
pub const MAPPED: [Threat; 7] = [
    Threat::Five,
    Threat::StraightFour,
    Threat::DoubleFour,
    Threat::FourThree,
    Threat::Four,
    Threat::DoubleThree,
    Threat::Three,
];

/// The empty points by what a stone of either side there would make. Points that are forbidden are
/// left out.
#[derive(Clone, Debug)]
pub struct ThreatMap {
    points: BySide<[Bits; MAPPED.len()]>,
}

impl ThreatMap {
    /// The points where a stone of `side` makes `threat` and nothing stronger.
    pub fn points(&self, side: Side, threat: Threat) -> Bits {
        let place = MAPPED.iter().position(|&mapped| mapped == threat);
        place.map_or(Bits::EMPTY, |place| self.points[side][place])
    }

    /// The threats of `side` that there are, strongest first, with their points.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (Threat, Bits)> {
        MAPPED.into_iter().zip(self.points[side]).filter(|(_, points)| points.first().is_some())
    }
}

/// The scene of a position.
fn scene(position: &Position, rule: RuleKind) -> Scene {
    Scene::new(position, Weights::of(rule).points.clone())
}

/// What a stone on each point would make.
pub fn threat_map(position: &Position, rule: RuleKind) -> ThreatMap {
    let scene = scene(position, rule);
    let points = BySide::from_fn(|side| {
        MAPPED.map(|threat| {
            let set = scene.field().set(side, threat).iter();
            set.filter(|&point| !scene.is_forbidden(point, side)).collect()
        })
    });
    ThreatMap { points }
}

/// By which moves a side wins by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Every move of it makes a four.
    Fours,
    /// Every move of it makes a three or a four.
    Threats,
}

/// Table of the solver of threes and fours, in bytes.
const TABLE: usize = 16 << 20;

/// One of the two solvers, each with what it remembers.
enum Solver {
    Fours(Box<Vcf>),
    Threats(Box<Vct>),
}

impl Solver {
    fn new(by: By) -> Solver {
        match by {
            By::Fours => Solver::Fours(Box::default()),
            By::Threats => Solver::Threats(Box::new(Vct::new(TABLE))),
        }
    }

    fn solve(&mut self, scene: &mut Scene, nodes: u64) -> Solution {
        match self {
            Solver::Fours(solver) => solver.solve(scene, nodes),
            Solver::Threats(solver) => solver.solve(scene, nodes),
        }
    }
}

/// Whether `side` wins by force from `position` if it is its move, by moves of that kind, looking at
/// no more than `nodes` positions.
pub fn attack(position: &Position, rule: RuleKind, side: Side, by: By, nodes: u64) -> Solution {
    let mut scene = scene(position, rule);
    if scene.side() != side {
        scene.pass();
    }
    Solver::new(by).solve(&mut scene, nodes)
}

/// How a move answers a threat of the other side to win by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It wins at once.
    Wins,
    /// Afterwards the other side has no such win.
    Stops,
    /// It is a four that must be answered; after that the threat is still there.
    Delays,
    /// Whether it stops the threat was not found out within the limit.
    Unknown,
}

/// The legal moves of the side to move that answer the other side's win by force, row by row; each
/// is looked at with no more than `nodes` positions.
pub fn answers(position: &Position, rule: RuleKind, by: By, nodes: u64) -> Vec<(Point, Answer)> {
    let mut scene = scene(position, rule);
    let mut solver = Solver::new(by);
    let side = scene.side();
    let mut found = Vec::new();
    for point in scene.position().stones().empty() {
        if scene.is_forbidden(point, side) {
            continue;
        }
        if scene.rule().wins_at(scene.position(), point, side) {
            found.push((point, Answer::Wins));
            continue;
        }
        scene.place(point);
        let answer = match solver.solve(&mut scene, nodes) {
            Solution::Win(_) => None,
            Solution::Unknown => Some(Answer::Unknown),
            Solution::NoWin if scene.five(side).is_some() => {
                Some(after_four(&mut scene, &mut solver, nodes))
            }
            Solution::NoWin => Some(Answer::Stops),
        };
        scene.undo();
        found.extend(answer.map(|answer| (point, answer)));
    }
    found
}

/// What a four is worth as an answer: whether the win by force is still there after the replies to
/// it. The side that must reply is to move.
fn after_four(scene: &mut Scene, solver: &mut Solver, nodes: u64) -> Answer {
    let replies = scene.replies_to_five();
    if replies.is_empty() {
        return Answer::Wins;
    }
    let mut answer = Answer::Stops;
    for reply in replies {
        scene.place(reply);
        scene.pass();
        match solver.solve(scene, nodes) {
            Solution::Win(_) => answer = Answer::Delays,
            Solution::Unknown if answer == Answer::Stops => answer = Answer::Unknown,
            Solution::Unknown | Solution::NoWin => {}
        }
        scene.pass();
        scene.undo();
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Size};
    use crate::notation::pos;

    fn position(moves: &str) -> Position {
        let mut position = Position::new(Size::RENJU);
        for point in pos::parse_moves(moves, Size::RENJU).unwrap() {
            position.try_place(point, &mut NullObserver).unwrap();
        }
        position
    }

    fn names(points: impl IntoIterator<Item = Point>) -> String {
        let points: Vec<Point> = points.into_iter().collect();
        pos::joined(&points, Size::RENJU, " ")
    }

    #[test]
    fn fives_and_fours_of_the_map_are_those_that_the_rules_see() {
        let mut seed = 11_u64;
        for rule in RuleKind::ONE_STONE {
            for _ in 0..25 {
                let mut position = Position::new(Size::square(9).unwrap());
                for _ in 0..30 {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                    let number = (seed >> 33) % 81;
                    let point = Point::at((number % 9) as u8, (number / 9) as u8);
                    let _ = position.try_place(point, &mut NullObserver);
                }
                let map = threat_map(&position, rule);
                let wins = |position: &Position, side: Side| -> Bits {
                    let empty = position.stones().empty();
                    empty.iter().filter(|&p| rule.rule().wins_at(position, p, side)).collect()
                };
                for side in Side::ALL {
                    let fives = wins(&position, side);
                    assert_eq!(map.points(side, Threat::Five), fives, "{rule} {position:?}");
                    if fives.first().is_some() {
                        // What is a five already may be what a four is completed by.
                        continue;
                    }
                    for threat in MAPPED.into_iter().skip(1) {
                        for point in map.points(side, threat) {
                            let mut after = position.clone();
                            after.set_turn(after.order().whole(side));
                            assert!(rule.rule().check_move(&after, point).is_ok());
                            after.place(point, &mut NullObserver);
                            let new = wins(&after, side);
                            let is_four = Threat::FOURS.contains(&threat);
                            assert_eq!(new.first().is_some(), is_four, "{rule} {threat:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_three_and_what_stops_it() {
        // Black has an open three in row 8 and nothing else; White is to move.
        let position = position("h8a1g8a15f8o1o15");
        for by in [By::Fours, By::Threats] {
            let solution = attack(&position, RuleKind::Freestyle, Side::Black, by, 10_000);
            assert!(matches!(solution, Solution::Win(ref line) if line.len() == 3), "{solution:?}");
        }
        let found = answers(&position, RuleKind::Freestyle, By::Fours, 10_000);
        assert!(found.iter().all(|&(_, answer)| answer == Answer::Stops));
        assert_eq!(names(found.into_iter().map(|(point, _)| point)), "e8 i8");
    }

    #[test]
    fn a_four_of_the_defender_only_delays() {
        // White has a three closed at the edge, far from Black's open three.
        let position = position("h8a1g8b1f8c1o15");
        let found = answers(&position, RuleKind::Freestyle, By::Fours, 10_000);
        let of = |wanted: Answer| {
            names(found.iter().filter(|(_, answer)| *answer == wanted).map(|&(point, _)| point))
        };
        assert_eq!(of(Answer::Delays), "d1 e1");
        assert_eq!(of(Answer::Stops), "e8 i8");
        assert_eq!(of(Answer::Wins), "");
    }
}
