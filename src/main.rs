//! The command line of Tengen.

use std::process::ExitCode;

fn main() -> ExitCode {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        eprintln!("tengen: this is a bug; please report the lines above and what was asked for");
        // The same code whether the build unwinds or aborts.
        std::process::exit(1);
    }));
    tengen::cli::run(std::env::args_os())
}
