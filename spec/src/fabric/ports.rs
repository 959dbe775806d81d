//! Ports of the fabric.

use super::{Fabric, MODULE};
use crate::{
    link::delay::USER_BITS,
    nic::registers::ADDRESS_BITS,
    ports::{Direction, Port, PortTable},
    registers::{WORD_BITS, WORD_BYTES},
    switch::registers::address_bits,
};

/// Bits of a response of AXI4-Lite.
const RESPONSE_BITS: usize = 2;

/// Name, bits of an element, description.
pub(super) type Row = (&'static str, usize, &'static str);

/// Ports in the order of the module.
#[derive(Default)]
pub(super) struct Rows(pub Vec<Port>);

impl Rows {
    /// Adds ports with so many elements each.
    pub fn add(&mut self, direction: Direction, lanes: usize, rows: &[Row]) {
        self.0.extend(rows.iter().map(|&(name, width, doc)| Port {
            name: name.into(),
            direction,
            lanes,
            width,
            doc: doc.into(),
        }));
    }
}

/// Inputs of AXI4-Lite.
pub(super) fn axi_lite_inputs(address_bits: usize) -> [Row; 9] {
    let (word, strobes) = (WORD_BITS as usize, WORD_BYTES as usize);
    [
        ("s_axil_awvalid", 1, "Write address valid."),
        ("s_axil_awaddr", address_bits, "Write address."),
        ("s_axil_wvalid", 1, "Write data valid."),
        ("s_axil_wdata", word, "Write data."),
        ("s_axil_wstrb", strobes, "Write strobes, one bit per byte."),
        ("s_axil_bready", 1, "Write response ready."),
        ("s_axil_arvalid", 1, "Read address valid."),
        ("s_axil_araddr", address_bits, "Read address."),
        ("s_axil_rready", 1, "Read data ready."),
    ]
}

/// Outputs of AXI4-Lite.
pub(super) fn axi_lite_outputs() -> [Row; 8] {
    [
        ("s_axil_awready", 1, "Write address ready."),
        ("s_axil_wready", 1, "Write data ready."),
        ("s_axil_bvalid", 1, "Write response valid."),
        ("s_axil_bresp", RESPONSE_BITS, "Response: 0 is OKAY, 2 is SLVERR."),
        ("s_axil_arready", 1, "Read address ready."),
        ("s_axil_rvalid", 1, "Read data valid."),
        ("s_axil_rdata", WORD_BITS as usize, "Read data."),
        ("s_axil_rresp", RESPONSE_BITS, "Response: 0 is OKAY, 2 is SLVERR."),
    ]
}

impl Fabric {
    /// Bits of an address of each component: the wider of those of switch and NIC.
    pub fn address_bits(&self) -> usize {
        self.switch_address_bits().max(ADDRESS_BITS)
    }

    /// Bits of an address of a switch.
    pub fn switch_address_bits(&self) -> usize {
        address_bits(&self.scenario.config.registers())
    }
}

/// All ports: inputs, then outputs.
pub fn table(fabric: &Fabric) -> PortTable {
    let (components, hosts) = (fabric.components(), fabric.scenario.hosts.len());
    let links = fabric.scenario.links();
    let link_delay = fabric.link_delays[0];
    let (width, bytes) = (link_delay.width_bits(), link_delay.width_bytes());
    let flow = fabric.nic.flow_bits();
    let valid = match fabric.nic.receive_buffer() {
        Some(_) => "Beat for the host valid.",
        None => "Beat for the host valid; the host cannot stall it.",
    };
    let mut rows = Rows::default();
    let mut add = |direction, lanes, added: &[Row]| rows.add(direction, lanes, added);
    add(Direction::Input, components, &axi_lite_inputs(fabric.address_bits()));
    add(
        Direction::Input,
        hosts,
        &[
            ("s_axis_host_tvalid", 1, "Beat from the host valid."),
            ("s_axis_host_tdata", width, "Bytes of the beat from the host."),
            ("s_axis_host_tkeep", bytes, "Valid bytes of the last beat."),
            ("s_axis_host_tlast", 1, "Last beat of its packet."),
            ("s_axis_host_tid", flow, "Flow of the packet."),
            ("s_axis_host_tuser", 1, "In the first beat: the flow has a further packet ready."),
        ],
    );
    if fabric.nic.receive_buffer().is_some() {
        add(Direction::Input, hosts, &[("m_axis_host_tready", 1, "Beat for the host ready.")]);
    }
    add(
        Direction::Input,
        hosts,
        &[
            ("s_axis_doorbell_tvalid", 1, "Doorbell: a flow has a packet ready."),
            ("s_axis_doorbell_tdata", flow, "Flow of the doorbell."),
            ("m_axis_grant_tready", 1, "Grant ready."),
            ("s_axis_decline_tvalid", 1, "Decline: the granted flow has no packet."),
            ("s_axis_decline_tdata", flow, "Flow of the decline."),
            ("s_axis_release_tvalid", 1, "Release: the host gives up a packet in flight."),
            ("s_axis_release_tdata", flow, "Flow of the release."),
        ],
    );
    add(Direction::Output, components, &axi_lite_outputs());
    add(
        Direction::Output,
        hosts,
        &[
            ("s_axis_host_tready", 1, "Beat from the host ready."),
            ("m_axis_host_tvalid", 1, valid),
            ("m_axis_host_tdata", width, "Bytes of the beat for the host."),
            ("m_axis_host_tkeep", bytes, "Valid bytes of the beat."),
            ("m_axis_host_tlast", 1, "Last beat of its packet."),
            ("m_axis_host_tuser", 1, "With tlast: the packet is bad."),
            ("s_axis_doorbell_tready", 1, "Doorbell ready."),
            ("m_axis_grant_tvalid", 1, "Grant: a flow is to start a packet."),
            ("m_axis_grant_tdata", flow, "Flow of the grant."),
            ("s_axis_decline_tready", 1, "Decline ready."),
            ("s_axis_release_tready", 1, "Release ready."),
        ],
    );
    add(
        Direction::Output,
        links,
        &[
            ("link_tvalid", 1, "Beat to the link valid."),
            ("link_tdata", width, "Bytes of the beat to the link."),
            ("link_tkeep", bytes, "Valid bytes of the beat."),
            ("link_tlast", 1, "Last beat of its packet."),
            ("link_tuser", USER_BITS, "Bit 0: flow-control packet. Bit 1: bad packet."),
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
