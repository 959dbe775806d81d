//! The NIC with a clock of its own for the link.

use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::link::crossing::LinkCrossing;
use crate::nic::top::host_stream;
use crate::nic::NicTop;
use crate::prelude::*;
use tailback_spec::nic::clocks::NicClocks as Config;
use tailback_spec::nic::registers::ADDRESS_BITS;

/// Signals of a stream of packets.
fn packets(config: &Config) -> StreamSignals {
    StreamSignals::packets(config.nic.port().width_bits())
}

/// Signals of a stream of flows.
fn flows(config: &Config) -> StreamSignals {
    StreamSignals::messages(config.nic.flow_bits()).stallable()
}

block! {
    /// NIC whose link has a clock of its own.
    ///
    /// To reset it, hold both resets until each clock has had two edges with both. The clock of the NIC
    /// should be at least as fast as that of the link: if it is slower, `tready` of the packets from
    /// the link is low at times.
    pub struct NicClocks(config: &Config) as "tailback_nic_clocks" {
        /// Clock of the NIC.
        clock clock;
        /// Reset of the NIC, synchronous to `clock`.
        input reset;
        /// Clock of the link.
        clock link_clock;
        /// Reset of the link, synchronous to `link_clock`.
        input link_reset;
        /// Registers, synchronous to `clock`.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Link is up; driven by a register, of any clock.
        input link_active;
        /// Packets from the link, synchronous to `link_clock`.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis_link: AxiStream(packets(config).stallable().user(2));
        /// Packets for the link, synchronous to `link_clock`.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis_link: AxiStream(packets(config).stallable().user(2));
        /// Packets of the host, synchronous to `clock`.
        /// `tid` is the flow. `tuser` is high if another packet of the flow is ready behind this
        /// one. Both are valid in the first beat.
        slave s_axis_host: AxiStream(
            packets(config).stallable().id(config.nic.flow_bits()).user(1)
        );
        /// Received packets for the host, synchronous to `clock`.
        /// `tuser` is high if the packet is bad; valid with `tlast`.
        master m_axis_host: AxiStream(host_stream(&config.nic));
        /// Doorbells, synchronous to `clock`: the flow has a packet ready.
        slave s_axis_doorbell: AxiStream(flows(config));
        /// Grants, synchronous to `clock`: the flow may start one packet.
        master m_axis_grant: AxiStream(flows(config));
        /// Declines, synchronous to `clock`: the host has no packet for a grant of the flow.
        slave s_axis_decline: AxiStream(flows(config));
        /// Releases, synchronous to `clock`: the host gives up a packet of the flow in flight, for
        /// which it expects no ACK.
        slave s_axis_release: AxiStream(flows(config));

        /// The NIC.
        clocked nic: NicTop = NicTop::new(&config.nic);
        /// Link between the two clocks.
        sub crossing: LinkCrossing = LinkCrossing::new(&config.fifo);
    }
    connect {
        nic: clock, reset, s_axil, s_axis_host, m_axis_host, s_axis_doorbell, m_axis_grant,
            s_axis_decline, s_axis_release;
        crossing: clock, reset, link_clock, link_reset, link_active, s_axis = s_axis_link,
            m_axis = m_axis_link;
        crossing, nic: active = link_active, received = s_axis_link, sent = m_axis_link;
    }
}

wired!(NicClocks);
