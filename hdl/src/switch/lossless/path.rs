//! The way of packets through the switch.

use super::{SwitchFabric, SwitchPort};
use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// The way of packets through the switch: its ports, and what is between them.
    pub struct SwitchPath(switch: &LosslessSwitch) as "tailback_switch_path" {
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();

        /// The link is up.
        input(switch.port.ports()) link_active;
        /// A beat comes.
        input(switch.port.ports()) rx_valid;
        /// Its bytes.
        input(switch.port.ports()) rx_data[switch.port.width_bits()];
        /// Which of them count.
        input(switch.port.ports()) rx_keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        input(switch.port.ports()) rx_last;
        /// It is a flow-control packet.
        input(switch.port.ports()) rx_flow_control;
        /// The packet is bad.
        input(switch.port.ports()) rx_bad;
        /// The link takes the beat that goes.
        input(switch.port.ports()) tx_ready;
        /// There is a way to the destination.
        input(switch.port.ports()) known;
        /// The output port that it is.
        input(switch.port.ports()) way[switch.port.port_bits()];
        /// The counter whose turn it is.
        input index[index_bits(&switch.port)];
        /// It begins at 0.
        input clear;
        /// Weight of the threshold of the output port's detector.
        input(switch.port.ports()) threshold[4];
        /// Blocks of the shortest packet that it marks.
        input(switch.port.ports()) packet_size[8];
        /// Eligible packets between two that it marks.
        input(switch.port.ports()) marking_rate[16];
        /// It marks victims, too.
        input(switch.port.ports()) victim_mask;
        /// Code of the output port's Head-of-Queue Life limit.
        input(switch.port.ports()) hoq_life[CODE_BITS];

        /// A beat goes.
        output(switch.port.ports()) tx_valid;
        /// Its bytes.
        output(switch.port.ports()) tx_data[switch.port.width_bits()];
        /// Which of them count.
        output(switch.port.ports()) tx_keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        output(switch.port.ports()) tx_last;
        /// It is a flow-control packet.
        output(switch.port.ports()) tx_flow_control;
        /// The packet is bad.
        output(switch.port.ports()) tx_bad;
        /// Where the beat that comes goes, if it is the first one of a packet.
        output(switch.port.ports()) dlid[16];
        /// The other end has told its credits, for each VL.
        output(switch.port.ports()) initialised[switch.port.virtual_lanes()];
        /// The counter whose turn it is.
        output(switch.port.ports()) value[WORD_BITS as usize];
        /// The VL of the output port is congested, for each; low if there are no detectors.
        output(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// It lacks credits; low if there are no detectors.
        output(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the port; 0 if there are no detectors.
        output(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];

        /// What each port has.
        sub(switch.port.ports()) side: SwitchPort = SwitchPort::new(switch);
        /// What is between them.
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
