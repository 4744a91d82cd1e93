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
/// A point outside the board, or named twice.
pub(super) fn listed(
    size: Size,
    rule: RuleKind,
    list: &[(Point, Owner)],
) -> Result<Listed, SetupError> {
    let blocked = list.iter().filter(|(_, owner)| *owner == Owner::Blocked).map(|(p, _)| *p);
    let blocked: Bits = blocked.collect();
    let owners: Vec<_> =
        list.iter().map(|(_, owner)| *owner).filter(|&owner| owner != Owner::Blocked).collect();
    let black = black_of(&owners);
    let side_of = |owner| if owner == black { Side::Black } else { Side::White };
    let stones = list
        .iter()
        .filter(|(_, owner)| *owner != Owner::Blocked)
        .map(|&(point, owner)| (point, side_of(owner)))
        .collect();
    let order = rule.rule().turn_order();
    let setup = Setup { size, stones, to_move: side_of(Owner::Own), order };
    Ok(Listed { position: setup.build()?, blocked })
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
    fn blocked_points_are_no_stones() {
        let list = [(Point::at(1, 1), Owner::Blocked), (Point::at(2, 2), Other)];
        let listed = listed(Size::RENJU, RuleKind::Freestyle, &list).unwrap();
        assert_eq!(listed.position.ply(), 1);
        assert!(listed.blocked.contains(Point::at(1, 1)));
        assert_eq!(listed.position.side(), Side::White);
    }
}
