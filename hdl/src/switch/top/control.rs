//! The registers and the forwarding table of the switch.

use crate::interface::AxiLite;
use crate::prelude::*;
use crate::switch::{ForwardingTable, SwitchRegisters};
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::head_of_queue::CODE_BITS;
use tailback_spec::switch::registers::address_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// The AXI4-Lite registers of the switch, and the forwarding table that they fill.
    pub struct SwitchControl(switch: &SwitchTop) as "tailback_switch_control" {
        /// Output ports times data virtual lanes (VLs).
        count port_lanes = switch.port.ports() * switch.port.virtual_lanes();

        /// Registers.
        slave s_axil: AxiLite(address_bits(&switch.registers), true, true);
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
    connect {
        registers: s_axil, index, clear, link_active, initialised, congested, victim, value,
            threshold, packet_size, marking_rate, victim_mask, hoq_life;
        registers, ways: forward_write = write, forward_address = write_address,
            forward_valid = write_valid, forward_port = write_port, read_address;
        ways, registers: read_valid, read_port, clearing;
        ways: dlid, link_active, known, port = way;
    }
}

impl Logic for SwitchControl {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.port_lanes.val() {
            self.registers.occupancy[at].next = self.occupancy[at].val();
        }
    }
}
