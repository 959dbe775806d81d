//! The switch: single-chip, input-buffered, cut-through, lossless, marking (Globecom'02 §II).

mod blocks;
mod claims;
mod credits;
mod crossbar;
mod events;
mod fabric;
mod interfaces;
mod port;
mod received;
mod sendable;
mod stored;

pub use blocks::BlockEvents;
pub use claims::ClaimedPacket;
pub use credits::PortCredits;
pub use crossbar::{CrossbarInput, CrossbarOutput};
pub use events::PortEvents;
pub use fabric::SwitchFabric;
pub use interfaces::{BufferControl, CrossbarBeats, OutputControl};
pub use port::SwitchPort;
pub use received::ReceivedBeats;
pub use sendable::SendableQueues;
pub use stored::StoredPackets;

use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::prelude::*;
use crate::switch::{ForwardingTable, SwitchRegisters};
use tailback_spec::switch::registers::address_bits;
use tailback_spec::switch::top::SwitchTop as Config;

block! {
    /// A lossless cut-through switch that marks packets when it is congested.
    ///
    /// Each port receives and transmits packets over one AXI4-Stream per direction. A receive
    /// stream has no `tready`: link-level credits limit what the other end sends. Software accesses
    /// the registers over AXI4-Lite.
    pub struct SwitchTop(switch: &Config) as "tailback_switch" {
        /// Ports.
        count ports = switch.port.ports();

        /// Registers.
        slave s_axil: AxiLite(address_bits(&switch.registers), true, true);
        /// High while the link of the port is up.
        input(switch.port.ports()) link_active;
        /// Received packets.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave(switch.port.ports()) s_axis: AxiStream(StreamSignals::packets(switch.port.width_bits()).user(2));
        /// Transmitted packets.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master(switch.port.ports()) m_axis: AxiStream(
            StreamSignals::packets(switch.port.width_bits()).stallable().user(2)
        );

        /// Per port and data VL: blocks of the longest packet that may start.
        local(switch.port.ports() * switch.port.virtual_lanes())
            available[switch.port.block_bits()];

        /// Registers that software accesses.
        sub registers: SwitchRegisters = SwitchRegisters::new(&switch.registers);
        /// Forwarding table: output port for each DLID.
        sub ways: ForwardingTable = ForwardingTable::new(&switch.forwarding);
        /// Ports.
        sub(switch.port.ports()) side: SwitchPort = SwitchPort::new(switch);
        /// Fabric between the ports.
        sub fabric: SwitchFabric = SwitchFabric::new(switch);
    }
    connect {
        registers: s_axil, link_active;
        registers, ways: forward_write = write, forward_address = write_address,
            forward_valid = write_valid, forward_port = write_port, read_address;
        registers, side: index, clear;
        registers, fabric: threshold, packet_size, marking_rate, victim_mask, hoq_life;
        ways: link_active;
        ways, registers: read_valid, read_port, clearing;
        ways, side: known, port = way;
        side: link_active, links_active = link_active, available, all_available = available,
            rx.valid = s_axis.tvalid, rx.data = s_axis.tdata, rx.keep = s_axis.tkeep,
            rx.last = s_axis.tlast, tx.ready = m_axis.tready, tx.valid = m_axis.tvalid,
            tx.data = m_axis.tdata, tx.keep = m_axis.tkeep, tx.last = m_axis.tlast;
        side, ways: dlid;
        side, registers: initialised, value;
        side, fabric: arrive, arrive_queue, stored, sent, sending;
        fabric, side: word, stalled, expired;
        fabric, registers: congested, victim, occupancy;
    }
}

impl Logic for SwitchTop {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.side[port].rx.flow_control.next = self.s_axis.tuser[port].val().get_bit(0);
            self.side[port].rx.bad.next = self.s_axis.tuser[port].val().get_bit(1);
            self.m_axis.tuser[port].next =
                self.m_axis.tuser[port].val().replace_bit(0, self.side[port].tx.flow_control.val());
            self.m_axis.tuser[port].next =
                self.m_axis.tuser[port].val().replace_bit(1, self.side[port].tx.bad.val());
        }
    }
}
