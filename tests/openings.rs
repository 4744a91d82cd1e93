//! Opening regulations: the worked runs of their descriptions, every table against a plain referee,
//! and the counts that are known of openings.
//!
//! `OPENING_RUNS` sets how many random openings are played under each regulation; for a thorough
//! run set it to 2000.

mod support;

use std::collections::BTreeSet;
use support::opening_referee::{Verdict, opening_of, replay};
use support::random::{Random, number_from_environment};
use tengen::board::{Bits, Point, Side, Size, Symmetry};
use tengen::notation::pos;
use tengen::opening::{
    Action, ActionKind, CanonicalOpening, Coordinates, Equivalence, Opening, Person, Region,
    catalogue, parse_turn, turn_text,
};
use tengen::rules::RuleKind;

/// Every regulation that the plain referee knows.
const REGULATIONS: [&str; 31] = [
    "plain",
    "plain:start=windows",
    "classical-1988",
    "classical-1989",
    "rif",
    "yamaguchi",
    "yamaguchi-12",
    "soosorv-4",
    "soosorv-5",
    "soosorv-7",
    "soosorv-8",
    "tarannikov",
    "tarannikov-replace",
    "taraguchi-5",
    "taraguchi-10",
    "taraguchi-10:offer_after_swap=yes",
    "super-taraguchi-10",
    "sakata",
    "sakata-free",
    "super-sakata",
    "jonsson",
    "six-refusals",
    "three-stones",
    "lianhuan",
    "rejecting",
    "swap-first",
    "swap",
    "swap2",
    "swap5",
    "pro",
    "long-pro",
];

fn opening(name: &str) -> Opening {
    let regulation = catalogue::find(name).unwrap_or_else(|error| panic!("{error}"));
    Opening::new(regulation, RuleKind::Renju, Size::RENJU).unwrap()
}

fn point(name: &str) -> Point {
    pos::parse_point(name, Size::RENJU).unwrap()
}

