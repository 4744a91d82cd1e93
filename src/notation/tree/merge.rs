//! One tree of two games.

use super::{Action, NodeId, Tree};

impl Tree {
    /// Adds another game of the same board: where both have the same moves they go together, and
    /// where they part the other game becomes a variation. Notes are kept once where both have the
    /// same; what is known of the other game as a whole is left out.
    ///
    /// # Panics
    /// As [`Tree::add`] and [`Tree::add_note`].
    pub fn merge(&mut self, other: &Tree) {
        let mut places = vec![NodeId::ROOT; other.len()];
        for node in other.walk() {
            if let Some(parent) = other.parent(node) {
                let parent = places[parent.index()];
                places[node.index()] = self.child(parent, other.action(node));
            }
            let place = places[node.index()];
            if other.is_marked(node) {
                self.set_marked(place, true);
            }
            if other.is_start(node) {
                self.set_start(place, true);
            }
            for note in other.notes(node) {
                if !self.notes(place).any(|known| known == note) {
                    self.add_note(place, note);
                }
            }
        }
    }

    /// The child of a node that does that; a new one if there is none.
    fn child(&mut self, parent: NodeId, action: Action) -> NodeId {
        let mut last = None;
        for child in self.children(parent) {
            if self.action(child) == action && action != Action::None {
                return child;
            }
            last = Some(child);
        }
        match last {
            Some(sibling) => self.add_after(sibling, action),
            None => self.add(parent, action),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Note;
    use super::*;
    use crate::board::{Point, Side, Size};

    #[test]
    fn games_share_the_moves_that_they_share() {
        let line = |points: &[u8], comment: &str| {
            let mut tree = Tree::new(Size::RENJU);
            let mut end = NodeId::ROOT;
            for &x in points {
                let side = tree.natural_side(end);
                end = tree.add(end, Action::play(side, Point::at(x, 0)));
            }
            tree.add_note(end, Note::Comment(comment));
            tree
        };
        let mut tree = line(&[1, 2, 3], "a");
        tree.merge(&line(&[1, 2, 4], "b"));
        tree.merge(&line(&[1, 2, 3], "c"));
        tree.merge(&line(&[1, 2, 3], "a"));
        tree.merge(&line(&[5], "d"));
        assert_eq!(tree.len(), 6);
        assert_eq!(tree.comment(tree.main_line_end()).as_deref(), Some("a\nc"));
        assert_eq!(tree.children(NodeId::ROOT).count(), 2);
        assert_eq!(tree.action(tree.main_line_end()).side(), Some(Side::Black));
    }
}
