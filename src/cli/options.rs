//! Values of options: from text as people write it to typed, validated values.
//!
//! Each function here is a `value_parser` of clap; its error text says what the right form is.

use super::error::CommandError;
use crate::board::Size;
use crate::notation::format::{Format, RowOrder};
use crate::notation::renlib::Version;
use crate::notation::text::{self, Encoding};
use crate::rules::RuleKind;
use clap::builder::PossibleValue;
use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::Duration;

/// What `--version` prints after the program's name.
pub static VERSION: LazyLock<String> = LazyLock::new(version);

/// The longest time that can be asked for: beyond it lie only slips of the keyboard.
const LONGEST_TIME: Duration = Duration::from_secs(1000 * 3600);

/// Features of the processor that this build makes use of.
const TARGET_FEATURES: &[(&str, bool)] = &[
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("bmi1", cfg!(target_feature = "bmi1")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("sse4.1", cfg!(target_feature = "sse4.1")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("avx512f", cfg!(target_feature = "avx512f")),
    ("neon", cfg!(target_feature = "neon")),
];

fn version() -> String {
    let mut text = format!(
        "{} ({} {};",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    let before = text.len();
    for (name, _) in TARGET_FEATURES.iter().filter(|(_, compiled_in)| *compiled_in) {
        let _ = write!(text, " {name}");
    }
    if text.len() == before {
        text.push_str(" baseline");
    }
    // Packagers and release scripts set it; there is no build script that would ask git.
    if let Some(commit) = option_env!("TENGEN_COMMIT") {
        let _ = write!(text, "; commit {commit}");
    }
    text.push(')');
    text
}

/// A rule by its name: `renju`, `freestyle`, ...
///
/// # Errors
/// The names that there are.
pub fn rule(text: &str) -> Result<RuleKind, String> {
    text.parse().map_err(|error: crate::rules::UnknownRule| error.to_string())
}

impl clap::ValueEnum for RowOrder {
    fn value_variants<'a>() -> &'a [RowOrder] {
        &[RowOrder::Bottom, RowOrder::Top]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            RowOrder::Bottom => PossibleValue::new("bottom").help("At the bottom, as renju counts"),
            RowOrder::Top => PossibleValue::new("top").help("At the top, as some programs count"),
        })
    }
}

/// A format of game files by its name or a file's ending: `sgf`, `psq`, `lib`, ...
///
/// # Errors
/// The names that there are.
pub fn format(text: &str) -> Result<Format, String> {
    text.parse()
}

/// An encoding by its name: `utf-8`, `gbk`, `shift_jis`, ...
///
/// # Errors
/// Some names that there are.
pub fn encoding(text: &str) -> Result<&'static Encoding, String> {
    text::encoding(text)
}

/// A version of RenLib's libraries: `3.0` or `3.4`.
///
/// # Errors
/// The versions that there are.
pub fn library_version(text: &str) -> Result<Version, String> {
    match text {
        "3.0" => Ok(Version::V30),
        "3.4" => Ok(Version::V34),
        _ => Err("versions of libraries are 3.0 and 3.4".to_owned()),
    }
}

/// A board size: `15`, or `15x19` for 15 columns and 19 rows.
///
/// # Errors
/// The right form, or the range that is supported.
pub fn size(text: &str) -> Result<Size, String> {
    let number = |part: &str| part.trim().parse::<u32>().ok();
    let lower = text.to_ascii_lowercase();
    let (width, height) = match lower.split_once('x') {
        Some((width, height)) => (number(width), number(height)),
        None => (number(&lower), number(&lower)),
    };
    let (Some(width), Some(height)) = (width, height) else {
        return Err("a size is a number such as 15, or columns x rows such as 15x19".to_owned());
    };
    // Numbers beyond a byte are as far outside the range as 255 is.
    let byte = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    Size::new(byte(width), byte(height)).map_err(|error| error.to_string())
}

