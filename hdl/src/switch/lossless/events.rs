//! What the counters of a port count.

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

/// The only cause that is not counted as malformed: those after it are a counter earlier.
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
    /// Counts what happens at a port of the switch, in the cycle after.
    pub struct PortEvents(port: &Port) as "tailback_port_events" {
        /// Counters.
        count counters = count(port);
        /// Counters from those of one virtual lane (VL) to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = port.lanes();
        /// There is a lane for VL15, too.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// The number of VL15.
        count management_vl = Port::MANAGEMENT_VL;
        /// Causes that are counted as malformed.
        count malformed = MALFORMED.len();
        /// The one between them that is counted for VL15.
        count no_room = NO_ROOM;
        /// Its counter.
        count management_dropped = MANAGEMENT_DROPPED;
        /// The counter of good flow-control packets; those of the others follow.
        count received = flow_control::RECEIVED;
        /// Of those that went.
        count sent = flow_control::SENT;
        /// Of those that were damaged.
        count bad_crc_counter = flow_control::BAD_CRC;
        /// Of those with an unknown operation.
        count bad_operation = flow_control::BAD_OPERATION;
        /// Of those for a VL that is not configured.
        count bad_virtual_lane = flow_control::BAD_VIRTUAL_LANE;
        /// The counter of packets that come in on VL 0.
        count lane_packets_in = packets_in(port, 0);
        /// Of those that go out.
        count lane_packets_out = packets_out(port, 0);
        /// Of those that are marked.
        count lane_marked = marked(port, 0);
        /// Of the cycles without credits.
        count lane_stalls = credit_stalls(port, 0);
        /// The counter of packets that come in on VL15.
        count management_in = packets_in(port, port.virtual_lanes());
        /// Of those that go out.
        count management_out = packets_out(port, port.virtual_lanes());
        /// The counter of packets of VL 0 that are dropped for the Head-of-Queue Life limit.
        count lane_late = head_of_queue_dropped(port, 0);
        /// Of those of VL15.
        count management_late = head_of_queue_dropped(port, port.virtual_lanes());

        /// The counter whose turn it is.
        input index[index_bits(port)];
        /// It begins at 0.
        input clear;
        /// A packet is dropped, or was cut through and is bad, for this cause.
        input(Cause::ALL.len()) drops;
        /// A good flow-control packet has come.
        input update;
        /// One with a wrong check sum has come.
        input bad_crc;
        /// What should be one is not.
        input bad_framing;
        /// One with an unknown operation has come.
        input bad_op;
        /// One for a VL that is not configured has come.
        input bad_vl;
        /// A flow-control packet goes.
        input tells;
        /// A good packet has come in.
        input accepted;
        /// Its lane.
        input accepted_lane[lane_bits(port)];
        /// Its blocks.
        input accepted_blocks[port.block_bits()];
        /// A packet goes out.
        input transmit;
        /// Its VL.
        input transmit_vl[VL_BITS];
        /// Its blocks.
        input transmit_blocks[port.block_bits()];
        /// A packet is marked.
        input marked;
        /// Its lane.
        input marked_lane[lane_bits(port)];
        /// A packet of the VL lacks nothing but credits.
        input(port.virtual_lanes()) stalled;
        /// A packet for the port is dropped, having waited for too long.
        input late;
        /// Its lane.
        input late_lane[lane_bits(port)];

        /// The counter whose turn it is.
        output value[WORD_BITS as usize];

        /// A good packet has come in on the lane.
        local(port.lanes()) comes;
        /// A packet goes out on the lane.
        local(port.lanes()) goes;
        /// What happened in the cycle before, for each counter.
        reg(count(port)) happened;
        /// Blocks of the packet that came in on the lane.
        reg(port.lanes()) came_blocks[port.block_bits()];
        /// Blocks of the packet that went out on the lane.
        reg(port.lanes()) went_blocks[port.block_bits()];
        /// Counts it.
        sub counts: PortCounters = PortCounters::new(port);
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
        for counter in 0..self.counters.val() {
            self.counts.events[counter].next = self.happened[counter].val();
        }
        for lane in 0..self.lanes.val() {
            self.counts.blocks_in[lane].next = self.came_blocks[lane].val();
            self.counts.blocks_out[lane].next = self.went_blocks[lane].val();
        }
        self.counts.index.next = self.index.val();
        self.counts.clear.next = self.clear.val();
        self.value.next = self.counts.value.val();
    }
}
