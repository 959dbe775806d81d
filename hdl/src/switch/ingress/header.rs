//! The check of a Local Route Header.

use super::range::{LengthRange, LENGTH_BITS};
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh::{Next, VERSION};

/// Bits of PktLen that count full blocks, without the VCRC.
const FULL_BITS: usize = 7;

/// Bits of the difference between two numbers of blocks, with its sign.
fn difference_bits(port: &Port) -> usize {
    port.buffer().free_bits().max(FULL_BITS) + 1
}

/// The largest PktLen on VL15, if VL15 is configured.
fn longest_management(port: &Port) -> usize {
    port.longest_words(port.lanes() - 1)
}

block! {
    /// Checks a Local Route Header, and determines the VL index of the packet.
    ///
    /// A VL index is a data virtual lane (VL) or, after those, VL15.
    pub struct HeaderCheck(port: &Port) as "tailback_ingress_header" {
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// Number of VL15.
        count management_vl = Port::MANAGEMENT_VL;
        /// Supported link version.
        count version_known = VERSION as usize;
        /// Least PktLen with LNH 0.
        count least_raw = Next::Raw.least_words() as usize;
        /// Least PktLen with LNH 1.
        count least_ipv6 = Next::Ipv6.least_words() as usize;
        /// Least PktLen with LNH 2.
        count least_local = Next::Local.least_words() as usize;
        /// Least PktLen with LNH 3.
        count least_global = Next::Global.least_words() as usize;
        /// Largest PktLen on a data VL.
        count longest_data = port.longest_words(0);
        /// Largest PktLen on VL15.
        count longest_management = longest_management(port);
        /// Bit of a difference that is high if it is negative.
        count sign_bit = difference_bits(port) - 1;

        /// LVer: link version.
        input version[4];
        /// VL of the header.
        input vl[VL_BITS];
        /// LNH: kind of the next header.
        input next_header[2];
        /// PktLen in words of 4 bytes.
        input length[LENGTH_BITS];
        /// Free blocks of each VL (VL15 last).
        input(port.lanes()) free[port.buffer().free_bits()];
        /// High in the cycle in which a packet takes a block.
        input takes;
        /// VL index of the block that is taken.
        input takes_lane[lane_bits(port)];

        /// VL index of the packet (VL15 last).
        output lane[lane_bits(port)];
        /// The link version is unknown.
        output bad_version;
        /// The VL is not configured; low with `bad_version`.
        output bad_lane;
        /// PktLen is out of range; low with `bad_version` or `bad_lane`.
        output bad_length;
        /// The data packet does not fit into the free blocks of its VL; low with an earlier cause.
        output no_room;
        /// The packet of VL15 does not fit into the free blocks; low with an earlier cause.
        output no_management_room;
        /// The packet is to be dropped for one of these five causes.
        output refused;

        /// The VL is a data VL.
        local is_data;
        /// The VL is VL15, and is configured.
        local is_management;
        /// Least PktLen for the LNH of the packet.
        local least[LENGTH_BITS];
        /// Largest PktLen on the VL of the packet.
        local most[LENGTH_BITS];
        /// Compares PktLen with its limits.
        sub range: LengthRange = LengthRange::new();
        /// Blocks of the packet, less one.
        local full_blocks[FULL_BITS];
        /// Local `full_blocks`, in the width of a difference.
        local wanted[difference_bits(port)];
        /// Free blocks of the packet's VL, in the width of a difference; 0 if the VL is not
        /// configured.
        local room[difference_bits(port)];
        /// Blocks that the packet lacks, less one: not negative if it does not fit.
        local lacking[difference_bits(port)];
        /// The packet does not fit into the free blocks of its VL.
        local is_short;
        /// The packet fits, but not if one more block of its VL is taken.
        local is_tight;
        /// The packet does not fit, considering a block taken in this cycle.
        local lacks_room;
        /// Version, VL and PktLen are valid.
        local is_legal;
    }
    connect {
        range: length, least, most;
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

        self.room.next = 0.into();
        for number in 0..self.virtual_lanes.val() {
            if self.vl.val() == number {
                self.room.next = self.room.val() | self.free[number].val();
            }
        }
        if self.has_management.val() && self.is_management.val() {
            self.room.next = self.free[self.virtual_lanes.val()].val();
        }
        comment!("A packet takes one block more than the full ones without its VCRC.");
        self.full_blocks.next = self.length.val() >> 4;
        self.wanted.next = self.full_blocks.val();
        self.lacking.next = self.wanted.val() - self.room.val();
        self.is_short.next = !self.lacking.val().get_bit(self.sign_bit.val());
        self.is_tight.next = self.lacking.val().all();
        comment!("`takes` is late in the cycle: compare for both of its values.");
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
