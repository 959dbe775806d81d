//! The switch with a clock of its own for each port.

use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::link::crossing::LinkCrossing;
use crate::prelude::*;
use crate::switch::SwitchTop;
use tailback_spec::switch::clocks::SwitchClocks as Config;
use tailback_spec::switch::registers::address_bits;

/// Signals of the streams of a port.
fn packets(config: &Config) -> StreamSignals {
    StreamSignals::packets(config.switch.port.width_bits()).stallable().user(2)
}

block! {
    /// A lossless cut-through switch whose ports have clocks of their own.
    ///
    /// To reset it, hold all resets until each clock has had two edges with all of them. The clock of the
    /// switch should be at least as fast as that of each port: if it is slower, `tready` of the received
    /// packets is low at times.
    pub struct SwitchClocks(config: &Config) as "tailback_switch_clocks" {
        /// Clock of the switch.
        clock clock;
        /// Reset of the switch, synchronous to `clock`.
        input reset;
        /// Clocks of the ports.
        clock(config.switch.port.ports()) link_clock;
        /// Resets of the ports, each synchronous to the clock of its port.
        input(config.switch.port.ports()) link_reset;
        /// Registers, synchronous to `clock`.
        slave s_axil: AxiLite(address_bits(&config.switch.registers), true, true);
        /// High while the link of the port is up; driven by a register, of any clock.
        input(config.switch.port.ports()) link_active;
        /// Received packets, synchronous to the clock of the port.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave(config.switch.port.ports()) s_axis: AxiStream(packets(config));
        /// Transmitted packets, synchronous to the clock of the port.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master(config.switch.port.ports()) m_axis: AxiStream(packets(config));

        /// The switch.
        clocked switch: SwitchTop = SwitchTop::new(&config.switch);
        /// Links between the two clocks.
        sub(config.switch.port.ports()) crossing: LinkCrossing = LinkCrossing::new(&config.fifo);
    }
    connect {
        switch: clock, reset, s_axil;
        crossing: clock, reset, link_clock, link_reset, link_active, s_axis, m_axis;
        crossing, switch: active = link_active, received = s_axis, sent = m_axis;
    }
}

wired!(SwitchClocks);
