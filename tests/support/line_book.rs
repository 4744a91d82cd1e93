//! Line classes once more, straight from their definitions: stones are put on a plain line, and
//! every reply is tried.

use std::collections::HashMap;
use tengen::board::{Dir, Point, Side, Stones};
use tengen::pattern::LineClass;
use tengen::rules::RuleKind;

/// How far from the stone in question other stones are looked at and put: further than a five, or
/// its end, can reach.
const SIGHT: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Own,
    Other,
}

/// A part of a line, an own stone among it, and what lies beyond its ends is of no concern or is
/// the edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    cells: Vec<Cell>,
    at: usize,
}

impl Line {
    fn with(&self, place: usize, cell: Cell) -> Line {
        let mut other = self.clone();
        other.cells[place] = cell;
        other
    }

    fn empty_places(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|&place| self.cells[place] == Cell::Empty)
    }

    /// First place and length of the run that the stone is part of.
    fn run(&self) -> (usize, usize) {
        let before = self.cells[..self.at].iter().rev().take_while(|&&c| c == Cell::Own).count();
        let after = self.cells[self.at..].iter().take_while(|&&c| c == Cell::Own).count();
        (self.at - before, before + after)
    }
}

/// The classes of one side under one rule, as far as they have been asked for.
pub struct LineBook {
    rule: RuleKind,
    side: Side,
    known: HashMap<Line, LineClass>,
}

impl LineBook {
    pub fn new(rule: RuleKind, side: Side) -> LineBook {
        LineBook { rule, side, known: HashMap::new() }
    }

    /// Number of different lines that were classified.
    pub fn lines(&self) -> usize {
        self.known.len()
    }

    /// The class of the line in direction `dir` through the empty `point`, with a stone there.
    pub fn class_at(&mut self, stones: &Stones, point: Point, dir: Dir) -> LineClass {
        let sight = SIGHT as i32;
        let mut line = Line { cells: Vec::new(), at: 0 };
        for steps in -sight..=sight {
            let Some(other) = stones.size().step(point, dir, steps) else { continue };
            if steps == 0 {
                line.at = line.cells.len();
                line.cells.push(Cell::Own);
                continue;
            }
            line.cells.push(match stones.at(other) {
                None => Cell::Empty,
                Some(side) if side == self.side => Cell::Own,
                Some(_) => Cell::Other,
            });
        }
        self.class(&line)
    }

    fn class(&mut self, line: &Line) -> LineClass {
        if let Some(&class) = self.known.get(line) {
            return class;
        }
        let class = self.classify(line);
        self.known.insert(line.clone(), class);
        class
    }

    fn classify(&mut self, line: &Line) -> LineClass {
        use LineClass::*;
        if self.wins(line) {
            return Five;
        }
        if line.run().1 > 5 {
            return Overline;
        }
        if !self.completions(line).is_empty() {
            return self.kind_of_four(line);
        }
        let next: Vec<LineClass> = line
            .empty_places()
            .map(|place| line.with(place, Cell::Own))
            .collect::<Vec<_>>()
            .iter()
            .map(|line| self.class(line))
            .collect();
        let count = |wanted: &[LineClass]| next.iter().filter(|&c| wanted.contains(c)).count();
        // To Black in renju a double four on one line is forbidden, so it is no aim.
        let forbidden = self.rule == RuleKind::Renju && self.side == Side::Black;
        let straight = count(if forbidden { &[StraightFour] } else { &[StraightFour, DoubleFour] });
        match (straight, count(&[Three, BroadThree])) {
            (1, _) => Three,
            (2.., _) => BroadThree,
            _ if count(&[Four, DoubleFour]) > 0 => ClosedThree,
            (_, 1 | 2) => OpenTwo,
            (_, 3..) => BroadTwo,
            _ if count(&[ClosedThree]) > 0 => ClosedTwo,
            _ if count(&[OpenTwo, BroadTwo]) > 0 => OpenOne,
            _ if count(&[ClosedTwo]) > 0 => One,
            _ => Dead,
        }
    }

    /// Whether the stone is part of a winning run.
    fn wins(&self, line: &Line) -> bool {
        let (first, length) = line.run();
        let other = |place: Option<usize>| {
            place.and_then(|place| line.cells.get(place)) == Some(&Cell::Other)
        };
        let closed = other(first.checked_sub(1)) && other(Some(first + length));
        match self.rule {
            RuleKind::Freestyle => length >= 5,
            RuleKind::Standard => length == 5,
            RuleKind::Renju if self.side == Side::Black => length == 5,
            RuleKind::Renju => length >= 5,
            RuleKind::Caro => length >= 6 || (length == 5 && !closed),
            RuleKind::ExactCaro => length == 5 && !closed,
            RuleKind::Nendzyu(_) => length == 5,
        }
    }

    /// Where one more stone wins.
    fn completions(&self, line: &Line) -> Vec<usize> {
        line.empty_places().filter(|&place| self.wins(&line.with(place, Cell::Own))).collect()
    }

    fn kind_of_four(&self, line: &Line) -> LineClass {
        let can_be_prevented = line
            .empty_places()
            .any(|reply| self.completions(&line.with(reply, Cell::Other)).is_empty());
        if can_be_prevented {
            return LineClass::Four;
        }
        let exactly_five = self.rule == RuleKind::Standard
            || (self.rule == RuleKind::Renju && self.side == Side::Black);
        if exactly_five && self.sets_of_four(line) >= 2 {
            LineClass::DoubleFour
        } else {
            LineClass::StraightFour
        }
    }

    /// Different sets of four stones that one more stone makes five.
    fn sets_of_four(&self, line: &Line) -> usize {
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for place in self.completions(line) {
            let (first, length) = line.with(place, Cell::Own).run();
            let set = (first..first + length).filter(|&other| other != place).collect();
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets.len()
    }
}
