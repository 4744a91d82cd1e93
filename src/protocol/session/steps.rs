//! Openings in the words of other programs: `SWAP2BOARD` of Gomocup, the steps of Yixin-Board and
//! of AlphaGomoku.
//!
//! Each step names a moment of a regulation: so many stones, and what is due after them. It is
//! brought to that moment on the same machine as our own openings, the same decider decides, and
//! the decided turn is written in the words of the step. No rule is known here. The game on the
//! board stays as it was.

use super::Session;
use super::opening;
use super::think::Task;
use crate::board::Point;
use crate::opening::{Action, Opening};
use crate::protocol::io::InputLine;
use crate::protocol::reply::Reply;
use crate::protocol::text::number;
use std::io::Write;

/// What the number after a step's word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// There is none.
    Nothing,
    /// The most offers that may be promised: part of the regulation's name.
    Limit,
    /// How many offers are promised.
    Promised,
    /// The same, to be counted: all stones after the fourth are offers.
    Counted,
}

/// What is due after the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// Whatever the regulation has next.
    Next,
    /// The same, after a couple of stones.
    AfterCouple,
    /// The colours have been chosen: what comes after that.
    AfterColour,
    /// The offers have been made: the choice.
    Choice,
}

/// Whose words the answer is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// Points and `SWAP` on one line.
    Line,
    /// `MESSAGE` lines that begin with this word.
    Yixin(&'static str),
}

/// A step.
#[derive(Debug)]
struct Step {
    word: &'static str,
    regulation: &'static str,
    /// Numbers of stones with which it can be asked.
    stones: &'static [usize],
    number: Number,
    due: Due,
    words: Words,
}

const fn step(
    word: &'static str,
    regulation: &'static str,
    stones: &'static [usize],
    number: Number,
    due: Due,
) -> Step {
    Step { word, regulation, stones, number, due, words: Words::Line }
}

const fn yixin(
    word: &'static str,
    regulation: &'static str,
    stones: &'static [usize],
    number: Number,
    due: Due,
) -> Step {
    let words = match regulation.as_bytes() {
        b"swap2" => Words::Yixin("SWAP2"),
        _ => Words::Yixin("SOOSORV"),
    };
    Step { word, regulation, stones, number, due, words }
}

const ANY: &[usize] = &[0, 1, 2, 3, 4, 5];
const SOME: &[usize] = &[1, 2, 3, 4, 5];

