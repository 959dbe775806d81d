//! What is between the ports.

use super::{CrossbarInput, CrossbarOutput, SwitchDispatcher, SwitchMarking};
use crate::prelude::*;
use crate::switch::HeadOfQueue;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// Chooses which packets start, takes their words from port to port, and marks them.
    pub struct SwitchFabric(switch: &LosslessSwitch) as "tailback_switch_fabric" {
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();
        /// Queues: output ports times lanes.
        count queues = switch.port.buffer().queues();

        /// A packet begins to come in.
        input(switch.port.ports()) begins;
        /// Its lane.
        input(switch.port.ports()) begins_lane[lane_bits(&switch.port)];
        /// It is stored.
        input(switch.port.ports()) arrive;
        /// Its queue.
        input(switch.port.ports()) arrive_queue[switch.port.buffer().queue_bits()];
        /// Queues of the input port in which a packet waits.
        input(switch.port.ports()) waiting[switch.port.buffer().queues()];
        /// The input port's packet ends in this cycle or the next.
        input(switch.port.ports()) near_end;
        /// Its last word is issued.
        input(switch.port.ports()) ends;
        /// A longest packet may go by the output port and lane of the queue.
        input(switch.port.buffer().queues()) may_send;
        /// A word comes from the input port.
        input(switch.port.ports()) sent_valid;
        /// It is the first of its packet.
        input(switch.port.ports()) sent_first;
        /// It is the last of its packet.
        input(switch.port.ports()) sent_last;
        /// The packet is bad; with `sent_last`.
        input(switch.port.ports()) sent_bad;
        /// The packet was known to be bad from the start.
        input(switch.port.ports()) sent_discard;
        /// It is the first of a block; low if nobody counts blocks.
        input(switch.port.ports()) sent_leads;
        /// The word.
        input(switch.port.ports()) sent_word[switch.port.word_bits()];
        /// The output port takes no words.
        input(switch.port.ports()) full;
        /// It will not hold up words soon.
        input(switch.port.ports()) roomy;
        /// A packet begins to count in the input port's buffer.
        input(switch.port.ports()) enqueue;
        /// Its queue.
        input(switch.port.ports()) enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts is started.
        input(switch.port.ports()) dequeue;
        /// Queues with packets that count, of a buffer that has become full.
        input(switch.port.ports()) trigger[switch.port.buffer().queues()];
        /// The input port stores a block.
        input(switch.port.ports()) taken;
        /// Of a packet of this queue.
        input(switch.port.ports()) taken_queue[switch.port.buffer().queue_bits()];
        /// The output port begins a packet.
        input(switch.port.ports()) transmit;
        /// Its VL.
        input(switch.port.ports()) transmit_vl[VL_BITS];
        /// Its blocks.
        input(switch.port.ports()) transmit_blocks[switch.port.block_bits()];
        /// Weight of the threshold of the output port's detector.
        input(switch.port.ports()) threshold[4];
        /// Blocks of the shortest packet that it marks.
        input(switch.port.ports()) packet_size[8];
        /// Eligible packets between two that it marks.
        input(switch.port.ports()) marking_rate[16];
        /// It marks victims, too.
        input(switch.port.ports()) victim_mask;
        /// Code of the output port's Head-of-Queue Life limit.
        input(switch.port.ports()) hoq_life[CODE_BITS];

        /// The input port starts a packet.
        output(switch.port.ports()) start;
        /// The first one of this queue.
        output(switch.port.ports()) start_queue[switch.port.buffer().queue_bits()];
        /// It is not to go out.
        output(switch.port.ports()) discard;
        /// A packet for the output port is dropped, having waited for too long.
        output(switch.port.ports()) late;
        /// Its lane; 0 without `late`.
        output(switch.port.ports()) late_lane[lane_bits(&switch.port)];
        /// No word may be issued by the input port.
        output(switch.port.ports()) pause;
        /// Its words will not be held up soon.
        output(switch.port.ports()) unhindered;
        /// A word goes to the output port.
        output(switch.port.ports()) word_valid;
        /// It is the first of its packet.
        output(switch.port.ports()) word_first;
        /// A packet begins, be it to go out or to be discarded.
        output(switch.port.ports()) word_begins;
        /// It is the last of its packet.
        output(switch.port.ports()) word_last;
        /// The packet is bad; with `word_last`.
        output(switch.port.ports()) word_bad;
        /// The word.
        output(switch.port.ports()) word[switch.port.word_bits()];
        /// The lane of its packet.
        output(switch.port.ports()) word_lane[lane_bits(&switch.port)];
        /// The packet that begins is to be marked.
        output(switch.port.ports()) mark;
        /// A packet of the output port's VL lacks nothing but credits.
        output(switch.port.ports() * switch.port.virtual_lanes()) stalled;
        /// The VL is congested; low if there are no detectors.
        output(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// It lacks credits; low if there are no detectors.
        output(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the port; 0 if there are no detectors.
        output(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];

        /// Which packets start.
        sub dispatcher: SwitchDispatcher = SwitchDispatcher::new(&switch.dispatcher);
        /// Where each input port sends.
        sub(switch.port.ports()) way: CrossbarInput = CrossbarInput::new(&switch.port);
        /// What comes to each output port.
        sub(switch.port.ports()) crossing: CrossbarOutput = CrossbarOutput::new(&switch.port);
        /// What is dropped.
        sub life: HeadOfQueue = HeadOfQueue::new(&switch.head_of_queue);
        /// What is marked.
        sub marking: SwitchMarking = SwitchMarking::new(switch);
    }
}

impl Logic for SwitchFabric {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.dispatcher.begins[port].next = self.begins[port].val();
            self.dispatcher.begins_lane[port].next = self.begins_lane[port].val();
            self.dispatcher.arrive[port].next = self.arrive[port].val();
            self.dispatcher.arrive_queue[port].next = self.arrive_queue[port].val();
            self.dispatcher.waiting[port].next = self.waiting[port].val();
            self.dispatcher.near_end[port].next = self.near_end[port].val();
            self.dispatcher.ends[port].next = self.ends[port].val();
            self.dispatcher.transmit[port].next = self.transmit[port].val();
            self.start[port].next = self.dispatcher.start[port].val();
            self.start_queue[port].next = self.dispatcher.start_queue[port].val();

            self.dispatcher.clogged[port].next = !self.roomy[port].val();
            self.life.limit[port].next = self.hoq_life[port].val();
            self.life.start[port].next = self.dispatcher.start[port].val();
            self.life.destination[port].next = self.dispatcher.destination[port].val();
            self.life.lane[port].next = self.dispatcher.lane[port].val();
            self.life.engaged[port].next = self.dispatcher.engaged[port].val();
            self.life.source[port].next = self.dispatcher.source[port].val();
            self.discard[port].next = self.life.discard[port].val();
            self.late[port].next = self.life.late[port].val();
            self.late_lane[port].next = self.life.late_lane[port].val();
            self.way[port].start.next = self.dispatcher.start[port].val();
            self.way[port].destination.next = self.dispatcher.destination[port].val();
            self.pause[port].next = self.way[port].pause.val();
            self.unhindered[port].next = self.way[port].unhindered.val();
            self.crossing[port].engaged.next = self.dispatcher.engaged[port].val();
            self.crossing[port].source.next = self.dispatcher.source[port].val();
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
            self.word_valid[port].next = self.crossing[port].word_valid.val();
            self.word_first[port].next = self.crossing[port].word_first.val();
            self.word_begins[port].next = self.crossing[port].begins.val();
            self.word_last[port].next = self.crossing[port].word_last.val();
            self.word_bad[port].next = self.crossing[port].word_bad.val();
            self.word[port].next = self.crossing[port].word.val();
            self.word_lane[port].next = self.crossing[port].word_lane.val();

            self.marking.enqueue[port].next = self.enqueue[port].val();
            self.marking.enqueue_queue[port].next = self.enqueue_queue[port].val();
            self.marking.dequeue[port].next = self.dequeue[port].val();
            self.marking.dequeue_queue[port].next = self.dispatcher.start_queue[port].val();
            self.marking.trigger[port].next = self.trigger[port].val();
            self.marking.taken[port].next = self.taken[port].val();
            self.marking.taken_queue[port].next = self.taken_queue[port].val();
            self.marking.leaves[port].next = self.crossing[port].leaves.val();
            self.marking.leaves_lane[port].next = self.crossing[port].leaves_lane.val();
            self.marking.transmit[port].next = self.transmit[port].val();
            self.marking.transmit_vl[port].next = self.transmit_vl[port].val();
            self.marking.transmit_blocks[port].next = self.transmit_blocks[port].val();
            self.marking.source[port].next = self.crossing[port].from.val();
            self.marking.threshold[port].next = self.threshold[port].val();
            self.marking.packet_size[port].next = self.packet_size[port].val();
            self.marking.marking_rate[port].next = self.marking_rate[port].val();
            self.marking.victim_mask[port].next = self.victim_mask[port].val();
            self.mark[port].next = self.marking.mark[port].val();
            self.congested[port].next = self.marking.congested[port].val();
            self.victim[port].next = self.marking.victim[port].val();
            for vl in 0..self.virtual_lanes.val() {
                self.stalled[port * self.virtual_lanes.val() + vl].next =
                    self.dispatcher.stalled[port * self.lanes.val() + vl].val();
                self.occupancy[port * self.virtual_lanes.val() + vl].next =
                    self.marking.occupancy[port * self.virtual_lanes.val() + vl].val();
            }
        }
        for at in 0..self.queues.val() {
            self.life.stalled[at].next = self.dispatcher.stalled[at].val();
            self.dispatcher.may_send[at].next =
                self.may_send[at].val() || self.life.expired[at].val();
            self.marking.stalled[at].next = self.dispatcher.stalled[at].val();
        }
    }
}
