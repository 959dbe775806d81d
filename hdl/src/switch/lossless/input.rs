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
    /// An input port of the switch: checks packets, stores them, and sends them to the crossbar.
    pub struct SwitchInput(switch: &LosslessSwitch) as "tailback_switch_input" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();
        /// Causes to drop a packet.
        count causes = Cause::ALL.len();

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
