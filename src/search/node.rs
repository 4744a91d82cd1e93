//! The recursive step: principal variation search of one position.

use super::picker::{Hints, Picked, Picker};
use super::prune::{self, PLY, plies};
use super::tt::{Bound, Entry};
use super::worker::{MAX_PLY, Stopped, Worker};
use crate::board::{Bits, Point, Side};
use crate::pattern::Threat;
use crate::value::{Value, Window};
use arrayvec::ArrayVec;

/// What must be answered at a node, and so which moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Nothing: any move near the stones.
    Free,
    /// The other side threatens a four that cannot be answered: a reply to that, or a four.
    WinningFour,
    /// The other side threatens a five.
    Five,
}

/// What a position says before any search.
pub(super) enum Look {
    /// Its value.
    Decided(Value),
    /// What must be answered, and the moves to consider.
    Open(Duty, Bits),
}

/// Facts of one node that its steps share.
#[derive(Clone, Copy)]
struct Node {
    window: Window,
    depth: i32,
    ply: usize,
    /// Whether a value above the window is expected.
    cut: bool,
    duty: Duty,
    improving: bool,
    evaluation: Option<Value>,
    /// Whether the evaluation alone is far above the window of a node that is expected to be above it.
    plenty: bool,
    /// If the other side wins by fours unless it is stopped: the moves that may stop it.
    stops: Option<Bits>,
}

/// A move that is about to be searched.
#[derive(Clone, Copy)]
struct Attempt {
    point: Point,
    /// From 1.
    number: usize,
    quiet: bool,
    /// How far its likelihood is below that of the likeliest move, in 1/256 of a natural logarithm.
    gap: i32,
}

/// How far the moves of a node have been searched.
struct MoveLoop {
    alpha: Value,
    /// The best value so far, and its move if it is above alpha.
    best: Option<(Value, Option<Point>)>,
    /// Number of legal moves so far.
    number: usize,
}

