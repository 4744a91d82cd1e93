//! What is legal in an opening in progress, and why something else is not.

use super::action::{Action, ActionKind};
use super::canonical::CanonicalOpening;
use super::equivalence::Equivalence;
use super::machine::Opening;
use super::refusal::Refusal;
use super::region::Region;
use super::state::side_of;
use super::table::{Count, Deed, Next, Regulation};
use crate::board::{Bits, Dir, NullObserver, Point, Position, Side, Size, Symmetry};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Stones before which no stone can win or be forbidden: four of each colour.
pub(super) const FIRST_DECIDING: usize = 8;
/// Empty points below which it is worth asking whether another stone could follow.
const FEW_EMPTY: usize = 40;

/// What may be done now. All of it belongs to the player who is due.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// Where the next stone may be put.
    pub place: Bits,
    /// The part of the board that the rule names for the stone or the offer, taken points included.
    pub region: Option<Region>,
    /// Whether the colours may be exchanged.
    pub swap: bool,
    /// Whether the colours may be kept.
    pub stay: bool,
    /// How many offers may be promised.
    pub promise: Option<RangeInclusive<u32>>,
    /// How many points are to be offered, and from which.
    pub offer: Option<(u32, Bits)>,
    /// The points to choose from.
    pub choose: Vec<Point>,
    /// Whether the opening may be sent back.
    pub refuse: bool,
    /// Where the last stone may be put instead.
    pub replace: Bits,
    /// The regulations that may be rejected.
    pub reject: Vec<String>,
    /// Whether the turn may end here.
    pub finish: bool,
}

impl Legal {
    /// The kinds of action that are legal.
    pub fn kinds(&self) -> Vec<ActionKind> {
        ActionKind::ALL.into_iter().filter(|&kind| self.allows(kind)).collect()
    }

    /// Whether some action of this kind is legal.
    pub fn allows(&self, kind: ActionKind) -> bool {
        match kind {
            ActionKind::Place => !self.place.is_empty(),
            ActionKind::Swap => self.swap,
            ActionKind::Stay => self.stay,
            ActionKind::Promise => self.promise.is_some(),
            ActionKind::Offer => self.offer.is_some(),
            ActionKind::Choose => !self.choose.is_empty(),
            ActionKind::Refuse => self.refuse,
            ActionKind::Replace => !self.replace.is_empty(),
            ActionKind::Reject => !self.reject.is_empty(),
            ActionKind::Finish => self.finish,
        }
    }

    /// Whether nothing is legal: only when the opening is over.
    pub fn is_empty(&self) -> bool {
        ActionKind::ALL.into_iter().all(|kind| !self.allows(kind))
    }
}

impl Opening {
    /// What may be done now.
    pub fn legal(&self) -> Legal {
        let mut legal = Legal::default();
        let Some(step) = self.step() else { return legal };
        for choice in &step.choices {
            match choice.deed {
                Deed::Place { region, .. } => {
                    legal.place = self.places(choice.deed, choice.then);
                    legal.region = Some(region);
                }
                Deed::Swap => legal.swap = true,
                Deed::Stay => legal.stay = true,
                Deed::Promise { low, high } => legal.promise = Some(low..=high),
                Deed::Offer { count, region } => {
                    let points = self.offerable(region);
                    legal.region = Some(region);
                    match self.offer_count(count) {
                        1 => legal.place = points,
                        wanted if self.classes(points) >= wanted as usize => {
                            legal.offer = Some((wanted, points));
                        }
                        _ => {}
                    }
                }
                Deed::Choose => legal.choose.clone_from(&self.state.offers),
                Deed::Refuse { limit, .. } => legal.refuse = self.state.refusals < limit,
                Deed::Replace { .. } => legal.replace = self.replaceable(choice.deed),
                Deed::Reject => {
                    let left = self.alternatives_left();
                    legal.reject = left.map(|(_, regulation)| regulation.name.clone()).collect();
                }
                Deed::Finish => legal.finish = true,
            }
        }
        legal
    }

