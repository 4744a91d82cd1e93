//! Sessions without a process: random lines, and time by a clock that stands still.

mod support;

use proptest::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use support::conversation::{Conversation, milliseconds};
use tengen::protocol::io::Event;
use tengen::protocol::session::Flow;
use tengen::time::{Clock, FakeClock, MonotonicClock};

// Random lines.

const WORDS: &[&str] = &[
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "BOARD",
    "YXBOARD",
    "DONE",
    "TAKEBACK",
    "SWAP2BOARD",
    "OPENING",
    "OPENING soosorv-8",
    "OPENING taraguchi-10",
    "OPENING swap2",
    "OPENBOARD rif",
    "OPENBOARD swap2",
    "SHOWOPENING",
    "SWAP",
    "STAY",
    "STAY 7,6",
    "OFFER",
    "CHOOSE",
    "REFUSE",
    "REPLACE",
    "RIFSTEP5",
    "SOOSYRVSTEP4",
    "YXSOOSORVSTEP6",
    "INFO",
    "ABOUT",
    "STOP",
    "YXSTOP",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXNBEST",
    "YXBALANCEONE",
    "YXBALANCETWO",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKRESET",
    "YXHASHCLEAR",
    "YXSHOWHASHUSAGE",
    "YXHASHDUMP",
    "YXHASHLOAD",
    "YXDRAW",
    "YXRESIGN",
    "YXSOOSORVSTEP2",
    "YXSETDATABASE",
    "YXSWAP2STEP1",
    "turn",
    "board",
    "done",
];

fn small_number() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => (0..6_i64).prop_map(|n| n.to_string()),
        3 => (-2..40_i64).prop_map(|n| n.to_string()),
        1 => prop_oneof![
            Just("99999999999999999999"), Just("-99999999999999999999"), Just("2147483647"),
            Just("1e3"), Just("15.5"), Just(""), Just("x"), Just("4294967301"),
        ].prop_map(str::to_owned),
    ]
}

/// Lines of the form that the protocol has, with numbers of every kind.
fn proper_line() -> impl Strategy<Value = String> {
    let point = || (small_number(), small_number()).prop_map(|(x, y)| format!("{x},{y}"));
    let word = || proptest::sample::select(WORDS);
    prop_oneof![
        2 => small_number().prop_map(|n| format!("START {n}")),
        1 => point().prop_map(|p| format!("RECTSTART {p}")),
        6 => (point(), 0..5).prop_map(|(p, field)| format!("{p},{field}")),
        3 => point(),
        6 => (word(), point()).prop_map(|(word, p)| format!("{word} {p}")),
        4 => (word(), small_number()).prop_map(|(word, n)| format!("{word} {n}")),
        6 => word().prop_map(str::to_owned),
        3 => (small_number()).prop_map(|n| format!("INFO rule {n}")),
        2 => (proptest::sample::select(&[
            "timeout_turn", "timeout_match", "time_left", "max_memory", "hash_size", "max_node",
            "max_depth", "show_detail", "folder", "evaluate", "nonsense", "game_type",
            "time_increment",
        ][..]), small_number()).prop_map(|(key, n)| format!("INFO {key} {n}")),
    ]
}

/// The same with some bytes changed, put in or left out; and bytes at random.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..3_u8);
    let changed =
        (proper_line(), prop::collection::vec(change, 1..3)).prop_map(|(line, changes)| {
            let mut bytes = line.into_bytes();
            for (index, byte, kind) in changes {
                if bytes.is_empty() {
                    break;
                }
                let at = index.index(bytes.len());
                match kind {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => drop(bytes.remove(at)),
                }
            }
            bytes
        });
    prop_oneof![
        12 => proper_line().prop_map(String::into_bytes),
        3 => changed,
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
    // What the splitter never hands over; and the end, after which there is nothing to test.
    .prop_filter("a line", |bytes| {
        !bytes.iter().any(|&b| b == b'\n' || b == b'\r')
            && !bytes.trim_ascii().is_empty()
            && !bytes.trim_ascii().get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"END"))
    })
}

