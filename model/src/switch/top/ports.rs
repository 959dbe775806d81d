//! The ports of the switch.

use crate::interface::{AxiLiteRequest, AxiLiteResponse, AxiStreamReady, PacketStream};
use tailback_spec::{port_values, Lanes, WideLanes, WideWords};

port_values! {
    /// AXI4-Lite, and beats from the links; an element (or bit) belongs to a port of the switch.
    pub struct SwitchTopInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Links that are up.
        pub link_active: u64,
        /// Packets from the links. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub s_axis: PacketStream<u64, WideWords, WideLanes, Lanes>,
        /// Ready for beats at the links.
        pub m_axis: AxiStreamReady<u64>,
    }
}

port_values! {
    /// AXI4-Lite, and beats to the links; an element (or bit) belongs to a port of the switch.
    pub struct SwitchTopOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// Packets to the links. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub m_axis: PacketStream<u64, WideWords, WideLanes, Lanes>,
    }
}

/// Bit of a beat's user signal: flow-control packet.
pub const FLOW_CONTROL: u32 = 1;
/// Bit of a beat's user signal: the packet is bad.
pub const BAD: u32 = 1 << 1;
