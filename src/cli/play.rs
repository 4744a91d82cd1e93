//! `tengen play`, also what runs without a command: the protocol on stdin and stdout.

use super::evaluation::EvaluationArgs;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Example:
  printf 'START 15\\nINFO rule 4\\nINFO timeout_turn 1000\\nBEGIN\\nEND\\n' | tengen play";

/// Arguments of `tengen play`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PlayArgs {
    /// What values positions, until the manager chooses
    #[command(flatten)]
    pub evaluation: EvaluationArgs,
}

/// Plays until the manager ends the conversation.
pub fn run(args: &PlayArgs) -> ExitCode {
    let evaluation = match args.evaluation.evaluation() {
        Ok(evaluation) => evaluation,
        Err(error) => {
            eprintln!("tengen: {error}");
            return error.exit_code();
        }
    };
    if std::io::stdin().is_terminal() {
        // Managers never see this: whoever does sits in front of a silent program.
        eprintln!("tengen: waiting for protocol commands (END to leave); see tengen --help");
    }
    crate::protocol::play_with(evaluation)
}
