//! The ports of the endpoint.

use crate::interface::{
    AxiLiteRequest, AxiLiteResponse, AxiStreamReady, MessageStream, PacketStream, TaggedStream,
};
use tailback_spec::port_values;

port_values! {
    /// AXI4-Lite, the host, and the MAC.
    pub struct EflEndpointInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Payloads to be sent. `tid`: flow.
        pub s_axis_host: TaggedStream<bool, u64, u64, u64, ()>,
        /// The host accepts the beat.
        pub m_axis_host: AxiStreamReady<bool>,
        /// Frames received. `tuser`: the frame is bad; used with `tlast`.
        pub s_axis_mac: PacketStream<bool, u64, u64, bool>,
        /// The MAC accepts the beat.
        pub m_axis_mac: AxiStreamReady<bool>,
    }
}

port_values! {
    /// AXI4-Lite, the host, and the MAC.
    pub struct EflEndpointOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// The endpoint can be used.
        pub ready: bool,
        /// The beat of the host is accepted.
        pub s_axis_host: AxiStreamReady<bool>,
        /// Payloads received, in order. `tid`: flow.
        pub m_axis_host: TaggedStream<bool, u64, u64, u64, ()>,
        /// Credits: flow in bits 31 to 16, number in bits 15 to 0.
        pub m_axis_credit: MessageStream<bool, u64>,
        /// Frames to be sent.
        pub m_axis_mac: PacketStream<bool, u64, u64, ()>,
    }
}
