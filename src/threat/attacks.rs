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
/// A move that prepares a four. Of these, and of those below, nineteen in twenty threaten nothing.
const THREE_TO_BE: u32 = 6;
/// A move that prepares threes.
const TWO: u32 = 10;
/// A move that answers a threat, or one that no class speaks for.
const OTHER: u32 = 10;
/// More for a move that has nothing to do with the one before: it could as well have been played
/// then, or later, so that there are many ways to the same position.
const ELSEWHERE: u32 = 1;
/// Points of a line have to do with each other up to so far.
const FAR: u8 = 4;

/// Lists the legal moves of the side to move that may threaten a win by fours, it having no such
/// win now and the other side no five. `before` is its last move in the line that is looked at. If
/// `widely`, moves that no class of their lines speaks for are listed as well.
pub(super) fn list(scene: &Scene, before: Option<Point>, widely: bool, moves: &mut Candidates) {
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
                None if has_answer || widely => OTHER,
                None => continue,
            },
            _ => THREE,
        };
        if !scene.is_forbidden(point, side) {
            let is_elsewhere = before.is_some_and(|before| !is_in_line(point, before));
            let first = first + if is_elsewhere { ELSEWHERE } else { 0 };
            moves.push(Candidate::new(point, first, 1));
        }
    }
    sort(scene, side, moves);
}

/// Whether the points are on one line, not too far from each other.
fn is_in_line(one: Point, other: Point) -> bool {
    let (x, y) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    (x == 0 || y == 0 || x == y) && x.max(y) <= FAR
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
        (0, _) => Some(TWO),
        _ => Some(THREE_TO_BE),
    }
}

/// The most promising first.
fn sort(scene: &Scene, side: Side, moves: &mut Candidates) {
    let worth = |candidate: &Candidate| {
        candidate
            .point()
            .map_or(0, |point| -i32::from(scene.field().value_by_lines(point, side).attack))
    };
    moves.sort_unstable_by_key(|candidate| (candidate.numbers().proof, worth(candidate)));
}
