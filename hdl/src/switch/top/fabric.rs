//! The fabric between the ports.

use super::{
    BufferControl, ClaimedPacket, CrossbarBeats, CrossbarInput, CrossbarOutput, OutputControl,
};
use crate::prelude::*;
use crate::switch::{
    DetectorMarking, FifoDispatcher, HeadOfQueue, NaivePolicyMarking, PolicyMarking,
    RoundRobinDispatcher,
};
use tailback_spec::switch::detector_marking::DetectorMarking as Detectors;
use tailback_spec::switch::dispatcher::Choice;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::policy_marking::PolicyMarking as Policy;
use tailback_spec::switch::top::{Marks, SwitchTop};

/// Whether packets start in the order of their arrival; otherwise, in round-robin order.
fn by_arrival(switch: &SwitchTop) -> bool {
    matches!(switch.dispatcher.choice, Choice::Fifo(..))
}

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
    /// Schedules packets, moves their beats from input to output ports, and marks packets.
    pub struct SwitchFabric(switch: &SwitchTop) as "tailback_switch_fabric" {
        /// The switch marks by congestion detectors; otherwise by a policy.
        choice by_detector = by_detector(switch);
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();

        /// High in the cycle in which the first beat of a packet is stored in the input buffer.
        input(switch.port.ports()) arrive;
        /// Queue of the stored packet; valid with `arrive`.
        input(switch.port.ports()) arrive_queue[switch.port.buffer().queue_bits()];
        /// Input buffer of each port.
        slave(switch.port.ports()) stored: BufferControl(&switch.port);
        /// Beats of each input port.
        slave(switch.port.ports()) sent: CrossbarBeats(&switch.port, true);
        /// Beats for each output port.
        master(switch.port.ports()) word: CrossbarBeats(&switch.port, false);
        /// Output ports.
        slave(switch.port.ports()) sending: OutputControl(&switch.port);
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

        /// Per queue: the packet that is started next is dropped.
        output(switch.port.buffer().queues()) expired;
        /// A packet for the output port's VL waits only for credits.
        output(switch.port.ports() * switch.port.virtual_lanes()) stalled;
        /// Congested VLs of the output port, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// VLs that lack credits, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the output port's VL; 0 without congestion detectors.
        output(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];

        /// Beats to the output port would be held up.
        local(switch.port.ports()) clogged;
        /// Output port of the packet that the input port started last.
        local(switch.port.ports()) destination[switch.port.port_bits()];
        /// VL index of the packet that the input port started last.
        local(switch.port.ports()) lane[lane_bits(&switch.port)];
        /// VL index of the packet that the input port had started last in the previous cycle: that
        /// of the packet whose beat may be issued.
        reg(switch.port.ports()) issued_lane[lane_bits(&switch.port)];
        /// Input port of the packet that was started for the output port last.
        local(switch.port.ports()) source[switch.port.port_bits()];
        /// A beat for the output port may be issued.
        local(switch.port.ports()) connected;
        /// Input port of that beat; valid with `connected`.
        local(switch.port.ports()) feeder[switch.port.port_bits()];
        /// The output port is idle, and a packet in the queue lacks only credits or the link.
        local(switch.port.buffer().queues()) lacking;

        /// Dispatcher in order of arrival.
        optional(by_arrival(switch)) fifo: FifoDispatcher = FifoDispatcher::new(&switch.dispatcher);
        /// Round-robin dispatcher.
        optional(!by_arrival(switch)) round_robin: RoundRobinDispatcher =
            RoundRobinDispatcher::new(&switch.dispatcher);
        /// Crossbar flow control of each input port.
        sub(switch.port.ports()) way: CrossbarInput = CrossbarInput::new(&switch.port);
        /// Crossbar multiplexer of each output port.
        sub(switch.port.ports()) crossing: CrossbarOutput = CrossbarOutput::new(&switch.port);
        /// Credits of each output port that packets claim.
        sub(switch.port.ports()) claims: ClaimedPacket = ClaimedPacket::new(&switch.port);
        /// Drops packets that have exceeded the Head-of-Queue Life limit.
        sub life: HeadOfQueue = HeadOfQueue::new(&switch.head_of_queue);
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
    connect {
        fifo: arrive, arrive_queue, known = stored.known, sendable = stored.sendable, clogged,
            near_end = stored.near_end, ends = stored.ends, start = stored.start,
            start_queue = stored.start_queue, destination, lane, begins = sending.begins, source,
            connected, feeder, stalled = lacking;
        round_robin: known = stored.known, sendable = stored.sendable, clogged,
            near_end = stored.near_end, ends = stored.ends, start = stored.start,
            start_queue = stored.start_queue, destination, lane, begins = sending.begins, source,
            connected, feeder, stalled = lacking;
        way: destination, full = sending.full, roomy = sending.roomy, pause = stored.pause,
            unhindered = stored.unhindered;
        crossing: connected, feeder, lane = issued_lane, sent, word, waive = sending.waive,
            waive_lane = sending.waive_lane, waive_blocks = sending.waive_blocks;
        crossing, naive: from = source;
        crossing, detector: leaves, leaves_lane;
        claims: begins = sending.begins, source, lane, blocks = stored.claim_blocks,
            claim = sending.claim, claim_lane = sending.claim_lane,
            claim_blocks = sending.claim_blocks;
        life: limit = hoq_life, stalled = lacking, start = stored.start, destination, lane,
            begins = sending.begins, source, expired, discard = stored.discard, late = sending.late,
            late_lane = sending.late_lane;
        policy: enqueue = stored.enqueue, enqueue_queue = stored.enqueue_queue,
            dequeue = stored.dequeue, dequeue_queue = stored.start_queue, trigger = stored.trigger,
            transmit = sending.transmit, transmit_vl = sending.transmit_vl, mark = sending.mark;
        naive: enqueue = stored.enqueue, enqueue_queue = stored.enqueue_queue,
            dequeue = stored.dequeue, dequeue_queue = stored.start_queue, trigger = stored.trigger,
            transmit = sending.transmit, transmit_vl = sending.transmit_vl, mark = sending.mark;
        detector: threshold, packet_size, marking_rate, victim_mask, taken = stored.taken,
            taken_queue = stored.taken_queue, stalled = lacking, transmit = sending.transmit,
            transmit_vl = sending.transmit_vl, transmit_blocks = sending.transmit_blocks,
            mark = sending.mark, congested, victim, occupancy;
    }
}

impl Logic for SwitchFabric {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.clogged[port].next = !self.sending.roomy[port].val();
            self.issued_lane[port].next = self.lane[port].val();
            for vl in 0..self.virtual_lanes.val() {
                self.stalled[port * self.virtual_lanes.val() + vl].next =
                    self.lacking[port * self.lanes.val() + vl].val();
            }
        }
        if !self.by_detector.val() {
            for port in 0..self.ports.val() {
                self.congested[port].next = 0.into();
                self.victim[port].next = 0.into();
                for vl in 0..self.virtual_lanes.val() {
                    self.occupancy[port * self.virtual_lanes.val() + vl].next = 0.into();
                }
            }
        }
    }
}
