//! One opening in progress: what an action changes, and the way back.

use super::action::{Action, ActionKind};
use super::canonical::CanonicalOpening;
use super::legality::FIRST_DECIDING;
use super::person::Person;
use super::refusal::{Refusal, Unsuitable};
use super::state::{State, side_of};
use super::table::{Count, Deed, Next, Regulation, Step};
use crate::board::{Point, Position, Setup, Side, Size, TurnOrder};
use crate::rules::RuleKind;
use std::sync::Arc;

/// An opening in progress under one regulation.
///
/// ```
/// use tengen::board::Size;
/// use tengen::opening::{Coordinates, Opening, Person, catalogue, parse_turn};
/// use tengen::rules::RuleKind;
///
/// let rif = catalogue::find("rif").unwrap();
/// let mut opening = Opening::new(rif, RuleKind::Renju, Size::RENJU).unwrap();
/// for turn in ["h8 h9 j10", "SWAP", "g9"] {
///     let turn = parse_turn(turn, Coordinates::Letters, Size::RENJU).unwrap();
///     opening.apply_turn(&turn).unwrap();
/// }
/// assert_eq!(opening.due(), Some(Person::Second));
/// assert_eq!(opening.legal().offer.unwrap().0, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub(super) size: Size,
    pub(super) rule: RuleKind,
    pub(super) state: State,
    /// Each action with the person who made it and the state before it.
    history: Vec<(State, Person, Action)>,
}

impl Opening {
    /// The beginning of an opening.
    ///
    /// # Errors
    /// When the regulation is not for this rule or board.
    pub fn new(
        regulation: Arc<Regulation>,
        rule: RuleKind,
        size: Size,
    ) -> Result<Opening, Unsuitable> {
        for regulation in std::iter::once(&regulation).chain(&regulation.alternatives) {
            if regulation.renju_only && rule != RuleKind::Renju {
                return Err(Unsuitable::Rule(rule));
            }
            if rule.has_long_turns() {
                return Err(Unsuitable::LongTurns(rule));
            }
            if let Some(wanted) = regulation.board.filter(|&wanted| wanted != size) {
                return Err(Unsuitable::Size { size, wanted });
            }
        }
        let state = State::beginning(regulation);
        Ok(Opening { size, rule, state, history: Vec::new() })
    }

    /// The regulation that is followed now. It changes once, when all but one of several have been
    /// rejected.
    pub fn regulation(&self) -> &Arc<Regulation> {
        &self.state.regulation
    }

    /// Width and height of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule of the game.
    pub fn rule(&self) -> RuleKind {
        self.rule
    }

    /// Whether the opening is over: the game goes on by the rule alone, and Black and White move in
    /// turn.
    pub fn is_over(&self) -> bool {
        self.state.step.is_none()
    }

    /// Who has to act; `None` when the opening is over. Who moves then is
    /// [`Opening::to_move`].
    pub fn due(&self) -> Option<Person> {
        let step = self.step()?;
        Some(self.state.person(step.who))
    }

    /// Who puts the next stone if nothing else is done before: who holds its colour.
    pub fn to_move(&self) -> Person {
        self.holder(self.next_side())
    }

    /// The colour of the next stone.
    pub fn next_side(&self) -> Side {
        side_of(self.state.stones.len())
    }

    /// Who holds a colour now. Where nobody holds one yet (see [`Opening::colour`]), this is who
    /// would if the opening ended here.
    pub fn holder(&self, side: Side) -> Person {
        match side {
            Side::Black => self.state.black,
            Side::White => !self.state.black,
        }
    }

    /// The colour that a person holds now; `None` in a regulation without colours before its end.
    pub fn colour(&self, person: Person) -> Option<Side> {
        let known = self.state.regulation.tentative_colours || self.is_over();
        let side = if person == self.state.black { Side::Black } else { Side::White };
        known.then_some(side)
    }

    /// The stones, in their order. Black and White alternate.
    pub fn stones(&self) -> &[Point] {
        &self.state.stones
    }

    /// The stones as a position, with the colour of the next stone to move.
    pub fn position(&self) -> Position {
        let setup = Setup::alternating(self.size, &self.state.stones);
        let mut position = setup.build().expect("stones of an opening are on different points");
        debug_assert_eq!(position.order(), TurnOrder::SINGLE);
        position.set_turn(TurnOrder::SINGLE.whole(self.next_side()));
        position
    }

    /// How many offers have been promised, until they are made.
    pub fn promised(&self) -> Option<u32> {
        self.state.promised
    }

    /// The points that are offered, until one is chosen.
    pub fn offers(&self) -> &[Point] {
        &self.state.offers
    }

    /// How many openings have been sent back.
    pub fn refusals(&self) -> u32 {
        self.state.refusals
    }

