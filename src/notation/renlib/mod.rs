//! RenLib's libraries (`.lib`), versions 3.0 and 3.4, both ways.
//!
//! The format is that of RenLib's published source. A file has a header of 20 bytes: `FF`,
//! `RenLib`, `FF`, major and minor version, and ten more bytes `FF`; the oldest files have none and
//! begin with the node of h8. Then come the nodes, each before its children, each child with all
//! that follows it before the next one. In version 3.4 the first node is the empty board.
//!
//! A node is a byte for its point and a byte of flags, then what the flags announce:
//!
//! | bit | |
//! |---|---|
//! | `80` | another child of the same node comes after all that follows this one |
//! | `40` | nothing follows this node |
//! | `20` | a comment in the old alphabet of seven bits, its last character with the high bit set |
//! | `10` | the node is marked |
//! | `08` | a comment, ended by a byte 0: one line, and after a byte 8 more lines |
//! | `04` | the place to begin at |
//! | `02` | no move: the node only carries a text for the board |
//! | `01` | two more bytes of flags; `01` in the second of them: a text for the board, ended by 0 |
//!
//! The point is `16 * row + column`, the row from 0 at the top, the column from 1 at the left; 0 is
//! a pass. Texts are filled up to an even number of bytes, in whatever encoding their author's
//! system had. The board is 15 x 15, Black begins, and the sides alternate.

mod read;
mod write;

pub(super) use read::{is_library, read};
pub(super) use write::fitted;
pub use write::{Version, write_tree};

/// What a file with a version begins with.
const MAGIC: [u8; 8] = [0xff, b'R', b'e', b'n', b'L', b'i', b'b', 0xff];
/// Bytes of the header.
const HEADER: usize = 20;
/// The first byte of a file without a header: the point h8.
const H8: u8 = 0x78;
/// The newest version there is.
const NEWEST: (u8, u8) = (3, 4);
/// Between the one line and the further lines of a comment.
const MORE_LINES: char = '\u{8}';

