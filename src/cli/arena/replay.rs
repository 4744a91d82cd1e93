//! The referee of recorded games: what the board says, against what the record says.

use super::process::printable;
use super::regulated::referee_turn;
use crate::board::{PlaceError, Point, Position, Side};
use crate::notation::game::{GameRecord, GameResult, RegulatedOpening, place};
use crate::notation::pos;
use crate::opening::catalogue::{self, FILE_PREFIX};
use crate::opening::{Coordinates, Opening, Person, parse_turn};
use crate::rules::{Forbidden, IllegalMove, Outcome, RuleKind, WinReason};

/// Why the board decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardReason {
    /// The winner made a winning run.
    Five,
    /// Black played a forbidden point.
    Forbidden(Forbidden),
    /// The loser played a point that holds a stone.
    Occupied,
    /// The loser played outside the board.
    OffBoard,
    /// The loser made a turn that the rule does not allow.
    IllegalTurn(IllegalMove),
    /// The loser made more than five in a row (nendzyu).
    Overline,
    /// The loser had no legal turn left (nendzyu).
    NoTurn,
    /// The board is full.
    FullBoard,
    /// There are as many stones as the match allows.
    MoveLimit,
}

/// What a game breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// Black played a forbidden point.
    Forbidden(Forbidden),
    /// A point that holds a stone.
    Occupied,
    /// A point outside the board.
    OffBoard,
    /// A turn that the rule does not allow.
    IllegalTurn(IllegalMove),
    /// The other side was to move.
    OutOfTurn,
    /// The game was over.
    AfterEnd,
}

/// What the board says about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardVerdict {
    /// The result, unless the board does not decide the game.
    pub result: Option<GameResult>,
    /// Why.
    pub reason: Option<BoardReason>,
    /// The number of the move that decided it, from 1.
    pub decided_by: Option<usize>,
    /// The breaches of the rules, in order, each with the number of its move.
    pub breaches: Vec<(usize, Breach)>,
    /// Where the board does not decide the game and Black is to move: the points forbidden to
    /// Black, one of which may have been the last move. Some managers leave it out of their records.
    pub open_forbidden: Vec<(Point, Forbidden)>,
    /// What the opening breaks, in a game with one by a regulation.
    pub opening_breach: Option<String>,
}

/// What is wrong with the opening of a game that was played by a regulation, if anything: every
/// turn is played again, and the stones and colours compared with those of the record.
fn opening_breach(game: &GameRecord, rule: RuleKind) -> Option<String> {
    let regulated = game.regulated.as_ref()?;
    check_opening(game, regulated, rule).err()
}

fn check_opening(
    game: &GameRecord,
    regulated: &RegulatedOpening,
    rule: RuleKind,
) -> Result<(), String> {
    // A record must not have files read.
    if regulated.regulation.contains(FILE_PREFIX) {
        return Err("its regulation is in a file, and not checked".to_owned());
    }
    let regulation = catalogue::find(&regulated.regulation).map_err(|error| error.to_string())?;
    let mut opening =
        Opening::new(regulation, rule, game.size).map_err(|error| error.to_string())?;
    let mut stone = None;
    for (number, turn) in (1..).zip(&regulated.turns) {
        let shown = printable(&turn.text, 60);
        let wrong = |why: String| format!("turn {number} of the opening ({shown}): {why}");
        if stone.is_some() {
            return Err(wrong("the opening is over".to_owned()));
        }
        let actions = parse_turn(&turn.text, Coordinates::Letters, game.size)
            .map_err(|error| wrong(error.to_string()))?;
        (opening, stone) = referee_turn(&opening, &actions, Coordinates::Letters).map_err(wrong)?;
    }
    let stones: Vec<Point> =
        game.moves.iter().take(game.opening).map(|played| played.point).collect();
    if stones != opening.stones() {
        return Err("the stones of the opening are not those of its turns".to_owned());
    }
    let next = game.moves.get(game.opening).map(|played| played.point);
    if stone.is_some_and(|stone| next != Some(stone)) {
        return Err("the stone after the opening is not that of its last turn".to_owned());
    }
    if game.moves.len() > game.opening && !opening.is_over() {
        return Err(format!("after {} stones the opening is not over", game.opening));
    }
    let first = match opening.holder(Side::Black) {
        Person::First => Side::Black,
        Person::Second => Side::White,
    };
    if first != regulated.first {
        return Err(format!("by its turns the first player has come to {first}"));
    }
    Ok(())
}

