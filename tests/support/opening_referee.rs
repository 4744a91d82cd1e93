//! A plain referee of openings: every regulation written down once more, as a player would explain
//! it, with nothing of the machine's or its tables'. It replays a list of actions from the start
//! and says whether it was in order, who acts next, and what may be done.

use super::oracle::Grid;
use tengen::board::{Point, Side, Size};
use tengen::opening::{Action, ActionKind, Person};
use tengen::rules::RuleKind;

/// A crossing point: to the right and down from the top left corner.
type Cell = (i32, i32);

/// Columns and rows of the board.
const BOARD: i32 = 15;
const MIDDLE: Cell = (7, 7);

/// What the referee says of a list of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One of them was not in order.
    Illegal,
    /// In order so far: who acts next, and the kinds of action there are for him.
    Due(Person, Vec<ActionKind>),
    /// In order, and the opening is over.
    Over,
}

/// Why the replay stops.
enum Stop {
    Illegal,
    Due(Person, Vec<ActionKind>),
}

type Flow<T = ()> = Result<T, Stop>;

/// Where a stone may go.
#[derive(Clone, Copy)]
enum Where {
    Any,
    /// The window of stone k: the square of side 2k - 1.
    Window(i32),
    /// Outside the square that reaches so many steps from the middle.
    Beyond(i32),
}

use ActionKind::{Choose, Finish, Offer, Place, Promise, Refuse, Reject, Replace, Stay, Swap};
use Person::{First, Second};
use Where::{Any, Beyond, Window};

/// Replays the actions under a regulation. Says also who holds Black at the end and the stones.
pub fn replay(regulation: &str, actions: &[Action]) -> (Verdict, Person, Vec<Point>) {
    let mut game = Game {
        actions,
        next: 0,
        stones: Vec::new(),
        black: First,
        banned: Vec::new(),
        canonical: true,
    };
    let verdict = match game.play(regulation) {
        Ok(()) if game.next < actions.len() => Verdict::Illegal,
        Ok(()) => Verdict::Over,
        Err(Stop::Illegal) => Verdict::Illegal,
        Err(Stop::Due(person, mut kinds)) => {
            kinds.sort();
            Verdict::Due(person, kinds)
        }
    };
    let stones = game.stones.iter().map(|&(x, y)| Point::at(x as u8, y as u8)).collect();
    (verdict, game.black, stones)
}

struct Game<'a> {
    actions: &'a [Action],
    next: usize,
    stones: Vec<Cell>,
    black: Person,
    /// Openings that may not be shown, by their place in [`THIRD_STONES`].
    banned: Vec<usize>,
    canonical: bool,
}

fn cell(point: Point) -> Cell {
    (i32::from(point.x()), i32::from(point.y()))
}

