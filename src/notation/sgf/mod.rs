//! Games as SGF (Smart Game Format, FF\[4\], game 4: gomoku and renju), variations and all.
//!
//! Source: the format's specification, <https://www.red-bean.com/sgf/>. Points are two letters,
//! column and row from the top left, `A` following `z`. What renju's and gomoku's programs write
//! beside that is understood as well: points as `h8` and in capital letters, the long names of
//! properties before FF\[4\], encodings named by `CA` or not at all, results such as `B+DRAW`,
//! several moves in one node, brackets that should have been escaped before letters beyond ASCII.
//!
//! Properties that say nothing to us are kept as they are. Two properties are our own: `START[1]`
//! is the place where a reader is to begin, `OPENING[n]` the number of moves that the players did
//! not choose, where it cannot be told by the comment `opening` beside each of them. `HO[1]` is a
//! mark on the node.
//!
//! An opening by a regulation has properties of its own too: `REGULATION[soosorv-8]FIRST[W]`, the
//! regulation and the colour that the first player has come to; `TURNS[h8 h9 j10][SWAP]...`, the
//! turns of both players; and `TURNTIMES[5.5][]...`, how many milliseconds each of them took, where
//! that is known.

mod notes;
mod points;
mod read;
mod regulated;
mod write;

pub(super) use notes::{milliseconds, milliseconds_text};
pub(super) use read::{Collection, named_encoding};
use write::result_text;
pub use write::write_tree;

use super::format::{FormatError, Reading};
use super::game::GameRecord;
use super::tree::{Note, Tree};

/// Beside moves that the players did not choose.
const OPENING: &str = "opening";

/// The main lines of the games of a collection. Text between games is skipped; passes are left out.
///
/// ```
/// use tengen::board::Point;
/// use tengen::notation::sgf;
///
/// let games = sgf::read("(;GM[4]SZ[15]RU[renju]PB[Ann];B[hh];W[ig](;B[jj])(;B[aa]))").unwrap();
/// assert_eq!(games[0].black.as_deref(), Some("Ann"));
/// assert_eq!(games[0].moves[2].point, Point::at(9, 9));
/// ```
///
/// # Errors
/// What is wrong with the first game that cannot be read.
pub fn read(text: &str) -> Result<Vec<GameRecord>, FormatError> {
    let mut collection = Collection::new(Reading::default());
    let games = std::iter::from_fn(|| collection.next(text));
    games.map(|game| game.map(|tree| GameRecord::from(&tree))).collect()
}

