//! States and counters of the ports.

use super::layout::{SECOND_HALF, WORD};
use crate::prelude::*;
use tailback_spec::switch::registers::Registers;

block! {
    /// Selects the occupancy of one port on a virtual lane (VL).
    pub struct PortOccupancy(registers: &Registers) as "tailback_port_occupancy" {
        /// Blocks of the VL that wait for each port.
        input(registers.port.ports()) occupancies[registers.detector.occupancy_bits()];
        /// Number of the port.
        input port_number[registers.port.port_bits()];

        /// Blocks of the VL that wait for this port.
        output occupancy[registers.detector.occupancy_bits()];
    }
}

impl Logic for PortOccupancy {
    #[hdl_gen]
    fn update(&mut self) {
        self.occupancy.next = self.occupancies[self.port_number.val().index()].val();
    }
}

block! {
    /// Reads the states and counters of all ports.
    pub struct PortStates(registers: &Registers) as "tailback_port_states" {
        /// Ports.
        count ports = registers.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = registers.port.virtual_lanes();
        /// First bit of the second state of each VL; the first state begins at bit 0.
        count second_half = SECOND_HALF;

        /// Number of the port whose register is read.
        input port_number[registers.port.port_bits()];
        /// The register that is read is the link status.
        input is_status;
        /// The register that is read is the detector state.
        input is_congestion;
        /// The register that is read is the occupancy of the VL.
        input(registers.port.virtual_lanes()) is_occupancy;
        /// The register that is read is a counter.
        input is_counter;
        /// High while the link of the port is up.
        input(registers.port.ports()) link_active;
        /// VLs for which the other end has sent credits, one bit per VL.
        input(registers.port.ports()) initialised[registers.port.virtual_lanes()];
        /// Congested VLs of the output port, one bit per VL.
        input(registers.port.ports()) congested[registers.port.virtual_lanes()];
        /// VLs of the output port that lack credits, one bit per VL.
        input(registers.port.ports()) victim[registers.port.virtual_lanes()];
        /// Blocks that wait for the output port, for each of its VLs.
        input(registers.port.ports() * registers.port.virtual_lanes())
            occupancy[registers.detector.occupancy_bits()];
        /// Value of the counter of the port whose slot was the cycle before.
        input(registers.port.ports()) value[WORD];

        /// Value of the register in the cycle before; unknown if it is not a state of a port.
        output_reg word[WORD];

        /// Blocks that wait for each output port, all ports of VL 0 first.
        local(registers.port.virtual_lanes() * registers.port.ports())
            occupancies[registers.detector.occupancy_bits()];
        /// Blocks of each VL that wait for the port.
        local(registers.port.virtual_lanes())
            port_occupancy[registers.detector.occupancy_bits()];
        /// Value of the link status register.
        local status[WORD];
        /// Value of the detector state register.
        local congestion[WORD];
        /// Value of the register.
        local state[WORD];

        /// Occupancy of the port, for each VL.
        sub(registers.port.virtual_lanes()) lane: PortOccupancy = PortOccupancy::new(registers);
    }
    connect {
        lane: occupancies, port_number, occupancy = port_occupancy;
    }
}

impl Logic for PortStates {
    #[hdl_gen]
    fn update(&mut self) {
        for vl in 0..self.virtual_lanes.val() {
            for port in 0..self.ports.val() {
                self.occupancies[vl * self.ports.val() + port].next =
                    self.occupancy[port * self.virtual_lanes.val() + vl].val();
            }
        }

        self.status.next = self.initialised[self.port_number.val().index()].val();
        self.status.next = self.status.val() << self.second_half.val();
        self.status.next = self
            .status
            .val()
            .replace_bit(0, self.link_active[self.port_number.val().index()].val());
        self.congestion.next = self.victim[self.port_number.val().index()].val();
        self.congestion.next = (self.congestion.val() << self.second_half.val())
            | self.congested[self.port_number.val().index()].val();

        self.state.next = 0.into();
        for vl in 0..self.virtual_lanes.val() {
            if self.is_occupancy[vl].val() {
                self.state.next = self.port_occupancy[vl].val();
            }
        }
        if self.is_status.val() {
            self.state.next = self.status.val();
        }
        if self.is_congestion.val() {
            self.state.next = self.congestion.val();
        }
        if self.is_counter.val() {
            self.state.next = self.value[self.port_number.val().index()].val();
        }
        self.word.next = self.state.val();
    }
}
