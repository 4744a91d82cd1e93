//! Line classes, and what four of them make of a point.

/// What a stone of one side on a point makes of one line through the point.
///
/// Each class is defined by what one more stone of the same side can make of it, down from the
/// five; `#` is the stone in question or another of its side, `.` an empty point, `O` a stone of
/// the other side or the edge. The examples are freestyle ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// No five can ever come of it: `O.#.O`.
    Dead = 0,
    /// One more stone makes a [`ClosedTwo`](LineClass::ClosedTwo): `O#....`.
    One,
    /// One more stone makes an open two: `...#...`.
    OpenOne,
    /// One more stone makes a [`ClosedThree`](LineClass::ClosedThree): `O##...`.
    ClosedTwo,
    /// One more stone makes a three, in one or two ways: `..#..#..`.
    OpenTwo,
    /// One more stone makes a three, in three ways or more: `...##...`.
    BroadTwo,
    /// One more stone makes a four: `O###..`.
    ClosedThree,
    /// One more stone, in one place only, makes a straight four: `.#.##.`.
    Three,
    /// One more stone makes a straight four in two places or more: `..###..`.
    BroadThree,
    /// One more stone makes five, and the other side can prevent it: `O####.`.
    Four,
    /// The other side cannot prevent the five: `.####.`.
    StraightFour,
    /// Two fours on one line, for rules in which exactly five wins: `#.###.#`.
    DoubleFour,
    /// It wins: `#####`.
    Five,
    /// More than five in a row where exactly five wins: `######`.
    Overline,
}

impl LineClass {
    /// Number of classes.
    pub const COUNT: usize = 14;

    /// All classes, worst first (an overline last).
    pub const ALL: [LineClass; LineClass::COUNT] = [
        LineClass::Dead,
        LineClass::One,
        LineClass::OpenOne,
        LineClass::ClosedTwo,
        LineClass::OpenTwo,
        LineClass::BroadTwo,
        LineClass::ClosedThree,
        LineClass::Three,
        LineClass::BroadThree,
        LineClass::Four,
        LineClass::StraightFour,
        LineClass::DoubleFour,
        LineClass::Five,
        LineClass::Overline,
    ];

    /// Whether it is a three of either kind.
    #[inline]
    pub const fn is_three(self) -> bool {
        matches!(self, LineClass::Three | LineClass::BroadThree)
    }
}

/// What a stone of one side on a point threatens, from all four lines together. Ascending: a
/// stronger threat is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that must be answered.
    Nothing = 0,
    /// One three: a straight four comes next.
    Three,
    /// Two threes or more.
    DoubleThree,
    /// A four: a five comes next.
    Four,
    /// A four and a three.
    FourThree,
    /// Two fours: one of two fives comes next.
    DoubleFour,
    /// A straight four: the five can no longer be prevented.
    StraightFour,
    /// It wins.
    Five,
}

impl Threat {
    /// Number of threats.
    pub const COUNT: usize = 8;

    /// All threats, weakest first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::Nothing,
        Threat::Three,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::DoubleFour,
        Threat::StraightFour,
        Threat::Five,
    ];

    /// The threats that win with the stone after next unless it is answered at once: by a five, or,
    /// if this is a rule's forbidden point, not at all.
    pub const WINNING_FOURS: [Threat; 2] = [Threat::StraightFour, Threat::DoubleFour];

    /// The threats that the other side must answer at once, a five aside.
    pub const FOURS: [Threat; 4] =
        [Threat::StraightFour, Threat::DoubleFour, Threat::FourThree, Threat::Four];
}

/// The classes of the four lines through a point, their order forgotten: a number below
/// [`Combination::COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combination(u16);

/// Number of unordered pairs of line classes, up to the next power of two: masks take the place of
/// bounds checks.
const QUADRUPLE_ROW: usize = (LineClass::COUNT * (LineClass::COUNT + 1) / 2).next_power_of_two();

impl Combination {
    /// Number of combinations: multisets of four out of all line classes.
    pub const COUNT: usize = 2380;

    /// Four lines of which nothing can come.
    pub const DEAD: Combination = Combination(0);

    /// The combination of four line classes.
    #[inline]
    pub fn of(classes: [LineClass; 4]) -> Combination {
        Combination::of_raw(u32::from_le_bytes(classes.map(|class| class as u8)))
    }

    /// As [`Combination::of`], from the classes' numbers in the low four bits of each byte.
    #[inline]
    pub(super) fn of_raw(classes: u32) -> Combination {
        let classes = classes & 0x0f0f_0f0f;
        let twos = classes | classes >> 4;
        let first = usize::from(PAIR[(twos & 0xff) as usize]) % QUADRUPLE_ROW;
        let second = usize::from(PAIR[(twos >> 16 & 0xff) as usize]) % QUADRUPLE_ROW;
        Combination(QUADRUPLE[first * QUADRUPLE_ROW + second])
    }

    /// The number of this combination.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every combination with the classes it is made of, best class first.
    pub fn all() -> impl Iterator<Item = (Combination, [LineClass; 4])> {
        let classes = LineClass::ALL;
        (0..LineClass::COUNT).flat_map(move |a| {
            (0..=a).flat_map(move |b| {
                (0..=b).flat_map(move |c| {
                    (0..=c).map(move |d| {
                        let four = [classes[a], classes[b], classes[c], classes[d]];
                        (Combination::of(four), four)
                    })
                })
            })
        })
    }

