//! Checks proofs of wins by force, with nothing but the plain grid of the oracle: every legal reply
//! of the defender is tried, and those that a proof does not name have to lose to fours, which a
//! simple search of its own has to find.

use super::oracle::{Cell, Grid, cell};
use std::collections::{HashMap, HashSet};
use tengen::board::{Position, Side};
use tengen::rules::RuleKind;
use tengen::threat::{Proof, Step};

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// No line is looked along further than this from a stone: a five and the stone next to its end.
const FAR: i32 = 6;

/// Most positions of one search for fours.
const LIMIT: u32 = 200_000;

/// A grid, a rule, and who attacks.
pub struct Verifier {
    kind: RuleKind,
    grid: Grid,
    attacker: Side,
    /// Positions without a win by fours, with the plies looked at.
    lost: HashMap<Vec<u8>, u32>,
    /// Steps that have been checked, with their positions.
    checked: HashSet<(usize, Vec<u8>)>,
    left: u32,
    /// Replies outside of the proof that were tried.
    pub others_tried: u64,
    /// How many of them did not lose to the line that the proof names.
    pub others_searched: u64,
}

impl Verifier {
    pub fn new(kind: RuleKind, position: &Position) -> Verifier {
        Verifier {
            kind,
            grid: Grid::of(position),
            attacker: position.side(),
            lost: HashMap::new(),
            checked: HashSet::new(),
            left: LIMIT,
            others_tried: 0,
            others_searched: 0,
        }
    }

    /// Whether the proof holds for the position.
    pub fn check(&mut self, proof: &Proof) -> Result<(), String> {
        let root = proof.steps.len().checked_sub(1).ok_or("an empty proof")?;
        self.step(proof, root)
    }

    fn key(&self) -> Vec<u8> {
        self.grid.packed()
    }

    fn with<T>(&mut self, cell: Cell, side: Side, then: impl FnOnce(&mut Verifier) -> T) -> T {
        self.grid.set(cell, Some(side));
        let result = then(self);
        self.grid.set(cell, None);
        result
    }

    fn is_legal(&mut self, cell: Cell, side: Side) -> bool {
        self.grid.is_empty(cell) && self.grid.forbidden_to(self.kind, cell, side).is_none()
    }

    /// One step: the attacker is to move.
    fn step(&mut self, proof: &Proof, number: usize) -> Result<(), String> {
        let key = (number, self.key());
        if self.checked.contains(&key) {
            return Ok(());
        }
        let step = &proof.steps[number];
        let attack = cell(step.attack);
        if !self.is_legal(attack, self.attacker) {
            return Err(format!("{attack:?} cannot be played in {:?}", self.grid));
        }
        let attacker = self.attacker;
        self.with(attack, attacker, |verifier| {
            if verifier.grid.wins(verifier.kind, attack, attacker) {
                let ends = step.replies.is_empty() && step.otherwise.is_empty() && step.plies == 1;
                return if ends { Ok(()) } else { Err(format!("moves after {attack:?}")) };
            }
            verifier.replies(proof, step)
        })?;
        self.checked.insert(key);
        Ok(())
    }

