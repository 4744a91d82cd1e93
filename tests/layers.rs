//! Who may know whom: the map in the documentation of `src/lib.rs`, held against every path in
//! `src`. Also who may talk to the outside, and what may not be written at all.
//!
//! The sources are read as tokens, so comments, documentation and strings do not count. Code under
//! `#[cfg(test)]` may use anything: a test of the board may well want a picture of it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every module of the crate's root, and which others it may use; the programs come last.
const MAP: &[(&str, &[&str])] = &[
    ("value", &[]),
    ("time", &[]),
    ("board", &[]),
    ("rules", &["board"]),
    ("pattern", &["board", "rules"]),
    ("eval", &["board", "rules", "pattern", "value"]),
    ("threat", &["board", "rules", "pattern", "eval", "value"]),
    ("search", &["board", "rules", "pattern", "eval", "threat", "value", "time"]),
    ("nendzyu", &["board", "rules", "pattern", "eval", "search", "value", "time"]),
    ("notation", &["board", "rules", "value"]),
    ("picture", &["board", "rules", "value", "notation"]),
    ("store", &["board", "rules", "value"]),
    ("data", &["board", "rules", "value"]),
    ("opening", &["board", "rules", "notation"]),
    ("book", &["board", "rules", "value", "notation"]),
    (
        "engine",
        &[
            "board", "rules", "pattern", "eval", "threat", "search", "nendzyu", "value", "time",
            "opening",
        ],
    ),
    (
        "analysis",
        &["board", "rules", "pattern", "eval", "threat", "search", "value", "time", "engine"],
    ),
    ("decider", &["board", "rules", "search", "value", "time", "notation", "opening", "engine"]),
    ("protocol", PROTOCOL_USES),
    ("cli", CLI_USES),
    ("main", &["cli"]),
    ("bin", &["protocol"]),
];

const PROTOCOL_USES: &[&str] = &[
    "board", "rules", "pattern", "eval", "threat", "search", "value", "time", "opening",
    "notation", "book", "engine", "decider",
];

const CLI_USES: &[&str] = &[
    "board", "rules", "pattern", "eval", "threat", "search", "nendzyu", "value", "time", "opening",
    "notation", "picture", "store", "data", "book", "engine", "analysis", "decider", "protocol",
];

/// Parts of a module that may use less than the whole of it.
const PARTS: &[(&str, &[&str])] = &[
    // The network looks at stones and at the codes of lines, never at what classes are worth.
    ("eval::nnue", &["board", "rules", "pattern", "value"]),
    ("eval::nnue::portable", &["board"]),
    ("eval::nnue::avx2", &["board"]),
    ("eval::nnue::kernel", &[]),
];

/// Where the network asks another part of its module: for the scale of values, the ways between
/// points, the classic weights that its file may belong to.
const MAY_USE_ALL_OF_EVAL: &[&str] =
    &["eval::nnue::expectation", "eval::nnue::network", "eval::nnue::format"];

/// The only files with unsafe code, each with its reason at its head.
const MAY_BE_UNSAFE: &[&str] = &["eval::nnue::avx2", "search::huge_pages"];

/// Modules and programs that may use the standard streams, with all that is below them.
const MAY_PRINT: &[&str] = &["main", "bin", "cli"];

/// Single files that may: the protocol is handed its streams in the first and reads in the second.
const FILES_THAT_MAY_PRINT: &[&str] = &["protocol", "protocol::io"];

/// One source file.
struct Source {
    /// Its module path without `crate`: `["board", "point"]`; `["lib"]` for the root.
    module: Vec<String>,
    tokens: TokenStream,
}

impl Source {
    fn new(module: &str, text: &str) -> Source {
        Source {
            module: module.split("::").map(str::to_owned).collect(),
            tokens: text.parse().unwrap_or_else(|error| panic!("{module}: {error}")),
        }
    }

    fn name(&self) -> String {
        self.module.join("::")
    }

    /// Paths that this file may not use, if any.
    fn upward_uses(&self) -> Vec<String> {
        let root = self.module[0].as_str();
        if root == "lib" {
            return Vec::new();
        }
        let Some((_, allowed)) = MAP.iter().find(|(name, _)| *name == root) else {
            return vec![format!("{}: '{root}' is missing in the map", self.name())];
        };
        let used = self.uses();
        used.into_iter()
            .filter(|name| name != root && !allowed.contains(&name.as_str()))
            .map(|name| format!("{} may not use {name}", self.name()))
            .collect()
    }

