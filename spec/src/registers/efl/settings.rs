//! The MAC address, and the settings of the rate controller.

use super::{address, writable};
use crate::efl::{
    rate::{Settings, ALPHA_BITS, BETA_BITS, PROBE_BITS, RATE_BITS, TIME_BITS},
    Efl,
};
use crate::registers::{Access, Entry, Field, WORD_BITS};
use std::ops::RangeInclusive;

const TICKS: &str = "100 ns";
const BYTES: &str = "bytes";
const RATE: &str = "2^-20 bytes in 100 ns";

/// A setting with a register of its own: name, address, bits, value after reset, range, unit, description.
type Setting = (&'static str, u32, u32, u32, RangeInclusive<u64>, &'static str, &'static str);

pub(super) fn entries(efl: &Efl) -> Vec<Entry> {
    let mut entries = vec![
        Entry::register(
            "address_low",
            address::ADDRESS_LOW,
            "MAC address of the endpoint, lower part.",
            vec![writable("bits", WORD_BITS, "Bits 31 to 0: the last four bytes on the wire.")],
        ),
        Entry::register(
            "address_high",
            address::ADDRESS_HIGH,
            "MAC address of the endpoint, upper part.",
            vec![writable("bits", 16, "Bits 47 to 32: the first two bytes on the wire.")],
        ),
        Entry::register(
            "parts",
            address::PARTS,
            "Parts of the rate controller in use (Shimonishi'07 §IV-1). \"plain\" has none, \"bw-probe\" \
             only `probes`, \"proposed\" all of them.",
            parts(efl),
        ),
        Entry::register(
            "maximum",
            address::MAXIMUM,
            "Rate of the line.",
            vec![Field::constant(
                "rate",
                0,
                RATE_BITS,
                efl.settings().maximum,
                "Highest rate of a flow, and that of bandwidth probing.",
            )
            .unit(RATE)],
        ),
    ];
    entries.extend(settings(&efl.settings()).into_iter().map(
        |(name, at, bits, reset, range, unit, doc)| {
            let value = Field { reset: Some(reset), ..writable("value", bits, "Value.") };
            let value = value.unit(unit).range(*range.start() as u32, *range.end() as u32);
            Entry::register(name, at, doc, vec![value])
        },
    ));
    entries
}

fn parts(efl: &Efl) -> Vec<Field> {
    let parts = efl.settings().parts;
    let part = |name, lsb, on: bool, doc| Field {
        reset: Some(on.into()),
        ..Field::new(name, lsb, 1, Access::ReadWrite, doc)
    };
    vec![
        part(
            "probes",
            0,
            parts.probes,
            "1: bandwidth probing (equation 1). 0: groups start at `initial`.",
        ),
        part(
            "delays",
            1,
            parts.delays,
            "1: delay probing. Packets sent before the rate is known are acknowledged one by one.",
        ),
        part("predicts", 2, parts.predicts, "1: RTT prediction (equation 4)."),
    ]
}

fn settings(settings: &Settings) -> [Setting; 9] {
    let minimum = *Settings::RATE.start()..=settings.maximum.into();
    [
        (
            "probe_packets",
            address::PROBE_PACKETS,
            PROBE_BITS,
            settings.probe_packets,
            Settings::PROBE_PACKETS,
            "packets",
            "N: packets of bandwidth probing.",
        ),
        (
            "alpha",
            address::ALPHA,
            ALPHA_BITS,
            settings.alpha,
            Settings::ALPHA,
            BYTES,
            "alpha: target backlog of a flow.",
        ),
        (
            "beta",
            address::BETA,
            BETA_BITS,
            settings.beta,
            Settings::BETA,
            "1/65536",
            "beta: gain.",
        ),
        (
            "probe_alpha",
            address::PROBE_ALPHA,
            ALPHA_BITS,
            settings.probe_alpha,
            Settings::ALPHA,
            BYTES,
            "alpha': target backlog for ACKs of delay probes.",
        ),
        (
            "probe_beta",
            address::PROBE_BETA,
            BETA_BITS,
            settings.probe_beta,
            Settings::PROBE_BETA,
            "1/65536",
            "beta': gain for ACKs of delay probes.",
        ),
        (
            "initial",
            address::INITIAL,
            RATE_BITS,
            settings.initial,
            Settings::RATE,
            RATE,
            "R_0: rate of a group of packets that is not probed.",
        ),
        (
            "minimum",
            address::MINIMUM,
            RATE_BITS,
            settings.minimum,
            minimum,
            RATE,
            "R_MIN: least rate of a flow, and that of delay probing. Packets whose interval would be \
             2^20 cycles or more are sent at intervals of 2^20 - 1 cycles.",
        ),
        (
            "rtt_min",
            address::RTT_MIN,
            TIME_BITS,
            settings.rtt_min,
            Settings::RTT_MIN,
            TICKS,
            "RTT_MIN: round-trip time without queues. 0: each flow learns its own.",
        ),
        (
            "rto_min",
            address::RTO_MIN,
            TIME_BITS,
            settings.rto_min,
            Settings::RTO_MIN,
            TICKS,
            "Least retransmission time-out.",
        ),
    ]
}
