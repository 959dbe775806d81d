//! Bytes of flows.

use super::sizes::{other_bytes, padded_size, place_bits, slot_bits, slots, BYTES_BITS, SIZE_BITS};
use crate::efl::FlowMemory;
use crate::prelude::*;
use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::MOST_PADDED;

block! {
    /// Size of a packet on the line.
    pub struct PacketSize(efl: &Efl) as "tailback_efl_packet_size" {
        /// Bytes of the longest padded payload.
        count most_padded = MOST_PADDED;
        /// Size of a packet with a padded payload.
        param padded_size[SIZE_BITS] = padded_size(efl);
        /// Bytes of other packets besides the payload.
        param other_bytes[SIZE_BITS] = other_bytes(efl);

        /// Payload bytes.
        input payload[SIZE_BITS];
        /// Bytes of the packet on the line.
        output size[SIZE_BITS];
    }
}

impl Logic for PacketSize {
    #[hdl_gen]
    fn update(&mut self) {
        self.size.next = self.payload.val() + self.other_bytes.val();
        if self.payload.val() <= self.most_padded.val() {
            self.size.next = self.padded_size.val();
        }
    }
}

block! {
    /// Counts the bytes of each flow, and stores the count with each packet.
    pub struct TransmitTotals(efl: &Efl) as "tailback_efl_transmit_totals" {
        /// log2 of the window.
        count slot_bits = slot_bits(efl);

        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// First beat of a packet of the host is accepted.
        input first;
        /// Packet is accepted.
        input accepts;
        /// Flow of the packet, from the cycle after its first beat on.
        input host_flow[efl.flow_bits()];
        /// Slot of the packet.
        input host_slot[slot_bits(efl)];
        /// Bytes of the payload.
        input payload[SIZE_BITS];
        /// Flow of an ACK.
        input ack_flow[efl.flow_bits()];
        /// Slot of the last packet that it acknowledges.
        input ack_slot[slot_bits(efl)];
        /// Bytes of the flow with the packet in that slot, two cycles later.
        output_reg sum[BYTES_BITS];

        /// Size of the packet.
        sub sizes: PacketSize = PacketSize::new(efl);
        /// Bytes of each flow.
        sub totals: FlowMemory = FlowMemory::new(efl, BYTES_BITS);
        /// First beat was accepted in the previous cycle.
        reg first_1;
        /// First beat was accepted two cycles ago.
        reg first_2;
        /// Bytes of the flow before the packet.
        reg total[BYTES_BITS];
        /// Packet was accepted in the previous cycle.
        reg accepted;
        /// Flow of that packet.
        reg accepted_flow[efl.flow_bits()];
        /// Slot of that packet.
        reg accepted_slot[slot_bits(efl)];
        /// Size of that packet.
        reg accepted_size[SIZE_BITS];
        /// Bytes of the flow with that packet.
        local new_total[BYTES_BITS];
        /// Slot that is written.
        local write_place[place_bits(efl)];
        /// Slot that is read.
        local read_place[place_bits(efl)];
        /// Bytes of the flow with the packet in each slot.
        memory(slots(efl)) sums[BYTES_BITS];
    }
    connect {
        sizes: payload;
        totals: sweeping, sweep_flow, write = accepted, write_flow = accepted_flow,
            new_value = new_total, read_flow = host_flow;
        sums: write = accepted, write_address = write_place, write_data = new_total,
            read_address = read_place;
    }
}

impl Logic for TransmitTotals {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_1.next = self.first.val();
        self.first_2.next = self.first_1.val();
        if self.first_2.val() {
            self.total.next = self.totals.value.val();
        }
        self.accepted.next = self.accepts.val();
        self.accepted_flow.next = self.host_flow.val();
        self.accepted_slot.next = self.host_slot.val();
        self.accepted_size.next = self.sizes.size.val();
        self.new_total.next = self.total.val() + self.accepted_size.val();
        self.write_place.next = self.accepted_flow.val();
        self.write_place.next =
            (self.write_place.val() << self.slot_bits.val()) | self.accepted_slot.val();
        self.read_place.next = self.ack_flow.val();
        self.read_place.next =
            (self.read_place.val() << self.slot_bits.val()) | self.ack_slot.val();
        self.sums.read.next = true;
        self.sum.next = self.sums.read_data.val();
    }
}
