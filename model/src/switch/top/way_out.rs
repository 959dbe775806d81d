//! Transmit path of an output port: the egress to the link, the credits from the neighbour, and the
//! flow-control packets for it.

use super::way_in::{header, WayIn};
use crate::wired::Wired;
use crate::{
    bits::is_set,
    link::flow_control::FlowControlTransmitter,
    switch::{
        credits::OutputCredits,
        egress::{Egress, Extent},
    },
};
use tailback_spec::{switch::top::SwitchTop, WideWord};

/// The modules of an output port.
#[derive(Debug, Clone)]
pub(super) struct WayOut {
    pub(super) egress: Wired<Egress>,
    pub(super) credits: Wired<OutputCredits>,
    pub(super) transmitter: Wired<FlowControlTransmitter>,
    /// Whether a word from an input port arrives that is the first of a block.
    pub(super) leaves: bool,
    /// Packet that begins, if there is one.
    pub(super) begins: Option<Extent>,
    /// Virtual lane and blocks of the packet that would begin, if it is dropped.
    waived: Option<(u32, u32)>,
}

impl WayOut {
    pub(super) fn new(switch: &SwitchTop) -> Self {
        WayOut {
            egress: Wired::new(Egress::new(&switch.port)),
            credits: Wired::new(OutputCredits::new(&switch.port)),
            transmitter: Wired::new(FlowControlTransmitter::new(&switch.link)),
            leaves: false,
            begins: None,
            waived: None,
        }
    }

    /// Whether there are credits for a packet of so many blocks. VL15 needs none.
    pub(super) fn has_credits(&self, lane: usize, blocks: u32) -> bool {
        let available = self.credits.model.available.get(lane);
        available.is_none_or(|available| blocks <= *available)
    }

    /// Accepts the word of a virtual lane that an input port has put on the crossbar, if there is
    /// one.
    pub(super) fn join(&mut self, from: Option<&WayIn>, joined: bool, lane: u32) {
        if let Some(way_in) = from {
            self.egress.inputs.word.clone_from(&way_in.buffer.outputs.word);
        }
        let way_in = from.filter(|way_in| joined && way_in.buffer.outputs.word_valid);
        self.leaves = way_in.is_some_and(|way_in| way_in.begins_block);
        self.begins = None;
        let word = &mut self.egress.inputs;
        let goes = way_in.filter(|way_in| !way_in.discards);
        let seen = goes.map(|way_in| &way_in.buffer.outputs);
        let dropped = way_in.filter(|way_in| way_in.discards).map(|way_in| &way_in.buffer.outputs);
        self.waived = dropped
            .filter(|dropped| dropped.word_first)
            .and_then(|dropped| extent(&dropped.word))
            .map(|packet| (lane, packet.blocks));
        let Some(seen) = seen else {
            word.word_valid = false;
            (word.word_first, word.word_last, word.word_bad) = (false, false, false);
            return;
        };
        word.word_valid = true;
        (word.word_first, word.word_last) = (seen.word_first, seen.word_last);
        word.word_bad = seen.word_bad;
        if seen.word_first {
            self.begins = extent(&seen.word);
        }
    }

    /// Runs the rest of a cycle, once the mark of the beginning packet is known.
    pub(super) fn step(&mut self, port: usize, mark: u64, ready: u64) {
        let egress = &mut self.egress.inputs;
        egress.mark = is_set(mark, port);
        egress.tx_ready = is_set(ready, port);
        let held = self.transmitter.model.held;
        egress.flow_control_valid = held.is_some();
        egress.flow_control_packet = held.unwrap_or(0);
        self.egress.step();
    }

    /// Credits of both directions, from received and for transmitted flow-control packets. `claim`
    /// has the virtual lane and the blocks of the packet that starts.
    pub(super) fn count_credits(
        &mut self,
        way_in: &WayIn,
        claim: Option<(u32, u32)>,
        active: bool,
    ) {
        let (update, sent) = (&way_in.heard, &self.egress.outputs);
        let credits = &mut self.credits.inputs;
        (credits.update, credits.update_vl) = (update.update, update.vl);
        credits.update_fccl = update.fccl;
        credits.begins = claim.is_some();
        self.credits.step();
        // The blocks come in the cycle after.
        let credits = &mut self.credits.inputs;
        let (lane, blocks) = claim.unwrap_or_default();
        credits.claim = claim.is_some();
        (credits.claim_lane, credits.claim_blocks) = (lane.into(), blocks.into());
        let (lane, blocks) = self.waived.unwrap_or_default();
        credits.waive = self.waived.is_some();
        (credits.waive_lane, credits.waive_blocks) = (lane.into(), blocks.into());

        let transmitter = &mut self.transmitter.inputs;
        transmitter.active = active;
        transmitter.fctbs.clone_from(&sent.sent);
        transmitter.fccl.clone_from(&way_in.limits);
        transmitter.ready = sent.flow_control_ready;
        self.transmitter.step();
    }

    /// Data VLs for which the neighbour has sent its credits, one bit each.
    pub(super) fn initialised(&self) -> u32 {
        self.credits.outputs.initialised as u32
    }

    pub(super) fn reset(&mut self) {
        self.egress.reset();
        self.credits.reset();
        self.credits.inputs = Default::default();
        self.transmitter.reset();
        self.waived = None;
    }
}

/// Virtual lane and length of a packet with this first word.
fn extent(word: &WideWord) -> Option<Extent> {
    Extent::of(&header(word).into_inner())
}
