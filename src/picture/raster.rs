//! From SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;

/// The narrowest picture, in pixels.
pub const MIN_WIDTH: u32 = 64;
/// The widest picture, in pixels.
pub const MAX_WIDTH: u32 = 8000;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RasterError {
    /// The width is outside `MIN_WIDTH..=MAX_WIDTH`.
    Width,
    /// The SVG cannot be drawn, for this reason.
    Svg(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RasterError::Width => {
                write!(f, "a picture is {MIN_WIDTH} to {MAX_WIDTH} pixels wide")
            }
            RasterError::Svg(reason) => write!(f, "the picture cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for RasterError {}

/// The drawing `svg` as a PNG file, `width` pixels wide.
///
/// # Errors
/// A width out of range, or an SVG that is none.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
        return Err(RasterError::Width);
    }
    let wrong = |error: String| RasterError::Svg(error);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| wrong(e.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| wrong("too large".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(error.to_string()))
}
