//! What is laid out after management attributes (IBA annex A10).

use super::{address, flow::CCTI_BITS, BLOCK_ENTRIES, LOG_EVENTS};
use crate::{
    nic::{Nic, Throttled},
    registers::{Access, Entry, Field, WORD_BITS, WORD_BYTES},
};

/// What a time is counted in (IBA annex A10).
const TIME_UNIT: &str = "1.024 µs";

/// Bits of a mask of service levels.
const LEVELS: u32 = Nic::SERVICE_LEVELS as u32;

/// TimeStamp, attribute 0x18.
pub(super) fn time_stamp() -> Entry {
    Entry::register(
        "time_stamp",
        address::TIME_STAMP,
        "The time since reset (TimeStamp, attribute 0x18).",
        vec![time("value", "Modulo 2^32.")],
    )
}

fn time(name: &str, doc: &str) -> Field {
    Field::new(name, 0, WORD_BITS, Access::ReadOnly, doc).unit(TIME_UNIT)
}

/// What a NIC with a congestion control table has.
pub(super) fn entries(nic: &Nic) -> Vec<Entry> {
    vec![info(nic), log(), setting(nic), limit(nic), table(nic)]
}

/// CongestionInfo, attribute 0x11: info 0:16, ControlTableCap 16:8.
fn info(nic: &Nic) -> Entry {
    let blocks = nic.cct_entries() as u32 / BLOCK_ENTRIES;
    Entry::register(
        "congestion_info",
        address::CONGESTION_INFO,
        "What congestion control can do (CongestionInfo, attribute 0x11). Bits 31 to 16 are 0: there \
         is no credit starvation setting.",
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
        "What kind of log it is, and what there was to log.",
        vec![
            Field::constant("type", 24, 8, CHANNEL_ADAPTER, "2: that of a channel adapter."),
            state("enabled", 16, 1, "Lowest of the flags: some service level is throttled."),
            state("events", 0, 16, "Events since reset, modulo 2^16.").unit("events"),
        ],
    );
    let map = Entry::register(
        "service_levels",
        WORD_BYTES,
        "Which service levels had events.",
        vec![Field::new(
            "map",
            16,
            LEVELS,
            Access::WriteOneToClear,
            "A bit for each service level: it had an event since the bit was cleared.",
        )],
    );
    let now = Entry::register(
        "time",
        2 * WORD_BYTES,
        "The time, to compare those of events to.",
        vec![time("value", "That of `time_stamp`.")],
    );
    Entry::group(
        "congestion_log",
        address::CONGESTION_LOG,
        "When a CCTI reached the trigger threshold (CongestionLog, attribute 0x13, type 2).",
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
            "Whose CCTI it was.",
            vec![state("qp", 8, 24, "The NIC's own queue pair.")],
        ),
        Entry::register(
            "remote",
            WORD_BYTES,
            "Whom it talked to.",
            vec![
                state("qp", 8, 24, "The queue pair at the other end."),
                state("service_level", 4, 4, "The service level."),
                state(
                    "service_type",
                    0,
                    4,
                    "The transport service: 0 reliable connection, 1 unreliable connection, 2 \
                     reliable datagram, 3 unreliable datagram.",
                ),
            ],
        ),
        Entry::register(
            "destination",
            2 * WORD_BYTES,
            "Where it sent to.",
            vec![state("lid", 16, 16, "The LID at the other end.")],
        ),
        Entry::register(
            "time_stamp",
            3 * WORD_BYTES,
            "When it was.",
            vec![time("value", "As that of `time_stamp` then was.")],
        ),
    ];
    Entry::group(
        "event",
        BEFORE * WORD_BYTES,
        "The last events. The first event since reset is in entry 0, the next one in entry 1, and so \
         on, each new one in the place of the oldest; those that there were not yet are 0.",
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
        "What is throttled.",
        vec![
            Field::constant(
                "port_control",
                16,
                16,
                throttled,
                "What has a CCTI of its own: 0 each queue pair, 1 each service level.",
            ),
            field(
                "control_map",
                0,
                LEVELS,
                "A bit for each service level: its setting counts. Without, a BECN changes nothing, \
                 and packets are not delayed. (In the standard, the settings that a management \
                 packet brings.)",
            ),
        ],
    );
    let levels = vec![
        Entry::register(
            "reaction",
            0,
            "How CCTIs of this service level rise and fall.",
            vec![
                field("timer", 16, 16, "Time after which a CCTI falls by one; 0: it stays.")
                    .unit(TIME_UNIT),
                field("increase", 8, 8, "By how much a BECN raises a CCTI, up to the limit.")
                    .unit("entries"),
                field("trigger", 0, 8, "CCTI from which on a BECN is an event; 0: none is.")
                    .unit("entries"),
            ],
        ),
        Entry::register(
            "minimum",
            WORD_BYTES,
            "Where CCTIs of this service level begin.",
            vec![field("min", 24, 8, "Below this, no CCTI falls.").unit("entries")],
        ),
    ];
    Entry::group(
        "ca_congestion_setting",
        address::CA_CONGESTION_SETTING,
        "How BECNs are answered (CACongestionSetting, attribute 0x16).",
        vec![
            control,
            Entry::group("service_levels", WORD_BYTES, "What each service level has.", levels)
                .repeated("sl", LEVELS, LEVEL_WORDS * WORD_BYTES),
        ],
    )
}

/// CongestionControlTable, attribute 0x17: CCTI_Limit 0:16.
fn limit(nic: &Nic) -> Entry {
    Entry::register(
        "congestion_control_table",
        address::CONGESTION_CONTROL_TABLE,
        "How far the congestion control table is used (CongestionControlTable, attribute 0x17).",
        vec![Field::new(
            "limit",
            16,
            CCTI_BITS,
            Access::ReadWrite,
            "CCTI_Limit: beyond this, no BECN raises a CCTI.",
        )
        .range(0, nic.cct_entries() as u32 - 1)],
    )
}

/// The 16 bits of an entry in the attribute, each in a register of its own.
fn table(nic: &Nic) -> Entry {
    let field = |name, lsb, width, doc: &str| Field::new(name, lsb, width, Access::ReadWrite, doc);
    Entry::register(
        "cct",
        address::TABLE_ENTRIES,
        "The entries of the congestion control table: a packet that takes Tp to send is followed by a \
         gap of (Tp >> shift) · multiplier. Reset clears one entry in each cycle; writes wait until \
         that is done.",
        vec![
            field("multiplier", 0, 14, "By what the shifted time is multiplied; 0: no gap."),
            field("shift", 14, 2, "By how many bits the packet's time is shifted."),
        ],
    )
    .repeated("entry", nic.cct_entries() as u32, WORD_BYTES)
}