impl Game<'_> {
    fn play(&mut self, regulation: &str) -> Flow {
        match regulation {
            "plain" => {
                self.canonical = false;
                self.place(First, Window(1))
            }
            "plain:start=windows" => {
                self.canonical = false;
                self.place(First, Window(1))?;
                self.place(Second, Window(2))?;
                self.place(First, Window(3))
            }
            "classical-1988" => self.classical(&[]),
            "classical-1989" => self.classical(&[12, 25]),
            "rif" => {
                self.show_opening()?;
                self.swap_or_stay(Second)?;
                self.place(self.white(), Any)?;
                self.offer_and_choose(2)?;
                self.place(self.white(), Any)
            }
            "yamaguchi" => self.yamaguchi(10),
            "yamaguchi-12" => self.yamaguchi(12),
            "soosorv-4" => self.soosorv(4),
            "soosorv-5" => self.soosorv(5),
            "soosorv-7" => self.soosorv(7),
            "soosorv-8" => self.soosorv(8),
            "tarannikov" => self.tarannikov(0),
            "tarannikov-replace" => self.tarannikov(1),
            "taraguchi-5" => self.taraguchi(5, false, [1, 2, 3, 4, 5]),
            "taraguchi-10" => self.taraguchi(10, false, [1, 2, 3, 4, 5]),
            "taraguchi-10:offer_after_swap=yes" => self.taraguchi(10, true, [1, 2, 3, 4, 5]),
            "super-taraguchi-10" => {
                self.canonical = false;
                self.taraguchi(10, false, [1, 3, 4, 5, 5])
            }
            "sakata" => self.sakata(Window(4), Window(5)),
            "sakata-free" => self.sakata(Any, Any),
            "jonsson" => self.sakata(Window(3), Window(3)),
            "super-sakata" => self.super_sakata(),
            "six-refusals" => self.six_refusals(),
            "three-stones" | "swap" => self.swap(),
            "swap-first" => {
                self.canonical = false;
                self.place(First, Any)?;
                self.swap_or_stay(Second)?;
                self.place(self.white(), Any)
            }
            "swap2" => self.swap2(),
            "swap5" => {
                self.canonical = false;
                for k in 1..=5 {
                    self.place_and_swap(k, Any)?;
                }
                self.place(self.white(), Any)
            }
            "pro" | "long-pro" => {
                self.canonical = false;
                self.place(First, Window(1))?;
                self.place(Second, Any)?;
                self.place(First, Beyond(if regulation == "pro" { 2 } else { 3 }))
            }
            "lianhuan" => self.lianhuan(),
            "rejecting" => self.rejecting(),
            other => panic!("the referee does not know {other}"),
        }
    }

    fn classical(&mut self, banned: &[usize]) -> Flow {
        self.banned = banned.to_vec();
        self.place(First, Window(1))?;
        self.place(Second, Window(2))?;
        self.place(First, Window(3))?;
        self.swap_or_stay(Second)?;
        self.place(self.white(), Any)?;
        self.offer_and_choose(2)?;
        self.place(self.white(), Any)
    }

    fn yamaguchi(&mut self, most: u32) -> Flow {
        self.show_opening()?;
        let number = self.promise(First, most)?;
        self.swap_or_stay(Second)?;
        self.place(self.white(), Any)?;
        self.offer_and_choose(number)?;
        self.place(self.white(), Any)
    }

    fn soosorv(&mut self, most: u32) -> Flow {
        self.show_opening()?;
        self.swap_or_stay(Second)?;
        self.place(self.white(), Any)?;
        let number = self.promise(self.white(), most)?;
        self.swap_or_stay(self.black)?;
        self.offer_and_choose(number)?;
        self.place(self.white(), Any)
    }

    fn tarannikov(&mut self, replacements: usize) -> Flow {
        let mut left = [replacements; 2];
        for k in 1..=5 {
            let mut placer = self.holder(k);
            self.place(placer, Window(k))?;
            let mut tried = vec![self.stones[self.stones.len() - 1]];
            loop {
                let person = !placer;
                let other_points: Vec<Cell> = cells()
                    .into_iter()
                    .filter(|&p| left[person as usize] > 0 && self.can_replace(p, k, &tried))
                    .collect();
                let mut kinds = vec![Swap, Stay];
                if !other_points.is_empty() {
                    kinds.push(Replace);
                }
                match self.take(person, &kinds)? {
                    Action::Swap => self.exchange(),
                    Action::Replace(point) => {
                        let point = cell(point);
                        if !other_points.contains(&point) {
                            return Err(Stop::Illegal);
                        }
                        *self.stones.last_mut().unwrap() = point;
                        tried.push(point);
                        left[person as usize] -= 1;
                        placer = person;
                        self.exchange();
                        continue;
                    }
                    _ => {}
                }
                break;
            }
        }
        self.place(self.white(), Any)
    }

    /// Whether the last stone, number k, may be put on p instead.
    fn can_replace(&self, p: Cell, k: i32, tried: &[Cell]) -> bool {
        let before = &self.stones[..self.stones.len() - 1];
        let mut with = before.to_vec();
        with.push(p);
        let same = |a: Cell| (0..8).any(|s| turn(s, a) == p && keeps(s, before));
        inside(p, Window(k))
            && !before.contains(&p)
            && (with.len() != 3 || opening_of(&with).is_some())
            && !tried.iter().any(|&a| same(a))
    }

    fn taraguchi(&mut self, count: u32, after_swap: bool, windows: [i32; 5]) -> Flow {
        for k in 1..=3 {
            self.place_and_swap(k, Window(windows[k as usize - 1]))?;
        }
        self.place(self.holder(4), Window(windows[3]))?;
        let person = self.black;
        match self.take(person, &[Stay, Swap, Offer])? {
            Action::Offer(points) => {
                self.check_offer(&points, count)?;
                self.choose(&points)?;
                return self.place(self.white(), Any);
            }
            Action::Swap => self.exchange(),
            _ => {}
        }
        let person = self.black;
        if after_swap {
            match self.peek(person, &[Place, Offer])? {
                Offer => {
                    self.offer_and_choose(count)?;
                    return self.place(self.white(), Any);
                }
                _ => self.place(person, Window(windows[4]))?,
            }
        } else {
            self.place(person, Window(windows[4]))?;
        }
        self.swap_or_stay(!person)?;
        self.place(self.white(), Any)
    }

    fn sakata(&mut self, fourth: Where, fifth: Where) -> Flow {
        self.show_opening()?;
        self.place(Second, fourth)?;
        self.place(Second, fifth)?;
        self.swap_or_stay(First)?;
        self.place(self.white(), Any)
    }

    fn super_sakata(&mut self) -> Flow {
        self.show_opening()?;
        self.place(Second, Window(4))?;
        self.place(Second, Window(5))?;
        let mut person = First;
        loop {
            if self.stones.len() == (BOARD * BOARD) as usize {
                return Ok(());
            }
            // A couple needs a white point after which a black point is left.
            let mut kinds = vec![Swap, Stay];
            if self.some_couple() {
                kinds.push(Place);
            }
            match self.peek(person, &kinds)? {
                Place => {
                    self.place_undecided(person)?;
                    self.place_undecided(person)?;
                    person = !person;
                }
                kind => {
                    self.take(person, &[kind])?;
                    if kind == Swap {
                        self.exchange();
                    }
                    return self.place(self.white(), Any);
                }
            }
        }
    }

    fn some_couple(&self) -> bool {
        let free: Vec<Cell> = cells().into_iter().filter(|p| !self.stones.contains(p)).collect();
        free.iter().any(|&white| {
            let mut grid = self.grid();
            if decides(&mut grid, white, Side::White) {
                return false;
            }
            grid.set(white, Some(Side::White));
            free.iter().any(|&black| black != white && !decides(&mut grid, black, Side::Black))
        })
    }

    fn place_undecided(&mut self, person: Person) -> Flow {
        let side = if self.stones.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let mut grid = self.grid();
        self.place(person, Any)?;
        let last = self.stones[self.stones.len() - 1];
        if decides(&mut grid, last, side) {
            return Err(Stop::Illegal);
        }
        // The first of the couple is white; some black stone must be able to follow.
        if side == Side::White {
            grid.set(last, Some(Side::White));
            let mut free = cells().into_iter().filter(|p| !self.stones.contains(p));
            if !free.any(|p| !decides(&mut grid, p, Side::Black)) {
                return Err(Stop::Illegal);
            }
        }
        Ok(())
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::new(Size::RENJU);
        for (n, &stone) in self.stones.iter().enumerate() {
            grid.set(stone, Some(if n % 2 == 0 { Side::Black } else { Side::White }));
        }
        grid
    }

    fn six_refusals(&mut self) -> Flow {
        let mut refusals = 0;
        loop {
            self.show_opening()?;
            let kinds: &[ActionKind] = if refusals < 6 { &[Refuse, Place] } else { &[Place] };
            if self.peek(Second, kinds)? == Place {
                return self.place(Second, Any);
            }
            self.take(Second, kinds)?;
            refusals += 1;
            self.banned.extend(opening_of(&self.stones));
            self.stones.clear();
        }
    }

    fn swap(&mut self) -> Flow {
        self.canonical = false;
        (0..3).try_for_each(|_| self.place(First, Any))?;
        self.swap_or_stay(Second)?;
        self.place(self.white(), Any)
    }

    fn swap2(&mut self) -> Flow {
        self.canonical = false;
        (0..3).try_for_each(|_| self.place(First, Any))?;
        if self.peek(Second, &[Stay, Swap, Place])? == Place {
            self.place(Second, Any)?;
            self.place(Second, Any)?;
            self.swap_or_stay(First)?;
        } else {
            self.swap_or_stay(Second)?;
        }
        self.place(self.white(), Any)
    }

    /// One stone and the other acts, or two stones and the other acts or declines.
    fn lianhuan(&mut self) -> Flow {
        let mut actor = First;
        while self.stones.len() < 5 {
            self.place(actor, self.lianhuan_window())?;
            if self.stones.len() == 5 {
                actor = !actor;
                break;
            }
            if self.peek(actor, &[Finish, Place])? == Finish {
                self.take(actor, &[Finish])?;
                actor = !actor;
                continue;
            }
            self.place(actor, self.lianhuan_window())?;
            // Staying is to act oneself.
            if self.take(!actor, &[Swap, Stay])? == Action::Stay {
                actor = !actor;
            }
        }
        self.black = !actor;
        self.place(actor, Any)
    }

    fn lianhuan_window(&self) -> Where {
        let number = self.stones.len() as i32 + 1;
        if number <= 3 { Window(number) } else { Any }
    }

    fn rejecting(&mut self) -> Flow {
        let mut left = vec!["rif", "taraguchi-10", "sakata"];
        for person in [First, Second] {
            let Action::Reject(name) = self.take(person, &[Reject])? else {
                return Err(Stop::Illegal);
            };
            let Some(at) = left.iter().position(|known| *known == name) else {
                return Err(Stop::Illegal);
            };
            left.remove(at);
        }
        self.play(left[0])
    }

    // What all of them consist of.

    fn white(&self) -> Person {
        !self.black
    }

    /// Who holds the colour of stone number k.
    fn holder(&self, k: i32) -> Person {
        if k % 2 == 1 { self.black } else { self.white() }
    }

    fn exchange(&mut self) {
        self.black = !self.black;
    }

    fn show_opening(&mut self) -> Flow {
        (1..=3).try_for_each(|k| self.place(First, Window(k)))
    }

    fn peek(&mut self, person: Person, kinds: &[ActionKind]) -> Flow<ActionKind> {
        let kind = self.take(person, kinds)?.kind();
        self.next -= 1;
        Ok(kind)
    }

    fn take(&mut self, person: Person, kinds: &[ActionKind]) -> Flow<Action> {
        let Some(action) = self.actions.get(self.next) else {
            return Err(Stop::Due(person, kinds.to_vec()));
        };
        self.next += 1;
        if kinds.contains(&action.kind()) { Ok(action.clone()) } else { Err(Stop::Illegal) }
    }

    fn place(&mut self, person: Person, region: Where) -> Flow {
        let Action::Place(point) = self.take(person, &[Place])? else { return Err(Stop::Illegal) };
        self.put(cell(point), region)
    }

    fn put(&mut self, p: Cell, region: Where) -> Flow {
        if !inside(p, region) || self.stones.contains(&p) {
            return Err(Stop::Illegal);
        }
        self.stones.push(p);
        if self.canonical && self.stones.len() == 3 {
            match opening_of(&self.stones) {
                Some(opening) if !self.banned.contains(&opening) => {}
                _ => return Err(Stop::Illegal),
            }
        }
        Ok(())
    }

    fn place_and_swap(&mut self, k: i32, region: Where) -> Flow {
        let placer = self.holder(k);
        self.place(placer, region)?;
        self.swap_or_stay(!placer)
    }

    fn swap_or_stay(&mut self, person: Person) -> Flow {
        if self.take(person, &[Swap, Stay])? == Action::Swap {
            self.exchange();
        }
        Ok(())
    }

    fn promise(&mut self, person: Person, most: u32) -> Flow<u32> {
        match self.take(person, &[Promise])? {
            Action::Promise(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(Stop::Illegal),
        }
    }

    fn offer_and_choose(&mut self, count: u32) -> Flow {
        if count == 1 {
            return self.place(self.black, Any);
        }
        let Action::Offer(points) = self.take(self.black, &[Offer])? else {
            return Err(Stop::Illegal);
        };
        self.check_offer(&points, count)?;
        self.choose(&points)
    }

    fn check_offer(&self, points: &[Point], count: u32) -> Flow {
        let offers: Vec<Cell> = points.iter().map(|&point| cell(point)).collect();
        let free = offers.iter().all(|p| inside(*p, Any) && !self.stones.contains(p));
        let different = offers
            .iter()
            .enumerate()
            .all(|(n, &a)| offers[..n].iter().all(|&b| a != b && !congruent(&self.stones, a, b)));
        if free && different && offers.len() == count as usize {
            Ok(())
        } else {
            Err(Stop::Illegal)
        }
    }

    fn choose(&mut self, points: &[Point]) -> Flow {
        match self.take(self.white(), &[Choose])? {
            Action::Choose(point) if points.contains(&point) => self.put(cell(point), Any),
            _ => Err(Stop::Illegal),
        }
    }
}

