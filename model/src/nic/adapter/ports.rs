//! The ports.

use tailback_spec::{port_values, WideWord};

/// Bit of `tuser` on the link: the beat is a flow-control packet.
pub const FLOW_CONTROL: u64 = 1;
/// Bit of `tuser` on the link: the packet is bad.
pub const BAD: u64 = 2;

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct AdapterInputs {
        /// Address of a write.
        pub s_axil_awvalid: bool,
        /// Which.
        pub s_axil_awaddr: u64,
        /// Data of a write.
        pub s_axil_wvalid: bool,
        /// Which.
        pub s_axil_wdata: u64,
        /// Bytes that are written.
        pub s_axil_wstrb: u64,
        /// The answer to a write is taken.
        pub s_axil_bready: bool,
        /// Address of a read.
        pub s_axil_arvalid: bool,
        /// Which.
        pub s_axil_araddr: u64,
        /// The answer to a read is taken.
        pub s_axil_rready: bool,
        /// The link is up.
        pub link_active: bool,
        /// A beat comes from the link.
        pub s_axis_link_tvalid: bool,
        /// Its bytes.
        pub s_axis_link_tdata: WideWord,
        /// Which of them count.
        pub s_axis_link_tkeep: u64,
        /// It is the last of its packet.
        pub s_axis_link_tlast: bool,
        /// It is [`FLOW_CONTROL`]; the packet is [`BAD`].
        pub s_axis_link_tuser: u64,
        /// The link takes the beat.
        pub m_axis_link_tready: bool,
        /// The host has a beat.
        pub s_axis_host_tvalid: bool,
        /// Its bytes.
        pub s_axis_host_tdata: WideWord,
        /// Which of them count.
        pub s_axis_host_tkeep: u64,
        /// It is the last of its packet.
        pub s_axis_host_tlast: bool,
        /// Its flow.
        pub s_axis_host_tid: u64,
        /// A further packet of the flow is ready.
        pub s_axis_host_tuser: bool,
        /// A flow has a packet ready.
        pub s_axis_doorbell_tvalid: bool,
        /// Which one.
        pub s_axis_doorbell_tdata: u64,
        /// The grant is taken.
        pub m_axis_grant_tready: bool,
        /// There is no packet for a grant after all.
        pub s_axis_decline_tvalid: bool,
        /// The flow that was granted.
        pub s_axis_decline_tdata: u64,
        /// A packet in flight is given up.
        pub s_axis_release_tvalid: bool,
        /// Its flow.
        pub s_axis_release_tdata: u64,
    }
}

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct AdapterOutputs {
        /// The address of a write is taken.
        pub s_axil_awready: bool,
        /// The data of a write are taken.
        pub s_axil_wready: bool,
        /// There is an answer to a write.
        pub s_axil_bvalid: bool,
        /// Whether it was done.
        pub s_axil_bresp: u64,
        /// The address of a read is taken.
        pub s_axil_arready: bool,
        /// There is an answer to a read.
        pub s_axil_rvalid: bool,
        /// What was read.
        pub s_axil_rdata: u64,
        /// Whether there was something.
        pub s_axil_rresp: u64,
        /// A beat goes to the link.
        pub m_axis_link_tvalid: bool,
        /// Its bytes.
        pub m_axis_link_tdata: WideWord,
        /// Which of them count.
        pub m_axis_link_tkeep: u64,
        /// It is the last of its packet.
        pub m_axis_link_tlast: bool,
        /// It is [`FLOW_CONTROL`]; the packet is [`BAD`].
        pub m_axis_link_tuser: u64,
        /// The host's beat is taken.
        pub s_axis_host_tready: bool,
        /// A beat for the host.
        pub m_axis_host_tvalid: bool,
        /// Its bytes.
        pub m_axis_host_tdata: WideWord,
        /// Which of them count.
        pub m_axis_host_tkeep: u64,
        /// It is the last of its packet.
        pub m_axis_host_tlast: bool,
        /// The packet is bad.
        pub m_axis_host_tuser: bool,
        /// The doorbell is taken.
        pub s_axis_doorbell_tready: bool,
        /// A flow is to start a packet.
        pub m_axis_grant_tvalid: bool,
        /// Which one.
        pub m_axis_grant_tdata: u64,
        /// The decline is taken.
        pub s_axis_decline_tready: bool,
        /// The release is taken.
        pub s_axis_release_tready: bool,
    }
}
