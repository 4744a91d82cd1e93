//! The commands: the table of all that are known, and from a line of bytes to a command.

use super::info::{self, Setting};
use super::text::{number, numbers, split_word, words};

/// What follows a command's own line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Plain,
    /// Lines up to `DONE`.
    List,
    /// The path of a file: on the same line, or alone on the next one.
    Path,
}

/// Which command a line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `START`
    Start,
    /// `RECTSTART`
    RectStart,
    /// `RESTART`
    Restart,
    /// `BEGIN`
    Begin,
    /// `TURN`
    Turn,
    /// `PLAY`
    Play,
    /// `BOARD`
    Board,
    /// `YXBOARD`
    YxBoard,
    /// `DONE`
    Done,
    /// `TAKEBACK`
    TakeBack,
    /// `OPENING`
    Opening,
    /// `OPENBOARD`
    OpenBoard,
    /// `SHOWOPENING`
    ShowOpening,
    /// `SWAP`, `STAY`, `OFFER`, `CHOOSE`, `REFUSE`, `REPLACE` and `REJECT`: a turn of an opening.
    OpeningTurn,
    /// `SWAP2BOARD`, and the steps of openings that other programs have commands for.
    Step,
    /// `INFO`
    Info,
    /// `ABOUT`
    About,
    /// `END`
    End,
    /// `STOP` and `YXSTOP`
    Stop,
    /// `YXSHOWFORBID`
    ShowForbidden,
    /// `YXSHOWINFO`
    ShowInfo,
    /// `YXNBEST`
    BestMoves,
    /// `YXBALANCEONE`
    BalanceOne,
    /// `YXBALANCETWO`
    BalanceTwo,
    /// `YXBLOCK`
    Block,
    /// `YXBLOCKUNDO`
    BlockUndo,
    /// `YXBLOCKRESET`
    BlockReset,
    /// `YXHASHCLEAR`
    HashClear,
    /// `YXSHOWHASHUSAGE`
    HashUsage,
    /// `YXHASHDUMP` and `YXHASHLOAD`
    HashFile,
    /// `YXDRAW`
    Draw,
    /// `YXRESIGN`
    Resign,
    /// A command of other engines that is known only so that its list or path can be skipped.
    Unsupported,
}

/// A command as users see it.
#[derive(Debug)]
pub struct CommandRow {
    /// Its first word, in capitals.
    pub word: &'static str,
    /// Which command it is.
    pub verb: Verb,
    /// What follows its line.
    pub shape: Shape,
    /// The line, with its arguments.
    pub form: &'static str,
    /// What is answered.
    pub answer: &'static str,
}

const fn row(
    word: &'static str,
    verb: Verb,
    shape: Shape,
    form: &'static str,
    answer: &'static str,
) -> CommandRow {
    CommandRow { word, verb, shape, form, answer }
}

