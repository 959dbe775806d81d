//! Word addresses of registers, and positions of their fields: the map as the hardware reads it.

pub(super) use tailback_spec::nic::congestion_table::SL_BITS;

use tailback_spec::nic::registers::{ADDRESS_BITS, TURNS};
use tailback_spec::nic::{AfterIdle, Nic, Response, Throttled};
use tailback_spec::registers::nic::{address, BLOCK_ENTRIES, IDENTIFICATION, LOG_EVENTS, VERSION};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

/// Bits of a register.
pub(super) const WORD: usize = WORD_BITS as usize;
/// Bits of an address that select a byte of a word.
pub(super) const BYTE_BITS: usize = WORD_BYTES.ilog2() as usize;
/// Mask of the bits of an address that select a word; the others are ignored.
pub(super) const ADDRESS_MASK: usize = (1 << ADDRESS_BITS) - (1 << BYTE_BITS);
/// Bits of a word address.
pub(super) const PLACE_BITS: usize = ADDRESS_BITS - BYTE_BITS;
/// Bits of a word address that select a word of an attribute.
pub(super) const OFFSET_BITS: usize = 6;
/// Bits of a word address that select an attribute.
pub(super) const PAGE_BITS: usize = PLACE_BITS - OFFSET_BITS;

/// Registers of the values of a flow, its rate included.
pub(super) const VALUES: usize = 7;

/// Bits of the upper part of a value in two registers.
pub(super) const HIGH_BITS: usize = 16;

/// Layout of the log: words before the first event, log2 of the words of an event, words up to the
/// end of the last event, and fields.
pub(super) mod log {
    pub const FIRST: usize = 3;
    pub const EVENT_BITS: usize = 2;
    pub const END: usize = FIRST + (super::LOG_EVENTS as usize) * (1 << EVENT_BITS);
    /// Type 2 (channel adapter), in the highest byte.
    pub const TYPE: u128 = 2 << 24;
    /// Bit: congestion control is enabled on some service level.
    pub const ENABLED: usize = 16;
    /// Lowest bit of the number of a queue pair.
    pub const QP: usize = 8;
    /// Lowest bit of the service level.
    pub const LEVEL: usize = 4;
    /// Lowest bit of the LID.
    pub const LID: usize = 16;
    /// Bits of the number of events.
    pub const COUNT_BITS: usize = 16;
}

/// Fields of settings.
pub(super) mod field {
    /// Lowest bits of timer, increase and minimum.
    pub const TIMER: usize = 16;
    pub const INCREASE: usize = 8;
    pub const MIN: usize = 24;
    /// Lowest bit of a limit.
    pub const LIMIT: usize = 16;
    /// Bits of a limit in the register.
    pub const LIMIT_BITS: usize = 10;
    /// Bits of the selected flow.
    pub const SELECT_BITS: usize = 12;
    /// Valid bit of the entry of a queue pair.
    pub const QP_VALID: usize = 31;
    /// Bit: service levels have CCTIs, and not flows.
    pub const BY_LEVEL: usize = 16;
    /// Lowest bit of the map of service levels with events.
    pub const LOG_LEVELS: usize = 16;
}

/// Word address of an address in bytes.
pub(super) const fn place(address: u32) -> usize {
    (address / WORD_BYTES) as usize
}

/// Bits of the number of a slot of the counters of the port.
pub(super) const TURN_BITS: usize = TURNS.ilog2() as usize;

/// Attribute of an address: the high bits of its word address.
pub(super) const fn page(address: u32) -> usize {
    place(address) >> OFFSET_BITS
}

/// Values of the constant registers, from the first address on.
pub(super) fn constants(nic: &Nic) -> [u128; 5] {
    const {
        assert!(place(address::IDENTIFICATION) == 0 && place(address::VERSION) == 1);
        assert!(place(address::CAPABILITIES) == 2 && place(address::DATAPATH) == 3);
        assert!(place(address::CLOCK) == 4);
    }
    const HALF: u32 = 16;
    const RESPONSE: u32 = 24;
    const AFTER_IDLE: u32 = 28;
    const THROTTLED: u32 = 29;
    let response = match nic.response() {
        Response::Lipd => 0,
        Response::Fimd => 1,
        Response::Aimd => 2,
        Response::Cct => 3,
    };
    let capabilities = nic.flows() as u128
        | u128::from(nic.window()) << HALF
        | response << RESPONSE
        | u128::from(nic.after_idle() == AfterIdle::Reset) << AFTER_IDLE
        | u128::from(nic.throttled() == Throttled::Sl) << THROTTLED;
    [
        IDENTIFICATION.into(),
        u128::from(VERSION.0) << HALF | u128::from(VERSION.1),
        capabilities,
        u128::from(nic.packet_words()) << HALF | nic.word_bytes() as u128,
        u128::from(nic.clock_hz()),
    ]
}

/// CongestionInfo: the size of the table in blocks of [`BLOCK_ENTRIES`] entries.
pub(super) fn info(nic: &Nic) -> u128 {
    const CAPACITY: u32 = 8;
    (nic.cct_entries() as u128 / u128::from(BLOCK_ENTRIES)) << CAPACITY
}
