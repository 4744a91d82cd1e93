//! The regulations that come with the program, and how a name finds one.

use super::reader::{ReadError, Table};
use super::table::{Regulation, SettingValue};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The tables, each with the name of its file.
pub const TABLES: [(&str, &str); 20] = [
    ("plain.toml", include_str!("regulations/plain.toml")),
    ("classical.toml", include_str!("regulations/classical.toml")),
    ("rif.toml", include_str!("regulations/rif.toml")),
    ("yamaguchi.toml", include_str!("regulations/yamaguchi.toml")),
    ("soosorv.toml", include_str!("regulations/soosorv.toml")),
    ("tarannikov.toml", include_str!("regulations/tarannikov.toml")),
    ("taraguchi.toml", include_str!("regulations/taraguchi.toml")),
    ("super-taraguchi.toml", include_str!("regulations/super-taraguchi.toml")),
    ("sakata.toml", include_str!("regulations/sakata.toml")),
    ("super-sakata.toml", include_str!("regulations/super-sakata.toml")),
    ("jonsson.toml", include_str!("regulations/jonsson.toml")),
    ("six-refusals.toml", include_str!("regulations/six-refusals.toml")),
    ("three-stones.toml", include_str!("regulations/three-stones.toml")),
    ("lianhuan.toml", include_str!("regulations/lianhuan.toml")),
    ("rejecting.toml", include_str!("regulations/rejecting.toml")),
    ("swap-first.toml", include_str!("regulations/swap-first.toml")),
    ("swap.toml", include_str!("regulations/swap.toml")),
    ("swap2.toml", include_str!("regulations/swap2.toml")),
    ("swap5.toml", include_str!("regulations/swap5.toml")),
    ("pro.toml", include_str!("regulations/pro.toml")),
];

/// Names for users to choose from, in the order in which they are listed.
pub const NAMES: [&str; 29] = [
    "plain",
    "classical-1988",
    "classical-1989",
    "rif",
    "yamaguchi",
    "soosorv-4",
    "soosorv-5",
    "soosorv-7",
    "soosorv-8",
    "tarannikov",
    "tarannikov-replace",
    "taraguchi-5",
    "taraguchi-10",
    "super-taraguchi-10",
    "sakata",
    "sakata-free",
    "super-sakata",
    "jonsson",
    "six-refusals",
    "three-stones",
    "lianhuan",
    "rejecting",
    "swap-first",
    "swap",
    "swap2",
    "swap5",
    "pro",
    "long-pro",
    "plain:start=windows",
];

/// What stands before the path of a table in a file.
pub const FILE_PREFIX: &str = "file:";

/// Most bytes of a file with a table.
const LONGEST_FILE: u64 = 1 << 20;

/// Why a name finds no regulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindError {
    /// No table has this name.
    Unknown(String),
    /// The table has no such setting, or the setting no such value.
    Setting(String),
    /// The number after the name is none, or none that the table takes.
    Parameter(String),
    /// The file cannot be read: its name and why.
    File(String, String),
    /// The table in the file is wrong.
    Table(ReadError),
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindError::Unknown(name) => {
                let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
                write!(
                    f,
                    "there is no regulation '{name}'; there are {}, and tables in files as \
                     file:PATH",
                    NAMES.join(", ")
                )
            }
            FindError::Setting(why) => f.write_str(why),
            FindError::Parameter(why) => f.write_str(why),
            FindError::File(path, why) => write!(f, "{path}: {why}"),
            FindError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FindError {}

/// The regulation of this name: `rif`, `soosorv-8`, `taraguchi-10:offer_after_swap=yes`,
/// `file:my.toml`. Settings follow a colon, more of them a colon or a comma each. Case, spaces and
/// accents do not matter, and Russian and Japanese names are known.
///
/// # Errors
/// Why there is none.
pub fn find(name: &str) -> Result<Arc<Regulation>, FindError> {
    let name = name.trim();
    match name.get(..FILE_PREFIX.len()) {
        Some(prefix) if prefix.eq_ignore_ascii_case(FILE_PREFIX) => {
            // A path may have colons itself; settings are what has an equals sign.
            let rest = &name[FILE_PREFIX.len()..];
            let (path, settings) = match rest.find('=').and_then(|at| rest[..at].rfind(':')) {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None => (rest, ""),
            };
            let table = read_file(Path::new(path))?;
            with_settings(&table, None, None, settings)
        }
        _ => {
            let (base, settings) = name.split_once(':').unwrap_or((name, ""));
            find_built_in(base, settings)
        }
    }
}

