//! All that a port of the switch has.

use super::{PortEvents, SwitchInput, SwitchOutput};
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::ingress::{lane_bits, Cause};
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// A port of the switch: an input port and an output port, the credits of its link, and its
    /// counters.
    pub struct SwitchPort(switch: &LosslessSwitch) as "tailback_switch_port" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();
        /// Causes to drop a packet.
        count causes = Cause::ALL.len();

        /// The link is up.
        input link_active;
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
        /// The link takes the beat that goes.
        input tx_ready;
        /// There is a way to the destination.
        input known;
        /// The output port that it is.
        input way[switch.port.port_bits()];
        /// A packet is started.
        input start;
        /// The first one of this queue.
        input start_queue[switch.port.buffer().queue_bits()];
        /// The packet that is started is not to go out.
        input discard;
        /// The output port that it goes to takes no words.
        input pause;
        /// It will not hold up words soon.
        input unhindered;
        /// A word comes from the crossbar.
        input word_valid;
        /// It is the first of its packet.
        input word_first;
        /// A packet begins, be it to go out or to be discarded.
        input word_begins;
        /// It is the last of its packet.
        input word_last;
        /// The packet is bad; with `word_last`.
        input word_bad;
        /// The word.
        input word[switch.port.word_bits()];
        /// The lane of its packet.
        input word_lane[lane_bits(&switch.port)];
        /// The packet is to be marked; with `word_first`.
        input mark;
        /// A packet of the VL lacks nothing but credits.
        input(switch.port.virtual_lanes()) stalled;
        /// A packet for the output port is dropped, having waited for too long.
        input late;
        /// Its lane.
        input late_lane[lane_bits(&switch.port)];
        /// The counter whose turn it is.
        input turn[index_bits(&switch.port)];
        /// It begins at 0.
        input clear;

        /// A beat goes.
        output tx_valid;
        /// Its bytes.
        output tx_data[switch.port.width_bits()];
        /// Which of them count.
        output tx_keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        output tx_last;
        /// It is a flow-control packet.
        output tx_flow_control;
        /// The packet is bad.
        output tx_bad;
        /// Where the beat that comes goes, if it is the first one of a packet.
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
        output sent_valid;
        /// It is the first of its packet.
        output sent_first;
        /// It is the last of its packet.
        output sent_last;
        /// The packet is bad; with `sent_last`.
        output sent_bad;
        /// The packet was known to be bad from the start.
        output sent_discard;
        /// It is the first of a block; low if nobody counts blocks.
        output sent_leads;
        /// The word.
        output sent_word[switch.port.word_bits()];
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
        /// The output port takes no words.
        output full;
        /// It will not hold up words soon.
        output roomy;
        /// A packet begins to go out.
        output transmit;
        /// Its VL.
        output transmit_vl[VL_BITS];
        /// Its blocks.
        output transmit_blocks[switch.port.block_bits()];
        /// A longest packet of the lane may go.
        output(switch.port.lanes()) may_send;
        /// The other end has told its credits, for each data VL.
        output initialised[switch.port.virtual_lanes()];
        /// The counter whose turn it is.
        output value[WORD_BITS as usize];

        /// What comes in.
        sub enter: SwitchInput = SwitchInput::new(switch);
        /// What goes out.
        sub leave: SwitchOutput = SwitchOutput::new(switch);
        /// What is counted.
        sub events: PortEvents = PortEvents::new(&switch.port);
    }
}

