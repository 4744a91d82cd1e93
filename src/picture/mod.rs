//! Pictures of boards and of the course of games, as SVG and as PNG.
//!
//! A picture is made as SVG first ([`BoardPicture`], [`CurvePicture`]); [`png`] turns that into
//! pixels. Letters are drawn as outlines of an embedded font (`font/LICENCE.txt`), so that a picture
//! looks the same on every machine, fonts or none.

mod board;
mod curve;
mod font;
mod raster;
mod svg;

pub use board::{BoardPicture, Mark, Tone};
pub use curve::{CurvePicture, CurvePoint};
pub use raster::{MAX_WIDTH, MIN_WIDTH, RasterError, png};
