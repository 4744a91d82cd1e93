//! The two persons of a game, who are not its two colours until the opening is over.

use std::fmt;
use std::ops::Not;

/// One of the two persons at the board. Which colour each of them holds can change during an
/// opening; who is first and who is second is settled before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Person {
    /// Who acts first. Holds Black to begin with.
    First,
    /// The other one. Holds White to begin with.
    Second,
}

impl Person {
    /// Both persons.
    pub const ALL: [Person; 2] = [Person::First, Person::Second];
}

impl Not for Person {
    type Output = Person;

    fn not(self) -> Person {
        match self {
            Person::First => Person::Second,
            Person::Second => Person::First,
        }
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Person::First => "first",
            Person::Second => "second",
        })
    }
}
