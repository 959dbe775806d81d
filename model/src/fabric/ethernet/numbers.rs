//! Numbers of 24 bits on the wire, and the whole numbers of the engine.

/// Mask of a number on the wire.
const MASK: u64 = 0xFF_FFFF;

/// A number on the wire.
pub fn wire(number: u64) -> u32 {
    (number & MASK) as u32
}

/// Packets from one number on the wire to another.
pub fn distance(from: u32, to: u32) -> u64 {
    u64::from(to.wrapping_sub(from)) & MASK
}