/// Replays a game under `rule`. With `max_moves`, so many stones on the board make a draw.
pub fn judge(game: &GameRecord, rule: RuleKind, max_moves: Option<usize>) -> BoardVerdict {
    let rules = rule.rule();
    let mut position = Position::with_order(game.size, rules.turn_order());
    let mut verdict = BoardVerdict {
        result: None,
        reason: None,
        decided_by: None,
        breaches: Vec::new(),
        open_forbidden: Vec::new(),
        opening_breach: opening_breach(game, rule),
    };
    // Stones of an opening that are not in the order of turns were set up, not played.
    let in_turn = {
        let mut turn = rules.turn_order().start();
        game.moves.iter().take(game.opening).all(|played| {
            let side = turn.side;
            turn = rules.turn_order().next(turn);
            side == played.side
        })
    };
    let set_up = if in_turn { 0 } else { game.opening };
    for (number, played) in (1..).zip(&game.moves) {
        if verdict.result.is_some() {
            verdict.breaches.push((number, Breach::AfterEnd));
            break;
        }
        // Stones of the opening may have been set up in any order.
        if position.side() != played.side && number > game.opening {
            verdict.breaches.push((number, Breach::OutOfTurn));
        }
        let mut decide = |winner: Option<Side>, reason| {
            verdict.result = Some(winner.map_or(GameResult::Draw, GameResult::Win));
            verdict.reason = Some(reason);
            verdict.decided_by = Some(number);
        };
        let (is_checked, wanted) = (number > set_up, position.turn().stones_left);
        let is_cut_short = position.side() != played.side && !position.turn_under_way().is_empty();
        let illegal = match rules.check_move(&position, played.point) {
            // Whose turn was not over when the other side went on has lost.
            _ if is_cut_short && is_checked => {
                let given = position.turn_under_way().len();
                let wanted = wanted + given as u8;
                decide(
                    Some(played.side),
                    BoardReason::IllegalTurn(IllegalMove::Stones { wanted, given }),
                );
                None
            }
            Err(
                error @ (IllegalMove::Collinear | IllegalMove::NotCentre | IllegalMove::NoPartner),
            ) if is_checked => Some(error),
            _ => None,
        };
        if let Some(error) = illegal {
            decide(Some(!played.side), BoardReason::IllegalTurn(error));
            verdict.breaches.push((number, Breach::IllegalTurn(error)));
            continue;
        }
        if is_cut_short && is_checked {
            continue;
        }
        match place(&mut position, played) {
            Ok(()) => {}
            Err(error) => {
                let (reason, breach) = match error {
                    PlaceError::OffBoard => (BoardReason::OffBoard, Breach::OffBoard),
                    PlaceError::Occupied(_) => (BoardReason::Occupied, Breach::Occupied),
                };
                decide(Some(!played.side), reason);
                verdict.breaches.push((number, breach));
                continue;
            }
        }
        match rules.outcome(&position) {
            Some(Outcome::Win { side, reason: WinReason::Five }) => {
                decide(Some(side), BoardReason::Five);
            }
            Some(Outcome::Win { side, reason: WinReason::Forbidden(kind) }) => {
                decide(Some(side), BoardReason::Forbidden(kind));
                verdict.breaches.push((number, Breach::Forbidden(kind)));
            }
            Some(Outcome::Win { side, reason: WinReason::Overline }) => {
                decide(Some(side), BoardReason::Overline);
            }
            Some(Outcome::Win { side, reason: WinReason::NoTurn }) => {
                decide(Some(side), BoardReason::NoTurn);
            }
            Some(Outcome::Draw) if !position.is_full() => decide(None, BoardReason::Five),
            Some(Outcome::Draw) => decide(None, BoardReason::FullBoard),
            None if max_moves.is_some_and(|most| position.ply() >= most) => {
                decide(None, BoardReason::MoveLimit);
            }
            None => {}
        }
    }
    if verdict.result.is_none() && position.side() == Side::Black {
        let kind = |point| rules.forbidden(&position, Side::Black, point).map(|kind| (point, kind));
        let points = rules.forbidden_points(&position, Side::Black);
        verdict.open_forbidden = points.iter().filter_map(kind).collect();
    }
    verdict
}

/// What a record says about why a game was over, as far as its words are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordedReason {
    Five,
    Forbidden(Option<Forbidden>),
    Illegal,
    Draw,
    /// Time, a crash, resignation: nothing that the board could show.
    Elsewhere,
    Unknown,
}

