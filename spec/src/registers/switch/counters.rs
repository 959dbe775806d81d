//! The counters of a port, each a register of its own.

use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

/// Counters one after the other: name, unit, what they count.
fn counters(list: &[(&str, &str, &str)]) -> Vec<Entry> {
    list.iter()
        .zip(0..)
        .map(|((name, unit, doc), place)| {
            let value = Field::new("count", 0, WORD_BITS, Access::ReadOnly, "Modulo 2^32.");
            Entry::register(name, place * WORD_BYTES, *doc, vec![value.unit(unit)])
        })
        .collect()
}

/// Causes in the order in which a packet shows them.
pub(super) fn malformed() -> Vec<Entry> {
    counters(&[
        ("bad_version", "packets", "Came with a link version that is unknown."),
        ("bad_virtual_lane", "packets", "Came on a virtual lane that is not configured."),
        (
            "bad_length",
            "packets",
            "The length that the header tells is too small for its headers or larger than the \
             longest packet, or the packet went on beyond it.",
        ),
        (
            "unknown_destination",
            "packets",
            "No valid forwarding entry for its DLID, or the link that it names is down.",
        ),
        ("no_room", "packets", "Came without credits, and found no room."),
        ("truncated", "packets", "Ended before the length that its header tells."),
        (
            "bad_vcrc",
            "packets",
            "VCRC wrong, or ended as bad. What has left already, by cut-through, ends as bad.",
        ),
    ])
}

pub(super) fn flow_control() -> Vec<Entry> {
    counters(&[
        ("received", "packets", "Good flow-control packets that came."),
        ("sent", "packets", "Flow-control packets that went."),
        ("bad_crc", "packets", "Came with a wrong LPCRC, or not with six bytes."),
        ("bad_operation", "packets", "Came with an operation that is unknown."),
        ("bad_virtual_lane", "packets", "Came for a virtual lane that is not configured."),
    ])
}

/// In and out, which data lanes and VL15 have in common.
const TRAFFIC: [(&str, &str, &str); 4] = [
    ("packets_in", "packets", "Well-formed packets that came in."),
    ("blocks_in", "blocks", "Their blocks of 64 bytes, each packet rounded up."),
    ("packets_out", "packets", "Packets that went out."),
    ("blocks_out", "blocks", "Their blocks of 64 bytes, each packet rounded up."),
];

/// What both have, behind what they have each.
const HEAD_OF_QUEUE: (&str, &str, &str) = (
    "head_of_queue_dropped",
    "packets",
    "Packets for this output port that were dropped for its Head-of-Queue Life limit.",
);

pub(super) fn management() -> Vec<Entry> {
    const DROPPED: (&str, &str, &str) =
        ("dropped", "packets", "Well-formed packets for which there was no room.");
    counters(&[&TRAFFIC[..], &[DROPPED, HEAD_OF_QUEUE]].concat())
}

/// Of a data lane.
pub(super) fn lane() -> Vec<Entry> {
    const OWN: [(&str, &str, &str); 2] = [
        ("marked", "packets", "Packets that went out with FECN set by this switch."),
        (
            "credit_stalls",
            "cycles",
            "Cycles in which a packet waited for nothing but credits, the link being free.",
        ),
    ];
    counters(&[&TRAFFIC[..], &OWN, &[HEAD_OF_QUEUE]].concat())
}
