//! The rules of play once more, slowly and word by word from the rule books: stones are put on a
//! plain grid of cells and taken off again, and runs are counted cell by cell.
//!
//! Nothing here is taken from `tengen::rules` but the names of rules and results, so that the two
//! can be compared. Renju: the International Rules of Renju, RIF 1996, sections 9.2 and 9.3. Caro
//! as Piskvork and Gomocup's judge count it.

use std::fmt;
use tengen::board::{Point, Position, Side, Size, Stones};
use tengen::rules::{Forbidden, Outcome, RuleKind, WinReason};

/// Column and row, from 0; may lie outside the grid.
pub type Cell = (i32, i32);

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Every level of the recursion that real threes need.
const ALL_LEVELS: usize = usize::MAX;

/// The cell of a point.
pub fn cell(point: Point) -> Cell {
    (i32::from(point.x()), i32::from(point.y()))
}

fn moved(cell: Cell, direction: (i32, i32), steps: i32) -> Cell {
    (cell.0 + direction.0 * steps, cell.1 + direction.1 * steps)
}

/// A run of stones of one colour on one line, as long as possible.
struct Run {
    first: Cell,
    direction: (i32, i32),
    length: i32,
}

impl Run {
    fn cells(&self) -> Vec<Cell> {
        (0..self.length).map(|n| moved(self.first, self.direction, n)).collect()
    }

    fn contains(&self, cell: Cell) -> bool {
        (0..self.length).any(|n| moved(self.first, self.direction, n) == cell)
    }

    /// The two cells next to its ends.
    fn ends(&self) -> [Cell; 2] {
        [moved(self.first, self.direction, -1), moved(self.first, self.direction, self.length)]
    }

    /// Its cells but one.
    fn without(&self, cell: Cell) -> Vec<Cell> {
        self.cells().into_iter().filter(|&other| other != cell).collect()
    }
}

/// A board as a plain grid of cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    width: i32,
    height: i32,
    cells: Vec<Option<Side>>,
}

impl Grid {
    pub fn new(size: Size) -> Grid {
        let (width, height) = (i32::from(size.width()), i32::from(size.height()));
        Grid { width, height, cells: vec![None; (width * height) as usize] }
    }

    pub fn of_stones(stones: &Stones) -> Grid {
        let mut grid = Grid::new(stones.size());
        for point in stones.size().points() {
            grid.set(cell(point), stones.at(point));
        }
        grid
    }

    pub fn of(position: &Position) -> Grid {
        Grid::of_stones(position.stones())
    }

