//! One game of the engine against itself, with what the search said of each position.

use super::DatagenArgs;
use super::openings::{Drawer, Source};
use crate::board::{Point, Side};
use crate::cli::selfplay::stray::{is_forced, stray};
use crate::data::{Game, GameResult, Record};
use crate::engine::Engine;
use crate::opening::Chance;
use crate::rules::Outcome;
use crate::search::{Limits, NullSink, StopFlag};
use crate::time::FakeClock;

/// Memory of the table, in bytes: few positions are searched, and it is cleared for every game.
const TABLE: u64 = 1 << 20;
/// Moves after which games stray half as often.
const HALF_AS_OFTEN: usize = 10;

/// Plays games, one after another. Each depends on its number and the recipe alone.
#[derive(Debug)]
pub struct Player<'a> {
    args: &'a DatagenArgs,
    openings: Drawer<'a>,
    engine: Engine,
    limits: Limits,
}

/// Why there is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// No opening was even.
    Opening,
    /// It was asked to stop.
    Stopped,
}

impl<'a> Player<'a> {
    /// A player with an engine of its own.
    pub fn new(args: &'a DatagenArgs, openings: &'a Source) -> Player<'a> {
        let mut engine = Engine::new(args.rule, args.size);
        engine.set_table_size(Some(TABLE));
        engine.set_evaluation(openings.evaluation().clone());
        let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
        Player { args, openings: openings.drawer(), engine, limits }
    }

    /// Plays game `number`.
    ///
    /// # Errors
    /// When there is no opening, or when `is_stopped` said so after a move.
    pub fn game(&mut self, number: u64, is_stopped: &dyn Fn() -> bool) -> Result<Game, NoGame> {
        let mut random = Chance::of_item(self.args.seed, number);
        let opening = self.openings.draw(number, &mut random).ok_or(NoGame::Opening)?;
        self.engine.new_game(self.args.size);
        for &point in &opening {
            // Openings are checked before they come here.
            self.engine.play(point).map_err(|_| NoGame::Opening)?;
        }
        let mut game = Game { result: GameResult::Draw, opening, moves: Vec::new() };
        while self.engine.outcome().is_none() {
            if is_stopped() {
                return Err(NoGame::Stopped);
            }
            let Some(record) = self.record(game.moves.len(), &mut random) else { break };
            let mover = self.engine.position().side();
            game.moves.push(record);
            if self.engine.play(record.played).is_err() {
                // Black has nothing but forbidden points.
                game.result = GameResult::Won(!mover);
                return Ok(game);
            }
            if let Some(winner) = self.proven(&record, mover) {
                game.result = GameResult::Won(winner);
                return Ok(game);
            }
        }
        if let Some(Outcome::Win { side, .. }) = self.engine.outcome() {
            game.result = GameResult::Won(side);
        }
        Ok(game)
    }

    /// The winner, when the search has proved one and that is enough.
    fn proven(&self, record: &Record, mover: Side) -> Option<Side> {
        match record.value {
            _ if self.args.play_on => None,
            value if value.is_win() => Some(mover),
            value if value.is_loss() => Some(!mover),
            _ => None,
        }
    }

    /// Searches the position, and chooses the move after `moves` others since the opening. `None`
    /// on a full board.
    fn record(&mut self, moves: usize, random: &mut Chance) -> Option<Record> {
        let report =
            self.engine.search(&self.limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        let (best, value) = (report.best()?, report.value()?);
        let is_forced = is_forced(self.engine.position(), self.args.rule);
        let may_stray = value.is_estimate() && !is_forced;
        let played = if may_stray { self.stray(moves, random) } else { None }.unwrap_or(best);
        Some(Record { played, best, value, is_random: played != best, is_forced })
    }

    /// Another likely move, now and then.
    fn stray(&self, moves: usize, random: &mut Chance) -> Option<Point> {
        // After so many the chance is nothing, and the number below stays within 32 bits.
        const MOST: usize = 20;
        let halved = (moves / HALF_AS_OFTEN).min(MOST);
        let strays = random.below(100 << halved) < usize::from(self.args.random);
        if strays { stray(self.engine.position(), self.args.rule, random) } else { None }
    }
}
