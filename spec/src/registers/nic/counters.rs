//! The counters of the port, each a register of its own.

use super::address;
use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

/// Counters of packets, one after the other: name, what they count.
fn counters(list: &[(&str, &str)]) -> Vec<Entry> {
    list.iter()
        .zip(0..)
        .map(|((name, doc), place)| {
            let count = Field::new("count", 0, WORD_BITS, Access::ReadOnly, "Modulo 2^32.");
            Entry::register(name, place * WORD_BYTES, *doc, vec![count.unit("packets")])
        })
        .collect()
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        Entry::group("traffic", address::TRAFFIC, "Packets of all flows.", counters(&TRAFFIC)),
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

const TRAFFIC: [(&str, &str); 2] = [
    ("packets_in", "Well-formed packets that came in from the link."),
    ("packets_out", "Packets that went out to the link, CNPs included."),
];

const MARKS: [(&str, &str); 7] = [
    ("fecn_received", "Packets that came with FECN, whatever became of it."),
    (
        "fecn_ignored",
        "Those of them that are not answered: multicast, CNPs and ACKs of a reliable connection \
         (IBA annex A10).",
    ),
    ("becn_received", "Packets that came with BECN, CNPs included."),
    ("becn_sent", "Packets that went out with BECN, CNPs included."),
    ("cnp_received", "CNPs that came."),
    ("cnp_sent", "CNPs that went out."),
    ("cnp_dropped", "CNPs that were to go out, but found no room."),
];

/// Causes in the order in which a packet shows them.
const MALFORMED: [(&str, &str); 7] = [
    ("bad_version", "Came with a link version that is unknown."),
    ("bad_next_header", "Has no BTH behind its LRH, nor a GRH that leads to one."),
    (
        "bad_length",
        "The length that the header tells is too small for its headers or larger than the longest \
         packet, or the packet went on beyond it.",
    ),
    ("bad_transport_version", "Came with a transport version that is unknown."),
    ("bad_cnp", "A CNP that has a payload, or no BECN."),
    ("truncated", "Ended before the length that its header tells."),
    ("bad_vcrc", "VCRC wrong, or ended as bad."),
];

const IGNORED: [(&str, &str); 4] = [
    ("unknown_qp", "Packets that came for a queue pair that is no flow's."),
    ("unknown_flow", "Packets that the host gave for a flow that there is not."),
    ("starts", "Packets that the host began although their flow had not been granted one."),
    ("acks", "ACKs for a flow that had no packet in flight."),
];
