//! The opening decider against plain minimax with all decisions, on random trees: values and the
//! few points that are looked at come from hashes.
//!
//! `DECIDER_TREES` sets how many trees there are for each regulation; for a thorough run set it to
//! 1000, in a release build: most of the time is for `tarannikov-replace`, a quarter of an hour on two
//! busy cores. `DECIDER_REGULATIONS`: the names, parted by spaces, of those to try.

mod support;

use std::collections::{BTreeMap, HashMap};
use support::random::{Random, number_from_environment};
use tengen::board::{Bits, Point, Position, Size, Symmetry};
use tengen::decider::{Breadth, Judge, Solver, Valued};
use tengen::opening::{Action, ActionKind, CanonicalOpening, Opening, Person, Region, catalogue};
use tengen::rules::RuleKind;

/// Stones as cells with their colours, sorted.
type Form = Vec<(i32, i32, usize)>;

/// How many points are looked at: for the fifth stone (where offers are made), and otherwise.
#[derive(Clone, Copy)]
struct Widths {
    fifth: usize,
    other: usize,
    openings: usize,
}

/// A judge whose values are hashes: the same for all forms of a position on the board.
struct HashJudge {
    seed: u64,
    widths: Widths,
    forms: HashMap<Vec<Point>, Vec<(Point, Form, Form)>>,
}

fn hash(seed: u64, form: &Form, salt: u64) -> u64 {
    let mut random = seed ^ salt;
    for &(x, y, colour) in form {
        let number = (x + 40) as u64 * 10_000 + (y + 40) as u64 * 10 + colour as u64;
        random = Random::new(random.rotate_left(7) ^ number).number();
    }
    random
}

/// The stones turned by a symmetry; with `shifted` the board's edges play no part.
fn form(stones: &[Point], map: Symmetry, shifted: bool) -> Form {
    let mut form: Form = stones
        .iter()
        .enumerate()
        .map(|(n, &stone)| {
            let image = map.apply(Size::RENJU, stone);
            (i32::from(image.x()), i32::from(image.y()), n % 2)
        })
        .collect();
    if shifted {
        let left = form.iter().map(|stone| stone.0).min().unwrap_or(0);
        let top = form.iter().map(|stone| stone.1).min().unwrap_or(0);
        form.iter_mut().for_each(|stone| (stone.0, stone.1) = (stone.0 - left, stone.1 - top));
    }
    form.sort_unstable();
    form
}

fn least_form(stones: &[Point], shifted: bool) -> Form {
    Symmetry::all().map(|map| form(stones, map, shifted)).min().unwrap()
}

impl HashJudge {
    /// The points of `among` that exist for this judge, one of each class of the board.
    fn allowed(&mut self, stones: &[Point], among: Bits) -> Vec<Point> {
        let forms = self.forms.entry(stones.to_vec()).or_insert_with(|| {
            let near = Region::Square(9).points(Size::RENJU).iter();
            near.filter(|point| !stones.contains(point))
                .map(|point| {
                    let more = [stones, &[point]].concat();
                    (point, least_form(&more, true), least_form(&more, false))
                })
                .collect()
        });
        let offers = stones.len() == 4;
        let mut classes: BTreeMap<u64, BTreeMap<u64, Point>> = BTreeMap::new();
        for (point, pattern, on_board) in forms.iter().filter(|(p, ..)| among.contains(*p)) {
            let class = hash(self.seed, if offers { pattern } else { on_board }, 1);
            let member = hash(self.seed, on_board, 2);
            classes.entry(class).or_default().entry(member).or_insert(*point);
        }
        let width = if offers { self.widths.fifth } else { self.widths.other };
        let mut points = Vec::new();
        for (n, members) in classes.values().take(width).enumerate() {
            // Moves that are the same as offers, and are not on the board: all of the first two.
            points.extend(members.values().take(if n < 2 { 4 } else { 1 }));
        }
        points
    }

    fn valued(&mut self, position: &Position, among: &Bits) -> Vec<Valued> {
        let stones: Vec<Point> = position.history().iter().map(|played| played.point).collect();
        let points = self.allowed(&stones, *among);
        let mut valued: Vec<Valued> = points
            .into_iter()
            .map(|point| Valued {
                point,
                value: -self.value_of(&[&stones[..], &[point]].concat()),
                reply: None,
            })
            .collect();
        valued.sort_by_key(|valued| std::cmp::Reverse(valued.value));
        valued
    }

