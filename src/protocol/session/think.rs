//! Searches: how they are started, what they tell, and what their result is to the manager.

use super::deciding::Deciding;
use super::settings::at_once;
use super::steps::Moment;
use super::{CLOSING_TIME, Session};
use crate::board::{Bits, NullObserver, Point, Side};
use crate::engine::Thinking;
use crate::opening::Chance;
use crate::protocol::io::{Event, InputLine};
use crate::protocol::reply::{self, Reply};
use crate::protocol::text::echo;
use crate::rules::nendzyu::{are_collinear, has_pair};
use crate::rules::{IllegalMove, Outcome, WinReason};
use crate::search::{
    EventSink, ForcedWin, ForcedWinFound, Goal, Limits, Line, Progress, SearchReport, Strength,
    TimeLimit,
};
use crate::time::Budget;
use crossbeam::channel::Sender;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// Iterations of the first moments are not told one by one.
const QUIET: Duration = Duration::from_millis(100);
/// Time of a search whose answer is wanted because the input has ended.
const HURRIED: Duration = Duration::from_millis(10);

/// What is searched for, and so what the answer will be.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// The engine's move.
    Move,
    /// The best moves, about so many, and the best of them as the engine's move.
    BestMoves(i64),
    /// The move that brings the value nearest to this.
    BalanceOne(i32),
    /// The two moves that do.
    BalanceTwo(i32),
    /// The engine's turn in the opening.
    Turn,
    /// The move that ends this turn of the opening.
    LastStone(String),
    /// An answer to another program's step of an opening.
    Step(Box<Moment>),
}

/// What is going on in another thread.
#[derive(Debug)]
pub(super) enum Work {
    /// A search of the position on the board.
    Search(Thinking),
    /// A decision in an opening.
    Decision(Deciding),
}

/// A search, or a decision in an opening, under way.
#[derive(Debug)]
pub(super) struct Running {
    work: Work,
    asked: Asked,
    stop_at: Duration,
    stopped: bool,
}

/// What a search was asked for, and what it has told so far.
#[derive(Debug)]
pub(super) struct Asked {
    task: Task,
    /// The command that the answer is for.
    pub(super) line: InputLine,
    /// From when its time counts.
    pub(super) started: Duration,
    /// How many lines of play it gives.
    lines: usize,
    /// Whether nothing is told before the end: a weakened engine keeps to itself what it sees and
    /// does not play.
    is_quiet: bool,
    /// The last line of each rank that the manager was told.
    told: Vec<Line>,
    /// What the manager was not told yet.
    held: Vec<Progress>,
}

impl Asked {
    /// Nothing has been told yet.
    pub(super) fn new(task: Task, line: InputLine, started: Duration, lines: usize) -> Asked {
        let (told, held) = (Vec::new(), Vec::new());
        Asked { task, line, started, lines, is_quiet: false, told, held }
    }
}

impl Running {
    /// Work that has begun and ends at a moment at the latest.
    pub(super) fn new(work: Work, asked: Asked, stop_at: Duration) -> Running {
        Running { work, asked, stop_at, stopped: false }
    }

    /// When the command arrived that it answers.
    pub(super) fn requested(&self) -> Duration {
        self.asked.line.at
    }

    /// When it has to be stopped, unless it has been.
    pub(super) fn stop_at(&self) -> Option<Duration> {
        (!self.stopped).then_some(self.stop_at)
    }

    pub(super) fn stop(&mut self) {
        self.stopped = true;
        match &self.work {
            Work::Search(thinking) => thinking.stop(),
            Work::Decision(deciding) => deciding.stop(),
        }
    }
}

/// Sends what a search tells to the session.
struct Sink(Sender<Event>);

impl EventSink for Sink {
    fn progress(&self, progress: &Progress) {
        // A session that is gone wants no events.
        let _ = self.0.send(Event::Progress(progress.clone()));
    }

    fn finished(&self) {
        let _ = self.0.send(Event::Finished);
    }
}

impl<W: Write> Session<W> {
    /// Starts the search for `task`, or tells why there is nothing to search for.
    pub(super) fn think(&mut self, task: Task, line: &InputLine) {
        let excluded = match self.excluded_now() {
            Ok(excluded) => excluded,
            Err(why) => {
                self.send(&Reply::error(echo(&line.text), why));
                return;
            }
        };
        let over = self.end_of_game();
        if let Some(reason) = &over {
            self.message(format!("the game is over: {reason}"));
        }
        // A command that waited for an earlier answer could not be looked at before that.
        let started = line.at.max(self.answered_at);
        self.search(task, line.clone(), started, excluded, over.is_some());
    }

