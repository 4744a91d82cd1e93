//! The command line: what was typed becomes typed options, a command runs, and what it has to say
//! goes through one writer.
//!
//! A new command is a file with its arguments and a `run` function, a line in
//! [`args::Command`] and a line in the dispatch below.
//!
//! Exit codes: 0 when all went well (a reader that closes the pipe early included), 1 when
//! something failed on our side or in the world, 2 when the command line or its input is wrong.

pub mod analyse;
pub mod arena;
pub mod args;
pub mod bar;
pub mod bench;
pub mod bench_positions;
pub mod board_view;
pub mod completions;
pub mod convert;
pub mod data;
pub mod datagen;
pub mod error;
pub mod evaluation;
pub mod forbidden;
pub mod input;
pub mod interrupt;
mod match_setup;
pub mod matches;
pub mod opening;
pub mod openings;
pub mod options;
pub mod output;
pub mod picture;
pub mod play;
pub mod position;
pub mod progress;
pub mod referee;
pub mod report;
pub mod review;
pub mod selfplay;
pub mod solve;
pub mod store;
pub mod tune;

use args::{Arguments, Command};
use clap::Parser;
use error::CommandError;
use output::Output;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command that the arguments name (the first one is the program's name) and says with
/// which code the process is to end.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // Off unless asked for, and never on stdout: that belongs to commands and to the protocol.
    let filter = env_logger::Env::new().filter_or("TENGEN_LOG", "off");
    let _ = env_logger::Builder::from_env(filter).target(env_logger::Target::Stderr).try_init();
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => {
            dispatch(arguments.command.unwrap_or(Command::Play(play::PlayArgs::default())))
        }
        Err(error) => {
            // Help and version are no errors: clap knows which stream and which code they want.
            let error = error::with_form_of_numbers(error);
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
    }
}

fn dispatch(command: Command) -> ExitCode {
    let result = match command {
        Command::Play(args) => return play::run(&args),
        Command::Analyse(args) => analyse::run(&args, &mut Output::stdout(args.ascii)),
        Command::Match(args) => {
            return finish_with_code(matches::run(&args, &mut Output::stdout(false)));
        }
        Command::Referee(args) => {
            return finish_with_code(referee::run(&args, &mut Output::stdout(false)));
        }
        Command::Solve(args) => {
            return finish_with_code(solve::run(&args, &mut Output::stdout(args.ascii)));
        }
        Command::Opening(args) => opening::run(&args, &mut Output::stdout(args.ascii)),
        Command::Openings(args) => openings::run(&args, &mut Output::stdout(false)),
        Command::Tune(args) => tune::run(&args, &mut Output::stdout(false)),
        Command::Datagen(args) => datagen::run(&args, &mut Output::stdout(false)),
        Command::Data(args) => data::run(&args, &mut Output::stdout(false)),
        Command::Bench(args) => bench::run(&args, &mut Output::stdout(false)),
        Command::Review(args) => review::run(&args, &mut Output::stdout(args.ascii)),
        Command::Store(args) => store::run(&args, &mut Output::stdout(false)),
        Command::Completions(args) => completions::run(&args, &mut Output::stdout(false)),
        Command::Man(args) => completions::man(&args, &mut Output::stdout(false)),
        Command::Convert(args) => {
            return finish_with_code(convert::run(&args, &mut Output::stdout(false)));
        }
        Command::Forbidden(args) => forbidden::run(&args, &mut Output::stdout(args.ascii)),
    };
    finish(result)
}

/// The exit code of a command that has codes of its own.
fn finish_with_code(result: Result<ExitCode, CommandError>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) => finish(Err(error)),
    }
}

/// The exit code of a command; its error, if any, is told on stderr.
fn finish(result: Result<(), CommandError>) -> ExitCode {
    match result {
        Ok(()) | Err(CommandError::ClosedPipe) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tengen: {error}");
            error.exit_code()
        }
    }
}