fn turn(text: &str) -> Vec<Action> {
    parse_turn(text, Coordinates::Letters, Size::RENJU).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays turns that are all in order.
fn played(name: &str, turns: &[&str]) -> Opening {
    let mut opening = opening(name);
    for text in turns {
        opening.apply_turn(&turn(text)).unwrap_or_else(|refusal| {
            panic!("{name}, {text}: {}", refusal.text(Coordinates::Letters, Size::RENJU))
        });
    }
    opening
}

/// Why a turn is refused; that it changes nothing is checked on the way.
fn refusal(opening: &mut Opening, text: &str) -> String {
    let before = opening.clone();
    let refusal = opening.apply_turn(&turn(text)).expect_err(text);
    assert_eq!(*opening, before, "{text}");
    refusal.text(Coordinates::Letters, Size::RENJU)
}

// The worked runs of the regulations' descriptions.

#[test]
fn rif_with_a_swap() {
    let opening = played("rif", &["h8 h9 j10", "SWAP", "g9", "OFFER i7 g7", "CHOOSE g7 j9"]);
    assert!(opening.is_over());
    assert_eq!(opening.canonical(), "D3".parse().ok());
    assert_eq!(opening.holder(Side::Black), Person::Second);
    assert_eq!(opening.stones().last(), Some(&point("j9")));
    assert_eq!((opening.to_move(), opening.next_side()), (Person::Second, Side::Black));
}

#[test]
fn equivalent_offers_are_refused_and_others_taken() {
    let mut opening = played("rif", &["h8 h9 h7", "STAY h6"]);
    assert_eq!(
        refusal(&mut opening, "OFFER g8 i7"),
        "g8 and i7 are the same move: a mirror or a half turn of the four stones takes one to the \
         other"
    );
    assert_eq!(refusal(&mut opening, "OFFER g8"), "2 points have to be offered, not 1");
    assert_eq!(refusal(&mut opening, "OFFER g8 g8"), "g8 is offered twice");
    assert_eq!(refusal(&mut opening, "OFFER g8 h9"), "there is a white stone on h9");
    opening.apply_turn(&turn("OFFER g8 g9")).unwrap();
    assert_eq!(opening.offers(), [point("g8"), point("g9")]);
    assert_eq!(refusal(&mut opening, "CHOOSE g7 a1"), "g7 was not offered");
    assert_eq!(refusal(&mut opening, "CHOOSE g8"), "the turn has to go on with PLACE");
    assert_eq!(refusal(&mut opening, "CHOOSE g8 g8"), "there is a black stone on g8");
    assert_eq!(refusal(&mut opening, "CHOOSE g8 a1 a2"), "the opening is over");
}

#[test]
fn offers_of_the_worked_examples() {
    // Under RIF and its two offers: stones, offer, and whether it is valid.
    for (opening, fourth, offer, valid) in [
        ("h8 h9 h10", "h7", "g8 i8", false),
        ("h8 h9 h10", "h7", "g8 h11", true),
        ("h8 h9 h7", "h6", "g8 i7", false),
        ("h8 h9 h7", "h6", "g8 g7", false),
        ("h8 h9 h7", "h6", "g8 g9", true),
        ("h8 h9 h7", "h6", "e15 k15", false),
        ("h8 h9 i7", "i6", "g8 j7", false),
        ("h8 h9 i7", "i6", "g8 i8", true),
        ("h8 h9 i9", "i8", "g8 h7", false),
        ("h8 h9 i9", "g7", "a1 o15", true),
        ("h8 i9 f6", "j10", "g8 h7", false),
        ("h8 i9 f6", "j10", "h7 i7", true),
    ] {
        let mut opening = played("rif", &[opening, &format!("STAY {fourth}")]);
        let result = opening.apply_turn(&turn(&format!("OFFER {offer}")));
        match result {
            Ok(()) => assert!(valid, "{offer}"),
            Err(refusal) => {
                assert!(!valid && refusal.is_invalid_offer(), "{offer}: {refusal:?}");
            }
        }
    }
}

#[test]
fn soosorv_with_eight_offers() {
    let mut opening = played("soosorv-8", &["h8 h9 j10"]);
    assert_eq!(refusal(&mut opening, "STAY g9 OFFER 9"), "9 moves cannot be promised, but 1 to 8");
    assert_eq!(refusal(&mut opening, "STAY g9"), "the turn has to go on with PROMISE");
    for text in ["STAY g9 OFFER 8", "SWAP", "OFFER i7 g7 i10 f8 k9 j8 g10 h7", "CHOOSE g10 j9"] {
        opening.apply_turn(&turn(text)).unwrap();
    }
    assert!(opening.is_over());
    assert_eq!(opening.holder(Side::Black), Person::Second);
    let log: Vec<Person> = opening.turns().iter().map(|(person, _)| *person).collect();
    let (first, second) = (Person::First, Person::Second);
    assert_eq!(log, [first, second, first, second, first]);
}

#[test]
fn yamaguchi_with_one_fifth_move_has_no_choice() {
    let mut opening = played("yamaguchi", &["h8 i9 j10 OFFER 1", "STAY g9"]);
    assert_eq!(
        refusal(&mut opening, "OFFER i7"),
        "one move was promised: it is placed, without an offer"
    );
    opening.apply_turn(&turn("i7")).unwrap();
    opening.apply_turn(&turn("g7")).unwrap();
    assert!(opening.is_over());
    assert_eq!(opening.holder(Side::Black), Person::First);
}

/// Tarannikov's worked run up to stone 4; Taraguchi goes the same way.
const FOUR_STONES: [&str; 5] = ["h8", "SWAP", "h9", "STAY i10", "SWAP"];

#[test]
fn tarannikov_with_two_swaps() {
    let mut opening = played("tarannikov", &FOUR_STONES);
    assert_eq!(opening.canonical(), "D2".parse().ok());
    assert_eq!(opening.due(), Some(Person::Second));
    assert_eq!(opening.colour(Person::Second), Some(Side::White));
    assert_eq!(refusal(&mut opening, "d8"), "d8 lies outside the central square of side 7");
    opening.apply_turn(&turn("g8")).unwrap();
    assert_eq!(refusal(&mut opening, "STAY m8"), "m8 lies outside the central square of side 9");
    opening.apply_turn(&turn("STAY k12")).unwrap();
    opening.apply_turn(&turn("STAY a1")).unwrap();
    assert!(opening.is_over());
    assert_eq!(opening.holder(Side::Black), Person::First);
}

const TEN: &str = "OFFER i8 g9 i9 j10 g10 h7 g7 j8 h10 f9";

#[test]
fn taraguchi_offers_in_place_of_a_swap() {
    let mut opening = played("taraguchi-10", &FOUR_STONES);
    opening.apply_turn(&turn("g8")).unwrap();
    assert_eq!(opening.due(), Some(Person::First));
    let nine = TEN.rsplit_once(' ').unwrap().0;
    assert_eq!(refusal(&mut opening, nine), "10 points have to be offered, not 9");
    let eleven = format!("{TEN} a1");
    assert_eq!(refusal(&mut opening, &eleven), "10 points have to be offered, not 11");
    opening.apply_turn(&turn(TEN)).unwrap();
    assert_eq!(refusal(&mut opening, "SWAP"), "SWAP is not due, but CHOOSE");
    opening.apply_turn(&turn("CHOOSE h7 a1")).unwrap();
    assert!(opening.is_over());
    assert_eq!(opening.holder(Side::Black), Person::First);
}

#[test]
fn taraguchi_offers_after_a_swap_only_where_the_setting_says_so() {
    let after_swap = [&FOUR_STONES[..], &["g8", "SWAP"]].concat();
    let mut reading_a = played("taraguchi-10", &after_swap);
    assert_eq!(reading_a.due(), Some(Person::Second));
    assert_eq!(refusal(&mut reading_a, TEN), "OFFER is not due, but PLACE");
    let mut reading_b = played("taraguchi-10:offer_after_swap=yes", &after_swap);
    reading_b.apply_turn(&turn(TEN)).unwrap();
    assert_eq!(reading_b.due(), Some(Person::First));
}

#[test]
fn sakata_with_and_without_squares() {
    let mut windows = played("sakata", &["h8 h9 j6"]);
    assert_eq!(windows.canonical(), "D13".parse().ok());
    assert_eq!(refusal(&mut windows, "d8 i9"), "d8 lies outside the central square of side 7");
    assert_eq!(refusal(&mut windows, "g7"), "the turn has to go on with PLACE");
    windows.apply_turn(&turn("g7 l12")).unwrap();
    // Who takes White goes on with the sixth stone.
    assert_eq!(refusal(&mut windows, "SWAP"), "the turn has to go on with PLACE");
    windows.apply_turn(&turn("SWAP a1")).unwrap();
    assert_eq!(windows.holder(Side::Black), Person::Second);
    windows.undo_turn();
    assert_eq!(
        refusal(&mut windows, "STAY a1"),
        "the turn is over here: the other player acts next"
    );
    windows.apply_turn(&turn("STAY")).unwrap();
    assert_eq!(windows.due(), Some(Person::Second));
    played("sakata-free", &["h8 h9 j6", "d8 a15", "SWAP k4"]);
}

#[test]
fn the_couples_of_lianhuan() {
    // The first player puts a couple, has to act again, and puts another one.
    let mut opening = played("lianhuan", &["h8 h9", "SWAP", "i9 g7"]);
    assert_eq!(opening.due(), Some(Person::Second));
    assert_eq!(opening.colour(Person::Second), None);
    // To stay is to act oneself; the fifth stone alone leaves the sixth to the other.
    assert_eq!(
        refusal(&mut opening, "STAY a1 a2"),
        "the turn is over here: the other player acts next"
    );
    opening.apply_turn(&turn("STAY a1")).unwrap();
    opening.apply_turn(&turn("b2")).unwrap();
    assert!(opening.is_over());
    assert_eq!(opening.colour(Person::First), Some(Side::White));
    // Stones 4 and 5 as a couple, declined.
    let opening = played("lianhuan", &["h8", "h9", "i9", "g7 a1", "SWAP", "b2"]);
    assert!(opening.is_over());
    assert_eq!(opening.colour(Person::Second), Some(Side::White));
}

#[test]
fn six_refusals_and_no_more() {
    let mut opening = opening("six-refusals");
    for third in ["h10", "i10", "j10", "i9", "j9", "i8"] {
        opening.apply_turn(&turn(&format!("h8 h9 {third}"))).unwrap();
        opening.apply_turn(&turn("REFUSE")).unwrap();
        assert!(opening.stones().is_empty());
    }
    assert_eq!(refusal(&mut opening, "h8 g8 g7"), "the opening D4 has been refused before");
    opening.apply_turn(&turn("h8 h9 j8")).unwrap();
    assert_eq!(refusal(&mut opening, "REFUSE"), "6 openings have been refused already");
    opening.apply_turn(&turn("a1")).unwrap();
    assert!(opening.is_over());
}

#[test]
fn a_replaced_stone_exchanges_the_colours() {
    let mut opening = played("tarannikov-replace", &["h8", "STAY h9"]);
    assert_eq!(
        refusal(&mut opening, "REPLACE g8"),
        "g8 is the same as h9, which has been tried for this stone before"
    );
    opening.apply_turn(&turn("REPLACE i9")).unwrap();
    assert_eq!(opening.due(), Some(Person::Second));
    assert_eq!(opening.stones(), [point("h8"), point("i9")]);
    // The one who replaced it counts as who put it: he holds White now.
    assert_eq!(opening.colour(Person::First), Some(Side::White));
    opening.apply_turn(&turn("SWAP")).unwrap();
    opening.apply_turn(&turn("j9")).unwrap();
    assert_eq!(opening.legal().kinds(), [ActionKind::Swap, ActionKind::Stay, ActionKind::Replace]);
}

#[test]
fn the_rejecting_system_leaves_one_regulation() {
    let mut opening = opening("rejecting");
    assert_eq!(
        refusal(&mut opening, "REJECT soosorv-8"),
        "'soosorv-8' cannot be rejected, but rif, taraguchi-10, sakata"
    );
    opening.apply_turn(&turn("REJECT rif")).unwrap();
    assert!(refusal(&mut opening, "REJECT rif").ends_with("but taraguchi-10, sakata"));
    opening.apply_turn(&turn("REJECT Taraguchi-10")).unwrap();
    assert_eq!(opening.regulation().name, "sakata");
    opening.apply_turn(&turn("h8 h9 j6")).unwrap();
    opening.undo_turn();
    opening.undo_turn();
    assert_eq!(opening.regulation().name, "rejecting");
}

#[test]
fn banned_openings_and_usual_forms() {
    let mut opening = played("classical-1989", &["h8", "g9"]);
    assert_eq!(refusal(&mut opening, "j6"), "the opening I13 may not be shown");
    opening.apply_turn(&turn("j9")).unwrap();
    let mut usual = crate::opening("rif:forms=table");
    assert!(refusal(&mut usual, "h8 g8 i9").contains("turned or mirrored"));
    assert!(refusal(&mut usual, "h8 h9 g9").contains("turned or mirrored"));
    usual.apply_turn(&turn("h8 h9 i9")).unwrap();
    let group = (1..=13).map(|n| format!("D{n}")).collect::<Vec<_>>().join("+");
    let mut indirect = crate::opening(&format!("rif:banned_openings={group}"));
    assert_eq!(
        refusal(&mut indirect, "h8 h9 i9"),
        "after h9 there is no opening that may be shown"
    );
    indirect.apply_turn(&turn("h8 i9 i8")).unwrap();
}

#[test]
fn swap2_in_its_three_ways() {
    let three = "a1 b1 o15";
    let stay = played("swap2", &[three, "STAY h8"]);
    assert!(stay.is_over() && stay.holder(Side::White) == Person::Second);
    let swap = played("swap2", &[three, "SWAP", "h8"]);
    assert!(swap.is_over() && swap.holder(Side::White) == Person::First);
    let couple = played("swap2", &[three, "h8 h9", "SWAP g7"]);
    assert!(couple.is_over() && couple.holder(Side::Black) == Person::Second);
    let mut wrong = played("swap2", &[three]);
    assert_eq!(refusal(&mut wrong, "h8"), "the turn has to go on with PLACE");
}

#[test]
fn a_regulation_knows_its_rule_and_board() {
    let rif = catalogue::find("rif").unwrap();
    let error = Opening::new(rif.clone(), RuleKind::Freestyle, Size::RENJU).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the regulation is for the rule renju, and the rule is freestyle"
    );
    let size = Size::square(19).unwrap();
    let error = Opening::new(rif, RuleKind::Renju, size).unwrap_err();
    assert_eq!(error.to_string(), "the regulation is for a 15x15 board, and the board is 19x19");
    let swap2 = catalogue::find("swap2").unwrap();
    assert!(Opening::new(swap2, RuleKind::Standard, Size::new(20, 7).unwrap()).is_ok());
}

