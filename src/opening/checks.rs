//! What every table must hold beyond its form: that an opening always goes on and always ends.

use super::region::Region;
use super::table::{Count, Deed, Next, Regulation, SettingValue, Step, Who};
use crate::board::Size;
use std::collections::BTreeSet;

/// What is wrong with a table, and in which step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StructureError {
    pub(super) step: Option<usize>,
    pub(super) message: String,
}

/// What matters of an opening for whether a step makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    step: usize,
    stones: u32,
    /// Whether points are offered and none is chosen yet.
    offered: bool,
    /// The largest number that may have been promised.
    promised: u32,
    rejected: usize,
}

/// Stones beyond which the shapes repeat themselves: no table counts further.
const MOST_STONES: u32 = 40;
/// How many regulations are rejected before one remains.
const REJECTED: usize = 2;
/// With two stones of one colour on the board at most this many points are equivalent.
const LARGEST_CLASS: u32 = 4;
/// With fewer stones at most this many are.
const LARGEST_CLASS_OF_FEW: u32 = 8;
/// The fewest classes of fifth points in all positions of four stones of the 26 openings.
const FEWEST_FIFTHS: u32 = 62;

/// Whether the table makes sense.
///
/// # Errors
/// The first step that does not.
pub(super) fn structure(regulation: &Regulation) -> Result<(), StructureError> {
    let start = Shape { step: 0, stones: 0, offered: false, promised: 0, rejected: 0 };
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(shape) = open.pop() {
        for next in followers(regulation, shape)? {
            if next.stones <= MOST_STONES && seen.insert(next) {
                open.push(next);
            }
        }
    }
    let steps: BTreeSet<usize> = seen.iter().map(|shape| shape.step).collect();
    for &step in &steps {
        let wrong =
            |message: &str| Err(StructureError { step: Some(step), message: message.to_owned() });
        if !leads_to_play(regulation, step) {
            return wrong("no way leads from this step to the end of the opening");
        }
        if goes_round(regulation, step) {
            return wrong("from this step one comes back to it without any stone");
        }
    }
    if !regulation.canonical && !regulation.banned.is_empty() {
        let message = "openings are banned, but the table has no canonical openings";
        return Err(StructureError { step: None, message: message.to_owned() });
    }
    if regulation.banned.iter().collect::<BTreeSet<_>>().len() == super::CanonicalOpening::COUNT {
        let message = "every opening is banned".to_owned();
        return Err(StructureError { step: None, message });
    }
    Ok(())
}

/// The shapes that come after one; errors are what makes no sense in it.
fn followers(regulation: &Regulation, shape: Shape) -> Result<Vec<Shape>, StructureError> {
    let step = &regulation.steps[shape.step];
    let wrong = |message: String| Err(StructureError { step: Some(shape.step), message });
    if step.choices.is_empty() {
        return wrong("nothing may be done in this step".to_owned());
    }
    if matches!(step.who, Who::Placer | Who::Opponent) && shape.stones == 0 {
        return wrong(format!("'{}' needs a stone on the board", step.who));
    }
    let mut next = Vec::new();
    for choice in &step.choices {
        if shape.offered && choice.deed != Deed::Choose {
            return wrong("after an offer a point is chosen, and nothing else is done".to_owned());
        }
        let mut after = shape;
        match choice.deed {
            Deed::Place { region, exchange, .. } => {
                if exchange && shape.stones == 0 {
                    return wrong("there is no stone yet for which another is added".to_owned());
                }
                room(regulation, shape, region, 1, 1)?;
                after.stones += 1;
            }
            Deed::Offer { count, region } => {
                let largest = if shape.stones >= 3 { LARGEST_CLASS } else { LARGEST_CLASS_OF_FEW };
                let count = match count {
                    Count::Fixed(count) => count,
                    Count::Promised { .. } if shape.promised == 0 => {
                        return wrong("no number has been promised before this".to_owned());
                    }
                    Count::Promised { single } => {
                        let stones = shape.stones + 1;
                        add(&mut next, single, Shape { stones, promised: 0, ..shape });
                        shape.promised
                    }
                };
                room(regulation, shape, region, count, largest)?;
                (after.offered, after.promised) = (true, 0);
            }
            Deed::Choose if !shape.offered => {
                return wrong("nothing has been offered that could be chosen".to_owned());
            }
            Deed::Choose => {
                after.offered = false;
                after.stones += 1;
            }
            Deed::Promise { high, .. } => after.promised = high,
            Deed::Refuse { .. } => (after.stones, after.promised) = (0, 0),
            Deed::Replace { .. } if shape.stones == 0 => {
                return wrong("there is no stone that could be replaced".to_owned());
            }
            Deed::Reject => {
                let is_named = |value: &SettingValue| matches!(value, SettingValue::Names(_));
                if !regulation.settings.iter().any(|setting| is_named(&setting.value)) {
                    return wrong("a setting with kind = \"regulations\" is missing".to_owned());
                }
                after.rejected += 1;
            }
            Deed::Replace { .. } | Deed::Swap | Deed::Stay | Deed::Finish => {}
        }
        if choice.then == Next::Remaining && after.rejected != REJECTED {
            return wrong(format!("{REJECTED} regulations are rejected before one remains"));
        }
        add(&mut next, choice.then, after);
    }
    Ok(next)
}