/// Every command that does something.
#[rustfmt::skip]
pub const COMMANDS: &[CommandRow] = &[
    row("START", Verb::Start, Shape::Plain, "START n, START w h", "OK"),
    row("RECTSTART", Verb::RectStart, Shape::Plain, "RECTSTART w,h", "OK"),
    row("RESTART", Verb::Restart, Shape::Plain, "RESTART", "OK"),
    row("BEGIN", Verb::Begin, Shape::Plain, "BEGIN", "x,y"),
    row("TURN", Verb::Turn, Shape::Plain, "TURN x,y", "x,y"),
    row("PLAY", Verb::Play, Shape::Plain, "PLAY x,y", "x,y"),
    row("BOARD", Verb::Board, Shape::List, "BOARD, lines x,y,f, DONE", "x,y"),
    row("TAKEBACK", Verb::TakeBack, Shape::Plain, "TAKEBACK x,y", "OK"),
    row("OPENING", Verb::Opening, Shape::Plain, "OPENING regulation", "OK"),
    row("OPENBOARD", Verb::OpenBoard, Shape::List, "OPENBOARD regulation, lines of turns, DONE", "the engine's turn"),
    row("SHOWOPENING", Verb::ShowOpening, Shape::Plain, "SHOWOPENING", "OPENING regulation due=... colour=... legal=... region=... offers=..."),
    row("SWAP", Verb::OpeningTurn, Shape::Plain, "SWAP", "the engine's turn"),
    row("STAY", Verb::OpeningTurn, Shape::Plain, "STAY x,y", "the engine's turn"),
    row("OFFER", Verb::OpeningTurn, Shape::Plain, "OFFER x,y x,y ...", "the engine's turn"),
    row("CHOOSE", Verb::OpeningTurn, Shape::Plain, "CHOOSE x,y x,y", "the engine's turn"),
    row("REFUSE", Verb::OpeningTurn, Shape::Plain, "REFUSE", "the engine's turn"),
    row("REPLACE", Verb::OpeningTurn, Shape::Plain, "REPLACE x,y", "the engine's turn"),
    row("REJECT", Verb::OpeningTurn, Shape::Plain, "REJECT regulation", "the engine's turn"),
    row("SWAP2BOARD", Verb::Step, Shape::List, "SWAP2BOARD, lines x,y, DONE", "SWAP, or one, two or three points"),
    row("DONE", Verb::Done, Shape::Plain, "DONE", "that of the list"),
    row("INFO", Verb::Info, Shape::Plain, "INFO key value", "nothing"),
    row("ABOUT", Verb::About, Shape::Plain, "ABOUT", "name=\"...\", version=\"...\", ..."),
    row("END", Verb::End, Shape::Plain, "END", "nothing"),
    row("STOP", Verb::Stop, Shape::Plain, "STOP", "that of the search"),
    row("YXSTOP", Verb::Stop, Shape::Plain, "YXSTOP", "that of the search"),
    row("YXBOARD", Verb::YxBoard, Shape::List, "YXBOARD, lines x,y,f, DONE", "nothing"),
    row("YXSHOWFORBID", Verb::ShowForbidden, Shape::Plain, "YXSHOWFORBID", "FORBID xxyy...."),
    row("YXSHOWINFO", Verb::ShowInfo, Shape::Plain, "YXSHOWINFO", "two MESSAGE INFO lines"),
    row("YXNBEST", Verb::BestMoves, Shape::Plain, "YXNBEST n", "x,y"),
    row("YXBALANCEONE", Verb::BalanceOne, Shape::Plain, "YXBALANCEONE b", "x,y"),
    row("YXBALANCETWO", Verb::BalanceTwo, Shape::Plain, "YXBALANCETWO b", "x,y x,y"),
    row("YXBLOCK", Verb::Block, Shape::List, "YXBLOCK, lines x,y, DONE", "nothing"),
    row("YXBLOCKUNDO", Verb::BlockUndo, Shape::List, "YXBLOCKUNDO, lines x,y, DONE", "nothing"),
    row("YXBLOCKRESET", Verb::BlockReset, Shape::Plain, "YXBLOCKRESET", "nothing"),
    row("YXHASHCLEAR", Verb::HashClear, Shape::Plain, "YXHASHCLEAR", "a MESSAGE"),
    row("YXSHOWHASHUSAGE", Verb::HashUsage, Shape::Plain, "YXSHOWHASHUSAGE", "a MESSAGE"),
    row("YXHASHDUMP", Verb::HashFile, Shape::Path, "YXHASHDUMP path", "a MESSAGE that it is not supported"),
    row("YXHASHLOAD", Verb::HashFile, Shape::Path, "YXHASHLOAD path", "a MESSAGE that it is not supported"),
    row("YXSWAP2STEP1", Verb::Step, Shape::Plain, "YXSWAP2STEP1", "MESSAGE SWAP2 MOVE1, MOVE2, MOVE3"),
    row("YXSWAP2STEP2", Verb::Step, Shape::Plain, "YXSWAP2STEP2", "MESSAGE SWAP2 SWAP1, or MOVE4, MOVE5"),
    row("YXSWAP2STEP3", Verb::Step, Shape::Plain, "YXSWAP2STEP3", "MESSAGE SWAP2 SWAP2"),
    row("YXSOOSORVSTEP1", Verb::Step, Shape::Plain, "YXSOOSORVSTEP1", "MESSAGE SOOSORV MOVE1, MOVE2, MOVE3"),
    row("YXSOOSORVSTEP2", Verb::Step, Shape::List, "YXSOOSORVSTEP2, lines x,y, DONE", "MESSAGE SOOSORV SWAP1"),
    row("YXSOOSORVSTEP3", Verb::Step, Shape::List, "YXSOOSORVSTEP3, lines x,y, DONE", "MESSAGE SOOSORV MOVE4"),
    row("YXSOOSORVSTEP4", Verb::Step, Shape::List, "YXSOOSORVSTEP4 n, lines x,y, DONE", "MESSAGE SOOSORV SWAP2"),
    row("YXSOOSORVSTEP5", Verb::Step, Shape::List, "YXSOOSORVSTEP5 n, lines x,y, DONE", "MESSAGE SOOSORV MOVE5"),
    row("YXSOOSORVSTEP6", Verb::Step, Shape::List, "YXSOOSORVSTEP6, lines x,y, DONE", "MESSAGE SOOSORV MOVE5C"),
    row("YXDRAW", Verb::Draw, Shape::Plain, "YXDRAW", "MESSAGE DRAW ACCEPT, MESSAGE DRAW REJECT"),
    row("YXRESIGN", Verb::Resign, Shape::Plain, "YXRESIGN", "MESSAGE RESIGN ACCEPT"),
];

