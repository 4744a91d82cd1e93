//! What is kept stone by stone equals a fresh computation after every stone placed or taken back:
//! sets, line words, hash and key of positions, and the classes of all empty points.

mod support;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use support::boards;
use support::line_book::LineBook;
use support::oracle::{Grid, cell};
use support::random::Random;
use tengen::board::{
    Bits, BySide, Dir, NullObserver, Observer, Point, Position, Side, Size, Stones, Turn, TurnOrder,
};
use tengen::pattern::{
    Field, LineClass, PatternTable, PointTable, PointValue, PointValues, Sums, Threat,
};
use tengen::rules::{RuleKind, forbidden};

/// A random walk through positions: stones are placed, often near others, and taken back.
struct Walk {
    position: Position,
    random: Random,
    /// What else is left of a row of stones to place (above zero) or to take back.
    trend: i32,
}

impl Walk {
    fn new(seed: u64, position: Position) -> Walk {
        Walk { position, random: Random::new(seed), trend: 0 }
    }

    fn some_empty_point(&mut self) -> Option<Point> {
        let mut near = self.position.stones().occupied().grown(2);
        near &= self.position.stones().empty();
        if near.is_empty() || self.random.chance(20) {
            near = self.position.stones().empty();
        }
        let points: Vec<Point> = near.iter().collect();
        (!points.is_empty()).then(|| self.random.pick(&points))
    }

    /// Places or takes back one stone.
    fn step(&mut self, observer: &mut impl Observer) {
        if self.trend == 0 {
            let reach = self.position.size().area() / 3 + 4;
            self.trend = self.random.between(1, reach) as i32;
            if self.random.chance(45) {
                self.trend = -self.trend;
            }
        }
        let point = if self.trend > 0 { self.some_empty_point() } else { None };
        self.trend -= self.trend.signum();
        match point {
            Some(point) => self.position.place(point, observer),
            None => drop(self.position.undo(observer)),
        }
    }
}

/// Compares everything that a board tells with a plain grid.
fn compare_with_grid(stones: &Stones, grid: &Grid) {
    let size = stones.size();
    let on_board = |side| size.points().filter(move |&p| grid.holds(cell(p), side));
    for side in Side::ALL {
        let set: Bits = on_board(side).collect();
        assert_eq!(*stones.of(side), set);
        assert_eq!(stones.count(side), set.len());
    }
    let empty: Bits = size.points().filter(|&p| grid.is_empty(cell(p))).collect();
    assert_eq!(stones.empty(), empty);
    assert_eq!(stones.occupied(), *stones.of(Side::Black) | *stones.of(Side::White));
    assert_eq!(stones.total(), size.area() - empty.len());
    for point in size.points() {
        for dir in Dir::ALL {
            let line = stones.line(dir, point);
            let (mut board, mut words) = (0_u64, BySide::new(0_u64, 0_u64));
            for steps in -31..=31 {
                let Some(other) = size.step(point, dir, steps) else { continue };
                let bit = 1 << (line.at as i32 + steps);
                board |= bit;
                if let Some(side) = stones.at(other) {
                    words[side] |= bit;
                }
            }
            assert_eq!(line.board, board, "{dir:?} through {point:?} of {size}");
            assert_eq!(line.stones, words, "{dir:?} through {point:?} of {size}");
            assert_eq!(line.empty(), board & !words.black & !words.white);
        }
    }
}

#[test]
fn positions_equal_a_fresh_computation_after_every_step() {
    for (n, shape) in boards::SIZES.into_iter().enumerate() {
        let size = boards::size(shape);
        for order in [TurnOrder::SINGLE, TurnOrder { first: 1, later: 2 }] {
            let start = Position::with_order(size, order);
            let mut walk = Walk::new(n as u64, start.clone());
            let mut grid = Grid::new(size);
            for step in 0..600 {
                let before = walk.position.clone();
                walk.step(&mut NullObserver);
                let position = &walk.position;
                assert_eq!(position.check(), Ok(()));
                for side in Side::ALL {
                    for point in before.stones().of(side).iter() {
                        grid.set(cell(point), None);
                    }
                }
                for played in position.history() {
                    grid.set(cell(played.point), Some(played.side));
                }
                assert!(grid == Grid::of(position));
                assert_eq!(position.is_full(), grid.is_full());
                assert_eq!(position.turn(), turn_after(order, position.ply()));
                if step % 20 == 0 {
                    compare_with_grid(position.stones(), &grid);
                }
                if position.ply() > before.ply() {
                    let mut back = position.clone();
                    back.undo(&mut NullObserver);
                    assert_eq!(back, before);
                }
            }
            while walk.position.undo(&mut NullObserver).is_some() {}
            assert_eq!(walk.position, start);
            assert_eq!(walk.position.undo(&mut NullObserver), None);
        }
    }
}

