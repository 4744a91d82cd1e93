//! The words of the protocol, as a manager says and reads them.

use super::engine_options::EngineOptions;
use crate::board::{Position, Size};
use crate::opening::Opening;
use crate::rules::{NendzyuReading, RuleKind};
use std::fmt::Write as _;
use std::time::Duration;

/// `INFO time_left` of a game without a limit.
const UNLIMITED: u64 = 2_147_483_647;

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTerms {
    /// The rule.
    pub rule: RuleKind,
    /// Width and height of the board.
    pub size: Size,
}

/// The number by which `INFO rule` knows a rule.
pub const fn rule_number(rule: RuleKind) -> u8 {
    match rule {
        RuleKind::Freestyle => 0,
        RuleKind::Standard => 1,
        RuleKind::Renju => 4,
        RuleKind::Caro => 8,
        RuleKind::ExactCaro => 9,
        RuleKind::Nendzyu(_) => 16,
    }
}

/// The command that begins a game.
pub fn start(terms: GameTerms) -> String {
    let (width, height) = (terms.size.width(), terms.size.height());
    if terms.size.is_square() {
        format!("START {width}\n")
    } else {
        format!("RECTSTART {width},{height}\n")
    }
}

/// The `INFO` lines that open a game.
pub fn info_lines(options: &EngineOptions, terms: GameTerms) -> String {
    let time = options.time.unwrap_or_default();
    // An engine without a time control must not read "as fast as possible": it is told how
    // long it will be waited for.
    let turn = time.turn.or(time.game).unwrap_or(options.patience);
    let mut lines = vec![
        ("rule", u64::from(rule_number(terms.rule))),
        ("timeout_turn", milliseconds(turn)),
        ("timeout_match", time.game.map_or(0, milliseconds)),
        ("max_memory", options.memory),
        ("game_type", 1),
    ];
    if !time.increment.is_zero() {
        lines.push(("time_increment", milliseconds(time.increment)));
    }
    lines.extend(options.nodes.map(|nodes| ("max_node", nodes)));
    lines.extend(options.depth.map(|depth| ("max_depth", u64::from(depth))));
    lines.extend(options.threads.map(|threads| ("thread_num", u64::from(threads))));
    let mut text = String::new();
    for (key, value) in lines {
        let _ = writeln!(text, "INFO {key} {value}");
    }
    if let RuleKind::Nendzyu(reading) = terms.rule
        && reading != NendzyuReading::USUAL
    {
        for setting in reading.to_string().split(',') {
            let _ = writeln!(text, "INFO {}", setting.replace('=', " "));
        }
    }
    for line in &options.info {
        let _ = writeln!(text, "INFO {line}");
    }
    text
}

/// The question for a move in `position`, with `left` of the game's time: by the last move alone
/// where `by_turn` says so, by all stones otherwise.
pub fn question(position: &Position, left: Option<Duration>, by_turn: bool) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "INFO time_left {}", left.map_or(UNLIMITED, milliseconds));
    match position.last() {
        None => text.push_str("BEGIN\n"),
        Some(_) if by_turn => {
            let stones: Vec<(i64, i64)> = position
                .last_turn()
                .iter()
                .map(|stone| (stone.point.x().into(), stone.point.y().into()))
                .collect();
            let _ = writeln!(text, "TURN {}", points_text(&stones));
        }
        Some(_) => {
            text.push_str("BOARD\n");
            for stone in position.history() {
                let owner = if stone.side == position.side() { 1 } else { 2 };
                let _ = writeln!(text, "{},{},{owner}", stone.point.x(), stone.point.y());
            }
            text.push_str("DONE\n");
        }
    }
    text
}

/// The question for a turn of an opening, after the other player's turn `last`.
pub fn turn_question(last: Option<&str>, left: Option<Duration>) -> String {
    let left = left.map_or(UNLIMITED, milliseconds);
    match last {
        None => format!("INFO time_left {left}\nBEGIN\n"),
        Some(turn) => format!("INFO time_left {left}\nTURN {turn}\n"),
    }
}

