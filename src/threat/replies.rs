//! The replies to a threat: every point where a stone of the defender may change that the attacker
//! wins by fours.
//!
//! A win by fours is a line of fours with forced replies. A stone of the defender somewhere else
//! changes nothing unless it
//!
//! * makes a four, which has to be answered first;
//! * stands on a point of the line, or takes from one of its fours what makes it a four (or, of the
//!   last one, what makes it impossible to answer);
//! * makes a four of a forced reply;
//! * in renju, makes a point forbidden to Black that the line needs, or allows one that it needs to
//!   be forbidden;
//! * where the ends of a five matter, stands anywhere on the lines of its fours.
//!
//! All such points together hold every reply that can be of use. They may hold others.

use super::budget::Budget;
use super::vcf::{Outcome, Vcf};
use crate::board::{Bits, Dir, Point, Side};
use crate::pattern::{LineClass, Scene, Threat};

/// The points where the side to move, which the other side threatens with a four that cannot be
/// answered, may have a reply; `None` if there is no such threat. Points forbidden to the side to
/// move may be among them.
pub(super) fn to_winning_four(scene: &mut Scene) -> Option<Bits> {
    let (defender, attacker) = (scene.side(), !scene.side());
    if !scene.field().has_any(attacker, &Threat::WINNING_FOURS) {
        return None;
    }
    let mut common: Option<Bits> = None;
    for four in scene.field().any_of(attacker, &Threat::WINNING_FOURS) {
        if scene.is_forbidden(four, attacker) {
            continue;
        }
        let mut answers = scene.field().answers(four, attacker, Threat::DoubleFour);
        add_if_forbidden_with_them(scene, four, &mut answers);
        common = Some(common.map_or(answers, |common| common & answers));
    }
    common.map(|answers| answers | scene.field().any_of(defender, &Threat::FOURS))
}

/// The points where the side to move may have a reply to the win by fours `line`, which the other
/// side has if it moves now: its moves alternate with the forced replies. `None` when `vcf` could
/// not tell within the budget what the other replies to its fours need.
pub(super) fn to_fours(
    scene: &mut Scene,
    line: &[Point],
    vcf: &mut Vcf,
    budget: &Budget,
) -> Option<Bits> {
    let own_fours = scene.field().any_of(scene.side(), &Threat::FOURS);
    scene.pass();
    let mut walk = Walk { points: own_fours, vcf, budget };
    let complete = walk.follow(scene, line);
    let points = walk.points;
    scene.pass();
    complete.then_some(points)
}

/// Adds the empty points where a stone of the other side would forbid the allowed point `point` to
/// `scene`'s side that is not to move: White can do so to Black in renju by making another point
/// allowed that a three needs.
fn add_if_forbidden_with_them(scene: &mut Scene, point: Point, points: &mut Bits) {
    let (other, side) = (scene.side(), !scene.side());
    if !scene.field().is_suspect(point, side) {
        return;
    }
    for extra in (scene.position().stones().empty() - *points).iter() {
        if extra != point && scene.would_be_forbidden(point, side, extra, other) {
            points.insert(extra);
        }
    }
}

/// A walk along a win by fours that collects what it needs.
struct Walk<'a> {
    points: Bits,
    vcf: &'a mut Vcf,
    budget: &'a Budget<'a>,
}

impl Walk<'_> {
    /// Follows the line from the attacker's move on. False if it could not be followed to all ends.
    fn follow(&mut self, scene: &mut Scene, line: &[Point]) -> bool {
        let Some((&four, rest)) = line.split_first() else { return false };
        let attacker = scene.side();
        let threat = scene.field().threat(four, attacker);
        self.points.insert(four);
        if scene.ends_matter() {
            self.add_lines(scene, four, attacker, LineClass::Four);
        }
        if threat == Threat::Five {
            return true;
        }
        let least = if threat >= Threat::DoubleFour { Threat::DoubleFour } else { Threat::Four };
        self.points |= scene.field().answers(four, attacker, least);
        scene.pass();
        add_if_forbidden_with_them(scene, four, &mut self.points);
        scene.pass();

        scene.try_stone(four);
        let replies = scene.replies_to_five();
        if replies.is_empty() {
            self.points |= *scene.field().set(attacker, Threat::Five);
            self.add_if_allowed_with_them(scene);
        }
        let mut complete = true;
        for &reply in &replies {
            complete = complete && self.follow_reply(scene, reply, rest);
        }
        scene.undo();
        complete
    }

    /// Follows one reply to a four; `line` goes on with the reply that it was found with.
    fn follow_reply(&mut self, scene: &mut Scene, reply: Point, line: &[Point]) -> bool {
        let defender = scene.side();
        self.points.insert(reply);
        if scene.ends_matter() {
            self.add_lines(scene, reply, defender, LineClass::ClosedThree);
        }
        let is_four = scene.field().threat(reply, defender) >= Threat::Four;
        let more = if is_four { Threat::DoubleFour } else { Threat::Four };
        self.points |= scene.field().supports(reply, defender, more);
        scene.try_stone(reply);
        let complete = match line.split_first() {
            Some((&expected, rest)) if expected == reply => self.follow(scene, rest),
            _ => {
                let found = self.vcf.search(scene, None, self.budget) == Outcome::Win;
                let rest: Vec<Point> = self.vcf.line().collect();
                found && self.follow(scene, &rest)
            }
        };
        scene.undo();
        complete
    }

    /// Adds the empty points on those lines through `point` whose class for `side` is at least
    /// `least`.
    fn add_lines(&mut self, scene: &Scene, point: Point, side: Side, least: LineClass) {
        for dir in Dir::ALL {
            if scene.field().class(point, side, dir) >= least {
                scene.field().line(point, dir).for_each(|at| self.points.insert(at));
            }
        }
    }

    /// The side to move has no reply to a five. If the reason is that the only one is forbidden to
    /// it: adds the points where one more of its stones would allow it.
    fn add_if_allowed_with_them(&mut self, scene: &mut Scene) {
        let (defender, attacker) = (scene.side(), !scene.side());
        if !scene.rule().has_forbidden_points(defender) {
            return;
        }
        let fives = *scene.field().set(attacker, Threat::Five);
        if fives.len() > 1 {
            return;
        }
        for five in fives {
            for extra in (scene.position().stones().empty() - self.points).iter() {
                if !scene.would_be_forbidden(five, defender, extra, defender) {
                    self.points.insert(extra);
                }
            }
        }
    }
}
