//! The congestion detectors of all output ports in the switch.

use super::queue::CountedEvents;
use super::CongestionDetector;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::detector_marking::DetectorMarking as Config;
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Detects congestion of each output port, and marks packets that contribute to it.
    ///
    /// A block counts as waiting from the cycle after it is stored, until its first beat leaves the
    /// buffer.
    pub struct DetectorMarking(config: &Config) as "tailback_detector_marking" {
        /// Ports.
        count ports = config.port.ports();
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.port.lanes();
        /// Queues: output ports times VLs.
        count queues = config.port.buffer().queues();
        /// One-hot code of queue 0.
        param first_queue[config.port.buffer().queues()] = 1;
        /// Data VLs.
        count virtual_lanes = config.port.virtual_lanes();

        /// Per output port: weight of the threshold: 0 never marks, 15 is the most aggressive.
        input(config.port.ports()) threshold[4];
        /// Per output port: blocks of the shortest packet that is marked.
        input(config.port.ports()) packet_size[8];
        /// Per output port: eligible packets between two that are marked.
        input(config.port.ports()) marking_rate[16];
        /// One bit per output port: victims are marked, too.
        input(config.port.ports()) victim_mask;
        /// One bit per input port: a block is stored.
        input(config.port.ports()) taken;
        /// Per input port: queue of the packet whose block is stored.
        input(config.port.ports()) taken_queue[config.port.buffer().queue_bits()];
        /// One bit per output port: the first beat of a block arrives from its buffer.
        input(config.port.ports()) leaves;
        /// Per output port: VL index of the block that arrives.
        input(config.port.ports()) leaves_lane[lane_bits(&config.port)];
        /// One bit per queue: the output port is idle, and a packet lacks only credits or the link.
        input(config.port.buffer().queues()) stalled;
        /// One bit per output port: the transmission of a packet begins.
        input(config.port.ports()) transmit;
        /// Per output port: VL of the packet whose transmission begins.
        input(config.port.ports()) transmit_vl[VL_BITS];
        /// Per output port: blocks of the packet whose transmission begins.
        input(config.port.ports()) transmit_blocks[config.port.block_bits()];

        /// One bit per output port: the packet whose transmission begins is to be marked.
        output(config.port.ports()) mark;
        /// Per output port, one bit per data VL: the VL is congested.
        output(config.port.ports()) congested[config.port.virtual_lanes()];
        /// Per output port, one bit per data VL: the next packet is a victim's.
        output(config.port.ports()) victim[config.port.virtual_lanes()];
        /// Per output port and data VL: blocks that wait for the port.
        output(config.port.ports() * config.port.virtual_lanes())
            occupancy[config.detector.occupancy_bits()];

        /// Counts the blocks stored in the previous cycle, per output port and data VL.
        sub arrivals: CountedEvents = CountedEvents::new(&config.port);
        /// Congestion detector of each output port.
        sub(config.port.ports()) detector: CongestionDetector =
            CongestionDetector::new(&config.detector);
        /// Queues in which a packet lacks only credits or the link.
        local lacking[config.port.buffer().queues()];
    }
    connect {
        arrivals: happens = taken, happens_queue = taken_queue;
        arrivals, detector: count = enqueue_blocks;
        detector: threshold, packet_size, marking_rate, victim_mask, dequeue = leaves,
            dequeue_vl = leaves_lane, transmit, transmit_vl, transmit_blocks, mark, occupancy;
    }
}

impl Logic for DetectorMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.detector[port].dequeue_blocks.next = 1.into();
        }
        for at in 0..self.queues.val() {
            self.lacking.next = self.lacking.val().replace_bit(at, self.stalled[at].val());
        }
        for port in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                self.detector[port].stalled[vl].next = (self.lacking.val()
                    & (self.first_queue.val() << (port * self.lanes.val() + vl)))
                    .any();
                self.congested[port].next = self.congested[port]
                    .val()
                    .replace_bit(vl, self.detector[port].congested[vl].val());
                self.victim[port].next =
                    self.victim[port].val().replace_bit(vl, self.detector[port].victim[vl].val());
            }
        }
    }
}
