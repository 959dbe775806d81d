//! Registers of an endpoint over AXI4-Lite: settings, peers, and counters.
//!
//! # Accesses
//!
//! The rules are those of [`nic::registers`](crate::nic::registers), *One access at a time*, with
//! `ready` for `ready and (table_ready …)`: *done* is the first cycle of step 4, except for a legal
//! write to `FLOW_SELECT`, for which it is the cycle in which the copy is complete. A write is
//! legal if all bits of `wstrb` are 1, the register has fields to be written, and the value of each
//! is in its range; else nothing changes and `bresp` is 2. Bits outside fields are lost. `rdata` of
//! an address without a register is 0, with `rresp` 2. The two lowest bits of addresses are
//! ignored.
//!
//! [`address`] has the map. A setting changes with the end of `done`, and each `set_*` output is
//! its register.
//!
//! | register | fields | after reset |
//! |---|---|---|
//! | `ADDRESS_LOW`, `ADDRESS_HIGH` | MAC address: bits 31 to 0; bits 47 to 32 in 15 to 0 | 0 |
//! | `PARTS` | bit 0 `probes`, 1 `delays`, 2 `predicts` | configuration |
//! | `PROBE_PACKETS` … `RTO_MIN` | the [`Settings`](super::rate::Settings) with their ranges, from bit 0 | configuration |
//! | `MAXIMUM` | rate of the line; read only | configuration |
//! | `FLOW_SELECT` | bits 15 to 0: a flow that exists | 0 |
//!
//! `MINIMUM` has the range 2¹⁰ to `MAXIMUM`, and `INITIAL` that of rates. A write of less than the
//! least R_MIN of the configuration is legal; packets at that rate are sent at intervals of 2²⁰ - 1
//! cycles.
//!
//! # Peers
//!
//! Flow `n` has the registers `PEERS + 16 n`: bits 31 to 0 of the peer's address; + 4: bits 47 to
//! 32 in 15 to 0, and `valid` in bit 31; + 8: its flow label in 15 to 0. They are three memories;
//! reset clears all, one flow in each cycle, while `ready` is 0. A look-up, at each of the three
//! ports, has its result three cycles after its flow, for every cycle: `…_peer_*` in cycle `c` is
//! that of the flow at `…_peer_flow` in cycle `c - 3`, including writes that were done in cycle
//! `c - 4` or before. While a write is done in `c - 3` for the same flow, the result is the old
//! one. The result of a number that is no flow is not specified; no module uses it.
//!
//! # Values of a flow
//!
//! | place after `FLOW` | value | changes with |
//! |---|---|---|
//! | 0 | packets sent, without those sent again | `sent` and not `sent_again` |
//! | 1 | packets sent again | `sent` and `sent_again` |
//! | 2 | time-outs | `lost` and `lost_late` |
//! | 3 | losses by duplicate ACKs | `lost` and not `lost_late` |
//! | 4 | packets accepted in order | `accepted` |
//! | 5, 6, 7 | RTT, least RTT, predicted RTT in ticks; 0: none | `updated` |
//! | 8 | R in 2⁻²⁰ bytes in a tick; 0: none was known | `updated` |
//! | 9 | [`State`](super::pace::State) | below |
//!
//! Counters are modulo 2³². `state' = 0` with `acknowledged` and not `acked_left`;
//! `state' = state of pace` in phase 3 of the frame after one with `sent`. All are memories with
//! one entry for each flow, cleared after reset.
//!
//! A write to `FLOW_SELECT` copies the values in the first cycle from step 4 on in which none of
//! `sent`, `lost`, `accepted`, `updated` is 1, `s`, as they are with all events of cycle `s - 1`
//! and before. `FLOW_SELECT` and the copied values change with the end of cycle `s + 3`, which is
//! `done`. (Each of these events is in one of eight cycles at most.) They are 0 until the first
//! copy.
//!
//! # Counters
//!
//! 32 bits, modulo 2³², in the order of [`COUNTERS`], from `COUNTERS_FIRST`. A read includes the
//! events of all cycles before that of `done`.
//!
//! Ports, in this order: inputs `s_axil_*` as of [`nic::registers`](crate::nic::registers) with
//! addresses of [`ADDRESS_BITS`]; `sweeping` (1: some module is); `data_peer_flow`,
//! `reply_peer_flow`, `peer_flow` (f each); `sent`, `sent_flow`, `sent_again` (1, f, 1);
//! `acknowledged`, `acked_flow`, `acked_left` (1, f, 1); `lost`, `lost_flow`, `lost_late` (1, f,
//! 1); `accepted`, `accepted_flow` (1, f); `updated`, `updated_flow`, `updated_rate`,
//! `updated_rtt`, `updated_rtt_min`, `updated_rtt_predicted` (1, f, 30, 24, 24, 24); `state_write`,
//! `state_flow`, `state` (1, f, 2: that of pace, as above); `happened` ([`COUNTERS`] × 1). Outputs
//! `s_axil_*`, `ready` (1), `set_address`, `set_probes`, `set_delays`, `set_predicts`, then the other
//! `set_*` in the order of the map, `data_peer_address`, `data_peer_label`,
//! `reply_peer_address`, `reply_peer_label`, `peer_valid`, `peer_address`.
//!
//! Module: `tailback_efl_registers`.

