//! Why a point is forbidden to Black: the lines that make it so.

use super::forbidden::{self, Forbidden, Imagined, Line, Verdict};
use super::win::run_around;
use crate::board::{Dir, Point, Stones};

/// One line that a forbidden point owes its kind to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonLine {
    /// Its direction.
    pub dir: Dir,
    /// Its black stones in order, the one on the forbidden point among them: the run of an overline,
    /// the four stones of a four, the three of a three.
    pub stones: Vec<Point>,
    /// Where the next stone makes a four into a five, or a three into a straight four. None for an
    /// overline.
    pub completions: Vec<Point>,
}

/// Why a point is forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind.
    pub kind: Forbidden,
    /// The lines: overlines, fours or real threes. Two fours may lie on one line.
    pub lines: Vec<ReasonLine>,
}

/// Why a black stone on `point` is forbidden, if it is. The point is empty or holds that very
/// stone. The kind is that of [`forbidden::judge`].
pub fn explain(stones: &Stones, point: Point) -> Option<Reason> {
    let kind = forbidden::judge(stones, point)?;
    let stone = Imagined { point, before: None };
    let mut lines = Vec::new();
    for dir in Dir::ALL {
        let line = forbidden::line_with(stones, dir, &stone);
        // Sets of stones on this line with what completes each.
        let found = match kind {
            Forbidden::Overline => overline(&line),
            Forbidden::DoubleFour => fours(&line),
            Forbidden::DoubleThree => real_threes(stones, dir, &stone, &line),
        };
        let points = |word: u64| -> Vec<Point> {
            let bits = (0..u64::BITS).filter(|bit| word >> bit & 1 == 1);
            let steps = bits.map(|bit| bit as i32 - line.at as i32);
            steps.filter_map(|steps| stones.size().step(point, dir, steps)).collect()
        };
        lines.extend(found.into_iter().map(|(set, completions)| ReasonLine {
            dir,
            stones: points(set),
            completions: points(completions),
        }));
    }
    Some(Reason { kind, lines })
}

fn overline(line: &Line) -> Vec<(u64, u64)> {
    let (below, above) = run_around(line.black, line.at);
    let length = below + above + 1;
    if length < 6 {
        return Vec::new();
    }
    vec![(((1 << length) - 1) << (line.at - below), 0)]
}

/// Each set of four stones with the points that make it exactly five.
fn fours(line: &Line) -> Vec<(u64, u64)> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    for start in line.at - 4..=line.at {
        let window = 0b11111 << start;
        let (four, hole) = (line.black & window, line.empty & window);
        let makes_exactly_five = line.black & (1 << (start - 1) | 1 << (start + 5)) == 0;
        if four.count_ones() == 4 && hole != 0 && makes_exactly_five {
            add(&mut found, four, hole);
        }
    }
    found
}

/// Each set of three stones with the allowed points that make it a straight four.
fn real_threes(stones: &Stones, dir: Dir, stone: &Imagined<'_>, line: &Line) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    for three in forbidden::threes(line) {
        let steps = three.completion as i32 - line.at as i32;
        let Some(point) = stones.size().step(stone.point, dir, steps) else { continue };
        let completion = Imagined { point, before: Some(stone) };
        if forbidden::verdict(stones, &completion) == Verdict::Allowed {
            add(&mut found, three.stones, 1 << three.completion);
        }
    }
    found
}

/// Adds a set, or its completion where the set is there already.
fn add(found: &mut Vec<(u64, u64)>, set: u64, completion: u64) {
    match found.iter_mut().find(|entry| entry.0 == set) {
        Some(entry) => entry.1 |= completion,
        None => found.push((set, completion)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Side, Size};

    #[test]
    fn every_forbidden_point_of_random_boards_has_its_lines() {
        let mut seed = 5_u64;
        let mut random = |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        };
        let mut kinds = [0; 3];
        for _ in 0..300 {
            let size = Size::square(11).unwrap();
            let mut stones = Stones::new(size);
            for point in size.points() {
                match random(10) {
                    0..3 => stones.put(point, Side::Black),
                    3 => stones.put(point, Side::White),
                    _ => {}
                }
            }
            for point in stones.empty().iter() {
                let judged = forbidden::judge(&stones, point);
                let Some(reason) = explain(&stones, point) else {
                    assert_eq!(judged, None);
                    continue;
                };
                assert_eq!(judged, Some(reason.kind));
                let (least, length) = match reason.kind {
                    Forbidden::Overline => (1, 6),
                    Forbidden::DoubleFour => (2, 4),
                    Forbidden::DoubleThree => (2, 3),
                };
                kinds[reason.kind as usize] += 1;
                assert!(reason.lines.len() >= least, "{point:?} {reason:?}");
                for line in &reason.lines {
                    assert!(line.stones.len() >= length && line.stones.contains(&point));
                    assert!(
                        line.stones
                            .iter()
                            .all(|&p| p == point || stones.at(p) == Some(Side::Black))
                    );
                    assert!(line.completions.iter().all(|&p| stones.is_empty_at(p)));
                    assert_eq!(line.completions.is_empty(), reason.kind == Forbidden::Overline);
                    check_completions(&stones, point, line, reason.kind);
                }
            }
        }
        assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
    }

    /// A completed four has five in its direction; a completed three a four with two completions.
    fn check_completions(stones: &Stones, point: Point, line: &ReasonLine, kind: Forbidden) {
        let mut stones = stones.clone();
        stones.put(point, Side::Black);
        for &completion in &line.completions {
            stones.put(completion, Side::Black);
            let word = stones.line(line.dir, completion);
            let (below, above) = run_around(word.stones.black, word.at);
            match kind {
                Forbidden::DoubleFour => assert_eq!(below + above + 1, 5),
                Forbidden::DoubleThree => assert_eq!(below + above + 1, 4),
                Forbidden::Overline => {}
            }
            stones.take(completion, Side::Black);
        }
    }

    #[test]
    fn nothing_is_explained_where_nothing_is_forbidden() {
        assert_eq!(explain(&Stones::new(Size::RENJU), Point::at(7, 7)), None);
    }
}
