//! Hosts with queues of packets, and the network that returns ACKs.

use tailback_model::nic::rate_limiter::{RateLimiterInputs, RateLimiterOutputs};
use tailback_spec::nic::Nic;

use super::delays::Started;
use super::phase::{Phase, Words};
use crate::random::{happens, one_of, Random};

/// Largest number of packets that a flow has ready.
const QUEUE: u32 = 64;

/// A packet that a host starts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Packet {
    flow: u64,
    words: u64,
    more: bool,
}

impl Packet {
    /// Packet that starts in a cycle.
    #[cfg(test)]
    pub fn of(inputs: &RateLimiterInputs) -> Self {
        Packet { flow: inputs.start_flow, words: inputs.start_words, more: inputs.start_more }
    }

    /// Start of the packet, accepted in a cycle.
    #[inline]
    pub fn taken(self, cycle: u64, fresh: bool) -> Started {
        Started { flow: self.flow as usize, words: self.words, cycle, fresh }
    }
}

/// Hosts of all flows.
pub struct Hosts {
    /// Packets that each flow has ready.
    queued: Vec<u32>,
    /// Flows with an accepted grant, whose packet has not started.
    told: Vec<u64>,
    /// Flow of each packet in flight.
    pub(super) in_flight: Vec<u64>,
    /// Events offered until accepted.
    doorbell: Option<u64>,
    start: Option<Packet>,
    ack: Option<(u64, u64)>,
    /// Start that was accepted, but has not been decided.
    deciding: Option<(Packet, u64)>,
    /// Flows of the last start and ACK.
    started: u64,
    acked: u64,
    /// Number of flow numbers, including numbers without a flow.
    numbers: u64,
    flows: u64,
    packet_words: u64,
    /// Longest packet that the port can express.
    longest_words: u64,
    /// Largest number of packets that an ACK can acknowledge.
    most_acked: u64,
}

impl Hosts {
    pub(super) fn new(nic: &Nic) -> Self {
        Hosts {
            queued: vec![0; nic.flows()],
            told: Vec::new(),
            in_flight: Vec::new(),
            doorbell: None,
            start: None,
            ack: None,
            deciding: None,
            started: 0,
            acked: 0,
            numbers: 1 << nic.flow_bits(),
            flows: nic.flows() as u64,
            packet_words: nic.packet_words().into(),
            longest_words: (1 << nic.word_bits()) - 1,
            most_acked: (1 << nic.window_bits()) - 1,
        }
    }

    pub(super) fn reset(&mut self) {
        self.queued.fill(0);
        self.told.clear();
        self.in_flight.clear();
        (self.doorbell, self.start, self.ack, self.deciding) = (None, None, None, None);
    }

    /// Observes the cycle before `cycle`; returns the legal start that was decided in it.
    #[inline]
    pub(super) fn see(
        &mut self,
        cycle: u64,
        last: &RateLimiterOutputs,
        inputs: &RateLimiterInputs,
    ) -> Option<Started> {
        let mut decided = None;
        if last.start_ready {
            decided = self.deciding.take().filter(|_| !last.start_ignored);
            if inputs.start {
                self.deciding = self.start.take().map(|packet| (packet, cycle - 1));
            }
        }
        if last.look_up {
            self.in_flight.push(last.look_up_flow);
        }
        if last.doorbell_ready && inputs.doorbell {
            self.doorbell = None;
        }
        if last.ack_ready && inputs.ack {
            self.ack = None;
        }
        if last.grant && inputs.grant_ready {
            self.told.push(last.grant_flow);
        }
        decided.map(|(packet, cycle)| packet.taken(cycle, last.look_up_fresh))
    }

