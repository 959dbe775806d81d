//! The ports of the NIC.

use crate::interface::{
    AxiLiteRequest, AxiLiteResponse, AxiStreamReady, MessageStream, PacketStream, TaggedStream,
};
use tailback_spec::{port_values, WideWord};

/// Bit of `tuser` on the link: flow-control packet.
pub const FLOW_CONTROL: u64 = 1;
/// Bit of `tuser` on the link: the packet is bad.
pub const BAD: u64 = 2;

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct NicInputs<Ready> {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// The link is up.
        pub link_active: bool,
        /// Packets from the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub s_axis_link: PacketStream<bool, WideWord, u64, u64>,
        /// Ready for a beat at the link.
        pub m_axis_link: AxiStreamReady<bool>,
        /// Packets of the host. `tid`: flow; `tuser`: a further packet of the flow is ready.
        pub s_axis_host: TaggedStream<bool, WideWord, u64, u64, bool>,
        /// Ready for a beat of a packet to the host, with a receive buffer.
        pub m_axis_host: AxiStreamReady<Ready>,
        /// Doorbells: the flow has a packet ready.
        pub s_axis_doorbell: MessageStream<bool, u64>,
        /// Ready for a grant.
        pub m_axis_grant: AxiStreamReady<bool>,
        /// Declines: there is no packet for the grant of the flow.
        pub s_axis_decline: MessageStream<bool, u64>,
        /// Releases: a packet of the flow in flight is given up.
        pub s_axis_release: MessageStream<bool, u64>,
    }
}

/// Inputs of a NIC. `Ready` is `()` for one without a receive buffer, which lacks `m_axis_host_tready`;
/// such a NIC ignores a `bool`.
pub type NicTopInputs<Ready = bool> = NicInputs<Ready>;

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct NicTopOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// Packets to the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub m_axis_link: PacketStream<bool, WideWord, u64, u64>,
        /// Ready for a beat of the host.
        pub s_axis_host: AxiStreamReady<bool>,
        /// Packets to the host. `tuser`: the packet is bad; valid with `tlast`.
        pub m_axis_host: PacketStream<bool, WideWord, u64, bool>,
        /// Ready for a doorbell.
        pub s_axis_doorbell: AxiStreamReady<bool>,
        /// Grants: the flow is to start a packet.
        pub m_axis_grant: MessageStream<bool, u64>,
        /// Ready for a decline.
        pub s_axis_decline: AxiStreamReady<bool>,
        /// Ready for a release.
        pub s_axis_release: AxiStreamReady<bool>,
    }
}
