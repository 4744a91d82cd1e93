//! Plays the games of a schedule, several at a time.

use super::engine_options::EngineOptions;
use super::game::{self, FinishedGame, Start};
use super::player::Player;
use super::regulated::Regulated;
use super::schedule::{ScheduledGame, symmetry_of};
use super::transcript::Transcript;
use super::words::GameTerms;
use crate::board::{BySide, Point};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

/// Everything that all games need.
#[derive(Debug)]
pub struct Tournament {
    /// The engines.
    pub engines: Vec<Arc<EngineOptions>>,
    /// Rule and board.
    pub terms: GameTerms,
    /// The openings.
    pub openings: Vec<Vec<Point>>,
    /// The regulation by which openings are played, in place of given ones.
    pub regulated: Option<Regulated>,
    /// The number of moves after which a game is a draw.
    pub max_moves: Option<usize>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Where all dialogues are logged.
    pub transcript: Option<Arc<Transcript>>,
    /// Ends everything when it is set; games in progress are lost then.
    pub stop: Arc<AtomicBool>,
}

impl Tournament {
    /// Plays `games`, in order as far as several at a time have one, and hands each to `take` when
    /// it ends. Stops early when `take` says so. Returns what was odd when the engines were told to
    /// leave: the number of the engine, and a remark.
    pub fn run(
        &self,
        games: Vec<ScheduledGame>,
        mut take: impl FnMut(ScheduledGame, FinishedGame) -> bool,
    ) -> Vec<(usize, String)> {
        let mut remarks = Vec::new();
        let queue = Mutex::new(VecDeque::from(games));
        let (results, finished) = mpsc::channel();
        thread::scope(|scope| {
            let spawn = |_| {
                let results = results.clone();
                let queue = &queue;
                scope.spawn(move || self.work(queue, &results))
            };
            let workers: Vec<_> = (0..self.concurrency.max(1)).map(spawn).collect();
            drop(results);
            for (scheduled, game) in finished {
                // Games that end after the decision do not belong to the match any more.
                if self.stop.load(Ordering::Relaxed) {
                    continue;
                }
                if !take(scheduled, game) {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            for worker in workers {
                match worker.join() {
                    Ok(own) => remarks.extend(own),
                    // A bug of ours: a match must not go on as if nothing had happened.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        remarks
    }

    /// One worker: plays games from the queue until there are none, then sends its engines away and
    /// returns the remarks on that.
    fn work(
        &self,
        queue: &Mutex<VecDeque<ScheduledGame>>,
        results: &mpsc::Sender<(ScheduledGame, FinishedGame)>,
    ) -> Vec<(usize, String)> {
        // The engines of the last game go on, so that their processes serve many games.
        let mut players: Vec<(usize, Player)> = Vec::new();
        let mut remarks = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let next = queue.lock().ok().and_then(|mut queue| queue.pop_front());
            let Some(scheduled) = next else { break };
            let (black, white) = (scheduled.black, scheduled.white);
            let (stay, go): (Vec<_>, Vec<_>) =
                players.into_iter().partition(|&(engine, _)| engine == black || engine == white);
            players = stay;
            remarks.extend(farewell(go));
            let mut take = |engine: usize| match players.iter().position(|&(e, _)| e == engine) {
                Some(at) => players.swap_remove(at).1,
                None => Player::new(
                    self.engines[engine].clone(),
                    self.transcript.clone(),
                    self.stop.clone(),
                ),
            };
            let mut sides = BySide::new(take(black), take(white));
            let size = self.terms.size;
            let map = symmetry_of(size, scheduled.symmetry);
            let opening: Vec<Point> = self.openings[scheduled.opening]
                .iter()
                .map(|&point| map.apply(size, point))
                .collect();
            let mut borrowed = BySide::new(&mut sides.black, &mut sides.white);
            let start = match &self.regulated {
                Some(regulated) => Start::Regulated(scheduled.pair as u64, regulated),
                None => Start::Moves(&opening),
            };
            let played = game::play(self.terms, start, self.max_moves, &mut borrowed);
            players.extend([(black, sides.black), (white, sides.white)]);
            if let Some(game) = played
                && results.send((scheduled, game)).is_err()
            {
                break;
            }
        }
        remarks.extend(farewell(players));
        remarks
    }
}

/// Sends engines away and returns what was odd about how they went.
fn farewell(players: Vec<(usize, Player)>) -> Vec<(usize, String)> {
    let mut remarks = Vec::new();
    for (engine, mut player) in players {
        player.leave();
        remarks.extend(player.take_remarks().into_iter().map(|remark| (engine, remark)));
    }
    remarks
}
