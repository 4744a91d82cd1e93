//! The decider with the engine behind it, and the commands about openings.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tengen::board::{NullObserver, Point, Position, Size, Symmetry};
use tengen::decider::{Cache, Wishes, decide_turn};
use tengen::engine::Engine;
use tengen::notation::offsets;
use tengen::opening::{
    Action, ActionKind, Chance, Coordinates, Opening, catalogue, parse_turn, random_action,
    turn_text,
};
use tengen::rules::RuleKind;
use tengen::time::MonotonicClock;

fn opening(name: &str) -> Opening {
    let regulation = catalogue::find(name).unwrap_or_else(|error| panic!("{error}"));
    Opening::new(regulation, RuleKind::Renju, Size::RENJU).unwrap()
}

fn engine() -> Engine {
    let mut engine = Engine::new(RuleKind::Renju, Size::RENJU);
    engine.set_table_size(Some(4 << 20));
    engine
}

fn in_haste(seed: u64) -> Wishes {
    Wishes { nodes: Some(200), variety: 50, seed, ..Wishes::default() }
}

/// A whole opening that the engine plays against itself.
fn self_play(name: &str, engine: &mut Engine, wishes: &Wishes) -> Opening {
    let mut opening = opening(name);
    let clock = MonotonicClock::new();
    let mut turns = 0;
    while !opening.is_over() {
        let decided = decide_turn(engine, &opening, wishes, &clock, None);
        let text = turn_text(&decided.turn, Coordinates::Letters, Size::RENJU);
        opening.apply_turn(&decided.turn).unwrap_or_else(|refusal| {
            panic!("{name}: {text}: {}", refusal.text(Coordinates::Letters, Size::RENJU))
        });
        turns += 1;
        assert!(turns < 60, "{name} does not end");
    }
    opening
}

#[test]
fn the_engine_plays_every_regulation_to_its_end() {
    let mut engine = engine();
    for name in catalogue::NAMES {
        self_play(name, &mut engine, &in_haste(1));
    }
}

#[test]
fn without_any_time_there_is_an_answer_to_everything() {
    let mut engine = engine();
    let clock = MonotonicClock::new();
    let mut chance = Chance::new(3);
    let mut kinds = BTreeSet::new();
    let mut position = Position::new(Size::RENJU);
    position.place(Size::RENJU.center(), &mut NullObserver);
    engine.set_position(position.clone());
    for name in catalogue::NAMES {
        for _ in 0..2 {
            let mut opening = opening(name);
            while !opening.is_over() {
                let decided = decide_turn(&mut engine, &opening, &Wishes::default(), &clock, None);
                kinds.extend(decided.turn.iter().map(Action::kind));
                let mut tried = opening.clone();
                tried.apply_turn(&decided.turn).unwrap();
                let action = random_action(&opening, &mut chance).unwrap();
                opening.apply(&action).unwrap();
            }
            let over = decide_turn(&mut engine, &opening, &Wishes::default(), &clock, None);
            assert!(over.turn.is_empty());
        }
    }
    assert_eq!(*engine.position(), position);
    let decided = [
        ActionKind::Place,
        ActionKind::Swap,
        ActionKind::Stay,
        ActionKind::Promise,
        ActionKind::Offer,
        ActionKind::Choose,
        ActionKind::Reject,
    ];
    for kind in decided {
        assert!(kinds.contains(&kind), "{kind:?} was never decided: {kinds:?}");
    }
}

#[test]
fn the_same_seed_decides_the_same_and_others_do_not() {
    let shown = |seed| {
        let opening = self_play("soosorv-8", &mut engine(), &in_haste(seed));
        opening.canonical().unwrap().code()
    };
    assert_eq!(shown(4), shown(4));
    let openings: BTreeSet<String> = (0..12).map(shown).collect();
    assert!(openings.len() > 2, "{openings:?}");
    let always = Wishes { variety: 0, ..in_haste(0) };
    let other = Wishes { seed: 77, ..always.clone() };
    let first = self_play("soosorv-8", &mut engine(), &always);
    assert_eq!(first.stones(), self_play("soosorv-8", &mut engine(), &other).stones());
}

