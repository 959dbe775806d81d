//! The registers of the lossless switch.
//!
//! The addresses are the same for every configuration; only how many ports, virtual lanes and
//! forwarding entries there are differs, and a driver reads that from the registers at the
//! beginning.
//!
//! **Counters** have 32 bits and wrap around; reading one changes nothing, and only reset clears it.
//! So any number of readers can count for themselves, by the difference modulo 2³² to what they read
//! before, and none loses an event as long as it reads once in 2³² events: 34 seconds of a counter
//! that counts in each cycle at 125 MHz. (The standard's own counters stop at their highest value
//! until somebody clears them, which suits one reader only.)

mod counters;

use super::{Access, Entry, Field, Invalid, Map, WORD_BITS, WORD_BYTES};
use crate::switch::counters::{group, GROUP};
use crate::switch::head_of_queue::{CODE_BITS, RESET_CODE};
use crate::Config;

/// Bytes of a group of counters.
const GROUP_BYTES: u32 = GROUP as u32 * WORD_BYTES;

/// Where a group of counters is in a port.
fn counters(group: usize) -> u32 {
    address::port::COUNTERS + group as u32 * GROUP_BYTES
}

/// What the first register says: "TLBK" in ASCII.
pub const IDENTIFICATION: u32 = u32::from_be_bytes(*b"TLBK");

/// Version of the map: another one of the first number means that drivers must change, another one
/// of the second that there is something new.
pub const VERSION: (u32, u32) = (1, 1);

/// Where the parts of the map are, in bytes.
pub mod address {
    #![allow(missing_docs, reason = "the map names and documents each of them")]

    pub const IDENTIFICATION: u32 = 0x00;
    pub const VERSION: u32 = 0x04;
    pub const GEOMETRY: u32 = 0x08;
    pub const DATAPATH: u32 = 0x0C;
    pub const BUFFER: u32 = 0x10;
    pub const FORWARDING_TABLE: u32 = 0x14;
    pub const CONGESTION_SETTING: u32 = 0x20;
    pub const VICTIM_MASK: u32 = 0x24;
    pub const VICTIM_MASK_HIGH: u32 = 0x28;

    pub const PORTS: u32 = 0x1000;
    pub const PORT_STRIDE: u32 = 0x400;
    pub const FORWARDING: u32 = 0x1_0000;

    pub mod port {
        pub const CONGESTION_SETTING: u32 = 0x00;
        pub const STATUS: u32 = 0x04;
        pub const CONGESTION: u32 = 0x08;
        pub const HEAD_OF_QUEUE: u32 = 0x0C;
        /// Of data VL 0; the others follow.
        pub const OCCUPANCY: u32 = 0x40;
        /// The counters, see `switch::counters`.
        pub const COUNTERS: u32 = 0x100;
    }
}

/// The map of the switch of this configuration.
pub fn map(config: &Config) -> Result<Map, Invalid> {
    let ports = config.switch().ports() as u32;
    let mut entries = identity(config);
    entries.push(Entry::register(
        "congestion_setting",
        address::CONGESTION_SETTING,
        "When all output ports mark packets, but for those with a setting of their own: \
         SwitchCongestionSetting of IBA annex A10, with the layout of SwitchPortCongestionSetting.",
        congestion_setting(),
    ));
    entries.extend(victim_masks(ports));
    entries.push(
        Entry::group("ports", address::PORTS, "What each port has.", port(config)).repeated(
            "port",
            ports,
            address::PORT_STRIDE,
        ),
    );
    entries.push(forwarding(config));
    let doc = format!("The lossless switch of configuration {}.", config.name());
    Map::new("switch", doc, entries)
}

/// What the switch is, for a driver that meets it.
fn identity(config: &Config) -> Vec<Entry> {
    let (switch, link) = (config.switch(), config.link());
    let constant = |name, lsb, width, value: usize, doc: &str| {
        Field::constant(name, lsb, width, value as u32, doc)
    };
    vec![
        Entry::register(
            "identification",
            address::IDENTIFICATION,
            "Says that here is a switch of Tailback.",
            vec![Field::constant("value", 0, WORD_BITS, IDENTIFICATION, "\"TLBK\" in ASCII.")],
        ),
        Entry::register(
            "version",
            address::VERSION,
            "Version of this map.",
            vec![
                Field::constant("minor", 0, 16, VERSION.1, "Another one adds registers."),
                Field::constant("major", 16, 16, VERSION.0, "Another one changes registers."),
            ],
        ),
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
                    "Virtual lanes that carry data, numbered from 0.",
                )
                .unit("virtual lanes"),
            ],
        ),
        Entry::register(
            "datapath",
            address::DATAPATH,
            "How fast packets move.",
            vec![constant(
                "width",
                0,
                12,
                config.datapath().width_bits(),
                "Bits of a packet that move in one cycle.",
            )
            .unit("bits")],
        ),
        Entry::register(
            "buffer",
            address::BUFFER,
            "Sizes in blocks of 64 bytes.",
            vec![
                constant(
                    "lane_blocks",
                    0,
                    16,
                    link.buffer_blocks(),
                    "What an input port holds for each virtual lane.",
                )
                .unit("blocks"),
                constant("packet_blocks", 16, 16, link.packet_blocks(), "The longest packet.")
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
                "LIDs from 0 on that have an entry.",
            )
            .unit("entries")],
        ),
    ]
}

