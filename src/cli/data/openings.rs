//! Positions of games written down as openings: games that begin with them see more of the later game than
//! those that begin near the empty board, of which many end soon.

use super::{OpeningsArgs, check_same, open, wrong};
use crate::board::Size;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::data::{Game, Header};
use crate::notation::offsets;
use crate::opening::Chance;
use crate::value::ValueKind;
use std::io::Write;

/// Stones that a game has after a position: those at its end are about a win that has been found.
const AFTER: usize = 8;

/// Writes openings, each once, in a random order.
pub fn run(args: &OpeningsArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut random = Chance::new(args.seed);
    let mut first: Option<Header> = None;
    let mut lines = Vec::new();
    for path in &args.files {
        let mut reader = open(path)?;
        let header = reader.header().clone();
        check_same((&args.files[0], first.get_or_insert_with(|| header.clone())), (path, &header))?;
        while let Some(game) = reader.next_game().map_err(|error| wrong(path, &error))? {
            add(&game, header.size(), args, &mut random, &mut lines);
        }
    }
    lines.sort_unstable();
    lines.dedup();
    random.shuffle(&mut lines);
    if lines.is_empty() {
        return Err(CommandError::failed("there are no such positions".to_owned()));
    }
    let (least, most) = args.stones;
    writeln!(
        output,
        "# Made by: tengen data openings --stones {least}-{most} --margin {} --share {} --seed {}",
        args.margin, args.share, args.seed
    )?;
    writeln!(output, "# form: offset")?;
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// Adds those positions of a game that are chosen.
fn add(game: &Game, size: Size, args: &OpeningsArgs, random: &mut Chance, lines: &mut Vec<String>) {
    let stones: Vec<_> = game.stones().collect();
    let (least, most) = args.stones;
    for (record, count) in game.moves.iter().zip(game.opening.len()..) {
        let is_even = match record.value.kind() {
            ValueKind::Score(score) => score.abs() <= args.margin,
            ValueKind::Win(_) | ValueKind::Loss(_) => false,
        };
        let fits = (least..=most).contains(&count) && count + AFTER <= stones.len();
        if fits && is_even && !record.is_forced && random.below(100) < usize::from(args.share) {
            lines.push(offsets::write(&stones[..count], size));
        }
    }
}
