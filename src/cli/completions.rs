//! `tengen completions` and `tengen man`: what shells and manual readers want to know of the command
//! line, made of its own definition.

use super::args::Arguments;
use super::error::CommandError;
use super::output::Output;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Shown below the help of `tengen completions`.
pub const EXAMPLES: &str = "\
Examples:
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish";

/// Shown below the help of `tengen man`.
pub const MAN_EXAMPLES: &str = "\
Examples:
  tengen man > ~/.local/share/man/man1/tengen.1
  tengen man analyse | man -l -";

/// Arguments of `tengen completions`.
#[derive(Clone, Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Arguments of `tengen man`.
#[derive(Clone, Debug, clap::Args)]
pub struct ManArgs {
    /// The command to describe; without one the program as a whole
    pub command: Option<String>,
}

/// Prints a completion script.
///
/// # Errors
/// When it cannot be written.
pub fn run(args: &CompletionsArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "tengen", &mut script);
    output.write_all(&script)?;
    Ok(())
}

/// Prints a manual page.
///
/// # Errors
/// A command that there is not, or an output that cannot be written.
pub fn man(args: &ManArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut all = Arguments::command();
    all.build();
    let page = match &args.command {
        None => all,
        Some(name) => {
            let names: Vec<String> = all.get_subcommands().map(|c| c.get_name().into()).collect();
            let found = all.find_subcommand(name).cloned();
            let Some(found) = found else {
                let message =
                    format!("there is no command '{name}'; there are {}", names.join(", "));
                return Err(CommandError::Input(message));
            };
            // Pages of commands have the name of the program before theirs.
            found.name(format!("tengen-{name}")).bin_name(format!("tengen {name}"))
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    output.write_all(&text)?;
    Ok(())
}
