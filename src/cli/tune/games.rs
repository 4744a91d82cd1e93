//! Games of the engine against itself, one a line.
//!
//! A line has the result for Black (`1`, `0.5`, `0`), the number of stones of the opening, the
//! moves, the values that the search gave the positions after the opening, each for the side to
//! move, separated by commas (a decided value is `w` or `l`), and the moves that it chose there.
//! These are not the moves that were played where a game strays on purpose. The last position of a
//! game that the search has decided has a value and a chosen move, but nothing was played there.
//! Where a turn is two stones, the search is asked once a turn, and the move is the first of them.

use super::PlayArgs;
use crate::board::{NullObserver, Point, Position, Side, Size};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::cli::selfplay::generate::{GenerateOptions, Generator};
use crate::cli::selfplay::stray::stray;
use crate::engine::Engine;
use crate::notation::pos;
use crate::opening::Chance;
use crate::rules::{Outcome, RuleKind};
use crate::search::{Limits, NullSink, StopFlag};
use crate::time::FakeClock;
use crate::value::{Value, ValueKind};
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Moves after which a game is given as a draw.
const LONGEST_GAME: usize = 140;
/// Memory of each engine: few positions are searched.
const MEMORY: u64 = 22 << 20;
/// Positions searched to see whether an opening is even.
const OPENING_NODES: u64 = 1000;
/// Largest value of an even opening.
const OPENING_MARGIN: i32 = 150;

/// A game with what the search thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// 1 when Black won, 0 when White did.
    pub result: f32,
    /// Stones of the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<Point>,
    /// What the search said of each position after the opening in which it was asked.
    pub found: Vec<Found>,
}

/// What the search said of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The value for the side to move.
    pub value: Worth,
    /// The move chosen; of two stones, the first.
    pub best: Point,
}

/// A value without its distance to the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// In centipawn-like units.
    Score(i32),
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
}

impl Worth {
    fn of(value: Value) -> Worth {
        match value.kind() {
            ValueKind::Score(number) => Worth::Score(number),
            ValueKind::Win(_) => Worth::Won,
            ValueKind::Loss(_) => Worth::Lost,
        }
    }
}

impl std::fmt::Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Worth::Score(number) => number.fmt(f),
            Worth::Won => f.write_str("w"),
            Worth::Lost => f.write_str("l"),
        }
    }
}

/// The positions of a game in which the search is asked: where the opening ends, and where a turn
/// begins after it. Of each the number of stones before it, and whose turn it is.
pub fn asked(rule: RuleKind, opening: usize, moves: usize) -> Vec<(usize, Side)> {
    let order = rule.rule().turn_order();
    let mut turn = order.start();
    let mut before = None;
    let mut asked = Vec::new();
    for ply in 0..=moves {
        if ply >= opening && (ply == opening || before != Some(turn.side)) {
            asked.push((ply, turn.side));
        }
        before = Some(turn.side);
        turn = order.next(turn);
    }
    asked
}

