//! Registers of the lossless switch.
//!
//! The addresses are the same for every configuration. Only the numbers of ports, virtual lanes and
//! forwarding entries differ; a driver reads these numbers from the first registers.
//!
//! **Counters** have 32 bits and wrap around. Reads have no side effects, and only reset clears a
//! counter. Thus any number of readers can count events independently, by the difference modulo 2³² to
//! their previous read, and no reader loses an event if it reads once in 2³² events: 34 seconds of a
//! counter that counts in each cycle at 125 MHz. (The counters of the standard stop at their highest
//! value until they are cleared, which suits a single reader only.)

mod counters;

use super::{identity, Access, Entry, Field, Invalid, Map, WORD_BITS, WORD_BYTES};
use crate::switch::counters::{group, GROUP};
use crate::switch::head_of_queue::{CODE_BITS, RESET_CODE};
use crate::Config;

pub use crate::switch::registers::address;

/// Bytes of a group of counters.
const GROUP_BYTES: u32 = GROUP as u32 * WORD_BYTES;

/// Offset of a group of counters in a port.
fn counters(group: usize) -> u32 {
    address::port::COUNTERS + group as u32 * GROUP_BYTES
}

/// Value of the first register: "TLBK" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBK");

/// Version of the map, major and minor: the major version changes when drivers must change, the minor
/// version when registers are added.
pub const VERSION: (u32, u32) = (1, 1);

/// Register map of the switch of this configuration.
///
/// # Errors
///
/// If the map breaks a rule of [`Map::new`]; the map of a valid configuration breaks none.
pub fn map(config: &Config) -> Result<Map, Invalid> {
    let ports = config.switch().ports() as u32;
    let mut entries = capabilities(config);
    entries.extend(identity::entries("a switch", IDENTIFICATION, VERSION));
    entries.push(Entry::register(
        "congestion_setting",
        address::CONGESTION_SETTING,
        "Marking by all output ports without a valid setting of their own (SwitchCongestionSetting \
         of IBA annex A10, with the layout of SwitchPortCongestionSetting).",
        congestion_setting(),
    ));
    entries.extend(victim_masks(ports));
    entries.push(
        Entry::group("ports", address::PORTS, "Registers of each port.", port(config)).repeated(
            "port",
            ports,
            address::PORT_STRIDE,
        ),
    );
    entries.push(forwarding(config));
    let doc = format!("The lossless switch of configuration {}.", config.name());
    Map::new("switch", doc, entries)
}

/// Capabilities of the switch, for drivers.
fn capabilities(config: &Config) -> Vec<Entry> {
    let (switch, link) = (config.switch(), config.link());
    let constant = |name, lsb, width, value: usize, doc: &str| {
        Field::constant(name, lsb, width, value as u32, doc)
    };
    vec![
        Entry::register(
            "geometry",
            address::GEOMETRY,
            "Ports and virtual lanes.",
            vec![
                constant("ports", 0, 8, switch.ports(), "Ports, numbered from 0.").unit("ports"),
                constant(
                    "virtual_lanes",
                    8,
                    4,
                    switch.virtual_lanes(),
                    "Data virtual lanes, numbered from 0.",
                )
                .unit("virtual lanes"),
            ],
        ),
        Entry::register(
            "datapath",
            address::DATAPATH,
            "Width of the datapath.",
            vec![constant(
                "width",
                0,
                12,
                config.datapath().width_bits(),
                "Bits of a packet transferred in one cycle.",
            )
            .unit("bits")],
        ),
        Entry::register(
            "buffer",
            address::BUFFER,
            "Sizes of buffers and packets, in blocks of 64 bytes.",
            vec![
                constant(
                    "lane_blocks",
                    0,
                    16,
                    link.buffer_blocks(),
                    "Capacity of an input port for each virtual lane.",
                )
                .unit("blocks"),
                constant("packet_blocks", 16, 16, link.packet_blocks(), "Longest packet.")
                    .unit("blocks"),
            ],
        ),
        Entry::register(
            "forwarding_table",
            address::FORWARDING_TABLE,
            "Size of the linear forwarding table.",
            vec![constant(
                "entries",
                0,
                16,
                switch.forwarding_entries(),
                "Entries, one for each LID from 0 upwards.",
            )
            .unit("entries")],
        ),
    ]
}

/// Fields as in SwitchPortCongestionSetting (IBA annex A10), whose bit 31 is transmitted first.
fn congestion_setting() -> Vec<Field> {
    let field = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadWrite, doc);
    vec![
        field(
            "marking_rate",
            0,
            16,
            "Eligible packets between two marked packets; 0 marks all eligible packets.",
        )
        .unit("packets"),
        field("packet_size", 16, 8, "Minimum length of packets that are marked.").unit("blocks"),
        field("threshold", 24, 4, "Weight: 0 never marks, 1 is the loosest, 15 the tightest."),
    ]
}