const fn step(word: &'static str) -> CommandRow {
    row(word, Verb::Step, Shape::List, "", "")
}

/// The steps of openings as AlphaGomoku has them, each with a list of stones.
pub const FOREIGN_STEPS: &[CommandRow] = &[
    step("SWAP1STBOARD"),
    step("SWAPBOARD"),
    step("SWAP5STEP1"),
    step("SWAP5STEP2"),
    step("SWAP5STEP3"),
    step("PROBOARD"),
    step("LONGPROBOARD"),
    step("RIFSTEP1"),
    step("RIFSTEP2"),
    step("RIFSTEP3"),
    step("RIFSTEP4"),
    step("RIFSTEP5"),
    step("YAMAGUCHISTEP1"),
    step("YAMAGUCHISTEP2"),
    step("YAMAGUCHISTEP3"),
    step("YAMAGUCHISTEP4"),
    step("YAMAGUCHISTEP5"),
    step("SOOSYRVSTEP1"),
    step("SOOSYRVSTEP2"),
    step("SOOSYRVSTEP3"),
    step("SOOSYRVSTEP4"),
    step("SOOSYRVSTEP5"),
    step("SOOSYRVSTEP6"),
    step("TARAGUCHISTEP1"),
    step("TARAGUCHISTEP2"),
    step("TARAGUCHISTEP3"),
    step("TARAGUCHISTEP4"),
    step("SAKATASTEP1"),
    step("SAKATASTEP2"),
    step("SAKATASTEP3"),
    step("TARANNIKOVSTEP1"),
    step("TARANNIKOVSTEP2"),
    step("LIANHUANSTEP1"),
    step("LIANHUANSTEP2"),
];

const fn foreign(word: &'static str, shape: Shape) -> CommandRow {
    row(word, Verb::Unsupported, shape, "", "")
}

/// Commands of Yixin-Board that are not supported. Each gets one `UNKNOWN`, and what follows it is
/// skipped, so that no line of its list is taken for a command.
pub const UNSUPPORTED: &[CommandRow] = &[
    foreign("YXBLOCKPATH", Shape::List),
    foreign("YXBLOCKPATHUNDO", Shape::List),
    foreign("YXBLOCKPATHRESET", Shape::Plain),
    foreign("YXFORBID", Shape::Plain),
    foreign("YXSEARCHDEFEND", Shape::Plain),
    foreign("YXPRINTFEATURE", Shape::Plain),
    foreign("YXQUERYDATABASEALL", Shape::List),
    foreign("YXQUERYDATABASEONE", Shape::List),
    foreign("YXQUERYDATABASETEXT", Shape::List),
    foreign("YXQUERYDATABASEALLT", Shape::List),
    foreign("YXEDITTVDDATABASE", Shape::List),
    foreign("YXEDITTEXTDATABASE", Shape::List),
    foreign("YXEDITLABELDATABASE", Shape::List),
    foreign("YXDELETEDATABASEONE", Shape::List),
    foreign("YXDELETEDATABASEALL", Shape::List),
    foreign("YXSETBESTMOVEDATABASE", Shape::List),
    foreign("YXCLEARBESTMOVEDATABASE", Shape::List),
    foreign("YXSETDATABASE", Shape::Path),
    foreign("YXSAVEDATABASE", Shape::Plain),
    foreign("YXDBTOTXT", Shape::Path),
    foreign("YXDBTOTXTALL", Shape::Path),
    foreign("YXTXTTODB", Shape::Path),
    foreign("YXDBTOPOS", Shape::Path),
    foreign("YXDBCHECK", Shape::Plain),
    foreign("YXDBFIX", Shape::Plain),
    foreign("YXDBSPLIT", Shape::Path),
    foreign("YXDBMERGE", Shape::Path),
    foreign("YXLIBTODB", Shape::Path),
    foreign("YXDBTOLIB", Shape::Path),
];

/// A line whose first word is known, its arguments not yet looked at.
#[derive(Clone, Copy, Debug)]
pub struct CommandLine<'a> {
    /// The command.
    pub row: &'static CommandRow,
    /// The rest of the line, trimmed.
    pub arguments: &'a [u8],
}

