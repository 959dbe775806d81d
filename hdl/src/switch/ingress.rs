//! The receive side of a port: checks packets, stores or drops them, and splits off flow control.

mod blocks;
mod checked;
mod header;
mod kept;
mod length;
mod queue;
mod range;
mod size;
mod vcrc;
mod verdict;

pub use blocks::ReceivedBlocks;
pub use checked::CheckedBeat;
pub use header::HeaderCheck;
pub use kept::KeptBytes;
pub use length::PacketLength;
pub use queue::QueueNumber;
pub use range::LengthRange;
pub use size::PacketSize;
pub use vcrc::VcrcCheck;
pub use verdict::PacketVerdict;

use crate::interface::LinkStream;
use crate::prelude::*;
use range::LENGTH_BITS;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::switch::ingress::{lane_bits, Cause};
use tailback_spec::switch::port::Port;
use verdict::can_be_single;

/// Bits of a LID.
const LID_BITS: usize = 16;

block! {
    /// Checks packets as they are received, and writes them to the input buffer or drops them.
    ///
    /// A packet is dropped for a fault that its first beat shows. A fault in a later beat is found
    /// too late for that: the packet is stored as a bad one. Flow-control packets are split off.
    ///
    /// A beat is checked in two cycles; in the second one, the forwarding table delivers the route.
    pub struct Ingress(port: &Port) as "tailback_ingress" {
        /// Bits of a beat.
        count width_bits = port.width_bits();
        /// A packet can have a single beat.
        choice can_be_single = can_be_single(port);

        /// Received packets.
        slave rx: LinkStream(port.width_bits(), false);
        /// The forwarding table has a route for the `destination` of the cycle before.
        input known;
        /// Output port of the route; valid with `known`.
        input port[port.port_bits()];
        /// Free blocks of each VL (VL15 last).
        input(port.lanes()) free[port.buffer().free_bits()];

        /// DLID of the received beat, as if it were the first one of a packet.
        output destination[LID_BITS];
        /// High in the cycle in which a beat is stored, one cycle after it is received.
        output write;
        /// The stored beat is the first of a packet.
        output write_first;
        /// The stored beat is the last of its packet.
        output write_last;
        /// The stored packet is bad; valid with `write_last`.
        output write_bad;
        /// Queue of the packet; valid with `write_first`.
        output write_queue[port.buffer().queue_bits()];
        /// Blocks of the packet by its header; 0 without `write_first`.
        output write_blocks[port.block_bits()];
        /// Beats of the packet by its header; 0 without `write_first`.
        output write_beats[port.buffer().beats_bits()];
        /// Beat of the cycle before: data, and above it a valid bit for each byte.
        output write_word[port.word_bits()];
        /// The stored beat takes a block of the input buffer: it is the first of 64 bytes.
        output take;
        /// VL index of the block; 0 without `take`.
        output take_lane[lane_bits(port)];
        /// A block was received in the cycle before.
        output received;
        /// VL of the received block; 0 without `received`.
        output received_vl[VL_BITS];
        /// A flow-control packet was received in the cycle before.
        output_reg flow_control;
        /// Received flow-control packet, from its most significant bit; valid with `flow_control`.
        output flow_control_packet[PACKET_BITS];
        /// A beat marked as flow control in the cycle before was not a single beat of six bytes.
        output_reg bad_framing;
        /// A good packet ended in the cycle before.
        output accepted;
        /// VL index of the good packet; 0 without `accepted`.
        output accepted_lane[lane_bits(port)];
        /// Blocks of the good packet; 0 without `accepted`.
        output accepted_blocks[port.block_bits()];
        /// A packet is dropped, or was cut through and is bad, for this cause.
        output(Cause::ALL.len()) drops;
        /// The first beat of a packet was received in the cycle before; the packet may be dropped.
        output_reg begins;

        /// A beat of a packet is received.
        local beat;
        /// The received beat is the first of its packet.
        local first;
        /// The received beat is framed as a flow-control packet: a last beat with six valid bytes.
        local is_flow_control;
        /// PktLen of the received beat, in words of 4 bytes.
        local length[LENGTH_BITS];
        /// VL of the received beat's header.
        local vl[VL_BITS];
        /// Determines the valid bytes of the received beat.
        sub kept: KeptBytes = KeptBytes::new(port);
        /// Check results of the beat of the cycle before.
        sub checked: CheckedBeat = CheckedBeat::new(port);
        /// Checks the Local Route Header.
        sub header: HeaderCheck = HeaderCheck::new(port);
        /// Determines the blocks and beats of the packet, and its last beat.
        sub extent: PacketLength = PacketLength::new(port);
        /// Determines the blocks and beats of the packet.
        sub size: PacketSize = PacketSize::new(port);
        /// Checks the VCRC.
        sub vcrc: VcrcCheck = VcrcCheck::new(port);
        /// Decides which beats are stored, and how the packet ends.
        sub verdict: PacketVerdict = PacketVerdict::new(port);
        /// Computes the queue number of the packet.
        sub queue: QueueNumber = QueueNumber::new(port);
        /// Reports received blocks.
        sub credits: ReceivedBlocks = ReceivedBlocks::new(port);
        /// The next beat belongs to a packet that has already begun.
        reg inside_packet;
        /// A beat of a packet was received in the cycle before.
        reg beat_reg;
        /// The beat of the cycle before is the first of its packet, and its header is not refused.
        reg fits_reg;
        /// The beat of the cycle before is the last of its packet.
        reg last_reg;
        /// The packet that ended in the cycle before was known to be bad.
        reg bad_reg;
        /// VL in the header of the beat of the cycle before, if it is the first of its packet.
        reg vl_reg[VL_BITS];
        /// Data of the beat of the cycle before.
        reg data_reg[port.width_bits()];
        /// Valid bytes of the beat of the cycle before, one bit per byte.
        reg counts_reg[port.width_bytes()];
    }
    connect {
        kept: keep = rx.keep, last = rx.last;
        kept, extent: counts;
        kept, vcrc: counts;
        checked, header: lane = takes_lane;
        checked: first;
        checked, verdict: is_final, too_few, too_many;
        checked, queue: lane;
        checked, credits: no_room, begins_block;
        header: vl, length, free;
        header, checked: lane = header_lane, bad_version = header_bad_version,
            bad_lane = header_bad_lane, bad_length = header_bad_length, no_room = header_no_room,
            no_management_room = header_no_management_room;
        extent: beat, first, last = rx.last, length;
        extent, size: whole_blocks, whole_beats;
        extent, checked: is_final = ends_here, too_few = has_few, too_many = has_many,
            begins_block = begins_here, full_blocks = packet_blocks;
        vcrc: beat, last = rx.last, data = rx.data;
        vcrc, verdict: bad = bad_vcrc;
        verdict, size: write_first = stores;
        size: write_blocks, write_beats;
        verdict: beat = beat_reg, last = last_reg, known_bad = bad_reg, first = begins,
            fits = fits_reg, known, accepted, write, write_first, write_last, write_bad;
        queue: port;
        credits: beat = beat_reg, first = begins, vl = vl_reg, received, received_vl;
    }
}

