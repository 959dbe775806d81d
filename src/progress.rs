//! What a person sees of long work.

use crate::output::Output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for `total` steps; it is drawn on standard error if that is a terminal and the output is
/// for a person.
pub fn bar(output: &Output, total: u64, what: &'static str) -> ProgressBar {
    let target =
        if output.is_json() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    // A template that does not fit is a bar without one.
    if let Ok(style) = ProgressStyle::with_template(
        "{prefix} {wide_bar:.cyan} {human_pos}/{human_len} {msg} ({per_sec}, {eta} left)",
    ) {
        bar.set_style(style);
    }
    bar.with_message(what)
}

/// A spinner for work of unknown length.
pub fn spinner(output: &Output) -> ProgressBar {
    let target =
        if output.is_json() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let spinner = ProgressBar::with_draw_target(None, target);
    spinner.enable_steady_tick(TICK);
    spinner
}

/// Between two pictures of a spinner.
const TICK: std::time::Duration = std::time::Duration::from_millis(120);
