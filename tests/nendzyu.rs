//! Nendzyu: the rule against its text, the solver of fours and the search against plain reckoning.

mod support;

use std::collections::HashSet;
use support::nendzyu::{End, Game, Spot, in_line};
use support::random::{Random, number_from_environment};
use tengen::board::{Bits, NullObserver, Point, Position, Setup, Side, Size, Symmetry, TurnOrder};
use tengen::engine::Engine;
use tengen::eval::Weights;
use tengen::nendzyu::{Defence, Fours, Pair, Solution, Threats, legal_pairs};
use tengen::notation::pos::parse_moves;
use tengen::pattern::Scene;
use tengen::rules::nendzyu::{TURNS, are_collinear, has_pair, has_partner};
use tengen::rules::{IllegalMove, Outcome, Rule, RuleKind, WinReason};
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::FakeClock;
use tengen::value::ValueKind;

const SIZE: Size = Size::RENJU;

fn rule() -> &'static dyn Rule {
    RuleKind::NENDZYU.rule()
}

fn points(text: &str) -> Vec<Point> {
    parse_moves(text, SIZE).expect("points")
}

/// A position with these stones, in which `to_move` is to make a whole turn.
fn position(black: &str, white: &str, to_move: Side) -> Position {
    position_under(RuleKind::NENDZYU, SIZE, &points(black), &points(white), to_move)
}

fn position_under(
    kind: RuleKind,
    size: Size,
    black: &[Point],
    white: &[Point],
    to_move: Side,
) -> Position {
    let stones = black.iter().map(|&point| (point, Side::Black));
    let stones = stones.chain(white.iter().map(|&point| (point, Side::White))).collect();
    let order = kind.rule().turn_order();
    let mut position = Setup { size, stones, to_move, order }.build().expect("a position");
    position.set_turn(order.whole(to_move));
    position
}

/// What comes of a turn: why it is illegal, or how the game has ended.
fn after(position: &Position, turn: &str) -> Result<Option<Outcome>, IllegalMove> {
    after_under(RuleKind::NENDZYU, position, turn)
}

fn after_under(
    kind: RuleKind,
    position: &Position,
    turn: &str,
) -> Result<Option<Outcome>, IllegalMove> {
    let mut position = position.clone();
    kind.rule().try_play_turn(&mut position, &points(turn), &mut NullObserver)?;
    Ok(kind.rule().outcome(&position))
}

fn win(side: Side, reason: WinReason) -> Result<Option<Outcome>, IllegalMove> {
    Ok(Some(Outcome::Win { side, reason }))
}

fn start() -> Position {
    let mut position = Position::with_order(SIZE, TURNS);
    rule().try_play_turn(&mut position, &points("h8"), &mut NullObserver).expect("the centre");
    position
}

fn spot(point: Point) -> Spot {
    (point.x().into(), point.y().into())
}

#[test]
fn z1_a_knights_move_apart_is_legal() {
    assert_eq!(after(&start(), "i10j8"), Ok(None));
    assert_eq!(after(&start(), "j8i10"), Ok(None));
}

#[test]
fn z2_to_z4_stones_on_one_line_are_refused_at_any_distance() {
    for turn in ["g9i7", "a1o15", "a8o8", "h1h15", "g7g8", "g8h9"] {
        let position = start();
        assert_eq!(after(&position, turn), Err(IllegalMove::Collinear), "{turn}");
        let mut same = position.clone();
        assert!(rule().try_play_turn(&mut same, &points(turn), &mut NullObserver).is_err());
        assert_eq!(same, position, "nothing has changed");
    }
}

#[test]
fn other_bad_turns_are_refused() {
    use tengen::board::PlaceError::Occupied;
    let one = Err(IllegalMove::Stones { wanted: 2, given: 1 });
    assert_eq!(after(&start(), "a1"), one);
    assert_eq!(after(&start(), ""), Err(IllegalMove::Stones { wanted: 2, given: 0 }));
    assert_eq!(after(&start(), "a1b3c5"), Err(IllegalMove::Stones { wanted: 2, given: 3 }));
    let taken = |side| Err(IllegalMove::Board(Occupied(side)));
    assert_eq!(after(&start(), "h8a2"), taken(Side::Black));
    assert_eq!(after(&start(), "a2h8"), taken(Side::Black));
    assert_eq!(after(&start(), "a2a2"), taken(Side::White));
    let empty = Position::with_order(SIZE, TURNS);
    assert_eq!(after(&empty, "h9"), Err(IllegalMove::NotCentre));
    assert_eq!(after(&empty, "h8i10"), Err(IllegalMove::Stones { wanted: 1, given: 2 }));
}

