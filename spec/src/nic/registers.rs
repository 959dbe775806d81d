//! Registers of a NIC over AXI4-Lite; [`crate::registers::nic`] is their map.
//!
//! The AXI4-Lite interface is `s_axil`; the rules below omit the prefix `s_axil_` of its ports.
//!
//! # One access at a time
//!
//! A write or a read begins when no other access is in progress and no response of its own kind is
//! pending; if both could begin, they alternate. Address and data of a write are accepted together.
//! All outputs are registers: an access begins in the cycle before that in which it is accepted, as
//! the master keeps its `valid`, address and data until then.
//!
//! ```text
//! free      = step = 0 and ready and (table_ready or there is no table)
//! can_write = awvalid and wvalid and not bvalid
//! can_read  = arvalid and not rvalid
//! writes    = free and can_write and (not can_read or not wrote)
//! reads     = free and can_read and not writes
//!
//! awready'  = wready' = writes
//! arready'  = reads
//! address'  = awaddr if writes, else araddr if reads, else address
//! data'     = wdata, with wstrb, if writes, else data
//! wrote'    = 1 if writes, else 0 if reads, else wrote
//! step'     = 1 if writes or reads, else 0 if done, else step + 1 if 0 < step < 4, else step
//! bvalid'   = 1 if done and wrote, else 0 if bready, else bvalid
//! rvalid'   = 1 if done and not wrote, else 0 if rready, else rvalid
//! ```
//!
//! *done* is in the first cycle of step 4, except
//!
//! * for a counter of the port: in the first cycle of step 4 whose previous cycle was the counter's
//!   slot;
//! * for a CCTI of a service level (SL): when the query is answered;
//! * for a legal write to `flow_select`: when the copy is complete.
//!
//! A write is legal if all bits of `wstrb` are 1, the register has a field to be written, and the
//! value is in the field's range. Then its fields take over their bits of `data` with the end of
//! `done`, bits outside any field are lost, and `bresp` is 0 (OKAY); else nothing changes, and
//! `bresp` is 2 (SLVERR). Read data is the value of the register in the cycle of `done`, with
//! `rresp` 0; if there is no register, it is 0, with `rresp` 2. `bresp`, `rdata` and `rresp` stay
//! until the next `done` of their kind. The two lowest bits of addresses are ignored; *place* is
//! `address div 4`, the word address.
//!
//! # Table
//!
//! The values of the congestion table are read from it:
//!
//! ```text
//! read_sl     = set_sl = ((place - 1) div 2) mod 16
//! read_index  = write_index = place mod 2^index_bits
//! set_timer, set_increase, set_trigger   = those of data if place is odd, else read_…
//! set_min     = that of data if place is even, else read_min
//! write_entry = bits 15 to 0 of data
//! ```
//!
//! `set_valid` and `write` are 1 in the cycle of `done` of a legal write to a setting of an SL or
//! to an entry. `limit` is that of the map, with zeros above.
//!
//! A *query* for a CCTI raises `ask`, in each cycle until `ask_ready`, and is answered by `ccti`
//! three cycles later. It starts with the first cycle of step 4; for a flow, when its other values
//! have been copied.
//!
//! ```text
//! ask_flow = flow_select   ask_sl = SL of the flow's last start as it was copied   CCTI for each flow
//! ask_flow = 0             ask_sl = place mod 16                                   for each SL
//! ```
//!
//! Without a table these outputs are 0, and its inputs are ignored.
//!
//! # Queue pairs
//!
//! `qp_write_flow` is `place mod 2^flow_bits`, `qp_write_number` bits 23 to 0 of `data`, and
//! `qp_write_valid` bit 31; `qp_write` is 1 in the cycle of `done` of a legal write to an entry. A
//! module that keeps a copy of the entries must have cleared all of them by the time that `ready`
//! is high.
//!
//! # Values of flows
//!
//! Each event adds to the values of its flow: `start` one packet and its bytes, `becn` one BECN,
//! `throttled` a number of cycles. There may be one of each kind in each cycle, of the same flow or
//! not: none is lost and none waits. `changed` replaces the flow's IPD, a start replaces the flow's
//! SL, and a BECN replaces its LID.
//!
//! A write to `flow_select` copies the values in the first cycle from step 4 on in which there is
//! no `start`, `becn` or `throttled`, as they are with the end of that cycle, *s*. `flow_select`
//! and the values of `flow` change with the end of cycle *s* + 3, in which the copy is complete.
//! With a CCTI for each flow it is complete when the query that starts in cycle *s* + 4 is
//! answered, and `rate` changes with the end of that cycle. The values are 0 until the first copy.
//! (A NIC starts a packet in at most one of four cycles and, in the long run, has no more BECNs
//! than that, so *s* follows soon.)
//!
//! # Counters of the port
//!
//! Bit *n* of `happened` is for the counter *n* in the order of addresses. The counter at address
//! `TRAFFIC + 4·m` has its slot in cycle *c* after reset if *c* is *m* modulo [`TURNS`]. Its read
//! data includes the events before the cycle of the slot.
//!
//! # Log
//!
//! An event sets the bit of its SL, even if that is just being cleared, is counted, and is in its
//! entry from the next cycle on. An entry is read with its flow, SL and time at the beginning of
//! step 2; the queue pair and the LID at the other end are those that the flow has at the beginning
//! of step 3: the table's number, whether valid or not, and the LID of its last BECN. The local
//! queue pair is `qp_base + flow` as it is then. The service type is that of a reliable connection.
//!
//! # Reset
//!
//! Reset clears all registers. In as many cycles after it as there are flows, `ready` is low,
//! memories are cleared, and events of flows do not count. Flows are below [`Nic::flows`], always.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `s_axil_awvalid` | 1 | AXI4-Lite: write address valid |
//! | in `s_axil_awaddr` | [`ADDRESS_BITS`] | write address |
//! | in `s_axil_wvalid` | 1 | write data valid |
//! | in `s_axil_wdata` | 32 | write data |
//! | in `s_axil_wstrb` | 4 | byte enables of the write data |
//! | in `s_axil_bready` | 1 | the write response is accepted |
//! | in `s_axil_arvalid` | 1 | read address valid |
//! | in `s_axil_araddr` | [`ADDRESS_BITS`] | read address |
//! | in `s_axil_rready` | 1 | the read data is accepted |
//! | in `time_stamp` | 32 | time in ticks of 1.024 µs |
//! | in `table_ready` | 1 | the congestion table is cleared |
//! | in `read_timer`, `read_increase`, `read_trigger`, `read_min` | 16, 8, 8, 8 | settings in the table for the `read_sl` of the cycle before |
//! | in `read_entry` | 16 | entry of the table at the `read_index` of the cycle before |
//! | in `ask_ready` | 1 | the query is accepted |
//! | in `ccti` | [`index_bits`] | CCTI that answers the query |
//! | in `event_valid` | 1 | a CCTI has reached the trigger |
//! | in `event_flow` | [`Nic::flow_bits`] | flow of the event |
//! | in `event_sl` | 4 | SL of the event |
//! | in `event_time` | 32 | time of the event |
//! | in `changed` | 1 | the IPD of a flow has changed |
//! | in `changed_flow` | [`Nic::flow_bits`] | that flow |
//! | in `changed_ipd` | 8 | new IPD |
//! | in `start` | 1 | a flow starts a packet |
//! | in `start_flow` | [`Nic::flow_bits`] | that flow |
//! | in `start_sl` | 4 | SL of the packet |
//! | in `start_bytes` | [`BYTES_BITS`] | bytes of the packet, from LRH to VCRC |
//! | in `becn` | 1 | a packet with a BECN has been received |
//! | in `becn_flow` | [`Nic::flow_bits`] | flow of the BECN |
//! | in `becn_lid` | 16 | LID from which the BECN was sent |
//! | in `throttled` | 1 | a flow was throttled |
//! | in `throttled_flow` | [`Nic::flow_bits`] | that flow |
//! | in `throttled_cycles` | [`THROTTLED_BITS`] | cycles for which it was throttled |
//! | in `happened` | [`COUNTERS`] × 1 | events that the counters of the port count |
//! | out `s_axil_awready` | 1 | the write address is accepted |
//! | out `s_axil_wready` | 1 | the write data is accepted |
//! | out `s_axil_bvalid` | 1 | write response valid |
//! | out `s_axil_bresp` | 2 | 0: OKAY, 2: SLVERR |
//! | out `s_axil_arready` | 1 | the read address is accepted |
//! | out `s_axil_rvalid` | 1 | read data valid |
//! | out `s_axil_rdata` | 32 | read data |
//! | out `s_axil_rresp` | 2 | 0: OKAY, 2: SLVERR |
//! | out `ready` | 1 | memories are cleared |
//! | out `qp_base` | 24 | number of flow 0's own queue pair |
//! | out `control_map` | 16 | SLs whose settings are in use |
//! | out `qp_write` | 1 | the remote queue pair of a flow is written |
//! | out `qp_write_flow` | [`Nic::flow_bits`] | flow of that entry |
//! | out `qp_write_valid` | 1 | the flow is connected |
//! | out `qp_write_number` | 24 | number of the remote queue pair |
//! | out `limit` | 16 | CCTI_Limit |
//! | out `set_valid` | 1 | the settings of an SL are written |
//! | out `set_sl` | 4 | SL of these settings |
//! | out `set_timer`, `set_increase`, `set_trigger`, `set_min` | 16, 8, 8, 8 | the settings |
//! | out `write` | 1 | an entry of the congestion control table is written |
//! | out `write_index` | [`index_bits`] | index of the entry |
//! | out `write_entry` | 16 | value of the entry |
//! | out `read_sl` | 4 | SL whose settings are to be read |
//! | out `read_index` | [`index_bits`] | index of the entry to be read |
//! | out `ask` | 1 | a CCTI is queried |
//! | out `ask_flow` | [`Nic::flow_bits`] | flow of the query |
//! | out `ask_sl` | 4 | SL of the query |
//!
//! Module: `tailback_nic_registers`.