/// Whether a stone makes five or more in a row, or is forbidden to Black.
fn decides(grid: &mut Grid, p: Cell, side: Side) -> bool {
    grid.would_win(RuleKind::Freestyle, p, side)
        || grid.forbidden_to(RuleKind::Renju, p, side).is_some()
}

fn cells() -> Vec<Cell> {
    (0..BOARD).flat_map(|y| (0..BOARD).map(move |x| (x, y))).collect()
}

fn inside((x, y): Cell, region: Where) -> bool {
    let distance = (x - MIDDLE.0).abs().max((y - MIDDLE.1).abs());
    let on_board = (0..BOARD).contains(&x) && (0..BOARD).contains(&y);
    on_board
        && match region {
            Any => true,
            Window(k) => distance < k,
            Beyond(steps) => distance > steps,
        }
}

/// The eight symmetries of the board, in the words of the specification: u and v from the middle.
fn turn(symmetry: usize, (x, y): Cell) -> Cell {
    let (u, v) = (x - MIDDLE.0, y - MIDDLE.1);
    let (u, v) = [(u, v), (v, -u), (-u, -v), (-v, u), (-u, v), (u, -v), (v, u), (-v, -u)][symmetry];
    (u + MIDDLE.0, v + MIDDLE.1)
}

/// Whether a symmetry of the board keeps the stones, colour by colour.
fn keeps(symmetry: usize, stones: &[Cell]) -> bool {
    stones.iter().enumerate().all(|(n, &stone)| {
        let image = turn(symmetry, stone);
        stones.iter().skip(n % 2).step_by(2).any(|&other| other == image)
    })
}

