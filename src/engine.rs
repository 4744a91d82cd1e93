//! One game: its position, and a search that is started, stopped and waited for.
//!
//! Text of any kind is unknown here; the protocol and the command line are two clients.

use crate::board::{Bits, Move, NullObserver, Point, Position, Reach, Side, Size};
use crate::eval::nnue::{Accumulator, Kernel, Network};
use crate::eval::{Evaluation, Weights};
use crate::nendzyu::Searcher;
use crate::rules::{IllegalMove, Outcome, RuleKind};
use crate::search::{EventSink, ForcedWin, Limits, Pool, STACK_BYTES, SearchReport, StopFlag};
use crate::time::Clock;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Memory that the whole process may use unless told otherwise, in bytes: Gomocup's limit.
pub const DEFAULT_MEMORY: u64 = 350 << 20;
/// What the process takes without the table: code, stacks, pattern tables, history, in bytes.
const BASE_MEMORY: u64 = 14 << 20;
/// What networks take beyond that, in bytes: those of all rules, read and as they are in the program,
/// and one of the user's own.
const NETWORK_MEMORY: u64 = 22 << 20;
/// What a network takes for each thread, in bytes, on boards up to 20 x 20.
const NETWORK_THREAD_MEMORY: u64 = 4 << 20;
/// What each further thread takes, in bytes.
const THREAD_MEMORY: u64 = 2 << 20;
/// The smallest table, in bytes.
const MIN_TABLE: u64 = 64 << 10;
/// The smallest table that a network leaves room for, in bytes: with less the table is worth more.
const LEAST_WITH_NETWORK: u64 = 1 << 20;
/// What looks for wins by fours alone takes, in bytes: it hardly uses its tables.
const FOURS_SOLVER: u64 = 64 << 10;
/// What looks shortly for wins by threats takes at most, in bytes,
const SHORT_LOOK_SOLVER: u64 = 16 << 20;
/// and the smallest table that leaves room for it.
const LEAST_WITH_SOLVER: u64 = 4 << 20;
/// The largest table, in bytes.
const MAX_TABLE: u64 = 64 << 30;
/// Most threads that a search may have.
pub const MAX_THREADS: usize = 256;

/// One game and what searches it.
#[derive(Debug)]
pub struct Engine {
    rule: RuleKind,
    position: Position,
    threads: usize,
    memory: u64,
    table_wish: Option<u64>,
    evaluation: Evaluation,
    kernel: Kernel,
    reach: Reach,
    /// With the search thread while a search runs.
    mind: Option<Mind>,
}

/// What searches, with all that it keeps between moves: which one depends on the rule's turns.
#[derive(Debug)]
enum Mind {
    /// Of rules with one stone a turn.
    Stones(Pool),
    /// Of nendzyu.
    Pairs(Searcher),
}

impl Mind {
    fn new(rule: RuleKind, table_bytes: u64, threads: usize) -> Mind {
        if rule.has_long_turns() {
            Mind::Pairs(Searcher::new(rule, table_bytes))
        } else {
            Mind::Stones(Pool::new(rule, table_bytes, threads))
        }
    }

    fn clear(&mut self) {
        match self {
            Mind::Stones(pool) => pool.clear(),
            Mind::Pairs(searcher) => searcher.clear(),
        }
    }

    fn usage(&self) -> u32 {
        match self {
            Mind::Stones(pool) => pool.usage(),
            Mind::Pairs(searcher) => searcher.usage(),
        }
    }

    fn resize(&mut self, table_bytes: u64, threads: usize) {
        match self {
            Mind::Stones(pool) => pool.resize(table_bytes, threads),
            Mind::Pairs(searcher) => searcher.resize(table_bytes),
        }
    }

    /// The same for games under `rule`; `None` when another kind of search is needed.
    fn for_rule(self, rule: RuleKind) -> Option<Mind> {
        match self {
            Mind::Stones(mut pool) if !rule.has_long_turns() => {
                pool.set_rule(rule);
                Some(Mind::Stones(pool))
            }
            Mind::Pairs(mut searcher) if rule.has_long_turns() => {
                searcher.set_rule(rule);
                Some(Mind::Pairs(searcher))
            }
            _ => None,
        }
    }

    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        sink: &dyn EventSink,
    ) -> SearchReport {
        match self {
            Mind::Stones(pool) => pool.search(position, limits, stop, clock, sink),
            Mind::Pairs(searcher) => searcher.search(position, limits, stop, clock, sink),
        }
    }
}

/// A search under way in a thread of its own.
#[derive(Debug)]
pub struct Thinking {
    stop: StopFlag,
    handle: JoinHandle<(Mind, SearchReport)>,
}

