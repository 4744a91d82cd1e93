//! Fives that come next: where they are, and whether one turn can stop them all.

use super::pair::Pair;
use crate::board::{Bits, Dir, Point, Side, Size};
use crate::pattern::{LineClass, Scene, Threat};
use crate::rules::nendzyu::has_partner;
use crate::rules::{FiveAndOverline, RuleKind};
use arrayvec::ArrayVec;

/// Points with which a four becomes a five: of one stone at most two on each of four lines.
pub(super) type FifthPoints = ArrayVec<Point, 8>;

/// Most points where a stone makes a four that are looked at together.
const MOST_FOURS: usize = 24;

/// Most winning turns of the other side that a defence is measured by.
const MOST_WINS: usize = 32;

/// What one turn can do about the points where the other side would make a five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// There is nothing to stop.
    Free,
    /// One stone must go there; the other one is free.
    One(Point),
    /// Both stones must go there.
    Both(Pair),
    /// Three points or more, or two on one line: no turn takes them all.
    Lost,
}

impl Defence {
    /// The defence against fives on `points`, which are all different.
    pub fn against(points: impl IntoIterator<Item = Point>) -> Defence {
        let mut points = points.into_iter();
        match (points.next(), points.next(), points.next()) {
            (None, _, _) => Defence::Free,
            (Some(only), None, _) => Defence::One(only),
            (Some(a), Some(b), None) => Pair::new(a, b).map_or(Defence::Lost, Defence::Both),
            _ => Defence::Lost,
        }
    }

    /// Whether a turn stops everything.
    pub fn is_met_by(self, turn: Pair) -> bool {
        match self {
            Defence::Free => true,
            Defence::One(point) => turn.has(point),
            Defence::Both(pair) => turn == pair,
            Defence::Lost => false,
        }
    }
}

/// A point where a stone makes one four or more.
#[derive(Clone, Debug)]
pub(super) struct FourPoint {
    /// The point.
    pub(super) point: Point,
    /// Where the next stone would then make a five.
    pub(super) fifths: FifthPoints,
}

/// Points of which at least one must be taken, or a turn of the other side wins.
pub(super) type WinningSet = ArrayVec<Point, 20>;

/// Answers about the threats of a position, as the rule's reading has it.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// Whether a stone that makes a five wins even if it makes a run of six as well.
    five_first: bool,
    /// No point is on a line with so many others.
    most_collinear: usize,
}

impl Threats {
    /// For games under `rule` on boards of `size`.
    pub fn new(rule: RuleKind, size: Size) -> Threats {
        let five_first = match rule {
            RuleKind::Nendzyu(reading) => reading.five_and_overline == FiveAndOverline::Win,
            _ => true,
        };
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let most_collinear = (width - 1) + (height - 1) + 2 * (width.min(height) - 1);
        Threats { five_first, most_collinear }
    }

    /// Whether there is so much room that every stone has a partner in this turn and the next few.
    /// Without it, what follows from fours alone is not certain.
    pub fn has_room(&self, scene: &Scene) -> bool {
        /// Stones of the turns that a proof is about, with some to spare.
        const SOON: usize = 8;
        let position = scene.position();
        position.size().area() - position.ply() > self.most_collinear + SOON
    }

    /// Whether a stone of `side` on the empty `point` would make a run of six or more.
    pub(super) fn makes_overline(scene: &Scene, point: Point, side: Side) -> bool {
        Dir::ALL.into_iter().any(|dir| scene.field().class(point, side, dir) == LineClass::Overline)
    }

    /// Whether a stone of `side` on the empty `point` would lose the game, or at least win nothing:
    /// it makes a run of six, and no five that counts more.
    pub(super) fn is_blunder(&self, scene: &Scene, point: Point, side: Side) -> bool {
        let is_five = self.five_first && scene.field().threat(point, side) == Threat::Five;
        !is_five && Threats::makes_overline(scene, point, side)
    }

    /// Whether every [blunder](Threats::is_blunder) loses: in one reading some draw.
    pub(super) fn is_blunder_a_loss(&self) -> bool {
        self.five_first
    }

    /// The points where a stone of `side` makes a five that wins.
    pub fn fifths(&self, scene: &Scene, side: Side) -> Bits {
        if scene.field().count(side, Threat::Five) == 0 {
            return Bits::EMPTY;
        }
        let fives = *scene.field().set(side, Threat::Five);
        if self.five_first {
            return fives;
        }
        fives.iter().filter(|&point| !Threats::makes_overline(scene, point, side)).collect()
    }

    /// A turn with which the side to move wins at once.
    pub fn winning_turn(&self, scene: &Scene) -> Option<Pair> {
        let side = scene.side();
        let fifths = self.fifths(scene, side);
        if fifths.is_empty() {
            return None;
        }
        fifths.iter().find_map(|point| self.with_partner(scene, point, &fifths))
    }

    /// `point` with the best other stone of the side to move that does no harm; one of `preferred`
    /// if possible.
    fn with_partner(&self, scene: &Scene, point: Point, preferred: &Bits) -> Option<Pair> {
        if let Some(pair) = preferred.iter().find_map(|other| Pair::new(point, other)) {
            return Some(pair);
        }
        let side = scene.side();
        let empty = scene.position().stones().empty();
        let partners = empty.iter().filter_map(|other| {
            let pair = Pair::new(point, other)?;
            (self.five_first || !self.is_blunder(scene, other, side)).then_some((pair, other))
        });
        let worth = |other: Point| {
            let blunder = self.is_blunder(scene, other, side);
            let field = scene.field();
            (!blunder, field.attack(other, side) + field.defence(other, !side))
        };
        partners.max_by_key(|&(_, other)| worth(other)).map(|(pair, _)| pair)
    }

