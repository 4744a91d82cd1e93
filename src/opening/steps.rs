//! The steps of a table that is being read: the meaning of every word in them.

use super::action::ActionKind;
use super::reader::{ReadError, Table};
use super::region::Region;
use super::table::{Choice, Count, Deed, Next, Setting, SettingValue, Step, Who};
use super::written::{RawChoice, RawStep, text_of};
use std::ops::Range;
use toml::{Spanned, Value};

/// Leads out of the opening.
const PLAY: &str = "play";
/// Leads to the regulation that has not been rejected.
const REMAINING: &str = "remaining";
/// As many offers as were promised.
const PROMISED: &str = "promised";

impl Table {
    /// A step, with what may be done in it under these settings.
    pub(super) fn step(
        &self,
        raw: &Spanned<RawStep>,
        settings: &[Setting],
    ) -> Result<Step, ReadError> {
        let raw = raw.get_ref();
        let who = Who::WORDS.iter().find(|(word, _)| word == raw.who.get_ref());
        let Some(&(_, who)) = who else {
            let words = Who::WORDS.map(|(word, _)| word).join(", ");
            return Err(self.error(raw.who.span(), format!("who is one of {words}")));
        };
        let mut choices: Vec<Choice> = Vec::new();
        for may in &raw.may {
            if !self.applies(may.get_ref(), settings)? {
                continue;
            }
            let choice = self.choice(may, settings)?;
            if choices.iter().any(|other| other.deed.kind() == choice.deed.kind()) {
                let word = may.get_ref().r#do.get_ref();
                let message = format!("'{word}' stands twice in this step");
                return Err(self.error(may.span(), message));
            }
            choices.push(choice);
        }
        Ok(Step { name: raw.name.get_ref().clone(), who, choices })
    }

    /// Whether an entry is for these settings.
    fn applies(&self, raw: &RawChoice, settings: &[Setting]) -> Result<bool, ReadError> {
        let Some(when) = &raw.when else { return Ok(true) };
        let Some((name, value)) = when.get_ref().split_once('=') else {
            return Err(self.error(when.span(), "when is \"setting=value\""));
        };
        let known = self.settings.iter().find(|known| known.name == name.trim());
        let set = settings.iter().find(|setting| setting.name == name.trim());
        let (Some(known), Some(set)) = (known, set) else {
            return Err(self.error(when.span(), format!("there is no setting '{}'", name.trim())));
        };
        let value = known.kind.parse(value.trim()).map_err(|why| self.error(when.span(), why))?;
        Ok(set.value == value)
    }

