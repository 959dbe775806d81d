//! The switch: single-chip, input-buffered, cut-through, lossless, marking (Globecom'02 §II).

mod blocks;
mod control;
mod credits;
mod crossbar;
mod dispatcher;
mod events;
mod fabric;
mod input;
mod marking;
mod output;
mod path;
mod port;
mod stored;

pub use blocks::BlockEvents;
pub use control::SwitchControl;
pub use credits::PortCredits;
pub use crossbar::{CrossbarInput, CrossbarOutput};
pub use dispatcher::SwitchDispatcher;
pub use events::PortEvents;
pub use fabric::SwitchFabric;
pub use input::SwitchInput;
pub use marking::SwitchMarking;
pub use output::SwitchOutput;
pub use path::SwitchPath;
pub use port::SwitchPort;
pub use stored::StoredPackets;

use crate::interface::AxiLite;
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
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

        /// Registers and forwarding table.
        sub control: SwitchControl = SwitchControl::new(switch);
        /// Ports, and the fabric between them.
        sub path: SwitchPath = SwitchPath::new(switch);
    }
    connect {
        control: s_axil, link_active;
        control, path: known, way, threshold, packet_size, marking_rate, victim_mask, hoq_life,
            index, clear;
        path: rx.valid = s_axis.tvalid, rx.data = s_axis.tdata, rx.keep = s_axis.tkeep,
            rx.last = s_axis.tlast, tx.ready = m_axis.tready, tx.valid = m_axis.tvalid,
            tx.data = m_axis.tdata, tx.keep = m_axis.tkeep, tx.last = m_axis.tlast, link_active;
        path, control: dlid, initialised, value, congested, victim, occupancy;
    }
}

impl Logic for SwitchTop {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.path.rx.flow_control[port].next = self.s_axis.tuser[port].val().get_bit(0);
            self.path.rx.bad[port].next = self.s_axis.tuser[port].val().get_bit(1);
            self.m_axis.tuser[port].next =
                self.m_axis.tuser[port].val().replace_bit(0, self.path.tx.flow_control[port].val());
            self.m_axis.tuser[port].next =
                self.m_axis.tuser[port].val().replace_bit(1, self.path.tx.bad[port].val());
        }
    }
}