pub use super::congestion_table::index_bits;
pub use super::rate_limiter::IPD_BITS;
pub use super::reflector::{LID_BITS, QP_BITS};
pub use super::transmit::BYTES_BITS;

use super::{Nic, Response, Throttled};
use crate::register_map::{WORD_BITS, WORD_BYTES};

/// Addresses of the parts of the map, in bytes.
pub mod address {
    #![allow(missing_docs, reason = "the map names and documents each of them")]

    pub const IDENTIFICATION: u32 = 0x00;
    pub const VERSION: u32 = 0x04;
    pub const CAPABILITIES: u32 = 0x08;
    pub const DATAPATH: u32 = 0x0C;
    pub const CLOCK: u32 = 0x10;
    pub const QP_BASE: u32 = 0x20;

    pub const FLOW_SELECT: u32 = 0x80;
    /// Values of the selected flow.
    pub const FLOW: u32 = 0x84;
    /// CCTI of SL 0; those of the other SLs follow.
    pub const SERVICE_LEVEL_CCTI: u32 = 0xC0;

    pub const TRAFFIC: u32 = 0x100;
    pub const MARKS: u32 = 0x120;
    pub const MALFORMED: u32 = 0x140;
    pub const IGNORED: u32 = 0x160;

    /// Address of the words of a management attribute.
    pub const fn attribute(id: u32) -> u32 {
        id << 8
    }

