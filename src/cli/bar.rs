//! The progress bar of long commands.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar on standard error for `length` items of which `done` are done already; none where standard
/// error is no terminal.
pub fn on_terminal(template: &str, length: u64, done: u64) -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
        // Templates are constants; tests beside them read them.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_position(done);
        // What was done before takes no part in the estimate of the time to go.
        bar.reset_eta();
        bar
    })
}