fn recorded_reason(game: &GameRecord) -> RecordedReason {
    let Some(text) = game.reason.as_deref() else { return RecordedReason::Unknown };
    let text = text.to_ascii_lowercase().replace(['-', '_'], " ");
    let has = |word: &str| text.contains(word);
    let kind = if has("double three") || has("three three") {
        Some(Forbidden::DoubleThree)
    } else if has("double four") || has("four four") {
        Some(Forbidden::DoubleFour)
    } else if has("overline") {
        Some(Forbidden::Overline)
    } else {
        None
    };
    if kind.is_some() || has("forbidden") {
        RecordedReason::Forbidden(kind)
    } else if has("time") || has("crash") || has("resign") || has("disconnect") || has("process") {
        RecordedReason::Elsewhere
    } else if has("illegal") || has("outside the board") || has("holds a stone") {
        RecordedReason::Illegal
    } else if has("draw") || has("full") {
        RecordedReason::Draw
    } else if has("five") {
        RecordedReason::Five
    } else {
        RecordedReason::Unknown
    }
}

/// How the record and the board stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Same winner, and no contradiction in the reason.
    Agree,
    /// The record says that Black lost by a forbidden move, which it leaves out, and there are such
    /// points where it ends.
    MoveLeftOut,
    /// The record does not say who won.
    NothingRecorded,
    /// The board does not decide the game, and the record gives a reason that the board cannot
    /// show (time, a crash, a limit of moves, an answer that is no move), or none.
    NotOnBoard,
    /// They name different winners, or a winner where the other has a draw.
    OtherResult,
    /// Same winner for another reason.
    OtherReason,
}

/// Compares a record with what the board says.
pub fn compare(game: &GameRecord, verdict: &BoardVerdict) -> Agreement {
    let reason = recorded_reason(game);
    match (game.result, verdict.result) {
        (None, _) => Agreement::NothingRecorded,
        (Some(_), None) => match reason {
            RecordedReason::Forbidden(kind)
                if game.result == Some(GameResult::Win(Side::White))
                    && verdict.open_forbidden_of(kind).next().is_some() =>
            {
                Agreement::MoveLeftOut
            }
            RecordedReason::Five | RecordedReason::Forbidden(_) => Agreement::OtherResult,
            _ => Agreement::NotOnBoard,
        },
        (Some(recorded), Some(judged)) if recorded != judged => Agreement::OtherResult,
        (Some(_), Some(_)) => {
            let fits = match (reason, verdict.reason) {
                (RecordedReason::Unknown, _) | (_, None) => true,
                (RecordedReason::Five, Some(reason)) => reason == BoardReason::Five,
                (RecordedReason::Forbidden(kind), Some(BoardReason::Forbidden(judged))) => {
                    kind.is_none_or(|kind| kind == judged)
                }
                (RecordedReason::Forbidden(kind), Some(BoardReason::Overline)) => {
                    kind == Some(Forbidden::Overline)
                }
                (RecordedReason::Illegal, Some(reason)) => {
                    // To some managers a forbidden move is an illegal one.
                    !matches!(
                        reason,
                        BoardReason::Five
                            | BoardReason::Overline
                            | BoardReason::NoTurn
                            | BoardReason::FullBoard
                            | BoardReason::MoveLimit
                    )
                }
                (RecordedReason::Draw, Some(reason)) => {
                    matches!(reason, BoardReason::FullBoard | BoardReason::MoveLimit)
                }
                (RecordedReason::Forbidden(_) | RecordedReason::Elsewhere, Some(_)) => false,
            };
            if fits { Agreement::Agree } else { Agreement::OtherReason }
        }
    }
}

/// A move of a game for people: its number and point.
fn move_text(game: &GameRecord, number: usize) -> String {
    let point = game.moves.get(number - 1).map(|played| played.point);
    let name = |point: Point| {
        if game.size.contains(point) {
            pos::name(point, game.size)
        } else {
            format!("{},{}", point.x(), point.y())
        }
    };
    format!("move {number} ({})", point.map_or_else(String::new, name))
}

/// A breach in words.
fn describe_breach(game: &GameRecord, number: usize, breach: Breach) -> String {
    let what = match breach {
        Breach::Forbidden(kind) => format!("is forbidden ({kind})"),
        Breach::Occupied => "is on a stone".to_owned(),
        Breach::OffBoard => "is outside the board".to_owned(),
        Breach::IllegalTurn(error) => format!("breaks the rule of turns: {error}"),
        Breach::OutOfTurn => "is out of turn".to_owned(),
        Breach::AfterEnd => "comes after the end of the game".to_owned(),
    };
    format!("{} {what}", move_text(game, number))
}

