//! Whole games of the real program against itself, refereed by the rule book: no illegal or
//! forbidden move, no crash, no time loss, and no more memory than allowed.

mod support;

use std::fmt::Write as _;
use std::time::Duration;
use support::boards;
use support::manager::Program;
use support::oracle::{Cell, cell};
use support::random::{Random, number_from_environment};
use support::referee::Referee;
use tengen::board::{Side, Size};
use tengen::rules::{Outcome, RuleKind};

/// What an answer may come later than the limit says. The program keeps a reserve of its own, and
/// answers before the limit; this is for a machine that is busy with other tests.
const TOLERANCE: Duration = Duration::from_millis(200);
/// How long a program that is late is waited for, before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);

const SIZES: [(u8, u8); 5] = [(9, 9), (15, 15), (19, 19), (20, 20), (22, 22)];
const MEGABYTE: u64 = 1 << 20;

/// How long the players may think.
#[derive(Clone, Copy, Debug)]
struct TimeControl {
    turn: Duration,
    /// For a whole game, if that has a limit.
    game: Option<Duration>,
}

/// A program and what is left of its time.
struct Player {
    program: Program,
    left: Option<Duration>,
    has_position: bool,
}

/// What was measured in some games.
#[derive(Debug, Default)]
struct Report {
    games: u32,
    moves: usize,
    wins: [u32; 2],
    draws: u32,
    /// Answers after their limit, by whatever time: the machine was busy, or the reserve is too
    /// small.
    late: u32,
    latest: Duration,
    peak_memory: u64,
}

/// Everything that is chosen for one game.
struct Game {
    rule: RuleKind,
    size: Size,
    opening: Vec<Cell>,
    time: TimeControl,
    max_memory: u64,
    /// Whether the whole board is sent for every move, as some managers do.
    by_board: bool,
}

impl Game {
    fn preamble(&self) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        let start = if self.size.is_square() {
            format!("START {width}\n")
        } else {
            format!("RECTSTART {width},{height}\n")
        };
        let rule = match self.rule {
            RuleKind::Freestyle => 0,
            RuleKind::Standard => 1,
            RuleKind::Renju => 4,
            RuleKind::Caro => 8,
            RuleKind::ExactCaro => 9,
            RuleKind::Nendzyu(_) => 16,
        };
        let game = self.time.game.unwrap_or_default().as_millis();
        format!(
            "{start}INFO rule {rule}\nINFO timeout_turn {}\nINFO timeout_match {game}\n\
             INFO max_memory {}\nINFO game_type 1\n",
            self.time.turn.as_millis(),
            self.max_memory
        )
    }

    /// The request for a move of the side to move.
    fn request(&self, referee: &Referee, player: &mut Player) -> String {
        let left = player.left.map_or(i32::MAX as u128, |left| left.as_millis());
        let mut request = format!("INFO time_left {left}\n");
        let moves = referee.moves();
        match moves.last() {
            None => request += "BEGIN\n",
            Some((x, y)) if player.has_position && !self.by_board => {
                writeln!(request, "TURN {x},{y}").expect("writing to a string");
            }
            Some(_) => {
                request += "BOARD\n";
                for (n, (x, y)) in moves.iter().enumerate() {
                    let field = if n % 2 == moves.len() % 2 { 1 } else { 2 };
                    writeln!(request, "{x},{y},{field}").expect("writing to a string");
                }
                request += "DONE\n";
            }
        }
        player.has_position = true;
        request
    }

    /// Plays the game.
    ///
    /// # Errors
    /// What one of the programs did wrong.
    fn play(&self, players: &mut [Player; 2], report: &mut Report) -> Result<(), String> {
        let mut referee = Referee::new(self.rule, self.size);
        for &cell in &self.opening {
            referee.play(cell).expect("an opening within the rules");
        }
        for player in &mut *players {
            player.left = self.time.game;
            player.has_position = false;
            let sent = player.program.send(&self.preamble())?;
            let (answer, _) = player.program.answer(sent, PATIENCE)?;
            if answer != "OK" {
                return Err(format!("'{answer}' to START"));
            }
        }
        while referee.outcome().is_none() {
            let side = referee.side();
            let moved = self.one_move(&mut referee, &mut players[side.index()], report);
            moved.map_err(|error| format!("{side}: {error}\nin {referee:?}"))?;
        }
        report.games += 1;
        report.moves += referee.moves().len();
        match referee.outcome() {
            Some(Outcome::Win { side, .. }) => report.wins[side.index()] += 1,
            _ => report.draws += 1,
        }
        for player in &*players {
            if let Some(line) = player.program.unasked_line() {
                return Err(format!("'{line}' after the end of the game"));
            }
            let Some(peak) = player.program.peak_memory() else { continue };
            report.peak_memory = report.peak_memory.max(peak);
            if peak > self.max_memory {
                return Err(format!("{peak} bytes in use of {}", self.max_memory));
            }
        }
        Ok(())
    }

    fn one_move(
        &self,
        referee: &mut Referee,
        player: &mut Player,
        report: &mut Report,
    ) -> Result<(), String> {
        if let Some(line) = player.program.unasked_line() {
            return Err(format!("'{line}' without a question"));
        }
        let request = self.request(referee, player);
        let limit = player.left.map_or(self.time.turn, |left| left.min(self.time.turn));
        let sent = player.program.send(&request)?;
        let (cell, after) = player.program.answered_move(sent, limit + PATIENCE)?;
        if after > limit {
            report.late += 1;
            report.latest = report.latest.max(after - limit);
        }
        if after > limit + TOLERANCE {
            return Err(format!("{cell:?} after {after:?} of {limit:?}"));
        }
        player.left = player.left.map(|left| left.saturating_sub(after));
        referee.play(cell)
    }
}

