//! Pictures as files: the options, and the writing.

use super::error::CommandError;
use crate::picture::{self, MAX_WIDTH, MIN_WIDTH};
use std::path::{Path, PathBuf};

/// Files to draw to.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PictureArgs {
    /// Draw the board as SVG into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Draw the board as PNG into this file
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,

    /// Width of the PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value = "800",
        value_parser = clap::value_parser!(u32).range(i64::from(MIN_WIDTH)..=i64::from(MAX_WIDTH)))]
    pub png_width: u32,
}

impl PictureArgs {
    /// Whether a picture is wanted at all.
    pub fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Writes what `draw` draws to the files that are wanted.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, draw: impl FnOnce() -> String) -> Result<(), CommandError> {
        if !self.is_wanted() {
            return Ok(());
        }
        let svg = draw();
        if let Some(path) = &self.svg {
            write_file(path, svg.as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = picture::png(&svg, self.png_width).map_err(CommandError::failed)?;
            write_file(path, &png)?;
        }
        Ok(())
    }
}

/// Writes a whole file.
///
/// # Errors
/// With the file's name.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    std::fs::write(path, bytes)
        .map_err(|error| CommandError::failed(format!("{}: {error}", path.display())))
}
