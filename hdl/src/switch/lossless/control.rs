//! What software sees of the switch, and the forwarding table.

use crate::prelude::*;
use crate::switch::{ForwardingTable, SwitchRegisters};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::lossless::LosslessSwitch;
use tailback_spec::switch::registers::address_bits;

block! {
    /// The registers of the switch over AXI4-Lite, and the forwarding table, which they fill.
    pub struct SwitchControl(switch: &LosslessSwitch) as "tailback_switch_control" {
        /// Ports.
        count ports = switch.port.ports();
        /// Output ports times data virtual lanes (VLs).
        count port_lanes = switch.port.ports() * switch.port.virtual_lanes();

        /// AXI4-Lite: there is an address to be written.
        input awvalid;
        /// The address.
        input awaddr[address_bits(&switch.registers)];
        /// There is data to be written.
        input wvalid;
        /// The data.
        input wdata[WORD_BITS as usize];
        /// Bytes of it that count.
        input wstrb[WORD_BYTES as usize];
        /// The answer to a write is taken.
        input bready;
        /// There is an address to be read.
        input arvalid;
        /// The address.
        input araddr[address_bits(&switch.registers)];
        /// The answer to a read is taken.
        input rready;
        /// The link of the port is up.
        input(switch.port.ports()) link_active;
        /// Where the input port asks the way to.
        input(switch.port.ports()) dlid[16];
        /// The other end has told its credits, for each VL.
        input(switch.port.ports()) initialised[switch.port.virtual_lanes()];
        /// The VL of the output port is congested, for each.
        input(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// The VL of the output port lacks credits, for each.
        input(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the output port, for each of its VLs.
        input(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];
        /// The counter of the port whose turn it is.
        input(switch.port.ports()) value[WORD_BITS as usize];

        /// The address to be written is taken.
        output awready;
        /// The data is taken.
        output wready;
        /// There is an answer to a write.
        output bvalid;
        /// 0: OKAY, 2: SLVERR.
        output bresp[2];
        /// The address to be read is taken.
        output arready;
        /// There is an answer to a read.
        output rvalid;
        /// What the register holds.
        output rdata[WORD_BITS as usize];
        /// 0: OKAY, 2: SLVERR.
        output rresp[2];
        /// There is a way to where the input port asks.
        output(switch.port.ports()) known;
        /// The output port that it is.
        output(switch.port.ports()) way[switch.port.port_bits()];
        /// Weight of the threshold of the output port's detector.
        output(switch.port.ports()) threshold[4];
        /// Blocks of the shortest packet that it marks.
        output(switch.port.ports()) packet_size[8];
        /// Eligible packets between two that it marks.
        output(switch.port.ports()) marking_rate[16];
        /// It marks victims, too.
        output(switch.port.ports()) victim_mask;
        /// Code of the output port's Head-of-Queue Life limit.
        output(switch.port.ports()) hoq_life[CODE_BITS];
        /// The counter whose turn it is.
        output index[index_bits(&switch.port)];
        /// Counters begin at 0.
        output clear;

        /// What software sees.
        sub registers: SwitchRegisters = SwitchRegisters::new(&switch.registers);
        /// Where packets go.
        sub ways: ForwardingTable = ForwardingTable::new(&switch.forwarding);
    }
}

impl Logic for SwitchControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.registers.awvalid.next = self.awvalid.val();
        self.registers.awaddr.next = self.awaddr.val();
        self.registers.wvalid.next = self.wvalid.val();
        self.registers.wdata.next = self.wdata.val();
        self.registers.wstrb.next = self.wstrb.val();
        self.registers.bready.next = self.bready.val();
        self.registers.arvalid.next = self.arvalid.val();
        self.registers.araddr.next = self.araddr.val();
        self.registers.rready.next = self.rready.val();
        self.awready.next = self.registers.awready.val();
        self.wready.next = self.registers.wready.val();
        self.bvalid.next = self.registers.bvalid.val();
        self.bresp.next = self.registers.bresp.val();
        self.arready.next = self.registers.arready.val();
        self.rvalid.next = self.registers.rvalid.val();
        self.rdata.next = self.registers.rdata.val();
        self.rresp.next = self.registers.rresp.val();
        self.registers.read_valid.next = self.ways.read_valid.val();
        self.registers.read_port.next = self.ways.read_port.val();
        self.registers.clearing.next = self.ways.clearing.val();
        self.index.next = self.registers.index.val();
        self.clear.next = self.registers.clear.val();

        self.ways.write.next = self.registers.forward_write.val();
        self.ways.write_address.next = self.registers.forward_address.val();
        self.ways.write_valid.next = self.registers.forward_valid.val();
        self.ways.write_port.next = self.registers.forward_port.val();
        self.ways.read_address.next = self.registers.read_address.val();
        for port in 0..self.ports.val() {
            self.ways.dlid[port].next = self.dlid[port].val();
            self.ways.link_active[port].next = self.link_active[port].val();
            self.known[port].next = self.ways.known[port].val();
            self.way[port].next = self.ways.port[port].val();

            self.registers.link_active[port].next = self.link_active[port].val();
            self.registers.initialised[port].next = self.initialised[port].val();
            self.registers.congested[port].next = self.congested[port].val();
            self.registers.victim[port].next = self.victim[port].val();
            self.registers.value[port].next = self.value[port].val();
            self.threshold[port].next = self.registers.threshold[port].val();
            self.packet_size[port].next = self.registers.packet_size[port].val();
            self.marking_rate[port].next = self.registers.marking_rate[port].val();
            self.victim_mask[port].next = self.registers.victim_mask[port].val();
            self.hoq_life[port].next = self.registers.hoq_life[port].val();
        }
        for at in 0..self.port_lanes.val() {
            self.registers.occupancy[at].next = self.occupancy[at].val();
        }
    }
}
