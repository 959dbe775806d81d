//! Durations on the command line.

/// Maximum duration of a scenario in ms.
const MOST_MILLISECONDS: f64 = 100_000.0;

/// Parses a duration that a scenario can have, in ms.
pub(super) fn milliseconds(text: &str) -> Result<f64, String> {
    let time: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    match time > 0.0 && time <= MOST_MILLISECONDS {
        true => Ok(time),
        false => Err(format!("{time} must be above 0, and at most {MOST_MILLISECONDS}")),
    }
}