    pub const CONGESTION_INFO: u32 = attribute(0x11);
    pub const CONGESTION_LOG: u32 = attribute(0x13);
    pub const CA_CONGESTION_SETTING: u32 = attribute(0x16);
    pub const CONGESTION_CONTROL_TABLE: u32 = attribute(0x17);
    pub const TIME_STAMP: u32 = attribute(0x18);

    /// Entries of the congestion control table, too many for the addresses after its limit.
    pub const TABLE_ENTRIES: u32 = 0x2000;
    pub const QPS: u32 = 0x4000;
}

/// Bits of an address: enough for every byte of the map, which ends with the queue pairs of the
/// most flows.
pub const ADDRESS_BITS: usize = {
    let bytes = address::QPS + *Nic::FLOWS.end() as u32 * WORD_BYTES;
    (WORD_BITS - (bytes - 1).leading_zeros()) as usize
};

/// Bits of a cycle count that one event adds.
pub const THROTTLED_BITS: usize = 32;
/// Bits of a count of bytes or of throttled cycles.
pub const LONG_BITS: usize = 48;

/// Counters of the port, in the order of addresses: address of each group, and its number of
/// counters.
pub const COUNTER_GROUPS: [(u32, usize); 4] =
    [(address::TRAFFIC, 6), (address::MARKS, 8), (address::MALFORMED, 7), (address::IGNORED, 7)];

