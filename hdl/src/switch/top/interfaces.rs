//! Interfaces between the ports of the switch and the fabric.

use crate::interface;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

interface! {
    /// Input buffer of a port, and the fabric that starts its packets.
    pub struct BufferControl(port: &Port) {
        /// High in the cycle in which the input port starts a packet.
        slave start;
        /// Queue of the packet that the input port started last.
        slave start_queue[port.buffer().queue_bits()];
        /// The packet that the input port starts is dropped; valid with `start`.
        slave discard;
        /// High while the input port must not issue beats.
        slave pause;
        /// High while the input port's beats will not be held up soon.
        slave unhindered;
        /// Queues of the input port in which a packet waits, and the first one is known; one bit
        /// per queue.
        master known[port.buffer().queues()];
        /// Queues of the input port whose first packet can be sent, or is dropped at its start; one
        /// bit per queue.
        master sendable[port.buffer().queues()];
        /// Blocks of the packet that the input port started in the cycle before.
        master claim_blocks[port.block_bits()];
        /// The packet that the input port sends ends in this cycle or the next three.
        master near_end;
        /// High in the cycle in which the last beat of the input port's packet is issued.
        master ends;
        /// A packet in the input buffer begins to count as waiting.
        master enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        master enqueue_queue[port.buffer().queue_bits()];
        /// A packet that counts as waiting is started.
        master dequeue;
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        master trigger[port.buffer().queues()];
        /// High in the cycle in which a block of the input buffer is taken.
        master taken;
        /// Queue of the packet that takes the block; 0 without congestion detectors.
        master taken_queue[port.buffer().queue_bits()];
    }
}

interface! {
    /// Beats at an input or at an output of the crossbar.
    pub struct CrossbarBeats(port: &Port, at_input: bool) {
        /// Beat valid.
        master valid;
        /// First beat of a packet.
        master first;
        /// Last beat of a packet.
        master last;
        /// The packet is bad; valid with `last`.
        master bad;
        /// The packet is dropped: found bad before its start, or expired.
        master discard if at_input;
        /// First beat of a block; low without congestion detectors.
        master leads if at_input;
        /// Data, and above it a byte enable for each byte.
        master word[port.word_bits()];
        /// VL index of the packet.
        master lane[lane_bits(port)] if !at_input;
    }
}

interface! {
    /// Output port, and the fabric that sends packets to it.
    pub struct OutputControl(port: &Port) {
        /// High while beats must not be issued to the output port.
        master full;
        /// High while the output port will not hold up beats soon.
        master roomy;
        /// High in the cycle in which the output port begins to transmit a packet.
        master transmit;
        /// VL of the packet that the output port begins; 0 without `transmit`.
        master transmit_vl[VL_BITS];
        /// Blocks of the packet that the output port begins; 0 without `transmit`.
        master transmit_blocks[port.block_bits()];
        /// The packet that the output port begins is to be marked; valid with `transmit`.
        slave mark;
        /// High in the cycle in which a packet for the output port is started.
        slave begins;
        /// A packet for the output port was started in the cycle before.
        slave claim;
        /// VL index of the packet that was started; 0 without `claim`.
        slave claim_lane[lane_bits(port)];
        /// Blocks of the packet that was started; 0 without `claim`.
        slave claim_blocks[port.block_bits()];
        /// A packet that was started for the output port is not transmitted.
        slave waive;
        /// VL index of the packet that is not transmitted; 0 without `waive`.
        slave waive_lane[lane_bits(port)];
        /// Blocks of the packet that is not transmitted; 0 without `waive`.
        slave waive_blocks[port.block_bits()];
        /// A packet for the output port is dropped: its Head-of-Queue Life limit has expired.
        slave late;
        /// VL index of the expired packet; 0 without `late`.
        slave late_lane[lane_bits(port)];
    }
}
