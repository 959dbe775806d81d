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
    /// offer is void. After a packet was granted, the output port rests for two cycles; in the first
    /// of them, the packet leaves its queue.
    ///
    /// The output port insists once its offers have been declined many times since its last grant.
    /// An offer that is not void is counted one cycle later, when it is known whether it was
    /// accepted. No offer stands in that cycle.
    pub struct FifoOutput(config: &Fifo) as "tailback_fifo_output" {
        /// There are several VLs.
        choice several = config.lanes() > 1;
        /// Input ports.
        count ports = config.inputs();
        /// Virtual lanes (VLs) of the output port.
        count lanes = config.lanes();
        /// Declined offers, of which one more makes the output port insist.
        count most_patient = Fifo::DECLINES - 1;

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
        /// Input port that accepted the offer in the previous cycle, one-hot; 0 without one.
        input departed[config.inputs()];

        /// Input port to which an offer stands, one-hot; 0 without one.
        output_reg offer[config.inputs()];
        /// VL of the last offer, one-hot.
        output_reg offer_lane[config.lanes()];
        /// The output port insists, if an offer stands.
        output_reg insists;

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
        /// An offer was accepted in the previous cycle.
        local left;
        /// An offer stands, and is not void.
        local stands;
        /// The output port offers itself.
        local offers;
        /// Place in the window of the chosen packet, one-hot; any place without a packet.
        local chosen_place[config.window()];
        /// Input port of the chosen packet; any port without a packet.
        local chosen_from[config.input_bits()];
        /// Input port of the chosen packet, one-hot; any port without a packet.
        local chosen_input[config.inputs()];
        /// An offer that was not void was declined in the previous cycle.
        local declined;
        /// One offer more is counted as declined: a void one in its cycle, any other one later.
        local counts;
        /// One declined offer more makes the output port insist.
        local impatient;
        /// The output port insists.
        local insisting;
        /// The output port could send a packet in the previous cycle.
        reg was_free;
        /// A packet was granted in the cycle before the previous one.
        reg rests;
        /// An offer stood in the previous cycle, and was not void.
        reg stood;
        /// Offers that were declined since the last grant.
        reg declines[Fifo::DECLINE_BITS];
        /// Place in the window of the packet of the last offer, one-hot.
        reg offer_place[config.window()];
    }
    connect {
        lane: arrive, sendable, able, insists = insisting, granted = left,
            leaves_place = offer_place;
        rotation: serves = left, served = offer_lane;
    }
}

impl Logic for FifoOutput {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.lanes.val() {
            self.can.next = self.can.val().replace_bit(at, self.lane[at].can.val());
            self.owed.next = self.owed.val().replace_bit(at, self.lane[at].owed.val());
        }
        self.left.next = self.departed.val().any();
        if self.several.val() {
            for at in 0..self.lanes.val() {
                self.request.next = self.request.val().replace_bit(
                    at,
                    self.owed.val().get_bit(at)
                        || (self.can.val().get_bit(at) && !self.owed.val().any()),
                );
            }
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
                self.lane[at].leaves.next = self.left.val() && self.offer_lane.val().get_bit(at);
            }
        } else {
            self.request.next = self.owed.val() | self.can.val();
            self.first.next = self.request.val();
            self.chosen_place.next = self.lane[0].chosen_place.val();
            self.chosen_from.next = self.lane[0].chosen_from.val();
            self.lane[0].leaves.next = self.left.val();
        }
        for port in 0..self.ports.val() {
            self.chosen_input.next =
                self.chosen_input.val().replace_bit(port, self.chosen_from.val() == port);
        }

        self.stands.next = (self.offer.val() & !self.closed.val()).any();
        self.offers.next = self.was_free.val()
            && !self.stands.val()
            && !self.left.val()
            && !self.rests.val()
            && (self.first.val() & self.can.val()).any();
        self.was_free.next = self.free.val();
        self.rests.next = self.left.val();
        self.offer.next = 0.into();
        if self.offers.val() {
            self.offer.next = self.chosen_input.val();
            self.offer_lane.next = self.first.val();
            self.offer_place.next = self.chosen_place.val();
        }

        self.stood.next = self.stands.val();
        self.declined.next = self.stood.val() && !self.left.val();
        self.counts.next = self.declined.val() || (self.offer.val().any() && !self.stands.val());
        self.impatient.next = self.declines.val() == self.most_patient.val();
        self.insisting.next = self.insists.val() || (self.declined.val() && self.impatient.val());
        if self.left.val() {
            self.declines.next = 0.into();
            self.insists.next = false;
        } else if self.counts.val() && !self.insists.val() {
            self.declines.next = self.declines.val() + 1;
            self.insists.next = self.impatient.val();
        }
    }
}
