//! Address decoder of the NIC's registers.

use serde::{Deserialize, Serialize};
use tailback_spec::nic::{
    registers::{rate, Rate, COUNTER_GROUPS},
    AfterIdle, Nic, Response, Throttled,
};
use tailback_spec::registers::{
    nic::{address, BLOCK_ENTRIES, IDENTIFICATION, LOG_EVENTS, VERSION},
    WORD_BYTES,
};

/// A register of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A constant.
    Constant(u32),
    /// Number of flow 0's queue pair.
    QpBase,
    /// Index of the selected flow.
    FlowSelect,
    /// Value of that flow, in the order of the map.
    FlowValue(usize),
    /// CCTI of a service level.
    LevelCcti,
    /// Counter of the port, by slot.
    Counter(usize),
    /// Type of the log, and number of events.
    LogSummary,
    /// Service levels that had events.
    LogLevels,
    /// A word of an event.
    LogEvent { entry: usize, word: usize },
    /// Control map of service levels, and the kind of throttling.
    Control,
    /// Timer, increase and trigger of a service level's CCTIs.
    Reaction,
    /// Minimum of a service level's CCTIs.
    Minimum,
    /// The limit of the table.
    Limit,
    /// Time stamp.
    Time,
    /// An entry of the table.
    Entry,
    /// Remote queue pair of a flow.
    Qp(usize),
}

/// The map, as far as it depends on the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Layout {
    pub(super) flows: u32,
    pub(super) entries: u32,
    pub(super) has_table: bool,
    pub(super) by_level: bool,
    capabilities: u32,
    datapath: u32,
    clock: u32,
}

impl Layout {
    pub(super) fn new(nic: &Nic) -> Self {
        let response = match nic.response() {
            Response::Lipd => 0,
            Response::Fimd => 1,
            Response::Aimd => 2,
            Response::Cct => 3,
        };
        let resets = u32::from(nic.after_idle() == AfterIdle::Reset);
        let by_sl = u32::from(nic.throttled() == Throttled::Sl);
        let flows = nic.flows() as u32;
        Layout {
            flows,
            entries: nic.cct_entries() as u32,
            has_table: nic.response() == Response::Cct,
            by_level: rate(nic) == Rate::OfLevel,
            capabilities: flows | nic.window() << 16 | response << 24 | resets << 28 | by_sl << 29,
            datapath: nic.word_bytes() as u32 | nic.packet_words() << 16,
            clock: nic.clock_hz() as u32,
        }
    }

    /// Writable bits of a register; 0 if it is read-only.
    pub(super) fn writable(&self, place: Place) -> u32 {
        match place {
            Place::QpBase => 0x00FF_FFFF,
            Place::FlowSelect => 0x0FFF,
            Place::LogLevels => 0xFFFF_0000,
            Place::Control | Place::Entry => 0xFFFF,
            Place::Reaction => 0xFFFF_FFFF,
            Place::Minimum => 0xFF00_0000,
            Place::Limit => 0x03FF_0000,
            Place::Qp(_) => 0x80FF_FFFF,
            _ => 0,
        }
    }

    /// Whether the value of a field is in range.
    pub(super) fn is_in_range(&self, place: Place, data: u32) -> bool {
        match place {
            Place::FlowSelect => data & 0x0FFF < self.flows,
            Place::Limit => data >> 16 & 0x03FF < self.entries,
            _ => true,
        }
    }

    /// Register at an address, if there is one.
    pub(super) fn at(&self, address: u32) -> Option<Place> {
        let address = address - address % WORD_BYTES;
        let word = |first: u32| ((address - first) / WORD_BYTES) as usize;
        let place = match address {
            address::QPS.. => {
                let flow = word(address::QPS);
                return (flow < self.flows as usize).then_some(Place::Qp(flow));
            }
            address::TABLE_ENTRIES.. if word(address::TABLE_ENTRIES) < self.entries as usize => {
                Place::Entry
            }
            address::TABLE_ENTRIES.. => return None,
            address::TIME_STAMP => return Some(Place::Time),
            0..address::CONGESTION_INFO => return self.without_table(address),
            _ => self.attribute(address)?,
        };
        self.has_table.then_some(place)
    }

    /// Registers that only a NIC with a table has.
    fn attribute(&self, address: u32) -> Option<Place> {
        const LEVEL_WORDS: u32 = 2;
        /// Words of the log before the first event, and of an event.
        const BEFORE: u32 = 3;
        const EVENT_WORDS: u32 = 4;
        const FIRST_EVENT: u32 = address::CONGESTION_LOG + BEFORE * WORD_BYTES;
        const LAST_EVENT: u32 = FIRST_EVENT + (LOG_EVENTS * EVENT_WORDS - 1) * WORD_BYTES;
        const LEVELS: u32 = address::CA_CONGESTION_SETTING + WORD_BYTES;
        const LAST_LEVEL: u32 =
            LEVELS + (LEVEL_WORDS * Nic::SERVICE_LEVELS as u32 - 1) * WORD_BYTES;
        const LOG_LEVELS: u32 = address::CONGESTION_LOG + WORD_BYTES;
        const LOG_TIME: u32 = LOG_LEVELS + WORD_BYTES;
        Some(match address {
            address::CONGESTION_INFO => Place::Constant((self.entries / BLOCK_ENTRIES) << 8),
            address::CONGESTION_LOG => Place::LogSummary,
            LOG_LEVELS => Place::LogLevels,
            LOG_TIME => Place::Time,
            FIRST_EVENT..=LAST_EVENT => {
                let word = (address - FIRST_EVENT) / WORD_BYTES;
                let (entry, word) = ((word / EVENT_WORDS) as usize, (word % EVENT_WORDS) as usize);
                Place::LogEvent { entry, word }
            }
            address::CA_CONGESTION_SETTING => Place::Control,
            LEVELS..=LAST_LEVEL => match (address - LEVELS) / WORD_BYTES % LEVEL_WORDS {
                0 => Place::Reaction,
                _ => Place::Minimum,
            },
            address::CONGESTION_CONTROL_TABLE => Place::Limit,
            _ => return None,
        })
    }

    /// Registers before the attributes.
    fn without_table(&self, address: u32) -> Option<Place> {
        let (major, minor) = VERSION;
        // All values but the rate, which is last.
        let values = if self.by_level { 6 } else { 7 };
        let flow_end = address::FLOW + values * WORD_BYTES;
        let levels_end = address::SERVICE_LEVEL_CCTI + Nic::SERVICE_LEVELS as u32 * WORD_BYTES;
        Some(match address {
            address::IDENTIFICATION => Place::Constant(IDENTIFICATION),
            address::VERSION => Place::Constant(major << 16 | minor),
            address::CAPABILITIES => Place::Constant(self.capabilities),
            address::DATAPATH => Place::Constant(self.datapath),
            address::CLOCK => Place::Constant(self.clock),
            address::QP_BASE => Place::QpBase,
            address::FLOW_SELECT => Place::FlowSelect,
            address::FLOW.. if address < flow_end => {
                Place::FlowValue(((address - address::FLOW) / WORD_BYTES) as usize)
            }
            address::SERVICE_LEVEL_CCTI.. if address < levels_end && self.by_level => {
                Place::LevelCcti
            }
            _ => {
                let in_group = |(first, counters): &(u32, usize)| {
                    (*first..*first + *counters as u32 * WORD_BYTES).contains(&address)
                };
                COUNTER_GROUPS.iter().find(|group| in_group(group))?;
                Place::Counter(((address - address::TRAFFIC) / WORD_BYTES) as usize)
            }
        })
    }
}