/// Every step. A regulation whose name ends with `-` takes the number as its parameter.
///
/// Two steps of Taraguchi cannot offer and two do nothing else; so the former are those of
/// Tarannikov, which is the same without offers, and the latter those of Yamaguchi after its fourth
/// stone, where there are offers and nothing else.
#[rustfmt::skip]
const STEPS: &[Step] = &[
    step("SWAP2BOARD", "swap2", &[0, 3, 5], Number::Nothing, Due::Next),
    yixin("YXSWAP2STEP1", "swap2", &[0], Number::Nothing, Due::Next),
    yixin("YXSWAP2STEP2", "swap2", &[3], Number::Nothing, Due::Next),
    yixin("YXSWAP2STEP3", "swap2", &[5], Number::Nothing, Due::Next),
    yixin("YXSOOSORVSTEP1", "soosorv-8", &[0], Number::Nothing, Due::Next),
    yixin("YXSOOSORVSTEP2", "soosorv-8", &[3], Number::Nothing, Due::Next),
    yixin("YXSOOSORVSTEP3", "soosorv-8", &[3], Number::Nothing, Due::AfterColour),
    yixin("YXSOOSORVSTEP4", "soosorv-8", &[4], Number::Promised, Due::Next),
    yixin("YXSOOSORVSTEP5", "soosorv-8", &[4], Number::Promised, Due::AfterColour),
    yixin("YXSOOSORVSTEP6", "soosorv-8", &[4], Number::Counted, Due::Choice),
    step("SWAP1STBOARD", "swap-first", &[0, 1], Number::Nothing, Due::Next),
    step("SWAPBOARD", "swap", &[0, 3], Number::Nothing, Due::Next),
    step("SWAP5STEP1", "swap5", &[0], Number::Nothing, Due::Next),
    step("SWAP5STEP2", "swap5", SOME, Number::Nothing, Due::Next),
    step("SWAP5STEP3", "swap5", SOME, Number::Nothing, Due::AfterColour),
    step("PROBOARD", "pro", &[0, 1, 2], Number::Nothing, Due::Next),
    step("LONGPROBOARD", "long-pro", &[0, 1, 2], Number::Nothing, Due::Next),
    step("RIFSTEP1", "rif", &[0], Number::Nothing, Due::Next),
    step("RIFSTEP2", "rif", &[3], Number::Nothing, Due::Next),
    step("RIFSTEP3", "rif", &[3], Number::Nothing, Due::AfterColour),
    step("RIFSTEP4", "rif", &[4], Number::Nothing, Due::Next),
    step("RIFSTEP5", "rif", &[4], Number::Nothing, Due::Choice),
    step("YAMAGUCHISTEP1", "yamaguchi", &[0], Number::Nothing, Due::Next),
    step("YAMAGUCHISTEP2", "yamaguchi-", &[3], Number::Promised, Due::Next),
    step("YAMAGUCHISTEP3", "yamaguchi-", &[3], Number::Promised, Due::AfterColour),
    step("YAMAGUCHISTEP4", "yamaguchi-", &[4], Number::Promised, Due::Next),
    step("YAMAGUCHISTEP5", "yamaguchi-", &[4], Number::Promised, Due::Choice),
    step("SOOSYRVSTEP1", "soosorv-", &[0], Number::Limit, Due::Next),
    step("SOOSYRVSTEP2", "soosorv-", &[3], Number::Limit, Due::Next),
    step("SOOSYRVSTEP3", "soosorv-", &[3], Number::Limit, Due::AfterColour),
    step("SOOSYRVSTEP4", "soosorv-", &[4], Number::Promised, Due::Next),
    step("SOOSYRVSTEP5", "soosorv-", &[4], Number::Promised, Due::AfterColour),
    step("SOOSYRVSTEP6", "soosorv-", &[4], Number::Promised, Due::Choice),
    step("TARAGUCHISTEP1", "tarannikov", ANY, Number::Nothing, Due::AfterColour),
    step("TARAGUCHISTEP2", "tarannikov", SOME, Number::Nothing, Due::Next),
    step("TARAGUCHISTEP3", "yamaguchi-", &[4], Number::Promised, Due::Next),
    step("TARAGUCHISTEP4", "yamaguchi-", &[4], Number::Promised, Due::Choice),
    step("SAKATASTEP1", "sakata", &[0], Number::Nothing, Due::Next),
    step("SAKATASTEP2", "sakata", &[3], Number::Nothing, Due::Next),
    step("SAKATASTEP3", "sakata", &[5], Number::Nothing, Due::Next),
    step("TARANNIKOVSTEP1", "tarannikov", ANY, Number::Nothing, Due::AfterColour),
    step("TARANNIKOVSTEP2", "tarannikov", SOME, Number::Nothing, Due::Next),
    step("LIANHUANSTEP1", "lianhuan", ANY, Number::Nothing, Due::AfterColour),
    step("LIANHUANSTEP2", "lianhuan", &[2, 3, 4, 5], Number::Nothing, Due::AfterCouple),
];

/// Stones after which offers come.
const BEFORE_OFFERS: usize = 4;

/// A step that has been asked, at its moment of the regulation.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) opening: Opening,
    words: Words,
    /// Stones of the question that the answer repeats: a single offer, which is chosen by itself.
    repeated: Vec<Point>,
}

/// A step whose list is whole and whose offers are still to come, on a line of their own.
#[derive(Debug)]
pub(super) struct Unoffered {
    word: &'static str,
    arguments: Vec<u8>,
    stones: Vec<Point>,
}

