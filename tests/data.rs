//! Files of games: every game survives writing and reading, and no damage goes unseen.

use proptest::prelude::*;
use std::io::Cursor;
use tengen::board::{Point, Side, Size};
use tengen::data::{
    DataError, DataErrorKind, Game, GameResult, Header, Reader, Record, Writer, block,
};
use tengen::rules::RuleKind;
use tengen::value::Value;

const SIZE: Size = Size::RENJU;

/// A number of points, all different.
fn points(numbers: &[u16]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for number in numbers {
        let point = Point::at((number % 15) as u8, (number / 15) as u8);
        if !points.contains(&point) {
            points.push(point);
        }
    }
    points
}

fn value(number: i32) -> Value {
    match number.rem_euclid(4) {
        0 => Value::win_in(number.unsigned_abs() % 200),
        1 => Value::loss_in(number.unsigned_abs() % 200),
        _ => Value::score(number),
    }
}

prop_compose! {
    fn any_game()(
        numbers in prop::collection::vec(0_u16..225, 0..60),
        opening in 0_usize..9,
        values in prop::collection::vec(-25_000_i32..25_000, 60),
        flags in prop::collection::vec(0_u8..4, 60),
        result in 0..3,
    ) -> Game {
        let points = points(&numbers);
        let (opening, played) = points.split_at(opening.min(points.len()));
        let record = |n: usize| Record {
            played: played[n],
            // Every later move was possible as well.
            best: played[n + values[n].unsigned_abs() as usize % (played.len() - n)],
            value: value(values[n]),
            is_random: flags[n] & 1 != 0,
            is_forced: flags[n] & 2 != 0,
        };
        let result = match result {
            0 => GameResult::Won(Side::White),
            1 => GameResult::Draw,
            _ => GameResult::Won(Side::Black),
        };
        Game { result, opening: opening.to_vec(), moves: (0..played.len()).map(record).collect() }
    }
}

fn file_of(games: &[Game]) -> Vec<u8> {
    let header = Header::new(RuleKind::Renju, SIZE, "a recipe: é\n".to_owned()).unwrap();
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    games.iter().for_each(|game| writer.game(game).unwrap());
    std::mem::take(writer.target())
}

/// All games before the first error, the error, and where reading could go on.
fn read(bytes: &[u8]) -> (Vec<Game>, Option<DataError>, u64) {
    let mut reader = match Reader::new(Cursor::new(bytes)) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error), 0),
    };
    let mut games = Vec::new();
    let mut failure = None;
    for game in &mut reader {
        match game {
            Ok(game) => games.push(game),
            Err(error) => failure = Some(error),
        }
    }
    (games, failure, reader.offset())
}