impl Worker<'_> {
    /// The value of the scene's position for the side to move, `depth` plies deep, within `window`
    /// (or a bound of it outside). `OPEN`: a node of the principal variation; its expected moves are
    /// left in its frame. `ply` counts from the root, `cut` says what the parent expects.
    ///
    /// # Errors
    /// [`Stopped`] when the search is to end; the scene is as it was before.
    pub(super) fn search<const OPEN: bool>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Value, Stopped> {
        self.count(1)?;
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        let (duty, among) = match self.look::<OPEN>(ply) {
            Look::Decided(value) => return Ok(value),
            Look::Open(duty, among) => (duty, among),
        };
        if ply + 1 >= MAX_PLY {
            return Ok(self.evaluate(window));
        }
        let plies = ply as u32;
        let window = Window {
            alpha: window.alpha.max(Value::loss_in(plies + 2)),
            beta: window.beta.min(Value::win_in(plies + 5)),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }

        let key = self.scene.position().key();
        let entry = self.shared.table.probe(key);
        if !OPEN && let Some(value) = cutoff_from_table(entry, window, depth, ply) {
            return Ok(value);
        }
        let evaluation = (duty != Duty::Five)
            .then(|| entry.map_or_else(|| self.evaluate(window), |entry| entry.evaluation));
        self.frames[ply].evaluation = evaluation;
        // At the end of the search the side to move need not be shown to win where it does well.
        if depth <= 0
            && let Some(value) = evaluation
            && value >= window.beta
        {
            self.store_leaf(key, entry, value, Bound::Lower, ply);
            return Ok(value);
        }
        if let Some(value) = self.win_by_fours::<OPEN>(duty, entry, depth, ply)? {
            self.store(key, None, value, evaluation, depth.max(1), Bound::Lower, ply);
            return Ok(value);
        }

        let mut depth = depth;
        if depth <= 0 {
            match (duty, evaluation) {
                (Duty::Free, Some(value)) => {
                    self.store_leaf(key, entry, value, Bound::Exact, ply);
                    return Ok(value);
                }
                (Duty::WinningFour, Some(value))
                    if value < window.alpha || self.is_far_out(ply) =>
                {
                    return Ok(value);
                }
                // The replies to a threat are few: where it matters, see what becomes of it.
                (Duty::WinningFour, _) => depth = 1,
                _ => depth = 0,
            }
        }
        let improving = self.is_improving(ply);
        let stops = if duty == Duty::Free { self.threatened_fours()? } else { None };
        let plenty = !OPEN
            && cut
            && duty == Duty::Free
            && evaluation.is_some_and(|value| value >= window.beta + prune::plenty_margin(depth));
        let mut node = Node { window, depth, ply, cut, duty, improving, evaluation, plenty, stops };
        if !OPEN && let Some(value) = self.prune_whole(&node)? {
            return Ok(value);
        }
        if entry.is_none_or(|entry| entry.best.is_none())
            && duty == Duty::Free
            && depth >= prune::REDUCE_WITHOUT_MOVE_DEPTH
        {
            node.depth -= 1;
        }
        self.search_moves::<OPEN>(&node, among, entry.and_then(|entry| entry.best), key)
    }

    /// What the classes of the position's points decide at once, or demand.
    pub(super) fn look<const OPEN: bool>(&mut self, ply: usize) -> Look {
        let side = self.scene.side();
        let plies = ply as u32;
        if let Some(five) = self.scene.five(side) {
            if OPEN {
                self.frames[ply].line.push(five);
            }
            return Look::Decided(Value::win_in(plies + 1));
        }
        if self.scene.position().is_full() {
            return Look::Decided(Value::DRAW);
        }
        if self.scene.five(!side).is_some() {
            let replies = self.scene.replies_to_five();
            if replies.is_empty() {
                return Look::Decided(Value::loss_in(plies + 2));
            }
            return Look::Open(Duty::Five, replies.into_iter().collect());
        }
        if let Some(four) = self.scene.winning_four(side) {
            if OPEN {
                self.frames[ply].line.push(four);
            }
            return Look::Decided(Value::win_in(plies + 3));
        }
        match self.scene.replies_to_winning_four() {
            Some(replies) => Look::Open(Duty::WinningFour, replies),
            None => Look::Open(Duty::Free, self.candidates()),
        }
    }

    /// Whether the line has become so much longer than the depth that it is not followed further.
    fn is_far_out(&self, ply: usize) -> bool {
        ply > 2 * self.root_depth as usize + 12
    }

    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|before| self.frames[before].evaluation);
        match (self.frames[ply].evaluation, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// A win of the side to move by continuous fours.
    fn win_by_fours<const OPEN: bool>(
        &mut self,
        duty: Duty,
        entry: Option<Entry>,
        depth: i32,
        ply: usize,
    ) -> Result<Option<Value>, Stopped> {
        let side = self.scene.side();
        if duty == Duty::Five || !self.scene.field().has_any(side, &Threat::FOURS) {
            return Ok(None);
        }
        // A deeper search of this position has asked before, with more nodes to spend.
        if !OPEN && entry.is_some_and(|entry| i32::from(entry.depth) > depth) {
            return Ok(None);
        }
        let length = self.vcf.win_length(&mut self.scene, prune::FOURS);
        if OPEN && length.is_some() {
            self.frames[ply].line.extend(self.vcf.line());
        }
        self.count(self.vcf.nodes())?;
        Ok(length.map(|length| Value::win_in(ply as u32 + length)))
    }

    /// Whether the other side would win by continuous fours if the side to move passed. If so, the
    /// moves that may change that: points of the win, points that answer its first four, and own
    /// threats. Not all of them do, and rarely one that is not among them does.
    fn threatened_fours(&mut self) -> Result<Option<Bits>, Stopped> {
        let (side, other) = (self.scene.side(), !self.scene.side());
        if !self.scene.field().has_any(other, &Threat::FOURS) {
            return Ok(None);
        }
        self.scene.pass();
        let length = self.vcf.win_length(&mut self.scene, prune::THREATENED_FOURS);
        self.scene.pass();
        let line: ArrayVec<Point, 64> = self.vcf.line().take(64).collect();
        self.count(self.vcf.nodes())?;
        if length.is_none() {
            return Ok(None);
        }
        let field = self.scene.field();
        let threats = [Threat::Three, Threat::DoubleThree, Threat::Four, Threat::FourThree];
        let mut stops = field.any_of(side, &threats);
        if let Some(&first) = line.first() {
            stops |= field.answers(first, other, Threat::Four);
        }
        stops |= line.into_iter().collect();
        Ok(Some(stops))
    }

    /// Gives up on a node as a whole, where its evaluation is far outside the window or the side to
    /// move could even pass.
    fn prune_whole(&mut self, node: &Node) -> Result<Option<Value>, Stopped> {
        let Node { window, depth, ply, .. } = *node;
        let Some(evaluation) = node.evaluation else { return Ok(None) };
        if node.duty != Duty::Free
            || node.stops.is_some()
            || !window.alpha.is_estimate()
            || !window.beta.is_estimate()
        {
            return Ok(None);
        }
        if depth <= prune::RAZOR_DEPTH && evaluation + prune::razor_margin(depth) < window.alpha {
            return Ok(Some(evaluation));
        }
        let other = !self.scene.side();
        let quiet = self.scene.field().count(other, Threat::FourThree) == 0;
        let margin = prune::static_margin(depth, node.improving);
        if quiet && depth <= prune::STATIC_DEPTH && evaluation - margin >= window.beta {
            return Ok(Some(evaluation));
        }
        if depth >= prune::NULL_DEPTH
            && !self.frames[ply].passed
            && evaluation >= window.beta + prune::null_margin(depth)
        {
            self.scene.pass();
            self.frames[ply + 1].passed = true;
            let reply = -Window::null(window.beta.previous());
            let depth = depth - prune::null_reduction(depth);
            let value = self.search::<false>(reply, depth, ply + 1, !node.cut);
            self.frames[ply + 1].passed = false;
            self.scene.pass();
            let value = -value?;
            if value >= window.beta {
                return Ok(Some(if value.is_win() { window.beta } else { value }));
            }
        }
        Ok(None)
    }

    /// Searches the moves of a node.
    fn search_moves<const OPEN: bool>(
        &mut self,
        node: &Node,
        among: Bits,
        table_move: Option<Point>,
        key: u64,
    ) -> Result<Value, Stopped> {
        let ply = node.ply;
        let side = self.scene.side();
        let previous = self.scene.position().last().map(|last| last.point);
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply].killers,
            counter: previous.and_then(|previous| self.history.counter(side, previous)),
        };
        self.frames[ply + 1].killers = [None; 2];
        let mut search = MoveLoop { alpha: node.window.alpha, best: None, number: 0 };
        let mut result = self.search_among::<OPEN>(node, among, hints, &mut search);
        // A loss is claimed only when no move at all prevents it.
        let is_lost = search.best.is_none_or(|(value, _)| value.is_loss());
        if result.is_ok() && is_lost && node.duty == Duty::Free {
            let rest = self.scene.position().stones().empty() - among;
            let hints = Hints::default();
            result = self.search_among::<OPEN>(node, rest, hints, &mut search);
        }
        result?;
        let (value, point) = match search.best {
            Some(best) => best,
            None if node.duty == Duty::WinningFour => (Value::loss_in(ply as u32 + 4), None),
            // Only forbidden points are left.
            None => (Value::loss_in(ply as u32 + 1), None),
        };
        // Moves outside the replies to a threat lose to it, and no sooner than this.
        let value = match node.duty {
            Duty::WinningFour => value.max(Value::loss_in(ply as u32 + 4)),
            _ => value,
        };
        let bound = if value >= node.window.beta {
            Bound::Lower
        } else if point.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(key, point, value, node.evaluation, node.depth, bound, ply);
        Ok(value)
    }

    /// Searches the moves of a node that are in `among`, until one is too good.
    fn search_among<const OPEN: bool>(
        &mut self,
        node: &Node,
        among: Bits,
        hints: Hints,
        search: &mut MoveLoop,
    ) -> Result<(), Stopped> {
        let side = self.scene.side();
        let previous = self.scene.position().last().map(|last| last.point);
        let mut tried: ArrayVec<Point, 64> = ArrayVec::new();
        let mut picker = Picker::new(among, hints, self.moves);
        let mut result = Ok(());
        while let Some(Picked { point, gap }) =
            picker.next(&self.scene, self.history, &mut self.judge, self.moves)
        {
            if self.scene.is_forbidden(point, side) {
                continue;
            }
            search.number += 1;
            let quiet = self.is_quiet(point, side);
            let has_answer = search.best.is_some_and(|(value, _)| !value.is_loss());
            let attempt = Attempt { point, number: search.number, quiet, gap };
            if quiet && has_answer && self.skip_quiet(node, search.alpha, attempt) {
                continue;
            }
            match self.search_move::<OPEN>(node, search.alpha, attempt) {
                Err(Stopped) => {
                    result = Err(Stopped);
                    break;
                }
                Ok(value) if search.best.is_none_or(|(best, _)| value > best) => {
                    search.best = Some((value, None));
                    if value > search.alpha {
                        search.best = Some((value, Some(point)));
                        search.alpha = value;
                        if OPEN {
                            self.extend_line(node.ply, point);
                        }
                    }
                }
                Ok(_) => {}
            }
            if search.alpha >= node.window.beta {
                if quiet {
                    self.remember_killer(node.ply, point);
                }
                self.history.reward(side, point, &tried, previous, node.depth);
                break;
            }
            let _ = tried.try_push(point);
        }
        picker.drop_list(self.moves);
        result
    }

    /// One move of a node: shallower first where nobody expects much of it.
    fn search_move<const OPEN: bool>(
        &mut self,
        node: &Node,
        alpha: Value,
        attempt: Attempt,
    ) -> Result<Value, Stopped> {
        let window = Window { alpha, beta: node.window.beta };
        // The only answers to a five cost nothing.
        let mut depth = if node.duty == Duty::Five { node.depth } else { node.depth - 1 };
        // A four has one answer and is cheap to follow.
        if node.plenty && self.scene.field().threat(attempt.point, self.scene.side()) < Threat::Four
        {
            depth = (depth - 1).max(0);
        }
        let ply = node.ply + 1;
        let reduction = self.reduction::<OPEN>(node, attempt);
        let scout = -Window::null(alpha);
        let shallow = (depth - reduction).max(0).min(depth);
        if attempt.number > 1
            && let Some(value) = self.known_after(attempt.point, scout, shallow, ply)?
            && -value <= alpha
        {
            return Ok(-value);
        }
        self.scene.place(attempt.point);
        let mut search = || {
            if attempt.number == 1 {
                return Ok(-self.search::<OPEN>(-window, depth, ply, !OPEN && !node.cut)?);
            }
            let mut value = -self.search::<false>(scout, shallow, ply, true)?;
            if value > alpha && shallow < depth {
                value = -self.search::<false>(scout, depth, ply, !node.cut)?;
            }
            if OPEN && value > alpha {
                value = -self.search::<true>(-window, depth, ply, false)?;
            }
            Ok(value)
        };
        let value = search();
        self.scene.undo();
        value
    }

    /// What the table says of the position after a move, where that makes its search needless: found
    /// without the move being made.
    fn known_after(
        &mut self,
        point: Point,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Option<Value>, Stopped> {
        let entry = self.shared.table.probe(self.scene.position().key_after(point));
        let value = cutoff_from_table(entry, window, depth, ply);
        if value.is_some() {
            self.count(1)?;
        }
        Ok(value)
    }

    /// Plies that a move is searched less deep.
    fn reduction<const OPEN: bool>(&self, node: &Node, attempt: Attempt) -> i32 {
        let Attempt { point, number, quiet, gap } = attempt;
        if node.duty == Duty::Five || node.depth < 2 || number <= 1 + usize::from(OPEN) {
            return 0;
        }
        let history = self.history.get(self.scene.side(), point);
        let mut sum = self.reductions.of(node.depth, number);
        sum -= history * PLY / prune::HISTORY_PER_PLY;
        sum += i32::from(node.cut) * PLY;
        sum += i32::from(quiet && !node.improving) * prune::NOT_IMPROVING;
        sum -= i32::from(OPEN) * prune::OPEN_WINDOW;
        sum += prune::unlikely(gap);
        sum -= i32::from(node.duty == Duty::WinningFour) * PLY;
        if let Some(stops) = node.stops {
            sum += if stops.contains(point) { -PLY } else { 2 * PLY };
        }
        plies(sum).max(0)
    }

    /// Whether a move neither threatens much nor takes the point of a great threat.
    fn is_quiet(&self, point: Point, side: Side) -> bool {
        let field = self.scene.field();
        field.threat(point, side) < Threat::Three
            && field.threat(point, !side) < Threat::DoubleThree
    }

    /// Whether a quiet move is not worth a search.
    fn skip_quiet(&self, node: &Node, alpha: Value, attempt: Attempt) -> bool {
        let Attempt { point, number, gap, .. } = attempt;
        if node.duty != Duty::Free {
            return false;
        }
        if let Some(stops) = node.stops {
            return node.depth <= prune::STOPS_DEPTH && !stops.contains(point);
        }
        if node.depth <= prune::QUIET_LIMIT_DEPTH
            && (number > prune::quiet_limit(node.depth, node.improving)
                || gap > prune::unlikely_limit(node.depth))
        {
            return true;
        }
        let margin = prune::futility_margin(node.depth);
        node.depth <= prune::FUTILITY_DEPTH
            && node.evaluation.is_some_and(|evaluation| evaluation + margin < alpha)
    }

    fn remember_killer(&mut self, ply: usize, point: Point) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(point) {
            killers[1] = killers[0];
            killers[0] = Some(point);
        }
    }

    /// The expected moves of a node: `point`, then those of its child.
    pub(super) fn extend_line(&mut self, ply: usize, point: Point) {
        let [frame, child] = &mut self.frames[ply..ply + 2] else { return };
        frame.line.clear();
        frame.line.push(point);
        frame.line.extend_from_slice(&child.line);
    }

    /// Keeps the evaluation of a position at the end of the search: the next iteration asks for it
    /// again.
    fn store_leaf(&self, key: u64, entry: Option<Entry>, value: Value, bound: Bound, ply: usize) {
        if entry.is_none_or(|entry| entry.depth == 0 && bound == Bound::Exact) {
            self.store(key, None, value, Some(value), 0, bound, ply);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one entry, from one place each")]
    fn store(
        &self,
        key: u64,
        best: Option<Point>,
        value: Value,
        evaluation: Option<Value>,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let entry = Entry {
            best,
            value: value.to_node(ply as u32),
            evaluation: evaluation.unwrap_or(Value::DRAW),
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.shared.table.store(key, entry);
    }
}

/// The value of an entry where it makes a search of this node needless.
fn cutoff_from_table(
    entry: Option<Entry>,
    window: Window,
    depth: i32,
    ply: usize,
) -> Option<Value> {
    let entry = entry?;
    if i32::from(entry.depth) < depth.max(0) && entry.value.is_estimate() {
        return None;
    }
    let value = entry.value.to_root(ply as u32);
    let holds = match entry.bound {
        Bound::None => false,
        Bound::Exact => i32::from(entry.depth) >= depth.max(0),
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    holds.then_some(value)
}
