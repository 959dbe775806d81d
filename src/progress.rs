//! Progress display.

use crate::output::Output;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;

/// Rate per second below which a decimal is shown.
const SLOW: f64 = 100.0;

/// Returns a bar for `total` steps; it is drawn on standard error if that is a terminal and the
/// output is for a person.
pub fn bar(output: &Output, total: u64, what: &'static str) -> ProgressBar {
    let target =
        if output.is_json() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    // An invalid template leaves the default style.
    if let Ok(style) = ProgressStyle::with_template(
        "{wide_bar:.cyan} {human_pos} of {human_len} {msg}, {rate}/s, {eta} left ",
    ) {
        bar.set_style(style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
            // A failed write means that the text has no reader.
            let _ = match state.per_sec() {
                slow if slow < SLOW => write!(to, "{slow:.1}"),
                fast => write!(to, "{}", HumanCount(fast as u64)),
            };
        }));
    }
    bar.with_message(what)
}

/// Returns a spinner for work of unknown length.
pub fn spinner(output: &Output) -> ProgressBar {
    let target =
        if output.is_json() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let spinner =
        ProgressBar::with_draw_target(None, target).with_style(ProgressStyle::default_spinner());
    spinner.enable_steady_tick(TICK);
    spinner
}

/// Interval between two frames of a spinner.
const TICK: std::time::Duration = std::time::Duration::from_millis(120);
