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
        output lane[lane_bits(port)];
        /// Beat of the cycle before: the header has an unknown link version.
        output bad_version;
        /// Beat of the cycle before: the VL of the header is not configured.
        output bad_lane;
        /// Beat of the cycle before: PktLen of the header is out of range.
        output bad_length;
        /// Beat of the cycle before: the data packet does not fit into the free blocks of its VL.
        output no_room;
        /// Beat of the cycle before: the packet of VL15 does not fit into the free blocks.
        output no_management_room;
        /// Beat of the cycle before: the packet should end with it.
        output is_final;
        /// Beat of the cycle before: fewer valid bytes than the last beat should have.
        output too_few;
        /// Beat of the cycle before: more valid bytes than the last beat should have.
        output too_many;
        /// Beat of the cycle before: first beat of a block.
        output begins_block;
        /// Full blocks of the packet of the cycle before, not counting its VCRC.
        output full_blocks[port.block_bits()];

        /// VL index of the packet that began last.
        reg lane_reg[lane_bits(port)];
        /// Beat of the cycle before: the header has an unknown link version.
        reg version_reg;
        /// Beat of the cycle before: the VL of the header is not configured.
        reg unknown_lane;
        /// Beat of the cycle before: PktLen of the header is out of range.
        reg length_reg;
        /// Beat of the cycle before: the data packet does not fit into the free blocks of its VL.
        reg room_reg;
        /// Beat of the cycle before: the packet of VL15 does not fit into the free blocks.
        reg management_reg;
        /// Beat of the cycle before: the packet should end with it.
        reg final_reg;
        /// Beat of the cycle before: fewer valid bytes than the last beat should have.
        reg few_reg;
        /// Beat of the cycle before: more valid bytes than the last beat should have.
        reg many_reg;
        /// Beat of the cycle before: first beat of a block.
        reg begins_reg;
        /// Full blocks of the packet of the cycle before, not counting its VCRC.
        reg blocks_reg[port.block_bits()];
    }
}

impl Logic for CheckedBeat {
    #[hdl_gen]
    fn update(&mut self) {
        if self.first.val() {
            self.lane_reg.next = self.header_lane.val();
        }
        self.version_reg.next = self.header_bad_version.val();
        self.unknown_lane.next = self.header_bad_lane.val();
        self.length_reg.next = self.header_bad_length.val();
        self.room_reg.next = self.header_no_room.val();
        self.management_reg.next = self.header_no_management_room.val();
        self.final_reg.next = self.ends_here.val();
        self.few_reg.next = self.has_few.val();
        self.many_reg.next = self.has_many.val();
        self.begins_reg.next = self.begins_here.val();
        self.blocks_reg.next = self.packet_blocks.val();
        self.lane.next = self.lane_reg.val();
        self.bad_version.next = self.version_reg.val();
        self.bad_lane.next = self.unknown_lane.val();
        self.bad_length.next = self.length_reg.val();
        self.no_room.next = self.room_reg.val();
        self.no_management_room.next = self.management_reg.val();
        self.is_final.next = self.final_reg.val();
        self.too_few.next = self.few_reg.val();
        self.too_many.next = self.many_reg.val();
        self.begins_block.next = self.begins_reg.val();
        self.full_blocks.next = self.blocks_reg.val();
    }
}