// Every table against the plain referee.

/// Some points: near the middle, anywhere, and taken ones.
fn some_points(opening: &Opening, random: &mut Random) -> Vec<Point> {
    let mut points = Vec::new();
    for reach in [2, 3, 4, 7] {
        let mut offset = || (random.between(0, 2 * reach)) as u8;
        points.push(Point::at(7 - reach as u8 + offset(), 7 - reach as u8 + offset()));
    }
    if !opening.stones().is_empty() {
        points.push(random.pick(opening.stones()));
    }
    if !opening.offers().is_empty() {
        points.push(random.pick(opening.offers()));
    }
    points
}

/// Some offers, valid or not: as many as wanted or one fewer, with equal ones among them.
fn some_offer(opening: &Opening, random: &mut Random) -> Vec<Point> {
    let wanted = opening.legal().offer.map_or(3, |(count, _)| count as usize);
    let count = (wanted - usize::from(random.chance(20))).max(1);
    let mut points: Vec<Point> = Vec::new();
    let same = opening.equivalence();
    while points.len() < count {
        let point = Point::at(random.below(15) as u8, random.below(15) as u8);
        let equal: Vec<Point> = same.equivalent(point).iter().collect();
        let taken = opening.stones().contains(&point) || points.contains(&point);
        let repeats = points.iter().any(|other| equal.contains(other));
        if !taken && (!repeats || random.chance(10)) {
            points.push(point);
        }
        if random.chance(3) && points.len() < count {
            points.push(random.pick(&equal));
        }
    }
    points
}