    /// The modules of the crate's root that this file names.
    fn uses(&self) -> BTreeSet<String> {
        let mut used = BTreeSet::new();
        collect_uses(self.tokens.clone(), self.module.len(), &mut used);
        used
    }

    /// Paths that this file may not use for the part of a module that it is in.
    fn uses_beyond_its_part(&self) -> Vec<String> {
        let name = self.name();
        let is_within = |part: &str| name == part || name.starts_with(&format!("{part}::"));
        let parts = PARTS.iter().filter(|(part, _)| is_within(part));
        let beyond = parts.flat_map(|(_, allowed)| {
            let mut used = self.uses();
            let may_use_eval = MAY_USE_ALL_OF_EVAL.contains(&name.as_str());
            used.retain(|used| {
                !(allowed.contains(&used.as_str()) || used == "eval" && may_use_eval)
            });
            used
        });
        beyond.map(|used| format!("{name} may not use {used}")).collect()
    }

    /// Unsafe code where none may be.
    fn unsafe_code(&self) -> Vec<String> {
        let name = self.name();
        let mut found = Vec::new();
        visit(self.tokens.clone(), false, &mut |tokens| {
            if word_of(tokens).as_deref() == Some("unsafe") {
                found.push(format!("{name}: unsafe"));
            }
        });
        if is_one_of(&name, MAY_BE_UNSAFE) { Vec::new() } else { found }
    }

    /// Uses of the standard streams where they do not belong.
    fn prints(&self) -> Vec<String> {
        let name = self.name();
        let allowed =
            MAY_PRINT.iter().any(|place| name == *place || name.starts_with(&format!("{place}::")));
        if allowed || is_one_of(&name, FILES_THAT_MAY_PRINT) {
            return Vec::new();
        }
        const MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];
        const STREAMS: &[&str] = &["stdin", "stdout", "stderr", "Stdin", "Stdout", "Stderr"];
        let mut found = Vec::new();
        visit(self.tokens.clone(), true, &mut |tokens| {
            if let Some(word) = macro_of(tokens, MACROS) {
                found.push(format!("{name} may not use {word}!"));
            } else if let Some(word) = word_of(tokens).filter(|word| is_one_of(word, STREAMS)) {
                found.push(format!("{name} may not use {word}"));
            }
        });
        found
    }

    /// What no file may contain, tests included.
    fn banned(&self) -> Vec<String> {
        const MACROS: &[&str] = &["todo", "unimplemented", "thread_local"];
        let name = self.name();
        let mut found = Vec::new();
        visit(self.tokens.clone(), false, &mut |tokens| {
            if let Some(word) = macro_of(tokens, MACROS) {
                found.push(format!("{name}: {word}!"));
            }
            let is_static = word_of(tokens).as_deref() == Some("static");
            if is_static && word_of(&tokens[1..]).as_deref() == Some("mut") {
                found.push(format!("{name}: static mut"));
            }
        });
        found
    }
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.contains(&word)
}

/// The identifier or keyword that the tokens begin with.
fn word_of(tokens: &[TokenTree]) -> Option<String> {
    match tokens.first() {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn is_punctuation(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether the tokens begin with `::`.
fn is_path_separator(tokens: &[TokenTree]) -> bool {
    is_punctuation(tokens.first(), ':') && is_punctuation(tokens.get(1), ':')
}

/// The name of the macro that the tokens begin to call, if it is one of those.
fn macro_of(tokens: &[TokenTree], names: &[&str]) -> Option<String> {
    word_of(tokens)
        .filter(|word| is_one_of(word, names) && is_punctuation(tokens.get(1), '!'))
        // `name != other` is no call.
        .filter(|_| !is_punctuation(tokens.get(2), '='))
}

/// If the tokens begin with `#[cfg(test)]`: how many tokens it and its item take.
fn test_item_length(tokens: &[TokenTree]) -> Option<usize> {
    let Some(TokenTree::Group(attribute)) = tokens.get(1) else { return None };
    let is_test = is_punctuation(tokens.first(), '#')
        && attribute.delimiter() == Delimiter::Bracket
        && attribute.stream().to_string().replace(' ', "") == "cfg(test)";
    if !is_test {
        return None;
    }
    let end = tokens.iter().skip(2).position(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => is_punctuation(Some(other), ';'),
    });
    Some(end.map_or(tokens.len(), |end| end + 3))
}

/// Shows `look` the rest of the tokens at every place, inside all brackets too.
fn visit(stream: TokenStream, skip_tests: bool, look: &mut dyn FnMut(&[TokenTree])) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(length) = test_item_length(&tokens[at..]).filter(|_| skip_tests) {
            at += length;
            continue;
        }
        look(&tokens[at..]);
        if let TokenTree::Group(group) = &tokens[at] {
            visit(group.stream(), skip_tests, look);
        }
        at += 1;
    }
}