    /// What the side to move can do about fives of the other side.
    pub fn defence(&self, scene: &Scene) -> Defence {
        let fifths = self.fifths(scene, !scene.side());
        if fifths.is_empty() {
            return Defence::Free;
        }
        let defence = Defence::against(fifths.iter());
        match defence {
            Defence::One(point) if !has_partner(&scene.position().stones().empty(), point) => {
                Defence::Lost
            }
            defence => defence,
        }
    }

    /// The points where a stone of `side` makes a four and does no harm, each with what comes next.
    pub(super) fn fours(&self, scene: &Scene, side: Side) -> ArrayVec<FourPoint, MOST_FOURS> {
        let mut fours = ArrayVec::new();
        if !scene.field().has_any(side, &Threat::FOURS) {
            return fours;
        }
        for threat in Threat::FOURS {
            for point in scene.field().set(side, threat).iter() {
                if fours.is_full() {
                    return fours;
                }
                if !self.is_blunder(scene, point, side) {
                    let fifths = self.fifths_after(scene, point, side);
                    if !fifths.is_empty() {
                        fours.push(FourPoint { point, fifths });
                    }
                }
            }
        }
        fours
    }

    /// Where `side` would make a five that wins if it had a stone on the empty `point` and no other
    /// four.
    pub(super) fn fifths_after(&self, scene: &Scene, point: Point, side: Side) -> FifthPoints {
        let mut fifths = FifthPoints::new();
        let position = scene.position();
        for dir in Dir::ALL {
            let class = scene.field().class(point, side, dir);
            if !matches!(class, LineClass::Four | LineClass::StraightFour | LineClass::DoubleFour) {
                continue;
            }
            let line = position.stones().line(dir, point);
            let own = line.stones[side] | 1 << line.at;
            let empty = line.empty();
            for steps in -4..=4_i32 {
                let bit = line.at.wrapping_add_signed(steps);
                if steps == 0 || empty >> bit & 1 == 0 {
                    continue;
                }
                let with = own | 1 << bit;
                let above = (with >> bit).trailing_ones();
                let below = (with << (63 - bit)).leading_ones();
                let reaches = if steps > 0 { below > steps as u32 } else { above as i32 > -steps };
                if above + below - 1 != 5 || !reaches {
                    continue;
                }
                let Some(fifth) = position.size().step(point, dir, steps) else { continue };
                let counts = self.five_first || !Threats::makes_overline(scene, fifth, side);
                if counts && !fifths.contains(&fifth) && !fifths.is_full() {
                    fifths.push(fifth);
                }
            }
        }
        fifths
    }

    /// A turn after which the other side, which has no five now or loses it by this turn, cannot
    /// stop every five of the side to move. `must` is what the side to move must stop itself.
    pub(super) fn unstoppable_turn(
        &self,
        scene: &Scene,
        fours: &[FourPoint],
        must: Defence,
    ) -> Option<Pair> {
        for (n, four) in fours.iter().enumerate() {
            if Defence::against(four.fifths.iter().copied()) == Defence::Lost
                && let Some(turn) = self.turn_with(scene, four.point, must)
            {
                return Some(turn);
            }
            for other in &fours[..n] {
                if let Some(turn) = Pair::new(four.point, other.point)
                    && must.is_met_by(turn)
                    && together(four, other) == Defence::Lost
                {
                    return Some(turn);
                }
            }
        }
        None
    }

    /// A turn with a stone on `point` that stops what must be stopped.
    fn turn_with(&self, scene: &Scene, point: Point, must: Defence) -> Option<Pair> {
        let turn = match must {
            Defence::Free => self.with_partner(scene, point, &Bits::EMPTY),
            Defence::One(must) if must == point => self.with_partner(scene, point, &Bits::EMPTY),
            Defence::One(must) => Pair::new(point, must),
            Defence::Both(pair) => pair.has(point).then_some(pair),
            Defence::Lost => None,
        }?;
        let other = turn.other(point)?;
        (!self.is_blunder(scene, other, scene.side())).then_some(turn)
    }

    /// The turns of `side`, were it to move now with nothing to stop, after which its fives could
    /// not be stopped: for each the points of which the other side must take one beforehand, or make
    /// a four itself.
    pub(super) fn winning_sets(fours: &[FourPoint]) -> ArrayVec<WinningSet, MOST_WINS> {
        let mut wins = ArrayVec::new();
        let alone =
            |four: &FourPoint| Defence::against(four.fifths.iter().copied()) == Defence::Lost;
        let set = |members: &[&FourPoint]| {
            let mut set = WinningSet::new();
            for four in members {
                for point in std::iter::once(four.point).chain(four.fifths.iter().copied()) {
                    if !set.contains(&point) {
                        set.push(point);
                    }
                }
            }
            set
        };
        for four in fours.iter().filter(|four| alone(four)) {
            if wins.is_full() {
                return wins;
            }
            wins.push(set(&[four]));
        }
        for (n, four) in fours.iter().enumerate().filter(|(_, four)| !alone(four)) {
            for other in fours[..n].iter().filter(|other| !alone(other)) {
                if wins.is_full() {
                    return wins;
                }
                if Pair::new(four.point, other.point).is_some()
                    && together(four, other) == Defence::Lost
                {
                    wins.push(set(&[four, other]));
                }
            }
        }
        wins
    }
}

/// What can be done against the fours of two stones of one turn.
pub(super) fn together(one: &FourPoint, other: &FourPoint) -> Defence {
    let more = other.fifths.iter().filter(|point| !one.fifths.contains(point));
    Defence::against(one.fifths.iter().chain(more).copied())
}
