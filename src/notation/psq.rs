//! Games as Piskvork writes them (`.psq`).
//!
//! The first line is `Piskvorky 20x20, 11:11, 0`: the board, two settings of the players, and which
//! player began. Then comes a line `x,y,milliseconds` for each move, columns and rows counted from
//! 1 at the top left; then, in tournaments, the names of the engines; then a number that says how
//! the game ended, or -1 and a line `winner,rule` as Gomocup writes it, where the winner is 1 for
//! the side that began, 2 for the other and 0 for nobody.
//!
//! What of that has no meaning here, the settings and the number of the ending, is kept in the
//! properties `PSQSETTINGS` and `PSQENDING` of the root.

use super::format::{Format, FormatError, Reading};
use super::game::{GameRecord, GameResult, rule_of};
use super::losses::Losses;
use super::plain::{self, KeptInfo, WriteError};
use super::text::shortened;
use super::tree::{Action, NodeId, Note, Tree};
use crate::board::{Point, Side};
use std::io::Write;
use std::time::Duration;

/// How a file begins.
const BEGINNING: &str = "Piskvorky ";
/// What follows the board in files that Gomocup writes.
const SETTINGS: &str = "11:11, 0";
/// The property for other settings.
const SETTINGS_NAME: &str = "PSQSETTINGS";
/// The number of the ending in files that Gomocup writes.
const ENDING: &str = "-1";
/// The property for other endings.
const ENDING_NAME: &str = "PSQENDING";

/// The game of a file, as a record.
///
/// ```
/// use tengen::board::Point;
/// use tengen::notation::psq;
///
/// let game = psq::read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,12\n-1\n").unwrap();
/// assert_eq!(game.moves[1].point, Point::at(8, 6));
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<GameRecord, FormatError> {
    read_tree(text, &Reading::default()).map(|tree| GameRecord::from(&tree))
}

/// The game of a file.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_tree(text: &str, reading: &Reading) -> Result<Tree, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let error = |part: &str, reason: String| {
        // The part is a piece of the text.
        let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        FormatError::in_text(Format::Psq, text, offset, reason)
    };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let header = lines.next().unwrap_or(text);
    let rest = header
        .strip_prefix(BEGINNING)
        .ok_or_else(|| error(header, "it does not begin with 'Piskvorky 15x15, ...'".to_owned()))?;
    let (size, settings) = rest.split_once(',').unwrap_or((rest, SETTINGS));
    let parsed = super::jsonl::parse_size(size).ok_or_else(|| {
        error(size, format!("the board size '{}' is not supported", shortened(size.trim())))
    })?;
    let mut tree = Tree::new(parsed);
    tree.info.rule = reading.rule;
    if settings.trim() != SETTINGS {
        tree.add_note(NodeId::ROOT, Note::Property(SETTINGS_NAME, settings.trim()));
    }
    let mut names = Vec::new();
    let mut in_moves = true;
    let mut end = NodeId::ROOT;
    for line in lines {
        if in_moves && is_numbers(line) {
            let (point, time) = read_move(line)
                .ok_or_else(|| error(line, format!("'{}' is no move", shortened(line))))?;
            // Whose it is depends on the rule, which comes last.
            end = tree.add(end, Action::play(Side::Black, point));
            tree.add_note(end, Note::Time(time));
            continue;
        }
        in_moves = false;
        read_end(line, &mut tree, &mut names);
    }
    deal_sides(&mut tree);
    let mut names = names.into_iter();
    (tree.info.black, tree.info.white) = (names.next(), names.next());
    let others = names.count();
    if others > 0 {
        tree.remark(format!("{others} lines after the names of the players make no sense"));
    }
    Ok(tree)
}

/// Gives the moves to the sides whose turn it is.
fn deal_sides(tree: &mut Tree) {
    let order = tree.info.turn_order();
    let mut turn = order.start();
    let mut next = tree.first_child(NodeId::ROOT);
    while let Some(node) = next {
        if let Some(point) = tree.action(node).point() {
            tree.set_action(node, Action::play(turn.side, point));
            turn = order.next(turn);
        }
        next = tree.first_child(node);
    }
}

