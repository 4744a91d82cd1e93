//! `tengen openings`: makes sets of openings for matches.

use super::error::CommandError;
use super::options;
use super::output::Output;
use super::selfplay::generate::{GenerateOptions, Generator};
use super::selfplay::playout::Playouts;
use crate::board::Size;
use crate::notation::offsets;
use crate::rules::RuleKind;
use std::io::Write;
use std::num::NonZeroUsize;

/// Shown below the help.
pub const EXAMPLES: &str = "\
The openings are written in the form `offset`: distances from the middle of the board, columns to
the right and rows downwards, one opening a line. The sets in books/ were made by this command; each
says in its first line how.

Examples:
  tengen openings --rule renju --count 100 --nodes 100000 --playouts 4 > openings.txt
  tengen match --openings openings.txt ...";

/// Arguments of `tengen openings`.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningsArgs {
    /// Rule: freestyle, standard, renju, caro, exact-caro or nendzyu
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Board size: 5 to 32, or columns x rows, as 15x19
    #[arg(long, short, default_value = "15", value_parser = options::size)]
    pub size: Size,

    /// How many openings to make
    #[arg(long, short, default_value = "60")]
    pub count: NonZeroUsize,

    /// Numbers of stones, as 5 or 3-6 [default: 5 for renju, 3-6 otherwise]
    #[arg(long, value_parser = stone_counts::<MOST_RANDOM>)]
    pub stones: Option<(usize, usize)>,

    /// Farthest column or row from the middle
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(i32).range(1..=15))]
    pub reach: i32,

    /// Put stone k into the central square of side 2k-1, as under Tarannikov's regulation: in renju the
    /// first three are then one of the 26 openings
    #[arg(long)]
    pub concentric: bool,

    /// Search each opening with so many positions, and take it only if it is even
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// The largest value, for either side, that counts as even
    #[arg(long, default_value = "50", value_parser = clap::value_parser!(i32).range(0..))]
    pub margin: i32,

    /// Let the engine play so many games from each even opening, and take it only if they are even
    #[arg(long, default_value = "0", requires = "nodes")]
    pub playouts: usize,

    /// Positions searched for each move of these games
    #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    pub playout_nodes: u64,

    /// The largest part of the points of these games that one side may win, in percent
    #[arg(long, value_name = "PERCENT", default_value = "75",
        value_parser = clap::value_parser!(u8).range(50..=100))]
    pub playout_share: u8,

    /// Seed of the random stones
    #[arg(long, default_value = "1")]
    pub seed: u64,
}

/// Most stones of a random opening.
pub(super) const MOST_RANDOM: usize = 30;

/// `5`, or `3-6`; no number above `MOST`.
///
/// # Errors
/// The right form.
pub(super) fn stone_counts<const MOST: usize>(text: &str) -> Result<(usize, usize), String> {
    let parse = || -> Option<(usize, usize)> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let (least, most) = (least.trim().parse().ok()?, most.trim().parse().ok()?);
        (least >= 1 && least <= most && most <= MOST).then_some((least, most))
    };
    parse().ok_or_else(|| format!("a number of stones from 1 to {MOST} is wanted, as 5 or 3-6"))
}

/// Writes the openings.
///
/// # Errors
/// When there are not as many, or when they cannot be written.
pub fn run(args: &OpeningsArgs, output: &mut Output) -> Result<(), CommandError> {
    let default = match args.rule {
        RuleKind::Renju | RuleKind::Nendzyu(_) => (5, 5),
        _ => (3, 6),
    };
    let (least, most) = args.stones.unwrap_or(default);
    let mut command = format!(
        "tengen openings --rule {} --size {} --count {} --stones {least}-{most} --reach {} --seed {}",
        args.rule, args.size, args.count, args.reach, args.seed
    );
    if args.concentric {
        command.push_str(" --concentric");
    }
    if let Some(nodes) = args.nodes {
        command.push_str(&format!(" --nodes {nodes} --margin {}", args.margin));
    }
    if args.playouts > 0 {
        let (games, nodes, share) = (args.playouts, args.playout_nodes, args.playout_share);
        command.push_str(&format!(
            " --playouts {games} --playout-nodes {nodes} --playout-share {share}"
        ));
    }
    writeln!(output, "# Made by: {command}")?;
    writeln!(output, "# form: offset")?;
    let mut generator = Generator::new(GenerateOptions {
        rule: args.rule,
        size: args.size,
        stones: least..=most,
        reach: args.reach,
        concentric: args.concentric,
        nodes: args.nodes,
        margin: args.margin,
        seed: args.seed,
    })
    .with_playouts(Playouts {
        games: args.playouts,
        nodes: args.playout_nodes,
        most: args.playout_share.into(),
    });
    for made in 0..args.count.get() {
        let Some((opening, _)) = generator.next() else {
            return Err(CommandError::failed(format!("there are only {made} such openings")));
        };
        writeln!(output, "{}", offsets::write(&opening, args.size))?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_stones() {
        assert_eq!(stone_counts::<MOST_RANDOM>("5"), Ok((5, 5)));
        assert_eq!(stone_counts::<MOST_RANDOM>("3-6"), Ok((3, 6)));
        for wrong in ["", "0", "6-3", "x", "3-", "99"] {
            assert!(stone_counts::<MOST_RANDOM>(wrong).is_err(), "{wrong}");
        }
    }
}
