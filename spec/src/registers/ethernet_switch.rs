//! Registers of the tail-drop Ethernet switch.
//!
//! The addresses are the same for every configuration; only the number of ports differs.

use super::{identity, Access, Entry, Field, Invalid, Map, WORD_BITS, WORD_BYTES};
use crate::efl::switch::EthernetSwitch;
use crate::Config;

pub use crate::efl::switch::{address, IDENTIFICATION, VERSION};

/// Register map of the Ethernet switch of this configuration.
///
/// # Errors
///
/// If the map breaks a rule of [`Map::new`]; the map of a valid configuration breaks none.
pub fn map(config: &Config) -> Result<Map, Invalid> {
    let switch = config.ethernet_switch();
    let ports = switch.ports() as u32;
    let mut entries = capabilities(&switch);
    entries.extend(identity::entries("an Ethernet switch", IDENTIFICATION, VERSION));
    entries.extend(table(ports));
    entries.push(
        Entry::group("ports", address::COUNTERS, "Counters of each port.", counters()).repeated(
            "port",
            ports,
            address::COUNTERS_STRIDE,
        ),
    );
    let doc = format!("The Ethernet switch of configuration {}.", config.name());
    Map::new("ethernet_switch", doc, entries)
}

/// Capabilities of the switch, for drivers.
fn capabilities(switch: &EthernetSwitch) -> Vec<Entry> {
    vec![
        Entry::register(
            "capabilities",
            address::CAPABILITIES,
            "Ports, and the MAC table.",
            vec![
                Field::constant("ports", 0, 8, switch.ports() as u32, "Ports, numbered from 0.")
                    .unit("ports"),
                Field::constant(
                    "addresses",
                    16,
                    16,
                    switch.addresses() as u32,
                    "Entries of the MAC table, one for each value of the low bits of an address.",
                )
                .unit("entries"),
            ],
        ),
        Entry::register(
            "buffer",
            address::BUFFER,
            "Tail-drop buffers.",
            vec![Field::constant(
                "bytes",
                0,
                WORD_BITS,
                switch.buffer_bytes(),
                "Capacity of the buffer of each output.",
            )
            .unit("bytes")],
        ),
    ]
}

fn table(ports: u32) -> Vec<Entry> {
    let field = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadWrite, doc);
    vec![
        Entry::register(
            "entry_low",
            address::ENTRY_LOW,
            "MAC address of an entry, lower part.",
            vec![field("bits", 0, WORD_BITS, "Bits 31 to 0: the last four bytes on the wire.")],
        ),
        Entry::register(
            "entry_high",
            address::ENTRY_HIGH,
            "Rest of an entry. A write stores the entry, with `entry_low`, at the index that is in the \
             low bits of the address.",
            vec![
                field("address", 0, 16, "Bits 47 to 32 of the address: the first two bytes on the wire."),
                field("port", 16, 8, "Output port of frames to the address.").range(0, ports - 1),
                field("valid", 31, 1, "1: the entry is valid. 0: it is cleared."),
            ],
        ),
    ]
}

/// Name, unit, description, in the order of [`Counter`](crate::efl::switch::Counter).
const COUNTERS: [(&str, &str, &str); 8] = [
    ("received", "frames", "Well-formed frames received. Modulo 2^32."),
    (
        "malformed",
        "frames",
        "Frames dropped because they are bad, too short or too long. Modulo 2^32.",
    ),
    ("full", "frames", "Frames dropped because the input's buffer was full. Modulo 2^32."),
    ("unknown", "frames", "Frames dropped because their destination has no entry. Modulo 2^32."),
    ("sent", "frames", "Frames sent. Modulo 2^32."),
    ("dropped", "frames", "Frames dropped because the output's buffer was full. Modulo 2^32."),
    ("occupied", "bytes", "Bytes in the output's buffer."),
    ("peak", "bytes", "Most bytes in the output's buffer since reset."),
];

fn counters() -> Vec<Entry> {
    COUNTERS
        .iter()
        .zip(0..)
        .map(|((name, unit, doc), place)| {
            let value = Field::new("value", 0, WORD_BITS, Access::ReadOnly, "Value.");
            Entry::register(name, place * WORD_BYTES, *doc, vec![value.unit(unit)])
        })
        .collect()
}
