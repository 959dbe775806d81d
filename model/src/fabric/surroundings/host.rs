//! A host: its flows, and what it does with doorbells, grants and packets.

use super::{source::Source, Received};
use std::collections::VecDeque;
use tailback_spec::{fabric::Fabric, WideWord};

/// What the NIC shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub ready: bool,
    pub doorbell_ready: bool,
    pub decline_ready: bool,
    pub grant: Option<usize>,
    /// The last beat of a packet from the link.
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
    /// Its number at the NIC.
    local: usize,
    number: usize,
    source: Source,
    /// Packets that have begun.
    begun: u64,
    /// The NIC knows of a packet.
    known: bool,
    /// A grant waits to be used.
    granted: bool,
}

/// A packet that goes to the NIC.
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
    /// The flow for which the doorbell rings.
    pub ringing: Option<usize>,
    /// The flow whose grant is declined.
    pub declining: Option<usize>,
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
        };
        Host {
            flows: sends.map(flow).collect(),
            width: fabric.cables()[0].width_bytes(),
            granted: VecDeque::new(),
            sending: None,
            ringing: None,
            declining: None,
            received: Received::default(),
            fabric: fabric.clone(),
        }
    }

    /// The packets that each flow of the scenario has begun.
    pub fn begun(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.flows.iter().map(|flow| (flow.number, flow.begun))
    }

    /// What the NIC showed in the last cycle.
    pub fn see(&mut self, shown: &Shown) {
        if let Some(sending) = self.sending.as_mut().filter(|_| shown.ready) {
            sending.gone += self.width;
            if sending.gone >= sending.bytes.len() {
                self.sending = None;
            }
        }
        self.ringing = self.ringing.filter(|_| !shown.doorbell_ready);
        self.declining = self.declining.filter(|_| !shown.decline_ready);
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

    /// What is done in a cycle of the scenario.
    pub fn act(&mut self, now: u64) {
        self.flows.iter_mut().for_each(|flow| flow.source.at(now));
        while self.sending.is_none() {
            let Some(&local) = self.granted.front() else { break };
            let Some(flow) = self.flows.iter_mut().find(|flow| flow.local == local) else { break };
            if flow.source.has_packet(now) {
                let bytes = self.fabric.packet(flow.number, flow.begun);
                flow.begun += 1;
                flow.source.begin(now);
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

    /// The beat that is offered, whose bytes go into `data`.
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