/// Value of the first register: "TLBF" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBF");
/// Version of the map, major and minor.
pub const VERSION: (u32, u32) = (1, 0);

/// Addresses in bytes.
pub mod address {
    #![allow(missing_docs, reason = "the documentation of the module describes each of them")]

    pub const IDENTIFICATION: u32 = 0x00;
    /// Major in bits 31 to 16, minor in bits 15 to 0.
    pub const VERSION: u32 = 0x04;
    /// Flows in bits 15 to 0, window in bits 31 to 16.
    pub const CAPABILITIES: u32 = 0x08;
    /// Longest payload in bits 15 to 0, packets for each ACK in 23 to 16, overhead in 29 to 24, FCS in 31.
    pub const FORMAT: u32 = 0x0C;
    pub const CLOCK: u32 = 0x10;
    /// EtherType in bits 15 to 0.
    pub const ETHER_TYPE: u32 = 0x14;
    pub const ADDRESS_LOW: u32 = 0x20;
    pub const ADDRESS_HIGH: u32 = 0x24;

    pub const PARTS: u32 = 0x40;
    pub const PROBE_PACKETS: u32 = 0x44;
    pub const ALPHA: u32 = 0x48;
    pub const BETA: u32 = 0x4C;
    pub const PROBE_ALPHA: u32 = 0x50;
    pub const PROBE_BETA: u32 = 0x54;
    pub const INITIAL: u32 = 0x58;
    pub const MINIMUM: u32 = 0x5C;
    pub const MAXIMUM: u32 = 0x60;
    pub const RTT_MIN: u32 = 0x64;
    pub const RTO_MIN: u32 = 0x68;

    pub const FLOW_SELECT: u32 = 0x80;
    /// Values of the selected flow.
    pub const FLOW: u32 = 0x84;
    pub const COUNTERS_FIRST: u32 = 0x100;
    pub const PEERS: u32 = 0x4000;
    /// Bytes from the peer of a flow to that of the next.
    pub const PEERS_STRIDE: u32 = 16;
}

/// Bits of an address: the peers of 1024 flows are at the end.
pub const ADDRESS_BITS: usize = 15;

/// Values of a flow behind `FLOW_SELECT`.
pub const FLOW_VALUES: usize = 10;

/// Counters of the endpoint: name, and the event that each counts, of the module named.
pub const COUNTERS: [(&str, &str); 28] = [
    ("frames_sent", "last beat accepted by the MAC"),
    ("data_sent", "transmit: sent"),
    ("data_sent_again", "transmit: sent and sent_again"),
    ("acks_sent", "transmit: replied"),
    ("data_accepted", "receive: accepted"),
    ("acks_received", "receive: acks"),
    ("acks_new", "transmit: acknowledged"),
    ("acks_duplicate", "transmit: duplicate"),
    ("time_outs", "loss: lost and lost_late"),
    ("losses_duplicate", "loss: lost and not lost_late"),
    ("duplicates", "receive: duplicates"),
    ("gaps", "receive: gaps"),
    ("drop_bad", "receive: drops[0]"),
    ("drop_short", "receive: drops[1]"),
    ("drop_type", "receive: drops[2]"),
    ("drop_other", "receive: drops[3]"),
    ("drop_unknown", "receive: drops[4]"),
    ("drop_length", "receive: drops[5]"),
    ("drop_future", "receive: drops[6]"),
    ("drop_beyond", "receive: drops[7]"),
    ("drop_overrun", "receive: drops[8]"),
    ("acks_lost", "receive: drops[9], or replies_lost"),
    ("acks_old", "transmit: acks_old"),
    ("acks_bad", "transmit: acks_bad"),
    ("rtt_below_minimum", "rate: below"),
    ("events_lost", "queue of events: put while full"),
    ("host_dropped", "transmit: one of host_drops"),
    ("fcs_wrong", "fcs check: wrong; 0 without FCS"),
];
