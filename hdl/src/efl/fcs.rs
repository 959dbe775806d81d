//! The frame check sequence (FCS) of Ethernet: its check and its generation.

mod align;
mod append;
mod bytes;
mod check;
mod expected;
mod place;
mod remainder;

pub use align::LastBytes;
pub use append::FcsAppend;
pub use bytes::ValidBytes;
pub use check::FcsCheck;
pub use expected::ExpectedRemainder;
pub use place::FcsPlace;
pub use remainder::FcsRemainder;

use tailback_spec::efl::{BEAT_BYTES, WIDTH_BITS};
use tailback_spec::wire::crc::{Definition, INVARIANT};

/// Definition of the FCS.
const CRC: Definition = INVARIANT;
