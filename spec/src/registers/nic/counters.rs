//! Counters of the port, each in a register of its own.

use super::address;
use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

const PACKETS: &str = "packets";

/// Consecutive counters.
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
        Entry::group(
            "traffic",
            address::TRAFFIC,
            "All flows together, and the link.",
            counters(&TRAFFIC),
        ),
        Entry::group("marks", address::MARKS, "Marks, and the replies to them.", counters(&MARKS)),
        Entry::group(
            "malformed",
            address::MALFORMED,
            "Malformed received packets, each counted once, by the first cause detected.",
            counters(&MALFORMED),
        ),
        Entry::group(
            "ignored",
            address::IGNORED,
            "Packets and host events that are of no use to any flow.",
            counters(&IGNORED),
        ),
    ]
}

/// Name, unit, description.
type Counter = (&'static str, &'static str, &'static str);

const TRAFFIC: [Counter; 6] = [
    ("packets_in", PACKETS, "Well-formed packets received from the link."),
    ("packets_out", PACKETS, "Complete packets transmitted to the link, replies included."),
    ("credit_stalls", "cycles", "Cycles in which a packet waited only for credits."),
    ("bad_flow_control", PACKETS, "Flow-control packets with a wrong LPCRC, length, Op, or VL."),
    ("acks", PACKETS, "ACKs that acknowledged at least one packet in flight."),
    ("becns_lost", PACKETS, "BECNs lost because the queue for BECNs was full."),
];

const MARKS: [Counter; 8] = [
    ("fecn_received", PACKETS, "Packets received with FECN, ignored ones included."),
    (
        "fecn_ignored",
        PACKETS,
        "Packets received with FECN that cause no reply: multicast, CNPs and ACKs of a reliable \
         connection (IBA annex A10).",
    ),
    ("becn_received", PACKETS, "Packets received with BECN, CNPs included."),
    ("becn_sent", PACKETS, "Replies transmitted with BECN, CNPs included."),
    ("cnp_received", PACKETS, "CNPs received."),
    ("cnp_sent", PACKETS, "CNPs transmitted."),
    ("cnp_joined", PACKETS, "CNPs merged into a reply of the same flow that was waiting."),
    ("ack_joined", PACKETS, "ACKs merged into a reply of the same flow that was waiting."),
];

/// Causes of [`Cause::ALL`](crate::nic::receive::Cause::ALL), in that order.
const MALFORMED: [Counter; 7] = [
    ("bad_version", PACKETS, "Packets received with an unknown link version."),
    (
        "bad_virtual_lane",
        PACKETS,
        "Packets received on a virtual lane that the link does not have.",
    ),
    (
        "bad_length",
        PACKETS,
        "Packets whose PktLen is too small for their headers or exceeds the longest packet, and \
         packets longer than their PktLen.",
    ),
    ("truncated", PACKETS, "Packets shorter than their PktLen."),
    ("bad_vcrc", PACKETS, "Packets with a wrong VCRC, or ended as bad."),
    ("global_route", PACKETS, "Packets with a Global Route Header: the NIC supports one subnet."),
    ("bad_cnp", PACKETS, "CNPs with a payload."),
];

const IGNORED: [Counter; 7] = [
    ("unknown_qp", PACKETS, "Packets received for a queue pair of no flow."),
    ("unknown_flow", PACKETS, "Packets from the host for a flow that does not exist."),
    ("starts", PACKETS, "Packets that the host started without a grant for their flow."),
    ("acks", PACKETS, "ACKs and releases for which no packet was in flight."),
    ("declines", "grants", "Grants that the host declined although there was no grant."),
    (
        "bad_host_header",
        PACKETS,
        "Packets from the host with a version, virtual lane or length that cannot be transmitted.",
    ),
    (
        "bad_host_length",
        PACKETS,
        "Packets from the host shorter or longer than their PktLen; truncated, and ended as bad.",
    ),
];
