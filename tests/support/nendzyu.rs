//! Nendzyu as its text has it, as plainly as possible: a referee, and a simple player.

use super::random::Random;
use std::fmt;

/// Column and row, from 0 at the top left.
pub type Spot = (i32, i32);

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This colour (0 black, 1 white) made five.
    Five(usize),
    /// This colour made more than five, and lost.
    Overline(usize),
    /// This colour has no turn, and lost.
    Stuck(usize),
    /// The board is full.
    Full,
}

impl End {
    /// The colour that won.
    pub fn winner(self) -> Option<usize> {
        match self {
            End::Five(colour) => Some(colour),
            End::Overline(colour) | End::Stuck(colour) => Some(1 - colour),
            End::Full => None,
        }
    }
}

/// One game.
#[derive(Clone)]
pub struct Game {
    pub width: i32,
    pub height: i32,
    /// Row by row; 0 black, 1 white.
    pub stones: Vec<Vec<Option<usize>>>,
    /// The colour to move.
    pub colour: usize,
    /// Stones of the turn to come: one in the first, then two.
    pub due: usize,
    pub end: Option<End>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.stones {
            for stone in row {
                f.write_str([" .", " X", " O"][stone.map_or(0, |colour| colour + 1)])?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to place {}, {:?}", ["black", "white"][self.colour], self.due, self.end)
    }
}

/// Whether two spots are in one row, column or diagonal.
pub fn in_line(a: Spot, b: Spot) -> bool {
    a.0 == b.0 || a.1 == b.1 || a.0 + a.1 == b.0 + b.1 || a.0 - a.1 == b.0 - b.1
}

impl Game {
    pub fn new(width: i32, height: i32) -> Game {
        let stones = vec![vec![None; width as usize]; height as usize];
        Game { width, height, stones, colour: 0, due: 1, end: None }
    }

    pub fn at(&self, (x, y): Spot) -> Option<usize> {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return None;
        }
        self.stones[y as usize][x as usize]
    }

    pub fn set(&mut self, (x, y): Spot, stone: Option<usize>) {
        self.stones[y as usize][x as usize] = stone;
    }

    pub fn is_free(&self, (x, y): Spot) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height && self.at((x, y)).is_none()
    }

    pub fn free(&self) -> Vec<Spot> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        all.filter(|&spot| self.is_free(spot)).collect()
    }

    /// All legal turns of two stones, each once.
    pub fn turns(&self) -> Vec<[Spot; 2]> {
        let free = self.free();
        let mut turns = Vec::new();
        for (n, &a) in free.iter().enumerate() {
            turns.extend(free[..n].iter().filter(|&&b| !in_line(a, b)).map(|&b| [b, a]));
        }
        turns
    }

    /// Whether there is a legal turn of two stones.
    pub fn has_turn(&self) -> bool {
        let free = self.free();
        free.iter().any(|&a| free.iter().any(|&b| !in_line(a, b)))
    }

    /// Whether this spot is in the middle; on sides of even length there are two middles.
    fn is_middle(&self, (x, y): Spot) -> bool {
        let middle = |at: i32, length: i32| at == length / 2 || at == (length - 1) / 2;
        middle(x, self.width) && middle(y, self.height)
    }

    /// Whether this turn may be played: two different free spots not in line, or at the start the
    /// middle.
    pub fn is_legal(&self, turn: &[Spot]) -> bool {
        let free = turn.iter().all(|&spot| self.is_free(spot));
        free && match *turn {
            [only] => self.due == 1 && self.is_middle(only),
            [a, b] => self.due == 2 && !in_line(a, b),
            _ => false,
        }
    }

    /// Lengths of the four runs through the stone on `spot`.
    pub fn runs(&self, spot: Spot) -> [usize; 4] {
        let colour = self.at(spot);
        DIRECTIONS.map(|(dx, dy)| {
            let arm = |sign: i32| {
                (1..)
                    .take_while(|n| {
                        let there = (spot.0 + sign * n * dx, spot.1 + sign * n * dy);
                        colour.is_some() && self.at(there) == colour
                    })
                    .count()
            };
            1 + arm(1) + arm(-1)
        })
    }

    /// Plays a legal turn.
    pub fn play(&mut self, turn: &[Spot]) {
        assert!(self.end.is_none() && self.is_legal(turn), "{turn:?} in\n{self:?}");
        for &spot in turn {
            self.set(spot, Some(self.colour));
        }
        let runs: Vec<usize> = turn.iter().flat_map(|&spot| self.runs(spot)).collect();
        let mover = self.colour;
        self.colour = 1 - mover;
        self.due = 2;
        self.end = if runs.contains(&5) {
            Some(End::Five(mover))
        } else if runs.iter().any(|&run| run > 5) {
            Some(End::Overline(mover))
        } else if self.free().is_empty() {
            Some(End::Full)
        } else if !self.has_turn() {
            Some(End::Stuck(self.colour))
        } else {
            None
        };
    }
}

/// What five spots in line without a stone of the other side are worth by own stones in them.
const WORTH: [i64; 5] = [1, 12, 150, 2_000, 1_000_000];

/// A player that looks one turn ahead: it makes five if it can, stops fives, and else puts its two
/// stones where rows look best, never making six. One of the best turns by chance.
pub fn greedy(game: &Game, random: &mut Random) -> Vec<Spot> {
    if game.due == 1 {
        return vec![(game.width / 2, game.height / 2)];
    }
    let mut spots: Vec<(i64, u64, Spot)> =
        game.free().into_iter().map(|spot| (value(game, spot), random.number(), spot)).collect();
    spots.sort_unstable_by_key(|&(value, chance, _)| (-value, chance));
    // The best sum of two that are not in line.
    let mut best: Option<(i64, [Spot; 2])> = None;
    for (n, &(value, _, spot)) in spots.iter().enumerate() {
        let partner = spots[n + 1..].iter().find(|(_, _, other)| !in_line(spot, *other));
        if let Some(&(more, _, other)) = partner
            && best.is_none_or(|(sum, _)| value + more > sum)
        {
            best = Some((value + more, [spot, other]));
        }
    }
    best.expect("a legal turn").1.to_vec()
}

/// What a stone of the side to move is worth on a free spot.
fn value(game: &Game, spot: Spot) -> i64 {
    const SIX: i64 = -100_000_000;
    const FIVE: i64 = 100_000_000;
    const DEFENCE_PERCENT: i64 = 80;
    let mut with = game.clone();
    with.set(spot, Some(game.colour));
    let own_runs = with.runs(spot);
    if own_runs.contains(&5) {
        return FIVE;
    }
    if own_runs.iter().any(|&run| run > 5) {
        return SIX;
    }
    let mut sum = 0;
    for (dx, dy) in DIRECTIONS {
        for start in -4..=0 {
            let cells: Vec<Spot> =
                (0..5).map(|n| (spot.0 + dx * (start + n), spot.1 + dy * (start + n))).collect();
            let inside = |&(x, y): &Spot| x >= 0 && y >= 0 && x < game.width && y < game.height;
            if !cells.iter().all(inside) {
                continue;
            }
            let count = |colour| cells.iter().filter(|&&at| game.at(at) == Some(colour)).count();
            sum += match (count(game.colour), count(1 - game.colour)) {
                (own @ 0..=4, 0) => WORTH[own],
                (0, other @ 0..=4) => WORTH[other] * DEFENCE_PERCENT / 100,
                _ => 0,
            };
        }
    }
    sum
}
