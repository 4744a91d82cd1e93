//! One game between two engines, under a referee.
//!
//! The referee is the rules of this program: it asks no engine who has won.

use super::ending::{Ending, Failure};
use super::player::{NoMove, Player};
use super::regulated::{self, Regulated};
use super::words::GameTerms;
use crate::board::{BySide, NullObserver, Point, Position, Side};
use crate::notation::game::{GameRecord, GameResult, MoveNotes};
use crate::opening::Person;
use crate::rules::{Outcome, WinReason};

/// What one side's engine did in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideReport {
    /// What was odd without deciding the game.
    pub remarks: Vec<String>,
    /// Most memory that the engine has used so far, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Moves and result. Names and event are the caller's to add.
    pub record: GameRecord,
    /// The winner, unless it is a draw.
    pub winner: Option<Side>,
    /// Why it was over.
    pub ending: Ending,
    /// What each engine did.
    pub reports: BySide<SideReport>,
}

/// How a game begins.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// From these moves of Black and White in turn.
    Moves(&'a [Point]),
    /// By a regulation: the number of the opening, and the regulation.
    Regulated(u64, &'a Regulated),
}

/// Plays one game. Under a regulation `players` are the first and the second one, as Black and
/// White; afterwards they are those who have come to hold these colours. `None` when the match was
/// stopped meanwhile.
pub fn play(
    terms: GameTerms,
    start: Start<'_>,
    max_moves: Option<usize>,
    players: &mut BySide<&mut Player>,
) -> Option<FinishedGame> {
    let mut record = GameRecord::new(terms.size);
    record.rule = Some(terms.rule);
    let (winner, ending) = run(terms, start, max_moves, players, &mut record)?;
    record.result = Some(winner.map_or(GameResult::Draw, GameResult::Win));
    record.reason = Some(ending.describe(winner));
    if let (Ending::Failure(failure), Some(winner)) = (&ending, winner) {
        players[!winner].give_up(failure);
    }
    let reports = BySide::from_fn(|side| {
        players[side].settle();
        SideReport {
            remarks: players[side].take_remarks(),
            peak_memory: players[side].peak_memory(),
        }
    });
    Some(FinishedGame { record, winner, ending, reports })
}

/// Winner and ending of the game.
fn run(
    terms: GameTerms,
    start: Start<'_>,
    max_moves: Option<usize>,
    players: &mut BySide<&mut Player>,
    record: &mut GameRecord,
) -> Option<(Option<Side>, Ending)> {
    let rule = terms.rule.rule();
    let mut position = Position::with_order(terms.size, rule.turn_order());
    let place = |record: &mut GameRecord, position: &mut Position, point: Point| {
        position.try_place(point, &mut NullObserver).ok()?;
        record.push(point, MoveNotes::default());
        Some(())
    };
    if let Start::Moves(moves) = start {
        record.opening = moves.len();
        for &point in moves {
            // Openings are checked when they are read; one that is over already ends the game at
            // once.
            place(record, &mut position, point)?;
        }
    }
    for side in Side::ALL {
        match players[side].start_game(terms) {
            Ok(()) => {}
            Err(NoMove::Failure(failure)) => return Some(lost(side, failure)),
            Err(NoMove::Stopped) => return None,
        }
    }
    // The last turn of an opening, of which the side to move has not been told yet.
    let mut untold = None;
    if let Start::Regulated(number, regulated) = start {
        let both = [&mut *players.black, &mut *players.white];
        let opened = regulated::play(terms, regulated, number, both)?;
        record.regulated = Some(opened.record(regulated));
        let first = opened.first_side();
        if first == Side::White {
            let BySide { black, white } = players;
            std::mem::swap(black, white);
        }
        let stones = opened.opening.stones();
        record.opening = stones.len();
        for &point in stones.iter().chain(&opened.stone) {
            place(record, &mut position, point)?;
        }
        if let Some((person, failure)) = opened.failed {
            let side = if person == Person::First { first } else { !first };
            return Some(lost(side, failure));
        }
        untold = opened.untold.map(|(_, turn)| turn);
    }
    loop {
        match rule.outcome(&position) {
            Some(Outcome::Win { side, reason: WinReason::Five }) => {
                return Some((Some(side), Ending::Five));
            }
            Some(Outcome::Win { side, reason: WinReason::Forbidden(kind) }) => {
                let point = position.last()?.point;
                return Some((Some(side), Ending::Forbidden(kind, point)));
            }
            Some(Outcome::Win { side, reason: WinReason::Overline }) => {
                return Some((Some(side), Ending::Overline));
            }
            Some(Outcome::Win { side, reason: WinReason::NoTurn }) => {
                return Some((Some(side), Ending::NoTurn));
            }
            // Under nendzyu also a turn of both a five and an overline, where that is read so.
            Some(Outcome::Draw) if !position.is_full() => return Some((None, Ending::Five)),
            Some(Outcome::Draw) => return Some((None, Ending::FullBoard)),
            None => {}
        }
        if let Some(most) = max_moves.filter(|&most| position.ply() >= most) {
            return Some((None, Ending::MoveLimit(most)));
        }
        let side = position.side();
        let asked = match untold.take() {
            Some(turn) => players[side].ask_after_turn(&position, &turn),
            None => players[side].ask(&position),
        };
        let answer = match asked {
            Ok(answer) => answer,
            Err(NoMove::Failure(failure)) => return Some(lost(side, failure)),
            Err(NoMove::Stopped) => return None,
        };
        let points = match place_answer(&mut position, terms, &answer.points) {
            Ok(points) => points,
            Err(failure) => return Some(lost(side, failure)),
        };
        let mut notes = MoveNotes {
            time: Some(answer.used),
            value: answer.thinking.value,
            depth: answer.thinking.depth,
            nodes: answer.thinking.nodes,
            comment: None,
        };
        // The notes on a turn are beside its first stone.
        for point in points {
            record.push(point, std::mem::take(&mut notes));
        }
    }
}

/// Places the stones of an answer.
///
/// # Errors
/// Why they are no turn; the position may hold some of them then.
fn place_answer(
    position: &mut Position,
    terms: GameTerms,
    answer: &[(i64, i64)],
) -> Result<Vec<Point>, Failure> {
    let coordinate = |n: i64| i32::try_from(n).unwrap_or(-1);
    let mut points = Vec::new();
    for &(x, y) in answer {
        let point = terms.size.point(coordinate(x), coordinate(y));
        points.push(point.ok_or_else(|| Failure::OffBoard(format!("{x},{y}")))?);
    }
    if let Some(&point) = points.iter().find(|&&point| !position.stones().is_empty_at(point)) {
        return Err(Failure::Occupied(point));
    }
    if terms.rule.has_long_turns() {
        let turn = terms.rule.rule().try_play_turn(position, &points, &mut NullObserver);
        let text = || super::words::points_text(answer);
        turn.map_err(|error| Failure::IllegalStones(text(), error))?;
    } else {
        for &point in &points {
            let placed = position.try_place(point, &mut NullObserver);
            placed.map_err(|_| Failure::Occupied(point))?;
        }
    }
    Ok(points)
}

/// The ending when the engine of `side` has failed.
fn lost(side: Side, failure: Failure) -> (Option<Side>, Ending) {
    (Some(!side), Ending::Failure(failure))
}
