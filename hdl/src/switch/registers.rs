//! The registers of the switch over AXI4-Lite.

mod common;
mod layout;
mod port;
mod port_places;
mod reader;
mod setting;
mod switch_places;
mod writer;

pub use common::CommonRegisters;
pub use port::PortRegisters;
pub use port_places::PortPlaces;
pub use reader::RegisterReader;
pub use setting::CongestionSetting;
pub use switch_places::SwitchPlaces;
pub use writer::RegisterWriter;

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
        /// Index of the forwarding entry that is written; follows the write address.
        output forward_address[registers.forwarding.address_bits()];
        /// Valid bit to be written: bit 31 of the write data.
        output forward_valid;
        /// Output port to be written: bits 5 to 0 of the write data.
        output forward_port[PORT_BITS];
        /// Index of the forwarding entry that is read.
        output read_address[registers.forwarding.address_bits()];
        /// Index of the counter whose slot this cycle is.
        output_reg index[index_bits(&registers.port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        output clear;

        /// AXI4-Lite write channels.
        sub writer: RegisterWriter = RegisterWriter::new(registers);
        /// AXI4-Lite read channels.
        sub reader: RegisterReader = RegisterReader::new(registers);
        /// Decodes read addresses of the switch as a whole.
        sub places: SwitchPlaces = SwitchPlaces::new(registers);
        /// Decodes read addresses within the ports.
        sub port_places: PortPlaces = PortPlaces::new(registers);
        /// Settings and victim mask of the switch as a whole, and their read data.
        sub common: CommonRegisters = CommonRegisters::new(registers);
        /// Registers of each port.
        sub(registers.port.ports()) own: PortRegisters = PortRegisters::new(registers);
        /// Each counter has had a time slot since reset.
        reg went_round;
    }
    connect {
        writer: s_axil, clearing, writes_entry = forward_write, entry = forward_address;
        writer, common: writes_setting, writes_mask;
        writer, own: writes_port = write, writes_life = write_life;
        reader, places: address;
        reader, port_places: place;
        reader: s_axil, index, entry = read_address;
        places, common: is_mask, constant, is_setting, is_entry;
        port_places, own: is_port = read, is_setting, is_life, is_status, is_congestion,
            is_occupancy, is_counter;
        port_places, reader: is_counter, counter;
        common: data = s_axil.wdata, entry_valid = read_valid, entry_port = read_port, victim_mask;
        common, own: marking_rate = switch_marking_rate, packet_size = switch_packet_size,
            threshold = switch_threshold;
        common, reader: word = common_word;
        own: data = s_axil.wdata, link_active, initialised, congested, victim, occupancy, value,
            marking_rate, packet_size, threshold, hoq_life;
        own, reader: word = port_words;
    }
}

impl Logic for SwitchRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.forward_valid.next = self.s_axil.wdata.val().get_bit(self.valid_bit.val());
        self.forward_port.next = self.s_axil.wdata.val() >> 0;

        comment!("Each counter of a port has one time slot of one cycle, in order.");
        self.clear.next = !self.went_round.val();
        if self.index.val() == self.last_counter.val() {
            self.index.next = 0.into();
            self.went_round.next = true;
        } else {
            self.index.next = self.index.val() + 1;
        }

        self.reader.exists.next = self.places.exists.val() || self.port_places.exists.val();
    }
}
