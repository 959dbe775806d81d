//! The crossbar: an output port's half of it, and what an input port hears of where it sends.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Takes the words for an output port from the input port that sends to it.
    pub struct CrossbarOutput(port: &Port) as "tailback_crossbar_output" {
        /// The output port takes words that are issued in this cycle.
        input engaged;
        /// From this input port.
        input source[port.port_bits()];
        /// The lane of the packet that each input port sends.
        input(port.ports()) lane[lane_bits(port)];
        /// A word comes from the input port.
        input(port.ports()) sent_valid;
        /// It is the first of its packet.
        input(port.ports()) sent_first;
        /// It is the last of its packet.
        input(port.ports()) sent_last;
        /// The packet is bad; with `sent_last`.
        input(port.ports()) sent_bad;
        /// The packet was known to be bad from the start.
        input(port.ports()) sent_discard;
        /// It is the first of a block.
        input(port.ports()) sent_leads;
        /// The word.
        input(port.ports()) sent_word[port.word_bits()];

        /// A word goes out.
        output word_valid;
        /// It is the first of its packet.
        output word_first;
        /// The first word of a packet comes, be it to go out or to be discarded.
        output begins;
        /// It is the last of its packet.
        output word_last;
        /// The packet is bad; with `word_last`.
        output word_bad;
        /// The word.
        output word[port.word_bits()];
        /// The input port that it comes from.
        output from[port.port_bits()];
        /// The lane of its packet.
        output word_lane[lane_bits(port)];
        /// The first word of a block comes, be it to go out or to be discarded.
        output leaves;
        /// Its lane; 0 without `leaves`.
        output leaves_lane[lane_bits(port)];

        /// A word comes.
        local comes;
        /// A word goes out.
        local passes;
        /// Words that were issued in the cycle before come now.
        reg joined;
        /// From this input port.
        reg source_reg[port.port_bits()];
        /// Of a packet of this lane.
        reg lane_reg[lane_bits(port)];
        /// A word came.
        reg valid_reg;
        /// It is not to go out.
        reg discard_reg;
        /// It is the first of its packet.
        reg first_reg;
        /// The first word of a packet came.
        reg begins_reg;
        /// It is the last of its packet.
        reg last_reg;
        /// The packet is bad.
        reg bad_reg;
        /// The word.
        reg word_reg[port.word_bits()];
        /// The input port that it came from.
        reg from_reg[port.port_bits()];
        /// The lane of its packet.
        reg word_lane_reg[lane_bits(port)];
        /// The first word of a block has come.
        reg leaves_reg;
    }
}

impl Logic for CrossbarOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.joined.next = self.engaged.val();
        self.source_reg.next = self.source.val();
        self.lane_reg.next = self.lane[self.source.val().index()].val();

        self.comes.next = self.joined.val() && self.sent_valid[self.source_reg.val().index()].val();
        comment!("Words come from block RAM: they go no further in this cycle.");
        self.valid_reg.next = self.comes.val();
        self.discard_reg.next = self.sent_discard[self.source_reg.val().index()].val();
        self.first_reg.next = self.sent_first[self.source_reg.val().index()].val();
        self.begins_reg.next =
            self.comes.val() && self.sent_first[self.source_reg.val().index()].val();
        self.begins.next = self.begins_reg.val();
        self.last_reg.next = self.sent_last[self.source_reg.val().index()].val();
        self.bad_reg.next = self.sent_bad[self.source_reg.val().index()].val();
        self.leaves_reg.next =
            self.comes.val() && self.sent_leads[self.source_reg.val().index()].val();
        self.word_reg.next = self.sent_word[self.source_reg.val().index()].val();
        self.from_reg.next = self.source_reg.val();
        self.word_lane_reg.next = self.lane_reg.val();

        self.passes.next = self.valid_reg.val() && !self.discard_reg.val();
        self.word_valid.next = self.passes.val();
        self.word_first.next = self.passes.val() && self.first_reg.val();
        self.word_last.next = self.passes.val() && self.last_reg.val();
        self.word_bad.next = self.passes.val() && self.bad_reg.val();
        self.word.next = self.word_reg.val();
        self.from.next = self.from_reg.val();
        self.word_lane.next = self.word_lane_reg.val();
        self.leaves.next = self.leaves_reg.val();
        self.leaves_lane.next = 0.into();
        if self.leaves_reg.val() {
            self.leaves_lane.next = self.word_lane_reg.val();
        }
    }
}

block! {
    /// Tells an input port whether words are taken where it sends them.
    pub struct CrossbarInput(port: &Port) as "tailback_crossbar_input" {
        /// The output port that it sends to.
        input destination[port.port_bits()];
        /// It starts a packet.
        input start;
        /// The output port takes no words.
        input(port.ports()) full;
        /// It will not hold up words soon.
        input(port.ports()) roomy;

        /// No word may be issued.
        output pause;
        /// Words will not be held up soon.
        output unhindered;

        /// The output port took no words in the cycle before.
        reg full_reg;
        /// It was not to hold up words soon.
        reg roomy_reg;
    }
}

impl Logic for CrossbarInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.full_reg.next = self.full[self.destination.val().index()].val();
        self.roomy_reg.next = self.roomy[self.destination.val().index()].val();
        comment!("The first word goes at once: then, what was full was where another one went.");
        self.pause.next = self.full_reg.val() && !self.start.val();
        self.unhindered.next = self.roomy_reg.val();
    }
}
