//! Decoding of addresses within the ports.

use super::layout::{page_bits, place, place_bits, FIRST_PORT, OFFSET_BITS};
use crate::prelude::*;
use tailback_spec::registers::switch::address;
use tailback_spec::switch::counters::{
    count, flow_control, group, head_of_queue_dropped, index_bits, packets_in, GROUP, MALFORMED,
};
use tailback_spec::switch::port::Port;
use tailback_spec::switch::registers::Registers;

/// Bits of a counter's index within its group.
const MEMBER_BITS: usize = GROUP.ilog2() as usize;

/// Index within its group of the last counter of a data VL.
fn last_of_lane(port: &Port) -> usize {
    head_of_queue_dropped(port, 0) - packets_in(port, 0)
}

/// Index within its group of the last counter of VL15.
fn last_of_management(port: &Port) -> usize {
    head_of_queue_dropped(port, port.virtual_lanes()) - group::MANAGEMENT * GROUP
}

block! {
    /// Decodes an address into a port and a register, in the cycle after.
    pub struct PortPlaces(registers: &Registers) as "tailback_port_places" {
        /// Bits of a word address within the registers of a port.
        count offset_bits = OFFSET_BITS;
        /// Bits of a counter's index within its group.
        count member_bits = MEMBER_BITS;
        /// Ports.
        count ports = registers.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = registers.port.virtual_lanes();
        /// High bits of the word address of port 0's registers.
        count first_port = FIRST_PORT;
        /// Word address of the congestion setting within a port.
        count setting_offset = place(address::port::CONGESTION_SETTING);
        /// Word address of the link status within a port.
        count status_offset = place(address::port::STATUS);
        /// Word address of the detector state within a port.
        count congestion_offset = place(address::port::CONGESTION);
        /// Word address of the Head-of-Queue Life limit within a port.
        count life_offset = place(address::port::HEAD_OF_QUEUE);
        /// Word address of the occupancy of VL 0 within a port.
        count occupancy_offset = place(address::port::OCCUPANCY);
        /// Word address of the first counter within a port.
        count counters_offset = place(address::port::COUNTERS);
        /// Index within its group of the last counter of malformed packets.
        count last_malformed = MALFORMED.len() - 1;
        /// Group of the flow-control counters.
        count flow_control_group = group::FLOW_CONTROL;
        /// Index within its group of the last flow-control counter.
        count last_flow_control = flow_control::BAD_VIRTUAL_LANE - flow_control::RECEIVED;
        /// Group of the counters of VL15.
        count management_group = group::MANAGEMENT;
        /// Index within its group of the last counter of VL15.
        count last_management = last_of_management(&registers.port);
        /// Group of the counters of VL 0.
        count lanes_group = group::LANES;
        /// Groups of counters.
        count groups = count(&registers.port) / GROUP;
        /// Index within its group of the last counter of a data VL.
        count last_of_lane = last_of_lane(&registers.port);

        /// Word address of the access.
        input place[place_bits(registers)];
        /// A write of all four bytes takes effect at the end of the next cycle.
        input prepares;

        /// A register of a port exists at the address of the cycle before.
        output exists;
        /// The register of a port addressed in the cycle before has a writable field.
        output writable;
        /// The register of a port addressed in the cycle before is not a setting.
        output is_state;
        /// Number of the port addressed in the cycle before; unknown if it is none.
        output_reg port_number[registers.port.port_bits()];
        /// The register addressed in the cycle before is the congestion setting of a port.
        output is_port_setting;
        /// The register addressed in the cycle before is the Head-of-Queue Life limit of a port.
        output is_life;
        /// The register addressed in the cycle before is the link status of a port.
        output is_status;
        /// The register addressed in the cycle before is the detector state of a port.
        output is_congestion;
        /// The register addressed in the cycle before is the occupancy of the VL at a port.
        output(registers.port.virtual_lanes()) is_occupancy;
        /// The register addressed in the cycle before is a counter of a port.
        output is_counter;
        /// Index of the counter; valid with `is_counter`.
        output_reg counter[index_bits(&registers.port)];
        /// The congestion setting of the port is written.
        output_reg(registers.port.ports()) writes_port;
        /// The Head-of-Queue Life limit of the port is written.
        output_reg(registers.port.ports()) writes_life;

        /// Word address bits above those within a port: selects the port.
        local page[page_bits(registers)];
        /// Number of the port at the address; beyond the last port if it is none.
        local found_port[page_bits(registers)];
        /// Word address within the port.
        local offset[OFFSET_BITS];
        /// Index of the counter at the address, if the address is one of a counter.
        local number[OFFSET_BITS];
        /// Group of the counter at the address.
        local group[OFFSET_BITS - MEMBER_BITS];
        /// Index of the counter within its group.
        local member[MEMBER_BITS];
        /// A counter exists at this word address within the port.
        local counts;
        /// The register addressed in the cycle before is the occupancy of a VL at a port.
        local some_occupancy;

        /// The address of the cycle before is in the registers of a port.
        reg some_port;
        /// High if the offset of the cycle before is that of the congestion setting.
        reg found_setting;
        /// High if the offset of the cycle before is that of the Head-of-Queue Life limit.
        reg found_life;
        /// High if the offset of the cycle before is that of the link status.
        reg found_status;
        /// High if the offset of the cycle before is that of the detector state.
        reg found_congestion;
        /// High if the offset of the cycle before is that of the VL's occupancy.
        reg(registers.port.virtual_lanes()) found_occupancy;
        /// High if the offset of the cycle before is that of a counter.
        reg found_counter;
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

        self.found_port.next = self.page.val() - self.first_port.val();
        self.some_port.next = self.found_port.val() < self.ports.val();
        self.port_number.next = self.found_port.val() >> 0;
        self.found_setting.next = self.offset.val() == self.setting_offset.val();
        self.found_life.next = self.offset.val() == self.life_offset.val();
        self.found_status.next = self.offset.val() == self.status_offset.val();
        self.found_congestion.next = self.offset.val() == self.congestion_offset.val();
        for vl in 0..self.virtual_lanes.val() {
            self.found_occupancy[vl].next = self.offset.val() == self.occupancy_offset.val() + vl;
        }
        self.found_counter.next = self.counts.val();
        self.counter.next = self.number.val() >> 0;

        self.is_port_setting.next = self.some_port.val() && self.found_setting.val();
        self.is_life.next = self.some_port.val() && self.found_life.val();
        self.is_status.next = self.some_port.val() && self.found_status.val();
        self.is_congestion.next = self.some_port.val() && self.found_congestion.val();
        self.some_occupancy.next = false;
        for vl in 0..self.virtual_lanes.val() {
            self.is_occupancy[vl].next = self.some_port.val() && self.found_occupancy[vl].val();
            self.some_occupancy.next = self.some_occupancy.val() || self.is_occupancy[vl].val();
        }
        comment!("Only a read of a counter waits for a slot, and so must be of a port.");
        self.is_counter.next = self.some_port.val() && self.found_counter.val();
        self.is_state.next = self.is_status.val()
            || self.is_congestion.val()
            || self.some_occupancy.val()
            || self.is_counter.val();
        self.writable.next = self.is_port_setting.val() || self.is_life.val();
        self.exists.next = self.is_state.val() || self.writable.val();

        for port in 0..self.ports.val() {
            self.writes_port[port].next =
                self.prepares.val() && self.is_port_setting.val() && self.port_number.val() == port;
            self.writes_life[port].next =
                self.prepares.val() && self.is_life.val() && self.port_number.val() == port;
        }
    }
}
