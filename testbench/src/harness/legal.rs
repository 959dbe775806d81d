//! Check that recorded values fit the ports, because a user may have edited the recording.

use serde_json::Value;
use tailback_spec::{Direction, Port, PortTable, PortValues};

use super::recording::fields;
use super::stimulus::Step;

/// First cycle with a value that does not fit the inputs of `table`, and the reason.
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
        Value::Array(words) if *lanes == 1 => {
            words_fit(words, *width).map_err(|problem| format!("`{name}` {problem}"))
        }
        Value::Array(values) if values.len() > *lanes => {
            Err(format!("`{name}` has {lanes} lanes, not {}", values.len()))
        }
        Value::Array(values) => values.iter().enumerate().try_for_each(|(lane, value)| {
            let fits = match value {
                Value::Array(words) => words_fit(words, *width),
                value => number_fits(value, *width),
            };
            fits.map_err(|problem| format!("`{name}[{lane}]` {problem}"))
        }),
        value => number_fits(value, port.bits()).map_err(|problem| format!("`{name}` {problem}")),
    }
}

/// Checks a value of more than 64 bits, given as 64-bit words, the lowest first.
fn words_fit(words: &[Value], bits: usize) -> Result<(), String> {
    let word_bits = u64::BITS as usize;
    words.iter().enumerate().try_for_each(|(index, word)| {
        let left = bits.saturating_sub(index * word_bits);
        number_fits(word, left).map_err(|_| {
            format!("has {bits} bits, and its word {index} has more than {left} of them")
        })
    })
}

fn number_fits(value: &Value, bits: usize) -> Result<(), String> {
    match value.as_u64() {
        Some(number) if bits < u64::BITS as usize && number >> bits != 0 => {
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
        assert!(fits(port(1, 65), json!([u64::MAX, 1])) && !fits(port(1, 65), json!([0, 2])));
        assert!(fits(port(1, 64), json!([1, 0])) && !fits(port(1, 64), json!([0, 1])));
        assert!(fits(port(2, 65), json!([[], [0, 1]])) && !fits(port(2, 65), json!([[], [0, 2]])));
    }
}
