//! Whether recorded values fit the ports: whoever edits a recording can write anything.

use serde_json::Value;
use tailback_spec::{Direction, Port, PortTable, PortValues};

use super::lockstep::Step;
use super::recording::fields;

/// Bits of a number.
const WORD_BITS: usize = u64::BITS as usize;

/// The first cycle whose values do not fit the inputs of `table`, and why.
pub fn misfit<I: PortValues>(steps: &[Step<I>], table: &PortTable) -> Option<(usize, String)> {
    steps.iter().enumerate().find_map(|(cycle, step)| {
        let values = fields(&step.inputs).ok()?;
        let problem = table
            .of(Direction::Input)
            .find_map(|port| values.get(&port.name).and_then(|value| fits(port, value).err()))?;
        Some((cycle, problem))
    })
}

fn fits(port: &Port, value: &Value) -> Result<(), String> {
    let Port { name, lanes, width, .. } = port;
    match value {
        Value::Array(words) if *lanes == 1 && *width > WORD_BITS => wide_fits(port, words),
        Value::Array(values) if values.len() > *lanes => {
            Err(format!("`{name}` has {lanes} lanes, not {}", values.len()))
        }
        Value::Array(values) => values.iter().enumerate().try_for_each(|(lane, value)| {
            number_fits(value, *width).map_err(|problem| format!("`{name}[{lane}]` {problem}"))
        }),
        value => number_fits(value, port.bits()).map_err(|problem| format!("`{name}` {problem}")),
    }
}

/// One value of more bits than a number has: its words, the least significant first.
fn wide_fits(port: &Port, words: &[Value]) -> Result<(), String> {
    let Port { name, width, .. } = port;
    words.iter().enumerate().try_for_each(|(at, word)| {
        let bits = width.saturating_sub(at * WORD_BITS);
        number_fits(word, bits).map_err(|problem| format!("word {at} of `{name}` {problem}"))
    })
}

fn number_fits(value: &Value, bits: usize) -> Result<(), String> {
    match value.as_u64() {
        Some(number) if bits < WORD_BITS && number >> bits != 0 => {
            Err(format!("has {bits} bits, and {number} needs more"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn port(lanes: usize, width: usize) -> Port {
        let (name, doc) = ("p".into(), String::new());
        Port { name, direction: Direction::Input, lanes, width, doc }
    }

    #[test]
    fn the_largest_values_fit_and_the_next_do_not() {
        let fits = |port, value: Value| fits(&port, &value).is_ok();
        assert!(fits(port(12, 1), json!(4095)) && !fits(port(12, 1), json!(4096)));
        assert!(fits(port(64, 1), json!(u64::MAX)));
        assert!(fits(port(2, 3), json!([7, 7])) && !fits(port(2, 3), json!([7, 8])));
        assert!(fits(port(2, 3), json!([7])) && !fits(port(2, 3), json!([0, 0, 0])));
    }

    #[test]
    fn a_value_of_many_bits_is_a_list_of_words() {
        let fits = |value: Value| fits(&port(1, 72), &value).is_ok();
        assert!(fits(json!([u64::MAX, 255])) && fits(json!([1])) && fits(json!([1, 0, 0])));
        assert!(!fits(json!([0, 256])) && !fits(json!([0, 0, 1])));
    }
}
