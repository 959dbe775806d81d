//! The ports. A lane is a component (switches, then hosts) with `s_axil`, a directed link with
//! `link`, and a host with all others.

use tailback_spec::{port_values, BitLanes, ManyLanes, WideWords};

port_values! {
    /// Software and hosts.
    pub struct FabricInputs {
        /// Address of a write.
        pub s_axil_awvalid: BitLanes,
        /// Which.
        pub s_axil_awaddr: ManyLanes,
        /// Data of a write.
        pub s_axil_wvalid: BitLanes,
        /// Which.
        pub s_axil_wdata: ManyLanes,
        /// Bytes that are written.
        pub s_axil_wstrb: ManyLanes,
        /// The answer to a write is taken.
        pub s_axil_bready: BitLanes,
        /// Address of a read.
        pub s_axil_arvalid: BitLanes,
        /// Which.
        pub s_axil_araddr: ManyLanes,
        /// The answer to a read is taken.
        pub s_axil_rready: BitLanes,
        /// The host has a beat.
        pub s_axis_host_tvalid: BitLanes,
        /// Its bytes.
        pub s_axis_host_tdata: WideWords,
        /// Which of them count.
        pub s_axis_host_tkeep: WideWords,
        /// It is the last of its packet.
        pub s_axis_host_tlast: BitLanes,
        /// Its flow.
        pub s_axis_host_tid: ManyLanes,
        /// A further packet of the flow is ready.
        pub s_axis_host_tuser: BitLanes,
        /// A flow has a packet ready.
        pub s_axis_doorbell_tvalid: BitLanes,
        /// Which one.
        pub s_axis_doorbell_tdata: ManyLanes,
        /// The grant is taken.
        pub m_axis_grant_tready: BitLanes,
        /// There is no packet for a grant after all.
        pub s_axis_decline_tvalid: BitLanes,
        /// The flow that was granted.
        pub s_axis_decline_tdata: ManyLanes,
        /// A packet in flight is given up.
        pub s_axis_release_tvalid: BitLanes,
        /// Its flow.
        pub s_axis_release_tdata: ManyLanes,
    }
}

port_values! {
    /// What software and hosts see, and what goes into each link.
    pub struct FabricOutputs {
        /// The address of a write is taken.
        pub s_axil_awready: BitLanes,
        /// The data of a write are taken.
        pub s_axil_wready: BitLanes,
        /// There is an answer to a write.
        pub s_axil_bvalid: BitLanes,
        /// Whether it was done.
        pub s_axil_bresp: ManyLanes,
        /// The address of a read is taken.
        pub s_axil_arready: BitLanes,
        /// There is an answer to a read.
        pub s_axil_rvalid: BitLanes,
        /// What was read.
        pub s_axil_rdata: ManyLanes,
        /// Whether there was something.
        pub s_axil_rresp: ManyLanes,
        /// The host's beat is taken.
        pub s_axis_host_tready: BitLanes,
        /// A beat for the host.
        pub m_axis_host_tvalid: BitLanes,
        /// Its bytes.
        pub m_axis_host_tdata: WideWords,
        /// Which of them count.
        pub m_axis_host_tkeep: WideWords,
        /// It is the last of its packet.
        pub m_axis_host_tlast: BitLanes,
        /// The packet is bad.
        pub m_axis_host_tuser: BitLanes,
        /// The doorbell is taken.
        pub s_axis_doorbell_tready: BitLanes,
        /// A flow is to start a packet.
        pub m_axis_grant_tvalid: BitLanes,
        /// Which one.
        pub m_axis_grant_tdata: ManyLanes,
        /// The decline is taken.
        pub s_axis_decline_tready: BitLanes,
        /// The release is taken.
        pub s_axis_release_tready: BitLanes,
        /// A beat goes into the link.
        pub link_tvalid: BitLanes,
        /// Its bytes.
        pub link_tdata: WideWords,
        /// Which of them count.
        pub link_tkeep: WideWords,
        /// It is the last of its packet.
        pub link_tlast: BitLanes,
        /// Bit 0: it is a flow-control packet; bit 1: the packet is bad.
        pub link_tuser: ManyLanes,
    }
}