impl BoardVerdict {
    /// The verdict in words.
    pub fn describe(&self, game: &GameRecord) -> String {
        let by = self.decided_by.map_or_else(String::new, |number| move_text(game, number));
        let loser = match self.result {
            Some(GameResult::Win(side)) => (!side).to_string(),
            _ => String::new(),
        };
        match (self.result, self.reason) {
            (Some(GameResult::Win(side)), Some(BoardReason::Five)) => {
                format!("{side} wins: five by {by}")
            }
            (Some(GameResult::Win(side)), Some(BoardReason::Forbidden(kind))) => {
                format!("{side} wins: {loser}'s {by} is forbidden ({kind})")
            }
            (Some(GameResult::Win(side)), Some(BoardReason::Occupied)) => {
                format!("{side} wins: {loser}'s {by} holds a stone")
            }
            (Some(GameResult::Win(side)), Some(BoardReason::OffBoard)) => {
                format!("{side} wins: {loser}'s {by} is outside the board")
            }
            (Some(GameResult::Win(side)), Some(BoardReason::IllegalTurn(error))) => {
                format!("{side} wins: {loser} breaks the rule of turns by {by}: {error}")
            }
            (Some(GameResult::Win(side)), Some(BoardReason::Overline)) => {
                format!("{side} wins: {loser} made more than five in a row by {by}")
            }
            (Some(GameResult::Win(side)), Some(BoardReason::NoTurn)) => {
                format!("{side} wins: {loser} has no legal turn after {by}")
            }
            (Some(GameResult::Draw), Some(BoardReason::Five)) => {
                format!("draw: five and more than five in a row by {by}")
            }
            (Some(GameResult::Draw), Some(BoardReason::MoveLimit)) => {
                format!("draw: {} moves", game.moves.len())
            }
            (Some(GameResult::Draw), _) => "draw: the board is full".to_owned(),
            _ => format!("undecided after {} moves", game.moves.len()),
        }
    }

    /// The points among [`open_forbidden`](BoardVerdict::open_forbidden) of one kind, or of any.
    fn open_forbidden_of(&self, kind: Option<Forbidden>) -> impl Iterator<Item = Point> {
        let fits = move |&&(_, other): &&(Point, Forbidden)| kind.is_none_or(|kind| kind == other);
        self.open_forbidden.iter().filter(fits).map(|&(point, _)| point)
    }

    /// The points that the last move may have been, where the record leaves it out.
    pub fn describe_left_out(&self, game: &GameRecord) -> String {
        let RecordedReason::Forbidden(kind) = recorded_reason(game) else { return String::new() };
        let points: Vec<String> =
            self.open_forbidden_of(kind).map(|point| pos::name(point, game.size)).collect();
        let kind = kind.map_or_else(String::new, |kind| format!(" ({kind})"));
        format!("forbidden to black where it ends{kind}: {}", points.join(" "))
    }

    /// Whether there is a move that no game can have, whoever won it: out of turn, after the end, or
    /// against the regulation of the opening.
    pub fn has_impossible_moves(&self) -> bool {
        let is_impossible = |breach| matches!(breach, Breach::AfterEnd | Breach::OutOfTurn);
        self.opening_breach.is_some()
            || self.breaches.iter().any(|&(_, breach)| is_impossible(breach))
    }

    /// The breaches in words.
    pub fn describe_breaches(&self, game: &GameRecord) -> Vec<String> {
        let breaches =
            self.breaches.iter().map(|&(number, breach)| describe_breach(game, number, breach));
        self.opening_breach.iter().cloned().chain(breaches).collect()
    }

