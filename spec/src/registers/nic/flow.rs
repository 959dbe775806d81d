//! Registers of flows: queue pairs, and the values behind the window.

use super::{address, has_table};
use crate::{
    nic::{Nic, Throttled},
    registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES},
};

/// Width of a queue pair number (IBA 9.2).
const QP_BITS: u32 = 24;

/// Width of the index of a flow, enough for the most flows, so that the layout is the same for every
/// configuration.
const FLOW_BITS: u32 = 12;

/// Width of a CCTI, enough for the longest table.
pub(super) const CCTI_BITS: u32 = 10;

pub(super) fn entries(nic: &Nic) -> Vec<Entry> {
    let flows = nic.flows() as u32;
    let mut entries = vec![
        Entry::register(
            "qp_base",
            address::QP_BASE,
            "Queue pair numbers of the flows.",
            vec![Field::new(
                "number",
                0,
                QP_BITS,
                Access::ReadWrite,
                "Number of the NIC's queue pair of flow 0; that of flow n is larger by n.",
            )],
        ),
        Entry::register(
            "flow_select",
            address::FLOW_SELECT,
            "Selection of a flow. A write copies the values of the flow, taken in the same cycle, to the \
             registers of `flow`, where they stay until the next write.",
            vec![Field::new("flow", 0, FLOW_BITS, Access::ReadWrite, "Index of the flow.")
                .range(0, flows - 1)],
        ),
        Entry::group(
            "flow",
            address::FLOW,
            "Values of the flow selected last; those of flow 0 after reset. Reads have no side effects.",
            values(nic),
        ),
    ];
    if by_service_level(nic) {
        entries.push(
            Entry::register(
                "service_level_ccti",
                address::SERVICE_LEVEL_CCTI,
                "Index of each service level into the congestion control table.",
                vec![ccti(nic)],
            )
            .repeated("sl", Nic::SERVICE_LEVELS as u32, WORD_BYTES),
        );
    }
    let table = Entry::register(
        "qps",
        address::QPS,
        "Remote queue pair of each flow. A packet to a queue pair without a valid entry belongs to no \
         flow and is counted as `unknown_qp`. The source queue pair of a packet is not checked: the \
         base transport header of a connection does not contain it (IBA 9.2). Reset clears one \
         entry in each cycle; writes wait until all entries are cleared.",
        vec![
            Field::new(
                "remote_qp",
                0,
                QP_BITS,
                Access::ReadWrite,
                "Queue pair at the other end, to which ACKs and CNPs of this flow are sent.",
            ),
            Field::new("valid", 31, 1, Access::ReadWrite, "1: the entry is valid."),
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

/// Values of a flow, in the order of their addresses.
fn values(nic: &Nic) -> Vec<Entry> {
    /// Width of the upper part of a value of more than one register.
    const HIGH_BITS: u32 = 16;
    let value = |name: &str, place: u32, width: u32, unit: &str, doc: &str, of: &str| {
        let value = Field::new("count", 0, width, Access::ReadOnly, of).unit(unit);
        Entry::register(name, place * WORD_BYTES, doc, vec![value])
    };
    let (whole, low) = ("Modulo 2^32.", "Bits 31 to 0, modulo 2^48 as a whole.");
    let high = "Bits 47 to 32.";
    let started = "Bytes of the packets that the flow has started, from LRH to VCRC.";
    let throttled =
        "Cycles in which a packet was ready and the window open, but the schedule had not passed.";
    let mut entries = vec![
        value("packets", 0, WORD_BITS, "packets", "Packets that the flow has started.", whole),
        value("bytes", 1, WORD_BITS, "bytes", started, low),
        value("bytes_high", 2, HIGH_BITS, "2^32 bytes", started, high),
        value("becns", 3, WORD_BITS, "packets", "Packets received for the flow with BECN.", whole),
        value("throttled", 4, WORD_BITS, "cycles", throttled, low),
        value("throttled_high", 5, HIGH_BITS, "2^32 cycles", throttled, high),
    ];
    let rate = match (has_table(nic), nic.throttled()) {
        (true, Throttled::Sl) => return entries,
        (true, Throttled::Qp) => ccti(nic),
        (false, _) => {
            /// Width of an IPD (IBA 13.5.4).
            const IPD_BITS: u32 = 8;
            let doc =
                "Inter-packet delay: the rate of the flow is 1/(1 + this) of the highest rate.";
            Field::new("ipd", 0, IPD_BITS, Access::ReadOnly, doc).unit("packet times")
        }
    };
    const RATE: u32 = 6;
    entries.push(Entry::register("rate", RATE * WORD_BYTES, "Rate of the flow.", vec![rate]));
    entries
}
