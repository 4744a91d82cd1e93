//! Prints what a network says of positions: for checks of the trainer against the engine.
//!
//! `network_outputs FILE WIDTH HEIGHT` reads a position a line from standard input, the stones in the
//! order of play as `y * width + x`, Black first. For each it prints a line: the logits of win, draw
//! and loss for the side to move, then those of all points as its moves, in units of
//! [`Accumulator::UNIT`].

use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::Arc;
use tengen::board::{NullObserver, Point, Position, Size};
use tengen::eval::Weights;
use tengen::eval::nnue::{Accumulator, Network};
use tengen::pattern::Scene;
use tengen::rules::RuleKind;

fn scene(line: &str, size: Size, rule: RuleKind) -> Result<Scene, Box<dyn Error>> {
    let mut position = Position::new(size);
    for word in line.split_whitespace() {
        let index: i32 = word.parse().map_err(|_| format!("'{word}' is no point"))?;
        let width = i32::from(size.width());
        let point = size.point(index % width, index / width).ok_or(format!("no point {index}"))?;
        position.try_place(point, &mut NullObserver)?;
    }
    Ok(Scene::new(&position, Weights::of(rule).points.clone()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, width, height] = &arguments[..] else {
        return Err("usage: network_outputs FILE WIDTH HEIGHT".into());
    };
    let size = Size::new(width.parse()?, height.parse()?)?;
    let network = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let network = Network::read(&network).map_err(|error| format!("{file}: {error}"))?;
    let rule = network.rule();
    let mut accumulator = Accumulator::new(size, Arc::new(network));
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let scene = scene(&line?, size, rule)?;
        accumulator.follow(&scene);
        let side = scene.side();
        let moves = size.points().map(|point: Point| accumulator.policy(point, side));
        let outputs: Vec<String> = accumulator
            .logits(side)
            .into_iter()
            .chain(moves)
            .map(|output| output.to_string())
            .collect();
        writeln!(out, "{}", outputs.join(" "))?;
    }
    Ok(())
}