/// The turn after so many stones.
fn turn_after(order: TurnOrder, stones: usize) -> Turn {
    let (first, later) = (usize::from(order.first), usize::from(order.later));
    if stones < first {
        return Turn { side: Side::Black, stones_left: (first - stones) as u8 };
    }
    let (whole, started) = ((stones - first) / later, (stones - first) % later);
    let side = if whole % 2 == 0 { Side::White } else { Side::Black };
    Turn { side, stones_left: (later - started) as u8 }
}

#[test]
fn a_key_depends_on_stones_and_turn_and_on_nothing_else() {
    let mut seen: HashMap<u64, (Vec<Option<Side>>, Turn)> = HashMap::new();
    for (n, shape) in boards::SIZES.into_iter().enumerate() {
        // Keys know nothing of sizes: one board at a time.
        seen.clear();
        let mut walk = Walk::new(100 + n as u64, Position::new(boards::size(shape)));
        for _ in 0..800 {
            walk.step(&mut NullObserver);
            let mut position = walk.position.clone();
            let shown = |position: &Position| {
                let cells = position.size().points().map(|p| position.stones().at(p)).collect();
                (cells, position.turn())
            };
            for _ in 0..2 {
                let shown = shown(&position);
                let known = seen.entry(position.key()).or_insert_with(|| shown.clone());
                assert_eq!(*known, shown, "two positions have the same key");
                // The same stones with the other side to move are another position.
                position.set_turn(position.order().whole(!position.side()));
            }
        }
        assert!(seen.len() > 300, "{} positions", seen.len());
    }
}

#[test]
fn the_order_of_the_moves_does_not_change_the_key() {
    let mut random = Random::new(4);
    for shape in boards::SIZES {
        let size = boards::size(shape);
        let mut points: Vec<Point> = size.points().collect();
        random.shuffle(&mut points);
        points.truncate(random.between(4, size.area()));
        let one = boards::played(size, &points);
        // Black's stones among themselves in another order, and White's.
        let mut by_side =
            [0, 1].map(|start| points.iter().skip(start).step_by(2).collect::<Vec<_>>());
        for points in &mut by_side {
            random.shuffle(points);
        }
        let other: Vec<Point> = (0..points.len()).map(|n| *by_side[n % 2][n / 2]).collect();
        let other = boards::played(size, &other);
        assert_eq!(one.key(), other.key());
        assert_eq!(one.stones(), other.stones());
        // With one stone less the same stones have the other side to move.
        let mut fewer = other.clone();
        fewer.undo(&mut NullObserver);
        assert_ne!(fewer.key(), other.key());
    }
}

#[test]
fn the_key_after_a_move_is_known_before_it() {
    for order in [TurnOrder::SINGLE, TurnOrder { first: 1, later: 2 }] {
        for shape in boards::SIZES {
            let start = Position::with_order(boards::size(shape), order);
            let mut walk = Walk::new(9, start);
            for _ in 0..60 {
                walk.step(&mut NullObserver);
                let empty = walk.position.stones().empty();
                for point in empty.iter().filter(|_| walk.random.chance(10)) {
                    let expected = walk.position.key_after(point);
                    walk.position.place(point, &mut NullObserver);
                    assert_eq!(walk.position.key(), expected);
                    walk.position.undo(&mut NullObserver);
                }
            }
        }
    }
}

/// Values without a meaning, different enough that a wrong sum shows.
fn some_values() -> PointValues {
    let mut random = Random::new(31);
    let mut number = || random.between(0, 4000) as i16 - 2000;
    let mut value =
        || PointValue { moving: number(), waiting: number(), attack: number(), defence: number() };
    let mut values = || std::array::from_fn(|_| value());
    BySide::new(values(), values())
}

fn some_points(kind: RuleKind) -> Arc<PointTable> {
    Arc::new(PointTable::new(PatternTable::of(kind), &some_values()))
}

