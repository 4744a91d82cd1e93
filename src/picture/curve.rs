//! The course of a game as a curve.

use super::svg::{Anchor, Paint, Svg, fitting};

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 44.0;

const PAPER: &str = "#ffffff";
const INK: &str = "#222222";
const GRID: &str = "#d5d5d5";
const ABOVE: &str = "#3a3a40";
const BELOW: &str = "#ececec";
const LINE: &str = "#1d4f9e";
const RED: &str = "#c01818";

/// One place of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Black's expected result, 0 to 1.
    pub black: f64,
    /// Whether the move that led here is marked as a mistake.
    pub marked: bool,
}

/// The expected result of a game after each move.
#[derive(Clone, Debug)]
pub struct CurvePicture {
    /// Written above the curve.
    pub title: String,
    /// Before the first move, after it, and so on.
    pub points: Vec<CurvePoint>,
    /// How many moves had been played at the first point.
    pub first: usize,
}

impl CurvePicture {
    /// The drawing as SVG text.
    pub fn svg(&self) -> String {
        let mut svg = Svg::new(WIDTH, HEIGHT, &self.title);
        svg.rectangle(0.0, 0.0, WIDTH, HEIGHT, Paint::fill(PAPER));
        let title = (WIDTH / 2.0, 22.0);
        let letters = fitting(&self.title, 17.0, WIDTH - 30.0);
        svg.text(title, letters, Anchor::Middle, INK, &self.title);
        let places: Vec<(f64, f64)> =
            self.points.iter().enumerate().map(|(n, p)| (self.x(n), y(p.black))).collect();
        let right = WIDTH - RIGHT;
        svg.rectangle(LEFT, TOP, right - LEFT, HEIGHT - TOP - BOTTOM, Paint::fill(BELOW));
        if let (Some(first), Some(last)) = (places.first(), places.last()) {
            let mut area = vec![(first.0, y(0.0))];
            area.extend(&places);
            area.push((last.0, y(0.0)));
            svg.polygon(&area, true, Paint::fill(ABOVE));
        }
        for percent in [0, 25, 50, 75, 100] {
            let y = y(f64::from(percent) / 100.0);
            let paint = if percent == 50 { Paint::edge(RED, 1.2) } else { Paint::edge(GRID, 1.0) };
            svg.polygon(&[(LEFT, y), (right, y)], false, paint);
            svg.text((LEFT - 8.0, y), 14.0, Anchor::End, INK, &format!("{percent}%"));
        }
        self.draw_numbers(&mut svg);
        svg.polygon(&places, false, Paint::edge(LINE, 2.6));
        for (point, &(x, y)) in self.points.iter().zip(&places) {
            if point.marked {
                svg.circle(x, y, 5.5, Paint { fill: RED, edge: PAPER, width: 1.6 });
            }
        }
        svg.finish()
    }

    fn x(&self, n: usize) -> f64 {
        let steps = self.points.len().saturating_sub(1).max(1);
        LEFT + (WIDTH - LEFT - RIGHT) * n as f64 / steps as f64
    }

    /// The numbers of moves below the curve, not too many of them.
    fn draw_numbers(&self, svg: &mut Svg) {
        const MOST: usize = 16;
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|step| self.points.len() / step <= MOST)
            .unwrap_or(1000);
        let bottom = HEIGHT - BOTTOM;
        for n in 0..self.points.len() {
            let number = self.first + n;
            if number.is_multiple_of(step) {
                let x = self.x(n);
                svg.polygon(&[(x, bottom), (x, bottom + 5.0)], false, Paint::edge(INK, 1.0));
                svg.text((x, bottom + 15.0), 13.0, Anchor::Middle, INK, &number.to_string());
            }
        }
        let caption = "expected result for black by move; dots are mistakes";
        svg.text((WIDTH / 2.0, HEIGHT - 9.0), 12.0, Anchor::Middle, INK, caption);
    }
}

fn y(black: f64) -> f64 {
    HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * black.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::png;

    #[test]
    fn curves_of_any_length_are_drawn() {
        for length in [0, 1, 2, 40, 1000] {
            let points = (0..length)
                .map(|n| CurvePoint { black: n as f64 / 1000.0, marked: n % 10 == 3 })
                .collect();
            let picture = CurvePicture { title: "a game".to_owned(), points, first: 0 };
            let svg = picture.svg();
            let marked = (0..length).filter(|n| n % 10 == 3).count();
            assert_eq!(svg.matches("<circle").count(), marked);
            assert!(png(&svg, 400).is_ok());
        }
    }
}
