//! The state of a match as text and as data.

use super::schedule::Format;
use super::score::{Estimate, Score, Tally};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// A test with where it stands.
#[derive(Clone, Copy, Debug)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// What is decided, if anything.
    pub decision: Option<Decision>,
}

impl SprtState {
    /// Where `test` stands at `score`.
    pub fn new(test: Sprt, score: &Score) -> SprtState {
        let ratio = test.ratio(&score.outcomes());
        SprtState { test, ratio, decision: test.decision(ratio) }
    }
}

/// A difference in Elo, which may be infinite.
fn elo(value: f64) -> String {
    if value.is_finite() {
        // No minus before a difference that rounds to nothing.
        let value = if value.abs() < 0.05 { 0.0 } else { value };
        format!("{value:+.1}")
    } else if value > 0.0 {
        "+inf".to_owned()
    } else {
        "-inf".to_owned()
    }
}

/// `+12.3 +/- 20.1`.
fn elo_with_error(estimate: Estimate) -> String {
    if estimate.low.is_finite() && estimate.high.is_finite() {
        format!("{} +/- {:.1}", elo(estimate.value), estimate.error())
    } else {
        format!("{} ({} to {})", elo(estimate.value), elo(estimate.low), elo(estimate.high))
    }
}

/// One line on the first engine's results against the second: for the progress of a match of two.
pub fn duel_line(score: &Score, sprt: Option<&SprtState>) -> String {
    let Tally { wins, draws, losses } = score.total();
    let mut line = format!("+{wins} ={draws} -{losses}");
    if let (Some(share), Some(difference)) = (score.share(), score.elo()) {
        let _ = write!(line, ", {:.1} %, Elo {}", 100.0 * share.value, elo_with_error(difference));
    }
    if let Some(superiority) = score.superiority() {
        let _ = write!(line, ", LOS {:.1} %", 100.0 * superiority);
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.test.bounds();
        let _ = write!(line, ", LLR {:.2} ({lower:.2} to {upper:.2})", sprt.ratio);
    }
    line
}

/// One line on the order of several engines: for the progress of a larger match.
pub fn leaders_line(standings: &Standings) -> String {
    const SHOWN: usize = 3;
    let order = ranking(standings);
    let leaders = order.iter().take(SHOWN).map(|&engine| {
        let (wins, draws, losses) = standings.total(engine);
        format!("{} +{wins} ={draws} -{losses}", standings.names[engine])
    });
    leaders.collect::<Vec<_>>().join(", ")
}

/// Engines from the best rating to the worst.
fn ranking(standings: &Standings) -> Vec<usize> {
    let ratings = standings.ratings();
    let mut order: Vec<usize> = (0..standings.names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].total_cmp(&ratings[a]));
    order
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.1} ms", 1000.0 * seconds) } else { format!("{seconds:.2} s") }
}

