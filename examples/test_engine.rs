//! An engine for tests of managers: it plays quickly and not well, and fails in a chosen way.
//!
//! `test_engine strong`, `medium` and `weak` play whole games. Any other word is a failure, and a
//! number after it is the move of the game at which it happens (3 unless given): see [`Failure`].

use std::io::{self, BufRead, Write};
use std::time::Duration;
use tengen::board::{Bits, Dir, NullObserver, Point, Position, Setup, Side, Size};
use tengen::rules::RuleKind;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// Nothing.
    None,
    /// It never answers.
    Sleep,
    /// It answers after 1.2 seconds.
    Late,
    /// It ends with exit code 3 and a word on standard error.
    Exit,
    /// It answers and ends.
    AnswerAndExit,
    /// It answers `x`.
    Garbage,
    /// It answers with a point that holds a stone.
    Occupied,
    /// It answers with a point outside the board.
    OffBoard,
    /// It answers with a point that is forbidden to Black, if there is one.
    Forbidden,
    /// It prints without end.
    Flood,
    /// It prints one line without end.
    FloodLine,
    /// It prints 10,000 messages, then its move.
    Messages,
    /// It prints two moves.
    TwoMoves,
    /// It prints an error and no move.
    Error,
    /// It does not answer `START`.
    SilentStart,
    /// It answers `START` with an error.
    RefuseStart,
    /// It ends when it is told `START`.
    ExitAtStart,
    /// It reads nothing after `START`.
    Deaf,
    /// It says something after `END`.
    TalkAfterEnd,
    /// It does not leave after `END`.
    StayAfterEnd,
    /// It suggests its move instead of playing it.
    Suggest,
}

impl Failure {
    fn parse(word: &str) -> Option<Failure> {
        Some(match word {
            "strong" | "medium" | "weak" => Failure::None,
            "sleep" => Failure::Sleep,
            "late" => Failure::Late,
            "exit" => Failure::Exit,
            "answer-and-exit" => Failure::AnswerAndExit,
            "garbage" => Failure::Garbage,
            "occupied" => Failure::Occupied,
            "off-board" => Failure::OffBoard,
            "forbidden" => Failure::Forbidden,
            "flood" => Failure::Flood,
            "flood-line" => Failure::FloodLine,
            "messages" => Failure::Messages,
            "two-moves" => Failure::TwoMoves,
            "error" => Failure::Error,
            "silent-start" => Failure::SilentStart,
            "refuse-start" => Failure::RefuseStart,
            "exit-at-start" => Failure::ExitAtStart,
            "deaf" => Failure::Deaf,
            "talk-after-end" => Failure::TalkAfterEnd,
            "stay-after-end" => Failure::StayAfterEnd,
            "suggest" => Failure::Suggest,
            _ => return None,
        })
    }
}

