//! A regulation as data: steps, who acts in each, what may be done, and where it leads.
//!
//! Everything is resolved here: names of steps are indices and settings are numbers. How a table
//! is written down is in [`reader`](super::reader).

use super::action::ActionKind;
use super::canonical::CanonicalOpening;
use super::region::Region;
use crate::board::Size;
use std::fmt;
use std::sync::Arc;

/// Who acts in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Who holds Black now.
    Black,
    /// Who holds White now.
    White,
    /// Who put the last stone.
    Placer,
    /// Who did not put the last stone.
    Opponent,
}

impl Who {
    /// All of them, with the word by which a table calls them.
    pub const WORDS: [(&'static str, Who); 6] = [
        ("first", Who::First),
        ("second", Who::Second),
        ("black", Who::Black),
        ("white", Who::White),
        ("placer", Who::Placer),
        ("opponent", Who::Opponent),
    ];
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Who::WORDS.iter().find(|(_, who)| who == self).map_or("", |(word, _)| word);
        f.write_str(word)
    }
}

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// To the step with this index.
    Step(usize),
    /// The opening is over; ordinary play goes on.
    Play,
    /// The one regulation that has not been rejected begins.
    Remaining,
}

/// How many points are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// This many.
    Fixed(u32),
    /// As many as were promised. If that is one, it is simply placed, which leads to `single`.
    Promised {
        /// Where the single placed stone leads.
        single: Next,
    },
}

/// One thing that may be done in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Put the next stone.
    Place {
        /// Where.
        region: Region,
        /// Whether the colours are exchanged before it: the placer of the last stone puts one more,
        /// and with it takes over that stone's colour.
        exchange: bool,
        /// Whether a stone may decide the game (or be forbidden). If not, it is refused.
        may_decide: bool,
    },
    /// Exchange the colours.
    Swap,
    /// Keep the colours.
    Stay,
    /// Promise a number of offers.
    Promise {
        /// The least.
        low: u32,
        /// The most.
        high: u32,
    },
    /// Offer points for the next stone, no two of them equivalent.
    Offer {
        /// How many.
        count: Count,
        /// Where.
        region: Region,
    },
    /// Choose one of the offered points.
    Choose,
    /// Send the opening back: all stones are taken off.
    Refuse {
        /// Refusals in the whole opening, at most.
        limit: u32,
        /// Whether a refused opening may be shown again.
        again: bool,
    },
    /// Put the last stone elsewhere and exchange the colours.
    Replace {
        /// Where.
        region: Region,
        /// Replacements by each person in the whole opening, at most.
        limit: u32,
        /// Whether points that are the same by symmetry count as one.
        by_class: bool,
    },
    /// Reject one of several regulations.
    Reject,
    /// Do no more.
    Finish,
}

impl Deed {
    /// The kind of action that it allows.
    pub const fn kind(self) -> ActionKind {
        match self {
            Deed::Place { .. } => ActionKind::Place,
            Deed::Swap => ActionKind::Swap,
            Deed::Stay => ActionKind::Stay,
            Deed::Promise { .. } => ActionKind::Promise,
            Deed::Offer { .. } => ActionKind::Offer,
            Deed::Choose => ActionKind::Choose,
            Deed::Refuse { .. } => ActionKind::Refuse,
            Deed::Replace { .. } => ActionKind::Replace,
            Deed::Reject => ActionKind::Reject,
            Deed::Finish => ActionKind::Finish,
        }
    }
}

/// One thing that may be done, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What.
    pub deed: Deed,
    /// Where it leads.
    pub then: Next,
}

/// One step of a regulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name in the table.
    pub name: String,
    /// Who acts.
    pub who: Who,
    /// What he may do, no two of the same kind.
    pub choices: Vec<Choice>,
}

impl Step {
    /// The choice of this kind, if there is one.
    pub fn choice(&self, kind: ActionKind) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.deed.kind() == kind)
    }
}

/// What a setting of a regulation has been set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// A number; [`UNLIMITED`] where a setting allows that.
    Number(u32),
    /// One of several words.
    Word(String),
    /// A list of openings.
    Openings(Vec<CanonicalOpening>),
    /// A list of names of regulations.
    Names(Vec<String>),
}

/// The number that stands for no limit.
pub const UNLIMITED: u32 = u32::MAX;

impl fmt::Display for SettingValue {
    /// As it is typed after the name of a regulation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: Vec<String>| match parts.is_empty() {
            true => "none".to_owned(),
            false => parts.join("+"),
        };
        match self {
            SettingValue::Number(UNLIMITED) => f.write_str("unlimited"),
            SettingValue::Number(number) => number.fmt(f),
            SettingValue::Word(word) => f.write_str(word),
            SettingValue::Openings(openings) => {
                f.write_str(&list(openings.iter().map(|opening| opening.code()).collect()))
            }
            SettingValue::Names(names) => f.write_str(&list(names.clone())),
        }
    }
}

/// A setting of a regulation: its value, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// What it may be set to, in words.
    pub range: String,
    /// What it is set to.
    pub value: SettingValue,
    /// What it would be set to without a word.
    pub default: SettingValue,
}

/// A regulation with all its settings: the table that [`Opening`](super::Opening) follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regulation {
    /// The name by which it is called, with its parameter and those settings that differ from the
    /// usual ones: `soosorv-8`, `taraguchi-10:offer_after_swap=yes`.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What people call it in Russian.
    pub title_ru: String,
    /// Whether it is for the rule of renju alone.
    pub renju_only: bool,
    /// The board that it is for; `None`: any.
    pub board: Option<Size>,
    /// Whether the first three stones must make one of the 26 openings.
    pub canonical: bool,
    /// Whether the second and third stone must stand as in the table of openings, not turned.
    pub usual_form_only: bool,
    /// Openings that may not be shown.
    pub banned: Vec<CanonicalOpening>,
    /// Whether players hold colours, to be exchanged, while the opening lasts.
    pub tentative_colours: bool,
    /// Whether an invalid offer loses the game; else it is refused and can be made again. The
    /// machine refuses it in any case; this is for whoever runs the match.
    pub invalid_offer_forfeits: bool,
    /// The steps; the first one begins.
    pub steps: Vec<Step>,
    /// The regulations from which rejecting leaves one; empty in all others.
    pub alternatives: Vec<Arc<Regulation>>,
    /// All settings.
    pub settings: Vec<Setting>,
}

impl Regulation {
    /// The setting of this name, if there is one.
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }
}