    /// Starts a search. `started` is when its time began to count.
    pub(super) fn search(
        &mut self,
        task: Task,
        line: InputLine,
        started: Duration,
        excluded: Bits,
        no_time: bool,
    ) {
        let position = self.engine.position();
        let mut budget = self.settings.budget(position.ply(), position.size());
        if no_time {
            let short = at_once();
            budget = Budget {
                soft: budget.soft.min(short.soft),
                hard: budget.hard.min(short.hard),
                saved: false,
            };
        }
        let strength = self.strength_for(&task);
        let lines = match (&task, strength) {
            (Task::BestMoves(count), _) => self.count_lines(*count, excluded),
            (_, Some(strength)) => strength.lines(),
            _ => NonZeroUsize::MIN,
        };
        let weaker = strength.map(Strength::nodes);
        let nodes = self.settings.max_nodes.into_iter().chain(weaker).min();
        let goal = match task {
            Task::Move | Task::BestMoves(_) | Task::LastStone(_) => Goal::Best,
            // These are decided, not searched for.
            Task::Turn | Task::Step(_) => Goal::Best,
            Task::BalanceOne(wish) => Goal::BalanceOne(wish),
            Task::BalanceTwo(wish) => Goal::BalanceTwo(wish),
        };
        let limits = Limits {
            started,
            time: Some(TimeLimit {
                soft: started + budget.soft,
                hard: started + budget.hard,
                saved: budget.saved,
            }),
            nodes,
            depth: self.settings.max_depth,
            lines,
            excluded,
            goal,
            exhaustive: matches!(task, Task::BestMoves(_)),
            forced_win: self.settings.forced_win,
        };
        let sink = Arc::new(Sink(self.events.clone()));
        let thinking = self.engine.think(limits, Arc::clone(&self.clock), sink);
        let mut asked = Asked::new(task, line, started, lines.get());
        if strength.is_some() {
            asked.is_quiet = true;
            asked.lines = 1;
        }
        self.running = Some(Running::new(Work::Search(thinking), asked, started + budget.hard));
        self.hurry();
    }

    /// How well what is searched for has to be played, unless as well as possible.
    fn strength_for(&self, task: &Task) -> Option<Strength> {
        match task {
            // Neither a five nor a four to block is missed, however little time there is.
            Task::Move if !self.engine.rule().has_long_turns() && !self.is_five_at_hand() => {
                self.settings.strength
            }
            _ => None,
        }
    }

    /// Whether one stone of either side would win.
    fn is_five_at_hand(&self) -> bool {
        let position = self.engine.position();
        let rule = self.engine.rule().rule();
        let wins = |point| Side::ALL.iter().any(|&side| rule.wins_at(position, point, side));
        position.stones().empty().iter().any(wins)
    }

    /// Leaves the search under way no more time than there is before the session ends.
    pub(super) fn hurry(&mut self) {
        let (Some(closing), Some(running)) = (self.closing, &mut self.running) else { return };
        let bounded = self.settings.max_nodes.is_some() || self.settings.max_depth.is_some();
        let latest = if bounded { closing - CLOSING_TIME / 4 } else { self.clock.now() + HURRIED };
        running.stop_at = running.stop_at.min(latest);
    }

    /// Leaves the search under way no more time than the settings now allow.
    pub(super) fn shorten(&mut self) {
        let position = self.engine.position();
        let budget = self.settings.budget(position.ply(), position.size());
        if let Some(running) = &mut self.running {
            running.stop_at = running.stop_at.min(running.asked.started + budget.hard);
        }
    }

    /// The points that may not be the first move, where there is a legal one besides.
    ///
    /// # Errors
    /// Why there is none.
    fn excluded_now(&self) -> Result<Bits, String> {
        let position = self.engine.position();
        let rule = self.engine.rule().rule();
        let is_pair = position.turn().stones_left == 2 && self.engine.rule().has_long_turns();
        let legal = |points: Bits| match is_pair {
            true => has_pair(&points),
            false => points.iter().any(|p| rule.check_move(position, p).is_ok()),
        };
        let free = position.stones().empty() - self.blocked;
        if is_pair && !position.is_full() && !has_pair(&free) {
            Err(format!("{} has no legal turn left and loses", position.side()))
        } else if position.is_full() {
            Err("the board is full: a draw".into())
        } else if free.is_empty() {
            Err("no free point is left".into())
        } else if legal(free - self.excluded) {
            Ok(self.blocked | self.excluded)
        } else if legal(free) {
            Err("every legal move is excluded; YXBLOCKRESET frees the points".into())
        } else {
            // The only way on is to lose by a forbidden point.
            Ok(self.blocked)
        }
    }

