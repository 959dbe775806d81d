//! Packets of each flow in flight, and how many of them an ACK acknowledges.

use crate::prelude::*;
use tailback_spec::nic::reflector::{AHEAD_BITS, PSN_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Counts transmitted and acknowledged packets, modulo a power of two above the window, and
    /// keeps the newest PSN of each flow.
    ///
    /// There are two pipelines, each with write ports of its own: transmitted packets, and events
    /// (ACKs and releases). An event is looked up two cycles before it is decided. The counts of
    /// transmitted packets are in two memories, since both pipelines read them.
    pub struct OutstandingPackets(nic: &Nic) as "tailback_reflector_outstanding" {
        /// Bits of a PSN.
        count psn_bits = PSN_BITS;
        /// Bits of a count of packets.
        count count_bits = nic.window_bits();
        /// log2 of the PSNs, from the newest one on, that count as ahead.
        count ahead_bits = AHEAD_BITS;
        /// Upper bits of a PSN difference, above a count of packets, if it is just below 0: all
        /// ones.
        count just_below = (1 << (PSN_BITS - nic.window_bits())) - 1;

        /// High while the memories are cleared after reset.
        input clearing;
        /// Flow whose counts and PSN are cleared.
        input cleared[nic.flow_bits()];
        /// A packet was transmitted.
        input sent;
        /// Flow of the transmitted packet.
        input sent_flow[nic.flow_bits()];
        /// PSN of the transmitted packet.
        input sent_psn[PSN_BITS];
        /// The PSN of the transmitted packet counts as the newest one of its flow.
        input sent_numbered;
        /// Flow of the event that is decided two cycles later.
        input flow[nic.flow_bits()];
        /// An ACK is decided.
        input ack;
        /// PSN of the ACK that is decided.
        input ack_psn[PSN_BITS];
        /// A release is decided.
        input is_release;

        /// Packets that the event acknowledges.
        output acked[nic.window_bits()];
        /// The event acknowledges at least one packet.
        output acks;

        /// Transmitted packets of the flow, before the one that is being counted.
        local sent_count[nic.window_bits()];
        /// Write address of the counts of transmitted packets and of the PSNs (flow index).
        local sent_address[nic.flow_bits()];
        /// Write data of the counts of transmitted packets.
        local sent_stored[nic.window_bits()];
        /// PSN memory write data.
        local psn_stored[PSN_BITS];
        /// PSN memory write enable.
        local psn_write;
        /// Write enable of the counts of transmitted packets.
        local sent_write;
        /// Packets in flight of the flow of the event.
        local out[nic.window_bits()];
        /// PSN of the ACK minus the newest PSN of the flow.
        local difference[PSN_BITS];
        /// Lower bits of the newest PSN of the flow.
        local newest_low[nic.window_bits()];
        /// Lower bits of the PSN of the ACK.
        local ack_low[nic.window_bits()];
        /// Packets transmitted after the acknowledged one, if those are few.
        local behind[nic.window_bits()];
        /// The ACK is for the newest packet, or ahead of it.
        local is_ahead;
        /// The ACK is for a packet shortly before the newest one.
        local is_behind;
        /// Write address of the counts of acknowledged packets (flow index).
        local done_address[nic.flow_bits()];
        /// Write data of the counts of acknowledged packets.
        local done_stored[nic.window_bits()];

        /// A packet was transmitted in the cycle before.
        reg sending;
        /// Flow of the packet transmitted in the cycle before.
        reg sending_flow[nic.flow_bits()];
        /// PSN of the packet transmitted in the cycle before.
        reg sending_psn[PSN_BITS];
        /// The PSN of the packet transmitted in the cycle before counts.
        reg sending_numbered;
        /// The count read for the transmitted packet was written in the cycle of its read address.
        reg sent_meets;
        /// Count of transmitted packets that was written in the cycle before.
        reg sent_passing[nic.window_bits()];

        /// Flow of the event that is decided in the next cycle.
        reg reading[nic.flow_bits()];
        /// Flow of the event that is decided.
        reg decided[nic.flow_bits()];
        /// Newest PSN of the flow of the event that is decided.
        reg newest[PSN_BITS];
        /// Transmitted packets of the flow of the event that is decided.
        reg sent_known[nic.window_bits()];
        /// Acknowledged packets of the flow of the event that is decided.
        reg done_known[nic.window_bits()];
        /// The PSN that is read was written in the cycle of its read address.
        reg psn_meets;
        /// PSN that was written in the cycle before.
        reg psn_passing[PSN_BITS];
        /// The count read for the event was written in the cycle of its read address.
        reg out_meets;
        /// The count of acknowledged packets was written in the cycle of its read address.
        reg done_meets;
        /// Count of acknowledged packets that was written in the cycle before.
        reg done_passing[nic.window_bits()];

        /// Newest PSN of each flow.
        memory(nic.flows()) psns[PSN_BITS];
        /// Transmitted packets of each flow, read for transmitted packets.
        memory(nic.flows()) sent_counts[nic.window_bits()];
        /// Transmitted packets of each flow, read for events.
        memory(nic.flows()) out_counts[nic.window_bits()];
        /// Acknowledged packets of each flow.
        memory(nic.flows()) done_counts[nic.window_bits()];
    }
    connect {
        psns: write = psn_write, write_address = sent_address, write_data = psn_stored,
            read_address = flow;
        sent_counts: read_address = sent_flow, write = sent_write, write_address = sent_address,
            write_data = sent_stored;
        out_counts: write = sent_write, write_address = sent_address, write_data = sent_stored,
            read_address = flow;
        done_counts: write_address = done_address, write_data = done_stored, read_address = flow;
    }
}

impl Logic for OutstandingPackets {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Transmitted packets: read in the first cycle, written in the second.");
        self.sending.next = self.sent.val() && !self.clearing.val();
        self.sending_flow.next = self.sent_flow.val();
        self.sending_psn.next = self.sent_psn.val();
        self.sending_numbered.next = self.sent_numbered.val();
        self.sent_counts.read.next = true;
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

        comment!("Events: newest PSN and counts of the flow");
        self.reading.next = self.flow.val();
        self.decided.next = self.reading.val();
        self.psns.read.next = true;
        self.psn_meets.next = self.psn_write.val() && self.sent_address.val() == self.flow.val();
        self.psn_passing.next = self.psn_stored.val();
        self.newest.next = self.psns.read_data.val();
        if self.psn_meets.val() {
            self.newest.next = self.psn_passing.val();
        }
        self.out_counts.read.next = true;
        self.out_meets.next = self.sent_write.val() && self.sent_address.val() == self.flow.val();
        self.sent_known.next = self.out_counts.read_data.val();
        if self.out_meets.val() {
            self.sent_known.next = self.sent_passing.val();
        }

        comment!("Events: packets that they acknowledge");
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
        self.acked.next = 0.into();
        if self.is_release.val() {
            if self.out.val() != 0 {
                self.acked.next = 1.into();
            }
        } else if self.ack.val() {
            if self.is_ahead.val() {
                self.acked.next = self.out.val();
            } else if self.is_behind.val() {
                self.acked.next = self.out.val() - self.behind.val();
            }
        }
        self.acks.next = self.acked.val() != 0;
        self.done_address.next = self.decided.val();
        self.done_stored.next = self.done_known.val() + self.acked.val();
        if self.clearing.val() {
            self.done_address.next = self.cleared.val();
            self.done_stored.next = 0.into();
        }
        self.done_counts.write.next = true;
        self.done_counts.read.next = true;
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
