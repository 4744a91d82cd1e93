//! The Gomocup protocol: text in, text out, around an [`Engine`](crate::engine::Engine).

use std::process::ExitCode;

/// Speaks the protocol on stdin and stdout until the manager ends it.
pub fn play() -> ExitCode {
    ExitCode::SUCCESS
}
