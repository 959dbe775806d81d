//! The ports of the twin. An element belongs to a component (switches, then hosts) in `s_axil`, to
//! a directed link in `link`, and to a host in all others.

use tailback_spec::{port_values, BitLanes, ManyLanes, WideWords};

port_values! {
    /// Outputs of software and hosts.
    pub struct FabricInputs {
        /// Write address valid.
        pub s_axil_awvalid: BitLanes,
        /// Write byte address.
        pub s_axil_awaddr: ManyLanes,
        /// Write data valid.
        pub s_axil_wvalid: BitLanes,
        /// Write data.
        pub s_axil_wdata: ManyLanes,
        /// Write strobes: one bit per byte.
        pub s_axil_wstrb: ManyLanes,
        /// Write response ready.
        pub s_axil_bready: BitLanes,
        /// Read address valid.
        pub s_axil_arvalid: BitLanes,
        /// Read byte address.
        pub s_axil_araddr: ManyLanes,
        /// Read data ready.
        pub s_axil_rready: BitLanes,
        /// Beat from the host valid.
        pub s_axis_host_tvalid: BitLanes,
        /// Bytes of the host's beat.
        pub s_axis_host_tdata: WideWords,
        /// Valid bytes of the host's beat: one bit per byte.
        pub s_axis_host_tkeep: WideWords,
        /// Last beat of the host's packet.
        pub s_axis_host_tlast: BitLanes,
        /// Flow of the host's packet.
        pub s_axis_host_tid: ManyLanes,
        /// A further packet of the flow is ready.
        pub s_axis_host_tuser: BitLanes,
        /// Doorbell: a flow has a packet ready.
        pub s_axis_doorbell_tvalid: BitLanes,
        /// Flow of the doorbell.
        pub s_axis_doorbell_tdata: ManyLanes,
        /// Grant ready.
        pub m_axis_grant_tready: BitLanes,
        /// Decline: there is no packet for a grant after all.
        pub s_axis_decline_tvalid: BitLanes,
        /// Flow whose grant is declined.
        pub s_axis_decline_tdata: ManyLanes,
        /// Release: a packet in flight is given up.
        pub s_axis_release_tvalid: BitLanes,
        /// Flow of the released packet.
        pub s_axis_release_tdata: ManyLanes,
    }
}

port_values! {
    /// Inputs of software and hosts, and the beats that enter each link.
    pub struct FabricOutputs {
        /// Write address ready.
        pub s_axil_awready: BitLanes,
        /// Write data ready.
        pub s_axil_wready: BitLanes,
        /// Write response valid.
        pub s_axil_bvalid: BitLanes,
        /// Write response: OKAY, or an error if the write was refused.
        pub s_axil_bresp: ManyLanes,
        /// Read address ready.
        pub s_axil_arready: BitLanes,
        /// Read data valid.
        pub s_axil_rvalid: BitLanes,
        /// Read data.
        pub s_axil_rdata: ManyLanes,
        /// Read response: OKAY, or an error if the address has no register.
        pub s_axil_rresp: ManyLanes,
        /// Ready for a beat of the host.
        pub s_axis_host_tready: BitLanes,
        /// Beat to the host valid.
        pub m_axis_host_tvalid: BitLanes,
        /// Bytes of the beat to the host.
        pub m_axis_host_tdata: WideWords,
        /// Valid bytes of the beat to the host: one bit per byte.
        pub m_axis_host_tkeep: WideWords,
        /// Last beat of the packet to the host.
        pub m_axis_host_tlast: BitLanes,
        /// The packet to the host is bad.
        pub m_axis_host_tuser: BitLanes,
        /// Doorbell ready.
        pub s_axis_doorbell_tready: BitLanes,
        /// Grant: a flow is to start a packet.
        pub m_axis_grant_tvalid: BitLanes,
        /// Flow that is granted.
        pub m_axis_grant_tdata: ManyLanes,
        /// Decline ready.
        pub s_axis_decline_tready: BitLanes,
        /// Release ready.
        pub s_axis_release_tready: BitLanes,
        /// Beat into the link valid.
        pub link_tvalid: BitLanes,
        /// Bytes of the link's beat.
        pub link_tdata: WideWords,
        /// Valid bytes of the link's beat: one bit per byte.
        pub link_tkeep: WideWords,
        /// Last beat of the link's packet.
        pub link_tlast: BitLanes,
        /// Link's beat: bit 0: flow-control packet; bit 1: the packet is bad.
        pub link_tuser: ManyLanes,
    }
}
