//! Boards to try things on: written as text, or random.

use super::random::Random;
use tengen::board::{NullObserver, Point, Position, Setup, Side, Size, Stones, TurnOrder};

/// Sizes at which something can go wrong: the smallest, the largest, those in use, rectangles.
pub const SIZES: [(u8, u8); 14] = [
    (5, 5),
    (6, 6),
    (9, 9),
    (15, 15),
    (19, 19),
    (20, 20),
    (22, 22),
    (31, 31),
    (32, 32),
    (5, 32),
    (32, 5),
    (9, 15),
    (20, 7),
    (13, 12),
];

/// The size with the given width and height.
pub fn size((width, height): (u8, u8)) -> Size {
    Size::new(width, height).expect("a size in range")
}

/// The point with a name such as `h8` or `H8`: a letter for the column (I is used), the row counted
/// from the bottom.
pub fn named(board: Size, name: &str) -> Point {
    let letter = name.as_bytes()[0].to_ascii_lowercase();
    let row: u8 = name[1..].parse().expect("a row number");
    let point = Point::at(letter - b'a', board.height() - row);
    assert!(board.contains(point), "{name} is not on the board");
    point
}

/// The name of a point, as [`named`] reads it.
pub fn name(board: Size, point: Point) -> String {
    format!("{}{}", char::from(b'a' + point.x()), board.height() - point.y())
}

/// The points named in a list such as `h8 h9 i10`.
pub fn list(board: Size, names: &str) -> Vec<Point> {
    names.split_whitespace().map(|name| named(board, name)).collect()
}

/// The points of a list without spaces, such as `h8h9i10`.
pub fn glued(board: Size, text: &str) -> Vec<Point> {
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(_, letter)| letter.is_ascii_alphabetic())
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| named(board, &text[start..end])).collect()
}

/// A position with the given stones, `to_move` to place the next one.
pub fn position(board: Size, black: &[Point], white: &[Point], to_move: Side) -> Position {
    let stones = black.iter().map(|&point| (point, Side::Black));
    let stones = stones.chain(white.iter().map(|&point| (point, Side::White))).collect();
    Setup { size: board, stones, to_move, order: TurnOrder::SINGLE }.build().expect("a position")
}

/// A position drawn as rows from the top: `.` empty, `X` black, `O` white; spaces mean nothing.
pub fn drawn(rows: &[&str], to_move: Side) -> Position {
    let rows: Vec<Vec<char>> =
        rows.iter().map(|row| row.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    let board = size((rows[0].len() as u8, rows.len() as u8));
    let of = |stone: char| -> Vec<Point> {
        let at = |point: &Point| rows[usize::from(point.y())][usize::from(point.x())];
        board.points().filter(|point| at(point) == stone).collect()
    };
    position(board, &of('X'), &of('O'), to_move)
}

/// A random size: often one of [`SIZES`], else anything.
pub fn random_size(random: &mut Random) -> Size {
    if random.chance(50) {
        return size(random.pick(&SIZES));
    }
    size((random.between(5, 32) as u8, random.between(5, 32) as u8))
}

/// Stones strewn over the whole board, thin or dense.
pub fn scattered(random: &mut Random, board: Size) -> Stones {
    let density = random.between(3, 85);
    let black = random.between(30, 80);
    let mut stones = Stones::new(board);
    for point in board.points() {
        if random.chance(density) {
            let side = if random.chance(black) { Side::Black } else { Side::White };
            stones.put(point, side);
        }
    }
    stones
}

/// A cluster of mostly black stones with a few white ones: threes and fours that cross, and whose
/// completing stones make threes and fours in their turn.
pub fn clustered(random: &mut Random, board: Size) -> Stones {
    let width = random.between(5, 10).min(usize::from(board.width()));
    let height = random.between(5, 10).min(usize::from(board.height()));
    let left = random.between(0, usize::from(board.width()) - width);
    let top = random.between(0, usize::from(board.height()) - height);
    let (black, white) = (random.between(18, 45), random.between(0, 15));
    let mut stones = Stones::new(board);
    for y in top..top + height {
        for x in left..left + width {
            let drawn = random.below(100);
            let point = Point::at(x as u8, y as u8);
            if drawn < black {
                stones.put(point, Side::Black);
            } else if drawn < black + white {
                stones.put(point, Side::White);
            }
        }
    }
    stones
}

/// Plays the points in order, sides in turn.
pub fn played(board: Size, points: &[Point]) -> Position {
    let mut position = Position::new(board);
    for &point in points {
        position.try_place(point, &mut NullObserver).expect("an empty point");
    }
    position
}
