//! The events that the counters of a port count.

use crate::prelude::*;
use crate::switch::PortCounters;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{
    flow_control, index_bits, packets_in, GROUP, MALFORMED, MANAGEMENT_DROPPED,
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
        /// Counters from those of one virtual lane (VL) to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = port.lanes();
        /// Number of VL15.
        count management_vl = Port::MANAGEMENT_VL;
        /// Number of causes that are counted as malformed.
        count malformed = MALFORMED.len();
        /// Index of the cause that is not counted as malformed: no free space on VL15.
        count no_room = NO_ROOM;
        /// Index of the counter of VL15 packets dropped for lack of free space.
        param management_dropped[index_bits(port)] = MANAGEMENT_DROPPED as u128;
        /// Index of the counter of good flow-control packets received.
        param update_counter[index_bits(port)] = flow_control::RECEIVED as u128;
        /// Index of the counter of flow-control packets with a wrong LPCRC or framing.
        param bad_crc_counter[index_bits(port)] = flow_control::BAD_CRC as u128;
        /// Index of the counter of flow-control packets with an unknown Op.
        param bad_operation[index_bits(port)] = flow_control::BAD_OPERATION as u128;
        /// Index of the counter of flow-control packets for a VL that is not configured.
        param bad_virtual_lane[index_bits(port)] = flow_control::BAD_VIRTUAL_LANE as u128;
        /// Index of the counter of packets received on VL 0.
        count lane_packets_in = packets_in(port, 0);
        /// Index of the counter of packets received on VL15.
        param management_in[index_bits(port)] = packets_in(port, port.virtual_lanes()) as u128;

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

        /// The event of reception of this cycle.
        local comes;
        /// A good packet of VL15 has been received.
        local management_comes;
        /// Index of the counter of the event of reception; 0 without one.
        local counter[index_bits(port)];
        /// An event of reception happened in the cycle before.
        reg received;
        /// Index of the counter of that event.
        reg received_index[index_bits(port)];
        /// Blocks of the packet received in the cycle before; 0 without a good one.
        reg received_blocks[port.block_bits()];
        /// A flow-control packet was transmitted in the cycle before.
        reg sent;
        /// The transmission of a packet began on the VL in the cycle before.
        reg(port.lanes()) gone;
        /// Blocks of that packet; 0 without one.
        reg(port.lanes()) blocks_out[port.block_bits()];
        /// A packet of the VL was marked in the cycle before.
        reg(port.virtual_lanes()) marked_before;
        /// A packet for the VL waited only for credits in the cycle before.
        reg(port.virtual_lanes()) stalled_before;
        /// A packet of the VL expired in the cycle before.
        reg(port.lanes()) late_before;
        /// The transmission of a packet begins on the VL.
        local(port.lanes()) goes;
        /// Counters in memory.
        sub counts: PortCounters = PortCounters::new(port);
    }
    connect {
        counts: index, clear, received, received_index, received_blocks, sent, gone, blocks_out,
            marked = marked_before, stalled = stalled_before, late = late_before, value;
    }
}

impl Logic for PortEvents {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Reception: all events are of one beat, which has at most one of them.");
        self.comes.next = self.update.val()
            || self.bad_crc.val()
            || self.bad_framing.val()
            || self.bad_op.val()
            || self.bad_vl.val()
            || self.accepted.val()
            || self.drops[self.no_room.val()].val();
        self.counter.next = 0.into();
        for cause in 0..self.no_room.val() {
            self.comes.next = self.comes.val() || self.drops[cause].val();
            if self.drops[cause].val() {
                self.counter.next = self.counter.val() | cause;
            }
        }
        for cause in self.no_room.val()..self.malformed.val() {
            self.comes.next = self.comes.val() || self.drops[cause + 1].val();
            if self.drops[cause + 1].val() {
                self.counter.next = self.counter.val() | cause;
            }
        }
        if self.drops[self.no_room.val()].val() {
            self.counter.next = self.counter.val() | self.management_dropped.val();
        }
        if self.update.val() {
            self.counter.next = self.counter.val() | self.update_counter.val();
        }
        if self.bad_crc.val() || self.bad_framing.val() {
            self.counter.next = self.counter.val() | self.bad_crc_counter.val();
        }
        if self.bad_op.val() {
            self.counter.next = self.counter.val() | self.bad_operation.val();
        }
        if self.bad_vl.val() {
            self.counter.next = self.counter.val() | self.bad_virtual_lane.val();
        }
        for vl in 0..self.virtual_lanes.val() {
            if self.accepted.val() && self.accepted_lane.val() == vl {
                self.counter.next =
                    self.counter.val() | (self.lane_packets_in.val() + vl * self.group.val());
            }
        }
        self.management_comes.next = false;
        if self.has_management.val() {
            self.management_comes.next =
                self.accepted.val() && self.accepted_lane.val() == self.virtual_lanes.val();
        }
        if self.management_comes.val() {
            self.counter.next = self.counter.val() | self.management_in.val();
        }
        self.received.next = self.comes.val();
        self.received_index.next = self.counter.val();
        self.received_blocks.next = self.accepted_blocks.val();

        comment!("Transmission");
        self.sent.next = self.tells.val();
        for vl in 0..self.virtual_lanes.val() {
            self.goes[vl].next = self.transmit.val() && self.transmit_vl.val() == vl;
            self.marked_before[vl].next = self.marked.val() && self.marked_lane.val() == vl;
            self.stalled_before[vl].next = self.stalled[vl].val();
            self.late_before[vl].next = self.late.val() && self.late_lane.val() == vl;
        }
        if self.has_management.val() {
            self.goes[self.virtual_lanes.val()].next =
                self.transmit.val() && self.transmit_vl.val() == self.management_vl.val();
            self.late_before[self.virtual_lanes.val()].next =
                self.late.val() && self.late_lane.val() == self.virtual_lanes.val();
        }
        for lane in 0..self.lanes.val() {
            self.gone[lane].next = self.goes[lane].val();
            self.blocks_out[lane].next = 0.into();
            if self.goes[lane].val() {
                self.blocks_out[lane].next = self.transmit_blocks.val();
            }
        }
    }
}
