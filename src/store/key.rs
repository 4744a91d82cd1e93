//! The name of a position in the file: the same for all symmetric positions, and complete, so that
//! two different positions never share one.
//!
//! Bytes: the rule, the width, the height, the side to move (0 black, 1 white), the number of black
//! stones, then of the black and of the white stones in ascending order the distance of each from
//! the one before (points count row by row from the top left), as numbers of seven bits a byte. Of
//! the symmetric positions the one with the least bytes counts.

use super::bytes::{Reader, push_number};
use crate::board::{Point, Position, Setup, Side, Size, Symmetry, TurnOrder};
use crate::rules::RuleKind;

/// A position as the file names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The name.
    pub(super) bytes: Vec<u8>,
    size: Size,
    /// The map from the position to the one that is kept.
    map: Symmetry,
}

/// The number of a rule in the file. Numbers in use must never change.
const fn rule_number(rule: RuleKind) -> u8 {
    match rule {
        RuleKind::Freestyle => 0,
        RuleKind::Standard => 1,
        RuleKind::Renju => 2,
        RuleKind::Caro => 3,
        RuleKind::ExactCaro => 4,
        // No position of it is kept: see `StoreError::LongTurns`.
        RuleKind::Nendzyu(_) => 255,
    }
}

fn rule_of(number: u8) -> Option<RuleKind> {
    RuleKind::ONE_STONE.into_iter().find(|&rule| rule_number(rule) == number)
}

/// The number of a point, row by row.
pub(super) fn number_of(size: Size, point: Point) -> u64 {
    u64::from(point.y()) * u64::from(size.width()) + u64::from(point.x())
}

/// The point with that number, if there is one.
pub(super) fn point_of(size: Size, number: u64) -> Option<Point> {
    let width = u64::from(size.width());
    let y = i32::try_from(number / width).ok()?;
    size.point((number % width) as i32, y)
}

impl Canonical {
    /// The name of `position` under `rule`. The order in which the stones were placed does not
    /// matter, nor does the last one.
    pub fn of(position: &Position, rule: RuleKind) -> Canonical {
        let size = position.size();
        let mut best: Option<Canonical> = None;
        for map in Symmetry::of(size) {
            let bytes = name(position, rule, map);
            if best.as_ref().is_none_or(|best| bytes < best.bytes) {
                best = Some(Canonical { bytes, size, map });
            }
        }
        // There is always the identity.
        best.unwrap_or(Canonical { bytes: Vec::new(), size, map: Symmetry::IDENTITY })
    }

    /// Where a point of the position lies in the one that is kept.
    pub fn to_kept(&self, point: Point) -> Point {
        self.map.apply(self.size, point)
    }

    /// Where a point of the position that is kept lies in this one.
    pub fn from_kept(&self, point: Point) -> Point {
        self.map.inverse().apply(self.size, point)
    }
}

fn name(position: &Position, rule: RuleKind, map: Symmetry) -> Vec<u8> {
    let size = position.size();
    let side = position.side().index() as u8;
    let mut bytes = vec![rule_number(rule), size.width(), size.height(), side];
    push_number(&mut bytes, position.stones().count(Side::Black) as u64);
    for side in Side::ALL {
        let mut numbers: Vec<u64> = position
            .stones()
            .of(side)
            .iter()
            .map(|p| number_of(size, map.apply(size, p)))
            .collect();
        numbers.sort_unstable();
        let mut before = 0;
        for number in numbers {
            push_number(&mut bytes, number - before);
            before = number;
        }
    }
    bytes
}

/// A position as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPosition {
    /// The rule.
    pub rule: RuleKind,
    /// Width and height of the board.
    pub size: Size,
    /// The side to move.
    pub to_move: Side,
    /// The black stones, row by row.
    pub black: Vec<Point>,
    /// The white stones, row by row.
    pub white: Vec<Point>,
}

