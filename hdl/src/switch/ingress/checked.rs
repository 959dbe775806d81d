//! Check results of a beat, one cycle later.

use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Delays check results to the cycle in which the forwarding table delivers the route.
    pub struct CheckedBeat(port: &Port) as "tailback_ingress_checked" {
        /// The received beat is the first of its packet.
        input first;
        /// VL index in the header of the received beat.
        input header_lane[lane_bits(port)];
        /// The header has an unknown link version.
        input header_bad_version;
        /// The VL of the header is not configured.
        input header_bad_lane;
        /// PktLen of the header is out of range.
        input header_bad_length;
        /// The data packet does not fit into the free blocks of its VL.
        input header_no_room;
        /// The packet of VL15 does not fit into the free blocks.
        input header_no_management_room;
        /// The packet should end with the received beat.
        input ends_here;
        /// The received beat has fewer valid bytes than the last beat should have.
        input has_few;
        /// The received beat has more valid bytes than the last beat should have.
        input has_many;
        /// The received beat is the first of a block.
        input begins_here;
        /// Full blocks of the packet, not counting its VCRC.
        input packet_blocks[port.block_bits()];

        /// VL index of the packet that began last.
        output_reg lane[lane_bits(port)];
        /// Beat of the cycle before: the header has an unknown link version.
        output_reg bad_version;
        /// Beat of the cycle before: the VL of the header is not configured.
        output_reg bad_lane;
        /// Beat of the cycle before: PktLen of the header is out of range.
        output_reg bad_length;
        /// Beat of the cycle before: the data packet does not fit into the free blocks of its VL.
        output_reg no_room;
        /// Beat of the cycle before: the packet of VL15 does not fit into the free blocks.
        output_reg no_management_room;
        /// Beat of the cycle before: the packet should end with it.
        output_reg is_final;
        /// Beat of the cycle before: fewer valid bytes than the last beat should have.
        output_reg too_few;
        /// Beat of the cycle before: more valid bytes than the last beat should have.
        output_reg too_many;
        /// Beat of the cycle before: first beat of a block.
        output_reg begins_block;
        /// Full blocks of the packet of the cycle before, not counting its VCRC.
        output_reg full_blocks[port.block_bits()];
    }
}

impl Logic for CheckedBeat {
    #[hdl_gen]
    fn update(&mut self) {
        if self.first.val() {
            self.lane.next = self.header_lane.val();
        }
        self.bad_version.next = self.header_bad_version.val();
        self.bad_lane.next = self.header_bad_lane.val();
        self.bad_length.next = self.header_bad_length.val();
        self.no_room.next = self.header_no_room.val();
        self.no_management_room.next = self.header_no_management_room.val();
        self.is_final.next = self.ends_here.val();
        self.too_few.next = self.has_few.val();
        self.too_many.next = self.has_many.val();
        self.begins_block.next = self.begins_here.val();
        self.full_blocks.next = self.packet_blocks.val();
    }
}
