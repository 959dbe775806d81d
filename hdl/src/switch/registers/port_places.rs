//! Which register of a port is at an address.

use super::layout::{place, place_bits, FIRST_PORT, OFFSET_BITS};
use crate::comment;
use crate::prelude::*;
use tailback_spec::registers::switch::address;
use tailback_spec::switch::counters::{
    count, flow_control, group, head_of_queue_dropped, index_bits, packets_in, GROUP, MALFORMED,
};
use tailback_spec::switch::port::Port;
use tailback_spec::switch::registers::Registers;

/// Bits of a counter's number within its group.
const MEMBER_BITS: usize = GROUP.ilog2() as usize;

/// The counter of a data VL that is the last one of its group.
fn last_of_lane(port: &Port) -> usize {
    head_of_queue_dropped(port, 0) - packets_in(port, 0)
}

/// The counter of VL15 that is the last one of its group.
fn last_of_management(port: &Port) -> usize {
    head_of_queue_dropped(port, port.virtual_lanes()) - group::MANAGEMENT * GROUP
}

block! {
    /// Says, in the cycle after, which register of which port is at an address.
    pub struct PortPlaces(registers: &Registers) as "tailback_port_places" {
        /// Bits of a place among the registers of a port.
        count offset_bits = OFFSET_BITS;
        /// Bits of a counter's number in its group.
        count member_bits = MEMBER_BITS;
        /// Ports.
        count ports = registers.port.ports();
        /// Data VLs.
        count virtual_lanes = registers.port.virtual_lanes();
        /// The high bits of the place of the registers of port 0.
        count first_port = FIRST_PORT;
        /// The place of the setting among a port's registers, in words.
        count setting_offset = place(address::port::CONGESTION_SETTING);
        /// That of the state of the link.
        count status_offset = place(address::port::STATUS);
        /// That of the state of the detector.
        count congestion_offset = place(address::port::CONGESTION);
        /// That of the Head-of-Queue Life limit.
        count life_offset = place(address::port::HEAD_OF_QUEUE);
        /// That of the occupancy of VL 0.
        count occupancy_offset = place(address::port::OCCUPANCY);
        /// That of the first counter.
        count counters_offset = place(address::port::COUNTERS);
        /// The last counter of packets that are malformed, in its group.
        count last_malformed = MALFORMED.len() - 1;
        /// The group of counters of flow control.
        count flow_control_group = group::FLOW_CONTROL;
        /// The last one of it.
        count last_flow_control = flow_control::BAD_VIRTUAL_LANE - flow_control::RECEIVED;
        /// The group of counters of VL15.
        count management_group = group::MANAGEMENT;
        /// The last one of it.
        count last_management = last_of_management(&registers.port);
        /// The group of counters of VL 0.
        count lanes_group = group::LANES;
        /// Groups of counters.
        count groups = count(&registers.port) / GROUP;
        /// The last one of each VL.
        count last_of_lane = last_of_lane(&registers.port);

        /// The address, in words.
        input place[place_bits(registers)];

        /// There is a register.
        output exists;
        /// It is one of this port.
        output(registers.port.ports()) is_port;
        /// If it is one of a port, it is the setting.
        output is_setting;
        /// If so, it is the state of the link.
        output is_status;
        /// If so, it is the state of the detector.
        output is_congestion;
        /// If so, it is the Head-of-Queue Life limit.
        output is_life;
        /// If so, it is the occupancy of the VL.
        output(registers.port.virtual_lanes()) is_occupancy;
        /// It is a counter.
        output is_counter;
        /// Which one.
        output counter[index_bits(&registers.port)];

        /// The high bits of the place, above those of a port's registers.
        local page[place_bits(registers) - OFFSET_BITS];
        /// The place among a port's registers.
        local offset[OFFSET_BITS];
        /// The number of the counter that is there.
        local number[OFFSET_BITS];
        /// Its group.
        local group[OFFSET_BITS - MEMBER_BITS];
        /// Its number in the group.
        local member[MEMBER_BITS];
        /// There is a counter.
        local counts;
        /// It is a register of some port.
        local some_port;
        /// It is the occupancy of some VL.
        local some_occupancy;

        /// It is one of this port.
        reg(registers.port.ports()) found_port;
        /// It is the setting.
        reg found_setting;
        /// It is the state of the link.
        reg found_status;
        /// It is the state of the detector.
        reg found_congestion;
        /// It is the Head-of-Queue Life limit.
        reg found_life;
        /// It is the occupancy of the VL.
        reg(registers.port.virtual_lanes()) found_occupancy;
        /// It is a counter.
        reg found_counter;
        /// Which one.
        reg found_number[index_bits(&registers.port)];
    }
}

impl Logic for PortPlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.page.next = self.place.val() >> self.offset_bits.val();
        self.offset.next = self.place.val() >> 0;
        self.number.next = self.offset.val() - self.counters_offset.val();
        self.group.next = self.number.val() >> self.member_bits.val();
        self.member.next = self.number.val() >> 0;
        if self.group.val() >= self.groups.val() {
            self.counts.next = false;
        } else if self.group.val() >= self.lanes_group.val() {
            self.counts.next = self.member.val() <= self.last_of_lane.val();
        } else if self.group.val() == self.management_group.val() {
            self.counts.next = self.member.val() <= self.last_management.val();
        } else if self.group.val() == self.flow_control_group.val() {
            self.counts.next = self.member.val() <= self.last_flow_control.val();
        } else {
            self.counts.next = self.member.val() <= self.last_malformed.val();
        }

        for port in 0..self.ports.val() {
            self.found_port[port].next = self.page.val() == self.first_port.val() + port;
            self.is_port[port].next = self.found_port[port].val();
        }
        self.some_port.next = false;
        for port in 0..self.ports.val() {
            self.some_port.next = self.some_port.val() || self.found_port[port].val();
        }
        for vl in 0..self.virtual_lanes.val() {
            self.found_occupancy[vl].next = self.offset.val() == self.occupancy_offset.val() + vl;
            self.is_occupancy[vl].next = self.found_occupancy[vl].val();
        }
        self.some_occupancy.next = false;
        for vl in 0..self.virtual_lanes.val() {
            self.some_occupancy.next = self.some_occupancy.val() || self.found_occupancy[vl].val();
        }
        self.found_setting.next = self.offset.val() == self.setting_offset.val();
        self.found_status.next = self.offset.val() == self.status_offset.val();
        self.found_congestion.next = self.offset.val() == self.congestion_offset.val();
        self.found_life.next = self.offset.val() == self.life_offset.val();
        self.found_counter.next = self.counts.val();
        self.found_number.next = self.number.val() >> 0;

        self.is_setting.next = self.found_setting.val();
        self.is_status.next = self.found_status.val();
        self.is_congestion.next = self.found_congestion.val();
        self.is_life.next = self.found_life.val();
        comment!("Only that of a counter waits for its turn.");
        self.is_counter.next = self.some_port.val() && self.found_counter.val();
        self.counter.next = self.found_number.val();
        self.exists.next = self.some_port.val()
            && (self.found_setting.val()
                || self.found_status.val()
                || self.found_congestion.val()
                || self.found_life.val()
                || self.some_occupancy.val()
                || self.found_counter.val());
    }
}
