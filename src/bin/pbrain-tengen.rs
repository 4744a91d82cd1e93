//! What managers load: speaks the Gomocup protocol at once.

use std::io::Write;
use std::process::ExitCode;

const HELP: &str = "\
pbrain-tengen is what managers load: it speaks the Gomocup protocol on stdin and stdout.
People want tengen, which analyses positions from the command line.

  --version  print the version
  --help     print this";

fn main() -> ExitCode {
    // Off unless asked for, and on stderr: stdout belongs to the protocol.
    env_logger::Builder::from_env(env_logger::Env::new().filter_or("TENGEN_LOG", "off")).init();
    // Managers may put words of their own on the command line; only these are for us.
    let text = match std::env::args_os().nth(1).as_ref().and_then(|word| word.to_str()) {
        Some("--version" | "-V") => concat!("pbrain-tengen ", env!("CARGO_PKG_VERSION")),
        Some("--help" | "-h") => HELP,
        _ => return tengen::protocol::play(),
    };
    // Who closed the output does not want to read it.
    let _ = writeln!(std::io::stdout(), "{text}");
    ExitCode::SUCCESS
}
