//! Packets of each flow that are in flight, and how many of them an ACK acknowledges.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::reflector::{AHEAD_BITS, PSN_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Counts packets that are sent and acknowledged, modulo a power of two above the window, and knows
    /// the newest PSN of each flow.
    ///
    /// Two pipelines, each with write ports of its own: packets that are sent, and events (ACKs and
    /// releases). An event is looked up two cycles before it is decided. Counts of packets that are sent
    /// are in two memories, for both pipelines read them.
    pub struct OutstandingPackets(nic: &Nic) as "tailback_reflector_outstanding" {
        /// Bits of a PSN.
        count psn_bits = PSN_BITS;
        /// Bits of a number of packets.
        count count_bits = nic.window_bits();
        /// PSNs later than the newest one by less than 2 to the power of this are ahead.
        count ahead_bits = AHEAD_BITS;
        /// The bits of a difference above a number of packets, if it is just below 0.
        count just_below = (1 << (PSN_BITS - nic.window_bits())) - 1;

        /// Memory is being cleared.
        input clearing;
        /// Flow that is cleared.
        input cleared[nic.flow_bits()];
        /// A packet was sent.
        input sent;
        /// Flow of the packet that was sent.
        input sent_flow[nic.flow_bits()];
        /// PSN of the packet that was sent.
        input sent_psn[PSN_BITS];
        /// The PSN counts.
        input sent_numbered;
        /// Flow of the event that is decided in the cycle after the next.
        input flow[nic.flow_bits()];
        /// An ACK is decided.
        input ack;
        /// PSN of the ACK.
        input ack_psn[PSN_BITS];
        /// A release is decided.
        input is_release;

        /// Packets that the event acknowledges.
        output acked[nic.window_bits()];
        /// There are such.
        output acks;

        /// Packets of a flow that have been sent, that one included.
        local sent_count[nic.window_bits()];
        /// Address of what is written of packets that are sent.
        local sent_address[nic.flow_bits()];
        /// Count of packets that are sent, as written.
        local sent_stored[nic.window_bits()];
        /// PSN, as written.
        local psn_stored[PSN_BITS];
        /// A PSN is written.
        local psn_write;
        /// A count of packets that are sent is written.
        local sent_write;
        /// Packets in flight.
        local out[nic.window_bits()];
        /// PSN of the ACK minus the newest one.
        local difference[PSN_BITS];
        /// Lower bits of the newest PSN.
        local newest_low[nic.window_bits()];
        /// Lower bits of that of the ACK.
        local ack_low[nic.window_bits()];
        /// Packets that were sent after the one that is acknowledged, if those are few.
        local behind[nic.window_bits()];
        /// The ACK is for the newest packet, or ahead of it.
        local is_ahead;
        /// The ACK is for a packet shortly before the newest one.
        local is_behind;
        /// Packets that the event acknowledges.
        local count[nic.window_bits()];
        /// Packets of the flow that are acknowledged, those included.
        local done_count[nic.window_bits()];
        /// Address of that count.
        local done_address[nic.flow_bits()];
        /// That count, as written.
        local done_stored[nic.window_bits()];

        /// A packet was sent in the cycle before.
        reg sending;
        /// Flow of that packet.
        reg sending_flow[nic.flow_bits()];
        /// PSN of that packet.
        reg sending_psn[PSN_BITS];
        /// That PSN counts.
        reg sending_numbered;
        /// The count that is read for it was written as it was asked for.
        reg sent_meets;
        /// What was written.
        reg sent_passing[nic.window_bits()];

        /// Flow of the event that is decided in the next cycle.
        reg reading[nic.flow_bits()];
        /// Flow of the event that is decided.
        reg decided[nic.flow_bits()];
        /// The newest PSN of that flow.
        reg newest[PSN_BITS];
        /// Packets of it that were sent.
        reg sent_known[nic.window_bits()];
        /// Packets of it that were acknowledged.
        reg done_known[nic.window_bits()];
        /// The PSN that is read was written as it was asked for.
        reg psn_meets;
        /// What was written.
        reg psn_passing[PSN_BITS];
        /// The count of packets that were sent was.
        reg out_meets;
        /// What was written.
        reg out_passing[nic.window_bits()];
        /// The count of packets that were acknowledged was.
        reg done_meets;
        /// What was written.
        reg done_passing[nic.window_bits()];

        /// The newest PSN of each flow.
        memory(nic.flows()) psns[PSN_BITS];
        /// Packets of each flow that were sent, for packets that are sent.
        memory(nic.flows()) sent_counts[nic.window_bits()];
        /// Packets of each flow that were sent, for events.
        memory(nic.flows()) out_counts[nic.window_bits()];
        /// Packets of each flow that were acknowledged.
        memory(nic.flows()) done_counts[nic.window_bits()];
    }
}

