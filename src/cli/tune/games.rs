//! Games of the engine against itself, one a line.
//!
//! A line has the result for Black (`1`, `0.5`, `0`), the number of stones of the opening, the
//! moves, and the values that the search gave the moves after the opening, each for the side that
//! made it, separated by commas; a decided value is `w` or `l`.

use super::PlayArgs;
use crate::board::{NullObserver, Point, Position, Side, Size};
use crate::cli::arena::generate::{GenerateOptions, Generator};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::engine::Engine;
use crate::notation::pos;
use crate::rules::{Outcome, RuleKind};
use crate::search::{Limits, NullSink, StopFlag};
use crate::time::FakeClock;
use crate::value::Value;
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
    /// Values of the moves after the opening, for the side that made each; `None` when decided.
    pub values: Vec<Option<i32>>,
}

/// Plays games and appends each to the file as it ends.
pub fn play(args: &PlayArgs, output: &mut Output) -> Result<(), CommandError> {
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
        nodes: Some(OPENING_NODES),
        margin: OPENING_MARGIN,
        seed: args.seed.wrapping_mul(1_000_003).wrapping_add(thread),
    });
    let mut engine = Engine::new(args.rule, Size::RENJU);
    engine.set_memory(MEMORY);
    let mut games = 0;
    while begun.fetch_add(1, Ordering::Relaxed) < args.games.get() {
        let Some((opening, _)) = openings.next() else { break };
        let line = format!("{}\n", print(&play_game(&mut engine, &opening, args.nodes)));
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(line.as_bytes())?;
        games += 1;
    }
    Ok(games)
}

fn play_game(engine: &mut Engine, opening: &[Point], nodes: u64) -> Game {
    engine.new_game(Size::RENJU);
    for &point in opening {
        // The generator makes legal openings only; anything else would end the game below.
        let _ = engine.play(point);
    }
    let mut game =
        Game { result: 0.5, opening: opening.len(), moves: opening.to_vec(), values: Vec::new() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    while game.moves.len() < LONGEST_GAME && engine.outcome().is_none() {
        let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        let stones = engine.position().turn().stones_left;
        let (Some(turn), Some(value)) = (report.turn(stones), report.value()) else { break };
        let side = engine.position().side();
        if !value.is_estimate() {
            // Wins and losses are proved: the rest need not be played.
            let winner = if value.is_win() { side } else { !side };
            game.result = for_black(winner);
            return game;
        }
        if engine.play_turn(turn).is_err() {
            break;
        }
        game.moves.extend(turn);
        game.values.push(value.is_estimate().then(|| i32::from(value.raw())));
        // The value is that of the position before the turn: the stones after its first have none.
        game.values.resize(game.moves.len() - game.opening, None);
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
    let values: Vec<String> = game
        .values
        .iter()
        .map(|value| value.map_or_else(|| "w".to_owned(), |number| number.to_string()))
        .collect();
    let moves = pos::moves(&game.moves, Size::RENJU);
    format!("{} {} {moves} {}", game.result, game.opening, values.join(","))
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
    let moves = pos::parse_moves(next("the list of moves")?, Size::RENJU);
    let moves = moves.map_err(|error| error.to_string())?;
    let values = words.next().unwrap_or_default();
    let values: Vec<Option<i32>> = values
        .split(',')
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "w" | "l" => Ok(None),
            number => number.parse().map(Some).map_err(|_| format!("'{number}' is no value")),
        })
        .collect::<Result<_, _>>()?;
    if !(0.0..=1.0).contains(&result) || opening + values.len() != moves.len() {
        return Err("result, opening, moves and values do not belong together".to_owned());
    }
    let mut position = Position::with_order(Size::RENJU, rule.rule().turn_order());
    for &point in &moves {
        rule.rule()
            .try_play(&mut position, point, &mut NullObserver)
            .map_err(|error| format!("{}: {error}", pos::name(point, Size::RENJU)))?;
    }
    Ok(Game { result, opening, moves, values })
}

/// The value as a plain number, for positions that are not decided.
pub fn estimate(value: Option<i32>) -> Option<f32> {
    value.filter(|&number| Value::score(number).is_estimate()).map(|number| number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_writing_and_reading() {
        let mut engine = Engine::new(RuleKind::Renju, Size::RENJU);
        engine.set_memory(MEMORY);
        let opening = [Point::at(7, 7), Point::at(7, 6), Point::at(9, 5)];
        let game = play_game(&mut engine, &opening, 100);
        assert!(game.moves.len() >= 3);
        assert_eq!(parse(&print(&game), RuleKind::Renju), Ok(game));
    }

    #[test]
    fn damage_is_named() {
        for wrong in
            ["", "1", "1 0", "x 0 h8 5", "1 0 h8h8 1,2", "1 0 h8 1,2", "2 0 h8 1", "1 0 z9 1"]
        {
            assert!(parse(wrong, RuleKind::Renju).is_err(), "{wrong}");
        }
    }
}
