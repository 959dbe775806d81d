//! Packets of each flow in flight, and the number that an ACK acknowledges (IBA 9.7.5.1.2).

use super::ReflectorInputs;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::nic::reflector::{AHEAD_BITS, PSN_BITS};

/// Number of packet sequence numbers.
const PSNS: u64 = 1 << PSN_BITS;

/// "For `out` and `newest`, packets count that were sent in cycle *t* or before": the number of
/// packets that an ACK acknowledges, which is reported in cycle *t* + 3, is computed at the end of
/// *t* + 2.
const SEEN_CYCLES: usize = 2;

/// A flow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flow {
    /// Packets that are not acknowledged.
    pub(crate) out: u64,
    /// PSN of the packet that was sent last.
    pub(crate) newest: u64,
}

/// A packet that was sent, and its PSN if that is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Sent {
    flow: usize,
    psn: Option<u64>,
}

/// All flows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outstanding {
    pub(crate) flows: Vec<Flow>,
    /// Packets that were sent in the last cycles, the latest one last.
    sent: VecDeque<Option<Sent>>,
}

impl Outstanding {
    pub(crate) fn new(flows: usize) -> Self {
        let sent = std::iter::repeat_n(None, SEEN_CYCLES).collect();
        Outstanding { flows: vec![Flow::default(); flows], sent }
    }

    /// Number of packets that an ACK acknowledges.
    pub(crate) fn acknowledge(&mut self, flow: usize, psn: u64) -> u64 {
        self.see();
        let Flow { out, newest } = &mut self.flows[flow];
        let ahead = (psn + PSNS - *newest) % PSNS;
        let behind = (*newest + PSNS - psn) % PSNS;
        let left = if ahead < 1 << AHEAD_BITS { 0 } else { behind.min(*out) };
        std::mem::replace(out, left) - left
    }

    /// Number of packets that are released: one, or 0 if no packet is in flight or there is no such
    /// flow.
    pub(crate) fn release(&mut self, flow: usize) -> u64 {
        self.see();
        let Some(flow) = self.flows.get_mut(flow) else { return 0 };
        let given_up = flow.out.min(1);
        flow.out -= given_up;
        given_up
    }

    /// Counts the packet that was sent long enough ago to be visible.
    fn see(&mut self) {
        let Some(Sent { flow, psn }) = self.sent.front_mut().and_then(Option::take) else { return };
        if let Some(flow) = self.flows.get_mut(flow) {
            flow.out += 1;
            flow.newest = psn.unwrap_or(flow.newest);
        }
    }

    /// The end of a cycle.
    pub(crate) fn step(&mut self, inputs: &ReflectorInputs, is_ready: bool) {
        self.see();
        self.sent.pop_front();
        let psn = inputs.sent_numbered.then_some(inputs.sent_psn);
        let sent = Sent { flow: inputs.sent_flow as usize, psn };
        self.sent.push_back(Some(sent).filter(|_| inputs.sent && is_ready));
    }
}
