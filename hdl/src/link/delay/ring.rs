//! The delay of a link, all cycles but the last.

use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::link::delay::{LinkDelay, USER_BITS};
use tailback_spec::parameter::bits_for;

/// Address of the last entry of the ring.
fn last_place(link_delay: &LinkDelay) -> usize {
    link_delay.delay() - 2
}

block! {
    /// A delay line in memory: the entry that is overwritten in a cycle is read in that cycle.
    pub struct LinkDelayRing(link_delay: &LinkDelay) as "tailback_link_ring" {
        /// Address of the last entry.
        count last_place = last_place(link_delay);

        /// Packets at the input.
        slave s_axis: AxiStream(StreamSignals::packets(link_delay.width_bits()).user(USER_BITS));
        /// Delayed packets.
        /// `tvalid` is low until all entries have been written after reset.
        master late: AxiStream(StreamSignals::packets(link_delay.width_bits()).user(USER_BITS));

        /// Valid bits of the stored beats.
        lut_memory(last_place(link_delay) + 1) valids;
        /// Data of the stored beats.
        lut_memory(last_place(link_delay) + 1) bytes[link_delay.width_bits()];
        /// Byte enables of the stored beats.
        lut_memory(last_place(link_delay) + 1) keeps[link_delay.width_bytes()];
        /// Last-beat bits of the stored beats.
        lut_memory(last_place(link_delay) + 1) lasts;
        /// Flags of the stored beats.
        lut_memory(last_place(link_delay) + 1) users[USER_BITS];
        /// Address of the entry that is read and written in this cycle.
        reg place[bits_for(last_place(link_delay) as u32)];
        /// High when all entries have been written since reset.
        reg is_filled;
    }
    connect {
        valids: write_address = place, write_data = s_axis.tvalid, read_address = place;
        bytes: write_address = place, write_data = s_axis.tdata, read_address = place;
        keeps: write_address = place, write_data = s_axis.tkeep, read_address = place;
        lasts: write_address = place, write_data = s_axis.tlast, read_address = place;
        users: write_address = place, write_data = s_axis.tuser, read_address = place;
    }
}

impl Logic for LinkDelayRing {
    #[hdl_gen]
    fn update(&mut self) {
        if self.place.val() == self.last_place.val() {
            self.place.next = 0.into();
            self.is_filled.next = true;
        } else {
            self.place.next = self.place.val() + 1;
        }

        self.valids.write.next = true;
        self.bytes.write.next = true;
        self.keeps.write.next = true;
        self.lasts.write.next = true;
        self.users.write.next = true;

        self.late.tvalid.next = false;
        self.late.tdata.next = 0.into();
        self.late.tkeep.next = 0.into();
        self.late.tlast.next = false;
        self.late.tuser.next = 0.into();
        if self.is_filled.val() {
            self.late.tvalid.next = self.valids.read_data.val();
            self.late.tdata.next = self.bytes.read_data.val();
            self.late.tkeep.next = self.keeps.read_data.val();
            self.late.tlast.next = self.lasts.read_data.val();
            self.late.tuser.next = self.users.read_data.val();
        }
    }
}
