//! Formats on the wire, byte for byte.
//!
//! One file per format, and each has the same structure: the positions of the fields, in a private
//! module; a view over bytes whose checked construction makes every accessor infallible; a `Repr`
//! in which an illegal header cannot be expressed; `parse` and `emit` between the two. Numbers are
//! big-endian.
//!
//! Bits that the standard reserves are ignored when read, and 0 when written.

pub mod bth;
pub mod crc;
pub mod efl;
pub mod fecn;
pub mod flow_control;
pub mod lid;
pub mod lrh;
mod number;

pub use number::Number;

/// Fewer bytes than the format has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{found} bytes are too few: {needed} are needed")]
pub struct Truncated {
    /// Bytes found.
    pub found: usize,
    /// Least number of bytes needed.
    pub needed: usize,
}

/// Whether `bytes` has at least `needed`.
fn check_length(bytes: &[u8], needed: usize) -> Result<(), Truncated> {
    if bytes.len() < needed {
        return Err(Truncated { found: bytes.len(), needed });
    }
    Ok(())
}

/// Bits per byte.
const BYTE: u32 = u8::BITS;

/// The big-endian number in all of `bytes`, at most four.
fn read(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << BYTE | u32::from(*byte))
}

/// Writes `number` big-endian into all of `bytes`, at most four.
fn write(bytes: &mut [u8], number: u32) {
    let mut rest = number;
    for byte in bytes.iter_mut().rev() {
        *byte = rest as u8;
        rest >>= BYTE;
    }
}
