//! One port of the switch.

use super::{PortEvents, SwitchInput, SwitchOutput};
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::ingress::{lane_bits, Cause};
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// A port of the switch: input port, output port, credits of the link, and counters.
    pub struct SwitchPort(switch: &LosslessSwitch) as "tailback_switch_port" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();
        /// Causes to drop a packet.
        count causes = Cause::ALL.len();

        /// High while the link is up.
        input link_active;
        /// Received beat valid.
        input rx_valid;
        /// Received beat data; the first byte is in the least significant bits.
        input rx_data[switch.port.width_bits()];
        /// Byte enables of the received beat; valid with `rx_last`.
        input rx_keep[switch.port.width_bytes()];
        /// Last beat of the received packet.
        input rx_last;
        /// The received beat is a flow-control packet.
        input rx_flow_control;
        /// The received packet is bad; valid with `rx_last`.
        input rx_bad;
        /// High if the link accepts the transmitted beat.
        input tx_ready;
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

        /// Transmitted beat valid.
        output tx_valid;
        /// Transmitted beat data; the first byte is in the least significant bits.
        output tx_data[switch.port.width_bits()];
        /// Byte enables of the transmitted beat.
        output tx_keep[switch.port.width_bytes()];
        /// Last beat of the transmitted packet.
        output tx_last;
        /// The transmitted beat is a flow-control packet.
        output tx_flow_control;
        /// The transmitted packet is bad.
        output tx_bad;
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
