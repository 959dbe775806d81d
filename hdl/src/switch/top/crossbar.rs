//! The crossbar: a multiplexer per output port, and flow control per input port.

use super::CrossbarBeats;
use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

/// Bits of PktLen that count full blocks.
const LENGTH_BITS: usize = 7;
/// Bits of PktLen that count full blocks, in its lower byte.
const LOW_BITS: usize = 4;

block! {
    /// Selects the beats for an output port from the input port that sends to it.
    ///
    /// Beats enter the crossbar in the second cycle after they are issued, and are in its registers
    /// in the third. In the fourth, a packet that is dropped is reported with its blocks.
    pub struct CrossbarOutput(port: &Port) as "tailback_crossbar_output" {
        /// Ports.
        count ports = port.ports();
        /// Bits of a number of blocks.
        count block_bits = port.block_bits();
        /// Bits of a number of blocks that are in the lower byte of PktLen.
        count low_bits = port.block_bits().min(LOW_BITS);
        /// Bits of a number of blocks that are in PktLen.
        count known_bits = port.block_bits().min(LENGTH_BITS);

        /// A beat for the output port may be issued in this cycle.
        input connected;
        /// Input port of that beat; valid with `connected`.
        input feeder[port.port_bits()];
        /// VL index of the packet whose beat each input port may issue (VL15 last).
        input(port.ports()) lane[lane_bits(port)];
        /// Beats of each input port.
        slave(port.ports()) sent: CrossbarBeats(port, true);

        /// Beats for the output port.
        master word: CrossbarBeats(port, false)
            reg { valid, first, last, bad, word, lane };
        /// Input port that the beat comes from.
        output_reg from[port.port_bits()];
        /// First beat of a block at the output port, even if its packet is dropped.
        output_reg leaves;
        /// VL index of the block that reaches the output port; 0 without `leaves`.
        output_reg leaves_lane[lane_bits(port)];
        /// A packet for the output port is dropped.
        output_reg waive;
        /// VL index of the dropped packet; 0 without `waive`.
        output_reg waive_lane[lane_bits(port)];
        /// Blocks of the dropped packet; 0 without `waive`.
        output_reg waive_blocks[port.block_bits()];

        /// A beat for the output port enters the crossbar.
        local comes;
        /// The beat that enters is the first of a packet.
        local opens;
        /// The beat that enters is the last of its packet.
        local closes;
        /// The packet of the beat that enters is bad.
        local spoils;
        /// The packet of the beat that enters is dropped.
        local drops;
        /// The beat that enters is the first of a block.
        local leads;
        /// Beat of each input port, 0 if it is for another output port.
        local(port.ports()) offered[port.word_bits()];
        /// The beat that enters, 0 if there is none.
        local merged[port.word_bits()];
        /// The beat in the registers is the first of a packet, which is dropped.
        local loses;
        /// Full blocks of the packet whose first beat is in the registers.
        local full_blocks[port.block_bits()];
        /// The beat in the registers is the first of a packet, even if the packet is dropped.
        reg begins;
        /// `connected` of the cycle before.
        reg was_connected;
        /// `feeder` of the cycle before.
        reg was_feeder[port.port_bits()];
        /// VL index of the packet of `feeder`, in the cycle before.
        reg was_lane[lane_bits(port)];
        /// Input port whose beats enter the crossbar for the output port, one-hot: `feeder` and
        /// `connected` of two cycles ago, in which the beats were issued.
        reg(port.ports()) chosen;
        /// `feeder` of two cycles ago.
        reg chosen_feeder[port.port_bits()];
        /// VL index of the packet of `feeder`, two cycles ago.
        reg chosen_lane[lane_bits(port)];
    }
}

impl Logic for CrossbarOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.was_connected.next = self.connected.val();
        self.was_feeder.next = self.feeder.val();
        self.was_lane.next = self.lane[self.feeder.val().index()].val();
        for number in 0..self.ports.val() {
            self.chosen[number].next = self.was_connected.val() && self.was_feeder.val() == number;
        }
        self.chosen_feeder.next = self.was_feeder.val();
        self.chosen_lane.next = self.was_lane.val();

        comment!("Without a beat, an input port's flags are low.");
        self.comes.next = false;
        self.opens.next = false;
        self.closes.next = false;
        self.spoils.next = false;
        self.drops.next = false;
        self.leads.next = false;
        for number in 0..self.ports.val() {
            self.comes.next =
                self.comes.val() || (self.chosen[number].val() && self.sent.valid[number].val());
            self.opens.next =
                self.opens.val() || (self.chosen[number].val() && self.sent.first[number].val());
            self.closes.next =
                self.closes.val() || (self.chosen[number].val() && self.sent.last[number].val());
            self.spoils.next =
                self.spoils.val() || (self.chosen[number].val() && self.sent.bad[number].val());
            self.drops.next =
                self.drops.val() || (self.chosen[number].val() && self.sent.discard[number].val());
            self.leads.next =
                self.leads.val() || (self.chosen[number].val() && self.sent.leads[number].val());
        }
        comment!("AND and OR take fewer lookup tables than a multiplexer.");
        self.merged.next = 0.into();
        for number in 0..self.ports.val() {
            self.offered[number].next = 0.into();
            if self.chosen[number].val() {
                self.offered[number].next = self.sent.word[number].val();
            }
            self.merged.next = self.merged.val() | self.offered[number].val();
        }

        self.word.valid.next = self.comes.val() && !self.drops.val();
        self.word.first.next = self.opens.val() && !self.drops.val();
        self.word.last.next = self.closes.val() && !self.drops.val();
        self.word.bad.next = self.spoils.val() && !self.drops.val();
        self.begins.next = self.opens.val();
        self.word.word.next = self.merged.val();
        self.word.lane.next = self.chosen_lane.val();
        self.from.next = self.chosen_feeder.val();
        self.leaves.next = self.leads.val();
        self.leaves_lane.next = 0.into();
        if self.leads.val() {
            self.leaves_lane.next = self.chosen_lane.val();
        }

        comment!("Bits 4 to 7 of PktLen; bits 8 to 10 are in the byte before.");
        for at in 0..self.low_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.word.word.val().get_bit(44 + at));
        }
        for at in 4..self.known_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.word.word.val().get_bit(28 + at));
        }
        for at in 7..self.block_bits.val() {
            self.full_blocks.next = self.full_blocks.val().replace_bit(at, false);
        }
        self.loses.next = self.begins.val() && !self.word.valid.val();
        self.waive.next = self.loses.val();
        self.waive_lane.next = 0.into();
        self.waive_blocks.next = 0.into();
        if self.loses.val() {
            self.waive_lane.next = self.word.lane.val();
            self.waive_blocks.next = self.full_blocks.val() + 1;
        }
    }
}

block! {
    /// Reports to an input port whether the output port that it sends to accepts beats.
    pub struct CrossbarInput(port: &Port) as "tailback_crossbar_input" {
        /// Output port of the packet that the input port started last.
        input destination[port.port_bits()];
        /// High while beats must not be issued to the output port.
        input(port.ports()) full;
        /// High while the output port will not hold up beats soon.
        input(port.ports()) roomy;

        /// High while the input port must not issue beats.
        output_reg pause;
        /// High while the input port's beats will not be held up soon.
        output_reg unhindered;
    }
}

impl Logic for CrossbarInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.pause.next = self.full[self.destination.val().index()].val();
        self.unhindered.next = self.roomy[self.destination.val().index()].val();
    }
}