/// Actions to try in a state, legal and not.
fn some_actions(opening: &Opening, random: &mut Random) -> Vec<Action> {
    let mut actions = vec![
        Action::Swap,
        Action::Stay,
        Action::Refuse,
        Action::Finish,
        Action::Promise(random.between(0, 13) as u32),
        Action::Reject(random.pick(&["rif", "taraguchi-10", "sakata", "swap2"]).to_owned()),
        Action::Offer(some_offer(opening, random)),
    ];
    for point in some_points(opening, random) {
        actions.push(Action::Place(point));
        actions.push(Action::Choose(point));
        actions.push(Action::Replace(point));
    }
    actions
}

/// A legal action of a random kind.
fn random_legal(opening: &Opening, random: &mut Random) -> Action {
    let legal = opening.legal();
    let any =
        |points: &Bits, random: &mut Random| random.pick(&points.iter().collect::<Vec<Point>>());
    match random.pick(&legal.kinds()) {
        ActionKind::Place => Action::Place(any(&legal.place, random)),
        ActionKind::Swap => Action::Swap,
        ActionKind::Stay => Action::Stay,
        ActionKind::Promise => {
            let range = legal.promise.unwrap();
            Action::Promise(random.between(*range.start() as usize, *range.end() as usize) as u32)
        }
        ActionKind::Offer => {
            let (count, points) = legal.offer.unwrap();
            let mut different = opening.equivalence().representatives(points);
            random.shuffle(&mut different);
            different.truncate(count as usize);
            Action::Offer(different)
        }
        ActionKind::Choose => Action::Choose(random.pick(&legal.choose)),
        ActionKind::Refuse => Action::Refuse,
        ActionKind::Replace => Action::Replace(any(&legal.replace, random)),
        ActionKind::Reject => {
            Action::Reject(legal.reject[random.below(legal.reject.len())].clone())
        }
        ActionKind::Finish => Action::Finish,
    }
}

