//! Where registers are, in words, and where fields are in them: the map as the hardware reads it.

use tailback_spec::nic::registers::{ADDRESS_BITS, TURNS};
use tailback_spec::nic::{AfterIdle, Nic, Response, Throttled};
use tailback_spec::registers::nic::{address, BLOCK_ENTRIES, IDENTIFICATION, LOG_EVENTS, VERSION};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

/// Bits of a word of the registers.
pub(super) const WORD: usize = WORD_BITS as usize;
/// Bits of an address that select a byte of a word.
pub(super) const BYTE_BITS: usize = WORD_BYTES.ilog2() as usize;
/// The bits of an address that are looked at: those of a word.
pub(super) const ADDRESS_MASK: usize = (1 << ADDRESS_BITS) - (1 << BYTE_BITS);
/// Bits of a place: an address in words.
pub(super) const PLACE_BITS: usize = ADDRESS_BITS - BYTE_BITS;
/// Bits of a place that tell the words of an attribute apart.
pub(super) const OFFSET_BITS: usize = 6;
/// Bits that tell attributes apart.
pub(super) const PAGE_BITS: usize = PLACE_BITS - OFFSET_BITS;

/// Values of a flow: all, and those without its rate.
pub(super) const VALUES: usize = 7;

/// Bits of the upper part of a value in two registers.
pub(super) const HIGH_BITS: usize = 16;

/// Words of the log before the first event, behind the last one, and of an event as a power of two.
pub(super) mod log {
    pub const FIRST: usize = 3;
    pub const EVENT_BITS: usize = 2;
    pub const END: usize = FIRST + (super::LOG_EVENTS as usize) * (1 << EVENT_BITS);
    /// What kind it is: type 2, that of a channel adapter, in the highest byte.
    pub const TYPE: u128 = 2 << 24;
    /// The bit that says that something is throttled.
    pub const ENABLED: usize = 16;
    /// Where the numbers of queue pairs begin.
    pub const QP: usize = 8;
    /// Where the service level begins.
    pub const LEVEL: usize = 4;
    /// Where the LID begins.
    pub const LID: usize = 16;
    /// Bits of the number of events.
    pub const COUNT_BITS: usize = 16;
}

/// Fields of settings.
pub(super) mod field {
    /// Bits of a timer.
    pub const TIMER_BITS: usize = 16;
    /// Bits of an increase, a trigger and a minimum.
    pub const STEP_BITS: usize = 8;
    /// Where they begin.
    pub const TIMER: usize = 16;
    pub const INCREASE: usize = 8;
    pub const MIN: usize = 24;
    /// Where a limit begins.
    pub const LIMIT: usize = 16;
    /// Its bits in the register, and at the port.
    pub const LIMIT_BITS: usize = 10;
    pub const WIDE_LIMIT_BITS: usize = 16;
    /// Bits of an entry of the table.
    pub const ENTRY_BITS: usize = 16;
    /// Bits of what selects a flow.
    pub const SELECT_BITS: usize = 12;
    /// The bit that makes the entry of a queue pair count.
    pub const QP_VALID: usize = 31;
    /// The bit that says that service levels have CCTIs.
    pub const BY_LEVEL: usize = 16;
    /// Where the map of service levels that had events begins.
    pub const LOG_LEVELS: usize = 16;
}

/// Bits of the number of a service level.
pub(super) const SL_BITS: usize = Nic::SERVICE_LEVELS.ilog2() as usize;

/// Where an address is, in words.
pub(super) const fn place(address: u32) -> usize {
    (address / WORD_BYTES) as usize
}

/// Bits of a turn of the counters of the port.
pub(super) const TURN_BITS: usize = TURNS.ilog2() as usize;

/// The high bits of a place.
pub(super) const fn page(address: u32) -> usize {
    place(address) >> OFFSET_BITS
}

/// What each register that never changes holds, from the first address on.
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

/// CongestionInfo: the size of the table in blocks.
pub(super) fn info(nic: &Nic) -> u128 {
    const CAPACITY: u32 = 8;
    (nic.cct_entries() as u128 / u128::from(BLOCK_ENTRIES)) << CAPACITY
}
