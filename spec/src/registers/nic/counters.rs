//! The counters of the port, each a register of its own.

use super::address;
use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

const PACKETS: &str = "packets";

/// Counters, one after the other.
fn counters(list: &[Counter]) -> Vec<Entry> {
    list.iter()
        .zip(0..)
        .map(|((name, unit, doc), place)| {
            let count = Field::new("count", 0, WORD_BITS, Access::ReadOnly, "Modulo 2^32.");
            Entry::register(name, place * WORD_BYTES, *doc, vec![count.unit(unit)])
        })
        .collect()
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        Entry::group("traffic", address::TRAFFIC, "All flows, and the link.", counters(&TRAFFIC)),
        Entry::group("marks", address::MARKS, "Marks, and what was said of them.", counters(&MARKS)),
        Entry::group(
            "malformed",
            address::MALFORMED,
            "Packets that came in and were wrong, each counted once, by the cause that shows first.",
            counters(&MALFORMED),
        ),
        Entry::group(
            "ignored",
            address::IGNORED,
            "What was in order, but of no use to any flow, and so changed nothing.",
            counters(&IGNORED),
        ),
    ]
}

/// Name, unit, what it counts.
type Counter = (&'static str, &'static str, &'static str);

const TRAFFIC: [Counter; 6] = [
    ("packets_in", PACKETS, "Well-formed packets that came in from the link."),
    ("packets_out", PACKETS, "Whole packets that went out to the link, answers included."),
    ("credit_stalls", "cycles", "A packet could go, but for want of credits."),
    ("bad_flow_control", PACKETS, "Flow-control packets with a wrong LPCRC, length, Op, or VL."),
    ("acks", PACKETS, "ACKs that acknowledged at least one packet in flight."),
    (
        "becns_lost",
        PACKETS,
        "BECNs that found the queue full, as so many others were about to slow flows down.",
    ),
];

const MARKS: [Counter; 8] = [
    ("fecn_received", PACKETS, "Packets that came with FECN, whatever became of it."),
    (
        "fecn_ignored",
        PACKETS,
        "Those of them that are not answered: multicast, CNPs and ACKs of a reliable connection \
         (IBA annex A10).",
    ),
    ("becn_received", PACKETS, "Packets that came with BECN, CNPs included."),
    ("becn_sent", PACKETS, "Answers that went out with BECN, CNPs included."),
    ("cnp_received", PACKETS, "CNPs that came."),
    ("cnp_sent", PACKETS, "CNPs that went out."),
    ("cnp_joined", PACKETS, "CNPs that did not go out alone, for an answer of the flow waited."),
    ("ack_joined", PACKETS, "ACKs that did not go out alone, for an answer of the flow waited."),
];

/// Those of [`Cause::ALL`](crate::nic::receive::Cause::ALL), in that order.
const MALFORMED: [Counter; 7] = [
    ("bad_version", PACKETS, "Came with a link version that is unknown."),
    ("bad_virtual_lane", PACKETS, "Came on a virtual lane that the link does not have."),
    (
        "bad_length",
        PACKETS,
        "The length that the header tells is too small for its headers or larger than the longest \
         packet, or the packet went on beyond it.",
    ),
    ("truncated", PACKETS, "Ended before the length that its header tells."),
    ("bad_vcrc", PACKETS, "VCRC wrong, or ended as bad."),
    ("global_route", PACKETS, "Has a Global Route Header: the NIC is for one subnet."),
    ("bad_cnp", PACKETS, "A CNP that has a payload."),
];

const IGNORED: [Counter; 7] = [
    ("unknown_qp", PACKETS, "Packets that came for a queue pair that is no flow's."),
    ("unknown_flow", PACKETS, "Packets that the host gave for a flow that there is not."),
    ("starts", PACKETS, "Packets that the host began although their flow had not been granted one."),
    ("acks", PACKETS, "ACKs and releases that were for no packet in flight."),
    ("declines", "grants", "Grants that the host declined although there was none."),
    (
        "bad_host_header",
        PACKETS,
        "Packets that the host gave with a version, virtual lane or length that cannot be sent.",
    ),
    (
        "bad_host_length",
        PACKETS,
        "Packets that the host gave shorter or longer than their header tells; cut, and sent as bad.",
    ),
];