/// A time: a number with `ms`, `s` (also without a unit), `m` or `h`, or several such: `500ms`,
/// `5s`, `2.5`, `1m30s`.
///
/// # Errors
/// The right form.
pub fn time(text: &str) -> Result<Duration, String> {
    const FORM: &str = "a time is a number of seconds, or has units: 500ms, 5s, 2.5s, 1m30s, 2h";
    let mut rest = text.trim();
    let mut total = Duration::ZERO;
    if rest.is_empty() {
        return Err(FORM.to_owned());
    }
    while !rest.is_empty() {
        let (number, after) = split(rest, |c| c.is_ascii_digit() || c == '.');
        let (unit, after) = split(after, |c| c.is_ascii_alphabetic());
        let number: f64 = number.parse().map_err(|_| FORM.to_owned())?;
        let seconds = match unit.to_ascii_lowercase().as_str() {
            "ms" => 0.001,
            // A number without a unit only alone: 1m30 could be anything.
            "" if rest.len() == text.trim().len() && after.is_empty() => 1.0,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(FORM.to_owned()),
        };
        let part = Duration::try_from_secs_f64(number * seconds).map_err(|_| FORM.to_owned())?;
        total = total.saturating_add(part);
        rest = after;
    }
    if total > LONGEST_TIME {
        return Err("a time is at most 1000h".to_owned());
    }
    Ok(total)
}

/// An amount of memory in bytes: `350M`, `1G`, `512k`, `1.5GiB`; a bare number is bytes. The units
/// are powers of 1024, as Gomocup counts.
///
/// # Errors
/// The right form.
pub fn memory(text: &str) -> Result<u64, String> {
    const FORM: &str = "an amount of memory is a number with K, M or G: 350M, 1G, 1.5G";
    let (number, unit) = split(text.trim(), |c| c.is_ascii_digit() || c == '.');
    let number: f64 = number.parse().map_err(|_| FORM.to_owned())?;
    let unit: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => return Err(FORM.to_owned()),
    };
    let bytes = number * unit as f64;
    if bytes < 2_f64.powi(63) { Ok(bytes as u64) } else { Err(FORM.to_owned()) }
}

/// The longest start of `text` whose characters are all `wanted`, and the rest.
fn split(text: &str, wanted: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !wanted(c)).unwrap_or(text.len()))
}

/// Refuses rules of which `what` makes no sense.
///
/// # Errors
/// When a turn of the rule has more than one stone.
pub fn one_stone(rule: RuleKind, what: &str) -> Result<(), CommandError> {
    if rule.has_long_turns() {
        return Err(CommandError::Input(format!(
            "{what} is for rules with one stone a turn, and a turn of {rule} has two"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("15"), Ok(Size::RENJU));
        assert_eq!(size("15x19"), Ok(Size::new(15, 19).unwrap()));
        assert_eq!(size("9 X 6"), Ok(Size::new(9, 6).unwrap()));
        for wrong in ["", "x", "15x", "x15", "-15", "15x19x3", "4", "33", "99999", "1e1"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times() {
        for (text, milliseconds) in [
            ("5", 5000),
            ("5s", 5000),
            ("0", 0),
            ("500ms", 500),
            ("2.5", 2500),
            (" 1m30s ", 90_000),
            ("1H", 3_600_000),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for wrong in
            ["", "1m 500ms", "s", "-5s", "5x", "1m30", "5 s", "1e9", "nan", "1..2s", "9e999s"]
        {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        assert!(time("99999999999999999999999999h").is_err());
        assert_eq!(time("1000h1s"), Err("a time is at most 1000h".to_owned()));
    }

    #[test]
    fn memory_sizes() {
        assert_eq!(memory("350M"), Ok(350 << 20));
        assert_eq!(memory("1gib"), Ok(1 << 30));
        assert_eq!(memory("1.5G"), Ok(3 << 29));
        assert_eq!(memory("4096"), Ok(4096));
        for wrong in ["", "M", "-1M", "1X", "1 M", "99999999T", "1.2.3M"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn version_names_the_machine() {
        assert!(VERSION.starts_with(env!("CARGO_PKG_VERSION")));
        assert!(VERSION.contains(std::env::consts::ARCH) && VERSION.ends_with(')'));
    }
}
