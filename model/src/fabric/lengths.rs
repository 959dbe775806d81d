//! Lengths of packets: all are equal, except for the last ones of messages that wait for others.

use tailback_spec::scenario::{Flow, Scenario, Traffic};

/// Length of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Length {
    /// Cycles on the datapath.
    pub beats: u64,
    /// Credits.
    pub blocks: u32,
}

/// Lengths of the packets of all flows.
#[derive(Debug, Clone)]
pub(super) struct Lengths {
    full: Length,
    /// Messages of each flow; empty if no flow has any.
    messages: Vec<Option<Message>>,
}

/// Messages of a flow.
#[derive(Debug, Clone, Copy)]
struct Message {
    packets: u32,
    /// Length of the last packet.
    last: Length,
}

impl Lengths {
    /// Lengths of the packets of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let message = |flow: &Flow| {
            let Traffic::Exchange(exchange) = &flow.traffic else { return None };
            let division = exchange.division(scenario);
            let last = Length {
                beats: scenario.beats_with(division.last_bytes),
                blocks: scenario.blocks_with(division.last_bytes) as u32,
            };
            Some(Message { packets: division.packets as u32, last })
        };
        let full =
            Length { beats: scenario.packet_beats(), blocks: scenario.packet_blocks() as u32 };
        let messages = match scenario.has_exchanges() {
            true => scenario.flows.iter().map(message).collect(),
            false => Vec::new(),
        };
        Lengths { full, messages }
    }

    /// Length of a packet of a flow.
    #[inline]
    pub fn of(&self, flow: u16, sequence: u32) -> Length {
        match self.messages.get(usize::from(flow)) {
            Some(Some(message)) if (sequence + 1).is_multiple_of(message.packets) => message.last,
            _ => self.full,
        }
    }

    /// Whether a packet is the last one of a message that others wait for.
    #[inline]
    pub fn ends(&self, flow: u16, sequence: u32) -> bool {
        let message = self.messages.get(usize::from(flow)).copied().flatten();
        message.is_some_and(|message| (sequence + 1).is_multiple_of(message.packets))
    }

    /// Packets of a message of a flow that others wait for; 1 if the flow has no such messages.
    pub fn packets(&self, flow: u16) -> u64 {
        let message = self.messages.get(usize::from(flow)).copied().flatten();
        message.map_or(1, |message| message.packets.into())
    }

    /// Least credits of a packet.
    pub fn least_blocks(&self) -> u32 {
        let last = self.messages.iter().flatten().map(|message| message.last.blocks);
        last.chain([self.full.blocks]).min().unwrap_or_default()
    }

    /// Mean length of the packets of a flow, as a multiple of the length of most packets.
    pub fn mean(&self, flow: usize) -> f64 {
        let Some(Some(Message { packets, last })) = self.messages.get(flow) else { return 1.0 };
        let (packets, last) = (f64::from(*packets), last.beats as f64 / self.full.beats as f64);
        (packets - 1.0 + last) / packets
    }

    /// Cycles of a packet in which one of full length takes `cycles`.
    #[inline]
    pub fn scaled(&self, cycles: u64, length: Length) -> u64 {
        match length.beats == self.full.beats {
            true => cycles,
            false => (cycles * length.beats).div_ceil(self.full.beats),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_packet_of_a_message_is_short_and_packets_of_other_flows_are_not() {
        let text = "name = \"x\"\nconfiguration.preset = \"santos-2003\"\nswitches = [\"S\"]\n\
            hosts.A.switch = \"S\"\nhosts.B.switch = \"S\"\n\
            run.duration_ms = 1\n\
            measure = { from_ms = 0, to_ms = 1 }\n\
            flows.F = { from = \"A\", to = \"B\", traffic = \"messages\", message_bytes = 4104 }\n\
            flows.G = { from = \"B\", to = \"A\" }\n";
        let scenario = Scenario::from_toml(text, &[]).expect("valid");
        let lengths = Lengths::new(&scenario);
        let full = Length { beats: scenario.packet_beats(), blocks: 33 };
        let found: Vec<_> = (0..6).map(|number| lengths.of(0, number)).collect();
        let short = Length { beats: 4, blocks: 1 };
        assert_eq!(found, [full, full, short, full, full, short]);
        assert_eq!([1, 2, 5].map(|number| lengths.ends(0, number)), [false, true, true]);
        assert_eq!((lengths.of(1, 2), lengths.ends(1, 2)), (full, false));
        // 4 of 259 beats, rounded up.
        assert_eq!(
            (full.beats, lengths.scaled(520, short), lengths.scaled(520, full)),
            (259, 9, 520)
        );
        assert!((lengths.mean(0) - (2.0 + 4.0 / 259.0) / 3.0).abs() < 1e-9);
        assert_eq!(lengths.mean(1), 1.0);
    }
}
