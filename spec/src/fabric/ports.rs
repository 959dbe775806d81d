//! The ports of the fabric.

use super::{Fabric, MODULE};
use crate::{
    link::cable::USER_BITS,
    nic::registers::ADDRESS_BITS,
    ports::{Direction, Port, PortTable},
    registers::{WORD_BITS, WORD_BYTES},
    switch::registers::address_bits,
};

/// Bits of an answer of AXI4-Lite.
const RESPONSE_BITS: usize = 2;

/// Name, bits of a lane, what it carries.
type Row = (&'static str, usize, &'static str);

impl Fabric {
    /// Bits of an address of each component: those of the registers that have more of them.
    pub fn address_bits(&self) -> usize {
        self.switch_address_bits().max(ADDRESS_BITS)
    }

    /// Bits of an address of a switch.
    pub fn switch_address_bits(&self) -> usize {
        address_bits(&self.scenario.config.registers())
    }
}

/// All of them: inputs, then outputs.
pub fn table(fabric: &Fabric) -> PortTable {
    let (components, hosts) = (fabric.components(), fabric.scenario.hosts.len());
    let links = fabric.scenario.links();
    let cable = fabric.cables[0];
    let (width, bytes) = (cable.width_bits(), cable.width_bytes());
    let (address, flow) = (fabric.address_bits(), fabric.nic.flow_bits());
    let (word, strobes) = (WORD_BITS as usize, WORD_BYTES as usize);
    let mut ports = Vec::new();
    let mut add = |direction, lanes, rows: &[Row]| {
        ports.extend(rows.iter().map(|&(name, width, doc)| Port {
            name: name.into(),
            direction,
            lanes,
            width,
            doc: doc.into(),
        }));
    };
    add(
        Direction::Input,
        components,
        &[
            ("s_axil_awvalid", 1, "There is an address to be written."),
            ("s_axil_awaddr", address, "The address."),
            ("s_axil_wvalid", 1, "There is data to be written."),
            ("s_axil_wdata", word, "The data."),
            ("s_axil_wstrb", strobes, "Bytes of it that count."),
            ("s_axil_bready", 1, "The answer to a write is taken."),
            ("s_axil_arvalid", 1, "There is an address to be read."),
            ("s_axil_araddr", address, "The address."),
            ("s_axil_rready", 1, "The answer to a read is taken."),
        ],
    );
    add(
        Direction::Input,
        hosts,
        &[
            ("s_axis_host_tvalid", 1, "The host has a beat."),
            ("s_axis_host_tdata", width, "Its bytes."),
            ("s_axis_host_tkeep", bytes, "Which of them count; with tlast."),
            ("s_axis_host_tlast", 1, "It is the last of its packet."),
            ("s_axis_host_tid", flow, "Its flow."),
            ("s_axis_host_tuser", 1, "A further packet of the flow is ready; in the first beat."),
            ("s_axis_doorbell_tvalid", 1, "A flow has a packet ready."),
            ("s_axis_doorbell_tdata", flow, "Which one."),
            ("m_axis_grant_tready", 1, "The grant is taken."),
            ("s_axis_decline_tvalid", 1, "There is no packet for a grant after all."),
            ("s_axis_decline_tdata", flow, "The flow that was granted."),
            ("s_axis_release_tvalid", 1, "A packet in flight is given up."),
            ("s_axis_release_tdata", flow, "Its flow."),
        ],
    );
    add(
        Direction::Output,
        components,
        &[
            ("s_axil_awready", 1, "The address to be written is taken."),
            ("s_axil_wready", 1, "The data is taken."),
            ("s_axil_bvalid", 1, "There is an answer to a write."),
            ("s_axil_bresp", RESPONSE_BITS, "0: OKAY, 2: SLVERR."),
            ("s_axil_arready", 1, "The address to be read is taken."),
            ("s_axil_rvalid", 1, "There is an answer to a read."),
            ("s_axil_rdata", word, "What the register holds."),
            ("s_axil_rresp", RESPONSE_BITS, "0: OKAY, 2: SLVERR."),
        ],
    );
    add(
        Direction::Output,
        hosts,
        &[
            ("s_axis_host_tready", 1, "The host's beat is taken."),
            ("m_axis_host_tvalid", 1, "A beat for the host; it cannot be stalled."),
            ("m_axis_host_tdata", width, "Its bytes."),
            ("m_axis_host_tkeep", bytes, "Which of them count."),
            ("m_axis_host_tlast", 1, "It is the last of its packet."),
            ("m_axis_host_tuser", 1, "The packet is bad; with tlast."),
            ("s_axis_doorbell_tready", 1, "The doorbell is taken."),
            ("m_axis_grant_tvalid", 1, "A flow is to start a packet."),
            ("m_axis_grant_tdata", flow, "Which one."),
            ("s_axis_decline_tready", 1, "The decline is taken."),
            ("s_axis_release_tready", 1, "The release is taken."),
        ],
    );
    add(
        Direction::Output,
        links,
        &[
            ("link_tvalid", 1, "A beat goes into the link."),
            ("link_tdata", width, "Its bytes."),
            ("link_tkeep", bytes, "Which of them count."),
            ("link_tlast", 1, "It is the last of its packet."),
            (
                "link_tuser",
                USER_BITS,
                "Bit 0: it is a flow-control packet. Bit 1: the packet is bad.",
            ),
        ],
    );
    PortTable { module: MODULE.into(), clocked: true, ports }
}