/// How a step is written, for errors.
fn counts(step: &Step) -> String {
    let counts: Vec<String> = step.stones.iter().map(usize::to_string).collect();
    match counts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The step of this word.
fn find(word: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.word == word)
}

/// Brings an opening to the moment of a step.
fn reach(
    opening: &mut Opening,
    step: &Step,
    stones: &[Point],
    promised: Option<u32>,
    offers: &[Point],
) -> Result<(), String> {
    let text = |refusal: crate::opening::Refusal, opening: &Opening| {
        let why = refusal.text(crate::opening::Coordinates::Numbers, opening.size());
        format!("{why} ({})", opening.regulation().name)
    };
    let go = |opening: &mut Opening, action: Action| {
        opening.apply(&action).map_err(|refusal| text(refusal, opening))
    };
    for (number, &stone) in (1..).zip(stones) {
        loop {
            let legal = opening.legal();
            let ends_couple = step.due == Due::AfterCouple && number == stones.len();
            let action = match (legal.promise, promised) {
                _ if legal.finish && !ends_couple => Action::Finish,
                _ if !legal.place.is_empty() => break,
                _ if legal.stay => Action::Stay,
                (Some(_), Some(promised)) => Action::Promise(promised),
                _ => break,
            };
            go(opening, action)?;
        }
        go(opening, Action::Place(stone))?;
    }
    if let (Some(_), Some(promised)) = (opening.legal().promise, promised) {
        go(opening, Action::Promise(promised))?;
    }
    if matches!(step.due, Due::Next | Due::AfterCouple) {
        return Ok(());
    }
    let legal = opening.legal();
    if legal.stay {
        go(opening, Action::Stay)?;
    } else if legal.finish {
        go(opening, Action::Finish)?;
    }
    match (step.due, offers) {
        (Due::Choice, &[single]) if promised == Some(1) => go(opening, Action::Place(single)),
        (Due::Choice, offers) => go(opening, Action::Offer(offers.to_vec())),
        _ => Ok(()),
    }
}

impl<W: Write> Session<W> {
    /// A step without a list: the stones are those of the board, if it wants any.
    pub(super) fn step_on_board(&mut self, word: &'static str, line: &InputLine) {
        let Some(step) = find(word) else { return };
        let stones = match step.stones {
            [0] => Vec::new(),
            _ => self.engine.position().history().iter().map(|stone| stone.point).collect(),
        };
        self.step(step, b"", stones, &[], line);
    }

    /// A step with the stones of its list.
    pub(super) fn step_listed(
        &mut self,
        word: &'static str,
        arguments: &[u8],
        stones: Vec<Point>,
        line: &InputLine,
    ) -> Option<Unoffered> {
        let step = find(word)?;
        if step.due != Due::Choice {
            self.step(step, arguments, stones, &[], line);
            return None;
        }
        if stones.len() == BEFORE_OFFERS && step.number != Number::Counted {
            return Some(Unoffered { word, arguments: arguments.to_vec(), stones });
        }
        let (stones, offers) = stones.split_at(stones.len().min(BEFORE_OFFERS));
        self.step(step, arguments, stones.to_vec(), offers, line);
        None
    }

    /// The offers of a step, as a line of points.
    pub(super) fn step_offered(&mut self, unoffered: Unoffered, line: &InputLine) {
        let Unoffered { word, arguments, stones } = unoffered;
        let Some(step) = find(word) else { return };
        let size = self.engine.position().size();
        let text = String::from_utf8_lossy(&line.text).into_owned();
        let words = text.split_whitespace();
        let points: Option<Vec<Point>> =
            words.map(|word| crate::opening::Coordinates::Numbers.read(word, size)).collect();
        let asked = InputLine { text: word.into(), ..line.clone() };
        match points {
            Some(points) => self.step(step, &arguments, stones, &points, &asked),
            None => {
                self.refuse(&asked, "the offers are wanted on the line after DONE, as in 7,7 8,8")
            }
        }
    }