/// Number of counters of the port.
pub const COUNTERS: usize = {
    let [(_, traffic), (_, marks), (_, malformed), (_, ignored)] = COUNTER_GROUPS;
    traffic + marks + malformed + ignored
};

/// Index of the first counter of a group of [`COUNTER_GROUPS`].
pub fn first_counter(group: usize) -> usize {
    COUNTER_GROUPS[..group].iter().map(|(_, counters)| counters).sum()
}

/// Slots of the counters of the port, including those without a counter.
pub const TURNS: usize = 32;

/// Slot of each counter of the port.
pub fn counter_turns() -> [usize; COUNTERS] {
    let mut turns = [0; COUNTERS];
    let group = |(first, counters): (u32, usize)| {
        let first = ((first - address::TRAFFIC) / WORD_BYTES) as usize;
        first..first + counters
    };
    for (turn, place) in turns.iter_mut().zip(COUNTER_GROUPS.into_iter().flat_map(group)) {
        *turn = place;
    }
    turns
}

/// Meaning of the `rate` of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rate {
    /// Inter-packet delay of the flow: there is no congestion control table.
    Ipd,
    /// Index of the flow into the table.
    OfFlow,
    /// No value: each service level has an index, flows have none.
    OfLevel,
}

/// Meaning of the `rate` of a flow of this NIC.
pub fn rate(nic: &Nic) -> Rate {
    match (nic.response(), nic.throttled()) {
        (Response::Cct, Throttled::Qp) => Rate::OfFlow,
        (Response::Cct, Throttled::Sl) => Rate::OfLevel,
        _ => Rate::Ipd,
    }
}

/// Whether there is a congestion control table.
pub fn has_table(nic: &Nic) -> bool {
    nic.response() == Response::Cct
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{presets, registers::nic::map, Config};

    #[test]
    fn counters_are_those_of_the_map_and_addresses_reach_all_of_it() {
        for overrides in [&["nic.flows=4096"][..], &["nic.flows=1", "nic.response=\"cct\""]] {
            let overrides: Vec<_> = overrides.iter().map(|text| text.parse().unwrap()).collect();
            let config = Config::from_toml_with(presets::ALL[0].toml, &overrides).unwrap();
            let map = map(&config).unwrap();
            assert_eq!(map.address_bits(), ADDRESS_BITS);
            let page = address::TRAFFIC..address::attribute(2);
            let mut turns = counter_turns().to_vec();
            for register in map.registers().iter().filter(|it| page.contains(&it.address)) {
                let turn = (register.address - page.start) / WORD_BYTES;
                assert_eq!(turns.remove(0), turn as usize);
            }
            assert!(turns.is_empty() && counter_turns().into_iter().all(|turn| turn < TURNS));
        }
    }
}
