//! What was typed. Nothing is opened or checked against anything here but single values.

use super::options::VERSION;
use super::{analyse, bench, completions, convert, data, datagen, forbidden, matches, opening};
use super::{openings, play, referee, review, solve, store, tune};
use clap::{Parser, Subcommand};

/// A game engine for renju and gomoku
///
/// Without a command it speaks the Gomocup protocol, as managers expect.
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version = VERSION.as_str(),
    infer_subcommands = true,
    after_help = "\
Exit codes: 0 fine, 1 failure, 2 wrong usage or input, 130 interrupted a second time; match and
solve have more of their own.
Logging to standard error: set TENGEN_LOG to error, warn, info, debug or trace."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands, each with its arguments beside its code.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Speak the Gomocup protocol on standard input and output (also without any command)
    ///
    /// This is what managers such as Piskvork, Yixin-Board, QPiskvork and Gomocup's judge expect of
    /// an engine. They load pbrain-tengen, which does the same without any arguments.
    #[command(after_long_help = play::EXAMPLES)]
    Play(play::PlayArgs),

    /// Find the best moves of a position: the board, progress per depth, values and lines
    #[command(after_long_help = analyse::EXAMPLES)]
    Analyse(analyse::AnalyseArgs),

    /// Find wins by force, by fours alone or by threes and fours, with their proofs
    #[command(after_long_help = solve::EXAMPLES)]
    Solve(solve::SolveArgs),

    /// Search fixed positions of all rules: speed, and a signature of what the search does
    #[command(after_long_help = bench::EXAMPLES)]
    Bench(bench::BenchArgs),

    /// Play engines against each other, refereed, with statistics
    ///
    /// Any engine that speaks the Gomocup protocol can take part. The referee is this program: it
    /// knows every rule, renju's forbidden points included.
    #[command(after_long_help = matches::EXAMPLES)]
    Match(matches::MatchArgs),

    /// Replay recorded games: who won, why, and whether the record says the same
    #[command(after_long_help = referee::EXAMPLES)]
    Referee(referee::RefereeArgs),

    /// The 26 openings of renju, and the regulations under which they are played
    #[command(after_long_help = opening::EXAMPLES)]
    Opening(opening::OpeningArgs),

    /// Make a set of openings for matches
    #[command(after_long_help = openings::EXAMPLES)]
    Openings(openings::OpeningsArgs),

    /// Fit the weights of the evaluation to games of the engine against itself
    #[command(after_long_help = tune::EXAMPLES)]
    Tune(tune::TuneArgs),

    /// Play games of the engine against itself for training, into a file that says what the search
    /// thought of each position
    #[command(after_long_help = datagen::EXAMPLES)]
    Datagen(datagen::DatagenArgs),

    /// Tell what is in files of games for training; shuffle, sample and merge them
    #[command(after_long_help = data::EXAMPLES)]
    Data(data::DataArgs),

    /// List the points that are forbidden to Black in a renju position, and why
    #[command(after_long_help = forbidden::EXAMPLES)]
    Forbidden(forbidden::ForbiddenArgs),

    /// Go through a game: the value of each move, mistakes and missed wins, a curve
    #[command(after_long_help = review::EXAMPLES)]
    Review(review::ReviewArgs),

    /// Query, fill, export and merge a store of analysed positions
    #[command(after_long_help = store::EXAMPLES)]
    Store(store::StoreArgs),

    /// Print a completion script for a shell
    #[command(after_long_help = completions::EXAMPLES)]
    Completions(completions::CompletionsArgs),

    /// Print the manual page of the program or of one command
    #[command(after_long_help = completions::MAN_EXAMPLES)]
    Man(completions::ManArgs),

    /// Convert files of games: SGF, PSQ, RenLib's lib, lists of moves, drawn boards, JSON lines
    #[command(after_long_help = convert::EXAMPLES)]
    Convert(convert::ConvertArgs),
}
