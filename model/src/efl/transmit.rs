//! The transmit path: packets of the host in the retransmission buffer, framing, go-back-N, and
//! ACKs (Shimonishi'07 §II).

mod acks;
mod buffer;
mod frames;
mod host;
mod ports;
mod sends;
#[cfg(test)]
mod tests;

pub use ports::{EflTransmitInputs, EflTransmitOutputs};

use self::acks::Acks;
use self::buffer::Buffer;
use self::frames::{Fields, Frames};
use self::host::Host;
use self::sends::Sends;
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    efl::{
        transmit::{ACK_PHASE, FRAME_CYCLES, LOSS_PHASE, LOST_PHASE, REPLY_CYCLES, SEND_PHASE},
        Efl,
    },
    wire::efl::Content,
};

/// An ACK that waits to be framed (stage K).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Reply {
    sequence: u64,
    stamp: u64,
    probe: bool,
    gap: bool,
    /// Cycles until its frame can begin.
    wait: u32,
}

/// Doorbells: flows that have a packet to be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Doorbells {
    ring: bool,
    ring_flow: usize,
    ring_loss: bool,
    ring_loss_flow: usize,
}

impl Doorbells {
    fn show(&self, outputs: &mut EflTransmitOutputs) {
        outputs.doorbell = self.ring || self.ring_loss;
        let flow = if self.ring_loss { self.ring_loss_flow } else { self.ring_flow };
        outputs.doorbell_flow = flow as u64;
    }

    /// The end of a cycle, with the flow of a new packet, and that of a loss.
    fn clock(&mut self, is_ready: bool, packet: Option<usize>, loss: Option<usize>) {
        if is_ready && self.ring_loss {
            self.ring_loss = false;
        } else if is_ready {
            self.ring = false;
        }
        if let Some(flow) = packet {
            (self.ring, self.ring_flow) = (true, flow);
        }
        if let Some(flow) = loss {
            (self.ring_loss, self.ring_loss_flow) = (true, flow);
        }
    }
}

/// The transmit path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EflTransmit {
    efl: Efl,
    buffer: Buffer,
    host: Host,
    doorbells: Doorbells,
    acks: Acks,
    /// Flow of a loss that was reported in phase 0.
    lost: Option<usize>,
    sends: Sends,
    /// Stage K.
    reply: Option<Reply>,
    /// Flow that entered stage K last.
    reply_peer_flow: u64,
    frames: Frames,
    /// The last frame that began was data.
    was_data: bool,
    /// An ACK frame began in the cycle before.
    replied: bool,
    phase: u32,
    /// Frames until memories are cleared.
    sweeps: usize,
}

impl EflTransmit {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflTransmit {
            efl: *efl,
            buffer: Buffer::new(efl.flows(), efl.window()),
            host: Host::default(),
            doorbells: Doorbells::default(),
            acks: Acks::default(),
            lost: None,
            sends: Sends::default(),
            reply: None,
            reply_peer_flow: 0,
            frames: Frames::default(),
            was_data: true,
            replied: false,
            phase: 0,
            sweeps: efl.flows().div_ceil(FRAME_CYCLES as usize),
        }
    }

    /// Drives all outputs; of the inputs, they depend on the results of the pacing alone.
    pub(crate) fn show(&self, inputs: &EflTransmitInputs, outputs: &mut EflTransmitOutputs) {
        let is_sweeping = self.sweeps > 0;
        self.host.show(outputs);
        self.doorbells.show(outputs);
        self.acks.show(outputs);
        self.sends.show(inputs, outputs);
        self.frames.show(outputs);
        outputs.sweeping = is_sweeping;
        outputs.s_tready = !is_sweeping && !self.doorbells.ring && self.host.is_ready();
        outputs.ack_take = !is_sweeping && self.phase == ACK_PHASE;
        outputs.reply_take = !is_sweeping && self.reply.is_none();
        outputs.reply_peer_flow = self.reply_peer_flow;
        outputs.replied = self.replied;
    }

    /// Begins a frame if one can begin. Returns whether it is that of stage A, and that of stage K.
    fn begin(&mut self, inputs: &EflTransmitInputs) -> (bool, bool) {
        if !self.frames.can_begin(inputs) {
            return (false, false);
        }
        let data = self.sends.ready();
        let reply = self.reply.filter(|reply| reply.wait == 0);
        match (data, reply) {
            (data, Some(reply)) if data.is_none() || self.was_data => {
                let fields = Fields {
                    address: inputs.reply_peer_address,
                    label: inputs.reply_peer_label,
                    sequence: reply.sequence as u32,
                    stamp: reply.stamp,
                    content: Content::Ack { probe: reply.probe, gap: reply.gap },
                };
                self.frames.begin(&fields, &[], self.efl.ether_type());
                self.was_data = false;
                (false, true)
            }
            (Some(send), _) => {
                let fields = Fields {
                    address: inputs.data_peer_address,
                    label: inputs.data_peer_label,
                    sequence: send.sequence,
                    stamp: inputs.now,
                    content: Content::Data {
                        probe: inputs.probe,
                        last: !send.more,
                        payload_bytes: send.payload_bytes as u16,
                    },
                };
                let payload = &self.buffer.slot(send.flow, send.sequence).payload;
                self.frames.begin(&fields, payload, self.efl.ether_type());
                self.was_data = true;
                (true, false)
            }
            (None, _) => (false, false),
        }
    }

    /// Stage K.
    fn clock_reply(&mut self, inputs: &EflTransmitInputs, begins: bool, is_taken: bool) {
        if let Some(reply) = &mut self.reply {
            reply.wait = reply.wait.saturating_sub(1);
        }
        if begins {
            self.reply = None;
        }
        if is_taken && inputs.reply {
            self.reply_peer_flow = inputs.reply_flow;
            self.reply = Some(Reply {
                sequence: inputs.reply_sequence,
                stamp: inputs.reply_stamp,
                probe: inputs.reply_probe,
                gap: inputs.reply_gap,
                wait: REPLY_CYCLES - 1,
            });
        }
    }
}

