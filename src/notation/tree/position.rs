//! The position at a node of a tree.

use super::{Action, NodeId, Note, Tree};
use crate::board::{NullObserver, Point, Position, Setup, SetupError, Side};
use crate::notation::pos;
use crate::rules::{IllegalMove, Outcome, RuleKind, WinReason};
use std::fmt;

/// Why there is no position at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionErrorKind {
    /// A stone that is set up is off the board.
    Setup(SetupError),
    /// The rule or the board does not allow the move.
    Illegal(IllegalMove),
    /// The game has ended before the move.
    Over(Outcome),
}

/// The first thing on the way to a node that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The node where it is.
    pub node: NodeId,
    /// Which move that would be, from 1, counted along the way. For stones that are set up, the
    /// number of moves before them.
    pub number: usize,
    /// The move's name, as `h8`; empty for stones that are set up.
    pub name: String,
    /// The move that ended the game and its number, where that is what is wrong.
    last: Option<(String, usize)>,
    /// What is wrong.
    pub kind: PositionErrorKind,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionError { number, name, .. } = self;
        match self.kind {
            PositionErrorKind::Setup(error) => {
                write!(f, "the stones that are set up after {number} moves: {error}")
            }
            PositionErrorKind::Illegal(error) => write!(f, "move {number} ({name}): {error}"),
            PositionErrorKind::Over(outcome) => {
                write!(f, "move {number} ({name}): the game has ended before it: ")?;
                match outcome {
                    Outcome::Draw => return f.write_str("it is drawn"),
                    Outcome::Win { side, reason: WinReason::Five } => {
                        write!(f, "{side} has won with five in a row")?;
                    }
                    Outcome::Win { side, reason: WinReason::Forbidden(kind) } => {
                        write!(f, "{side} has won, the last move is a forbidden {kind}")?;
                    }
                    Outcome::Win { side, reason: WinReason::Overline } => {
                        write!(f, "{side} has won, {} has made more than five in a row", !side)?;
                    }
                    Outcome::Win { side, reason: WinReason::NoTurn } => {
                        write!(f, "{side} has won, {} has no legal turn left", !side)?;
                    }
                }
                match &self.last {
                    Some((name, number)) => write!(f, " ({name}, move {number})"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// The name of a point that may be off the board.
fn name_of(point: Point, tree: &Tree) -> String {
    if tree.info.size.contains(point) {
        pos::name(point, tree.info.size)
    } else {
        format!("{},{}", point.x(), point.y())
    }
}

/// Checks that no turn is under way: that the other side may act.
fn check_whole(position: &Position) -> Result<(), IllegalMove> {
    match position.turn_under_way().len() {
        0 => Ok(()),
        given => Err(IllegalMove::Stones { wanted: position.order().later, given }),
    }
}

impl Tree {
    /// The position at `node`, with all moves before it in its history: each of them legal under
    /// `rule`, none after the end of the game. Stones that are set up are only placed.
    ///
    /// The turn is the other side's than the last that acted, where a turn is one stone; a turn of
    /// more stones must be whole before the other side acts. After stones that are set up it is
    /// whose the record says, or else Black's unless there are more black stones than white ones.
    ///
    /// # Errors
    /// The first stone that cannot be placed.
    pub fn position(&self, node: NodeId, rule: RuleKind) -> Result<Position, PositionError> {
        let rule = rule.rule();
        let order = rule.turn_order();
        let mut position = Position::with_order(self.info.size, order);
        let mut number = 0;
        for node in std::iter::once(NodeId::ROOT).chain(self.path(node)) {
            match self.action(node) {
                Action::None => {}
                Action::Pass(side) => {
                    check_whole(&position).map_err(|error| PositionError {
                        node,
                        number: number + 1,
                        name: "pass".to_owned(),
                        last: None,
                        kind: PositionErrorKind::Illegal(error),
                    })?;
                    position.set_turn(order.whole(!side));
                }
                Action::Move { side, point } => {
                    number += 1;
                    let refuse = |position: &Position, kind| {
                        let last = position.last();
                        let last = last.map(|last| (name_of(last.point, self), position.ply()));
                        PositionError { node, number, name: name_of(point, self), last, kind }
                    };
                    if let Some(outcome) = rule.outcome(&position) {
                        return Err(refuse(&position, PositionErrorKind::Over(outcome)));
                    }
                    if position.side() != side {
                        check_whole(&position).map_err(|error| {
                            refuse(&position, PositionErrorKind::Illegal(error))
                        })?;
                        position.set_turn(order.whole(side));
                    }
                    rule.try_play(&mut position, point, &mut NullObserver)
                        .map_err(|error| refuse(&position, PositionErrorKind::Illegal(error)))?;
                }
            }
            if self.has_setup(node) {
                position = self.set_up(node, &position).map_err(|error| {
                    let kind = PositionErrorKind::Setup(error);
                    PositionError { node, number, name: String::new(), last: None, kind }
                })?;
            }
        }
        Ok(position)
    }

    /// The position after what is set up at `node`.
    fn set_up(&self, node: NodeId, before: &Position) -> Result<Position, SetupError> {
        let size = before.size();
        let mut stones: Vec<(Point, Side)> =
            before.history().iter().map(|played| (played.point, played.side)).collect();
        let mut turn = None;
        for note in self.notes(node) {
            match note {
                Note::Stone(side, point) => {
                    if !size.contains(point) {
                        return Err(SetupError::OffBoard(point));
                    }
                    stones.retain(|&(other, _)| other != point);
                    stones.push((point, side));
                }
                Note::Clear(point) => stones.retain(|&(other, _)| other != point),
                Note::Turn(side) => turn = Some(side),
                _ => {}
            }
        }
        let count = |side| stones.iter().filter(|&&(_, other)| other == side).count();
        let fewer = if count(Side::Black) > count(Side::White) { Side::White } else { Side::Black };
        Setup { size, stones, to_move: turn.unwrap_or(fewer), order: before.order() }.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn line(moves: &str) -> (Tree, NodeId) {
        let mut tree = Tree::new(Size::RENJU);
        let mut end = NodeId::ROOT;
        for point in pos::parse_moves(moves, Size::RENJU).unwrap() {
            end = tree.add(end, Action::play(tree.natural_side(end), point));
        }
        (tree, end)
    }

    fn refusal(moves: &str, rule: RuleKind) -> String {
        let (tree, end) = line(moves);
        tree.position(end, rule).unwrap_err().to_string()
    }

    #[test]
    fn refusals_name_the_move_and_the_reason() {
        assert_eq!(
            refusal("h8h9h8", RuleKind::Freestyle),
            "move 3 (h8): the point already holds a black stone"
        );
        assert_eq!(
            refusal("h8a1h7c1i6e1j6g1h6", RuleKind::Renju),
            "move 9 (h6): the point is forbidden to black (double three)"
        );
        assert_eq!(
            refusal("a1a3b1b3c1c3d1d3e1e3", RuleKind::Freestyle),
            "move 10 (e3): the game has ended before it: black has won with five in a row \
             (e1, move 9)"
        );
        let (mut tree, end) = line("h8");
        let off = tree.add(end, Action::play(Side::White, Point::at(20, 1)));
        let error = tree.position(off, RuleKind::Renju).unwrap_err().to_string();
        assert_eq!(error, "move 2 (20,1): the point is outside the board");
    }

    #[test]
    fn passes_and_sides_out_of_turn() {
        let (mut tree, end) = line("h8h9");
        let pass = tree.add(end, Action::Pass(Side::Black));
        assert_eq!(tree.position(pass, RuleKind::Renju).unwrap().side(), Side::White);
        let again = tree.add(end, Action::play(Side::White, Point::at(0, 0)));
        let position = tree.position(again, RuleKind::Renju).unwrap();
        assert_eq!(position.stones().count(Side::White), 2);
        assert_eq!(position.side(), Side::Black);
    }

    #[test]
    fn turns_of_two_stones_are_whole_before_the_other_side_acts() {
        let mut tree = Tree::new(Size::RENJU);
        tree.info.rule = Some(RuleKind::NENDZYU);
        let mut end = NodeId::ROOT;
        for point in pos::parse_moves("h8f9i7g6", Size::RENJU).unwrap() {
            end = tree.add(end, Action::play(tree.natural_side(end), point));
        }
        let position = tree.position(end, RuleKind::NENDZYU).unwrap();
        assert_eq!((position.stones().count(Side::White), position.ply()), (2, 4));
        assert_eq!((position.side(), position.turn().stones_left), (Side::Black, 1));
        let (mut alternating, end) = line("h8f9i7");
        assert_eq!(
            alternating.position(end, RuleKind::NENDZYU).unwrap_err().to_string(),
            "move 3 (i7): this turn has 2 stones, and 1 is given"
        );
        let half = alternating.parent(end).unwrap();
        let pass = alternating.add(half, Action::Pass(Side::Black));
        let error = alternating.position(pass, RuleKind::NENDZYU).unwrap_err().to_string();
        assert_eq!(error, "move 3 (pass): this turn has 2 stones, and 1 is given");
    }

    #[test]
    fn stones_are_set_up_replaced_and_taken_away() {
        let (mut tree, end) = line("h8h9");
        let (h8, h9, a15) = (Point::at(7, 7), Point::at(7, 6), Point::at(0, 0));
        let node = tree.add(end, Action::None);
        tree.add_note(node, Note::Stone(Side::White, h8));
        tree.add_note(node, Note::Clear(h9));
        tree.add_note(node, Note::Stone(Side::Black, a15));
        let position = tree.position(node, RuleKind::Renju).unwrap();
        assert_eq!(position.stones().at(h8), Some(Side::White));
        assert_eq!(position.stones().at(h9), None);
        assert_eq!((position.ply(), position.side()), (2, Side::Black));
        tree.add_note(node, Note::Turn(Side::White));
        assert_eq!(tree.position(node, RuleKind::Renju).unwrap().side(), Side::White);
        tree.add_note(node, Note::Stone(Side::Black, Point::at(15, 0)));
        assert!(tree.position(node, RuleKind::Renju).is_err());
    }
}
