//! What a format could not hold of a game that was written in it.

use serde::Serialize;
use std::fmt;

/// Something of which a part was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// What it is, in the plural: `comments`, `moves of variations`.
    pub what: &'static str,
    /// How many of them there were.
    pub count: u64,
}

/// All that was lost, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Losses {
    list: Vec<Loss>,
}

impl Losses {
    /// Nothing lost.
    pub fn none() -> Losses {
        Losses::default()
    }

    /// So many more of `what` are lost.
    pub fn add(&mut self, what: &'static str, count: usize) {
        let count = count as u64;
        match self.list.iter_mut().find(|loss| loss.what == what) {
            Some(loss) => loss.count += count,
            None if count > 0 => self.list.push(Loss { what, count }),
            None => {}
        }
    }

    /// Adds what was lost elsewhere.
    pub fn append(&mut self, other: &Losses) {
        for loss in &other.list {
            self.add(loss.what, usize::try_from(loss.count).unwrap_or(usize::MAX));
        }
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What was lost, in the order in which it came up.
    pub fn iter(&self) -> impl Iterator<Item = &Loss> {
        self.list.iter()
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, loss) in self.list.iter().enumerate() {
            write!(f, "{}{} {}", if n == 0 { "" } else { ", " }, loss.count, loss.what)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_added_up_by_kind() {
        let mut losses = Losses::none();
        losses.add("comments", 0);
        assert!(losses.is_empty());
        losses.add("comments", 2);
        losses.add("marks", 1);
        let mut sum = losses.clone();
        sum.append(&losses);
        assert_eq!(sum.to_string(), "4 comments, 2 marks");
    }
}