    /// The value for the side to move.
    fn value_of(&self, stones: &[Point]) -> i32 {
        (hash(self.seed, &least_form(stones, false), 3) % 201) as i32 - 100
    }
}

impl Judge for HashJudge {
    fn value(&mut self, position: &Position) -> i32 {
        let stones: Vec<Point> = position.history().iter().map(|played| played.point).collect();
        self.value_of(&stones)
    }

    fn best(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        let mut valued = self.valued(position, among);
        valued.truncate(wanted);
        valued
    }

    fn nearest(&mut self, position: &Position, among: &Bits, wanted: usize) -> Vec<Valued> {
        let mut valued = self.valued(position, among);
        valued.sort_by_key(|valued| valued.value.abs());
        valued.truncate(wanted);
        valued
    }

    fn looked_at_again(&mut self, position: &Position, points: &[Valued]) -> Option<Vec<Valued>> {
        let stones: Vec<Point> = position.history().iter().map(|played| played.point).collect();
        let again = points.iter().map(|&valued| {
            let value = -self.value_of(&[&stones[..], &[valued.point]].concat());
            Valued { value, ..valued }
        });
        Some(again.collect())
    }

    fn candidates(&mut self, opening: &Opening, among: &Bits, wanted: usize) -> Vec<Point> {
        // A stone that is replaced is not there while another point is looked for.
        let stones = opening.stones();
        let replaces =
            stones.last().is_some_and(|_| opening.legal().replace.contains(among.first().unwrap()))
                && !opening.legal().place.contains(among.first().unwrap());
        let stones = &stones[..stones.len() - usize::from(replaces)].to_vec();
        let mut points = self.allowed(stones, *among);
        points.truncate(wanted);
        points
    }

    fn considers_stones(&mut self, opening: &Opening) -> bool {
        opening.stones().len() < 7
    }

    fn openings(&mut self, all: Vec<CanonicalOpening>) -> Vec<CanonicalOpening> {
        let mut all = all;
        let seed = self.seed;
        let number = |opening: &CanonicalOpening| {
            Random::new(seed.wrapping_mul(31) ^ opening.index() as u64).number()
        };
        all.sort_by_key(number);
        // The same few openings, whichever of them have been sent back.
        let mut few: Vec<CanonicalOpening> = CanonicalOpening::all().collect();
        few.sort_by_key(number);
        few.truncate(self.widths.openings);
        all.retain(|opening| few.contains(opening));
        all
    }
}

fn for_first(person: Person, value: i32) -> i32 {
    if person == Person::First { value } else { -value }
}

/// Whether only a stone of the side to move, anywhere, is left of the opening.
fn only_play_is_left(opening: &mut Opening) -> bool {
    if opening.is_over() {
        return true;
    }
    let legal = opening.legal();
    let anywhere = legal.region == Some(Region::Anywhere) && legal.promise.is_none();
    let only_stone = legal.kinds() == [ActionKind::Place];
    if !only_stone || !anywhere || opening.due() != Some(opening.to_move()) {
        return false;
    }
    // A promised single move is no free stone: who offers it has to give it.
    if opening.promised().is_some() {
        return false;
    }
    opening.apply(&Action::Place(legal.place.first().unwrap())).unwrap();
    let over = opening.is_over();
    opening.undo();
    over
}

/// Every set of `count` of the points.
fn sets(points: &[Point], count: usize) -> Vec<Vec<Point>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (n, &point) in points.iter().enumerate() {
        for mut rest in sets(&points[n + 1..], count - 1) {
            rest.push(point);
            all.push(rest);
        }
    }
    all
}

