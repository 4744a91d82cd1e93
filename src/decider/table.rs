//! Values of the 26 openings for when there is no time to search: what White can get with the best
//! fourth stone when Black has to offer n fifth moves.
//!
//! The table is `books/renju-openings.txt`; `tengen opening table` makes it.

use crate::board::Side;
use crate::opening::{ActionKind, CanonicalOpening, Count, Deed, Next, Opening, Region};
use std::sync::LazyLock;

/// Numbers of offers that the table knows: 1 to this.
pub const OFFERS: usize = 10;

/// The file itself.
pub const TEXT: &str = include_str!("../../books/renju-openings.txt");

/// The value of an opening for White, by the number of offers less one.
pub type Row = [i32; OFFERS];

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| parse(TEXT).unwrap_or_default());

/// The rows of a table in the order of [`CanonicalOpening::all`].
///
/// # Errors
/// The first line that is wrong, or the opening that is missing.
pub fn parse(text: &str) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Option<Row>> = vec![None; CanonicalOpening::COUNT];
    for (n, line) in text.lines().enumerate() {
        let wrong = |why: String| format!("line {}: {why}", n + 1);
        let mut words = line.split_whitespace();
        let Some(name) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        let opening: CanonicalOpening = name
            .parse()
            .map_err(|error: crate::opening::UnknownOpening| wrong(error.to_string()))?;
        let values: Result<Vec<i32>, _> = words.map(str::parse).collect();
        let row: Option<Row> = values.ok().and_then(|values| values.try_into().ok());
        let row = row.ok_or_else(|| wrong(format!("there must be {OFFERS} numbers")))?;
        rows[opening.index()] = Some(row);
    }
    let all: Option<Vec<Row>> = rows.into_iter().collect();
    all.ok_or_else(|| "some openings are missing".to_owned())
}

/// The value of an opening for White when so many fifth moves are offered, if the table has it.
/// More offers than it knows count as the most that it knows.
pub fn value(opening: CanonicalOpening, offers: u32) -> Option<i32> {
    let row = ROWS.get(opening.index())?;
    let n = (offers as usize).clamp(1, OFFERS);
    Some(row[n - 1])
}

/// What the table knows of an opening in progress: the value for the first player. It knows states
/// with three stones after which White puts the fourth anywhere and fifth moves are then offered.
pub fn worth(opening: &Opening) -> Option<i32> {
    let shown = opening.canonical().filter(|_| opening.stones().len() == 3)?;
    let step = opening.step()?;
    let [choice] = step.choices.as_slice() else { return None };
    let is_free = matches!(choice.deed, Deed::Place { region: Region::Anywhere, .. });
    let white = opening.holder(Side::White);
    let Next::Step(next) = choice.then else { return None };
    if !is_free || opening.due() != Some(white) {
        return None;
    }
    let [after] = opening.regulation().steps.get(next)?.choices.as_slice() else { return None };
    let for_white = match after.deed {
        Deed::Offer { count: Count::Fixed(count), .. } => value(shown, count)?,
        Deed::Offer { count: Count::Promised { .. }, .. } => value(shown, opening.promised()?)?,
        // White may take any fourth stone and any number, and Black then chooses his colour: White
        // makes it even, unless Black is better with the most offers too.
        Deed::Promise { high, .. } if colours_follow(opening, after.then) => {
            value(shown, high)?.min(0)
        }
        _ => return None,
    };
    let is_first = white == crate::opening::Person::First;
    Some(if is_first { for_white } else { -for_white })
}

/// Whether a colour is chosen in this step.
fn colours_follow(opening: &Opening, then: Next) -> bool {
    let Next::Step(step) = then else { return false };
    let step = opening.regulation().steps.get(step);
    step.is_some_and(|step| step.choice(ActionKind::Swap).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_more_offers_are_never_worse_for_white() {
        let rows = parse(TEXT).unwrap();
        for (opening, row) in CanonicalOpening::all().zip(&rows) {
            assert!(row.is_sorted(), "{opening}: {row:?}");
        }
    }

    #[test]
    fn wrong_tables_are_refused() {
        assert!(parse("").unwrap_err().contains("missing"));
        assert!(parse("# nothing\nD1 1 2 3").unwrap_err().starts_with("line 2"));
        assert!(parse("Q1 1 2 3 4 5 6 7 8 9 10").unwrap_err().contains("no opening 'Q1'"));
    }
}
