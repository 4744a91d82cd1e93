//! Backward induction over the table of a regulation.
//!
//! What the players do is looked at from the end: the value of ordinary play is the judge's, and
//! each player takes what is best for himself. Where a part of the table has a closed form, that is
//! used instead of trying everything:
//!
//! * Of n offers the other player chooses the one that is worst for the player who offers; so the
//!   n best different moves are offered, and the value is that of the n-th.
//! * After a stone at which the other player chooses his colour, the value is that of the better
//!   side for him; so the stone is put where the position is nearest to even, or where one that is
//!   known to be even can still be reached.
//! * Exchanging the colours turns the value around where the rest of the table speaks of colours
//!   alone.
//! * With k refusals left, the opening that will be played is the (k + 1)-th best for the player
//!   who shows them.

use super::judge::{Judge, Valued, point_set_number};
use super::shape;
use crate::board::{Bits, Point, Position};
use crate::opening::{Action, CanonicalOpening, Deed, Opening, Person};
use std::collections::HashMap;

/// How many points are looked at where a stone can be put and no closed form tells its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// For the decision that is due.
    pub root: usize,
    /// For all decisions after it.
    pub inner: usize,
    /// How many of the best points of a closed form are told apart at the decision that is due.
    pub lines: usize,
    /// How many points near even are looked at there.
    pub nearest: usize,
}

impl Breadth {
    /// Everything that the judge thinks worth a thought.
    pub const ALL: Breadth = Breadth { root: usize::MAX, inner: usize::MAX, lines: 3, nearest: 8 };
}

/// Stones of an opening.
const OPENING_STONES: usize = 3;

/// Points beyond those of an offer that are looked at again with them: so many, and half the offer.
const SPARE_OFFERS: usize = 2;

/// Something that the player who is due can do, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The actions: one, or the three stones of an opening.
    pub actions: Vec<Action>,
    /// The value for the player who does it.
    pub value: i32,
    /// The points behind an offer, or the point itself, with values and replies.
    pub points: Vec<Valued>,
}

/// Looks ahead in an opening.
#[derive(Debug)]
pub struct Solver<'a, J> {
    judge: &'a mut J,
    breadth: Breadth,
    /// Stones on the board at the decision that is due.
    stones: usize,
    values: HashMap<u64, i32>,
    ranked: HashMap<(u64, u64), Vec<Valued>>,
    /// Values of points after another look, by the position before them.
    looked_at: HashMap<(u64, Point), Valued>,
}