/// Plain minimax: the value for the first player when each does what is best for himself.
fn plain(opening: &mut Opening, judge: &mut HashJudge) -> i32 {
    if only_play_is_left(opening) {
        let value = judge.value(&opening.position());
        return for_first(opening.to_move(), value);
    }
    let person = opening.due().unwrap();
    let legal = opening.legal();
    let mut values: Vec<i32> = Vec::new();
    let name = opening.regulation().name.clone();
    let shows = ["rif", "yamaguchi", "soosorv", "sakata", "super-sakata", "jonsson", "six"];
    if opening.stones().is_empty()
        && shows.iter().any(|show| name.starts_with(show))
        && legal.allows(ActionKind::Place)
    {
        let banned: Vec<CanonicalOpening> = opening.regulation().banned.clone();
        let all = CanonicalOpening::all().filter(|shown| !banned.contains(shown)).collect();
        for shown in judge.openings(all) {
            for stone in shown.stones() {
                opening.apply(&Action::Place(stone)).unwrap();
            }
            values.push(for_first(person, plain(opening, judge)));
            (0..3).for_each(|_| drop(opening.undo()));
        }
        return for_first(person, values.into_iter().max().unwrap());
    }
    let mut actions: Vec<Action> = Vec::new();
    let other_ways = legal.kinds().len() > 1;
    if !legal.place.is_empty() && (!other_ways || judge.considers_stones(opening)) {
        let points = judge.allowed(opening.stones(), legal.place);
        actions.extend(points.into_iter().map(Action::Place));
    }
    actions.extend(legal.swap.then_some(Action::Swap));
    actions.extend(legal.stay.then_some(Action::Stay));
    actions.extend(legal.finish.then_some(Action::Finish));
    actions.extend(legal.promise.into_iter().flatten().map(Action::Promise));
    actions.extend(legal.choose.into_iter().map(Action::Choose));
    actions.extend(legal.reject.into_iter().map(Action::Reject));
    if !legal.replace.is_empty() {
        let stones = opening.stones()[..opening.stones().len() - 1].to_vec();
        let points = judge.allowed(&stones, legal.replace);
        actions.extend(points.into_iter().map(Action::Replace));
    }
    for action in actions {
        opening.apply(&action).unwrap();
        values.push(for_first(person, plain(opening, judge)));
        opening.undo();
    }
    if let Some((count, points)) = legal.offer {
        let points = judge.allowed(opening.stones(), points);
        // What is chosen counts, not with which others it was offered.
        let mut chosen: HashMap<Point, i32> = HashMap::new();
        for offer in sets(&points, count as usize) {
            if opening.apply(&Action::Offer(offer.clone())).is_err() {
                continue;
            }
            let mut worst = i32::MAX;
            for point in offer {
                let value = match chosen.get(&point) {
                    Some(&value) => value,
                    None => {
                        opening.apply(&Action::Choose(point)).unwrap();
                        let value = for_first(person, plain(opening, judge));
                        opening.undo();
                        chosen.insert(point, value);
                        value
                    }
                };
                worst = worst.min(value);
            }
            values.push(worst);
            opening.undo();
        }
    }
    for_first(person, values.into_iter().max().unwrap())
}

/// Six refusals, on the values of the openings alone: the first player shows, the second accepts or
/// refuses.
fn refusal_game(values: &[i32], refusals: usize) -> i32 {
    let shown = (0..values.len()).map(|n| {
        let rest: Vec<i32> =
            values.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, v)| *v).collect();
        match refusals {
            0 => values[n],
            _ => values[n].min(refusal_game(&rest, refusals - 1)),
        }
    });
    shown.max().unwrap()
}

const REGULATIONS: [(&str, Widths); 25] = [
    ("classical-1988", Widths { fifth: 3, other: 2, openings: 3 }),
    ("classical-1989", Widths { fifth: 3, other: 2, openings: 3 }),
    ("rif", Widths { fifth: 4, other: 2, openings: 4 }),
    ("yamaguchi-4", Widths { fifth: 6, other: 2, openings: 2 }),
    ("soosorv-4", Widths { fifth: 6, other: 2, openings: 2 }),
    ("soosorv-8", Widths { fifth: 9, other: 2, openings: 2 }),
    ("tarannikov", Widths { fifth: 2, other: 2, openings: 0 }),
    ("tarannikov-replace", Widths { fifth: 2, other: 1, openings: 0 }),
    ("taraguchi-5", Widths { fifth: 6, other: 2, openings: 0 }),
    ("taraguchi-10", Widths { fifth: 11, other: 1, openings: 0 }),
    ("taraguchi-5:offer_after_swap=yes", Widths { fifth: 6, other: 2, openings: 0 }),
    ("super-taraguchi-5", Widths { fifth: 6, other: 2, openings: 0 }),
    ("sakata", Widths { fifth: 4, other: 3, openings: 3 }),
    ("sakata-free", Widths { fifth: 4, other: 3, openings: 3 }),
    ("super-sakata", Widths { fifth: 2, other: 2, openings: 2 }),
    ("jonsson", Widths { fifth: 4, other: 3, openings: 3 }),
    ("three-stones", Widths { fifth: 2, other: 3, openings: 0 }),
    ("lianhuan", Widths { fifth: 2, other: 2, openings: 0 }),
    ("rejecting", Widths { fifth: 11, other: 1, openings: 2 }),
    ("swap-first", Widths { fifth: 2, other: 3, openings: 0 }),
    ("swap", Widths { fifth: 2, other: 3, openings: 0 }),
    ("swap2", Widths { fifth: 3, other: 3, openings: 0 }),
    ("swap5", Widths { fifth: 2, other: 2, openings: 0 }),
    ("pro", Widths { fifth: 2, other: 2, openings: 0 }),
    ("plain", Widths { fifth: 2, other: 2, openings: 0 }),
];

