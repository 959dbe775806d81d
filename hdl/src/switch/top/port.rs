//! One port of the switch.

use super::{PortEvents, SwitchInput, SwitchOutput};
use crate::interface::LinkStream;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// A port of the switch: input port, output port, credits of the link, and counters.
    pub struct SwitchPort(switch: &SwitchTop) as "tailback_switch_port" {
        /// High while the link is up.
        input link_active;
        /// Received packets.
        slave rx: LinkStream(switch.port.width_bits(), false);
        /// Transmitted packets.
        master tx: LinkStream(switch.port.width_bits(), true);
        /// The forwarding table has a route for the DLID of the cycle before.
        input known;
        /// Output port of the route; valid with `known`.
        input way[switch.port.port_bits()];
        /// High in the cycle in which the input port starts a packet.
        input start;
        /// Queue of the packet that the input port started last.
        input start_queue[switch.port.buffer().queue_bits()];
        /// The packet that the input port starts is dropped; valid with `start`.
        input discard;
        /// High while the input port must not issue beats.
        input pause;
        /// High while the input port's beats will not be held up soon.
        input unhindered;
        /// A beat of the crossbar reaches the output port.
        input word_valid;
        /// First beat of a packet at the output port.
        input word_first;
        /// First beat of a packet at the output port, even if the packet is dropped.
        input word_begins;
        /// Last beat of a packet at the output port.
        input word_last;
        /// The packet at the output port is bad; valid with `word_last`.
        input word_bad;
        /// Beat at the output port: data, and above it a byte enable for each byte.
        input word[switch.port.word_bits()];
        /// VL index of the packet at the output port.
        input word_lane[lane_bits(&switch.port)];
        /// The packet at the output port is to be marked; valid with `word_first`.
        input mark;
        /// A packet for the output port's VL waits only for credits.
        input(switch.port.virtual_lanes()) stalled;
        /// A packet for the output port is dropped: its Head-of-Queue Life limit has expired.
        input late;
        /// VL index of the expired packet; 0 without `late`.
        input late_lane[lane_bits(&switch.port)];
        /// Index of the counter whose slot this cycle is.
        input turn[index_bits(&switch.port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;

        /// DLID of the received beat, if it is the first one of a packet.
        output dlid[16];
        /// High in the cycle after the first beat of a packet, which may still be dropped.
        output begins;
        /// VL index of the packet that begins (VL15 last); 0 if its header is refused.
        output begins_lane[lane_bits(&switch.port)];
        /// High in the cycle in which the first beat of a packet is stored in the input buffer.
        output arrive;
        /// Queue of the stored packet; valid with `arrive`.
        output arrive_queue[switch.port.buffer().queue_bits()];
        /// Queues of the input port in which a packet waits, one bit per queue.
        output waiting[switch.port.buffer().queues()];
        /// The packet that the input port sends ends in this cycle or the next.
        output near_end;
        /// High in the cycle in which the last beat of the input port's packet is issued.
        output ends;
        /// A beat of the input port enters the crossbar.
        output sent_valid;
        /// First beat of a packet at the crossbar input.
        output sent_first;
        /// Last beat of a packet at the crossbar input.
        output sent_last;
        /// The packet at the crossbar input is bad; valid with `sent_last`.
        output sent_bad;
        /// The packet at the crossbar input is dropped: found bad before its start, or expired.
        output sent_discard;
        /// First beat of a block at the crossbar input; low without congestion detectors.
        output sent_leads;
        /// Beat at the crossbar input: data, and above it a byte enable for each byte.
        output sent_word[switch.port.word_bits()];
        /// A packet in the input buffer begins to count as waiting.
        output enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        output enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts as waiting is started.
        output dequeue;
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        output trigger[switch.port.buffer().queues()];
        /// High in the cycle in which a block of the input buffer is taken.
        output taken;
        /// Queue of the packet that takes the block; 0 without congestion detectors.
        output taken_queue[switch.port.buffer().queue_bits()];
        /// High while beats must not be issued to the output port.
        output full;
        /// High while the output port will not hold up beats soon.
        output roomy;
        /// High in the cycle in which the output port begins to transmit a packet.
        output transmit;
        /// VL of the packet that the output port begins; 0 without `transmit`.
        output transmit_vl[VL_BITS];
        /// Blocks of the packet that the output port begins; 0 without `transmit`.
        output transmit_blocks[switch.port.block_bits()];
        /// High if a packet of the longest length may be sent on the VL.
        output(switch.port.lanes()) may_send;
        /// Data VLs for which the other end has sent credits, one bit per VL.
        output initialised[switch.port.virtual_lanes()];
        /// Value of the counter whose slot was the cycle before.
        output value[WORD_BITS as usize];

        /// Input side.
        sub enter: SwitchInput = SwitchInput::new(switch);
        /// Output side.
        sub leave: SwitchOutput = SwitchOutput::new(switch);
        /// Event counters of the port.
        sub events: PortEvents = PortEvents::new(&switch.port);
    }
    connect {
        enter: rx, known, way, start, start_queue, discard, pause, roomy = unhindered, dlid, begins,
            begins_lane, arrive, arrive_queue, waiting, near_end, ends, word_valid = sent_valid,
            word_first = sent_first, word_last = sent_last, word_bad = sent_bad,
            word_discard = sent_discard, word_leads = sent_leads, word = sent_word, enqueue,
            enqueue_queue, dequeue, trigger, taken, taken_queue;
        enter, leave: flow_control, flow_control_packet, received, received_vl, credits;
        enter, events: bad_framing, accepted, accepted_lane, accepted_blocks, drops;
        leave: link_active, word_valid, word_first, word_begins, word_last, word_bad, word, mark,
            tx, full, roomy, transmit, transmit_vl, transmit_blocks, initialised, may_send;
        leave, events: update, bad_crc, bad_op, bad_vl, tells, transmit, transmit_vl,
            transmit_blocks, marked;
        events: index = turn, clear, late, late_lane, marked_lane = word_lane, value, stalled;
    }
}

wired!(SwitchPort);