/// Plays one random opening and compares every state with the referee's.
fn random_opening(name: &str, start: &Opening, random: &mut Random) {
    let mut opening = start.clone();
    let mut actions: Vec<Action> = Vec::new();
    loop {
        let (verdict, black, stones) = replay(name, &actions);
        let shown = turn_text(&actions, Coordinates::Letters, Size::RENJU);
        let kinds = opening.legal().kinds();
        match opening.due() {
            Some(person) => {
                assert_eq!(verdict, Verdict::Due(person, kinds.clone()), "{name}: {}", shown)
            }
            None => assert_eq!(verdict, Verdict::Over, "{name}: {}", shown),
        }
        assert_eq!(opening.stones(), stones, "{name}: {}", shown);
        if name != "lianhuan" || opening.is_over() {
            assert_eq!(opening.holder(Side::Black), black, "{name}: {}", shown);
        }
        for action in some_actions(&opening, random) {
            actions.push(action.clone());
            let legal = replay(name, &actions).0 != Verdict::Illegal;
            assert_eq!(opening.check(&action).is_ok(), legal, "{name}: {actions:?}");
            actions.pop();
            let before = opening.clone();
            if opening.apply(&action).is_ok() {
                assert_eq!(opening.undo(), Some(action));
            }
            assert_eq!(opening, before, "{name}: {}", shown);
        }
        if opening.is_over() {
            break;
        }
        // Somebody is stuck who has nothing to choose from.
        assert!(!kinds.is_empty(), "{name}: {}", shown);
        let action = random_legal(&opening, random);
        opening.apply(&action).unwrap_or_else(|refusal| panic!("{name}: {action:?}: {refusal:?}"));
        actions.push(action);
    }
    check_turns(name, start, &opening);
    while opening.undo().is_some() {}
    assert_eq!(opening, *start);
}