    /// What the four lines threaten together.
    pub fn threat(classes: [LineClass; 4]) -> Threat {
        let has = |class| classes.contains(&class);
        let fours = classes.iter().filter(|&&class| class == LineClass::Four).count();
        let threes = classes.iter().filter(|class| class.is_three()).count();
        if has(LineClass::Five) {
            Threat::Five
        } else if has(LineClass::StraightFour) {
            Threat::StraightFour
        } else if has(LineClass::DoubleFour) || fours >= 2 {
            Threat::DoubleFour
        } else if fours == 1 && threes >= 1 {
            Threat::FourThree
        } else if fours == 1 {
            Threat::Four
        } else if threes >= 2 {
            Threat::DoubleThree
        } else if threes == 1 {
            Threat::Three
        } else {
            Threat::Nothing
        }
    }

    /// Whether the four lines may make the point forbidden to Black in renju: every forbidden point
    /// is such a suspect, not every suspect is forbidden.
    pub fn is_suspect(classes: [LineClass; 4]) -> bool {
        let count = |wanted: fn(LineClass) -> bool| classes.iter().filter(|&&c| wanted(c)).count();
        let fours = count(|c| matches!(c, LineClass::Four | LineClass::StraightFour))
            + 2 * count(|c| c == LineClass::DoubleFour);
        let threes = count(LineClass::is_three);
        count(|c| c == LineClass::Five) == 0
            && (count(|c| c == LineClass::Overline) > 0 || fours >= 2 || threes >= 2)
    }
}

/// What the classes of both sides on one line (Black's in the low four bits, White's in the high four)
/// have to do with threats and forbidden points: where this is the same, so are they.
#[inline]
pub(super) fn part_in_threats(classes: u8) -> u8 {
    static PARTS: [u8; 256] = {
        let mut parts = [0; 256];
        let mut classes = 0;
        while classes < parts.len() {
            parts[classes] = part(classes & 15) | part(classes >> 4) << 4;
            classes += 1;
        }
        parts
    };
    const fn part(class: usize) -> u8 {
        if class >= LineClass::COUNT {
            return 0;
        }
        match LineClass::ALL[class] {
            LineClass::Three | LineClass::BroadThree => LineClass::Three as u8,
            class if class as u8 > LineClass::BroadThree as u8 => class as u8,
            _ => 0,
        }
    }
    PARTS[usize::from(classes)]
}

/// From two line classes to the number of the unordered pair.
static PAIR: [u8; 256] = {
    let mut table = [0; 256];
    let mut a = 0;
    while a < LineClass::COUNT {
        let mut b = 0;
        while b <= a {
            let number = (a * (a + 1) / 2 + b) as u8;
            table[a << 4 | b] = number;
            table[b << 4 | a] = number;
            b += 1;
        }
        a += 1;
    }
    table
};

/// From two pairs to the combination.
static QUADRUPLE: [u16; QUADRUPLE_ROW * QUADRUPLE_ROW] = {
    let mut table = [0; QUADRUPLE_ROW * QUADRUPLE_ROW];
    let mut high = 0;
    while high < LineClass::COUNT {
        let mut low = 0;
        while low <= high {
            let first = high * (high + 1) / 2 + low;
            let mut other_high = 0;
            while other_high < LineClass::COUNT {
                let mut other_low = 0;
                while other_low <= other_high {
                    let second = other_high * (other_high + 1) / 2 + other_low;
                    let number = rank([high, low, other_high, other_low]);
                    table[first * QUADRUPLE_ROW + second] = number as u16;
                    other_low += 1;
                }
                other_high += 1;
            }
            low += 1;
        }
        high += 1;
    }
    table
};

/// The number of a multiset of four in the combinatorial number system.
const fn rank(mut four: [usize; 4]) -> usize {
    // A sort by exchanges: the compiler runs this, at a time when there is no `sort`.
    let mut pass = 0;
    while pass < 3 {
        let mut n = 0;
        while n < 3 {
            if four[n] < four[n + 1] {
                let smaller = four[n];
                four[n] = four[n + 1];
                four[n + 1] = smaller;
            }
            n += 1;
        }
        pass += 1;
    }
    let [a, b, c, d] = four;
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn combinations_are_numbered_without_gaps() {
        let numbers: HashSet<usize> = Combination::all().map(|(c, _)| c.index()).collect();
        assert_eq!(numbers.len(), Combination::COUNT);
        assert_eq!(numbers.into_iter().max(), Some(Combination::COUNT - 1));
        assert_eq!(Combination::of([LineClass::Dead; 4]), Combination::DEAD);
    }

    #[test]
    fn the_order_of_the_lines_does_not_matter() {
        use LineClass::*;
        let one = Combination::of([Four, Three, Dead, OpenTwo]);
        assert_eq!(one, Combination::of([OpenTwo, Dead, Four, Three]));
        assert_eq!(one, Combination::of([Three, OpenTwo, Four, Dead]));
        assert_eq!(Combination::threat([Four, Three, Dead, OpenTwo]), Threat::FourThree);
    }

    #[test]
    fn four_and_three_is_no_suspect_but_four_three_three_is() {
        use LineClass::*;
        assert!(!Combination::is_suspect([Four, Three, Dead, Dead]));
        assert!(Combination::is_suspect([Four, Three, BroadThree, Dead]));
        assert!(Combination::is_suspect([DoubleFour, Dead, Dead, Dead]));
        assert!(Combination::is_suspect([Overline, Dead, Dead, Dead]));
        assert!(!Combination::is_suspect([Overline, Five, Three, Three]));
    }
}
