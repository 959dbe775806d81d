//! A host that uses its credits, and one that does not obey.

use super::channel::Random;
use crate::efl::beat;
use crate::efl::endpoint::{EflEndpointInputs, EflEndpointOutputs};
use std::collections::VecDeque;
use tailback_spec::efl::Efl;

/// A host.
pub(super) struct Host {
    random: Random,
    payload_bytes: u64,
    credits: Vec<u64>,
    /// Packets that are still to be given.
    pub(super) to_give: u32,
    /// Gives packets that are too long, or for no flow.
    pub(super) misbehaves: bool,
    /// Does not take payloads for a while.
    pub(super) stalls: bool,
    /// Packets given, by flow.
    pub(super) sent: Vec<Vec<Vec<u8>>>,
    /// Payloads received, by flow.
    pub(super) got: Vec<Vec<Vec<u8>>>,
    payload: Vec<u8>,
    beats: VecDeque<(u64, u64, bool)>,
    flow: u64,
    stalled: u64,
}

impl Host {
    pub(super) fn new(efl: &Efl, seed: u64) -> Self {
        let flows = efl.flows();
        Host {
            random: Random(seed),
            payload_bytes: efl.payload_bytes().into(),
            credits: vec![u64::from(efl.window()) - 1; flows],
            to_give: 0,
            misbehaves: false,
            stalls: false,
            sent: vec![Vec::new(); flows],
            got: vec![Vec::new(); flows],
            payload: Vec::new(),
            beats: VecDeque::new(),
            flow: 0,
            stalled: 0,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.to_give == 0 && self.beats.is_empty()
    }

    pub(super) fn given(&self) -> usize {
        self.sent.iter().map(Vec::len).sum()
    }

    pub(super) fn received(&self) -> usize {
        self.got.iter().map(Vec::len).sum()
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        let bytes = 1 + self.random.below(most);
        (0..bytes).map(|_| self.random.below(256) as u8).collect()
    }

    /// Decides on the next packet.
    fn next(&mut self) {
        let flows = self.credits.len() as u64;
        let flow = self.random.below(flows) as usize;
        let payload = match self.random.below(8) {
            0 if self.misbehaves => {
                let is_long = self.random.below(2) == 0;
                self.flow = if is_long { flow as u64 } else { flows };
                let least = if is_long { self.payload_bytes as usize } else { 0 };
                let mut payload = vec![0; least];
                payload.extend(self.bytes(100));
                payload
            }
            _ if self.to_give > 0 && self.credits[flow] > 0 && self.random.below(40) == 0 => {
                self.flow = flow as u64;
                self.credits[flow] -= 1;
                self.to_give -= 1;
                let payload = self.bytes(self.payload_bytes);
                self.sent[flow].push(payload.clone());
                payload
            }
            _ => return,
        };
        let beats = payload.len().div_ceil(8);
        self.beats = (payload.chunks(8).enumerate())
            .map(|(number, part)| (beat::data(part), beat::keep(part.len()), number + 1 == beats))
            .collect();
    }

    /// Sets the inputs of the host.
    pub(super) fn drive(&mut self, inputs: &mut EflEndpointInputs) {
        if self.beats.is_empty() {
            self.next();
        }
        let beat = self.beats.front().copied();
        let stream = &mut inputs.s_axis_host;
        stream.tvalid = beat.is_some();
        (stream.tdata, stream.tkeep, stream.tlast) = beat.unwrap_or_default();
        stream.tid = self.flow;
        if self.stalls && self.random.below(5000) == 0 {
            self.stalled = 1000;
        }
        self.stalled = self.stalled.saturating_sub(1);
        inputs.m_axis_host.tready = self.stalled == 0;
    }

    /// The end of a cycle.
    pub(super) fn observe(&mut self, inputs: &EflEndpointInputs, outputs: &EflEndpointOutputs) {
        if inputs.s_axis_host.tvalid && outputs.s_axis_host.tready {
            self.beats.pop_front();
        }
        let stream = &outputs.m_axis_host;
        if stream.tvalid && inputs.m_axis_host.tready {
            self.payload.extend(beat::bytes(stream.tdata, stream.tkeep.count_ones() as usize));
            if stream.tlast {
                self.got[stream.tid as usize].push(std::mem::take(&mut self.payload));
            }
        }
        let credit = &outputs.m_axis_credit;
        if credit.tvalid {
            self.credits[(credit.tdata >> 16) as usize] += credit.tdata & 0xFFFF;
        }
    }
}
