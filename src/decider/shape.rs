//! What comes after a state of an opening, as far as closed forms need to know it. All of it is
//! read off the table; no regulation is known by its name.

use crate::board::{Bits, Point, Size, Symmetry};
use crate::opening::{Action, ActionKind, Deed, Next, Opening, Region, Regulation, Who};

/// Whether nothing but ordinary play is left: the opening is over, or ends with a stone anywhere of
/// the side whose turn it is.
pub fn is_ordinary(opening: &Opening) -> bool {
    let Some(step) = opening.step() else { return true };
    let [choice] = step.choices.as_slice() else { return false };
    let free = Deed::Place { region: Region::Anywhere, exchange: false, may_decide: false };
    let free_to_decide =
        Deed::Place { region: Region::Anywhere, exchange: false, may_decide: true };
    (choice.deed == free || choice.deed == free_to_decide)
        && choice.then == Next::Play
        && opening.due() == Some(opening.to_move())
}

/// Whether the turn of the player who is due ends with his next action, so that no later one of it
/// needs time: with a stone to which the other player answers, an offer, or the last stone of all.
pub fn ends_turn(opening: &mut Opening) -> bool {
    let person = opening.due();
    let legal = opening.legal();
    let kinds = legal.kinds();
    let ends = |kind: &ActionKind| match kind {
        ActionKind::Offer => true,
        ActionKind::Place => legal.place.first().is_some_and(|point| {
            opening.apply(&Action::Place(point)).is_ok() && {
                let passes_on = opening.due() != person;
                opening.undo();
                passes_on
            }
        }),
        _ => false,
    };
    kinds.iter().all(ends)
}

/// Whether the other player will choose a colour after the stone on `point`, and nothing else is
/// then left to decide.
pub fn is_judged_after(opening: &mut Opening, point: Point) -> bool {
    let person = opening.due();
    if opening.apply(&Action::Place(point)).is_err() {
        return false;
    }
    let mut found = opening.due() != person && {
        let kinds = opening.legal().kinds();
        kinds == [ActionKind::Swap, ActionKind::Stay]
    };
    for colour in [Action::Swap, Action::Stay] {
        found = found && opening.apply(&colour).is_ok() && {
            let ordinary = is_ordinary(opening);
            opening.undo();
            ordinary
        };
    }
    opening.undo();
    found
}

/// Whether only ordinary play is left after the stone on `point`, which belongs to the colour of
/// the player who puts it.
pub fn is_ordinary_after(opening: &mut Opening, point: Point) -> bool {
    if opening.due() != Some(opening.to_move()) || opening.apply(&Action::Place(point)).is_err() {
        return false;
    }
    let ordinary = is_ordinary(opening);
    opening.undo();
    ordinary
}

/// Whether from here on it does not matter which person holds which colour: what one of them may do
/// with Black, the other may do with Black. An exchange of colours then turns the value around.
pub fn is_symmetric(regulation: &Regulation, from: Next) -> bool {
    let Next::Step(first) = from else { return from == Next::Play };
    let mut seen = vec![(first, false)];
    let mut open = vec![(first, false)];
    while let Some((step, placed)) = open.pop() {
        let step = &regulation.steps[step];
        match step.who {
            Who::First | Who::Second => return false,
            // Who put the last stone is a matter of colours if it was put after the exchange.
            Who::Placer | Who::Opponent if !placed => return false,
            Who::Placer | Who::Opponent | Who::Black | Who::White => {}
        }
        for choice in &step.choices {
            let kind = choice.deed.kind();
            // Rights that are counted by person, and what begins anew, are not.
            if matches!(kind, ActionKind::Refuse | ActionKind::Replace | ActionKind::Reject) {
                return false;
            }
            let placed = placed || matches!(kind, ActionKind::Place | ActionKind::Choose);
            if let Next::Step(next) = choice.then
                && !seen.contains(&(next, placed))
            {
                seen.push((next, placed));
                open.push((next, placed));
            }
        }
    }
    true
}

/// Whether the next three stones are one person's: he shows an opening.
pub fn shows_opening(opening: &Opening) -> bool {
    let regulation = opening.regulation();
    if !regulation.canonical || !opening.stones().is_empty() {
        return false;
    }
    let Some(mut step) = opening.step() else { return false };
    let who = step.who;
    for number in 0..3 {
        let [choice] = step.choices.as_slice() else { return false };
        if step.who != who || choice.deed.kind() != ActionKind::Place {
            return false;
        }
        if number < 2 {
            let Next::Step(next) = choice.then else { return false };
            step = &regulation.steps[next];
        }
    }
    matches!(who, Who::First | Who::Second | Who::Black | Who::White)
}

/// One of each of the points that are the same by a symmetry of the board that keeps the stones.
pub fn representatives(size: Size, stones: &[Point], among: Bits) -> Bits {
    let image_of_colour = |map: Symmetry, skip: usize| {
        let of_colour: Vec<Point> = stones.iter().skip(skip).step_by(2).copied().collect();
        of_colour.iter().all(|&stone| of_colour.contains(&map.apply(size, stone)))
    };
    let kept: Vec<Symmetry> = Symmetry::of(size)
        .filter(|&map| image_of_colour(map, 0) && image_of_colour(map, 1))
        .collect();
    let mut found = Bits::EMPTY;
    for point in among {
        if !kept.iter().any(|map| found.contains(map.apply(size, point))) {
            found.insert(point);
        }
    }
    found
}
