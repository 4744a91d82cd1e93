//! The review in JSON, and how often each side went wrong.

use super::Reviewed;
use crate::analysis::{Judged, Judgement};
use crate::board::Side;
use crate::cli::report::{self, ValueDocument};
use crate::notation::pos;
use serde::Serialize;

/// A move in JSON.
#[derive(Clone, Debug, Serialize)]
struct MoveDocument {
    number: usize,
    side: String,
    point: String,
    before: ValueDocument,
    after: ValueDocument,
    loss: f64,
    judgement: &'static str,
    best: Vec<String>,
    reply: Vec<String>,
}

/// How often a side went wrong.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Count {
    pub(super) inaccuracies: usize,
    pub(super) mistakes: usize,
    pub(super) missed_wins: usize,
    pub(super) losing_moves: usize,
}

/// What `--json` prints.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Document {
    rule: &'static str,
    width: u8,
    height: u8,
    black: Option<String>,
    white: Option<String>,
    moves: Vec<MoveDocument>,
    mistakes: Sides,
    remark: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Sides {
    black: Count,
    white: Count,
}

/// How often `side` went wrong.
pub(super) fn counts(moves: &[Judged], side: Side) -> Count {
    let of = |wanted: Judgement| {
        moves.iter().filter(|m| m.side == side && m.judgement == wanted).count()
    };
    Count {
        inaccuracies: of(Judgement::Inaccuracy),
        mistakes: of(Judgement::Mistake),
        missed_wins: of(Judgement::MissedWin),
        losing_moves: of(Judgement::Losing),
    }
}

/// All of it.
pub(super) fn document(reviewed: &Reviewed) -> Document {
    let size = reviewed.tree.info.size;
    let first = reviewed.positions[0].ply();
    let moves = reviewed.moves.iter().enumerate().map(|(n, judged)| MoveDocument {
        number: first + n + 1,
        side: judged.side.to_string(),
        point: pos::name(judged.point, size),
        before: judged.before.into(),
        after: judged.after.into(),
        loss: report::rounded(judged.loss),
        judgement: judged.judgement.name(),
        best: report::point_names(&judged.best, size),
        reply: report::point_names(&judged.reply, size),
    });
    Document {
        rule: reviewed.rule.name(),
        width: size.width(),
        height: size.height(),
        black: reviewed.tree.info.black.clone(),
        white: reviewed.tree.info.white.clone(),
        moves: moves.collect(),
        mistakes: Sides {
            black: counts(&reviewed.moves, Side::Black),
            white: counts(&reviewed.moves, Side::White),
        },
        remark: reviewed.remark.clone(),
    }
}
