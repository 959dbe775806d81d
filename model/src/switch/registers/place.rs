//! Address decoder of the switch's registers.

use super::setting::{Setting, OWN};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    registers::{
        switch::{address, IDENTIFICATION, VERSION},
        WORD_BITS, WORD_BYTES,
    },
    switch::{
        counters::{self, group, GROUP},
        head_of_queue::CODE_BITS,
        port::Port,
        registers::Registers,
    },
};

/// A register of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A constant.
    Constant(u32),
    /// The congestion setting of the switch.
    CongestionSetting,
    /// The victim mask of 32 ports, from this one on.
    VictimMask(usize),
    /// The congestion setting of a port.
    OwnSetting(usize),
    /// The Head-of-Queue Life limit of a port.
    HeadOfQueue(usize),
    /// The state of a port's link.
    Status(usize),
    /// The state of a port's detector.
    Congestion(usize),
    /// An occupancy, by port and then VL.
    Occupancy(usize),
    /// A counter of a port.
    Counter { port: usize, number: usize },
    /// A forwarding entry.
    Forwarding,
}

impl Place {
    /// Writable bits.
    pub(super) fn writable(self, ports: usize) -> u32 {
        match self {
            Place::CongestionSetting => Setting::MASK,
            Place::OwnSetting(_) => Setting::MASK | OWN,
            Place::VictimMask(first) => {
                let ports = (ports - first).min(WORD_BITS as usize);
                u32::MAX >> (WORD_BITS as usize - ports)
            }
            Place::HeadOfQueue(_) => (1 << CODE_BITS) - 1,
            Place::Forwarding => u32::MAX,
            _ => 0,
        }
    }
}

/// The map, as far as it depends on the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Layout {
    pub(super) ports: usize,
    virtual_lanes: usize,
    width_bits: u32,
    lane_blocks: u32,
    packet_blocks: u32,
    entries: u32,
    /// Whether each counter of a port is in the map.
    named: Vec<bool>,
}

impl Layout {
    pub(super) fn new(registers: &Registers) -> Self {
        let Registers { port, forwarding, .. } = registers;
        Layout {
            ports: port.ports(),
            virtual_lanes: port.virtual_lanes(),
            width_bits: port.width_bits() as u32,
            lane_blocks: port.buffer().lane_blocks() as u32,
            packet_blocks: port.buffer().packet_blocks() as u32,
            entries: forwarding.entries() as u32,
            named: (0..counters::count(port)).map(|number| is_named(port, number)).collect(),
        }
    }

    /// Register at an address, if there is one.
    pub(super) fn at(&self, address: u32) -> Option<Place> {
        let address = address - address % WORD_BYTES;
        if let Some(behind) = address.checked_sub(address::FORWARDING) {
            return (behind / WORD_BYTES < self.entries).then_some(Place::Forwarding);
        }
        if let Some(behind) = address.checked_sub(address::PORTS) {
            let port = (behind / address::PORT_STRIDE) as usize;
            let offset = behind % address::PORT_STRIDE;
            return if port < self.ports { self.of_port(port, offset) } else { None };
        }
        let (major, minor) = VERSION;
        let (ports, lanes) = (self.ports as u32, self.virtual_lanes as u32);
        Some(match address {
            address::IDENTIFICATION => Place::Constant(IDENTIFICATION),
            address::VERSION => Place::Constant(major << 16 | minor),
            address::GEOMETRY => Place::Constant(lanes << 8 | ports),
            address::DATAPATH => Place::Constant(self.width_bits),
            address::BUFFER => Place::Constant(self.packet_blocks << 16 | self.lane_blocks),
            address::FORWARDING_TABLE => Place::Constant(self.entries),
            address::CONGESTION_SETTING => Place::CongestionSetting,
            address::VICTIM_MASK => Place::VictimMask(0),
            address::VICTIM_MASK_HIGH if ports > WORD_BITS => Place::VictimMask(WORD_BITS as usize),
            _ => return None,
        })
    }

    /// Register of a port at an offset.
    fn of_port(&self, port: usize, offset: u32) -> Option<Place> {
        use address::port::*;
        let word = |from: u32| ((offset - from) / WORD_BYTES) as usize;
        match offset {
            CONGESTION_SETTING => Some(Place::OwnSetting(port)),
            STATUS => Some(Place::Status(port)),
            CONGESTION => Some(Place::Congestion(port)),
            HEAD_OF_QUEUE => Some(Place::HeadOfQueue(port)),
            OCCUPANCY..COUNTERS if word(OCCUPANCY) < self.virtual_lanes => {
                Some(Place::Occupancy(port * self.virtual_lanes + word(OCCUPANCY)))
            }
            COUNTERS.. => {
                let number = word(COUNTERS);
                let is_named = self.named.get(number).copied().unwrap_or(false);
                is_named.then_some(Place::Counter { port, number })
            }
            _ => None,
        }
    }
}

/// Whether a counter is in the map.
fn is_named(port: &Port, number: usize) -> bool {
    const FIRST_LANE: usize = 0;
    let last = match number / GROUP {
        group::MALFORMED => counters::MALFORMED.len() - 1,
        group::FLOW_CONTROL => counters::flow_control::BAD_VIRTUAL_LANE,
        group::MANAGEMENT => counters::head_of_queue_dropped(port, port.virtual_lanes()),
        _ => counters::head_of_queue_dropped(port, FIRST_LANE),
    };
    number % GROUP <= last % GROUP
}
