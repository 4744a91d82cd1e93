//! The eight symmetries of a square board.

use super::point::{Point, Size};

/// One of the eight maps of a square board onto itself: an optional exchange of rows and columns,
/// then optional mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// The map that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { transpose: false, flip_x: false, flip_y: false };

    /// All eight maps, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8_u8).map(|n| Symmetry {
            transpose: n & 4 != 0,
            flip_x: n & 1 != 0,
            flip_y: n & 2 != 0,
        })
    }

    /// Those of the eight that map a board of this size onto itself: four on a rectangle.
    pub fn of(size: Size) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |map| size.is_square() || !map.transpose)
    }

    /// The map that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            // What was mirrored after the exchange is mirrored before it, under the other name.
            Symmetry { transpose: true, flip_x: self.flip_y, flip_y: self.flip_x }
        } else {
            self
        }
    }

    /// Where `point` goes on a board of the given size.
    pub fn apply(self, size: Size, point: Point) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        if self.transpose {
            (x, y) = (y, x);
        }
        if self.flip_x {
            x = size.width() - 1 - x;
        }
        if self.flip_y {
            y = size.height() - 1 - y;
        }
        Point::at(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_permutations_of_a_square() {
        let size = Size::square(7).unwrap();
        let corner = Point::at(1, 2);
        let images: std::collections::HashSet<Point> =
            Symmetry::of(size).map(|map| map.apply(size, corner)).collect();
        assert_eq!(images.len(), 8);
        for map in Symmetry::all() {
            let hit: std::collections::HashSet<Point> =
                size.points().map(|point| map.apply(size, point)).collect();
            assert_eq!(hit.len(), size.area());
        }
    }

    #[test]
    fn inverses_lead_back() {
        for size in [Size::square(7).unwrap(), Size::new(9, 6).unwrap()] {
            for map in Symmetry::of(size) {
                let back = map.inverse();
                assert!(size.points().all(|p| back.apply(size, map.apply(size, p)) == p));
            }
        }
    }

    #[test]
    fn a_rectangle_keeps_its_points() {
        let size = Size::new(9, 6).unwrap();
        assert_eq!(Symmetry::of(size).count(), 4);
        for map in Symmetry::of(size) {
            assert!(size.points().all(|point| size.contains(map.apply(size, point))));
        }
    }
}