impl Logic for OutstandingPackets {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Packets that are sent: read in the first cycle, written in the second.");
        self.sending.next = self.sent.val() && !self.clearing.val();
        self.sending_flow.next = self.sent_flow.val();
        self.sending_psn.next = self.sent_psn.val();
        self.sending_numbered.next = self.sent_numbered.val();
        self.sent_counts.read.next = true;
        self.sent_counts.read_address.next = self.sent_flow.val();
        self.sent_count.next = self.sent_counts.read_data.val();
        if self.sent_meets.val() {
            self.sent_count.next = self.sent_passing.val();
        }
        self.sent_address.next = self.sending_flow.val();
        self.sent_stored.next = self.sent_count.val() + 1;
        self.psn_stored.next = self.sending_psn.val();
        self.sent_write.next = self.sending.val();
        self.psn_write.next = self.sending.val() && self.sending_numbered.val();
        if self.clearing.val() {
            self.sent_address.next = self.cleared.val();
            self.sent_stored.next = 0.into();
            self.psn_stored.next = 0.into();
            self.sent_write.next = true;
            self.psn_write.next = true;
        }
        self.sent_meets.next =
            self.sent_write.val() && self.sent_address.val() == self.sent_flow.val();
        self.sent_passing.next = self.sent_stored.val();
        self.sent_counts.write.next = self.sent_write.val();
        self.sent_counts.write_address.next = self.sent_address.val();
        self.sent_counts.write_data.next = self.sent_stored.val();
        self.out_counts.write.next = self.sent_write.val();
        self.out_counts.write_address.next = self.sent_address.val();
        self.out_counts.write_data.next = self.sent_stored.val();
        self.psns.write.next = self.psn_write.val();
        self.psns.write_address.next = self.sent_address.val();
        self.psns.write_data.next = self.psn_stored.val();

        comment!("Events: what is known of the flow");
        self.reading.next = self.flow.val();
        self.decided.next = self.reading.val();
        self.psns.read.next = true;
        self.psns.read_address.next = self.flow.val();
        self.psn_meets.next = self.psn_write.val() && self.sent_address.val() == self.flow.val();
        self.psn_passing.next = self.psn_stored.val();
        self.newest.next = self.psns.read_data.val();
        if self.psn_meets.val() {
            self.newest.next = self.psn_passing.val();
        }
        self.out_counts.read.next = true;
        self.out_counts.read_address.next = self.flow.val();
        self.out_meets.next = self.sent_write.val() && self.sent_address.val() == self.flow.val();
        self.out_passing.next = self.sent_stored.val();
        self.sent_known.next = self.out_counts.read_data.val();
        if self.out_meets.val() {
            self.sent_known.next = self.out_passing.val();
        }

        comment!("Events: what they acknowledge");
        self.out.next = self.sent_known.val() - self.done_known.val();
        self.difference.next = self.ack_psn.val() - self.newest.val();
        self.is_ahead.next = (self.difference.val() >> self.ahead_bits.val()) == 0;
        self.newest_low.next = self.newest.val() >> 0;
        self.ack_low.next = self.ack_psn.val() >> 0;
        self.behind.next = self.newest_low.val() - self.ack_low.val();
        self.is_behind.next = (self.difference.val() >> self.count_bits.val())
            == self.just_below.val()
            && self.behind.val() != 0
            && self.behind.val() < self.out.val();
        self.count.next = 0.into();
        if self.is_release.val() {
            if self.out.val() != 0 {
                self.count.next = 1.into();
            }
        } else if self.ack.val() {
            if self.is_ahead.val() {
                self.count.next = self.out.val();
            } else if self.is_behind.val() {
                self.count.next = self.out.val() - self.behind.val();
            }
        }
        self.acked.next = self.count.val();
        self.acks.next = self.count.val() != 0;
        self.done_count.next = self.done_known.val() + self.count.val();
        self.done_address.next = self.decided.val();
        self.done_stored.next = self.done_count.val();
        if self.clearing.val() {
            self.done_address.next = self.cleared.val();
            self.done_stored.next = 0.into();
        }
        self.done_counts.write.next = true;
        self.done_counts.write_address.next = self.done_address.val();
        self.done_counts.write_data.next = self.done_stored.val();
        self.done_counts.read.next = true;
        self.done_counts.read_address.next = self.flow.val();
        self.done_meets.next = self.done_address.val() == self.flow.val();
        self.done_passing.next = self.done_stored.val();
        self.done_known.next = self.done_counts.read_data.val();
        if self.reading.val() == self.done_address.val() {
            self.done_known.next = self.done_stored.val();
        } else if self.done_meets.val() {
            self.done_known.next = self.done_passing.val();
        }
    }
}
