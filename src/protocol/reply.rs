//! What the engine says: a type for every reply, and the one place that writes.

use super::text::echo;
use crate::board::{Point, Position};
use crate::notation::pos;
use crate::search::{Line, Progress};
use crate::value::ValueKind;
use std::fmt::{self, Write as _};
use std::io::Write;

/// Most bytes of a line; the rest is cut. No manager has to have a large buffer.
const MAX_LINE: usize = 1000;
/// Most moves of a line of play that are shown.
const MAX_MOVES: usize = 40;

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done.
    Ok,
    /// Points, the first stone first: the engine's move, or the stones of an opening.
    Points(Vec<Point>),
    /// A turn of an opening, or what is due in one.
    Turn(String),
    /// Who the engine is.
    About,
    /// Points forbidden to Black.
    Forbidden(Vec<Point>),
    /// The command is known but impossible.
    Error {
        /// The command.
        what: String,
        /// What stands against it.
        why: String,
    },
    /// The command is not known.
    Unknown(String),
    /// For the user.
    Message(String),
}

impl Reply {
    /// An error: the command as it came, and what stands against it.
    pub fn error(what: impl Into<String>, why: impl Into<String>) -> Reply {
        Reply::Error { what: what.into(), why: why.into() }
    }

    /// The answer to a line that is no command.
    pub fn unknown(line: &[u8]) -> Reply {
        Reply::Unknown(format!("command: {}", echo(line)))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Points(points) => {
                for (n, point) in points.iter().enumerate() {
                    write!(f, "{}{},{}", if n == 0 { "" } else { " " }, point.x(), point.y())?;
                }
                Ok(())
            }
            Reply::Turn(turn) => f.write_str(turn),
            Reply::About => f.write_str(&about()),
            Reply::Forbidden(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x(), point.y())?;
                }
                f.write_char('.')
            }
            Reply::Error { what, why } => write!(f, "ERROR {what}: {why}"),
            Reply::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
        }
    }
}

/// The answer to `ABOUT`.
fn about() -> String {
    let mut text = format!(
        "name=\"Tengen\", version=\"{}\", author=\"Tengen developers\", country=\"International\"",
        env!("CARGO_PKG_VERSION"),
    );
    let www = env!("CARGO_PKG_REPOSITORY");
    if !www.is_empty() {
        // Writing to a string does not fail.
        let _ = write!(text, ", www=\"{www}\"");
    }
    text
}

/// Writes replies, a line each, and flushes after each.
#[derive(Debug)]
pub struct Output<W> {
    writer: W,
    closed: bool,
}

impl<W: Write> Output<W> {
    /// An output onto `writer`.
    pub fn new(writer: W) -> Output<W> {
        Output { writer, closed: false }
    }

    /// Writes one reply. A reader that is gone is remembered and is no error.
    pub fn send(&mut self, reply: &Reply) {
        if self.closed {
            return;
        }
        let mut line = reply.to_string();
        debug_assert!(line.is_ascii() && !line.contains(['\n', '\r']), "{line:?}");
        line.truncate(MAX_LINE);
        log::debug!("< {line}");
        line.push('\n');
        let written = self.writer.write_all(line.as_bytes()).and_then(|()| self.writer.flush());
        if let Err(error) = written {
            log::warn!("nobody reads the output any more: {error}");
            self.closed = true;
        }
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// What it writes onto.
    pub fn get_ref(&self) -> &W {
        &self.writer
    }
}

/// A value as messages have it: a number from the view of the side to move, `+M7` for a win in
/// seven plies, `-M8` for a loss in eight. A move that no iteration has looked at is worth 0.
fn value_text(line: &Line) -> String {
    match line.value.kind() {
        _ if line.depth == 0 => "0".to_owned(),
        ValueKind::Score(number) => number.to_string(),
        ValueKind::Win(_) | ValueKind::Loss(_) => line.value.to_string(),
    }
}

/// The message of one iteration: the format that many engines of the field share, so that tools
/// can read it. `lines` is how many best moves were asked for. Of rules with two stones a turn the
/// line of play is told turn by turn, as `f9+i7`.
pub(super) fn progress(progress: &Progress, lines: usize, position: &Position) -> Reply {
    let time = progress.elapsed.as_millis();
    let speed = u128::from(progress.nodes) / time.max(1);
    let mut text = format!("depth {}-{}", progress.line.depth, progress.selective_depth);
    // Writing to a string does not fail.
    if lines > 1 {
        let _ = write!(text, " multipv {}", progress.rank);
    }
    let _ = write!(
        text,
        " ev {} n {} n/ms {speed} tm {time} pv",
        value_text(&progress.line),
        progress.nodes
    );
    let moves = &progress.line.moves[..progress.line.moves.len().min(MAX_MOVES)];
    for name in pos::turn_names(moves, position.size(), position.turn(), position.order()) {
        let _ = write!(text, " {name}");
    }
    Reply::Message(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::value::Value;
    use std::io::{self, ErrorKind};
    use std::time::Duration;

    #[test]
    fn replies_are_lines_of_the_protocol() {
        assert_eq!(Reply::Points(vec![Point::at(7, 10)]).to_string(), "7,10");
        let two = vec![Point::at(7, 7), Point::at(12, 0)];
        assert_eq!(Reply::Points(two.clone()).to_string(), "7,7 12,0");
        assert_eq!(Reply::Forbidden(two).to_string(), "FORBID 07071200.");
        assert_eq!(Reply::Forbidden(vec![]).to_string(), "FORBID .");
        let error = Reply::error("TURN 15,0", "the point is outside the board");
        assert_eq!(error.to_string(), "ERROR TURN 15,0: the point is outside the board");
        assert_eq!(Reply::unknown(b"FOO\xFF").to_string(), "UNKNOWN command: FOO\\xFF");
    }

    #[test]
    fn about_is_one_line_of_keys_and_quoted_values() {
        let about = Reply::About.to_string();
        for key in ["name=\"Tengen\"", "version=\"", "author=\"", "country=\""] {
            assert!(about.contains(key), "{about}");
        }
        assert!(!about.contains('\n'));
    }

    #[test]
    fn progress_has_the_documented_form() {
        let position = Position::new(Size::square(32).unwrap());
        let made = Progress {
            rank: 2,
            line: Line {
                value: Value::score(-35),
                depth: 12,
                moves: vec![Point::at(7, 24), Point::at(26, 0), Point::at(31, 31)],
            },
            selective_depth: 19,
            nodes: 1_234_567,
            elapsed: Duration::from_millis(1520),
        };
        assert_eq!(
            progress(&made, 1, &position).to_string(),
            "MESSAGE depth 12-19 ev -35 n 1234567 n/ms 812 tm 1520 pv h8 aa32 af1"
        );
        let mut won = made.clone();
        won.line.value = Value::win_in(7);
        won.elapsed = Duration::ZERO;
        won.line.moves.truncate(1);
        assert_eq!(
            progress(&won, 3, &position).to_string(),
            "MESSAGE depth 12-19 multipv 2 ev +M7 n 1234567 n/ms 1234567 tm 0 pv h8"
        );
    }

    #[test]
    fn a_reader_that_is_gone_is_remembered_once() {
        struct Broken(usize);
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                self.0 += 1;
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut output = Output::new(Broken(0));
        output.send(&Reply::Ok);
        output.send(&Reply::Ok);
        assert!(output.is_closed());
        assert_eq!(output.get_ref().0, 1);
    }
}
