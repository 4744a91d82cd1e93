//! `tengen referee`: replays recorded games and says what the board says.

use super::arena::process::printable;
use super::arena::replay::{Agreement, compare, judge};
use super::error::CommandError;
use super::input::GameFile;
use super::options;
use super::output::Output;
use crate::board::Size;
use crate::notation::format::Reading;
use crate::notation::game::GameRecord;
use crate::rules::RuleKind;
use serde_json::json;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Shown below the help.
pub const EXAMPLES: &str = "\
Formats are known by their content: SGF, Piskvork's PSQ, RenLib's lib, JSON lines as tengen match
writes them, and otherwise one game a line as h8h9i9 (under nendzyu h8 f9+i7), rows counted from the bottom. Of variations
only the main line is judged.

Openings by a regulation are played again, turn by turn, and compared with the stones and colours of
the record.

Exit codes: 0 no record contradicts the board; 1 some do, or have moves after the end or out of
turn, or break their regulation; 2 a file cannot be read.

Examples:
  tengen referee games.sgf
  tengen referee --rule renju --json *.psq";

/// Arguments of `tengen referee`.
#[derive(Clone, Debug, clap::Args)]
pub struct RefereeArgs {
    /// Files of recorded games
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Judge all games by this rule, whatever they say [default: what they say, or renju]
    #[arg(long, short, value_parser = options::rule)]
    pub rule: Option<RuleKind>,

    /// Board size of games that do not say: 5 to 32, or columns x rows, as 15x19
    #[arg(long, short, default_value = "15", value_parser = options::size)]
    pub size: Size,

    /// So many stones on the board are a draw [default: only a full board is]
    #[arg(long)]
    pub max_moves: Option<NonZeroUsize>,

    /// Name only the games whose record contradicts the board, and the totals
    #[arg(long, short)]
    pub quiet: bool,

    /// Print one JSON object a line for each game, and one for the totals
    #[arg(long)]
    pub json: bool,
}

/// How many games are how.
#[derive(Debug, Default)]
struct Totals {
    games: usize,
    agree: usize,
    move_left_out: usize,
    nothing_recorded: usize,
    not_on_board: usize,
    other_result: usize,
    other_reason: usize,
    breaches: usize,
}

/// Judges all games of all files.
///
/// # Errors
/// When a file cannot be read, or the output not be written.
pub fn run(args: &RefereeArgs, output: &mut Output) -> Result<ExitCode, CommandError> {
    let mut totals = Totals::default();
    for file in &args.files {
        let games = GameFile::open(file, None)?;
        let reading = Reading { size: Some(args.size), rule: args.rule, ..Reading::default() };
        for (number, game) in (1..).zip(games.games(reading)) {
            let game = GameRecord::from(&game?);
            report_game(args, output, &mut totals, file, number, &game)?;
        }
    }
    report_totals(args, output, &totals)?;
    let contradictions = totals.other_result + totals.other_reason + totals.breaches;
    Ok(if contradictions == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn report_game(
    args: &RefereeArgs,
    output: &mut Output,
    totals: &mut Totals,
    file: &Path,
    number: usize,
    game: &GameRecord,
) -> Result<(), CommandError> {
    let rule = args.rule.or(game.rule).unwrap_or(RuleKind::Renju);
    let verdict = judge(game, rule, args.max_moves.map(NonZeroUsize::get));
    let agreement = compare(game, &verdict);
    let is_odd = verdict.has_impossible_moves();
    totals.games += 1;
    totals.breaches += usize::from(is_odd);
    match agreement {
        Agreement::Agree => totals.agree += 1,
        Agreement::MoveLeftOut => totals.move_left_out += 1,
        Agreement::NothingRecorded => totals.nothing_recorded += 1,
        Agreement::NotOnBoard => totals.not_on_board += 1,
        Agreement::OtherResult => totals.other_result += 1,
        Agreement::OtherReason => totals.other_reason += 1,
    }
    let breaches = verdict.describe_breaches(game);
    if args.json {
        let line = json!({
            "file": file.display().to_string(),
            "game": number,
            "rule": rule.to_string(),
            "moves": game.moves.len(),
            "result": verdict.result.map(|result| result.to_string()),
            "reason": verdict.reason_name(),
            "decided_by": verdict.decided_by,
            "breaches": breaches,
            "recorded_result": game.result.map(|result| result.to_string()),
            "recorded_reason": game.reason,
            "agreement": agreement_name(agreement),
        });
        writeln!(output, "{line}")?;
        return Ok(());
    }
    let contradicts =
        matches!(agreement, Agreement::OtherResult | Agreement::OtherReason) || is_odd;
    if args.quiet && !contradicts {
        return Ok(());
    }
    let round = game.round.as_ref().map(|round| format!(" round {}", printable(round, 20)));
    let names = [&game.black, &game.white]
        .map(|name| name.as_ref().map_or_else(|| "?".to_owned(), |name| printable(name, 40)));
    writeln!(
        output,
        "{} game {number}{} ({rule}, {} - {}): {}",
        file.display(),
        round.unwrap_or_default(),
        names[0],
        names[1],
        verdict.describe(game)
    )?;
    for breach in breaches.iter().filter(|_| is_odd) {
        writeln!(output, "    breach of the rules: {breach}")?;
    }
    let recorded = || {
        let result = game.result.map_or_else(String::new, |result| result.to_string());
        match &game.reason {
            Some(reason) => format!("{result}, '{}'", printable(reason, 80)),
            None => result,
        }
    };
    match agreement {
        Agreement::Agree | Agreement::NothingRecorded => {}
        Agreement::MoveLeftOut => {
            writeln!(
                output,
                "    the record says {}, and leaves that move out; {}",
                recorded(),
                verdict.describe_left_out(game)
            )?;
        }
        Agreement::NotOnBoard => {
            writeln!(output, "    the record says {}; the board does not show it", recorded())?;
        }
        Agreement::OtherResult | Agreement::OtherReason => {
            writeln!(output, "    the record CONTRADICTS this: {}", recorded())?;
        }
    }
    Ok(())
}

fn agreement_name(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agree => "agree",
        Agreement::MoveLeftOut => "move left out",
        Agreement::NothingRecorded => "nothing recorded",
        Agreement::NotOnBoard => "not on the board",
        Agreement::OtherResult => "other result",
        Agreement::OtherReason => "other reason",
    }
}

fn report_totals(
    args: &RefereeArgs,
    output: &mut Output,
    totals: &Totals,
) -> Result<(), CommandError> {
    let Totals {
        games,
        agree,
        move_left_out,
        nothing_recorded,
        not_on_board,
        other_result,
        other_reason,
        breaches,
    } = totals;
    if args.json {
        let line = json!({
            "games": games,
            "agree": agree,
            "move_left_out": move_left_out,
            "nothing_recorded": nothing_recorded,
            "not_on_board": not_on_board,
            "other_result": other_result,
            "other_reason": other_reason,
            "with_impossible_moves": breaches,
        });
        writeln!(output, "{line}")?;
        return Ok(());
    }
    let kinds = [
        (*agree, "agree with their record"),
        (*move_left_out, "agree but for a last move that the record leaves out"),
        (*nothing_recorded, "have no recorded result"),
        (*not_on_board, "were decided off the board"),
        (*other_result, "CONTRADICT their record in the result"),
        (*other_reason, "CONTRADICT their record in the reason"),
        (*breaches, "have impossible moves"),
    ];
    let some = kinds.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = some.map(|(count, words)| format!("{count} {words}")).collect();
    writeln!(output, "{games} games: {}", parts.join(", "))?;
    Ok(())
}