/// Black D8 E8 F8 G8 with both ends empty.
const STRAIGHT_FOUR: &str = "d8e8f8g8";

#[test]
fn z5_a_straight_four_wins() {
    let position = position(STRAIGHT_FOUR, "a15o15a1", Side::Black);
    for turn in ["h8c10", "c8n3", "j2h8"] {
        assert_eq!(after(&position, turn), win(Side::Black, WinReason::Five), "{turn}");
    }
}

#[test]
fn z6_a_straight_four_cannot_be_held() {
    let position = position(STRAIGHT_FOUR, "a15o15a1", Side::White);
    assert_eq!(after(&position, "c8h8"), Err(IllegalMove::Collinear));
    let threats = Threats::new(RuleKind::NENDZYU, SIZE);
    let weights = Weights::of(RuleKind::NENDZYU);
    let mut scene = Scene::new(&position, weights.points.clone());
    assert_eq!(threats.defence(&scene), Defence::Lost);
    let mut replies = 0;
    for pair in legal_pairs(&position) {
        pair.points().into_iter().for_each(|point| scene.place(point));
        let five = threats.winning_turn(&scene).expect("one end is open");
        let mut won = scene.position().clone();
        rule().try_play_turn(&mut won, &five.points(), &mut NullObserver).expect("legal");
        let outcome = Outcome::Win { side: Side::Black, reason: WinReason::Five };
        assert_eq!(rule().outcome(&won), Some(outcome));
        scene.undo();
        scene.undo();
        replies += 1;
    }
    assert!(replies > 15_000);
}

#[test]
fn z7_six_in_a_row_loses() {
    let position = position("a1c1e1o15a15", "d8e8f8h8i8", Side::White);
    assert_eq!(after(&position, "g8b4"), win(Side::Black, WinReason::Overline));
}

#[test]
fn z8_five_and_six_by_one_stone_as_it_is_read() {
    let position = position("d8e8f8h8i8g4g5g6g7", "a15o15a1", Side::Black);
    let under = |text: &str| after_under(text.parse().expect("a rule"), &position, "g8b4");
    assert_eq!(under("nendzyu"), win(Side::Black, WinReason::Five));
    assert_eq!(under("nendzyu:five_and_overline=loss"), win(Side::White, WinReason::Overline));
    assert_eq!(under("nendzyu:five_and_overline=draw"), Ok(Some(Outcome::Draw)));
}

#[test]
fn z9_five_and_six_by_two_stones() {
    let position = position("d8e8f8g8b1b2b4b5b6", "a15o15a1", Side::Black);
    assert_eq!(after(&position, "h8c10"), win(Side::Black, WinReason::Five));
    assert_eq!(after(&position, "h8b3"), win(Side::Black, WinReason::Five));
    let kind = "nendzyu:five_and_overline=loss".parse().expect("a rule");
    assert_eq!(after_under(kind, &position, "h8c10"), win(Side::Black, WinReason::Five));
    assert_eq!(after_under(kind, &position, "h8b3"), win(Side::White, WinReason::Overline));
}

/// A board without runs of five on which only these points are empty, `to_move` to move. The last
/// turn in the record is one that decides nothing.
fn nearly_full(empty: &str, to_move: Side) -> Position {
    let empty: Bits = points(empty).into_iter().collect();
    // Two of each colour in turn along the rows, shifted in the next: no run is longer than two in
    // a row, or four on a diagonal.
    let is_black = |point: &Point| (point.x() / 2 + point.y()).is_multiple_of(2);
    let free = |point: &Point| !empty.contains(*point);
    let black: Vec<Point> = SIZE.points().filter(free).filter(is_black).collect();
    let white: Vec<Point> = SIZE.points().filter(free).filter(|p| !is_black(p)).collect();
    let position = position_under(RuleKind::NENDZYU, SIZE, &black, &white, to_move);
    let game = game_of(&position);
    for (x, y) in position.history().iter().map(|stone| spot(stone.point)) {
        assert!(game.runs((x, y)).into_iter().all(|run| run < 5), "{game:?}");
    }
    position
}