#[test]
fn decisions_keep_to_their_time() {
    let mut engine = engine();
    Engine::prepare(RuleKind::Renju);
    let mut opening = opening("taraguchi-10");
    for text in ["h8", "STAY h9", "STAY i10", "STAY g8"] {
        let turn = parse_turn(text, Coordinates::Letters, Size::RENJU).unwrap();
        opening.apply_turn(&turn).unwrap();
    }
    let wishes = Wishes { time: Duration::from_millis(400), ..Wishes::default() };
    let started = Instant::now();
    decide_turn(&mut engine, &opening, &wishes, &MonotonicClock::new(), None);
    // Far more than the time: the machine may be busy with other things.
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    // Once stopped, it decides at once.
    let wishes = Wishes { time: Duration::from_secs(3600), ..Wishes::default() };
    wishes.stop.stop();
    let decided = decide_turn(&mut engine, &opening, &wishes, &MonotonicClock::new(), None);
    opening.apply_turn(&decided.turn).unwrap();
}

#[test]
fn a_player_who_puts_all_stones_puts_a_position_that_is_known_to_be_even() {
    let class = |stones: &[Point]| {
        let image = |map: Symmetry| {
            let mut position = Position::new(Size::RENJU);
            for &stone in stones {
                position.place(map.apply(Size::RENJU, stone), &mut NullObserver);
            }
            position.key()
        };
        Symmetry::of(Size::RENJU).map(image).min().unwrap()
    };
    let books = [
        ("tarannikov", 5, include_str!("../books/renju-15.txt")),
        ("swap2", 3, include_str!("../books/renju-swap.txt")),
    ];
    for (name, stones, book) in books {
        let lines = book.lines().filter(|line| !line.starts_with('#'));
        let known: BTreeSet<u64> =
            lines.map(|line| class(&offsets::parse(line, Size::RENJU).unwrap())).collect();
        let mut engine = engine();
        let mut seen = BTreeSet::new();
        for seed in 0..12 {
            let opening = self_play(name, &mut engine, &in_haste(seed));
            let put = class(&opening.stones()[..stones]);
            assert!(known.contains(&put), "{name}, seed {seed}: {:?}", opening.stones());
            seen.insert(put);
        }
        assert!(seen.len() >= 4, "{name}: {seen:?}");
    }
}

#[test]
fn a_depth_limits_decisions() {
    let mut opening = opening("rif");
    let turn = parse_turn("h8 h9 i9", Coordinates::Letters, Size::RENJU).unwrap();
    opening.apply_turn(&turn).unwrap();
    // Neither time nor positions would end it while the test waits.
    let wishes = Wishes { time: Duration::from_secs(3600), ..Wishes::default() };
    let shallow = Wishes { depth: Some(2), ..wishes };
    let started = Instant::now();
    let decided = decide_turn(&mut engine(), &opening, &shallow, &MonotonicClock::new(), None);
    assert!(started.elapsed() < Duration::from_secs(600), "{:?}", started.elapsed());
    opening.apply_turn(&decided.turn).unwrap();
    let nodes = |wishes: &Wishes| {
        let decided = decide_turn(&mut engine(), &opening, wishes, &MonotonicClock::new(), None);
        decided.decisions.iter().map(|decision| decision.nodes).sum::<u64>()
    };
    let [deep, shallow] = [None, Some(2)]
        .map(|depth| nodes(&Wishes { nodes: Some(20_000), depth, ..Wishes::default() }));
    assert!(shallow < deep / 2, "{shallow} {deep}");
}

#[test]
fn a_cache_answers_what_was_searched_before() {
    let folder = std::env::temp_dir().join(format!("tengen-values-{}", std::process::id()));
    let mut opening = opening("rif");
    let turn = parse_turn("h8 h9 i9", Coordinates::Letters, Size::RENJU).unwrap();
    opening.apply_turn(&turn).unwrap();
    // So many that the table of openings is not asked.
    let wishes = Wishes { nodes: Some(20_000), ..Wishes::default() };
    let decide = |cache: &mut Cache| {
        let clock = MonotonicClock::new();
        decide_turn(&mut engine(), &opening, &wishes, &clock, Some(cache))
    };
    let first = decide(&mut Cache::open(&folder).unwrap());
    let mut cache = Cache::open(&folder).unwrap();
    assert!(!cache.is_empty());
    let second = decide(&mut cache);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(first.turn, second.turn);
    let nodes = |decided: &tengen::decider::DecidedTurn| {
        decided.decisions.iter().map(|decision| decision.nodes).sum::<u64>()
    };
    assert!(nodes(&second) < nodes(&first) / 2, "{} {}", nodes(&first), nodes(&second));
}

