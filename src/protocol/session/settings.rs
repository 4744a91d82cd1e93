//! What `INFO` has set, and what it means for a search.

use super::Session;
use super::deciding::OpeningValues;
use crate::board::{Reach, Size};
use crate::engine::{DEFAULT_MEMORY, MAX_THREADS};
use crate::eval::Evaluation;
use crate::eval::nnue::Network;
use crate::protocol::account::{MatchClock, milliseconds};
use crate::protocol::info::{InfoKey, NO_MEMORY_LIMIT, Setting, Value, default_of};
use crate::protocol::text::echo;
use crate::rules::{FiveAndOverline, FullBoard, NendzyuReading, RuleKind};
use crate::search::{ForcedWin, Strength};
use crate::time::{Budget, TimeControl};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// So many threads can be had on every machine.
const FEW_THREADS: usize = 4;

/// The settings that are not the engine's own.
#[derive(Debug)]
pub(super) struct Settings {
    /// Limit of a turn, in milliseconds.
    turn: i64,
    pub(super) match_clock: MatchClock,
    pub(super) max_nodes: Option<u64>,
    pub(super) max_depth: Option<u32>,
    /// Whether marks for a board on the screen are sent.
    pub(super) realtime: bool,
    folder: Vec<u8>,
    /// How much openings differ from game to game, 0 to 100.
    pub(super) variety: u32,
    /// Decides how; 0: nothing does.
    seed: u64,
    /// How nendzyu is read.
    nendzyu: NendzyuReading,
    /// Whether there is thinking in the other side's turn.
    pub(super) pondering: bool,
    /// How well the engine plays, unless at its best.
    pub(super) strength: Option<Strength>,
    /// Which wins are looked for first.
    pub(super) forced_win: Option<ForcedWin>,
}

impl Settings {
    pub(super) fn new() -> Settings {
        Settings {
            turn: default_of(InfoKey::TimeoutTurn),
            match_clock: MatchClock::new(),
            max_nodes: None,
            max_depth: None,
            realtime: false,
            folder: Vec::new(),
            variety: u32::try_from(default_of(InfoKey::OpeningVariety)).unwrap_or(0),
            seed: 0,
            nendzyu: NendzyuReading::USUAL,
            pondering: false,
            strength: None,
            forced_win: None,
        }
    }

    /// Where files may be kept: in a folder of our own, in the one that was told.
    pub(super) fn own_folder(&self) -> Option<PathBuf> {
        let folder = std::str::from_utf8(&self.folder).ok().filter(|folder| !folder.is_empty())?;
        Some(Path::new(folder).join("tengen"))
    }

    /// What decides among choices of an opening that are about as good.
    pub(super) fn opening_seed(&self) -> u64 {
        match self.seed {
            // The standard library's hash keys differ from one to the next.
            0 => RandomState::new().hash_one(0),
            seed => seed,
        }
    }

    /// How long a move may take with so many stones on a board of `size`, from when it was asked for.
    pub(super) fn budget(&self, ply: usize, size: Size) -> Budget {
        let turn = milliseconds(self.turn);
        let control = TimeControl {
            turn: Some(turn),
            left: self.match_clock.left(),
            increment: self.match_clock.increment(),
            ply,
            empty: size.area().saturating_sub(ply),
        };
        control.budget().unwrap_or(Budget { soft: turn, hard: turn, saved: false })
    }
}

/// The budget of an answer that is wanted at once.
pub(super) fn at_once() -> Budget {
    let control = TimeControl { turn: Some(Duration::ZERO), ..TimeControl::UNLIMITED };
    control.budget().unwrap_or(Budget { soft: Duration::ZERO, hard: Duration::ZERO, saved: false })
}

/// The largest number of threads that does no harm here. Many more than there are processors make
/// every one so slow that answers come late.
pub(super) fn most_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (2 * processors).clamp(FEW_THREADS, MAX_THREADS)
}

