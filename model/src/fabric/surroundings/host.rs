//! A host: its flows, and its handling of doorbells, grants and packets.

use super::{pace::Pace, source::Source, Received};
use std::collections::VecDeque;
use tailback_spec::{
    fabric::{
        packet::{Tag, TAG_BYTES},
        Fabric,
    },
    WideWord,
};

/// Outputs of the NIC.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub ready: bool,
    pub doorbell_ready: bool,
    pub decline_ready: bool,
    pub release_ready: bool,
    pub grant: Option<usize>,
    /// Whether the last beat of a packet is received from the link.
    pub came: bool,
    pub bad: bool,
}

/// A beat for the NIC, without its bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Beat {
    pub keep: u64,
    pub last: bool,
    pub flow: usize,
    pub more: bool,
}

/// A flow that sends.
#[derive(Debug, Clone)]
struct Flow {
    /// Index at the NIC.
    local: usize,
    number: usize,
    source: Source,
    /// Packets that have begun.
    begun: u64,
    /// Whether the NIC knows of a packet.
    known: bool,
    /// Whether a grant is unused.
    granted: bool,
    /// Packets that have been acknowledged or released.
    over: u64,
    /// Cycle since which packets are in flight and none of them is acknowledged.
    waits_since: u64,
}

/// A packet that is passed to the NIC.
#[derive(Debug, Clone)]
struct Sending {
    flow: usize,
    bytes: Vec<u8>,
    gone: usize,
    more: bool,
}

/// The host.
#[derive(Debug, Clone)]
pub(super) struct Host {
    fabric: Fabric,
    flows: Vec<Flow>,
    width: usize,
    /// Flows in the order of their grants.
    granted: VecDeque<usize>,
    sending: Option<Sending>,
    pub pace: Pace,
    /// Flow for which the doorbell rings.
    pub ringing: Option<usize>,
    /// Flow whose grant is declined.
    pub declining: Option<usize>,
    /// Flows of which packets are released, one entry for each packet; the first one is offered.
    releasing: VecDeque<usize>,
    /// Packets that have been released.
    pub released: u64,
    /// Cycles without an ACK after which packets are released.
    patience: Option<u64>,
    /// First bytes of the packet from the link.
    head: Vec<u8>,
    pub received: Received,
}

impl Host {
    pub fn new(fabric: &Fabric, host: usize) -> Self {
        let scenario = fabric.scenario();
        let sends = fabric.connections(host).iter().enumerate().filter(|(_, end)| end.sends);
        let flow = |(local, end): (usize, &tailback_spec::fabric::Connection)| Flow {
            local,
            number: end.flow,
            source: Source::new(scenario.seed, end.flow, &scenario.flows[end.flow]),
            begun: 0,
            known: false,
            granted: false,
            over: 0,
            waits_since: 0,
        };
        Host {
            flows: sends.map(flow).collect(),
            width: fabric.link_delays()[0].width_bytes(),
            granted: VecDeque::new(),
            sending: None,
            pace: Pace::new(scenario, host),
            ringing: None,
            declining: None,
            releasing: VecDeque::new(),
            released: 0,
            patience: scenario.release,
            head: Vec::new(),
            received: Received::default(),
            fabric: fabric.clone(),
        }
    }

    /// Packets that each flow of the scenario has begun.
    pub fn begun(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.flows.iter().map(|flow| (flow.number, flow.begun))
    }

    /// Processes the outputs of the NIC in the last cycle.
    pub fn see(&mut self, shown: &Shown) {
        if let Some(sending) = self.sending.as_mut().filter(|_| shown.ready) {
            sending.gone += self.width;
            if sending.gone >= sending.bytes.len() {
                self.sending = None;
            }
        }
        self.ringing = self.ringing.filter(|_| !shown.doorbell_ready);
        self.declining = self.declining.filter(|_| !shown.decline_ready);
        if shown.release_ready && self.releasing.pop_front().is_some() {
            self.released += 1;
        }
        if let Some(local) = shown.grant {
            if let Some(flow) = self.flows.iter_mut().find(|flow| flow.local == local) {
                (flow.known, flow.granted) = (false, true);
                self.granted.push_back(local);
            }
        }
        if shown.came {
            self.received.packets += 1;
            self.received.bad += u64::from(shown.bad);
        }
    }

