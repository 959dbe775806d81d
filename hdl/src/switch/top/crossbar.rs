//! The crossbar: a multiplexer per output port, and flow control per input port.

use super::CrossbarBeats;
use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Selects the beats for an output port from the input port that sends to it.
    pub struct CrossbarOutput(port: &Port) as "tailback_crossbar_output" {
        /// The output port receives the beats that are issued in this cycle.
        input engaged;
        /// Input port that sends to the output port; valid with `engaged`.
        input source[port.port_bits()];
        /// VL index of the packet that each input port sends (VL15 last).
        input(port.ports()) lane[lane_bits(port)];
        /// Beats of each input port.
        slave(port.ports()) sent: CrossbarBeats(port, true);

        /// Beats for the output port.
        master word: CrossbarBeats(port, false) reg { begins, word, lane };
        /// Input port that the beat comes from.
        output_reg from[port.port_bits()];
        /// First beat of a block at the output port, even if its packet is dropped.
        output_reg leaves;
        /// VL index of the block that reaches the output port; 0 without `leaves`.
        output leaves_lane[lane_bits(port)];

        /// A beat for this output port enters the crossbar.
        local comes;
        /// The beat in the output register belongs to a packet that is not dropped.
        local passes;
        /// `engaged`, delayed to the cycle in which the issued beats enter the crossbar.
        reg joined;
        /// `source`, delayed as `joined`.
        reg source_reg[port.port_bits()];
        /// VL index of the packet of `source`, delayed as `joined`.
        reg lane_reg[lane_bits(port)];
        /// Output register: beat valid.
        reg valid_reg;
        /// Output register: the packet is dropped.
        reg discard_reg;
        /// Output register: first beat of a packet; valid with `valid_reg`.
        reg first_reg;
        /// Output register: last beat of a packet; valid with `valid_reg`.
        reg last_reg;
        /// Output register: the packet is bad; valid with `valid_reg`.
        reg bad_reg;
    }
}

impl Logic for CrossbarOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.joined.next = self.engaged.val();
        self.source_reg.next = self.source.val();
        self.lane_reg.next = self.lane[self.source.val().index()].val();

        self.comes.next = self.joined.val() && self.sent.valid[self.source_reg.val().index()].val();
        comment!("Beats come from block RAM, late in the cycle: register them before more logic.");
        self.valid_reg.next = self.comes.val();
        self.discard_reg.next = self.sent.discard[self.source_reg.val().index()].val();
        self.first_reg.next = self.sent.first[self.source_reg.val().index()].val();
        self.word.begins.next =
            self.comes.val() && self.sent.first[self.source_reg.val().index()].val();
        self.last_reg.next = self.sent.last[self.source_reg.val().index()].val();
        self.bad_reg.next = self.sent.bad[self.source_reg.val().index()].val();
        self.leaves.next = self.comes.val() && self.sent.leads[self.source_reg.val().index()].val();
        self.word.word.next = self.sent.word[self.source_reg.val().index()].val();
        self.from.next = self.source_reg.val();
        self.word.lane.next = self.lane_reg.val();

        self.passes.next = self.valid_reg.val() && !self.discard_reg.val();
        self.word.valid.next = self.passes.val();
        self.word.first.next = self.passes.val() && self.first_reg.val();
        self.word.last.next = self.passes.val() && self.last_reg.val();
        self.word.bad.next = self.passes.val() && self.bad_reg.val();
        self.leaves_lane.next = 0.into();
        if self.leaves.val() {
            self.leaves_lane.next = self.word.lane.val();
        }
    }
}

block! {
    /// Reports to an input port whether the output port that it sends to accepts beats.
    pub struct CrossbarInput(port: &Port) as "tailback_crossbar_input" {
        /// Output port that the input port sends to.
        input destination[port.port_bits()];
        /// High in the cycle in which the input port starts a packet.
        input start;
        /// High while beats must not be issued to the output port.
        input(port.ports()) full;
        /// High while the output port will not hold up beats soon.
        input(port.ports()) roomy;

        /// High while the input port must not issue beats.
        output pause;
        /// High while the input port's beats will not be held up soon.
        output_reg unhindered;

        /// `full` of the destination in the cycle before.
        reg full_reg;
    }
}

impl Logic for CrossbarInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.full_reg.next = self.full[self.destination.val().index()].val();
        self.unhindered.next = self.roomy[self.destination.val().index()].val();
        comment!("The first beat is issued at once: `full_reg` is still of the packet before.");
        self.pause.next = self.full_reg.val() && !self.start.val();
    }
}
