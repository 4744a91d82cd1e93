//! `tengen convert`: files of games from one format to another, and what is lost on the way.

use super::arena::process::printable;
use super::error::CommandError;
use super::input::{GameFile, ReadingArgs};
use super::options;
use super::output::Output;
use crate::board::Size;
use crate::notation::WriteError;
use crate::notation::format::{Format, RowOrder};
use crate::notation::losses::Losses;
use crate::notation::renlib::Version;
use crate::notation::text::Encoding;
use crate::notation::writer::{Writer, Writing};
use crate::rules::RuleKind;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Formats:
  sgf      Smart Game Format, game 4, with variations, comments and marks
  lib      RenLib's libraries, versions 3.0 and 3.4, with variations, comments and texts
  jsonl    JSON, a game a line, with everything
  psq      Piskvork's games: one line of moves with times, players and result
  pos      lists of moves, a game a line: h8h9i9
  pairs    the same as columns and rows from 0 at the top left: 7,7 7,6 8,6
  offsets  the same as Gomocup's offsets from the middle: 0,0, 0,-1, 1,-1
  board    a drawn board, X O and dots

What the target has no place for is listed on standard error, or in JSON. The games of a collection
become one tree in a library; psq and board hold one game, which --game chooses.

Exit codes: 0 written, 1 not written, or with --strict something would have been lost; 2 the input
cannot be read, or the target can hold none of it.

Examples:
  tengen convert game.psq game.sgf
  tengen convert collection.sgf library.lib
  tengen convert library.lib - --to jsonl
  tengen convert old.lib new.sgf --encoding gbk
  tengen convert games.sgf game.psq --game 3 --json";

/// How many games that were left out are named.
const MOST_NAMED: usize = 20;

/// Arguments of `tengen convert`.
#[derive(Clone, Debug, clap::Args)]
pub struct ConvertArgs {
    /// The file to read; `-` is standard input
    #[arg(value_name = "FROM")]
    pub from: PathBuf,

    /// The file to write; `-` is standard output
    #[arg(value_name = "TO")]
    pub to: PathBuf,

    /// Format of the output [default: known by what the file's name ends in]
    #[arg(long = "to", value_name = "FORMAT", value_parser = options::format)]
    pub to_format: Option<Format>,

    /// How to read.
    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Only the game with this number, from 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,

    /// Board size of games that do not say [default: 15]
    #[arg(long, short, value_parser = options::size)]
    pub size: Option<Size>,

    /// Rule of games that do not say
    #[arg(long, short, value_parser = options::rule)]
    pub rule: Option<RuleKind>,

    /// Where row 1 of the written moves is [default: bottom for names, top for pairs]
    #[arg(long, value_name = "WHERE")]
    pub to_rows: Option<RowOrder>,

    /// Encoding of the texts of a written library, as gbk for RenLib on a Chinese system
    #[arg(long, value_name = "NAME", default_value = "utf-8", value_parser = options::encoding)]
    pub to_encoding: &'static Encoding,

    /// Version of a written library, 3.0 or 3.4 [default: the oldest that will do, as RenLib]
    #[arg(long, value_name = "VERSION", value_parser = options::library_version)]
    pub lib_version: Option<Version>,

    /// Write nothing if anything would be lost
    #[arg(long)]
    pub strict: bool,

    /// Report as one JSON document on standard output (on standard error if the games go there)
    #[arg(long)]
    pub json: bool,
}

/// A game that the target has no place for.
#[derive(Clone, Debug, Serialize)]
struct LeftOut {
    game: usize,
    reason: String,
}

/// Something remarkable about a game that was read.
#[derive(Clone, Debug, Serialize)]
struct Remark {
    game: usize,
    remark: String,
}

/// What was done; what `--json` prints.
#[derive(Debug, Serialize)]
struct Report {
    from: String,
    from_format: &'static str,
    to: String,
    to_format: &'static str,
    /// Games and nodes that were read.
    games: usize,
    nodes: usize,
    /// Games that were written.
    written: usize,
    lost: Losses,
    left_out: Vec<LeftOut>,
    remarks: Vec<Remark>,
}

