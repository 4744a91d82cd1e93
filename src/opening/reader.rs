//! Reads the table of a regulation from TOML.
//!
//! ```toml
//! name = "two-fifths"               # how it is called; `name-N` shows the parameter in its name
//! title = "Two fifth moves"         # for people
//! title_ru = "Два пятых хода"       # optional
//! names = ["2題打ち"]               # optional: other names
//! parameter = "offers"              # optional: the setting that a number after the name sets
//! rule = "renju"                    # or "any" (without a word: any)
//! board = 15                        # or "any" (without a word: any)
//! openings = "canonical"            # or "any": must the first three stones be one of the 26?
//! colours = "tentative"             # or "none": does each player hold a colour from the start?
//!
//! [setting.offers]                  # settings: numbers (low, high, and unlimited = true),
//! about = "how many fifth moves"    # words (choices = ["no", "yes"]) or openings
//! default = 2                       # (kind = "openings")
//! low = 2
//! high = 62
//!
//! [variant.two-fifths-of-ten]       # other names with other settings
//! title = "Ten fifth moves"
//! set = { offers = 10 }
//!
//! [[step]]                          # the first step begins
//! name = "fifth stone"
//! who = "black"                     # first, second, black, white, placer, opponent
//! may = [
//!   { do = "offer", count = "offers", in = "any", then = "choice" },
//! ]
//! ```
//!
//! A `then` names a step, or is `play` (the opening is over) or `remaining` (after rejecting). What
//! may be done (`do`), and with which further words:
//!
//! | `do` | words |
//! |---|---|
//! | `place` | `in`; `exchange = true`: a second stone in a row; `deciding = "judged"`: may end the game |
//! | `swap`, `stay`, `choose`, `finish`, `reject` | |
//! | `promise` | `from`, `to` |
//! | `offer` | `in`, `count` (a number, or `"promised"` and then `single`: where one placed stone leads) |
//! | `refuse` | `limit`, `again` (`"no"`, `"yes"`) |
//! | `replace` | `in`, `limit`, `compare` (`"class"`, `"point"`) |
//!
//! `in` is `any`, an odd number (the square of that side around the middle) or `outside 5`. A word
//! that is the name of a setting stands for its value. `when = "setting=value"` keeps an entry for
//! that value alone. Every error names the file and the line.

use super::settings::SettingKind;
use super::table::{Regulation, Setting, SettingValue};
use super::written::{RawTable, text_of};
use crate::board::{MAX_SIZE, Size};
use std::fmt;
use std::ops::Range;
use toml::Spanned;

/// Why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// What a setting may be, and what it is without a word.
#[derive(Clone, Debug)]
pub(super) struct KnownSetting {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) kind: SettingKind,
    pub(super) default: SettingValue,
}

/// One of the names of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableName {
    /// As people type it.
    pub(super) name: String,
    /// The variant that it is a name of, if any.
    pub(super) variant: Option<String>,
}

/// A table that has been read: a regulation for every choice of its settings.
#[derive(Clone, Debug)]
pub struct Table {
    file: String,
    /// Where each line ends, in bytes.
    line_ends: Vec<usize>,
    pub(super) raw: RawTable,
    pub(super) settings: Vec<KnownSetting>,
}

/// Ends the name of a table whose parameter belongs to its name.
const SHOWN_PARAMETER: &str = "-N";
/// Most steps of a table.
const MOST_STEPS: usize = 500;

