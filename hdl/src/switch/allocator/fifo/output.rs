//! Offers of one output port.

use super::FifoQueue;
use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Offers an output port to an input port that holds one of the oldest packets for it.
    ///
    /// The virtual lanes (VLs) of the output port are served in round-robin order. If it is owed to
    /// the packets of some VLs, it serves only these, and waits for them in that order. An offer is
    /// made in the cycle after a packet was found, and stands in the next one, in which the input
    /// port accepts or declines it. While it stands, the output port makes no other one, unless the
    /// offer is void. After a packet was granted, the output port rests for a cycle.
    pub struct FifoOutput(config: &Fifo) as "tailback_fifo_output" {
        /// There are several VLs.
        choice several = config.lanes() > 1;
        /// Input ports.
        count ports = config.inputs();
        /// Virtual lanes (VLs) of the output port.
        count lanes = config.lanes();

        /// Per VL: input ports of which a packet for this output port arrives.
        input(config.lanes()) arrive[config.inputs()];
        /// Per VL: input ports whose first packet for it can be sent.
        input(config.lanes()) sendable[config.inputs()];
        /// Input ports that can send a packet.
        input able[config.inputs()];
        /// The output port can send a packet.
        input free;
        /// Input ports to which offers are void.
        input closed[config.inputs()];
        /// The offer that stands is accepted.
        input accepted;

        /// Input port to which an offer stands, one-hot; 0 without one.
        output_reg offer[config.inputs()];
        /// VL of the offer that stands, one-hot; 0 without one.
        output_reg offer_lane[config.lanes()];

        /// Packets of each VL.
        sub(config.lanes()) lane: FifoQueue = FifoQueue::new(config);
        /// Round-robin arbiter over the VLs.
        optional(config.lanes() > 1) rotation: Rotation = Rotation::new(config.lanes());
        /// VLs with a packet that can be offered the output port.
        local can[config.lanes()];
        /// VLs to which the output port is owed.
        local owed[config.lanes()];
        /// VLs that may be served: those to which the output port is owed, or all.
        local request[config.lanes()];
        /// VL that is served, one-hot; 0 without one.
        local first[config.lanes()];
        /// An offer stands, and is not void.
        local stands;
        /// The output port offers itself.
        local offers;
        /// Place in the window of the chosen packet, one-hot; 0 without one.
        local chosen_place[config.window()];
        /// Input port of the chosen packet; 0 without one.
        local chosen_from[config.input_bits()];
        /// Input port of the chosen packet, one-hot; any port without a packet.
        local chosen_input[config.inputs()];
        /// The output port could send a packet in the previous cycle.
        reg was_free;
        /// A packet was granted in the previous cycle.
        reg rests;
        /// Place in the window of the packet of the offer that stands, one-hot.
        reg offer_place[config.window()];
    }
    connect {
        lane: arrive, sendable, able, granted = accepted, leaves_place = offer_place;
        rotation: serves = accepted, served = offer_lane;
    }
}

impl Logic for FifoOutput {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.lanes.val() {
            self.can.next = self.can.val().replace_bit(at, self.lane[at].can.val());
            self.owed.next = self.owed.val().replace_bit(at, self.lane[at].owed.val());
        }
        self.request.next = self.can.val();
        if self.owed.val().any() {
            self.request.next = self.owed.val();
        }
        if self.several.val() {
            self.rotation.request.next = self.request.val();
            self.first.next = self.rotation.first.val();
            self.chosen_place.next = 0.into();
            self.chosen_from.next = 0.into();
            for at in 0..self.lanes.val() {
                if self.first.val().get_bit(at) {
                    self.chosen_place.next =
                        self.chosen_place.val() | self.lane[at].chosen_place.val();
                    self.chosen_from.next =
                        self.chosen_from.val() | self.lane[at].chosen_from.val();
                }
            }
            for at in 0..self.lanes.val() {
                self.lane[at].leaves.next =
                    self.accepted.val() && self.offer_lane.val().get_bit(at);
            }
        } else {
            self.first.next = self.request.val();
            self.chosen_place.next = self.lane[0].chosen_place.val();
            self.chosen_from.next = self.lane[0].chosen_from.val();
            self.lane[0].leaves.next = self.accepted.val();
        }
        for port in 0..self.ports.val() {
            self.chosen_input.next =
                self.chosen_input.val().replace_bit(port, self.chosen_from.val() == port);
        }

        self.stands.next = (self.offer.val() & !self.closed.val()).any();
        self.offers.next = self.was_free.val()
            && !self.stands.val()
            && !self.rests.val()
            && (self.first.val() & self.can.val()).any();
        self.was_free.next = self.free.val();
        self.rests.next = self.accepted.val();
        self.offer_place.next = self.chosen_place.val();
        self.offer.next = 0.into();
        self.offer_lane.next = 0.into();
        if self.offers.val() {
            self.offer.next = self.chosen_input.val();
            self.offer_lane.next = self.first.val();
        }
    }
}
