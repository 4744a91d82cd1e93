//! The curve of a game on a terminal.

use std::fmt::Write as _;

/// Rows of the curve.
const ROWS: usize = 11;
/// Most columns; longer games are drawn with two or more moves a column.
const COLUMNS: usize = 100;

/// Black's expected result (0 to 1) before the first move and after each, as a curve with one
/// column for each; `first` moves were played before it.
pub(super) fn draw(points: &[f64], first: usize, unicode: bool) -> String {
    let step = points.len().div_ceil(COLUMNS).max(1);
    let columns: Vec<f64> =
        points.chunks(step).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect();
    let mut text = String::from("Expected result for black:\n");
    for row in 0..ROWS {
        let label = match row {
            0 => "100 %",
            5 => " 50 %",
            10 => "  0 %",
            _ => "     ",
        };
        let _ = write!(text, "{label} {}", if unicode { '\u{2502}' } else { '|' });
        for &value in &columns {
            text.push(character(value, row, unicode));
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
    }
    let mut numbers = vec![b' '; columns.len() + 6];
    for column in (0..columns.len()).step_by(10) {
        let number = (first + column * step).to_string();
        numbers[column..column + number.len()].copy_from_slice(number.as_bytes());
    }
    let numbers = String::from_utf8_lossy(&numbers).trim_end().to_owned();
    let _ = writeln!(text, "      {numbers}", numbers = format_args!(" {numbers}"));
    text
}

/// What stands in one row of a column: a column is filled from the bottom up to its value.
fn character(value: f64, row: usize, unicode: bool) -> char {
    let filled = value.clamp(0.0, 1.0) * ROWS as f64 - (ROWS - 1 - row) as f64;
    let is_middle = row == ROWS / 2;
    if !unicode {
        return if filled >= 0.5 {
            '#'
        } else if is_middle {
            '-'
        } else {
            ' '
        };
    }
    // Eighths of a block, from the bottom.
    const EIGHTHS: [char; 8] = [
        '\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}',
        '\u{2588}',
    ];
    match (filled * 8.0).round() {
        eighths if eighths >= 1.0 => EIGHTHS[(eighths as usize).min(8) - 1],
        _ if is_middle => '\u{2504}',
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_high_as_their_values() {
        let text = draw(&[0.0, 0.5, 1.0], 0, false);
        let heights: Vec<usize> = (0..3)
            .map(|column| {
                let rows = text.lines().skip(1).take(ROWS);
                rows.filter(|row| row.chars().nth(7 + column) == Some('#')).count()
            })
            .collect();
        assert_eq!(heights, [0, 6, 11]);
        assert!(text.ends_with("       0\n"), "{text}");
    }

    #[test]
    fn any_number_of_moves_fits() {
        for length in [0, 1, 2, 99, 100, 101, 1000] {
            for unicode in [false, true] {
                let points: Vec<f64> = (0..length).map(|n| f64::from(n % 7) / 6.0).collect();
                let text = draw(&points, 3, unicode);
                assert_eq!(text.lines().count(), ROWS + 2);
                assert!(text.lines().all(|line| line.chars().count() <= COLUMNS + 13));
                assert!(unicode || text.is_ascii());
            }
        }
    }
}