/// The engine.
struct TestEngine {
    /// Of how many positions it plays one as a weak player would; 0: of none.
    weak_in: u64,
    failure: Failure,
    /// The move of the game at which it fails, from 1.
    at: usize,
    /// Milliseconds that each move takes.
    pause: u64,
    rule: RuleKind,
    position: Position,
    moves: usize,
    suggested: Option<Point>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next().unwrap_or_default();
    let Some(failure) = Failure::parse(&word) else {
        eprintln!("test_engine: unknown behaviour '{word}'");
        std::process::exit(2);
    };
    let mut engine = TestEngine {
        weak_in: match word.as_str() {
            "weak" => 1,
            "medium" => 15,
            _ => 0,
        },
        failure,
        at: arguments.next().and_then(|n| n.parse().ok()).unwrap_or(3),
        pause: arguments.next().and_then(|n| n.parse().ok()).unwrap_or(0),
        rule: RuleKind::Freestyle,
        position: Position::new(Size::RENJU),
        moves: 0,
        suggested: None,
    };
    let stdin = io::stdin();
    let mut lines = stdin.lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_uppercase();
        let rest: Vec<&str> = words.collect();
        match command.as_str() {
            "START" | "RECTSTART" => engine.start(&rest),
            "INFO" if rest.first() == Some(&"rule") => engine.set_rule(rest.get(1)),
            "INFO" => {}
            "ABOUT" => say(&format!("name=\"{word}\", version=\"1\"")),
            "BEGIN" => engine.answer(),
            "TURN" => {
                let point = rest.first().and_then(|text| parse(text));
                engine.place(point);
                engine.answer();
            }
            "BOARD" => {
                let mut stones = Vec::new();
                while let Some(Ok(line)) = lines.next() {
                    if line.trim() == "DONE" {
                        break;
                    }
                    stones.extend(parse(&line));
                }
                let setup = Setup::alternating(engine.position.size(), &stones);
                engine.position = setup.build().expect("the manager sends a legal position");
                engine.answer();
            }
            "SWAP2BOARD" => {
                let mut stones = 0;
                while let Some(Ok(line)) = lines.next() {
                    if line.trim() == "DONE" {
                        break;
                    }
                    stones += 1;
                }
                // It always shows the same, and never wants Black.
                match stones {
                    0 => say("3,3 4,4 3,5"),
                    3 => say("11,11 11,12"),
                    _ => say("13,1"),
                }
            }
            "PLAY" => {
                if let Some(point) = engine.suggested.take() {
                    say(&format!("{},{}", point.x(), point.y()));
                }
            }
            "END" => {
                match engine.failure {
                    Failure::TalkAfterEnd => say("7,7"),
                    Failure::StayAfterEnd => forever(),
                    _ => {}
                }
                return;
            }
            _ => say("UNKNOWN command"),
        }
    }
}

/// The point of `x,y` or `x,y,owner`.
fn parse(text: &str) -> Option<Point> {
    let mut numbers = text.split(',').map(|n| n.trim().parse::<u8>());
    Point::new(numbers.next()?.ok()?, numbers.next()?.ok()?)
}

fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    // The manager may be gone.
    if writeln!(stdout, "{line}").and_then(|()| stdout.flush()).is_err() {
        std::process::exit(1);
    }
}

fn forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}

impl TestEngine {
    fn start(&mut self, rest: &[&str]) {
        let numbers = rest.join(",");
        let mut numbers = numbers.split(',').filter_map(|n| n.parse::<u8>().ok());
        let width = numbers.next().unwrap_or(15);
        let height = numbers.next().unwrap_or(width);
        match (self.failure, Size::new(width, height)) {
            (Failure::SilentStart, _) => {}
            (Failure::RefuseStart, _) => say("ERROR not this size"),
            (Failure::ExitAtStart, _) => std::process::exit(4),
            (_, Err(error)) => say(&format!("ERROR {error}")),
            (_, Ok(size)) => {
                self.position = Position::new(size);
                self.moves = 0;
                say("OK");
                if self.failure == Failure::Deaf {
                    forever();
                }
            }
        }
    }

    fn set_rule(&mut self, number: Option<&&str>) {
        self.rule = match number {
            Some(&"1") => RuleKind::Standard,
            Some(&"4") => RuleKind::Renju,
            Some(&"8") => RuleKind::Caro,
            Some(&"9") => RuleKind::ExactCaro,
            _ => RuleKind::Freestyle,
        };
    }

    fn place(&mut self, point: Option<Point>) {
        let placed = point.map(|point| self.position.try_place(point, &mut NullObserver));
        assert_eq!(placed, Some(Ok(())), "the manager sends legal moves");
    }

