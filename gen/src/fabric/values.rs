//! Constants and concatenations.

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
pub(crate) fn concatenation(values: &[String], depth: usize) -> String {
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