/// Compares the totals of a field with its single points.
fn compare_totals(field: &Field, position: &Position, values: &PointValues) {
    for side in Side::ALL {
        let empty = position.stones().empty();
        let value = |p| values[side][field.combination(p, side).index()];
        let sums = Sums {
            moving: empty.iter().map(|p| i32::from(value(p).moving)).sum(),
            waiting: empty.iter().map(|p| i32::from(value(p).waiting)).sum(),
        };
        assert_eq!(field.sums(side), sums);
        assert!(empty.iter().all(|p| field.attack(p, side) == i32::from(value(p).attack)));
        assert!(empty.iter().all(|p| field.defence(p, side) == i32::from(value(p).defence)));
        for threat in Threat::ALL {
            let set: Bits = empty.iter().filter(|&p| field.threat(p, side) == threat).collect();
            assert_eq!(*field.set(side, threat), set, "{threat:?} of {side}");
            assert_eq!(field.count(side, threat), set.len());
            assert_eq!(field.has_any(side, &[threat]), !set.is_empty());
        }
        let fours = Threat::FOURS.map(|threat| *field.set(side, threat));
        let fours = fours.into_iter().fold(Bits::EMPTY, |all, set| all | set);
        assert_eq!(field.any_of(side, &Threat::FOURS), fours);
    }
}

#[test]
fn fields_equal_a_fresh_computation_after_every_step() {
    let values = some_values();
    for kind in RuleKind::ONE_STONE {
        let points = some_points(kind);
        for (n, shape) in boards::SIZES.into_iter().enumerate() {
            let start = Position::new(boards::size(shape));
            let mut field = Field::of(&start, points.clone());
            let mut walk = Walk::new(200 + n as u64, start);
            for step in 0..200 {
                walk.step(&mut field);
                assert_eq!(
                    field.check(&walk.position),
                    Ok(()),
                    "{kind}, {}",
                    Grid::of(&walk.position)
                );
                if step % 8 == 0 {
                    compare_totals(&field, &walk.position, &values);
                }
            }
        }
    }
}

#[test]
fn the_order_of_the_moves_does_not_change_the_field() {
    let mut random = Random::new(12);
    for kind in RuleKind::ONE_STONE {
        let table = some_points(kind);
        for shape in boards::SIZES {
            let size = boards::size(shape);
            let mut points: Vec<Point> = size.points().collect();
            random.shuffle(&mut points);
            points.truncate(size.area() / 2);
            let sides: HashMap<Point, Side> =
                points.iter().map(|&p| (p, random.pick(&Side::ALL))).collect();
            let mut fields = (0..2).map(|_| {
                random.shuffle(&mut points);
                let mut field = Field::new(size, table.clone());
                for &point in &points {
                    field.placed(point, sides[&point]);
                }
                field
            });
            let (one, other) = (fields.next().unwrap(), fields.next().unwrap());
            for point in size.points().filter(|point| !sides.contains_key(point)) {
                for side in Side::ALL {
                    let classes = |field: &Field| Dir::ALL.map(|dir| field.class(point, side, dir));
                    assert_eq!(classes(&one), classes(&other), "{kind}: {point:?} of {size}");
                }
            }
            assert_eq!(one.sums(Side::Black), other.sums(Side::Black));
            assert_eq!(one.sums(Side::White), other.sums(Side::White));
        }
    }
}

/// A random position of `size` and its field.
fn random_field(random: &mut Random, kind: RuleKind, size: Size) -> (Position, Field) {
    let stones = if random.chance(60) {
        boards::clustered(random, size)
    } else {
        boards::scattered(random, size)
    };
    // Half of all boards with the colours exchanged: the clusters are mostly black.
    let exchanged = random.chance(50);
    let of = |side: Side| -> Vec<Point> {
        stones.of(if exchanged { !side } else { side }).iter().collect()
    };
    let (black, white) = (of(Side::Black), of(Side::White));
    let position = boards::position(size, &black, &white, Side::Black);
    let field = Field::of(&position, some_points(kind));
    (position, field)
}

