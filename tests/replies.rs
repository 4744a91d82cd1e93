//! The replies to which threats narrow a search, against trying every reply on a plain grid.

mod support;

use support::boards;
use support::oracle::{Cell, Grid, cell};
use support::random::{Random, number_from_environment};
use tengen::board::{NullObserver, Point, Position, Side};
use tengen::eval::Weights;
use tengen::pattern::{Scene, Threat};
use tengen::rules::RuleKind;

/// How many positions are tried under each rule: as many as TENGEN_POSITIONS says.
fn positions() -> u64 {
    number_from_environment("TENGEN_POSITIONS", 120)
}

fn seed() -> u64 {
    number_from_environment("TENGEN_SEED", 0)
}

/// A position from random play in the middle of a small board; nobody has won.
fn position(random: &mut Random, kind: RuleKind) -> Position {
    let width = random.between(7, 11);
    let size = boards::size((width as u8, random.between(7, 11) as u8));
    let mut position = Position::new(size);
    let stones = random.between(8, 34);
    // Who is to move is chosen by chance: in play one side's stones would seldom get so far.
    while position.ply() < stones {
        let empty: Vec<Point> = position.stones().empty().iter().collect();
        let point = random.pick(&empty);
        position.set_turn(position.order().whole(random.pick(&Side::ALL)));
        let placed = kind.rule().try_play(&mut position, point, &mut NullObserver);
        if placed.is_ok() && kind.rule().outcome(&position).is_some() {
            position.undo(&mut NullObserver);
        }
    }
    position.set_turn(position.order().whole(random.pick(&Side::ALL)));
    position
}

/// A rule and a plain grid to try moves on.
struct Trial {
    kind: RuleKind,
    grid: Grid,
}

impl Trial {
    fn with<T>(&mut self, cell: Cell, side: Side, then: impl FnOnce(&mut Trial) -> T) -> T {
        self.grid.set(cell, Some(side));
        let result = then(self);
        self.grid.set(cell, None);
        result
    }

    fn legal(&mut self, side: Side) -> Vec<Cell> {
        let mut cells = self.grid.empty_cells();
        cells.retain(|&cell| self.grid.forbidden_to(self.kind, cell, side).is_none());
        cells
    }

    fn fives(&mut self, side: Side) -> Vec<Cell> {
        let mut cells = self.grid.empty_cells();
        cells.retain(|&cell| self.grid.would_win(self.kind, cell, side));
        cells
    }

    /// The legal replies of `side` after which the other side has no five.
    fn replies_to_fives(&mut self, side: Side) -> Vec<Cell> {
        let mut cells = self.legal(side);
        cells.retain(|&cell| self.with(cell, side, |trial| trial.fives(!side).is_empty()));
        cells
    }

    /// Whether `side`, whose opponent has no five, wins by a four on `cell` that has no answer.
    fn four_wins(&mut self, cell: Cell, side: Side) -> bool {
        self.grid.forbidden_to(self.kind, cell, side).is_none()
            && self.with(cell, side, |trial| {
                !trial.fives(side).is_empty() && trial.replies_to_fives(!side).is_empty()
            })
    }

    /// Whether `side` has such a four, or a five, with its next stone.
    fn wins_soon(&mut self, side: Side, first_tried: &[Cell]) -> bool {
        if !self.fives(side).is_empty() {
            return true;
        }
        first_tried.iter().any(|&cell| self.grid.is_empty(cell) && self.four_wins(cell, side))
            || self.grid.empty_cells().into_iter().any(|cell| self.four_wins(cell, side))
    }
}

fn cells(points: impl IntoIterator<Item = Point>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = points.into_iter().map(cell).collect();
    cells.sort_unstable();
    cells
}

#[test]
fn a_five_is_answered_by_every_point_that_stops_it_and_no_other() {
    for kind in RuleKind::ONE_STONE {
        let mut random = Random::new(seed() + kind.index() as u64);
        let mut tried = 0;
        while tried < positions() {
            let position = position(&mut random, kind);
            let side = position.side();
            let scene = Scene::new(&position, Weights::of(kind).points.clone());
            let mut trial = Trial { kind, grid: Grid::of(&position) };
            let fives = trial.fives(!side);
            assert_eq!(scene.five(!side).is_some(), !fives.is_empty());
            if fives.is_empty() {
                continue;
            }
            tried += 1;
            let mut expected = trial.replies_to_fives(side);
            expected.sort_unstable();
            let replies = cells(scene.replies_to_five());
            assert_eq!(replies, expected, "{kind}, {side} to move\n{:?}", trial.grid);
        }
    }
}

#[test]
fn a_winning_four_is_one_and_none_is_overlooked() {
    for kind in RuleKind::ONE_STONE {
        let mut random = Random::new(seed() + 20 + kind.index() as u64);
        let mut found = 0;
        while found < positions() {
            let position = position(&mut random, kind);
            let side = position.side();
            let scene = Scene::new(&position, Weights::of(kind).points.clone());
            let mut trial = Trial { kind, grid: Grid::of(&position) };
            if !trial.fives(!side).is_empty() || !trial.fives(side).is_empty() {
                continue;
            }
            let four = scene.winning_four(side);
            found += u64::from(four.is_some());
            if let Some(four) = four {
                assert!(trial.four_wins(cell(four), side), "{kind}: {four:?} in {:?}", trial.grid);
            } else if kind != RuleKind::Renju || side == Side::Black {
                // White may have more in renju: a four that Black could only answer on a forbidden
                // point is left to the solver of fours.
                let overlooked: Vec<Cell> = trial
                    .grid
                    .empty_cells()
                    .into_iter()
                    .filter(|&cell| trial.four_wins(cell, side))
                    .collect();
                assert!(overlooked.is_empty(), "{kind}: {overlooked:?} in {:?}", trial.grid);
            }
        }
    }
}

#[test]
fn no_reply_that_holds_against_a_winning_four_is_left_out() {
    for kind in RuleKind::ONE_STONE {
        let mut random = Random::new(seed() + 40 + kind.index() as u64);
        let (mut tried, mut left_out) = (0, 0);
        while tried < positions() {
            let position = position(&mut random, kind);
            let side = position.side();
            let scene = Scene::new(&position, Weights::of(kind).points.clone());
            let mut trial = Trial { kind, grid: Grid::of(&position) };
            if !trial.fives(!side).is_empty() || !trial.fives(side).is_empty() {
                continue;
            }
            let Some(replies) = scene.replies_to_winning_four() else { continue };
            tried += 1;
            let fours = cells(scene.field().any_of(!side, &Threat::WINNING_FOURS));
            for reply in trial.legal(side) {
                if replies.iter().any(|point| cell(point) == reply) {
                    continue;
                }
                left_out += 1;
                let lost = trial.with(reply, side, |trial| trial.wins_soon(!side, &fours));
                assert!(lost, "{kind}: {side} holds with {reply:?} in {:?}", trial.grid);
            }
        }
        assert!(left_out > 10 * tried, "{kind}: {left_out}");
    }
}