/// Third stones of D1 to D13 and I1 to I13, in the letters of the federation; the second stones are
/// H9 and I9.
const THIRD_STONES: [&str; 26] = [
    "H10", "I10", "J10", "I9", "J9", "I8", "J8", "H7", "I7", "J7", "H6", "I6", "J6", "J10", "J9",
    "J8", "J7", "J6", "I8", "I7", "I6", "H7", "H6", "G7", "G6", "F6",
];

fn lettered(name: &str) -> Cell {
    let row: i32 = name[1..].parse().unwrap();
    (i32::from(name.as_bytes()[0] - b'A'), BOARD - row)
}

/// The opening of three stones, by its place in [`THIRD_STONES`].
pub fn opening_of(stones: &[Cell]) -> Option<usize> {
    if stones[0] != MIDDLE {
        return None;
    }
    (0..26).find(|&n| {
        let second = lettered(if n < 13 { "H9" } else { "I9" });
        (0..8).any(|s| {
            turn(s, stones[1]) == second && turn(s, stones[2]) == lettered(THIRD_STONES[n])
        })
    })
}

/// Whether the five stones with a and those with b are the same pattern, wherever on the board.
fn congruent(stones: &[Cell], a: Cell, b: Cell) -> bool {
    let pattern = |fifth: Cell, symmetry: usize| {
        let mut turned: Vec<(Cell, bool)> = stones
            .iter()
            .enumerate()
            .map(|(n, &stone)| (turn(symmetry, stone), n % 2 == 0))
            .chain([(turn(symmetry, fifth), true)])
            .collect();
        let left = turned.iter().map(|(p, _)| p.0).min().unwrap();
        let top = turned.iter().map(|(p, _)| p.1).min().unwrap();
        turned.iter_mut().for_each(|(p, _)| *p = (p.0 - left, p.1 - top));
        turned.sort_unstable();
        turned
    };
    let wanted = pattern(b, 0);
    (0..8).any(|symmetry| pattern(a, symmetry) == wanted)
}
