//! The engine as a judge.

use super::cache::{Cache, Effort, Question};
use super::even;
use super::judge::{Judge, Valued};
use super::table;
use crate::board::{Bits, NullObserver, Point, Position};
use crate::engine::Engine;
use crate::opening::{ActionKind, Opening};
use crate::search::{EventSink, Goal, Limits, Line, Progress, StopFlag, TimeLimit};
use crate::time::Clock;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

/// Positions for a search for which there is no time left.
const HURRY_NODES: u64 = 300;
/// Positions for a search after time has run out: there may be many more of them to come.
const LATE_NODES: u64 = 40;
/// Positions for each point that is put into an order.
const ORDER_NODES: u64 = 60;
/// Depth of the search that puts points into an order, in plies.
const ORDER_DEPTH: u32 = 2;

/// What each search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Time.
    pub time: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Depth that is not gone beyond, in plies.
    pub depth: Option<u32>,
    /// When all has to end, on the judge's clock.
    pub deadline: Option<Duration>,
}

impl Share {
    /// So many fifths of it.
    fn fifths(self, part: u32) -> Share {
        Share {
            time: self.time.map(|time| time.saturating_mul(part) / 5),
            // Whoever wants no limit may name the largest number there is.
            nodes: self.nodes.map(|nodes| (nodes.saturating_mul(part.into()) / 5).max(1)),
            ..self
        }
    }
}

/// Fifths of the share of a point near even that go into finding it. The rest is for a look at the
/// position after it: of many values with errors the one nearest to even has mostly a large error.
const FINDING: u32 = 2;

/// Judges positions by searching them.
pub struct EngineJudge<'a> {
    engine: &'a mut Engine,
    clock: &'a dyn Clock,
    stop: StopFlag,
    share: Share,
    use_table: bool,
    cache: Option<&'a mut Cache>,
    nodes: u64,
}

