//! The packets of one input port that have arrived and have not been passed on.

use super::{ArrivalList, ListShare};
use crate::comment;
use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::arrivals::Arrivals as Config;
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Holds the arriving packets of an input port, in a list for each lane.
    ///
    /// Lanes take turns; each passes on its packets in the order of their arrival, while one of its
    /// entries in the allocator's list is free. If no lane has a packet to pass on, the one that arrives
    /// is passed on.
    pub struct PortArrivals(config: &Config) as "tailback_port_arrivals" {
        /// Lanes.
        count lanes = config.port().lanes();
        /// Data virtual lanes (VLs).
        count virtual_lanes = config.port().virtual_lanes();
        /// Entries of the allocator's list for a data VL.
        count data_share = config.share(0);
        /// Entries of it for VL15.
        count management_share = config.share(config.port().virtual_lanes());

        /// A packet begins.
        input begins;
        /// Its lane.
        input begins_lane[lane_bits(config.port())];
        /// It is stored.
        input arrive;
        /// Its queue.
        input arrive_queue[config.port().buffer().queue_bits()];
        /// The port has its turn.
        input chosen;
        /// A packet of the port leaves the allocator's list.
        input leaves;
        /// Its lane.
        input leaves_lane[lane_bits(config.port())];

        /// The port may have a packet to pass on.
        output offers;
        /// It passes one on.
        output passes;
        /// Its queue; with `passes`.
        output pass_queue[config.port().buffer().queue_bits()];

        /// The packets of each lane.
        sub(config.port().lanes()) list: ArrivalList = ArrivalList::new(config);
        /// The entries of each lane in the allocator's list.
        sub(config.port().lanes()) share: ListShare = ListShare::new(config);
        /// The lane whose turn it is.
        sub rotation: Rotation = Rotation::new(config.port().lanes());
        /// The lane of the packet that begins, one bit for each.
        local begins_one_hot[config.port().lanes()];
        /// Lanes that have a free entry in the allocator's list.
        local free[config.port().lanes()];
        /// Lanes that have a packet to pass on which arrived before.
        local ready[config.port().lanes()];
        /// The lane of the packet that begins has a free entry.
        local fits;
        /// The lane of the packet that is passed on, one bit for each.
        local lane[config.port().lanes()];
    }
}

impl Logic for PortArrivals {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.virtual_lanes.val() {
            self.share[at].most.next = self.data_share.val().into();
        }
        for at in self.virtual_lanes.val()..self.lanes.val() {
            self.share[at].most.next = self.management_share.val().into();
        }
        for at in 0..self.lanes.val() {
            self.begins_one_hot.next =
                self.begins_one_hot.val().replace_bit(at, self.begins_lane.val() == at);
            self.free.next = self.free.val().replace_bit(at, self.share[at].free.val());
            self.ready.next = self
                .ready
                .val()
                .replace_bit(at, self.list[at].holds.val() && self.share[at].free.val());
        }
        self.fits.next = (self.begins_one_hot.val() & self.free.val()).any();
        self.offers.next = self.ready.val().any() || (self.begins.val() && self.fits.val());

        self.rotation.request.next = self.ready.val();
        self.rotation.serves.next = self.chosen.val() && self.ready.val().any();
        self.rotation.served.next = self.rotation.first.val();
        comment!("A lane that is not ready has no free entry, or no packet that arrived before.");
        self.lane.next = self.begins_one_hot.val();
        if self.ready.val().any() {
            self.lane.next = self.rotation.first.val();
        }
        self.passes.next =
            self.chosen.val() && (self.ready.val().any() || (self.arrive.val() && self.fits.val()));

        self.pass_queue.next = 0.into();
        for at in 0..self.lanes.val() {
            self.list[at].arrive.next = self.arrive.val() && self.begins_one_hot.val().get_bit(at);
            self.list[at].arrive_queue.next = self.arrive_queue.val();
            self.list[at].pass.next = self.passes.val() && self.lane.val().get_bit(at);
            self.share[at].pass.next = self.passes.val() && self.lane.val().get_bit(at);
            self.share[at].leaves.next = self.leaves.val() && self.leaves_lane.val() == at;
            if self.lane.val().get_bit(at) {
                self.pass_queue.next = self.pass_queue.val() | self.list[at].first_queue.val();
            }
        }
    }
}
