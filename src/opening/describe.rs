//! The table of a regulation in words, for people to check.

use super::region::Region;
use super::table::{Count, Deed, Next, Regulation, Step, Who};
use std::fmt;

/// Writes a regulation as a numbered table of steps.
#[derive(Clone, Copy, Debug)]
pub struct StepTable<'a>(pub &'a Regulation);

impl fmt::Display for StepTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regulation = self.0;
        writeln!(f, "{}: {} / {}", regulation.name, regulation.title, regulation.title_ru)?;
        let rule = if regulation.renju_only { "renju" } else { "any rule" };
        let board = match regulation.board {
            Some(size) => format!("the {size} board"),
            None => "any board".to_owned(),
        };
        write!(f, "For {rule} on {board}.")?;
        if regulation.canonical {
            write!(f, " The first three stones make one of the 26 openings.")?;
        }
        if !regulation.tentative_colours {
            write!(f, " Nobody holds a colour until the opening is over.")?;
        }
        writeln!(f)?;
        if !regulation.banned.is_empty() {
            let codes: Vec<String> = regulation.banned.iter().map(|o| o.code()).collect();
            writeln!(f, "Openings that may not be shown: {}.", codes.join(", "))?;
        }
        let numbers = regulation.steps.len().to_string().len();
        let names = regulation.steps.iter().map(|step| step.name.chars().count()).max();
        writeln!(f)?;
        for (n, step) in regulation.steps.iter().enumerate() {
            let name = names.unwrap_or(0);
            write!(f, "{:>numbers$}  {:<name$}  {}: ", n + 1, step.name, who(step.who))?;
            let choices: Vec<String> = step
                .choices
                .iter()
                .map(|choice| words(regulation, choice.deed, choice.then))
                .collect();
            writeln!(f, "{}", choices.join("; or "))?;
        }
        if !regulation.settings.is_empty() {
            writeln!(f, "\nSettings:")?;
        }
        for setting in &regulation.settings {
            let (name, value) = (&setting.name, &setting.value);
            writeln!(f, "  {name}={value}  {} ({})", setting.about, setting.range)?;
        }
        for alternative in &regulation.alternatives {
            writeln!(f, "\n{}", StepTable(alternative))?;
        }
        Ok(())
    }
}

/// Who acts, in words.
fn who(who: Who) -> &'static str {
    match who {
        Who::First => "the first player",
        Who::Second => "the second player",
        Who::Black => "who holds Black",
        Who::White => "who holds White",
        Who::Placer => "who put the last stone",
        Who::Opponent => "the opponent of who put the last stone",
    }
}

fn place(region: Region) -> String {
    match region {
        Region::Anywhere => "anywhere".to_owned(),
        Region::Square(1) => "in the middle of the board".to_owned(),
        Region::Square(side) => format!("in the central {side}x{side} square"),
        Region::Outside(side) => format!("outside the central {side}x{side} square"),
    }
}

fn next(regulation: &Regulation, then: Next) -> String {
    match then {
        Next::Step(step) => {
            let name = regulation.steps.get(step).map_or("", |step: &Step| step.name.as_str());
            format!(", then {} ({name})", step + 1)
        }
        Next::Play => ", and the opening is over".to_owned(),
        Next::Remaining => ", and the remaining regulation begins".to_owned(),
    }
}

/// What may be done and where it leads, in words.
fn words(regulation: &Regulation, deed: Deed, then: Next) -> String {
    let deed = match deed {
        Deed::Place { region, exchange, may_decide } => {
            let more = if exchange { "one more stone" } else { "a stone" };
            let decide = if may_decide { ", even if it ends the game" } else { "" };
            format!("puts {more} {}{decide}", place(region))
        }
        Deed::Swap => "exchanges the colours".to_owned(),
        Deed::Stay => "keeps the colours".to_owned(),
        Deed::Promise { low, high } => format!("promises {low} to {high} offers"),
        Deed::Offer { count: Count::Fixed(count), region } => {
            format!("offers {count} different points {}", place(region))
        }
        Deed::Offer { count: Count::Promised { single }, region } => format!(
            "offers as many different points {} as were promised (one is simply put{})",
            place(region),
            next(regulation, single)
        ),
        Deed::Choose => "chooses one of the offers".to_owned(),
        Deed::Refuse { limit, again } => {
            let again = if again { "" } else { ", not to be shown again" };
            format!("refuses the opening (at most {limit} times{again})")
        }
        Deed::Replace { limit: 0, .. } => "may not replace the stone".to_owned(),
        Deed::Replace { region, limit, .. } => {
            let limit = match limit {
                super::UNLIMITED => "any number of times".to_owned(),
                1 => "once a player".to_owned(),
                _ => format!("{limit} times a player"),
            };
            format!("puts the last stone elsewhere {} and swaps ({limit})", place(region))
        }
        Deed::Reject => "rejects a regulation".to_owned(),
        Deed::Finish => "does no more".to_owned(),
    };
    format!("{deed}{}", next(regulation, then))
}
