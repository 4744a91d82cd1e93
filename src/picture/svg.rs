//! A drawing as SVG text, with the few shapes that pictures need.

use super::font::{self, short};
use std::fmt::Write as _;

/// Where a text stands, seen from its point. It is centred vertically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Middle,
    End,
}

/// How a shape is painted: its inside, its edge and the edge's width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) fill: &'static str,
    pub(super) edge: &'static str,
    pub(super) width: f64,
}

impl Paint {
    pub(super) const fn fill(fill: &'static str) -> Paint {
        Paint { fill, edge: "none", width: 0.0 }
    }

    pub(super) const fn edge(edge: &'static str, width: f64) -> Paint {
        Paint { fill: "none", edge, width }
    }

    fn attributes(&self) -> String {
        if self.edge == "none" {
            return format!(r#"fill="{}""#, self.fill);
        }
        let (fill, edge, width) = (self.fill, self.edge, short(self.width));
        format!(r#"fill="{fill}" stroke="{edge}" stroke-width="{width}""#)
    }
}

/// A drawing under way.
#[derive(Debug)]
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// An empty drawing of the given size with a name that programs may read out.
    pub(super) fn new(width: f64, height: f64, name: &str) -> Svg {
        let (width, height) = (short(width), short(height));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        );
        let _ = writeln!(text, "<title>{}</title>", escaped(name));
        Svg { text }
    }

    pub(super) fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, paint: Paint) {
        let [x, y, width, height] = [x, y, width, height].map(short);
        let paint = paint.attributes();
        let _ = writeln!(
            self.text,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {paint}/>"#
        );
    }

    pub(super) fn circle(&mut self, x: f64, y: f64, radius: f64, paint: Paint) {
        let [x, y, radius] = [x, y, radius].map(short);
        let paint = paint.attributes();
        let _ = writeln!(self.text, r#"<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>"#);
    }

    /// A line through all `points`, closed or not.
    pub(super) fn polygon(&mut self, points: &[(f64, f64)], closed: bool, paint: Paint) {
        let list: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect();
        let name = if closed { "polygon" } else { "polyline" };
        let paint = paint.attributes();
        let _ = writeln!(self.text, r#"<{name} points="{}" {paint}/>"#, list.join(" "));
    }

    /// A text whose middle height is at `y`, with letters of `size` units.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: Anchor,
        fill: &'static str,
        text: &str,
    ) {
        let outline = font::outline(text, size);
        let x = match anchor {
            Anchor::Middle => x - outline.width / 2.0,
            Anchor::End => x - outline.width,
        };
        let (x, y) = (short(x), short(y + outline.height / 2.0));
        let _ = writeln!(
            self.text,
            r#"<path transform="translate({x} {y})" fill="{fill}" d="{}"/>"#,
            outline.path
        );
    }

    /// The whole drawing.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// The largest size up to `size` with which `text` is no wider than `room`.
pub(super) fn fitting(text: &str, size: f64, room: f64) -> f64 {
    let width = font::outline(text, size).width;
    if width > room { size * room / width } else { size }
}

/// Text as XML has it. Control characters, which XML does not know, are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) => {}
            c => out.push(c),
        }
    }
    out
}
