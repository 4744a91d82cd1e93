//! `tengen datagen` and `tengen data` as users meet them.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tengen::board::{NullObserver, Point, Position, Side};
use tengen::data::{Game, GameResult, Reader};
use tengen::eval::{Weights, classic};
use tengen::pattern::Scene;
use tengen::rules::{Outcome, RuleKind};
use tengen::value::ValueKind;

/// A folder of its own for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(arguments.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    /// Runs a command; its exit code, output and messages.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// Runs a command that must succeed without a word on standard error; its output.
    fn succeed(&self, arguments: &str) -> String {
        let (code, out, err) = self.run(arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments}");
        out
    }

    /// Runs a command that must be refused with these words.
    fn refuse(&self, arguments: &str, words: &str) {
        let (code, out, err) = self.run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(words), "'{words}' is not in: {err}");
    }

    fn games(&self, name: &str) -> Vec<Game> {
        let reader = Reader::new(fs::File::open(self.0.join(name)).unwrap()).unwrap();
        reader.map(|game| game.unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SMALL: &str = "datagen --rule renju --nodes 60 --seed 5";

/// Plays a game by the rules; says how it ended on the board.
fn replay(game: &Game, rule: RuleKind, size: tengen::board::Size) -> Option<Outcome> {
    let rule = rule.rule();
    let mut position = Position::new(size);
    for (n, point) in game.stones().enumerate() {
        assert_eq!(rule.outcome(&position), None, "stone {n} comes after the end");
        if n >= game.opening.len() {
            let record = game.moves[n - game.opening.len()];
            assert_eq!(record.is_random, record.played != record.best);
        }
        rule.try_play(&mut position, point, &mut NullObserver).unwrap();
    }
    rule.outcome(&position)
}

#[test]
fn games_are_legal_and_end_as_they_say() {
    let folder = Folder::new("datagen-legal");
    for (rule, size) in [("renju", 15), ("freestyle", 9), ("standard", 9)] {
        let file = format!("{rule}.tdata");
        folder.succeed(&format!(
            "datagen --rule {rule} --size {size} --nodes 40 --games 6 --reach 3 --out {file}"
        ));
        let games = folder.games(&file);
        assert_eq!(games.len(), 6);
        let kind: RuleKind = rule.parse().unwrap();
        let size = tengen::board::Size::square(size).unwrap();
        for game in &games {
            let winner = match replay(game, kind, size) {
                Some(Outcome::Win { side, .. }) => GameResult::Won(side),
                Some(Outcome::Draw) => GameResult::Draw,
                // The last search has proved a win.
                None => {
                    let plies = game.opening.len() + game.moves.len() - 1;
                    let mover = if plies % 2 == 0 { Side::Black } else { Side::White };
                    let value = game.moves.last().unwrap().value;
                    assert!(!value.is_estimate());
                    GameResult::Won(if value.is_win() { mover } else { !mover })
                }
            };
            assert_eq!(game.result, winner);
        }
    }
}

#[test]
fn games_may_be_played_on_to_their_end() {
    let folder = Folder::new("datagen-play-on");
    folder.succeed(&format!("{SMALL} --play-on --games 3 --out a.tdata"));
    for game in folder.games("a.tdata") {
        let outcome = replay(&game, RuleKind::Renju, tengen::board::Size::RENJU);
        match outcome {
            Some(Outcome::Win { side, .. }) => assert_eq!(game.result, GameResult::Won(side)),
            Some(Outcome::Draw) => assert_eq!(game.result, GameResult::Draw),
            None => panic!("the game is not over: {game:?}"),
        }
    }
}

#[test]
fn threads_and_stages_make_no_difference() {
    let folder = Folder::new("datagen-threads");
    folder.succeed(&format!("{SMALL} --games 8 --out whole.tdata"));
    folder.succeed(&format!("{SMALL} --games 8 --threads 3 --out threads.tdata"));
    assert_eq!(folder.bytes("whole.tdata"), folder.bytes("threads.tdata"));
    for games in [3, 5, 8, 8] {
        folder.succeed(&format!("{SMALL} --games {games} --out stages.tdata"));
        assert_eq!(folder.games("stages.tdata").len(), games);
    }
    assert_eq!(folder.bytes("whole.tdata"), folder.bytes("stages.tdata"));
    // Another seed gives other games, and games of one file differ.
    folder.succeed(&format!("{SMALL}6 --games 1 --out other.tdata"));
    let games = folder.games("whole.tdata");
    assert_ne!(folder.games("other.tdata")[0], games[0]);
    assert!(games.iter().skip(1).all(|game| game.opening != games[0].opening));
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_file() {
    let folder = Folder::new("datagen-killed");
    folder.succeed(&format!("{SMALL} --games 20 --out whole.tdata"));
    let whole = folder.bytes("whole.tdata");
    let arguments = format!("{SMALL} --games 20 --threads 2 --out killed.tdata");
    let mut child = folder.command(&arguments).spawn().unwrap();
    let started = Instant::now();
    let length = || fs::metadata(folder.0.join("killed.tdata")).map_or(0, |file| file.len());
    while length() < 1500 && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let killed = folder.bytes("killed.tdata");
    assert!(whole.starts_with(&killed) && killed.len() > 400);
    folder.succeed(&arguments);
    assert_eq!(folder.bytes("killed.tdata"), whole);
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_gone_on_with() {
    let folder = Folder::new("datagen-cut");
    let arguments = format!("{SMALL} --games 2 --out a.tdata");
    folder.succeed(&arguments);
    let whole = folder.bytes("a.tdata");
    for cut in [0, 5, 30, whole.len() - 1, whole.len() - 50] {
        fs::write(folder.0.join("a.tdata"), &whole[..cut]).unwrap();
        let (code, _, err) = folder.run(&arguments);
        assert_eq!(code, 0, "{err}");
        assert_eq!(err.contains("is cut off; it is played again"), cut > 30, "{cut}: {err}");
        assert_eq!(folder.bytes("a.tdata"), whole);
    }
}

#[test]
fn other_recipes_and_damage_are_refused_and_leave_the_file_alone() {
    let folder = Folder::new("datagen-refused");
    folder.succeed(&format!("{SMALL} --games 2 --out a.tdata"));
    let whole = folder.bytes("a.tdata");
    folder.refuse(&format!("{SMALL} --random 9 --games 3 --out a.tdata"), "--random 9");
    folder.refuse(&format!("{SMALL}1 --games 3 --out a.tdata"), "another recipe");
    assert_eq!(folder.bytes("a.tdata"), whole);
    let mut damaged = whole.clone();
    damaged[whole.len() - 9] ^= 1;
    fs::write(folder.0.join("a.tdata"), &damaged).unwrap();
    let words = "a.tdata: at byte ";
    folder.refuse(&format!("{SMALL} --games 3 --out a.tdata"), words);
    folder.refuse("data stats a.tdata", words);
    folder.refuse("data merge a.tdata --out b.tdata", words);
    assert_eq!(folder.bytes("a.tdata"), damaged);
    fs::write(folder.0.join("text"), "a file of something else, which nobody wants to lose")
        .unwrap();
    folder.refuse(&format!("{SMALL} --games 3 --out text"), "text: at byte 0: this is no file");
    assert!(folder.bytes("text").starts_with(b"a file of"));
    folder.refuse("data stats missing.tdata", "missing.tdata");
    folder.refuse("datagen --rule caro --games 1 --out c.tdata", "not of caro");
    folder.refuse("datagen --out c.tdata", "--games");
    assert!(!folder.0.join("c.tdata").exists());
}

#[test]
fn a_file_of_another_program_is_not_gone_on_with() {
    let folder = Folder::new("datagen-other");
    folder.succeed(&format!("{SMALL} --games 2 --out a.tdata"));
    // Another last game under the same recipe, with the right checksum.
    let whole = folder.bytes("a.tdata");
    let mut games = folder.games("a.tdata");
    let header = Reader::new(&whole[..]).unwrap().header().clone();
    games[1].moves.pop();
    let mut writer = tengen::data::Writer::new(Vec::new(), header).unwrap();
    games.iter().for_each(|game| writer.game(game).unwrap());
    fs::write(folder.0.join("a.tdata"), writer.target()).unwrap();
    folder.refuse(&format!("{SMALL} --games 3 --out a.tdata"), "plays game 2 in another way");
}

#[test]
fn openings_of_a_file_are_taken_in_turn() {
    let folder = Folder::new("datagen-openings");
    fs::write(folder.0.join("list"), "0,0, 1,1, 2,0\n0,0, 0,1, 1,-1, 2,2\n").unwrap();
    folder.succeed(&format!("{SMALL} --openings list --games 4 --out a.tdata"));
    let lengths: Vec<usize> =
        folder.games("a.tdata").iter().map(|game| game.opening.len()).collect();
    assert_eq!(lengths, [3, 4, 3, 4]);
    // The recipe knows what was in the file.
    fs::write(folder.0.join("list"), "0,0, 1,1, 2,0\n").unwrap();
    folder.refuse(&format!("{SMALL} --openings list --games 5 --out a.tdata"), "another recipe");
}

#[test]
fn later_positions_of_games_become_openings_of_others() {
    let folder = Folder::new("data-openings");
    folder.succeed(&format!("{SMALL} --games 12 --margin 50 --out a.tdata"));
    let every = "data openings a.tdata --stones 8-40 --margin 300 --share 100";
    let text = folder.succeed(every);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    // Every even position with eight stones after it, once, in any order.
    let mut wanted = Vec::new();
    for game in folder.games("a.tdata") {
        let stones: Vec<Point> = game.stones().collect();
        for (record, count) in game.moves.iter().zip(game.opening.len()..) {
            let is_even =
                matches!(record.value.kind(), ValueKind::Score(score) if score.abs() <= 300);
            if is_even
                && !record.is_forced
                && (8..=40).contains(&count)
                && count + 8 <= stones.len()
            {
                let offset = |point: &Point| {
                    format!("{},{}", i32::from(point.x()) - 7, i32::from(point.y()) - 7)
                };
                wanted.push(stones[..count].iter().map(offset).collect::<Vec<_>>().join(", "));
            }
        }
    }
    wanted.sort();
    wanted.dedup();
    let mut found: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    found.sort();
    assert_eq!(found, wanted);
    assert!(found.len() > 10, "{}", found.len());

    let some = folder.succeed("data openings a.tdata --stones 8-40 --margin 300 --share 30");
    let some: Vec<&str> = some.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!some.is_empty() && some.len() < lines.len());
    assert!(some.iter().all(|line| lines.contains(line)));

    fs::write(folder.0.join("later"), &text).unwrap();
    folder.succeed(&format!("{SMALL} --openings later --games 3 --out b.tdata"));
    for (game, line) in folder.games("b.tdata").iter().zip(&lines) {
        assert_eq!(game.opening.len(), line.split(", ").count());
    }
    folder.refuse("data openings a.tdata --stones 9-8", "is wanted, as 5 or 3-6");
    let (code, _, err) = folder.run("data openings a.tdata --stones 200");
    assert!(code != 0 && err.contains("no such positions"), "{code}: {err}");
}

#[test]
fn positions_are_counted() {
    let folder = Folder::new("datagen-positions");
    folder.succeed(&format!("{SMALL} --positions 40 --threads 2 --out a.tdata"));
    let games = folder.games("a.tdata");
    let positions = |games: &[Game]| games.iter().map(|game| game.moves.len()).sum::<usize>();
    assert!(positions(&games) >= 40 && positions(&games[..games.len() - 1]) < 40);
}

#[test]
fn classic_values_and_threats_are_those_of_the_positions() {
    let folder = Folder::new("classic");
    folder.succeed(&format!("{SMALL} --games 6 --out a.tdata"));
    folder.succeed("data classic a.tdata");
    let bytes = folder.bytes("a.classic");
    let (covered, checksum) = bytes.split_at(bytes.len() - 4);
    assert_eq!(crc32fast::hash(covered).to_le_bytes(), checksum);
    assert_eq!(&covered[..8], b"TNGNCLA2");
    assert_eq!(covered[8..12], Weights::fingerprint(RuleKind::Renju).to_le_bytes());
    let games = folder.games("a.tdata");
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(covered[12..16], (positions as u32).to_le_bytes());
    let marked = u32::from_le_bytes(covered[16..20].try_into().unwrap()) as usize;
    let (values, rest) = covered[20..].split_at(2 * positions);
    let (counts, rest) = rest.split_at(2 * positions);
    let (points, threats) = rest.split_at(2 * marked);
    assert_eq!(threats.len(), marked);
    let mut values = values.chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let number = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
    let mut counts = counts.chunks(2).map(number);
    let mut threats = points.chunks(2).map(number).zip(threats);
    let weights = Weights::of(RuleKind::Renju);
    let mut decided = 0;
    for game in games {
        let mut position = Position::new(tengen::board::Size::RENJU);
        for &point in &game.opening {
            position.place(point, &mut NullObserver);
        }
        for record in &game.moves {
            let scene = Scene::new(&position, weights.points.clone());
            let value = values.next().unwrap();
            if value == i16::MIN {
                decided += 1;
            } else {
                let classic = classic::evaluate(scene.field(), scene.side(), weights);
                assert_eq!(value, classic.raw());
                assert!(!record.is_forced, "a threat of five is decided");
            }
            let said: Vec<(u16, u8)> = threats
                .by_ref()
                .take(counts.next().unwrap().into())
                .map(|(point, threat)| (point, *threat))
                .collect();
            let wanted: Vec<(u16, u8)> = tengen::board::Size::RENJU
                .points()
                .zip(0..)
                .filter(|(point, _)| position.stones().at(*point).is_none())
                .map(|(point, number)| {
                    let [black, white] = [Side::Black, Side::White]
                        .map(|side| scene.field().threat(point, side) as u8);
                    (number, black + 8 * white)
                })
                .filter(|(_, threats)| *threats != 0)
                .collect();
            assert_eq!(said, wanted);
            position.place(record.played, &mut NullObserver);
        }
    }
    assert_eq!((values.next(), counts.next(), threats.next()), (None, None, None));
    assert!(marked > 0);
    assert!(0 < decided && decided < positions, "{decided} of {positions}");
    folder.refuse("data classic a.classic", "no file of games");
}

#[test]
fn files_are_counted_shuffled_sampled_and_merged() {
    let folder = Folder::new("data");
    folder.succeed(&format!("{SMALL} --games 7 --out a.tdata"));
    folder.succeed(&format!("{SMALL}5 --games 5 --out b.tdata"));
    let (a, b) = (folder.games("a.tdata"), folder.games("b.tdata"));
    folder.succeed("data merge a.tdata b.tdata --out both.tdata");
    let both = [a.clone(), b].concat();
    assert_eq!(folder.games("both.tdata"), both);

    folder.succeed("data shuffle both.tdata --seed 2 --out shuffled.tdata");
    let shuffled = folder.games("shuffled.tdata");
    assert_ne!(shuffled, both);
    assert!(shuffled.len() == 12 && both.iter().all(|game| shuffled.contains(game)));

    folder.succeed("data sample both.tdata --games 4 --out sample.tdata");
    let sample = folder.games("sample.tdata");
    assert!(sample.len() == 4 && sample.iter().all(|game| both.contains(game)));
    folder.refuse("data sample a.tdata --games 8 --out more.tdata", "only 7 games");
    folder.refuse("data merge a.tdata --out sample.tdata", "is there already");
    folder.succeed("datagen --rule standard --nodes 40 --games 1 --out standard.tdata");
    folder.refuse("data merge a.tdata standard.tdata --out more.tdata", "standard on 15x15");

    let text = folder.succeed("data stats both.tdata");
    assert!(text.contains("games      12\n") && text.contains("--seed 55"), "{text}");
    let stats = folder.succeed("data stats --json a.tdata b.tdata");
    let stats: Value = serde_json::from_str(&stats).unwrap();
    let positions: usize = both.iter().map(|game| game.moves.len()).sum();
    assert_eq!(stats["games"], 12);
    assert_eq!(stats["positions"], positions);
    assert_eq!(stats["recipes"].as_array().unwrap().len(), 2);
    let values = stats["values"].as_array().unwrap();
    let sum: u64 = values.iter().map(|range| range["positions"].as_u64().unwrap()).sum();
    assert_eq!(sum, positions as u64);
    // The same file twice: half of its positions at most are new.
    let twice = folder.succeed("data stats --json a.tdata a.tdata");
    let twice: Value = serde_json::from_str(&twice).unwrap();
    assert!(twice["different_positions"].as_f64().unwrap() <= 0.5);
    assert!(stats["different_positions"].as_f64().unwrap() > 0.5);
}
