//! Ports of the fabric over Ethernet.

use super::{EthernetFabric, MODULE};
use crate::{
    efl::{registers::ADDRESS_BITS, switch::address, BEAT_BYTES},
    fabric::ports::{axi_lite_inputs, axi_lite_outputs, Rows},
    ports::{Direction, PortTable},
};

/// Bits of a message with credits.
const CREDIT_BITS: usize = 32;

/// Bits of an address of each component: the wider of those of switch and endpoint.
pub const COMPONENT_ADDRESS_BITS: usize =
    if ADDRESS_BITS > address::BITS { ADDRESS_BITS } else { address::BITS };

/// All ports: inputs, then outputs.
pub fn table(fabric: &EthernetFabric) -> PortTable {
    let (components, hosts) = (fabric.components(), fabric.scenario().hosts.len());
    let links = fabric.link_delays().len();
    let (width, bytes) = (BEAT_BYTES * u8::BITS as usize, BEAT_BYTES);
    let flow = fabric.endpoint().flow_bits();
    let mut rows = Rows::default();
    rows.add(Direction::Input, components, &axi_lite_inputs(COMPONENT_ADDRESS_BITS));
    rows.add(
        Direction::Input,
        hosts,
        &[
            ("s_axis_host_tvalid", 1, "Beat from the host valid."),
            ("s_axis_host_tdata", width, "Bytes of the beat from the host."),
            ("s_axis_host_tkeep", bytes, "Valid bytes of the last beat."),
            ("s_axis_host_tlast", 1, "Last beat of its packet."),
            ("s_axis_host_tid", flow, "Flow of the packet."),
            ("m_axis_host_tready", 1, "Beat for the host ready."),
        ],
    );
    rows.add(
        Direction::Input,
        links,
        &[
            ("link_tready", 1, "The link accepts a beat of its component."),
            ("link_lost", 1, "The frame of that beat is lost."),
            ("link_corrupted", 1, "The frame of that beat is altered, and ends as bad."),
            ("copy_tvalid", 1, "Beat of a copy to the link valid; link_tready is 0."),
            ("copy_tdata", width, "Bytes of the beat of a copy."),
            ("copy_tkeep", bytes, "Valid bytes of the beat of a copy."),
            ("copy_tlast", 1, "Last beat of its frame."),
            ("copy_tuser", 1, "With tlast: the copy is bad."),
        ],
    );
    rows.add(Direction::Output, components, &axi_lite_outputs());
    rows.add(Direction::Output, components, &[("ready", 1, "The component can be used.")]);
    rows.add(
        Direction::Output,
        hosts,
        &[
            ("s_axis_host_tready", 1, "Beat from the host ready."),
            ("m_axis_host_tvalid", 1, "Beat for the host valid."),
            ("m_axis_host_tdata", width, "Bytes of the beat for the host."),
            ("m_axis_host_tkeep", bytes, "Valid bytes of the beat."),
            ("m_axis_host_tlast", 1, "Last beat of its packet."),
            ("m_axis_host_tid", flow, "Flow of the packet."),
            ("m_axis_credit_tvalid", 1, "Credits valid; the host cannot stall them."),
            ("m_axis_credit_tdata", CREDIT_BITS, "Flow in bits 31 to 16, credits in bits 15 to 0."),
        ],
    );
    rows.add(
        Direction::Output,
        links,
        &[
            ("link_tvalid", 1, "Beat of the component to the link valid and accepted."),
            ("link_tdata", width, "Bytes of the beat to the link."),
            ("link_tkeep", bytes, "Valid bytes of the beat."),
            ("link_tlast", 1, "Last beat of its frame."),
        ],
    );
    PortTable {
        module: MODULE.into(),
        clocked: true,
        active_low_reset: false,
        clocks: Vec::new(),
        ports: rows.0,
    }
}
