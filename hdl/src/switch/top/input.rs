//! An input port of the switch.

use super::StoredPackets;
use crate::interface::LinkStream;
use crate::prelude::*;
use crate::switch::Ingress;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::switch::ingress::{lane_bits, Cause};
use tailback_spec::switch::top::SwitchTop;

block! {
    /// An input port of the switch: checks packets, stores them, and sends them to the crossbar.
    pub struct SwitchInput(switch: &SwitchTop) as "tailback_switch_input" {
        /// Received packets.
        slave rx: LinkStream(switch.port.width_bits(), false);
        /// The forwarding table has a route for the DLID of the cycle before.
        input known;
        /// Output port of the route; valid with `known`.
        input way[switch.port.port_bits()];
        /// High in the cycle in which a packet is started.
        input start;
        /// Queue whose first packet is started; valid with `start`.
        input start_queue[switch.port.buffer().queue_bits()];
        /// The packet that is started is dropped; valid with `start`.
        input discard;
        /// High while beats must not be issued.
        input pause;
        /// High while issued beats will not be held up at the output port soon.
        input roomy;

        /// DLID of the received beat, if it is the first one of a packet.
        output dlid[16];
        /// High in the cycle after the first beat of a packet, which may still be dropped.
        output begins;
        /// VL index of the packet that begins (VL15 last); 0 if its header is refused.
        output begins_lane[lane_bits(&switch.port)];
        /// High in the cycle in which the first beat of a packet is stored.
        output arrive;
        /// Queue of the stored packet; valid with `arrive`.
        output arrive_queue[switch.port.buffer().queue_bits()];
        /// Queues in which a packet waits, one bit per queue.
        output waiting[switch.port.buffer().queues()];
        /// The packet that is sent ends in this cycle or the next.
        output near_end;
        /// High in the cycle in which the last beat of the sent packet is issued.
        output ends;
        /// A beat enters the crossbar, in the cycle after it is issued.
        output word_valid;
        /// First beat of the packet.
        output word_first;
        /// Last beat of the packet.
        output word_last;
        /// The packet is bad; valid with `word_last`.
        output word_bad;
        /// The packet is dropped: found bad before its start, or expired.
        output word_discard;
        /// First beat of a block; low without congestion detectors.
        output word_leads;
        /// Beat for the crossbar: data, and above it a byte enable for each byte.
        output word[switch.port.word_bits()];
        /// A packet begins to count as waiting.
        output enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        output enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts as waiting is started.
        output dequeue;
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        output trigger[switch.port.buffer().queues()];
        /// High in the cycle in which a block of the buffer is taken.
        output taken;
        /// Queue of the packet that takes the block; 0 without congestion detectors.
        output taken_queue[switch.port.buffer().queue_bits()];
        /// Free blocks of each data VL.
        output(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];
        /// A block has been received.
        output received;
        /// VL of the received block; 0 without `received`.
        output received_vl[VL_BITS];
        /// A flow-control packet has been received.
        output flow_control;
        /// Received flow-control packet, from its most significant bit.
        output flow_control_packet[PACKET_BITS];
        /// A beat marked as flow control is not a single beat of six bytes.
        output bad_framing;
        /// A good packet has been received.
        output accepted;
        /// VL index of the good packet; 0 without `accepted`.
        output accepted_lane[lane_bits(&switch.port)];
        /// Blocks of the good packet; 0 without `accepted`.
        output accepted_blocks[switch.port.block_bits()];
        /// A packet is dropped, or was cut through and is bad, for this cause.
        output(Cause::ALL.len()) drops;

        /// Checks received packets.
        sub ingress: Ingress = Ingress::new(&switch.port);
        /// Stores packets until they are started.
        sub store: StoredPackets = StoredPackets::new(switch);
    }
    connect {
        ingress: rx, destination = dlid, known, port = way, drops, begins, begins_lane,
            write_queue = arrive_queue, received, received_vl, flow_control, flow_control_packet,
            bad_framing, accepted, accepted_lane, accepted_blocks;
        ingress, store: write, begins = write_first, write_last, write_bad, write_queue, write_word;
        store, ingress: free;
        store: start, start_queue, discard, pause, roomy, credits, waiting, near_end, ends,
            word_valid, word_first, word_last, word_bad, word_discard, word_leads, word, enqueue,
            enqueue_queue, dequeue, trigger, taken, taken_queue;
    }
}

impl Logic for SwitchInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.arrive.next = self.ingress.write.val() && self.ingress.write_first.val();
    }
}
