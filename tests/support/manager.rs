//! The engine's program as a manager sees it: a child process, lines in and lines out.

use super::oracle::Cell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A running `pbrain-tengen`. It is killed when this is dropped.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Program {
    pub fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { break };
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Program { child, input, lines }
    }

    /// Sends text, whole lines at once as a manager does.
    ///
    /// # Errors
    /// When the program no longer reads.
    pub fn send(&mut self, text: &str) -> Result<Instant, String> {
        let input = self.input.as_mut().expect("the program was not ended");
        let sent = Instant::now();
        input
            .write_all(text.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|error| format!("the program does not read: {error}"))?;
        Ok(sent)
    }

    /// The next line that is neither a message nor debugging output, and how long after `sent` it
    /// came.
    ///
    /// # Errors
    /// When none comes in time, or the program has ended.
    pub fn answer(&self, sent: Instant, patience: Duration) -> Result<(String, Duration), String> {
        loop {
            let left = (sent + patience).saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok((_, line)) if line.starts_with("MESSAGE") || line.starts_with("DEBUG") => {}
                Ok((at, line)) => return Ok((line, at - sent)),
                Err(RecvTimeoutError::Timeout) => return Err(format!("silent for {patience:?}")),
                Err(RecvTimeoutError::Disconnected) => return Err("the program has ended".into()),
            }
        }
    }

    /// As [`Program::answer`], the answer being a move.
    ///
    /// # Errors
    /// Also when it is something else.
    pub fn answered_move(
        &self,
        sent: Instant,
        patience: Duration,
    ) -> Result<(Cell, Duration), String> {
        let (line, after) = self.answer(sent, patience)?;
        let cell = line
            .split_once(',')
            .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)))
            .ok_or_else(|| format!("'{line}' is no move"))?;
        Ok((cell, after))
    }

    /// A line that came though nothing was asked.
    pub fn unasked_line(&self) -> Option<String> {
        self.lines.try_recv().ok().map(|(_, line)| line)
    }

    /// The most memory that the program has ever had in use, in bytes, where the system tells.
    pub fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    /// The memory that the program has in use, in bytes, where the system tells.
    pub fn memory_now(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes << 10)
    }

    /// Ends the program as a manager does.
    ///
    /// # Errors
    /// When it does not end at once, or not well.
    pub fn end(mut self) -> Result<(), String> {
        self.send("END\n")?;
        self.input = None;
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("ended with {status}")),
                Ok(None) if start.elapsed() > Duration::from_secs(2) => {
                    return Err("still running two seconds after END".into());
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