/// Stones of swap2 after which the first player chooses.
const AFTER_COUPLE: usize = 5;

/// The question for a turn of swap2 in Gomocup's words.
pub fn swap2_question(opening: &Opening, left: Option<Duration>) -> String {
    let left = left.map_or(UNLIMITED, milliseconds);
    let mut text = format!("INFO time_left {left}\nSWAP2BOARD\n");
    for stone in opening.stones() {
        let _ = writeln!(text, "{},{}", stone.x(), stone.y());
    }
    text.push_str("DONE\n");
    text
}

/// The answer to [`swap2_question`] with so many stones, as a turn. In these words a point is White's
/// next stone and `SWAP` leaves it to the other player. After three stones it is the second player who
/// chooses, who holds White so far; after five the first, who holds Black.
pub fn swap2_turn(line: &str, stones: usize) -> Option<String> {
    let line = line.trim();
    let (keeps_white, leaves_white) =
        if stones == AFTER_COUPLE { ("SWAP", "STAY") } else { ("STAY", "SWAP") };
    if is_keyword(line, "SWAP") {
        return Some(leaves_white.to_owned());
    }
    let points: Option<Vec<(i64, i64)>> = line.split_whitespace().map(coordinates).collect();
    let points: Vec<String> = points?.iter().map(|(x, y)| format!("{x},{y}")).collect();
    Some(match points.as_slice() {
        [point] if stones > 0 => format!("{keeps_white} {point}"),
        points => points.join(" "),
    })
}

/// Whole milliseconds.
fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// Whether the first word of `line` is `keyword`.
pub fn is_keyword(line: &str, keyword: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(keyword))
}

/// Whether `line` is talk that is allowed at any time.
pub fn is_message(line: &str) -> bool {
    is_keyword(line, "MESSAGE") || is_keyword(line, "DEBUG")
}

/// The text of a message, without the keyword.
pub fn message_text(line: &str) -> Option<&str> {
    if !is_message(line) {
        return None;
    }
    let line = line.trim_start();
    Some(line.find(char::is_whitespace).map_or("", |at| &line[at..]))
}

