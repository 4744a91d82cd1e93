//! Settings of a regulation: what they may be, and their values from text.

use super::canonical::CanonicalOpening;
use super::table::{SettingValue, UNLIMITED};

/// What a setting may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SettingKind {
    /// A number in a range, or no limit where that is allowed.
    Number {
        /// The least.
        low: u32,
        /// The most.
        high: u32,
        /// Whether `unlimited` is a value too.
        unlimited: bool,
    },
    /// One of these words.
    Word(Vec<String>),
    /// Openings, with `+` between them, or `none`.
    Openings,
    /// Three names of regulations, with `+` between them.
    Names,
}

/// How many regulations the rejecting system takes one from.
const ALTERNATIVES: usize = 3;

impl SettingKind {
    /// The value that `text` stands for.
    ///
    /// # Errors
    /// What would be a value.
    pub(super) fn parse(&self, text: &str) -> Result<SettingValue, String> {
        let refuse = || Err(format!("'{text}' is not {}", self.range()));
        let parts = || text.split('+').map(str::trim);
        match self {
            SettingKind::Number { low, high, unlimited } => match text.parse() {
                Ok(number) if (*low..=*high).contains(&number) => Ok(SettingValue::Number(number)),
                Err(_) if *unlimited && text == "unlimited" => Ok(SettingValue::Number(UNLIMITED)),
                _ => refuse(),
            },
            SettingKind::Word(words) => {
                let lower = text.to_lowercase();
                let word = match lower.as_str() {
                    "true" | "on" => "yes",
                    "false" | "off" => "no",
                    other => other,
                };
                match words.iter().find(|known| *known == word) {
                    Some(word) => Ok(SettingValue::Word(word.clone())),
                    None => refuse(),
                }
            }
            SettingKind::Openings if text.is_empty() || text == "none" => {
                Ok(SettingValue::Openings(Vec::new()))
            }
            SettingKind::Openings => {
                let openings: Result<Vec<CanonicalOpening>, _> = parts().map(str::parse).collect();
                openings.map(SettingValue::Openings).map_err(|error| error.to_string())
            }
            SettingKind::Names => {
                let names: Vec<String> = parts().map(str::to_owned).collect();
                if names.len() != ALTERNATIVES || names.iter().any(String::is_empty) {
                    return refuse();
                }
                Ok(SettingValue::Names(names))
            }
        }
    }

    /// What it may be, in words.
    pub(super) fn range(&self) -> String {
        match self {
            SettingKind::Number { low, high, unlimited: false } => {
                format!("a number from {low} to {high}")
            }
            SettingKind::Number { low, high, unlimited: true } => {
                format!("a number from {low} to {high}, or unlimited")
            }
            SettingKind::Word(words) => format!("one of {}", words.join(", ")),
            SettingKind::Openings => "openings such as D13+I13, or none".to_owned(),
            SettingKind::Names => "three regulations such as rif+taraguchi-10+sakata".to_owned(),
        }
    }
}