/// Plays games and appends each to the file as it ends.
pub fn play(args: &PlayArgs, output: &mut Output) -> Result<(), CommandError> {
    if args.stray > 0 && args.rule.has_long_turns() {
        let reason = "--stray plays single moves, and a turn of this rule has two stones";
        return Err(CommandError::input(reason));
    }
    let failed = |error| CommandError::failed(format!("{}: {error}", args.out.display()));
    let file = OpenOptions::new().create(true).append(true).open(&args.out).map_err(failed)?;
    let file = Mutex::new(file);
    let begun = AtomicUsize::new(0);
    let started = std::time::Instant::now();
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..args.threads.get())
            .map(|thread| {
                let (file, begun) = (&file, &begun);
                scope.spawn(move || play_games(args, thread as u64, file, begun))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    let mut games = 0;
    for result in results {
        match result {
            Ok(played) => games += played.map_err(failed)?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    writeln!(output, "{games} games in {:.0} s", started.elapsed().as_secs_f64())?;
    Ok(())
}

fn play_games(
    args: &PlayArgs,
    thread: u64,
    file: &Mutex<std::fs::File>,
    begun: &AtomicUsize,
) -> std::io::Result<usize> {
    let mut openings = Generator::new(GenerateOptions {
        rule: args.rule,
        size: Size::RENJU,
        stones: 2..=8,
        reach: 4,
        concentric: false,
        nodes: Some(OPENING_NODES),
        margin: OPENING_MARGIN,
        seed: args.seed.wrapping_mul(1_000_003).wrapping_add(thread),
    });
    let mut engine = Engine::new(args.rule, Size::RENJU);
    engine.set_memory(MEMORY);
    let mut random = Chance::new(args.seed ^ (thread + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut games = 0;
    while begun.fetch_add(1, Ordering::Relaxed) < args.games.get() {
        let Some((opening, _)) = openings.next() else { break };
        let game = play_game(&mut engine, &opening, args, &mut random);
        let line = format!("{}\n", print(&game));
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(line.as_bytes())?;
        games += 1;
    }
    Ok(games)
}

fn play_game(engine: &mut Engine, opening: &[Point], args: &PlayArgs, random: &mut Chance) -> Game {
    engine.new_game(Size::RENJU);
    for &point in opening {
        // The generator makes legal openings only; anything else would end the game below.
        let _ = engine.play(point);
    }
    let mut game =
        Game { result: 0.5, opening: opening.len(), moves: opening.to_vec(), found: Vec::new() };
    let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
    while game.moves.len() < LONGEST_GAME && engine.outcome().is_none() {
        let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        let stones = engine.position().turn().stones_left;
        let turn = report.turn(stones).filter(|turn| !turn.is_empty());
        let (Some(turn), Some(value)) = (turn, report.value()) else { break };
        let side = engine.position().side();
        game.found.push(Found { value: Worth::of(value), best: turn[0] });
        if !value.is_estimate() {
            // Wins and losses are proved: the rest need not be played.
            game.result = for_black(if value.is_win() { side } else { !side });
            return game;
        }
        let strays = random.below(100) < usize::from(args.stray);
        let stray = if strays { stray(engine.position(), args.rule, random) } else { None };
        let played = stray.as_ref().map_or(turn, std::slice::from_ref);
        if engine.play_turn(played).is_err() {
            break;
        }
        game.moves.extend(played);
    }
    if let Some(Outcome::Win { side, .. }) = engine.outcome() {
        game.result = for_black(side);
    }
    game
}

fn for_black(winner: Side) -> f32 {
    match winner {
        Side::Black => 1.0,
        Side::White => 0.0,
    }
}

/// One game as a line.
pub fn print(game: &Game) -> String {
    let values: Vec<String> = game.found.iter().map(|found| found.value.to_string()).collect();
    let bests: Vec<Point> = game.found.iter().map(|found| found.best).collect();
    let [moves, bests] = [&game.moves, &bests].map(|points| pos::moves(points, Size::RENJU));
    format!("{} {} {moves} {} {bests}", game.result, game.opening, values.join(","))
}

/// Reads a line of [`print()`].
///
/// # Errors
/// What is wrong with it.
pub fn parse(line: &str, rule: RuleKind) -> Result<Game, String> {
    let mut words = line.split_whitespace();
    let mut next = |what: &str| words.next().ok_or_else(|| format!("{what} is missing"));
    let result: f32 = next("the result")?.parse().map_err(|_| "the result is no number")?;
    let opening: usize = next("the opening")?.parse().map_err(|_| "the opening is no number")?;
    let points = |text| pos::parse_moves(text, Size::RENJU).map_err(|error| error.to_string());
    let moves = points(next("the list of moves")?)?;
    let values = words.next().unwrap_or_default();
    let values: Vec<Worth> = values
        .split(',')
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "w" => Ok(Worth::Won),
            "l" => Ok(Worth::Lost),
            number => {
                number.parse().map(Worth::Score).map_err(|_| format!("'{number}' is no value"))
            }
        })
        .collect::<Result<_, _>>()?;
    let bests = points(words.next().unwrap_or_default())?;
    let asked = asked(rule, opening, moves.len()).len();
    let fits = values.len() == asked || values.len() + 1 == asked;
    if !(0.0..=1.0).contains(&result)
        || opening > moves.len()
        || !fits
        || bests.len() != values.len()
    {
        return Err("result, opening, moves and values do not belong together".to_owned());
    }
    let mut position = Position::with_order(Size::RENJU, rule.rule().turn_order());
    for &point in &moves {
        rule.rule()
            .try_play(&mut position, point, &mut NullObserver)
            .map_err(|error| format!("{}: {error}", pos::name(point, Size::RENJU)))?;
    }
    let found = values.into_iter().zip(bests).map(|(value, best)| Found { value, best }).collect();
    Ok(Game { result, opening, moves, found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_writing_and_reading() {
        let mut engine = Engine::new(RuleKind::Renju, Size::RENJU);
        engine.set_memory(MEMORY);
        let opening = [Point::at(7, 7), Point::at(7, 6), Point::at(9, 5)];
        let args = PlayArgs {
            rule: RuleKind::Renju,
            games: std::num::NonZeroUsize::MIN,
            nodes: 100,
            stray: 30,
            threads: std::num::NonZeroUsize::MIN,
            seed: 1,
            out: std::path::PathBuf::new(),
        };
        let game = play_game(&mut engine, &opening, &args, &mut Chance::new(1));
        assert!(game.moves.len() >= 3);
        assert_eq!(parse(&print(&game), RuleKind::Renju), Ok(game));
    }

    #[test]
    fn games_of_two_stones_a_turn_survive_as_well() {
        let mut engine = Engine::new(RuleKind::NENDZYU, Size::RENJU);
        engine.set_memory(MEMORY);
        let args = PlayArgs {
            rule: RuleKind::NENDZYU,
            games: std::num::NonZeroUsize::MIN,
            nodes: 30,
            stray: 0,
            threads: std::num::NonZeroUsize::MIN,
            seed: 1,
            out: std::path::PathBuf::new(),
        };
        let game = play_game(&mut engine, &[Point::at(7, 7)], &args, &mut Chance::new(1));
        assert!(game.moves.len() >= 3 && game.found.len() >= 2);
        assert_eq!(parse(&print(&game), RuleKind::NENDZYU), Ok(game));
        let asked = asked(RuleKind::NENDZYU, 1, 5);
        assert_eq!(asked, [(1, Side::White), (3, Side::Black), (5, Side::White)]);
    }

    #[test]
    fn damage_is_named() {
        for wrong in [
            "",
            "1",
            "1 0",
            "x 0 h8 5 h8",
            "1 0 h8h8 1,2 h8h9",
            "1 0 h8 1,2,3 h8h9h7",
            "2 0 h8 1 h8",
            "1 0 z9 1 h8",
            "1 0 h8 1",
            "1 0 h8 v h8",
            "1 2 h8 1 h8",
        ] {
            assert!(parse(wrong, RuleKind::Renju).is_err(), "{wrong}");
        }
    }
}
