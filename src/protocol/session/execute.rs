//! What each command does.

use super::settings::most_threads;
use super::think::Task;
use super::{Mode, Session};
use crate::board::{Bits, PlaceError, Point, Size};
use crate::engine::Engine;
use crate::protocol::command::{Command, CommandLine, CommandRow, Shape, Verb};
use crate::protocol::info::MAX_HASH_KB;
use crate::protocol::io::InputLine;
use crate::protocol::list::List;
use crate::protocol::reply::Reply;
use crate::protocol::session::position;
use crate::protocol::text::echo;
use crate::rules::IllegalMove;
use crate::value::Value;
use std::io::Write;
use std::thread;

const NOT_IN_NENDZYU: &str = "that is for rules with one stone a turn, and nendzyu is played";
const NO_GAME: &str = "no game has been started; START n begins one";

impl<W: Write> Session<W> {
    /// Executes a line that need not wait.
    pub(super) fn execute(&mut self, line: &InputLine) {
        let command = CommandLine::find(&line.text);
        let after_path = matches!(self.mode, Mode::Path);
        if after_path {
            self.mode = Mode::Commands;
        }
        if matches!(self.mode, Mode::Offers(_))
            && !command.is_some_and(|command| goes_before_offers(command.row.verb))
            && let Mode::Offers(unoffered) = std::mem::replace(&mut self.mode, Mode::Commands)
        {
            match command.map(|command| command.row.verb) {
                // A new game: the step is given up.
                Some(Verb::Start | Verb::RectStart | Verb::Restart) => {}
                _ => return self.step_offered(unoffered, line),
            }
        }
        match command {
            _ if matches!(self.mode, Mode::List(_)) => self.list_line(line, command),
            Some(command) => self.command(line, command),
            // The path of the command before.
            None if after_path => {}
            None => self.complain(line, Reply::unknown(&line.text)),
        }
    }

    /// Tells what is wrong with a line, unless the line is only half there.
    fn complain(&mut self, line: &InputLine, reply: Reply) {
        if line.whole {
            self.send(&reply);
        }
    }

    pub(super) fn refuse(&mut self, line: &InputLine, why: impl Into<String>) {
        self.complain(line, Reply::error(echo(&line.text), why));
    }

    fn command(&mut self, line: &InputLine, command: CommandLine<'_>) {
        let row = command.row;
        match row.shape {
            Shape::List => self.begin_list(row, command.arguments),
            Shape::Path => {
                self.refuse_file(row);
                if command.arguments.is_empty() {
                    self.mode = Mode::Path;
                }
            }
            Shape::Plain if row.verb == Verb::Unsupported => self.send(&unsupported(row.word)),
            Shape::Plain if needs_game(row.verb) && !self.playing => self.refuse(line, NO_GAME),
            Shape::Plain if row.verb == Verb::OpeningTurn => self.opening_turn(line, &line.text),
            Shape::Plain if row.verb == Verb::Turn && self.is_opening() => {
                self.opening_turn(line, command.arguments);
            }
            Shape::Plain if row.verb == Verb::TakeBack && self.opening.is_some() => {
                self.take_back_in_opening(line, command);
            }
            Shape::Plain if row.verb == Verb::Step && self.engine.rule().has_long_turns() => {
                self.refuse(line, NOT_IN_NENDZYU);
            }
            Shape::Plain if row.verb == Verb::Step => self.step_on_board(row.word, line),
            Shape::Plain if is_refused_in_opening(row.verb) && self.is_opening() => {
                self.refuse(line, "an opening is being played");
            }
            Shape::Plain => match command.parse() {
                Ok(command) => self.perform(command, line),
                // Managers do not wait for an answer to INFO, and take one for something else's.
                Err(why) if row.verb == Verb::Info => {
                    self.complain(line, Reply::Message(format!("{}: {why}", echo(&line.text))));
                }
                Err(why) => self.refuse(line, why),
            },
        }
    }