impl Logic for SwitchPort {
    #[hdl_gen]
    fn update(&mut self) {
        self.enter.rx_valid.next = self.rx_valid.val();
        self.enter.rx_data.next = self.rx_data.val();
        self.enter.rx_keep.next = self.rx_keep.val();
        self.enter.rx_last.next = self.rx_last.val();
        self.enter.rx_flow_control.next = self.rx_flow_control.val();
        self.enter.rx_bad.next = self.rx_bad.val();
        self.enter.known.next = self.known.val();
        self.enter.way.next = self.way.val();
        self.enter.start.next = self.start.val();
        self.enter.start_queue.next = self.start_queue.val();
        self.enter.discard.next = self.discard.val();
        self.enter.pause.next = self.pause.val();
        self.enter.roomy.next = self.unhindered.val();
        self.dlid.next = self.enter.dlid.val();
        self.begins.next = self.enter.begins.val();
        self.begins_lane.next = self.enter.begins_lane.val();
        self.arrive.next = self.enter.arrive.val();
        self.arrive_queue.next = self.enter.arrive_queue.val();
        self.waiting.next = self.enter.waiting.val();
        self.near_end.next = self.enter.near_end.val();
        self.ends.next = self.enter.ends.val();
        self.sent_valid.next = self.enter.word_valid.val();
        self.sent_first.next = self.enter.word_first.val();
        self.sent_last.next = self.enter.word_last.val();
        self.sent_bad.next = self.enter.word_bad.val();
        self.sent_discard.next = self.enter.word_discard.val();
        self.sent_leads.next = self.enter.word_leads.val();
        self.sent_word.next = self.enter.word.val();
        self.enqueue.next = self.enter.enqueue.val();
        self.enqueue_queue.next = self.enter.enqueue_queue.val();
        self.dequeue.next = self.enter.dequeue.val();
        self.trigger.next = self.enter.trigger.val();
        self.taken.next = self.enter.taken.val();
        self.taken_queue.next = self.enter.taken_queue.val();

        self.leave.link_active.next = self.link_active.val();
        self.leave.word_valid.next = self.word_valid.val();
        self.leave.word_first.next = self.word_first.val();
        self.leave.word_begins.next = self.word_begins.val();
        self.leave.word_last.next = self.word_last.val();
        self.leave.word_bad.next = self.word_bad.val();
        self.leave.word.next = self.word.val();
        self.leave.mark.next = self.mark.val();
        self.leave.tx_ready.next = self.tx_ready.val();
        self.leave.flow_control.next = self.enter.flow_control.val();
        self.leave.flow_control_packet.next = self.enter.flow_control_packet.val();
        self.leave.received.next = self.enter.received.val();
        self.leave.received_vl.next = self.enter.received_vl.val();
        self.tx_valid.next = self.leave.tx_valid.val();
        self.tx_data.next = self.leave.tx_data.val();
        self.tx_keep.next = self.leave.tx_keep.val();
        self.tx_last.next = self.leave.tx_last.val();
        self.tx_flow_control.next = self.leave.tx_flow_control.val();
        self.tx_bad.next = self.leave.tx_bad.val();
        self.full.next = self.leave.full.val();
        self.roomy.next = self.leave.roomy.val();
        self.transmit.next = self.leave.transmit.val();
        self.transmit_vl.next = self.leave.transmit_vl.val();
        self.transmit_blocks.next = self.leave.transmit_blocks.val();
        self.initialised.next = self.leave.initialised.val();

        self.events.index.next = self.turn.val();
        self.events.clear.next = self.clear.val();
        self.events.bad_framing.next = self.enter.bad_framing.val();
        self.events.accepted.next = self.enter.accepted.val();
        self.events.accepted_lane.next = self.enter.accepted_lane.val();
        self.events.accepted_blocks.next = self.enter.accepted_blocks.val();
        self.events.update.next = self.leave.update.val();
        self.events.bad_crc.next = self.leave.bad_crc.val();
        self.events.bad_op.next = self.leave.bad_op.val();
        self.events.bad_vl.next = self.leave.bad_vl.val();
        self.events.tells.next = self.leave.tells.val();
        self.events.transmit.next = self.leave.transmit.val();
        self.events.transmit_vl.next = self.leave.transmit_vl.val();
        self.events.transmit_blocks.next = self.leave.transmit_blocks.val();
        self.events.late.next = self.late.val();
        self.events.late_lane.next = self.late_lane.val();
        self.events.marked.next = self.leave.marked.val();
        self.events.marked_lane.next = self.word_lane.val();
        self.value.next = self.events.value.val();
        for cause in 0..self.causes.val() {
            self.events.drops[cause].next = self.enter.drops[cause].val();
        }
        for vl in 0..self.virtual_lanes.val() {
            self.leave.credits[vl].next = self.enter.credits[vl].val();
            self.events.stalled[vl].next = self.stalled[vl].val();
        }
        for lane in 0..self.lanes.val() {
            self.may_send[lane].next = self.leave.may_send[lane].val();
        }
    }
}
