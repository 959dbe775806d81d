//! A FIFO of whole frames.

use super::FrameGap;
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::mac::{FrameFifo as Config, ENTRY_BITS};
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// FIFO that sends a frame after its last beat has arrived, and then without a pause.
    ///
    /// A frame with more beats than there are entries is dropped.
    pub struct FrameFifo(config: &Config) as "tailback_frame_fifo" {
        /// Bits of the address of an entry.
        count address_bits = config.address_bits();
        /// There is a gap between frames.
        choice has_gap = config.gap_cycles() > 0;

        /// Frames that enter.
        slave s: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());
        /// Frames that leave.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable())
            reg { tvalid, tdata, tkeep, tlast };
        /// The last beat of a frame that is too long is dropped.
        output dropped;

        /// All entries are in use.
        local full;
        /// All entries are in use, by one frame.
        local too_long;
        /// A beat is accepted.
        local accepted;
        /// The beat is stored.
        local stored;
        /// The entry that was fetched moves to the output.
        local moves;
        /// An entry is fetched.
        local fetches;
        /// The next frame waits.
        local waiting;
        /// Entry that is written.
        local write_address[config.address_bits()];
        /// Entry that is fetched.
        local read_address[config.address_bits()];
        /// Byte enables, at their bits of an entry.
        local keep_part[ENTRY_BITS];
        /// Last beat, at its bit of an entry.
        local last_part[ENTRY_BITS];
        /// Beat that is written: data, then byte enables, then whether it is the last one.
        local entry[ENTRY_BITS];
        /// Entry that was fetched.
        local fetched_entry[ENTRY_BITS];

        /// Beats written, modulo twice the number of entries.
        reg written[config.counter_bits()];
        /// Beats written up to the last complete frame.
        reg complete[config.counter_bits()];
        /// Beats fetched.
        reg read[config.counter_bits()];
        /// The rest of the frame is dropped.
        reg drops;
        /// An entry was fetched, and has not moved.
        reg fetched;
        /// Beats.
        block_memory(config.entries()) beats[ENTRY_BITS];
        /// Gap between frames.
        optional(config.gap_cycles() > 0) gap: FrameGap = FrameGap::new(config);
    }
    connect {
        beats: write = stored, write_address, write_data = entry, read = fetches, read_address,
            read_data = fetched_entry;
        gap: tvalid = m.tvalid, tready = m.tready, tlast = m.tlast;
    }
}

impl Logic for FrameFifo {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.address_bits.val() {
            self.write_address.next =
                self.write_address.val().replace_bit(at, self.written.val().get_bit(at));
            self.read_address.next =
                self.read_address.val().replace_bit(at, self.read.val().get_bit(at));
        }
        self.full.next = self.write_address.val() == self.read_address.val()
            && self.written.val().get_bit(self.address_bits.val())
                != self.read.val().get_bit(self.address_bits.val());
        self.too_long.next = self.full.val() && self.complete.val() == self.read.val();
        self.s.tready.next = !self.full.val() || self.drops.val();
        self.accepted.next = self.s.tvalid.val() && self.s.tready.val();
        self.stored.next = self.accepted.val() && !self.drops.val();
        self.dropped.next = self.drops.val() && self.accepted.val() && self.s.tlast.val();

        self.keep_part.next = self.s.tkeep.val();
        self.last_part.next = 0.into();
        if self.s.tlast.val() {
            self.last_part.next = 1.into();
        }
        self.entry.next = self.s.tdata.val();
        self.entry.next =
            self.entry.val() | (self.keep_part.val() << 64) | (self.last_part.val() << 72);

        if self.stored.val() {
            self.written.next = self.written.val() + 1;
            if self.s.tlast.val() {
                self.complete.next = self.written.val() + 1;
            }
        }
        if self.accepted.val() && self.s.tlast.val() {
            self.drops.next = false;
        }
        if self.too_long.val() {
            self.written.next = self.complete.val();
            self.drops.next = true;
        }

        if self.has_gap.val() {
            self.waiting.next = self.gap.waiting.val();
        } else {
            self.waiting.next = false;
        }
        self.moves.next = self.fetched.val()
            && (!self.m.tvalid.val() || self.m.tready.val())
            && !self.waiting.val();
        self.fetches.next =
            self.read.val() != self.complete.val() && (!self.fetched.val() || self.moves.val());
        if self.fetches.val() {
            self.read.next = self.read.val() + 1;
        }
        self.fetched.next = self.fetches.val() || (self.fetched.val() && !self.moves.val());
        if self.moves.val() {
            self.m.tdata.next = self.fetched_entry.val().get_bits::<64>(0);
            self.m.tkeep.next = self.fetched_entry.val().get_bits::<8>(64);
            self.m.tlast.next = self.fetched_entry.val().get_bit(72);
        }
        if self.m.tready.val() || self.moves.val() {
            self.m.tvalid.next = self.moves.val();
        }
    }
}
