//! Counters of a port, each in a register of its own.

use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

/// Consecutive counters: name, unit, description.
fn counters(list: &[(&str, &str, &str)]) -> Vec<Entry> {
    list.iter()
        .zip(0..)
        .map(|((name, unit, doc), place)| {
            let value = Field::new("count", 0, WORD_BITS, Access::ReadOnly, "Modulo 2^32.");
            Entry::register(name, place * WORD_BYTES, *doc, vec![value.unit(unit)])
        })
        .collect()
}

/// Causes in the order in which they are detected.
pub(super) fn malformed() -> Vec<Entry> {
    counters(&[
        ("bad_version", "packets", "Packets received with an unknown link version."),
        (
            "bad_virtual_lane",
            "packets",
            "Packets received on a virtual lane that is not configured.",
        ),
        (
            "bad_length",
            "packets",
            "Packets whose PktLen is too small for their headers or exceeds the longest packet, and \
             packets longer than their PktLen.",
        ),
        (
            "unknown_destination",
            "packets",
            "Packets without a valid forwarding entry for their DLID, or whose output link is down.",
        ),
        ("no_room", "packets", "Packets received without credits and without free buffer space."),
        ("truncated", "packets", "Packets shorter than their PktLen."),
        (
            "bad_vcrc",
            "packets",
            "Packets with a wrong VCRC, or ended as bad. A packet that has been transmitted in part, by \
             cut-through, is ended as bad.",
        ),
    ])
}

pub(super) fn flow_control() -> Vec<Entry> {
    counters(&[
        ("received", "packets", "Valid flow-control packets received."),
        ("sent", "packets", "Flow-control packets transmitted."),
        ("bad_crc", "packets", "Packets received with a wrong LPCRC, or not of six bytes."),
        ("bad_operation", "packets", "Packets received with an unknown operation."),
        (
            "bad_virtual_lane",
            "packets",
            "Packets received for a virtual lane that is not configured.",
        ),
    ])
}

/// Traffic counters, common to data lanes and VL15.
const TRAFFIC: [(&str, &str, &str); 4] = [
    ("packets_in", "packets", "Well-formed packets received."),
    ("blocks_in", "blocks", "Blocks of 64 bytes of these packets, each packet rounded up."),
    ("packets_out", "packets", "Packets transmitted."),
    ("blocks_out", "blocks", "Blocks of 64 bytes of these packets, each packet rounded up."),
];

/// Counter common to data lanes and VL15, after the counters that differ.
const HEAD_OF_QUEUE: (&str, &str, &str) = (
    "head_of_queue_dropped",
    "packets",
    "Packets for this output port dropped by its Head-of-Queue Life limit.",
);

pub(super) fn management() -> Vec<Entry> {
    const DROPPED: (&str, &str, &str) =
        ("dropped", "packets", "Well-formed packets dropped for lack of free buffer space.");
    counters(&[&TRAFFIC[..], &[DROPPED, HEAD_OF_QUEUE]].concat())
}

/// Counters of a data lane.
pub(super) fn lane() -> Vec<Entry> {
    const OWN: [(&str, &str, &str); 2] = [
        ("marked", "packets", "Packets transmitted with FECN set by this switch."),
        (
            "credit_stalls",
            "cycles",
            "Cycles in which a packet waited only for credits while the link was free.",
        ),
    ];
    counters(&[&TRAFFIC[..], &OWN, &[HEAD_OF_QUEUE]].concat())
}