/// A game as a tree of one line.
pub fn write(game: &GameRecord) -> String {
    let mut bytes = Vec::new();
    let written = write_tree(&Tree::from(game), &mut bytes);
    debug_assert!(written.is_ok(), "a vector takes everything");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a comment says that the players did not choose the move.
fn is_opening(comment: &str) -> bool {
    comment == OPENING || comment == "opening move"
}

/// Counts the moves at the beginning whose comments say that nobody chose them, and takes these
/// comments away.
fn take_opening(tree: &mut Tree) {
    let marked = tree
        .main_line()
        .take_while(|&node| tree.comment(node).is_some_and(|comment| is_opening(&comment)));
    let marked: Vec<_> = marked.collect();
    for &node in &marked {
        tree.retain_notes(node, |note| !matches!(note, Note::Comment(_)));
    }
    tree.info.opening = marked.len();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Side, Size};
    use crate::notation::format::Place;
    use crate::notation::game::{GameResult, MoveNotes, RecordedTurn, RegulatedOpening};
    use crate::notation::tree::{Action, NodeId, Shape};
    use crate::rules::RuleKind;
    use std::time::Duration;

    #[test]
    fn a_game_survives_the_round_trip() {
        let mut game = GameRecord::new(Size::new(32, 20).unwrap());
        game.rule = Some(RuleKind::ExactCaro);
        game.black = Some("a [b] \\ c".to_owned());
        game.round = Some("12".to_owned());
        game.date = Some("2026-01-02".to_owned());
        game.result = Some(GameResult::Win(Side::White));
        game.reason = Some("white made five".to_owned());
        game.opening = 1;
        let took = Some(Duration::from_micros(5_500));
        game.regulated = Some(RegulatedOpening {
            regulation: "soosorv-8".to_owned(),
            first: Side::White,
            turns: [("h8 h9 j10", None), ("STAY g9 OFFER 2", took), ("[\\]", None)]
                .map(|(text, time)| RecordedTurn { text: text.to_owned(), time })
                .to_vec(),
        });
        game.push(Point::at(31, 19), MoveNotes::default());
        let notes = MoveNotes {
            time: Some(Duration::from_micros(12_345)),
            value: Some("-M4".to_owned()),
            depth: Some(9),
            nodes: Some(1_234_567),
            comment: None,
        };
        game.push(Point::at(25, 0), notes);
        game.push(
            Point::at(26, 1),
            MoveNotes { comment: Some("text, with ] more".to_owned()), ..MoveNotes::default() },
        );
        let text = write(&game);
        assert_eq!(read(&format!("{text}{text}")), Ok(vec![game.clone(), game]));
    }

    #[test]
    fn files_of_other_programs() {
        let text = "(;FF[4]GM[4]GN[1]EV[a x b]DT[2026.11.30]RO[1.1]RU[4]SZ[15]PB[a]PW[b]RE[B+1]\
                    TE[Black win by five connection]\n;B[je]C[opening move];W[ka]C[opening move]\
                    ;B[ic]C[99ms];W[])\n\njunk\n(; SZ [20:15] ; B [h8] ; W [tt] ; AB[aa][bb])";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].rule, Some(RuleKind::Renju));
        assert_eq!((games[0].opening, games[0].moves.len()), (2, 3));
        assert_eq!(games[0].moves[0].point, Point::at(9, 4));
        assert_eq!(games[0].moves[2].notes.time, Some(Duration::from_millis(99)));
        assert_eq!(games[0].result, Some(GameResult::Win(Side::Black)));
        assert_eq!(games[0].reason.as_deref(), Some("Black win by five connection"));
        assert_eq!(games[1].moves[0].point, Point::at(7, 7));
        // On a board of 20 columns tt is a point.
        assert_eq!(games[1].moves[1].point, Point::at(19, 19));
    }

    #[test]
    fn variations_and_setups() {
        let game = &read("(;AB[aa][bb]AW[cc];B[dd](;W[ee];B[ff])(;W[gg](;B[hh])))").unwrap()[0];
        assert_eq!(game.opening, 3);
        let points: Vec<u8> = game.moves.iter().map(|played| played.point.x()).collect();
        assert_eq!(points, [0, 1, 2, 3, 4, 5]);
        assert_eq!(game.moves[1].side, Side::Black);
    }

    #[test]
    fn what_is_refused() {
        let error = |text: &str| read(text).unwrap_err();
        for text in ["", "hello", "(", "( x)"] {
            assert!(error(text).reason.starts_with("there is no game"), "{text}");
        }
        for text in ["(;B[aa]", "(;", "(;C[unclosed", "(;B[aa](;W[bb])", "(;[x", "(;C[\\"] {
            assert!(error(text).reason.starts_with("the game is cut off"), "{text}");
        }
        for text in
            ["(;SZ[99])", "(;B[a])", "(;B[!!])", "(;B[abc])", "(;W[\u{e9}\u{e9}])", "(;AB[aa:])"]
        {
            assert!(read(text).is_err(), "{text}");
        }
        let place = error("(;GM[4]\n;B[hh];W[h99])").place;
        assert_eq!(place, Place::Text { line: 2, column: 9 });
        // A stray value is skipped, brackets in it included.
        assert_eq!(read("(;[a(b];B[aa])").unwrap()[0].moves.len(), 1);
    }

    fn tree(text: &str) -> Tree {
        let mut games = Collection::new(Reading::default());
        let tree = games.next(text).unwrap().unwrap();
        let mut written = Vec::new();
        assert!(write_tree(&tree, &mut written).unwrap().is_empty(), "{text}");
        let again = String::from_utf8(written).unwrap();
        let reread = Collection::new(Reading::default()).next(&again).unwrap().unwrap();
        assert_eq!(reread, tree, "{text}\n{again}");
        tree
    }

    #[test]
    fn everything_in_a_tree_is_kept() {
        let tree = tree(
            "(;GM[4]SZ[15]RU[RIF 2009]RE[B+Time]KM[6.5][\\]]AB[aa:bb]AW[cc]PL[W]C[root]\
             ;B[hh]HO[1]N[a name]LB[hh:A][gg:b:c](;W[hg]CR[aa]TR[bb:cc]C[two\nlines\n9ms])\
             (;W[ig];B[];;START[1];;(;W[jj])))",
        );
        let root = NodeId::ROOT;
        assert_eq!(tree.info.rule, Some(RuleKind::Renju));
        assert_eq!(tree.info.result, Some(GameResult::Win(Side::Black)));
        let stones = tree.notes(root).filter(|note| matches!(note, Note::Stone(..)));
        assert_eq!(stones.count(), 5);
        assert!(tree.notes(root).any(|note| note == Note::Property("RE", "B+Time")));
        assert!(tree.notes(root).any(|note| note == Note::Property("KM", "\\]")));
        let first = tree.first_child(root).unwrap();
        assert!(tree.is_marked(first));
        assert!(tree.notes(first).any(|note| note == Note::Label(Point::at(6, 6), "b:c")));
        let branches: Vec<NodeId> = tree.children(first).collect();
        assert_eq!(tree.comment(branches[0]).as_deref(), Some("two\nlines"));
        assert!(tree.notes(branches[0]).any(|n| n == Note::Mark(Shape::Triangle, Point::at(2, 2))));
        let pass = tree.first_child(branches[1]).unwrap();
        assert_eq!(tree.action(pass), Action::Pass(Side::Black));
        let start = tree.first_child(pass).unwrap();
        assert!(tree.is_start(start));
        assert_eq!(tree.len(), 7);
    }

    #[test]
    fn dialects_of_other_programs() {
        // Several moves in one node, capital letters, names of the first format, 5A of renju.
        let game = tree("(;GaMe[1]5A[ij]Black[HH]White[HG](;B[aa]W[bb]))");
        assert_eq!(game.main_line().count(), 4);
        assert_eq!(game.remarks().len(), 1);
        assert!(game.notes(NodeId::ROOT).any(|note| note == Note::Property("5A", "ij")));
        assert_eq!(tree("(;RE[B+DRAW];B[rr])").info.result, Some(GameResult::Draw));
        assert_eq!(tree("(;B[rr])").info.size, Size::square(19).unwrap());
        let chinese =
            tree("(;PB[[\u{68b5}\u{97f3}]\u{9009}\u{624b}01]PW[x]RE[\u{767d}\u{80dc}];B[hh])");
        assert_eq!(chinese.info.black.as_deref(), Some("[\u{68b5}\u{97f3}]\u{9009}\u{624b}01"));
        assert_eq!(chinese.info.result, Some(GameResult::Win(Side::White)));
        let twice = tree("(;B[aa]C[x]C[y];W[bb]C[9ms]C[opening])");
        assert_eq!(twice.comment(twice.first_child(NodeId::ROOT).unwrap()).unwrap(), "x\ny");
    }

    #[test]
    fn openings_are_marked_by_comments_where_they_can_be() {
        let opening = |text| tree(text).info.opening;
        assert_eq!(opening("(;B[aa]C[opening];W[bb]C[opening move];B[cc])"), 2);
        assert_eq!(opening("(;OPENING[2];B[aa]C[x];W[bb])"), 2);
        assert_eq!(opening("(;OPENING[0];B[aa]C[opening];W[bb])"), 0);
        assert_eq!(opening("(;OPENING[9];B[aa])"), 9);
    }
}