    fn index(&self, (x, y): Cell) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then(|| (y * self.width + x) as usize)
    }

    pub fn set(&mut self, cell: Cell, stone: Option<Side>) {
        let index = self.index(cell).expect("the cell is on the board");
        self.cells[index] = stone;
    }

    /// Whether the cell is on the board and holds no stone.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.cells[index].is_none())
    }

    /// Whether the cell is on the board and holds a stone of `side`.
    pub fn holds(&self, cell: Cell, side: Side) -> bool {
        self.index(cell).is_some_and(|index| self.cells[index] == Some(side))
    }

    pub fn empty_cells(&self) -> Vec<Cell> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        all.filter(|&cell| self.is_empty(cell)).collect()
    }

    /// The whole grid in few bytes: equal for equal grids only.
    pub fn packed(&self) -> Vec<u8> {
        let digit = |cell: &Option<Side>| cell.map_or(0, |side| side as u8 + 1);
        let chunks = self.cells.chunks(5);
        chunks.map(|five| five.iter().fold(0, |byte, cell| 3 * byte + digit(cell))).collect()
    }

    pub fn is_full(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_some())
    }

    /// The run through the stone of `side` on `cell`.
    fn run(&self, cell: Cell, direction: (i32, i32), side: Side) -> Run {
        let mut first = cell;
        while self.holds(moved(first, direction, -1), side) {
            first = moved(first, direction, -1);
        }
        let mut length = 1;
        while self.holds(moved(first, direction, length), side) {
            length += 1;
        }
        Run { first, direction, length }
    }

    /// The same, as if a stone of `side` stood on the empty `cell`.
    fn run_with(&mut self, cell: Cell, direction: (i32, i32), side: Side) -> Run {
        self.set(cell, Some(side));
        let run = self.run(cell, direction, side);
        self.set(cell, None);
        run
    }

    /// Whether the stone on `cell` is part of a run that wins under `rule`.
    pub fn wins(&self, rule: RuleKind, cell: Cell, side: Side) -> bool {
        DIRECTIONS.into_iter().any(|direction| {
            let run = self.run(cell, direction, side);
            let closed = run.ends().into_iter().all(|end| self.holds(end, !side));
            match rule {
                RuleKind::Freestyle => run.length >= 5,
                RuleKind::Standard => run.length == 5,
                RuleKind::Renju if side == Side::Black => run.length == 5,
                RuleKind::Renju => run.length >= 5,
                RuleKind::Caro => run.length >= 6 || (run.length == 5 && !closed),
                RuleKind::ExactCaro => run.length == 5 && !closed,
                RuleKind::Nendzyu(_) => unreachable!("see the referee of nendzyu"),
            }
        })
    }

    /// Whether a stone of `side` on the empty `cell` would win.
    pub fn would_win(&mut self, rule: RuleKind, cell: Cell, side: Side) -> bool {
        self.set(cell, Some(side));
        let wins = self.wins(rule, cell, side);
        self.set(cell, None);
        wins
    }

    /// Why `side` may not play on the empty `cell` under `rule`.
    pub fn forbidden_to(&mut self, rule: RuleKind, cell: Cell, side: Side) -> Option<Forbidden> {
        if rule == RuleKind::Renju && side == Side::Black { self.forbidden(cell) } else { None }
    }

    /// How the game ended with the stone of `side` that was put on `cell` last.
    pub fn outcome(&mut self, rule: RuleKind, cell: Cell, side: Side) -> Option<Outcome> {
        if self.wins(rule, cell, side) {
            return Some(Outcome::Win { side, reason: WinReason::Five });
        }
        self.set(cell, None);
        let forbidden = self.forbidden_to(rule, cell, side);
        self.set(cell, Some(side));
        if let Some(kind) = forbidden {
            return Some(Outcome::Win { side: !side, reason: WinReason::Forbidden(kind) });
        }
        self.is_full().then_some(Outcome::Draw)
    }

    /// Why the empty `cell` is forbidden to Black in renju.
    pub fn forbidden(&mut self, cell: Cell) -> Option<Forbidden> {
        self.forbidden_to_level(cell, ALL_LEVELS)
    }

    /// As a judge would see it that asks only for so many `levels` whether the stone that completes
    /// a three is itself allowed; deeper ones it takes as allowed. With level 0 every three counts.
    pub fn forbidden_to_level(&mut self, cell: Cell, levels: usize) -> Option<Forbidden> {
        self.set(cell, Some(Side::Black));
        let result = if self.black_makes_five(cell) {
            None
        } else if self.black_makes_overline(cell) {
            Some(Forbidden::Overline)
        } else if self.fours_through(cell) >= 2 {
            Some(Forbidden::DoubleFour)
        } else if self.real_threes_through(cell, levels) >= 2 {
            Some(Forbidden::DoubleThree)
        } else {
            None
        };
        self.set(cell, None);
        result
    }

    /// All reasons for which the empty `cell` is forbidden, none where Black makes a five.
    pub fn all_reasons(&mut self, cell: Cell) -> Vec<Forbidden> {
        self.set(cell, Some(Side::Black));
        let mut reasons = Vec::new();
        if !self.black_makes_five(cell) {
            if self.black_makes_overline(cell) {
                reasons.push(Forbidden::Overline);
            }
            if self.fours_through(cell) >= 2 {
                reasons.push(Forbidden::DoubleFour);
            }
            if self.real_threes_through(cell, ALL_LEVELS) >= 2 {
                reasons.push(Forbidden::DoubleThree);
            }
        }
        self.set(cell, None);
        reasons
    }

    fn black_makes_five(&self, cell: Cell) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.run(cell, direction, Side::Black).length == 5)
    }

    fn black_makes_overline(&self, cell: Cell) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.run(cell, direction, Side::Black).length >= 6)
    }

    /// Different sets of four black stones on a line, the one on `cell` among them, that one more
    /// black stone on an empty cell makes a run of exactly five.
    pub fn fours_through(&mut self, cell: Cell) -> usize {
        let mut fours = Vec::new();
        for direction in DIRECTIONS {
            for steps in -4..=4 {
                let completion = moved(cell, direction, steps);
                if !self.is_empty(completion) {
                    continue;
                }
                let run = self.run_with(completion, direction, Side::Black);
                if run.length == 5 && run.contains(cell) {
                    let four = (direction, run.without(completion));
                    if !fours.contains(&four) {
                        fours.push(four);
                    }
                }
            }
        }
        fours.len()
    }

    /// Different sets of three black stones on a line, the one on `cell` among them, that one more
    /// black stone makes a straight four, where that stone makes no five and is allowed.
    pub fn real_threes_through(&mut self, cell: Cell, levels: usize) -> usize {
        let mut threes = Vec::new();
        for direction in DIRECTIONS {
            for steps in -3..=3 {
                let completion = moved(cell, direction, steps);
                if !self.is_empty(completion) {
                    continue;
                }
                let run = self.run_with(completion, direction, Side::Black);
                if run.length == 4
                    && run.contains(cell)
                    && self.is_straight_four_with(&run, completion)
                    && self.is_allowed_without_five(completion, levels)
                {
                    let three = (direction, run.without(completion));
                    if !threes.contains(&three) {
                        threes.push(three);
                    }
                }
            }
        }
        threes.len()
    }

    /// Whether both ends of the run of four that a stone on `completion` makes are empty and each,
    /// filled, gives a run of exactly five.
    fn is_straight_four_with(&mut self, run: &Run, completion: Cell) -> bool {
        self.set(completion, Some(Side::Black));
        let straight = run.ends().into_iter().all(|end| {
            self.is_empty(end) && self.run_with(end, run.direction, Side::Black).length == 5
        });
        self.set(completion, None);
        straight
    }

    fn is_allowed_without_five(&mut self, completion: Cell, levels: usize) -> bool {
        self.set(completion, Some(Side::Black));
        let five = self.black_makes_five(completion);
        self.set(completion, None);
        !five && (levels == 0 || self.forbidden_to_level(completion, levels - 1).is_none())
    }
}

impl fmt::Display for Grid {
    /// The rows from the top; X is Black.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.width as usize) {
            for cell in row {
                f.write_str(match cell {
                    None => ".",
                    Some(Side::Black) => "X",
                    Some(Side::White) => "O",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