fn large(number: f64) -> String {
    match number {
        n if n >= 1e7 => format!("{:.1}M", n / 1e6),
        n if n >= 1e4 => format!("{:.1}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// The whole result of a match, for people.
pub fn text(standings: &Standings, format: Format, sprt: Option<&SprtState>) -> String {
    let mut out = String::new();
    if standings.names.len() == 2 {
        duel_text(&mut out, standings, sprt);
    } else {
        table_text(&mut out, standings, format);
    }
    let endings = standings.endings.iter().map(|(name, count)| format!("{name} {count}"));
    if standings.first.1 > 0 {
        let (points, games) = standings.first;
        let _ = writeln!(
            out,
            "First players: {points} of {games} points ({:.1} %)",
            100.0 * points / games as f64
        );
        let openings = standings.openings.iter().map(|(name, count)| format!("{name} {count}"));
        let _ = writeln!(out, "Openings: {}", openings.collect::<Vec<_>>().join(", "));
    }
    let _ = writeln!(out, "Endings: {}", endings.collect::<Vec<_>>().join(", "));
    engines_text(&mut out, standings);
    out
}

fn duel_text(out: &mut String, standings: &Standings, sprt: Option<&SprtState>) {
    let score = standings.duel();
    let total = score.total();
    let [first, second] = [&standings.names[0], &standings.names[1]];
    let _ = writeln!(
        out,
        "{first} against {second}: {} wins, {} losses, {} draws in {} games",
        total.wins,
        total.losses,
        total.draws,
        total.games()
    );
    for (colour, tally) in [("black", score.black), ("white", score.white)] {
        let Tally { wins, draws, losses } = tally;
        let _ = writeln!(out, "  as {colour}: {wins} wins, {losses} losses, {draws} draws");
    }
    if let (Some(share), Some(difference), Some(superiority)) =
        (score.share(), score.elo(), score.superiority())
    {
        let _ = writeln!(
            out,
            "  score: {:.1} % (95 % interval {:.1} to {:.1})",
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high
        );
        let _ = writeln!(out, "  Elo: {}", elo_with_error(difference));
        let _ = writeln!(out, "  likelihood of superiority: {:.1} %", 100.0 * superiority);
    }
    if score.pair_count() > 0 {
        let [p0, p1, p2, p3, p4] = score.pairs;
        let _ = writeln!(out, "  pairs by score: 0: {p0}, 1/2: {p1}, 1: {p2}, 3/2: {p3}, 2: {p4}");
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.test.bounds();
        let decision = match sprt.decision {
            Some(Decision::Elo1) => "elo1 accepted",
            Some(Decision::Elo0) => "elo0 accepted",
            None => "undecided",
        };
        let _ = writeln!(
            out,
            "  SPRT {}: LLR {:.2} ({lower:.2} to {upper:.2}), {decision}",
            sprt.test, sprt.ratio
        );
    }
}

fn table_text(out: &mut String, standings: &Standings, format: Format) {
    let ratings = standings.ratings();
    let order = ranking(standings);
    let widest = standings.names.iter().map(String::len).max().unwrap_or(0).max(6);
    let _ = write!(out, "  # {:<widest$}    Elo  games  wins  losses  draws  score", "engine");
    let columns = format == Format::RoundRobin;
    if columns {
        (1..=order.len()).for_each(|rank| {
            let _ = write!(out, "  {:>7}", format!("vs #{rank}"));
        });
    }
    let _ = writeln!(out);
    for (rank, &engine) in (1..).zip(&order) {
        let (wins, draws, losses) = standings.total(engine);
        let games = wins + draws + losses;
        let share = 100.0 * (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64;
        let _ = write!(
            out,
            "{rank:>3} {:<widest$} {:>+6.0} {games:>6} {wins:>5} {losses:>7} {draws:>6} {share:>4.1} %",
            standings.names[engine], ratings[engine]
        );
        for &other in order.iter().filter(|_| columns) {
            let (points, games) = standings.against(engine, other);
            let cell = if other == engine { "-".to_owned() } else { format!("{points}/{games}") };
            let _ = write!(out, "  {cell:>7}");
        }
        let _ = writeln!(out);
    }
}

fn engines_text(out: &mut String, standings: &Standings) {
    for (name, engine) in standings.names.iter().zip(&standings.engines) {
        let mut facts = vec![format!("{} moves", engine.moves)];
        if let Some(time) = engine.mean_time() {
            let (mean, slowest) = (seconds(time), seconds(engine.slowest));
            facts.push(format!("{mean} a move (slowest {slowest})"));
        }
        if let Some(depth) = engine.mean_depth() {
            facts.push(format!("depth {depth:.1}"));
        }
        if let Some(nodes) = engine.mean_nodes() {
            facts.push(format!("{} nodes a move", large(nodes)));
        }
        if let Some(memory) = engine.peak_memory {
            facts.push(format!("{} MB at most", memory >> 20));
        }
        if !engine.failures.is_empty() {
            let failures = engine.failures.iter().map(|(name, count)| format!("{name} {count}"));
            let failures = failures.collect::<Vec<_>>().join(", ");
            facts.push(format!("games lost by failures: {failures}"));
        }
        if engine.remarks > 0 {
            facts.push(format!("{} remarks", engine.remarks));
        }
        let _ = writeln!(out, "{name}: {}", facts.join(", "));
    }
}

/// A number for JSON, which knows no infinity.
fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn estimate(value: Option<Estimate>) -> Value {
    match value {
        Some(Estimate { low, value, high }) => {
            json!({"value": finite(value), "low": finite(low), "high": finite(high)})
        }
        None => Value::Null,
    }
}

fn tally(tally: Tally) -> Value {
    json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses})
}

/// The whole result of a match, as data.
pub fn data(standings: &Standings, sprt: Option<&SprtState>) -> Value {
    let pairings = standings.scores.iter().map(|(&(first, second), score)| {
        json!({
            "first": standings.names[first],
            "second": standings.names[second],
            "as_black": tally(score.black),
            "as_white": tally(score.white),
            "pairs": score.pairs,
            "share": estimate(score.share()),
            "elo": estimate(score.elo()),
            "superiority": score.superiority(),
        })
    });
    let ratings = standings.ratings();
    let engines = standings.engines.iter().enumerate().map(|(number, engine)| {
        json!({
            "name": standings.names[number],
            "rating": ratings[number],
            "moves": engine.moves,
            "mean_seconds": engine.mean_time().map(|time| time.as_secs_f64()),
            "slowest_seconds": engine.slowest.as_secs_f64(),
            "mean_depth": engine.mean_depth(),
            "mean_nodes": engine.mean_nodes(),
            "peak_memory": engine.peak_memory,
            "failures": engine.failures,
            "remarks": engine.remarks,
        })
    });
    let sprt = sprt.map(|sprt| {
        let (lower, upper) = sprt.test.bounds();
        json!({
            "elo0": sprt.test.elo0,
            "elo1": sprt.test.elo1,
            "alpha": sprt.test.alpha,
            "beta": sprt.test.beta,
            "llr": sprt.ratio,
            "lower": lower,
            "upper": upper,
            "decision": sprt.decision.map(|decision| match decision {
                Decision::Elo0 => "elo0",
                Decision::Elo1 => "elo1",
            }),
        })
    });
    json!({
        "games": standings.games,
        "pairings": pairings.collect::<Vec<_>>(),
        "engines": engines.collect::<Vec<_>>(),
        "endings": standings.endings,
        "first_players": (standings.first.1 > 0)
            .then(|| json!({"points": standings.first.0, "games": standings.first.1})),
        "openings": standings.openings,
        "sprt": sprt,
    })
}