    /// Whether nothing is begun that is not completed, and the NIC knows of no packet.
    pub fn is_quiet(&self) -> bool {
        let is_idle = |flow: &Flow| !flow.known && !flow.granted;
        let sends =
            self.sending.is_some() || !self.granted.is_empty() || !self.releasing.is_empty();
        let signals = self.ringing.is_some() || self.declining.is_some();
        !sends && !signals && self.flows.iter().all(is_idle)
    }

    /// Flow of which a packet is released.
    pub fn releasing(&self) -> Option<usize> {
        self.releasing.front().copied()
    }

    /// Processes a beat of a packet from the link, in a cycle of the scenario: an ACK ends the wait
    /// for it.
    pub fn look_at(&mut self, data: &WideWord, last: bool, bad: bool, now: u64) {
        if self.patience.is_none() {
            return;
        }
        if self.head.len() < TAG_BYTES {
            let bytes = data.iter().flat_map(|word| word.to_le_bytes()).take(self.width);
            self.head.extend(bytes);
        }
        if !last {
            return;
        }
        let tag = Tag::of(&self.fabric, &self.head).filter(|tag| tag.acknowledges && !bad);
        self.head.clear();
        let Some(tag) = tag else { return };
        if let Some(flow) = self.flows.iter_mut().find(|flow| flow.number == tag.flow) {
            // Sequence numbers count modulo 2^24; no more packets than a window are in flight.
            const MODULUS: u64 = 1 << 24;
            let newest = flow.begun.saturating_sub(1);
            let behind = (newest % MODULUS + MODULUS - u64::from(tag.number)) % MODULUS;
            let over = newest.saturating_sub(behind) + 1;
            if behind < MODULUS / 2 && over > flow.over {
                (flow.over, flow.waits_since) = (over, now);
            }
        }
    }

    /// Releases the packets in flight of flows that have waited for too long.
    fn give_up(&mut self, now: u64) {
        let Some(patience) = self.patience else { return };
        for flow in &mut self.flows {
            if flow.begun > flow.over && now >= flow.waits_since + patience {
                let packets = flow.begun - flow.over;
                self.releasing.extend((0..packets).map(|_| flow.local));
                (flow.over, flow.waits_since) = (flow.begun, now);
            }
        }
    }

    /// The host's actions in a cycle of the scenario.
    pub fn act(&mut self, now: u64) {
        self.give_up(now);
        self.flows.iter_mut().for_each(|flow| flow.source.at(now));
        while self.sending.is_none() && self.pace.may_begin(now) {
            let Some(&local) = self.granted.front() else { break };
            let Some(flow) = self.flows.iter_mut().find(|flow| flow.local == local) else { break };
            if flow.source.has_packet(now) {
                let bytes = self.fabric.packet(flow.number, flow.begun);
                if flow.begun == flow.over {
                    flow.waits_since = now;
                }
                flow.begun += 1;
                flow.source.begin(now);
                self.pace.begin(now);
                let more = flow.source.has_packet(now);
                flow.known = more;
                self.sending = Some(Sending { flow: local, bytes, gone: 0, more });
            } else if self.declining.is_none() {
                self.declining = Some(local);
            } else {
                break;
            }
            flow.granted = false;
            self.granted.pop_front();
        }
        let rings = |flow: &&mut Flow| !flow.known && !flow.granted && flow.source.has_packet(now);
        if self.ringing.is_none() {
            if let Some(flow) = self.flows.iter_mut().find(rings) {
                flow.known = true;
                self.ringing = Some(flow.local);
            }
        }
    }

    /// The beat that is offered; its bytes are written to `data`.
    pub fn beat(&self, data: &mut WideWord) -> Option<Beat> {
        let Sending { flow, bytes, gone, more } = self.sending.as_ref()?;
        let rest = &bytes[*gone..];
        let counted = rest.len().min(self.width);
        data.clear();
        data.extend((0..self.width).step_by(size_of::<u64>()).map(|from| {
            let bytes = rest.iter().skip(from).take(size_of::<u64>()).rev();
            bytes.fold(0, |word, byte| word << u8::BITS | u64::from(*byte))
        }));
        Some(Beat {
            keep: u64::MAX >> (u64::BITS as usize - counted),
            last: rest.len() <= self.width,
            flow: *flow,
            more: *more && *gone == 0,
        })
    }
}