/// Adds the modules of the crate's root that the tokens of a module name in a path. `depth` is how
/// many `super`s lead from it to the root.
fn collect_uses(stream: TokenStream, depth: usize, used: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        if let Some(length) = test_item_length(rest) {
            at += length;
            continue;
        }
        if word_of(rest).as_deref() == Some("mod")
            && let Some(TokenTree::Group(inner)) = rest.get(2)
        {
            collect_uses(inner.stream(), depth + 1, used);
            at += 3;
            continue;
        }
        if let Some(after) = after_root(rest, depth) {
            add_first_names(after, used);
        }
        if let TokenTree::Group(group) = &tokens[at] {
            collect_uses(group.stream(), depth, used);
        }
        at += 1;
    }
}

/// If the tokens begin with a way to the crate's root and `::`, what follows.
fn after_root(tokens: &[TokenTree], depth: usize) -> Option<&[TokenTree]> {
    const STEP: usize = 3;
    let steps = match word_of(tokens)?.as_str() {
        "crate" | "tengen" => 1,
        "super" => depth,
        _ => return None,
    };
    for step in 0..steps {
        let rest = tokens.get(step * STEP..)?;
        let is_step = (step == 0 || word_of(rest).as_deref() == Some("super"))
            && is_path_separator(rest.get(1..)?);
        if !is_step {
            return None;
        }
    }
    tokens.get(steps * STEP..)
}

/// Adds what a path, or each path of a list in braces, begins with.
fn add_first_names(tokens: &[TokenTree], used: &mut BTreeSet<String>) {
    match tokens.first() {
        Some(TokenTree::Ident(name)) => {
            used.insert(name.to_string());
        }
        Some(TokenTree::Group(list)) => {
            let tokens: Vec<TokenTree> = list.stream().into_iter().collect();
            for path in tokens.split(|token| is_punctuation(Some(token), ',')) {
                add_first_names(path, used);
            }
        }
        Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
            used.insert("*".to_owned());
        }
        _ => {}
    }
}

/// All files below `src`.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    add_files(&root, &mut files);
    assert!(files.len() > 20, "only {} files found below {}", files.len(), root.display());
    files
        .into_iter()
        .map(|file| {
            let mut module: Vec<String> = file
                .strip_prefix(&root)
                .unwrap()
                .with_extension("")
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
            }
            Source::new(&module.join("::"), &fs::read_to_string(&file).unwrap())
        })
        .collect()
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn expect_none(findings: Vec<String>) {
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}

#[test]
fn knowledge_runs_one_way() {
    expect_none(sources().iter().flat_map(Source::upward_uses).collect());
}

#[test]
fn parts_know_no_more_than_they_should() {
    expect_none(sources().iter().flat_map(Source::uses_beyond_its_part).collect());
    for (module, text) in [
        ("eval::nnue::accumulator", "use crate::eval::Weights;"),
        ("eval::nnue", "use crate::search::Limits;"),
        ("eval::nnue::portable", "use crate::value::Value;"),
    ] {
        assert!(!Source::new(module, text).uses_beyond_its_part().is_empty(), "{module}: {text}");
    }
    for module in MAY_USE_ALL_OF_EVAL {
        expect_none(Source::new(module, "use crate::eval::scale;").uses_beyond_its_part());
    }
}

