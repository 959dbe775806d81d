//! What is known of a beat in the cycle after it.

use crate::prelude::*;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Keeps what the checks of a beat say for the cycle after, in which the forwarding table answers.
    pub struct CheckedBeat(port: &Port) as "tailback_ingress_checked" {
        /// The beat is the first of a packet.
        input first;
        /// The lane of its header.
        input header_lane[lane_bits(port)];
        /// That has a version that is unknown.
        input header_bad_version;
        /// Its VL has no lane.
        input header_bad_lane;
        /// It is too short or too long.
        input header_bad_length;
        /// It finds no room.
        input header_no_room;
        /// It finds no room in VL15.
        input header_no_management_room;
        /// The packet should end with the beat.
        input ends_here;
        /// Fewer bytes count in it than should in the last one.
        input has_few;
        /// More bytes count in it than should in the last one.
        input has_many;
        /// The beat is the first of 64 bytes.
        input begins_here;
        /// Full blocks of the packet, but for its VCRC.
        input packet_blocks[port.block_bits()];

        /// The lane of the packet that came last.
        output lane[lane_bits(port)];
        /// The beat had a header with an unknown version.
        output bad_version;
        /// Its VL has no lane.
        output bad_lane;
        /// It is too short or too long.
        output bad_length;
        /// It finds no room.
        output no_room;
        /// It finds no room in VL15.
        output no_management_room;
        /// The packet should end with the beat.
        output is_final;
        /// Fewer bytes count in it than should in the last one.
        output too_few;
        /// More bytes count in it than should in the last one.
        output too_many;
        /// The beat is the first of 64 bytes.
        output begins_block;
        /// Full blocks of the packet, but for its VCRC.
        output full_blocks[port.block_bits()];

        /// The lane of the packet.
        reg lane_reg[lane_bits(port)];
        /// Its version is unknown.
        reg version_reg;
        /// Its VL has no lane.
        reg unknown_lane;
        /// It is too short or too long.
        reg length_reg;
        /// It finds no room.
        reg room_reg;
        /// It finds no room in VL15.
        reg management_reg;
        /// The packet should end with the beat.
        reg final_reg;
        /// Fewer bytes count than should.
        reg few_reg;
        /// More bytes count than should.
        reg many_reg;
        /// The beat is the first of 64 bytes.
        reg begins_reg;
        /// Full blocks of the packet.
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
