//! How a game can end, and how an engine can fail.

use super::process::printable;
use crate::board::{Point, Side};
use crate::rules::{Forbidden, IllegalMove};
use std::fmt;
use std::time::Duration;

/// What an engine did wrong. Its game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The system could not start it.
    NotStarted(String),
    /// It answered `START` with an error.
    Refused(String),
    /// It did not answer `START` in time.
    SilentAtStart(Duration),
    /// It answered after its limit and the tolerance.
    Late {
        /// Time it used.
        used: Duration,
        /// Time it had.
        limit: Duration,
        /// Time beyond the limit that it was granted.
        tolerance: Duration,
    },
    /// It did not answer at all, and was ended by force.
    Hung {
        /// How long it was waited for.
        waited: Duration,
        /// Time it had, if there was a limit.
        limit: Option<Duration>,
        /// What it said last, or nothing.
        last_words: String,
    },
    /// Its process ended.
    Crashed {
        /// The exit status, in the system's words.
        status: String,
        /// The last of its standard error, or nothing.
        complaint: String,
    },
    /// It closed its output and went on running.
    ClosedOutput,
    /// It printed more than anybody could read.
    Flooded,
    /// Its answer is no move.
    Unparsable(String),
    /// Its move is outside the board.
    OffBoard(String),
    /// Its move is a point that holds a stone.
    Occupied(Point),
    /// It does not know the regulation of the match.
    NoRegulation(String),
    /// Its turn of the opening is not legal.
    IllegalTurn {
        /// The turn as it said it.
        turn: String,
        /// What is wrong with it.
        why: String,
    },
    /// Its turn is not one that the rule allows: the stones, and why.
    IllegalStones(String, IllegalMove),
}

impl Failure {
    /// A fixed short name, for statistics and programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Failure::NotStarted(_) | Failure::Refused(_) | Failure::SilentAtStart(_) => {
                "start failed"
            }
            Failure::Late { .. } => "time",
            Failure::Hung { .. } => "no answer",
            Failure::Crashed { .. } => "crash",
            Failure::ClosedOutput => "closed output",
            Failure::Flooded => "flood",
            Failure::Unparsable(_) => "unparsable answer",
            Failure::OffBoard(_) => "off board",
            Failure::Occupied(_) => "occupied point",
            Failure::NoRegulation(_) => "regulation refused",
            Failure::IllegalTurn { .. } => "illegal turn",
            Failure::IllegalStones(..) => "illegal turn",
        }
    }

    /// Whether the process cannot be used any more.
    pub const fn is_fatal(&self) -> bool {
        // An engine that plays impossible moves or prints rubbish is confused; a fresh one is
        // better for the next game.
        !matches!(self, Failure::Late { .. })
    }
}

/// A duration in seconds, for people.
fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NotStarted(error) => write!(f, "could not be started: {error}"),
            Failure::Refused(text) => write!(f, "refused to start a game: {text}"),
            Failure::SilentAtStart(waited) => {
                write!(f, "did not answer START within {}", seconds(*waited))
            }
            Failure::Late { used, limit, tolerance } => write!(
                f,
                "used {} of {} (tolerance {})",
                seconds(*used),
                seconds(*limit),
                seconds(*tolerance)
            ),
            Failure::Hung { waited, limit, last_words } => {
                write!(f, "gave no answer within {}", seconds(*waited))?;
                if let Some(limit) = limit {
                    write!(f, " of {}", seconds(*limit))?;
                }
                if !last_words.is_empty() {
                    write!(f, "; it said '{last_words}'")?;
                }
                Ok(())
            }
            Failure::Crashed { status, complaint } => {
                write!(f, "its process ended ({status})")?;
                if !complaint.is_empty() {
                    write!(f, "; it said '{complaint}'")?;
                }
                Ok(())
            }
            Failure::ClosedOutput => f.write_str("closed its output"),
            Failure::Flooded => f.write_str("printed without end"),
            Failure::Unparsable(text) => write!(f, "answered '{text}', which is no move"),
            Failure::OffBoard(text) => write!(f, "answered {text}, which is outside the board"),
            Failure::Occupied(point) => {
                write!(f, "answered {},{}, which holds a stone", point.x(), point.y())
            }
            Failure::NoRegulation(text) => write!(f, "does not know the regulation: {text}"),
            Failure::IllegalTurn { turn, why } => {
                write!(f, "made the turn '{turn}', which is not legal: {why}")
            }
            Failure::IllegalStones(turn, why) => {
                write!(f, "answered {turn}, an illegal turn: {why}")
            }
        }
    }
}

/// Why a game was over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The winner made a winning run.
    Five,
    /// The loser played a forbidden point.
    Forbidden(Forbidden, Point),
    /// The loser made more than five in a row, under nendzyu.
    Overline,
    /// The loser had no legal turn.
    NoTurn,
    /// No empty point is left.
    FullBoard,
    /// The match allows no more moves.
    MoveLimit(usize),
    /// The loser failed.
    Failure(Failure),
}

impl Ending {
    /// A fixed short name, for statistics and programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Ending::Five => "five",
            Ending::Forbidden(Forbidden::Overline, _) => "overline",
            Ending::Forbidden(Forbidden::DoubleFour, _) => "double four",
            Ending::Forbidden(Forbidden::DoubleThree, _) => "double three",
            Ending::Overline => "overline",
            Ending::NoTurn => "no turn",
            Ending::FullBoard => "full board",
            Ending::MoveLimit(_) => "move limit",
            Ending::Failure(failure) => failure.name(),
        }
    }

    /// One sentence that says who did what.
    pub fn describe(&self, winner: Option<Side>) -> String {
        let loser = winner.map_or("nobody".to_owned(), |side| (!side).to_string());
        match (self, winner) {
            (Ending::Five, Some(side)) => format!("{side} made five"),
            (Ending::Five, None) => "five".to_owned(),
            (Ending::Forbidden(kind, point), _) => {
                format!("{loser} played the forbidden point {},{} ({kind})", point.x(), point.y())
            }
            (Ending::Overline, _) => format!("{loser} made an overline"),
            (Ending::NoTurn, _) => format!("{loser} has no turn left"),
            (Ending::FullBoard, _) => "the board is full".to_owned(),
            (Ending::MoveLimit(moves), _) => format!("nobody has won in {moves} moves"),
            (Ending::Failure(failure), _) => format!("{loser} {failure}"),
        }
    }
}

/// A short printable form of what an engine said.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    printable(text, LONGEST)
}
