//! Board sizes, points, directions, and maps from points to values.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::{Index, IndexMut};

/// The smallest width and height of a board.
pub const MIN_SIZE: u8 = 5;
/// The largest width and height of a board.
pub const MAX_SIZE: u8 = 32;
/// Distance between the indices of two points in one column. It does not depend on the board's
/// size, so that steps in all directions are the same constants on every board.
pub const STRIDE: usize = 32;
/// Number of different point indices.
pub const MAX_POINTS: usize = STRIDE * STRIDE;

/// Width and height of a board, each in `MIN_SIZE..=MAX_SIZE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board size outside the range that is supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSize;

impl fmt::Display for InvalidSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board sizes are {MIN_SIZE} to {MAX_SIZE} points a side")
    }
}

impl std::error::Error for InvalidSize {}

impl Size {
    /// The board of renju: 15 x 15.
    pub const RENJU: Size = Size { width: 15, height: 15 };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`InvalidSize`] when either is outside `MIN_SIZE..=MAX_SIZE`.
    pub const fn new(width: u8, height: u8) -> Result<Size, InvalidSize> {
        if width < MIN_SIZE || width > MAX_SIZE || height < MIN_SIZE || height > MAX_SIZE {
            return Err(InvalidSize);
        }
        Ok(Size { width, height })
    }

    /// A square board.
    ///
    /// # Errors
    /// As [`Size::new`].
    pub const fn square(side: u8) -> Result<Size, InvalidSize> {
        Size::new(side, side)
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether both sides are equally long.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The point in column `x` and row `y`, both counted from 0, if it is on this board.
    pub fn point(self, x: i32, y: i32) -> Option<Point> {
        if self.has(x, y) { Point::new(x as u8, y as u8) } else { None }
    }

    /// Whether column `x` and row `y` are on this board.
    #[inline]
    pub const fn has(self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32
    }

    /// Whether `point` is on this board.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// The middle of the board (towards the top left where a side is even).
    pub fn center(self) -> Point {
        Point::at((self.width - 1) / 2, (self.height - 1) / 2)
    }

    /// All points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::at(x, y)))
    }

    /// The neighbour of `point` that is `steps` steps away in direction `dir`, if on this board.
    #[inline]
    pub fn step(self, point: Point, dir: Dir, steps: i32) -> Option<Point> {
        let (dx, dy) = dir.delta();
        self.point(i32::from(point.x()) + dx * steps, i32::from(point.y()) + dy * steps)
    }

    /// How many points there are from `point` (not counted) to the board's edge, against and along
    /// direction `dir`.
    pub fn room(self, point: Point, dir: Dir) -> (u8, u8) {
        let (left, right) = (point.x(), self.width - 1 - point.x());
        let (up, down) = (point.y(), self.height - 1 - point.y());
        match dir {
            Dir::Row => (left, right),
            Dir::Column => (up, down),
            Dir::Falling => (left.min(up), right.min(down)),
            Dir::Rising => (left.min(down), right.min(up)),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A crossing point: column `x` from the left and row `y` from the top, both from 0 and below
/// [`MAX_SIZE`]. Whether it is on a given board is asked of [`Size`].
///
/// An `Option<Point>` is no larger than a `Point`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == size_of::<Point>());

impl Point {
    /// The point in column `x` and row `y`, if both are below [`MAX_SIZE`].
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < MAX_SIZE && y < MAX_SIZE { Some(Point::at(x, y)) } else { None }
    }

    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    /// When either is not below [`MAX_SIZE`].
    pub const fn at(x: u8, y: u8) -> Point {
        assert!(x < MAX_SIZE && y < MAX_SIZE, "a point lies in 32 x 32");
        match NonZeroU16::new(y as u16 * STRIDE as u16 + x as u16 + 1) {
            Some(raw) => Point(raw),
            None => unreachable!(),
        }
    }

    /// The point with the given [`index`](Point::index), if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index >= MAX_POINTS {
            return None;
        }
        match NonZeroU16::new(index as u16 + 1) {
            Some(raw) => Some(Point(raw)),
            None => None,
        }
    }

    /// `y * STRIDE + x`, below [`MAX_POINTS`].
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the type guarantees, so that it drops bounds checks.
        (self.0.get() - 1) as usize & (MAX_POINTS - 1)
    }

    /// Column, from the left, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.index() % STRIDE) as u8
    }

    /// Row, from the top, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.index() / STRIDE) as u8
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x(), self.y())
    }
}

/// The four directions of a line, each walked to the right (a column: downwards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Dir {
    /// Left to right.
    Row = 0,
    /// Top to bottom.
    Column = 1,
    /// Top left to bottom right.
    Falling = 2,
    /// Bottom left to top right.
    Rising = 3,
}

impl Dir {
    /// All four directions.
    pub const ALL: [Dir; 4] = [Dir::Row, Dir::Column, Dir::Falling, Dir::Rising];

    /// The change of column and row in one step.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Dir::Row => (1, 0),
            Dir::Column => (0, 1),
            Dir::Falling => (1, 1),
            Dir::Rising => (1, -1),
        }
    }

    /// The change of [`Point::index`] in one step.
    #[inline]
    pub const fn stride(self) -> isize {
        let (dx, dy) = self.delta();
        dy as isize * STRIDE as isize + dx as isize
    }

    /// 0 to 3, in the order of [`Dir::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A `T` for every point of the largest board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointMap<T>(Box<[T; MAX_POINTS]>);

impl<T: Copy> PointMap<T> {
    /// A map in which every point has the value `fill`.
    pub fn new(fill: T) -> PointMap<T> {
        let filled = vec![fill; MAX_POINTS].into_boxed_slice();
        match filled.try_into() {
            Ok(array) => PointMap(array),
            Err(_) => unreachable!("the length is MAX_POINTS"),
        }
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;

    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_the_range_are_refused() {
        for (width, height) in [(0, 15), (4, 15), (15, 4), (33, 15), (15, 255)] {
            assert_eq!(Size::new(width, height), Err(InvalidSize));
        }
        assert!(Size::new(5, 32).is_ok());
    }

    #[test]
    fn index_and_coordinates_agree() {
        for index in 0..MAX_POINTS {
            let point = Point::from_index(index).unwrap();
            assert_eq!(point.index(), index);
            assert_eq!(Point::new(point.x(), point.y()), Some(point));
        }
        assert_eq!(Point::from_index(MAX_POINTS), None);
        assert_eq!(Point::new(32, 0), None);
    }

    #[test]
    fn room_counts_the_steps_that_stay_on_the_board() {
        let size = Size::new(9, 6).unwrap();
        for point in size.points() {
            for dir in Dir::ALL {
                let count = |sign: i32| {
                    (1..).take_while(|&k| size.step(point, dir, sign * k).is_some()).count()
                };
                let (before, after) = size.room(point, dir);
                assert_eq!((usize::from(before), usize::from(after)), (count(-1), count(1)));
            }
        }
    }

    #[test]
    fn a_step_and_its_stride_lead_to_the_same_point() {
        let size = Size::square(15).unwrap();
        for point in size.points() {
            for dir in Dir::ALL {
                if let Some(next) = size.step(point, dir, 1) {
                    assert_eq!(next.index() as isize, point.index() as isize + dir.stride());
                }
            }
        }
    }
}