    /// Drives the events of the next cycle.
    #[inline]
    pub(super) fn drive(
        &mut self,
        random: &mut Random,
        phase: &Phase,
        last: &RateLimiterOutputs,
        inputs: &mut RateLimiterInputs,
    ) {
        if happens(random, phase.lawless) {
            self.break_the_law(random, last);
        }
        if self.doorbell.is_none() && happens(random, phase.doorbell) {
            self.packets_come(random, phase);
        }
        if self.start.is_none() && !self.told.is_empty() && happens(random, phase.start) {
            let packet = self.any_packet(random, phase);
            self.start = Some(packet);
        }
        if self.ack.is_none() && !self.in_flight.is_empty() && happens(random, phase.ack) {
            let one = random.below(self.in_flight.len() as u64) as usize;
            let flow = self.in_flight.swap_remove(one);
            let mut packets = 1;
            // Every other ACK acknowledges several packets.
            let mut more = random.below(2) * random.below(self.most_acked);
            self.in_flight.retain(|other| {
                let takes = *other == flow && more > 0;
                (more, packets) = (more - u64::from(takes), packets + u64::from(takes));
                !takes
            });
            self.ack = Some((flow, packets));
        }
        inputs.doorbell = self.doorbell.is_some();
        inputs.doorbell_flow = self.doorbell.unwrap_or(inputs.doorbell_flow);
        inputs.start = self.start.is_some();
        if let Some(Packet { flow, words, more }) = self.start {
            (inputs.start_flow, inputs.start_words, inputs.start_more) = (flow, words, more);
            self.started = flow;
        }
        inputs.ack = self.ack.is_some();
        if let Some((flow, packets)) = self.ack {
            (inputs.ack_flow, inputs.ack_count, self.acked) = (flow, packets, flow);
        }
    }

    /// Packets become ready for a flow, which rings if it had none, and sometimes otherwise.
    #[inline]
    fn packets_come(&mut self, random: &mut Random, phase: &Phase) {
        let flow = (phase.first_flow + random.below(phase.flows)) % self.flows;
        let queued = &mut self.queued[flow as usize];
        if *queued == 0 || random.below(8) == 0 {
            self.doorbell = Some(flow);
        }
        *queued = QUEUE.min(*queued + 1 + random.below(phase.packets) as u32);
    }

    /// Packet of a flow with a grant.
    #[inline]
    fn any_packet(&mut self, random: &mut Random, phase: &Phase) -> Packet {
        let one = random.below(self.told.len() as u64) as usize;
        let flow = self.told.swap_remove(one);
        let queued = &mut self.queued[flow as usize];
        let any = *queued > 0 && !happens(random, phase.gone);
        *queued = queued.saturating_sub(1);
        let more = *queued > 0;
        let longest = match phase.words {
            Words::One => 1,
            Words::Frame => self.packet_words.min(4),
            Words::Few => self.packet_words.min(8),
            Words::Any | Words::Longest => self.packet_words,
        };
        let words = match phase.words {
            Words::Frame | Words::Longest => longest,
            _ => 1 + random.below(longest),
        };
        Packet { flow, words: if any { words } else { 0 }, more }
    }

    /// An illegal or unexpected event, if no other of its kind is offered.
    #[cold]
    fn break_the_law(&mut self, random: &mut Random, last: &RateLimiterOutputs) {
        let any = random.below(self.numbers);
        let highest = self.numbers - 1;
        let bits = random.bits();
        let words = one_of(random, &[1, 1, 2, 0, self.longest_words]);
        let count = (bits >> 1) % (self.most_acked + 1);
        let packet = |flow| Some(Packet { flow, words, more: bits & 1 != 0 });
        match random.below(16) {
            // The grant may be offered, but not yet accepted.
            0..=4 if last.grant => self.start = self.start.or(packet(last.grant_flow)),
            5 | 6 => self.start = self.start.or(packet(any)),
            // A second start for one grant.
            7 | 8 => self.start = self.start.or(packet(self.started)),
            9 => self.start = self.start.or(packet(highest)),
            10 => self.ack = self.ack.or(Some((any, count))),
            11 => self.ack = self.ack.or(Some((self.acked, count))),
            12 => self.ack = self.ack.or(Some((highest, count))),
            13 => self.doorbell = self.doorbell.or(Some(any)),
            14 => self.doorbell = self.doorbell.or(Some(highest)),
            15 => self.withdraw(),
            _ => {}
        }
    }

    /// Withdraws the offered events, to offer them later.
    fn withdraw(&mut self) {
        self.doorbell = None;
        self.told.extend(self.start.take().map(|packet| packet.flow % self.flows));
        self.in_flight.extend(
            self.ack
                .take()
                .into_iter()
                .flat_map(|(flow, packets)| std::iter::repeat_n(flow, packets as usize)),
        );
    }
}
