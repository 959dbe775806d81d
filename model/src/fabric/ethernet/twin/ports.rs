//! The ports of the twin. An element belongs to a component (switches, then endpoints) in `s_axil` and
//! `ready`, to a directed link in `link` and `copy`, and to a host in all others.

use crate::interface::{
    AxiLiteRequest, AxiLiteResponse, AxiStreamReady, MessageStream, PacketStream, TaggedStream,
};
use tailback_spec::{port_values, BitLanes, ManyLanes, WideWords};

port_values! {
    /// Damage of the frames that components send into links, decided by the environment.
    pub struct LinkInputs {
        /// The link accepts a beat of its component.
        pub tready: BitLanes,
        /// The frame of that beat is lost.
        pub lost: BitLanes,
        /// The frame of that beat is altered, and ends as bad.
        pub corrupted: BitLanes,
    }
}

port_values! {
    /// Outputs of software, hosts, and the world around the links.
    pub struct FabricInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<BitLanes, ManyLanes>,
        /// Payloads of the host. `tid`: flow.
        pub s_axis_host: TaggedStream<BitLanes, WideWords, ManyLanes, ManyLanes, ()>,
        /// Ready for a beat for the host.
        pub m_axis_host: AxiStreamReady<BitLanes>,
        /// Damage of frames on links.
        pub link: LinkInputs,
        /// Copies of frames. `tuser`: the copy is bad.
        pub copy: PacketStream<BitLanes, WideWords, ManyLanes, BitLanes>,
    }
}

port_values! {
    /// Inputs of software and hosts, and the beats that components send into links.
    pub struct FabricOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<BitLanes, ManyLanes>,
        /// The component can be used.
        pub ready: BitLanes,
        /// Ready for a beat of the host.
        pub s_axis_host: AxiStreamReady<BitLanes>,
        /// Payloads for the host. `tid`: flow.
        pub m_axis_host: TaggedStream<BitLanes, WideWords, ManyLanes, ManyLanes, ()>,
        /// Credits: flow in bits 31 to 16, number in bits 15 to 0.
        pub m_axis_credit: MessageStream<BitLanes, ManyLanes>,
        /// Beats that are accepted by links.
        pub link: PacketStream<BitLanes, WideWords, ManyLanes, ()>,
    }
}
