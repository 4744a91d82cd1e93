//! Positions that are known to be even, for a player whose stones the other one may take for his own
//! by a choice of colours: such a player wants nothing but a position that is even, and the turns of
//! an opening have not the time to find one that still is when more is seen.
//!
//! In renju they are the openings of `books/renju-15.txt`, of five stones in squares that grow from
//! the middle; beside them there are three stones anywhere, for renju, freestyle gomoku and standard
//! gomoku (`books/*-swap.txt`). All are even in searches and in games of the engine with itself;
//! `tengen openings` made them.

use super::shape;
use crate::board::{Bits, Point, Side, Size, Symmetry};
use crate::notation::offsets;
use crate::opening::{Action, ActionKind, Opening};
use crate::rules::RuleKind;
use std::sync::LazyLock;

/// The files, by rule. All are of boards of 15x15.
const FILES: [(RuleKind, &str); 4] = [
    (RuleKind::Renju, include_str!("../../books/renju-15.txt")),
    (RuleKind::Renju, include_str!("../../books/renju-swap.txt")),
    (RuleKind::Freestyle, include_str!("../../books/freestyle-swap.txt")),
    (RuleKind::Standard, include_str!("../../books/standard-swap.txt")),
];

static POSITIONS: LazyLock<Vec<(RuleKind, Stones)>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for (rule, text) in FILES {
        for list in positions(text) {
            found.extend(Symmetry::of(Size::RENJU).map(|map| {
                let turned: Vec<Point> = list.iter().map(|&p| map.apply(Size::RENJU, p)).collect();
                (rule, Stones::of(&turned))
            }));
        }
    }
    found
});

/// Stones of a position by their colour.
#[derive(Clone, Copy, Debug)]
struct Stones([Bits; 2]);

impl Stones {
    /// Stones that were put in turn.
    fn of(list: &[Point]) -> Stones {
        let mut stones = [Bits::EMPTY; 2];
        for (n, &point) in list.iter().enumerate() {
            stones[n % 2].insert(point);
        }
        Stones(stones)
    }

    fn of_side(&self, side: Side) -> Bits {
        self.0[usize::from(side == Side::White)]
    }

    /// Those that a position does not have yet; `None` if it has others.
    fn without(&self, there: &Stones) -> Option<Stones> {
        let fits = |n: usize| (there.0[n] - self.0[n]).is_empty();
        (fits(0) && fits(1)).then(|| Stones([0, 1].map(|n| self.0[n] - there.0[n])))
    }
}

/// The positions of a file: stones in turn, Black first.
fn positions(text: &str) -> Vec<Vec<Point>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| offsets::parse(line, Size::RENJU).ok()).collect()
}

/// The points of `among` for the next stone from which an even position can be reached, where that is
/// all that counts: the other player chooses his colour at the end, and so he does before whenever he
/// has a choice. `opening` is the same afterwards.
pub fn reaching(opening: &mut Opening, among: &Bits) -> Bits {
    let mut found = Bits::EMPTY;
    if opening.size() != Size::RENJU {
        return found;
    }
    let (rule, side) = (opening.rule(), opening.next_side());
    let there = Stones::of(opening.stones());
    let of_rule = POSITIONS.iter().filter(|(of, _)| *of == rule);
    for missing in of_rule.filter_map(|(_, even)| even.without(&there)) {
        for point in missing.of_side(side) & *among {
            if !found.contains(point) && is_reached(opening, &missing, point) {
                found.insert(point);
            }
        }
    }
    found
}

/// Whether the stones that are missing can be put, this one first.
fn is_reached(opening: &mut Opening, missing: &Stones, point: Point) -> bool {
    let person = opening.due();
    let mut left = *missing;
    left.0[usize::from(opening.next_side() == Side::White)].remove(point);
    if opening.apply(&Action::Place(point)).is_err() {
        return false;
    }
    let is_last = left.0.iter().all(Bits::is_empty);
    let goes_on_himself = opening.due() == person && opening.legal().kinds() == [ActionKind::Place];
    let reached = if goes_on_himself && !is_last {
        goes_on(opening, &left)
    } else if only_colours_matter(opening) && opening.apply(&Action::Stay).is_ok() {
        let reached = if is_last { shape::is_ordinary(opening) } else { goes_on(opening, &left) };
        opening.undo();
        reached
    } else {
        false
    };
    opening.undo();
    reached
}

/// Whether the stones that are missing can be put from here on, whoever puts them.
fn goes_on(opening: &mut Opening, missing: &Stones) -> bool {
    let next = missing.of_side(opening.next_side());
    next.into_iter().any(|point| is_reached(opening, missing, point))
}

/// Whether the player who is due chooses his colour, and otherwise at most puts stones, for which the
/// other one chooses in turn, or the last stone anew.
fn only_colours_matter(opening: &mut Opening) -> bool {
    let kinds = opening.legal().kinds();
    let chooses = [ActionKind::Swap, ActionKind::Stay];
    chooses.iter().all(|kind| kinds.contains(kind))
        && kinds.iter().all(|kind| match kind {
            ActionKind::Swap | ActionKind::Stay | ActionKind::Replace => true,
            ActionKind::Place => ends_with_choice(opening),
            _ => false,
        })
}

/// Whether after stones of the player who is due the other one chooses his colour.
fn ends_with_choice(opening: &mut Opening) -> bool {
    let person = opening.due();
    let mut put = 0;
    while opening.due() == person
        && let Some(point) = opening.legal().place.first()
        && opening.apply(&Action::Place(point)).is_ok()
    {
        put += 1;
    }
    let kinds = opening.legal().kinds();
    let chooses =
        put > 0 && opening.due() != person && kinds == [ActionKind::Swap, ActionKind::Stay];
    (0..put).for_each(|_| drop(opening.undo()));
    chooses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::catalogue;

    fn opening(name: &str, rule: RuleKind) -> Opening {
        Opening::new(catalogue::find(name).unwrap(), rule, Size::RENJU).unwrap()
    }

    #[test]
    fn the_files_are_read() {
        for ((rule, text), stones) in FILES.into_iter().zip([5, 3, 3, 3]) {
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            let read = positions(text);
            assert!(read.len() == lines && lines >= 10, "{rule}: {} of {lines}", read.len());
            assert!(read.iter().all(|list| list.len() == stones), "{rule}");
        }
    }

    #[test]
    fn even_positions_are_for_players_whose_stones_the_other_one_may_take() {
        let all = Bits::board(Size::RENJU);
        let reached = |name: &str, rule| reaching(&mut opening(name, rule), &all).len();
        for name in ["tarannikov", "tarannikov-replace"] {
            assert_eq!(reached(name, RuleKind::Renju), 1, "{name}");
        }
        for rule in [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju] {
            assert!(reached("swap2", rule) > 0, "{rule}");
            assert!(reached("swap", rule) > 0, "{rule}");
        }
        for name in ["rif", "soosorv-8", "taraguchi-10"] {
            assert_eq!(reached(name, RuleKind::Renju), 0, "{name}");
        }
        assert_eq!(reached("pro", RuleKind::Freestyle), 0);
    }
}
