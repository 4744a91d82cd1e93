//! `tengen solve --batch`: a file of problems, several at a time, the results in their order.

use super::SolveArgs;
use super::problems::{self, Problem};
use super::question::{Answer, Question, Verdict};
use super::report::{AnswerDocument, milliseconds};
use crate::board::Size;
use crate::cli::bar;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::rules::RuleKind;
use crate::threat::Vct;
use crossbeam::channel;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

const BAR: &str = "{bar:30} {pos}/{len} {msg} {elapsed}, {eta} to go";

/// One line of results.
#[derive(Clone, Debug, Serialize)]
struct ResultLine {
    /// Number of the problem in its file, from 1.
    problem: usize,
    moves: String,
    side: String,
    kind: String,
    #[serde(flatten)]
    answer: AnswerDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<f64>,
}

/// What is read back of a line of results.
#[derive(Clone, Debug, Deserialize)]
struct KeptLine {
    problem: usize,
    moves: String,
    kind: String,
    result: String,
    nodes: u64,
    milliseconds: Option<f64>,
}

/// Solves the problems of `file`.
///
/// # Errors
/// When the file makes no sense, or results cannot be read or written.
pub fn run(args: &SolveArgs, file: &Path, output: &mut Output) -> Result<(), CommandError> {
    let about = |path: &Path, error: &dyn std::fmt::Display| {
        CommandError::input(format!("{}: {error}", path.display()))
    };
    let text = std::fs::read_to_string(file).map_err(|error| about(file, &error))?;
    let problems = problems::read(&text, args.rule, args.position.size.unwrap_or(Size::RENJU))
        .map_err(|error| about(file, &error))?;
    let mut summary = Summary::default();
    let mut results = match &args.output {
        Some(path) => {
            let kept = Results::open(path, &problems).map_err(|error| about(path, &error))?;
            kept.lines.iter().for_each(|line| summary.add_kept(line));
            Some(kept)
        }
        None => None,
    };
    let done = results.as_ref().map_or(0, |results| results.lines.len());
    let bar = bar::on_terminal(BAR, problems.len() as u64, done as u64);
    solve_all(args, &problems, done, |number, answer| {
        let problem = &problems[number];
        summary.add(problem, answer);
        let line = ResultLine {
            problem: number + 1,
            moves: problem.moves.clone(),
            side: problem.position.side().to_string(),
            kind: problem.kind.clone(),
            answer: AnswerDocument::new(answer, problem.position.size()),
            milliseconds: (!args.no_timings).then(|| milliseconds(answer)),
        };
        let line = serde_json::to_string(&line).map_err(CommandError::failed)?;
        if let Some(results) = &mut results {
            writeln!(results.file, "{line}")?;
        }
        if let Some(bar) = &bar {
            bar.set_message(format!("{} solved", summary.solved()));
            bar.inc(1);
        }
        if args.json {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
        Ok(())
    })?;
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    summary.write(output, args.json, args.no_timings)
}

/// Solves all problems but the first `done` and hands the answers over in order.
fn solve_all(
    args: &SolveArgs,
    problems: &[Problem],
    done: usize,
    mut hand_over: impl FnMut(usize, &Answer) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let next = AtomicUsize::new(done);
    let question = args.question();
    let threads = args.threads.get().min(problems.len().max(1));
    // As many answers may wait for an earlier one as there are threads, and a few more.
    let (sender, receiver) = channel::bounded(threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(problems, question, args.rule, args.solver(), next, &sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = done;
        let mut result = Ok(());
        for (number, answer) in &receiver {
            waiting.insert(number, answer);
            while let Some(answer) = waiting.remove(&due) {
                result = hand_over(due, &answer);
                due += 1;
                if result.is_err() {
                    // Nobody wants the rest; workers notice that the channel is gone.
                    next.store(problems.len(), Ordering::Relaxed);
                    break;
                }
            }
            if result.is_err() {
                break;
            }
        }
        drop(receiver);
        result
    })
}

/// One thread's work: problem after problem, until there is none.
fn work(
    problems: &[Problem],
    question: Question,
    rule: RuleKind,
    mut solver: Vct,
    next: &AtomicUsize,
    sender: &channel::Sender<(usize, Answer)>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(problem) = problems.get(number) else { return };
        let answer = question.answer(&problem.position, rule, &mut solver);
        if sender.send((number, answer)).is_err() {
            return;
        }
    }
}