    /// How the game on the board has ended, if it has been won. The manager may think otherwise,
    /// so the engine plays on.
    fn end_of_game(&self) -> Option<String> {
        let position = self.engine.position();
        if let Some(Outcome::Win { reason: WinReason::Forbidden(kind), side }) =
            self.engine.outcome()
        {
            return Some(format!("{} has played a forbidden point ({kind})", !side));
        }
        let loser_reason = match self.engine.outcome() {
            Some(Outcome::Win { reason: WinReason::Overline, side }) => {
                Some(format!("{} has made more than five in a row", !side))
            }
            Some(Outcome::Draw) if !position.is_full() => {
                Some("a draw by five and more than five in a row".to_owned())
            }
            _ => None,
        };
        if loser_reason.is_some() {
            return loser_reason;
        }
        let winner: Side = self.engine.rule().rule().winner_on_board(position)?;
        Some(format!("{winner} has won"))
    }

    /// How many best moves there can be, where `wished` are wanted.
    fn count_lines(&self, wished: i64, excluded: Bits) -> NonZeroUsize {
        let position = self.engine.position();
        let rule = self.engine.rule().rule();
        let free = (position.stones().empty() - excluded).iter();
        let legal = free.filter(|&point| rule.check_move(position, point).is_ok()).count();
        // Of two stones there are more turns; how many are looked at is the search's business.
        let legal = if self.engine.rule().has_long_turns() { legal * legal } else { legal };
        let wished = usize::try_from(wished).unwrap_or(0);
        NonZeroUsize::new(wished.min(legal)).unwrap_or(NonZeroUsize::MIN)
    }

    /// The search has got further.
    pub(super) fn progress(&mut self, progress: Progress) {
        let Some(mut running) = self.running.take() else { return };
        let asked = &mut running.asked;
        let tell = progress.elapsed >= QUIET && !asked.is_quiet;
        asked.held.retain(|held| held.rank != progress.rank);
        asked.held.push(progress);
        if tell {
            asked.held.sort_by_key(|progress| progress.rank);
            for progress in std::mem::take(&mut asked.held) {
                self.tell(asked, &progress);
            }
        }
        self.running = Some(running);
    }

    /// Tells the manager of a line of play, unless it was told of that very line last.
    fn tell(&mut self, asked: &mut Asked, progress: &Progress) {
        let line = &progress.line;
        let rank = progress.rank.saturating_sub(1);
        match asked.told.get_mut(rank) {
            Some(told) if told == line => return,
            Some(told) => told.clone_from(line),
            None => asked.told.push(line.clone()),
        }
        let reply = reply::progress(progress, asked.lines, self.engine.position());
        self.send(&reply);
        let Some(first) = line.moves.first().filter(|_| self.settings.realtime) else { return };
        if rank == 0 {
            self.message("REALTIME REFRESH");
            self.message(format!("REALTIME BEST {},{}", first.x(), first.y()));
        }
        if line.value.is_loss() && line.depth > 0 {
            self.message(format!("REALTIME LOST {},{}", first.x(), first.y()));
        }
    }

    /// The search or decision has ended.
    pub(super) fn finished(&mut self) {
        let Some(Running { work, mut asked, .. }) = self.running.take() else { return };
        let done = match work {
            Work::Search(thinking) => self.search_finished(thinking, &mut asked),
            Work::Decision(deciding) => self.decision_finished(deciding, &asked),
        };
        if let Err(why) = done {
            self.send(&Reply::error(echo(&asked.line.text), why));
        }
        if self.running.is_none() {
            self.answered_at = self.clock.now();
            let used = self.answered_at.saturating_sub(asked.started);
            self.settings.match_clock.spend(used);
        }
    }

    /// Answers with what was decided in an opening.
    fn decision_finished(&mut self, deciding: Deciding, asked: &Asked) -> Result<(), String> {
        match &asked.task {
            Task::Step(moment) => {
                let turn = self.decided(deciding, &moment.opening);
                self.answer_step(moment, &turn);
                Ok(())
            }
            _ => {
                let opening = self.opening.clone().ok_or("the opening has been given up")?;
                let turn = self.decided(deciding, &opening);
                self.answer_turn(&turn, asked)
            }
        }
    }

    /// Tells the last of a search and answers with it.
    fn search_finished(&mut self, thinking: Thinking, asked: &mut Asked) -> Result<(), String> {
        let mut report = self.engine.finish(thinking);
        self.tell_of_forced_win(&report);
        if let Some(strength) = self.strength_for(&asked.task) {
            self.choose(strength, &mut report);
        }
        for (line, rank) in report.lines.iter().zip(1..) {
            let progress = Progress {
                rank,
                line: line.clone(),
                selective_depth: report.selective_depth,
                nodes: report.nodes,
                elapsed: report.elapsed,
            };
            self.tell(asked, &progress);
        }
        match &asked.task {
            Task::BalanceTwo(_) => self.answer(&report, 2),
            Task::BalanceOne(_) => self.answer(&report, 1),
            Task::LastStone(turn) => self.answer_after(&turn.clone(), &report),
            // As many stones as are left of the turn.
            _ => self.answer(&report, self.engine.position().turn().stones_left.into()),
        }?;
        if matches!(asked.task, Task::Move | Task::LastStone(_)) {
            self.ponder(&report);
        }
        Ok(())
    }

