//! Games of files written into another one: all or some, in their order or another.
//!
//! Of every game its place is kept in memory, not the game.

use super::{MergeArgs, SampleArgs, ShuffleArgs, check_same, open, wrong};
use crate::cli::error::CommandError;
use crate::cli::output::Output;
use crate::data::{Game, Header, Writer};
use crate::opening::Chance;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where a game is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Which of the files.
    file: u32,
    /// Bytes of the game, without its length and its checksum.
    length: u32,
    /// Where its block begins.
    offset: u64,
}

/// All games of some files.
#[derive(Debug)]
struct Games {
    headers: Vec<Header>,
    places: Vec<Place>,
}

/// Writes all games in a random order.
pub fn shuffle(args: &ShuffleArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut games = Games::find(&args.files)?;
    Chance::new(args.seed).shuffle(&mut games.places);
    let command = format!("tengen data shuffle --seed {}", args.seed);
    games.write(&args.files, &command, &args.out, output)
}

/// Writes some of the games.
pub fn sample(args: &SampleArgs, output: &mut Output) -> Result<(), CommandError> {
    let mut games = Games::find(&args.files)?;
    let all = games.places.len();
    let wanted = usize::try_from(args.games.get()).unwrap_or(usize::MAX);
    if wanted > all {
        return Err(CommandError::input(format!("there are only {all} games")));
    }
    games.places = chosen(&games.places, wanted, &mut Chance::new(args.seed));
    let command = format!("tengen data sample --games {wanted} --seed {}", args.seed);
    games.write(&args.files, &command, &args.out, output)
}

/// Writes the games of all files.
pub fn merge(args: &MergeArgs, output: &mut Output) -> Result<(), CommandError> {
    let games = Games::find(&args.files)?;
    games.write(&args.files, "tengen data merge", &args.out, output)
}

/// So many of the items, in their order, each choice as likely as any other (Knuth, "The Art of
/// Computer Programming", volume 2, algorithm S).
fn chosen<T: Copy>(items: &[T], wanted: usize, random: &mut Chance) -> Vec<T> {
    let mut chosen = Vec::with_capacity(wanted);
    for (n, &item) in items.iter().enumerate() {
        if random.below(items.len() - n) < wanted - chosen.len() {
            chosen.push(item);
        }
    }
    chosen
}

impl Games {
    /// Reads all files, every game of them.
    fn find(files: &[PathBuf]) -> Result<Games, CommandError> {
        let mut games = Games { headers: Vec::new(), places: Vec::new() };
        for (n, path) in files.iter().enumerate() {
            let mut reader = open(path)?;
            let header = reader.header().clone();
            if let Some(first) = games.headers.first() {
                check_same((&files[0], first), (path, &header))?;
            }
            loop {
                let offset = reader.offset();
                if reader.next_game().map_err(|error| wrong(path, &error))?.is_none() {
                    break;
                }
                let length = (reader.offset() - offset - 8) as u32;
                games.places.push(Place { file: n as u32, length, offset });
            }
            games.headers.push(header);
        }
        Ok(games)
    }

    /// The header of what is written: the command, and below it every recipe once.
    fn header(&self, command: &str) -> Result<Header, CommandError> {
        let mut recipe = format!("command: {command}\n");
        let mut told: Vec<&str> = Vec::new();
        for header in &self.headers {
            if !told.contains(&header.recipe()) {
                told.push(header.recipe());
                recipe.push_str("\nof:\n");
                recipe.push_str(header.recipe().trim_end());
                recipe.push('\n');
            }
        }
        let first =
            self.headers.first().and_then(|first| Header::new(first.rule(), first.size(), recipe));
        first.ok_or_else(|| CommandError::input("the recipes of so many files are too long"))
    }

    /// Writes the games to a new file; that has its name only when it is whole.
    fn write(
        &self,
        files: &[PathBuf],
        command: &str,
        out: &Path,
        output: &mut Output,
    ) -> Result<(), CommandError> {
        let failed = |error: io::Error| CommandError::failed(format!("{}: {error}", out.display()));
        if out.try_exists().map_err(failed)? {
            return Err(CommandError::input(format!("{} is there already", out.display())));
        }
        let header = self.header(command)?;
        let part = part_of(out);
        let file = File::create(&part).map_err(failed)?;
        let mut writer = Writer::new(BufWriter::new(file), header).map_err(failed)?;
        self.copy(files, &mut writer, &failed)?;
        writer.target().flush().map_err(failed)?;
        writer.target().get_ref().sync_all().map_err(failed)?;
        std::fs::rename(&part, out).map_err(failed)?;
        writeln!(output, "{} games in {}", self.places.len(), out.display())?;
        Ok(())
    }

    /// Copies every game in the order of the places.
    fn copy(
        &self,
        files: &[PathBuf],
        writer: &mut Writer<impl Write>,
        failed: &impl Fn(io::Error) -> CommandError,
    ) -> Result<(), CommandError> {
        let mut sources: Vec<Option<File>> = files.iter().map(|_| None).collect();
        for place in &self.places {
            let n = place.file as usize;
            let cannot =
                |error: io::Error| CommandError::failed(format!("{}: {error}", files[n].display()));
            let source = match &mut sources[n] {
                Some(source) => source,
                none => none.insert(File::open(&files[n]).map_err(cannot)?),
            };
            let payload = payload(source, *place).map_err(cannot)?;
            if Game::parse(&payload, self.headers[n].size()).is_err() {
                let text = format!("{} was changed meanwhile", files[n].display());
                return Err(CommandError::failed(text));
            }
            writer.payload(&payload).map_err(failed)?;
        }
        Ok(())
    }
}

/// The bytes of the game at a place.
fn payload(source: &mut File, place: Place) -> io::Result<Vec<u8>> {
    let mut payload = vec![0; place.length as usize];
    source.seek(SeekFrom::Start(place.offset + 4))?;
    source.read_exact(&mut payload)?;
    Ok(payload)
}

/// The name of a file that is not whole yet.
fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_has_the_wanted_number_in_order_and_no_favourites() {
        let items: Vec<usize> = (0..10).collect();
        let mut times = [0; 10];
        for seed in 0..3000 {
            let chosen = chosen(&items, 3, &mut Chance::new(seed));
            assert!(chosen.len() == 3 && chosen.is_sorted());
            chosen.iter().for_each(|&n| times[n] += 1);
        }
        // 900 on average, with a standard deviation of 25.
        assert!(times.iter().all(|times| (780..1020).contains(times)), "{times:?}");
        assert_eq!(chosen(&items, 10, &mut Chance::new(1)), items);
    }
}
