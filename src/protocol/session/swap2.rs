//! `SWAP2BOARD`: Gomocup's opening by swap2, decided by the values of searches.
//!
//! The first player puts three stones; the second takes Black (swap), stays White and plays the
//! fourth move, or puts two more stones and leaves the choice to the first player. The command is
//! answered from its list alone and leaves the game as it was: a `BOARD` follows the opening.

use super::Session;
use super::think::{Asked, Task};
use crate::board::{Bits, Point, Position, Setup, Size};
use crate::protocol::io::InputLine;
use crate::protocol::reply::Reply;
use crate::search::{Goal, SearchReport};
use crate::value::Value;
use std::io::Write;

/// A side this much better is worth having; with less, two more stones are put.
const CLEAR_ADVANTAGE: i32 = 60;

/// Which decision a search is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum SwapStage {
    /// The first player puts three stones, of which this is the first.
    Propose(Point),
    /// The second player looks at three stones.
    ThreeStones,
    /// The second player puts two more stones.
    PutTwo,
    /// The first player chooses a side of five stones.
    FiveStones,
}

/// A decision, and the game to which the session goes back after it.
#[derive(Clone, Debug)]
pub(super) struct Swap2 {
    pub(super) stage: SwapStage,
    game: Position,
}

impl SwapStage {
    pub(super) fn goal(self) -> Goal {
        match self {
            SwapStage::Propose(_) | SwapStage::PutTwo => Goal::BalanceTwo(0),
            SwapStage::ThreeStones | SwapStage::FiveStones => Goal::Best,
        }
    }
}

/// Where the first of three stones goes: away from the middle, where openings can be even.
fn first_stone(size: Size) -> Point {
    Point::at(size.width() / 4, size.height() / 4)
}

impl<W: Write> Session<W> {
    /// Decides about these stones, listed in the order in which they were put.
    pub(super) fn swap2(&mut self, stones: Vec<Point>, line: &InputLine) {
        let game = self.engine.position().clone();
        let size = game.size();
        let first = first_stone(size);
        let (stage, stones) = match stones.len() {
            0 => (SwapStage::Propose(first), vec![first]),
            3 => (SwapStage::ThreeStones, stones),
            5 => (SwapStage::FiveStones, stones),
            count => {
                let why = format!("0, 3 or 5 stones are wanted, and there are {count}");
                self.send(&Reply::error("SWAP2BOARD", why));
                return;
            }
        };
        let position = match Setup::alternating(size, &stones).build() {
            Ok(position) => position,
            Err(error) => {
                self.send(&Reply::error("SWAP2BOARD", error.to_string()));
                return;
            }
        };
        self.engine.set_position(position);
        let started = line.at.max(self.answered_at);
        let task = Task::Swap2(Box::new(Swap2 { stage, game }));
        self.search(task, line.clone(), started, Bits::EMPTY, false);
    }

    /// Answers with what the search for a stage of the opening has found, or starts the next one.
    ///
    /// # Errors
    /// Why there is no answer.
    pub(super) fn swap2_found(
        &mut self,
        decision: Swap2,
        report: &SearchReport,
        asked: &Asked,
    ) -> Result<(), String> {
        let found = report.lines.first().map_or(&[][..], |line| &line.moves);
        let value = report.lines.first().filter(|line| line.depth > 0);
        let value = value.map_or(Value::DRAW, |line| line.value);
        let even =
            value >= Value::score(-CLEAR_ADVANTAGE) && value <= Value::score(CLEAR_ADVANTAGE);
        let reply = match (decision.stage, found) {
            (SwapStage::ThreeStones, _) if even => {
                let task = Task::Swap2(Box::new(Swap2 { stage: SwapStage::PutTwo, ..decision }));
                self.search(task, asked.line.clone(), asked.started, Bits::EMPTY, false);
                return Ok(());
            }
            (SwapStage::ThreeStones | SwapStage::FiveStones, _) if value < Value::DRAW => {
                Some(Reply::Swap)
            }
            (SwapStage::ThreeStones | SwapStage::FiveStones, &[best, ..]) => {
                Some(Reply::Points(vec![best]))
            }
            (SwapStage::PutTwo, &[fourth, fifth, ..]) => Some(Reply::Points(vec![fourth, fifth])),
            (SwapStage::Propose(first), &[second, third, ..]) => {
                Some(Reply::Points(vec![first, second, third]))
            }
            _ => None,
        };
        self.engine.set_position(decision.game);
        self.send(&reply.ok_or("no opening was found")?);
        Ok(())
    }
}