proptest! {
    // More by PROPTEST_CASES=10000.
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(400),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_line_breaks_a_session(lines in prop::collection::vec(any_line(), 1..60)) {
        let mut talk = Conversation::new(Arc::new(MonotonicClock::new()));
        talk.answers("INFO max_node 200");
        for line in &lines {
            let key = talk.position().key();
            let at = talk.session.wake_at().unwrap_or_default();
            prop_assert_eq!(talk.send(line, at), Flow::Continue);
            talk.settle(at);
            let said = talk.said();
            let answers: Vec<_> = said.iter().filter(|l| !l.starts_with("MESSAGE ")).collect();
            prop_assert!(answers.len() <= 1, "{:?}", said);
            prop_assert!(said.iter().all(|line| line.is_ascii() && line.len() <= 1000));
            prop_assert_eq!(talk.position().check(), Ok(()));
            if let Some(answer) = answers.first()
                && (answer.starts_with("ERROR") || answer.starts_with("UNKNOWN"))
            {
                // A legal TURN, or a list, that leaves nothing to answer stays on the board.
                let no_answer = ["full", "no free point", "every free", "every legal", "no move"];
                let stays = no_answer.iter().any(|why| answer.contains(why));
                prop_assert!(stays || talk.position().key() == key, "{}", answer);
            }
        }
        // Whatever was open is closed, and a new game can be played.
        talk.answers("x");
        talk.answers("DONE");
        talk.answers("INFO rule 4");
        talk.answers("YXBLOCKRESET");
        prop_assert_eq!(talk.answers("RECTSTART 15,15"), ["OK"]);
        prop_assert_eq!(talk.answers("TURN 7,7").len(), 1);
        prop_assert_eq!(talk.position().ply(), 2);
    }
}

#[test]
fn the_largest_number_leaves_each_question_its_answer() {
    let keys = [
        "timeout_turn",
        "timeout_match",
        "time_left",
        "time_increment",
        "max_memory",
        "hash_size",
        "max_node",
        "max_depth",
        "opening_variety",
        "opening_seed",
    ];
    let games = [
        &["BEGIN", "TURN 3,3"][..],
        &["YXSWAP2STEP1 0"],
        &["YXBALANCEONE 0"],
        &["OPENING rif", "BEGIN"],
    ];
    for key in keys {
        for lines in games {
            let mut talk = Conversation::new(Arc::new(MonotonicClock::new()));
            // What has no limit of its own ends at once.
            talk.answers("INFO max_node 200");
            talk.answers("INFO rule 4");
            talk.answers("START 15");
            talk.answers(&format!("INFO {key} 99999999999999999999"));
            for line in lines {
                talk.send(line.as_bytes(), Duration::ZERO);
                talk.settle(Duration::ZERO);
                let said = talk.said();
                let error = said.iter().any(|line| line.starts_with("ERROR"));
                assert!(!error && !said.is_empty(), "{key}, {line}: {said:?}");
            }
        }
    }
}

// Time. The clock stands still, so a search ends only when it is told to.

/// A game under way on a clock that stands still.
fn game(lines: &[&str]) -> (Conversation, Arc<FakeClock>) {
    let clock = Arc::new(FakeClock::new());
    let mut talk = Conversation::new(Arc::<FakeClock>::clone(&clock));
    for line in lines {
        talk.answers(line);
    }
    (talk, clock)
}

/// A position in which there is something to think about, up to its `DONE`.
const OPEN_POSITION: [&str; 6] = ["BOARD", "7,7,2", "8,8,1", "7,6,2", "9,9,1", "3,3,2"];

fn ask(talk: &mut Conversation, at: Duration) {
    for line in OPEN_POSITION {
        talk.send(line.as_bytes(), at);
    }
    talk.send(b"DONE", at);
    assert!(talk.session.is_thinking());
}

#[test]
fn the_time_of_a_move_begins_when_its_line_arrives() {
    let (mut talk, clock) = game(&["START 15", "INFO timeout_turn 1000"]);
    clock.advance(milliseconds(5000));
    // It arrived 200 ms before it could be looked at.
    ask(&mut talk, milliseconds(4800));
    let stop_at = talk.session.wake_at().unwrap();
    assert!(stop_at < milliseconds(5800) && stop_at > milliseconds(5500), "{stop_at:?}");
    clock.advance(milliseconds(1000));
    assert_eq!(talk.session.wake(), Flow::Continue);
    assert_eq!(talk.session.wake_at(), None, "it has been stopped");
    talk.settle(clock.now());
    assert_eq!(talk.said().iter().filter(|line| !line.starts_with("MESSAGE")).count(), 1);
}

#[test]
fn a_decision_that_counts_positions_is_told_to_end_early_enough() {
    let lines = ["START 15", "INFO rule 4", "INFO timeout_turn 1000", "OPENING tarannikov"];
    let (mut talk, clock) = game(&lines);
    talk.send(b"BEGIN", clock.now());
    talk.settle(clock.now());
    talk.send(b"INFO max_node 1000000000", clock.now());
    // The second stone is a choice of several points.
    talk.send(b"TURN SWAP", clock.now());
    let stop_at = talk.session.wake_at().unwrap();
    // What is decided in haste by then takes time too.
    assert!(stop_at > milliseconds(500) && stop_at < milliseconds(850), "{stop_at:?}");
    clock.advance(stop_at);
    assert_eq!(talk.session.wake(), Flow::Continue);
    talk.settle(clock.now());
    assert!(talk.said().iter().any(|line| !line.starts_with("MESSAGE") && line != "OK"));
}