    fn perform(&mut self, command: Command, line: &InputLine) {
        match command {
            Command::Opening(name) => self.begin_opening(line, &name),
            Command::ShowOpening => self.show_opening(line),
            Command::Start { width, height, two } => self.start(line, width, height, two),
            Command::Restart => self.new_game(self.engine.position().size()),
            Command::Begin => self.begin(line),
            Command::Turn(at) => self.turn(line, &at),
            Command::Play(at) => self.play(line, &at),
            Command::TakeBack(at) => self.take_back(line, &at),
            Command::Done => self.refuse(line, "no list has been begun"),
            Command::Info(setting) => self.info(&setting),
            Command::About => self.send(&Reply::About),
            Command::ShowForbidden => self.show_forbidden(),
            Command::ShowInfo => self.show_info(),
            Command::BestMoves(count) => self.think(Task::BestMoves(count), line),
            Command::Balance { .. } if self.engine.rule().has_long_turns() => {
                self.refuse(line, NOT_IN_NENDZYU);
            }
            Command::Balance { value, two } => {
                let most = i64::from(Value::MAX_SCORE);
                let wish = i32::try_from(value.clamp(-most, most)).unwrap_or(0);
                self.think(if two { Task::BalanceTwo(wish) } else { Task::BalanceOne(wish) }, line);
            }
            Command::BlockReset => self.excluded = Bits::EMPTY,
            Command::HashClear => {
                self.engine.forget();
                self.message("hash table cleared");
            }
            Command::HashUsage => {
                let usage = self.engine.table_usage();
                self.message(format!("hash usage {}.{}%", usage / 10, usage % 10));
            }
            Command::Draw => self.draw(),
            Command::Resign => self.message("RESIGN ACCEPT"),
            // The end is handled where lines arrive, and there is nothing to stop here.
            Command::End | Command::Stop | Command::Nothing => {}
        }
    }

    fn start(&mut self, line: &InputLine, width: i64, height: i64, two: bool) {
        // Yixin-Board names the width first but gives points as row and column.
        let (width, height) =
            if two && self.yixin_board { (height, width) } else { (width, height) };
        // Numbers beyond a byte are as far outside the range as 255 is.
        let side = |number: i64| u8::try_from(number.clamp(0, 255)).unwrap_or(0);
        match Size::new(side(width), side(height)) {
            Ok(size) => self.new_game(size),
            Err(error) => self.refuse(line, error.to_string()),
        }
    }

    fn new_game(&mut self, size: Size) {
        self.engine.new_game(size);
        self.settings.match_clock.new_game();
        self.playing = true;
        self.opening = None;
        self.blocked = Bits::EMPTY;
        self.answered.clear();
        self.last_value = None;
        self.send(&Reply::Ok);
        self.prepare();
    }

    /// Has the tables of the rule computed in the background, so that the first turn need not wait
    /// for them.
    pub(super) fn prepare(&self) {
        let rule = self.engine.rule();
        let thread = thread::Builder::new().name("prepare".to_owned());
        if let Err(error) = thread.spawn(move || Engine::prepare(rule)) {
            log::warn!("nothing can be prepared: {error}");
        }
    }

    fn begin(&mut self, line: &InputLine) {
        if self.is_opening() {
            self.begin_as_first(line);
        } else if self.engine.position().ply() > 0 {
            self.refuse(line, "the board is not empty; BEGIN opens a game");
        } else {
            self.think(Task::Move, line);
        }
    }

    fn turn(&mut self, line: &InputLine, at: &[(i64, i64)]) {
        match self.play_points(at) {
            Ok(_) => self.think(Task::Move, line),
            Err(why) => self.refuse(line, why),
        }
    }

    /// Plays the stones of a turn: all of them, or none.
    ///
    /// # Errors
    /// Why they cannot be played.
    fn play_points(&mut self, at: &[(i64, i64)]) -> Result<Vec<Point>, String> {
        let points: Vec<Point> =
            at.iter().map(|&at| self.point(at)).collect::<Result<_, String>>()?;
        self.engine.play_turn(&points).map_err(|error| self.explain(error, at))?;
        Ok(points)
    }

    /// Why a turn is not legal, and what would be.
    fn explain(&self, error: IllegalMove, at: &[(i64, i64)]) -> String {
        match error {
            IllegalMove::Stones { wanted: 1, .. } if self.engine.rule().has_long_turns() => {
                "the first turn of the game is one stone, on the centre".to_owned()
            }
            IllegalMove::Stones { wanted: 1, .. } => {
                "a point is wanted: column and row from 0, as in 7,7".to_owned()
            }
            IllegalMove::Stones { .. } => format!("{error}: two points are wanted, as in 7,5 8,9"),
            // After the first stone of a pair the point is taken by that.
            IllegalMove::Board(PlaceError::Occupied(_)) if at.len() == 2 && at[0] == at[1] => {
                "the two stones of a turn are on different points".to_owned()
            }
            error => error.to_string(),
        }
    }

