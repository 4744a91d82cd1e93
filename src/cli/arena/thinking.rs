//! What an engine says about its thinking, read from its `MESSAGE` lines as far as possible.

/// The last depth, value and number of positions that an engine has told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Depth, in plies.
    pub depth: Option<u32>,
    /// Value for the side to move, in the engine's own units and words.
    pub value: Option<String>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// Takes over what `text`, a message without the word `MESSAGE`, tells.
    ///
    /// Engines agree on a form `key value key value` with keys of a few spellings (`depth 12-20`,
    /// `ev -33`, `Eval: 12`, `n 25K`, `Node 2M`), set apart by spaces, bars, commas or equal signs;
    /// that is what is read. The line of play, which comes last, ends the reading.
    pub fn read(&mut self, text: &str) {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, '|' | ',' | '=' | ':');
        let mut words = text.split(is_separator).filter(|word| !word.is_empty()).peekable();
        // Marks for a board display, not words about the search as a whole.
        if words.peek().is_some_and(|word| word.eq_ignore_ascii_case("realtime")) {
            return;
        }
        let mut told = Thinking::default();
        while let Some(word) = words.next() {
            let Some(&next) = words.peek() else { break };
            match word.to_ascii_lowercase().as_str() {
                "depth" | "d" => told.depth = told.depth.or_else(|| leading_number(next)),
                "ev" | "eval" | "value" | "score" if told.value.is_none() => {
                    told.value = is_value(next).then(|| next.to_owned());
                }
                "n" | "node" | "nodes" => told.nodes = told.nodes.or_else(|| scaled(next)),
                "pv" | "bestline" => break,
                _ => {}
            }
        }
        self.depth = told.depth.or(self.depth);
        self.value = told.value.or(self.value.take());
        self.nodes = told.nodes.or(self.nodes);
    }
}

/// The number with which `word` begins: 12 of `12-20`.
fn leading_number(word: &str) -> Option<u32> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    word[..digits].parse().ok()
}

/// Whether `word` is a value: a number, or a win or loss such as `+M9`, `-M8` or `M+5`.
fn is_value(word: &str) -> bool {
    const LONGEST: usize = 12;
    word.len() <= LONGEST
        && word.bytes().any(|b| b.is_ascii_digit())
        && word.bytes().all(|b| b.is_ascii_digit() || b"+-.%MmWwLl#".contains(&b))
}

/// A number that may end with `K`, `M` or `G` for thousands and so on.
fn scaled(word: &str) -> Option<u64> {
    let digits = word.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let factor = match word[digits..].to_ascii_uppercase().as_str() {
        "" => 1.0,
        "K" => 1e3,
        "M" => 1e6,
        "G" | "B" => 1e9,
        _ => return None,
    };
    let number: f64 = word[..digits].parse().ok()?;
    Some((number * factor) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> (Option<u32>, Option<String>, Option<u64>) {
        let mut thinking = Thinking::default();
        lines.iter().for_each(|line| thinking.read(line));
        (thinking.depth, thinking.value, thinking.nodes)
    }

    #[test]
    fn forms_of_several_engines() {
        let expected = |depth, value: &str, nodes| (Some(depth), Some(value.to_owned()), nodes);
        assert_eq!(
            read(&["depth 12-20 ev -33 n 25K n/ms 1042 tm 24 pv h8 d9"]),
            expected(12, "-33", Some(25_000))
        );
        assert_eq!(
            read(&["Speed 1042K | Depth 10-19 | Eval +M9 | Node 2.5M | Time 24ms"]),
            expected(10, "+M9", Some(2_500_000))
        );
        assert_eq!(
            read(&["depth: 7, value=12, nodes=900", "depth 8 value 15 bestline depth 99"]),
            expected(8, "15", Some(900))
        );
    }

    #[test]
    fn other_text_changes_nothing() {
        for text in [
            "",
            "depth",
            "REALTIME BEST 7,7",
            "the depth is unknown",
            "eval of the network file",
            "n/ms 12",
            "depth 99999999999999999999",
        ] {
            assert_eq!(read(&[text]), (None, None, None), "{text}");
        }
    }
}