proptest! {
    #[test]
    fn games_survive(games in prop::collection::vec(any_game(), 0..6)) {
        let bytes = file_of(&games);
        let (read, error, end) = read(&bytes);
        prop_assert!(error.is_none());
        prop_assert_eq!(read, games);
        prop_assert_eq!(end, bytes.len() as u64);
    }

    #[test]
    fn a_file_may_be_cut_off_anywhere(
        games in prop::collection::vec(any_game(), 1..5),
        place in any::<prop::sample::Index>(),
    ) {
        let bytes = file_of(&games);
        let cut = place.index(bytes.len());
        let (read, error, end) = read(&bytes[..cut]);
        prop_assert_eq!(&read[..], &games[..read.len()]);
        match error.map(|error| error.kind) {
            // Between two games nothing is missing.
            None => prop_assert_eq!(end, cut as u64),
            Some(DataErrorKind::BlockCutOff) => {
                prop_assert!(end < cut as u64);
                prop_assert_eq!(file_of(&games[..read.len()]).len() as u64, end);
            }
            Some(DataErrorKind::HeaderCutOff | DataErrorKind::Magic) => {
                prop_assert!(cut < file_of(&[]).len());
            }
            Some(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn every_change_is_seen(
        games in prop::collection::vec(any_game(), 1..5),
        place in any::<prop::sample::Index>(),
        change in 1_u8..=255,
    ) {
        let mut bytes = file_of(&games);
        let at = place.index(bytes.len());
        bytes[at] ^= change;
        let (read, error, _) = read(&bytes);
        let error = error.expect("a checksum covers every byte");
        if at >= file_of(&[]).len() {
            prop_assert!(error.offset <= at as u64, "{error} is behind byte {at}");
        }
        prop_assert_eq!(&read[..], &games[..read.len()]);
        prop_assert!(error.to_string().starts_with("at byte "));
    }

    #[test]
    fn rubbish_is_no_game(payload in prop::collection::vec(any::<u8>(), 0..200)) {
        // With a right checksum the bytes themselves are looked at.
        let mut bytes = file_of(&[]);
        let start = bytes.len() as u64;
        bytes.extend(block(&payload));
        let (read, error, end) = read(&bytes);
        match error {
            Some(error) => {
                prop_assert!((start..bytes.len() as u64).contains(&error.offset));
                prop_assert_eq!(end, start);
            }
            None => prop_assert_eq!(read[0].bytes(SIZE), payload),
        }
    }
}

#[test]
fn the_bytes_are_those_of_the_description() {
    let record = Record {
        played: Point::at(0, 1),
        best: Point::at(14, 14),
        value: Value::loss_in(4),
        is_random: true,
        is_forced: false,
    };
    let game = Game {
        result: GameResult::Won(Side::Black),
        opening: vec![Point::at(7, 7)],
        moves: vec![record],
    };
    let payload = [2, 0, 1, 0, 1, 0, 112, 0, 15, 0, 224, 0, 0x04, 0x83, 1, 0];
    assert_eq!(game.bytes(SIZE), payload);
    let file = file_of(std::slice::from_ref(&game));
    assert_eq!(file[..20], *b"TNGNDATA\x01\x00\x02\x0f\x0f\x00\x00\x00\x0d\x00\x00\x00");
    assert_eq!(file[20..33], *"a recipe: é\n".as_bytes());
    // The checksums as zlib computes them.
    assert_eq!(file[37..], [&[16, 0, 0, 0][..], &payload, &ZLIB_OF_PAYLOAD].concat());
    assert_eq!(file[33..37], ZLIB_OF_HEADER);
}

/// `zlib.crc32` of the payload above.
const ZLIB_OF_PAYLOAD: [u8; 4] = [0x56, 0x4c, 0x96, 0x21];
/// `zlib.crc32` of the header above.
const ZLIB_OF_HEADER: [u8; 4] = [0x22, 0xa6, 0x2a, 0xc2];

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let good = [2, 0, 1, 0, 1, 0, 112, 0, 15, 0, 224, 0, 0x04, 0x83, 1, 0];
    let start = file_of(&[]).len() as u64;
    for (at, byte, message, place) in [
        (0, 3, "3 is no result", 0),
        (1, 1, "1 where a zero must be", 1),
        (2, 2, "the numbers of stones do not fit", 2),
        (4, 0, "the numbers of stones do not fit", 2),
        (7, 9, "point 2416 is beyond the board", 6),
        (8, 112, "there is a stone on point 112 already", 8),
        (10, 112, "there is a stone on point 112 already", 10),
        (13, 0x70, "28676 is no value", 12),
        (14, 4, "the flags 0x04 are not known", 14),
        (15, 1, "1 where a zero must be", 15),
    ] {
        let mut payload = good;
        payload[at] = byte;
        let mut bytes = file_of(&[]);
        bytes.extend(block(&payload));
        let error = read(&bytes).1.unwrap();
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(error.offset, start + 4 + place, "{error}");
    }
}

#[test]
fn other_headers_are_refused() {
    let refused = |at: usize, byte: u8| {
        let mut bytes = file_of(&[]);
        bytes[at] = byte;
        read(&bytes).1.unwrap().to_string()
    };
    assert!(refused(0, b'X').contains("no file of games"));
    assert!(refused(8, 2).contains("at byte 8: version 2"));
    assert!(refused(10, 3).contains("at byte 10: no rule has the number 3"));
    assert!(refused(12, 4).contains("no board of 15x4"));
    assert!(refused(15, 9).contains("at byte 15: 9 where a zero"));
    assert!(refused(19, 1).contains("is too long"));
    assert!(refused(25, b'?').contains("checksum of the header"));
    assert_eq!(Header::new(RuleKind::Caro, SIZE, String::new()), None);
    assert_eq!(Header::new(RuleKind::Renju, SIZE, " ".repeat((1 << 20) + 1)), None);
}
