//! `tengen opening advise`: what to do in an opening at the board, and why.

use super::advice_text::{self, Language};
use crate::board::{Point, Size};
use crate::cli::error::CommandError;
use crate::cli::options;
use crate::cli::output::Output;
use crate::cli::report::ValueDocument;
use crate::decider::{Cache, Candidate, DecidedTurn, Wishes, decide_turn};
use crate::engine::{Engine, MAX_THREADS};
use crate::notation::pos;
use crate::opening::{Action, Coordinates, Opening, catalogue, parse_turn, turn_text};
use crate::rules::RuleKind;
use crate::time::MonotonicClock;
use crate::value::Value;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Shown below the help.
pub const EXAMPLES: &str = "\
The turns are written as they were made, points as h8, with a slash where the other player acts;
SWAP, STAY, OFFER n (a number that is promised), OFFER with points, CHOOSE point, REFUSE, REPLACE
point. Values are for the player who is to act: +35 and -120 are estimates, +M7 is a win.

JSON: regulation, due (first or second), colour (null where there is none), opening (null, or code and
name), moves, turn (the advice), decisions: an array, one for each decision of the turn, of choices,
best first, each with actions, value and points (point, value and reply).

Examples:
  tengen opening advise rif --time 10s
  tengen opening advise rif h8 h9 j10 --time 10s
  tengen opening advise soosorv-8 h8 h9 j10 / STAY g9 OFFER 4 --lang ru
  tengen opening advise taraguchi-10 h8 / STAY h9 / STAY i10 / STAY g8 --json";

/// Arguments of `tengen opening advise`.
#[derive(Clone, Debug, clap::Args)]
pub struct AdviseArgs {
    /// The regulation, with its settings; file:PATH is a table of your own
    #[arg(value_name = "REGULATION")]
    pub regulation: String,

    /// The turns so far
    #[arg(value_name = "TURNS")]
    pub turns: Vec<String>,

    /// Rule: freestyle, standard, renju, caro or exact-caro
    #[arg(long, short, default_value = "renju", value_parser = options::rule)]
    pub rule: RuleKind,

    /// Board size, for regulations of any board
    #[arg(long, short, default_value = "15", value_parser = options::size)]
    pub size: Size,

    /// Time for the whole turn: 500ms, 10s, 1m30s; 0 is at once
    #[arg(long, short, default_value = "10s", value_parser = options::time)]
    pub time: Duration,

    /// Positions for each search, in place of time: the same advice every time
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Threads that search together
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,

    /// Memory that the whole program may use: 350M, 1G
    #[arg(long, short, default_value = "350M", value_parser = options::memory)]
    pub memory: u64,

    /// How readily something else than the best is advised, 0 to 100
    #[arg(long, default_value = "0", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub variety: u32,

    /// Decides what, where there is variety
    #[arg(long, default_value = "1")]
    pub seed: u64,

    /// Keep values of opening positions in this folder, and use those that are there
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,