    /// Answers a step.
    fn step(
        &mut self,
        step: &'static Step,
        arguments: &[u8],
        stones: Vec<Point>,
        offers: &[Point],
        line: &InputLine,
    ) {
        let line = &InputLine { text: step.word.into(), ..line.clone() };
        match self.moment(step, arguments, stones, offers) {
            // A single offer leaves nothing to choose, and this program asks for nothing else.
            Ok(moment) if moment.is_chosen() => {
                let point = moment.repeated[0];
                self.message(format!("SOOSORV MOVE5C {} {}", point.x(), point.y()));
            }
            Ok(moment) => {
                let opening = moment.opening.clone();
                self.decide(Task::Step(Box::new(moment)), &opening, line);
            }
            Err(why) => self.refuse(line, why),
        }
    }

    /// The moment that a step is about.
    fn moment(
        &self,
        step: &'static Step,
        arguments: &[u8],
        stones: Vec<Point>,
        offers: &[Point],
    ) -> Result<Moment, String> {
        if !step.stones.contains(&stones.len()) {
            let (wanted, count) = (counts(step), stones.len());
            return Err(format!("{wanted} stones are wanted, and there are {count}"));
        }
        let told = number(arguments).and_then(|number| u32::try_from(number).ok());
        let promised = match step.number {
            Number::Nothing => None,
            Number::Counted if offers.is_empty() => {
                return Err("4 stones and the offers are wanted, and there are no offers".into());
            }
            Number::Counted => Some(offers.len() as u32),
            Number::Limit | Number::Promised => {
                let missing = || format!("a number of offers is wanted, as in {} 8", step.word);
                Some(told.ok_or_else(missing)?)
            }
        };
        let name = match (step.regulation.ends_with('-'), step.number, promised) {
            (true, Number::Limit, Some(limit)) => format!("{}{limit}", step.regulation),
            // The regulation has no limit here that a promise could be beyond, but for the most
            // offers that there can be.
            (true, _, Some(promised)) => format!("{}{}", step.regulation, promised.max(MOST_USUAL)),
            _ => step.regulation.to_owned(),
        };
        let promised = promised.filter(|_| step.number != Number::Limit);
        let position = self.engine.position();
        let mut opening = opening::begin(name.as_bytes(), self.engine.rule(), position.size())?;
        reach(&mut opening, step, &stones, promised, offers)?;
        let repeated = match (step.due, promised) {
            (Due::Choice, Some(1)) => offers.to_vec(),
            _ => Vec::new(),
        };
        if opening.is_over() {
            return Err("nothing is to be decided after these stones".into());
        }
        Ok(Moment { opening, words: step.words, repeated })
    }

    /// Answers a step with the decided turn.
    pub(super) fn answer_step(&mut self, moment: &Moment, turn: &[Action]) {
        match moment.words {
            Words::Line => {
                let text = line_words(&moment.repeated, turn);
                self.send(&Reply::Turn(text));
            }
            Words::Yixin(family) => {
                let stones = moment.opening.stones().len();
                for text in yixin_words(family, stones, turn) {
                    self.message(text);
                }
            }
        }
    }
}

/// More offers than usual regulations allow have tables of their own.
const MOST_USUAL: u32 = 10;

impl Moment {
    /// Whether a program that asks for nothing but the choice has it already.
    fn is_chosen(&self) -> bool {
        matches!(self.words, Words::Yixin(_)) && !self.repeated.is_empty()
    }
}

/// A turn as points and numbers on one line. Whoever puts no stone leaves the next one to the other
/// player, which these programs call `SWAP`, whichever colour he holds: a first player who keeps Black
/// after five stones of swap2 says so too.
fn line_words(repeated: &[Point], turn: &[Action]) -> String {
    let point = |point: &Point| format!("{},{}", point.x(), point.y());
    let mut words: Vec<String> = repeated.iter().map(point).collect();
    for action in turn {
        match action {
            Action::Place(at) | Action::Choose(at) => words.push(point(at)),
            Action::Offer(points) => words.extend(points.iter().map(point)),
            Action::Promise(number) => words.push(number.to_string()),
            _ => {}
        }
    }
    if words.is_empty() { "SWAP".to_owned() } else { words.join(" ") }
}

