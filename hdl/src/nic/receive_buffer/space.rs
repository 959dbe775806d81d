//! Blocks of a receive buffer in use.

use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::receive_buffer::{ReceiveBuffer as Config, EARLY_BLOCKS};
use tailback_spec::nic::reflector::MANAGEMENT_VL;
use tailback_spec::parameter::bits_for;

/// Bits of the blocks of a data VL.
fn space_bits(config: &Config) -> usize {
    bits_for(config.capacity(0) as u32)
}

/// Blocks of VL15.
fn management_blocks(config: &Config) -> usize {
    config.capacity(config.port().virtual_lanes())
}

block! {
    /// Decides which packets are stored, and counts the free blocks of each virtual lane (VL).
    ///
    /// The receive path reports a block up to one beat before it is stored. One more block of each
    /// data VL than is offered makes up for it.
    pub struct ReceiveSpace(config: &Config) as "tailback_nic_receive_space" {
        /// Data VLs.
        count virtual_lanes = config.port().virtual_lanes();
        /// VL15, the VL of management, which has no credits.
        count management = MANAGEMENT_VL as usize;
        /// Blocks of a data VL that are not offered.
        count early_blocks = EARLY_BLOCKS;

        /// A beat is received.
        input enter;
        /// The received beat is the first one of its packet.
        input first;
        /// VL of the received packet.
        input enter_vl[VL_BITS];
        /// The received beat is the first one of a block.
        input enter_begins;
        /// Full blocks of the received packet: PktLen div 16; valid in its first beat.
        input blocks[config.port().block_bits()];
        /// The host takes a beat.
        input leave;
        /// VL of the packet that the host takes.
        input leave_vl[VL_BITS];
        /// The beat that the host takes is the last one of a block.
        input leave_ends;
        /// Block of a packet received.
        input received;
        /// VL of the received block.
        input received_vl[VL_BITS];
        /// The received beat is stored.
        output stores;
        /// Free blocks of each data VL, as they are offered to the neighbour.
        output(config.port().virtual_lanes()) free[config.free_bits()];
        /// Data packet dropped: sent without credits.
        output_reg refused;

        /// There is space for the received packet; valid in its first beat.
        local fits;
        /// A block is taken.
        local takes;
        /// A block becomes free.
        local gives;
        /// Blocks of each data VL that are not offered.
        local(config.port().virtual_lanes()) withheld[bits_for(EARLY_BLOCKS as u32 + 1)];
        /// Beats of the packet that is received are stored.
        reg storing;
        /// Free blocks of each data VL.
        reg(config.port().virtual_lanes()) space[space_bits(config)] = config.capacity(0) as u128;
        /// Free blocks of VL15.
        reg management_space[bits_for(management_blocks(config) as u32)] =
            management_blocks(config) as u128;
        /// Block of a packet received in the previous cycle.
        reg early;
        /// VL of that block.
        reg early_vl[VL_BITS];
    }
}

impl Logic for ReceiveSpace {
    #[hdl_gen]
    fn update(&mut self) {
        self.fits.next = self.enter_vl.val() == self.management.val()
            && self.blocks.val() < self.management_space.val();
        for vl in 0..self.virtual_lanes.val() {
            if self.enter_vl.val() == vl {
                self.fits.next = self.blocks.val() < self.space[vl].val();
            }
        }
        self.stores.next = self.enter.val() && self.storing.val();
        if self.first.val() {
            self.stores.next = self.enter.val() && self.fits.val();
        }
        if self.enter.val() {
            self.storing.next = self.stores.val();
        }
        self.refused.next = self.enter.val()
            && self.first.val()
            && !self.fits.val()
            && self.enter_vl.val() != self.management.val();

        comment!("A block counts from its first beat until the host has taken its last one.");
        self.takes.next = self.stores.val() && self.enter_begins.val();
        self.gives.next = self.leave.val() && self.leave_ends.val();
        for vl in 0..self.virtual_lanes.val() {
            if self.takes.val()
                && self.enter_vl.val() == vl
                && !(self.gives.val() && self.leave_vl.val() == vl)
            {
                self.space[vl].next = self.space[vl].val() - 1;
            } else if self.gives.val()
                && self.leave_vl.val() == vl
                && !(self.takes.val() && self.enter_vl.val() == vl)
            {
                self.space[vl].next = self.space[vl].val() + 1;
            }
        }
        if self.takes.val()
            && self.enter_vl.val() == self.management.val()
            && !(self.gives.val() && self.leave_vl.val() == self.management.val())
        {
            self.management_space.next = self.management_space.val() - 1;
        } else if self.gives.val()
            && self.leave_vl.val() == self.management.val()
            && !(self.takes.val() && self.enter_vl.val() == self.management.val())
        {
            self.management_space.next = self.management_space.val() + 1;
        }

        self.early.next = self.received.val();
        self.early_vl.next = self.received_vl.val();
        for vl in 0..self.virtual_lanes.val() {
            self.withheld[vl].next = self.early_blocks.val().into();
            if self.early.val() && self.early_vl.val() == vl {
                self.withheld[vl].next = self.withheld[vl].val() + 1;
            }
            self.free[vl].next = 0.into();
            if self.space[vl].val() > self.withheld[vl].val() {
                self.free[vl].next = (self.space[vl].val() - self.withheld[vl].val()) >> 0;
            }
        }
    }
}
