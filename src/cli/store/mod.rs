//! `tengen store`: a position store queried, filled, emptied into text, joined with others.

mod documents;
mod import;
mod query;
mod trees;

use super::error::CommandError;
use super::input::ReadingArgs;
use super::options;
use super::output::Output;
use super::position::PositionArgs;
use crate::rules::RuleKind;
use crate::store::{Merged, Store, StoreError};
use documents::EntryDocument;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Shown below the help.
pub const EXAMPLES: &str = "\
A store keeps one record for each position, whichever of its eight symmetric forms it comes in:
value, depth, nodes and lines of the best analysis so far, and notes. A win or loss replaces an
estimate, more depth replaces less. `tengen analyse --store` asks it and adds to it. One program at a
time works with the file; others wait for it. A transaction that was interrupted leaves no trace.

Exported lines are JSON objects with rule, width, height, to_move, black and white (lists of points),
and, where known, source, value, depth, nodes, lines (value and moves) and note. Import reads these,
RenLib's .lib files and game files of every other kind (each position with what is written about it),
and text exports of Yixin databases (index,key,label,value,depth,bound,text).

Examples:
  tengen store query my.db h8h9j10
  tengen store import my.db library.lib --rule renju
  tengen store export my.db > my.jsonl
  tengen store merge my.db other.db
  tengen store stats my.db";

/// Arguments of `tengen store`.
#[derive(Clone, Debug, clap::Args)]
pub struct StoreArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What can be done with a store.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Action {
    /// Tell what the store knows of a position and of those one move later
    Query(QueryArgs),
    /// Add the positions of files: our exports, RenLib's .lib, games, exports of Yixin databases
    Import(ImportArgs),
    /// Write every position as a line of JSON
    Export(ExportArgs),
    /// Add everything that other stores know
    Merge(MergeArgs),
    /// Count what is in the store
    Stats(StatsArgs),
    /// Make the file as small as it can be
    Compact(CompactArgs),
}

