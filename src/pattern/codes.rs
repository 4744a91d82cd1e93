//! Codes of the surroundings of a point on a line: a number for every way in which the points to
//! both its sides can be empty, taken or off the board.

use crate::board::Side;

/// The codes of surroundings of `REACH` points to each side.
///
/// A code is that of the half before the point times the number of halves, and that of the half
/// after it. The codes of halves with fewer points on the board come before those with more; in
/// each half the nearest point is the lowest digit to base three: empty, black, white. So a stone
/// adds the same number to a code whatever else stands there.
#[derive(Clone, Copy, Debug)]
pub struct LineCodes<const REACH: usize>;

impl<const REACH: usize> LineCodes<REACH> {
    /// Number of states of the up to `REACH` points on one side: for each number of points that are
    /// on the board, three states a point.
    pub const HALF_STATES: u32 = (3_u32.pow(REACH as u32 + 1) - 1) / 2;

    /// Number of codes.
    pub const COUNT: usize = (Self::HALF_STATES * Self::HALF_STATES) as usize;

    /// Weight of the point at distance n + 1 within its half.
    pub(super) const WEIGHT: [u32; REACH] = {
        let mut weight = [1; REACH];
        let mut n = 1;
        while n < REACH {
            weight[n] = 3 * weight[n - 1];
            n += 1;
        }
        weight
    };

    /// Code of empty surroundings with `before` and `after` points (at most `REACH`) on the board on
    /// the two sides.
    pub const fn empty(before: usize, after: usize) -> u32 {
        const fn first(visible: usize) -> u32 {
            (3_u32.pow(visible as u32) - 1) / 2
        }
        first(before) * Self::HALF_STATES + first(after)
    }

    /// What a stone of `side` at `distance` (1 to `REACH`) adds to the code; `after`: it stands
    /// further along the direction.
    #[inline]
    pub const fn stone(side: Side, distance: usize, after: bool) -> u32 {
        let digit = (side.index() as u32 + 1) * Self::WEIGHT[distance - 1];
        if after { digit } else { digit * Self::HALF_STATES }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All codes of one half, by the numbers that make them.
    fn halves<const REACH: usize>() -> Vec<u32> {
        let mut codes = Vec::new();
        for visible in 0..=REACH {
            for state in 0..3_u32.pow(visible as u32) {
                let mut code = LineCodes::<REACH>::empty(0, visible);
                for distance in 1..=visible {
                    code += match state / 3_u32.pow(distance as u32 - 1) % 3 {
                        0 => 0,
                        1 => LineCodes::<REACH>::stone(Side::Black, distance, true),
                        _ => LineCodes::<REACH>::stone(Side::White, distance, true),
                    };
                }
                codes.push(code);
            }
        }
        codes
    }

    #[test]
    fn every_half_has_a_code_of_its_own() {
        assert!(halves::<4>().into_iter().eq(0..121));
        assert!(halves::<5>().into_iter().eq(0..364));
        assert_eq!(LineCodes::<4>::COUNT, 14_641);
    }

    #[test]
    fn the_half_before_counts_by_whole_halves() {
        type Codes = LineCodes<4>;
        assert_eq!(Codes::empty(4, 0), Codes::empty(0, 4) * Codes::HALF_STATES);
        for side in Side::ALL {
            for distance in 1..=4 {
                let (before, after) =
                    (Codes::stone(side, distance, false), Codes::stone(side, distance, true));
                assert_eq!(before, after * Codes::HALF_STATES);
            }
        }
    }
}
