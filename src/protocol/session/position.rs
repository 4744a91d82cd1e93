//! From the list of a board to a position: who is Black, and who is to move.

use super::Session;
use crate::board::{Bits, Point, Position, Setup, SetupError, Side, Size};
use crate::protocol::list::{Owner, on_board};
use crate::rules::RuleKind;
use std::io::Write;

/// A position as a list gives it.
pub(super) struct Listed {
    /// The stones; the engine is to move.
    pub(super) position: Position,
    /// The points where no stone may be put.
    pub(super) blocked: Bits,
}

/// The position of a list of stones and blocked points. The engine's side is to move.
///
/// # Errors
/// A point outside the board, or named twice; under nendzyu also numbers of stones that no game
/// leads to.
pub(super) fn listed(
    size: Size,
    rule: RuleKind,
    list: &[(Point, Owner)],
) -> Result<Listed, String> {
    let blocked = list.iter().filter(|(_, owner)| *owner == Owner::Blocked).map(|(p, _)| *p);
    let blocked: Bits = blocked.collect();
    let owners: Vec<_> =
        list.iter().map(|(_, owner)| *owner).filter(|&owner| owner != Owner::Blocked).collect();
    let black = if rule.has_long_turns() { black_of_pairs(&owners)? } else { black_of(&owners) };
    let side_of = |owner| if owner == black { Side::Black } else { Side::White };
    let stones = list
        .iter()
        .filter(|(_, owner)| *owner != Owner::Blocked)
        .map(|&(point, owner)| (point, side_of(owner)))
        .collect();
    let order = rule.rule().turn_order();
    let setup = Setup { size, stones, to_move: side_of(Owner::Own), order };
    let mut position = setup.build().map_err(|error: SetupError| error.to_string())?;
    if rule.has_long_turns() && position.ply() > 0 {
        // Whatever the order of the list: a whole turn is due.
        position.set_turn(order.whole(position.side()));
    }
    Ok(Listed { position, blocked })
}

/// Who is Black, where the engine is to move and these are the owners of the stones in the order
/// of the list.
///
/// A list in which the owners alternate is taken to be in the order of the moves, so the first
/// stone is Black's. In any other order the counts tell: as many own stones as others and the
/// engine is Black, one fewer and it is White. Counts that no game leads to leave the first stone.
fn black_of(owners: &[Owner]) -> Owner {
    let Some(&first) = owners.first() else { return Owner::Own };
    if owners.windows(2).all(|pair| pair[0] != pair[1]) {
        return first;
    }
    let own = owners.iter().filter(|&&owner| owner == Owner::Own).count();
    let other = owners.len() - own;
    if own == other {
        Owner::Own
    } else if other == own + 1 {
        Owner::Other
    } else {
        first
    }
}

/// As [`black_of`] under nendzyu. Black's stones are odd in number after each of its turns, White's
/// even, and whoever is to move has one fewer than the other side: so the numbers tell, and the order
/// of the list means nothing.
///
/// # Errors
/// Numbers that no game leads to.
fn black_of_pairs(owners: &[Owner]) -> Result<Owner, String> {
    let own = owners.iter().filter(|&&owner| owner == Owner::Own).count();
    let other = owners.len() - own;
    if owners.is_empty() {
        Ok(Owner::Own)
    } else if own + 1 == other {
        Ok(if own % 2 == 1 { Owner::Own } else { Owner::Other })
    } else {
        Err(format!(
            "{own} own stones and {other} of the other side: in nendzyu the side to move has one \
             stone fewer than the other side"
        ))
    }
}

impl<W: Write> Session<W> {
    /// The point of these coordinates.
    ///
    /// # Errors
    /// Why no stone can be put there, as far as the board's size and blocked points go.
    pub(super) fn point(&self, coordinates: (i64, i64)) -> Result<Point, String> {
        let size = self.engine.position().size();
        match on_board(size, coordinates) {
            Some(point) if self.blocked.contains(point) => Err("the point is blocked".into()),
            Some(point) => Ok(point),
            None => Err(format!("the point is outside the board of {size}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Owner::{Other, Own};

    #[test]
    fn the_first_stone_of_alternating_owners_is_blacks() {
        assert_eq!(black_of(&[]), Own);
        assert_eq!(black_of(&[Other]), Other);
        assert_eq!(black_of(&[Other, Own, Other]), Other);
        assert_eq!(black_of(&[Own, Other]), Own);
        assert_eq!(black_of(&[Other, Own]), Other);
    }

    #[test]
    fn in_other_orders_the_counts_tell() {
        assert_eq!(black_of(&[Other, Other, Own, Own]), Own);
        assert_eq!(black_of(&[Own, Own, Other, Other, Other]), Other);
        assert_eq!(black_of(&[Own, Own, Own, Other]), Own);
        assert_eq!(black_of(&[Other, Other, Other]), Other);
    }

    #[test]
    fn the_engine_is_to_move_whatever_the_counts() {
        let lists: [&[Owner]; 5] =
            [&[], &[Own], &[Other, Other, Other], &[Own, Own, Other], &[Own, Other, Own]];
        for owners in lists {
            let list: Vec<_> =
                owners.iter().zip(0..).map(|(&owner, x)| (Point::at(x, 0), owner)).collect();
            let listed = listed(Size::RENJU, RuleKind::Renju, &list).unwrap();
            let engine = if black_of(owners) == Own { Side::Black } else { Side::White };
            assert_eq!(listed.position.side(), engine);
            assert_eq!(listed.position.ply(), owners.len());
        }
    }

    #[test]
    fn in_nendzyu_the_numbers_tell_who_is_black() {
        let owners = |own: usize, other: usize| {
            let mut owners = vec![Own; own];
            owners.extend(vec![Other; other]);
            owners
        };
        assert_eq!(black_of_pairs(&owners(0, 0)), Ok(Own));
        for (own, other, black) in [(0, 1, Other), (1, 2, Own), (2, 3, Other), (7, 8, Own)] {
            assert_eq!(black_of_pairs(&owners(own, other)), Ok(black), "{own} {other}");
        }
        for (own, other) in [(1, 0), (1, 1), (2, 2), (3, 2), (0, 2), (5, 7)] {
            assert!(black_of_pairs(&owners(own, other)).is_err(), "{own} {other}");
        }
        let list: Vec<_> =
            owners(2, 3).into_iter().zip(0..).map(|(owner, x)| (Point::at(x, 0), owner)).collect();
        let position = listed(Size::RENJU, RuleKind::NENDZYU, &list).unwrap().position;
        assert_eq!((position.side(), position.turn().stones_left), (Side::White, 2));
        assert!(position.turn_under_way().is_empty());
    }

    #[test]
    fn blocked_points_are_no_stones() {
        let list = [(Point::at(1, 1), Owner::Blocked), (Point::at(2, 2), Other)];
        let listed = listed(Size::RENJU, RuleKind::Freestyle, &list).unwrap();
        assert_eq!(listed.position.ply(), 1);
        assert!(listed.blocked.contains(Point::at(1, 1)));
        assert_eq!(listed.position.side(), Side::White);
    }
}
