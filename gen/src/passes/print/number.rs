//! Printing of numbers.

use tailback_hdl::Bits;

/// Largest number that is printed in decimal digits, plus one.
const SHORT: usize = 1 << 16;

/// Prints a constant: decimal if short, all ones of a wide one as a replication, else hexadecimal.
pub(super) fn constant(value: &Bits) -> String {
    const NARROW: usize = 4;
    let width = value.width();
    if width > NARROW && value.all() {
        return format!("{{{width}{{1'b1}}}}");
    }
    decimal(value)
}

/// Prints a constant as a number: decimal if short, else hexadecimal.
pub(super) fn decimal(value: &Bits) -> String {
    let width = value.width();
    if width == 1 {
        return format!("1'b{}", value.index());
    }
    if value.index() < SHORT {
        return format!("{width}'d{}", value.index());
    }
    let mut digits = String::new();
    for word in value.words().iter().rev() {
        digits += &format!("{word:016x}");
    }
    format!("{width}'h{}", digits.trim_start_matches('0'))
}
