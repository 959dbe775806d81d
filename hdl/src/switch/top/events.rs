//! The events that the counters of a port count.

use crate::prelude::*;
use crate::switch::PortCounters;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{
    count, credit_stalls, flow_control, head_of_queue_dropped, index_bits, marked, packets_in,
    packets_out, GROUP, MALFORMED, MANAGEMENT_DROPPED,
};
use tailback_spec::switch::ingress::{lane_bits, Cause};
use tailback_spec::switch::port::Port;

/// The only cause that is not counted as malformed: the counters of later causes are one lower.
const NO_ROOM: usize = {
    let cause = Cause::NoManagementRoom as usize;
    let mut counter = 0;
    while counter < MALFORMED.len() {
        assert!(MALFORMED[counter] as usize == counter + (counter >= cause) as usize);
        counter += 1;
    }
    cause
};

block! {
    /// Counts the events at a port of the switch, one cycle after they happen.
    pub struct PortEvents(port: &Port) as "tailback_port_events" {
        /// Counters.
        count counters = count(port);
        /// Counters from those of one virtual lane (VL) to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = port.lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// Number of VL15.
        count management_vl = Port::MANAGEMENT_VL;
        /// Number of causes that are counted as malformed.
        count malformed = MALFORMED.len();
        /// Index of the cause that is not counted as malformed: no free space on VL15.
        count no_room = NO_ROOM;
        /// Index of the counter of VL15 packets dropped for lack of free space.
        count management_dropped = MANAGEMENT_DROPPED;
        /// Index of the counter of good flow-control packets received.
        count received = flow_control::RECEIVED;
        /// Index of the counter of flow-control packets sent.
        count sent = flow_control::SENT;
        /// Index of the counter of flow-control packets with a wrong LPCRC or framing.
        count bad_crc_counter = flow_control::BAD_CRC;
        /// Index of the counter of flow-control packets with an unknown Op.
        count bad_operation = flow_control::BAD_OPERATION;
        /// Index of the counter of flow-control packets for a VL that is not configured.
        count bad_virtual_lane = flow_control::BAD_VIRTUAL_LANE;
        /// Index of the counter of packets received on VL 0.
        count lane_packets_in = packets_in(port, 0);
        /// Index of the counter of packets transmitted on VL 0.
        count lane_packets_out = packets_out(port, 0);
        /// Index of the counter of packets marked on VL 0.
        count lane_marked = marked(port, 0);
        /// Index of the counter of cycles in which a packet of VL 0 waited only for credits.
        count lane_stalls = credit_stalls(port, 0);
        /// Index of the counter of packets received on VL15.
        count management_in = packets_in(port, port.virtual_lanes());
        /// Index of the counter of packets transmitted on VL15.
        count management_out = packets_out(port, port.virtual_lanes());
        /// Index of the counter of VL 0 packets dropped by the Head-of-Queue Life limit.
        count lane_late = head_of_queue_dropped(port, 0);
        /// Index of the counter of VL15 packets dropped by the Head-of-Queue Life limit.
        count management_late = head_of_queue_dropped(port, port.virtual_lanes());

        /// Index of the counter whose slot this cycle is.
        input index[index_bits(port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;
        /// A packet is dropped, or was cut through and is bad, for this cause.
        input(Cause::ALL.len()) drops;
        /// A good flow-control packet has been received.
        input update;
        /// A flow-control packet with a wrong LPCRC has been received.
        input bad_crc;
        /// A beat marked as flow control is not a single beat of six bytes.
        input bad_framing;
        /// A flow-control packet with an unknown Op has been received.
        input bad_op;
        /// A flow-control packet for a VL that is not configured has been received.
        input bad_vl;
        /// High in the cycle in which the link accepts a flow-control packet.
        input tells;
        /// A good packet has been received.
        input accepted;
        /// VL index of the good packet (VL15 last).
        input accepted_lane[lane_bits(port)];
        /// Blocks of the good packet.
        input accepted_blocks[port.block_bits()];
        /// High in the cycle in which the transmission of a packet begins.
        input transmit;
        /// VL of the packet that begins.
        input transmit_vl[VL_BITS];
        /// Blocks of the packet that begins.
        input transmit_blocks[port.block_bits()];
        /// High in the cycle in which FECN of a packet is set.
        input marked;
        /// VL index of the marked packet.
        input marked_lane[lane_bits(port)];
        /// A packet for the VL waits only for credits.
        input(port.virtual_lanes()) stalled;
        /// A packet for the output port is dropped: its Head-of-Queue Life limit has expired.
        input late;
        /// VL index of the expired packet.
        input late_lane[lane_bits(port)];

        /// Value of the counter whose slot was the cycle before.
        output value[WORD_BITS as usize];

        /// A good packet has been received on the VL.
        local(port.lanes()) comes;
        /// The transmission of a packet begins on the VL.
        local(port.lanes()) goes;
        /// Event of each counter in the cycle before.
        reg(count(port)) happened;
        /// Blocks of the packet received on the VL in the cycle before; 0 without one.
        reg(port.lanes()) came_blocks[port.block_bits()];
        /// Blocks of the packet transmitted on the VL in the cycle before; 0 without one.
        reg(port.lanes()) went_blocks[port.block_bits()];
        /// Counters in memory.
        sub counts: PortCounters = PortCounters::new(port);
    }
    connect {
        counts: events = happened, blocks_in = came_blocks, blocks_out = went_blocks, index, clear,
            value;
    }
}

impl Logic for PortEvents {
    #[hdl_gen]
    fn update(&mut self) {
        for counter in 0..self.counters.val() {
            self.happened[counter].next = false;
        }
        for cause in 0..self.no_room.val() {
            self.happened[cause].next = self.drops[cause].val();
        }
        for cause in self.no_room.val()..self.malformed.val() {
            self.happened[cause].next = self.drops[cause + 1].val();
        }
        self.happened[self.management_dropped.val()].next = self.drops[self.no_room.val()].val();
        self.happened[self.received.val()].next = self.update.val();
        self.happened[self.sent.val()].next = self.tells.val();
        self.happened[self.bad_crc_counter.val()].next =
            self.bad_crc.val() || self.bad_framing.val();
        self.happened[self.bad_operation.val()].next = self.bad_op.val();
        self.happened[self.bad_virtual_lane.val()].next = self.bad_vl.val();

        for vl in 0..self.virtual_lanes.val() {
            self.comes[vl].next = self.accepted.val() && self.accepted_lane.val() == vl;
            self.goes[vl].next = self.transmit.val() && self.transmit_vl.val() == vl;
            self.happened[self.lane_packets_in.val() + vl * self.group.val()].next =
                self.comes[vl].val();
            self.happened[self.lane_packets_out.val() + vl * self.group.val()].next =
                self.goes[vl].val();
            self.happened[self.lane_marked.val() + vl * self.group.val()].next =
                self.marked.val() && self.marked_lane.val() == vl;
            self.happened[self.lane_stalls.val() + vl * self.group.val()].next =
                self.stalled[vl].val();
            self.happened[self.lane_late.val() + vl * self.group.val()].next =
                self.late.val() && self.late_lane.val() == vl;
        }
        if self.has_management.val() {
            self.comes[self.virtual_lanes.val()].next =
                self.accepted.val() && self.accepted_lane.val() == self.virtual_lanes.val();
            self.goes[self.virtual_lanes.val()].next =
                self.transmit.val() && self.transmit_vl.val() == self.management_vl.val();
            self.happened[self.management_late.val()].next =
                self.late.val() && self.late_lane.val() == self.virtual_lanes.val();
            self.happened[self.management_in.val()].next =
                self.comes[self.virtual_lanes.val()].val();
            self.happened[self.management_out.val()].next =
                self.goes[self.virtual_lanes.val()].val();
        }
        for lane in 0..self.lanes.val() {
            self.came_blocks[lane].next = 0.into();
            self.went_blocks[lane].next = 0.into();
            if self.comes[lane].val() {
                self.came_blocks[lane].next = self.accepted_blocks.val();
            }
            if self.goes[lane].val() {
                self.went_blocks[lane].next = self.transmit_blocks.val();
            }
        }
    }
}