/// The rule that a sum of rule numbers means.
fn rule_of(sum: i64) -> Option<RuleKind> {
    match sum {
        0 => Some(RuleKind::Freestyle),
        1 => Some(RuleKind::Standard),
        // 4 is renju, with other bits or not; 2 is renju in Yixin's dialect.
        2 | 4..=7 => Some(RuleKind::Renju),
        8 => Some(RuleKind::Caro),
        9 => Some(RuleKind::ExactCaro),
        16 => Some(RuleKind::NENDZYU),
        _ => None,
    }
}

impl<W: Write> Session<W> {
    /// Does what an `INFO` line asks for. Nothing is answered; what cannot be done as asked is told
    /// in a message.
    pub(super) fn info(&mut self, setting: &Setting) {
        match setting.value {
            Value::Number { asked, used } => self.info_number(setting, asked, used),
            Value::Bytes(ref bytes) if setting.key == InfoKey::Folder => {
                self.settings.folder.clone_from(bytes);
                self.opening_values = OpeningValues::default();
                log::info!("folder {}", echo(&self.settings.folder));
            }
            Value::Bytes(ref bytes) if setting.key == InfoKey::Weights => self.load_network(bytes),
            Value::Bytes(_) => {}
            Value::Word(word) if setting.key == InfoKey::Evaluation => {
                self.engine.set_evaluation(match word {
                    "classic" => Evaluation::Classic,
                    _ => Evaluation::Network,
                });
            }
            Value::Word(word) => self.info_nendzyu(setting.key, word),
        }
    }

    /// Values positions with the network of a file, or with our own again if there is no name.
    fn load_network(&mut self, name: &[u8]) {
        if name.is_empty() {
            return self.engine.set_evaluation(Evaluation::Network);
        }
        let read = || -> Result<Network, String> {
            let path = std::str::from_utf8(name).map_err(|_| "the name is not UTF-8".to_owned())?;
            let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
            Network::read(&bytes).map_err(|error| error.to_string())
        };
        match read() {
            Ok(network) => {
                if network.rule() != self.engine.rule() {
                    self.message(format!("INFO weights: a network for {}", network.rule()));
                }
                self.engine.set_evaluation(Evaluation::Loaded(Arc::new(network)));
            }
            Err(error) => self.message(format!(
                "INFO weights {}: {error}; what values positions stays as it was",
                echo(name)
            )),
        }
    }

    /// A point in which nendzyu can be read in different ways. It is kept while another rule holds.
    fn info_nendzyu(&mut self, key: InfoKey, word: &'static str) {
        let reading = &mut self.settings.nendzyu;
        match (key, word) {
            (InfoKey::FiveAndOverline, "win") => reading.five_and_overline = FiveAndOverline::Win,
            (InfoKey::FiveAndOverline, "loss") => reading.five_and_overline = FiveAndOverline::Loss,
            (InfoKey::FiveAndOverline, "draw") => reading.five_and_overline = FiveAndOverline::Draw,
            (InfoKey::FullBoard, "draw") => reading.full_board = FullBoard::Draw,
            (InfoKey::FullBoard, "mover_loses") => reading.full_board = FullBoard::MoverLoses,
            _ => {}
        }
        if matches!(self.engine.rule(), RuleKind::Nendzyu(_)) {
            self.engine.set_rule(RuleKind::Nendzyu(self.settings.nendzyu));
        }
    }

