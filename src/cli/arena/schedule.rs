//! Who plays whom, with which colour and from which opening.

use crate::board::Symmetry;
use crate::opening::Chance;

/// Which engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Every engine meets every other one.
    RoundRobin,
    /// The first engine meets every other one.
    Gauntlet,
}

/// The order in which openings are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OpeningOrder {
    /// As they stand in the file.
    Sequential,
    /// Shuffled by the seed; every opening comes once before one comes again.
    Random,
}

/// What a schedule depends on. The same values give the same schedule in every build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// Number of engines.
    pub engines: usize,
    /// Which of them meet.
    pub format: Format,
    /// Games of each two engines that meet, a round.
    pub games: usize,
    /// How often all that is played.
    pub rounds: usize,
    /// Whether each opening is played twice, with exchanged colours.
    pub repeat: bool,
    /// Number of openings.
    pub openings: usize,
    /// In which order they are taken.
    pub order: OpeningOrder,
    /// Whether an opening that comes again is turned or mirrored.
    pub symmetries: bool,
    /// Number of symmetries that the board has.
    pub board_symmetries: usize,
    /// Seed of the random order.
    pub seed: u64,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, from 1.
    pub number: usize,
    /// The two games of one opening between the same engines have the same pair number.
    pub pair: usize,
    /// Which engine has the black stones.
    pub black: usize,
    /// Which engine has the white stones.
    pub white: usize,
    /// Which opening it begins with.
    pub opening: usize,
    /// Which of the board's symmetries is applied to the opening.
    pub symmetry: usize,
}

/// All games of a match, in the order in which they are to be started.
///
/// Games of all pairings are interleaved opening by opening, so that a match that is stopped early
/// is still balanced.
pub fn schedule(options: &ScheduleOptions) -> Vec<ScheduledGame> {
    let mut pairings = Vec::new();
    for first in 0..options.engines {
        if options.format == Format::Gauntlet && first > 0 {
            break;
        }
        pairings.extend((first + 1..options.engines).map(|second| (first, second)));
    }
    let per_opening = if options.repeat { 2 } else { 1 };
    let per_pairing = options.games * options.rounds;
    let mut openings = OpeningSequence::new(options);
    let mut games = Vec::new();
    let mut pair = 0;
    let mut done = 0;
    while done < per_pairing {
        let (opening, symmetry) = openings.next();
        for &(first, second) in &pairings {
            for game in 0..per_opening.min(per_pairing - done) {
                // Without repetition colours alternate from game to game.
                let exchanged = (done + game) % 2 == 1;
                let (black, white) = if exchanged { (second, first) } else { (first, second) };
                let number = games.len() + 1;
                games.push(ScheduledGame { number, pair, black, white, opening, symmetry });
            }
            pair += 1;
        }
        done += per_opening;
    }
    games
}

/// Openings without end: all of them, then all of them again, turned or mirrored.
struct OpeningSequence {
    options: ScheduleOptions,
    random: Chance,
    order: Vec<usize>,
    taken: usize,
}

impl OpeningSequence {
    fn new(options: &ScheduleOptions) -> OpeningSequence {
        OpeningSequence {
            options: *options,
            random: Chance::new(options.seed),
            order: (0..options.openings.max(1)).collect(),
            taken: 0,
        }
    }

    fn next(&mut self) -> (usize, usize) {
        let count = self.order.len();
        let (pass, index) = (self.taken / count, self.taken % count);
        if index == 0 && self.options.order == OpeningOrder::Random {
            self.random.shuffle(&mut self.order);
        }
        self.taken += 1;
        let symmetry =
            if self.options.symmetries { pass % self.options.board_symmetries.max(1) } else { 0 };
        (self.order[index], symmetry)
    }
}

/// The symmetry with the number that a schedule names, on a board with `size`.
pub fn symmetry_of(size: crate::board::Size, number: usize) -> Symmetry {
    Symmetry::of(size).nth(number).unwrap_or(Symmetry::IDENTITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const OPTIONS: ScheduleOptions = ScheduleOptions {
        engines: 2,
        format: Format::RoundRobin,
        games: 200,
        rounds: 1,
        repeat: true,
        openings: 30,
        order: OpeningOrder::Random,
        symmetries: true,
        board_symmetries: 8,
        seed: 1,
    };

    #[test]
    fn colours_and_openings_are_balanced() {
        let games = schedule(&OPTIONS);
        assert_eq!(games.len(), 200);
        assert_eq!(games.iter().filter(|game| game.black == 0).count(), 100);
        let mut uses: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
        for game in &games {
            uses.entry((game.opening, game.symmetry)).or_default().push(game.black);
        }
        assert_eq!(uses.len(), 100, "an opening comes again only in another symmetry");
        assert!(uses.values().all(|blacks| blacks == &[0, 1]));
        let mut counts = [0; 30];
        games.iter().for_each(|game| counts[game.opening] += 1);
        assert!(counts.iter().all(|&count| count == 6 || count == 8));
        for pair in games.chunks(2) {
            assert_eq!((pair[0].pair, pair[0].opening), (pair[1].pair, pair[1].opening));
        }
    }

    #[test]
    fn every_engine_meets_every_other_one_with_both_colours() {
        let options = ScheduleOptions { engines: 4, games: 10, rounds: 2, ..OPTIONS };
        let games = schedule(&options);
        assert_eq!(games.len(), 6 * 20);
        let mut meetings: HashMap<(usize, usize), usize> = HashMap::new();
        games.iter().for_each(|game| *meetings.entry((game.black, game.white)).or_default() += 1);
        assert_eq!(meetings.len(), 12);
        assert!(meetings.values().all(|&count| count == 10));
        let gauntlet = schedule(&ScheduleOptions { format: Format::Gauntlet, ..options });
        assert_eq!(gauntlet.len(), 3 * 20);
        assert!(gauntlet.iter().all(|game| game.black == 0 || game.white == 0));
    }

    #[test]
    fn the_seed_decides() {
        let other = ScheduleOptions { seed: 2, ..OPTIONS };
        assert_eq!(schedule(&OPTIONS), schedule(&OPTIONS));
        assert_ne!(schedule(&OPTIONS), schedule(&other));
        // A schedule is part of records: this one must never change.
        let first: Vec<usize> =
            schedule(&OPTIONS).iter().step_by(2).take(5).map(|game| game.opening).collect();
        assert_eq!(first, EXPECTED_FIRST);
    }

    const EXPECTED_FIRST: [usize; 5] = [9, 7, 10, 12, 18];

    #[test]
    fn odd_counts_and_single_openings() {
        let odd = schedule(&ScheduleOptions { games: 5, ..OPTIONS });
        assert_eq!(odd.iter().map(|game| game.black).collect::<Vec<_>>(), [0, 1, 0, 1, 0]);
        let single = ScheduleOptions { repeat: false, games: 6, openings: 1, ..OPTIONS };
        let games = schedule(&single);
        assert_eq!(games.iter().map(|g| g.symmetry).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(games.iter().map(|g| g.black).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1]);
    }
}