/// The table in a file.
///
/// # Errors
/// Why it cannot be read; a wrong table is named with its line.
pub fn read_file(path: &Path) -> Result<Table, FindError> {
    let shown = path.display().to_string();
    let failed = |why: String| FindError::File(shown.clone(), why);
    let length = std::fs::metadata(path).map_err(|error| failed(error.to_string()))?.len();
    if length > LONGEST_FILE {
        return Err(failed("that is too long for a table".to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    Table::read(&shown, &text).map_err(FindError::Table)
}

fn find_built_in(base: &str, settings: &str) -> Result<Arc<Regulation>, FindError> {
    let wanted = simple(base);
    for (file, text) in TABLES {
        // The tests read every table whole.
        let table = Table::parse(file, text).map_err(FindError::Table)?;
        for name in table.names() {
            let variant = name.variant.as_deref();
            let known = simple(&name.name);
            if known == wanted {
                return with_settings(&table, variant, None, settings);
            }
            let number = wanted.strip_prefix(&known).map(|rest| rest.trim_start_matches('-'));
            if let Some(number) = number
                && variant.is_none()
                && table.parameter().is_some()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                return with_settings(&table, None, Some(number), settings);
            }
        }
    }
    Err(FindError::Unknown(base.to_owned()))
}

/// A name as it is compared: lower case, without accents, with `-` for spaces.
fn simple(name: &str) -> String {
    let mut simple = String::new();
    for letter in name.trim().to_lowercase().chars() {
        match letter {
            '\u{f5}' | '\u{f6}' | '\u{f3}' | '\u{f2}' => simple.push('o'),
            // A tilde that follows its letter.
            '\u{303}' => {}
            'ё' => simple.push('е'),
            ' ' | '_' | '\u{2010}'..='\u{2015}' => simple.push('-'),
            other => simple.push(other),
        }
    }
    simple
}

/// The table's regulation with a parameter and settings as they were typed.
fn with_settings(
    table: &Table,
    variant: Option<&str>,
    parameter: Option<&str>,
    settings: &str,
) -> Result<Arc<Regulation>, FindError> {
    let mut typed = Vec::new();
    if let (Some(name), Some(number)) = (table.parameter(), parameter) {
        typed.push((name.to_owned(), number.to_owned()));
    }
    for part in settings.split([':', ',']).map(str::trim).filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            let why = format!("a setting is written as name=value, not '{part}'");
            return Err(FindError::Setting(why));
        };
        typed.push((name.trim().to_lowercase(), value.trim().to_owned()));
    }
    let mut regulation =
        table.regulation(&typed, variant).map_err(|error| match typed.is_empty() {
            true => FindError::Table(error),
            false => FindError::Setting(error.message),
        })?;
    let names = regulation.settings.iter().find_map(|setting| match &setting.value {
        SettingValue::Names(names) => Some(names.clone()),
        _ => None,
    });
    for name in names.unwrap_or_default() {
        let alternative = find(&name)?;
        if !alternative.alternatives.is_empty() {
            let why = format!("{name} cannot be one of the regulations to reject");
            return Err(FindError::Setting(why));
        }
        if regulation.alternatives.iter().any(|other| other.name == alternative.name) {
            return Err(FindError::Setting(format!("{name} stands twice")));
        }
        regulation.alternatives.push(alternative);
    }
    Ok(Arc::new(regulation))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_read_and_every_name_is_its_own() {
        let mut seen: Vec<String> = Vec::new();
        for (file, text) in TABLES {
            let table = Table::read(file, text).unwrap_or_else(|error| panic!("{error}"));
            for name in table.names() {
                let name = simple(&name.name);
                assert!(!seen.contains(&name), "{name} stands twice");
                seen.push(name);
            }
        }
        for name in NAMES {
            assert_eq!(find(name).unwrap_or_else(|error| panic!("{error}")).name, name);
        }
    }

    #[test]
    fn names_are_forgiving() {
        for (typed, name) in [
            ("RIF-1996", "rif"),
            ("Soosõrv", "soosorv-8"),
            ("Soosõrv-7", "soosorv-7"),
            ("soosoo\u{303}rv", ""),
            ("soosyrv4", "soosorv-4"),
            ("Соосырв-5", "soosorv-5"),
            ("yamaguchi-12", "yamaguchi-12"),
            ("yamaguchi-10", "yamaguchi"),
            ("Taraguchi", "taraguchi-10"),
            ("taraguchi 5", "taraguchi-5"),
            ("super taraguchi-10", "super-taraguchi-10"),
            ("nostradamus", "tarannikov"),
            ("классический", "classical-1989"),
            ("swap-5", "swap5"),
            ("taraguchi-10:offer_after_swap=yes", "taraguchi-10:offer_after_swap=yes"),
            ("taraguchi-5:offer_after_swap=no", "taraguchi-5"),
            ("sakata:regions=free", "sakata:regions=free"),
            ("rif:banned_openings=D13+13Д,forms=table", "rif:banned_openings=D13+I13:forms=table"),
            (
                "tarannikov-replace:replacements=unlimited",
                "tarannikov-replace:replacements=unlimited",
            ),
            ("rejecting:of=rif+swap-first+soosorv", "rejecting:of=rif+swap-first+soosorv"),
        ] {
            match find(typed) {
                Ok(found) => assert_eq!(found.name, name, "{typed}"),
                Err(error) => assert!(name.is_empty(), "{typed}: {error}"),
            }
        }
    }

    #[test]
    fn what_is_no_regulation() {
        for (typed, why) in [
            ("", "there is no regulation ''"),
            ("rif2", "there is no regulation 'rif2'"),
            ("soosorv-0", "k: '0' is not a number from 1 to 62"),
            ("soosorv-63", "k: '63' is not a number from 1 to 62"),
            ("soosorv-99999999999", "is not a number from 1 to 62"),
            ("soosorv--8x", "there is no regulation"),
            ("taraguchi-1", "'1' is not a number from 2 to 62"),
            ("sakata-5", "there is no regulation"),
            ("rif:x=1", "there is no setting 'x', but banned_openings, forms, invalid_offer"),
            ("rif:forms", "name=value"),
            ("rif:forms=round", "forms: 'round' is not one of all, table"),
            ("rif:banned_openings=Q7", "there is no opening 'Q7'"),
            ("rejecting:of=rif+rif+sakata", "rif stands twice"),
            ("rejecting:of=rif+sakata", "three regulations"),
            ("rejecting:of=rif+rejecting+sakata", "cannot be one of"),
            ("file:/nowhere/at/all.toml", "/nowhere/at/all.toml: "),
        ] {
            let error = find(typed).unwrap_err().to_string();
            assert!(error.contains(why), "{typed}: {error}");
        }
    }
}