/// Whether a line has at least two fields, all of them numbers.
fn is_numbers(line: &str) -> bool {
    line.contains(',')
        && line.split(',').all(|field| {
            let digits = field.trim().trim_start_matches('-');
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Point and time of a move; a time that is missing or senseless is 0, as unknown ones are written.
fn read_move(line: &str) -> Option<(Point, Duration)> {
    let mut fields = line.split(',').map(str::trim);
    let mut coordinate = || fields.next()?.parse::<u8>().ok()?.checked_sub(1);
    let point = Point::new(coordinate()?, coordinate()?)?;
    let is_time = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let time = fields.next().filter(is_time).and_then(super::sgf::milliseconds);
    Some((point, time.unwrap_or_default()))
}

/// Takes over a line after the moves.
fn read_end(line: &str, tree: &mut Tree, names: &mut Vec<String>) {
    let (first, rest) = line.split_once(',').map_or((line, None), |(a, b)| (a, Some(b)));
    match (first.trim().parse::<i64>(), rest) {
        // `1,Freestyle`
        (Ok(winner), Some(rule)) => {
            tree.info.result = match winner {
                1 => Some(GameResult::Win(Side::Black)),
                2 => Some(GameResult::Win(Side::White)),
                0 => Some(GameResult::Draw),
                _ => None,
            };
            // Readings of nendzyu have a comma; others end with one.
            let first = rule.split(',').next().unwrap_or_default();
            tree.info.rule = rule_of(rule).or_else(|| rule_of(first)).or(tree.info.rule);
        }
        (Ok(_), None) if line == ENDING => {}
        // Piskvork's own number, which names no winner.
        (Ok(_), None) if ending(tree).is_none() => {
            tree.add_note(NodeId::ROOT, Note::Property(ENDING_NAME, line));
        }
        (Ok(_), None) => tree.remark(format!("a second number of the ending, {line}, is left out")),
        (Err(_), _) => names.push(line.replace('\r', " ")),
    }
}

/// A game as a file, in Gomocup's form.
pub fn write(game: &GameRecord) -> String {
    let mut out = Vec::new();
    // Moves out of turn have no place in this format; in a record of a match there are none.
    let written = write_tree(&Tree::from(game), &mut out);
    debug_assert!(written.is_ok(), "a vector takes everything");
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes a game in Gomocup's form.
///
/// # Errors
/// When it cannot be written, or has stones that are set up out of turn.
pub(super) fn write_tree(tree: &Tree, out: &mut dyn Write) -> Result<Losses, WriteError> {
    let mut losses = Losses::none();
    let stones = plain::line(tree, &mut losses)?;
    let settings = property(tree, SETTINGS_NAME).unwrap_or(SETTINGS);
    writeln!(out, "{BEGINNING}{}, {settings}", tree.info.size)?;
    for &(point, node) in &stones {
        let time = node.and_then(|node| {
            tree.notes(node).find_map(|note| match note {
                Note::Time(time) => Some(time),
                _ => None,
            })
        });
        let milliseconds = time.unwrap_or_default().as_millis();
        writeln!(out, "{},{},{milliseconds}", point.x() + 1, point.y() + 1)?;
    }
    // Files of games between people have no names.
    let names = [(&tree.info.black, "black"), (&tree.info.white, "white")];
    let known = names.iter().rposition(|(name, _)| name.is_some()).map_or(0, |last| last + 1);
    for (name, unknown) in &names[..known] {
        writeln!(out, "{}", plain_name(name.as_deref().unwrap_or(unknown), unknown))?;
    }
    let winner = match tree.info.result {
        Some(GameResult::Win(Side::Black)) => 1,
        Some(GameResult::Win(Side::White)) => 2,
        Some(GameResult::Draw) => 0,
        None => -1,
    };
    let rule = tree.info.rule.map_or("unknown".to_owned(), |rule| rule.to_string());
    writeln!(out, "{}\n{winner},{rule}", ending(tree).unwrap_or(ENDING))?;
    plain::lose_variations(tree, &mut losses);
    plain::lose_notes(tree, &mut losses, |note| match note {
        Note::Time(_) => true,
        Note::Property(name, _) => [SETTINGS_NAME, ENDING_NAME].contains(name),
        _ => false,
    });
    let kept = KeptInfo { rule: true, players: true, result: true, opening: false };
    plain::lose_info(&tree.info, kept, &mut losses);
    Ok(losses)
}

/// A property of the root that fits on a line.
fn property<'a>(tree: &'a Tree, wanted: &str) -> Option<&'a str> {
    tree.notes(NodeId::ROOT).find_map(|note| match note {
        Note::Property(name, value) if name == wanted && !value.contains('\n') => Some(value),
        _ => None,
    })
}

fn ending(tree: &Tree) -> Option<&str> {
    property(tree, ENDING_NAME).filter(|ending| ending.parse::<i64>().is_ok())
}

/// A name that is not read as a move, a result or two lines.
fn plain_name(name: &str, unknown: &str) -> String {
    let mut name = name.replace(['\n', '\r'], " ").trim().to_owned();
    let is_number = |text: &str| text.trim().parse::<i64>().is_ok();
    if is_number(name.split(',').next().unwrap_or_default()) {
        name = format!("player {}", name.replace(',', " "));
    }
    if name.is_empty() { unknown.to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::notation::format::Place;
    use crate::notation::game::MoveNotes;
    use crate::rules::RuleKind;

    #[test]
    fn a_game_survives_the_round_trip() {
        let mut game = GameRecord::new(Size::new(20, 15).unwrap());
        game.rule = Some(RuleKind::Standard);
        (game.black, game.white) = (Some("a 1".to_owned()), Some("b".to_owned()));
        game.result = Some(GameResult::Draw);
        for (x, y, ms) in [(0, 0, 0), (19, 14, 1234), (7, 7, 5)] {
            let time = Some(Duration::from_millis(ms));
            game.push(Point::at(x, y), MoveNotes { time, ..MoveNotes::default() });
        }
        assert_eq!(read(&write(&game)), Ok(game));
    }

    #[test]
    fn files_of_other_programs() {
        let game = read("Piskvorky 20x20, 0:11, 1\r\n10,10,0\r\n11,9,532\r\n3\r\n").unwrap();
        assert_eq!((game.moves.len(), game.black, game.result), (2, None, None));
        let gomocup = "Piskvorky 15x15, 11:11, 0\n8,8,0\nX.zip\nY.zip\n-1\n2,Renju,\n";
        let game = read(gomocup).unwrap();
        assert_eq!(game.white.as_deref(), Some("Y.zip"));
        assert_eq!(game.result, Some(GameResult::Win(Side::White)));
        assert_eq!(game.rule, Some(RuleKind::Renju));
        assert_eq!(read("Piskvorky 15x15, 1:1, 0").unwrap().moves.len(), 0);
    }

    #[test]
    fn what_is_refused() {
        let error = |text: &str| read(text).unwrap_err();
        for text in ["", "1,2,3", "\n\nPisk"] {
            assert!(error(text).reason.starts_with("it does not begin"), "{text}");
        }
        for text in ["Piskvorky 99x99, 1:1, 0", "Piskvorky \u{e9}"] {
            assert!(error(text).reason.starts_with("the board size"), "{text}");
        }
        let line = |text: &str| match error(text).place {
            Place::Text { line, column: 1 } => line,
            place => panic!("{place}"),
        };
        assert_eq!(line("Piskvorky 15x15, 1:1, 0\n8,8,0\n0,8,0"), 3);
        assert_eq!(line("Piskvorky 15x15, 1:1, 0\n99,8,0"), 2);
        assert_eq!(line("Piskvorky 15x15, 1:1, 0\n\n-9223372036854775808,1,0"), 3);
    }

    #[test]
    fn what_has_no_meaning_here_is_kept() {
        let text = "Piskvorky 20x20, 0:11, 1\n10,10,0\n3\n";
        let tree = read_tree(text, &Reading::default()).unwrap();
        assert_eq!(tree.notes(NodeId::ROOT).count(), 2);
        let mut out = Vec::new();
        assert!(write_tree(&tree, &mut out).unwrap().is_empty());
        let written = String::from_utf8(out).unwrap();
        assert!(written.starts_with("Piskvorky 20x20, 0:11, 1\n10,10,0\n3\n-1,"));
    }

    #[test]
    fn what_is_lost_is_counted() {
        let mut tree = Tree::new(Size::RENJU);
        tree.info.date = Some("2026".to_owned());
        tree.add_note(NodeId::ROOT, Note::Stone(Side::Black, Point::at(1, 1)));
        let first = tree.add(NodeId::ROOT, Action::play(Side::White, Point::at(2, 2)));
        tree.add(first, Action::Pass(Side::Black));
        let other = tree.add(NodeId::ROOT, Action::play(Side::White, Point::at(3, 3)));
        tree.add_note(first, Note::Comment("x"));
        tree.add_note(other, Note::Comment("not counted by itself"));
        let losses = write_tree(&tree, &mut Vec::new()).unwrap();
        assert_eq!(
            losses.to_string(),
            "1 stones that are set up (written as moves), 1 moves after a pass, a move out of turn \
             or a set-up, 1 moves of variations, 1 comments, 1 dates"
        );
        tree.add_note(NodeId::ROOT, Note::Stone(Side::Black, Point::at(5, 5)));
        assert!(matches!(write_tree(&tree, &mut Vec::new()), Err(WriteError::Unfit(_))));
    }
}
