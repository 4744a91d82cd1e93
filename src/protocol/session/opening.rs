//! Openings by a regulation: `OPENING`, turns, `OPENBOARD`, `SHOWOPENING`, `TAKEBACK`.
//!
//! The opening itself is [`Opening`], which knows what is legal; here is when which message is
//! allowed, and what the engine's board shows. While an opening lasts the engine's position is that
//! of its stones; after it the game goes on as any other.

use super::Session;
use super::deciding;
use super::think::{Asked, Task};
use crate::board::{Bits, Point, Size};
use crate::opening::{
    Action, ActionKind, Coordinates, Legal, Opening, Person, Region, catalogue, parse_turn,
    turn_text,
};
use crate::protocol::io::InputLine;
use crate::protocol::list::List;
use crate::protocol::reply::Reply;
use crate::protocol::text::echo;
use crate::rules::RuleKind;
use std::io::Write;

/// What a turn has done.
struct Played {
    opening: Opening,
    /// The stone after the opening that belongs to the same turn: where the one who ends it is to
    /// move.
    stone: Option<Point>,
}

/// Text with spaces around commas taken out: managers may put them there.
fn without_spaces_at_commas(text: &str) -> String {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    parts.join(",")
}

/// Does a turn, as text, of the player who is due.
fn play_turn(opening: &Opening, text: &str) -> Result<Played, String> {
    let size = opening.size();
    let name = &opening.regulation().name;
    let turn = parse_turn(&without_spaces_at_commas(text), Coordinates::Numbers, size)
        .map_err(|error| error.to_string())?;
    let refused = |why: String| Err(format!("{why} ({name})"));
    let person = opening.due();
    let mut after = opening.clone();
    let ends_with = |after: &Opening| after.is_over() && Some(after.to_move()) == person;
    match after.apply_turn(&turn) {
        Ok(()) if ends_with(&after) && !is_decided(&after) => {
            refused("the turn has to go on with a stone".to_owned())
        }
        Ok(()) => Ok(Played { opening: after, stone: None }),
        Err(refusal) => {
            if let Some((&Action::Place(stone), turn)) = turn.split_last()
                && after.apply_turn(turn).is_ok()
                && ends_with(&after)
            {
                return Ok(Played { opening: after, stone: Some(stone) });
            }
            refused(refusal.text(Coordinates::Numbers, size))
        }
    }
}

/// Whether the opening's last stone has ended the game.
pub(super) fn is_decided(opening: &Opening) -> bool {
    opening.rule().rule().outcome(&opening.position()).is_some()
}

/// The opening of this name.
pub(super) fn begin(name: &[u8], rule: RuleKind, size: Size) -> Result<Opening, String> {
    if name.is_empty() {
        return Err("a regulation is wanted, as in OPENING soosorv-8".into());
    }
    let regulation = catalogue::find(&String::from_utf8_lossy(name))
        .map_err(|error| ascii(&error.to_string()))?;
    Opening::new(regulation, rule, size).map_err(|error| error.to_string())
}

/// Text as it may be sent: names of files and regulations can be in any script.
fn ascii(text: &str) -> String {
    text.chars()
        .flat_map(|c| if c.is_ascii() { vec![c] } else { c.escape_unicode().collect() })
        .collect()
}

/// What is due in an opening, on one line.
fn state(opening: &Opening) -> String {
    let legal = opening.legal();
    let due = match opening.due() {
        Some(Person::First) => "first",
        Some(Person::Second) => "second",
        None => "none",
    };
    let colour = opening.due().and_then(|person| opening.colour(person));
    let colour = colour.map_or("none".to_owned(), |side| side.to_string());
    let kinds: Vec<&str> = legal.kinds().into_iter().map(ActionKind::word).collect();
    let kinds = if kinds.is_empty() { "none".to_owned() } else { kinds.join(",") };
    let region = match legal.region {
        None => "any".to_owned(),
        Some(Region::Outside(side)) => format!("outside-{side}"),
        Some(region) => region.to_string(),
    };
    let (name, offers) = (ascii(&opening.regulation().name), offers(opening, &legal));
    format!(
        "OPENING {name} due={due} colour={colour} legal={kinds} region={region} offers={offers}"
    )
}

