//! Texts in game files: from bytes of any encoding, and places in them for error messages.
//!
//! Game files are older than UTF-8 and come from countries with their own encodings. What is valid
//! UTF-8 is taken as that; else the encoding is the one that the file or the user names, and without
//! one it is guessed from what the bytes look like.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
pub use encoding_rs::Encoding;
use encoding_rs::UTF_8;
use std::borrow::Cow;

/// How many bytes a guess is made from: more do not make it better.
const GUESS_BYTES: usize = 1 << 18;

/// The encoding with that name, as the web knows it: `utf-8`, `gbk`, `shift_jis`, `windows-1252`.
///
/// # Errors
/// Some names that there are.
pub fn encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(name.trim().as_bytes()).ok_or_else(|| {
        let name: String = name.chars().take(20).flat_map(char::escape_debug).collect();
        format!(
            "unknown encoding '{name}'; encodings are utf-8, gbk, big5, shift_jis, euc-jp, euc-kr, \
             windows-1251, windows-1252, koi8-r and the others of the web"
        )
    })
}

/// A decoded text.
#[derive(Debug)]
pub(super) struct Decoded<'a> {
    /// The text, without a byte order mark. Bytes that the encoding does not know are U+FFFD.
    pub text: Cow<'a, str>,
    /// In which encoding it was.
    pub encoding: &'static Encoding,
    /// Whether some bytes did not belong to it.
    pub damaged: bool,
}

/// The encoding of texts of which some of the bytes are in `parts`.
pub(super) fn guess<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut left = GUESS_BYTES;
    for part in parts {
        let start = part.iter().position(|byte| !byte.is_ascii());
        let Some(start) = start else { continue };
        let part = &part[start..part.len().min(start + left)];
        detector.feed(part, false);
        left -= part.len();
        if left == 0 {
            break;
        }
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The text of bytes whose encoding is `named`, if somebody named one.
pub(super) fn decode<'a>(bytes: &'a [u8], named: Option<&'static Encoding>) -> Decoded<'a> {
    let named = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => Some(encoding),
        None => named,
    };
    let encoding = match named {
        Some(encoding) => encoding,
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => guess([bytes]),
    };
    let (text, encoding, damaged) = encoding.decode(bytes);
    Decoded { text, encoding, damaged }
}

/// Line and column of the place `offset` bytes into `text`, both from 1, in characters. Lines end
/// with `\n`.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

/// The beginning of a text for an error message, printable.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}

/// Line ends of every system as `\n`.
pub(super) fn unix_lines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GBK, SHIFT_JIS, WINDOWS_1252};

    #[test]
    fn encodings_are_named_marked_or_guessed() {
        assert_eq!(decode("h\u{e9}".as_bytes(), None).text, "h\u{e9}");
        assert_eq!(decode(b"\xef\xbb\xbfh8", None).text, "h8");
        assert_eq!(decode(b"\xff\xfeh\x008\x00", None).text, "h8");
        assert_eq!(decode(b"\xe9", Some(WINDOWS_1252)).text, "\u{e9}");
        let chinese = "\u{9ed1}\u{5148}\u{80dc}\u{ff0c}\u{8fd9}\u{662f}\u{6b63}\u{89e3}\u{3002}";
        let (bytes, _, _) = GBK.encode(chinese);
        assert_eq!(decode(&bytes, None).text, chinese);
        let japanese = "\u{3053}\u{308c}\u{306f}\u{9ed2}\u{306e}\u{52dd}\u{3061}\u{3067}\u{3059}";
        let (bytes, _, _) = SHIFT_JIS.encode(japanese);
        assert_eq!(decode(&bytes, None).text, japanese);
        assert!(encoding("gb2312").is_ok() && encoding("nonsense").is_err());
    }

    #[test]
    fn places_are_counted_in_characters() {
        let text = "ab\n\u{e9}x\r\n";
        for (offset, place) in
            [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (4, (2, 1)), (5, (2, 2)), (99, (3, 1))]
        {
            assert_eq!(line_and_column(text, offset), place, "{offset}");
        }
    }
}
