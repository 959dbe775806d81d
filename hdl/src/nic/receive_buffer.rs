//! The receive buffer: stores packets until the host takes them, and reports its free space.

mod fifo;
mod place;
mod space;

pub use fifo::ReceiveFifo;
pub use place::BlockPlace;
pub use space::ReceiveSpace;

use crate::interface::PacketStream;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::receive_buffer::ReceiveBuffer as Config;
use tailback_spec::switch::port::Port as LinkPort;

/// Bits of PktLen that count full blocks (PktLen div 16).
const LENGTH_BITS: usize = 7;
/// Bits of PktLen div 16 in the lower byte of PktLen.
const LOW_BITS: usize = 4;

/// Bits of an entry: data, then one valid bit per byte, then `last` and `bad`.
fn entry_bits(port: &LinkPort) -> usize {
    port.word_bits() + 2
}

block! {
    /// First-in, first-out buffer between the receive path, whose packets cannot be stalled, and
    /// the host.
    ///
    /// A packet is stored as a whole, if its virtual lane (VL) has enough free blocks, or dropped. A
    /// neighbour that keeps to its credits never sends a data packet that is dropped.
    pub struct ReceiveBuffer(config: &Config) as "tailback_nic_receive_buffer" {
        /// Bits of the bytes of a beat.
        count width_bits = config.port().width_bits();
        /// Bit of an entry that marks the last beat of a packet.
        count last_bit = config.port().word_bits();
        /// Bits of a number of blocks in the lower byte of PktLen.
        count low_bits = config.port().block_bits().min(LOW_BITS);
        /// Bits of a number of blocks in PktLen.
        count known_bits = config.port().block_bits().min(LENGTH_BITS);
        /// Bits of a number of blocks.
        count block_bits = config.port().block_bits();

        /// Received packets for the host.
        slave s: PacketStream(config.port().width_bits(), false, 0);
        /// Block of a packet received.
        input received;
        /// VL of the received block.
        input received_vl[VL_BITS];
        /// Packets for the host.
        master m: PacketStream(config.port().width_bits(), true, 0);
        /// Free blocks of each data VL.
        output(config.port().virtual_lanes()) free[config.free_bits()];
        /// Data packet dropped: sent without credits.
        output refused;

        /// Full blocks of the packet: PktLen div 16.
        local full_blocks[config.port().block_bits()];
        /// Entry that is stored.
        local entry[entry_bits(&config.port())];
        /// One of the flags of the entry that is stored.
        local flags[entry_bits(&config.port())];
        /// Entry that is shown to the host.
        local shown[entry_bits(&config.port())];
        /// The host takes a beat.
        local leaves;
        /// Beats.
        sub fifo: ReceiveFifo = ReceiveFifo::new(config.beats(), entry_bits(&config.port()));
        /// Blocks in use.
        sub accounting: ReceiveSpace = ReceiveSpace::new(config);
        /// Place of the beat that is received.
        sub received_place: BlockPlace = BlockPlace::new(&config.port());
        /// Place of the beat that the host takes.
        sub taken_place: BlockPlace = BlockPlace::new(&config.port());
    }
    connect {
        received_place: moves = s.valid, last = s.last;
        received_place, accounting: first, vl = enter_vl, begins = enter_begins;
        taken_place: moves = leaves;
        taken_place, accounting: vl = leave_vl, ends = leave_ends;
        accounting: enter = s.valid, leave = leaves, blocks = full_blocks, received, received_vl, free,
            refused;
        accounting, fifo: stores = write;
        fifo: entry, ready = m.ready, valid = m.valid, shown;
    }
}

impl Logic for ReceiveBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Bits 4 to 7 of PktLen are in byte 5 of the LRH, bits 8 to 10 in byte 4.");
        for at in 0..self.low_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.s.data.val().get_bit(44 + at));
        }
        for at in 4..self.known_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.s.data.val().get_bit(28 + at));
        }
        for at in 7..self.block_bits.val() {
            self.full_blocks.next = self.full_blocks.val().replace_bit(at, false);
        }
        self.received_place.beat_vl.next = self.s.data.val() >> 4;

        self.entry.next = self.s.keep.val();
        self.flags.next = 0.into();
        self.flags.next = self.flags.val().replace_bit(self.last_bit.val(), self.s.last.val());
        self.flags.next = self.flags.val().replace_bit(self.last_bit.val() + 1, self.s.bad.val());
        self.entry.next = (self.entry.val() << self.width_bits.val()) | self.s.data.val();
        self.entry.next = self.entry.val() | self.flags.val();

        self.m.data.next = self.shown.val() >> 0;
        self.m.keep.next = self.shown.val() >> self.width_bits.val();
        self.m.last.next = self.shown.val().get_bit(self.last_bit.val());
        self.m.bad.next = self.shown.val().get_bit(self.last_bit.val() + 1);
        self.leaves.next = self.m.valid.val() && self.m.ready.val();
        self.taken_place.last.next = self.m.last.val();
        self.taken_place.beat_vl.next = self.shown.val() >> 4;
    }
}