fn add(shapes: &mut Vec<Shape>, then: Next, shape: Shape) {
    if let Next::Step(step) = then {
        shapes.push(Shape { step, ..shape });
    }
}

/// Whether `count` points of a region that are not equivalent are free in any case.
fn room(
    regulation: &Regulation,
    shape: Shape,
    region: Region,
    count: u32,
    largest_class: u32,
) -> Result<(), StructureError> {
    let size = regulation.board.unwrap_or(Size::RENJU);
    let points = region.points(size).len() as u32;
    let free = points.saturating_sub(shape.stones);
    let well_known = regulation.canonical && region == Region::Anywhere && shape.stones == 4;
    let least = if well_known { FEWEST_FIFTHS } else { free / largest_class };
    // Tables without an end to their stones stop at a full board by themselves.
    if count <= least || (region == Region::Anywhere && count == 1) {
        return Ok(());
    }
    let message = match count {
        1 => format!("the square of side {region} has no free point left for certain"),
        _ => format!("{count} different offers are too many: {least} there are for certain"),
    };
    Err(StructureError { step: Some(shape.step), message })
}

/// Where a step leads, by deeds that `wanted` picks.
fn ways(step: &Step, wanted: impl Fn(Deed) -> bool) -> Vec<Next> {
    let mut ways = Vec::new();
    for choice in step.choices.iter().filter(|choice| wanted(choice.deed)) {
        ways.push(choice.then);
        if let Deed::Offer { count: Count::Promised { single }, .. } = choice.deed {
            ways.push(single);
        }
    }
    ways
}

/// All that can be reached from a step by such deeds, the step itself only if by a way back.
fn reached(regulation: &Regulation, from: usize, wanted: impl Fn(Deed) -> bool) -> Vec<Next> {
    let mut found: Vec<Next> = Vec::new();
    let mut open = vec![from];
    while let Some(step) = open.pop() {
        for next in ways(&regulation.steps[step], &wanted) {
            if !found.contains(&next) {
                found.push(next);
                if let Next::Step(step) = next {
                    open.push(step);
                }
            }
        }
    }
    found
}

fn leads_to_play(regulation: &Regulation, from: usize) -> bool {
    reached(regulation, from, |_| true).iter().any(|next| !matches!(next, Next::Step(_)))
}

/// Whether a step can be reached from itself without a new stone or a spent right.
fn goes_round(regulation: &Regulation, from: usize) -> bool {
    let is_idle =
        |deed| matches!(deed, Deed::Swap | Deed::Stay | Deed::Promise { .. } | Deed::Finish);
    reached(regulation, from, is_idle).contains(&Next::Step(from))
}