/// The bits of a node's flags, the extended ones from `0x100` on.
mod flag {
    pub const MORE_SIBLINGS: u32 = 0x80;
    pub const NO_CHILD: u32 = 0x40;
    pub const OLD_COMMENT: u32 = 0x20;
    pub const MARK: u32 = 0x10;
    pub const COMMENT: u32 = 0x08;
    pub const START: u32 = 0x04;
    pub const NO_MOVE: u32 = 0x02;
    pub const EXTENDED: u32 = 0x01;
    pub const BOARD_TEXT: u32 = 0x100;
    /// Every bit that has a meaning.
    pub const KNOWN: u32 = 0x1ff;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Side, Size};
    use crate::notation::format::Reading;
    use crate::notation::tree::{Action, NodeId, Note, Tree};

    /// A file of these nodes.
    fn library(minor: u8, nodes: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([3, minor]);
        bytes.resize(HEADER, 0xff);
        bytes.extend_from_slice(nodes);
        bytes
    }

    fn parse(bytes: &[u8]) -> Result<Tree, String> {
        read(bytes, &Reading::default()).map_err(|error| error.to_string())
    }

    /// The tree of a file, which comes out of writing it again as well.
    fn tree(bytes: &[u8]) -> Tree {
        let tree = parse(bytes).unwrap();
        let mut written = Vec::new();
        let losses = write_tree(&tree, None, None, &mut written).unwrap();
        assert!(losses.is_empty(), "{losses}");
        assert_eq!(parse(&written).as_ref(), Ok(&tree), "{written:x?}");
        tree
    }

    fn black(x: u8, y: u8) -> Action {
        Action::play(Side::Black, Point::at(x, y))
    }

    fn white(x: u8, y: u8) -> Action {
        Action::play(Side::White, Point::at(x, y))
    }

    #[test]
    fn nodes_of_both_versions() {
        // h8, then h9 with the answers i9 and j10, then i9 alone.
        let nodes = [0x78, 0x00, 0x68, 0x80, 0x69, 0xc0, 0x5a, 0x40, 0x69, 0x40];
        let old = tree(&library(0, &nodes));
        let h8 = old.first_child(NodeId::ROOT).unwrap();
        let actions: Vec<Action> = old.walk().map(|node| old.action(node)).collect();
        let expected =
            [Action::None, black(7, 7), white(7, 6), black(8, 6), black(9, 5), white(8, 6)];
        assert_eq!(actions, expected);
        assert_eq!(old.children(h8).count(), 2);
        // The same with the empty board as its first node, and the same without a header.
        let with_root: Vec<u8> = [0, 0].into_iter().chain(nodes).collect();
        assert_eq!(tree(&library(4, &with_root)), old);
        assert_eq!(tree(&nodes), old);
    }

    #[test]
    fn comments_texts_and_flags() {
        let mut nodes = vec![0x00, 0x08];
        nodes.extend(b"a library\0");
        nodes.extend([0x78, 0x1d, 0x00, 0x01]);
        nodes.extend(b"one\x08more\r\nlines\0");
        nodes.extend(b"A\0");
        // A text on a point without a move, before a pass.
        nodes.extend([0x11, 0xc3, 0x00, 0x01]);
        nodes.extend(b"xy\0\0");
        nodes.extend([0x00, 0x00, 0x22, 0x40]);
        let tree = tree(&library(4, &nodes));
        assert_eq!(tree.name(NodeId::ROOT), Some("a library"));
        let h8 = tree.first_child(NodeId::ROOT).unwrap();
        assert!(tree.is_marked(h8) && tree.is_start(h8));
        assert_eq!(tree.name(h8), Some("one"));
        assert_eq!(tree.comment(h8).as_deref(), Some("more\nlines"));
        assert!(tree.notes(h8).any(|note| note == Note::Label(Point::at(7, 7), "A")));
        assert!(tree.notes(h8).any(|note| note == Note::Label(Point::at(0, 1), "xy")));
        let pass = tree.first_child(h8).unwrap();
        assert_eq!(tree.action(pass), Action::Pass(Side::White));
        assert_eq!(tree.action(tree.first_child(pass).unwrap()), black(1, 2));
    }

    #[test]
    fn comments_of_old_and_foreign_files() {
        let old = parse(&library(0, b"\x78\x60a}\x80\0")).unwrap();
        let h8 = old.first_child(NodeId::ROOT).unwrap();
        assert_eq!(old.name(h8), Some("a\u{e5}"));
        let chinese = "\u{9ed1}\u{5148}\u{80dc}\u{ff0c}\u{8fd9}\u{662f}\u{6b63}\u{89e3}";
        let (bytes, _, _) = encoding_rs::GBK.encode(chinese);
        let mut nodes = vec![0x78, 0x48];
        nodes.extend(bytes.iter());
        nodes.extend([0, 0]);
        let guessed = parse(&library(0, &nodes)).unwrap();
        assert_eq!(guessed.name(h8), Some(chinese));
        let mut written = Vec::new();
        let gbk = Some(encoding_rs::GBK);
        assert!(write_tree(&guessed, None, gbk, &mut written).unwrap().is_empty());
        assert_eq!(written, library(0, &nodes));
    }

    #[test]
    fn what_other_trees_need_is_made_or_counted() {
        let mut tree = Tree::new(Size::RENJU);
        tree.info.black = Some("a".to_owned());
        tree.add_note(NodeId::ROOT, Note::Stone(Side::White, Point::at(1, 1)));
        tree.add_note(NodeId::ROOT, Note::Stone(Side::White, Point::at(2, 2)));
        let remark = tree.add(NodeId::ROOT, Action::None);
        tree.add_note(remark, Note::Comment("said between moves"));
        let move_1 = tree.add(remark, black(7, 7));
        tree.add(move_1, black(7, 8));
        let mut written = Vec::new();
        let losses = write_tree(&tree, None, None, &mut written).unwrap();
        assert_eq!(
            losses.to_string(),
            "2 stones that are set up (written as moves), 1 nodes without a move (joined with the \
             one before), 1 names of players"
        );
        let again = parse(&written).unwrap();
        let actions: Vec<Action> = again.walk().map(|node| again.action(node)).collect();
        let pass = Action::Pass;
        let expected = [
            Action::None,
            pass(Side::Black),
            white(1, 1),
            pass(Side::Black),
            white(2, 2),
            black(7, 7),
            pass(Side::White),
            black(7, 8),
        ];
        assert_eq!(actions, expected);
        let fourth = again.path(again.main_line_end())[3];
        assert_eq!(again.comment(fourth).as_deref(), Some("said between moves"));
        let large = Tree::new(Size::square(19).unwrap());
        assert!(write_tree(&large, None, None, &mut Vec::new()).is_err());
    }

    #[test]
    fn the_version_is_the_oldest_that_will_do() {
        let minor = |nodes: &[u8]| {
            let mut written = Vec::new();
            let tree = parse(&library(4, nodes)).unwrap();
            write_tree(&tree, None, None, &mut written).unwrap();
            (written[9], written.len() - HEADER)
        };
        assert_eq!(minor(&[0, 0, 0x78, 0x40]), (0, 2));
        assert_eq!(minor(&[0, 0, 0x77, 0x40]), (4, 4));
        assert_eq!(minor(&[0, 0, 0x78, 0xc0, 0x77, 0x40]), (4, 6));
        assert_eq!(minor(&[0, 0, 0x78, 0, 0, 0x40]), (4, 6));
        assert_eq!(minor(&[0, 0x10, 0x78, 0x40]), (4, 4));
        assert_eq!(minor(&[0, 0]), (4, 2));
        let other = parse(&library(0, &[0x77, 0x40])).unwrap();
        assert!(write_tree(&other, Some(Version::V30), None, &mut Vec::new()).is_err());
        let mut written = Vec::new();
        let h8 = parse(&library(0, &[0x78, 0x40])).unwrap();
        write_tree(&h8, Some(Version::V34), None, &mut written).unwrap();
        assert_eq!(written[9], 4);
    }

    #[test]
    fn what_is_refused() {
        let whole = library(0, &[0x78, 0x00, 0x68, 0xc0, 0x69, 0x48, b'a', 0]);
        assert!(parse(&whole).is_ok());
        for (bytes, reason) in [
            (vec![], "byte 0 (read as a RenLib library): it does not begin"),
            (b"PK\x03\x04".to_vec(), "byte 0 (read as a RenLib library): it does not begin"),
            (whole[..12].to_vec(), "byte 12 (read as a RenLib library): the header is cut off"),
            (library(5, &[]), "byte 8 (read as a RenLib library): version 3.5"),
            (whole[..23].to_vec(), "byte 22 (read as a RenLib library): the node is cut off"),
            (whole[..24].to_vec(), "byte 24 (read as a RenLib library): the library is cut off"),
            (whole[..27].to_vec(), "byte 26 (read as a RenLib library): the text is cut off"),
            (library(0, &[0x78, 0x00, 0x70, 0x40]), "byte 22 (read as a RenLib library): 0x70"),
            (library(0, &[0x78, 0x00, 0xf1, 0x40]), "byte 22 (read as a RenLib library): 0xF1"),
            (library(0, &[0x78, 0x40, 0x11, 0x40]), "byte 22 (read as a RenLib library): the tree"),
        ] {
            let error = parse(&bytes).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn branches_saved_by_themselves_announce_more_than_they_hold() {
        // Saved from the second move on: h9 had siblings in the library that it came from.
        let tree = parse(&library(0, &[0x78, 0, 0x68, 0x80, 0x69, 0x40])).unwrap();
        assert_eq!((tree.len(), tree.remarks().len()), (4, 1));
        // An empty library, and one that was saved at its last move.
        assert_eq!(parse(&library(4, &[0, 0])).unwrap().len(), 1);
        assert_eq!(parse(&library(0, &[0x78, 0])).unwrap().len(), 2);
    }
}