    /// Whether an action of the player who is due is legal.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: &Action) -> Result<(), Refusal> {
        let step = self.step().ok_or(Refusal::Over)?;
        if let Some(choice) = step.choice(action.kind()) {
            return match (action, choice.deed) {
                (Action::Place(point), deed) => self.check_place(*point, deed, choice.then),
                (Action::Promise(number), Deed::Promise { low, high }) => {
                    match (low..=high).contains(number) {
                        true => Ok(()),
                        false => Err(Refusal::PromiseRange { number: *number, low, high }),
                    }
                }
                (Action::Offer(points), Deed::Offer { count, region }) => {
                    self.check_offer(points, count, region)
                }
                (Action::Choose(point), _) => match self.state.offers.contains(point) {
                    true => Ok(()),
                    false => Err(Refusal::NotOffered(*point)),
                },
                (Action::Refuse, Deed::Refuse { limit, .. }) => match self.state.refusals < limit {
                    true => Ok(()),
                    false => Err(Refusal::NoRefusalLeft(limit)),
                },
                (Action::Replace(point), deed) => self.check_replace(*point, deed),
                (Action::Reject(name), _) => match self.alternative(name) {
                    Some(_) => Ok(()),
                    None => {
                        let left = self.alternatives_left();
                        let names = left.map(|(_, regulation)| regulation.name.clone()).collect();
                        Err(Refusal::NoAlternative(name.clone(), names))
                    }
                },
                _ => Ok(()),
            };
        }
        if let (Action::Place(point), Some(choice)) = (action, step.choice(ActionKind::Offer))
            && let Deed::Offer { count, region } = choice.deed
            && self.offer_count(count) == 1
        {
            return self.check_offered_point(*point, region);
        }
        Err(Refusal::NotDue { tried: action.kind(), due: self.legal().kinds() })
    }

    fn empty(&self) -> Bits {
        let mut empty = Bits::board(self.size);
        self.state.stones.iter().for_each(|&stone| empty.remove(stone));
        empty
    }

    /// The empty points that are meant.
    fn empty_where(&self, is_meant: impl Fn(Point) -> bool) -> Bits {
        self.empty().into_iter().filter(|&point| is_meant(point)).collect()
    }

    /// The points where a stone may be put by this deed.
    fn places(&self, deed: Deed, then: Next) -> Bits {
        self.empty_where(|point| self.check_place(point, deed, then).is_ok())
    }

    fn check_place(&self, point: Point, deed: Deed, then: Next) -> Result<(), Refusal> {
        let Deed::Place { region, may_decide, .. } = deed else { return Ok(()) };
        self.check_empty(point, region)?;
        if self.state.regulation.canonical && self.state.stones.len() < 3 {
            self.check_canonical(point)?;
        }
        if !may_decide {
            self.check_undecided(point)?;
        }
        // A couple of stones is begun only where it can be ended.
        let few = self.size.area() - self.state.stones.len() < FEW_EMPTY;
        if few && !may_decide && !self.can_follow(point, then) {
            return Err(Refusal::LeadsNowhere(point));
        }
        Ok(())
    }

    /// Whether something is legal after a stone on `point`, which itself is.
    fn can_follow(&self, point: Point, then: Next) -> bool {
        let Next::Step(step) = then else { return true };
        let choices = &self.state.regulation.steps[step].choices;
        let [choice] = choices.as_slice() else { return true };
        let Deed::Place { may_decide: false, region, .. } = choice.deed else { return true };
        let mut after = self.clone();
        after.state.stones.push(point);
        after.state.step = Some(step);
        after.empty().iter().any(|next| {
            after.check_empty(next, region).is_ok() && after.check_undecided(next).is_ok()
        })
    }

    fn check_empty(&self, point: Point, region: Region) -> Result<(), Refusal> {
        if !self.size.contains(point) {
            return Err(Refusal::OffBoard(point));
        }
        if let Some(n) = self.state.stones.iter().position(|&stone| stone == point) {
            return Err(Refusal::Occupied(point, side_of(n)));
        }
        if !region.contains(self.size, point) {
            return Err(Refusal::OutsideRegion(point, region));
        }
        Ok(())
    }

    /// Whether the stone belongs to one of the openings that may be shown.
    fn check_canonical(&self, point: Point) -> Result<(), Refusal> {
        match *self.state.stones.as_slice() {
            [] if point == self.size.center() => Ok(()),
            [first] if Region::Square(3).contains(self.size, point) => {
                // Its group must have an opening that may be shown, in this form.
                let third = Region::Square(5).points(self.size).iter();
                let mut third = third.filter(|&third| third != first && third != point);
                let usual_second = CanonicalOpening::all().any(|o| o.stones()[1] == point);
                if self.state.regulation.usual_form_only && !usual_second {
                    return Err(Refusal::NotUsualForm(point));
                }
                match third.any(|third| self.check_shown(first, point, third).is_ok()) {
                    true => Ok(()),
                    false => Err(Refusal::LeadsNowhere(point)),
                }
            }
            [first, second] => self.check_shown(first, second, point),
            _ => Err(Refusal::NoOpening(point)),
        }
    }

    /// Whether the three stones make an opening that may be shown.
    fn check_shown(&self, first: Point, second: Point, third: Point) -> Result<(), Refusal> {
        let opening =
            CanonicalOpening::identify(first, second, third).ok_or(Refusal::NoOpening(third))?;
        if self.state.regulation.usual_form_only && opening.stones() != [first, second, third] {
            return Err(Refusal::NotUsualForm(third));
        }
        if self.state.regulation.banned.contains(&opening) {
            return Err(Refusal::Banned(opening));
        }
        if self.state.refused.contains(&opening) {
            return Err(Refusal::RefusedBefore(opening));
        }
        Ok(())
    }

    /// Whether the next stone, on an empty point, leaves the game open.
    fn check_undecided(&self, point: Point) -> Result<(), Refusal> {
        if self.state.stones.len() < FIRST_DECIDING {
            return Ok(());
        }
        let (rule, side) = (self.rule.rule(), self.next_side());
        let mut position = self.position();
        let forbidden = rule.forbidden(&position, side, point);
        position.place(point, &mut NullObserver);
        let size = self.size;
        let makes_six = || Dir::ALL.iter().any(|&dir| run(&position, size, point, dir, side) > 5);
        if rule.wins_at(&position, point, side) {
            return Err(Refusal::WouldWin(point));
        }
        if let Some(kind) = forbidden {
            return Err(Refusal::Forbidden(point, kind));
        }
        // An overline of either colour is as little wanted as a five, whatever the rule says of it.
        if makes_six() { Err(Refusal::WouldWin(point)) } else { Ok(()) }
    }

    /// How many points are to be offered.
    fn offer_count(&self, count: Count) -> u32 {
        match count {
            Count::Fixed(count) => count,
            Count::Promised { .. } => self.state.promised.unwrap_or(0),
        }
    }

    fn offerable(&self, region: Region) -> Bits {
        self.empty_where(|point| self.check_offered_point(point, region).is_ok())
    }

    /// How many of the points are different moves.
    fn classes(&self, points: Bits) -> usize {
        self.equivalence().representatives(points).len()
    }

    /// Which points are the same move after the stones so far.
    pub fn equivalence(&self) -> Equivalence {
        Equivalence::after(self.size, &self.state.stones)
    }

    fn check_offered_point(&self, point: Point, region: Region) -> Result<(), Refusal> {
        self.check_empty(point, region)?;
        self.check_undecided(point)
    }

    fn check_offer(&self, points: &[Point], count: Count, region: Region) -> Result<(), Refusal> {
        let wanted = self.offer_count(count);
        if wanted == 1 {
            return Err(Refusal::SingleOffer);
        }
        for (n, &point) in points.iter().enumerate() {
            self.check_offered_point(point, region)?;
            if points[..n].contains(&point) {
                return Err(Refusal::OfferTwice(point));
            }
        }
        if points.len() != wanted as usize {
            return Err(Refusal::OfferCount { offered: points.len(), wanted });
        }
        match self.equivalence().first_pair(points) {
            Some((one, other)) => Err(Refusal::Equivalent(one, other)),
            None => Ok(()),
        }
    }

    fn replaceable(&self, deed: Deed) -> Bits {
        self.empty_where(|point| self.check_replace(point, deed).is_ok())
    }

    fn check_replace(&self, point: Point, deed: Deed) -> Result<(), Refusal> {
        let (Deed::Replace { region, limit, by_class }, Some(person)) = (deed, self.due()) else {
            return Ok(());
        };
        if self.state.replacements[person as usize] >= limit {
            return Err(Refusal::NoReplacementLeft(limit));
        }
        let Some((&last, before)) = self.state.stones.split_last() else {
            return Err(Refusal::NoReplacementLeft(0));
        };
        let mut without = self.clone();
        without.state.stones.pop();
        if point != last {
            without.check_empty(point, region)?;
            if self.state.regulation.canonical && before.len() < 3 {
                without.check_canonical(point)?;
            }
            without.check_undecided(point)?;
        }
        for &earlier in self.state.tried.iter().chain([&last]) {
            let same = match by_class {
                true => same_on_board(self.size, before, earlier, point),
                false => earlier == point,
            };
            if same {
                return Err(Refusal::TriedBefore(point, earlier));
            }
        }
        Ok(())
    }

    /// The regulations that have not been rejected.
    pub(super) fn alternatives_left(&self) -> impl Iterator<Item = (usize, &Arc<Regulation>)> {
        let rejected = &self.state.rejected;
        let all = self.state.regulation.alternatives.iter().enumerate();
        all.filter(move |(n, _)| !rejected.contains(n))
    }

    fn alternative(&self, name: &str) -> Option<usize> {
        let mut left = self.alternatives_left();
        left.find(|(_, regulation)| regulation.name.eq_ignore_ascii_case(name)).map(|(n, _)| n)
    }
}

/// Whether a symmetry of the board that keeps these stones takes one point to the other.
fn same_on_board(size: Size, stones: &[Point], one: Point, other: Point) -> bool {
    Symmetry::of(size).any(|map| {
        let keeps = |skip: usize| {
            let of_colour: Vec<Point> = stones.iter().skip(skip).step_by(2).copied().collect();
            of_colour.iter().all(|&stone| of_colour.contains(&map.apply(size, stone)))
        };
        map.apply(size, one) == other && keeps(0) && keeps(1)
    })
}

/// Stones of `side` in a row through `point`.
fn run(position: &Position, size: Size, point: Point, dir: Dir, side: Side) -> usize {
    let along = |sign: i32| {
        let steps = (1..).map(|n| size.step(point, dir, sign * n));
        steps
            .take_while(|next| next.is_some_and(|next| position.stones().at(next) == Some(side)))
            .count()
    };
    1 + along(1) + along(-1)
}
