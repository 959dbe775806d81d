//! Pacing: the interval of each packet, from the pace of its flow and its size.

mod code;
mod entries;
mod factor;
mod interval;
mod packet;
mod settings;
mod state;

pub use code::LimiterCode;
pub use entries::PaceEntries;
pub use factor::PaceFactor;
pub use interval::PaceInterval;
pub use packet::PacketPace;
pub use settings::SettingInterval;
pub use state::PaceState;

use tailback_spec::efl::pace;

/// Bits of a mantissa.
const MANTISSA_BITS: usize = pace::MANTISSA_BITS as usize;
/// Bits of an exponent.
const EXPONENT_BITS: usize = pace::EXPONENT_BITS as usize;
/// Bits of the size of a packet.
const SIZE_BITS: usize = pace::SIZE_BITS as usize;
/// Bits of the sum of an exponent and [`EXPONENT_OFFSET`].
const OFFSET_BITS: usize = EXPONENT_BITS + 1;
/// With this added, the lowest three bits of an exponent are the shift of the size, and the others
/// that of the product in bytes.
const EXPONENT_OFFSET: usize = 3;
/// Most bits by which the size is shifted.
const MOST_SHIFT: usize = 7;
/// Bits of a size that is shifted.
const FACTOR_BITS: usize = SIZE_BITS + MOST_SHIFT;
/// Bits of a product.
const PRODUCT_BITS: usize = FACTOR_BITS + MANTISSA_BITS;
/// Shifts of a product with a result other than 0.
const PLACES: usize = 6;
/// Fraction bits of an interval and of a carry.
const CARRY_BITS: usize = pace::CYCLE_FRACTION as usize;
/// Bits of an interval.
const INTERVAL_BITS: usize = pace::INTERVAL_BITS as usize + CARRY_BITS;
/// Bits of the number of a group of packets.
const GROUP_BITS: usize = tailback_spec::efl::rate::GROUP_BITS as usize;
/// Bits of the number of packets of a group.
const SENT_BITS: usize = 24;
/// Bits of the number of packets of bandwidth probing.
const PROBE_BITS: usize = tailback_spec::efl::rate::PROBE_BITS as usize;
/// Bits of the state of a flow.
const STATE_BITS: usize = 2;
