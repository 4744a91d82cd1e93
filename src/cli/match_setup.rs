//! What `tengen match` needs before its first game: engines, openings, the record.

use super::arena::engine_options::EngineOptions;
use super::arena::player::{NoMove, Player};
use super::arena::process::printable;
use super::arena::record::{EngineHeader, MatchGame, MatchHeader, RecordFile, checksum};
use super::arena::regulated::{OpeningBy, Regulated};
use super::arena::schedule::{ScheduleOptions, ScheduledGame};
use super::arena::transcript::Transcript;
use super::error::CommandError;
use super::matches::MatchArgs;
use super::selfplay::openings::{self, ReadingOptions};
use crate::board::Point;
use crate::notation::offsets;
use crate::opening::{Opening, catalogue};
use clap::ValueEnum as _;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long to wait for an engine to say its name.
const NAME_PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait for a sign of life of an engine that has been given a name.
const START_PATIENCE: Duration = Duration::from_secs(1);
/// The value of `--openings` for an empty board.
const NO_OPENINGS: &str = "none";

pub(super) fn about_file(path: &std::path::Path, error: impl std::fmt::Display) -> CommandError {
    CommandError::failed(format!("{}: {error}", path.display()))
}

/// The engines with their names. Each is started once, so that a wrong path ends here and not in a
/// hundred lost games.
pub(super) fn engines(
    args: &MatchArgs,
    transcript: Option<&Arc<Transcript>>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<EngineOptions>, CommandError> {
    let mut engines: Vec<EngineOptions> = Vec::new();
    for text in &args.engines {
        let mut engine = EngineOptions::parse(text, &args.each)
            .map_err(|error| CommandError::input(format!("--engine {text}: {error}")))?;
        let mut player = Player::new(Arc::new(engine.clone()), transcript.cloned(), stop.clone());
        let patience = if engine.name.is_empty() { NAME_PATIENCE } else { START_PATIENCE };
        let about = match player.about(patience) {
            Ok(about) => about,
            Err(NoMove::Failure(failure)) => {
                return Err(CommandError::failed(format!("--engine {text}: it {failure}")));
            }
            Err(NoMove::Stopped) => return Err(CommandError::failed("interrupted")),
        };
        if engine.name.is_empty() {
            engine.name = name_in(&about).unwrap_or_else(|| engine.label());
        }
        engines.push(engine);
    }
    if engines.len() < 2 {
        return Err(CommandError::input("a match needs two engines: give --engine twice"));
    }
    // Equal names get numbers, so that results can be told apart.
    for at in 0..engines.len() {
        let earlier = |name: &str| engines[..at].iter().any(|engine| engine.name == name);
        let plain = engines[at].name.clone();
        let mut name = plain.clone();
        let mut number = 2;
        while earlier(&name) {
            name = format!("{plain}-{number}");
            number += 1;
        }
        engines[at].name = name;
    }
    Ok(engines)
}

/// The name in an answer to `ABOUT`: `name="Tengen", version="1.0", ...`.
fn name_in(about: &str) -> Option<String> {
    let at = about.to_ascii_lowercase().find("name")?;
    let rest = about[at + "name".len()..].trim_start().strip_prefix('=')?.trim_start();
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split(',').next()?,
    };
    const LONGEST: usize = 40;
    let name = printable(name, LONGEST);
    (!name.is_empty()).then_some(name)
}

/// The regulation of the match, if it has one.
pub(super) fn regulated(args: &MatchArgs) -> Result<Option<Regulated>, CommandError> {
    let Some(name) = &args.regulation else { return Ok(None) };
    let about = |error: &dyn std::fmt::Display| {
        CommandError::input(format!("--regulation {name}: {error}"))
    };
    let regulation = catalogue::find(name).map_err(|error| about(&error))?;
    // It must be one for this rule and board.
    Opening::new(regulation.clone(), args.rule, args.size).map_err(|error| about(&error))?;
    let (by, nodes, seed) = (args.opening_by, args.opening_nodes.get(), args.seed);
    Ok(Some(Regulated { regulation, by, nodes, seed }))
}

