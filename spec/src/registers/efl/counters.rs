//! Counters of the endpoint, each in a register of its own.

use super::address;
use crate::efl::registers::COUNTERS;
use crate::registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES};

const FRAMES: &str = "frames";
const PACKETS: &str = "packets";
const ACKS: &str = "ACKs";

/// Unit and description of each of [`COUNTERS`], in that order.
const DESCRIPTIONS: [(&str, &str); COUNTERS.len()] = [
    (FRAMES, "Frames accepted by the MAC: data and ACKs."),
    (PACKETS, "Data packets sent, those sent again included."),
    (PACKETS, "Data packets sent again."),
    (ACKS, "ACKs sent."),
    (PACKETS, "Data packets accepted in order."),
    (ACKS, "ACKs received from a known peer."),
    (ACKS, "ACKs that acknowledged at least one packet in flight."),
    (ACKS, "Duplicate ACKs: with GAP, and of the first packet in flight."),
    ("losses", "Losses detected by a time-out."),
    ("losses", "Losses detected by duplicate ACKs."),
    (PACKETS, "Data packets that were received before."),
    (PACKETS, "Data packets behind a gap; dropped."),
    (FRAMES, "Frames dropped because the MAC or the FCS check reported them as bad."),
    (FRAMES, "Frames dropped because they end before the extension does."),
    (FRAMES, "Frames dropped because of another EtherType."),
    (FRAMES, "Frames dropped because of another destination address."),
    (FRAMES, "Frames dropped because they are not from the peer of an existing flow."),
    (FRAMES, "Frames dropped because of an impossible length."),
    (FRAMES, "Frames dropped because their time stamp is in the future."),
    (FRAMES, "Data packets dropped because their number is beyond any window."),
    (FRAMES, "Data packets dropped because the host left no space."),
    (ACKS, "ACKs received or owed that were lost because a queue was full."),
    (ACKS, "ACKs for packets that were acknowledged before."),
    (ACKS, "ACKs for packets that were never sent."),
    (ACKS, "ACKs with an RTT of less than a preset RTT_MIN, by which it was replaced."),
    ("events", "Events lost before the rate controller because its queue was full."),
    (PACKETS, "Packets of the host dropped: too long, without a credit, or of no flow."),
    (FRAMES, "Frames received with a wrong FCS; 0 if the MAC checks it."),
];

pub(super) fn entry() -> Entry {
    let counters = COUNTERS.iter().zip(DESCRIPTIONS).zip(0..).map(|(((name, _), about), place)| {
        let (unit, doc) = about;
        let count = Field::new("count", 0, WORD_BITS, Access::ReadOnly, "Modulo 2^32.");
        Entry::register(name, place * WORD_BYTES, doc, vec![count.unit(unit)])
    });
    Entry::group("counters", address::COUNTERS_FIRST, "All flows together.", counters.collect())
}
