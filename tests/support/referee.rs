//! A game as the rule book sees it: what is legal, and when it is over.

use super::oracle::{Cell, Grid};
use tengen::board::{Side, Size};
use tengen::rules::{Outcome, RuleKind};

/// One game, refereed by the rule book alone.
#[derive(Clone, Debug)]
pub struct Referee {
    rule: RuleKind,
    grid: Grid,
    moves: Vec<Cell>,
    outcome: Option<Outcome>,
}

impl Referee {
    pub fn new(rule: RuleKind, size: Size) -> Referee {
        Referee { rule, grid: Grid::new(size), moves: Vec::new(), outcome: None }
    }

    pub fn rule(&self) -> RuleKind {
        self.rule
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The stones in the order in which they were placed.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The side that places the next stone.
    pub fn side(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// The cells on which the side to move may place a stone.
    pub fn legal_cells(&mut self) -> Vec<Cell> {
        let (rule, side) = (self.rule, self.side());
        let mut cells = self.grid.empty_cells();
        cells.retain(|&cell| self.grid.forbidden_to(rule, cell, side).is_none());
        cells
    }

    /// Places a stone of the side to move.
    ///
    /// # Errors
    /// Why that breaks the rules; nothing has changed then. The only move left may be a forbidden
    /// one: it is taken, and loses.
    pub fn play(&mut self, cell: Cell) -> Result<(), String> {
        let side = self.side();
        if let Some(outcome) = self.outcome {
            return Err(format!("{cell:?} after the end of the game: {outcome:?}"));
        }
        if !self.grid.is_empty(cell) {
            return Err(format!("{cell:?} is taken or outside the board"));
        }
        if let Some(kind) = self.grid.forbidden_to(self.rule, cell, side)
            && !self.legal_cells().is_empty()
        {
            return Err(format!("{cell:?} is forbidden to {side}: {kind}"));
        }
        self.grid.set(cell, Some(side));
        self.moves.push(cell);
        self.outcome = self.grid.outcome(self.rule, cell, side);
        Ok(())
    }
}
