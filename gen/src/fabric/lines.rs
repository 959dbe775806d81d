//! Formatting of the module's text.

/// Characters in a line, where it can be broken.
const LINE: usize = 96;

/// Returns a constant of `bits` bits, each equal to `bit`.
pub(super) fn wide(bits: usize, bit: u8) -> String {
    if bits == 1 {
        format!("1'b{bit}")
    } else {
        format!("{{{bits}{{1'b{bit}}}}}")
    }
}

/// Concatenates the values, the first one in the least significant bits.
pub(super) fn concatenation(values: &[String], depth: usize) -> String {
    if let [only] = values {
        return only.clone();
    }
    let highest_first: Vec<&str> = values.iter().rev().map(String::as_str).collect();
    let line = format!("{{{}}}", highest_first.join(", "));
    if line.len() + 4 * depth + 24 <= LINE {
        return line;
    }
    let (inner, outer) = ("    ".repeat(depth + 1), "    ".repeat(depth));
    format!("{{\n{inner}{}\n{outer}}}", highest_first.join(&format!(",\n{inner}")))
}

/// Returns an instance with its pins.
pub(super) fn instance(module: &str, name: &str, pins: &[(String, String)]) -> String {
    let all = [("clock", "clock"), ("reset", "reset")].map(|(pin, net)| (pin.into(), net.into()));
    let pins: Vec<String> = all
        .iter()
        .chain(pins)
        .map(|(pin, net): &(String, String)| format!("        .{pin}({net})"))
        .collect();
    format!("\n    {module} {name} (\n{}\n    );\n", pins.join(",\n"))
}
