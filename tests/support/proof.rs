//! Slow, plain references for claims of wins: every reply tried, nothing assumed.

use tengen::board::{NullObserver, Point, Position, Side};
use tengen::pattern::Scene;
use tengen::rules::{Outcome, Rule, RuleKind};
use tengen::threat::{Solution, Vcf};
use tengen::value::{Value, ValueKind};

/// The legal points of the side to move.
pub fn legal(rule: &dyn Rule, position: &Position) -> Vec<Point> {
    let empty = position.stones().empty();
    empty.iter().filter(|&point| rule.check_move(position, point).is_ok()).collect()
}

/// Value of the position within `plies` plies by trying everything: a win or a loss with its
/// distance, or no estimate at all. The last stone has not ended the game.
pub fn full_width(rule: &dyn Rule, position: &mut Position, plies: u32) -> ValueKind {
    let side = position.side();
    let moves = legal(rule, position);
    if moves.iter().any(|&point| rule.wins_at(position, point, side)) {
        return if plies >= 1 { ValueKind::Win(1) } else { ValueKind::Score(0) };
    }
    if moves.is_empty() {
        // A full board, or nothing but forbidden points.
        return if position.is_full() { ValueKind::Score(0) } else { ValueKind::Loss(1) };
    }
    if plies <= 1 {
        return ValueKind::Score(0);
    }
    let mut best: Option<ValueKind> = None;
    for point in moves {
        position.place(point, &mut NullObserver);
        let value = match full_width(rule, position, plies - 1) {
            ValueKind::Win(distance) => ValueKind::Loss(distance + 1),
            ValueKind::Loss(distance) => ValueKind::Win(distance + 1),
            other => other,
        };
        position.undo(&mut NullObserver);
        if best.is_none_or(|best| rank(value) > rank(best)) {
            best = Some(value);
        }
        if matches!(best, Some(ValueKind::Win(3))) {
            break;
        }
    }
    best.expect("there was a move")
}

/// Wins sort above estimates above losses, near wins and far losses highest.
fn rank(value: ValueKind) -> Value {
    match value {
        ValueKind::Win(plies) => Value::win_in(plies),
        ValueKind::Loss(plies) => Value::loss_in(plies),
        ValueKind::Score(number) => Value::score(number),
    }
}

/// Whether `line` proves that the side to move wins by fours: its first move wins or leaves, after
/// every reply whatsoever, a win at once or another such line, which `solver` then has to name.
pub fn holds_against_everything(
    kind: RuleKind,
    scene: &mut Scene,
    line: &[Point],
    solver: &mut Vcf,
) -> Result<(), String> {
    let rule = kind.rule();
    let attacker = scene.side();
    let Some(&first) = line.first() else { return Err("an empty line".to_owned()) };
    if let Err(error) = rule.check_move(scene.position(), first) {
        return Err(format!("{first:?}: {error}"));
    }
    if rule.wins_at(scene.position(), first, attacker) {
        return if line.len() == 1 { Ok(()) } else { Err("moves after the five".to_owned()) };
    }
    scene.place(first);
    let result = refuted_by_no_reply(rule, kind, scene, attacker, solver);
    scene.undo();
    result
}

fn refuted_by_no_reply(
    rule: &dyn Rule,
    kind: RuleKind,
    scene: &mut Scene,
    attacker: Side,
    solver: &mut Vcf,
) -> Result<(), String> {
    for reply in legal(rule, scene.position()) {
        scene.place(reply);
        let result = match rule.outcome(scene.position()) {
            Some(Outcome::Win { .. }) => Err(format!("{reply:?} wins for the defender")),
            _ => {
                let empty = scene.position().stones().empty();
                let wins_at_once =
                    empty.iter().any(|point| rule.wins_at(scene.position(), point, attacker));
                if wins_at_once {
                    Ok(())
                } else {
                    match solver.solve(scene, 1_000_000) {
                        Solution::Win(rest) => holds_against_everything(kind, scene, &rest, solver),
                        _ => Err(format!("{reply:?} holds")),
                    }
                }
            }
        };
        scene.undo();
        result?;
    }
    Ok(())
}
