//! The fabric between the ports.

use super::{CrossbarInput, CrossbarOutput, SwitchDispatcher, SwitchMarking};
use crate::prelude::*;
use crate::switch::HeadOfQueue;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// Schedules packets, moves their beats from input to output ports, and marks packets.
    pub struct SwitchFabric(switch: &SwitchTop) as "tailback_switch_fabric" {
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();
        /// Queues of an input port: output ports times VLs.
        count queues = switch.port.buffer().queues();

        /// High in the cycle after the input port received the first beat of a packet.
        input(switch.port.ports()) begins;
        /// VL index of the packet that begins (VL15 last).
        input(switch.port.ports()) begins_lane[lane_bits(&switch.port)];
        /// High in the cycle in which the first beat of a packet is stored in the input buffer.
        input(switch.port.ports()) arrive;
        /// Queue of the stored packet; valid with `arrive`.
        input(switch.port.ports()) arrive_queue[switch.port.buffer().queue_bits()];
        /// Queues of the input port in which a packet waits, one bit per queue.
        input(switch.port.ports()) waiting[switch.port.buffer().queues()];
        /// The packet that the input port sends ends in this cycle or the next.
        input(switch.port.ports()) near_end;
        /// High in the cycle in which the last beat of the input port's packet is issued.
        input(switch.port.ports()) ends;
        /// High if a packet of the longest length may be sent to the queue's output port and VL.
        input(switch.port.buffer().queues()) may_send;
        /// A beat of the input port enters the crossbar.
        input(switch.port.ports()) sent_valid;
        /// First beat of a packet at the crossbar input.
        input(switch.port.ports()) sent_first;
        /// Last beat of a packet at the crossbar input.
        input(switch.port.ports()) sent_last;
        /// The packet at the crossbar input is bad; valid with `sent_last`.
        input(switch.port.ports()) sent_bad;
        /// The packet at the crossbar input is dropped: found bad before its start, or expired.
        input(switch.port.ports()) sent_discard;
        /// First beat of a block at the crossbar input; low without congestion detectors.
        input(switch.port.ports()) sent_leads;
        /// Beat at the crossbar input: data, and above it a byte enable for each byte.
        input(switch.port.ports()) sent_word[switch.port.word_bits()];
        /// High while beats must not be issued to the output port.
        input(switch.port.ports()) full;
        /// High while the output port will not hold up beats soon.
        input(switch.port.ports()) roomy;
        /// A packet in the input port's buffer begins to count as waiting.
        input(switch.port.ports()) enqueue;
        /// Queue of the packet that begins to count.
        input(switch.port.ports()) enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts as waiting is started by the input port.
        input(switch.port.ports()) dequeue;
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        input(switch.port.ports()) trigger[switch.port.buffer().queues()];
        /// High in the cycle in which the input port takes a block of its buffer.
        input(switch.port.ports()) taken;
        /// Queue of the packet that takes the block; 0 without congestion detectors.
        input(switch.port.ports()) taken_queue[switch.port.buffer().queue_bits()];
        /// High in the cycle in which the output port begins to transmit a packet.
        input(switch.port.ports()) transmit;
        /// VL of the packet that the output port begins; 0 without `transmit`.
        input(switch.port.ports()) transmit_vl[VL_BITS];
        /// Blocks of the packet that the output port begins; 0 without `transmit`.
        input(switch.port.ports()) transmit_blocks[switch.port.block_bits()];
        /// Weight of the threshold of the output port's congestion detector.
        input(switch.port.ports()) threshold[4];
        /// Blocks of the shortest packet that the output port's detector marks.
        input(switch.port.ports()) packet_size[8];
        /// Eligible packets between two that the output port's detector marks.
        input(switch.port.ports()) marking_rate[16];
        /// The output port's detector also marks victims.
        input(switch.port.ports()) victim_mask;
        /// Code of the output port's Head-of-Queue Life limit.
        input(switch.port.ports()) hoq_life[CODE_BITS];

        /// High in the cycle in which the input port starts a packet.
        output(switch.port.ports()) start;
        /// Queue of the packet that the input port started last.
        output(switch.port.ports()) start_queue[switch.port.buffer().queue_bits()];
        /// The packet that the input port starts is dropped.
        output(switch.port.ports()) discard;
        /// A packet for the output port is dropped: its Head-of-Queue Life limit has expired.
        output(switch.port.ports()) late;
        /// VL index of the expired packet; 0 without `late`.
        output(switch.port.ports()) late_lane[lane_bits(&switch.port)];
        /// High while the input port must not issue beats.
        output(switch.port.ports()) pause;
        /// High while the input port's beats will not be held up soon.
        output(switch.port.ports()) unhindered;
        /// A beat leaves the crossbar for the output port.
        output(switch.port.ports()) word_valid;
        /// First beat of a packet at the output port.
        output(switch.port.ports()) word_first;
        /// First beat of a packet at the output port, even if the packet is dropped.
        output(switch.port.ports()) word_begins;
        /// Last beat of a packet at the output port.
        output(switch.port.ports()) word_last;
        /// The packet at the output port is bad; valid with `word_last`.
        output(switch.port.ports()) word_bad;
        /// Beat at the output port: data, and above it a byte enable for each byte.
        output(switch.port.ports()) word[switch.port.word_bits()];
        /// VL index of the packet at the output port.
        output(switch.port.ports()) word_lane[lane_bits(&switch.port)];
        /// The packet that the output port begins is to be marked.
        output(switch.port.ports()) mark;
        /// A packet for the output port's VL waits only for credits.
        output(switch.port.ports() * switch.port.virtual_lanes()) stalled;
        /// Congested VLs of the output port, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// VLs that lack credits, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the output port's VL; 0 without congestion detectors.
        output(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];

        /// Decides which packets start.
        sub dispatcher: SwitchDispatcher = SwitchDispatcher::new(&switch.dispatcher);
        /// Crossbar flow control of each input port.
        sub(switch.port.ports()) way: CrossbarInput = CrossbarInput::new(&switch.port);
        /// Crossbar multiplexer of each output port.
        sub(switch.port.ports()) crossing: CrossbarOutput = CrossbarOutput::new(&switch.port);
        /// Drops packets that have exceeded the Head-of-Queue Life limit.
        sub life: HeadOfQueue = HeadOfQueue::new(&switch.head_of_queue);
        /// Decides which packets are marked.
        sub marking: SwitchMarking = SwitchMarking::new(switch);
    }
    connect {
        dispatcher: begins, begins_lane, arrive, arrive_queue, waiting, near_end, ends, transmit,
            start, start_queue;
        dispatcher, life: start, destination, lane, engaged, source, stalled;
        dispatcher, way: start, destination;
        dispatcher, crossing: engaged, source;
        dispatcher, marking: start_queue = dequeue_queue, stalled;
        way: pause, unhindered;
        crossing: word_valid, word_first, begins = word_begins, word_last, word_bad, word,
            word_lane;
        crossing, marking: leaves, leaves_lane, from = source;
        life: limit = hoq_life, discard, late, late_lane;
        marking: enqueue, enqueue_queue, dequeue, trigger, taken, taken_queue, transmit,
            transmit_vl, transmit_blocks, threshold, packet_size, marking_rate, victim_mask, mark,
            congested, victim;
    }
}

