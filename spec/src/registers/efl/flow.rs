//! Registers of flows: the values behind the window, and the peers.

use super::{address, writable};
use crate::efl::{
    rate::{RATE_BITS, TIME_BITS},
    registers::FLOW_VALUES,
    Efl,
};
use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

const PACKETS: &str = "packets";
const TICKS: &str = "100 ns";

pub(super) fn entries(efl: &Efl) -> Vec<Entry> {
    let flows = efl.flows() as u32;
    vec![
        Entry::register(
            "flow_select",
            address::FLOW_SELECT,
            "Selection of a flow. A write copies the values of the flow, taken in the same cycle, to the \
             registers of `flow`, where they stay until the next write.",
            vec![writable("flow", 16, "Index of the flow.").range(0, flows - 1)],
        ),
        Entry::group(
            "flow",
            address::FLOW,
            "Values of the flow selected last; 0 before the first write to `flow_select`. Reads have no \
             side effects.",
            values(),
        ),
        Entry::group(
            "peers",
            address::PEERS,
            "Peer of each flow: the endpoint at its other end. Set the address before data is given to \
             the flow.",
            peer(),
        )
        .repeated("flow", flows, address::PEERS_STRIDE),
    ]
}

/// Name, bits, unit, description, in the order of the addresses.
type Value = (&'static str, u32, &'static str, &'static str);

const VALUES: [Value; FLOW_VALUES] = [
    ("sent", WORD_BITS, PACKETS, "Packets sent, without those sent again. Modulo 2^32."),
    ("sent_again", WORD_BITS, PACKETS, "Packets sent again. Modulo 2^32."),
    ("time_outs", WORD_BITS, "losses", "Losses detected by a time-out. Modulo 2^32."),
    ("duplicate_losses", WORD_BITS, "losses", "Losses detected by duplicate ACKs. Modulo 2^32."),
    ("accepted", WORD_BITS, PACKETS, "Packets accepted in order. Modulo 2^32."),
    ("rtt", TIME_BITS, TICKS, "RTT of the last ACK. 0: none was measured."),
    ("rtt_min", TIME_BITS, TICKS, "Least RTT. 0: none was measured."),
    ("rtt_predicted", TIME_BITS, TICKS, "Predicted RTT of the last ACK (equation 4)."),
    ("rate", RATE_BITS, "2^-20 bytes in 100 ns", "R: rate of the flow. 0: none was known yet."),
    (
        "state",
        2,
        "",
        "State: 0 idle, 1 bandwidth probing, 2 delay probing, 3 congestion avoidance.",
    ),
];

fn values() -> Vec<Entry> {
    VALUES
        .iter()
        .zip(0..)
        .map(|((name, bits, unit, doc), place)| {
            let value = Field::new("value", 0, *bits, Access::ReadOnly, "Value.");
            let value = if unit.is_empty() { value } else { value.unit(unit) };
            Entry::register(name, place * WORD_BYTES, *doc, vec![value])
        })
        .collect()
}

fn peer() -> Vec<Entry> {
    let valid = Field::new(
        "valid",
        31,
        1,
        Access::ReadWrite,
        "1: frames from the peer are accepted. 0: they are dropped as from an unknown peer.",
    );
    vec![
        Entry::register(
            "address_low",
            0,
            "MAC address of the peer, lower part.",
            vec![writable("bits", WORD_BITS, "Bits 31 to 0: the last four bytes on the wire.")],
        ),
        Entry::register(
            "address_high",
            WORD_BYTES,
            "MAC address of the peer, upper part.",
            vec![writable("bits", 16, "Bits 47 to 32: the first two bytes on the wire."), valid],
        ),
        Entry::register(
            "label",
            2 * WORD_BYTES,
            "Flow label of all frames to the peer.",
            vec![writable("label", 16, "Index of the flow at the peer.")],
        ),
    ]
}
