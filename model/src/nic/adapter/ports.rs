//! The ports of the NIC.

use tailback_spec::{port_values, WideWord};

/// Bit of `tuser` on the link: flow-control packet.
pub const FLOW_CONTROL: u64 = 1;
/// Bit of `tuser` on the link: the packet is bad.
pub const BAD: u64 = 2;

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct AdapterInputs {
        /// Write address valid.
        pub s_axil_awvalid: bool,
        /// Write byte address.
        pub s_axil_awaddr: u64,
        /// Write data valid.
        pub s_axil_wvalid: bool,
        /// Write data.
        pub s_axil_wdata: u64,
        /// Write strobes: one bit per byte.
        pub s_axil_wstrb: u64,
        /// Write response ready.
        pub s_axil_bready: bool,
        /// Read address valid.
        pub s_axil_arvalid: bool,
        /// Read byte address.
        pub s_axil_araddr: u64,
        /// Read data ready.
        pub s_axil_rready: bool,
        /// The link is up.
        pub link_active: bool,
        /// Beat from the link valid.
        pub s_axis_link_tvalid: bool,
        /// Bytes of the beat from the link.
        pub s_axis_link_tdata: WideWord,
        /// Valid bytes of the beat from the link: one bit per byte.
        pub s_axis_link_tkeep: u64,
        /// Last beat of the packet from the link.
        pub s_axis_link_tlast: bool,
        /// User bits of the beat from the link: [`FLOW_CONTROL`] and [`BAD`].
        pub s_axis_link_tuser: u64,
        /// Link ready.
        pub m_axis_link_tready: bool,
        /// Beat from the host valid.
        pub s_axis_host_tvalid: bool,
        /// Bytes of the host's beat.
        pub s_axis_host_tdata: WideWord,
        /// Valid bytes of the host's beat: one bit per byte.
        pub s_axis_host_tkeep: u64,
        /// Last beat of the host's packet.
        pub s_axis_host_tlast: bool,
        /// Flow of the host's packet.
        pub s_axis_host_tid: u64,
        /// A further packet of the flow is ready.
        pub s_axis_host_tuser: bool,
        /// Doorbell: a flow has a packet ready.
        pub s_axis_doorbell_tvalid: bool,
        /// Flow of the doorbell.
        pub s_axis_doorbell_tdata: u64,
        /// Grant ready.
        pub m_axis_grant_tready: bool,
        /// Decline: there is no packet for a grant after all.
        pub s_axis_decline_tvalid: bool,
        /// Flow whose grant is declined.
        pub s_axis_decline_tdata: u64,
        /// Release: a packet in flight is given up.
        pub s_axis_release_tvalid: bool,
        /// Flow of the released packet.
        pub s_axis_release_tdata: u64,
    }
}

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct AdapterOutputs {
        /// Write address ready.
        pub s_axil_awready: bool,
        /// Write data ready.
        pub s_axil_wready: bool,
        /// Write response valid.
        pub s_axil_bvalid: bool,
        /// Write response: OKAY, or an error if the write was refused.
        pub s_axil_bresp: u64,
        /// Read address ready.
        pub s_axil_arready: bool,
        /// Read data valid.
        pub s_axil_rvalid: bool,
        /// Read data.
        pub s_axil_rdata: u64,
        /// Read response: OKAY, or an error if the address has no register.
        pub s_axil_rresp: u64,
        /// Beat to the link valid.
        pub m_axis_link_tvalid: bool,
        /// Bytes of the beat to the link.
        pub m_axis_link_tdata: WideWord,
        /// Valid bytes of the beat to the link: one bit per byte.
        pub m_axis_link_tkeep: u64,
        /// Last beat of the packet to the link.
        pub m_axis_link_tlast: bool,
        /// User bits of the beat to the link: [`FLOW_CONTROL`] and [`BAD`].
        pub m_axis_link_tuser: u64,
        /// Ready for a beat of the host.
        pub s_axis_host_tready: bool,
        /// Beat to the host valid.
        pub m_axis_host_tvalid: bool,
        /// Bytes of the beat to the host.
        pub m_axis_host_tdata: WideWord,
        /// Valid bytes of the beat to the host: one bit per byte.
        pub m_axis_host_tkeep: u64,
        /// Last beat of the packet to the host.
        pub m_axis_host_tlast: bool,
        /// The packet to the host is bad.
        pub m_axis_host_tuser: bool,
        /// Doorbell ready.
        pub s_axis_doorbell_tready: bool,
        /// Grant: a flow is to start a packet.
        pub m_axis_grant_tvalid: bool,
        /// Flow that is granted.
        pub m_axis_grant_tdata: u64,
        /// Decline ready.
        pub s_axis_decline_tready: bool,
        /// Release ready.
        pub s_axis_release_tready: bool,
    }
}
