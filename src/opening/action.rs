//! What a person does in an opening.

use crate::board::Point;

/// One action. A person's turn is a list of them: all that he does before the other must act.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Put the next stone. Its colour follows from the number of stones: the odd ones are black.
    Place(Point),
    /// Take the other colour.
    Swap,
    /// Keep the colours, where a choice is due.
    Stay,
    /// Promise that this many fifth moves will be offered.
    Promise(u32),
    /// Offer these points for the next stone. Their order means nothing.
    Offer(Vec<Point>),
    /// Keep this offered point as the stone, remove the others.
    Choose(Point),
    /// Send the opening back that was shown.
    Refuse,
    /// Take away the stone just made, put it here instead, and exchange the colours.
    Replace(Point),
    /// Reject one of several regulations, by its name.
    Reject(String),
    /// Do no more, where one more stone could have been put. Has no word of its own: a turn says
    /// it by ending (see [`Opening::apply_turn`](super::Opening::apply_turn)).
    Finish,
}

/// The kinds of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionKind {
    /// [`Action::Place`].
    Place,
    /// [`Action::Swap`].
    Swap,
    /// [`Action::Stay`].
    Stay,
    /// [`Action::Promise`].
    Promise,
    /// [`Action::Offer`].
    Offer,
    /// [`Action::Choose`].
    Choose,
    /// [`Action::Refuse`].
    Refuse,
    /// [`Action::Replace`].
    Replace,
    /// [`Action::Reject`].
    Reject,
    /// [`Action::Finish`].
    Finish,
}

impl Action {
    /// Which kind of action it is.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Action::Place(_) => ActionKind::Place,
            Action::Swap => ActionKind::Swap,
            Action::Stay => ActionKind::Stay,
            Action::Promise(_) => ActionKind::Promise,
            Action::Offer(_) => ActionKind::Offer,
            Action::Choose(_) => ActionKind::Choose,
            Action::Refuse => ActionKind::Refuse,
            Action::Replace(_) => ActionKind::Replace,
            Action::Reject(_) => ActionKind::Reject,
            Action::Finish => ActionKind::Finish,
        }
    }
}

impl ActionKind {
    /// Every kind.
    pub const ALL: [ActionKind; 10] = [
        ActionKind::Place,
        ActionKind::Swap,
        ActionKind::Stay,
        ActionKind::Promise,
        ActionKind::Offer,
        ActionKind::Choose,
        ActionKind::Refuse,
        ActionKind::Replace,
        ActionKind::Reject,
        ActionKind::Finish,
    ];

    /// The word in capitals, as lists of what is legal write it: `PLACE`, `SWAP`, `PROMISE`.
    pub const fn word(self) -> &'static str {
        match self {
            ActionKind::Place => "PLACE",
            ActionKind::Swap => "SWAP",
            ActionKind::Stay => "STAY",
            ActionKind::Promise => "PROMISE",
            ActionKind::Offer => "OFFER",
            ActionKind::Choose => "CHOOSE",
            ActionKind::Refuse => "REFUSE",
            ActionKind::Replace => "REPLACE",
            ActionKind::Reject => "REJECT",
            ActionKind::Finish => "FINISH",
        }
    }
}
