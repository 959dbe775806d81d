//! State of the flows, as frames read it.

use super::sizes::{slot_bits, GROUP_BITS, NUMBER};
use crate::efl::FlowMemory;
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Numbers of each flow, in block RAM. A value that is read is in its register two cycles later.
    ///
    /// An ACK is read in phase 7 and written in phase 2, a send in phases 2 and 3, and 4, a loss in
    /// phase 4, and 6. The group of an ACK is read in phase 0.
    pub struct TransmitFlows(efl: &Efl) as "tailback_efl_transmit_flows" {
        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// Phase 0 of a frame.
        input phase_0;
        /// Phase 7 of a frame.
        input phase_7;
        /// Phase 4 of a frame.
        input phase_4;
        /// Phase 6 of a frame.
        input phase_6;
        /// Flow of the ACK that is read in phase 7.
        input ack_flow[efl.flow_bits()];
        /// Flow of the grant that is read in phases 2 and 3.
        input grant_flow[efl.flow_bits()];
        /// Flow of the loss that is read in phase 4.
        input lost_flow[efl.flow_bits()];
        /// An ACK acknowledges packets, in phase 2.
        input acked;
        /// Packets are acknowledged that were to be sent again.
        input acked_next;
        /// Flow of the ACK, from phase 0 on.
        input acked_flow[efl.flow_bits()];
        /// Number that the ACK expects next.
        input acked_number[NUMBER];
        /// In phase 3: that ACK changed the packet to be sent next of the grant that is read.
        input next_passes;
        /// In phase 3: a packet of the host was accepted for the flow of the grant that is read.
        input tail_passes;
        /// Low bits of the number behind that packet.
        input passing_tail[slot_bits(efl)];
        /// A packet is sent, in phase 4.
        input sends;
        /// It is sent for the first time.
        input sends_new;
        /// Flow of the packet.
        input sends_flow[efl.flow_bits()];
        /// Number behind the packet.
        input sends_number[NUMBER];
        /// Packets in flight are lost, in phase 6.
        input loses;
        /// A packet of the host is accepted.
        input accepts;
        /// It begins a group.
        input begins;
        /// Flow of the packet of the host.
        input host_flow[efl.flow_bits()];
        /// Number of the packet of the host.
        input tail[NUMBER];
        /// Low bits of the number behind it.
        input tail_more_low[slot_bits(efl)];
        /// Group that it begins.
        input new_group[GROUP_BITS];
        /// Packet to be acknowledged next.
        output_reg una[NUMBER];
        /// Packet to be sent next.
        output_reg next_number[NUMBER];
        /// Packet after the last one ever sent.
        output_reg high[NUMBER];
        /// Packet to be sent next, low bits.
        output next_low[slot_bits(efl)];
        /// Packet after the last one ever sent, low bits.
        output high_low[slot_bits(efl)];
        /// First packet of the group.
        output_reg first_number[NUMBER];
        /// Group of the flow.
        output_reg group[GROUP_BITS];
        /// Packet that the host fills next, low bits.
        output_reg tail_low[slot_bits(efl)];

        /// Flow that is read.
        local read_flow[efl.flow_bits()];
        /// A number of the packet to be sent next is written.
        local writes_next;
        /// Flow of the number.
        local next_flow[efl.flow_bits()];
        /// Number that is written.
        local new_next[NUMBER];
        /// Packet to be acknowledged next of each flow.
        sub unas: FlowMemory = FlowMemory::new(efl, NUMBER);
        /// Packet to be sent next of each flow.
        sub nexts: FlowMemory = FlowMemory::new(efl, NUMBER);
        /// Packet after the last one ever sent of each flow.
        sub highs: FlowMemory = FlowMemory::new(efl, NUMBER);
        /// First packet of the group of each flow.
        sub firsts: FlowMemory = FlowMemory::new(efl, NUMBER);
        /// Group of each flow.
        sub groups: FlowMemory = FlowMemory::new(efl, GROUP_BITS);
        /// Packet that the host fills next of each flow, low bits.
        sub tails: FlowMemory = FlowMemory::new(efl, slot_bits(efl));
    }
    connect {
        unas: sweeping, sweep_flow, write = acked, write_flow = acked_flow,
            new_value = acked_number, read_flow;
        nexts: sweeping, sweep_flow, write = writes_next, write_flow = next_flow,
            new_value = new_next, read_flow;
        highs: sweeping, sweep_flow, write = sends_new, write_flow = sends_flow,
            new_value = sends_number, read_flow;
        firsts: sweeping, sweep_flow, write = begins, write_flow = host_flow, new_value = tail,
            read_flow;
        groups: sweeping, sweep_flow, write = begins, write_flow = host_flow,
            new_value = new_group, read_flow;
        tails: sweeping, sweep_flow, write = accepts, write_flow = host_flow,
            new_value = tail_more_low, read_flow;
    }
}

impl Logic for TransmitFlows {
    #[hdl_gen]
    fn update(&mut self) {
        self.read_flow.next = self.grant_flow.val();
        if self.phase_7.val() {
            self.read_flow.next = self.ack_flow.val();
        }
        if self.phase_0.val() {
            self.read_flow.next = self.acked_flow.val();
        }
        if self.phase_4.val() {
            self.read_flow.next = self.lost_flow.val();
        }
        self.una.next = self.unas.value.val();
        comment!("What a send reads in phase 2 may be changed in that phase.");
        self.next_number.next = self.nexts.value.val();
        if self.next_passes.val() {
            self.next_number.next = self.acked_number.val();
        }
        self.high.next = self.highs.value.val();
        self.next_low.next = self.next_number.val() >> 0;
        self.high_low.next = self.high.val() >> 0;
        self.first_number.next = self.firsts.value.val();
        self.group.next = self.groups.value.val();
        self.tail_low.next = self.tails.value.val();
        if self.tail_passes.val() {
            self.tail_low.next = self.passing_tail.val();
        }

        self.writes_next.next = self.acked_next.val() || self.sends.val() || self.loses.val();
        self.next_flow.next = self.acked_flow.val();
        self.new_next.next = self.acked_number.val();
        if self.phase_4.val() {
            self.next_flow.next = self.sends_flow.val();
            self.new_next.next = self.sends_number.val();
        }
        if self.phase_6.val() {
            self.next_flow.next = self.lost_flow.val();
            self.new_next.next = self.una.val();
        }
    }
}