/// Bits as in SwitchPortCongestionSetting (IBA annex A10), of which bit 31 is the first on the wire.
fn congestion_setting() -> Vec<Field> {
    let field = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadWrite, doc);
    vec![
        field(
            "marking_rate",
            0,
            16,
            "Eligible packets between two that are marked; 0 marks all of them.",
        )
        .unit("packets"),
        field("packet_size", 16, 8, "Shorter packets are never marked.").unit("blocks"),
        field("threshold", 24, 4, "Weight: 0 never marks, 1 is the loosest, 15 the tightest."),
    ]
}

/// VictimMask of SwitchCongestionSetting: port *n* is bit *n* from the least significant one, up to
/// 256 bits in the standard and here as many as there are ports.
fn victim_masks(ports: u32) -> Vec<Entry> {
    let word = |name, offset, first: u32, ports: u32| {
        let doc = format!(
            "Ports that mark victims of congestion, too: a bit for each port, from port {first} on \
             (VictimMask of SwitchCongestionSetting, IBA annex A10)."
        );
        let mask = Field::new("mask", 0, ports, Access::ReadWrite, "1 marks roots and victims.");
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
        "1: this setting counts. 0: that of the switch.",
    ));
    vec![
        Entry::register(
            "congestion_setting",
            CONGESTION_SETTING,
            "When the output port marks packets (SwitchPortCongestionSetting, IBA annex A10). Bit \
             30, the type, is always 0: there is no credit starvation setting.",
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
                    "A bit for each virtual lane: the other end has told its credits.",
                ),
            ],
        ),
        Entry::register(
            "congestion",
            CONGESTION,
            "State of the congestion detector of the output port.",
            vec![
                state("congested", 0, lanes, "A bit for each virtual lane: it is congested."),
                state(
                    "victim",
                    SECOND_HALF,
                    lanes,
                    "A bit for each virtual lane: it lacks credits, so that it is no root.",
                ),
            ],
        ),
        Entry::register(
            "head_of_queue",
            HEAD_OF_QUEUE,
            "How long a packet for this output port may wait for credits, or for the link, as the \
             next one of its lane (HOQLife of PortInfo, IBA 14.2.5.6). Then it is dropped and counted.",
            vec![Field {
                reset: Some(RESET_CODE),
                ..Field::new(
                    "life",
                    0,
                    CODE_BITS as u32,
                    Access::ReadWrite,
                    "0 to 19: 4.096 us times two to this power. 20 to 31: for ever.",
                )
            }],
        ),
        Entry::register(
            "occupancy",
            OCCUPANCY,
            "Packets in the whole switch that wait for this output port and lane, as the congestion \
             detector counts them; 0 if the switch marks by a policy.",
            vec![state("blocks", 0, config.detector().occupancy_bits() as u32, "Their blocks.")
                .unit("blocks")],
        )
        .repeated("lane", lanes, WORD_BYTES),
        Entry::group(
            "malformed",
            counters(group::MALFORMED),
            "Packets that came in and were wrong, each counted once, by the cause that shows first.",
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
            "What each virtual lane has.",
            counters::lane(),
        )
        .repeated("lane", lanes, GROUP_BYTES),
    ]
}

fn forwarding(config: &Config) -> Entry {
    /// As many as 36 ports need, so that the layout is that of every configuration.
    const PORT_BITS: u32 = 6;
    let last_port = config.switch().ports() as u32 - 1;
    let table = Entry::register(
        "forwarding",
        address::FORWARDING,
        "The linear forwarding table: where packets with this DLID go. A DLID without a valid \
         entry, or beyond the table, is unknown, and so is one by a port whose link is down. Reset \
         clears one entry in each cycle; writes wait until that is done.",
        vec![
            Field::new("port", 0, PORT_BITS, Access::ReadWrite, "The output port.")
                .range(0, last_port),
            Field::new("valid", 31, 1, Access::ReadWrite, "The entry counts."),
        ],
    );
    table.repeated("lid", config.switch().forwarding_entries() as u32, WORD_BYTES)
}
