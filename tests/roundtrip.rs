//! Parse, print, parse: what is written can be read again and says the same.

use proptest::prelude::*;
use tengen::board::{Point, Side, Size};
use tengen::notation::diagram::{Cell, Diagram};
use tengen::notation::pos;
use tengen::rules::Forbidden;

fn sizes() -> impl Strategy<Value = Size> {
    (5..=32_u8, 5..=32_u8).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

/// A size and points of a board of that size.
fn sizes_and_points() -> impl Strategy<Value = (Size, Vec<Point>)> {
    sizes().prop_flat_map(|size| {
        let point = (0..size.width(), 0..size.height()).prop_map(|(x, y)| Point::at(x, y));
        (Just(size), prop::collection::vec(point, 0..60))
    })
}

fn cells() -> impl Strategy<Value = Cell> {
    prop_oneof![
        6 => Just(Cell::Empty),
        2 => Just(Cell::Stone(Side::Black)),
        2 => Just(Cell::Stone(Side::White)),
        1 => Just(Cell::Forbidden(Forbidden::Overline)),
        1 => Just(Cell::Forbidden(Forbidden::DoubleFour)),
        1 => Just(Cell::Forbidden(Forbidden::DoubleThree)),
    ]
}

fn diagrams() -> impl Strategy<Value = Diagram> {
    sizes().prop_flat_map(|size| {
        let cells = prop::collection::vec(cells(), size.area());
        let last = prop::option::of((0..size.width(), 0..size.height()));
        (cells, last).prop_map(move |(cells, last)| {
            let mut picture = Diagram::new(size);
            for (point, cell) in size.points().zip(cells) {
                picture.set(point, cell);
            }
            picture.set_last(last.map(|(x, y)| Point::at(x, y)));
            picture
        })
    })
}

/// Texts that look a little like what is expected, so that they get past the first character.
fn near_misses() -> impl Strategy<Value = String> {
    let letters = "[a-pA-PxXoO0-9(). ,\\n\u{e9}-]{0,80}";
    prop_oneof![letters, "\\PC{0,40}", "([.xXoO346]{5}\\n){4,6}[a-f ]{0,12}"]
}

proptest! {
    #[test]
    fn points_keep_their_names((size, points) in sizes_and_points()) {
        for point in points {
            let name = pos::name(point, size);
            prop_assert_eq!(pos::parse_point(&name, size), Ok(point));
            prop_assert_eq!(pos::parse_point(&name.to_uppercase(), size), Ok(point));
        }
    }

    #[test]
    fn lists_of_moves_are_read_however_they_are_set_apart((size, points) in sizes_and_points()) {
        for separator in ["", " ", ",", ", ", "\r\n", "\t,, "] {
            let text = pos::joined(&points, size, separator);
            prop_assert_eq!(pos::parse_moves(&text, size), Ok(points.clone()));
        }
        prop_assert_eq!(pos::moves(&points, size), pos::joined(&points, size, ""));
    }

    #[test]
    fn any_text_is_a_list_or_an_error_with_a_place(size in sizes(), text in near_misses()) {
        match pos::parse_moves(&text, size) {
            Ok(points) => {
                let printed = pos::moves(&points, size);
                prop_assert_eq!(pos::parse_moves(&printed, size), Ok(points));
            }
            Err(error) => {
                // The place is where the text in question stands; what is before it is a list.
                let before: String = text.chars().take(error.character - 1).collect();
                let points = pos::parse_moves(&before, size);
                prop_assert_eq!(points.map(|points| points.len() + 1), Ok(error.number));
            }
        }
    }

    #[test]
    fn pictures_keep_every_point(picture in diagrams()) {
        prop_assert_eq!(picture.to_string().parse(), Ok(picture.clone()));
        prop_assert_eq!(format!("{picture:#}").parse(), Ok(picture));
    }

    #[test]
    fn any_text_is_a_picture_or_an_error(text in near_misses()) {
        if let Ok(picture) = text.parse::<Diagram>() {
            prop_assert_eq!(picture.to_string().parse(), Ok(picture));
        }
    }
}
