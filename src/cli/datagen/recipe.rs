//! The recipe of a file: everything on which its games depend.

use super::DatagenArgs;
use super::openings::Source;
use crate::cli::error::CommandError;
use crate::data::Header;
use crate::eval::Weights;

/// The header of the file that the arguments ask for.
///
/// # Errors
/// When there are no such files of the rule.
pub fn header(args: &DatagenArgs, openings: &Source) -> Result<Header, CommandError> {
    let mut program = format!("tengen {}", env!("CARGO_PKG_VERSION"));
    if let Some(commit) = option_env!("TENGEN_COMMIT") {
        program.push_str(&format!(", commit {commit}"));
    }
    let network = openings.evaluation().network(args.rule, args.size);
    let network = network.map_or("none".to_owned(), |network| format!("{:016x}", network.hash()));
    let recipe = format!(
        "command: {}\nprogram: {program}\nweights: {} {:08x}\nnetwork: {network}\n{}",
        command(args),
        args.rule,
        Weights::fingerprint(args.rule),
        openings.recipe()
    );
    Header::new(args.rule, args.size, recipe).ok_or_else(|| {
        let rules = crate::data::RULES.map(|rule| rule.name()).join(", ");
        CommandError::input(format!("there are files of games of {rules}; not of {}", args.rule))
    })
}

/// The command, without what the games do not depend on.
fn command(args: &DatagenArgs) -> String {
    let mut command = format!(
        "tengen datagen --rule {} --size {} --nodes {} --seed {} --random {}",
        args.rule, args.size, args.nodes, args.seed, args.random
    );
    if args.play_on {
        command.push_str(" --play-on");
    }
    let openings = &args.openings;
    if let Some(file) = &openings.openings {
        command.push_str(&format!(" --openings {}", file.display()));
    } else {
        let (least, most) = openings.stones;
        command.push_str(&format!(
            " --stones {least}-{most} --reach {} --margin {} --canonical {}",
            openings.reach, openings.margin, openings.canonical
        ));
    }
    command
}