/// Converts the file.
///
/// # Errors
/// What cannot be read or written.
pub fn run(args: &ConvertArgs, output: &mut Output) -> Result<ExitCode, CommandError> {
    let to_format = target_format(args)?;
    let file = GameFile::open(&args.from, args.reading.format)?;
    let to_pipe = args.to == Path::new("-");
    // Standard output gets nothing before all is known to be well; a file gets its name then.
    let mut target = if to_pipe { Target::Memory(Vec::new()) } else { Target::begin(&args.to)? };
    let report = convert(args, &file, to_format, &mut target);
    let report = match report {
        Ok(report) => report,
        Err(error) => {
            target.abandon();
            return Err(error);
        }
    };
    let lost = !report.lost.is_empty() || report.written < report.games;
    if args.strict && lost {
        target.abandon();
    } else {
        target.finish(&args.to)?;
    }
    tell(args, &report, to_pipe, output)?;
    Ok(if args.strict && lost { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn target_format(args: &ConvertArgs) -> Result<Format, CommandError> {
    let extension = args.to.extension().and_then(|extension| extension.to_str());
    args.to_format.or_else(|| extension.and_then(Format::of_extension)).ok_or_else(|| {
        CommandError::Input(format!(
            "{}: the name does not say in which format to write; say --to sgf, psq, lib, jsonl, \
             pos, pairs, offsets or board",
            args.to.display()
        ))
    })
}

/// Reads, writes and counts.
fn convert(
    args: &ConvertArgs,
    file: &GameFile,
    to_format: Format,
    target: &mut Target,
) -> Result<Report, CommandError> {
    let is_utf8 = args.to_encoding.name() == "UTF-8";
    let writing = Writing {
        rows: args.to_rows,
        encoding: Some(args.to_encoding).filter(|_| !is_utf8),
        version: args.lib_version,
    };
    let mut writer = Writer::new(to_format, writing);
    let mut report = Report {
        from: file.name(),
        from_format: file.format().name(),
        to: if args.to == Path::new("-") {
            "standard output".to_owned()
        } else {
            args.to.display().to_string()
        },
        to_format: to_format.name(),
        games: 0,
        nodes: 0,
        written: 0,
        lost: Losses::none(),
        left_out: Vec::new(),
        remarks: Vec::new(),
    };
    let reading = args.reading.reading(args.size, args.rule);
    for (number, game) in (1..).zip(file.games(reading)) {
        let game = game?;
        if args.game.is_some_and(|wanted| wanted as usize != number) {
            continue;
        }
        report.games += 1;
        report.nodes += game.len();
        let remarks = game.remarks().iter().cloned();
        let left = MOST_NAMED.saturating_sub(report.remarks.len());
        let named = remarks.take(left).map(|remark| Remark { game: number, remark });
        report.remarks.extend(named);
        match writer.write(game, target) {
            Ok(()) => report.written += 1,
            Err(WriteError::Io(error)) => return Err(error.into()),
            Err(WriteError::Unfit(reason)) if report.left_out.len() < MOST_NAMED => {
                report.left_out.push(LeftOut { game: number, reason });
            }
            Err(WriteError::Unfit(_)) => {}
        }
    }
    if report.games == 0 {
        let name = file.name();
        return Err(CommandError::Input(format!("{name}: there is no game with that number")));
    }
    report.lost = writer.finish(target).map_err(|error| match error {
        WriteError::Io(error) => error.into(),
        WriteError::Unfit(reason) => {
            let first = report.left_out.first();
            let reason = first.map_or(reason, |first| first.reason.clone());
            CommandError::Input(format!("nothing is written: {reason}"))
        }
    })?;
    Ok(report)
}

/// Tells what was done.
fn tell(
    args: &ConvertArgs,
    report: &Report,
    to_pipe: bool,
    output: &mut Output,
) -> Result<(), CommandError> {
    if args.json && !to_pipe {
        return output.json(report);
    }
    let mut err = io::stderr().lock();
    if args.json {
        let text = serde_json::to_string_pretty(report).map_err(CommandError::failed)?;
        writeln!(err, "{text}")?;
        return Ok(());
    }
    for Remark { game, remark } in &report.remarks {
        writeln!(err, "{}, game {game}: {}", report.from, printable(remark, 200))?;
    }
    for LeftOut { game, reason } in &report.left_out {
        writeln!(err, "{}, game {game} is left out: {}", report.from, printable(reason, 200))?;
    }
    let Report { games, nodes, written, .. } = report;
    let is_refused = args.strict && (!report.lost.is_empty() || written < games);
    let count = if written == games {
        let noun = if *games == 1 { "game" } else { "games" };
        format!("{games} {noun} ({nodes} nodes)")
    } else {
        format!("{written} of {games} games")
    };
    if report.lost.is_empty() {
        let complete = if written == games { ", nothing is lost" } else { "" };
        writeln!(err, "{} -> {}: {count}{complete}", report.from, report.to)?;
    } else {
        writeln!(err, "{} -> {}: {count}, lost: {}", report.from, report.to, report.lost)?;
    }
    if is_refused {
        writeln!(err, "nothing is written, because of --strict")?;
    }
    Ok(())
}

/// Where the games go before they are where they belong.
enum Target {
    /// To standard output, when they are complete.
    Memory(Vec<u8>),
    /// To a file, under another name until they are complete.
    Part(BufWriter<File>, PathBuf),
    /// To something that is no plain file and cannot be put in another's place, such as a device.
    Device(BufWriter<File>),
}

impl Target {
    fn begin(path: &Path) -> Result<Target, CommandError> {
        let about = |error: io::Error| CommandError::Failed(format!("{}: {error}", path.display()));
        if path.exists() && !path.is_file() {
            let file = File::options().write(true).open(path).map_err(about)?;
            return Ok(Target::Device(BufWriter::new(file)));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = File::create(&part).map_err(about)?;
        Ok(Target::Part(BufWriter::new(file), part))
    }

    /// Puts everything where it belongs.
    fn finish(self, path: &Path) -> Result<(), CommandError> {
        let about = |error: io::Error| CommandError::Failed(format!("{}: {error}", path.display()));
        match self {
            Target::Memory(bytes) => {
                // Past everything that looks after styles: it may be no text.
                let mut stream = io::stdout().lock();
                stream.write_all(&bytes)?;
                stream.flush()?;
                Ok(())
            }
            Target::Device(mut file) => file.flush().map_err(about),
            Target::Part(mut file, part) => {
                let flushed = file.flush();
                drop(file);
                flushed.and_then(|()| fs::rename(&part, path)).map_err(|error| {
                    remove(&part);
                    about(error)
                })
            }
        }
    }

    /// Leaves nothing behind.
    fn abandon(self) {
        if let Target::Part(file, part) = self {
            drop(file);
            remove(&part);
        }
    }
}

/// Removes an unfinished file; there is nothing that could be done if that fails too.
fn remove(part: &Path) {
    let _ = fs::remove_file(part);
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Memory(buffer) => buffer.write(bytes),
            Target::Part(file, _) | Target::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Memory(buffer) => buffer.flush(),
            Target::Part(file, _) | Target::Device(file) => file.flush(),
        }
    }
}