impl Thinking {
    /// Ends the search soon; it keeps the best move found so far.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// The flag that ends the search, for another thread to hold.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }
}

impl Engine {
    /// An engine with an empty board, one thread and the default memory. Nothing large is
    /// allocated until the first search.
    pub fn new(rule: RuleKind, size: Size) -> Engine {
        Engine {
            rule,
            position: Position::with_order(size, rule.rule().turn_order()),
            threads: 1,
            memory: DEFAULT_MEMORY,
            table_wish: None,
            evaluation: Evaluation::default(),
            kernel: Kernel::best(),
            reach: Reach::default(),
            mind: None,
        }
    }

    /// Computes the tables that every search under `rule` needs, unless that is done already. The
    /// first search does it itself; whoever has time before it calls this, from any thread.
    pub fn prepare(rule: RuleKind) {
        Weights::of(rule);
    }

    /// The rule of the game.
    pub fn rule(&self) -> RuleKind {
        self.rule
    }

    /// The position of the game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Begins a new game on an empty board; everything learnt is forgotten.
    pub fn new_game(&mut self, size: Size) {
        self.position = Position::with_order(size, self.rule.rule().turn_order());
        self.forget();
    }

    /// Changes the rule. The stones stay, and a turn under way is over where the rules have turns
    /// of other lengths; everything learnt under another rule is forgotten.
    pub fn set_rule(&mut self, rule: RuleKind) {
        self.rule = rule;
        self.position.set_order(rule.rule().turn_order());
        self.mind = self.mind.take().and_then(|mind| mind.for_rule(rule));
    }

    /// Goes on from another position.
    pub fn set_position(&mut self, position: Position) {
        debug_assert_eq!(position.check(), Ok(()));
        self.position = position;
    }

