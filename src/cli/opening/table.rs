//! `tengen opening table`: values of the 26 openings, for `books/renju-openings.txt`.

use crate::board::Size;
use crate::cli::error::CommandError;
use crate::cli::options;
use crate::cli::output::Output;
use crate::decider::{compute, table};
use crate::engine::Engine;
use crate::notation::pos;
use crate::opening::CanonicalOpening;
use crate::time::MonotonicClock;
use std::io::Write;

/// Arguments of `tengen opening table`.
#[derive(Clone, Debug, clap::Args)]
pub struct TableArgs {
    /// Positions searched after each good fourth stone
    #[arg(long, short, default_value = "200000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Memory that the whole program may use: 350M, 1G
    #[arg(long, short, default_value = "200M", value_parser = options::memory)]
    pub memory: u64,

    /// Only these openings, as D3 I11
    #[arg(value_name = "OPENING")]
    pub openings: Vec<CanonicalOpening>,
}

/// Computes and prints the table.
///
/// # Errors
/// Too little memory, or an output that cannot be written.
pub fn run(args: &TableArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut engine = Engine::new(compute::RULE, Size::RENJU);
    if !engine.set_memory(args.memory) {
        return Err(CommandError::input("that is too little --memory to search with; try 32M"));
    }
    let clock = MonotonicClock::new();
    writeln!(
        output,
        "# Values of the 26 openings for White, who puts the best fourth stone, when"
    )?;
    writeln!(output, "# Black then offers 1 to {} fifth moves.", table::OFFERS)?;
    writeln!(output, "# Made by: tengen opening table --nodes {}", args.nodes)?;
    let all: Vec<CanonicalOpening> = CanonicalOpening::all().collect();
    let wanted = if args.openings.is_empty() { &all } else { &args.openings };
    for &opening in wanted {
        let computed = compute::opening(&mut engine, &clock, opening, args.nodes);
        let values: Vec<String> = computed.row.iter().map(|value| format!("{value:>6}")).collect();
        let fourths: Vec<String> =
            computed.fourths.iter().map(|&point| pos::name(point, Size::RENJU)).collect();
        writeln!(output, "# {opening}: fourth stones {}", fourths.join(" "))?;
        writeln!(output, "{:<4}{}", opening.code(), values.join(" "))?;
        output.flush()?;
    }
    Ok(())
}
