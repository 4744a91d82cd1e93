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

/// All of them: from games of the engine with itself, begun with three random stones and played
/// with a random choice among good moves (those of nendzyu from random openings). A change here is a change of the signature.
pub const BENCH_POSITIONS: &[BenchPosition] = &[
    position(RuleKind::Renju, 15, "h8h7i10i8g6i6g7i5"),
    position(RuleKind::Renju, 15, "h8h7g6g8i6j6i9j10e6i5k7f6"),
    position(RuleKind::Renju, 15, "h8g7h10i11g11j8e13f12h12f10f11h9e11d11e10e9d13e14g12"),
    position(RuleKind::Renju, 15, "h8h7j6k7k6g9j7j9l6i6m6n6j5j4l7m8i4h3"),
    position(
        RuleKind::Renju,
        15,
        "h8g9j10i9f11g11k7f9h9g10g8f12h10h11h6h7i12g12g13e8d7j11i11k9i13i14f14h12",
    ),
    position(RuleKind::Renju, 20, "k11l11k13k10l12m13n13m11m10o11n12o12n11n10o10p12q13"),
    position(RuleKind::Freestyle, 15, "g7g6e9h6f6h8h9j6k6k5l4f7e8e7"),
    position(RuleKind::Freestyle, 20, "k9k8j9i11j8l10j6j7m10i9"),
    position(
        RuleKind::Freestyle,
        20,
        "k12j12k10k13j11h13l13i10i11h11n15m14g12h14h12g13i13j14i15i14k14j15j16",
    ),
    position(RuleKind::Standard, 15, "f9f10d9e8d11g8d8d10e10"),
    position(RuleKind::Standard, 15, "i6j5g8k6i4i7f7f5g6h5g5g7h6f6h8k7"),
    position(
        RuleKind::Standard,
        20,
        "i13i12h11e11g11h12e14f13f12h10g9g10i10i11f15j10k9d13g13l14k12j11j9",
    ),
    position(RuleKind::Caro, 15, "j7i7k7j6h8h6k8i6k6f6g6k9j8i8i9g11m5l6"),
    position(
        RuleKind::Caro,
        20,
        "k11l10l13o13m12o10p10m13n13o14o12p11n9p12n12k12n11n10k14j15m10l9n14n15l15",
    ),
    position(RuleKind::ExactCaro, 15, "i8j8h6i6j5i5h7h9i7k7g6e4e5l6k10j9i9m5n4j10j11j6"),
    position(RuleKind::ExactCaro, 20, "j12i12h13g13h14f16i14j14h11h10h15h16g16"),
    position(RuleKind::NENDZYU, 15, "h8j8g10g11j7h11f10i10f9"),
    position(RuleKind::NENDZYU, 20, "k11k8h10h9m7o10j7m14h7"),
];