    /// All replies to an attack that stands on the grid.
    fn replies(&mut self, proof: &Proof, step: &Step) -> Result<(), String> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut fives = self.fives(attacker);
        let mut empty = self.grid.empty_cells();
        if empty.is_empty() {
            return Err("the board is full".to_owned());
        }
        // Points of fives first: nearly every reply that holds is one.
        fives.sort_unstable();
        empty.sort_by_key(|cell| fives.binary_search(cell).is_err());
        for reply in empty {
            if !self.is_legal(reply, defender) {
                continue;
            }
            let named = step.replies.iter().find(|named| cell(named.point) == reply);
            self.with(reply, defender, |verifier| {
                if verifier.grid.wins(verifier.kind, reply, defender) {
                    return Err(format!("{reply:?} wins for the defender: {:?}", verifier.grid));
                }
                if let Some(named) = named {
                    if proof.steps[named.then].plies + 2 > step.plies {
                        return Err(format!("longer than said after {reply:?}"));
                    }
                    return verifier.step(proof, named.then);
                }
                verifier.others_tried += 1;
                let rest: Vec<Cell> =
                    step.otherwise.iter().skip(1).map(|&point| cell(point)).collect();
                if verifier.line_wins(&rest) {
                    return Ok(());
                }
                verifier.others_searched += 1;
                verifier.left = LIMIT;
                let plies = step.plies - 2;
                if verifier.fours_win(plies) {
                    Ok(())
                } else {
                    Err(format!(
                        "{reply:?} holds after {:?} ({} positions left): {:?}",
                        step.attack, verifier.left, verifier.grid
                    ))
                }
            })?;
        }
        Ok(())
    }

    /// Empty cells where `side` wins.
    fn fives(&mut self, side: Side) -> Vec<Cell> {
        let mut cells = self.grid.empty_cells();
        cells.retain(|&cell| self.grid.would_win(self.kind, cell, side));
        cells
    }

    /// Empty cells on the lines through `from`.
    fn around(&self, from: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (dx, dy) in DIRECTIONS {
            for steps in (-FAR..=FAR).filter(|&steps| steps != 0) {
                let cell = (from.0 + dx * steps, from.1 + dy * steps);
                if self.grid.is_empty(cell) {
                    cells.push(cell);
                }
            }
        }
        cells
    }

    /// Empty cells where `side`, which had no five before its stone on `last`, wins.
    fn new_fives(&mut self, last: Cell, side: Side) -> Vec<Cell> {
        let mut cells = self.around(last);
        cells.retain(|&cell| self.grid.would_win(self.kind, cell, side));
        cells
    }

    /// The legal replies after which none of the fives that the stone on `last` makes is there.
    fn stops(&mut self, last: Cell, fives: &[Cell]) -> Vec<Cell> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut stops = self.around(last);
        // A reply elsewhere than on the lines of the fives stops none of them.
        stops.retain(|&reply| {
            self.is_legal(reply, defender)
                && self.with(reply, defender, |verifier| {
                    fives.iter().all(|&five| {
                        five == reply || !verifier.grid.would_win(verifier.kind, five, attacker)
                    })
                })
        });
        stops
    }

    /// Whether the attacker, to move, wins by these fours and a five, whose replies are the only
    /// ones. False is no answer.
    fn line_wins(&mut self, line: &[Cell]) -> bool {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let Some((&attack, rest)) = line.split_first() else { return false };
        if !self.is_legal(attack, attacker) {
            return false;
        }
        if self.grid.would_win(self.kind, attack, attacker) {
            return true;
        }
        let threatened = self.fives(defender);
        self.with(attack, attacker, |verifier| {
            let still = |verifier: &mut Verifier| {
                threatened.iter().any(|&five| {
                    verifier.grid.is_empty(five)
                        && verifier.grid.would_win(verifier.kind, five, defender)
                })
            };
            if still(verifier) {
                return false;
            }
            let fives = verifier.new_fives(attack, attacker);
            if fives.is_empty() {
                return false;
            }
            let stops = verifier.stops(attack, &fives);
            match (stops.as_slice(), rest) {
                ([], _) => true,
                ([only], [expected, rest @ ..]) if only == expected => {
                    verifier.with(*only, defender, |verifier| verifier.line_wins(rest))
                }
                _ => false,
            }
        })
    }

    /// Whether the attacker, to move, wins by fours within `plies` plies: every four is tried.
    pub fn fours_win(&mut self, plies: u32) -> bool {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if plies == 0 || self.left == 0 {
            return false;
        }
        self.left -= 1;
        if !self.fives(attacker).is_empty() {
            return true;
        }
        if plies < 3 {
            return false;
        }
        let key = self.key();
        if self.lost.get(&key).is_some_and(|&looked_at| looked_at >= plies) {
            return false;
        }
        let threatened = self.fives(defender);
        let fours: Vec<Cell> = match threatened.as_slice() {
            [] => self.grid.empty_cells(),
            _ => {
                let mut cells = self.grid.empty_cells();
                cells.retain(|&cell| {
                    self.with(cell, attacker, |verifier| {
                        threatened.iter().all(|&five| {
                            five == cell || !verifier.grid.would_win(verifier.kind, five, defender)
                        })
                    })
                });
                cells
            }
        };
        for four in fours {
            if !self.may_make_four(four) || !self.is_legal(four, attacker) {
                continue;
            }
            let wins = self.with(four, attacker, |verifier| {
                let fives = verifier.new_fives(four, attacker);
                !fives.is_empty()
                    && verifier.stops(four, &fives).into_iter().all(|reply| {
                        verifier.with(reply, defender, |verifier| verifier.fours_win(plies - 2))
                    })
            });
            if wins {
                return true;
            }
        }
        if self.left > 0 {
            self.lost.insert(key, plies);
        }
        false
    }

    /// Whether five cells in a row, `cell` among them, hold three stones of the attacker and none of
    /// the defender.
    fn may_make_four(&self, cell: Cell) -> bool {
        DIRECTIONS.into_iter().any(|(dx, dy)| {
            (-4..=0).any(|first| {
                let cells = (first..first + 5).map(|n| (cell.0 + dx * n, cell.1 + dy * n));
                let mut own = 0;
                for at in cells {
                    if self.grid.holds(at, self.attacker) {
                        own += 1;
                    } else if !self.grid.is_empty(at) {
                        return false;
                    }
                }
                own >= 3
            })
        })
    }
}
