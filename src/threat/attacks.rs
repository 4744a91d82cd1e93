//! The attacker's moves that may keep the threats going.

use super::table::{Candidate, Candidates};
use crate::board::{Bits, Dir, Point, Side};
use crate::pattern::{LineClass, Scene, Threat};

/// The points near stones of `side`, in its lines: no other stone of it can be part of a four soon.
fn in_lines(scene: &Scene, side: Side) -> Bits {
    let stones = scene.position().stones();
    let own = stones.of(side);
    let mut near = own.ringed(1) | own.ringed(2) | own.ringed(3) | own.ringed(4);
    near &= stones.empty();
    near
}

/// Proof numbers that moves begin with: the smaller, the sooner tried.
const THREE: u32 = 1;
/// A four that makes no three as well: many of them only put off what is to come, and as they can
/// be put in anywhere, there are many ways to do so.
const FOUR: u32 = 2;
/// A move that prepares a four.
const THREE_TO_BE: u32 = 3;
/// A move that prepares a three.
const TWO: u32 = 5;
/// A move that prepares two threes, or answers a threat.
const QUIET: u32 = 6;

/// Lists the legal moves of the side to move that may threaten a win by fours, it having no such
/// win now and the other side no five.
pub(super) fn list(scene: &Scene, moves: &mut Candidates) {
    let (side, other) = (scene.side(), !scene.side());
    let field = scene.field();
    moves.clear();
    // Against a threat of a winning four nothing but its answers, or fours, is of use.
    let among = scene.replies_to_winning_four().unwrap_or_else(|| in_lines(scene, side));
    let has_answer = field.has_any(other, &Threat::WINNING_FOURS);
    for point in among {
        let first = match field.threat(point, side) {
            Threat::Four => FOUR,
            Threat::Nothing => match quiet(scene, point, side) {
                Some(first) => first,
                None if has_answer => QUIET,
                None => continue,
            },
            _ => THREE,
        };
        if !scene.is_forbidden(point, side) {
            moves.push(Candidate::new(point, first, 1));
        }
    }
    sort(scene, side, moves);
}

/// Lists the legal moves that answer the other side's five.
pub(super) fn list_answers(scene: &Scene, moves: &mut Candidates) {
    moves.clear();
    moves.extend(scene.replies_to_five().iter().map(|&point| Candidate::new(point, 1, 1)));
}

/// The first number of a move that makes neither four nor three, if it is worth trying: it must
/// make something that fours can go on with.
fn quiet(scene: &Scene, point: Point, side: Side) -> Option<u32> {
    let (mut closed_threes, mut twos) = (0, 0);
    for dir in Dir::ALL {
        match scene.field().class(point, side, dir) {
            LineClass::ClosedThree => closed_threes += 1,
            LineClass::OpenTwo | LineClass::BroadTwo => twos += 1,
            _ => {}
        }
    }
    match (closed_threes, twos) {
        (0, 0) => None,
        (0, 1) => Some(TWO),
        (0, _) => Some(QUIET),
        _ => Some(THREE_TO_BE),
    }
}

/// The most promising first.
fn sort(scene: &Scene, side: Side, moves: &mut Candidates) {
    let worth = |candidate: &Candidate| {
        candidate.point().map_or(0, |point| -scene.field().attack(point, side))
    };
    moves.sort_unstable_by_key(|candidate| (candidate.numbers().proof, worth(candidate)));
}
