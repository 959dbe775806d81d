//! What each flow has: its queue pairs, and the values behind the window.

use super::{address, has_table};
use crate::{
    nic::{Nic, Throttled},
    registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES},
};

/// Bits of the number of a queue pair (IBA 9.2).
const QP_BITS: u32 = 24;

/// Bits of what selects a flow: as many as the most flows need, so that the layout is that of every
/// configuration.
const FLOW_BITS: u32 = 12;

/// Bits of a CCTI: as many as the longest table needs.
pub(super) const CCTI_BITS: u32 = 10;

pub(super) fn entries(nic: &Nic) -> Vec<Entry> {
    let flows = nic.flows() as u32;
    let mut entries = vec![
        Entry::register(
            "qp_base",
            address::QP_BASE,
            "Which queue pairs the flows are.",
            vec![Field::new(
                "number",
                0,
                QP_BITS,
                Access::ReadWrite,
                "Number of flow 0's own queue pair; that of flow n is larger by n.",
            )],
        ),
        Entry::register(
            "flow_select",
            address::FLOW_SELECT,
            "Writing it copies the values of this flow, as they are in one moment, to the registers \
             of `flow`, where they stay until it is written again.",
            vec![Field::new("flow", 0, FLOW_BITS, Access::ReadWrite, "The flow.")
                .range(0, flows - 1)],
        ),
        Entry::group(
            "flow",
            address::FLOW,
            "The values of the flow that was selected last; those of flow 0 after reset. Reading \
             them changes nothing.",
            values(nic),
        ),
    ];
    if by_service_level(nic) {
        entries.push(
            Entry::register(
                "service_level_ccti",
                address::SERVICE_LEVEL_CCTI,
                "Where each service level is in the congestion control table.",
                vec![ccti(nic)],
            )
            .repeated("sl", Nic::SERVICE_LEVELS as u32, WORD_BYTES),
        );
    }
    let table = Entry::register(
        "qps",
        address::QPS,
        "Whom each flow talks to. A packet to a queue pair without a valid entry belongs to no flow \
         and is counted as `unknown_qp`. The queue pair that a packet comes from is not checked: the \
         base transport header of a connection does not tell it (IBA 9.2). Reset clears one entry \
         in each cycle; writes wait until that is done.",
        vec![
            Field::new(
                "remote_qp",
                0,
                QP_BITS,
                Access::ReadWrite,
                "The queue pair at the other end, to which ACKs and CNPs of this flow go.",
            ),
            Field::new("valid", 31, 1, Access::ReadWrite, "The entry counts."),
        ],
    );
    entries.push(table.repeated("flow", flows, WORD_BYTES));
    entries
}

fn by_service_level(nic: &Nic) -> bool {
    has_table(nic) && nic.throttled() == Throttled::Sl
}

fn ccti(nic: &Nic) -> Field {
    let doc = "Index into the congestion control table (CCTI).";
    Field::new("ccti", 0, CCTI_BITS, Access::ReadOnly, doc).range(0, nic.cct_entries() as u32 - 1)
}

/// The values of a flow, in the order of their addresses.
fn values(nic: &Nic) -> Vec<Entry> {
    /// Bits of the upper part of a value that is more than one register.
    const HIGH_BITS: u32 = 16;
    let value = |name: &str, place: u32, width: u32, unit: &str, doc: &str, of: &str| {
        let value = Field::new("count", 0, width, Access::ReadOnly, of).unit(unit);
        Entry::register(name, place * WORD_BYTES, doc, vec![value])
    };
    let (whole, low) = ("Modulo 2^32.", "Bits 31 to 0, modulo 2^48 as a whole.");
    let high = "Bits 47 to 32.";
    let started = "Bytes of the packets that it has started, from LRH to VCRC.";
    let throttled =
        "Cycles in which a packet was ready and the window open, but its delay had not passed.";
    let mut entries = vec![
        value("packets", 0, WORD_BITS, "packets", "Packets that it has started.", whole),
        value("bytes", 1, WORD_BITS, "bytes", started, low),
        value("bytes_high", 2, HIGH_BITS, "2^32 bytes", started, high),
        value("becns", 3, WORD_BITS, "packets", "Packets that came for it with a BECN.", whole),
        value("throttled", 4, WORD_BITS, "cycles", throttled, low),
        value("throttled_high", 5, HIGH_BITS, "2^32 cycles", throttled, high),
    ];
    let rate = match (has_table(nic), nic.throttled()) {
        (true, Throttled::Sl) => return entries,
        (true, Throttled::Qp) => ccti(nic),
        (false, _) => {
            /// Bits of an IPD (IBA 13.5.4).
            const IPD_BITS: u32 = 8;
            let doc = "Inter-packet delay: its rate is 1/(1 + this) of the highest.";
            Field::new("ipd", 0, IPD_BITS, Access::ReadOnly, doc).unit("packet times")
        }
    };
    const RATE: u32 = 6;
    entries.push(Entry::register("rate", RATE * WORD_BYTES, "How fast it may send.", vec![rate]));
    entries
}
