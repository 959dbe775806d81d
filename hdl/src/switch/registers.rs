//! The registers of the switch over AXI4-Lite.

mod common;
mod layout;
mod port;
mod port_places;
mod reader;
mod setting;
mod switch_places;
mod turns;
mod writer;

pub use common::CommonRegisters;
pub use port::PortRegisters;
pub use port_places::PortPlaces;
pub use reader::RegisterReader;
pub use setting::CongestionSetting;
pub use switch_places::SwitchPlaces;
pub use turns::CounterTurns;
pub use writer::RegisterWriter;

use crate::prelude::*;
use layout::{field, mask_words, ENTRY_VALID, WORD};
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::forwarding::PORT_BITS;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::registers::{address_bits, Registers};

block! {
    /// The AXI4-Lite registers of the switch: identification, settings, forwarding table, and the
    /// counters of each port.
    pub struct SwitchRegisters(registers: &Registers) as "tailback_switch_registers" {
        /// Ports.
        count ports = registers.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = registers.port.virtual_lanes();
        /// 32-bit words of the victim mask.
        count mask_words = mask_words(registers);
        /// Valid bit of a forwarding entry.
        count valid_bit = ENTRY_VALID;

        /// AXI4-Lite write address valid.
        input awvalid;
        /// AXI4-Lite write address, in bytes.
        input awaddr[address_bits(registers)];
        /// AXI4-Lite write data valid.
        input wvalid;
        /// AXI4-Lite write data.
        input wdata[WORD];
        /// AXI4-Lite write strobes; all must be set, or the write is refused.
        input wstrb[WORD_BYTES as usize];
        /// AXI4-Lite write response ready.
        input bready;
        /// AXI4-Lite read address valid.
        input arvalid;
        /// AXI4-Lite read address, in bytes.
        input araddr[address_bits(registers)];
        /// AXI4-Lite read data ready.
        input rready;
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

        /// AXI4-Lite write address ready.
        output awready;
        /// AXI4-Lite write data ready.
        output wready;
        /// AXI4-Lite write response valid.
        output bvalid;
        /// AXI4-Lite write response. 0: OKAY, 2: SLVERR.
        output bresp[2];
        /// AXI4-Lite read address ready.
        output arready;
        /// AXI4-Lite read data valid.
        output rvalid;
        /// AXI4-Lite read data: value of the register.
        output rdata[WORD];
        /// AXI4-Lite read response. 0: OKAY, 2: SLVERR.
        output rresp[2];
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
        output index[index_bits(&registers.port)];
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
        /// Sequencer of the counters' time slots.
        sub turns: CounterTurns = CounterTurns::new(&registers.port);
    }
}

impl Logic for SwitchRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.writer.awvalid.next = self.awvalid.val();
        self.writer.awaddr.next = self.awaddr.val();
        self.writer.wvalid.next = self.wvalid.val();
        self.writer.wstrb.next = self.wstrb.val();
        self.writer.bready.next = self.bready.val();
        self.writer.clearing.next = self.clearing.val();
        self.awready.next = self.writer.takes.val();
        self.wready.next = self.writer.takes.val();
        self.bvalid.next = self.writer.bvalid.val();
        self.bresp.next = self.writer.bresp.val();

        self.forward_write.next = self.writer.writes_entry.val();
        self.forward_address.next = self.writer.entry.val();
        self.forward_valid.next = self.wdata.val().get_bit(self.valid_bit.val());
        self.forward_port.next = self.wdata.val() >> 0;

        self.index.next = self.turns.index.val();
        self.clear.next = self.turns.clear.val();

        self.places.address.next = self.reader.address.val();
        self.port_places.place.next = self.reader.place.val();
        self.read_address.next = self.reader.entry.val();

        self.common.writes_setting.next = self.writer.writes_setting.val();
        for half in 0..self.mask_words.val() {
            self.common.writes_mask[half].next = self.writer.writes_mask[half].val();
            self.common.is_mask[half].next = self.places.is_mask[half].val();
        }
        self.common.data.next = self.wdata.val();
        self.common.constant.next = self.places.constant.val();
        self.common.is_setting.next = self.places.is_setting.val();
        self.common.is_entry.next = self.places.is_entry.val();
        self.common.entry_valid.next = self.read_valid.val();
        self.common.entry_port.next = self.read_port.val();

        for port in 0..self.ports.val() {
            self.own[port].write.next = self.writer.writes_port[port].val();
            self.own[port].write_life.next = self.writer.writes_life[port].val();
            self.own[port].data.next = self.wdata.val();
            self.own[port].switch_marking_rate.next = self.common.marking_rate.val();
            self.own[port].switch_packet_size.next = self.common.packet_size.val();
            self.own[port].switch_threshold.next = self.common.threshold.val();
            self.own[port].read.next = self.port_places.is_port[port].val();
            self.own[port].is_setting.next = self.port_places.is_setting.val();
            self.own[port].is_life.next = self.port_places.is_life.val();
            self.own[port].is_status.next = self.port_places.is_status.val();
            self.own[port].is_congestion.next = self.port_places.is_congestion.val();
            self.own[port].is_counter.next = self.port_places.is_counter.val();
            self.own[port].link_active.next = self.link_active[port].val();
            self.own[port].initialised.next = self.initialised[port].val();
            self.own[port].congested.next = self.congested[port].val();
            self.own[port].victim.next = self.victim[port].val();
            self.own[port].value.next = self.value[port].val();
            for vl in 0..self.virtual_lanes.val() {
                self.own[port].is_occupancy[vl].next = self.port_places.is_occupancy[vl].val();
                self.own[port].occupancy[vl].next =
                    self.occupancy[port * self.virtual_lanes.val() + vl].val();
            }

            self.marking_rate[port].next = self.own[port].marking_rate.val();
            self.packet_size[port].next = self.own[port].packet_size.val();
            self.threshold[port].next = self.own[port].threshold.val();
            self.victim_mask[port].next = self.common.victim_mask[port].val();
            self.hoq_life[port].next = self.own[port].hoq_life.val();
            self.reader.port_words[port].next = self.own[port].word.val();
        }

        self.reader.arvalid.next = self.arvalid.val();
        self.reader.araddr.next = self.araddr.val();
        self.reader.rready.next = self.rready.val();
        self.reader.index.next = self.turns.index.val();
        self.reader.exists.next = self.places.exists.val() || self.port_places.exists.val();
        self.reader.is_counter.next = self.port_places.is_counter.val();
        self.reader.counter.next = self.port_places.counter.val();
        self.reader.common_word.next = self.common.word.val();
        self.arready.next = self.reader.arready.val();
        self.rvalid.next = self.reader.rvalid.val();
        self.rdata.next = self.reader.rdata.val();
        self.rresp.next = self.reader.rresp.val();
    }
}