impl<'a> EngineJudge<'a> {
    /// A judge that searches with this engine. The engine's position is changed.
    pub fn new(engine: &'a mut Engine, clock: &'a dyn Clock, stop: StopFlag) -> EngineJudge<'a> {
        let share = Share::default();
        EngineJudge { engine, clock, stop, share, use_table: false, cache: None, nodes: 0 }
    }

    /// Gives it values of earlier searches, to which it adds its own.
    pub fn with_cache(mut self, cache: Option<&'a mut Cache>) -> EngineJudge<'a> {
        self.cache = cache;
        self
    }

    /// Sets what each search may take.
    pub fn set_share(&mut self, share: Share) {
        self.share = share;
    }

    /// Sets whether openings have their value from the table that comes with the program, without
    /// a search.
    pub fn set_use_table(&mut self, use_table: bool) {
        self.use_table = use_table;
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What an earlier search of this kind found, or else what this one finds.
    fn cached(
        &mut self,
        question: Question,
        position: &Position,
        among: &Bits,
        wanted: usize,
        search: impl FnOnce(&mut Self) -> Vec<Valued>,
    ) -> Vec<Valued> {
        // How deep a search went under a limit of depth says nothing about its effort.
        if self.share.depth.is_some() {
            return search(self);
        }
        let rule = self.engine.rule();
        let milliseconds = self.share.time.map_or(0, |time| time.as_millis() as u64);
        let effort = Effort { milliseconds, nodes: self.share.nodes.unwrap_or(0) };
        let cache = self.cache.as_deref();
        let known =
            cache.and_then(|cache| cache.get(rule, question, position, among, wanted, effort));
        if let Some(known) = known {
            return known;
        }
        let before = self.nodes;
        let hurried = self.is_late();
        let found = search(self);
        if let Some(cache) = self.cache.as_deref_mut().filter(|_| !hurried && effort.is_any()) {
            let effort = Effort { nodes: (self.nodes - before).max(effort.nodes), ..effort };
            cache.put(rule, question, position, among, effort, &found);
        }
        found
    }

    /// Whether nothing more may be searched.
    fn is_late(&self) -> bool {
        let late = self.share.deadline.is_some_and(|deadline| self.clock.now() >= deadline);
        late || self.stop.is_stopped()
    }

    fn search(&mut self, position: &Position, mut limits: Limits) -> Vec<Line> {
        let now = self.clock.now();
        limits.started = now;
        if self.is_late() {
            let had_time = self.share.time.is_some_and(|time| !time.is_zero());
            limits.nodes = Some(if had_time { LATE_NODES } else { HURRY_NODES });
            limits.depth = Some(ORDER_DEPTH);
        } else if limits.nodes.is_none() {
            limits.nodes = self.share.nodes;
            let end = self.share.time.map(|time| now + time);
            let end = [end, self.share.deadline].into_iter().flatten().min();
            // All of it is used: what an iteration that was cut off has found does not count.
            limits.time = end.map(TimeLimit::until);
            if limits.nodes.is_none() && limits.time.is_none() {
                limits.nodes = Some(HURRY_NODES);
            }
        }
        limits.depth = limits.depth.into_iter().chain(self.share.depth).min();
        self.engine.set_position(position.clone());
        // A search sets its flag when it ends, so each has one of its own; the judge's flag reaches
        // it by way of the clock, which is looked at as long as there is a limit of time.
        const NEVER: Duration = Duration::from_secs(u32::MAX as u64);
        limits.time = limits.time.or(Some(TimeLimit::until(NEVER)));
        let clock = StoppableClock { clock: self.clock, stop: &self.stop };
        let whole = WholeIteration::new(limits.lines.get());
        let report = match self.is_late() {
            // A search for which there is no time has to say something all the same.
            true => self.engine.search(&limits, &StopFlag::new(), self.clock, &whole),
            false => self.engine.search(&limits, &StopFlag::new(), &clock, &whole),
        };
        self.nodes += report.nodes;
        match limits.goal {
            Goal::Best => whole.lines().unwrap_or(report.lines),
            Goal::BalanceOne(_) | Goal::BalanceTwo(_) => report.lines,
        }
    }

    /// Lines for the side to move, among these points.
    fn lines(
        &mut self,
        position: &Position,
        among: &Bits,
        wanted: usize,
        limits: Limits,
    ) -> Vec<Valued> {
        let lines = NonZeroUsize::new(wanted).unwrap_or(NonZeroUsize::MIN);
        let excluded = Bits::board(position.size()) - *among;
        let found = self.search(position, Limits { lines, excluded, ..limits });
        let mut valued: Vec<Valued> = found
            .iter()
            .filter_map(|line| {
                let point = *line.moves.first().filter(|&&point| among.contains(point))?;
                let reply = line.moves.get(1).copied();
                Some(Valued { point, value: i32::from(line.value.raw()), reply })
            })
            .collect();
        valued.sort_by_key(|valued| std::cmp::Reverse(valued.value));
        // Points that the search does not think of are worse than those that it has found.
        let mut value = valued.last().map_or(0, |last| last.value);
        for point in among.iter() {
            if valued.len() >= wanted.min(among.len()) {
                break;
            }
            if !valued.iter().any(|known| known.point == point) {
                value -= 1;
                valued.push(Valued { point, value, reply: None });
            }
        }
        valued.truncate(wanted);
        valued
    }

    /// The points nearest to even: for each a search that finds it and one of what comes after it.
    fn search_nearest(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        let share = self.share;
        let mut left = *among;
        let mut found = Vec::new();
        while found.len() < wanted && !left.is_empty() {
            self.share = share.fifths(FINDING);
            let nearest = self.find_nearest(position, &left);
            self.share = share.fifths(5 - FINDING);
            let Some(nearest) = nearest else { break };
            left.remove(nearest.point);
            found.push(self.looked_at_after(position, nearest));
        }
        self.share = share;
        found.sort_by_key(|valued| valued.value.abs());
        found
    }

    /// The point nearest to even, by a search of all of them.
    fn find_nearest(&mut self, position: &Position, among: &Bits) -> Option<Valued> {
        let excluded = Bits::board(position.size()) - *among;
        let limits = Limits { goal: Goal::BalanceOne(0), excluded, ..Limits::default() };
        let lines = self.search(position, limits);
        let line = lines.first();
        let point = line.and_then(|line| line.moves.first().copied());
        let point = point.filter(|&point| among.contains(point)).or(among.first())?;
        let value = line.map_or(0, |line| i32::from(line.value.raw()));
        let reply = line.and_then(|line| line.moves.get(1)).copied();
        Some(Valued { point, value, reply })
    }

    /// The point with the value that a search of the position after it gives, if there is time.
    fn looked_at_after(&mut self, position: &Position, valued: Valued) -> Valued {
        if self.is_late() {
            return valued;
        }
        let mut after = position.clone();
        after.place(valued.point, &mut NullObserver);
        let lines = self.search(&after, Limits::default());
        let Some(line) = lines.first() else { return valued };
        Valued { value: -i32::from(line.value.raw()), reply: line.moves.first().copied(), ..valued }
    }
}

impl Judge for EngineJudge<'_> {
    fn value(&mut self, position: &Position) -> i32 {
        let empty = Bits::board(position.size()) - position.stones().occupied();
        let found = self.cached(Question::Value, position, &empty, 1, |judge| {
            let lines = judge.search(position, Limits::default());
            let valued = lines.first().and_then(|line| {
                let value = i32::from(line.value.raw());
                Some(Valued { point: *line.moves.first()?, value, reply: None })
            });
            valued.into_iter().collect()
        });
        found.first().map_or(0, |valued| valued.value)
    }

    fn best(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        self.cached(Question::Best, position, among, wanted, |judge| {
            judge.lines(position, among, wanted, Limits { exhaustive: true, ..Limits::default() })
        })
    }

    fn nearest(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        self.cached(Question::Nearest, position, among, wanted, |judge| {
            judge.search_nearest(position, among, wanted)
        })
    }

    fn looked_at_again(&mut self, position: &Position, points: &[Valued]) -> Option<Vec<Valued>> {
        let again = points.iter().map(|&valued| {
            // Values of which only some have been looked at again could not be compared.
            if self.is_late() {
                return None;
            }
            let mut after = position.clone();
            after.place(valued.point, &mut NullObserver);
            Some(Valued { value: -self.value(&after), ..valued })
        });
        again.collect()
    }

    fn candidates(&mut self, opening: &Opening, among: &Bits, wanted: usize) -> Vec<Point> {
        let wanted = wanted.min(among.len());
        if wanted == among.len() {
            return among.iter().collect();
        }
        if opening.stones().is_empty() {
            return first_stones(opening, among, wanted);
        }
        let limits = Limits {
            nodes: Some(ORDER_NODES * wanted as u64 + HURRY_NODES),
            depth: Some(ORDER_DEPTH),
            exhaustive: true,
            ..Limits::default()
        };
        let valued = self.lines(&opening.position(), among, wanted, limits);
        valued.iter().map(|valued| valued.point).collect()
    }

    fn even(&mut self, opening: &mut Opening, among: &Bits) -> Bits {
        even::reaching(opening, among)
    }

    fn considers_stones(&mut self, opening: &Opening) -> bool {
        // Couples could be put without end. Two stones more are worth a thought while there are few.
        const FEW: usize = 3;
        let step = opening.step();
        let chooses = step.is_some_and(|step| step.choice(ActionKind::Swap).is_some());
        !chooses || opening.stones().len() <= FEW
    }

    fn known(&mut self, opening: &Opening) -> Option<i32> {
        if self.use_table { table::worth(opening) } else { None }
    }
}

