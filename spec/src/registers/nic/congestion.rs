//! Registers with the layout of management attributes (IBA annex A10).

use super::{address, flow::CCTI_BITS, BLOCK_ENTRIES, LOG_EVENTS};
use crate::{
    nic::{Nic, Throttled},
    registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES},
};

/// Unit of times (IBA annex A10).
const TIME_UNIT: &str = "1.024 µs";

/// Bits of a mask of service levels.
const LEVELS: u32 = Nic::SERVICE_LEVELS as u32;

/// TimeStamp, attribute 0x18.
pub(super) fn time_stamp() -> Entry {
    Entry::register(
        "time_stamp",
        address::TIME_STAMP,
        "Time since reset (TimeStamp, attribute 0x18).",
        vec![time("value", "Modulo 2^32.")],
    )
}

fn time(name: &str, doc: &str) -> Field {
    Field::new(name, 0, WORD_BITS, Access::ReadOnly, doc).unit(TIME_UNIT)
}

/// Registers of a NIC with a congestion control table.
pub(super) fn entries(nic: &Nic) -> Vec<Entry> {
    vec![info(nic), log(), setting(nic), limit(nic), table(nic)]
}

/// CongestionInfo, attribute 0x11: info 0:16, ControlTableCap 16:8.
fn info(nic: &Nic) -> Entry {
    let blocks = nic.cct_entries() as u32 / BLOCK_ENTRIES;
    Entry::register(
        "congestion_info",
        address::CONGESTION_INFO,
        "Capabilities of congestion control (CongestionInfo, attribute 0x11). Bits 31 to 16 are 0: \
         credit starvation is not implemented.",
        vec![Field::constant(
            "control_table_cap",
            8,
            8,
            blocks,
            "Size of the congestion control table, in blocks of 64 entries.",
        )
        .unit("blocks")],
    )
}

/// CongestionLog, attribute 0x13 of type 2: type 0:8, flags 8:8, count 16:16, SL map 32:16,
/// time 64:32, 13 events of 16 bytes.
fn log() -> Entry {
    /// Type of the log of a channel adapter.
    const CHANNEL_ADAPTER: u32 = 2;
    let state = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadOnly, doc);
    let summary = Entry::register(
        "summary",
        0,
        "Type of the log, and number of events.",
        vec![
            Field::constant("type", 24, 8, CHANNEL_ADAPTER, "2: log of a channel adapter."),
            state("enabled", 16, 1, "Lowest of the flags: a service level is throttled."),
            state("events", 0, 16, "Events since reset, modulo 2^16.").unit("events"),
        ],
    );
    let map = Entry::register(
        "service_levels",
        WORD_BYTES,
        "Service levels with events.",
        vec![Field::new(
            "map",
            16,
            LEVELS,
            Access::WriteOneToClear,
            "One bit for each service level: an event has occurred since the bit was cleared.",
        )],
    );
    let now = Entry::register(
        "time",
        2 * WORD_BYTES,
        "Current time, to be compared with the times of events.",
        vec![time("value", "Value of `time_stamp`.")],
    );
    Entry::group(
        "congestion_log",
        address::CONGESTION_LOG,
        "Events in which a CCTI reached the trigger threshold (CongestionLog, attribute 0x13, type 2).",
        vec![summary, map, now, events()],
    )
}

fn events() -> Entry {
    /// Words before the first event, and of an event.
    const BEFORE: u32 = 3;
    const WORDS: u32 = 4;
    let state = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadOnly, doc);
    let one = vec![
        Entry::register(
            "local",
            0,
            "Local end of the flow.",
            vec![state("qp", 8, 24, "Queue pair of the NIC.")],
        ),
        Entry::register(
            "remote",
            WORD_BYTES,
            "Remote end of the flow.",
            vec![
                state("qp", 8, 24, "Queue pair at the other end."),
                state("service_level", 4, 4, "Service level."),
                state(
                    "service_type",
                    0,
                    4,
                    "Transport service: 0 reliable connection, 1 unreliable connection, 2 \
                     reliable datagram, 3 unreliable datagram.",
                ),
            ],
        ),
        Entry::register(
            "destination",
            2 * WORD_BYTES,
            "Destination of the flow.",
            vec![state("lid", 16, 16, "LID at the other end.")],
        ),
        Entry::register(
            "time_stamp",
            3 * WORD_BYTES,
            "Time of the event.",
            vec![time("value", "Value of `time_stamp` at the event.")],
        ),
    ];
    Entry::group(
        "event",
        BEFORE * WORD_BYTES,
        "Latest events. The first event since reset is in entry 0, the second in entry 1, and so on; \
         when all entries are in use, a new event replaces the oldest one. Unused entries are 0.",
        one,
    )
    .repeated("event", LOG_EVENTS, WORDS * WORD_BYTES)
}