impl Table {
    /// Reads a table. `file` is its name in error messages.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn read(file: &str, text: &str) -> Result<Table, ReadError> {
        let table = Table::parse(file, text)?;
        // Every value of every setting of words must make a table, not only the usual ones.
        table.regulation(&[], None)?;
        for known in &table.settings {
            let SettingKind::Word(words) = &known.kind else { continue };
            for word in words {
                table.regulation(&[(known.name.clone(), word.clone())], None)?;
            }
        }
        for variant in table.raw.variant.keys() {
            table.regulation(&[], Some(variant))?;
        }
        Ok(table)
    }

    /// Reads a table without looking into its steps: enough for the names and settings. The steps
    /// are looked at when a regulation is made of it.
    ///
    /// # Errors
    /// As [`Table::read`].
    pub(super) fn parse(file: &str, text: &str) -> Result<Table, ReadError> {
        let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let raw = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text[..at.min(text.len())].matches('\n').count() + 1;
            ReadError { file: file.to_owned(), line, message: error.message().to_owned() }
        })?;
        let mut table = Table { file: file.to_owned(), line_ends, raw, settings: Vec::new() };
        table.settings = table.known_settings()?;
        Ok(table)
    }

    /// All names that it is known by, variants included. A name that ends in `-N` stands here
    /// without that.
    pub(super) fn names(&self) -> Vec<TableName> {
        let own = std::iter::once(self.base_name().to_owned()).chain(self.raw.names.clone());
        let mut names: Vec<TableName> = own.map(|name| TableName { name, variant: None }).collect();
        for (variant, raw) in &self.raw.variant {
            for name in std::iter::once(variant).chain(&raw.get_ref().names) {
                names.push(TableName { name: name.clone(), variant: Some(variant.clone()) });
            }
        }
        names
    }

    /// The setting that a number after the name sets.
    pub(super) fn parameter(&self) -> Option<&str> {
        self.raw.parameter.as_ref().map(|name| name.get_ref().as_str())
    }

    /// The regulation with these settings (names and values as typed), of a variant or not.
    ///
    /// # Errors
    /// A setting that does not exist or cannot have that value (as an error of the table's first
    /// line), or something wrong in the table with these values.
    pub(super) fn regulation(
        &self,
        typed: &[(String, String)],
        variant: Option<&str>,
    ) -> Result<Regulation, ReadError> {
        let settings = self.set(typed, variant)?;
        let mut regulation = self.head(variant)?;
        for (n, raw) in self.raw.step.iter().enumerate() {
            let step = self.step(raw, &settings)?;
            if regulation.steps.iter().any(|earlier| earlier.name == step.name) {
                let name = &self.raw.step[n].get_ref().name;
                return Err(self.error(name.span(), format!("there are two steps '{}'", step.name)));
            }
            regulation.steps.push(step);
        }
        let word = |name: &str| match settings.iter().find(|s| s.name == name).map(|s| &s.value) {
            Some(SettingValue::Word(word)) => word.as_str(),
            _ => "",
        };
        regulation.usual_form_only = word(FORMS) == "table";
        regulation.invalid_offer_forfeits = word(INVALID_OFFER) == "forfeit";
        for setting in &settings {
            if let SettingValue::Openings(openings) = &setting.value {
                regulation.banned.clone_from(openings);
            }
        }
        regulation.name = self.full_name(&settings, variant)?;
        regulation.settings = settings;
        super::checks::structure(&regulation).map_err(|wrong| {
            let step = wrong.step.and_then(|step| self.raw.step.get(step));
            let span = step.map_or(self.raw.name.span(), |step| step.get_ref().name.span());
            self.error(span, wrong.message)
        })?;
        Ok(regulation)
    }

    /// The name without the mark of a shown parameter.
    fn base_name(&self) -> &str {
        let name = self.raw.name.get_ref();
        name.strip_suffix(SHOWN_PARAMETER).unwrap_or(name)
    }

    /// The name of the regulation with these settings: with those alone that are unusual.
    fn full_name(&self, settings: &[Setting], variant: Option<&str>) -> Result<String, ReadError> {
        let usual = self.set(&[], variant)?;
        let mut name = variant.unwrap_or(self.base_name()).to_owned();
        for (setting, usual) in settings.iter().zip(&usual) {
            let is_parameter = self.parameter() == Some(&setting.name) && variant.is_none();
            let shown = self.raw.name.get_ref().ends_with(SHOWN_PARAMETER);
            if is_parameter && (shown || setting.value != usual.value) {
                name = format!("{name}-{}", setting.value);
            }
        }
        for (setting, usual) in settings.iter().zip(&usual) {
            let is_parameter = self.parameter() == Some(&setting.name) && variant.is_none();
            if !is_parameter && setting.value != usual.value {
                name = format!("{name}:{}={}", setting.name, setting.value);
            }
        }
        Ok(name)
    }

    /// What is said before the steps.
    fn head(&self, variant: Option<&str>) -> Result<Regulation, ReadError> {
        let raw = &self.raw;
        let of_variant = variant.and_then(|name| raw.variant.get(name)).map(Spanned::get_ref);
        let title = of_variant.and_then(|v| v.title.clone()).unwrap_or(raw.title.clone());
        let title_ru = of_variant.and_then(|v| v.title_ru.clone().or(v.title.clone()));
        let title_ru = title_ru.or(raw.title_ru.clone()).unwrap_or(title.clone());
        if raw.step.is_empty() || raw.step.len() > MOST_STEPS {
            let message = format!("there must be 1 to {MOST_STEPS} steps, as [[step]]");
            return Err(self.error(raw.name.span(), message));
        }
        let canonical = self.is_word(raw.openings.as_ref(), "canonical", "any")?;
        let board = match &raw.board {
            None => None,
            Some(board) => match (board.get_ref().as_str(), board.get_ref().as_integer()) {
                (Some("any"), _) => None,
                (_, Some(side)) => {
                    let size = u8::try_from(side).ok().and_then(|side| Size::square(side).ok());
                    let message =
                        || format!("a board has 5 to {MAX_SIZE} points a side, or is any");
                    Some(size.ok_or_else(|| self.error(board.span(), message()))?)
                }
                _ => {
                    let message = "a board is a number such as 15, or \"any\"";
                    return Err(self.error(board.span(), message));
                }
            },
        };
        if canonical && board != Some(Size::RENJU) {
            let message = "canonical openings need board = 15";
            return Err(self.error(self.raw.name.span(), message));
        }
        Ok(Regulation {
            name: String::new(),
            title,
            title_ru,
            renju_only: self.is_word(raw.rule.as_ref(), "renju", "any")?,
            board,
            canonical,
            usual_form_only: false,
            banned: Vec::new(),
            tentative_colours: !self.is_word(raw.colours.as_ref(), "none", "tentative")?,
            invalid_offer_forfeits: false,
            steps: Vec::new(),
            alternatives: Vec::new(),
            settings: Vec::new(),
        })
    }

    /// Whether the word is `yes`; without a word it is `no`, and other words are wrong.
    fn is_word(
        &self,
        word: Option<&Spanned<String>>,
        yes: &str,
        no: &str,
    ) -> Result<bool, ReadError> {
        let Some(word) = word else { return Ok(false) };
        match word.get_ref().as_str() {
            other if other == yes => Ok(true),
            other if other == no => Ok(false),
            _ => Err(self.error(word.span(), format!("this is \"{yes}\" or \"{no}\""))),
        }
    }

    /// All settings that the table has: its own, and those that every such regulation has.
    fn known_settings(&self) -> Result<Vec<KnownSetting>, ReadError> {
        let mut known = Vec::new();
        for (name, raw) in &self.raw.setting {
            let span = raw.span();
            let raw = raw.get_ref();
            let kind = match (raw.low, raw.high, &raw.choices, &raw.kind) {
                (Some(low), Some(high), None, None) if low <= high => {
                    SettingKind::Number { low, high, unlimited: raw.unlimited }
                }
                (None, None, Some(words), None) if !words.is_empty() => {
                    SettingKind::Word(words.clone())
                }
                (None, None, None, Some(kind)) if kind.get_ref() == "openings" => {
                    SettingKind::Openings
                }
                (None, None, None, Some(kind)) if kind.get_ref() == "regulations" => {
                    SettingKind::Names
                }
                _ => {
                    let message = "a setting has low and high, or choices, or kind = \"openings\"";
                    return Err(self.error(span, message));
                }
            };
            let default = kind
                .parse(&text_of(raw.default.get_ref()))
                .map_err(|why| self.error(raw.default.span(), why))?;
            known.push(KnownSetting {
                name: name.clone(),
                about: raw.about.clone(),
                kind,
                default,
            });
        }
        let canonical = self.is_word(self.raw.openings.as_ref(), "canonical", "any")?;
        let offers = self.raw.step.iter().flat_map(|step| &step.get_ref().may);
        let has_offers =
            offers.into_iter().any(|choice| choice.get_ref().r#do.get_ref() == "offer");
        for setting in common_settings(canonical, has_offers) {
            if !known.iter().any(|own| own.name == setting.name) {
                known.push(setting);
            }
        }
        if let Some(parameter) = &self.raw.parameter
            && !known.iter().any(|setting| setting.name == *parameter.get_ref())
        {
            let message = format!("there is no setting '{}'", parameter.get_ref());
            return Err(self.error(parameter.span(), message));
        }
        Ok(known)
    }

    /// The settings with their values: the usual ones, then a variant's, then what was typed.
    fn set(
        &self,
        typed: &[(String, String)],
        variant: Option<&str>,
    ) -> Result<Vec<Setting>, ReadError> {
        let mut settings: Vec<Setting> = self
            .settings
            .iter()
            .map(|known| Setting {
                name: known.name.clone(),
                about: known.about.clone(),
                range: known.kind.range(),
                value: known.default.clone(),
                default: known.default.clone(),
            })
            .collect();
        let mut put = |name: &str, text: &str| -> Result<(), String> {
            let known = self.settings.iter().position(|known| known.name == name);
            let Some(n) = known else {
                let names: Vec<&str> = self.settings.iter().map(|s| s.name.as_str()).collect();
                return Err(match names.is_empty() {
                    true => format!("there is no setting '{name}', nor any other"),
                    false => format!("there is no setting '{name}', but {}", names.join(", ")),
                });
            };
            settings[n].value =
                self.settings[n].kind.parse(text).map_err(|why| format!("{name}: {why}"))?;
            Ok(())
        };
        if let Some(raw) = variant.and_then(|name| self.raw.variant.get(name)) {
            for (name, value) in &raw.get_ref().set {
                put(name, &text_of(value.get_ref()))
                    .map_err(|why| self.error(value.span(), why))?;
            }
        }
        for (name, text) in typed {
            put(name, text).map_err(|why| self.error(0..0, why))?;
        }
        Ok(settings)
    }

    /// An error in the line where `span` begins.
    pub(super) fn error(&self, span: Range<usize>, message: impl Into<String>) -> ReadError {
        let line = self.line_ends.partition_point(|&end| end < span.start) + 1;
        ReadError { file: self.file.clone(), line, message: message.into() }
    }
}

/// The setting of the forms of an opening that may be shown.
const FORMS: &str = "forms";
/// The setting of what an invalid offer leads to.
const INVALID_OFFER: &str = "invalid_offer";

/// Settings that a table has without a word.
fn common_settings(canonical: bool, has_offers: bool) -> Vec<KnownSetting> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let of_words = |name: &str, about: &str, choices: &[&str]| KnownSetting {
        name: name.to_owned(),
        about: about.to_owned(),
        kind: SettingKind::Word(words(choices)),
        default: SettingValue::Word(choices[0].to_owned()),
    };
    let mut settings = Vec::new();
    if canonical {
        settings.push(KnownSetting {
            name: "banned_openings".to_owned(),
            about: "openings that may not be shown".to_owned(),
            kind: SettingKind::Openings,
            default: SettingValue::Openings(Vec::new()),
        });
        let about = "whether openings may be shown in all eight forms, or only as in the table";
        settings.push(of_words(FORMS, about, &["all", "table"]));
    }
    if has_offers {
        let about = "whether an invalid offer is refused, or loses a match's game";
        settings.push(of_words(INVALID_OFFER, about, &["refused", "forfeit"]));
    }
    settings
}