#[test]
fn unsafe_code_is_fenced() {
    expect_none(sources().iter().flat_map(Source::unsafe_code).collect());
    for module in ["board::point", "eval::nnue::portable", "eval::nnue"] {
        let text = "#[test] fn f() { unsafe { g() } }";
        assert_eq!(Source::new(module, text).unsafe_code().len(), 1, "{module}");
    }
}

#[test]
fn only_the_border_talks_to_the_outside() {
    expect_none(sources().iter().flat_map(Source::prints).collect());
}

#[test]
fn nothing_is_unfinished_or_globally_mutable() {
    expect_none(sources().iter().flat_map(Source::banned).collect());
}

#[test]
fn the_map_itself_has_no_circle() {
    for (n, (name, allowed)) in MAP.iter().enumerate() {
        for other in *allowed {
            let below = MAP[..n].iter().any(|(earlier, _)| earlier == other);
            assert!(below, "{name} may use {other}, which is not below it");
        }
    }
}

#[test]
fn planted_upward_uses_are_caught() {
    for (module, text) in [
        ("board::point", "use crate::rules::Rule;"),
        ("board", "use crate::{board::Point, engine::Engine};"),
        ("board", "use {std::fmt, crate::{engine}};"),
        ("rules::rule", "fn f() -> i32 { if true { crate::search::depth() } else { 0 } }"),
        ("search::node", "fn f(_: &crate::engine::Engine) {}"),
        ("search::node", "use super::super::engine::Engine;"),
        ("search", "use super::engine::Engine;"),
        ("search::node", "mod inner { use super::super::super::{protocol, board}; }"),
        ("search::node", "macro_rules! m { () => { $crate::cli::run() } }"),
        ("eval", "pub use crate::*;"),
        ("value", "#[derive(Debug)] struct A(crate::board::Point);"),
        ("bin::program", "fn main() { tengen::search::go(); }"),
        ("unheard_of", ""),
    ] {
        assert_eq!(Source::new(module, text).upward_uses().len(), 1, "{module}: {text}");
    }
}

#[test]
fn downward_uses_and_mere_mentions_are_not() {
    for (module, text) in [
        ("search::node", "use crate::board::{Point, Side}; use super::limits::Limits;"),
        ("search::node", "mod inner { use super::super::engine; }"),
        ("board", "//! See [`crate::engine::Engine`].\n/* crate::cli */ // crate::cli"),
        ("board", "const TEXT: &str = \"crate::engine\";"),
        ("board", "#[cfg(test)]\nmod tests { use crate::engine::Engine; }"),
        ("board", "#[cfg(test)] use crate::notation::{pos}; pub(crate) struct A;"),
        ("cli::play", "fn f() { crate::protocol::play(); }"),
        ("main", "fn main() { tengen::cli::run(); }"),
    ] {
        expect_none(Source::new(module, text).upward_uses());
    }
    let after_tests = "#[cfg(test)] mod tests {} use crate::engine::Engine;";
    assert_eq!(Source::new("board", after_tests).upward_uses().len(), 1);
}

#[test]
fn planted_prints_and_banned_words_are_caught() {
    for text in ["fn f() { println!(\"x\"); }", "fn f() { if true { dbg!(1); } }"] {
        assert_eq!(Source::new("search::node", text).prints().len(), 1, "{text}");
        expect_none(Source::new("cli::bench", text).prints());
        expect_none(Source::new("protocol::io", text).prints());
        assert_eq!(Source::new("protocol::iota", text).prints().len(), 1, "{text}");
    }
    for text in ["use std::io::stdout;", "fn f() { std::io::stdin(); }"] {
        assert_eq!(Source::new("engine", text).prints().len(), 1, "{text}");
    }
    expect_none(Source::new("engine", "fn f(print: i32) -> bool { print != 1 }").prints());
    for text in [
        "static mut COUNT: u32 = 0;",
        "fn f() { todo!() }",
        "#[cfg(test)] mod tests { fn f() { unimplemented!(\"later\") } }",
        "thread_local! { static A: u32 = 0; }",
    ] {
        assert_eq!(Source::new("board", text).banned().len(), 1, "{text}");
    }
    expect_none(Source::new("board", "static A: u32 = 0; fn f() { let mut a = 1; }").banned());
}
