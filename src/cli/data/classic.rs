//! What the classic evaluation says of each position of files of games, for the trainer: a network
//! may tell what is to be added to it.
//!
//! The file, little endian: `TNGNCLAS`; the CRC-32 of the weights' file (4 bytes); the number of
//! positions (4 bytes); for each position, in the order of the games and of their moves, its value for
//! the side to move, in centipawn-like units (2 bytes, signed); a CRC-32 of all that. A position in
//! which a search would ask for no evaluation has -32768: the side to move has a win by fours, or the
//! other side threatens a five.

use super::{ClassicArgs, open, wrong};
use crate::board::{Position, Size};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::data::Game;
use crate::eval::{Weights, classic};
use crate::pattern::Scene;
use crate::rules::RuleKind;
use crate::threat::{Solution, Vcf};
use crate::value::ValueKind;
use std::io::Write;

const MAGIC: &[u8; 8] = b"TNGNCLAS";
/// In place of a value, where there is none.
const DECIDED: i16 = i16::MIN;
/// Positions that the solver of fours may visit.
const FOURS: u64 = 500;

/// Writes the values of all positions.
pub fn run(args: &ClassicArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut values = Vec::new();
    let mut reader = open(&args.file)?;
    let (rule, size) = (reader.header().rule(), reader.header().size());
    let mut solver = Vcf::new();
    while let Some(game) = reader.next_game().map_err(|error| wrong(&args.file, &error))? {
        add(&game, rule, size, &mut solver, &mut values);
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(Weights::fingerprint(rule).to_le_bytes());
    bytes.extend((values.len() as u32).to_le_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let out = args.file.with_extension("classic");
    std::fs::write(&out, bytes)
        .map_err(|error| CommandError::failed(format!("{}: {error}", out.display())))?;
    let decided = values.iter().filter(|&&value| value == DECIDED).count();
    writeln!(
        output,
        "{}: {} positions, {decided} of them decided by fours or fives",
        out.display(),
        values.len()
    )?;
    Ok(())
}

/// Adds the values of a game.
fn add(game: &Game, rule: RuleKind, size: Size, solver: &mut Vcf, values: &mut Vec<i16>) {
    let weights = Weights::of(rule);
    let mut scene = Scene::new(&Position::new(size), weights.points.clone());
    for &point in &game.opening {
        scene.place(point);
    }
    for record in &game.moves {
        let value = if is_decided(&mut scene, solver) {
            DECIDED
        } else {
            match classic::evaluate(scene.field(), scene.side(), weights).kind() {
                ValueKind::Score(score) => score.clamp(-32_767, 32_767) as i16,
                ValueKind::Win(_) | ValueKind::Loss(_) => DECIDED,
            }
        };
        values.push(value);
        scene.place(record.played);
    }
}

/// Whether a search goes on here, or ends without an evaluation.
fn is_decided(scene: &mut Scene, solver: &mut Vcf) -> bool {
    let side = scene.side();
    scene.five(side).is_some()
        || scene.five(!side).is_some()
        || scene.winning_four(side).is_some()
        || matches!(solver.solve(scene, FOURS), Solution::Win(_))
}