impl Logic for SwitchFabric {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.dispatcher.clogged[port].next = !self.roomy[port].val();
            for from in 0..self.ports.val() {
                self.way[port].full[from].next = self.full[from].val();
                self.way[port].roomy[from].next = self.roomy[from].val();
                self.crossing[port].lane[from].next = self.dispatcher.lane[from].val();
                self.crossing[port].sent_valid[from].next = self.sent_valid[from].val();
                self.crossing[port].sent_first[from].next = self.sent_first[from].val();
                self.crossing[port].sent_last[from].next = self.sent_last[from].val();
                self.crossing[port].sent_bad[from].next = self.sent_bad[from].val();
                self.crossing[port].sent_discard[from].next = self.sent_discard[from].val();
                self.crossing[port].sent_leads[from].next = self.sent_leads[from].val();
                self.crossing[port].sent_word[from].next = self.sent_word[from].val();
            }

            for vl in 0..self.virtual_lanes.val() {
                self.stalled[port * self.virtual_lanes.val() + vl].next =
                    self.dispatcher.stalled[port * self.lanes.val() + vl].val();
                self.occupancy[port * self.virtual_lanes.val() + vl].next =
                    self.marking.occupancy[port * self.virtual_lanes.val() + vl].val();
            }
        }
        for at in 0..self.queues.val() {
            self.dispatcher.may_send[at].next =
                self.may_send[at].val() || self.life.expired[at].val();
        }
    }
}
