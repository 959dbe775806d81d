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
    /// A block counts as waiting from the cycle after it is stored, until its first word comes out
    /// of the buffer.
    pub struct DetectorMarking(config: &Config) as "tailback_detector_marking" {
        /// Ports.
        count ports = config.port.ports();
        /// Lanes of a port.
        count lanes = config.port.lanes();
        /// Queues: output ports times lanes.
        count queues = config.port.buffer().queues();
        /// Selects queue 0.
        param first_queue[config.port.buffer().queues()] = 1;
        /// Data virtual lanes (VLs).
        count virtual_lanes = config.port.virtual_lanes();

        /// Weight of the output port's threshold: 0 never marks, 15 is the most aggressive.
        input(config.port.ports()) threshold[4];
        /// Blocks of the shortest packet that is marked.
        input(config.port.ports()) packet_size[8];
        /// Eligible packets between two that are marked.
        input(config.port.ports()) marking_rate[16];
        /// Victims are marked, too.
        input(config.port.ports()) victim_mask;
        /// The input port stores a block.
        input(config.port.ports()) taken;
        /// Of a packet of this queue.
        input(config.port.ports()) taken_queue[config.port.buffer().queue_bits()];
        /// The first word of a block comes to the output port.
        input(config.port.ports()) leaves;
        /// Its lane.
        input(config.port.ports()) leaves_lane[lane_bits(&config.port)];
        /// The output port is free, and a packet in the queue lacks nothing but credits.
        input(config.port.buffer().queues()) stalled;
        /// The output port begins a packet.
        input(config.port.ports()) transmit;
        /// Its VL.
        input(config.port.ports()) transmit_vl[VL_BITS];
        /// Its blocks.
        input(config.port.ports()) transmit_blocks[config.port.block_bits()];

        /// That packet is to be marked.
        output(config.port.ports()) mark;
        /// The VL is congested.
        output(config.port.ports()) congested[config.port.virtual_lanes()];
        /// It lacks credits.
        output(config.port.ports()) victim[config.port.virtual_lanes()];
        /// Blocks that wait for the port.
        output(config.port.ports() * config.port.virtual_lanes())
            occupancy[config.detector.occupancy_bits()];

        /// Blocks that are stored.
        sub arrivals: CountedEvents = CountedEvents::new(&config.port);
        /// One for each output port.
        sub(config.port.ports()) detector: CongestionDetector =
            CongestionDetector::new(&config.detector);
        /// Queues that lack credits, one bit for each.
        local lacking[config.port.buffer().queues()];
    }
}

impl Logic for DetectorMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.arrivals.happens[port].next = self.taken[port].val();
            self.arrivals.happens_queue[port].next = self.taken_queue[port].val();
        }
        for port in 0..self.ports.val() {
            self.detector[port].threshold.next = self.threshold[port].val();
            self.detector[port].packet_size.next = self.packet_size[port].val();
            self.detector[port].marking_rate.next = self.marking_rate[port].val();
            self.detector[port].victim_mask.next = self.victim_mask[port].val();
            self.detector[port].dequeue.next = self.leaves[port].val();
            self.detector[port].dequeue_vl.next = self.leaves_lane[port].val();
            self.detector[port].dequeue_blocks.next = 1.into();
            self.detector[port].transmit.next = self.transmit[port].val();
            self.detector[port].transmit_vl.next = self.transmit_vl[port].val();
            self.detector[port].transmit_blocks.next = self.transmit_blocks[port].val();
            self.mark[port].next = self.detector[port].mark.val();
        }
        for at in 0..self.queues.val() {
            self.lacking.next = self.lacking.val().replace_bit(at, self.stalled[at].val());
        }
        for port in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                self.detector[port].enqueue_blocks[vl].next =
                    self.arrivals.count[port * self.virtual_lanes.val() + vl].val();
                self.detector[port].stalled[vl].next = (self.lacking.val()
                    & (self.first_queue.val() << (port * self.lanes.val() + vl)))
                    .any();
                self.occupancy[port * self.virtual_lanes.val() + vl].next =
                    self.detector[port].occupancy[vl].val();
                self.congested[port].next = self.congested[port]
                    .val()
                    .replace_bit(vl, self.detector[port].congested[vl].val());
                self.victim[port].next =
                    self.victim[port].val().replace_bit(vl, self.detector[port].victim[vl].val());
            }
        }
    }
}