    /// Plays a stone of the side to move.
    ///
    /// # Errors
    /// Why the move is not legal; nothing has changed then.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.rule.rule().try_play(&mut self.position, point, &mut NullObserver)
    }

    /// Plays all stones that are left of the turn of the side to move.
    ///
    /// # Errors
    /// Why the turn is not legal; nothing has changed then.
    pub fn play_turn(&mut self, points: &[Point]) -> Result<(), IllegalMove> {
        self.rule.rule().try_play_turn(&mut self.position, points, &mut NullObserver)
    }

    /// Takes the last stone back, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        self.position.undo(&mut NullObserver)
    }

    /// How the game ended with the last stone, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.rule.rule().outcome(&self.position)
    }

    /// All empty points that are forbidden to Black, whoever is to move.
    pub fn forbidden_points(&self) -> Bits {
        self.rule.rule().forbidden_points(&self.position, Side::Black)
    }

    /// Sets the memory that the whole process may use, in bytes, and says whether that can be met.
    /// Takes effect with the next search.
    pub fn set_memory(&mut self, bytes: u64) -> bool {
        self.memory = bytes;
        bytes >= BASE_MEMORY + MIN_TABLE
    }

    /// Wishes for a table of this many bytes (`None`: as large as the memory allows). The memory
    /// limit still holds. Takes effect with the next search.
    pub fn set_table_size(&mut self, bytes: Option<u64>) {
        self.table_wish = bytes;
    }

    /// Chooses what values positions. Takes effect with the next search.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
    }

    /// How the arithmetic of networks is done: the fastest way unless told otherwise. What comes out
    /// is the same.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// How far from the stones moves are considered, except in nendzyu. Takes effect with the next
    /// search, which forgets what others have learnt if it is a change.
    pub fn set_reach(&mut self, reach: Reach) {
        self.reach = reach;
    }

    /// Sets the number of threads, cut to `1..=MAX_THREADS`, and returns what was set.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.threads = threads.clamp(1, MAX_THREADS);
        self.threads
    }

    /// Size of the table that the next search will have, in bytes.
    pub fn table_size(&self) -> u64 {
        // Kept free also in games without a network: so that the table has one size in all games, and
        // need not be allocated anew, which leaves holes.
        let room = match self.evaluation {
            Evaluation::Classic => 0,
            _ if self.has_memory_for_network() => self.network_memory(),
            _ => 0,
        };
        let room = self.memory.saturating_sub(self.least_memory() + room);
        self.table_wish.unwrap_or(room).min(room).clamp(MIN_TABLE, MAX_TABLE)
    }

    /// Memory that is taken without table and network, in bytes.
    fn least_memory(&self) -> u64 {
        BASE_MEMORY + (self.threads as u64 - 1) * THREAD_MEMORY
    }

    /// Memory that networks take, in bytes.
    fn network_memory(&self) -> u64 {
        let size = self.position.size();
        let accumulator = match self.evaluation.has_network(self.rule, size) {
            true => Accumulator::memory(size).max(NETWORK_THREAD_MEMORY),
            false => NETWORK_THREAD_MEMORY,
        };
        NETWORK_MEMORY + self.threads as u64 * accumulator
    }

    fn has_memory_for_network(&self) -> bool {
        self.memory >= self.least_memory() + self.network_memory() + LEAST_WITH_NETWORK
    }

    /// Whether a network values positions: there is one, and the memory is enough for it.
    pub fn uses_network(&self) -> bool {
        self.evaluation.has_network(self.rule, self.position.size())
            && self.has_memory_for_network()
    }

    /// That network.
    fn network(&self) -> Option<Arc<Network>> {
        let network = || self.evaluation.network(self.rule, self.position.size());
        self.uses_network().then(network).flatten()
    }

    /// Forgets everything that earlier searches have learnt.
    pub fn forget(&mut self) {
        if let Some(mind) = &mut self.mind {
            mind.clear();
        }
    }

    /// Part of the table in use, in parts of a thousand.
    pub fn table_usage(&self) -> u32 {
        self.mind.as_ref().map_or(0, Mind::usage)
    }

    /// Starts a search of the position in a thread of its own. Fetch its result with
    /// [`Engine::finish`] before the next one; settings that are changed meanwhile take effect with
    /// the next search.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn think(
        &mut self,
        limits: Limits,
        clock: Arc<dyn Clock>,
        sink: Arc<dyn EventSink>,
    ) -> Thinking {
        self.think_about(self.position.clone(), limits, clock, sink)
    }

    /// As [`Engine::think`], about another position on a board of the same size. What is learnt
    /// about it is of use when the game comes to it.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn think_about(
        &mut self,
        position: Position,
        limits: Limits,
        clock: Arc<dyn Clock>,
        sink: Arc<dyn EventSink>,
    ) -> Thinking {
        debug_assert_eq!(position.size(), self.position.size());
        let mut mind = self.ready_mind(&limits);
        let stop = StopFlag::new();
        let flag = stop.clone();
        let run = move || {
            let report = mind.search(&position, &limits, &flag, &*clock, &*sink);
            sink.finished();
            (mind, report)
        };
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
        let handle = builder.spawn(run).expect("the system can start one thread");
        Thinking { stop, handle }
    }

    /// Waits for the end of a search and returns its result. Stop it first unless it has ended or
    /// has limits.
    ///
    /// # Panics
    /// When the search itself has panicked: a bug.
    pub fn finish(&mut self, thinking: Thinking) -> SearchReport {
        match thinking.handle.join() {
            Ok((mind, report)) => {
                self.mind = mind.for_rule(self.rule);
                report
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Searches the position in this thread.
    pub fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        sink: &dyn EventSink,
    ) -> SearchReport {
        let mut mind = self.ready_mind(limits);
        let report = mind.search(&self.position, limits, stop, clock, sink);
        sink.finished();
        self.mind = Some(mind);
        report
    }

    /// A second engine with the same game and settings, for work in another thread. It takes along
    /// all that was learnt; [`Engine::take_back`] brings it back.
    pub fn lend(&mut self) -> Engine {
        Engine {
            rule: self.rule,
            position: self.position.clone(),
            threads: self.threads,
            memory: self.memory,
            table_wish: self.table_wish,
            evaluation: self.evaluation.clone(),
            kernel: self.kernel,
            reach: self.reach,
            mind: self.mind.take(),
        }
    }

    /// Takes back what was lent, and what has been learnt meanwhile. Game and settings stay.
    pub fn take_back(&mut self, lent: Engine) {
        if let Some(mind) = lent.mind {
            self.mind = mind.for_rule(self.rule);
        }
    }

    /// What searches, with the sizes that are wanted now.
    fn ready_mind(&mut self, limits: &Limits) -> Mind {
        let (mut bytes, network) = (self.table_size(), self.network());
        // The tables of the solver take the place of a part of the table.
        let solver = match limits.forced_win {
            _ if self.rule.has_long_turns() => 0,
            Some(ForcedWin::Threats) => bytes / 2,
            Some(ForcedWin::Fours) => (bytes / 2).min(FOURS_SOLVER),
            // A short look needs little.
            None if bytes >= LEAST_WITH_SOLVER => (bytes / 16).min(SHORT_LOOK_SOLVER),
            None => 0,
        };
        bytes -= solver;
        let mut mind = match self.mind.take() {
            Some(mut mind) => {
                mind.resize(bytes, self.threads);
                mind
            }
            None => Mind::new(self.rule, bytes, self.threads),
        };
        if let Mind::Stones(pool) = &mut mind {
            pool.set_network(network, self.kernel);
            pool.set_reach(self.reach);
            pool.set_solver_size(usize::try_from(solver).unwrap_or(0));
        }
        mind
    }
}
