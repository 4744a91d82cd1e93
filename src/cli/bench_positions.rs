//! The positions of `tengen bench`.

use crate::rules::RuleKind;

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// The rule of its game.
    pub rule: RuleKind,
    /// Points a side of its board.
    pub size: u8,
    /// The moves that lead to it.
    pub moves: &'static str,
}

const fn position(rule: RuleKind, size: u8, moves: &'static str) -> BenchPosition {
    BenchPosition { rule, size, moves }
}

/// All of them. A change here is a change of the signature.
pub const BENCH_POSITIONS: &[BenchPosition] = &[
    position(RuleKind::Renju, 15, "h8i9g9g7"),
    position(RuleKind::Renju, 20, "j10k11i11i9"),
    position(RuleKind::Freestyle, 15, "h8i9g9g7"),
    position(RuleKind::Freestyle, 20, "j10k11i11i9"),
    position(RuleKind::Standard, 15, "h8i9g9g7"),
    position(RuleKind::Standard, 20, "j10k11i11i9"),
    position(RuleKind::Caro, 15, "h8i9g9g7"),
    position(RuleKind::Caro, 20, "j10k11i11i9"),
    position(RuleKind::ExactCaro, 15, "h8i9g9g7"),
    position(RuleKind::ExactCaro, 20, "j10k11i11i9"),
];