/// The two numbers of an answer `x,y`.
pub fn coordinates(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// The points of an answer of one or more points, as `x,y x,y`.
pub fn several_coordinates(line: &str) -> Option<Vec<(i64, i64)>> {
    let points: Option<Vec<_>> = line.split_whitespace().map(coordinates).collect();
    points.filter(|points| !points.is_empty())
}

/// Points as the protocol writes those of a turn: `x,y x,y`.
pub fn points_text(points: &[(i64, i64)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    points.join(" ")
}

/// The point of `SUGGEST x,y`, as it is spelt.
pub fn suggestion(line: &str) -> Option<String> {
    let rest = line.trim();
    if !is_keyword(rest, "SUGGEST") {
        return None;
    }
    let (x, y) = coordinates(&rest["SUGGEST".len()..])?;
    Some(format!("{x},{y}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Point};

    #[test]
    fn what_is_an_answer() {
        assert_eq!(coordinates("7,7"), Some((7, 7)));
        assert_eq!(coordinates(" 7 , 12 "), Some((7, 12)));
        assert_eq!(coordinates("-1,99"), Some((-1, 99)));
        for line in ["x", "7", "7,", ",7", "7,7,1", "7,7 8,8", "h8", "7.0,7", "", "7;7"] {
            assert_eq!(coordinates(line), None, "{line}");
        }
    }

    #[test]
    fn keywords_in_any_case() {
        assert!(is_message("message x") && is_message(" DEBUG") && !is_message("MESSAGES x"));
        assert_eq!(message_text("Message depth 3"), Some(" depth 3"));
        assert_eq!(message_text("MESSAGE"), Some(""));
        assert_eq!(suggestion("suggest 3,4"), Some("3,4".to_owned()));
        assert_eq!(suggestion("SUGGEST x"), None);
    }

    #[test]
    fn turns_of_swap2_in_other_words() {
        let turn = |line, stones| swap2_turn(line, stones);
        assert_eq!(turn(" swap ", 3), Some("SWAP".to_owned()));
        assert_eq!(turn("7,7", 3), Some("STAY 7,7".to_owned()));
        assert_eq!(turn("7,7 8,8", 3), Some("7,7 8,8".to_owned()));
        assert_eq!(turn("SWAP", 5), Some("STAY".to_owned()));
        assert_eq!(turn("7,7", 5), Some("SWAP 7,7".to_owned()));
        assert_eq!(turn("7,7  8,8 0,0", 0), Some("7,7 8,8 0,0".to_owned()));
        assert_eq!(turn("hello", 0), None);
        assert_eq!(turn_question(None, None), "INFO time_left 2147483647\nBEGIN\n");
    }

    #[test]
    fn questions_by_turn_and_by_board() {
        let mut position = Position::new(Size::RENJU);
        let empty = question(&position, Some(Duration::from_millis(1500)), true);
        assert_eq!(empty, "INFO time_left 1500\nBEGIN\n");
        for (x, y) in [(7, 7), (8, 6)] {
            position.try_place(Point::at(x, y), &mut NullObserver).unwrap();
        }
        assert_eq!(question(&position, None, true), "INFO time_left 2147483647\nTURN 8,6\n");
        let board = "INFO time_left 2147483647\nBOARD\n7,7,1\n8,6,2\nDONE\n";
        assert_eq!(question(&position, None, false), board);
    }

    #[test]
    fn an_engine_is_told_what_it_is_given() {
        let terms = GameTerms { rule: RuleKind::Renju, size: Size::new(20, 15).unwrap() };
        assert_eq!(start(terms), "RECTSTART 20,15\n");
        let told = |text| info_lines(&EngineOptions::parse(text, &[]).unwrap(), terms);
        assert_eq!(
            told("cmd=x,tc=10+0.1,threads=2,info=strength 50"),
            "INFO rule 4\nINFO timeout_turn 10000\nINFO timeout_match 10000\n\
             INFO max_memory 367001600\nINFO game_type 1\nINFO time_increment 100\n\
             INFO thread_num 2\nINFO strength 50\n"
        );
        // Without a time control it is not told to be as fast as possible.
        let untimed = told("cmd=x,nodes=5k,patience=7");
        assert!(untimed.contains("timeout_turn 7000\nINFO timeout_match 0\n"), "{untimed}");
        assert!(untimed.ends_with("INFO max_node 5000\n"));
    }

    #[test]
    fn turns_of_two_stones_are_said_and_read() {
        assert_eq!(several_coordinates("7,5 8,9"), Some(vec![(7, 5), (8, 9)]));
        assert_eq!(several_coordinates(" 7,5 "), Some(vec![(7, 5)]));
        for line in ["", "7,5 x", "7 5", "7,5,8,9"] {
            assert_eq!(several_coordinates(line), None, "{line}");
        }
        let mut position = Position::with_order(Size::RENJU, crate::rules::nendzyu::TURNS);
        for (x, y) in [(7, 7), (8, 9), (6, 3)] {
            position.try_place(Point::at(x, y), &mut NullObserver).unwrap();
        }
        assert!(question(&position, None, true).ends_with("\nTURN 8,9 6,3\n"));
        let board = question(&position, None, false);
        assert!(board.ends_with("BOARD\n7,7,1\n8,9,2\n6,3,2\nDONE\n"), "{board}");
        let rule = "nendzyu:full_board=mover_loses".parse().unwrap();
        let terms = GameTerms { rule, size: Size::RENJU };
        let told = info_lines(&EngineOptions::parse("cmd=x,nodes=50", &[]).unwrap(), terms);
        assert!(told.starts_with("INFO rule 16\n"));
        assert!(told.ends_with("INFO five_and_overline win\nINFO full_board mover_loses\n"));
    }

    #[test]
    fn every_rule_has_its_number() {
        assert_eq!(RuleKind::ALL.map(rule_number), [0, 1, 4, 8, 9, 16]);
    }
}
