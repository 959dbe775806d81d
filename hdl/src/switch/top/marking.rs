//! The configured marking.

use crate::prelude::*;
use crate::switch::{DetectorMarking, NaivePolicyMarking, PolicyMarking};
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::switch::detector_marking::DetectorMarking as Detectors;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::policy_marking::PolicyMarking as Policy;
use tailback_spec::switch::top::{Marks, SwitchTop};

/// The policy of a switch that marks by one.
fn policy(switch: &SwitchTop) -> &Policy {
    match &switch.marks {
        Marks::Policy(policy) => policy,
        Marks::Detector(_) => panic!("the switch marks by detectors"),
    }
}

/// The detectors of a switch that marks by them.
fn detectors(switch: &SwitchTop) -> &Detectors {
    match &switch.marks {
        Marks::Policy(_) => panic!("the switch marks by a policy"),
        Marks::Detector(detectors) => detectors,
    }
}

/// Whether the switch marks by congestion detectors.
pub(super) fn by_detector(switch: &SwitchTop) -> bool {
    matches!(switch.marks, Marks::Detector(_))
}

/// Whether the switch marks by the naive policy, separately for each input port.
fn is_naive(switch: &SwitchTop) -> bool {
    !by_detector(switch) && policy(switch).per_input()
}

block! {
    /// Marks packets by the configured policy, or by congestion detectors.
    pub struct SwitchMarking(switch: &SwitchTop) as "tailback_switch_marking" {
        /// The switch marks by congestion detectors; otherwise by a policy.
        choice by_detector = by_detector(switch);
        /// The switch marks by the naive policy, separately for each input port.
        choice is_naive = is_naive(switch);
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Queues of an input port: output ports times VLs.
        count queues = switch.port.buffer().queues();

        /// A packet in the input port's buffer begins to count as waiting.
        input(switch.port.ports()) enqueue;
        /// Queue of the packet that begins to count.
        input(switch.port.ports()) enqueue_queue[switch.port.buffer().queue_bits()];
        /// A packet that counts as waiting is started by the input port.
        input(switch.port.ports()) dequeue;
        /// Queue of the started packet.
        input(switch.port.ports()) dequeue_queue[switch.port.buffer().queue_bits()];
        /// Queues with packets that count, of a buffer that has become full; one bit per queue.
        input(switch.port.ports()) trigger[switch.port.buffer().queues()];
        /// High in the cycle in which the input port takes a block of its buffer.
        input(switch.port.ports()) taken;
        /// Queue of the packet that takes the block.
        input(switch.port.ports()) taken_queue[switch.port.buffer().queue_bits()];
        /// First beat of a block at the output port, even if its packet is dropped.
        input(switch.port.ports()) leaves;
        /// VL index of the block that reaches the output port; 0 without `leaves`.
        input(switch.port.ports()) leaves_lane[lane_bits(&switch.port)];
        /// The output port is free, and a packet in the queue waits only for credits.
        input(switch.port.buffer().queues()) stalled;
        /// High in the cycle in which the output port begins to transmit a packet.
        input(switch.port.ports()) transmit;
        /// VL of the packet that the output port begins.
        input(switch.port.ports()) transmit_vl[VL_BITS];
        /// Blocks of the packet that the output port begins.
        input(switch.port.ports()) transmit_blocks[switch.port.block_bits()];
        /// Input port of the packet that the output port begins.
        input(switch.port.ports()) source[switch.port.port_bits()];
        /// Weight of the threshold of the output port's congestion detector.
        input(switch.port.ports()) threshold[4];
        /// Blocks of the shortest packet that the output port's detector marks.
        input(switch.port.ports()) packet_size[8];
        /// Eligible packets between two that the output port's detector marks.
        input(switch.port.ports()) marking_rate[16];
        /// The output port's detector also marks victims.
        input(switch.port.ports()) victim_mask;

        /// The packet that the output port begins is to be marked.
        output(switch.port.ports()) mark;
        /// Congested VLs of the output port, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// VLs that lack credits, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the output port's VL; 0 without congestion detectors.
        output(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];

        /// Marking by a policy that counts over the whole switch.
        optional(!by_detector(switch) && !is_naive(switch)) policy: PolicyMarking =
            PolicyMarking::new(policy(switch));
        /// Marking by the naive policy, separately for each input port.
        optional(is_naive(switch)) naive: NaivePolicyMarking =
            NaivePolicyMarking::new(policy(switch));
        /// Marking by congestion detectors.
        optional(by_detector(switch)) detector: DetectorMarking =
            DetectorMarking::new(detectors(switch));
    }
}

impl Logic for SwitchMarking {
    #[hdl_gen]
    fn update(&mut self) {
        if self.by_detector.val() {
            for port in 0..self.ports.val() {
                self.detector.threshold[port].next = self.threshold[port].val();
                self.detector.packet_size[port].next = self.packet_size[port].val();
                self.detector.marking_rate[port].next = self.marking_rate[port].val();
                self.detector.victim_mask[port].next = self.victim_mask[port].val();
                self.detector.taken[port].next = self.taken[port].val();
                self.detector.taken_queue[port].next = self.taken_queue[port].val();
                self.detector.leaves[port].next = self.leaves[port].val();
                self.detector.leaves_lane[port].next = self.leaves_lane[port].val();
                self.detector.transmit[port].next = self.transmit[port].val();
                self.detector.transmit_vl[port].next = self.transmit_vl[port].val();
                self.detector.transmit_blocks[port].next = self.transmit_blocks[port].val();
                self.mark[port].next = self.detector.mark[port].val();
                self.congested[port].next = self.detector.congested[port].val();
                self.victim[port].next = self.detector.victim[port].val();
                for vl in 0..self.virtual_lanes.val() {
                    self.occupancy[port * self.virtual_lanes.val() + vl].next =
                        self.detector.occupancy[port * self.virtual_lanes.val() + vl].val();
                }
            }
            for at in 0..self.queues.val() {
                self.detector.stalled[at].next = self.stalled[at].val();
            }
        } else {
            for port in 0..self.ports.val() {
                self.congested[port].next = 0.into();
                self.victim[port].next = 0.into();
                for vl in 0..self.virtual_lanes.val() {
                    self.occupancy[port * self.virtual_lanes.val() + vl].next = 0.into();
                }
            }
            if self.is_naive.val() {
                for port in 0..self.ports.val() {
                    self.naive.enqueue[port].next = self.enqueue[port].val();
                    self.naive.enqueue_queue[port].next = self.enqueue_queue[port].val();
                    self.naive.dequeue[port].next = self.dequeue[port].val();
                    self.naive.dequeue_queue[port].next = self.dequeue_queue[port].val();
                    self.naive.trigger[port].next = self.trigger[port].val();
                    self.naive.transmit[port].next = self.transmit[port].val();
                    self.naive.transmit_vl[port].next = self.transmit_vl[port].val();
                    self.naive.source[port].next = self.source[port].val();
                    self.mark[port].next = self.naive.mark[port].val();
                }
            } else {
                for port in 0..self.ports.val() {
                    self.policy.enqueue[port].next = self.enqueue[port].val();
                    self.policy.enqueue_queue[port].next = self.enqueue_queue[port].val();
                    self.policy.dequeue[port].next = self.dequeue[port].val();
                    self.policy.dequeue_queue[port].next = self.dequeue_queue[port].val();
                    self.policy.trigger[port].next = self.trigger[port].val();
                    self.policy.transmit[port].next = self.transmit[port].val();
                    self.policy.transmit_vl[port].next = self.transmit_vl[port].val();
                    self.mark[port].next = self.policy.mark[port].val();
                }
            }
        }
    }
}
