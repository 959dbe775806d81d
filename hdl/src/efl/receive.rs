//! The receive path: checks frames, accepts data packets in order, and decides which are
//! acknowledged at once (Shimonishi'07 §II).

mod beats;
mod buffer;
mod header;
mod length;
mod order;
mod verdict;
mod writer;

pub use beats::ReceiveBeats;
pub use buffer::ReceiveBuffer;
pub use header::ReceiveHeader;
pub use length::ReceiveLength;
pub use order::ReceiveOrder;
pub use verdict::ReceiveVerdict;
pub use writer::ReceiveWriter;

use super::{EflQueue, FlowSweep};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::receive::Cause;
use tailback_spec::efl::{Efl, BEAT_BYTES, WIDTH_BITS};
use tailback_spec::wire::efl::{LENGTH_OFFSET, NUMBER_BITS};

/// Bits of a sequence number, and of a time.
const NUMBER: usize = NUMBER_BITS as usize;
/// Bits of a MAC address.
const ADDRESS: usize = 48;

/// Bits of a received ACK in its queue.
fn ack_bits(efl: &Efl) -> usize {
    efl.flow_bits() + 3 * NUMBER + 2
}

/// Bits of a reply in its queue.
fn reply_bits(efl: &Efl) -> usize {
    efl.flow_bits() + 2 * NUMBER + 2
}

block! {
    /// Receive path of EFL: payloads in order for the host, ACKs for the transmit path, and replies
    /// to data packets.
    ///
    /// A frame is judged two cycles after its last beat was in the input register.
    pub struct EflReceive(efl: &Efl) as "tailback_efl_receive" {
        /// Bits of a sequence number and of a time.
        count number_bits = NUMBER;
        /// Lowest bit of the length of a padded payload in its beat.
        count length_at = 8 * (LENGTH_OFFSET % BEAT_BYTES);

        /// Time in ticks of 100 ns.
        input now[NUMBER];
        /// MAC address of the endpoint; the first byte has the most significant bits.
        input set_address[ADDRESS];
        /// Frames without their FCS; `tuser` with `tlast`: the frame is bad.
        slave rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// The flow at `peer_flow` three cycles ago has a peer.
        input peer_valid;
        /// MAC address of that peer.
        input peer_address[ADDRESS];
        /// Memories are being cleared; frames are dropped.
        output sweeping;
        /// Flow whose peer is looked up.
        output peer_flow[efl.flow_bits()];
        /// Payloads for the host; `tid` is the flow.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable().id(efl.flow_bits()));
        /// The received ACK is taken.
        input ack_take;
        /// The reply is taken.
        input reply_take;
        /// An ACK has been received; the outputs below belong to it, and are 0 without one.
        output ack;
        /// Flow of the ACK.
        output ack_flow[efl.flow_bits()];
        /// Sequence number that the ACK expects next.
        output ack_sequence[NUMBER];
        /// The ACK was triggered by a packet behind a gap.
        output ack_gap;
        /// The ACK was triggered by a delay probe.
        output ack_probe;
        /// RTT of the ACK in ticks.
        output ack_rtt[NUMBER];
        /// Time at which the ACK was received, in ticks.
        output ack_time[NUMBER];
        /// An ACK is to be sent; the outputs below belong to it, and are 0 without one.
        output reply;
        /// Flow of the reply.
        output reply_flow[efl.flow_bits()];
        /// Sequence number that is expected next.
        output reply_sequence[NUMBER];
        /// Time stamp of the packet that triggered the reply.
        output reply_stamp[NUMBER];
        /// The packet that triggered the reply is a delay probe in order.
        output reply_probe;
        /// The packet that triggered the reply is behind a gap.
        output reply_gap;
        /// A packet in order was accepted.
        output accepted;
        /// Flow of that packet; 0 without one.
        output accepted_flow[efl.flow_bits()];
        /// A duplicate was dropped.
        output duplicates;
        /// A packet behind a gap was dropped.
        output gaps;
        /// An ACK was put into the queue of received ACKs.
        output acks;
        /// A reply was lost: its queue was full.
        output replies_lost;
        /// One bit per cause: a frame was dropped.
        output(Cause::ALL.len()) drops;

        /// Clearing of the memory after reset.
        sub sweep: FlowSweep = FlowSweep::new(efl);
        /// Beats in a register.
        sub beats: ReceiveBeats = ReceiveBeats::new();
        /// Fields of the header.
        sub header: ReceiveHeader = ReceiveHeader::new(efl);
        /// Length of frame and payload.
        sub length: ReceiveLength = ReceiveLength::new(efl);
        /// Expected sequence numbers.
        sub order: ReceiveOrder = ReceiveOrder::new(efl);
        /// Verdict on a frame.
        sub verdict: ReceiveVerdict = ReceiveVerdict::new();
        /// Payload on its way into the buffer.
        sub writer: ReceiveWriter = ReceiveWriter::new(efl);
        /// Payloads for the host.
        sub buffer: ReceiveBuffer = ReceiveBuffer::new(efl);
        /// Received ACKs.
        sub ack_queue: EflQueue = EflQueue::new(ack_bits(efl));
        /// Replies to be sent.
        sub reply_queue: EflQueue = EflQueue::new(reply_bits(efl));
        /// Received ACK: flow, sequence number, GAP, PROBE, RTT and time, time in the lowest bits.
        local ack_entry[ack_bits(efl)];
        /// Reply: flow, sequence number, stamp, PROBE and GAP, GAP in bit 0.
        local reply_entry[reply_bits(efl)];
        /// The packet is a delay probe in order.
        local is_probe;
    }
    connect {
        sweep: sweeping;
        sweep, order: sweeping, flow = sweep_flow;
        sweep, verdict: sweeping;
        beats: rx;
        beats, header: valid, data, number;
        beats, length: valid, last, bad, bytes, number;
        beats, writer: valid, data, last, bytes, number;
        header: flow = peer_flow;
        header, length: is_padded;
        header, order: flow, packet;
        header, verdict: destination, source, wrong_type, is_ack, unknown, stamp;
        header, writer: flow;
        length, verdict: ends, is_bad, is_short, wrong;
        length, writer: last_index, keep;
        length, buffer: last_index;
        order, verdict: is_next, is_gap, is_duplicate, is_beyond, replies;
        verdict: now, set_address, peer_valid, peer_address, accepted, duplicates, gaps, acks,
            replies_lost, drops;
        verdict, order: accepted;
        verdict, buffer: keeps;
        verdict, ack_queue: puts_ack = put;
        verdict, reply_queue: puts_reply = put;
        writer, buffer: write, entry, beat, write_note, note_entry, note;
        buffer: m;
        buffer, verdict: fits;
        buffer, writer: tail;
        ack_queue: entry = ack_entry, take = ack_take, valid = ack;
        ack_queue, verdict: full = ack_full;
        reply_queue: entry = reply_entry, take = reply_take, valid = reply;
        reply_queue, verdict: full = reply_full;
    }
}