    /// A fixed short name of the reason, for programs.
    pub const fn reason_name(&self) -> Option<&'static str> {
        match self.reason {
            None => None,
            Some(BoardReason::Five) => Some("five"),
            Some(BoardReason::Forbidden(Forbidden::Overline)) => Some("overline"),
            Some(BoardReason::Forbidden(Forbidden::DoubleFour)) => Some("double four"),
            Some(BoardReason::Forbidden(Forbidden::DoubleThree)) => Some("double three"),
            Some(BoardReason::Occupied) => Some("occupied point"),
            Some(BoardReason::OffBoard) => Some("off board"),
            Some(BoardReason::IllegalTurn(_)) => Some("illegal turn"),
            Some(BoardReason::Overline) => Some("overline"),
            Some(BoardReason::NoTurn) => Some("no turn"),
            Some(BoardReason::FullBoard) => Some("full board"),
            Some(BoardReason::MoveLimit) => Some("move limit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::notation::game::MoveNotes;

    fn game(moves: &str) -> GameRecord {
        let mut game = GameRecord::new(Size::RENJU);
        for point in pos::parse_moves(moves, Size::RENJU).unwrap() {
            game.push(point, MoveNotes::default());
        }
        game
    }

    /// Black makes five with the ninth move.
    const FIVE: &str = "h8a1i8a2j8a3k8a4l8";

    fn recorded(moves: &str, result: GameResult, reason: &str) -> GameRecord {
        let mut game = game(moves);
        game.result = Some(result);
        game.reason = Some(reason.to_owned());
        game
    }

    #[test]
    fn results_and_breaches() {
        let judge = |moves: &str, rule| {
            let game = game(moves);
            let verdict = judge(&game, rule, None);
            (verdict.describe(&game), verdict.describe_breaches(&game))
        };
        let renju = RuleKind::Renju;
        assert_eq!(judge(FIVE, renju), ("black wins: five by move 9 (l8)".to_owned(), vec![]));
        assert_eq!(judge("h8h9", renju), ("undecided after 2 moves".to_owned(), vec![]));
        assert_eq!(
            judge("h8h9h8", renju),
            (
                "white wins: black's move 3 (h8) holds a stone".to_owned(),
                vec!["move 3 (h8) is on a stone".to_owned()]
            )
        );
        assert_eq!(
            judge(&format!("{FIVE}b1b2"), renju).1,
            ["move 10 (b1) comes after the end of the game"]
        );
        // Two open threes through h8.
        let double_three = "g8a1i8o15h7a15h9o1h8";
        assert_eq!(
            judge(double_three, renju).0,
            "white wins: black's move 9 (h8) is forbidden (double three)"
        );
        assert_eq!(judge(double_three, RuleKind::Freestyle).0, "undecided after 9 moves");
    }

    #[test]
    fn a_limit_of_moves_is_a_draw() {
        let game = recorded("h8h9", GameResult::Draw, "Draw by adjudication");
        let verdict = |most| judge(&game, RuleKind::Renju, most);
        assert_eq!(compare(&game, &verdict(None)), Agreement::NotOnBoard);
        assert_eq!(compare(&game, &verdict(Some(2))), Agreement::Agree);
        assert_eq!(verdict(Some(2)).describe(&game), "draw: 2 moves");
    }

    #[test]
    fn points_outside_the_board_and_turns() {
        let mut outside = game("h8");
        outside.push(Point::at(15, 3), MoveNotes::default());
        let verdict = judge(&outside, RuleKind::Renju, None);
        assert_eq!(
            verdict.describe(&outside),
            "black wins: white's move 2 (15,3) is outside the board"
        );
        let mut twice = game("h8h9");
        twice.moves[1].side = Side::Black;
        assert_eq!(judge(&twice, RuleKind::Renju, None).breaches, [(2, Breach::OutOfTurn)]);
        twice.opening = 2;
        assert_eq!(judge(&twice, RuleKind::Renju, None).breaches, []);
    }

    #[test]
    fn records_against_the_board() {
        let compare = |game: GameRecord| compare(&game, &judge(&game, RuleKind::Renju, None));
        let (black, white) = (GameResult::Win(Side::Black), GameResult::Win(Side::White));
        assert_eq!(
            compare(recorded(FIVE, black, "Black win by five connection")),
            Agreement::Agree
        );
        assert_eq!(compare(recorded(FIVE, white, "white made five")), Agreement::OtherResult);
        assert_eq!(compare(recorded(FIVE, GameResult::Draw, "")), Agreement::OtherResult);
        assert_eq!(compare(recorded(FIVE, black, "win on time")), Agreement::OtherReason);
        assert_eq!(compare(game(FIVE)), Agreement::NothingRecorded);
        assert_eq!(compare(recorded("h8", black, "white lost on time")), Agreement::NotOnBoard);
        assert_eq!(compare(recorded("h8", black, "black made five")), Agreement::OtherResult);
        let double_three = "g8a1i8o15h7a15h9o1h8";
        for (reason, agreement) in [
            ("Black play forbidden move - double three", Agreement::Agree),
            ("opponent illegal move", Agreement::Agree),
            ("forbidden move - double-four", Agreement::OtherReason),
            ("five", Agreement::OtherReason),
        ] {
            assert_eq!(compare(recorded(double_three, white, reason)), agreement, "{reason}");
        }
        // The same without its last move.
        let left_out = &double_three[..double_three.len() - 2];
        for (reason, agreement) in [
            ("forbidden move - double three", Agreement::MoveLeftOut),
            ("forbidden move", Agreement::MoveLeftOut),
            ("forbidden move - overline", Agreement::OtherResult),
        ] {
            assert_eq!(compare(recorded(left_out, white, reason)), agreement, "{reason}");
        }
        assert_eq!(compare(recorded(left_out, black, "forbidden move")), Agreement::OtherResult);
    }
}