    fn info_number(&mut self, setting: &Setting, asked: i64, used: i64) {
        match setting.key {
            InfoKey::TimeoutTurn => {
                self.settings.turn = used;
                self.shorten();
            }
            InfoKey::TimeoutMatch => self.settings.match_clock.set_limit(used),
            InfoKey::TimeLeft => self.settings.match_clock.set_left(used),
            InfoKey::TimeIncrement => self.settings.match_clock.set_increment(used),
            InfoKey::MaxNode => {
                self.settings.max_nodes = u64::try_from(used).ok().filter(|&n| n > 0);
            }
            InfoKey::MaxDepth => {
                self.settings.max_depth = u32::try_from(used).ok().filter(|&n| n > 0);
            }
            InfoKey::MaxMemory => {
                let bytes = match used {
                    1..NO_MEMORY_LIMIT => used.unsigned_abs(),
                    _ => DEFAULT_MEMORY,
                };
                if !self.engine.set_memory(bytes) {
                    self.message(format!(
                        "INFO max_memory {bytes} cannot be kept to: the engine itself takes more"
                    ));
                }
            }
            InfoKey::HashSize => {
                let bytes = u64::try_from(used).ok().filter(|&n| n > 0).map(|kb| kb << 10);
                self.engine.set_table_size(bytes);
                self.tell_if_cut(setting.name, asked, used);
            }
            InfoKey::ThreadNum => {
                let threads = usize::try_from(used).unwrap_or(1).min(most_threads());
                let set = self.engine.set_threads(threads);
                self.tell_if_cut(setting.name, asked, i64::try_from(set).unwrap_or(used));
            }
            InfoKey::Rule => match rule_of(used) {
                Some(rule) if !self.opening_allows(rule) => self.message(format!(
                    "INFO rule {asked}: the opening is not for {rule}; {} stays in force",
                    self.engine.rule()
                )),
                Some(rule) => {
                    let rule = match rule {
                        RuleKind::Nendzyu(_) => RuleKind::Nendzyu(self.settings.nendzyu),
                        rule => rule,
                    };
                    self.engine.set_rule(rule);
                    if self.playing {
                        self.prepare();
                    }
                }
                None => self.message(format!(
                    "INFO rule {asked} is not supported (0 freestyle, 1 standard, 4 renju, \
                     8 caro, 9 exact caro, 16 nendzyu); {} stays in force",
                    self.engine.rule()
                )),
            },
            InfoKey::ShowDetail => self.settings.realtime = used & 1 == 1,
            InfoKey::OpeningVariety => self.settings.variety = u32::try_from(used).unwrap_or(0),
            InfoKey::OpeningSeed => self.settings.seed = used.unsigned_abs(),
            InfoKey::Pondering => self.settings.pondering = used == 1,
            InfoKey::Strength => {
                self.settings.strength = u32::try_from(used).ok().and_then(Strength::new);
            }
            InfoKey::CautionFactor => {
                let reach = usize::try_from(used).ok().and_then(|used| Reach::ALL.get(used));
                self.engine.set_reach(reach.copied().unwrap_or_default());
            }
            InfoKey::Checkmate => {
                self.settings.forced_win = match used {
                    1 => Some(ForcedWin::Fours),
                    2 => Some(ForcedWin::Threats),
                    _ => None,
                };
            }
            InfoKey::Evaluation | InfoKey::Weights => {}
            InfoKey::FiveAndOverline | InfoKey::FullBoard | InfoKey::Folder | InfoKey::Ignored => {}
        }
    }

    fn tell_if_cut(&mut self, name: &str, asked: i64, used: i64) {
        if asked != used {
            self.message(format!("INFO {name} {asked} is out of range; {used} is used"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_rule_numbers() {
        let rules: Vec<_> = (-1..=17).map(rule_of).collect();
        use RuleKind::{Caro, ExactCaro, Freestyle, Renju, Standard};
        let mut expected =
            vec![None, Some(Freestyle), Some(Standard), Some(Renju), None, Some(Renju)];
        expected.extend([Some(Renju), Some(Renju), Some(Renju), Some(Caro), Some(ExactCaro)]);
        expected.resize(17, None);
        expected.extend([Some(RuleKind::NENDZYU), None]);
        assert_eq!(rules, expected);
    }

    #[test]
    fn a_turn_without_any_word_about_time_takes_less_than_five_seconds() {
        let budget = Settings::new().budget(0, Size::RENJU);
        assert!(budget.hard < Duration::from_secs(5) && budget.hard > Duration::from_secs(4));
        assert!(at_once().hard <= Duration::from_millis(10));
    }
}
