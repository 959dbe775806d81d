//! The registers of the switch over AXI4-Lite.

mod access;
mod common;
mod layout;
mod port;
mod port_places;
mod states;
mod switch_places;

pub use access::RegisterAccess;
pub use common::CommonRegisters;
pub use port::PortSettings;
pub use port_places::PortPlaces;
pub use states::{PortOccupancy, PortStates};
pub use switch_places::SwitchPlaces;

use crate::interface::AxiLite;
use crate::prelude::*;
use layout::{field, ENTRY_VALID, WORD};
use tailback_spec::switch::counters::{count, index_bits};
use tailback_spec::switch::forwarding::PORT_BITS;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// The AXI4-Lite registers of the switch: identification, settings, forwarding table, and the
    /// counters of each port.
    pub struct SwitchRegisters(registers: &Registers) as "tailback_switch_registers" {
        /// Valid bit of a forwarding entry.
        count valid_bit = ENTRY_VALID;
        /// Index of the last counter.
        count last_counter = count(&registers.port) - 1;

        /// Registers.
        slave s_axil: AxiLite(address_bits(registers), true, true);
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
        /// Valid bit of the forwarding entry at `read_address` of the cycle before.
        input read_valid;
        /// Output port of the forwarding entry at `read_address` of the cycle before.
        input read_port[PORT_BITS];
        /// High while the forwarding table is being cleared.
        input clearing;

        /// Weight of the threshold of the output port.
        output(registers.port.ports()) threshold[field::THRESHOLD_BITS];
        /// Blocks of the shortest packet that the output port marks.
        output(registers.port.ports()) packet_size[field::PACKET_SIZE_BITS];
        /// Eligible packets between two that the output port marks.
        output(registers.port.ports()) marking_rate[field::MARKING_RATE_BITS];
        /// The output port also marks victims.
        output(registers.port.ports()) victim_mask;
        /// Code of the output port's Head-of-Queue Life limit.
        output(registers.port.ports()) hoq_life[CODE_BITS];
        /// High in the cycle in which a forwarding entry is written.
        output forward_write;
        /// Index of the forwarding entry that is written; that of the last access.
        output forward_address[registers.forwarding.address_bits()];
        /// Valid bit to be written: bit 31 of the last write data.
        output forward_valid;
        /// Output port to be written: bits 5 to 0 of the last write data.
        output forward_port[PORT_BITS];
        /// Index of the forwarding entry that is read; that of the last access.
        output read_address[registers.forwarding.address_bits()];
        /// Index of the counter whose slot this cycle is.
        output_reg index[index_bits(&registers.port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        output clear;

        /// AXI4-Lite channels.
        sub access: RegisterAccess = RegisterAccess::new(registers);
        /// Decodes addresses of the switch as a whole.
        sub places: SwitchPlaces = SwitchPlaces::new(registers);
        /// Decodes addresses within the ports.
        sub port_places: PortPlaces = PortPlaces::new(registers);
        /// Settings of the switch as a whole, and read data of all registers but states of ports.
        sub common: CommonRegisters = CommonRegisters::new(registers);
        /// Effective settings of each port.
        sub(registers.port.ports()) own: PortSettings = PortSettings::new();
        /// Read data of the states and counters of ports.
        sub states: PortStates = PortStates::new(registers);
        /// Each counter has had a time slot since reset.
        reg went_round;
    }
    connect {
        access: s_axil, clearing, index;
        access, places: address, prepares;
        access, port_places: place, prepares, is_counter, counter;
        access, common: setting, data;
        places, common: writes_setting, writes_mask, constant, is_setting, is_mask, is_entry;
        places: writes_entry = forward_write;
        places, own: writes_setting;
        port_places, common: writes_port, writes_life, port_number, is_port_setting, is_life;
        port_places, own: writes_port = write, writes_life = write_life;
        port_places, states: port_number, is_status, is_congestion, is_occupancy, is_counter;
        common: entry_valid = read_valid, entry_port = read_port, victim_mask;
        common, own: new_marking_rate, new_packet_size, new_threshold, new_valid, new_life;
        own: marking_rate, packet_size, threshold, hoq_life;
        states: link_active, initialised, congested, victim, occupancy, value;
    }
}

impl Logic for SwitchRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.forward_address.next = self.access.entry.val();
        self.forward_valid.next = self.access.data.val().get_bit(self.valid_bit.val());
        self.forward_port.next = self.access.data.val() >> 0;
        self.read_address.next = self.access.entry.val();

        comment!("Each counter of a port has one time slot of one cycle, in order.");
        self.clear.next = !self.went_round.val();
        if self.index.val() == self.last_counter.val() {
            self.index.next = 0.into();
            self.went_round.next = true;
        } else {
            self.index.next = self.index.val() + 1;
        }

        self.access.exists.next = self.places.exists.val() || self.port_places.exists.val();
        self.access.writable.next = self.places.writable.val() || self.port_places.writable.val();
        self.access.word.next = self.common.word.val();
        if self.port_places.is_state.val() {
            self.access.word.next = self.states.word.val();
        }
    }
}
