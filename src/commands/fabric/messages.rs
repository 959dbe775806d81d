//! Slowdown of messages in reports.

use super::table;
use tailback_model::fabric::SizeClass;

/// The classes of sizes as a table between empty lines; without classes, nothing.
pub(super) fn human(classes: &[SizeClass]) -> String {
    if classes.is_empty() {
        return String::new();
    }
    let header =
        ["messages", "", "complete", "mean µs", "slowdown", "median", "95 %", "99 %", "most"];
    let mut messages = table(header);
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
    for class in classes {
        let name = match class.up_to_bytes {
            Some(bytes) => format!("up to {} kB", bytes / 1000),
            None => class.name.clone(),
        };
        let counts = [class.messages, class.complete].map(|count| count.to_string());
        let spread = class.slowdown.named().map(|(_, value)| shown(value));
        let cells = [name].into_iter().chain(counts).chain([shown(class.us.mean)]).chain(spread);
        messages.add_row(cells);
    }
    format!("\n{}\n", messages.trim_fmt())
}
