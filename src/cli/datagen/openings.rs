//! How games begin.

use super::{DatagenArgs, OpeningArgs};
use crate::board::{Point, Size, Symmetry};
use crate::cli::error::CommandError;
use crate::cli::selfplay::draft::Draft;
use crate::cli::selfplay::generate::{GenerateOptions, Generator};
use crate::cli::selfplay::openings::{self, ReadingOptions};
use crate::eval::Evaluation;
use crate::opening::CanonicalOpening;
use crate::opening::Chance;
use crate::rules::RuleKind;

/// Positions searched to see whether an opening is even.
const NODES: u64 = 1000;
/// Memory of the table of these searches, in bytes.
const TABLE: u64 = 256 << 10;
/// The smallest square around the middle in which stones are drawn: this many columns to each side.
const LEAST_REACH: i32 = 2;
/// Drafts that are tried for one game.
const ATTEMPTS: usize = 10_000;

/// Where openings come from: what all threads share.
#[derive(Clone, Debug)]
pub struct Source {
    rule: RuleKind,
    size: Size,
    args: OpeningArgs,
    /// What values positions, in the games as well.
    evaluation: Evaluation,
    /// Those of a file, with the checksum of its text.
    listed: Option<(Vec<Vec<Point>>, u32)>,
}

impl Source {
    /// The source that the arguments ask for.
    ///
    /// # Errors
    /// When the file of openings or that of a network cannot be read.
    pub fn new(args: &DatagenArgs) -> Result<Source, CommandError> {
        let wanted = &args.openings;
        let evaluation = args.evaluation.evaluation()?;
        let listed = match &wanted.openings {
            None => None,
            Some(path) => {
                let failed = |error: &dyn std::fmt::Display| {
                    CommandError::input(format!("{}: {error}", path.display()))
                };
                let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
                let options = ReadingOptions { form: wanted.form, rows: wanted.rows };
                let list = openings::read(&text, options, args.size, args.rule)
                    .map_err(|error| failed(&error))?;
                Some((list, crc32fast::hash(text.as_bytes())))
            }
        };
        let (rule, size, args) = (args.rule, args.size, wanted.clone());
        Ok(Source { rule, size, args, evaluation, listed })
    }

    /// What values positions.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// What the recipe says of the openings.
    pub fn recipe(&self) -> String {
        match &self.listed {
            Some((list, checksum)) => format!("openings: {} {checksum:08x}\n", list.len()),
            None => format!("openings: random, even by {NODES} nodes\n"),
        }
    }

    /// What draws openings, for one thread.
    pub fn drawer(&self) -> Drawer<'_> {
        let args = &self.args;
        let generator = Generator::new(GenerateOptions {
            rule: self.rule,
            size: self.size,
            stones: args.stones.0..=args.stones.1,
            reach: args.reach,
            concentric: false,
            nodes: Some(NODES),
            margin: args.margin,
            seed: 0,
        });
        let generator = generator.with_table_size(TABLE).with_evaluation(self.evaluation.clone());
        Drawer { source: self, generator }
    }
}

/// Draws openings. One opening does not depend on those before it.
#[derive(Debug)]
pub struct Drawer<'a> {
    source: &'a Source,
    generator: Generator,
}

impl Drawer<'_> {
    /// The opening of game `number`; `None` when no draft was even.
    pub fn draw(&mut self, number: u64, random: &mut Chance) -> Option<Vec<Point>> {
        let Source { rule, size, ref args, ref listed, .. } = *self.source;
        if let Some((list, _)) = listed {
            let opening = &list[(number % list.len() as u64) as usize];
            return Some(turned(opening, size, random));
        }
        let has_canonical = rule == RuleKind::Renju && size == Size::RENJU;
        let is_canonical = has_canonical && random.below(100) < usize::from(args.canonical);
        for _ in 0..ATTEMPTS {
            let span = (args.reach - LEAST_REACH).max(0) as usize + 1;
            let reach = args.reach - random.below(span) as i32;
            let draft = Draft { rule, size, reach, concentric: false };
            let stones = if is_canonical {
                self.canonical(draft, random)
            } else {
                let (least, most) = args.stones;
                draft.stones(least + random.below(most + 1 - least), random)
            };
            if let Some(stones) = stones
                && let Some(opening) = self.generator.balanced(stones)
                && self.generator.even_value(&opening).is_some()
            {
                return Some(opening);
            }
        }
        None
    }

    /// One of the 26 openings in one of its forms, and one or two random stones.
    fn canonical(&self, draft: Draft, random: &mut Chance) -> Option<Vec<Point>> {
        let opening = CanonicalOpening::all().nth(random.below(CanonicalOpening::COUNT))?;
        let stones = turned(&opening.stones(), draft.size, random);
        let count = stones.len() + 1 + random.below(2);
        draft.go_on(stones, count, random)
    }
}

/// The stones in one of the forms that the board's symmetries give them.
fn turned(stones: &[Point], size: Size, random: &mut Chance) -> Vec<Point> {
    let maps: Vec<Symmetry> = Symmetry::of(size).collect();
    let map = maps[random.below(maps.len())];
    stones.iter().map(|&point| map.apply(size, point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: DatagenArgs,
    }

    fn source(options: &str) -> Source {
        let line = format!("tengen --games 1 --out x {options}");
        Source::new(&Line::parse_from(line.split_whitespace()).args).unwrap()
    }

    fn drawn(source: &Source, games: u64) -> Vec<Vec<Point>> {
        let mut drawer = source.drawer();
        (0..games).map(|n| drawer.draw(n, &mut Chance::of_item(1, n)).unwrap()).collect()
    }

    #[test]
    fn renju_begins_with_as_many_of_the_26_openings_as_wanted() {
        let is_canonical = |opening: &Vec<Point>| {
            CanonicalOpening::identify(opening[0], opening[1], opening[2]).is_some()
        };
        let always = drawn(&source("--rule renju --canonical 100"), 12);
        assert!(always.iter().all(is_canonical));
        assert!(always.iter().all(|opening| (4..=5).contains(&opening.len())));
        let never = drawn(&source("--rule renju --canonical 0 --stones 6"), 12);
        assert!(never.iter().all(|opening| opening.len() == 6));
        assert!(never.iter().filter(|opening| is_canonical(opening)).count() < 12);
    }

    #[test]
    fn an_opening_does_not_depend_on_those_drawn_before() {
        let source = source("--rule freestyle");
        let all = drawn(&source, 6);
        let alone = source.drawer().draw(4, &mut Chance::of_item(1, 4));
        assert_eq!(alone.as_ref(), Some(&all[4]));
        assert!(all.iter().all(|opening| (3..=8).contains(&opening.len())));
    }
}
