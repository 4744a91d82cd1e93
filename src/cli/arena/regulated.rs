//! The opening of a game by a regulation: who decides, who is asked in which words, and the referee
//! of every action.

use super::ending::{Failure, quoted};
use super::player::{NoMove, Player};
use super::words::GameTerms;
use crate::board::{Point, Side};
use crate::decider::{Wishes, decide_turn};
use crate::engine::Engine;
use crate::notation::game::{RecordedTurn, RegulatedOpening};
use crate::opening::{Action, Coordinates, Opening, Person, Regulation, parse_turn, turn_text};
use crate::time::MonotonicClock;
use std::sync::Arc;
use std::time::Duration;

/// How much openings differ that this program plays for both, 0 to 100.
const VARIETY: u32 = 30;

/// Who decides in the openings of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OpeningBy {
    /// Each engine for itself.
    Engines,
    /// This program, for both.
    Tengen,
}

/// The regulation of a match.
#[derive(Clone, Debug)]
pub struct Regulated {
    /// Its table.
    pub regulation: Arc<Regulation>,
    /// Who decides.
    pub by: OpeningBy,
    /// Positions that this program looks at in each search of a decision.
    pub nodes: u64,
    /// What decides how the openings of this program differ.
    pub seed: u64,
}

/// A played opening.
#[derive(Debug)]
pub struct Opened {
    /// All that was done.
    pub opening: Opening,
    /// A stone after the opening that belonged to its last turn.
    pub stone: Option<Point>,
    /// Who still has to be told of the last turn, and its text.
    pub untold: Option<(Person, String)>,
    /// Who has failed, and how. The opening ends there.
    pub failed: Option<(Person, Failure)>,
    times: Vec<Option<Duration>>,
}

impl Opened {
    /// The colour that the first player has now.
    pub fn first_side(&self) -> Side {
        match self.opening.holder(Side::Black) {
            Person::First => Side::Black,
            Person::Second => Side::White,
        }
    }

    /// What the record keeps of it.
    pub fn record(&self, regulated: &Regulated) -> RegulatedOpening {
        let size = self.opening.size();
        let turns = self.opening.turns();
        let turns = turns.iter().enumerate().map(|(n, (_, turn))| RecordedTurn {
            text: turn_text(turn, Coordinates::Letters, size),
            time: self.times.get(n).copied().flatten(),
        });
        RegulatedOpening {
            regulation: regulated.regulation.name.clone(),
            first: self.first_side(),
            turns: turns.collect(),
        }
    }
}

/// A turn of the player who is due, as the referee sees it: the opening after it, and a stone that
/// follows in the same turn where the one who ends the opening is to move.
///
/// # Errors
/// What is wrong with it.
pub fn referee_turn(
    opening: &Opening,
    turn: &[Action],
    coordinates: Coordinates,
) -> Result<(Opening, Option<Point>), String> {
    let person = opening.due();
    let mut after = opening.clone();
    let is_open = |after: &Opening| {
        after.is_over()
            && Some(after.to_move()) == person
            && after.rule().rule().outcome(&after.position()).is_none()
    };
    let words = |why: &str| format!("{why} ({})", opening.regulation().name);
    match after.apply_turn(turn) {
        Ok(()) if is_open(&after) => Err(words("the turn has to go on with a stone")),
        Ok(()) => Ok((after, None)),
        Err(refusal) => match turn.split_last() {
            Some((&Action::Place(stone), turn))
                if after.apply_turn(turn).is_ok() && is_open(&after) =>
            {
                let rule = after.rule().rule();
                match rule.check_move(&after.position(), stone) {
                    Ok(()) => Ok((after, Some(stone))),
                    Err(error) => Err(words(&error.to_string())),
                }
            }
            _ => Err(words(&refusal.text(coordinates, opening.size()))),
        },
    }
}

/// Plays the opening. `players` are the first and the second one. `None` when the match was stopped
/// meanwhile.
pub fn play(
    terms: GameTerms,
    regulated: &Regulated,
    game: u64,
    players: [&mut Player; 2],
) -> Option<Opened> {
    // The regulation was tried on this rule and board before the match.
    let opening = Opening::new(regulated.regulation.clone(), terms.rule, terms.size).ok()?;
    let mut opened = Opened { opening, stone: None, untold: None, failed: None, times: Vec::new() };
    match regulated.by {
        OpeningBy::Tengen => decide_for_both(&mut opened, regulated, game),
        OpeningBy::Engines => ask_both(&mut opened, players)?,
    }
    Some(opened)
}

/// This program's opening, the same for the same number.
fn decide_for_both(opened: &mut Opened, regulated: &Regulated, game: u64) {
    let clock = MonotonicClock::new();
    let mut engine = Engine::new(opened.opening.rule(), opened.opening.size());
    let mut seed = regulated.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(game);
    while !opened.opening.is_over() {
        seed = seed.wrapping_add(1 << 32);
        let wishes =
            Wishes { nodes: Some(regulated.nodes), variety: VARIETY, seed, ..Wishes::default() };
        let decided = decide_turn(&mut engine, &opened.opening, &wishes, &clock, None);
        if opened.opening.apply_turn(&decided.turn).is_err() {
            // A bug of ours: the game begins from where the opening has come to.
            log::error!("a turn was decided that is not legal: {:?}", decided.turn);
            return;
        }
        opened.times.push(None);
    }
}

/// Asks each engine for its turns. `None` when the match was stopped.
fn ask_both(opened: &mut Opened, players: [&mut Player; 2]) -> Option<()> {
    let name = opened.opening.regulation().name.clone();
    for (player, person) in [Person::First, Person::Second].into_iter().enumerate() {
        match players[player].begin_opening(&name) {
            Ok(()) => {}
            Err(NoMove::Failure(failure)) => {
                opened.failed = Some((person, failure));
                return Some(());
            }
            Err(NoMove::Stopped) => return None,
        }
    }
    let mut last: Option<String> = None;
    while let Some(person) = opened.opening.due() {
        let player = &mut *players[person as usize];
        let answer = match player.ask_turn(&opened.opening, last.as_deref()) {
            Ok(answer) => answer,
            Err(NoMove::Failure(failure)) => {
                opened.failed = Some((person, failure));
                return Some(());
            }
            Err(NoMove::Stopped) => return None,
        };
        let illegal = |why: String| Failure::IllegalTurn { turn: quoted(&answer.text), why };
        let size = opened.opening.size();
        let played = parse_turn(&answer.text, Coordinates::Numbers, size)
            .map_err(|error| error.to_string())
            .and_then(|turn| {
                referee_turn(&opened.opening, &turn, Coordinates::Numbers).map(|(after, stone)| {
                    (after, stone, turn_text(&turn, Coordinates::Numbers, size))
                })
            });
        match played {
            Ok((after, stone, text)) => {
                (opened.opening, opened.stone) = (after, stone);
                opened.times.push(Some(answer.used));
                last = Some(text);
            }
            Err(why) => {
                opened.failed = Some((person, illegal(why)));
                return Some(());
            }
        }
        opened.untold = last.clone().map(|text| (!person, text));
    }
    Some(())
}