/// Arguments of `tengen store query`.
#[derive(Clone, Debug, clap::Args)]
pub struct QueryArgs {
    /// The store
    pub store: PathBuf,

    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Rule: freestyle, standard, renju, caro or exact-caro
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tengen store import`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportArgs {
    /// The store; it is made if it is not there
    pub store: PathBuf,

    /// Files to read
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// The rule of files that do not say it (RenLib's)
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// How to read files of games.
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `tengen store export`.
#[derive(Clone, Debug, clap::Args)]
pub struct ExportArgs {
    /// The store
    pub store: PathBuf,

    /// The file to write instead of standard output
    #[arg(long, short)]
    pub out: Option<PathBuf>,

    /// Only positions under this rule
    #[arg(long, short, value_parser = options::rule)]
    pub rule: Option<RuleKind>,
}

/// Arguments of `tengen store merge`.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArgs {
    /// The store to add to; it is made if it is not there
    pub store: PathBuf,

    /// The stores to read
    #[arg(required = true)]
    pub others: Vec<PathBuf>,
}

/// Arguments of `tengen store stats`.
#[derive(Clone, Debug, clap::Args)]
pub struct StatsArgs {
    /// The store
    pub store: PathBuf,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tengen store compact`.
#[derive(Clone, Debug, clap::Args)]
pub struct CompactArgs {
    /// The store
    pub store: PathBuf,
}

/// The error of a command that a store has failed.
pub(super) fn failed(path: &Path, error: &StoreError) -> CommandError {
    let text = format!("{}: {error}", path.display());
    match error {
        StoreError::NotAStore
        | StoreError::OtherVersion(_)
        | StoreError::OtherDatabase(_)
        | StoreError::LongTurns(_) => CommandError::Input(text),
        StoreError::Io(io) if io.kind() == std::io::ErrorKind::NotFound => {
            CommandError::Input(text)
        }
        StoreError::Io(_) | StoreError::InUse | StoreError::Damaged(_) => {
            CommandError::Failed(text)
        }
    }
}

/// Does what was asked.
///
/// # Errors
/// Wrong input, a file that is no store, or one that cannot be read or written.
pub fn run(args: &StoreArgs, output: &mut Output) -> Result<(), CommandError> {
    match &args.action {
        Action::Query(args) => query::run(args, output),
        Action::Import(args) => import::run(args, output),
        Action::Export(args) => export(args, output),
        Action::Merge(args) => merge(args, output),
        Action::Stats(args) => stats(args, output),
        Action::Compact(args) => compact(args, output),
    }
}

/// What an export meets.
enum ExportError {
    Store(StoreError),
    Write(std::io::Error),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> ExportError {
        ExportError::Store(error)
    }
}

fn export(args: &ExportArgs, output: &mut Output) -> Result<(), CommandError> {
    let store = Store::open(&args.store).map_err(|error| failed(&args.store, &error))?;
    let Some(out) = &args.out else {
        return export_to(&store, args, output);
    };
    let wrong = |error| CommandError::failed(format!("{}: {error}", out.display()));
    let mut file = BufWriter::new(File::create(out).map_err(wrong)?);
    export_to(&store, args, &mut file)?;
    file.flush().map_err(wrong)
}

fn export_to(store: &Store, args: &ExportArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let result = store.for_each(|position, record| {
        if args.rule.is_some_and(|rule| rule != position.rule) {
            return Ok(());
        }
        let line = serde_json::to_string(&EntryDocument::new(&position, &record));
        writeln!(out, "{}", line.unwrap_or_default()).map_err(ExportError::Write)
    });
    result.map_err(|error| match error {
        ExportError::Store(error) => failed(&args.store, &error),
        ExportError::Write(error) => error.into(),
    })
}

fn merge(args: &MergeArgs, output: &mut Output) -> Result<(), CommandError> {
    let same = |other: &Path| {
        let real = |path: &Path| path.canonicalize().ok();
        real(other).is_some() && real(other) == real(&args.store)
    };
    if let Some(other) = args.others.iter().find(|other| same(other)) {
        return Err(CommandError::Input(format!("{}: that is the same store", other.display())));
    }
    let mut store = Store::create(&args.store).map_err(|error| failed(&args.store, &error))?;
    for path in &args.others {
        let other = Store::open(path).map_err(|error| failed(path, &error))?;
        let merged = store.merge(&other).map_err(|error| failed(&args.store, &error))?;
        write_merged(output, path, merged)?;
    }
    Ok(())
}

fn write_merged(output: &mut Output, path: &Path, merged: Merged) -> Result<(), CommandError> {
    let Merged { added, improved, kept } = merged;
    writeln!(output, "{}: {added} new, {improved} improved, {kept} as before", path.display())?;
    Ok(())
}

/// What `stats --json` prints.
#[derive(Clone, Debug, Serialize)]
struct StatsDocument {
    positions: u64,
    analysed: u64,
    decided: u64,
    notes: u64,
    damaged: u64,
    bytes: u64,
    kinds: Vec<KindDocument>,
    depths: Vec<DepthDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct KindDocument {
    rule: String,
    size: String,
    positions: u64,
}

#[derive(Clone, Debug, Serialize)]
struct DepthDocument {
    depth: u32,
    positions: u64,
}

fn stats(args: &StatsArgs, output: &mut Output) -> Result<(), CommandError> {
    let store = Store::open(&args.store).map_err(|error| failed(&args.store, &error))?;
    let all = store.statistics().map_err(|error| failed(&args.store, &error))?;
    if args.json {
        let kind = |((rule, size), positions)| KindDocument { rule, size, positions };
        let depth = |(depth, positions)| DepthDocument { depth, positions };
        return output.json(&StatsDocument {
            positions: all.positions,
            analysed: all.analysed,
            decided: all.decided,
            notes: all.notes,
            damaged: all.damaged,
            bytes: all.bytes,
            kinds: all.kinds.into_iter().map(kind).collect(),
            depths: all.depths.into_iter().map(depth).collect(),
        });
    }
    writeln!(output, "positions  {}", all.positions)?;
    for ((rule, size), count) in &all.kinds {
        writeln!(output, "  {rule} {size}: {count}")?;
    }
    writeln!(output, "analysed   {} (won or lost: {})", all.analysed, all.decided)?;
    writeln!(output, "notes      {}", all.notes)?;
    if all.damaged > 0 {
        writeln!(output, "damaged    {}", all.damaged)?;
    }
    writeln!(output, "file       {} bytes", all.bytes)?;
    for (depth, count) in &all.depths {
        writeln!(output, "  depth {depth:>3}: {count}")?;
    }
    Ok(())
}

fn compact(args: &CompactArgs, output: &mut Output) -> Result<(), CommandError> {
    let length = || std::fs::metadata(&args.store).map_or(0, |about| about.len());
    let mut store = Store::open(&args.store).map_err(|error| failed(&args.store, &error))?;
    let before = length();
    store.compact().map_err(|error| failed(&args.store, &error))?;
    drop(store);
    writeln!(output, "{before} bytes before, {} bytes now", length())?;
    Ok(())
}