impl StoredPosition {
    /// The position that a name tells. `None` when it is none.
    pub(super) fn parse(bytes: &[u8]) -> Option<StoredPosition> {
        let mut reader = Reader(bytes);
        let rule = rule_of(reader.byte()?)?;
        let size = Size::new(reader.byte()?, reader.byte()?).ok()?;
        let to_move = *Side::ALL.get(usize::from(reader.byte()?))?;
        let blacks = usize::try_from(reader.number()?).ok().filter(|&n| n <= size.area())?;
        let (mut black, mut white) = (Vec::new(), Vec::new());
        let mut before = 0;
        while !reader.0.is_empty() {
            if black.len() + white.len() == blacks && white.is_empty() {
                before = 0;
            }
            let number = reader.number()?.checked_add(before)?;
            let point = point_of(size, number)?;
            before = number;
            if black.len() < blacks {
                black.push(point);
            } else {
                white.push(point);
            }
        }
        (black.len() == blacks).then_some(StoredPosition { rule, size, to_move, black, white })
    }

    /// The position on a board. The order of its stones is made up.
    ///
    /// `None` when two stones stand on one point.
    pub fn position(&self) -> Option<Position> {
        let of = |points: &[Point], side: Side| -> Vec<(Point, Side)> {
            points.iter().map(|&point| (point, side)).collect()
        };
        let (black, white) = (of(&self.black, Side::Black), of(&self.white, Side::White));
        let mut stones = Vec::with_capacity(black.len() + white.len());
        for n in 0..black.len().max(white.len()) {
            stones.extend(black.get(n));
            stones.extend(white.get(n));
        }
        let setup =
            Setup { size: self.size, stones, to_move: self.to_move, order: TurnOrder::SINGLE };
        setup.build().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullObserver;

    fn random_position(size: Size, stones: usize, seed: &mut u64) -> Position {
        let mut position = Position::new(size);
        while position.ply() < stones {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            let number = (*seed >> 33) % size.area() as u64;
            let _ = position.try_place(point_of(size, number).unwrap(), &mut NullObserver);
        }
        position
    }

    fn mapped(position: &Position, map: Symmetry) -> Position {
        let mut image = Position::new(position.size());
        for played in position.history() {
            image.place(map.apply(position.size(), played.point), &mut NullObserver);
        }
        image
    }

    #[test]
    fn symmetric_positions_share_a_name_and_others_do_not() {
        let mut seed = 1;
        let mut names = std::collections::HashSet::new();
        for (n, size) in [Size::RENJU, Size::new(9, 6).unwrap(), Size::square(32).unwrap()]
            .into_iter()
            .cycle()
            .take(90)
            .enumerate()
        {
            let position = random_position(size, 6 + n % 20, &mut seed);
            let canonical = Canonical::of(&position, RuleKind::Renju);
            for map in Symmetry::of(size) {
                let image = mapped(&position, map);
                let other = Canonical::of(&image, RuleKind::Renju);
                assert_eq!(other.bytes, canonical.bytes);
                // The same point of the board is meant, whichever way the position came.
                for played in position.history() {
                    let there = map.apply(size, played.point);
                    assert_eq!(other.from_kept(other.to_kept(there)), there);
                    let kept = StoredPosition::parse(&other.bytes).unwrap();
                    let stones = if played.side == Side::Black { &kept.black } else { &kept.white };
                    assert!(stones.contains(&other.to_kept(there)));
                }
            }
            let kept = StoredPosition::parse(&canonical.bytes).unwrap().position().unwrap();
            assert_eq!(Canonical::of(&kept, RuleKind::Renju).bytes, canonical.bytes);
            assert_eq!((kept.side(), kept.ply()), (position.side(), position.ply()));
            assert!(names.insert(canonical.bytes));
            let other_rule = Canonical::of(&position, RuleKind::Standard).bytes;
            assert!(names.insert(other_rule));
        }
    }

    #[test]
    fn random_bytes_are_no_position_or_a_whole_one() {
        let mut seed = 7_u64;
        for length in 0..2000 {
            let bytes: Vec<u8> = (0..length % 40)
                .map(|n| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                    if n == 1 || n == 2 { 15 } else { (seed >> 40) as u8 % 40 }
                })
                .collect();
            if let Some(found) = StoredPosition::parse(&bytes) {
                let _ = found.position();
            }
        }
    }
}
