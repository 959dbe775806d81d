//! The register map as the hardware reads it.

use tailback_spec::efl::registers::{address, ADDRESS_BITS, COUNTERS, IDENTIFICATION, VERSION};
use tailback_spec::efl::Efl;

/// Bits of a register.
pub(super) const WORD: usize = u32::BITS as usize;
/// Bits of a word address.
pub(super) const PLACE_BITS: usize = ADDRESS_BITS - 2;
/// Settings: two words of the address, and those from `PARTS` to `RTO_MIN`.
pub(super) const SETTINGS: usize = 2 + (place(address::RTO_MIN) - place(address::PARTS)) + 1;
/// Constant registers, from address 0 on.
pub(super) const CONSTANTS: usize = place(address::ETHER_TYPE) + 1;
/// Number of counters.
pub(super) const COUNTS: usize = COUNTERS.len();
/// Bits of the number of a counter.
pub(super) const COUNT_BITS: usize = 5;
/// Bits of the selected flow in its register.
pub(super) const SELECT_BITS: usize = 16;
/// Bits of a MAC address.
pub(super) const ADDRESS: usize = 48;
/// Bits of a flow label, and of the high part of a MAC address.
pub(super) const HALF: usize = 16;
/// Bits of the high part of the address of a peer, and its valid bit.
pub(super) const HIGH: usize = HALF + 1;

/// Word address of an address in bytes.
pub(super) const fn place(address: u32) -> usize {
    (address / 4) as usize
}

/// Values of the constant registers, from address 0 on.
pub(super) fn constants(efl: &Efl) -> [u128; CONSTANTS] {
    const { assert!(place(address::IDENTIFICATION) == 0 && place(address::VERSION) == 1) };
    const { assert!(place(address::CAPABILITIES) == 2 && place(address::FORMAT) == 3) };
    const { assert!(place(address::CLOCK) == 4 && place(address::ETHER_TYPE) == 5) };
    const { assert!(COUNTS <= 1 << COUNT_BITS) };
    [
        IDENTIFICATION.into(),
        u128::from(VERSION.0) << HALF | u128::from(VERSION.1),
        u128::from(efl.window()) << HALF | efl.flows() as u128,
        u128::from(efl.has_fcs()) << 31
            | u128::from(efl.overhead_bytes()) << 24
            | u128::from(efl.ack_every()) << 16
            | u128::from(efl.payload_bytes()),
        u128::from(efl.clock_hz()),
        u128::from(efl.ether_type()),
    ]
}

/// Values of the settings after reset, in the order of their addresses.
pub(super) fn resets(efl: &Efl) -> [u128; SETTINGS] {
    let settings = efl.settings();
    let parts = settings.parts;
    let bits = [parts.probes, parts.delays, parts.predicts];
    let parts = bits.iter().rev().fold(0, |parts, part| parts << 1 | u32::from(*part));
    [
        0,
        0,
        parts,
        settings.probe_packets,
        settings.alpha,
        settings.beta,
        settings.probe_alpha,
        settings.probe_beta,
        settings.initial,
        settings.minimum,
        settings.maximum,
        settings.rtt_min,
        settings.rto_min,
    ]
    .map(u128::from)
}
