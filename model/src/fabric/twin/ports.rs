//! The ports of the twin. An element belongs to a component (switches, then hosts) in `s_axil`, to
//! a directed link in `link`, and to a host in all others.

use crate::interface::{
    AxiLiteRequest, AxiLiteResponse, AxiStreamReady, MessageStream, PacketStream, TaggedStream,
};
use tailback_spec::{port_values, BitLanes, ManyLanes, WideWords};

port_values! {
    /// Outputs of software and hosts.
    pub struct HostsOutputs<Ready> {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<BitLanes, ManyLanes>,
        /// Packets of the host. `tid`: flow; `tuser`: a further packet of the flow is ready.
        pub s_axis_host: TaggedStream<BitLanes, WideWords, WideWords, ManyLanes, BitLanes>,
        /// Ready for a beat of a packet to the host, with receive buffers.
        pub m_axis_host: AxiStreamReady<Ready>,
        /// Doorbells: the flow has a packet ready.
        pub s_axis_doorbell: MessageStream<BitLanes, ManyLanes>,
        /// Ready for a grant.
        pub m_axis_grant: AxiStreamReady<BitLanes>,
        /// Declines: there is no packet for the grant of the flow.
        pub s_axis_decline: MessageStream<BitLanes, ManyLanes>,
        /// Releases: a packet of the flow in flight is given up.
        pub s_axis_release: MessageStream<BitLanes, ManyLanes>,
    }
}

/// Inputs of a fabric. `Ready` is `()` for one without receive buffers, which lacks
/// `m_axis_host_tready`.
pub type FabricInputs<Ready = BitLanes> = HostsOutputs<Ready>;

port_values! {
    /// Inputs of software and hosts, and the beats that enter each link.
    pub struct FabricOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<BitLanes, ManyLanes>,
        /// Ready for a beat of the host.
        pub s_axis_host: AxiStreamReady<BitLanes>,
        /// Packets to the host. `tuser`: the packet is bad; valid with `tlast`.
        pub m_axis_host: PacketStream<BitLanes, WideWords, WideWords, BitLanes>,
        /// Ready for a doorbell.
        pub s_axis_doorbell: AxiStreamReady<BitLanes>,
        /// Grants: the flow is to start a packet.
        pub m_axis_grant: MessageStream<BitLanes, ManyLanes>,
        /// Ready for a decline.
        pub s_axis_decline: AxiStreamReady<BitLanes>,
        /// Ready for a release.
        pub s_axis_release: AxiStreamReady<BitLanes>,
        /// Beats that enter the links. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub link: PacketStream<BitLanes, WideWords, WideWords, ManyLanes>,
    }
}
