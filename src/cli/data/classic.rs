//! What the program itself says of each position of files of games, for the trainer: the value of the
//! classic evaluation, to which a network may add, and what is threatened where, which networks look at.
//!
//! The file, little endian, positions in the order of the games and of their moves:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TNGNCLA2` |
//! | 4 | CRC-32 of the weights' file of the classic evaluation |
//! | 4 | number of positions |
//! | 4 | number of points with threats, in all positions together |
//! | 2 each | values for the side to move, signed, in centipawn-like units |
//! | 2 each | how many points with threats a position has |
//! | 2 each | these points: `y * columns + x` |
//! | 1 each | what a stone of Black would threaten there ([`Threat`], 0 to 7), and 8 times the same of White |
//! | 4 | CRC-32 of all that |
//!
//! A position in which a search would ask for no evaluation has the value -32768: the side to move has a
//! win by fours, or the other side threatens a five.

use super::{ClassicArgs, open, wrong};
use crate::board::{Position, Side, Size};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::data::Game;
use crate::eval::{Weights, classic};
use crate::pattern::{Scene, Threat};
use crate::rules::RuleKind;
use crate::threat::{Solution, Vcf};
use crate::value::ValueKind;
use std::io::Write;

const MAGIC: &[u8; 8] = b"TNGNCLA2";
/// In place of a value, where there is none.
const DECIDED: i16 = i16::MIN;
/// Positions that the solver of fours may visit.
const FOURS: u64 = 500;

/// What is said of the positions so far.
#[derive(Default)]
struct Positions {
    values: Vec<i16>,
    /// How many points with threats each position has.
    counts: Vec<u16>,
    points: Vec<u16>,
    threats: Vec<u8>,
}

/// Writes what is said of all positions.
pub fn run(args: &ClassicArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut positions = Positions::default();
    let mut reader = open(&args.file)?;
    let (rule, size) = (reader.header().rule(), reader.header().size());
    let mut solver = Vcf::new();
    while let Some(game) = reader.next_game().map_err(|error| wrong(&args.file, &error))? {
        add(&game, rule, size, &mut solver, &mut positions);
    }
    let Positions { values, counts, points, threats } = positions;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(Weights::fingerprint(rule).to_le_bytes());
    bytes.extend((values.len() as u32).to_le_bytes());
    bytes.extend((points.len() as u32).to_le_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes.extend(counts.iter().chain(&points).flat_map(|number| number.to_le_bytes()));
    bytes.extend(threats);
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

/// Adds the positions of a game.
fn add(game: &Game, rule: RuleKind, size: Size, solver: &mut Vcf, positions: &mut Positions) {
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
        positions.values.push(value);
        positions.add_threats(&scene);
        scene.place(record.played);
    }
}

impl Positions {
    fn add_threats(&mut self, scene: &Scene) {
        let before = self.points.len();
        let size = scene.position().size();
        let nothing = Side::ALL.map(|side| *scene.field().set(side, Threat::Nothing));
        for point in (scene.position().stones().empty() - (nothing[0] & nothing[1])).iter() {
            let [black, white] = Side::ALL.map(|side| scene.field().threat(point, side) as u8);
            self.points.push(u16::from(point.y()) * u16::from(size.width()) + u16::from(point.x()));
            self.threats.push(black | white << 3);
        }
        self.counts.push((self.points.len() - before) as u16);
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
