//! Offers of one output port.

use super::FifoQueue;
use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Offers an output port to an input port that holds one of the oldest packets for it.
    ///
    /// The virtual lanes (VLs) of the output port are served in round-robin order. If it is owed to
    /// the packets of some VLs, it serves only these, and waits for them in that order. An offer
    /// stands for one cycle, in which the input port accepts or declines it. After a packet was
    /// granted, the output port rests for a cycle.
    pub struct FifoOutput(config: &Fifo) as "tailback_fifo_output" {
        /// Input ports.
        count ports = config.inputs();
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
        /// Place in the window of the chosen packet, one-hot; 0 without one.
        local chosen_place[config.window()];
        /// Input port of the chosen packet; 0 without one.
        local chosen_from[config.input_bits()];
        /// Input port of the chosen packet, one-hot; any port without a packet.
        local chosen_input[config.inputs()];
        /// Place in the window of the packet of the offer that stands, one-hot.
        reg offer_place[config.window()];
        /// A packet was granted in the previous cycle.
        reg rests;
    }
    connect {
        lane: arrive, able, ready, granted = accepted;
        rotation: serves = accepted, served = offer_lane;
    }
}

impl Logic for FifoOutput {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.lanes.val() {
            self.lane[at].granted_place.next = 0.into();
            if self.accepted.val() && self.offer_lane.val().get_bit(at) {
                self.lane[at].granted_place.next = self.offer_place.val();
            }
            self.can.next = self.can.val().replace_bit(at, self.lane[at].can.val());
            self.owed.next = self.owed.val().replace_bit(at, self.lane[at].owed.val());
        }
        self.rotation.request.next = self.can.val();
        if self.owed.val().any() {
            self.rotation.request.next = self.owed.val();
        }
        self.chosen_place.next = 0.into();
        self.chosen_from.next = 0.into();
        for at in 0..self.lanes.val() {
            if self.rotation.first.val().get_bit(at) {
                self.chosen_place.next = self.chosen_place.val() | self.lane[at].chosen_place.val();
                self.chosen_from.next = self.chosen_from.val() | self.lane[at].chosen_from.val();
            }
        }
        for port in 0..self.ports.val() {
            self.chosen_input.next =
                self.chosen_input.val().replace_bit(port, self.chosen_from.val() == port);
        }

        self.rests.next = self.accepted.val();
        self.offers.next = self.free.val()
            && !self.rests.val()
            && !self.offer.val().any()
            && self.chosen_place.val().any();
        self.offer.next = 0.into();
        self.offer_lane.next = 0.into();
        self.offer_place.next = self.chosen_place.val();
        if self.offers.val() {
            self.offer.next = self.chosen_input.val();
            self.offer_lane.next = self.rotation.first.val();
        }
    }
}
