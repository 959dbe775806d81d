//! Whether recorded values fit the ports: whoever edits a recording can write anything.

use serde_json::Value;
use tailback_spec::{Direction, Port, PortTable, PortValues};

use super::lockstep::Step;
use super::recording::fields;

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
        Value::Array(values) if values.len() > *lanes => {
            Err(format!("`{name}` has {lanes} lanes, not {}", values.len()))
        }
        Value::Array(values) => values.iter().enumerate().try_for_each(|(lane, value)| {
            number_fits(value, *width).map_err(|problem| format!("`{name}[{lane}]` {problem}"))
        }),
        value => number_fits(value, port.bits()).map_err(|problem| format!("`{name}` {problem}")),
    }
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
    }
}
