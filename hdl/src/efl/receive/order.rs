//! The sequence numbers that flows expect.

use crate::prelude::*;
use tailback_spec::efl::receive::REACH;
use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::NUMBER_BITS;

/// Bits of a sequence number.
const NUMBER: usize = NUMBER_BITS as usize;
/// Bits of the packets since the last ACK.
const COUNT_BITS: usize = 8;
/// log2 of the sequence numbers on either side that belong to some window.
const REACH_BITS: usize = REACH.ilog2() as usize;

block! {
    /// Expected sequence number of each flow, and packets since its last ACK, in block RAM;
    /// classifies the packet that is being received.
    ///
    /// A flow is at the input for at least six cycles before its packet is judged.
    pub struct ReceiveOrder(efl: &Efl) as "tailback_efl_receive_order" {
        /// Data packets for each ACK.
        count ack_every = efl.ack_every() as usize;
        /// Bits of a sequence number.
        count number_bits = NUMBER;
        /// Bits of a distance within a window.
        count reach_bits = REACH_BITS;

        /// Memory is being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// Flow of the packet.
        input flow[efl.flow_bits()];
        /// Sequence number of the packet.
        input packet[NUMBER];
        /// The packet is to be acknowledged at once.
        input at_once;
        /// The packet was accepted in the previous cycle.
        input accepted;
        /// The packet was dropped behind a gap, or as a duplicate, in the previous cycle.
        input dropped;
        /// The packet is the next one.
        output_reg is_next;
        /// The packet is behind a gap.
        output_reg is_gap;
        /// The packet was accepted before.
        output_reg is_duplicate;
        /// The packet is beyond any window.
        output_reg is_beyond;
        /// The packet is acknowledged if it is accepted.
        output_reg replies;
        /// Sequence number that the flow expects behind the packet.
        output_reg expected[NUMBER];

        /// High bits of the distance.
        local high[NUMBER - REACH_BITS];
        /// Distance is 0.
        local is_zero;
        /// Stored packets since the last ACK.
        local stored_count[COUNT_BITS];
        /// Packets since the last ACK after the packet.
        local new_count[COUNT_BITS];
        /// Expected sequence number that is stored.
        local stored_number[NUMBER];
        /// New state of the flow.
        local new_state[NUMBER + COUNT_BITS];
        /// State of the flow.
        reg state[NUMBER + COUNT_BITS];
        /// Sequence number of the packet less the expected one.
        reg distance[NUMBER];
        /// Expected sequence number, plus 1.
        reg number_more[NUMBER];
        /// Packets since the last ACK, plus 1.
        reg count_more[COUNT_BITS];
        /// State of each flow: expected sequence number, and above it packets since the last ACK.
        memory(efl.flows()) states[NUMBER + COUNT_BITS];
    }
    connect {
        states: read_address = flow;
    }
}

impl Logic for ReceiveOrder {
    #[hdl_gen]
    fn update(&mut self) {
        self.states.read.next = true;
        self.state.next = self.states.read_data.val();
        self.stored_number.next = self.state.val() >> 0;
        self.stored_count.next = self.state.val() >> self.number_bits.val();
        self.distance.next = self.packet.val() - self.stored_number.val();
        self.number_more.next = self.stored_number.val() + 1;
        self.count_more.next = self.stored_count.val() + 1;

        self.high.next = self.distance.val() >> self.reach_bits.val();
        self.is_zero.next = self.distance.val() == 0;
        self.is_next.next = self.is_zero.val();
        self.is_gap.next = !self.high.val().any() && !self.is_zero.val();
        self.is_duplicate.next = self.high.val().all();
        self.is_beyond.next = self.high.val().any() && !self.high.val().all();
        self.replies.next = self.at_once.val() || self.count_more.val() >= self.ack_every.val();
        self.expected.next = self.stored_number.val();
        if self.is_next.val() {
            self.expected.next = self.number_more.val();
        }

        comment!("The next packet of the flow is read later than this one is written.");
        self.new_count.next = 0.into();
        if self.accepted.val() && !self.replies.val() {
            self.new_count.next = self.count_more.val();
        }
        self.new_state.next = self.new_count.val();
        self.new_state.next =
            (self.new_state.val() << self.number_bits.val()) | self.expected.val();
        self.states.write.next = self.accepted.val() || self.dropped.val();
        self.states.write_address.next = self.flow.val();
        self.states.write_data.next = self.new_state.val();
        if self.sweeping.val() {
            self.states.write.next = true;
            self.states.write_address.next = self.sweep_flow.val();
            self.states.write_data.next = 0.into();
        }
    }
}