impl Logic for Ingress {
    #[hdl_gen]
    fn update(&mut self) {
        self.beat.next = self.rx.valid.val() && !self.rx.flow_control.val();
        self.first.next = self.beat.val() && !self.inside_packet.val();
        if self.beat.val() {
            self.inside_packet.next = !self.rx.last.val();
        }
        self.beat_reg.next = self.beat.val();
        self.last_reg.next = self.rx.last.val();
        self.bad_reg.next = self.rx.last.val() && self.rx.bad.val();
        self.data_reg.next = self.rx.data.val();
        self.counts_reg.next = self.kept.counts.val();

        comment!("Flow control");
        self.is_flow_control.next = self.rx.last.val()
            && self.kept.counts.val().get_bit(5)
            && !self.kept.counts.val().get_bit(6);
        self.flow_control.next =
            self.rx.valid.val() && self.rx.flow_control.val() && self.is_flow_control.val();
        self.bad_framing.next =
            self.rx.valid.val() && self.rx.flow_control.val() && !self.is_flow_control.val();
        self.flow_control_packet.next = 0.into();
        for octet in 0..6 {
            self.flow_control_packet.next = (self.flow_control_packet.val() << 8)
                | self.data_reg.val().get_bits::<8>(8 * octet);
        }

        comment!("The header");
        self.vl.next = self.rx.data.val() >> 4;
        self.vl_reg.next = self.vl.val();
        self.destination.next = self.rx.data.val().get_bits::<8>(16);
        self.destination.next =
            (self.destination.val() << 8) | self.rx.data.val().get_bits::<8>(24);
        self.length.next = self.rx.data.val().get_bits::<3>(32);
        self.length.next = (self.length.val() << 8) | self.rx.data.val().get_bits::<8>(40);
        self.header.version.next = self.rx.data.val() >> 0;
        self.header.next_header.next = self.rx.data.val() >> 8;
        comment!("The beat before the first one of a packet is the last one of another packet.");
        self.header.takes.next = self.verdict.write_other.val() && self.checked.begins_block.val();
        if self.can_be_single.val() {
            self.header.takes.next = self.verdict.write.val() && self.checked.begins_block.val();
        }

        self.fits_reg.next = self.first.val() && !self.header.refused.val();
        self.begins.next = self.first.val();

        comment!("The packet");
        self.accepted_lane.next = 0.into();
        self.accepted_blocks.next = 0.into();
        if self.verdict.accepted.val() {
            self.accepted_lane.next = self.checked.lane.val();
            self.accepted_blocks.next = self.checked.full_blocks.val() + 1;
        }
        self.drops[0].next = self.begins.val() && self.checked.bad_version.val();
        self.drops[1].next = self.begins.val() && self.checked.bad_lane.val();
        self.drops[2].next =
            (self.begins.val() && self.checked.bad_length.val()) || self.verdict.too_long.val();
        self.drops[3].next = self.fits_reg.val() && !self.known.val();
        self.drops[4].next = self.begins.val() && self.checked.no_room.val();
        self.drops[5].next = self.begins.val() && self.checked.no_management_room.val();
        self.drops[6].next = self.verdict.truncated.val();
        self.drops[7].next = self.verdict.damaged.val();

        comment!("Storage");
        self.write_queue.next = 0.into();
        if self.fits_reg.val() {
            self.write_queue.next = self.queue.number.val();
        }
        self.write_word.next = self.counts_reg.val();
        self.write_word.next =
            (self.write_word.val() << self.width_bits.val()) | self.data_reg.val();
        self.take.next = self.verdict.write.val() && self.checked.begins_block.val();
        self.take_lane.next = 0.into();
        if self.take.val() {
            self.take_lane.next = self.checked.lane.val();
        }
    }
}
