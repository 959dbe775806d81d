//! Durations on the command line.

use tailback_spec::config::Clock;

/// Maximum duration of a scenario in ms.
const MOST_MILLISECONDS: f64 = 100_000.0;

/// Parses a duration that a scenario can have, in ms: at least one cycle of the slowest clock.
pub(super) fn milliseconds(text: &str) -> Result<f64, String> {
    const MS_PER_S: f64 = 1e3;
    let least = MS_PER_S / *Clock::FREQUENCY_HZ.start() as f64;
    let time: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    match (least..=MOST_MILLISECONDS).contains(&time) {
        true => Ok(time),
        false => Err(format!("{time} must be {least} to {MOST_MILLISECONDS}")),
    }
}
