//! The datapath of the switch.

use super::{SwitchFabric, SwitchPort};
use crate::interface::LinkStream;
use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// The datapath of the switch: its ports, and the fabric between them.
    pub struct SwitchPath(switch: &SwitchTop) as "tailback_switch_path" {
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();

        /// High while the link of the port is up.
        input(switch.port.ports()) link_active;
        /// Received packets of each port.
        slave(switch.port.ports()) rx: LinkStream(switch.port.width_bits(), false);
        /// Transmitted packets of each port.
        master(switch.port.ports()) tx: LinkStream(switch.port.width_bits(), true);
        /// The forwarding table has a route for the DLID of the cycle before.
        input(switch.port.ports()) known;
        /// Output port of the route; valid with `known`.
        input(switch.port.ports()) way[switch.port.port_bits()];
        /// Index of the counter whose slot this cycle is.
        input index[index_bits(&switch.port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;
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

        /// DLID of the received beat, if it is the first one of a packet.
        output(switch.port.ports()) dlid[16];
        /// VLs for which the other end has sent credits, one bit per VL.
        output(switch.port.ports()) initialised[switch.port.virtual_lanes()];
        /// Value of the counter whose slot was the cycle before.
        output(switch.port.ports()) value[WORD_BITS as usize];
        /// Congested VLs of the output port, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// VLs that lack credits, one bit per VL; 0 without congestion detectors.
        output(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the output port's VL; 0 without congestion detectors.
        output(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];

        /// Input and output side of each port.
        sub(switch.port.ports()) side: SwitchPort = SwitchPort::new(switch);
        /// Fabric between the ports.
        sub fabric: SwitchFabric = SwitchFabric::new(switch);
    }
    connect {
        side: link_active, rx, tx, known, way, turn = index, clear, dlid, initialised, value;
        side, fabric: begins, begins_lane, arrive, arrive_queue, waiting, near_end, ends,
            sent_valid, sent_first, sent_last, sent_bad, sent_discard, sent_leads, sent_word, full,
            roomy, enqueue, enqueue_queue, dequeue, trigger, taken, taken_queue, transmit,
            transmit_vl, transmit_blocks;
        fabric, side: start, start_queue, discard, late, late_lane, pause, unhindered, word_valid,
            word_first, word_begins, word_last, word_bad, word, word_lane, mark;
        fabric: threshold, packet_size, marking_rate, victim_mask, hoq_life, congested, victim;
    }
}

impl Logic for SwitchPath {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            for lane in 0..self.lanes.val() {
                self.fabric.may_send[port * self.lanes.val() + lane].next =
                    self.side[port].may_send[lane].val();
            }
            for vl in 0..self.virtual_lanes.val() {
                self.side[port].stalled[vl].next =
                    self.fabric.stalled[port * self.virtual_lanes.val() + vl].val();
                self.occupancy[port * self.virtual_lanes.val() + vl].next =
                    self.fabric.occupancy[port * self.virtual_lanes.val() + vl].val();
            }
        }
    }
}
