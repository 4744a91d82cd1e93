//! Whole games of nendzyu: the engine against a player that looks one turn ahead, and against
//! itself with fewer positions.

mod support;

use support::nendzyu::{End, Game, Spot, greedy};
use support::random::{Random, number_from_environment};
use tengen::board::{Point, Size};
use tengen::engine::Engine;
use tengen::rules::RuleKind;
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::FakeClock;

/// Who chooses a turn.
enum Chooser {
    /// The simple player.
    Greedy,
    /// The engine, with so many positions.
    Engine(Box<Engine>, u64),
}

impl Chooser {
    fn engine(nodes: u64) -> Chooser {
        let mut engine = Engine::new(RuleKind::NENDZYU, Size::RENJU);
        engine.set_table_size(Some(4 << 20));
        Chooser::Engine(Box::new(engine), nodes)
    }

    fn choose(&mut self, game: &Game, random: &mut Random) -> Vec<Spot> {
        let Chooser::Engine(engine, nodes) = self else { return greedy(game, random) };
        let limits = Limits { nodes: Some(*nodes), ..Limits::default() };
        let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        let turn = report.turn(game.due as u8).expect("a turn");
        turn.iter().map(|point| (point.x().into(), point.y().into())).collect()
    }

    fn follow(&mut self, turn: &[Spot]) {
        let Chooser::Engine(engine, _) = self else { return };
        let point = |&(x, y): &Spot| Size::RENJU.point(x, y).expect("a point");
        let points: Vec<Point> = turn.iter().map(point).collect();
        engine.play_turn(&points).expect("a legal turn");
    }
}

/// One game under the plain referee, which ends the test at an illegal turn. White's first turn is
/// a random one near the middle, so that no two games are the same.
fn play(players: &mut [Chooser; 2], random: &mut Random) -> (End, usize) {
    let mut game = Game::new(15, 15);
    let mut turns = 0;
    loop {
        let turn = if turns == 1 {
            let near: Vec<[Spot; 2]> = game
                .turns()
                .into_iter()
                .filter(|turn| turn.iter().all(|(x, y)| (x - 7).abs().max((y - 7).abs()) <= 2))
                .collect();
            random.pick(&near).to_vec()
        } else {
            players[game.colour].choose(&game, random)
        };
        game.play(&turn);
        turns += 1;
        players.iter_mut().for_each(|player| player.follow(&turn));
        if let Some(end) = game.end {
            return (end, turns);
        }
    }
}

/// Points of the engine in `games` games, one a win, and what they were like.
fn points_against_greedy(games: u64, nodes: u64, seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let (mut points, mut all_turns) = (0.0, 0);
    for number in 0..games {
        let engine = (number % 2) as usize;
        let mut players = [Chooser::Greedy, Chooser::Greedy];
        players[engine] = Chooser::engine(nodes);
        let (end, turns) = play(&mut players, &mut random);
        all_turns += turns;
        match end.winner() {
            None => points += 0.5,
            Some(winner) if winner == engine => points += 1.0,
            Some(_) => println!("game {number} lost, seed {seed}: {end:?} after {turns} turns"),
        }
    }
    println!("{points} of {games} points, {:.1} turns a game", all_turns as f64 / games as f64);
    points
}

/// Points of the engine with `more` positions against itself with `less`.
fn points_against_less(games: u64, more: u64, less: u64, seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let mut points = 0.0;
    for number in 0..games {
        let stronger = (number % 2) as usize;
        let mut players = [Chooser::engine(less), Chooser::engine(less)];
        players[stronger] = Chooser::engine(more);
        points += match play(&mut players, &mut random).0.winner() {
            None => 0.5,
            Some(winner) if winner == stronger => 1.0,
            Some(_) => 0.0,
        };
    }
    println!("{points} of {games} points with {more} positions against {less}");
    points
}

#[test]
fn it_wins_against_a_player_that_looks_one_turn_ahead() {
    assert_eq!(points_against_greedy(6, 1000, 1), 6.0);
}

#[test]
#[ignore = "TENGEN_GAMES games (default 200) with TENGEN_NODES positions a turn (default 5000)"]
fn it_wins_two_hundred_games() {
    let games = number_from_environment("TENGEN_GAMES", 200);
    let nodes = number_from_environment("TENGEN_NODES", 5000);
    let points = points_against_greedy(games, nodes, number_from_environment("TENGEN_SEED", 7));
    assert!(points >= 0.98 * games as f64);
}

#[test]
#[ignore = "TENGEN_GAMES games (default 100) with 4 times TENGEN_NODES positions (default 1500)"]
fn four_times_the_positions_win_more() {
    let games = number_from_environment("TENGEN_GAMES", 100);
    let nodes = number_from_environment("TENGEN_NODES", 1500);
    let seed = number_from_environment("TENGEN_SEED", 9);
    let points = points_against_less(games, 4 * nodes, nodes, seed);
    assert!(points >= 0.65 * games as f64);
}
