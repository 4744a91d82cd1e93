//! Games of the engine with itself under a regulation, against a player who decides badly in the
//! opening: he never exchanges the colours and offers at random. In the game itself both are the same.
//!
//! `cargo run --release --example opening_games -- REGULATION GAMES NODES SEED [WORD ...]`: the good
//! player's decisions take NODES positions a search, and so does every move: for each of them a number
//! between NODES and twice as many is drawn, so that games do not repeat. Words:
//!
//! * `self`: both players decide well.
//! * `random-stones`: what the bad player puts before the other for a choice of colours is at random
//!   too, as his offers are: the stones of an opening, and how many offers are promised with them.
//!   Without this word the good decider puts them for him.
//! * `log`: prints every game: who did what in the opening, what each choice of a player who decides
//!   well was worth to him, and who won.
//!
//! Prints the score of the good player, for each seat, and that of the first player.

use std::fmt::Write;
use tengen::board::{Side, Size};
use tengen::decider::{DecidedTurn, Wishes, decide_turn};
use tengen::engine::Engine;
use tengen::opening::{Action, Chance, Coordinates, Opening, Person, catalogue, turn_text};
use tengen::rules::{Outcome, RuleKind};
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::MonotonicClock;

/// What the games are played with.
struct Table {
    /// By person.
    engines: [Engine; 2],
    nodes: u64,
    random_stones: bool,
    clock: MonotonicClock,
}

fn index(person: Person) -> usize {
    usize::from(person == Person::Second)
}

impl Table {
    fn nodes(&self, chance: &mut Chance) -> u64 {
        self.nodes + chance.below(self.nodes.max(1) as usize) as u64
    }

    fn wishes(&self, chance: &mut Chance) -> Wishes {
        let seed = chance.below(1 << 30) as u64;
        Wishes { nodes: Some(self.nodes(chance)), variety: 30, seed, ..Wishes::default() }
    }

    /// The next actions of a player who decides well.
    fn well(&mut self, opening: &Opening, person: Person, chance: &mut Chance) -> DecidedTurn {
        let wishes = self.wishes(chance);
        let engine = &mut self.engines[index(person)];
        decide_turn(engine, opening, &wishes, &self.clock, None)
    }

    /// The next actions of a player who decides badly.
    fn badly(&mut self, opening: &Opening, person: Person, chance: &mut Chance) -> Vec<Action> {
        let legal = opening.legal();
        if legal.stay {
            return vec![Action::Stay];
        }
        if let Some((count, points)) = legal.offer {
            let mut different = opening.equivalence().representatives(points);
            chance.shuffle(&mut different);
            different.truncate(count as usize);
            return vec![Action::Offer(different)];
        }
        if self.random_stones
            && let Some(turn) = at_random(opening, person, chance)
        {
            return turn;
        }
        self.well(opening, person, chance).turn.into_iter().take(1).collect()
    }

    /// An opening in which `bad`, if anybody, decides badly. Tells what was done.
    fn open(&mut self, opening: &mut Opening, bad: Option<Person>, chance: &mut Chance) -> String {
        let mut told = String::new();
        while let Some(person) = opening.due() {
            let (turn, values) = match bad {
                Some(bad) if bad == person => (self.badly(opening, person, chance), String::new()),
                _ => {
                    let decided = self.well(opening, person, chance);
                    let values = values_text(&decided);
                    (decided.turn, values)
                }
            };
            assert!(!turn.is_empty(), "somebody who is due has something to do");
            let text = turn_text(&turn, Coordinates::Letters, opening.size());
            let _ = write!(told, " | {person:?}: {text}{values}");
            for action in &turn {
                opening.apply(action).expect("what is decided is legal");
            }
        }
        told
    }

    /// The game after an opening: the side that wins, if any.
    fn play_on(&mut self, opening: &Opening, chance: &mut Chance) -> Option<Side> {
        for engine in &mut self.engines {
            engine.new_game(opening.size());
            engine.set_position(opening.position());
        }
        loop {
            if let Some(outcome) = self.engines[0].outcome() {
                return match outcome {
                    Outcome::Draw => None,
                    Outcome::Win { side, .. } => Some(side),
                };
            }
            let side = self.engines[0].position().side();
            let person = opening.holder(side);
            let limits = Limits { nodes: Some(self.nodes(chance)), ..Limits::default() };
            let engine = &mut self.engines[index(person)];
            let report = engine.search(&limits, &StopFlag::new(), &self.clock, &NullSink);
            let point = report.turn(1).expect("a legal move")[0];
            // Where a five can only be stopped on a forbidden point, that is played, and loses.
            if self.engines.iter_mut().any(|engine| engine.play_turn(&[point]).is_err()) {
                return Some(!side);
            }
        }
    }
}