/// A clock by which all time is over as soon as a flag is set.
#[derive(Debug)]
struct StoppableClock<'a> {
    clock: &'a dyn Clock,
    stop: &'a StopFlag,
}

impl Clock for StoppableClock<'_> {
    fn now(&self) -> Duration {
        if self.stop.is_stopped() { Duration::MAX } else { self.clock.now() }
    }
}

/// Keeps the lines of the last iteration that came to its end. Values of different depths cannot be
/// compared: a stone more of one side is worth something.
struct WholeIteration {
    wanted: usize,
    /// The iteration that is under way, and the last whole one.
    lines: Mutex<(Vec<Line>, Option<Vec<Line>>)>,
}

impl WholeIteration {
    fn new(wanted: usize) -> WholeIteration {
        WholeIteration { wanted, lines: Mutex::new((Vec::new(), None)) }
    }

    fn lines(&self) -> Option<Vec<Line>> {
        self.lines.lock().map_or(None, |mut lines| lines.1.take())
    }
}

impl EventSink for WholeIteration {
    fn progress(&self, progress: &Progress) {
        let Ok(mut lines) = self.lines.lock() else { return };
        if progress.rank == 1 {
            lines.0.clear();
        }
        lines.0.push(progress.line.clone());
        if lines.0.len() == self.wanted {
            lines.1 = Some(lines.0.clone());
        }
    }
}

/// Points for a first stone anywhere: from the corner's side of the middle, where openings can be
/// even, outwards and inwards.
fn first_stones(opening: &Opening, among: &Bits, wanted: usize) -> Vec<Point> {
    let size = opening.size();
    let wish = (i32::from(size.width() / 4), i32::from(size.height() / 4));
    let mut points: Vec<Point> = among.iter().collect();
    points.sort_by_key(|point| {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        let away = (x - wish.0).abs().max((y - wish.1).abs());
        // The diagonal first.
        (away, (x - y).abs())
    });
    points.truncate(wanted);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_largest_share_is_no_more_than_all_of_it() {
        let share = Share { time: Some(Duration::MAX), nodes: Some(u64::MAX), ..Share::default() };
        for part in 1..5 {
            let fifths = share.fifths(part);
            assert!(fifths.time < share.time && fifths.nodes < share.nodes);
        }
        let share = Share { nodes: Some(1000), ..Share::default() };
        assert_eq!(share.fifths(FINDING).nodes, Some(400));
        assert_eq!(share.fifths(5 - FINDING).nodes, Some(600));
    }
}
