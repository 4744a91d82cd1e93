//! Answers as text and as JSON.

use super::question::{Answer, Method, Verdict};
use crate::board::{Position, Size};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::cli::report;
use crate::notation::pos;
use crate::rules::RuleKind;
use crate::threat::{Proof, Step};
use serde::Serialize;
use std::io::Write;

/// What `--json` prints of one position.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    rule: &'static str,
    width: u8,
    height: u8,
    moves: Vec<String>,
    side: String,
    #[serde(flatten)]
    answer: AnswerDocument,
    milliseconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<StepDocument>>,
}

/// An answer in JSON, without its time.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerDocument {
    result: &'static str,
    method: Option<&'static str>,
    plies: Option<u32>,
    shortest: bool,
    line: Vec<String>,
    nodes: u64,
}

/// A step of a proof in JSON.
#[derive(Clone, Debug, Serialize)]
struct StepDocument {
    attack: String,
    plies: u32,
    replies: Vec<ReplyDocument>,
    otherwise: Vec<String>,
}

/// A reply in JSON.
#[derive(Clone, Debug, Serialize)]
struct ReplyDocument {
    point: String,
    then: usize,
}

impl AnswerDocument {
    /// The document for an answer about a board of the given size.
    pub fn new(answer: &Answer, size: Size) -> AnswerDocument {
        AnswerDocument {
            result: answer.verdict.name(),
            method: answer.method.map(|method| method.name()),
            plies: answer.proof.as_ref().map(Proof::plies),
            shortest: answer.proof.as_ref().is_some_and(|proof| proof.is_shortest),
            line: report::point_names(&answer.line, size),
            nodes: answer.nodes,
        }
    }
}

impl Document {
    /// The document for an answer about `position`; `tree`: with the proof.
    pub fn new(position: &Position, rule: RuleKind, answer: &Answer, tree: bool) -> Document {
        let size = position.size();
        let steps =
            answer.proof.as_ref().filter(|_| tree).map(|proof| {
                proof.steps.iter().map(|step| StepDocument::new(step, size)).collect()
            });
        Document {
            rule: rule.name(),
            width: size.width(),
            height: size.height(),
            moves: report::played(position),
            side: position.side().to_string(),
            answer: AnswerDocument::new(answer, size),
            milliseconds: milliseconds(answer),
            proof: steps,
        }
    }
}

impl StepDocument {
    fn new(step: &Step, size: Size) -> StepDocument {
        let replies = step.replies.iter();
        StepDocument {
            attack: pos::name(step.attack, size),
            plies: step.plies,
            replies: replies
                .map(|reply| ReplyDocument {
                    point: pos::name(reply.point, size),
                    then: reply.then,
                })
                .collect(),
            otherwise: report::point_names(&step.otherwise, size),
        }
    }
}

/// Time taken, in thousandths of a millisecond.
pub fn milliseconds(answer: &Answer) -> f64 {
    answer.elapsed.as_micros() as f64 / 1000.0
}

/// Prints an answer about `position`; `tree`: with the proof.
///
/// # Errors
/// When it cannot be written.
pub fn write(
    output: &mut Output,
    position: &Position,
    answer: &Answer,
    tree: bool,
) -> Result<(), CommandError> {
    let (side, size) = (position.side(), position.size());
    let work = format!("{} positions, {:.2}s", answer.nodes, answer.elapsed.as_secs_f64());
    match answer.verdict {
        Verdict::Win => {
            let by = answer.method.map_or("", |method| method.name());
            let plies = match &answer.proof {
                Some(proof) if proof.is_shortest => {
                    format!("in {} plies, a shortest win", proof.plies())
                }
                Some(proof) => format!("in {} plies", proof.plies()),
                None => "its proof is not written down".to_owned(),
            };
            writeln!(output, "{side} wins ({by}, {plies}; {work})")?;
            writeln!(output, "  {}", pos::joined(&answer.line, size, " "))?;
        }
        Verdict::NoWin => {
            let kind = match answer.asked {
                Method::Fours => "continuous fours",
                // What a solver does not consider it cannot rule out.
                _ => "the fours and threes that are considered",
            };
            writeln!(output, "{side} has no win by {kind} ({work})")?;
        }
        Verdict::Unknown => {
            writeln!(output, "unknown: no win was found within the limits ({work})")?;
        }
    }
    if let Some(proof) = answer.proof.as_ref().filter(|_| tree) {
        writeln!(output)?;
        Tree { proof, size, lines: vec![None; proof.steps.len()], line: 0 }.write(output)?;
    }
    Ok(())
}

/// A proof as an indented text, each position once.
struct Tree<'a> {
    proof: &'a Proof,
    size: Size,
    /// For each step the line on which it was printed.
    lines: Vec<Option<usize>>,
    line: usize,
}

impl Tree<'_> {
    /// Prints everything. The depth of a proof is bounded by the board, but may be large: there is
    /// a list of what is to come instead of a recursion.
    fn write(&mut self, output: &mut Output) -> Result<(), CommandError> {
        let last = self.proof.steps.len() - 1;
        let mut to_come = vec![(0_usize, None, last)];
        while let Some((depth, reply, number)) = to_come.pop() {
            let step = &self.proof.steps[number];
            self.line += 1;
            let reply = reply.map_or(String::new(), |point| pos::name(point, self.size) + " ");
            let attack = pos::name(step.attack, self.size);
            let indent = "  ".repeat(depth);
            if let Some(line) = self.lines[number] {
                writeln!(output, "{:>5} {indent}{reply}{attack} as in {line}", self.line)?;
                continue;
            }
            self.lines[number] = Some(self.line);
            let otherwise = match step.otherwise.as_slice() {
                [] => String::new(),
                line => format!(" (else, as {})", pos::joined(line, self.size, " ")),
            };
            writeln!(output, "{:>5} {indent}{reply}{attack}{otherwise}", self.line)?;
            for reply in step.replies.iter().rev() {
                to_come.push((depth + 1, Some(reply.point), reply.then));
            }
        }
        Ok(())
    }
}