    fn choice(
        &self,
        spanned: &Spanned<RawChoice>,
        settings: &[Setting],
    ) -> Result<Choice, ReadError> {
        let raw = spanned.get_ref();
        let known = ActionKind::ALL.iter().map(|kind| kind.word().to_lowercase());
        let word = raw.r#do.get_ref().as_str();
        if !known.clone().any(|known| known == word) {
            let words: Vec<String> = known.collect();
            let message = format!("do is one of {}", words.join(", "));
            return Err(self.error(raw.r#do.span(), message));
        }
        self.only_words_of(spanned)?;
        let fields = Fields { table: self, settings, whole: spanned.span() };
        let deed = match word {
            "place" => Deed::Place {
                region: fields.region(raw.r#in.as_ref())?,
                exchange: raw.exchange.as_ref().is_some_and(|exchange| *exchange.get_ref()),
                may_decide: fields.flag(raw.deciding.as_ref(), "judged", "refused")?,
            },
            "swap" => Deed::Swap,
            "stay" => Deed::Stay,
            "promise" => {
                let low = fields.number(raw.from.as_ref(), "from")?;
                let high = fields.number(raw.to.as_ref(), "to")?;
                if low < 1 || low > high {
                    return Err(self.error(spanned.span(), "from is at least 1 and at most to"));
                }
                Deed::Promise { low, high }
            }
            "offer" => {
                let region = fields.region(raw.r#in.as_ref())?;
                let promised = raw.count.as_ref().and_then(|count| count.get_ref().as_str());
                let count = match (promised == Some(PROMISED), &raw.single) {
                    (true, Some(single)) => Count::Promised { single: self.next(single)? },
                    (true, None) => {
                        let message = "a promised count needs single: where one stone leads";
                        return Err(self.error(spanned.span(), message));
                    }
                    (false, None) => Count::Fixed(fields.number(raw.count.as_ref(), "count")?),
                    (false, Some(single)) => {
                        let message = "single belongs to count = \"promised\"";
                        return Err(self.error(single.span(), message));
                    }
                };
                if matches!(count, Count::Fixed(0 | 1)) {
                    return Err(self.error(spanned.span(), "at least two points are offered"));
                }
                Deed::Offer { count, region }
            }
            "choose" => Deed::Choose,
            "refuse" => Deed::Refuse {
                limit: fields.number(raw.limit.as_ref(), "limit")?,
                again: fields.flag(raw.again.as_ref(), "yes", "no")?,
            },
            "replace" => Deed::Replace {
                region: fields.region(raw.r#in.as_ref())?,
                limit: fields.number(raw.limit.as_ref(), "limit")?,
                by_class: !fields.flag(raw.compare.as_ref(), "point", "class")?,
            },
            "reject" => Deed::Reject,
            _ => Deed::Finish,
        };
        Ok(Choice { deed, then: self.next(&raw.then)? })
    }

    /// Refuses words that mean nothing for what may be done.
    fn only_words_of(&self, spanned: &Spanned<RawChoice>) -> Result<(), ReadError> {
        let raw = spanned.get_ref();
        let value = |field: &Option<Spanned<Value>>| field.as_ref().map(Spanned::span);
        let present = [
            ("in", value(&raw.r#in)),
            ("exchange", raw.exchange.as_ref().map(Spanned::span)),
            ("deciding", value(&raw.deciding)),
            ("from", value(&raw.from)),
            ("to", value(&raw.to)),
            ("count", value(&raw.count)),
            ("single", raw.single.as_ref().map(Spanned::span)),
            ("limit", value(&raw.limit)),
            ("again", value(&raw.again)),
            ("compare", value(&raw.compare)),
        ];
        let word = raw.r#do.get_ref().as_str();
        let allowed: &[&str] = match word {
            "place" => &["in", "exchange", "deciding"],
            "promise" => &["from", "to"],
            "offer" => &["in", "count", "single"],
            "refuse" => &["limit", "again"],
            "replace" => &["in", "limit", "compare"],
            _ => &[],
        };
        for (name, span) in present {
            if let Some(span) = span.filter(|_| !allowed.contains(&name)) {
                return Err(self.error(span, format!("'{name}' means nothing for '{word}'")));
            }
        }
        Ok(())
    }

    fn next(&self, word: &Spanned<String>) -> Result<Next, ReadError> {
        match word.get_ref().as_str() {
            PLAY => Ok(Next::Play),
            REMAINING => Ok(Next::Remaining),
            name => {
                let steps = &self.raw.step;
                let step = steps.iter().position(|step| step.get_ref().name.get_ref() == name);
                step.map(Next::Step).ok_or_else(|| {
                    self.error(word.span(), format!("there is no step '{name}' to go on with"))
                })
            }
        }
    }
}

/// Reads the words of one entry, in which names of settings stand for their values.
struct Fields<'a> {
    table: &'a Table,
    settings: &'a [Setting],
    whole: Range<usize>,
}

impl Fields<'_> {
    /// The text of a word, or the value of the setting that it names.
    fn text(&self, value: &Spanned<Value>) -> String {
        let text = text_of(value.get_ref());
        let setting = self.settings.iter().find(|setting| setting.name == text);
        match setting.map(|setting| &setting.value) {
            Some(SettingValue::Number(number)) => number.to_string(),
            Some(other) => other.to_string(),
            None => text,
        }
    }

    fn number(&self, value: Option<&Spanned<Value>>, word: &str) -> Result<u32, ReadError> {
        let missing = || self.table.error(self.whole.clone(), format!("'{word}' is missing"));
        let value = value.ok_or_else(missing)?;
        let text = self.text(value);
        text.parse().map_err(|_| {
            let message = format!("'{word}' is a number or the name of a setting, not '{text}'");
            self.table.error(value.span(), message)
        })
    }

    fn flag(&self, value: Option<&Spanned<Value>>, yes: &str, no: &str) -> Result<bool, ReadError> {
        let Some(value) = value else { return Ok(false) };
        let text = self.text(value);
        match text.as_str() {
            text if text == yes => Ok(true),
            text if text == no => Ok(false),
            _ => {
                let message = format!("this is \"{yes}\" or \"{no}\", or the name of a setting");
                Err(self.table.error(value.span(), message))
            }
        }
    }

    fn region(&self, value: Option<&Spanned<Value>>) -> Result<Region, ReadError> {
        let missing = || self.table.error(self.whole.clone(), "'in' is missing");
        let value = value.ok_or_else(missing)?;
        let text = self.text(value);
        let side = |text: &str| text.trim().parse().ok().filter(|side: &u8| side % 2 == 1);
        let region = match text.strip_prefix("outside ") {
            Some(side_text) => side(side_text).map(Region::Outside),
            None if text == "any" => Some(Region::Anywhere),
            None => side(&text).map(Region::Square),
        };
        region.ok_or_else(|| {
            let message = format!("'in' is any, an odd number, or outside 5, not '{text}'");
            self.table.error(value.span(), message)
        })
    }
}