impl<'a> CommandLine<'a> {
    /// The command with which `line` begins, if it is a known one.
    pub fn find(line: &'a [u8]) -> Option<CommandLine<'a>> {
        let (word, arguments) = split_word(line);
        let row = COMMANDS
            .iter()
            .chain(FOREIGN_STEPS)
            .chain(UNSUPPORTED)
            .find(|row| row.word.as_bytes().eq_ignore_ascii_case(word))?;
        Some(CommandLine { row, arguments })
    }

    /// The command with its arguments.
    ///
    /// # Errors
    /// What is wrong with the arguments, for a user to read.
    pub fn parse(&self) -> Result<Command, String> {
        let arguments = self.arguments;
        Ok(match self.row.verb {
            Verb::Start => size(arguments)?,
            Verb::RectStart => match numbers(arguments).as_deref() {
                Some(&[width, height]) => Command::Start { width, height, two: false },
                _ => return Err("a width and a height are wanted, as in RECTSTART 20,15".into()),
            },
            Verb::Restart => Command::Restart,
            Verb::Begin => Command::Begin,
            Verb::Opening => Command::Opening(arguments.to_vec()),
            Verb::ShowOpening => Command::ShowOpening,
            Verb::Turn => Command::Turn(turn(arguments)?),
            Verb::Play => Command::Play(turn(arguments)?),
            Verb::TakeBack => Command::TakeBack(turn(arguments)?),
            Verb::Done => Command::Done,
            Verb::Info => match info::parse(arguments)? {
                Some(setting) => Command::Info(setting),
                None => Command::Nothing,
            },
            Verb::About => Command::About,
            Verb::End => Command::End,
            Verb::Stop => Command::Stop,
            Verb::ShowForbidden => Command::ShowForbidden,
            Verb::ShowInfo => Command::ShowInfo,
            Verb::BestMoves => match number(arguments) {
                Some(count) => Command::BestMoves(count),
                None => return Err("a number of moves is wanted, as in YXNBEST 3".into()),
            },
            Verb::BalanceOne | Verb::BalanceTwo => match number(arguments) {
                Some(value) => Command::Balance { value, two: self.row.verb == Verb::BalanceTwo },
                None => return Err("a value is wanted, as in YXBALANCEONE 0".into()),
            },
            Verb::BlockReset => Command::BlockReset,
            Verb::HashClear => Command::HashClear,
            Verb::HashUsage => Command::HashUsage,
            Verb::Draw => Command::Draw,
            Verb::Resign => Command::Resign,
            // All of these is in what follows the line, or nowhere.
            Verb::Board
            | Verb::YxBoard
            | Verb::OpenBoard
            | Verb::OpeningTurn
            | Verb::Step
            | Verb::Block
            | Verb::BlockUndo
            | Verb::HashFile
            | Verb::Unsupported => Command::Nothing,
        })
    }
}

/// A command with its arguments. Numbers are as they came, but for those beyond an `i64`, which
/// are cut to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a board of this size.
    Start {
        /// Number of columns.
        width: i64,
        /// Number of rows.
        height: i64,
        /// Whether it was `START w h`.
        two: bool,
    },
    /// A new game on a board of the same size.
    Restart,
    /// Open the game.
    Begin,
    /// Play the opening by this regulation.
    Opening(Vec<u8>),
    /// What is due in the opening?
    ShowOpening,
    /// The other side's move: its stones.
    Turn(Coordinates),
    /// The engine's own move, as the manager wants it.
    Play(Coordinates),
    /// Undo the last move, which is this one.
    TakeBack(Coordinates),
    /// The end of a list.
    Done,
    /// A setting.
    Info(Setting),
    /// Nothing to do on account of this line alone.
    Nothing,
    /// Who are you?
    About,
    /// Leave.
    End,
    /// Answer now.
    Stop,
    /// Which points are forbidden?
    ShowForbidden,
    /// What are the engine's limits?
    ShowInfo,
    /// The best moves, this many.
    BestMoves(i64),
    /// The moves that bring the value nearest to `value`.
    Balance {
        /// The value wished for.
        value: i64,
        /// Two moves, not one.
        two: bool,
    },
    /// Exclude no point any more.
    BlockReset,
    /// Forget what was learnt.
    HashClear,
    /// How full is the table?
    HashUsage,
    /// A draw is offered.
    Draw,
    /// The other side resigns.
    Resign,
}

/// The points of a turn as they came: one, or more. How many it takes is a matter of the rule.
pub type Coordinates = Vec<(i64, i64)>;