    /// Leaves of a report the line that a weakened engine plays.
    fn choose(&self, strength: Strength, report: &mut SearchReport) {
        // Another number in every position, the same in every game with a seed.
        let seed = self.settings.opening_seed() ^ self.engine.position().key();
        let chosen = strength.choose(&report.lines, Chance::new(seed).number()).unwrap_or(0);
        report.lines.drain(..chosen.min(report.lines.len()));
        report.lines.truncate(1);
    }

    /// Tells that there is no win by force of the kind that was looked for, or none was found.
    fn tell_of_forced_win(&mut self, report: &SearchReport) {
        let kind = match self.settings.forced_win {
            Some(ForcedWin::Fours) => "fours",
            _ => "fours and threes",
        };
        match report.forced_win {
            Some(ForcedWinFound::No) => self.message(format!("no win by {kind}")),
            Some(ForcedWinFound::Unknown) => {
                self.message(format!("no win by {kind} was found in time: there may be one"));
            }
            Some(ForcedWinFound::Yes) | None => {}
        }
    }

    /// Ends a turn of the opening with the best move.
    ///
    /// # Errors
    /// Why there is no answer.
    fn answer_after(&mut self, turn: &str, report: &SearchReport) -> Result<(), String> {
        let point = self.play_best(report, 1)?[0];
        self.send(&Reply::Turn(format!("{turn} {},{}", point.x(), point.y())));
        Ok(())
    }

    /// Plays the first `count` moves of the best line and answers with them.
    ///
    /// # Errors
    /// Why there is no answer; nothing is played then.
    fn answer(&mut self, report: &SearchReport, count: usize) -> Result<(), String> {
        let points = self.play_best(report, count)?;
        self.send(&Reply::Points(points));
        Ok(())
    }

    /// Plays the first `count` moves of the best line.
    ///
    /// # Errors
    /// Why that is not possible; nothing is played then.
    fn play_best(&mut self, report: &SearchReport, count: usize) -> Result<Vec<Point>, String> {
        let found = report.lines.first().map_or(&[][..], |line| &line.moves);
        let mut points: Vec<Point> = found.iter().copied().take(count).collect();
        let value = report.lines.first().filter(|line| line.depth > 0).map(|line| line.value);
        if !self.place_all(&points, count) {
            // Not from a search that works; the manager shall not lose a game for it.
            log::error!("the search gave {found:?}, which cannot be played");
            points = self.any_turn(count);
            if !self.place_all(&points, count) {
                return Err("no move was found".into());
            }
        }
        self.answered = self.engine.position().last_turn().iter().map(|m| m.point).collect();
        self.last_value = value;
        Ok(points)
    }

    /// Places stones in turn: all of them, which must be `count`, or none.
    fn place_all(&mut self, points: &[Point], count: usize) -> bool {
        let mut placed = 0;
        for &point in points {
            let in_turn = placed == 0 || self.engine.rule().has_long_turns();
            let excluded = in_turn && self.excluded.contains(point);
            if excluded || self.blocked.contains(point) || !self.place(point) {
                break;
            }
            placed += 1;
        }
        if placed == count {
            return true;
        }
        for _ in 0..placed {
            self.engine.undo();
        }
        false
    }

    /// Plays an own stone; a forbidden one only when nothing else is left.
    fn place(&mut self, point: Point) -> bool {
        match self.engine.play(point) {
            Ok(()) => true,
            Err(IllegalMove::Forbidden(kind)) if self.any_legal().is_none() => {
                let mut position = self.engine.position().clone();
                let placed = position.try_place(point, &mut NullObserver).is_ok();
                self.engine.set_position(position);
                self.message(format!("every free point is forbidden, this one too ({kind})"));
                placed
            }
            Err(_) => false,
        }
    }

    fn any_legal(&self) -> Option<Point> {
        let position = self.engine.position();
        let rule = self.engine.rule().rule();
        self.free().iter().find(|&point| rule.check_move(position, point).is_ok())
    }

    /// The points on which the engine may play.
    fn free(&self) -> Bits {
        self.engine.position().stones().empty() - self.blocked - self.excluded
    }

    /// Any legal turn of `count` stones of one side, or nothing.
    fn any_turn(&self, count: usize) -> Vec<Point> {
        if count == 1 {
            return self.any_legal().into_iter().collect();
        }
        if count != 2 || !self.engine.rule().has_long_turns() {
            return Vec::new();
        }
        let free = self.free();
        let pair = free.iter().find_map(|first| {
            let second = free.iter().find(|&second| !are_collinear(first, second))?;
            Some(vec![first, second])
        });
        pair.unwrap_or_default()
    }
}
