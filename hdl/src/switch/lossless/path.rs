//! The datapath of the switch.

use super::{SwitchFabric, SwitchPort};
use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// The datapath of the switch: its ports, and the fabric between them.
    pub struct SwitchPath(switch: &LosslessSwitch) as "tailback_switch_path" {
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();

        /// High while the link of the port is up.
        input(switch.port.ports()) link_active;
        /// Received beat valid.
        input(switch.port.ports()) rx_valid;
        /// Received beat data; the first byte is in the least significant bits.
        input(switch.port.ports()) rx_data[switch.port.width_bits()];
        /// Byte enables of the received beat; valid with `rx_last`.
        input(switch.port.ports()) rx_keep[switch.port.width_bytes()];
        /// Last beat of the received packet.
        input(switch.port.ports()) rx_last;
        /// The received beat is a flow-control packet.
        input(switch.port.ports()) rx_flow_control;
        /// The received packet is bad; valid with `rx_last`.
        input(switch.port.ports()) rx_bad;
        /// High if the link accepts the transmitted beat.
        input(switch.port.ports()) tx_ready;
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

        /// Transmitted beat valid.
        output(switch.port.ports()) tx_valid;
        /// Transmitted beat data; the first byte is in the least significant bits.
        output(switch.port.ports()) tx_data[switch.port.width_bits()];
        /// Byte enables of the transmitted beat.
        output(switch.port.ports()) tx_keep[switch.port.width_bytes()];
        /// Last beat of the transmitted packet.
        output(switch.port.ports()) tx_last;
        /// The transmitted beat is a flow-control packet.
        output(switch.port.ports()) tx_flow_control;
        /// The transmitted packet is bad.
        output(switch.port.ports()) tx_bad;
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
}

impl Logic for SwitchPath {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.side[port].link_active.next = self.link_active[port].val();
            self.side[port].rx_valid.next = self.rx_valid[port].val();
            self.side[port].rx_data.next = self.rx_data[port].val();
            self.side[port].rx_keep.next = self.rx_keep[port].val();
            self.side[port].rx_last.next = self.rx_last[port].val();
            self.side[port].rx_flow_control.next = self.rx_flow_control[port].val();
            self.side[port].rx_bad.next = self.rx_bad[port].val();
            self.side[port].tx_ready.next = self.tx_ready[port].val();
            self.side[port].known.next = self.known[port].val();
            self.side[port].way.next = self.way[port].val();
            self.side[port].turn.next = self.index.val();
            self.side[port].clear.next = self.clear.val();
            self.tx_valid[port].next = self.side[port].tx_valid.val();
            self.tx_data[port].next = self.side[port].tx_data.val();
            self.tx_keep[port].next = self.side[port].tx_keep.val();
            self.tx_last[port].next = self.side[port].tx_last.val();
            self.tx_flow_control[port].next = self.side[port].tx_flow_control.val();
            self.tx_bad[port].next = self.side[port].tx_bad.val();
            self.dlid[port].next = self.side[port].dlid.val();
            self.initialised[port].next = self.side[port].initialised.val();
            self.value[port].next = self.side[port].value.val();
        }

        for port in 0..self.ports.val() {
            self.fabric.begins[port].next = self.side[port].begins.val();
            self.fabric.begins_lane[port].next = self.side[port].begins_lane.val();
            self.fabric.arrive[port].next = self.side[port].arrive.val();
            self.fabric.arrive_queue[port].next = self.side[port].arrive_queue.val();
            self.fabric.waiting[port].next = self.side[port].waiting.val();
            self.fabric.near_end[port].next = self.side[port].near_end.val();
            self.fabric.ends[port].next = self.side[port].ends.val();
            self.fabric.sent_valid[port].next = self.side[port].sent_valid.val();
            self.fabric.sent_first[port].next = self.side[port].sent_first.val();
            self.fabric.sent_last[port].next = self.side[port].sent_last.val();
            self.fabric.sent_bad[port].next = self.side[port].sent_bad.val();
            self.fabric.sent_discard[port].next = self.side[port].sent_discard.val();
            self.fabric.sent_leads[port].next = self.side[port].sent_leads.val();
            self.fabric.sent_word[port].next = self.side[port].sent_word.val();
            self.fabric.full[port].next = self.side[port].full.val();
            self.fabric.roomy[port].next = self.side[port].roomy.val();
            self.fabric.enqueue[port].next = self.side[port].enqueue.val();
            self.fabric.enqueue_queue[port].next = self.side[port].enqueue_queue.val();
            self.fabric.dequeue[port].next = self.side[port].dequeue.val();
            self.fabric.trigger[port].next = self.side[port].trigger.val();
            self.fabric.taken[port].next = self.side[port].taken.val();
            self.fabric.taken_queue[port].next = self.side[port].taken_queue.val();
            self.fabric.transmit[port].next = self.side[port].transmit.val();
            self.fabric.transmit_vl[port].next = self.side[port].transmit_vl.val();
            self.fabric.transmit_blocks[port].next = self.side[port].transmit_blocks.val();
            self.side[port].start.next = self.fabric.start[port].val();
            self.side[port].start_queue.next = self.fabric.start_queue[port].val();
            self.side[port].discard.next = self.fabric.discard[port].val();
            self.side[port].late.next = self.fabric.late[port].val();
            self.side[port].late_lane.next = self.fabric.late_lane[port].val();
            self.side[port].pause.next = self.fabric.pause[port].val();
            self.side[port].unhindered.next = self.fabric.unhindered[port].val();
            self.side[port].word_valid.next = self.fabric.word_valid[port].val();
            self.side[port].word_first.next = self.fabric.word_first[port].val();
            self.side[port].word_begins.next = self.fabric.word_begins[port].val();
            self.side[port].word_last.next = self.fabric.word_last[port].val();
            self.side[port].word_bad.next = self.fabric.word_bad[port].val();
            self.side[port].word.next = self.fabric.word[port].val();
            self.side[port].word_lane.next = self.fabric.word_lane[port].val();
            self.side[port].mark.next = self.fabric.mark[port].val();
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
            self.fabric.threshold[port].next = self.threshold[port].val();
            self.fabric.packet_size[port].next = self.packet_size[port].val();
            self.fabric.marking_rate[port].next = self.marking_rate[port].val();
            self.fabric.victim_mask[port].next = self.victim_mask[port].val();
            self.fabric.hoq_life[port].next = self.hoq_life[port].val();
            self.congested[port].next = self.fabric.congested[port].val();
            self.victim[port].next = self.fabric.victim[port].val();
        }
    }
}
