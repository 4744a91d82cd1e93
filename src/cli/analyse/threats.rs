//! What either side threatens, and what stops it, as text and in JSON.

use crate::analysis::{Answer, By, answers, attack, threat_map};
use crate::board::{Position, Side};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::cli::report;
use crate::notation::pos;
use crate::pattern::Threat;
use crate::rules::RuleKind;
use crate::threat::Solution;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Positions looked at for a win by force.
const fn attack_nodes(by: By) -> u64 {
    match by {
        By::Fours => 500_000,
        By::Threats => 200_000,
    }
}

/// Positions looked at for each move that may stop one.
const fn answer_nodes(by: By) -> u64 {
    match by {
        By::Fours => 20_000,
        By::Threats => 5_000,
    }
}

/// More moves than this are counted, not listed.
const MOST_LISTED: usize = 24;

const fn name(threat: Threat) -> &'static str {
    match threat {
        Threat::Nothing => "nothing",
        Threat::Three => "three",
        Threat::DoubleThree => "double three",
        Threat::Four => "four",
        Threat::FourThree => "four and three",
        Threat::DoubleFour => "double four",
        Threat::StraightFour => "straight four",
        Threat::Five => "five",
    }
}

/// The points of one threat.
#[derive(Clone, Debug, Serialize)]
struct Points {
    threat: &'static str,
    points: Vec<String>,
}

/// Whether a side wins by force if it is to move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AttackDocument {
    side: String,
    /// `fours`: every move makes a four; `threats`: every move makes a three or a four.
    by: &'static str,
    /// Whether it is this side's move.
    to_move: bool,
    /// `null` when the search was given up.
    wins: Option<bool>,
    /// The moves of both sides, to the five.
    moves: Vec<String>,
    /// Moves of the other side, which is to move, that stop it.
    stopped_by: Vec<String>,
    /// Fours of the other side that put it off and no more.
    delayed_by: Vec<String>,
    /// Moves of which it was not found out.
    unclear: Vec<String>,
}

/// All of it, in JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ThreatsDocument {
    points: BTreeMap<String, Vec<Points>>,
    attacks: Vec<AttackDocument>,
}

impl ThreatsDocument {
    /// The threats of a position.
    pub(super) fn of(position: &Position, rule: RuleKind) -> ThreatsDocument {
        let size = position.size();
        let map = threat_map(position, rule);
        let points = Side::ALL.into_iter().map(|side| {
            let list = map.of(side).map(|(threat, points)| Points {
                threat: name(threat),
                points: points.iter().map(|point| pos::name(point, size)).collect(),
            });
            (side.to_string(), list.collect())
        });
        let mut attacks = Vec::new();
        for side in [position.side(), !position.side()] {
            let fours = attack_of(position, rule, side, By::Fours);
            // A win by fours is one by threats as well.
            let more =
                (fours.wins != Some(true)).then(|| attack_of(position, rule, side, By::Threats));
            attacks.push(fours);
            attacks.extend(more);
        }
        ThreatsDocument { points: points.collect(), attacks }
    }

    /// As text.
    pub(super) fn write(&self, output: &mut Output) -> Result<(), CommandError> {
        for (side, list) in &self.points {
            writeln!(output, "Points where {side} makes a")?;
            for Points { threat, points } in list {
                writeln!(output, "  {threat:<15} {}", points.join(" "))?;
            }
            if list.is_empty() {
                writeln!(output, "  (nothing that threatens)")?;
            }
        }
        for attack in &self.attacks {
            attack.write(output)?;
        }
        Ok(())
    }
}

fn attack_of(position: &Position, rule: RuleKind, side: Side, by: By) -> AttackDocument {
    let size = position.size();
    let solution = attack(position, rule, side, by, attack_nodes(by));
    let (wins, line) = match solution {
        Solution::Win(line) => (Some(true), line),
        Solution::NoWin => (Some(false), Vec::new()),
        Solution::Unknown => (None, Vec::new()),
    };
    let to_move = position.side() == side;
    let found = match wins {
        Some(true) if !to_move => answers(position, rule, by, answer_nodes(by)),
        _ => Vec::new(),
    };
    let of = |wanted: &[Answer]| -> Vec<String> {
        let matching = found.iter().filter(|(_, answer)| wanted.contains(answer));
        matching.map(|&(point, _)| pos::name(point, size)).collect()
    };
    AttackDocument {
        side: side.to_string(),
        by: match by {
            By::Fours => "fours",
            By::Threats => "threats",
        },
        to_move,
        wins,
        moves: report::point_names(&line, size),
        stopped_by: of(&[Answer::Stops, Answer::Wins]),
        delayed_by: of(&[Answer::Delays]),
        unclear: of(&[Answer::Unknown]),
    }
}

impl AttackDocument {
    fn write(&self, output: &mut Output) -> Result<(), CommandError> {
        let AttackDocument { side, by, .. } = self;
        let condition = if self.to_move { "" } else { ", if it were its move," };
        match self.wins {
            None => writeln!(output, "Whether {side}{condition} wins by {by} was not found out.")?,
            Some(false) => writeln!(output, "No win by {by} for {side}.")?,
            Some(true) => {
                let moves = self.moves.join(" ");
                let length = self.moves.len();
                writeln!(
                    output,
                    "{}{condition} wins by {by} in {length}: {moves}",
                    capitalised(side)
                )?;
                if !self.to_move {
                    let all = |points: &[String]| match points {
                        [] => "nothing".to_owned(),
                        points if points.len() > MOST_LISTED => format!("{} moves", points.len()),
                        points => points.join(" "),
                    };
                    writeln!(output, "  stopped by {}", all(&self.stopped_by))?;
                    if !self.delayed_by.is_empty() {
                        writeln!(output, "  only put off by {}", all(&self.delayed_by))?;
                    }
                    if !self.unclear.is_empty() {
                        writeln!(output, "  unclear after {}", all(&self.unclear))?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
