//! The table of a regulation as it is written in TOML, before anything is known of its meaning.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Spanned, Value};

/// A table as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTable {
    pub(super) name: Spanned<String>,
    pub(super) title: String,
    pub(super) title_ru: Option<String>,
    #[serde(default)]
    pub(super) names: Vec<String>,
    pub(super) parameter: Option<Spanned<String>>,
    pub(super) rule: Option<Spanned<String>>,
    pub(super) board: Option<Spanned<Value>>,
    pub(super) openings: Option<Spanned<String>>,
    pub(super) colours: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) setting: BTreeMap<String, Spanned<RawSetting>>,
    #[serde(default)]
    pub(super) variant: BTreeMap<String, Spanned<RawVariant>>,
    #[serde(default)]
    pub(super) step: Vec<Spanned<RawStep>>,
}

/// A setting as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSetting {
    pub(super) about: String,
    pub(super) default: Spanned<Value>,
    pub(super) low: Option<u32>,
    pub(super) high: Option<u32>,
    #[serde(default)]
    pub(super) unlimited: bool,
    pub(super) choices: Option<Vec<String>>,
    pub(super) kind: Option<Spanned<String>>,
}

/// A variant as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVariant {
    pub(super) title: Option<String>,
    pub(super) title_ru: Option<String>,
    #[serde(default)]
    pub(super) names: Vec<String>,
    pub(super) set: BTreeMap<String, Spanned<Value>>,
}

/// A step as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStep {
    pub(super) name: Spanned<String>,
    pub(super) who: Spanned<String>,
    pub(super) may: Vec<Spanned<RawChoice>>,
}

/// Something that may be done in a step, as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChoice {
    pub(super) r#do: Spanned<String>,
    pub(super) then: Spanned<String>,
    pub(super) when: Option<Spanned<String>>,
    pub(super) r#in: Option<Spanned<Value>>,
    pub(super) exchange: Option<Spanned<bool>>,
    pub(super) deciding: Option<Spanned<Value>>,
    pub(super) from: Option<Spanned<Value>>,
    pub(super) to: Option<Spanned<Value>>,
    pub(super) count: Option<Spanned<Value>>,
    pub(super) single: Option<Spanned<String>>,
    pub(super) limit: Option<Spanned<Value>>,
    pub(super) again: Option<Spanned<Value>>,
    pub(super) compare: Option<Spanned<Value>>,
}

/// A value as it would be typed.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(true) => "yes".to_owned(),
        Value::Boolean(false) => "no".to_owned(),
        Value::Array(parts) => parts.iter().map(text_of).collect::<Vec<_>>().join("+"),
        Value::Float(number) => number.to_string(),
        Value::Datetime(moment) => moment.to_string(),
        Value::Table(_) => "a table".to_owned(),
    }
}
