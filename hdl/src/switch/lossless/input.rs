//! An input port of the switch.

use super::StoredPackets;
use crate::prelude::*;
use crate::switch::Ingress;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::switch::ingress::{lane_bits, Cause};
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// An input port of the switch: packets are checked, stored, and sent to the crossbar.
    pub struct SwitchInput(switch: &LosslessSwitch) as "tailback_switch_input" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();
        /// Causes to drop a packet.
        count causes = Cause::ALL.len();

        /// A beat comes.
        input rx_valid;
        /// Its bytes.
        input rx_data[switch.port.width_bits()];
        /// Which of them count.
        input rx_keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        input rx_last;
        /// It is a flow-control packet.
        input rx_flow_control;
        /// The packet is bad.
        input rx_bad;
        /// There is a way to the destination of the cycle before.
        input known;
        /// The output port that it is.
        input way[switch.port.port_bits()];
        /// A packet is started.
        input start;
        /// The first one of this queue.
        input start_queue[switch.port.buffer().queue_bits()];
        /// The packet that is started is not to go out.
        input discard;
        /// The output port takes no words.
        input pause;
        /// It will not hold up words soon.
        input roomy;

        /// Where the beat goes, if it is the first one of a packet.
        output dlid[16];
        /// A packet begins to come in.
        output begins;
        /// Its lane.
        output begins_lane[lane_bits(&switch.port)];
        /// It is stored.
        output arrive;
        /// Its queue.
        output arrive_queue[switch.port.buffer().queue_bits()];
        /// Queues in which a packet waits.
        output waiting[switch.port.buffer().queues()];
        /// The packet that is sent ends in this cycle or the next.
        output near_end;
        /// Its last word is issued.
        output ends;
        /// A word goes to the crossbar.
        output word_valid;
        /// It is the first of its packet.
        output word_first;
        /// It is the last of its packet.
        output word_last;
        /// The packet is bad; with `word_last`.
        output word_bad;
        /// The packet is not to go out.
        output word_discard;
        /// It is the first of a block; low if nobody counts blocks.
        output word_leads;
        /// The word.
        output word[switch.port.word_bits()];
        /// A packet begins to count.
        output enqueue;
        /// Its queue.
        output enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts is started.
        output dequeue;
        /// Queues with packets that count, of a buffer that has become full.
        output trigger[switch.port.buffer().queues()];
        /// A block is stored.
        output taken;
        /// Its queue; 0 if nobody counts blocks.
        output taken_queue[switch.port.buffer().queue_bits()];
        /// Free blocks of each data VL.
        output(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];
        /// A block has come.
        output received;
        /// Its VL.
        output received_vl[VL_BITS];
        /// A flow-control packet has come.
        output flow_control;
        /// The packet.
        output flow_control_packet[PACKET_BITS];
        /// What should be one is not.
        output bad_framing;
        /// A good packet has come.
        output accepted;
        /// Its lane.
        output accepted_lane[lane_bits(&switch.port)];
        /// Its blocks.
        output accepted_blocks[switch.port.block_bits()];
        /// A packet is dropped, or was cut through and is bad, for this cause.
        output(Cause::ALL.len()) drops;

        /// Checks packets.
        sub ingress: Ingress = Ingress::new(&switch.port);
        /// Stores them.
        sub store: StoredPackets = StoredPackets::new(switch);
    }
}

impl Logic for SwitchInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.ingress.rx_valid.next = self.rx_valid.val();
        self.ingress.rx_data.next = self.rx_data.val();
        self.ingress.rx_keep.next = self.rx_keep.val();
        self.ingress.rx_last.next = self.rx_last.val();
        self.ingress.rx_flow_control.next = self.rx_flow_control.val();
        self.ingress.rx_bad.next = self.rx_bad.val();
        self.dlid.next = self.ingress.destination.val();
        self.ingress.known.next = self.known.val();
        self.ingress.port.next = self.way.val();
        for lane in 0..self.lanes.val() {
            self.ingress.free[lane].next = self.store.free[lane].val();
        }
        for cause in 0..self.causes.val() {
            self.drops[cause].next = self.ingress.drops[cause].val();
        }
        self.begins.next = self.ingress.begins.val();
        self.begins_lane.next = self.ingress.begins_lane.val();
        self.arrive.next = self.ingress.write.val() && self.ingress.write_first.val();
        self.arrive_queue.next = self.ingress.write_queue.val();
        self.received.next = self.ingress.received.val();
        self.received_vl.next = self.ingress.received_vl.val();
        self.flow_control.next = self.ingress.flow_control.val();
        self.flow_control_packet.next = self.ingress.flow_control_packet.val();
        self.bad_framing.next = self.ingress.bad_framing.val();
        self.accepted.next = self.ingress.accepted.val();
        self.accepted_lane.next = self.ingress.accepted_lane.val();
        self.accepted_blocks.next = self.ingress.accepted_blocks.val();

        self.store.write.next = self.ingress.write.val();
        self.store.write_first.next = self.ingress.begins.val();
        self.store.write_last.next = self.ingress.write_last.val();
        self.store.write_bad.next = self.ingress.write_bad.val();
        self.store.write_queue.next = self.ingress.write_queue.val();
        self.store.write_word.next = self.ingress.write_word.val();
        self.store.start.next = self.start.val();
        self.store.start_queue.next = self.start_queue.val();
        self.store.discard.next = self.discard.val();
        self.store.pause.next = self.pause.val();
        self.store.roomy.next = self.roomy.val();
        for vl in 0..self.virtual_lanes.val() {
            self.credits[vl].next = self.store.credits[vl].val();
        }
        self.waiting.next = self.store.waiting.val();
        self.near_end.next = self.store.near_end.val();
        self.ends.next = self.store.ends.val();
        self.word_valid.next = self.store.word_valid.val();
        self.word_first.next = self.store.word_first.val();
        self.word_last.next = self.store.word_last.val();
        self.word_bad.next = self.store.word_bad.val();
        self.word_discard.next = self.store.word_discard.val();
        self.word_leads.next = self.store.word_leads.val();
        self.word.next = self.store.word.val();
        self.enqueue.next = self.store.enqueue.val();
        self.enqueue_queue.next = self.store.enqueue_queue.val();
        self.dequeue.next = self.store.dequeue.val();
        self.trigger.next = self.store.trigger.val();
        self.taken.next = self.store.taken.val();
        self.taken_queue.next = self.store.taken_queue.val();
    }
}