    /// The manager's choice of the engine's own move: instead of the answer just given, or, where
    /// none was given, now.
    fn play(&mut self, line: &InputLine, at: &[(i64, i64)]) {
        let last = self.last_points();
        let replaced = !last.is_empty() && last == self.answered;
        if replaced {
            for _ in &last {
                self.engine.undo();
            }
        }
        match self.play_points(at) {
            Ok(points) => {
                self.answered.clone_from(&points);
                self.send(&Reply::Points(points));
            }
            Err(why) => {
                if replaced && let Err(error) = self.engine.play_turn(&last) {
                    log::error!("the stones on {last:?} cannot be put back: {error}");
                }
                self.refuse(line, why);
            }
        }
    }

    /// The stones of the last turn, in their order.
    fn last_points(&self) -> Vec<Point> {
        self.engine.position().last_turn().iter().map(|stone| stone.point).collect()
    }

    fn take_back(&mut self, line: &InputLine, at: &[(i64, i64)]) {
        let last = self.last_points();
        if last.is_empty() {
            self.refuse(line, "the board is empty");
            return;
        }
        let pair = |point: &Point| (i64::from(point.x()), i64::from(point.y()));
        let mut wanted: Vec<(i64, i64)> = last.iter().map(pair).collect();
        let mut given = at.to_vec();
        wanted.sort_unstable();
        given.sort_unstable();
        if given == wanted {
            for _ in &last {
                self.engine.undo();
            }
            self.answered.clear();
            self.send(&Reply::Ok);
        } else {
            let names: Vec<String> =
                last.iter().map(|point| format!("{},{}", point.x(), point.y())).collect();
            let what = if last.len() == 1 { "last stone is" } else { "last stones are" };
            self.refuse(line, format!("the {what} on {}", names.join(" ")));
        }
    }

    /// `TAKEBACK` in a game with an opening: without a point the last turn of the opening, or the
    /// last stone after it; with a point a stone after the opening.
    fn take_back_in_opening(&mut self, line: &InputLine, command: CommandLine<'_>) {
        let last = self.engine.position().last().map(|last| last.point);
        match (command.arguments, self.last_was_turn(), last) {
            (b"", true, _) => self.take_back_turn(line),
            (b"", false, Some(last)) => {
                self.take_back(line, &[(last.x().into(), last.y().into())]);
            }
            (_, true, _) => {
                self.refuse(line, "TAKEBACK alone takes back the last turn of the opening");
            }
            _ => match command.parse() {
                Ok(Command::TakeBack(at)) => self.take_back(line, &at),
                Ok(_) => {}
                Err(why) => self.refuse(line, why),
            },
        }
    }

    fn show_forbidden(&mut self) {
        let forbidden = self.engine.forbidden_points() - self.blocked;
        let mut points: Vec<Point> = forbidden.iter().collect();
        points.sort_unstable_by_key(|point| (point.x(), point.y()));
        self.send(&Reply::Forbidden(points));
    }

    fn show_info(&mut self) {
        self.yixin_board = true;
        self.message(format!("INFO MAX_THREAD_NUM {}", most_threads()));
        // Yixin-Board wants the power of two.
        self.message(format!("INFO MAX_HASH_SIZE {}", MAX_HASH_KB.ilog2()));
    }

    /// A draw is accepted by who expects no more: the engine's side loses, or is not better late
    /// in the game.
    fn draw(&mut self) {
        let position = self.engine.position();
        let late = position.ply() * 4 >= position.size().area() * 3;
        let accept =
            self.last_value.is_some_and(|value| value.is_loss() || (late && value <= Value::DRAW));
        self.message(if accept { "DRAW ACCEPT" } else { "DRAW REJECT" });
    }

    fn refuse_file(&mut self, row: &'static CommandRow) {
        match row.verb {
            Verb::HashFile => {
                self.message(format!("{}: files of the hash table are not supported", row.word));
            }
            _ => self.send(&unsupported(row.word)),
        }
    }

