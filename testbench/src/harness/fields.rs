//! Port images as text: names and numbers.

use serde::{Deserialize, Serialize};
use tailback_spec::Port;

/// A value that differs between model and Verilog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Output port, with the element in brackets if the port is an array.
    pub field: String,
    /// Value in the golden model.
    pub model: String,
    /// Value in the Verilog.
    pub verilog: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: model {}, verilog {}", self.field, self.model, self.verilog)
    }
}

/// All values that differ between two images of `ports`.
pub fn differences(ports: &[Port], expected: &[u64], actual: &[u64]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (port, expected, actual) in each(ports, expected, actual) {
        for lane in 0..port.lanes {
            let [model, verilog] = [expected, actual].map(|words| lane_text(port, words, lane));
            if model != verilog {
                let field = match port.lanes {
                    1 => port.name.clone(),
                    _ => format!("{}[{lane}]", port.name),
                };
                found.push(Difference { field, model, verilog });
            }
        }
    }
    found
}

/// Each port with its 64-bit words in two images.
pub fn each<'a>(
    ports: &'a [Port],
    one: &'a [u64],
    other: &'a [u64],
) -> impl Iterator<Item = (&'a Port, &'a [u64], &'a [u64])> {
    let mut word = 0;
    ports.iter().map(move |port| {
        let words = word..word + port.words();
        word = words.end;
        (port, &one[words.clone()], &other[words])
    })
}

/// Value of a whole port: elements of several bits as numbers, element 0 first; all others in
/// hexadecimal.
pub fn port_text(port: &Port, words: &[u64]) -> String {
    if port.width > 1 && port.lanes > 1 {
        let lanes: Vec<String> = (0..port.lanes).map(|lane| lane_text(port, words, lane)).collect();
        return lanes.join(" ");
    }
    hexadecimal(words, port.bits())
}

/// Largest width of an element that is printed in decimal.
const DECIMAL_BITS: usize = 32;

fn lane_text(port: &Port, words: &[u64], lane: usize) -> String {
    let value = bits(words, lane * port.width, port.width);
    match port.width {
        ..=DECIMAL_BITS => value[0].to_string(),
        width => hexadecimal(&value, width),
    }
}

/// Value of one element of a port in binary, with all leading zeros.
pub fn lane_bits(port: &Port, words: &[u64], lane: usize) -> String {
    let value = bits(words, lane * port.width, port.width);
    let digits: String = value.iter().rev().map(|word| format!("{word:064b}")).collect();
    digits[digits.len() - port.width..].into()
}

/// Bits `from..from + width` of `words`.
fn bits(words: &[u64], from: usize, width: usize) -> Vec<u64> {
    (0..width.div_ceil(64))
        .map(|index| {
            let at = from + 64 * index;
            let low = words[at / 64] >> (at % 64);
            let high = match at % 64 {
                0 => 0,
                shift => words.get(at / 64 + 1).map_or(0, |word| word << (64 - shift)),
            };
            let left = width - 64 * index;
            let mask = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
            (low | high) & mask
        })
        .collect()
}

fn hexadecimal(words: &[u64], bits: usize) -> String {
    let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    format!("0x{}", &digits[digits.len() - bits.div_ceil(4)..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::Direction;

    fn port(lanes: usize, width: usize) -> Port {
        let (name, doc) = ("waiting".into(), String::new());
        Port { name, direction: Direction::Output, lanes, width, doc }
    }

    #[test]
    fn a_lane_across_two_words_is_named() {
        let found = differences(&[port(12, 6)], &[0, 0], &[0xf << 60, 1]);
        let [difference] = &found[..] else { panic!("{found:?}") };
        assert_eq!(difference.to_string(), "waiting[10]: model 0, verilog 31");
    }

    #[test]
    fn wide_values_are_hexadecimal() {
        assert_eq!(port_text(&port(1, 68), &[0x12, 0xf]), "0xf0000000000000012");
        assert_eq!(port_text(&port(8, 1), &[0xa5]), "0xa5");
        assert_eq!(port_text(&port(2, 4), &[0xa5]), "5 10");
    }

    #[test]
    fn an_element_in_binary_has_all_its_digits() {
        assert_eq!(lane_bits(&port(12, 6), &[0xf << 60, 1], 10), "011111");
        assert_eq!(lane_bits(&port(1, 68), &[5, 8], 0), format!("1000{}101", "0".repeat(61)));
    }
}