/// A turn as the messages that Yixin-Board reads, its points in the order of its lists. What comes
/// after a colour or a choice is asked for by the next step.
fn yixin_words(family: &str, stones: usize, turn: &[Action]) -> Vec<String> {
    const OFFERED: usize = 4;
    let point = |point: &Point| format!("{} {}", point.x(), point.y());
    let fifths = |points: &[Point]| {
        let begin = std::iter::once(format!("{family} MOVE5 REFRESH"));
        let points = points.iter().map(|at| format!("{family} MOVE5 {}", point(at)));
        begin.chain(points).chain([format!("{family} MOVE5 DONE")]).collect()
    };
    let mut messages: Vec<String> = Vec::new();
    let mut number = stones;
    for action in turn {
        match action {
            Action::Swap | Action::Stay => {
                let which = if stones == 3 { 1 } else { 2 };
                // Whoever puts no stone leaves the next one, White's, to the other player.
                let answer = if turn.len() == 1 { "YES" } else { "NO" };
                return vec![format!("{family} SWAP{which} {answer}")];
            }
            Action::Offer(points) => return fifths(points),
            Action::Choose(at) => return vec![format!("{family} MOVE5C {}", point(at))],
            Action::Place(at) if family == "SOOSORV" && stones == OFFERED => return fifths(&[*at]),
            Action::Place(at) => {
                number += 1;
                messages.push(format!("{family} MOVE{number} {}", point(at)));
            }
            Action::Promise(promised) => {
                if let Some(last) = messages.last_mut() {
                    last.push_str(&format!(" {promised}"));
                }
            }
            _ => {}
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::{COMMANDS, FOREIGN_STEPS, Verb};

    #[test]
    fn every_step_is_a_command_and_every_command_a_step() {
        let mut commands: Vec<&str> = COMMANDS
            .iter()
            .chain(FOREIGN_STEPS)
            .filter(|row| row.verb == Verb::Step)
            .map(|row| row.word)
            .collect();
        let mut steps: Vec<&str> = STEPS.iter().map(|step| step.word).collect();
        commands.sort_unstable();
        steps.sort_unstable();
        assert_eq!(commands, steps);
    }

    #[test]
    fn turns_in_the_words_of_others() {
        let (a, b) = (Point::at(7, 6), Point::at(10, 4));
        let turn = [Action::Stay, Action::Place(a), Action::Promise(3)];
        assert_eq!(line_words(&[], &turn), "7,6 3");
        assert_eq!(line_words(&[b], &[Action::Place(a)]), "10,4 7,6");
        assert_eq!(line_words(&[], &[Action::Swap]), "SWAP");
        assert_eq!(yixin_words("SOOSORV", 3, &turn), ["SOOSORV SWAP1 NO"]);
        assert_eq!(yixin_words("SOOSORV", 3, &turn[1..]), ["SOOSORV MOVE4 7 6 3"]);
        // After five stones of swap2 the first player holds Black.
        assert_eq!(line_words(&[], &[Action::Stay]), "SWAP");
        assert_eq!(line_words(&[], &[Action::Swap, Action::Place(a)]), "7,6");
        assert_eq!(yixin_words("SWAP2", 5, &[Action::Stay]), ["SWAP2 SWAP2 YES"]);
        let takes_white = [Action::Swap, Action::Place(a)];
        assert_eq!(yixin_words("SWAP2", 5, &takes_white), ["SWAP2 SWAP2 NO"]);
        let offered = ["SOOSORV MOVE5 REFRESH", "SOOSORV MOVE5 7 6", "SOOSORV MOVE5 DONE"];
        assert_eq!(yixin_words("SOOSORV", 4, &[Action::Place(a), Action::Place(b)]), offered);
        let couple = [Action::Place(a), Action::Place(b)];
        assert_eq!(yixin_words("SWAP2", 3, &couple), ["SWAP2 MOVE4 7 6", "SWAP2 MOVE5 10 4"]);
    }
}