// The commands.

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn tengen(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("opening")
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn openings_are_listed_shown_and_identified() {
    let list = tengen(&["list"]);
    assert_eq!((list.code, list.err.as_str()), (Some(0), ""));
    for word in ["D3", "3В", "Sosei", "疎星", "11Д", "soosorv-8", "Соосырва", "swap2"] {
        assert!(list.out.contains(word), "{word}");
    }
    let show = tengen(&["show", "13Д"]);
    assert!(show.out.contains("I13") && show.out.contains(" 6 . . . . .(X)"), "{}", show.out);
    let identify = tengen(&["identify", "h8", "g8", "f10"]);
    assert!(identify.out.contains("D3"), "{}", identify.out);
    for wrong in [&["identify", "h8h9"][..], &["identify", "a1a2a3"], &["show", "D14"], &["x"]] {
        let run = tengen(wrong);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{wrong:?}");
        assert!(!run.err.is_empty());
    }
}

#[test]
fn tables_are_checked() {
    let check = tengen(&["check", "taraguchi-5:offer_after_swap=yes"]);
    assert_eq!(check.code, Some(0), "{}", check.err);
    assert!(check.out.contains("offers 5 different points anywhere"), "{}", check.out);
    let path = std::env::temp_dir().join(format!("tengen-check-{}.toml", std::process::id()));
    std::fs::write(
        &path,
        "name = \"x\"\ntitle = \"X\"\n[[step]]\nname = \"a\"\nwho = \"me\"\nmay = []\n",
    )
    .unwrap();
    let wrong = tengen(&["check", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains(".toml:5: who is one of first"), "{}", wrong.err);
}

#[test]
fn advice_is_told_in_text_and_json() {
    let nodes = ["--nodes", "300", "--variety", "0"];
    let advise = |words: &[&str]| tengen(&[&["advise"], words, &nodes[..]].concat());
    let text = advise(&["soosorv-8", "h8", "h9", "j10"]);
    assert_eq!((text.code, text.err.as_str()), (Some(0), ""));
    for word in ["D3 Sosei", "The second player (White now): play ", "Swap or stay:"] {
        assert!(text.out.contains(word), "{word}: {}", text.out);
    }
    let russian = advise(&["soosorv-8", "h8h9j10", "--lang", "ru"]);
    for word in ["Соосырва", "3В", "Второй игрок (сейчас белые): играть ", "Менять цвет или нет:"]
    {
        assert!(russian.out.contains(word), "{word}: {}", russian.out);
    }
    let json = advise(&["rif", "h8 h9 i9 / STAY g8", "--json"]);
    let document: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(document["due"], "first");
    assert_eq!(document["opening"]["code"], "D4");
    let offer = &document["decisions"][0][0];
    assert!(offer["actions"].as_str().unwrap().starts_with("OFFER "));
    assert!(offer["points"].as_array().unwrap().len() >= 2);
    assert_eq!(document["turn"], offer["actions"]);
    for (words, why) in [
        (&["rif", "h8 h9 a1"][..], "a1 lies outside the central square of side 5"),
        (&["rif", "h8 h9 i9 / SWOP"], "'SWOP' is neither"),
        (&["rif", "h8 h9 i9 / OFFER a1"], "OFFER is not due, but SWAP or STAY"),
        (&["rif", "--rule", "caro"], "for the rule renju"),
        (&["nothing"], "there is no regulation 'nothing'"),
        (&["swap-first", "a1 / STAY h8"], "the opening is over"),
    ] {
        let run = advise(words);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words:?}");
        assert!(run.err.contains(why), "{why}: {}", run.err);
    }
}