#[test]
fn a_lower_limit_shortens_the_search_under_way_and_a_higher_one_does_not() {
    let (mut talk, clock) = game(&["START 15", "INFO timeout_turn 60000"]);
    ask(&mut talk, clock.now());
    talk.send(b"INFO timeout_turn 2000", clock.now());
    let shorter = talk.session.wake_at().unwrap();
    assert!(shorter < milliseconds(2000), "{shorter:?}");
    talk.send(b"INFO timeout_turn 30000", clock.now());
    assert_eq!(talk.session.wake_at(), Some(shorter));
    talk.send(b"INFO timeout_turn 0", clock.now());
    assert!(talk.session.wake_at().unwrap() <= milliseconds(10));
    talk.settle(clock.now());
}

#[test]
fn a_command_that_waited_has_its_whole_time() {
    let (mut talk, clock) = game(&["START 15", "INFO timeout_turn 1000"]);
    ask(&mut talk, clock.now());
    talk.send(b"TURN 0,0", clock.now());
    clock.advance(milliseconds(900));
    talk.send(b"STOP", clock.now());
    // The first search ends, and the second begins.
    loop {
        let event = talk.events.recv_timeout(Duration::from_secs(20)).unwrap();
        let ended = matches!(event, Event::Finished);
        talk.session.handle(event);
        if ended {
            break;
        }
    }
    let stop_at = talk.session.wake_at().unwrap();
    assert!(stop_at > milliseconds(1700), "{stop_at:?}");
    talk.settle(clock.now());
}

#[test]
fn the_account_of_the_match_is_our_own_where_nothing_is_told() {
    let (mut talk, clock) =
        game(&["START 15", "INFO timeout_turn 100000", "INFO timeout_match 10000"]);
    let mut allowed = Vec::new();
    for _ in 0..3 {
        ask(&mut talk, clock.now());
        allowed.push(talk.session.wake_at().unwrap() - clock.now());
        clock.advance(milliseconds(3000));
        talk.settle(clock.now());
    }
    assert!(allowed[0] > allowed[1] && allowed[1] > allowed[2], "{allowed:?}");
    ask(&mut talk, clock.now());
    talk.settle(clock.now());
    // The manager's word counts more, and a new game has all of its time again.
    talk.answers("INFO time_left 0");
    ask(&mut talk, clock.now());
    assert!(talk.session.wake_at().unwrap() - clock.now() <= milliseconds(10));
    talk.settle(clock.now());
    talk.answers("RESTART");
    ask(&mut talk, clock.now());
    assert_eq!(talk.session.wake_at().unwrap() - clock.now(), allowed[0]);
    talk.settle(clock.now());
}

#[test]
fn the_end_is_silent_later_and_hurries_what_was_written_with_it() {
    for (late, silent) in [(0, false), (30, false), (60, true), (1000, true)] {
        let (mut talk, clock) = game(&["START 15", "INFO timeout_turn 60000"]);
        ask(&mut talk, clock.now());
        clock.advance(milliseconds(late));
        talk.said();
        let flow = talk.session.handle(Event::End { at: clock.now() });
        if silent {
            assert_eq!(flow, Flow::Leave);
            assert!(talk.said().is_empty());
        } else {
            assert_eq!(flow, Flow::Continue);
            let left = talk.session.wake_at().unwrap() - clock.now();
            assert!(left <= milliseconds(80), "{left:?}");
            clock.advance(left);
            talk.session.wake();
            let last = loop {
                let event = talk.events.recv_timeout(Duration::from_secs(20)).unwrap();
                let ended = matches!(event, Event::Finished);
                let flow = talk.session.handle(event);
                if ended {
                    break flow;
                }
            };
            assert_eq!(last, Flow::Leave);
            assert!(!talk.said().is_empty());
        }
    }
}

#[test]
fn a_flood_of_commands_does_not_wait_for_ever() {
    let (mut talk, clock) = game(&["START 15", "INFO timeout_turn 100000"]);
    ask(&mut talk, clock.now());
    let mut sent = 0;
    // A search that has been stopped has no moment any more at which it must be.
    while talk.session.wake_at().is_some() {
        talk.send(b"TAKEBACK 31,31                                          x", clock.now());
        sent += 1;
        assert!(sent < 100_000);
    }
    talk.settle(clock.now());
    assert_eq!(talk.said().iter().filter(|line| line.starts_with("ERROR TAKEBACK")).count(), sent);
}
