//! A player that looks one stone ahead and knows how good rows look.

use super::oracle::{Cell, Grid};
use super::random::Random;
use super::referee::Referee;
use tengen::board::Side;

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What five cells in a line without a stone of the other side are worth by own stones in them.
const WORTH: [i64; 5] = [1, 12, 150, 2_000, 1_000_000];

/// Five cells with this many stones of the other side, and no own, are worth a little less: it is
/// better to make a row than to prevent one.
const DEFENCE_PERCENT: i64 = 70;

/// The cell that the player chooses: a win, else the defence against one, else the best sum over
/// all lines; one of the best by chance.
pub fn choose(referee: &mut Referee, random: &mut Random) -> Option<Cell> {
    let side = referee.side();
    let legal = referee.legal_cells();
    let grid = referee.grid();
    let values: Vec<i64> = legal.iter().map(|&cell| value(grid, cell, side)).collect();
    let best = *values.iter().max()?;
    let cells: Vec<Cell> =
        legal.iter().zip(&values).filter(|&(_, &value)| value == best).map(|(&c, _)| c).collect();
    Some(random.pick(&cells))
}

fn value(grid: &Grid, cell: Cell, side: Side) -> i64 {
    let mut sum = 0;
    for (dx, dy) in DIRECTIONS {
        for start in -4..=0 {
            let at = |n: i32| (cell.0 + dx * (start + n), cell.1 + dy * (start + n));
            let count = |wanted: Side| (0..5).filter(|&n| grid.holds(at(n), wanted)).count();
            let (own, other) = (count(side), count(!side));
            let on_board = (0..5).all(|n| {
                grid.is_empty(at(n)) || grid.holds(at(n), side) || grid.holds(at(n), !side)
            });
            if !on_board || own > 4 || other > 4 {
                continue;
            }
            sum += match (own, other) {
                (own, 0) => WORTH[own],
                (0, other) => WORTH[other] * DEFENCE_PERCENT / 100,
                _ => 0,
            };
        }
    }
    sum
}