fn start(name: &str) -> Opening {
    let regulation = catalogue::find(name).unwrap_or_else(|error| panic!("{error}"));
    Opening::new(regulation, RuleKind::Renju, Size::RENJU).unwrap()
}

fn judge(seed: u64, widths: Widths) -> HashJudge {
    HashJudge { seed, widths, forms: HashMap::new() }
}

#[test]
fn the_decider_equals_plain_minimax() {
    let trees = number_from_environment("DECIDER_TREES", 2);
    let only = std::env::var("DECIDER_REGULATIONS").unwrap_or_default();
    let only: Vec<&str> = only.split_terminator(' ').collect();
    for (name, widths) in REGULATIONS {
        if only.is_empty() || only.contains(&name) {
            // Half of the trees for each of two threads.
            std::thread::scope(|scope| {
                for half in 0..2 {
                    let seeds = (half..trees).step_by(2);
                    scope.spawn(move || compare_with_minimax(name, widths, seeds));
                }
            });
            println!("{name}: {trees} trees");
        }
    }
}

fn compare_with_minimax(name: &str, widths: Widths, seeds: impl Iterator<Item = u64>) {
    /// Forms of so many positions are kept from tree to tree.
    const KEPT: usize = 20_000;
    let beginning = start(name);
    let mut forms = HashMap::new();
    for seed in seeds {
        let mut judge = HashJudge { forms, ..judge(seed, widths) };
        let mut opening = beginning.clone();
        // From the beginning, and from wherever the best actions lead.
        while !only_play_is_left(&mut opening) {
            let expected = plain(&mut opening, &mut judge);
            let before = opening.clone();
            let found = Solver::new(&mut judge, Breadth::ALL).candidates(&mut opening);
            assert_eq!(opening, before);
            let best = &found[0];
            let due = opening.due().unwrap();
            let log = opening.turns();
            assert_eq!(for_first(due, best.value), expected, "{name}, tree {seed}: {log:?}");
            for action in &best.actions {
                opening.apply(action).unwrap();
            }
            // The action is worth what is said of it.
            let value = plain(&mut opening, &mut judge);
            assert_eq!(value, expected, "{name}, tree {seed}: {:?}", best.actions);
        }
        forms = judge.forms;
        if forms.len() > KEPT {
            forms.clear();
        }
    }
}

#[test]
fn the_opening_after_six_refusals_is_the_seventh_best() {
    let trees = number_from_environment("DECIDER_TREES", 2);
    for seed in 0..trees {
        let mut judge = judge(seed, Widths { fifth: 2, other: 3, openings: 8 });
        let mut opening = start("six-refusals");
        let mut values = Vec::new();
        for shown in judge.openings(CanonicalOpening::all().collect()) {
            let position = {
                let mut shown_only = opening.clone();
                for stone in shown.stones() {
                    shown_only.apply(&Action::Place(stone)).unwrap();
                }
                shown_only
            };
            // The second player puts the fourth stone as is best for White.
            let places = position.legal().place;
            let best = judge.best(&position.position(), &places, 1)[0].value;
            values.push(-best);
        }
        let expected = refusal_game(&values, 6);
        let worth = Solver::new(&mut judge, Breadth::ALL).worth(&mut opening);
        assert_eq!(worth, expected, "tree {seed}");
        values.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
        assert_eq!(expected, values[6]);
    }
}
