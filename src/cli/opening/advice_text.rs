//! An advice as text, in English or Russian.

use super::advise::value;
use crate::board::Side;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::decider::{Candidate, DecidedTurn, Decision};
use crate::opening::{Action, ActionKind, Coordinates, Opening, Person, turn_text};
use std::io::Write;

/// A language of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// Russian.
    Ru,
}

impl Language {
    /// One of two texts.
    fn pick<'a>(self, english: &'a str, russian: &'a str) -> &'a str {
        match self {
            Language::En => english,
            Language::Ru => russian,
        }
    }
}

/// Choices of a decision that are shown.
const SHOWN: usize = 12;

/// Writes the advice for the turn that is due.
///
/// # Errors
/// When it cannot be written.
pub fn write(
    output: &mut Output,
    opening: &Opening,
    decided: &DecidedTurn,
    lang: Language,
) -> Result<(), CommandError> {
    let regulation = opening.regulation();
    let title = lang.pick(&regulation.title, &regulation.title_ru);
    writeln!(output, "{title} ({})", regulation.name)?;
    if let Some(shown) = opening.canonical() {
        let label = lang.pick("Opening", "Дебют");
        let code = if lang == Language::Ru { shown.russian() } else { shown.code() };
        writeln!(output, "{label}: {code} {} {}", shown.name(), shown.kanji())?;
    }
    let turns: Vec<String> = opening
        .turns()
        .iter()
        .map(|(_, actions)| turn_text(actions, Coordinates::Letters, opening.size()))
        .collect();
    if !turns.is_empty() {
        writeln!(output, "{}: {}", lang.pick("So far", "Ходы"), turns.join(" / "))?;
    }
    let Some(person) = opening.due() else { return Ok(()) };
    let who = match person {
        Person::First => lang.pick("The first player", "Первый игрок"),
        Person::Second => lang.pick("The second player", "Второй игрок"),
    };
    let colour = match opening.colour(person) {
        Some(Side::Black) => lang.pick(" (Black now)", " (сейчас чёрные)"),
        Some(Side::White) => lang.pick(" (White now)", " (сейчас белые)"),
        None => "",
    };
    let advice = turn_text(&decided.turn, Coordinates::Letters, opening.size());
    writeln!(output, "{who}{colour}: {} {advice}", lang.pick("play", "играть"))?;
    let mut opening = opening.clone();
    for decision in &decided.decisions {
        write_decision(output, &opening, decision, lang)?;
        for action in decision.candidates.get(decision.chosen).into_iter().flat_map(|c| &c.actions)
        {
            if opening.apply(action).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// One decision: a heading, and its choices with their values, best first.
fn write_decision(
    output: &mut Output,
    opening: &Opening,
    decision: &Decision,
    lang: Language,
) -> Result<(), CommandError> {
    writeln!(output)?;
    writeln!(output, "{}:", heading(opening, decision, lang))?;
    for (n, candidate) in decision.candidates.iter().take(SHOWN).enumerate() {
        let mark = if n == decision.chosen { '*' } else { ' ' };
        let actions = turn_text(&candidate.actions, Coordinates::Letters, opening.size());
        let actions = match (actions.is_empty(), shown_name(opening, candidate)) {
            (true, _) => lang.pick("(no more)", "(больше ничего)").to_owned(),
            (false, Some(name)) => format!("{actions} ({name})"),
            (false, None) => actions,
        };
        let number = value(candidate.value).to_string();
        match candidate.points.as_slice() {
            [only] if only.reply.is_some() => {
                let reply =
                    only.reply.map(|reply| Coordinates::Letters.write(reply, opening.size()));
                let label = lang.pick("reply", "ответ");
                writeln!(
                    output,
                    " {mark} {number:>7}  {actions}  {label} {}",
                    reply.unwrap_or_default()
                )?;
            }
            _ => writeln!(output, " {mark} {number:>7}  {actions}")?,
        }
        if candidate.points.len() > 1 {
            write_points(output, opening, candidate, lang)?;
        }
    }
    Ok(())
}

/// The offers of a candidate one by one, with the best reply to each.
fn write_points(
    output: &mut Output,
    opening: &Opening,
    candidate: &Candidate,
    lang: Language,
) -> Result<(), CommandError> {
    let size = opening.size();
    let offered = match candidate.actions.first() {
        Some(Action::Offer(points)) => points.as_slice(),
        _ => &[],
    };
    for valued in &candidate.points {
        let point = Coordinates::Letters.write(valued.point, size);
        let number = value(valued.value).to_string();
        let reply =
            valued.reply.map_or("-".to_owned(), |reply| Coordinates::Letters.write(reply, size));
        let note = match offered.contains(&valued.point) {
            true => "",
            false => lang.pick("  (not offered)", "  (не предлагается)"),
        };
        let label = lang.pick("reply", "ответ");
        writeln!(output, "      {number:>7}  {point:<4} {label} {reply}{note}")?;
    }
    Ok(())
}

/// The name of an opening that is shown by three stones.
fn shown_name(opening: &Opening, candidate: &Candidate) -> Option<String> {
    if candidate.actions.len() < 3 {
        return None;
    }
    let mut opening = opening.clone();
    candidate.actions.iter().try_for_each(|action| opening.apply(action)).ok()?;
    opening.canonical().map(|shown| format!("{shown} {}", shown.name()))
}

/// What is decided.
fn heading(opening: &Opening, decision: &Decision, lang: Language) -> String {
    let kinds = opening.legal().kinds();
    let first = decision.candidates.first();
    let has = |kind: ActionKind| kinds.contains(&kind);
    if first.is_some_and(|candidate| candidate.actions.len() > 1) {
        return lang.pick("Which opening", "Какой дебют").to_owned();
    }
    let text = if has(ActionKind::Swap) {
        lang.pick("Swap or stay", "Менять цвет или нет")
    } else if has(ActionKind::Promise) {
        lang.pick("How many fifth moves to promise", "Сколько пятых ходов объявить")
    } else if has(ActionKind::Offer) {
        lang.pick("Which moves to offer", "Какие ходы предложить")
    } else if has(ActionKind::Choose) {
        lang.pick("Which offer to choose", "Какой из предложенных ходов оставить")
    } else if has(ActionKind::Refuse) {
        lang.pick("Refuse the opening or accept it", "Отказаться от дебюта или принять")
    } else if has(ActionKind::Reject) {
        lang.pick("Which regulation to reject", "Какой регламент отклонить")
    } else {
        let number = opening.stones().len() + 1;
        return match lang {
            Language::En => format!("Stone {number}"),
            Language::Ru => format!("Камень {number}"),
        };
    };
    text.to_owned()
}
