//! Offers of one output port.

use super::FifoQueue;
use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Offers an output port to an input port that holds one of the oldest packets for it.
    ///
    /// The virtual lanes (VLs) of the output port are served in round-robin order. If it is owed to
    /// the packets of some VLs, it serves only these, and waits for them in that order. An offer stands for one cycle, in which the input
    /// port accepts or declines it. After a packet was granted, the output port rests for a cycle.
    pub struct FifoOutput(config: &Fifo) as "tailback_fifo_output" {
        /// Virtual lanes (VLs) of the output port.
        count lanes = config.lanes();

        /// Per VL: input ports of which a packet for this output port arrives.
        input(config.lanes()) arrive[config.inputs()];
        /// Input ports that can accept an offer.
        input able[config.inputs()];
        /// The output port can send a packet.
        input free;
        /// One bit per VL: the output port has credits for it.
        input(config.lanes()) ready;
        /// The offer that stands is accepted.
        input accepted;

        /// Input port to which an offer stands, one-hot; 0 without one.
        output_reg offer[config.inputs()];
        /// VL of the offer that stands, one-hot; 0 without one.
        output_reg offer_lane[config.lanes()];

        /// Packets of each VL.
        sub(config.lanes()) lane: FifoQueue = FifoQueue::new(config);
        /// Round-robin arbiter over the VLs.
        sub rotation: Rotation = Rotation::new(config.lanes());
        /// VLs with a packet that can be offered the output port.
        local can[config.lanes()];
        /// VLs to which the output port is owed.
        local owed[config.lanes()];
        /// The output port offers itself.
        local offers;
        /// Input ports of the chosen batch that are able; 0 without one.
        local chosen_inputs[config.inputs()];
        /// Batch of the chosen packet, one-hot.
        local chosen_batch[config.window()];
        /// Batch of the offer that stands, one-hot.
        reg offer_batch[config.window()];
        /// A packet was granted in the previous cycle.
        reg rests;
    }
    connect {
        lane: arrive, able, ready, granted = accepted, granted_input = offer;
        rotation: serves = accepted, served = offer_lane;
    }
}

impl Logic for FifoOutput {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.lanes.val() {
            self.lane[at].granted_batch.next = 0.into();
            if self.accepted.val() && self.offer_lane.val().get_bit(at) {
                self.lane[at].granted_batch.next = self.offer_batch.val();
            }
            self.can.next = self.can.val().replace_bit(at, self.lane[at].can.val());
            self.owed.next = self.owed.val().replace_bit(at, self.lane[at].owed.val());
        }
        self.rotation.request.next = self.can.val();
        if self.owed.val().any() {
            self.rotation.request.next = self.owed.val();
        }
        self.chosen_inputs.next = 0.into();
        self.chosen_batch.next = 0.into();
        for at in 0..self.lanes.val() {
            if self.rotation.first.val().get_bit(at) {
                self.chosen_inputs.next =
                    self.chosen_inputs.val() | self.lane[at].chosen_inputs.val();
                self.chosen_batch.next = self.chosen_batch.val() | self.lane[at].chosen_batch.val();
            }
        }

        self.rests.next = self.accepted.val();
        self.offers.next = self.free.val()
            && !self.rests.val()
            && !self.offer.val().any()
            && self.chosen_inputs.val().any();
        self.offer.next = 0.into();
        self.offer_lane.next = 0.into();
        self.offer_batch.next = self.chosen_batch.val();
        if self.offers.val() {
            self.offer.next = self.chosen_inputs.val() & -self.chosen_inputs.val();
            self.offer_lane.next = self.rotation.first.val();
        }
    }
}