impl<'a, J: Judge> Solver<'a, J> {
    /// A solver that asks this judge.
    pub fn new(judge: &'a mut J, breadth: Breadth) -> Solver<'a, J> {
        Solver {
            judge,
            breadth,
            stones: 0,
            values: HashMap::new(),
            ranked: HashMap::new(),
            looked_at: HashMap::new(),
        }
    }

    /// What the player who is due can do, best for him first. Empty only when the opening is over.
    /// `opening` is the same after it.
    pub fn candidates(&mut self, opening: &mut Opening) -> Vec<Candidate> {
        self.stones = opening.stones().len();
        let mut found = self.options(opening, 0);
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
        found
    }

    /// The value of the opening for the first player when both play well.
    pub fn worth(&mut self, opening: &mut Opening) -> i32 {
        self.worth_at(opening, 0)
    }

    /// The value for the first player; `level` counts the actions since the decision that is due.
    fn worth_at(&mut self, opening: &mut Opening, level: usize) -> i32 {
        if let Some(known) = self.judge.known(opening) {
            return known;
        }
        if shape::is_ordinary(opening) {
            let value = self.value(&opening.position());
            return for_first(opening.to_move(), value);
        }
        let Some(person) = opening.due() else { return 0 };
        let best = self.options(opening, level).into_iter().map(|c| c.value).max();
        // A player without anything to do: only in a table that the reader would not have taken.
        for_first(person, best.unwrap_or(0))
    }

    /// The value of an action for `person`.
    fn after(
        &mut self,
        opening: &mut Opening,
        person: Person,
        action: &Action,
        level: usize,
    ) -> i32 {
        if opening.apply(action).is_err() {
            debug_assert!(false, "{action:?} is not legal");
            return i32::MIN;
        }
        let worth = self.worth_at(opening, level + 1);
        opening.undo();
        for_first(person, worth)
    }

    /// Everything that is worth doing, in no order.
    fn options(&mut self, opening: &mut Opening, level: usize) -> Vec<Candidate> {
        let (Some(person), Some(step)) = (opening.due(), opening.step()) else { return Vec::new() };
        let step = step.clone();
        let legal = opening.legal();
        let mut found = Vec::new();
        let other_ways = step.choices.len() > 1;
        if !legal.place.is_empty() && (!other_ways || self.judge.considers_stones(opening)) {
            self.stones(opening, person, legal.place, level, &mut found);
        }
        if legal.swap || legal.stay {
            self.colours(opening, person, level, &mut found);
        }
        // From many to few: a ranking of many points serves for fewer too.
        for number in legal.promise.into_iter().flatten().rev() {
            let action = Action::Promise(number);
            let value = self.after(opening, person, &action, level);
            found.push(Candidate { actions: vec![action], value, points: Vec::new() });
        }
        if let Some((count, points)) = legal.offer {
            found.extend(self.offer(opening, person, count as usize, points, level));
        }
        for &point in &legal.choose {
            let action = Action::Choose(point);
            let value = self.after(opening, person, &action, level);
            let points = vec![Valued { point, value, reply: None }];
            found.push(Candidate { actions: vec![action], value, points });
        }
        if legal.refuse {
            let value = self.refused(opening, person, level);
            found.push(Candidate { actions: vec![Action::Refuse], value, points: Vec::new() });
        }
        if !legal.replace.is_empty() {
            let stones = &opening.stones()[..opening.stones().len() - 1];
            let among = shape::representatives(opening.size(), stones, legal.replace);
            let width = self.width(opening, level);
            for point in self.judge.candidates(opening, &among, width) {
                let action = Action::Replace(point);
                let value = self.after(opening, person, &action, level);
                let points = vec![Valued { point, value, reply: None }];
                found.push(Candidate { actions: vec![action], value, points });
            }
        }
        let rejections = legal.reject.into_iter().map(Action::Reject);
        for action in rejections.chain(legal.finish.then_some(Action::Finish)) {
            let value = self.after(opening, person, &action, level);
            found.push(Candidate { actions: vec![action], value, points: Vec::new() });
        }
        found
    }

    /// The next stone.
    fn stones(
        &mut self,
        opening: &mut Opening,
        person: Person,
        places: Bits,
        level: usize,
        found: &mut Vec<Candidate>,
    ) {
        if shape::shows_opening(opening) {
            found.extend(self.shown(opening, person, level));
            return;
        }
        let among = shape::representatives(opening.size(), opening.stones(), places);
        let Some(any) = among.first() else { return };
        if level == 0 {
            let even = self.judge.even(opening, &among);
            if !even.is_empty() {
                let valued = even.into_iter().map(|point| Valued { point, value: 0, reply: None });
                found.extend(valued.map(|valued| of_point(valued, 0)));
                return;
            }
        }
        let lines = if level == 0 { self.breadth.lines } else { 1 };
        let position = opening.position();
        // With fewer stones there is no play yet of which a search could say that it is even.
        if opening.stones().len() >= 2 && shape::is_judged_after(opening, any) {
            let wanted = if level == 0 { self.breadth.nearest } else { 1 };
            for valued in self.judge.nearest(&position, &among, wanted) {
                found.push(of_point(valued, -valued.value.abs()));
            }
            return;
        }
        let last = shape::is_ordinary(opening) || shape::is_ordinary_after(opening, any);
        if last {
            for valued in self.rank(&position, among, lines) {
                found.push(of_point(valued, valued.value));
            }
            return;
        }
        let width = self.width(opening, level);
        for point in self.judge.candidates(opening, &among, width) {
            let action = Action::Place(point);
            let value = self.after(opening, person, &action, level);
            found.push(of_point(Valued { point, value, reply: None }, value));
        }
    }

    /// Each opening that may be shown, as its three stones.
    fn shown(&mut self, opening: &mut Opening, person: Person, level: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        for shown in self.showable(opening) {
            let actions: Vec<Action> = shown.stones().map(Action::Place).to_vec();
            let (last, first) = actions.split_last().expect("an opening has three stones");
            let placed = first.iter().filter(|action| opening.apply(action).is_ok()).count();
            let value = self.after(opening, person, last, level);
            (0..placed).for_each(|_| drop(opening.undo()));
            found.push(Candidate { actions, value, points: Vec::new() });
        }
        found
    }

    /// The openings that may be shown now and are worth a thought.
    fn showable(&mut self, opening: &mut Opening) -> Vec<CanonicalOpening> {
        let all = CanonicalOpening::all().filter(|shown| {
            let stones = shown.stones().map(Action::Place);
            let placed = stones.iter().take_while(|stone| opening.apply(stone).is_ok()).count();
            (0..placed).for_each(|_| drop(opening.undo()));
            placed == stones.len()
        });
        let all = all.collect();
        self.judge.openings(all)
    }

    /// Keeping and exchanging the colours.
    fn colours(
        &mut self,
        opening: &mut Opening,
        person: Person,
        level: usize,
        found: &mut Vec<Candidate>,
    ) {
        let Some(step) = opening.step() else { return };
        let next = |action: &Action| step.choice(action.kind()).map(|choice| choice.then);
        let (stay, swap) = (next(&Action::Stay), next(&Action::Swap));
        let turns_around = stay == swap
            && stay.is_some_and(|next| shape::is_symmetric(opening.regulation(), next));
        let mut stayed: Option<i32> = None;
        for (action, is_there) in [(Action::Stay, stay), (Action::Swap, swap)] {
            if is_there.is_none() {
                continue;
            }
            let value = match stayed.filter(|_| turns_around) {
                Some(stayed) => -stayed,
                None => self.after(opening, person, &action, level),
            };
            stayed = Some(value);
            found.push(Candidate { actions: vec![action], value, points: Vec::new() });
        }
    }

    /// The best offer.
    fn offer(
        &mut self,
        opening: &mut Opening,
        person: Person,
        count: usize,
        points: Bits,
        level: usize,
    ) -> Option<Candidate> {
        let same = opening.equivalence();
        let representatives = same.representatives(points);
        let any: Vec<Point> = representatives.iter().copied().take(count).collect();
        // After stones that are still to be put there are too many offers to look at them twice.
        let spare = match opening.stones().len() == self.stones {
            true => SPARE_OFFERS + count / 2,
            false => 0,
        };
        let ends_with_choice = self.ends_with_choice(opening, person, &any);
        let mut ranked = if ends_with_choice {
            // Moves that are the same as offers can differ in value: only the board's own
            // symmetries keep the distance to its edges. Then more of them are ranked.
            let among = shape::representatives(opening.size(), opening.stones(), points);
            let shifted = among.len() > representatives.len();
            let wanted = if shifted { count * same.order() } else { count };
            self.rank(&opening.position(), among, wanted + spare)
        } else {
            let mut different = Bits::EMPTY;
            representatives.iter().for_each(|&point| different.insert(point));
            let width = self.width(opening, level).max(count);
            let mut points = self.judge.candidates(opening, &different, width);
            let missing = count.saturating_sub(points.len());
            let more = representatives.iter().filter(|point| !points.contains(point)).copied();
            let more: Vec<Point> = more.take(missing).collect();
            points.extend(more);
            self.each_chosen(opening, person, &points, count, level)
        };
        ranked.sort_by_key(|valued| std::cmp::Reverse(valued.value));
        let mut taken: Vec<Point> = Vec::new();
        ranked.retain(|valued| {
            let new = !taken.iter().any(|&point| same.are_equivalent(point, valued.point));
            taken.push(valued.point);
            new
        });
        if ends_with_choice && spare > 0 {
            // Of the offers the other player takes the one that the ranking thought too well of.
            ranked.truncate(count + spare);
            self.look_again(&opening.position(), &mut ranked);
            ranked.sort_by_key(|valued| std::cmp::Reverse(valued.value));
        }
        let value = ranked.get(count - 1)?.value;
        let offer = ranked.iter().take(count).map(|valued| valued.point).collect();
        Some(Candidate { actions: vec![Action::Offer(offer)], value, points: ranked })
    }

    /// Gives points the values that another look at each finds, or leaves them all as they are.
    /// Other numbers of offers after the same stones use them again.
    fn look_again(&mut self, position: &Position, ranked: &mut [Valued]) {
        let key = position.key();
        let is_new = |valued: &&Valued| !self.looked_at.contains_key(&(key, valued.point));
        let new: Vec<Valued> = ranked.iter().filter(is_new).copied().collect();
        if !new.is_empty() {
            let Some(again) = self.judge.looked_at_again(position, &new) else { return };
            self.looked_at.extend(again.into_iter().map(|valued| ((key, valued.point), valued)));
        }
        for valued in ranked {
            if let Some(&again) = self.looked_at.get(&(key, valued.point)) {
                *valued = again;
            }
        }
    }

    /// The value for `person`, who offers, of each of the points when it is chosen.
    fn each_chosen(
        &mut self,
        opening: &mut Opening,
        person: Person,
        points: &[Point],
        count: usize,
        level: usize,
    ) -> Vec<Valued> {
        let mut valued = Vec::new();
        for &point in points {
            let others = points.iter().copied().filter(|&other| other != point);
            let offer = std::iter::once(point).chain(others).take(count).collect();
            if opening.apply(&Action::Offer(offer)).is_ok() {
                let value = self.after(opening, person, &Action::Choose(point), level);
                valued.push(Valued { point, value, reply: None });
                opening.undo();
            }
        }
        valued
    }

    /// Whether after an offer the other player chooses, and then nothing is left but ordinary play
    /// in which the stone is that of the player who offers.
    fn ends_with_choice(&self, opening: &mut Opening, person: Person, offer: &[Point]) -> bool {
        if opening.to_move() != person || opening.apply(&Action::Offer(offer.to_vec())).is_err() {
            return false;
        }
        let mut ends = opening.due() != Some(person);
        if opening.apply(&Action::Choose(offer[0])).is_ok() {
            ends = ends && shape::is_ordinary(opening);
            opening.undo();
        } else {
            ends = false;
        }
        opening.undo();
        ends
    }

    /// The value for `person` of refusing the opening that stands on the board.
    fn refused(&mut self, opening: &mut Opening, person: Person, level: usize) -> i32 {
        let deed = opening.step().and_then(|step| step.choice(Action::Refuse.kind()));
        let Some(Deed::Refuse { limit, again }) = deed.map(|choice| choice.deed) else { return 0 };
        let left = (limit - opening.refusals()).saturating_sub(1) as usize;
        if opening.apply(&Action::Refuse).is_err() {
            return i32::MIN;
        }
        let shows = shape::shows_opening(opening);
        let value = if shows {
            let mut values: Vec<i32> = Vec::new();
            for shown in self.showable(opening) {
                let stones = shown.stones().map(Action::Place);
                let placed = stones.iter().take_while(|stone| opening.apply(stone).is_ok()).count();
                values.push(for_first(!person, self.accepted(opening, level + 1)));
                (0..placed).for_each(|_| drop(opening.undo()));
            }
            values.sort_unstable();
            // The player who shows takes the best that the other cannot refuse any more.
            let nth = if again { 0 } else { left.min(values.len().saturating_sub(1)) };
            values.iter().rev().nth(nth).map_or(0, |value| -value)
        } else {
            for_first(person, self.worth_at(opening, level + 1))
        };
        opening.undo();
        value
    }

    /// The value for the first player of an opening that stands on the board if it is accepted.
    fn accepted(&mut self, opening: &mut Opening, level: usize) -> i32 {
        let Some(person) = opening.due() else { return self.worth_at(opening, level) };
        let places = opening.legal().place;
        let mut found = Vec::new();
        self.stones(opening, person, places, level, &mut found);
        for_first(person, found.into_iter().map(|c| c.value).max().unwrap_or(0))
    }

    /// How many points are looked at.
    fn width(&self, opening: &Opening, level: usize) -> usize {
        // The stones of an opening have few different points, and which of them it is to be is the
        // matter of the whole opening.
        let shows = opening.regulation().canonical && opening.stones().len() < OPENING_STONES;
        match level {
            0 if shows => usize::MAX,
            0 => self.breadth.root,
            _ => self.breadth.inner,
        }
    }

    fn value(&mut self, position: &Position) -> i32 {
        let key = position.key();
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let value = self.judge.value(position);
        self.values.insert(key, value);
        value
    }

    /// The best `wanted` points. A longer ranking of the same points is used again.
    fn rank(&mut self, position: &Position, among: Bits, wanted: usize) -> Vec<Valued> {
        let wanted = wanted.min(among.len());
        let key = (position.key(), point_set_number(&among));
        let ranked = match self.ranked.get(&key) {
            Some(ranked) if ranked.len() >= wanted => ranked,
            _ => {
                let ranked = self.judge.best(position, &among, wanted);
                self.ranked.entry(key).insert_entry(ranked).into_mut()
            }
        };
        ranked.iter().take(wanted).copied().collect()
    }
}

/// A value of one player as the first player sees it, and the other way round.
fn for_first(person: Person, value: i32) -> i32 {
    match person {
        Person::First => value,
        Person::Second => -value,
    }
}

fn of_point(valued: Valued, value: i32) -> Candidate {
    Candidate { actions: vec![Action::Place(valued.point)], value, points: vec![valued] }
}