/// Most points that are read: one too many for every rule.
const MOST_POINTS: usize = 3;

/// Points set apart by spaces, each with or without spaces around its comma.
fn turn(arguments: &[u8]) -> Result<Coordinates, String> {
    const FORM: &str = "a point is wanted: column and row from 0, as in 7,7";
    // Between two commas there are the row of one point and the column of the next.
    let parts: Vec<Vec<i64>> = arguments
        .split(|&byte| byte == b',')
        .take(MOST_POINTS + 2)
        .map(|part| words(part).map(number).collect::<Option<Vec<i64>>>())
        .collect::<Option<_>>()
        .ok_or(FORM)?;
    let last = parts.len() - 1;
    let fits = |(n, part): (usize, &Vec<i64>)| part.len() == if n % last == 0 { 1 } else { 2 };
    if last == 0 || !parts.iter().enumerate().all(fits) {
        return Err(FORM.into());
    }
    if last > MOST_POINTS {
        return Err("no turn has so many points".into());
    }
    let numbers: Vec<i64> = parts.concat();
    Ok(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

/// The arguments of `START`: one number, or two for width and height.
fn size(arguments: &[u8]) -> Result<Command, String> {
    const FORM: &str = "a size is wanted, as in START 15 or START 15 19";
    let commas = arguments.contains(&b',');
    let sides: Option<Vec<i64>> =
        if commas { numbers(arguments) } else { words(arguments).map(number).collect() };
    match sides.as_deref() {
        Some(&[side]) => Ok(Command::Start { width: side, height: side, two: false }),
        Some(&[width, height]) => Ok(Command::Start { width, height, two: true }),
        _ => Err(FORM.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &[u8]) -> Result<Command, String> {
        CommandLine::find(line).expect("a known word").parse()
    }

    #[test]
    fn words_are_known_in_any_case_and_between_any_spaces() {
        for line in [&b"turn 7,7"[..], b"  TURN\t7 , 7 ", b"TuRn +7,07"] {
            assert_eq!(parse(line), Ok(Command::Turn(vec![(7, 7)])), "{line:?}");
        }
        let mut padded = b"TURN 7,7".to_vec();
        padded.resize(100_000, b' ');
        assert_eq!(parse(&padded), Ok(Command::Turn(vec![(7, 7)])));
        for line in [&b""[..], b"FOO", b"TURN7,7", b"7,7", b"\xFF\xFE\x80", b"\0\0"] {
            assert!(CommandLine::find(line).is_none(), "{line:?}");
        }
    }

    #[test]
    fn sizes_come_in_three_spellings() {
        let start = |width, height, two| Ok(Command::Start { width, height, two });
        assert_eq!(parse(b"START 15"), start(15, 15, false));
        assert_eq!(parse(b"start 15 19"), start(15, 19, true));
        assert_eq!(parse(b"RECTSTART 20 , 15"), start(20, 15, false));
        assert_eq!(parse(b"START 99999999999999999999"), start(i64::MAX, i64::MAX, false));
        for bad in [&b"START"[..], b"START abc", b"START 15.5", b"START 1 2 3", b"RECTSTART 20"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn points_need_two_numbers() {
        for bad in [&b"TURN"[..], b"TURN 7", b"TURN ,7", b"TURN 7,", b"TURN 7,7,7", b"TURN h8"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
        assert_eq!(parse(b"TURN -1,-1"), Ok(Command::Turn(vec![(-1, -1)])));
        for two in [&b"TURN 7,7 8,9"[..], b"turn\t7 , 7   8 ,9", b"TURN 7,7  +8,9 "] {
            assert_eq!(parse(two), Ok(Command::Turn(vec![(7, 7), (8, 9)])), "{two:?}");
        }
        for bad in [&b"TURN 7,7 8"[..], b"TURN 7,7 8,", b"TURN 7 7,8 9", b"TURN 7,7,8,9"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
        assert!(parse(b"TURN 1,1 2,2 3,3 4,4").unwrap_err().contains("so many"));
        let mut many = b"TURN".to_vec();
        many.extend(b" 1,1".repeat(100_000));
        assert!(parse(&many).is_err());
    }

    #[test]
    fn every_word_is_there_once_and_in_capitals() {
        let mut words: Vec<_> =
            COMMANDS.iter().chain(FOREIGN_STEPS).chain(UNSUPPORTED).map(|row| row.word).collect();
        assert!(words.iter().all(|word| word.bytes().all(|b| !b.is_ascii_lowercase())));
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
        for row in COMMANDS {
            assert!(row.form.starts_with(row.word), "{}", row.word);
        }
    }
}