/// Stones at random, and a promise at random with them, of a player after whose turn the other may
/// exchange the colours.
fn at_random(opening: &Opening, person: Person, chance: &mut Chance) -> Option<Vec<Action>> {
    let mut opening = opening.clone();
    let mut turn = Vec::new();
    while opening.due() == Some(person) {
        let legal = opening.legal();
        let action = match legal.promise {
            Some(range) => {
                let numbers: Vec<u32> = range.collect();
                Action::Promise(*chance.pick(&numbers)?)
            }
            None => {
                let points: Vec<_> = legal.place.iter().collect();
                Action::Place(*chance.pick(&points)?)
            }
        };
        opening.apply(&action).ok()?;
        turn.push(action);
    }
    opening.legal().swap.then_some(turn)
}

/// What the choices of a turn were worth to the player, and the next best choices.
fn values_text(decided: &DecidedTurn) -> String {
    let mut text = String::new();
    for decision in &decided.decisions {
        let chosen = decision.candidates[decision.chosen].value;
        let best = decision.candidates.first().map_or(chosen, |candidate| candidate.value);
        let others = decision.candidates.len();
        let _ = write!(text, " ({chosen:+} of {best:+}, {others})");
    }
    text
}

fn points(winner: Option<Person>, of: Person) -> f64 {
    match winner {
        None => 0.5,
        Some(person) => f64::from(u8::from(person == of)),
    }
}

fn main() {
    let argument = |n: usize| std::env::args().nth(n);
    let number = |n: usize| argument(n).map(|text| text.parse::<u64>().expect("a number"));
    let name = argument(1).unwrap_or_else(|| "soosorv-8".to_owned());
    let (games, nodes) = (number(2).unwrap_or(100), number(3).unwrap_or(3000));
    let mut chance = Chance::new(number(4).unwrap_or(1));
    let words: Vec<String> = std::env::args().skip(5).collect();
    let known = ["self", "random-stones", "log"];
    let is_said = |word: &str| words.iter().any(|said| said == word);
    if let Some(unknown) = words.iter().find(|word| !known.contains(&word.as_str())) {
        eprintln!("'{unknown}' is none of {}", known.join(", "));
        std::process::exit(2);
    }
    let both_well = is_said("self");
    let regulation = catalogue::find(&name).expect("a regulation of the list");
    let rule = if regulation.renju_only { RuleKind::Renju } else { RuleKind::Freestyle };
    let engine = || {
        let mut engine = Engine::new(rule, Size::RENJU);
        engine.set_table_size(Some(16 << 20));
        engine
    };
    let engines = [engine(), engine()];
    let random_stones = is_said("random-stones");
    let mut table = Table { engines, nodes, random_stones, clock: MonotonicClock::new() };
    // The good player's points as the first and as the second player, and the first player's.
    let (mut good_points, mut first_points) = ([0.0; 2], 0.0);
    for game in 0..games {
        let good = if game % 2 == 0 { Person::First } else { Person::Second };
        let regulation = catalogue::find(&name).expect("it was found before");
        let mut opening =
            Opening::new(regulation, rule, Size::RENJU).expect("it is for this board");
        let told = table.open(&mut opening, (!both_well).then_some(!good), &mut chance);
        let black = opening.holder(Side::Black);
        let winner = table.play_on(&opening, &mut chance).map(|side| opening.holder(side));
        good_points[index(good)] += points(winner, good);
        first_points += points(winner, Person::First);
        if is_said("log") {
            let shown = opening.canonical().map_or_else(String::new, |shown| shown.to_string());
            let players = if both_well { String::new() } else { format!("good {good:?}, ") };
            println!("{players}black {black:?}, won by {winner:?}: {shown}{told}");
        }
    }
    let percent = |points: f64, games: u64| 100.0 * points / games.max(1) as f64;
    println!("{name}: {games} games");
    if !both_well {
        let [as_first, as_second] = good_points;
        println!(
            "the player who decides well: {:.1} % (first {:.1} %, second {:.1} %)",
            percent(as_first + as_second, games),
            percent(as_first, games.div_ceil(2)),
            percent(as_second, games / 2)
        );
    }
    println!("the first player: {:.1} %", percent(first_points, games));
}
