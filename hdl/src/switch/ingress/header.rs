//! What the header of a packet says against it.

use super::LengthRange;
use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh::{Next, VERSION};

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;
/// Bits of it that count full blocks, but for the VCRC.
pub(super) const FULL_BITS: usize = 7;

/// The largest PktLen of the lane of management, if there is one.
fn longest_management(port: &Port) -> usize {
    port.longest_words(port.lanes() - 1)
}

block! {
    /// Checks a Local Route Header, and says which lane the packet is on.
    ///
    /// A lane is a data virtual lane (VL) or, behind those, VL15.
    pub struct HeaderCheck(port: &Port) as "tailback_ingress_header" {
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// There is a lane for VL15.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// VL15.
        count management_vl = Port::MANAGEMENT_VL;
        /// The link version that there is.
        count version_known = VERSION as usize;
        /// The least PktLen, with LNH 0.
        count least_raw = Next::Raw.least_words() as usize;
        /// The least PktLen, with LNH 1.
        count least_ipv6 = Next::Ipv6.least_words() as usize;
        /// The least PktLen, with LNH 2.
        count least_local = Next::Local.least_words() as usize;
        /// The least PktLen, with LNH 3.
        count least_global = Next::Global.least_words() as usize;
        /// The largest PktLen in a data VL.
        count longest_data = port.longest_words(0);
        /// The largest PktLen in VL15.
        count longest_management = longest_management(port);

        /// LVer.
        input version[4];
        /// The VL.
        input vl[VL_BITS];
        /// LNH: what follows.
        input next_header[2];
        /// PktLen.
        input length[LENGTH_BITS];
        /// Free blocks of each lane.
        input(port.lanes()) free[port.buffer().free_bits()];
        /// One of them is taken in this cycle.
        input takes;
        /// Of this lane.
        input takes_lane[lane_bits(port)];

        /// The packet's lane.
        output lane[lane_bits(port)];
        /// It has a version that is unknown.
        output bad_version;
        /// But for that, its VL has no lane.
        output bad_lane;
        /// But for these, it is too short or too long.
        output bad_length;
        /// But for these, it is a data packet that finds no room.
        output no_room;
        /// But for these, it is a packet of VL15 that finds no room.
        output no_management_room;
        /// Any of these holds.
        output refused;

        /// The VL is a data VL.
        local is_data;
        /// The VL is VL15, and has a lane.
        local is_management;
        /// The least PktLen.
        local least[LENGTH_BITS];
        /// The largest PktLen.
        local most[LENGTH_BITS];
        /// Whether PktLen is between them.
        sub range: LengthRange = LengthRange::new();
        /// Blocks of the packet but one.
        local full_blocks[FULL_BITS];
        /// Blocks of the packet.
        local blocks[FULL_BITS + 1];
        /// It finds no room in its lane.
        local is_short;
        /// It finds none if a block of the lane is taken in this cycle.
        local is_tight;
        /// It finds no room.
        local lacks_room;
        /// The first three causes have nothing against it.
        local is_legal;
    }
}

impl Logic for HeaderCheck {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_data.next = self.vl.val() < self.virtual_lanes.val();
        self.is_management.next =
            self.has_management.val() && self.vl.val() == self.management_vl.val();
        self.lane.next = self.vl.val() >> 0;
        if self.has_management.val() && self.is_management.val() {
            self.lane.next = self.virtual_lanes.val().into();
        }

        match self.next_header.val().index() {
            0 => self.least.next = self.least_raw.val().into(),
            1 => self.least.next = self.least_ipv6.val().into(),
            2 => self.least.next = self.least_local.val().into(),
            _ => self.least.next = self.least_global.val().into(),
        }
        self.most.next = self.longest_data.val().into();
        if self.is_management.val() {
            self.most.next = self.longest_management.val().into();
        }
        self.range.length.next = self.length.val();
        self.range.least.next = self.least.val();
        self.range.most.next = self.most.val();

        comment!("A packet takes one block more than it fills without its VCRC.");
        self.full_blocks.next = self.length.val() >> 4;
        self.blocks.next = self.full_blocks.val();
        self.blocks.next = self.blocks.val() + 1;
        self.is_short.next = false;
        self.is_tight.next = false;
        for number in 0..self.virtual_lanes.val() {
            if self.vl.val() == number && self.free[number].val() <= self.full_blocks.val() {
                self.is_short.next = true;
            }
            if self.vl.val() == number && self.free[number].val() <= self.blocks.val() {
                self.is_tight.next = true;
            }
        }
        if self.has_management.val() && self.is_management.val() {
            self.is_short.next =
                self.free[self.virtual_lanes.val()].val() <= self.full_blocks.val();
            self.is_tight.next = self.free[self.virtual_lanes.val()].val() <= self.blocks.val();
        }
        comment!("Whether a block is taken is known late.");
        self.lacks_room.next = self.is_short.val()
            || (self.is_tight.val()
                && self.takes.val()
                && self.takes_lane.val() == self.lane.val());

        self.bad_version.next = self.version.val() != self.version_known.val();
        self.bad_lane.next =
            !self.bad_version.val() && !self.is_data.val() && !self.is_management.val();
        self.bad_length.next = !self.bad_version.val()
            && (self.is_data.val() || self.is_management.val())
            && !self.range.inside_range.val();
        self.is_legal.next = !self.bad_version.val()
            && (self.is_data.val() || self.is_management.val())
            && self.range.inside_range.val();
        self.no_room.next =
            self.is_legal.val() && self.lacks_room.val() && !self.is_management.val();
        self.no_management_room.next =
            self.is_legal.val() && self.lacks_room.val() && self.is_management.val();
        self.refused.next = !self.is_legal.val() || self.lacks_room.val();
    }
}
