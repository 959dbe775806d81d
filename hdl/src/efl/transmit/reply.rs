//! The ACK that is sent next.

use super::sizes::NUMBER;
use crate::prelude::*;
use tailback_spec::efl::transmit::REPLY_CYCLES;
use tailback_spec::efl::Efl;

block! {
    /// Holds an ACK to be sent (stage K) until its frame begins, which is at least four cycles
    /// later, as its peer is looked up.
    pub struct TransmitReply(efl: &Efl) as "tailback_efl_transmit_reply" {
        /// Bit of `age` that is high in the cycle before the peer is known.
        count last_step = REPLY_CYCLES as usize - 2;

        /// Memories are being cleared.
        input sweeping;
        /// An ACK is to be sent.
        input reply;
        /// Flow of the ACK.
        input reply_flow[efl.flow_bits()];
        /// Number that is expected next.
        input reply_sequence[NUMBER];
        /// Time stamp of the packet that triggered the ACK.
        input reply_stamp[NUMBER];
        /// That packet is a delay probe.
        input reply_probe;
        /// That packet is behind a gap.
        input reply_gap;
        /// Frame of the ACK begins.
        input leaves;
        /// No ACK is held: one that is offered is taken.
        output reply_take;
        /// The ACK may begin.
        output_reg is_ready;
        /// Flow of the ACK taken last.
        output_reg flow[efl.flow_bits()];
        /// Number that is expected next.
        output_reg number[NUMBER];
        /// Time stamp of the ACK.
        output_reg stamp[NUMBER];
        /// Flag PROBE.
        output_reg probe;
        /// Flag GAP.
        output_reg gap;

        /// An ACK is taken.
        local takes;
        /// An ACK is held.
        reg full;
        /// One bit per cycle since the ACK was taken.
        reg age[REPLY_CYCLES as usize - 1];
    }
}

impl Logic for TransmitReply {
    #[hdl_gen]
    fn update(&mut self) {
        self.reply_take.next = !self.full.val() && !self.sweeping.val();
        self.takes.next = self.reply_take.val() && self.reply.val();
        self.full.next = self.takes.val() || (self.full.val() && !self.leaves.val());
        if self.takes.val() {
            self.flow.next = self.reply_flow.val();
            self.number.next = self.reply_sequence.val();
            self.stamp.next = self.reply_stamp.val();
            self.probe.next = self.reply_probe.val();
            self.gap.next = self.reply_gap.val();
        }
        self.age.next = (self.age.val() << 1).replace_bit(0, self.takes.val());
        self.is_ready.next = self.age.val().get_bit(self.last_step.val())
            || (self.is_ready.val() && !self.leaves.val());
    }
}
