//! Letters as outlines.

use std::fmt::Write as _;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

/// Drawn for letters that the font does not have.
const BOX: char = '\u{25a1}';

static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| {
    static FILE: &[u8] = include_bytes!("font/DejaVuSans-Bold-subset.ttf");
    Face::parse(FILE, 0).ok()
});

/// A text as one path, its first letter at the origin, its base line at y = 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// Path data as SVG has it, at the size that was asked for.
    pub(super) path: String,
    /// Width of the text.
    pub(super) width: f64,
    /// Height of a capital letter or digit.
    pub(super) height: f64,
}

/// The outline of `text` with letters of `size` units from line to line. A letter that the font
/// does not have is drawn as an empty box.
pub(super) fn outline(text: &str, size: f64) -> Outline {
    let Some(face) = FACE.as_ref() else {
        return Outline { path: String::new(), width: 0.0, height: 0.0 };
    };
    let scale = size / f64::from(face.units_per_em());
    let mut pen = Pen { path: String::new(), scale, x: 0.0 };
    for letter in text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }) {
        let Some(glyph) = face.glyph_index(letter).or_else(|| face.glyph_index(BOX)) else {
            continue;
        };
        face.outline_glyph(glyph, &mut pen);
        pen.x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    let digit = face.glyph_index('0').and_then(|digit| face.glyph_bounding_box(digit));
    let height = digit.map_or(0.0, |digit| f64::from(digit.y_max) * scale);
    Outline { path: pen.path, width: pen.x, height }
}

/// Writes the outlines of glyphs as path data. Fonts count upwards, pictures downwards.
struct Pen {
    path: String,
    scale: f64,
    x: f64,
}

impl Pen {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (n, &(x, y)) in points.iter().enumerate() {
            let (x, y) = (self.x + f64::from(x) * self.scale, -f64::from(y) * self.scale);
            let separator = if n == 0 { "" } else { " " };
            let _ = write!(self.path, "{separator}{} {}", short(x), short(y));
        }
    }
}

/// A number with as few digits as a picture needs.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_that_is_used_has_an_outline() {
        let empty_box = outline("\u{10ffff}", 10.0).path;
        for letter in ('!'..='~').chain("\u{e9}\u{416}\u{2212}".chars()) {
            let path = outline(&letter.to_string(), 10.0).path;
            assert!(path.starts_with('M') && path != empty_box, "{letter}");
        }
        assert!(empty_box.starts_with('M'));
    }

    #[test]
    fn widths_add_up() {
        let of = |text: &str| outline(text, 12.0).width;
        assert!((of("15") - of("1") - of("5")).abs() < 1e-9);
        assert!(outline("1", 12.0).height > 8.0);
        assert!(of("") == 0.0 && of(" ") > 0.0);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(1.5), "1.5");
        assert_eq!(short(-0.001), "0");
        assert_eq!(short(20.0), "20");
    }
}
