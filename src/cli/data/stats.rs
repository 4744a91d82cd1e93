//! `tengen data stats`: what is in files of games.

use super::distinct::{Distinct, Forms};
use super::{StatsArgs, check_same, open, wrong};
use crate::board::{Side, Size};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::data::{Game, GameResult, Header};
use crate::value::{Value, ValueKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Positions whose classes are kept in memory.
const ROOM: usize = 4 << 20;
/// Ends of the ranges of values, in centipawn-like units; below and above lie wins and losses.
const ENDS: [i32; 11] = [-2000, -1000, -500, -250, -100, 0, 100, 250, 500, 1000, 2000];
/// Width of the longest bar, in characters.
const BAR_WIDTH: u64 = 40;

/// Tells about the games of all files together.
pub fn run(args: &StatsArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut stats: Option<Stats> = None;
    for path in &args.files {
        let mut reader = open(path)?;
        let header = reader.header().clone();
        let stats = stats.get_or_insert_with(|| Stats::new(header.clone()));
        check_same((&args.files[0], &stats.header), (path, &header))?;
        if !stats.recipes.iter().any(|recipe| recipe == header.recipe()) {
            stats.recipes.push(header.recipe().to_owned());
        }
        while let Some(game) = reader.next_game().map_err(|error| wrong(path, &error))? {
            stats.add(&game);
        }
    }
    let Some(stats) = stats else { return Ok(()) };
    let document = stats.document();
    if args.json { output.json(&document) } else { write(output, &document) }
}

/// What is counted.
#[derive(Debug)]
struct Stats {
    header: Header,
    recipes: Vec<String>,
    games: u64,
    black_wins: u64,
    draws: u64,
    white_wins: u64,
    positions: u64,
    random: u64,
    forced: u64,
    decided: u64,
    /// Games by their number of moves after the opening.
    lengths: BTreeMap<usize, u64>,
    /// Games by the number of stones of their opening.
    openings: BTreeMap<usize, u64>,
    /// Positions by the range of their value.
    values: [u64; ENDS.len() + 3],
    distinct_openings: Distinct,
    distinct_positions: Distinct,
}

impl Stats {
    fn new(header: Header) -> Stats {
        Stats {
            header,
            recipes: Vec::new(),
            games: 0,
            black_wins: 0,
            draws: 0,
            white_wins: 0,
            positions: 0,
            random: 0,
            forced: 0,
            decided: 0,
            lengths: BTreeMap::new(),
            openings: BTreeMap::new(),
            values: [0; ENDS.len() + 3],
            distinct_openings: Distinct::new(ROOM),
            distinct_positions: Distinct::new(ROOM),
        }
    }

    fn add(&mut self, game: &Game) {
        self.games += 1;
        match game.result {
            GameResult::Won(Side::Black) => self.black_wins += 1,
            GameResult::Won(Side::White) => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
        }
        *self.lengths.entry(game.moves.len()).or_default() += 1;
        *self.openings.entry(game.opening.len()).or_default() += 1;
        self.positions += game.moves.len() as u64;
        for record in &game.moves {
            self.random += u64::from(record.is_random);
            self.forced += u64::from(record.is_forced);
            self.decided += u64::from(!record.value.is_estimate());
            self.values[range_of(record.value)] += 1;
        }
        self.add_positions(game, self.header.size());
    }

    /// Counts the positions of the records, up to symmetry.
    fn add_positions(&mut self, game: &Game, size: Size) {
        let mut forms = Forms::new(size);
        game.opening.iter().for_each(|&point| forms.place(point));
        self.distinct_openings.add(forms.class());
        for record in &game.moves {
            self.distinct_positions.add(forms.class());
            forms.place(record.played);
        }
    }

    fn document(&self) -> StatsDocument {
        let of_positions = |count: u64| share(count, self.positions);
        StatsDocument {
            rule: self.header.rule().to_string(),
            width: self.header.size().width(),
            height: self.header.size().height(),
            games: self.games,
            positions: self.positions,
            results: ResultsDocument {
                black: self.black_wins,
                draws: self.draws,
                white: self.white_wins,
            },
            opening_stones: Spread::of(&self.openings),
            different_openings: self.distinct_openings.share(),
            moves: Spread::of(&self.lengths),
            different_positions: self.distinct_positions.share(),
            random: of_positions(self.random),
            forced: of_positions(self.forced),
            decided: of_positions(self.decided),
            values: (0..self.values.len())
                .map(|n| RangeDocument { range: range_name(n), positions: self.values[n] })
                .collect(),
            recipes: self.recipes.clone(),
        }
    }
}

/// The statistics as JSON. Shares are parts of 1.
#[derive(Debug, Serialize)]
struct StatsDocument {
    rule: String,
    width: u8,
    height: u8,
    games: u64,
    positions: u64,
    results: ResultsDocument,
    opening_stones: Spread,
    /// Openings that are no turned or mirrored image of an earlier one.
    different_openings: f64,
    moves: Spread,
    /// The same of positions.
    different_positions: f64,
    random: f64,
    forced: f64,
    decided: f64,
    values: Vec<RangeDocument>,
    recipes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ResultsDocument {
    black: u64,
    draws: u64,
    white: u64,
}

#[derive(Debug, Serialize)]
struct RangeDocument {
    range: String,
    positions: u64,
}

/// How numbers are spread.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Spread {
    least: usize,
    median: usize,
    mean: f64,
    most: usize,
}

impl Spread {
    /// Of numbers, each with how often it occurs.
    fn of(counts: &BTreeMap<usize, u64>) -> Spread {
        let (Some((&least, _)), Some((&most, _))) =
            (counts.first_key_value(), counts.last_key_value())
        else {
            return Spread::default();
        };
        let all: u64 = counts.values().sum();
        let sum: u64 = counts.iter().map(|(&number, count)| number as u64 * count).sum();
        let mut below = 0;
        let median = counts.iter().find(|(_, count)| {
            below += **count;
            2 * below >= all
        });
        let median = median.map_or(most, |(&number, _)| number);
        Spread { least, median, mean: sum as f64 / all as f64, most }
    }
}

/// The range of a value: 0 losses, then estimates up to each end, then wins.
fn range_of(value: Value) -> usize {
    match value.kind() {
        ValueKind::Loss(_) => 0,
        ValueKind::Score(number) => 1 + ENDS.iter().filter(|&&end| end <= number).count(),
        ValueKind::Win(_) => ENDS.len() + 2,
    }
}

fn range_name(range: usize) -> String {
    match range {
        0 => "loss".to_owned(),
        1 => format!("below {}", ENDS[0]),
        n if n == ENDS.len() + 1 => format!("{:+} and above", ENDS[ENDS.len() - 1]),
        n if n == ENDS.len() + 2 => "win".to_owned(),
        n => format!("{:+} to {:+}", ENDS[n - 2], ENDS[n - 1]),
    }
}

fn share(part: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn write(output: &mut Output, stats: &StatsDocument) -> Result<(), CommandError> {
    let StatsDocument { rule, width, height, games, positions, results, .. } = stats;
    writeln!(output, "{rule} on {width}x{height}")?;
    writeln!(output, "games      {games}")?;
    writeln!(output, "positions  {positions}")?;
    let ResultsDocument { black, draws, white } = *results;
    let of_games = |count| percent(share(count, *games));
    writeln!(
        output,
        "results    black {black} ({}), draws {draws} ({}), white {white} ({})",
        of_games(black),
        of_games(draws),
        of_games(white)
    )?;
    let spread = |spread: &Spread| {
        let Spread { least, median, mean, most } = spread;
        format!("{least} to {most}, mean {mean:.1}, median {median}")
    };
    writeln!(output, "openings   {} stones", spread(&stats.opening_stones))?;
    writeln!(output, "moves      {} a game", spread(&stats.moves))?;
    for (name, share) in [
        ("different openings", stats.different_openings),
        ("different positions", stats.different_positions),
        ("played by chance", stats.random),
        ("forced", stats.forced),
        ("decided", stats.decided),
    ] {
        writeln!(output, "{name:<20} {:>8}", percent(share))?;
    }
    write_values(output, stats)?;
    for recipe in &stats.recipes {
        writeln!(output, "\n{}", recipe.trim_end())?;
    }
    Ok(())
}

/// The values as bars.
fn write_values(output: &mut Output, stats: &StatsDocument) -> Result<(), CommandError> {
    writeln!(output, "values for the side to move:")?;
    let most = stats.values.iter().map(|range| range.positions).max().unwrap_or(0).max(1);
    for RangeDocument { range, positions } in &stats.values {
        let bar = "#".repeat((positions * BAR_WIDTH).div_ceil(most) as usize);
        let share = percent(share(*positions, stats.positions));
        writeln!(output, "{}", format!("  {range:<16} {share:>8}  {bar}").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_the_range_that_is_named() {
        for (value, name) in [
            (Value::loss_in(4), "loss"),
            (Value::score(-2001), "below -2000"),
            (Value::score(-2000), "-2000 to -1000"),
            (Value::score(-1), "-100 to +0"),
            (Value::score(0), "+0 to +100"),
            (Value::score(1999), "+1000 to +2000"),
            (Value::score(2000), "+2000 and above"),
            (Value::win_in(9), "win"),
        ] {
            assert_eq!(range_name(range_of(value)), name);
        }
    }

    #[test]
    fn spreads() {
        let of = |numbers: &[usize]| {
            let mut counts = BTreeMap::new();
            for &number in numbers {
                *counts.entry(number).or_default() += 1;
            }
            Spread::of(&counts)
        };
        assert_eq!(of(&[4, 1, 1]), Spread { least: 1, median: 1, mean: 2.0, most: 4 });
        assert_eq!(of(&[2, 4]), Spread { least: 2, median: 2, mean: 3.0, most: 4 });
        assert_eq!(of(&[]), Spread::default());
    }
}