/// The turns of an opening lead to the same state, also as text.
fn check_turns(name: &str, start: &Opening, opening: &Opening) {
    let mut again = start.clone();
    for (person, actions) in opening.turns() {
        assert_eq!(again.due(), Some(person));
        let text = turn_text(&actions, Coordinates::Numbers, Size::RENJU);
        let read = parse_turn(&text, Coordinates::Numbers, Size::RENJU).unwrap();
        again.apply_turn(&read).unwrap_or_else(|refusal| panic!("{name}: {text}: {refusal:?}"));
    }
    assert_eq!(again, *opening);
}

#[test]
fn random_openings_agree_with_the_plain_referee() {
    let runs = number_from_environment("OPENING_RUNS", 20);
    for (n, name) in REGULATIONS.into_iter().enumerate() {
        let mut random = Random::new(n as u64);
        let start = opening(name);
        for _ in 0..runs {
            random_opening(name, &start, &mut random);
        }
    }
}

#[test]
fn super_sakata_ends_with_a_full_board_at_the_latest() {
    let mut opening = played("super-sakata", &["h8 h9 j10", "g9 g10"]);
    let mut random = Random::new(5);
    while !opening.is_over() {
        let legal = opening.legal();
        let action = match legal.place.is_empty() {
            true => Action::Stay,
            false => Action::Place(random.pick(&legal.place.iter().collect::<Vec<_>>())),
        };
        opening.apply(&action).unwrap();
    }
    // Only the last stone may have decided the game: it was no longer part of a couple.
    opening.undo();
    let position = opening.position();
    assert!(position.ply() > 150, "{}", position.ply());
    assert_eq!(RuleKind::Renju.rule().winner_on_board(&position), None);
}

