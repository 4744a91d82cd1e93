//! Trees and records of games without variations, both ways.

use super::{Action, NodeId, Note, Tree};
use crate::notation::game::{GameRecord, MoveNotes, RecordedMove};

impl From<&GameRecord> for Tree {
    fn from(game: &GameRecord) -> Tree {
        let mut tree = Tree::new(game.size);
        tree.info = game.info();
        let mut end = NodeId::ROOT;
        for played in &game.moves {
            end = tree.add(end, Action::play(played.side, played.point));
            let MoveNotes { time, value, depth, nodes, comment } = &played.notes;
            let notes = [
                comment.as_deref().map(Note::Comment),
                time.map(Note::Time),
                value.as_deref().map(Note::Value),
                depth.map(Note::Depth),
                nodes.map(Note::Nodes),
            ];
            notes.into_iter().flatten().for_each(|note| tree.add_note(end, note));
        }
        tree
    }
}

impl From<&Tree> for GameRecord {
    /// The main line. Stones that are set up before the first move are moves of the opening; later
    /// ones, passes and names are left out.
    fn from(tree: &Tree) -> GameRecord {
        let info = tree.info.clone();
        let mut game = GameRecord {
            size: info.size,
            rule: info.rule,
            black: info.black,
            white: info.white,
            event: info.event,
            round: info.round,
            date: info.date,
            opening: 0,
            regulated: info.regulated,
            moves: Vec::new(),
            result: info.result,
            reason: info.reason,
        };
        let mut has_begun = false;
        let mut set_up = 0;
        for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
            has_begun |= matches!(tree.action(node), Action::Move { .. });
            let mut notes = MoveNotes { comment: tree.comment(node), ..MoveNotes::default() };
            for note in tree.notes(node) {
                match note {
                    Note::Time(time) => notes.time = Some(time),
                    Note::Value(value) => notes.value = Some(value.to_owned()),
                    Note::Depth(depth) => notes.depth = Some(depth),
                    Note::Nodes(nodes) => notes.nodes = Some(nodes),
                    Note::Stone(side, point) if !has_begun => {
                        let notes = MoveNotes::default();
                        game.moves.push(RecordedMove { side, point, notes });
                        set_up += 1;
                    }
                    _ => {}
                }
            }
            if let Action::Move { side, point } = tree.action(node) {
                game.moves.push(RecordedMove { side, point, notes });
            }
        }
        game.opening = set_up + info.opening.min(game.moves.len() - set_up);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Side, Size};
    use crate::notation::game::{RecordedTurn, RegulatedOpening};
    use std::time::Duration;

    #[test]
    fn a_record_becomes_a_tree_and_a_record_again() {
        let mut game = GameRecord::new(Size::RENJU);
        game.black = Some("a".to_owned());
        game.opening = 1;
        game.regulated = Some(RegulatedOpening {
            regulation: "swap".to_owned(),
            first: Side::White,
            turns: vec![RecordedTurn { text: "h8".to_owned(), time: None }],
        });
        game.push(Point::at(7, 7), MoveNotes::default());
        let notes = MoveNotes {
            time: Some(Duration::from_micros(1)),
            value: Some("+5".to_owned()),
            depth: Some(2),
            nodes: Some(3),
            comment: Some("c".to_owned()),
        };
        game.push(Point::at(7, 6), notes);
        assert_eq!(GameRecord::from(&Tree::from(&game)), game);
    }

    #[test]
    fn stones_that_are_set_up_come_first() {
        let mut tree = Tree::new(Size::RENJU);
        tree.add_note(NodeId::ROOT, Note::Stone(Side::White, Point::at(1, 1)));
        let first = tree.add(NodeId::ROOT, Action::play(Side::Black, Point::at(2, 2)));
        tree.add_note(first, Note::Stone(Side::White, Point::at(3, 3)));
        tree.add(first, Action::Pass(Side::White));
        let game = GameRecord::from(&tree);
        assert_eq!((game.opening, game.moves.len()), (1, 2));
        assert_eq!(game.moves[0].side, Side::White);
    }
}
