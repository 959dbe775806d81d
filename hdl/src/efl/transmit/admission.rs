//! Admission of packets of the host to the retransmission buffer.

use super::sizes::{slot_bits, GROUP_BITS, NUMBER};
use crate::efl::FlowMemory;
use crate::prelude::*;
use tailback_spec::efl::transmit::HostDrop;
use tailback_spec::efl::Efl;

/// Kinds of drops.
const DROPS: usize = HostDrop::Long as usize + 1;

block! {
    /// Looks up the flow of a packet with its first beat, and accepts or drops the packet two
    /// cycles after its last beat.
    pub struct TransmitAdmission(efl: &Efl) as "tailback_efl_transmit_admission" {
        /// Number of flows.
        count flows = efl.flows();
        /// Each number of a flow is that of one that exists.
        choice all_exist = efl.flows() == 1 << efl.flow_bits();

        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// First beat of a packet is accepted.
        input first;
        /// Flow of the first beat.
        input flow[efl.flow_bits()];
        /// Last beat of a packet was accepted two cycles ago.
        input ends;
        /// That packet is too long.
        input is_long;
        /// An ACK acknowledges packets.
        input acked;
        /// Flow of the ACK.
        input acked_flow[efl.flow_bits()];
        /// Low bits of the number of the packet to be acknowledged next.
        input acked_low[slot_bits(efl)];
        /// Packet is not refused because of its flow.
        output admits;
        /// Packet is accepted.
        output accepts;
        /// Flow of the packet.
        output_reg host_flow[efl.flow_bits()];
        /// Number of the packet.
        output_reg tail[NUMBER];
        /// Low bits of the number behind the packet.
        output tail_more_low[slot_bits(efl)];
        /// The flow was idle: the accepted packet begins a group.
        output begins;
        /// Number of the group that the packet begins.
        output group[GROUP_BITS];
        /// One bit per cause: the packet is dropped.
        output(DROPS) host_drops;

        /// Low bits of the number of the packet to be acknowledged next.
        local una_low[slot_bits(efl)];
        /// Low bits of the number of the packet.
        local tail_low[slot_bits(efl)];
        /// Number behind the packet.
        local tail_more[NUMBER];
        /// All slots of the flow but one are in use.
        local is_full;
        /// There is no such flow.
        reg unknown;
        /// First beat was accepted in the previous cycle.
        reg first_1;
        /// Low bits of the number to be acknowledged next, as the memory had it.
        reg una_reg[slot_bits(efl)];
        /// Last group of the flow.
        reg group_reg[GROUP_BITS];
        /// ACK of the previous cycle was for the flow at the input.
        reg passes_1;
        /// ACK was for the flow in the cycle of the first beat, and is not in the memory's value.
        reg passes_2;
        /// Low bits of the number of the ACK of the previous cycle.
        reg passing_1[slot_bits(efl)];
        /// Low bits of the number of that ACK.
        reg passing_2[slot_bits(efl)];
        /// Packet to be acknowledged next of each flow, low bits.
        sub unas: FlowMemory = FlowMemory::new(efl, slot_bits(efl));
        /// Number of the next packet of each flow.
        sub tails: FlowMemory = FlowMemory::new(efl, NUMBER);
        /// Group of each flow.
        sub groups: FlowMemory = FlowMemory::new(efl, GROUP_BITS);
    }
    connect {
        unas: sweeping, sweep_flow, write = acked, write_flow = acked_flow, new_value = acked_low,
            read_flow = flow;
        tails: sweeping, sweep_flow, write = accepts, write_flow = host_flow,
            new_value = tail_more, read_flow = flow;
        groups: sweeping, sweep_flow, write = begins, write_flow = host_flow, new_value = group,
            read_flow = flow;
    }
}

impl Logic for TransmitAdmission {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_1.next = self.first.val();
        self.passes_1.next = self.acked.val() && self.acked_flow.val() == self.flow.val();
        self.passing_1.next = self.acked_low.val();
        if self.first.val() {
            self.host_flow.next = self.flow.val();
            self.unknown.next = false;
            if !self.all_exist.val() {
                self.unknown.next = self.flow.val() >= self.flows.val();
            }
        }
        if self.first_1.val() {
            self.una_reg.next = self.unas.value.val();
            self.tail.next = self.tails.value.val();
            self.group_reg.next = self.groups.value.val();
            self.passes_2.next = self.passes_1.val();
            self.passing_2.next = self.passing_1.val();
        }
        self.una_low.next = self.una_reg.val();
        if self.passes_2.val() {
            self.una_low.next = self.passing_2.val();
        }
        self.tail_more.next = self.tail.val() + 1;
        self.tail_low.next = self.tail.val() >> 0;
        self.tail_more_low.next = self.tail_low.val() + 1;
        self.is_full.next = self.una_low.val() == self.tail_more_low.val();
        self.group.next = self.group_reg.val() + 1;

        self.admits.next = !self.unknown.val() && !self.is_full.val();
        self.accepts.next = self.ends.val() && self.admits.val() && !self.is_long.val();
        self.begins.next = self.accepts.val() && self.una_low.val() == self.tail_low.val();
        self.host_drops[0].next = self.ends.val() && self.unknown.val();
        self.host_drops[1].next = self.ends.val() && !self.unknown.val() && self.is_full.val();
        self.host_drops[2].next = self.ends.val() && self.admits.val() && self.is_long.val();
    }
}