/// VictimMask of SwitchCongestionSetting: bit *n*, counted from the least significant bit, is that of
/// port *n*. The standard has 256 bits; here, there are as many as ports.
fn victim_masks(ports: u32) -> Vec<Entry> {
    let word = |name, offset, first: u32, ports: u32| {
        let doc = format!(
            "Ports that mark victims of congestion as well as roots: one bit for each port, from port \
             {first} upwards (VictimMask of SwitchCongestionSetting, IBA annex A10)."
        );
        let mask = Field::new(
            "mask",
            0,
            ports,
            Access::ReadWrite,
            "1: marks roots and victims. 0: marks roots only.",
        );
        Entry::register(name, offset, doc, vec![mask])
    };
    let mut words = vec![word("victim_mask", address::VICTIM_MASK, 0, ports.min(WORD_BITS))];
    if let Some(rest) = ports.checked_sub(WORD_BITS).filter(|rest| *rest > 0) {
        words.push(word("victim_mask_high", address::VICTIM_MASK_HIGH, WORD_BITS, rest));
    }
    words
}

fn port(config: &Config) -> Vec<Entry> {
    use address::port::*;
    let lanes = config.switch().virtual_lanes() as u32;
    /// Bits of each half of a register that has a bit for each virtual lane twice.
    const SECOND_HALF: u32 = 16;
    let state = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadOnly, doc);
    let mut setting = congestion_setting();
    setting.push(Field::new(
        "valid",
        31,
        1,
        Access::ReadWrite,
        "1: this setting applies. 0: the setting of the switch applies.",
    ));
    vec![
        Entry::register(
            "congestion_setting",
            CONGESTION_SETTING,
            "Marking by the output port (SwitchPortCongestionSetting, IBA annex A10). Bit 30, the \
             type, is always 0: credit starvation is not implemented.",
            setting,
        ),
        Entry::register(
            "status",
            STATUS,
            "State of the link.",
            vec![
                state("link_active", 0, 1, "The link is up."),
                state(
                    "initialised",
                    SECOND_HALF,
                    lanes,
                    "One bit for each virtual lane: the other end has announced its credits.",
                ),
            ],
        ),
        Entry::register(
            "congestion",
            CONGESTION,
            "State of the congestion detector of the output port.",
            vec![
                state("congested", 0, lanes, "One bit for each virtual lane: the lane is congested."),
                state(
                    "victim",
                    SECOND_HALF,
                    lanes,
                    "One bit for each virtual lane: the lane lacks credits, and is thus a victim.",
                ),
            ],
        ),
        Entry::register(
            "head_of_queue",
            HEAD_OF_QUEUE,
            "Longest time for which the next packet of a virtual lane may wait for credits or for the \
             link (HOQLife of PortInfo, IBA 14.2.5.6). After that time, the packet is dropped and \
             counted.",
            vec![Field {
                reset: Some(RESET_CODE),
                ..Field::new(
                    "life",
                    0,
                    CODE_BITS as u32,
                    Access::ReadWrite,
                    "0 to 19: 4.096 us times two to this power. 20 to 31: no limit.",
                )
            }],
        ),
        Entry::register(
            "occupancy",
            OCCUPANCY,
            "Packets in the whole switch that wait for this output port and virtual lane, as counted by \
             the congestion detector; 0 if the switch marks by a policy.",
            vec![state("blocks", 0, config.detector().occupancy_bits() as u32, "Blocks of these packets.")
                .unit("blocks")],
        )
        .repeated("lane", lanes, WORD_BYTES),
        Entry::group(
            "malformed",
            counters(group::MALFORMED),
            "Malformed received packets, each counted once, by the first cause detected.",
            counters::malformed(),
        ),
        Entry::group(
            "flow_control",
            counters(group::FLOW_CONTROL),
            "Flow-control packets.",
            counters::flow_control(),
        ),
        Entry::group(
            "vl15",
            counters(group::MANAGEMENT),
            "Packets of VL15, which has no credits.",
            counters::management(),
        ),
        Entry::group(
            "lanes",
            counters(group::LANES),
            "Counters of each virtual lane.",
            counters::lane(),
        )
        .repeated("lane", lanes, GROUP_BYTES),
    ]
}

fn forwarding(config: &Config) -> Entry {
    /// Bits for 36 ports, so that the layout is the same for every configuration.
    const PORT_BITS: u32 = 6;
    let last_port = config.switch().ports() as u32 - 1;
    let table = Entry::register(
        "forwarding",
        address::FORWARDING,
        "Linear forwarding table: output port of packets with this DLID. A DLID is unknown if its \
         entry is not valid, if the table has no such entry, or if the link of the output port is \
         down. Reset clears one entry in each cycle; writes wait until all entries are cleared.",
        vec![
            Field::new("port", 0, PORT_BITS, Access::ReadWrite, "Output port.").range(0, last_port),
            Field::new("valid", 31, 1, Access::ReadWrite, "1: the entry is valid."),
        ],
    );
    table.repeated("lid", config.switch().forwarding_entries() as u32, WORD_BYTES)
}