    /// The canonical opening that the first three stones make, if they make one.
    pub fn canonical(&self) -> Option<CanonicalOpening> {
        match self.state.stones.as_slice() {
            &[first, second, third, ..] if self.size == Size::RENJU => {
                CanonicalOpening::identify(first, second, third)
            }
            _ => None,
        }
    }

    /// The step that is due, if the opening is not over.
    pub fn step(&self) -> Option<&Step> {
        self.state.step.map(|step| &self.state.regulation.steps[step])
    }

    /// Every action so far with the person who made it: the log of decisions.
    pub fn log(&self) -> impl ExactSizeIterator<Item = (Person, &Action)> {
        self.history.iter().map(|(_, person, action)| (*person, action))
    }

    /// The actions so far as turns, the first player's first.
    pub fn turns(&self) -> Vec<(Person, Vec<Action>)> {
        let mut turns: Vec<(Person, Vec<Action>)> = Vec::new();
        for (person, action) in self.log() {
            match turns.last_mut() {
                Some((last, actions)) if *last == person => actions.push(action.clone()),
                _ => turns.push((person, vec![action.clone()])),
            }
        }
        turns
    }

    /// Does an action of the player who is due.
    ///
    /// # Errors
    /// Why it is not legal; nothing has changed then.
    pub fn apply(&mut self, action: &Action) -> Result<(), Refusal> {
        self.check(action)?;
        let (Some(person), Some(step)) = (self.due(), self.step()) else {
            return Err(Refusal::Over);
        };
        let choice = step.choice(action.kind()).or(step.choice(ActionKind::Offer));
        let choice = *choice.expect("a legal action has its choice in the table");
        let before = self.state.clone();
        self.state.change(self.size, person, action, choice.deed);
        let then = match (action, choice.deed) {
            (Action::Place(_), Deed::Offer { count: Count::Promised { single }, .. }) => single,
            _ => choice.then,
        };
        self.history.push((before, person, action.clone()));
        self.go_on(then);
        Ok(())
    }

    /// Takes the last action back and returns it, if there is one.
    pub fn undo(&mut self) -> Option<Action> {
        let (before, _, action) = self.history.pop()?;
        self.state = before;
        Some(action)
    }

    /// Does a whole turn of the player who is due: all actions until the other must act or the
    /// opening is over. An [`Action::Finish`] at its end is added where it is due.
    ///
    /// # Errors
    /// The first thing that is wrong; nothing has changed then.
    pub fn apply_turn(&mut self, turn: &[Action]) -> Result<(), Refusal> {
        let actions = self.history.len();
        let result = self.try_turn(turn);
        if result.is_err() {
            while self.history.len() > actions {
                self.undo();
            }
        }
        result
    }

    fn try_turn(&mut self, turn: &[Action]) -> Result<(), Refusal> {
        let person = self.due().ok_or(Refusal::Over)?;
        if turn.is_empty() {
            return Err(Refusal::Empty);
        }
        for action in turn {
            match self.due() {
                None => return Err(Refusal::Over),
                Some(due) if due != person => return Err(Refusal::OtherPlayer),
                Some(_) => self.apply(action)?,
            }
        }
        if self.due() != Some(person) {
            return Ok(());
        }
        let legal = self.legal();
        if legal.finish {
            self.apply(&Action::Finish)
        } else {
            Err(Refusal::Incomplete(legal.kinds()))
        }
    }

    /// Takes the last turn back (or what has been done of it) and returns its actions.
    pub fn undo_turn(&mut self) -> Vec<Action> {
        let Some(&(_, person, _)) = self.history.last() else { return Vec::new() };
        let mut actions = Vec::new();
        while self.history.last().is_some_and(|(_, last, _)| *last == person) {
            actions.extend(self.undo());
        }
        actions.reverse();
        actions
    }

    /// Goes to the next step, or ends the opening.
    fn go_on(&mut self, then: Next) {
        match then {
            Next::Step(step) => self.state.step = Some(step),
            Next::Play => self.state.step = None,
            Next::Remaining => {
                let left = self.alternatives_left().next();
                let regulation = left.map(|(_, regulation)| regulation.clone());
                self.state.step = regulation.is_some().then_some(0);
                if let Some(regulation) = regulation {
                    self.state.regulation = regulation;
                }
            }
        }
        let is_stone = |deed: Deed| matches!(deed, Deed::Place { .. } | Deed::Finish);
        let only_stones =
            self.step().is_some_and(|step| step.choices.iter().all(|c| is_stone(c.deed)));
        let full = self.state.stones.len() == self.size.area();
        if (only_stones && full) || self.is_decided() {
            self.state.step = None;
        }
    }

    /// Whether the last stone has ended the game: only where the table allows such stones.
    fn is_decided(&self) -> bool {
        self.state.stones.len() > FIRST_DECIDING
            && self.rule.rule().outcome(&self.position()).is_some()
    }
}