// What is known of openings by counting.

/// A number for stones that is the same for all forms on the board, colour by colour.
fn class(stones: &[Point]) -> Vec<(u8, u8)> {
    let forms = Symmetry::all().map(|map| {
        let mut form: Vec<(u8, u8)> = stones
            .iter()
            .enumerate()
            .map(|(n, &stone)| {
                let image = map.apply(Size::RENJU, stone);
                (image.y() * 15 + image.x(), (n % 2) as u8)
            })
            .collect();
        form.sort_unstable();
        form
    });
    forms.min().unwrap()
}

/// Every class of positions with one stone more.
fn one_more(classes: &BTreeSet<Vec<Point>>, region: Region) -> BTreeSet<Vec<Point>> {
    let mut seen = BTreeSet::new();
    let mut next = BTreeSet::new();
    for stones in classes {
        for point in region.points(Size::RENJU).iter().filter(|point| !stones.contains(point)) {
            let more = [&stones[..], &[point]].concat();
            if seen.insert(class(&more)) {
                next.insert(more);
            }
        }
    }
    next
}

#[test]
fn positions_up_to_symmetry() {
    let mut classes = BTreeSet::from([vec![point("h8")]]);
    let mut counts = Vec::new();
    for side in [3, 5, 7] {
        classes = one_more(&classes, Region::Square(side));
        counts.push(classes.len());
    }
    assert_eq!(counts, [2, 26, 998]);
    assert_eq!(one_more(&classes, Region::Square(9)).len(), 65_104);
}

#[test]
fn the_forms_of_openings_and_the_classes_of_fifth_moves() {
    let mut classes = BTreeSet::from([vec![point("h8")]]);
    for side in [3, 5] {
        classes = one_more(&classes, Region::Square(side));
    }
    let fours = one_more(&classes, Region::Anywhere);
    assert_eq!(fours.len(), 5070);
    let mut by_order = [0; 5];
    let mut fewest = usize::MAX;
    let mut not_of_the_board = [0; 5];
    for stones in &fours {
        let same = Equivalence::after(Size::RENJU, stones);
        by_order[same.order()] += 1;
        let mut empty = Bits::board(Size::RENJU);
        stones.iter().for_each(|&stone| empty.remove(stone));
        fewest = fewest.min(same.representatives(empty).len());
        let of_the_board = Symmetry::all().filter(|map| {
            let image = |n: usize| map.apply(Size::RENJU, stones[n]);
            let pair = |a: usize, b: usize| {
                BTreeSet::from([image(a), image(b)]) == BTreeSet::from([stones[a], stones[b]])
            };
            pair(0, 2) && pair(1, 3)
        });
        if of_the_board.count() < same.order() {
            not_of_the_board[same.order()] += 1;
        }
    }
    assert_eq!((by_order[1], by_order[2], by_order[4]), (4926, 138, 6));
    assert_eq!((not_of_the_board[2], not_of_the_board[4]), (62, 6));
    assert_eq!(fewest, 62);
}

#[test]
fn openings_are_named_as_the_referee_numbers_them() {
    for opening in CanonicalOpening::all() {
        for form in opening.forms() {
            let cells = form.map(|point| (i32::from(point.x()), i32::from(point.y())));
            assert_eq!(opening_of(&cells), Some(opening.index()));
            let [first, second, third] = form;
            assert_eq!(CanonicalOpening::identify(first, second, third), Some(opening));
        }
    }
}
