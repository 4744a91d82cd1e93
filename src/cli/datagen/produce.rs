//! Several threads that play, and one that writes the games in order.

use super::DatagenArgs;
use super::file::Kept;
use super::openings::Source;
use super::player::{NoGame, Player};
use crate::cli::bar;
use crate::cli::error::CommandError;
use crate::cli::interrupt::Interrupt;
use crate::data::Game;
use crossbeam::channel::{self, Receiver, Sender};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const BAR: &str = "[{bar:20}] {pos}/{len} {msg}, {elapsed} spent, {eta} to go";

/// What was done.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// Games added.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// Whether an interrupt ended it.
    pub interrupted: bool,
}

/// A game by its number.
type Numbered = (u64, Result<Game, NoGame>);

/// Plays the last game of the file once more: another engine would give another one, and its games
/// do not belong under the same recipe.
///
/// # Errors
/// When it comes out in another way.
pub fn check_last(args: &DatagenArgs, openings: &Source, kept: &Kept) -> Result<(), CommandError> {
    let Some(last) = &kept.last else { return Ok(()) };
    let again = Player::new(args, openings).game(kept.games - 1, &|| false);
    if again.as_ref() == Ok(last) {
        return Ok(());
    }
    Err(CommandError::input(format!(
        "{}: this program plays game {} in another way than the one that made the file; begin a new \
         file, and join them with tengen data merge",
        args.out.display(),
        kept.games
    )))
}

/// Plays until the file has as many games or positions as wanted, or until an interrupt.
///
/// # Errors
/// When a game cannot begin or cannot be written.
pub fn run(args: &DatagenArgs, openings: &Source, kept: &mut Kept) -> Result<Done, CommandError> {
    let started = Instant::now();
    let before = (kept.games, kept.positions);
    let interrupt = Interrupt::install();
    let stop = AtomicBool::new(false);
    let next = AtomicU64::new(kept.games);
    // Another thread may be ahead by a few games while the longest is played.
    let (sender, receiver) = channel::bounded(args.threads.get());
    let result = std::thread::scope(|scope| {
        for _ in 0..args.threads.get() {
            let (sender, next, stop, interrupt) = (sender.clone(), &next, &stop, &interrupt);
            let is_stopped = move || stop.load(Ordering::Relaxed) || interrupt.is_interrupted();
            scope.spawn(move || work(Player::new(args, openings), next, &is_stopped, &sender));
        }
        drop(sender);
        let result = write_in_order(args, kept, receiver);
        stop.store(true, Ordering::Relaxed);
        result
    });
    result.and(kept.sync())?;
    Ok(Done {
        games: kept.games - before.0,
        positions: kept.positions - before.1,
        elapsed: started.elapsed(),
        interrupted: interrupt.is_interrupted(),
    })
}

/// One thread's work: game after game, until nobody wants more.
fn work(
    mut player: Player<'_>,
    next: &AtomicU64,
    is_stopped: &dyn Fn() -> bool,
    sender: &Sender<Numbered>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let game = player.game(number, is_stopped);
        let ended = game.is_err();
        if sender.send((number, game)).is_err() || ended {
            return;
        }
    }
}

/// Writes the games as they become due; ends when there are enough of them.
fn write_in_order(
    args: &DatagenArgs,
    kept: &mut Kept,
    games: Receiver<Numbered>,
) -> Result<(), CommandError> {
    let bar = progress_bar(args, kept);
    let mut waiting = BTreeMap::new();
    while !is_enough(args, kept) {
        let Ok((number, game)) = games.recv() else { break };
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&kept.games)
            && !is_enough(args, kept)
        {
            match game {
                Ok(game) => kept.add(&game)?,
                Err(NoGame::Stopped) => return Ok(()),
                Err(NoGame::Opening) => return Err(no_opening(kept.games)),
            }
            if let Some(bar) = &bar {
                tell(bar, args, kept);
            }
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(())
}

fn no_opening(number: u64) -> CommandError {
    CommandError::failed(format!(
        "no even opening was found for game {}: try more --stones, --reach or --margin",
        number + 1
    ))
}

fn is_enough(args: &DatagenArgs, kept: &Kept) -> bool {
    args.games.is_some_and(|games| kept.games >= games.get())
        || args.positions.is_some_and(|positions| kept.positions >= positions.get())
}

/// A bar of positions, or of games where only their number is given.
fn progress_bar(args: &DatagenArgs, kept: &Kept) -> Option<ProgressBar> {
    match (args.positions, args.games) {
        (Some(positions), _) => bar::on_terminal(BAR, positions.get(), kept.positions),
        (None, Some(games)) => bar::on_terminal(BAR, games.get(), kept.games),
        (None, None) => None,
    }
}

fn tell(bar: &ProgressBar, args: &DatagenArgs, kept: &Kept) {
    if args.positions.is_some() {
        bar.set_position(kept.positions);
        bar.set_message(format!("positions in {} games", kept.games));
    } else {
        bar.set_position(kept.games);
        bar.set_message(format!("games, {} positions", kept.positions));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(indicatif::ProgressStyle::with_template(BAR).is_ok());
    }
}
