//! The registers and the forwarding table of the switch.

use crate::prelude::*;
use crate::switch::{ForwardingTable, SwitchRegisters};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::lossless::LosslessSwitch;
use tailback_spec::switch::registers::address_bits;

block! {
    /// The AXI4-Lite registers of the switch, and the forwarding table that they fill.
    pub struct SwitchControl(switch: &LosslessSwitch) as "tailback_switch_control" {
        /// Ports.
        count ports = switch.port.ports();
        /// Output ports times data virtual lanes (VLs).
        count port_lanes = switch.port.ports() * switch.port.virtual_lanes();

        /// AXI4-Lite write address valid.
        input awvalid;
        /// AXI4-Lite write address, in bytes.
        input awaddr[address_bits(&switch.registers)];
        /// AXI4-Lite write data valid.
        input wvalid;
        /// AXI4-Lite write data.
        input wdata[WORD_BITS as usize];
        /// AXI4-Lite write strobes; all must be set, or the write is refused.
        input wstrb[WORD_BYTES as usize];
        /// AXI4-Lite write response ready.
        input bready;
        /// AXI4-Lite read address valid.
        input arvalid;
        /// AXI4-Lite read address, in bytes.
        input araddr[address_bits(&switch.registers)];
        /// AXI4-Lite read data ready.
        input rready;
        /// High while the link of the port is up.
        input(switch.port.ports()) link_active;
        /// DLID for which the input port requests a route.
        input(switch.port.ports()) dlid[16];
        /// VLs for which the other end has sent credits, one bit per VL.
        input(switch.port.ports()) initialised[switch.port.virtual_lanes()];
        /// Congested VLs of the output port, one bit per VL.
        input(switch.port.ports()) congested[switch.port.virtual_lanes()];
        /// VLs of the output port that lack credits, one bit per VL.
        input(switch.port.ports()) victim[switch.port.virtual_lanes()];
        /// Blocks that wait for the output port, for each of its VLs.
        input(switch.port.ports() * switch.port.virtual_lanes())
            occupancy[switch.registers.detector.occupancy_bits()];
        /// Value of the counter of the port whose slot was the cycle before.
        input(switch.port.ports()) value[WORD_BITS as usize];

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
        output rdata[WORD_BITS as usize];
        /// AXI4-Lite read response. 0: OKAY, 2: SLVERR.
        output rresp[2];
        /// The forwarding table has a route for the input port's DLID of the cycle before.
        output(switch.port.ports()) known;
        /// Output port of the route; valid with `known`.
        output(switch.port.ports()) way[switch.port.port_bits()];
        /// Weight of the threshold of the output port's congestion detector.
        output(switch.port.ports()) threshold[4];
        /// Blocks of the shortest packet that the output port's detector marks.
        output(switch.port.ports()) packet_size[8];
        /// Eligible packets between two that the output port's detector marks.
        output(switch.port.ports()) marking_rate[16];
        /// The output port's detector also marks victims.
        output(switch.port.ports()) victim_mask;
        /// Code of the output port's Head-of-Queue Life limit.
        output(switch.port.ports()) hoq_life[CODE_BITS];
        /// Index of the counter whose slot this cycle is.
        output index[index_bits(&switch.port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        output clear;

        /// Registers that software accesses.
        sub registers: SwitchRegisters = SwitchRegisters::new(&switch.registers);
        /// Forwarding table: output port for each DLID.
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
