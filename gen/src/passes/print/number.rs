//! Printing of numbers.

use tailback_hdl::Bits;

/// Prints a constant: decimal if short, all ones of a wide one as a replication, else hexadecimal.
pub(super) fn constant(value: &Bits) -> String {
    const SHORT: usize = 1 << 16;
    const NARROW: usize = 4;
    let width = value.width();
    if width > NARROW && value.all() {
        return format!("{{{width}{{1'b1}}}}");
    }
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