impl Logic for EflReceive {
    #[hdl_gen]
    fn update(&mut self) {
        self.length.length_byte.next = self.beats.data.val() >> self.length_at.val();
        self.order.at_once.next = self.header.probe.val() || self.header.is_last.val();
        self.order.dropped.next = self.verdict.duplicates.val() || self.verdict.gaps.val();
        self.writer.ends.next = self.length.ends.val()
            && !self.header.is_ack.val()
            && !self.length.is_short.val()
            && !self.length.wrong.val();
        self.accepted_flow.next = 0.into();
        if self.verdict.accepted.val() {
            self.accepted_flow.next = self.header.flow.val();
        }

        comment!("Received ACKs");
        self.ack_entry.next = self.header.flow.val();
        self.ack_entry.next =
            (self.ack_entry.val() << self.number_bits.val()) | self.header.packet.val();
        self.ack_entry.next = self.ack_entry.val() << 2;
        self.ack_entry.next = self.ack_entry.val().replace_bit(1, self.header.gap.val());
        self.ack_entry.next = self.ack_entry.val().replace_bit(0, self.header.probe.val());
        self.ack_entry.next =
            (self.ack_entry.val() << self.number_bits.val()) | self.verdict.rtt.val();
        self.ack_entry.next =
            (self.ack_entry.val() << self.number_bits.val()) | self.verdict.measured_at.val();
        self.ack_time.next = self.ack_queue.head.val() >> 0;
        self.ack_rtt.next = self.ack_queue.head.val() >> self.number_bits.val();
        self.ack_probe.next = self.ack_queue.head.val().get_bit(2 * self.number_bits.val());
        self.ack_gap.next = self.ack_queue.head.val().get_bit(2 * self.number_bits.val() + 1);
        self.ack_sequence.next = self.ack_queue.head.val() >> (2 * self.number_bits.val() + 2);
        self.ack_flow.next = self.ack_queue.head.val() >> (3 * self.number_bits.val() + 2);

        comment!("Replies");
        self.is_probe.next = self.header.probe.val() && self.verdict.in_order.val();
        self.reply_entry.next = self.header.flow.val();
        self.reply_entry.next =
            (self.reply_entry.val() << self.number_bits.val()) | self.order.expected.val();
        self.reply_entry.next =
            (self.reply_entry.val() << self.number_bits.val()) | self.header.stamp.val();
        self.reply_entry.next = self.reply_entry.val() << 2;
        self.reply_entry.next = self.reply_entry.val().replace_bit(1, self.is_probe.val());
        self.reply_entry.next = self.reply_entry.val().replace_bit(0, self.order.is_gap.val());
        self.reply_gap.next = self.reply_queue.head.val().get_bit(0);
        self.reply_probe.next = self.reply_queue.head.val().get_bit(1);
        self.reply_stamp.next = self.reply_queue.head.val() >> 2;
        self.reply_sequence.next = self.reply_queue.head.val() >> (self.number_bits.val() + 2);
        self.reply_flow.next = self.reply_queue.head.val() >> (2 * self.number_bits.val() + 2);
    }
}
