//! Range of values: `{ from = 2, to = 10, step = 2 }`, both ends included.

use crate::config::check::whole;
use toml::de::{DeTable, DeValue};

/// Keys of a range.
pub const KEYS: [&str; 3] = ["from", "to", "step"];

/// Whether a table of the sweep is a range, and not a table of keys.
pub fn is_range(table: &DeTable) -> bool {
    let scalar = |value: &DeValue| !matches!(value, DeValue::Array(_) | DeValue::Table(_));
    table
        .iter()
        .any(|(key, value)| KEYS.contains(&key.get_ref().as_ref()) && scalar(value.get_ref()))
}

/// Numbers of a range, written as TOML; or an error, with its key.
///
/// # Errors
///
/// If a key is unknown, missing or not a number, `step` is not above 0, `to` is below `from`, or
/// there are more than `most` values. The key of the error is empty if a key is unknown or missing.
pub fn values(table: &DeTable, most: usize) -> Result<Vec<String>, (String, &'static str)> {
    if let Some(name) = table.keys().map(|key| key.get_ref()).find(|name| !KEYS.contains(&&***name))
    {
        return Err((format!("a range has no key `{name}`"), ""));
    }
    let mut numbers = [0.0; 3];
    let mut are_whole = true;
    for (number, key) in numbers.iter_mut().zip(KEYS) {
        let Some(value) = table.get(key) else { return Err((format!("`{key}` is missing"), "")) };
        let read = match value.get_ref() {
            DeValue::Integer(integer) => whole(integer).map(|integer| integer as f64),
            DeValue::Float(float) => {
                are_whole = false;
                float
                    .as_str()
                    .replace('_', "")
                    .parse()
                    .ok()
                    .filter(|number: &f64| number.is_finite())
            }
            _ => None,
        };
        let Some(read) = read else { return Err((format!("`{key}` must be a number"), key)) };
        *number = read;
    }
    let [from, to, step] = numbers;
    if step <= 0.0 {
        return Err((format!("`step` is {step}, but must be above 0"), "step"));
    }
    if to < from {
        return Err((format!("the range from {from} to {to} is empty"), "to"));
    }
    // Rounded, so that inexact fractions do not exclude the last value.
    let count = ((to - from) / step + ROUNDING).floor();
    if count >= most as f64 {
        return Err((format!("the range has more than {most} values"), "step"));
    }
    let value = |place: usize| from + step * place as f64;
    let text = |place| match are_whole {
        true => format!("{}", value(place)),
        false => decimal(value(place)),
    };
    Ok((0..=count as usize).map(text).collect())
}

/// Fraction of a step by which the last value may miss the end.
const ROUNDING: f64 = 1e-9;

/// Shortest form of a fraction: 0.3, not 0.30000000000000004.
fn decimal(value: f64) -> String {
    const DIGITS: usize = 12;
    let rounded: f64 = format!("{value:.DIGITS$e}").parse().unwrap_or(value);
    format!("{rounded:?}")
}
