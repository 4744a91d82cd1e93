//! The state of a match: who scored what against whom, and how the engines behaved.

use super::record::MatchGame;
use super::score::Score;
use crate::board::{Side, Size};
use crate::opening::CanonicalOpening;
use std::collections::BTreeMap;
use std::time::Duration;

/// What is known of one engine's behaviour.
#[derive(Clone, Debug, Default)]
pub struct EngineStatistics {
    /// Moves that it chose.
    pub moves: u64,
    /// Time of all its moves.
    pub time: Duration,
    /// Its slowest move.
    pub slowest: Duration,
    /// Sum of the depths it told, and of how many moves.
    pub depth: (u64, u64),
    /// Sum of the positions it told, and of how many moves.
    pub nodes: (u64, u64),
    /// Most memory that it used, in bytes.
    pub peak_memory: Option<u64>,
    /// Games that it lost by a failure, by the failure's name.
    pub failures: BTreeMap<String, u64>,
    /// Number of remarks on it.
    pub remarks: u64,
}

/// The mean of a sum over a count.
fn mean((sum, count): (u64, u64)) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

impl EngineStatistics {
    /// Average time of a move.
    pub fn mean_time(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }

    /// Average depth of a move, where it told one.
    pub fn mean_depth(&self) -> Option<f64> {
        mean(self.depth)
    }

    /// Average number of positions of a move, where it told one.
    pub fn mean_nodes(&self) -> Option<f64> {
        mean(self.nodes)
    }
}

/// The opening that the first three stones of a game make: its code, or `other`.
fn opening_name(game: &MatchGame) -> String {
    let canonical = match game.record.moves.as_slice() {
        [first, second, third, ..] if game.record.size == Size::RENJU => {
            CanonicalOpening::identify(first.point, second.point, third.point)
        }
        _ => None,
    };
    canonical.map_or("other".to_owned(), |opening| opening.code())
}

/// Results and behaviour of all engines of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Their names.
    pub names: Vec<String>,
    /// How each behaved.
    pub engines: Vec<EngineStatistics>,
    /// Results of pairings, by the numbers of both engines, the smaller first and seen from it.
    pub scores: BTreeMap<(usize, usize), Score>,
    /// How often games ended how.
    pub endings: BTreeMap<String, u64>,
    /// Number of games.
    pub games: usize,
    /// Points of the first players and number of games, where openings were played by a regulation.
    pub first: (f64, u64),
    /// How often which opening of three stones was played by a regulation.
    pub openings: BTreeMap<String, u64>,
    repeat: bool,
}

impl Standings {
    /// A match without games. `repeat` says whether openings are played with both colours.
    pub fn new(names: Vec<String>, repeat: bool) -> Standings {
        let engines = vec![EngineStatistics::default(); names.len()];
        Standings {
            names,
            engines,
            scores: BTreeMap::new(),
            endings: BTreeMap::new(),
            games: 0,
            first: (0.0, 0),
            openings: BTreeMap::new(),
            repeat,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &MatchGame) {
        self.games += 1;
        *self.endings.entry(game.ending.clone()).or_default() += 1;
        if let Some(first) = game.first() {
            self.first.0 += match game.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == first)),
            };
            self.first.1 += 1;
            *self.openings.entry(opening_name(game)).or_default() += 1;
        }
        let (black, white) = (game.scheduled.black, game.scheduled.white);
        let (key, side) = if black < white {
            ((black, white), Side::Black)
        } else {
            ((white, black), Side::White)
        };
        let pair = self.repeat.then_some(game.scheduled.pair);
        self.scores.entry(key).or_default().add(side, game.winner, pair);
        for side in Side::ALL {
            let engine = &mut self.engines[game.engine(side)];
            let own = game.record.moves.iter().skip(game.record.opening);
            for played in own.filter(|played| played.side == side) {
                // Beside the second stone of a turn there are no notes.
                let Some(time) = played.notes.time else { continue };
                engine.moves += 1;
                engine.time += time;
                engine.slowest = engine.slowest.max(time);
                if let Some(depth) = played.notes.depth {
                    engine.depth = (engine.depth.0 + u64::from(depth), engine.depth.1 + 1);
                }
                if let Some(nodes) = played.notes.nodes {
                    engine.nodes = (engine.nodes.0.saturating_add(nodes), engine.nodes.1 + 1);
                }
            }
            engine.peak_memory = engine.peak_memory.max(game.peak_memory[side]);
            engine.remarks += game.remarks[side].len() as u64;
            if game.is_failure() && game.winner == Some(!side) {
                *engine.failures.entry(game.ending.clone()).or_default() += 1;
            }
        }
    }

    /// Adds a remark on an engine that belongs to no game.
    pub fn remark(&mut self, engine: usize) {
        self.engines[engine].remarks += 1;
    }

    /// The result of the first engine against the second, for matches of two.
    pub fn duel(&self) -> Score {
        self.scores.get(&(0, 1)).cloned().unwrap_or_default()
    }

    /// Points and games of engine `a` against engine `b`.
    pub fn against(&self, a: usize, b: usize) -> (f64, u64) {
        let Some(score) = self.scores.get(&(a.min(b), a.max(b))) else { return (0.0, 0) };
        let total = score.total();
        let points = if a < b { total.points() } else { total.games() as f64 - total.points() };
        (points, total.games())
    }

    /// Wins, draws and losses of an engine against all others.
    pub fn total(&self, engine: usize) -> (u64, u64, u64) {
        let mut sum = (0, 0, 0);
        for (&(first, second), score) in &self.scores {
            let total = score.total();
            if first == engine {
                sum = (sum.0 + total.wins, sum.1 + total.draws, sum.2 + total.losses);
            } else if second == engine {
                sum = (sum.0 + total.losses, sum.1 + total.draws, sum.2 + total.wins);
            }
        }
        sum
    }

    /// Ratings of all engines with mean 0, by the model of Bradley and Terry (1952): those under
    /// which the results are likeliest, a draw as half a win. Each engine is given one draw against
    /// an average opponent more, so that nobody's rating is infinite.
    pub fn ratings(&self) -> Vec<f64> {
        const ROUNDS: usize = 2000;
        let count = self.names.len();
        let mut strength = vec![1.0_f64; count];
        for _ in 0..ROUNDS {
            let next: Vec<f64> = (0..count)
                .map(|a| {
                    let mut points = 0.5;
                    let mut weight = 1.0 / (strength[a] + 1.0);
                    for b in (0..count).filter(|&b| b != a) {
                        let (scored, games) = self.against(a, b);
                        points += scored;
                        weight += games as f64 / (strength[a] + strength[b]);
                    }
                    points / weight
                })
                .collect();
            strength = next;
        }
        let elo: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
        let mean = elo.iter().sum::<f64>() / count.max(1) as f64;
        elo.into_iter().map(|rating| rating - mean).collect()
    }
}
