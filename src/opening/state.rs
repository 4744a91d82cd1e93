//! Everything that an action changes, and how.

use super::action::Action;
use super::canonical::CanonicalOpening;
use super::person::Person;
use super::table::{Deed, Regulation, Who};
use crate::board::{Point, Side, Size};
use std::sync::Arc;

/// Everything that an action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) regulation: Arc<Regulation>,
    /// `None`: the opening is over.
    pub(super) step: Option<usize>,
    /// Who holds Black.
    pub(super) black: Person,
    pub(super) stones: Vec<Point>,
    /// Who put each stone.
    pub(super) placers: Vec<Person>,
    pub(super) promised: Option<u32>,
    pub(super) offers: Vec<Point>,
    /// Openings that were sent back.
    pub(super) refused: Vec<CanonicalOpening>,
    pub(super) refusals: u32,
    pub(super) replacements: [u32; 2],
    /// Points where the last stone stood before it was replaced.
    pub(super) tried: Vec<Point>,
    pub(super) rejected: Vec<usize>,
}

impl State {
    /// Before the first action.
    pub(super) fn beginning(regulation: Arc<Regulation>) -> State {
        State {
            regulation,
            step: Some(0),
            black: Person::First,
            stones: Vec::new(),
            placers: Vec::new(),
            promised: None,
            offers: Vec::new(),
            refused: Vec::new(),
            refusals: 0,
            replacements: [0; 2],
            tried: Vec::new(),
            rejected: Vec::new(),
        }
    }

    /// The person that a word of the table stands for.
    pub(super) fn person(&self, who: Who) -> Person {
        let placer = self.placers.last().copied().unwrap_or(Person::First);
        match who {
            Who::First => Person::First,
            Who::Second => Person::Second,
            Who::Black => self.black,
            Who::White => !self.black,
            Who::Placer => placer,
            Who::Opponent => !placer,
        }
    }

    /// What a legal action changes, the step left out.
    pub(super) fn change(&mut self, size: Size, person: Person, action: &Action, deed: Deed) {
        match action {
            Action::Place(point) => {
                if matches!(deed, Deed::Place { exchange: true, .. }) {
                    self.black = !self.black;
                }
                if matches!(deed, Deed::Offer { .. }) {
                    self.promised = None;
                }
                self.put(*point, person);
            }
            Action::Swap => self.black = !self.black,
            Action::Stay | Action::Finish => {}
            Action::Promise(number) => self.promised = Some(*number),
            Action::Offer(points) => {
                self.offers.clone_from(points);
                self.promised = None;
            }
            Action::Choose(point) => {
                let holder = match side_of(self.stones.len()) {
                    Side::Black => self.black,
                    Side::White => !self.black,
                };
                self.put(*point, holder);
            }
            Action::Refuse => {
                if let &[first, second, third, ..] = self.stones.as_slice()
                    && size == Size::RENJU
                    && !matches!(deed, Deed::Refuse { again: true, .. })
                {
                    self.refused.extend(CanonicalOpening::identify(first, second, third));
                }
                self.refusals += 1;
                self.stones.clear();
                self.placers.clear();
                self.promised = None;
                self.tried.clear();
            }
            Action::Replace(point) => {
                self.tried.extend(self.stones.pop());
                self.placers.pop();
                self.stones.push(*point);
                self.placers.push(person);
                self.black = !self.black;
                self.replacements[person as usize] += 1;
            }
            Action::Reject(name) => {
                let names = self.regulation.alternatives.iter();
                let mut names = names.map(|regulation| regulation.name.as_str());
                self.rejected.extend(names.position(|known| known.eq_ignore_ascii_case(name)));
            }
        }
    }

    fn put(&mut self, point: Point, person: Person) {
        self.stones.push(point);
        self.placers.push(person);
        self.tried.clear();
        self.offers.clear();
    }
}

/// The colour of the stone with this number, from 0.
pub(super) fn side_of(number: usize) -> Side {
    if number.is_multiple_of(2) { Side::Black } else { Side::White }
}
