//! Losses and doorbells.

use super::sizes::NUMBER;
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Holds a loss from phase 0 on, and lets all packets in flight be sent again from phase 6 on.
    pub struct TransmitLosses(efl: &Efl) as "tailback_efl_transmit_losses" {
        /// Memories are being cleared.
        input sweeping;
        /// Phase 0 of a frame.
        input phase_0;
        /// Phase 4 of a frame.
        input phase_4;
        /// Phase 6 of a frame.
        input phase_6;
        /// A packet of a flow is lost.
        input lost;
        /// Flow of the packet.
        input lost_flow[efl.flow_bits()];
        /// A packet is sent.
        input sent;
        /// Flow of that packet.
        input sent_flow[efl.flow_bits()];
        /// Packet to be acknowledged next, in phase 6.
        input una[NUMBER];
        /// Packet after the last one ever sent, in phase 6.
        input high[NUMBER];
        /// Packets in flight are lost, in phase 6.
        output loses;
        /// Flow of the loss of this frame.
        output_reg flow[efl.flow_bits()];

        /// There was a loss in phase 0.
        reg held;
        /// A packet of the flow was sent in this frame, so that one is in flight.
        reg sends;
    }
}

impl Logic for TransmitLosses {
    #[hdl_gen]
    fn update(&mut self) {
        if self.phase_0.val() {
            self.held.next = self.lost.val() && !self.sweeping.val();
            self.flow.next = self.lost_flow.val();
        }
        if self.phase_4.val() {
            self.sends.next = self.sent.val() && self.sent_flow.val() == self.flow.val();
        }
        self.loses.next = self.phase_6.val()
            && self.held.val()
            && (self.sends.val() || self.una.val() != self.high.val());
    }
}

block! {
    /// Two doorbells for the rate limiter: of a packet of the host, and of a loss, which is first.
    pub struct TransmitBells(efl: &Efl) as "tailback_efl_transmit_bells" {
        /// A packet of the host is accepted.
        input accepts;
        /// Flow of the packet.
        input host_flow[efl.flow_bits()];
        /// Packets in flight are lost.
        input loses;
        /// Flow of these packets.
        input lost_flow[efl.flow_bits()];
        /// The limiter accepts the doorbell.
        input doorbell_ready;
        /// Doorbell of a packet of the host waits.
        output rings;
        /// Doorbell for the limiter.
        output doorbell;
        /// Flow of the doorbell.
        output doorbell_flow[efl.flow_bits()];

        /// Doorbell of a loss waits.
        local loss_rings;
        /// Flow of the packet of the host.
        local ring_flow_now[efl.flow_bits()];
        /// Flow of the loss.
        local loss_flow_now[efl.flow_bits()];
        /// Doorbell of a packet of the host waited in the previous cycle, and was not accepted.
        reg ring;
        /// Flow of the last packet of the host.
        reg ring_flow[efl.flow_bits()];
        /// Doorbell of a loss waited in the previous cycle, and was not accepted.
        reg loss_ring;
        /// Flow of the last loss.
        reg loss_flow[efl.flow_bits()];
    }
}

impl Logic for TransmitBells {
    #[hdl_gen]
    fn update(&mut self) {
        self.rings.next = self.ring.val() || self.accepts.val();
        self.loss_rings.next = self.loss_ring.val() || self.loses.val();
        self.ring_flow_now.next = self.ring_flow.val();
        if self.accepts.val() {
            self.ring_flow_now.next = self.host_flow.val();
        }
        self.loss_flow_now.next = self.loss_flow.val();
        if self.loses.val() {
            self.loss_flow_now.next = self.lost_flow.val();
        }
        self.doorbell.next = self.rings.val() || self.loss_rings.val();
        self.doorbell_flow.next = self.ring_flow_now.val();
        if self.loss_rings.val() {
            self.doorbell_flow.next = self.loss_flow_now.val();
        }
        self.ring.next = self.rings.val() && (self.loss_rings.val() || !self.doorbell_ready.val());
        self.loss_ring.next = self.loss_rings.val() && !self.doorbell_ready.val();
        self.ring_flow.next = self.ring_flow_now.val();
        self.loss_flow.next = self.loss_flow_now.val();
    }
}
