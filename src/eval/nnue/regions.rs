//! The regions of the board whose points are summed for the value heads.

use super::shape::REGIONS;
use crate::board::{Point, Size};

/// Regions in a row or a column.
const ACROSS: u8 = 3;

const _: () = assert!((ACROSS * ACROSS) as usize == REGIONS);

/// The region of a point of the board, row by row. Rows and columns are cut into three parts as
/// equal as can be; the outer two are of one width, and what is left over is in the middle.
pub(super) fn region(size: Size, point: Point) -> u8 {
    part(size.height(), point.y()) * ACROSS + part(size.width(), point.x())
}

fn part(length: u8, place: u8) -> u8 {
    let outer = length / ACROSS;
    match place {
        place if place < outer => 0,
        place if place < length - outer => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn the_parts_are_symmetric_and_about_equal() {
        for length in MIN_SIZE..=MAX_SIZE {
            let mut widths = [0; 3];
            for place in 0..length {
                assert_eq!(part(length, place), 2 - part(length, length - 1 - place));
                widths[usize::from(part(length, place))] += 1;
            }
            assert_eq!(widths[0], widths[2]);
            assert!(widths[1] - widths[0] <= 2 && widths[1] >= widths[0], "{widths:?}");
        }
        let size = Size::RENJU;
        assert_eq!(region(size, Point::at(4, 5)), 3);
        assert_eq!(region(size, Point::at(14, 0)), 2);
    }
}