impl Golden for EflTransmit {
    type Inputs = EflTransmitInputs;
    type Outputs = EflTransmitOutputs;

    fn step(&mut self, inputs: &EflTransmitInputs, outputs: &mut EflTransmitOutputs) {
        const ACK_WRITTEN: u32 = (ACK_PHASE + 2) % FRAME_CYCLES;
        const SEND_WRITTEN: u32 = SEND_PHASE + 1;
        const LOSS_WRITTEN: u32 = LOSS_PHASE + 1;
        self.show(inputs, outputs);

        let (data, replies) = self.begin(inputs);
        self.frames.clock(inputs);
        self.replied = replies;
        self.clock_reply(inputs, replies, outputs.reply_take);

        // Reads of a cycle are before its writes, the host's included.
        let phase = if self.sweeps > 0 { None } else { Some(self.phase) };
        match phase {
            Some(ACK_PHASE) if inputs.ack => self.acks.read_ack(&self.buffer, inputs),
            Some(LOST_PHASE) => self.lost = inputs.lost.then_some(inputs.lost_flow as usize),
            Some(SEND_PHASE) => self.sends.read(&self.buffer),
            Some(LOSS_PHASE) => {
                if let Some(flow) = self.lost.take() {
                    self.acks.read_loss(&self.buffer, flow);
                }
            }
            _ => {}
        }
        let accepted = inputs.s_tvalid && outputs.s_tready;
        let packet = self.host.clock(&self.efl, &mut self.buffer, inputs, accepted);
        self.acks.clear();
        self.sends.clock(inputs, data, outputs.grant_ready);
        let mut loss = None;
        match phase {
            Some(ACK_WRITTEN) => {
                self.acks.write_ack(&mut self.buffer);
                self.sends.offer();
            }
            Some(SEND_WRITTEN) => self.sends.write(&mut self.buffer),
            Some(LOSS_WRITTEN) => {
                loss = self.acks.write_loss(&mut self.buffer);
                self.sends.ask(&self.efl);
            }
            _ => {}
        }
        self.doorbells.clock(inputs.doorbell_ready, packet, loss);

        self.phase = (self.phase + 1) % FRAME_CYCLES;
        if self.phase == 0 {
            self.sweeps = self.sweeps.saturating_sub(1);
        }
    }

    fn reset(&mut self) {
        self.buffer.reset();
        self.host = Host::default();
        self.doorbells = Doorbells::default();
        (self.acks, self.lost) = (Acks::default(), None);
        self.sends = Sends::default();
        (self.reply, self.reply_peer_flow) = (None, 0);
        self.frames = Frames::default();
        (self.was_data, self.replied) = (true, false);
        self.phase = 0;
        self.sweeps = self.efl.flows().div_ceil(FRAME_CYCLES as usize);
    }
}
