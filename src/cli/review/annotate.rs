//! The game as SGF, with what was found about it.

use super::Reviewed;
use crate::analysis::{Judged, Judgement};
use crate::board::Size;
use crate::cli::error::CommandError;
use crate::cli::report::percent;
use crate::notation::pos;
use crate::notation::sgf;
use crate::notation::tree::{Action, NodeId, Note, Tree};

/// Moves of a better line that are written.
const LONGEST_VARIATION: usize = 40;

/// The text of the file.
///
/// # Errors
/// When the game cannot be written.
pub(super) fn sgf(reviewed: &Reviewed) -> Result<Vec<u8>, CommandError> {
    let mut tree = reviewed.tree.clone();
    tree.info.rule = Some(reviewed.rule);
    let size = tree.info.size;
    for (&node, judged) in reviewed.nodes.iter().zip(&reviewed.moves) {
        let own = describe(judged, size);
        let comment = match tree.comment(node) {
            Some(before) if !before.is_empty() => format!("{before}\n{own}"),
            _ => own,
        };
        tree.set_comment(node, &comment);
        if let Some((property, value)) = annotation(judged.judgement) {
            tree.add_note(node, Note::Property(property, value));
        }
        if judged.judgement != Judgement::Good && judged.best.first() != Some(&judged.point) {
            add_variation(&mut tree, node, judged);
        }
    }
    let mut bytes = Vec::new();
    sgf::write_tree(&tree, &mut bytes).map_err(CommandError::failed)?;
    Ok(bytes)
}

/// What the file format has for a move of this kind.
fn annotation(judgement: Judgement) -> Option<(&'static str, &'static str)> {
    match judgement {
        Judgement::Good => None,
        Judgement::Inaccuracy => Some(("DO", "")),
        Judgement::Mistake => Some(("BM", "1")),
        Judgement::MissedWin | Judgement::Losing => Some(("BM", "2")),
    }
}

fn describe(judged: &Judged, size: Size) -> String {
    let mut text = format!("{} before, {} after", judged.before, judged.after);
    if judged.judgement != Judgement::Good {
        text += &format!(": {}, {} given away", judged.judgement.name(), percent(judged.loss));
        if judged.best.first() != Some(&judged.point) {
            text += &format!("; better {}", pos::joined(&judged.best, size, " "));
        }
    }
    text
}

/// Adds the better line beside the move.
fn add_variation(tree: &mut Tree, node: NodeId, judged: &Judged) {
    let Some(parent) = tree.parent(node) else { return };
    let mut side = judged.side;
    let mut at = parent;
    for (n, &point) in judged.best.iter().take(LONGEST_VARIATION).enumerate() {
        let action = Action::play(side, point);
        // A variation that the file has already goes on as it does.
        let known = tree.children(at).find(|&child| tree.action(child) == action);
        at = match known {
            Some(child) => child,
            None => tree.add(at, action),
        };
        if n == 0 {
            let comment = match tree.comment(at) {
                Some(before) if !before.is_empty() => format!("{before}\n{}", judged.before),
                _ => format!("better: {}", judged.before),
            };
            tree.set_comment(at, &comment);
        }
        side = !side;
    }
}
