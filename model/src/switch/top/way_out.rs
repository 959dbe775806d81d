//! Transmit path of an output port: the egress to the link, the credits from the neighbour, and the
//! flow-control packets for it.

use super::way_in::{header, WayIn};
use crate::wired::Wired;
use crate::{
    bits::is_set,
    link::{credit_sender::CreditSender, flow_control::FlowControlTransmitter},
    switch::egress::{Egress, Extent},
};
use tailback_spec::switch::top::SwitchTop;

/// The modules of an output port.
#[derive(Debug, Clone)]
pub(super) struct WayOut {
    pub(super) egress: Wired<Egress>,
    pub(super) sender: Wired<CreditSender>,
    pub(super) transmitter: Wired<FlowControlTransmitter>,
    /// Blocks of a longest packet.
    longest: u32,
    /// Whether a word from an input port arrives that is the first of a block.
    pub(super) leaves: bool,
    /// Packet that begins, if there is one.
    pub(super) begins: Option<Extent>,
    /// Whether a packet began in the cycle before, even if it is dropped.
    began: bool,
}

impl WayOut {
    pub(super) fn new(switch: &SwitchTop) -> Self {
        let mut sender = Wired::new(CreditSender::new(&switch.link));
        sender.inputs.blocks = std::iter::repeat_n(0, switch.link.virtual_lanes()).collect();
        WayOut {
            egress: Wired::new(Egress::new(&switch.port)),
            sender,
            longest: switch.port.buffer().packet_blocks() as u32,
            transmitter: Wired::new(FlowControlTransmitter::new(&switch.link)),
            leaves: false,
            begins: None,
            began: false,
        }
    }

    /// Whether a longest packet of a virtual lane may be transmitted on a link that is up. VL15
    /// needs no credits.
    pub(super) fn may_send(&self, lane: usize) -> bool {
        let blocks = &self.sender.inputs.blocks;
        blocks.get(lane).is_none_or(|blocks| self.sender.model.may_send(lane, *blocks))
    }

    /// Whether the blocks of a packet that is transmitted are not counted yet: it begins now, or
    /// began in the cycle before.
    pub(super) fn is_counting(&self) -> bool {
        self.begins.is_some() || self.sender.inputs.send
    }

    /// Accepts the word that an input port has put on the crossbar, if there is one.
    pub(super) fn join(&mut self, from: Option<&WayIn>, joined: bool) {
        if let Some(way_in) = from {
            self.egress.inputs.word.clone_from(&way_in.buffer.outputs.word);
        }
        let way_in = from.filter(|way_in| joined && way_in.buffer.outputs.word_valid);
        self.leaves = way_in.is_some_and(|way_in| way_in.begins_block);
        self.begins = None;
        let word = &mut self.egress.inputs;
        let goes = way_in.filter(|way_in| !way_in.discards);
        let seen = goes.map(|way_in| &way_in.buffer.outputs);
        let begins = way_in.is_some_and(|way_in| way_in.buffer.outputs.word_first);
        // The blocks of a packet that begins now or began in the cycle before are not counted yet.
        let packets = if begins || self.began { 2 } else { 1 };
        self.sender.inputs.blocks.fill(packets * self.longest);
        self.began = begins;
        let Some(seen) = seen else {
            word.word_valid = false;
            (word.word_first, word.word_last, word.word_bad) = (false, false, false);
            return;
        };
        word.word_valid = true;
        (word.word_first, word.word_last) = (seen.word_first, seen.word_last);
        word.word_bad = seen.word_bad;
        if seen.word_first {
            self.begins = Extent::of(&header(&seen.word).into_inner());
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

    /// Credits of both directions, from received and for transmitted flow-control packets.
    pub(super) fn count_credits(&mut self, way_in: &WayIn, active: bool) {
        let (update, sent) = (&way_in.heard, &self.egress.outputs);
        let sender = &mut self.sender.inputs;
        (sender.update, sender.update_vl) = (update.update, update.vl);
        sender.update_fccl = update.fccl;
        self.sender.step();
        // A packet is counted in the cycle after it began.
        let sender = &mut self.sender.inputs;
        (sender.send, sender.send_vl) = (sent.transmit, sent.transmit_vl);
        sender.send_blocks = sent.transmit_blocks;

        let transmitter = &mut self.transmitter.inputs;
        transmitter.active = active;
        transmitter.fctbs.clone_from(&sent.sent);
        transmitter.fccl.clone_from(&way_in.limits);
        transmitter.ready = sent.flow_control_ready;
        self.transmitter.step();
    }

    /// Data VLs for which the neighbour has sent its credits, one bit each.
    pub(super) fn initialised(&self) -> u32 {
        self.sender.outputs.initialised as u32
    }

    pub(super) fn reset(&mut self) {
        self.egress.reset();
        self.sender.reset();
        self.sender.inputs.send = false;
        self.transmitter.reset();
        self.began = false;
    }
}