/// The openings and the name of their set.
pub(super) fn read_openings(
    args: &MatchArgs,
    regulated: Option<&Regulated>,
) -> Result<(String, Vec<Vec<Point>>), CommandError> {
    if let Some(regulated) = regulated {
        return Ok((regulated.regulation.name.clone(), vec![vec![]]));
    }
    match args.openings.as_deref() {
        Some(NO_OPENINGS) => Ok(("an empty board".to_owned(), vec![vec![]])),
        Some(file) => {
            let bytes = std::fs::read(file)
                .map_err(|error| CommandError::input(format!("{file}: {error}")))?;
            let text = String::from_utf8_lossy(&bytes);
            let reading = ReadingOptions { form: args.form, rows: args.rows };
            let openings = openings::read(&text, reading, args.size, args.rule)
                .map_err(|error| CommandError::input(format!("{file}: {error}")))?;
            Ok((file.to_owned(), openings))
        }
        None => {
            let (name, openings) = openings::built_in(args.size, args.rule);
            if openings.is_empty() {
                return Err(CommandError::input(format!(
                    "no opening of {name} fits on a {} board: give --openings FILE or \
                     --openings {NO_OPENINGS}",
                    args.size
                )));
            }
            Ok((name.to_owned(), openings))
        }
    }
}

pub(super) fn header(
    args: &MatchArgs,
    schedule: &ScheduleOptions,
    engines: &[EngineOptions],
    openings: &[Vec<Point>],
    regulated: Option<&Regulated>,
) -> MatchHeader {
    let texts: Vec<String> =
        openings.iter().map(|opening| offsets::write(opening, args.size)).collect();
    let engine = |engine: &EngineOptions| EngineHeader {
        name: engine.name.clone(),
        options: engine.to_string(),
    };
    let value_name = |value: Option<clap::builder::PossibleValue>| {
        value.map_or(String::new(), |value| value.get_name().to_owned())
    };
    MatchHeader {
        engines: engines.iter().map(engine).collect(),
        rule: args.rule.to_string(),
        size: args.size.to_string(),
        format: value_name(schedule.format.to_possible_value()),
        games: schedule.games,
        rounds: schedule.rounds,
        repeat: schedule.repeat,
        order: value_name(schedule.order.to_possible_value()),
        symmetries: schedule.symmetries,
        seed: schedule.seed,
        openings: openings.len(),
        openings_checksum: checksum(texts.iter().map(String::as_str)),
        max_moves: args.max_moves.map(NonZeroUsize::get),
        regulation: regulated.map(|regulated| regulated.regulation.name.clone()),
        opening_by: regulated.map(|regulated| match regulated.by {
            OpeningBy::Engines => "engines".to_owned(),
            OpeningBy::Tengen => format!("tengen, {} positions a search", regulated.nodes),
        }),
    }
}

/// Games at a time that share processors lose on time for no fault of their own.
pub(super) fn warn_of_crowding(args: &MatchArgs, engines: &[EngineOptions]) {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = engines.iter().map(|engine| engine.threads.unwrap_or(1)).max().unwrap_or(1);
    let wanted = threads as usize * args.concurrency.get();
    if wanted > cores {
        eprintln!(
            "tengen: warning: {} games at a time with {threads} threads each want {wanted} cores, \
             and there are {cores}; times will be distorted",
            args.concurrency
        );
    }
}

/// The record to write to, and the games that are in it already.
pub(super) fn open_record(
    args: &MatchArgs,
    header: &MatchHeader,
    schedule: &[ScheduledGame],
) -> Result<(Option<RecordFile>, Vec<MatchGame>), CommandError> {
    let Some(path) = &args.record else { return Ok((None, Vec::new())) };
    if args.resume {
        let (file, games) = RecordFile::resume(path, header, schedule)
            .map_err(|error| CommandError::input(format!("{}: {error}", path.display())))?;
        return Ok((Some(file), games));
    }
    match RecordFile::create(path, header) {
        Ok(file) => Ok((Some(file), Vec::new())),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(CommandError::input(format!(
                "{} is there already: --resume goes on with it",
                path.display()
            )))
        }
        Err(error) => Err(about_file(path, error)),
    }
}

/// The games that are still to be played.
pub(super) fn remaining(schedule: &[ScheduledGame], played: &[MatchGame]) -> Vec<ScheduledGame> {
    let done: std::collections::HashSet<usize> =
        played.iter().map(|game| game.scheduled.number).collect();
    schedule.iter().filter(|game| !done.contains(&game.number)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_answers_to_about() {
        let name = |about| name_in(about);
        assert_eq!(name("name=\"Tengen\", version=\"1\""), Some("Tengen".to_owned()));
        assert_eq!(name("NAME = Plain, version=1"), Some("Plain".to_owned()));
        assert_eq!(name("version=\"1\", name=\"A, B\""), Some("A, B".to_owned()));
        assert_eq!(name("nothing"), None);
        assert_eq!(name("name=\"\""), None);
    }
}