#[test]
fn classes_agree_with_their_definitions() {
    for kind in RuleKind::ONE_STONE {
        let mut random = Random::new(60 + kind.index() as u64);
        let mut seen = HashSet::new();
        let mut books = BySide::from_fn(|side| LineBook::new(kind, side));
        for _ in 0..40 {
            let size = boards::random_size(&mut random);
            let (position, field) = random_field(&mut random, kind, size);
            let mut points: Vec<Point> = position.stones().empty().iter().collect();
            random.shuffle(&mut points);
            for &point in points.iter().take(60) {
                for side in Side::ALL {
                    for dir in Dir::ALL {
                        let expected = books[side].class_at(position.stones(), point, dir);
                        seen.insert(expected);
                        assert_eq!(
                            field.class(point, side, dir),
                            expected,
                            "{kind}: {side} on {point:?}, {dir:?} of\n{}",
                            Grid::of(&position)
                        );
                    }
                }
            }
        }
        println!("{kind}: {} and {} lines", books.black.lines(), books.white.lines());
        // Overlines that do not win, and double fours on one line, exist under some rules only.
        let rare = [LineClass::Overline, LineClass::DoubleFour];
        let usual = LineClass::ALL.into_iter().filter(|class| !rare.contains(class));
        for class in usual {
            assert!(seen.contains(&class), "{kind}: {class:?} was never tried");
        }
        if matches!(kind, RuleKind::Standard | RuleKind::Renju) {
            assert!(rare.iter().all(|class| seen.contains(class)), "{kind}: {seen:?}");
        }
    }
}

#[test]
fn a_five_is_where_a_stone_wins_and_forbidden_points_are_suspects() {
    for kind in RuleKind::ONE_STONE {
        let mut random = Random::new(70 + kind.index() as u64);
        let (mut fives, mut forbidden_points) = (0, 0);
        for _ in 0..2_000 {
            let size = boards::random_size(&mut random);
            let (position, field) = random_field(&mut random, kind, size);
            let mut grid = Grid::of(&position);
            for point in position.stones().empty() {
                for side in Side::ALL {
                    let wins = grid.would_win(kind, cell(point), side);
                    fives += u32::from(wins);
                    assert_eq!(
                        field.threat(point, side) == Threat::Five,
                        wins,
                        "{kind}: {side} on {point:?} of\n{grid}"
                    );
                    let may_be = kind.rule().forbidden(&position, side, point).is_some();
                    forbidden_points += u32::from(may_be);
                    assert!(
                        !may_be || field.is_suspect(point, side),
                        "{side} on {point:?} is forbidden in\n{grid}"
                    );
                    if !kind.rule().has_forbidden_points(side) {
                        assert!(!field.is_suspect(point, side));
                    }
                }
            }
        }
        assert!(fives > 1_000, "{kind}: {fives} fives");
        assert_eq!(forbidden_points > 1_000, kind == RuleKind::Renju, "{forbidden_points}");
    }
}

#[test]
fn answers_are_all_points_that_weaken_a_threat() {
    for kind in RuleKind::ONE_STONE {
        let mut random = Random::new(80 + kind.index() as u64);
        let mut tried = 0;
        for _ in 0..120 {
            let size = boards::random_size(&mut random);
            let (mut position, mut field) = random_field(&mut random, kind, size);
            let empty = position.stones().empty();
            for attacker in Side::ALL {
                let strong = |p: &Point| field.threat(*p, attacker) >= Threat::Three;
                let threatened: Vec<Point> = empty.iter().filter(strong).collect();
                for &point in threatened.iter().take(6) {
                    let threat = field.threat(point, attacker);
                    let answers = field.answers(point, attacker, threat);
                    assert!(answers.contains(point));
                    tried += 1;
                    for reply in empty.iter().filter(|&reply| reply != point) {
                        position.set_turn(position.order().whole(!attacker));
                        position.place(reply, &mut field);
                        let weaker = field.threat(point, attacker) < threat;
                        position.undo(&mut field);
                        assert_eq!(
                            answers.contains(reply),
                            weaker,
                            "{kind}: {threat:?} of {attacker} on {point:?}, answer {reply:?}\n{}",
                            Grid::of(&position)
                        );
                    }
                }
            }
        }
        assert!(tried > 300, "{kind}: {tried} threats");
    }
}

#[test]
fn all_forbidden_points_are_found_among_the_suspects() {
    let mut random = Random::new(90);
    for _ in 0..1_000 {
        let size = boards::random_size(&mut random);
        let (position, field) = random_field(&mut random, RuleKind::Renju, size);
        let suspects = position.stones().empty().iter();
        let found: Bits = suspects
            .filter(|&point| field.is_suspect(point, Side::Black))
            .filter(|&point| forbidden::judge(position.stones(), point).is_some())
            .collect();
        assert_eq!(found, forbidden::all(position.stones()));
    }
}
