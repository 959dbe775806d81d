//! The slots of counters to which events are added in time slots.

use crate::prelude::*;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, credit_stalls, flow_control, group, head_of_queue_dropped, index_bits,
    marked, packets_out, GROUP,
};
use tailback_spec::switch::port::Port;

/// Bits of a counter's index within its group.
const MEMBER_BITS: usize = GROUP.ilog2() as usize;

block! {
    /// Decodes the index of a counter: once for each group and each kind of counter.
    pub struct CounterSlots(port: &Port) as "tailback_counter_slots" {
        /// Bits of a counter's index within its group.
        count member_bits = MEMBER_BITS;
        /// Data virtual lanes (VLs).
        count virtual_lanes = port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = port.lanes();
        /// Group of the flow-control counters.
        count flow_control_group = group::FLOW_CONTROL;
        /// Group of the counters of VL15.
        count management_group = group::MANAGEMENT;
        /// Group of the counters of VL 0.
        count lanes_group = group::LANES;
        /// Index within its group of the counter of flow-control packets sent.
        count sent_member = flow_control::SENT % GROUP;
        /// Index within its group of the counter of blocks received.
        count blocks_in_member = blocks_in(port, 0) % GROUP;
        /// Index within its group of the counter of packets transmitted.
        count packets_out_member = packets_out(port, 0) % GROUP;
        /// Index within its group of the counter of blocks transmitted.
        count blocks_out_member = blocks_out(port, 0) % GROUP;
        /// Index within its group of the counter of packets marked.
        count marked_member = marked(port, 0) % GROUP;
        /// Index within its group of the counter of cycles in which a packet waited only for
        /// credits.
        count stalled_member = credit_stalls(port, 0) % GROUP;
        /// Index within its group of the counter of a data VL's packets dropped by the
        /// Head-of-Queue Life limit.
        count late_member = head_of_queue_dropped(port, 0) % GROUP;
        /// Index within its group of the counter of VL15 packets dropped by the Head-of-Queue Life
        /// limit.
        count management_late_member = head_of_queue_dropped(port, port.virtual_lanes()) % GROUP;

        /// Index of the counter whose slot this cycle is.
        input index[index_bits(port)];

        /// Slot of the counter of flow-control packets sent.
        output(1) is_sent;
        /// Slot of the counter of blocks received on the VL (VL15 last).
        output(port.lanes()) is_blocks_in;
        /// Slot of the counter of packets transmitted on the VL (VL15 last).
        output(port.lanes()) is_packets_out;
        /// Slot of the counter of blocks transmitted on the VL (VL15 last).
        output(port.lanes()) is_blocks_out;
        /// Slot of the counter of packets of the VL that are marked.
        output(port.virtual_lanes()) is_marked;
        /// Slot of the counter of cycles in which a packet of the VL waited only for credits.
        output(port.virtual_lanes()) is_stalled;
        /// Slot of the counter of packets of the VL (VL15 last) dropped by the Head-of-Queue Life
        /// limit.
        output(port.lanes()) is_late;

        /// Group of the counter of this slot.
        local group[index_bits(port) - MEMBER_BITS];
        /// Index within its group of the counter of this slot.
        local member[MEMBER_BITS];
        /// The group is that of the VL (VL15 last).
        local(port.lanes()) is_lane;
        /// The index within the group is that of blocks received.
        local any_blocks_in;
        /// The index within the group is that of packets transmitted.
        local any_packets_out;
        /// The index within the group is that of blocks transmitted.
        local any_blocks_out;
        /// The index within the group is that of packets marked.
        local any_marked;
        /// The index within the group is that of waiting for credits.
        local any_stalled;
        /// The index within the group is that of packets of a data VL dropped.
        local any_late;
    }
}

impl Logic for CounterSlots {
    #[hdl_gen]
    fn update(&mut self) {
        self.group.next = self.index.val() >> self.member_bits.val();
        self.member.next = self.index.val() >> 0;
        for vl in 0..self.virtual_lanes.val() {
            self.is_lane[vl].next = self.group.val() == self.lanes_group.val() + vl;
        }
        self.any_blocks_in.next = self.member.val() == self.blocks_in_member.val();
        self.any_packets_out.next = self.member.val() == self.packets_out_member.val();
        self.any_blocks_out.next = self.member.val() == self.blocks_out_member.val();
        self.any_marked.next = self.member.val() == self.marked_member.val();
        self.any_stalled.next = self.member.val() == self.stalled_member.val();
        self.any_late.next = self.member.val() == self.late_member.val();

        self.is_sent[0].next = self.group.val() == self.flow_control_group.val()
            && self.member.val() == self.sent_member.val();
        for vl in 0..self.virtual_lanes.val() {
            self.is_marked[vl].next = self.is_lane[vl].val() && self.any_marked.val();
            self.is_stalled[vl].next = self.is_lane[vl].val() && self.any_stalled.val();
            self.is_late[vl].next = self.is_lane[vl].val() && self.any_late.val();
        }
        if self.has_management.val() {
            self.is_lane[self.virtual_lanes.val()].next =
                self.group.val() == self.management_group.val();
            self.is_late[self.virtual_lanes.val()].next = self.is_lane[self.virtual_lanes.val()]
                .val()
                && self.member.val() == self.management_late_member.val();
        }
        for lane in 0..self.lanes.val() {
            self.is_blocks_in[lane].next = self.is_lane[lane].val() && self.any_blocks_in.val();
            self.is_packets_out[lane].next = self.is_lane[lane].val() && self.any_packets_out.val();
            self.is_blocks_out[lane].next = self.is_lane[lane].val() && self.any_blocks_out.val();
        }
    }
}
