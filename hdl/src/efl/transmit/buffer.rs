//! Payloads in the retransmission buffer.

use super::sizes::{beat_bits, beats, slot_bits};
use crate::address_bits;
use crate::prelude::*;
use tailback_spec::efl::{Efl, WIDTH_BITS};

block! {
    /// Beats of the packets of all flows, in block RAM: each slot has as many as the longest payload,
    /// rounded up to a power of two. Read data stays until the next read.
    pub struct TransmitBuffer(efl: &Efl) as "tailback_efl_transmit_buffer" {
        /// log2 of the window.
        count slot_bits = slot_bits(efl);
        /// log2 of the beats of a slot.
        count beat_bits = beat_bits(efl);

        /// A beat is written.
        input write;
        /// Flow of the packet.
        input write_flow[efl.flow_bits()];
        /// Slot of the packet.
        input write_slot[slot_bits(efl)];
        /// Number of the beat in its packet.
        input write_index[beat_bits(efl)];
        /// Beat that is written.
        input write_beat[WIDTH_BITS];
        /// A beat is read.
        input read;
        /// Flow of the packet that is read.
        input read_flow[efl.flow_bits()];
        /// Slot of the packet that is read.
        input read_slot[slot_bits(efl)];
        /// Number of the beat in the packet that is read.
        input read_index[beat_bits(efl)];
        /// Beat that was read last.
        output beat[WIDTH_BITS];

        /// Entry that is written.
        local write_place[address_bits(beats(efl))];
        /// Entry that is read.
        local read_place[address_bits(beats(efl))];
        /// Beats of all slots.
        memory(beats(efl)) payloads[WIDTH_BITS];
    }
    connect {
        payloads: write, write_address = write_place, write_data = write_beat, read,
            read_address = read_place, read_data = beat;
    }
}

impl Logic for TransmitBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.write_place.next = self.write_flow.val();
        self.write_place.next =
            (self.write_place.val() << self.slot_bits.val()) | self.write_slot.val();
        self.write_place.next =
            (self.write_place.val() << self.beat_bits.val()) | self.write_index.val();
        self.read_place.next = self.read_flow.val();
        self.read_place.next =
            (self.read_place.val() << self.slot_bits.val()) | self.read_slot.val();
        self.read_place.next =
            (self.read_place.val() << self.beat_bits.val()) | self.read_index.val();
    }
}
