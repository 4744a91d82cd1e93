//! Games of the engine with itself under a regulation, against a player who decides badly in the
//! opening: he never exchanges the colours and offers at random. In the game itself both are the same.
//!
//! `cargo run --release --example opening_games -- REGULATION GAMES NODES SEED [self]`: the good
//! player's decisions take NODES positions a search, and so does every move: for each of them a number
//! between NODES and twice as many is drawn, so that games do not repeat. With `self` both players
//! decide well. Prints the score of the good player, and that of the first player.

use tengen::board::{Side, Size};
use tengen::decider::{Wishes, decide_turn};
use tengen::engine::Engine;
use tengen::opening::{Action, Chance, Opening, Person, catalogue};
use tengen::rules::{Outcome, RuleKind};
use tengen::search::{Limits, NullSink, StopFlag};
use tengen::time::MonotonicClock;

/// What the games are played with.
struct Table {
    /// By person.
    engines: [Engine; 2],
    nodes: u64,
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
    fn well(&mut self, opening: &Opening, person: Person, chance: &mut Chance) -> Vec<Action> {
        let wishes = self.wishes(chance);
        let engine = &mut self.engines[index(person)];
        decide_turn(engine, opening, &wishes, &self.clock, None).turn
    }

    /// The next action of a player who decides badly.
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
        self.well(opening, person, chance).into_iter().take(1).collect()
    }

    /// An opening in which `bad`, if anybody, decides badly.
    fn open(&mut self, opening: &mut Opening, bad: Option<Person>, chance: &mut Chance) {
        while let Some(person) = opening.due() {
            let turn = match bad {
                Some(bad) if bad == person => self.badly(opening, person, chance),
                _ => self.well(opening, person, chance),
            };
            assert!(!turn.is_empty(), "somebody who is due has something to do");
            for action in &turn {
                opening.apply(action).expect("what is decided is legal");
            }
        }
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
    let both_well = argument(5).as_deref() == Some("self");
    let regulation = catalogue::find(&name).expect("a regulation of the list");
    let rule = if regulation.renju_only { RuleKind::Renju } else { RuleKind::Freestyle };
    let engine = || {
        let mut engine = Engine::new(rule, Size::RENJU);
        engine.set_table_size(Some(16 << 20));
        engine
    };
    let mut table = Table { engines: [engine(), engine()], nodes, clock: MonotonicClock::new() };
    let (mut good_points, mut first_points) = (0.0, 0.0);
    for game in 0..games {
        let good = if game % 2 == 0 { Person::First } else { Person::Second };
        let regulation = catalogue::find(&name).expect("it was found before");
        let mut opening =
            Opening::new(regulation, rule, Size::RENJU).expect("it is for this board");
        table.open(&mut opening, (!both_well).then_some(!good), &mut chance);
        let winner = table.play_on(&opening, &mut chance).map(|side| opening.holder(side));
        good_points += points(winner, good);
        first_points += points(winner, Person::First);
    }
    let percent = |points: f64| 100.0 * points / games.max(1) as f64;
    println!("{name}: {games} games");
    if !both_well {
        println!("the player who decides well: {:.1} %", percent(good_points));
    }
    println!("the first player: {:.1} %", percent(first_points));
}
