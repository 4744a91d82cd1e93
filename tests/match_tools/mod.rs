//! What the tests of `tengen match` share.

// Every test compiles this module for itself and uses a part of it.
#![allow(dead_code)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The engine for tests, built with the examples.
pub fn test_engine() -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().unwrap();
    let engine =
        folder.join("examples").join(format!("test_engine{}", std::env::consts::EXE_SUFFIX));
    if !engine.exists() {
        // `cargo test --test matches` builds no examples.
        let mut build = Command::new(env!("CARGO"));
        let profile = if folder.ends_with("release") { "release" } else { "test" };
        build.args(["build", "--example", "test_engine", "--profile", profile]);
        build.arg("--target-dir").arg(folder.parent().unwrap());
        assert!(build.status().unwrap().success());
    }
    engine.display().to_string()
}

/// An option `--engine` for the test engine.
pub fn engine(behaviour: &str, options: &str) -> String {
    format!("cmd=\"{}\" {behaviour},{options}", test_engine())
}

pub fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).stdin(Stdio::null());
    command
}

pub fn run(arguments: &[&str]) -> Output {
    tengen(arguments).output().unwrap()
}

/// The JSON lines of a match.
pub fn events(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder for one test, gone with it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