/// How many points are to be offered, are on offer or may be promised at most.
fn offers(opening: &Opening, legal: &Legal) -> u32 {
    if let Some((count, _)) = legal.offer {
        count
    } else if !opening.offers().is_empty() {
        opening.offers().len() as u32
    } else if let Some(promise) = &legal.promise {
        *promise.end()
    } else {
        opening.promised().unwrap_or(0)
    }
}

impl<W: Write> Session<W> {
    /// Whether an opening is being played that is not over.
    pub(super) fn is_opening(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| !opening.is_over())
    }

    /// `OPENING`: this game begins by a regulation.
    pub(super) fn begin_opening(&mut self, line: &InputLine, name: &[u8]) {
        let position = self.engine.position();
        let begun = self.opening.as_ref().is_some_and(|opening| opening.log().len() > 0);
        if position.ply() > 0 || begun {
            self.refuse(line, "the board is not empty; START begins a new game");
            return;
        }
        if !self.blocked.is_empty() {
            self.refuse(line, "points of the board are blocked; START begins a new game");
            return;
        }
        match begin(name, self.engine.rule(), position.size()) {
            Ok(opening) => {
                self.read_values();
                self.set_opening(opening);
                self.send(&Reply::Ok);
            }
            Err(why) => self.refuse(line, why),
        }
    }

    /// Has values of openings read that earlier games have left.
    fn read_values(&self) {
        if let Some(folder) = self.settings.own_folder() {
            deciding::read_values(&self.opening_values, folder);
        }
    }

    /// Takes over a state of the opening, its stones included.
    fn set_opening(&mut self, opening: Opening) {
        self.engine.set_position(opening.position());
        self.answered.clear();
        self.last_value = None;
        self.opening = Some(opening);
    }

    /// `BEGIN` in an opening: the engine is the first player.
    pub(super) fn begin_as_first(&mut self, line: &InputLine) {
        let Some(opening) = &self.opening else { return };
        if opening.log().len() > 0 {
            self.refuse(line, "the opening has begun; BEGIN makes its first turn");
            return;
        }
        self.go_on(line);
    }

    /// The other player's turn in an opening. The engine answers with its own.
    pub(super) fn opening_turn(&mut self, line: &InputLine, turn: &[u8]) {
        let Some(opening) = self.opening.clone().filter(|opening| !opening.is_over()) else {
            let why = match &self.opening {
                Some(_) => "the opening is over",
                None => "there is no opening; OPENING begins one",
            };
            self.refuse(line, why);
            return;
        };
        match play_turn(&opening, &String::from_utf8_lossy(turn)) {
            Ok(played) => {
                self.set_opening(played.opening);
                if let Some(stone) = played.stone
                    && let Err(error) = self.engine.play(stone)
                {
                    self.set_opening(opening);
                    self.refuse(line, error.to_string());
                    return;
                }
                self.go_on(line);
            }
            Err(why) => self.refuse(line, ascii(&why)),
        }
    }

    /// Makes the engine's turn, or its move if the opening is over.
    fn go_on(&mut self, line: &InputLine) {
        match self.opening.clone().filter(|opening| !opening.is_over()) {
            Some(opening) => self.decide(Task::Turn, &opening, line),
            None => self.think(Task::Move, line),
        }
    }

    /// The engine's turn has been decided.
    pub(super) fn answer_turn(&mut self, turn: &[Action], asked: &Asked) -> Result<(), String> {
        let Some(mut opening) = self.opening.clone() else {
            return Err("the opening has been given up".into());
        };
        let person = opening.due();
        opening
            .apply_turn(turn)
            .map_err(|refusal| ascii(&refusal.text(Coordinates::Numbers, opening.size())))?;
        let text = turn_text(turn, Coordinates::Numbers, opening.size());
        let goes_on =
            opening.is_over() && Some(opening.to_move()) == person && !is_decided(&opening);
        self.set_opening(opening);
        if goes_on {
            // The table ends with a decision, and who has made it is to move.
            let task = Task::LastStone(text);
            self.search(task, asked.line.clone(), asked.started, Bits::EMPTY, false);
        } else {
            self.send(&Reply::Turn(text));
        }
        Ok(())
    }

    /// `SHOWOPENING`.
    pub(super) fn show_opening(&mut self, line: &InputLine) {
        match &self.opening {
            Some(opening) => {
                let state = state(opening);
                self.send(&Reply::Turn(state));
            }
            None => self.refuse(line, "there is no opening; OPENING begins one"),
        }
    }

    /// `TAKEBACK` of a turn of the opening, whole. With `at` the manager means a stone.
    pub(super) fn take_back_turn(&mut self, line: &InputLine) {
        let Some(mut opening) = self.opening.clone() else { return };
        if opening.undo_turn().is_empty() {
            self.refuse(line, "no turn has been made");
            return;
        }
        self.set_opening(opening);
        self.send(&Reply::Ok);
    }

    /// Whether the last thing that was done in the game is a turn of its opening.
    pub(super) fn last_was_turn(&self) -> bool {
        let stones = self.opening.as_ref().map(|opening| opening.stones().len());
        stones == Some(self.engine.position().ply())
    }

    /// `OPENBOARD`: an opening from its turns. The engine makes the turn that is due.
    pub(super) fn open_board(&mut self, mut list: List, line: &InputLine) {
        let turns = list.take_turns();
        let name = std::mem::take(&mut list.arguments);
        let word = list.row.word;
        if let Err(why) = list.finish() {
            self.send(&Reply::error(word, why));
            return;
        }
        let before = (self.opening.clone(), self.engine.position().clone(), self.blocked);
        let size = self.engine.position().size();
        let played = begin(&name, self.engine.rule(), size).and_then(|opening| {
            self.read_values();
            self.blocked = Bits::EMPTY;
            self.set_opening(opening);
            for (number, turn) in (1..).zip(&turns) {
                let told = |why: String| {
                    format!("line {number} ({}): {}", echo(turn.as_bytes()), ascii(&why))
                };
                self.replay(turn).map_err(told)?;
            }
            Ok(())
        });
        if let Err(why) = played {
            (self.opening, self.blocked) = (before.0, before.2);
            self.engine.set_position(before.1);
            self.send(&Reply::error(word, why));
            return;
        }
        self.go_on(line);
    }

    /// One line of an opening's turns, or of the game after it.
    fn replay(&mut self, turn: &str) -> Result<(), String> {
        let Some(opening) = &self.opening else { return Ok(()) };
        if opening.is_over() {
            let size = opening.size();
            let text = without_spaces_at_commas(turn);
            let point = Coordinates::Numbers.read(&text, size);
            let point = point.ok_or("the opening is over: a point x,y is wanted")?;
            return self.engine.play(point).map_err(|error| error.to_string());
        }
        let played = play_turn(opening, turn)?;
        self.set_opening(played.opening);
        match played.stone {
            Some(stone) => self.engine.play(stone).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    /// Whether the rule may be changed to `rule`: an opening goes on under another rule only where
    /// its regulation is for that rule too.
    pub(super) fn opening_allows(&mut self, rule: RuleKind) -> bool {
        let Some(opening) = self.opening.as_ref().filter(|opening| !opening.is_over()) else {
            return true;
        };
        // A regulation that was chosen by rejecting others is the first one of the log.
        let mut first = opening.clone();
        while first.undo().is_some() {}
        let begun = Opening::new(first.regulation().clone(), rule, opening.size());
        let Ok(mut changed) = begun else { return false };
        let log: Vec<Action> = opening.log().map(|(_, action)| action.clone()).collect();
        if log.iter().any(|action| changed.apply(action).is_err()) {
            return false;
        }
        self.opening = Some(changed);
        true
    }
}