    /// Language of the text
    #[arg(long, value_enum, default_value = "en")]
    pub lang: Language,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// What `--json` prints; its fields are described in [`EXAMPLES`].
#[derive(Debug, Serialize)]
struct Document {
    regulation: String,
    due: String,
    colour: Option<String>,
    opening: Option<OpeningDocument>,
    moves: Vec<String>,
    turn: String,
    decisions: Vec<Vec<ChoiceDocument>>,
}

#[derive(Debug, Serialize)]
struct OpeningDocument {
    code: String,
    name: &'static str,
}

#[derive(Debug, Serialize)]
struct ChoiceDocument {
    actions: String,
    value: ValueDocument,
    chosen: bool,
    points: Vec<PointDocument>,
}

#[derive(Debug, Serialize)]
struct PointDocument {
    point: String,
    value: ValueDocument,
    reply: Option<String>,
}

/// Advises.
///
/// # Errors
/// Wrong names or turns, or an output that cannot be written.
pub fn run(args: &AdviseArgs, output: &mut Output) -> Result<(), CommandError> {
    let regulation = catalogue::find(&args.regulation).map_err(CommandError::input)?;
    let size = regulation.board.unwrap_or(args.size);
    let opening = Opening::new(regulation, args.rule, size).map_err(CommandError::input)?;
    let opening = after_turns(opening, &args.turns).map_err(CommandError::Input)?;
    let mut engine = Engine::new(args.rule, size);
    engine.set_threads(usize::from(args.threads).min(MAX_THREADS));
    if !engine.set_memory(args.memory) {
        return Err(CommandError::input("that is too little --memory to search with; try 32M"));
    }
    Engine::prepare(args.rule);
    let wishes = Wishes {
        time: args.time,
        nodes: args.nodes,
        variety: args.variety,
        seed: args.seed,
        ..Wishes::default()
    };
    let cache = args.cache.as_deref().map(Cache::open).transpose();
    let mut cache = cache.map_err(CommandError::failed)?;
    let clock = MonotonicClock::new();
    let decided = decide_turn(&mut engine, &opening, &wishes, &clock, cache.as_mut());
    if args.json {
        return output.json(&document(&opening, &decided));
    }
    advice_text::write(output, &opening, &decided, args.lang)
}

/// The opening after turns as they were typed.
///
/// # Errors
/// The first word that cannot be read, or action that is refused.
fn after_turns(mut opening: Opening, words: &[String]) -> Result<Opening, String> {
    let size = opening.size();
    let text = words.join(" ").replace('/', " / ");
    for turn in text.split('/').map(str::trim).filter(|turn| !turn.is_empty()) {
        // Stones may be glued together, as h8h9j10.
        let spaced: Vec<String> = turn.split_whitespace().map(|word| spaced(word, size)).collect();
        let actions = parse_turn(&spaced.join(" "), Coordinates::Letters, size)
            .map_err(|error| format!("{turn}: {error}"))?;
        for action in &actions {
            // A player who does no more says so by the other's action.
            if opening.check(action).is_err() && opening.legal().finish {
                let _ = opening.apply(&Action::Finish);
            }
            opening.apply(action).map_err(|refusal| {
                let action = turn_text(std::slice::from_ref(action), Coordinates::Letters, size);
                format!("{action}: {}", refusal.text(Coordinates::Letters, size))
            })?;
        }
        if text.contains('/') && opening.legal().finish && !text.trim_end().ends_with(turn) {
            let _ = opening.apply(&Action::Finish);
        }
    }
    if opening.is_over() {
        return Err("the opening is over: `tengen analyse` tells the best move".to_owned());
    }
    Ok(opening)
}

/// A word in which moves are set apart.
fn spaced(word: &str, size: Size) -> String {
    match pos::parse_moves(word, size) {
        Ok(points) if !points.is_empty() => pos::joined(&points, size, " "),
        _ => word.to_owned(),
    }
}

/// A bare number of the decider as a value.
pub(super) fn value(number: i32) -> Value {
    let raw = i16::try_from(number).unwrap_or(if number < 0 { -i16::MAX } else { i16::MAX });
    let value = Value::from_raw(raw);
    if value.is_estimate() { Value::score(number) } else { value }
}

fn document(opening: &Opening, decided: &DecidedTurn) -> Document {
    let size = opening.size();
    let name = |point: Point| pos::name(point, size);
    let due = opening.due();
    let choice = |candidate: &Candidate, chosen: bool| ChoiceDocument {
        actions: turn_text(&candidate.actions, Coordinates::Letters, size),
        value: value(candidate.value).into(),
        chosen,
        points: candidate
            .points
            .iter()
            .map(|valued| PointDocument {
                point: name(valued.point),
                value: value(valued.value).into(),
                reply: valued.reply.map(name),
            })
            .collect(),
    };
    Document {
        regulation: opening.regulation().name.clone(),
        due: due.map_or(String::new(), |person| person.to_string()),
        colour: due.and_then(|person| opening.colour(person)).map(|side| side.to_string()),
        opening: opening
            .canonical()
            .map(|shown| OpeningDocument { code: shown.code(), name: shown.name() }),
        moves: opening.stones().iter().map(|&stone| name(stone)).collect(),
        turn: turn_text(&decided.turn, Coordinates::Letters, size),
        decisions: decided
            .decisions
            .iter()
            .map(|decision| {
                let all = decision.candidates.iter().enumerate();
                all.map(|(n, candidate)| choice(candidate, n == decision.chosen)).collect()
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(regulation: &str, words: &str) -> Result<Opening, String> {
        let regulation = catalogue::find(regulation).unwrap();
        let opening = Opening::new(regulation, RuleKind::Renju, Size::RENJU).unwrap();
        after_turns(opening, &[words.to_owned()])
    }

    #[test]
    fn turns_as_people_type_them() {
        assert_eq!(after("rif", "h8h9j10").unwrap().stones().len(), 3);
        assert_eq!(after("rif", "H8 H9 J10 / swap / g9").unwrap().stones().len(), 4);
        assert_eq!(after("rif", "h8 h9 j10 swap g9 offer i7 g7").unwrap().offers().len(), 2);
        assert_eq!(after("lianhuan", "h8 / h9 i9 / STAY").unwrap().stones().len(), 3);
        assert_eq!(after("lianhuan", "h8h9").unwrap().legal().kinds().len(), 2);
    }

    #[test]
    fn wrong_turns_are_named() {
        assert_eq!(
            after("rif", "h8 h9 a1").unwrap_err(),
            "a1: a1 lies outside the central square of side 5"
        );
        assert!(after("rif", "h8 h9 j10 / swop").unwrap_err().contains("'swop' is neither"));
        assert!(after("rif", "h8 h9 j10 / g9").unwrap_err().contains("PLACE is not due"));
        let over = after("swap-first", "a1 / STAY h8").unwrap_err();
        assert!(over.contains("the opening is over"));
    }
}
