//! The lists that follow some commands: lines of numbers up to `DONE`.

use super::command::{CommandRow, Verb};
use super::text::{echo, numbers};
use crate::board::{Bits, Point, Size};

/// Whose stone a line of a board names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine's.
    Own,
    /// The other side's.
    Other,
    /// Nobody's: a point where no stone may be put.
    Blocked,
}

/// Most lines of an opening, with the game after it: more than any board has points.
const MOST_TURNS: usize = 2000;

/// A list that is being read.
#[derive(Debug)]
pub struct List {
    /// The command that began it.
    pub row: &'static CommandRow,
    /// Size of the board it is for.
    size: Size,
    /// The points of a board, in order.
    stones: Vec<(Point, Owner)>,
    /// What follows the command on its own line.
    pub arguments: Vec<u8>,
    /// The lines of an opening, each a turn.
    turns: Vec<String>,
    /// All points so far.
    points: Bits,
    count: usize,
    /// The first thing that is wrong with it. The rest is skipped up to `DONE`.
    error: Option<String>,
}

impl List {
    /// An empty list after the command of `row`, for a board of this size.
    pub fn new(row: &'static CommandRow, arguments: &[u8], size: Size) -> List {
        List {
            row,
            size,
            arguments: arguments.to_vec(),
            stones: Vec::new(),
            turns: Vec::new(),
            points: Bits::EMPTY,
            count: 0,
            error: None,
        }
    }

    /// The lines of an opening, in order.
    pub fn take_turns(&mut self) -> Vec<String> {
        std::mem::take(&mut self.turns)
    }

    /// Takes the next line.
    pub fn push(&mut self, line: &[u8]) {
        self.count = self.count.saturating_add(1);
        if self.error.is_none()
            && let Err(why) = self.take(line)
        {
            self.refuse(line, &why);
        }
    }

    /// Refuses the whole list because of this line.
    pub fn refuse(&mut self, line: &[u8], why: &str) {
        let count = self.count;
        self.error.get_or_insert_with(|| format!("line {count} ({}): {why}", echo(line)));
    }

    /// Refuses the whole list from the start.
    pub fn refuse_all(&mut self, why: String) {
        self.error.get_or_insert(why);
    }

    fn take(&mut self, line: &[u8]) -> Result<(), String> {
        if self.row.verb == Verb::OpenBoard {
            if self.turns.len() >= MOST_TURNS {
                return Err("no opening is so long".into());
            }
            self.turns.push(String::from_utf8_lossy(line).into_owned());
            return Ok(());
        }
        let numbers = numbers(line).unwrap_or_default();
        let is_board = matches!(self.row.verb, Verb::Board | Verb::YxBoard);
        let (x, y, owner) = match (self.row.verb, numbers.as_slice()) {
            (Verb::Unsupported, _) => return Ok(()),
            (_, &[x, y, 1]) if is_board => (x, y, Owner::Own),
            (_, &[x, y, 2]) if is_board => (x, y, Owner::Other),
            (_, &[x, y, 3]) if is_board => (x, y, Owner::Blocked),
            (_, &[_, _, _]) if is_board => return Err("the field is 1, 2 or 3".into()),
            (_, _) if is_board => return Err("x,y,field is wanted, as in 7,7,1".into()),
            (_, &[x, y]) => (x, y, Owner::Other),
            // Some managers send a field here too; whose stones they are follows from their order.
            (Verb::Step, &[x, y, _]) => (x, y, Owner::Other),
            _ => return Err("a point x,y is wanted, as in 7,7".into()),
        };
        let point = on_board(self.size, (x, y)).ok_or("the point is outside the board")?;
        let twice = self.points.contains(point);
        if twice && matches!(self.row.verb, Verb::Board | Verb::YxBoard | Verb::Step) {
            return Err("the point is named twice".into());
        }
        if !twice {
            self.points.insert(point);
            self.stones.push((point, owner));
        }
        Ok(())
    }

    /// The points in their order, each with its owner (which only a board has).
    ///
    /// # Errors
    /// What is wrong with the list.
    pub fn finish(self) -> Result<Vec<(Point, Owner)>, String> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.stones),
        }
    }
}

/// The point of these coordinates, if it is on a board of this size.
pub fn on_board(size: Size, (x, y): (i64, i64)) -> Option<Point> {
    size.point(i32::try_from(x).ok()?, i32::try_from(y).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::CommandLine;

    fn read(word: &str, lines: &[&str]) -> Result<Vec<(Point, Owner)>, String> {
        let row = CommandLine::find(word.as_bytes()).unwrap().row;
        let mut list = List::new(row, b"", Size::RENJU);
        for line in lines {
            list.push(line.as_bytes());
        }
        list.finish()
    }

    #[test]
    fn a_board_has_three_fields() {
        let board = read("BOARD", &["7,7,2", " 7 , 6 , 1 ", "0,14,3"]).unwrap();
        assert_eq!(
            board,
            [
                (Point::at(7, 7), Owner::Other),
                (Point::at(7, 6), Owner::Own),
                (Point::at(0, 14), Owner::Blocked)
            ]
        );
        for bad in
            ["7,7", "7,7,0", "7,7,9", "15,0,1", "-1,0,1", "a,b,c", "7,7,1,1", "4294967303,7,1"]
        {
            assert!(read("YXBOARD", &["0,0,1", bad, "1,1,2"]).is_err(), "{bad}");
        }
        assert!(read("BOARD", &["7,7,1", "7,7,2"]).is_err());
        assert!(read("BOARD", &["7,7,1", "7,7,3"]).is_err());
    }

    #[test]
    fn the_first_error_is_told_with_its_line() {
        let error = read("BOARD", &["7,7,1", "7,7,2", "99,0,1"]).unwrap_err();
        assert_eq!(error, "line 2 (7,7,2): the point is named twice");
    }

    #[test]
    fn other_lists_have_two_fields() {
        assert_eq!(read("YXBLOCK", &["6,6", "8,8", "6,6"]).unwrap().len(), 2);
        assert!(read("YXBLOCK", &["6,6,1"]).is_err());
        assert_eq!(read("SWAP2BOARD", &["7,7", "8,7,2"]).unwrap().len(), 2);
        assert!(read("SWAP2BOARD", &["7,7", "7,7"]).is_err());
        assert!(read("YXQUERYDATABASEALL", &["what", "7,7,7,7"]).unwrap().is_empty());
    }
}
