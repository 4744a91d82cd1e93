//! The lines that `tengen analyse` prints while it searches.

use super::output::Output;
use super::report::{per_second, short};
use crate::board::{Position, Size, Turn, TurnOrder};
use crate::notation::pos;
use crate::search::{EventSink, Progress, StopFlag};
use crate::value::{Value, ValueKind};
use std::io::{self, Write};
use std::sync::Mutex;

/// Prints one line for each iteration (and, of several best moves, for each of them). Ends the
/// search when nobody reads any more, and when deeper iterations can only repeat what is known.
#[derive(Debug)]
pub struct ProgressLines<'a> {
    size: Size,
    turn: Turn,
    order: TurnOrder,
    /// How many best moves each iteration tells.
    lines: usize,
    stop: StopFlag,
    state: Mutex<State<'a>>,
}

/// What changes from line to line.
#[derive(Debug)]
struct State<'a> {
    /// Nothing is printed without one.
    output: Option<&'a mut Output>,
    error: Option<io::Error>,
    /// Depth of the last iteration.
    depth: u32,
    /// Whether every line of this iteration so far is a win or loss that deeper search cannot
    /// bring nearer.
    all_settled: bool,
}

impl<'a> ProgressLines<'a> {
    /// Lines to `output`, for a search of `lines` best moves of `position` that `stop` ends.
    pub fn new(
        output: Option<&'a mut Output>,
        position: &Position,
        lines: usize,
        stop: StopFlag,
    ) -> ProgressLines<'a> {
        let state = State { output, error: None, depth: 0, all_settled: true };
        ProgressLines {
            size: position.size(),
            turn: position.turn(),
            order: position.order(),
            lines,
            stop,
            state: Mutex::new(state),
        }
    }

    /// Prints the names of the columns.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn header(output: &mut Output, lines: usize) -> io::Result<()> {
        let rank = if lines > 1 { "  #" } else { "" };
        let (depth, value, nodes) = ("depth", "value", "nodes");
        let (speed, time, line) = ("n/s", "time", "line");
        writeln!(output, "{depth:>7}{rank}{value:>8}{nodes:>12}{speed:>8}{time:>9}  {line}")
    }

    /// The error that stopped the output, if one did.
    ///
    /// # Errors
    /// That error.
    pub fn finish(self) -> io::Result<()> {
        let state = self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.error.map_or(Ok(()), Err)
    }

    fn text(&self, progress: &Progress) -> String {
        /// Moves of a line that are shown: the rest would not fit into a terminal's width.
        const SHOWN: usize = 12;
        let depth = format!("{}-{}", progress.line.depth, progress.selective_depth);
        let rank = if self.lines > 1 { format!("{:>3}", progress.rank) } else { String::new() };
        let value = progress.line.value.to_string();
        let speed = short(per_second(progress.nodes, progress.elapsed));
        let time = format!("{:.2}s", progress.elapsed.as_secs_f64());
        let moves = &progress.line.moves;
        let shown = &moves[..moves.len().min(SHOWN)];
        let shown = pos::turn_names(shown, self.size, self.turn, self.order).join(" ");
        let more = if moves.len() > SHOWN { " ..." } else { "" };
        let nodes = progress.nodes;
        format!("{depth:>7}{rank}{value:>8}{nodes:>12}{speed:>8}{time:>9}  {shown}{more}")
    }
}

/// Whether `value` is a win or loss that every iteration deeper than `depth` has seen as well.
fn is_settled(value: Value, depth: u32) -> bool {
    match value.kind() {
        ValueKind::Win(plies) | ValueKind::Loss(plies) => plies <= depth,
        ValueKind::Score(_) => false,
    }
}

impl EventSink for ProgressLines<'_> {
    fn progress(&self, progress: &Progress) {
        let Ok(mut state) = self.state.lock() else { return };
        if let Some(output) = &mut state.output {
            let text = self.text(progress);
            if let Err(error) = writeln!(output, "{text}").and_then(|()| output.flush()) {
                state.error = Some(error);
                state.output = None;
                self.stop.stop();
            }
        }
        // What is known before the first iteration, such as a win by fours alone, need not be the
        // nearest win.
        if progress.line.depth > state.depth + 1 {
            return;
        }
        state.depth = progress.line.depth;
        if progress.rank == 1 {
            state.all_settled = true;
        }
        state.all_settled &= is_settled(progress.line.value, progress.line.depth);
        if state.all_settled && progress.rank == self.lines {
            self.stop.stop();
        }
    }
}