    /// Answers with a move, or fails.
    fn answer(&mut self) {
        self.moves += 1;
        if self.pause > 0 {
            std::thread::sleep(Duration::from_millis(self.pause));
        }
        let best = self.choose();
        if self.moves >= self.at {
            match self.failure {
                Failure::Sleep => forever(),
                Failure::Late => std::thread::sleep(Duration::from_millis(1200)),
                Failure::Exit => {
                    eprintln!("out of ideas");
                    std::process::exit(3);
                }
                Failure::Garbage => return say("x"),
                Failure::OffBoard => return say("15,15"),
                Failure::Error => return say("ERROR no idea"),
                Failure::Occupied => {
                    if let Some(last) = self.position.last() {
                        return say(&format!("{},{}", last.point.x(), last.point.y()));
                    }
                }
                Failure::Forbidden => {
                    let forbidden = self.rule.rule().forbidden_points(&self.position, Side::Black);
                    if let Some(point) = forbidden.iter().next()
                        && self.position.side() == Side::Black
                    {
                        return say(&format!("{},{}", point.x(), point.y()));
                    }
                }
                Failure::Flood => loop {
                    say("MESSAGE and so on");
                },
                Failure::FloodLine => loop {
                    print!("and so on");
                },
                Failure::Messages => (0..10_000).for_each(|n| say(&format!("MESSAGE line {n}"))),
                Failure::Suggest => {
                    self.place(Some(best));
                    self.suggested = Some(best);
                    return say(&format!("SUGGEST {},{}", best.x(), best.y()));
                }
                _ => {}
            }
        }
        self.place(Some(best));
        say(&format!("MESSAGE depth 2-3 ev {} n 12K pv", self.position.ply()));
        say(&format!("{},{}", best.x(), best.y()));
        if self.moves >= self.at {
            match self.failure {
                Failure::TwoMoves => say(&format!("{},{}", best.x(), best.y())),
                Failure::AnswerAndExit => std::process::exit(5),
                _ => {}
            }
        }
    }

    /// A legal move: a five, a block, and otherwise the best by a simple count (strong) or any near
    /// the stones (weak).
    fn choose(&self) -> Point {
        let rule = self.rule.rule();
        let (position, side) = (&self.position, self.position.side());
        let empty = position.stones().empty();
        let legal = |point: &Point| rule.check_move(position, *point).is_ok();
        let near: Bits = empty.iter().filter(|&point| self.is_near(point)).collect();
        let candidates: Vec<Point> = near.iter().filter(legal).collect();
        let Some(&first) = candidates.first() else {
            let center = position.size().center();
            let any = empty.iter().find(legal).or_else(|| empty.iter().next());
            return if empty.contains(center) { center } else { any.unwrap_or(center) };
        };
        let is_weak = self.weak_in > 0 && position.key().is_multiple_of(self.weak_in);
        if !is_weak {
            for owner in [side, !side] {
                let wins = |&&point: &&Point| rule.wins_at(position, point, owner);
                if let Some(&point) = candidates.iter().find(wins) {
                    return point;
                }
            }
        }
        // The same position always gets the same answer.
        let mut noise = position.key();
        let mut best = (0, first);
        for &point in &candidates {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let luck = noise >> 60;
            let worth = if is_weak { luck } else { 100 * self.worth(point) + luck };
            if worth >= best.0 {
                best = (worth, point);
            }
        }
        best.1
    }

    fn is_near(&self, point: Point) -> bool {
        let size = self.position.size();
        Dir::ALL.into_iter().any(|dir| {
            [-2, -1, 1, 2].into_iter().any(|step| {
                let other = size.step(point, dir, step);
                other.is_some_and(|other| self.position.stones().at(other).is_some())
            })
        })
    }

    /// How many stones of one colour, and none of the other, lie on the lines of five through
    /// `point`, squared and summed.
    fn worth(&self, point: Point) -> u64 {
        let size = self.position.size();
        let stones = self.position.stones();
        let mut sum = 0;
        for dir in Dir::ALL {
            for start in -4..=0 {
                let mut counts = [0_u64; 2];
                let mut whole = true;
                for step in (start..start + 5).filter(|&step| step != 0) {
                    match size.step(point, dir, step) {
                        Some(other) => {
                            if let Some(side) = stones.at(other) {
                                counts[side.index()] += 1;
                            }
                        }
                        None => whole = false,
                    }
                }
                if whole && (counts[0] == 0 || counts[1] == 0) {
                    let count = counts[0] + counts[1];
                    sum += count * count * count;
                }
            }
        }
        sum
    }
}