#[test]
fn z10_without_a_legal_turn_the_side_to_move_loses() {
    for (empty, side) in [("a1a2", Side::White), ("a1a2", Side::Black), ("a1b2c3", Side::White)] {
        let stuck = nearly_full(empty, side);
        let reason = WinReason::NoTurn;
        assert_eq!(rule().outcome(&stuck), Some(Outcome::Win { side: !side, reason }), "{empty}");
    }
    // N7: one point is left.
    let reason = WinReason::NoTurn;
    let one = nearly_full("a1", Side::Black);
    assert_eq!(rule().outcome(&one), Some(Outcome::Win { side: Side::White, reason }));
    // N4: a point without a partner may not be played, and another turn must.
    let other = nearly_full("a1a2b4", Side::Black);
    assert_eq!(rule().outcome(&other), None);
    assert_eq!(after(&other, "a1a2"), Err(IllegalMove::Collinear));
    let lone = nearly_full("h8h1h15a8a1b3", Side::Black);
    assert_eq!(rule().check_move(&lone, Point::at(7, 7)), Ok(()));
    let lone = nearly_full("h8h1h15a8o8", Side::Black);
    assert_eq!(rule().check_move(&lone, Point::at(7, 7)), Err(IllegalMove::NoPartner));
}

#[test]
fn z11_the_last_turn_is_forced_and_a_full_board_is_a_draw() {
    let position = nearly_full("a1b3", Side::Black);
    assert_eq!(rule().outcome(&position), None);
    assert_eq!(legal_pairs(&position).count(), 1);
    assert_eq!(after(&position, "a1b3"), Ok(Some(Outcome::Draw)));
    let kind = "nendzyu:full_board=mover_loses".parse().expect("a rule");
    // White would be next.
    assert_eq!(after_under(kind, &position, "a1b3"), win(Side::Black, WinReason::NoTurn));
    let mut engine = Engine::new(RuleKind::NENDZYU, SIZE);
    engine.set_position(position);
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
    let mut turn = report.turn(2).expect("a turn").to_vec();
    turn.sort();
    let mut only = points("a1b3");
    only.sort();
    assert_eq!(turn, only);
}

#[test]
fn numbers_of_turns() {
    let empty = Position::with_order(SIZE, TURNS);
    let all: Vec<Pair> = legal_pairs(&empty).collect();
    assert_eq!(all.len(), 20_020);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 20_020, "each once");
    let free: Vec<Point> = SIZE.points().collect();
    assert_eq!(free.len() * (free.len() - 1) / 2 - all.len(), 5_180, "on one line");
    let after_centre: Vec<Pair> = legal_pairs(&start()).collect();
    assert_eq!(after_centre.len(), 19_852);
    let classes: HashSet<[Point; 2]> = after_centre
        .iter()
        .map(|pair| {
            let images = Symmetry::of(SIZE).map(|map| {
                let mut image = pair.points().map(|point| map.apply(SIZE, point));
                image.sort();
                image
            });
            images.min().expect("eight of them")
        })
        .collect();
    assert_eq!(classes.len(), 2_492);
    let partners = |point: Point| free.iter().filter(|&&p| !are_collinear(p, point)).count();
    assert_eq!(partners(Point::at(7, 7)), 168);
    assert_eq!(
        (free.iter().map(|&p| partners(p)).min(), partners(Point::at(0, 3))),
        (Some(168), 182)
    );
    // The first turn is one stone; after it 112 of two fill the board.
    let mut turn = TURNS.start();
    let (mut turns, mut stones) = (0, 0);
    let mut counts = [0; 2];
    while stones < SIZE.area() {
        counts[turn.side.index()] += 1;
        stones += 1;
        turns += usize::from(turn.stones_left == 1);
        turn = TURNS.next(turn);
    }
    assert_eq!((turns - 1, counts), (112, [113, 112]));
    assert_eq!(turn, TURNS.whole(Side::White));
}

/// The position for the plain referee.
fn game_of(position: &Position) -> Game {
    let size = position.size();
    let mut game = Game::new(size.width().into(), size.height().into());
    for stone in position.history() {
        game.set(spot(stone.point), Some(stone.side.index()));
    }
    game.colour = position.side().index();
    game.due = position.turn().stones_left.into();
    game
}