/// Up to six stones that a game begins with: near each other somewhere, or in a corner.
fn opening(rule: RuleKind, size: Size, random: &mut Random) -> Vec<Cell> {
    // Stones far apart in a corner: few engines expect the first moves there.
    let corner: &[Cell] = match size.width() {
        15 => &[(13, 13), (10, 10), (10, 11)],
        20 => &[(18, 18), (15, 15), (15, 16)],
        _ => &[],
    };
    if !corner.is_empty() && random.chance(15) {
        return corner.to_vec();
    }
    let count = random.between(0, 6);
    let middle = if random.chance(70) {
        cell(size.center())
    } else {
        let any = |length: u8, random: &mut Random| random.below(usize::from(length)) as i32;
        (any(size.width(), random), any(size.height(), random))
    };
    let mut referee = Referee::new(rule, size);
    while referee.moves().len() < count {
        let near = |middle: i32, random: &mut Random| middle + random.between(0, 6) as i32 - 3;
        let cell = (near(middle.0, random), near(middle.1, random));
        // A point that is taken or outside the board is simply not played.
        let _ = referee.play(cell);
    }
    referee.moves().to_vec()
}

/// Plays games of two programs that live as long as all of them, rules and sizes in turn.
fn play_all(games: u64, seed: u64, max_memory: u64, time: impl Fn(&mut Random) -> TimeControl) {
    let mut random = Random::new(seed);
    let mut report = Report::default();
    let player = || Player { program: Program::start(), left: None, has_position: false };
    let mut players = [player(), player()];
    for number in 0..games {
        let rule = RuleKind::ONE_STONE[number as usize % 5];
        let size = boards::size(SIZES[(number as usize / 5 + number as usize) % 5]);
        let opening = opening(rule, size, &mut random);
        let (time, by_board) = (time(&mut random), random.chance(25));
        let game = Game { rule, size, opening, time, max_memory, by_board };
        if let Err(error) = game.play(&mut players, &mut report) {
            let opening = &game.opening;
            panic!("game {number}, {rule} on {size}, {time:?}, opening {opening:?}: {error}");
        }
        // The programs change sides, and now and then one is started anew.
        players.swap(0, 1);
        if random.chance(10) {
            let old = std::mem::replace(&mut players[0], player());
            old.program.end().expect("a good end");
        }
    }
    println!("{} MB: {report:?}", max_memory / MEGABYTE);
    for player in players {
        player.program.end().expect("a good end");
    }
    assert_eq!(u64::from(report.games), games);
}

fn turn(milliseconds: u64) -> TimeControl {
    TimeControl { turn: Duration::from_millis(milliseconds), game: None }
}

#[test]
fn games_with_the_usual_memory() {
    play_all(10, 1, 350 * MEGABYTE, |_| turn(30));
}

#[test]
fn games_with_little_memory_and_on_a_match_clock() {
    play_all(5, 2, 32 * MEGABYTE, |_| turn(30));
    play_all(2, 3, 32 * MEGABYTE, |_| TimeControl {
        turn: Duration::from_secs(5),
        game: Some(Duration::from_millis(1500)),
    });
}

#[test]
#[ignore = "TENGEN_GAMES games (default 500) at TENGEN_MILLISECONDS (default: 50 to 200) a move"]
fn many_games() {
    let games = number_from_environment("TENGEN_GAMES", 500);
    let fixed = number_from_environment("TENGEN_MILLISECONDS", 0);
    let seed = number_from_environment("TENGEN_SEED", 10);
    let time =
        |random: &mut Random| turn(if fixed > 0 { fixed } else { random.between(50, 200) as u64 });
    play_all(games - games / 2, seed, 350 * MEGABYTE, time);
    play_all(games / 2, seed + 1, 32 * MEGABYTE, time);
}

#[test]
#[ignore = "TENGEN_GAMES games (default 20) with TENGEN_MILLISECONDS (default 10000) in all a side"]
fn many_games_on_a_match_clock() {
    let games = number_from_environment("TENGEN_GAMES", 20);
    let whole = number_from_environment("TENGEN_MILLISECONDS", 10_000);
    play_all(games, number_from_environment("TENGEN_SEED", 20), 350 * MEGABYTE, |_| TimeControl {
        turn: Duration::from_secs(5),
        game: Some(Duration::from_millis(whole)),
    });
}

/// Positions in which little is left to choose, and a move is owed all the same.
#[test]
fn the_last_points_of_a_board_are_answered() {
    for kind in RuleKind::ONE_STONE {
        for left in 1..=3 {
            // A board filled without a five, up to the last points.
            let size = boards::size((9, 9));
            let colour =
                |(x, y): Cell| if (x / 2 + y) % 2 == 0 { Side::Black } else { Side::White };
            let mut cells: Vec<Cell> = size.points().map(cell).collect();
            Random::new(left).shuffle(&mut cells);
            let of = |side| cells.iter().copied().filter(move |&cell| colour(cell) == side);
            let (mut black, mut white) = (of(Side::Black), of(Side::White));
            let mut referee = Referee::new(kind, size);
            while referee.moves().len() + (left as usize) < size.area() {
                let next = if referee.side() == Side::Black { black.next() } else { white.next() };
                let Some(next) = next.filter(|_| referee.outcome().is_none()) else { break };
                if referee.play(next).is_err() {
                    break;
                }
            }
            let opening = referee.moves().to_vec();
            let game = Game {
                rule: kind,
                size,
                opening,
                time: turn(50),
                max_memory: 32 * MEGABYTE,
                by_board: false,
            };
            let player = || Player { program: Program::start(), left: None, has_position: false };
            let mut report = Report::default();
            game.play(&mut [player(), player()], &mut report).expect("a game within the rules");
        }
    }
}
