//! Received ACKs.

use super::sizes::{slot_bits, NUMBER};
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Takes an ACK in phase 7, and reports in phase 2 of the next frame what it is to its flow.
    pub struct TransmitAcks(efl: &Efl) as "tailback_efl_transmit_acks" {
        /// log2 of the window.
        count slot_bits = slot_bits(efl);
        /// Highest bit of a number.
        count top_bit = NUMBER - 1;
        /// Half the range of a number.
        count half = 1 << (NUMBER - 1);

        /// Memories are being cleared.
        input sweeping;
        /// Phase 7 of a frame.
        input phase_7;
        /// Phase 1 of a frame.
        input phase_1;
        /// An ACK is offered.
        input ack;
        /// Flow of the ACK.
        input ack_flow[efl.flow_bits()];
        /// Number that it expects next.
        input ack_sequence[NUMBER];
        /// It was triggered by a packet behind a gap.
        input ack_gap;
        /// It was triggered by a delay probe.
        input ack_probe;
        /// Its RTT.
        input ack_rtt[NUMBER];
        /// Time at which it was received.
        input ack_time[NUMBER];
        /// Packet to be acknowledged next, in phase 1.
        input una[NUMBER];
        /// Packet to be sent next, in phase 1, low bits.
        input next_low[slot_bits(efl)];
        /// Packet after the last one ever sent, in phase 1.
        input high[NUMBER];
        /// Low bits of that number.
        input high_low[slot_bits(efl)];
        /// First packet of the group, in phase 1.
        input first_number[NUMBER];
        /// N; in phase 7.
        input set_probe_packets[8];
        /// The ACK is taken.
        output ack_take;
        /// The ACK acknowledges packets in flight.
        output acknowledged;
        /// It acknowledges none, while some are in flight, and was triggered behind a gap.
        output duplicate;
        /// It acknowledges what had been acknowledged.
        output acks_old;
        /// It acknowledges what was never sent.
        output acks_bad;
        /// Packets are acknowledged that were to be sent again.
        output acked_next;
        /// Flow of the ACK, until the next one.
        output_reg flow[efl.flow_bits()];
        /// Number that it expects next, until the next one.
        output_reg number[NUMBER];
        /// It was triggered by a delay probe.
        output_reg probe;
        /// Its RTT.
        output_reg rtt[NUMBER];
        /// Time at which it was received.
        output_reg received_at[NUMBER];
        /// Flow of the ACK; 0 without one.
        output acked_flow[efl.flow_bits()];
        /// RTT of the ACK; 0 without one.
        output acked_rtt[NUMBER];
        /// Packets are still in flight behind the ACK.
        output_reg acked_left;
        /// Packets that leave the buffer; 0 without any.
        output credit_count[efl.window_bits()];
        /// Flow of these packets; 0 without any.
        output credit_flow[efl.flow_bits()];
        /// All N packets of the group are acknowledged.
        output_reg covered;

        /// Number expected next, less the packet to be acknowledged next.
        local advance[NUMBER];
        /// Bits in which the two numbers differ.
        local differs[NUMBER];
        /// Low bits of the difference.
        local advance_low[slot_bits(efl)];
        /// High bits of that difference.
        local advance_high[NUMBER - slot_bits(efl)];
        /// Low bits of the packet to be acknowledged next.
        local una_low[slot_bits(efl)];
        /// Packets in flight.
        local flight[slot_bits(efl)];
        /// Packets in flight that are not to be sent again.
        local ahead[slot_bits(efl)];
        /// Packets of the group that are acknowledged.
        local of_group[NUMBER];
        /// The ACK is judged in this cycle.
        local judges;
        /// The number is behind the one to be acknowledged next by less than half the range.
        local is_behind;
        /// The number is one of those in flight, or the one behind them.
        local is_within;
        /// An ACK was taken in phase 7.
        reg taken;
        /// An ACK is reported.
        reg reports;
        /// The ACK has the number to be acknowledged next.
        reg is_same;
        /// The number is further from that one than any window is long.
        reg is_far;
        /// The low bits of the distance are no more than the packets in flight.
        reg is_covered;
        /// The number is half the range or more before the one to be acknowledged next.
        reg is_before;
        /// The distance is half the range.
        reg is_half;
        /// The number is behind the packet to be sent next.
        reg is_ahead;
        /// Packets are in flight.
        reg flies;
        /// Packets that leave the buffer, if any do.
        reg packets[slot_bits(efl)];
        /// The ACK was triggered by a packet behind a gap.
        reg gap;
        /// N when it was taken.
        reg probe_packets[8];
    }
}

impl Logic for TransmitAcks {
    #[hdl_gen]
    fn update(&mut self) {
        self.ack_take.next = self.phase_7.val() && !self.sweeping.val();
        if self.phase_7.val() {
            self.taken.next = self.ack.val() && !self.sweeping.val();
            self.flow.next = self.ack_flow.val();
            self.number.next = self.ack_sequence.val();
            self.gap.next = self.ack_gap.val();
            self.probe_packets.next = self.set_probe_packets.val();
            self.probe.next = self.ack_probe.val();
            self.rtt.next = self.ack_rtt.val();
            self.received_at.next = self.ack_time.val();
        }

        comment!("Phase 1: comparisons");
        self.judges.next = self.taken.val() && self.phase_1.val();
        self.advance.next = self.number.val() - self.una.val();
        self.advance_low.next = self.advance.val() >> 0;
        self.advance_high.next = self.advance.val() >> self.slot_bits.val();
        self.una_low.next = self.una.val() >> 0;
        self.flight.next = self.high_low.val() - self.una_low.val();
        self.ahead.next = self.next_low.val() - self.una_low.val();
        self.of_group.next = self.number.val() - self.first_number.val();
        self.reports.next = self.judges.val();
        self.differs.next = self.number.val() ^ self.una.val();
        self.is_same.next = !self.differs.val().any();
        self.is_far.next = self.advance_high.val().any();
        self.is_covered.next = self.advance_low.val() <= self.flight.val();
        self.is_before.next = self.advance.val().get_bit(self.top_bit.val());
        self.is_half.next = self.differs.val() == self.half.val();
        self.is_ahead.next = self.ahead.val() < self.advance_low.val();
        self.flies.next = self.high_low.val() != self.una_low.val();
        self.acked_left.next = self.judges.val() && self.number.val() != self.high.val();
        self.covered.next = self.of_group.val() >= self.probe_packets.val();
        self.packets.next = self.advance_low.val();

        comment!("Phase 2: the verdict");
        self.is_within.next = !self.is_far.val() && self.is_covered.val();
        self.is_behind.next = self.is_before.val() && !self.is_half.val();
        self.acknowledged.next = self.reports.val() && self.is_within.val() && !self.is_same.val();
        self.duplicate.next =
            self.reports.val() && self.is_same.val() && self.gap.val() && self.flies.val();
        self.acks_old.next = self.reports.val() && self.is_behind.val();
        self.acks_bad.next = self.reports.val()
            && !self.is_within.val()
            && !self.is_same.val()
            && !self.is_behind.val();
        self.acked_next.next = self.acknowledged.val() && self.is_ahead.val();
        self.acked_flow.next = 0.into();
        self.acked_rtt.next = 0.into();
        if self.reports.val() {
            self.acked_flow.next = self.flow.val();
            self.acked_rtt.next = self.rtt.val();
        }
        self.credit_flow.next = 0.into();
        self.credit_count.next = 0.into();
        if self.acknowledged.val() {
            self.credit_flow.next = self.flow.val();
            self.credit_count.next = self.packets.val();
        }
    }
}