fn end_of(outcome: Outcome) -> End {
    match outcome {
        Outcome::Draw => End::Full,
        Outcome::Win { side, reason: WinReason::Five } => End::Five(side.index()),
        Outcome::Win { side, reason: WinReason::Overline } => End::Overline((!side).index()),
        Outcome::Win { side, reason: WinReason::NoTurn } => End::Stuck((!side).index()),
        Outcome::Win { reason: WinReason::Forbidden(_), .. } => panic!("no point is forbidden"),
    }
}

/// One random game under both referees. `crowd`: stones are put near others, so that runs come about.
fn random_game(random: &mut Random, size: Size, crowd: bool) -> End {
    let mut game = Game::new(size.width().into(), size.height().into());
    let mut position = Position::with_order(size, TURNS);
    loop {
        let free = game.free();
        let point = |random: &mut Random| {
            let any = random.pick(&free);
            let near = |spot: &Spot| {
                let mine =
                    |dx: i32, dy: i32| game.at((spot.0 + dx, spot.1 + dy)) == Some(game.colour);
                (-1..=1).any(|dx| (-1..=1).any(|dy| mine(dx, dy)))
            };
            let tries: Vec<Spot> = (0..8).map(|_| random.pick(&free)).collect();
            if crowd { tries.into_iter().find(near).unwrap_or(any) } else { any }
        };
        let turn: Vec<Spot> = (0..game.due).map(|_| point(random)).collect();
        let at: Vec<Point> =
            turn.iter().map(|&(x, y)| size.point(x, y).expect("a point")).collect();
        let centre = [(game.width / 2, game.height / 2)];
        let legal = game.is_legal(&turn);
        let before = position.clone();
        let played = rule().try_play_turn(&mut position, &at, &mut NullObserver);
        assert_eq!(played.is_ok(), legal, "{turn:?} {played:?} in\n{game:?}");
        if !legal {
            assert_eq!(position, before);
            // At the start the middle is hardly ever hit.
            if game.due == 1 {
                game.play(&centre);
                let middle = size.point(centre[0].0, centre[0].1).expect("a point");
                rule().try_play_turn(&mut position, &[middle], &mut NullObserver).expect("legal");
            }
            continue;
        }
        game.play(&turn);
        assert_eq!(rule().outcome(&position).map(end_of), game.end, "{game:?}");
        assert_eq!(position.side().index(), game.colour);
        assert_eq!(position.check(), Ok(()));
        if random.chance(3) || game.end.is_some() {
            compare_turns(&position, &game);
        }
        if let Some(end) = game.end {
            return end;
        }
    }
}

/// Which turns there are, according to both.
fn compare_turns(position: &Position, game: &Game) {
    let plain = game.turns();
    let fast: Vec<Pair> = legal_pairs(position).collect();
    assert_eq!(fast.len(), plain.len());
    let empty = position.stones().empty();
    assert_eq!(has_pair(&empty), !plain.is_empty());
    for point in empty {
        let lone = !plain.iter().any(|turn| turn.contains(&spot(point)));
        assert_eq!(has_partner(&empty, point), !lone);
        if game.end.is_none() {
            assert_eq!(rule().check_move(position, point).is_ok(), !lone);
        }
    }
}

