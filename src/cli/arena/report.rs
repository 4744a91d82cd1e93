//! What a match shows while it runs: lines, a progress bar, or JSON.

use super::record::MatchGame;
use super::schedule::Format;
use super::standings::Standings;
use super::summary::{self, SprtState};
use crate::board::Side;
use crate::cli::bar;
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use indicatif::ProgressBar;
use serde_json::json;
use std::collections::HashSet;
use std::io::Write;

/// Shows a match as it goes on.
#[derive(Debug)]
pub struct Reporter<'a> {
    output: &'a mut Output,
    json: bool,
    bar: Option<ProgressBar>,
    format: Format,
    /// The score is shown after every so many games, where there is no bar.
    every: usize,
    /// Remarks that were shown: an engine says most of them in every game.
    shown: HashSet<(usize, String)>,
}

impl<'a> Reporter<'a> {
    /// A reporter for a match of `games` games, `done` of which were played before. The bar is
    /// shown on standard error, if that is a terminal.
    pub fn new(
        output: &'a mut Output,
        json: bool,
        format: Format,
        every: usize,
        games: usize,
        done: usize,
    ) -> Reporter<'a> {
        let bar = bar::on_terminal(BAR, games as u64, done as u64).filter(|_| !json);
        Reporter { output, json, bar, format, every, shown: HashSet::new() }
    }

    /// Shows a line of text, above the bar if there is one.
    fn line(&mut self, text: &str) -> Result<(), CommandError> {
        match &self.bar {
            Some(bar) => bar.suspend(|| writeln!(self.output, "{text}"))?,
            None => writeln!(self.output, "{text}")?,
        }
        self.output.flush()?;
        Ok(())
    }

    /// The match begins.
    ///
    /// # Errors
    /// When it cannot be written, here and below.
    pub fn begin(&mut self, title: &str, data: &impl serde::Serialize) -> Result<(), CommandError> {
        if self.json {
            return self.line(&json!({"event": "match", "match": data}).to_string());
        }
        self.line(title)
    }

    /// A game has ended.
    ///
    /// # Errors
    /// As above.
    pub fn game(
        &mut self,
        game: &MatchGame,
        standings: &Standings,
        sprt: Option<&SprtState>,
    ) -> Result<(), CommandError> {
        if self.json {
            let line = json!({
                "event": "game",
                "number": game.scheduled.number,
                "black": standings.names[game.scheduled.black],
                "white": standings.names[game.scheduled.white],
                "opening": game.scheduled.opening + 1,
                "symmetry": game.scheduled.symmetry,
                "result": game.record.result.map(|result| result.to_string()),
                "ending": game.ending,
                "reason": game.record.reason,
                "moves": game.record.moves.len(),
                "state": summary::data(standings, sprt),
            });
            return self.line(&line.to_string());
        }
        let result = game.record.result.map_or(String::new(), |result| result.to_string());
        let text = format!(
            "{:>4}  {} - {}  {result}  {} moves, opening {}: {}",
            game.scheduled.number,
            standings.names[game.scheduled.black],
            standings.names[game.scheduled.white],
            game.record.moves.len(),
            game.scheduled.opening + 1,
            game.record.reason.as_deref().unwrap_or(""),
        );
        self.line(&text)?;
        for side in Side::ALL {
            let engine = game.engine(side);
            for remark in &game.remarks[side] {
                if self.shown.insert((engine, remark.clone())) {
                    self.line(&format!("      {} {remark}", standings.names[engine]))?;
                }
            }
        }
        let state = match standings.names.len() {
            2 => summary::duel_line(&standings.duel(), sprt),
            _ => summary::leaders_line(standings),
        };
        match &self.bar {
            Some(bar) => {
                bar.set_message(state);
                bar.set_position(standings.games as u64);
            }
            None if standings.games.is_multiple_of(self.every) => {
                self.line(&format!("after {} games: {state}", standings.games))?;
            }
            None => {}
        }
        Ok(())
    }

    /// The match is over; `notes` says why, if not because all games are played, and what was odd
    /// when the engines left.
    ///
    /// # Errors
    /// As above.
    pub fn end(
        &mut self,
        standings: &Standings,
        sprt: Option<&SprtState>,
        notes: &[String],
    ) -> Result<(), CommandError> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.json {
            let state = summary::data(standings, sprt);
            let line = json!({"event": "end", "notes": notes, "state": state});
            return self.line(&line.to_string());
        }
        for note in notes {
            self.line(note)?;
        }
        let text = summary::text(standings, self.format, sprt);
        self.line(text.trim_end())
    }
}

/// The progress bar: games, time spent and to go, and the score.
const BAR: &str = "[{bar:20}] {pos}/{len} games, {elapsed} spent, {eta} to go: {wide_msg}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_of_the_bar_is_one() {
        assert!(indicatif::ProgressStyle::with_template(BAR).is_ok());
    }
}