    fn begin_list(&mut self, row: &'static CommandRow, arguments: &[u8]) {
        let mut list = List::new(row, arguments, self.engine.position().size());
        if !self.playing {
            list.refuse_all(NO_GAME.into());
        }
        self.mode = Mode::List(list);
    }

    fn list_line(&mut self, line: &InputLine, command: Option<CommandLine<'_>>) {
        let Mode::List(list) = &mut self.mode else { return };
        let Some(command) = command else {
            list.push(&line.text);
            return;
        };
        match command.row.verb {
            Verb::Done => self.end_list(line),
            // The lines of an opening are turns.
            Verb::OpeningTurn if list.row.verb == Verb::OpenBoard => list.push(&line.text),
            // AlphaGomoku ends one of its lists so.
            Verb::Play if list.row.verb == Verb::Step && command.arguments.is_empty() => {
                self.end_list(line);
            }
            // A new game: the list is given up.
            Verb::Start | Verb::RectStart | Verb::Restart => {
                self.mode = Mode::Commands;
                self.command(line, command);
            }
            // These may come at any time.
            Verb::Info | Verb::About => self.command(line, command),
            Verb::Stop => {}
            // The list from its beginning again.
            _ if command.row.word == list.row.word => {
                self.begin_list(command.row, command.arguments)
            }
            _ => list.refuse(&line.text, "a command inside a list; DONE ends the list"),
        }
    }

    fn end_list(&mut self, line: &InputLine) {
        let Mode::List(list) = std::mem::replace(&mut self.mode, Mode::Commands) else { return };
        let row = list.row;
        if row.verb == Verb::Unsupported {
            self.send(&unsupported(row.word));
            return;
        }
        if row.verb == Verb::OpenBoard {
            let line = &InputLine { text: row.word.into(), ..line.clone() };
            self.open_board(list, line);
            return;
        }
        let arguments = list.arguments.clone();
        let list = match list.finish() {
            Ok(list) => list,
            Err(why) => {
                self.send(&Reply::error(row.word, why));
                return;
            }
        };
        // What is answered is the list, when it is whole.
        let line = &InputLine { text: row.word.into(), ..line.clone() };
        let points = list.iter().map(|(point, _)| *point);
        match row.verb {
            Verb::Block => self.excluded |= points.collect(),
            Verb::BlockUndo => self.excluded -= points.collect(),
            Verb::Step if self.engine.rule().has_long_turns() => {
                self.send(&Reply::error(row.word, NOT_IN_NENDZYU));
            }
            Verb::Step => {
                if let Some(unoffered) =
                    self.step_listed(row.word, &arguments, points.collect(), line)
                {
                    self.mode = Mode::Offers(unoffered);
                }
            }
            _ => {
                let size = self.engine.position().size();
                match position::listed(size, self.engine.rule(), &list) {
                    Ok(listed) => {
                        self.engine.set_position(listed.position);
                        self.opening = None;
                        self.blocked = listed.blocked;
                        self.answered.clear();
                        self.last_value = None;
                    }
                    Err(error) => {
                        self.send(&Reply::error(row.word, error));
                        return;
                    }
                }
                if row.verb == Verb::Board {
                    self.think(Task::Move, line);
                }
            }
        }
    }
}

/// Commands that make no sense before a game has been started.
fn needs_game(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Restart
            | Verb::Begin
            | Verb::Turn
            | Verb::Play
            | Verb::TakeBack
            | Verb::Opening
            | Verb::ShowOpening
            | Verb::OpeningTurn
            | Verb::Step
            | Verb::ShowForbidden
            | Verb::BestMoves
            | Verb::BalanceOne
            | Verb::BalanceTwo
    )
}

/// Commands that may come at any time, also where offers are waited for.
fn goes_before_offers(verb: Verb) -> bool {
    matches!(verb, Verb::Info | Verb::About | Verb::Stop)
}

/// Commands by which the engine moves where only a turn of the opening can be made.
fn is_refused_in_opening(verb: Verb) -> bool {
    matches!(verb, Verb::Play | Verb::BestMoves | Verb::BalanceOne | Verb::BalanceTwo)
}

fn unsupported(word: &str) -> Reply {
    Reply::Unknown(format!("command: {word} is not supported"))
}
