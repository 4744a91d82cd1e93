//! The picture of an analysis: the board with the values of the best moves on it.

use super::{AnalyseArgs, Found};
use crate::board::{Point, Position};
use crate::cli::error::CommandError;
use crate::picture::{BoardPicture, Tone};
use crate::rules::RuleKind;
use crate::value::{Value, ValueKind};

/// Moves of a ranking that are shown: more would hide one another.
const MOST: usize = 12;

/// Writes the pictures that are wanted.
pub(super) fn write(
    args: &AnalyseArgs,
    position: &Position,
    rule: RuleKind,
    found: &Found,
) -> Result<(), CommandError> {
    args.picture.write(|| {
        let mut picture = BoardPicture::of(position, rule);
        let values: Vec<(Point, Value)> = match found {
            Found::Nothing => Vec::new(),
            Found::Search { report, .. } => report
                .lines
                .iter()
                .filter_map(|line| Some((*line.moves.first()?, line.value)))
                .collect(),
            Found::Ranking(moves) => moves
                .iter()
                .take(MOST)
                .filter_map(|ranked| Some((*ranked.line.first()?, ranked.value)))
                .collect(),
        };
        for (n, (point, value)) in values.iter().enumerate() {
            let tone = match (n, value.is_loss()) {
                (_, true) => Tone::Bad,
                (0, _) => Tone::Best,
                _ => Tone::Plain,
            };
            picture.label(*point, short(*value), tone);
        }
        picture.title(title(args, position, rule, values.first().map(|best| best.1)));
        picture.svg()
    })
}

/// A value that fits on a point.
pub(super) fn short(value: Value) -> String {
    match value.kind() {
        // A sign that takes the room of a digit, and only says what the colour of the text says.
        ValueKind::Score(number) => number.to_string(),
        ValueKind::Win(plies) => format!("M{plies}"),
        ValueKind::Loss(plies) => format!("-M{plies}"),
    }
}

fn title(args: &AnalyseArgs, position: &Position, rule: RuleKind, best: Option<Value>) -> String {
    let mover = format!("{rule}, {} to make move {}", position.side(), position.ply() + 1);
    match best {
        None => rule.to_string(),
        Some(value) if args.balance.is_some() => format!("{mover}, most even: {value}"),
        Some(value) => {
            let rate = crate::cli::report::percent(crate::eval::win_rate(value, rule));
            format!("{mover}: {value} ({rate})")
        }
    }
}
