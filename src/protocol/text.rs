//! Words and numbers of a line of bytes.
//!
//! Lines are bytes, not UTF-8: folders come in the code page of the user's system, and a line that
//! is no text at all must still be answered.

use std::fmt::Write as _;

/// Most bytes of a foreign line that are repeated in an answer.
const ECHO: usize = 80;

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// `line` without spaces at its start.
pub(super) fn trim_start(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|&b| !is_space(b)).unwrap_or(line.len());
    &line[start..]
}

/// `line` without spaces at both ends.
pub(super) fn trim(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&b| !is_space(b)).map_or(0, |last| last + 1);
    trim_start(&line[..end])
}

/// `line` without the byte order mark that some editors put at the start of a file.
pub(super) fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

/// The first word of `line`, and what follows it, both trimmed.
pub(super) fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = trim(line);
    let end = line.iter().position(|&b| is_space(b)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    (word, trim(rest))
}

/// The words of `line`.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&b| is_space(b)).filter(|word| !word.is_empty())
}

/// The whole number that `text` is; one too large for an `i64` becomes the nearest `i64`.
pub(super) fn number(text: &[u8]) -> Option<i64> {
    let text = trim(text);
    let (negative, digits) = match text.split_first()? {
        (b'-', digits) => (true, digits),
        (b'+', digits) => (false, digits),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0_i64, |number, digit| {
        let digit = i64::from(digit - b'0');
        let number = number.saturating_mul(10);
        if negative { number.saturating_sub(digit) } else { number.saturating_add(digit) }
    }))
}

/// The numbers of a list with commas between them.
pub(super) fn numbers(text: &[u8]) -> Option<Vec<i64>> {
    text.split(|&b| b == b',').map(number).collect()
}

/// `bytes` as they may be repeated to a user: ASCII, on one line, and not long.
pub(super) fn echo(bytes: &[u8]) -> String {
    let bytes = trim(bytes);
    let mut text = String::new();
    for &byte in bytes {
        if text.len() >= ECHO {
            text.push_str("...");
            break;
        }
        match byte {
            b'\t' => text.push(' '),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => {
                // Writing to a string does not fail.
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_and_never_wrap() {
        assert_eq!(number(b" 15 "), Some(15));
        assert_eq!(number(b"-7"), Some(-7));
        assert_eq!(number(b"+7"), Some(7));
        assert_eq!(number(b"99999999999999999999"), Some(i64::MAX));
        assert_eq!(number(b"-99999999999999999999"), Some(i64::MIN));
        assert_eq!(number(b"-9223372036854775808"), Some(i64::MIN));
        for bad in [&b""[..], b"-", b"1e3", b"15.5", b"abc", b"1 2", b"0x10", b"\xFF"] {
            assert_eq!(number(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn lists_of_numbers_need_every_number() {
        assert_eq!(numbers(b"7 , 6 ,\t1"), Some(vec![7, 6, 1]));
        for bad in [&b"7,"[..], b",7", b"", b"7,,1", b"7;7"] {
            assert_eq!(numbers(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn an_echo_is_short_and_ascii() {
        assert_eq!(echo(b" FOO \t1"), "FOO  1");
        assert_eq!(echo(b"\xFF\x00x"), "\\xFF\\x00x");
        for byte in [b'x', 0xFF] {
            let text = echo(&vec![byte; 1_000_000]);
            assert!(text.is_ascii() && text.len() < 100, "{}", text.len());
        }
    }
}