/// CACongestionSetting, attribute 0x16: PortControl 0:16, ControlMap 16:16, and for each service
/// level timer 0:16, increase 16:8, trigger 24:8, min 32:8.
fn setting(nic: &Nic) -> Entry {
    const LEVEL_WORDS: u32 = 2;
    let throttled = u32::from(nic.throttled() == Throttled::Sl);
    let field = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadWrite, doc);
    let control = Entry::register(
        "control",
        0,
        "Granularity of throttling, and service levels whose settings apply.",
        vec![
            Field::constant(
                "port_control",
                16,
                16,
                throttled,
                "Holder of a CCTI: 0 each queue pair, 1 each service level.",
            ),
            field(
                "control_map",
                0,
                LEVELS,
                "One bit for each service level. 1: its setting applies. 0: BECNs have no effect, and \
                 packets are not delayed. (In the standard, the bits select the settings that a \
                 management packet brings.)",
            ),
        ],
    );
    let levels = vec![
        Entry::register(
            "reaction",
            0,
            "Increase and decrease of the CCTIs of this service level.",
            vec![
                field("timer", 16, 16, "Period after which a CCTI decreases by one; 0: never.")
                    .unit(TIME_UNIT),
                field("increase", 8, 8, "Increase of a CCTI with each BECN, up to the limit.")
                    .unit("entries"),
                field("trigger", 0, 8, "Lowest CCTI at which a BECN is an event; 0: no events.")
                    .unit("entries"),
            ],
        ),
        Entry::register(
            "minimum",
            WORD_BYTES,
            "Lower limit of the CCTIs of this service level.",
            vec![field("min", 24, 8, "CCTIs do not decrease below this value.").unit("entries")],
        ),
    ];
    Entry::group(
        "ca_congestion_setting",
        address::CA_CONGESTION_SETTING,
        "Response to BECNs (CACongestionSetting, attribute 0x16).",
        vec![
            control,
            Entry::group("service_levels", WORD_BYTES, "Setting of each service level.", levels)
                .repeated("sl", LEVELS, LEVEL_WORDS * WORD_BYTES),
        ],
    )
}

/// CongestionControlTable, attribute 0x17: CCTI_Limit 0:16.
fn limit(nic: &Nic) -> Entry {
    Entry::register(
        "congestion_control_table",
        address::CONGESTION_CONTROL_TABLE,
        "Limit of the congestion control table (CongestionControlTable, attribute 0x17).",
        vec![Field::new(
            "limit",
            16,
            CCTI_BITS,
            Access::ReadWrite,
            "CCTI_Limit: BECNs do not increase a CCTI beyond this value.",
        )
        .range(0, nic.cct_entries() as u32 - 1)],
    )
}

/// Entries, each with the 16 bits of the attribute in a register of its own.
fn table(nic: &Nic) -> Entry {
    let field = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadWrite, doc);
    Entry::register(
        "cct",
        address::TABLE_ENTRIES,
        "Entries of the congestion control table: a packet with the transmission time Tp is followed \
         by a gap of (Tp >> shift) · multiplier. Reset clears one entry in each cycle; writes wait \
         until all entries are cleared.",
        vec![
            field("multiplier", 0, 14, "Multiplier of the shifted time; 0: no gap."),
            field("shift", 14, 2, "Bits by which the transmission time is shifted to the right."),
        ],
    )
    .repeated("entry", nic.cct_entries() as u32, WORD_BYTES)
}
