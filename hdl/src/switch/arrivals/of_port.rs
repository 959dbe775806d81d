//! Packets of one input port that have arrived and have not been passed on.

use super::ArrivalList;
use crate::prelude::*;
use crate::switch::allocator::Rotation;
use tailback_spec::switch::arrivals::Arrivals as Config;
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Holds the arrived packets of an input port, in one list per virtual lane (VL).
    ///
    /// VLs are served in round-robin order; each passes on its packets in order of arrival, while
    /// one of its entries in the allocator's list is free. If no VL has a packet to pass on, the
    /// packet that arrives is passed on.
    pub struct PortArrivals(config: &Config) as "tailback_port_arrivals" {
        /// Virtual lanes (VLs): the data VLs, then VL15 if it is configured.
        count lanes = config.port().lanes();
        /// Data VLs.
        count virtual_lanes = config.port().virtual_lanes();
        /// Entries of the allocator's list for each data VL.
        count data_share = config.share(0);
        /// Entries of the allocator's list for VL15.
        count management_share = config.share(config.port().virtual_lanes());

        /// A packet begins.
        input begins;
        /// VL index of the packet that begins.
        input begins_lane[lane_bits(config.port())];
        /// The packet that begins is stored.
        input arrive;
        /// Queue of the packet that is stored.
        input arrive_queue[config.port().buffer().queue_bits()];
        /// The port is selected to pass on a packet.
        input chosen;
        /// A packet of the port leaves the allocator's list.
        input leaves;
        /// VL index of the packet that leaves the allocator's list.
        input leaves_lane[lane_bits(config.port())];

        /// The port may have a packet to pass on.
        output offers;
        /// The port passes on a packet.
        output passes;
        /// Queue of the packet that is passed on; valid with `passes`.
        output pass_queue[config.port().buffer().queue_bits()];

        /// Arrived packets of each VL.
        sub(config.port().lanes()) list: ArrivalList = ArrivalList::new(config);
        /// Round-robin arbiter over the VLs.
        sub rotation: Rotation = Rotation::new(config.port().lanes());
        /// Packets of each VL in the allocator's list.
        reg(config.port().lanes()) listed[config.share_bits()];
        /// Packets of each VL in the allocator's list, without one that leaves in this cycle.
        local(config.port().lanes()) staying[config.share_bits()];
        /// VL of the packet that begins, one-hot.
        local begins_one_hot[config.port().lanes()];
        /// VLs that have a free entry in the allocator's list.
        local free[config.port().lanes()];
        /// VLs that have a free entry, and a packet to pass on that arrived in an earlier cycle.
        local ready[config.port().lanes()];
        /// The VL of the packet that begins has a free entry.
        local fits;
        /// VL of the packet that is passed on, one-hot.
        local lane[config.port().lanes()];
    }
    connect {
        list: arrive_queue;
        rotation: request = ready;
    }
}

impl Logic for PortArrivals {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.virtual_lanes.val() {
            self.free.next =
                self.free.val().replace_bit(at, self.listed[at].val() != self.data_share.val());
        }
        for at in self.virtual_lanes.val()..self.lanes.val() {
            self.free.next = self
                .free
                .val()
                .replace_bit(at, self.listed[at].val() != self.management_share.val());
        }
        for at in 0..self.lanes.val() {
            self.begins_one_hot.next =
                self.begins_one_hot.val().replace_bit(at, self.begins_lane.val() == at);
            self.ready.next = self
                .ready
                .val()
                .replace_bit(at, self.list[at].holds.val() && self.free.val().get_bit(at));
        }
        self.fits.next = (self.begins_one_hot.val() & self.free.val()).any();
        self.offers.next = self.ready.val().any() || (self.begins.val() && self.fits.val());

        self.rotation.serves.next = self.chosen.val() && self.ready.val().any();
        self.rotation.served.next = self.rotation.first.val();
        comment!("A VL that is not ready has no free entry, or no packet that arrived earlier.");
        self.lane.next = self.begins_one_hot.val();
        if self.ready.val().any() {
            self.lane.next = self.rotation.first.val();
        }
        self.passes.next =
            self.chosen.val() && (self.ready.val().any() || (self.arrive.val() && self.fits.val()));

        self.pass_queue.next = 0.into();
        for at in 0..self.lanes.val() {
            self.list[at].arrive.next = self.arrive.val() && self.begins_one_hot.val().get_bit(at);
            self.list[at].pass.next = self.passes.val() && self.lane.val().get_bit(at);
            self.staying[at].next = self.listed[at].val();
            if self.leaves.val() && self.leaves_lane.val() == at {
                self.staying[at].next = self.listed[at].val() - 1;
            }
            comment!("Timing: `passes` is known late.");
            self.listed[at].next = self.staying[at].val();
            if self.passes.val() && self.lane.val().get_bit(at) {
                self.listed[at].next = self.staying[at].val() + 1;
            }
            if self.lane.val().get_bit(at) {
                self.pass_queue.next = self.pass_queue.val() | self.list[at].first_queue.val();
            }
        }
    }
}