/// A file of results that is added to.
struct Results {
    /// The lines that were there.
    lines: Vec<KeptLine>,
    file: File,
}

impl Results {
    /// Opens the file, or makes it. A last line that was cut off is dropped.
    fn open(path: &Path, problems: &[Problem]) -> Result<Results, String> {
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error.to_string()),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let line: KeptLine = serde_json::from_str(line)
                .map_err(|error| format!("line {number} is no result: {error}"))?;
            let problem = problems.get(number - 1);
            if line.problem != number || problem.is_none_or(|p| p.moves != line.moves) {
                return Err(format!("line {number} is not the result of problem {number}"));
            }
            lines.push(line);
        }
        let failed = |error: std::io::Error| error.to_string();
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        Ok(Results { lines, file })
    }
}

/// How the problems of one kind went.
#[derive(Debug, Default)]
struct Group {
    wins: usize,
    no_wins: usize,
    unknown: usize,
    nodes: u64,
    milliseconds: Vec<f64>,
}

/// How all problems went.
#[derive(Debug, Default)]
struct Summary {
    groups: BTreeMap<String, Group>,
}

impl Summary {
    fn add(&mut self, problem: &Problem, answer: &Answer) {
        let time = Some(milliseconds(answer));
        self.count(&problem.kind, answer.verdict.name(), answer.nodes, time);
    }

    fn add_kept(&mut self, line: &KeptLine) {
        self.count(&line.kind, &line.result, line.nodes, line.milliseconds);
    }

    fn count(&mut self, kind: &str, result: &str, nodes: u64, milliseconds: Option<f64>) {
        let group = self.groups.entry(kind.to_owned()).or_default();
        match result {
            name if name == Verdict::Win.name() => group.wins += 1,
            name if name == Verdict::NoWin.name() => group.no_wins += 1,
            _ => group.unknown += 1,
        }
        group.nodes += nodes;
        group.milliseconds.extend(milliseconds);
    }

    fn solved(&self) -> usize {
        self.groups.values().map(|group| group.wins).sum()
    }

    fn write(
        &mut self,
        output: &mut Output,
        as_json: bool,
        no_timings: bool,
    ) -> Result<(), CommandError> {
        for (kind, group) in &mut self.groups {
            let problems = group.wins + group.no_wins + group.unknown;
            group.milliseconds.sort_by(f64::total_cmp);
            // Times of results that were kept without are missing.
            let times = &group.milliseconds;
            let times = [0.5, 0.95, 1.0].map(|part| part_of(times, part).filter(|_| !no_timings));
            if as_json {
                let mut line = json!({
                    "kind": kind,
                    "problems": problems,
                    "wins": group.wins,
                    "no_wins": group.no_wins,
                    "unknown": group.unknown,
                    "nodes": group.nodes,
                });
                let names = ["median_milliseconds", "p95_milliseconds", "max_milliseconds"];
                for (name, time) in names.into_iter().zip(times) {
                    if let Some(time) = time {
                        line[name] = json!(time);
                    }
                }
                writeln!(output, "{line}")?;
                continue;
            }
            let percent = 100.0 * group.wins as f64 / problems as f64;
            let name = if kind.is_empty() { "all" } else { kind };
            write!(
                output,
                "{name}: {} of {problems} solved ({percent:.1} %), {} no win, {} unknown, {} \
                 positions",
                group.wins, group.no_wins, group.unknown, group.nodes
            )?;
            if let [Some(median), Some(most), Some(all)] = times {
                write!(
                    output,
                    "; median {median:.1} ms, 95 % in {most:.1} ms, all in {all:.1} ms"
                )?;
            }
            writeln!(output)?;
        }
        Ok(())
    }
}

/// The number below or at which so large a part of the sorted numbers lies.
fn part_of(sorted: &[f64], part: f64) -> Option<f64> {
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_of_the_bar_is_one() {
        assert!(indicatif::ProgressStyle::with_template(BAR).is_ok());
    }

    #[test]
    fn parts_of_sorted_numbers() {
        let numbers: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(part_of(&numbers, 0.5), Some(10.0));
        assert_eq!(part_of(&numbers, 0.95), Some(19.0));
        assert_eq!(part_of(&numbers, 1.0), Some(20.0));
        assert_eq!(part_of(&[], 0.5), None);
    }
}