fn random_games(games: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut ends = [0_u64; 4];
    for game in 0..games {
        let shape = match game % 8 {
            0 => (5, 5),
            1 => (6, 6),
            2 => (7, 5),
            3 => (9, 9),
            4 => (20, 15),
            _ => (15, 15),
        };
        let size = Size::new(shape.0, shape.1).expect("a size");
        let crowd = game % 3 != 0;
        match random_game(&mut random, size, crowd) {
            End::Five(_) => ends[0] += 1,
            End::Overline(_) => ends[1] += 1,
            End::Stuck(_) => ends[2] += 1,
            End::Full => ends[3] += 1,
        }
    }
    println!("{games} games: five, overline, no turn, full board: {ends:?}");
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

#[test]
fn random_games_under_a_plain_referee() {
    random_games(400, 8);
}

#[test]
#[ignore = "TENGEN_GAMES games (default 10000)"]
fn many_random_games_under_a_plain_referee() {
    random_games(number_from_environment("TENGEN_GAMES", 10_000), 80);
}

/// A random position between two turns in which nobody has won: parts of rows that cross, most of
/// them of the side to move, and stones between them.
fn tactical(random: &mut Random, size: Size) -> Position {
    loop {
        let side = if random.chance(60) { Side::Black } else { Side::White };
        let mut stones = [Vec::new(), Vec::new()];
        let mut taken = Bits::EMPTY;
        for _ in 0..random.between(3, 9) {
            let owner = if random.chance(70) { side } else { !side };
            let start = (random.below(9) as i32, random.below(9) as i32);
            let step = random.pick(&[(1, 0), (0, 1), (1, 1), (1, -1)]);
            let mut places = [0, 1, 2, 3, 4];
            random.shuffle(&mut places);
            let count = random.pick(&[2, 2, 3, 3, 4]);
            for (n, place) in places.into_iter().enumerate() {
                let point = size.point(start.0 + place * step.0, start.1 + place * step.1);
                let Some(point) = point.filter(|&point| !taken.contains(point)) else { continue };
                let is_own = n < count;
                if is_own || random.chance(10) {
                    taken.insert(point);
                    let colour = if is_own { owner } else { !owner };
                    stones[colour.index()].push(point);
                }
            }
        }
        let [black, white] = stones;
        let position = position_under(RuleKind::NENDZYU, size, &black, &white, side);
        let game = game_of(&position);
        let quiet =
            |stone: &tengen::board::Move| game.runs(spot(stone.point)).iter().all(|&n| n < 5);
        if position.ply() > 0 && position.history().iter().all(quiet) {
            return position;
        }
    }
}

/// Whether a stone of `colour` on the free spot makes five, by the plain referee.
fn makes_five(game: &Game, spot: Spot, colour: usize) -> bool {
    let mut with = game.clone();
    with.set(spot, Some(colour));
    with.runs(spot).contains(&5)
}

#[test]
fn fives_and_defences_against_plain_reckoning() {
    let mut random = Random::new(21);
    let threats = Threats::new(RuleKind::NENDZYU, SIZE);
    let weights = Weights::of(RuleKind::NENDZYU);
    let mut seen = [0; 4];
    for _ in 0..2000 {
        let position = tactical(&mut random, SIZE);
        let scene = Scene::new(&position, weights.points.clone());
        let game = game_of(&position);
        let fives = |colour: usize| -> Vec<Spot> {
            game.free().into_iter().filter(|&spot| makes_five(&game, spot, colour)).collect()
        };
        let (own, other) = (fives(game.colour), fives(1 - game.colour));
        assert_eq!(threats.winning_turn(&scene).is_some(), !own.is_empty(), "{game:?}");
        if let Some(turn) = threats.winning_turn(&scene) {
            assert!(turn.points().into_iter().any(|point| own.contains(&spot(point))));
        }
        let holds = |turn: &[Spot; 2]| other.iter().all(|five| turn.contains(five));
        let kind = match threats.defence(&scene) {
            Defence::Free => {
                assert!(other.is_empty());
                0
            }
            Defence::One(point) => {
                assert_eq!(other, [spot(point)]);
                1
            }
            Defence::Both(pair) => {
                let holding: Vec<_> = game.turns().into_iter().filter(holds).collect();
                let mut both = pair.points().map(spot);
                both.sort_by_key(|&(x, y)| (y, x));
                assert_eq!(holding, [both], "{game:?}");
                2
            }
            Defence::Lost => {
                assert!(!game.turns().iter().any(holds), "{game:?}");
                3
            }
        };
        seen[kind] += 1;
    }
    println!("free, one, both, lost: {seen:?}");
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

/// Whether the side to move wins by this line of the solver, every answer looked at.
fn check_win(game: &mut Game, line: &[Pair]) {
    let colour = game.colour;
    let turn = line[0].points().map(spot);
    game.play(&turn);
    if let Some(end) = game.end {
        assert_eq!(end.winner(), Some(colour), "{game:?}");
        assert_eq!(line.len(), 1);
        return;
    }
    let fives: Vec<Spot> =
        game.free().into_iter().filter(|&spot| makes_five(game, spot, colour)).collect();
    let own = game.free().into_iter().find(|&spot| makes_five(game, spot, 1 - colour));
    assert_eq!(own, None, "the other side makes five first:\n{game:?}");
    let holding: Vec<[Spot; 2]> = game
        .turns()
        .into_iter()
        .filter(|turn| fives.iter().all(|five| turn.contains(five)))
        .collect();
    match (holding.as_slice(), line) {
        ([], _) => {}
        (&[answer], [_, _, rest @ ..]) => {
            game.play(&answer);
            match game.end {
                Some(end) => assert_eq!(end.winner(), Some(colour)),
                None => check_win(game, rest),
            }
        }
        _ => panic!("{} answers hold in\n{game:?}", holding.len()),
    }
}

#[test]
fn wins_by_fours_are_wins_whatever_is_answered() {
    let mut random = Random::new(33);
    let threats = Threats::new(RuleKind::NENDZYU, SIZE);
    let weights = Weights::of(RuleKind::NENDZYU);
    let mut fours = Fours::new(threats);
    let (mut wins, mut longest, mut unknown) = (0, 0, 0);
    for _ in 0..3000 {
        let position = tactical(&mut random, SIZE);
        let mut scene = Scene::new(&position, weights.points.clone());
        let solution = fours.solve(&mut scene, 3000);
        unknown += usize::from(solution == Solution::Unknown);
        if let Solution::Win(line) = solution {
            wins += 1;
            longest = longest.max(line.len());
            // Short ones are many.
            if line.len() > 1 || wins % 20 == 0 {
                check_win(&mut game_of(&position), &line);
            }
        }
        assert_eq!(scene.position(), &position, "the scene is as before");
    }
    let told = format!("{wins} wins, the longest of {longest} turns, {unknown} unknown");
    println!("{told}");
    assert!(wins > 100 && longest > 2, "{told}");
}

#[test]
fn wins_in_two_turns_are_found_where_there_are_any() {
    // By plain reckoning: a turn after which no answer stops every five, and no five comes before.
    let mut random = Random::new(34);
    let size = Size::square(9).expect("a size");
    let threats = Threats::new(RuleKind::NENDZYU, size);
    let weights = Weights::of(RuleKind::NENDZYU);
    let mut fours = Fours::new(threats);
    let mut seen = [0; 2];
    for _ in 0..60 {
        let position = tactical(&mut random, size);
        let game = game_of(&position);
        let colour = game.colour;
        if game.free().iter().any(|&spot| makes_five(&game, spot, colour)) {
            continue;
        }
        let wins = game.turns().into_iter().any(|turn| {
            let mut next = game.clone();
            next.play(&turn);
            if next.end.is_some() {
                return false;
            }
            let of = |colour| -> Vec<Spot> {
                next.free().into_iter().filter(|&spot| makes_five(&next, spot, colour)).collect()
            };
            let mine = of(colour);
            mine.len() > 1
                && (mine.len() > 2 || in_line(mine[0], mine[1]))
                && of(1 - colour).is_empty()
        });
        let mut scene = Scene::new(&position, weights.points.clone());
        let found = matches!(fours.solve(&mut scene, 1), Solution::Win(_));
        assert_eq!(found, wins, "{game:?}");
        seen[usize::from(wins)] += 1;
    }
    println!("without and with a win: {seen:?}");
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// The best that the side to move can reach: 1 a win, 0 a draw, -1 a loss. Looks at everything.
fn solve(game: &Game) -> i32 {
    if let Some(end) = game.end {
        return match end.winner() {
            None => 0,
            Some(winner) if winner == game.colour => 1,
            Some(_) => -1,
        };
    }
    let mut best = -1;
    for turn in game.turns() {
        let mut next = game.clone();
        next.play(&turn);
        best = best.max(-solve(&next));
        if best == 1 {
            break;
        }
    }
    best
}

#[test]
fn the_search_is_right_about_boards_that_are_nearly_full() {
    let mut random = Random::new(55);
    let mut seen = [0; 3];
    for n in 0..150 {
        let size = Size::square(if n % 2 == 0 { 5 } else { 6 }).expect("a size");
        // A random game up to a few empty points.
        let left = random.between(3, 8);
        let mut game = Game::new(size.width().into(), size.height().into());
        let mut position = Position::with_order(size, TURNS);
        while game.end.is_none() && game.free().len() > left {
            let turn = match game.due {
                1 => vec![(game.width / 2, game.height / 2)],
                _ => random.pick(&game.turns()).to_vec(),
            };
            game.play(&turn);
            let at: Vec<Point> =
                turn.iter().map(|&(x, y)| size.point(x, y).expect("a point")).collect();
            rule().try_play_turn(&mut position, &at, &mut NullObserver).expect("legal");
        }
        if game.end.is_some() {
            continue;
        }
        let mut engine = Engine::new(RuleKind::NENDZYU, size);
        engine.set_table_size(Some(1 << 16));
        engine.set_position(position);
        let limits = Limits { depth: Some(24), exhaustive: true, ..Limits::default() };
        let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        let value = report.value().expect("a value");
        let found = match value.kind() {
            ValueKind::Win(_) => 1,
            ValueKind::Loss(_) => -1,
            ValueKind::Score(score) => {
                assert_eq!(score, 0, "all is known\n{game:?}");
                0
            }
        };
        let expected = solve(&game);
        assert_eq!(found, expected, "{game:?}");
        // The turn keeps that.
        let turn: Vec<Spot> = report.turn(2).expect("a turn").iter().map(|&p| spot(p)).collect();
        let mut next = game.clone();
        next.play(&turn);
        assert_eq!(-solve(&next), expected, "{turn:?} in\n{game:?}");
        seen[(expected + 1) as usize] += 1;
    }
    println!("lost, drawn, won: {seen:?}");
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn the_search_keeps_its_limits_and_says_legal_turns() {
    let mut random = Random::new(3);
    let mut engine = Engine::new(RuleKind::NENDZYU, SIZE);
    engine.set_table_size(Some(1 << 20));
    for _ in 0..30 {
        let position = tactical(&mut random, SIZE);
        engine.set_position(position.clone());
        for nodes in [1, 50, 2000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
            assert!(report.nodes <= nodes + 1500, "{} of {nodes}", report.nodes);
            let mut next = position.clone();
            let turn = report.turn(2).expect("a turn");
            rule().try_play_turn(&mut next, turn, &mut NullObserver).expect("a legal turn");
        }
        let stop = StopFlag::new();
        stop.stop();
        let report = engine.search(&Limits::default(), &stop, &FakeClock::new(), &NullSink);
        assert!(report.turn(2).is_some());
        // The second stone of a turn that has begun.
        let first = report.turn(2).expect("a turn")[0];
        engine.play(first).expect("legal");
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        engine.play(report.best().expect("a stone")).expect("legal");
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    let run = || {
        let mut engine = Engine::new(RuleKind::NENDZYU, SIZE);
        engine.set_table_size(Some(1 << 20));
        engine.set_position(start());
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
        (report.lines, report.nodes)
    };
    assert_eq!(run(), run());
}

#[test]
fn several_best_turns_are_different() {
    let mut engine = Engine::new(RuleKind::NENDZYU, SIZE);
    engine.set_table_size(Some(1 << 20));
    engine.set_position(start());
    let lines = std::num::NonZeroUsize::new(5).expect("five");
    let limits = Limits { depth: Some(2), lines, ..Limits::default() };
    let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
    let turns: HashSet<Pair> = report
        .lines
        .iter()
        .map(|line| Pair::new(line.moves[0], line.moves[1]).expect("no line"))
        .collect();
    assert_eq!((report.lines.len(), turns.len()), (5, 5));
    assert!(report.lines.windows(2).all(|two| two[0].value >= two[1].value));
}

#[test]
fn a_rule_chosen_later_changes_the_turns() {
    let mut engine = Engine::new(RuleKind::Freestyle, SIZE);
    assert_eq!(engine.position().order(), TurnOrder::SINGLE);
    engine.set_rule(RuleKind::NENDZYU);
    assert_eq!(engine.position().turn(), TURNS.start());
    engine.play_turn(&points("h8")).expect("legal");
    assert_eq!(engine.position().turn(), TURNS.whole(Side::White));
    engine.set_rule(RuleKind::Renju);
    assert_eq!(engine.position().turn(), TurnOrder::SINGLE.whole(Side::White));
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    assert!(
        engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink).best().is_some()
    );
    engine.set_rule(RuleKind::NENDZYU);
    let report = engine.search(&limits, &StopFlag::new(), &FakeClock::new(), &NullSink);
    engine.play_turn(report.turn(2).expect("a turn")).expect("legal");
}
