//! Openings by a regulation, in properties of our own.

use super::notes::{milliseconds, milliseconds_text};
use super::points::{escaped, text};
use crate::board::Side;
use crate::notation::game::{RecordedTurn, RegulatedOpening};
use std::io::{self, Write};

/// The properties. All but the first mean something only after the first.
const REGULATION: &str = "REGULATION";
const FIRST: &str = "FIRST";
const TURNS: &str = "TURNS";
const TURN_TIMES: &str = "TURNTIMES";

/// Whether a property is one of those.
pub(super) fn is_ours(name: &str) -> bool {
    [REGULATION, FIRST, TURNS, TURN_TIMES].contains(&name)
}

/// Takes over what tells of the opening; `number` is the place of the value among those of its
/// property, from 0. Says whether it was understood.
pub(super) fn take(
    opening: &mut Option<RegulatedOpening>,
    name: &str,
    number: usize,
    value: &str,
) -> bool {
    let Some(known) = opening else {
        let regulation = text(value).trim().to_owned();
        let is_first = name == REGULATION;
        if is_first {
            let new = RegulatedOpening { regulation, first: Side::Black, turns: Vec::new() };
            *opening = Some(new);
        }
        return is_first;
    };
    match (name, value.trim()) {
        (FIRST, "B") => known.first = Side::Black,
        (FIRST, "W") => known.first = Side::White,
        (TURNS, _) => {
            known.turns.push(RecordedTurn { text: text(value).into_owned(), time: None });
        }
        (TURN_TIMES, ms) => match (known.turns.get_mut(number), milliseconds(ms)) {
            (Some(_), None) if ms.is_empty() => {}
            (Some(turn), Some(time)) => turn.time = Some(time),
            _ => return false,
        },
        _ => return false,
    }
    true
}

/// Writes all of it.
pub(super) fn write(opening: &RegulatedOpening, out: &mut dyn Write) -> io::Result<()> {
    let RegulatedOpening { regulation, first, turns } = opening;
    let first = if *first == Side::Black { 'B' } else { 'W' };
    write!(out, "\n{REGULATION}[{}]{FIRST}[{first}]", escaped(regulation))?;
    if !turns.is_empty() {
        out.write_all(TURNS.as_bytes())?;
    }
    for turn in turns {
        write!(out, "[{}]", escaped(&turn.text))?;
    }
    if turns.iter().any(|turn| turn.time.is_some()) {
        out.write_all(TURN_TIMES.as_bytes())?;
        for turn in turns {
            write!(out, "[{}]", turn.time.map(milliseconds_text).unwrap_or_default())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_not_understood_is_said() {
        let mut opening = None;
        for name in [FIRST, TURNS, TURN_TIMES] {
            assert!(!take(&mut opening, name, 0, "B") && opening.is_none(), "{name}");
        }
        assert!(take(&mut opening, REGULATION, 0, " rif\n"));
        assert!(!take(&mut opening, REGULATION, 1, "swap"));
        assert!(!take(&mut opening, FIRST, 0, "red"));
        assert!(!take(&mut opening, TURN_TIMES, 0, "1"));
        assert!(take(&mut opening, TURNS, 0, "h8"));
        assert!(take(&mut opening, TURNS, 1, "SWAP"));
        assert!(!take(&mut opening, TURN_TIMES, 0, "-1"));
        assert!(take(&mut opening, TURN_TIMES, 0, ""));
        assert!(take(&mut opening, TURN_TIMES, 1, "0.25"));
        let opening = opening.unwrap();
        assert_eq!((opening.regulation.as_str(), opening.first), ("rif", Side::Black));
        assert_eq!(opening.turns[0], RecordedTurn { text: "h8".to_owned(), time: None });
        assert_eq!(opening.turns[1].time, Some(Duration::from_micros(250)));
    }
}
