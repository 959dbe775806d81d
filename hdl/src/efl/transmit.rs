//! The transmit path: packets of the host in the retransmission buffer, framing, go-back-N, and
//! ACKs (Shimonishi'07 §II).

mod acks;
mod admission;
mod beats;
mod buffer;
mod events;
mod flows;
mod framer;
mod header;
mod losses;
mod reply;
mod sends;
mod sizes;
mod timing;
mod totals;

pub use acks::TransmitAcks;
pub use admission::TransmitAdmission;
pub use beats::TransmitBeats;
pub use buffer::TransmitBuffer;
pub use events::TransmitEvents;
pub use flows::TransmitFlows;
pub use framer::TransmitFramer;
pub use header::TransmitHeader;
pub use losses::{TransmitBells, TransmitLosses};
pub use reply::TransmitReply;
pub use sends::TransmitSends;
pub use timing::TransmitTiming;
pub use totals::{PacketSize, TransmitTotals};

use self::sizes::{slot_bits, ADDRESS, BYTES_BITS, GROUP_BITS, LABEL, NUMBER, SIZE_BITS};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::pace::WORD_BITS;
use tailback_spec::efl::transmit::HostDrop;
use tailback_spec::efl::{Efl, WIDTH_BITS};

block! {
    /// Transmit path of EFL: stores the packets of the host until they are acknowledged, sends them
    /// as the rate limiter grants, and again after a loss, and sends ACKs between them.
    ///
    /// Outputs that describe an event are 0 in cycles without it.
    pub struct EflTransmit(efl: &Efl) as "tailback_efl_transmit" {
        /// Time in ticks of 100 ns.
        input now[NUMBER];
        /// MAC address of the endpoint; the first byte has the most significant bits.
        input set_address[ADDRESS];
        /// N: packets of bandwidth probing.
        input set_probe_packets[8];
        /// Packets of the host: payloads; `tid` is the flow.
        slave s: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable().id(efl.flow_bits()));
        /// The rate limiter accepts the doorbell.
        input doorbell_ready;
        /// The rate limiter accepts the start.
        input start_ready;
        /// The rate limiter grants a packet.
        input grant;
        /// Flow of the grant.
        input grant_flow[efl.flow_bits()];
        /// An ACK has been received.
        input ack;
        /// Flow of the ACK.
        input ack_flow[efl.flow_bits()];
        /// Sequence number that the ACK expects next.
        input ack_sequence[NUMBER];
        /// The ACK was triggered by a packet behind a gap.
        input ack_gap;
        /// The ACK was triggered by a delay probe.
        input ack_probe;
        /// RTT of the ACK in ticks.
        input ack_rtt[NUMBER];
        /// Time at which the ACK was received, in ticks.
        input ack_time[NUMBER];
        /// A packet of a flow is lost.
        input lost;
        /// Flow of the loss.
        input lost_flow[efl.flow_bits()];
        /// Interval of the packet requested last, in units of `ipd` + 1 cycles.
        input words[WORD_BITS as usize];
        /// Inter-packet delay of the packet requested last.
        input ipd[8];
        /// The packet requested last is a delay probe.
        input probe;
        /// An ACK is to be sent.
        input reply;
        /// Flow of the reply.
        input reply_flow[efl.flow_bits()];
        /// Sequence number that is expected next.
        input reply_sequence[NUMBER];
        /// Time stamp of the packet that triggered the reply.
        input reply_stamp[NUMBER];
        /// The packet that triggered the reply is a delay probe.
        input reply_probe;
        /// The packet that triggered the reply is behind a gap.
        input reply_gap;
        /// MAC address of the peer of the flow at `data_peer_flow` three cycles ago.
        input data_peer_address[ADDRESS];
        /// Flow label of that peer.
        input data_peer_label[LABEL];
        /// MAC address of the peer of the flow at `reply_peer_flow` three cycles ago.
        input reply_peer_address[ADDRESS];
        /// Flow label of that peer.
        input reply_peer_label[LABEL];
        /// Memories are being cleared.
        output sweeping;
        /// A packet of the host is in the buffer.
        output host_taken;
        /// Flow of that packet.
        output host_taken_flow[efl.flow_bits()];
        /// One bit per cause: a packet of the host is dropped.
        output(HostDrop::Long as usize + 1) host_drops;
        /// Packets of a flow have left the buffer.
        output credit;
        /// Flow of these packets.
        output credit_flow[efl.flow_bits()];
        /// Number of these packets.
        output credit_count[efl.window_bits()];
        /// Doorbell for the rate limiter: a flow has a packet.
        output doorbell;
        /// Flow of the doorbell.
        output doorbell_flow[efl.flow_bits()];
        /// Start for the rate limiter.
        output start;
        /// Flow of the start.
        output start_flow[efl.flow_bits()];
        /// Interval of the packet; 0 if there is no packet.
        output start_words[WORD_BITS as usize];
        /// A further packet of the flow is ready.
        output start_more;
        /// Inter-packet delay of the packet requested last, for the limiter.
        output delay[8];
        /// A grant is accepted.
        output grant_ready;
        /// The received ACK is taken.
        output ack_take;
        /// The reply is taken.
        output reply_take;
        /// An ACK acknowledges packets in flight.
        output acknowledged;
        /// An ACK acknowledges nothing, and was triggered by a packet behind a gap.
        output duplicate;
        /// Flow of the ACK.
        output acked_flow[efl.flow_bits()];
        /// RTT of the ACK.
        output acked_rtt[NUMBER];
        /// Packets are in flight behind the ACK.
        output acked_left;
        /// An ACK is ignored: it acknowledges what had been acknowledged.
        output acks_old;
        /// An ACK is ignored: it acknowledges what was never sent.
        output acks_bad;
        /// A packet is sent.
        output sent;
        /// Flow of the packet.
        output sent_flow[efl.flow_bits()];
        /// The packet is sent again.
        output sent_again;
        /// Request of an interval.
        output request;
        /// Flow of the request.
        output request_flow[efl.flow_bits()];
        /// Group of the flow.
        output request_group[GROUP_BITS];
        /// Packets of the group before this one.
        output request_sent[NUMBER];
        /// Bytes of the packet on the line.
        output request_size[SIZE_BITS];
        /// Event for the rate controller; its fields stay until the next event.
        output event_valid;
        /// Flow of the event.
        output event_flow[efl.flow_bits()];
        /// Group of the flow.
        output event_group[GROUP_BITS];
        /// The event is a loss.
        output event_loss;
        /// All N packets of the group are acknowledged.
        output event_covered;
        /// The ACK was triggered by a delay probe.
        output event_probe;
        /// RTT of the ACK.
        output event_rtt[NUMBER];
        /// Time at which the ACK was received.
        output event_time[NUMBER];
        /// Bytes of the flow that are acknowledged.
        output event_bytes[BYTES_BITS];
        /// Flow of the data packet whose peer is looked up.
        output data_peer_flow[efl.flow_bits()];
        /// Flow of the reply whose peer is looked up.
        output reply_peer_flow[efl.flow_bits()];
        /// Frames without FCS.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());
        /// An ACK frame began in the previous cycle.
        output replied;

        /// Phases, and clearing of memories.
        sub timing: TransmitTiming = TransmitTiming::new(efl);
        /// Beats of the host.
        sub host_beats: TransmitBeats = TransmitBeats::new(efl);
        /// Admission of packets of the host.
        sub admission: TransmitAdmission = TransmitAdmission::new(efl);
        /// Bytes of flows.
        sub byte_counts: TransmitTotals = TransmitTotals::new(efl);
        /// State of flows.
        sub flows: TransmitFlows = TransmitFlows::new(efl);
        /// Received ACKs.
        sub acks: TransmitAcks = TransmitAcks::new(efl);
        /// Grants, and the packet that is sent next.
        sub sender: TransmitSends = TransmitSends::new(efl);
        /// Losses.
        sub losses: TransmitLosses = TransmitLosses::new(efl);
        /// Doorbells.
        sub bells: TransmitBells = TransmitBells::new(efl);
        /// Events for the rate controller.
        sub events: TransmitEvents = TransmitEvents::new(efl);
        /// The ACK that is sent next.
        sub replies: TransmitReply = TransmitReply::new(efl);
        /// Payloads.
        sub buffer: TransmitBuffer = TransmitBuffer::new(efl);
        /// Header of the frame.
        sub header: TransmitHeader = TransmitHeader::new();
        /// Frames to the MAC.
        sub framer: TransmitFramer = TransmitFramer::new(efl);
        /// Slot of the packet of the host.
        local host_slot[slot_bits(efl)];
        /// Low bits of the number that the ACK expects next.
        local acked_low[slot_bits(efl)];
        /// Slot of the data packet that is sent next.
        local data_slot[slot_bits(efl)];
        /// Flow of the data frame that is being sent.
        reg frame_flow[efl.flow_bits()];
        /// Slot of the data frame that is being sent.
        reg frame_slot[slot_bits(efl)];
    }
    connect {
        timing: sweeping;
        timing, admission: sweeping, sweep_flow;
        timing, byte_counts: sweeping, sweep_flow;
        timing, flows: sweeping, sweep_flow, phase_0, phase_4, phase_6, phase_7;
        timing, acks: sweeping, phase_1, phase_7;
        timing, sender: sweeping, phase_1, phase_2;
        timing, losses: sweeping, phase_0, phase_4, phase_6;
        timing, events: phase_6;
        timing, replies: sweeping;
        host_beats: data = s.tdata, keep = s.tkeep, last = s.tlast;
        host_beats, admission: first, long_2 = is_long;
        host_beats, byte_counts: first, payload_2 = payload;
        host_beats, sender: payload_2 = host_payload;
        host_beats, buffer: data_2 = write_beat, index_2 = write_index;
        admission: flow = s.tid, acked_low, accepts = host_taken, host_drops;
        admission, byte_counts: accepts, host_flow;
        admission, flows: accepts, begins, host_flow, tail, tail_more_low, group = new_group;
        admission, sender: accepts, host_flow, tail_more_low;
        admission, bells: accepts, host_flow;
        admission, buffer: host_flow = write_flow;
        byte_counts: host_slot;
        byte_counts, events: sum = ack_bytes;
        flows: ack_flow;
        flows, acks: una, next_low, high, high_low, first_number;
        flows, sender: next_number, high_low, first_number, group, tail_low;
        flows, losses: una, high;
        flows, events: group;
        acks: ack, ack_flow, ack_sequence, ack_gap, ack_probe, ack_rtt, ack_time,
            set_probe_packets, ack_take, acknowledged, acknowledged = credit, duplicate, acks_old,
            acks_bad, acked_flow, acked_rtt, acked_left, credit_count, credit_flow;
        acks, admission: acknowledged = acked, flow = acked_flow;
        acks, flows: acknowledged = acked, acked_next, flow = acked_flow, number = acked_number;
        acks, byte_counts: flow = ack_flow;
        acks, sender: acked_next, flow = acked_flow;
        acks, events: acknowledged, flow = ack_flow, covered = ack_covered, probe = ack_probe,
            rtt = ack_rtt, received_at = ack_time;
        sender: grant, grant_flow, start_ready, words, ipd, host_slot, grant_ready,
            sent, sent_flow, sent_again, request, request_flow, request_group, request_sent,
            request_size, start, start_flow, start_words, start_more, delay,
            flow = data_peer_flow;
        sender, flows: held_flow = grant_flow, next_passes, tail_passes, passing_tail, sent = sends, sent_new = sends_new,
            flow = sends_flow, sent_number = sends_number;
        sender, losses: sent, sent_flow;
        sender, header: number, payload, more;
        sender, framer: is_ready = data_ready;
        losses: lost, lost_flow;
        losses, flows: loses, flow = lost_flow;
        losses, bells: loses, flow = lost_flow;
        losses, events: loses, flow = lost_flow;
        bells: doorbell_ready, doorbell, doorbell_flow;
        events: event_valid, event_flow, event_group, event_loss, event_covered, event_probe,
            event_rtt, event_time, event_bytes;
        replies: reply, reply_flow, reply_sequence, reply_stamp, reply_probe, reply_gap,
            reply_take, flow = reply_peer_flow;
        replies, header: number = reply_number, stamp = reply_stamp, probe = reply_probe,
            gap = reply_gap;
        replies, framer: is_ready = reply_ready;
        buffer: write_slot = host_slot;
        buffer, framer: beat;
        header: now, probe, data_address = data_peer_address, data_label = data_peer_label,
            reply_address = reply_peer_address, reply_label = reply_peer_label;
        header, framer: destination, flags, label, sequence_number, stamp, padded_length, payload_beats,
            last_number, last_keep;
        framer: set_address, replied, m;
        framer, header: begins, is_ack;
        framer, sender: data_leaves = leaves;
        framer, replies: reply_leaves = leaves;
        framer, buffer: moves = read, read_index;
    }
}

