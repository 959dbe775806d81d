//! Messages that wait for others: a sender with a limited number in flight, processes that answer each
//! other, and processes in a ring.

use super::{
    builder::{Builder, US},
    network::{Scenario, Traffic},
    raw::TimesSection,
};
use crate::{link, wire::lrh};
use std::sync::Arc;

/// Messages of one size, each of which starts when others have been received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Payload bytes of a message.
    pub bytes: u64,
    /// Most messages of the flow that have started and have not been received: message `k` starts after
    /// message `k - in_flight` has been received.
    pub in_flight: u64,
    /// Other flows for whose messages this one waits.
    pub after: Vec<After>,
    /// Cycles of software before each message; for messages that could start together, one after the other.
    pub overhead: u64,
}

/// A flow for whose messages another one waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct After {
    /// The flow.
    pub flow: usize,
    /// Messages that may start before the first one of that flow has been received: message `k` starts
    /// after message `k - ahead` of that flow.
    pub ahead: u64,
}

/// Payload of the packets of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// Packets.
    pub packets: u64,
    /// Payload bytes of the last packet. All others are as long as those of other flows.
    pub last_bytes: usize,
}

impl Exchange {
    /// Reads the messages of a section; without `in_flight`, there is one.
    pub(super) fn new(build: &Builder, section: &TimesSection) -> Self {
        Exchange {
            bytes: section.message_bytes.unwrap_or(1).into(),
            in_flight: section.in_flight.unwrap_or(1).into(),
            after: Vec::new(),
            overhead: build.cycles(section.overhead_us.unwrap_or_default(), US),
        }
    }

    /// The messages as the traffic of a flow.
    pub(super) fn traffic(self) -> Traffic {
        Traffic::Exchange(Arc::new(self))
    }

    /// Packets of a message.
    pub fn division(&self, scenario: &Scenario) -> Division {
        let payload = scenario.payload_bytes as u64;
        let packets = self.bytes.div_ceil(payload).max(1);
        Division { packets, last_bytes: (self.bytes - (packets - 1) * payload) as usize }
    }

    /// Mean payload of the packets of a message, as a multiple of that of packets of other flows.
    pub fn mean_payload(&self, scenario: &Scenario) -> f64 {
        let packets = self.division(scenario).packets as f64;
        self.bytes as f64 / (packets * scenario.payload_bytes as f64)
    }
}

impl Scenario {
    /// Whether packets have different lengths, and flows wait for the messages of others.
    pub fn has_exchanges(&self) -> bool {
        self.flows.iter().any(|flow| matches!(flow.traffic, Traffic::Exchange(_)))
    }

    /// Bytes of a data packet with this payload and the header of all packets, padded to whole words.
    fn padded_bytes(&self, payload: usize) -> usize {
        let header = self.packet_bytes - self.payload_bytes;
        (header + payload).div_ceil(lrh::WORD_BYTES) * lrh::WORD_BYTES
    }

    /// Blocks of a data packet with this payload, as [`Self::packet_blocks`].
    pub fn blocks_with(&self, payload: usize) -> usize {
        link::blocks(self.padded_bytes(payload) + link::VCRC_BYTES)
    }

    /// Cycles of a data packet with this payload on the datapath, as [`Self::packet_beats`].
    pub fn beats_with(&self, payload: usize) -> u64 {
        super::rates::packet_beats(&self.config, self.padded_bytes(payload))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "name = \"x\"\nconfiguration.preset = \"santos-2003\"\n\
        switches = [\"S\"]\nhosts.A.switch = \"S\"\nhosts.B.switch = \"S\"\n\
        run.duration_ms = 1\n\
        measure = { from_ms = 0, to_ms = 1 }\n\
        flows.F = { from = \"A\", to = \"B\", traffic = \"messages\", message_bytes = 5000, \
        in_flight = 3, overhead_us = 2 }\n";

    fn scenario(overrides: &[&str]) -> Scenario {
        let overrides: Vec<_> = overrides.iter().map(|set| set.parse().expect("set")).collect();
        Scenario::from_toml(SCENARIO, &overrides).expect("valid")
    }

    fn exchange(scenario: &Scenario) -> &Exchange {
        let Traffic::Exchange(exchange) = &scenario.flows[0].traffic else { panic!("messages") };
        exchange
    }

    #[test]
    fn the_last_packet_of_a_message_is_as_long_as_what_is_left() {
        for (bytes, packets, last_bytes) in
            [(1, 1, 1), (2048, 1, 2048), (2049, 2, 1), (5000, 3, 904), (6144, 3, 2048)]
        {
            let scenario = scenario(&[&format!("flows.F.message_bytes={bytes}")]);
            let division = exchange(&scenario).division(&scenario);
            assert_eq!(division, Division { packets, last_bytes }, "{bytes} bytes");
        }
    }

    #[test]
    fn a_packet_of_full_payload_is_as_long_as_all_others() {
        let scenario = scenario(&[]);
        assert_eq!(scenario.blocks_with(2048), scenario.packet_blocks());
        assert_eq!(scenario.beats_with(2048), scenario.packet_beats());
        // Header, payload and VCRC: 20, 8 and 2 bytes.
        assert_eq!(scenario.blocks_with(8), 1);
        assert_eq!(scenario.beats_with(8), 4);
    }

    #[test]
    fn a_time_of_software_is_in_cycles() {
        let scenario = scenario(&[]);
        let Exchange { bytes, in_flight, after, overhead } = exchange(&scenario);
        assert_eq!((*bytes, *in_flight, after.len()), (5000, 3, 0));
        assert_eq!(scenario.nanoseconds(*overhead), 2000.0);
    }
}