impl Logic for EflTransmit {
    #[hdl_gen]
    fn update(&mut self) {
        self.s.tready.next =
            !self.timing.sweeping.val() && !self.bells.rings.val() && !self.host_beats.ended.val();
        self.host_beats.take.next = self.s.tvalid.val() && self.s.tready.val();
        self.admission.ends.next = self.host_beats.valid_2.val() && self.host_beats.last_2.val();
        self.host_taken_flow.next = 0.into();
        if self.admission.accepts.val() {
            self.host_taken_flow.next = self.admission.host_flow.val();
        }
        self.host_slot.next = self.admission.tail.val() >> 0;
        self.buffer.write.next = self.host_beats.valid_2.val()
            && self.host_beats.fits_2.val()
            && self.admission.admits.val();

        self.acked_low.next = self.acks.number.val() >> 0;
        self.byte_counts.ack_slot.next = self.acked_low.val() - 1;

        self.data_slot.next = self.sender.number.val() >> 0;
        self.buffer.read_flow.next = self.sender.flow.val();
        self.buffer.read_slot.next = self.data_slot.val();
        if self.framer.sending.val() {
            self.buffer.read_flow.next = self.frame_flow.val();
            self.buffer.read_slot.next = self.frame_slot.val();
        }
        if self.framer.begins.val() {
            self.frame_flow.next = self.sender.flow.val();
            self.frame_slot.next = self.data_slot.val();
        }
    }
}
